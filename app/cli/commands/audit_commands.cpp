// SPDX-License-Identifier: Apache-2.0
#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/context.hpp"
#include "common_arguments.hpp"
#include "registry.hpp"

#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/messages/clilocal.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/submit/audit.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::clilocal;

constexpr const char* kProgram = "leadsheet " LEADSHEET_VERSION;

struct AuditArguments {
    std::filesystem::path file;
    bool overwrite = false;
    bool dryRun = false;
    std::string expected;
};

json::object countsJson(const char* type, const std::filesystem::path& file,
                        const submit::AuditCounts& counts) {
    return {{"type", type},           {"file", file.string()}, {"lines", counts.lines},
            {"runs", counts.runs},    {"rows", counts.rows},   {"attempts", counts.attempts},
            {"sha256", counts.digest}};
}

Message countsOf(const submit::AuditCounts& counts) {
    return say::auditCounts(say::runs(counts.runs), rows(counts.rows),
                            say::attempts(counts.attempts));
}

Outcome<ExitCode> exportLedger(Context& context, const AuditArguments& arguments) {
    const Circumstances at{"", "", context.options.sandbox, false};
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    std::error_code ignored;
    const std::filesystem::path ledgerFile = context.ledgerFile();
    if (!std::filesystem::exists(ledgerFile, ignored))
        return fail(usageFailure(say::noLedger(ledgerFile.string()), say::ledgerBegins()));
    LEADSHEET_TRY(const auto ledger, explained(submit::Ledger::open(ledgerFile, options), at));
    if (!arguments.overwrite && std::filesystem::exists(arguments.file, ignored))
        return fail({ExitCode::Storage,
                     messages::cliadmin::alreadyExists(arguments.file.string()),
                     {},
                     messages::cliadmin::nameOrOverwrite(),
                     "output_exists",
                     {}});
    if (arguments.dryRun) {
        LEADSHEET_TRY(const auto runs, explained(ledger.runs(), at));
        return sayDryRun(context, {},
                         say::wouldExport(say::runs(static_cast<std::int64_t>(runs.size())),
                                          arguments.file.string()));
    }
    const auto counts = submit::exportAudit(ledger, {kProgram, context.now(), arguments.overwrite},
                                            arguments.file, context.interrupts.token());
    if (!counts)
        return fail(explain(counts.error(), at));
    Console& console = context.console;
    console.say(
        Text(arguments.file.string(), Style::Bold).add(" · ").add(say::linked(countsOf(*counts))));
    console.say(say::lastDigest(counts->digest));
    console.say(say::keepDigest());
    console.emit(countsJson("auditExport", arguments.file, *counts));
    return ExitCode::Done;
}

Failure broken(const std::filesystem::path& file, const Message& what) {
    Failure failure;
    failure.exit = ExitCode::Storage;
    failure.what = Sentences(say::notAsWritten(file.string())).add(what);
    failure.meaning = say::linesProveNothing();
    failure.fix = say::exportAgain();
    failure.code = "audit_broken";
    return failure;
}

/// In the letters in which digests are kept; other programs print capital ones.
Outcome<std::string> digestOf(std::string text) {
    constexpr std::size_t kDigits = 64;
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    if (text.size() != kDigits || text.find_first_not_of("0123456789abcdef") != std::string::npos)
        return fail(usageFailure(say::notADigest(text), say::digestDigits()));
    return text;
}

Outcome<ExitCode> verify(Context& context, const AuditArguments& arguments) {
    std::string expected;
    if (!arguments.expected.empty()) {
        LEADSHEET_TRY(expected, digestOf(arguments.expected));
    }
    LEADSHEET_TRY(const auto verdict,
                  explained(submit::verifyAudit(arguments.file, context.interrupts.token())));
    if (!verdict.intact) {
        context.console.emit({{"type", "auditBroken"},
                              {"file", arguments.file.string()},
                              {"line", verdict.line},
                              {"reason", verdict.what}});
        return fail(broken(arguments.file, say::lineSays(verdict.line, verdict.said)));
    }
    if (!expected.empty() && expected != verdict.counts.digest)
        return fail(broken(arguments.file, say::otherLastLine(verdict.counts.digest)));
    context.console.say(Text(arguments.file.string(), Style::Bold)
                            .add(" ")
                            .add(say::intact(countsOf(verdict.counts))));
    context.console.say(say::lastDigest(verdict.counts.digest));
    context.console.emit(countsJson("auditIntact", arguments.file, verdict.counts));
    return ExitCode::Done;
}

} // namespace

void addAuditCommands(Registry& registry) {
    Command audit = registry.root.addCommand("audit", help::audit());
    audit.needsCommand();
    auto arguments = std::make_shared<AuditArguments>();
    Command exporting = audit.addCommand("export", help::auditExport());
    exporting.addOption("FILE", arguments->file, help::exportFile())
        .required()
        .check(standardOutputProblem);
    exporting.addFlag("--overwrite", arguments->overwrite, help::exportOverwrite());
    exporting.addFlag("--dry-run", arguments->dryRun, help::writeNothing());
    registry.bind(exporting, exportLedger, arguments);
    Command verifying = audit.addCommand("verify", help::auditVerify());
    verifying.addOption("FILE", arguments->file, help::verifyFile()).required();
    verifying.addOption("--expect", arguments->expected, help::expect()).valueName("SHA256");
    registry.bind(verifying, verify, arguments);
}

namespace {

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
        return fail(usageFailure(messages::clirun::noLedgerAt(file.string())));
    LEADSHEET_TRY(const auto damaged, isDamaged(context, file));
    if (!damaged)
        return fail(usageFailure(
            messages::clirun::ledgerIsSound(file.string()),
            messages::clirun::seeLedger(ledgerCommandHint(context.options, "status"))));
    if (dryRun)
        return sayDryRun(context, {}, messages::clirun::wouldRenameLedger(file.string()));
    LEADSHEET_TRY(const auto moved, explained(submit::Ledger::setAside(file),
                                              {"", "", context.options.sandbox, false}));
    Console& console = context.console;
    console.say(
        Text(messages::clirun::ledgerIsNow()).add(" ").add(moved.string(), Style::Bold).add("."));
    console.say(messages::clirun::newLedgerBegins());
    console.emit(
        {{"type", "ledgerSetAside"}, {"file", file.string()}, {"movedTo", moved.string()}});
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
