// SPDX-License-Identifier: Apache-2.0
#include "run_choice.hpp"

#include "sheet_arguments.hpp"

namespace leadsheet::cli {

Outcome<submit::RunInfo> chooseRun(const submit::Ledger& ledger, std::int64_t number,
                                   const std::function<bool(const submit::RunInfo&)>& fits,
                                   Failure none) {
    if (number > 0) {
        auto run = ledger.run(submit::RunId{number});
        if (run)
            return *std::move(run);
        if (!run.error().is(ErrorCode::NotFound))
            return fail(explain(run.error(), {}));
        return fail(usageFailure("There is no run " + std::to_string(number) + ".",
                                 "See them with: leadsheet status"));
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
    failure.what = "Run " + std::to_string(run.id.value) + " belongs to account " +
                   owner.accountId + " at " + owner.baseUrl + ", and this key to " +
                   account.accountId + " at " + account.baseUrl + ".";
    failure.meaning = "No order was sent and nothing was spent.";
    if (!run.spec.account.profile.empty())
        failure.fix = "Use: --profile " + run.spec.account.profile;
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

std::string rowPlace(const submit::RowRecord& row, bool severalTabs) {
    const std::string number = "row " + std::to_string(row.sourceRow);
    return severalTabs ? number + " of tab \"" + row.tab + "\"" : number;
}

std::string rowTitle(const submit::RowRecord& row, bool severalTabs) {
    std::string text = rowPlace(row, severalTabs);
    text.front() = 'R';
    return text;
}

} // namespace leadsheet::cli
