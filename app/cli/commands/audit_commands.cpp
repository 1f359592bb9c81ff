// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"
#include "dry_run.hpp"
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"

#include "leadsheet/submit/audit.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

constexpr const char* kProgram = "leadsheet " LEADSHEET_VERSION;

struct AuditWishes {
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

std::string countsText(const submit::AuditCounts& counts) {
    return app::displayCount(counts.runs, "run", "runs") + ", " +
           app::displayCount(counts.rows, "row", "rows") + ", " +
           app::displayCount(counts.attempts, "attempt", "attempts");
}

Outcome<ExitCode> exportLedger(Context& context, const AuditWishes& wishes) {
    const Circumstances at{"", "", context.options.sandbox, false};
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    std::error_code ignored;
    const std::filesystem::path ledgerFile = context.ledgerFile();
    if (!std::filesystem::exists(ledgerFile, ignored))
        return fail(usageFailure("There is no ledger yet at " + ledgerFile.string() + ".",
                                 "It begins with the first run: leadsheet submit SHEET"));
    const auto ledger = submit::Ledger::open(ledgerFile, options);
    if (!ledger)
        return fail(explain(ledger.error(), at));
    if (wishes.dryRun) {
        const auto runs = ledger->runs();
        if (!runs)
            return fail(explain(runs.error(), at));
        return sayDryRun(context, {},
                         app::displayCount(static_cast<std::int64_t>(runs->size()), "run", "runs") +
                             " would be written to " + wishes.file.string());
    }
    const auto counts = submit::exportAudit(*ledger, {kProgram, context.now(), wishes.overwrite},
                                            wishes.file, context.interrupts.token());
    if (!counts)
        return fail(explain(counts.error(), at));
    Console& console = context.console;
    console.say(Text(wishes.file.string(), Style::Bold)
                    .add(" · " + countsText(*counts) + ", linked by SHA-256"));
    console.say("SHA-256 of the last line: " + counts->digest);
    console.say("Keep it somewhere else: it vouches for every line before it.");
    console.emit(countsJson("auditExport", wishes.file, *counts));
    return ExitCode::Done;
}

Failure broken(const std::filesystem::path& file, const std::string& what) {
    Failure failure;
    failure.exit = ExitCode::Storage;
    failure.what = file.string() + " is not as it was written. " + what;
    failure.meaning = "The lines from there on prove nothing.";
    failure.fix = "Export the ledger again: leadsheet audit export FILE";
    failure.code = "audit_broken";
    return failure;
}

Outcome<ExitCode> verify(Context& context, const AuditWishes& wishes) {
    const auto verdict = submit::verifyAudit(wishes.file, context.interrupts.token());
    if (!verdict)
        return fail(explain(verdict.error(), {}));
    if (!verdict->intact) {
        context.console.emit({{"type", "auditBroken"},
                              {"file", wishes.file.string()},
                              {"line", verdict->line},
                              {"reason", verdict->what}});
        return fail(broken(wishes.file,
                           "Line " + app::displayNumber(verdict->line) + ": " + verdict->what));
    }
    if (!wishes.expected.empty() && wishes.expected != verdict->counts.digest)
        return fail(
            broken(wishes.file, "Its lines fit together, but the last one has the SHA-256 " +
                                    verdict->counts.digest + "."));
    context.console.say(
        Text(wishes.file.string(), Style::Bold).add(" is intact · " + countsText(verdict->counts)));
    context.console.say("SHA-256 of the last line: " + verdict->counts.digest);
    context.console.emit(countsJson("auditIntact", wishes.file, verdict->counts));
    return ExitCode::Done;
}

} // namespace

void addAuditCommands(Registry& registry) {
    Command audit = registry.root.addCommand(
        "audit", "The ledger as a file that shows whether somebody changed it afterwards");
    audit.needsCommand();
    auto wishes = std::make_shared<AuditWishes>();
    Command exporting = audit.addCommand(
        "export", "Write every run, row and attempt, each line linked to the one before");
    exporting.addOption("FILE", wishes->file, "The file to write (JSON Lines)")
        .required()
        .check(standardOutputProblem);
    exporting.addFlag("--overwrite", wishes->overwrite, "Replace FILE when it exists");
    exporting.addFlag("--dry-run", wishes->dryRun, "Write nothing");
    registry.bind(exporting, exportLedger, wishes);
    Command verifying = audit.addCommand(
        "verify", "Check such a file, and name the first line that is not as it was written");
    verifying.addOption("FILE", wishes->file, "The file to check").required();
    verifying.addOption("--expect", wishes->expected, "The SHA-256 that the last line must have")
        .valueName("SHA256");
    registry.bind(verifying, verify, wishes);
}

} // namespace leadsheet::cli
