// SPDX-License-Identifier: Apache-2.0
#include "run_choice.hpp"

#include "leadsheet/messages/cli.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "sheet_arguments.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

} // namespace

Outcome<submit::RunInfo> chooseRun(const submit::Ledger& ledger, std::int64_t number,
                                   const std::function<bool(const submit::RunInfo&)>& fits,
                                   Failure none) {
    if (number > 0) {
        auto run = ledger.run(submit::RunId{number});
        if (run)
            return *std::move(run);
        if (!run.error().is(ErrorCode::NotFound))
            return fail(explain(run.error(), {}));
        return fail(usageFailure(say::noSuchRun(number), say::seeStatus()));
    }
    const auto runs = ledger.runs();
    if (!runs)
        return fail(explain(runs.error(), {}));
    for (const submit::RunInfo& run : *runs)
        if (fits(run))
            return run;
    return fail(std::move(none));
}

Outcome<void> checkAccount(const submit::RunInfo& run, const submit::AccountRef& account) {
    const submit::AccountRef& owner = run.spec.account;
    if (submit::isSameAccount(owner, account))
        return {};
    Failure failure;
    failure.exit = ExitCode::Key;
    failure.what = say::wrongAccount(run.id.value, owner.accountId, owner.baseUrl,
                                     account.accountId, account.baseUrl);
    failure.meaning = messages::cli::nothingSpent();
    if (!run.spec.account.profile.empty())
        failure.fix = say::useProfile(run.spec.account.profile);
    failure.code = "wrong_account";
    return fail(failure);
}

std::vector<std::string> tabsOf(const submit::RunInfo& run) {
    std::vector<std::string> tabs;
    if (const auto arguments = sheetArgumentsFromJson(run.spec.options))
        for (const StoredTab& tab : arguments->stored)
            tabs.push_back(tab.name);
    return tabs;
}

bool hasSeveralTabs(const submit::RunInfo& run) {
    return tabsOf(run).size() > 1;
}

} // namespace leadsheet::cli
