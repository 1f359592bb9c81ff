// SPDX-License-Identifier: Apache-2.0
#include "dry_run.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/command_hint.hpp"

#include "leadsheet/submit/ledger.hpp"

namespace leadsheet::cli {
namespace {

constexpr const char* kMeaning =
    "Orders already placed stay placed: the key of a row is derived from the row itself, so the "
    "same sheets, priced again, show them as already ordered. Unfinished runs cannot be resumed; "
    "submit their sheets again instead, and only what was not placed is ordered.";

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
        return fail(usageFailure("There is no ledger at " + file.string() + "."));
    const auto damaged = isDamaged(context, file);
    if (!damaged)
        return fail(damaged.error());
    if (!*damaged)
        return fail(
            usageFailure("The ledger " + file.string() + " is sound, so it stays where it is.",
                         "See what is in it: " + ledgerCommandHint(context.options, "status")));
    if (dryRun)
        return sayDryRun(context, {}, "the damaged ledger " + file.string() + " would be renamed");
    const auto moved = submit::Ledger::setAside(file);
    if (!moved)
        return fail(explain(moved.error(), {"", "", context.options.sandbox, false}));
    Console& console = context.console;
    console.say(Text("The damaged ledger is now ").add(moved->string(), Style::Bold).add("."));
    console.say("The next command begins a new one. " + std::string(kMeaning));
    console.emit(
        {{"type", "ledgerSetAside"}, {"file", file.string()}, {"movedTo", moved->string()}});
    return ExitCode::Done;
}

} // namespace

void addLedgerCommand(Registry& registry) {
    Command ledger =
        registry.root.addCommand("ledger", "The file on this computer that records every order");
    ledger.needsCommand();
    Command command = ledger.addCommand(
        "set-aside",
        "Rename a damaged ledger, so that a new one can be started; nothing is deleted");
    auto dryRun = std::make_shared<bool>(false);
    command.addFlag("--dry-run", *dryRun, "Rename nothing");
    registry.bind(command, setAside, dryRun);
}

} // namespace leadsheet::cli
