// SPDX-License-Identifier: Apache-2.0
#include "dry_run.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/command_hint.hpp"

#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::cli {
namespace {

namespace say = messages::clirun;

/// Whether the ledger opens, and if not, that it is damaged; any other reason is the failure.
Outcome<bool> isDamaged(const Context& context, const std::filesystem::path& file) {
    const auto ledger = submit::Ledger::open(file);
    if (ledger)
        return false;
    if (ledger.error().is(ErrorCode::LedgerDamaged))
        return true;
    return fail(explain(ledger.error(), {"", "", context.options.sandbox, false}));
}

Outcome<ExitCode> setAside(Context& context, bool dryRun) {
    const std::filesystem::path file = context.ledgerFile();
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return fail(usageFailure(say::noLedgerAt(file.string())));
    LEADSHEET_TRY(const auto damaged, isDamaged(context, file));
    if (!damaged)
        return fail(usageFailure(say::ledgerIsSound(file.string()),
                                 say::seeLedger(ledgerCommandHint(context.options, "status"))));
    if (dryRun)
        return sayDryRun(context, {}, say::wouldRenameLedger(file.string()));
    const auto moved = submit::Ledger::setAside(file);
    if (!moved)
        return fail(explain(moved.error(), {"", "", context.options.sandbox, false}));
    Console& console = context.console;
    console.say(Text(say::ledgerIsNow()).add(" ").add(moved->string(), Style::Bold).add("."));
    console.say(say::newLedgerBegins());
    console.emit(
        {{"type", "ledgerSetAside"}, {"file", file.string()}, {"movedTo", moved->string()}});
    return ExitCode::Done;
}

} // namespace

void addLedgerCommand(Registry& registry) {
    Command ledger = registry.root.addCommand("ledger", help::ledger());
    ledger.needsCommand();
    Command command = ledger.addCommand("set-aside", help::ledgerSetAside());
    auto dryRun = std::make_shared<bool>(false);
    command.addFlag("--dry-run", *dryRun, help::renameNothing());
    registry.bind(command, setAside, dryRun);
}

} // namespace leadsheet::cli
