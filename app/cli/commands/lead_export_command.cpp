// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "leads_commands.hpp"

#include "leadsheet/app/lead_export.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliaccount;

struct LeadExportArguments {
    LeadChoice choice;
    std::string fields;
    std::string program;
    std::filesystem::path file;
    std::string format;
    std::string delimiter;
    std::filesystem::path since;
    bool byteOrderMark = false;
    bool noGuard = false;
    bool overwrite = false;
    bool restart = false;
};

Outcome<app::ExportFormat> formatOf(const LeadExportArguments& arguments) {
    if (arguments.format == "csv")
        return app::ExportFormat::Csv;
    if (arguments.format == "xlsx")
        return app::ExportFormat::Xlsx;
    if (arguments.format == "jsonl")
        return app::ExportFormat::JsonLines;
    const auto format = app::exportFormatFor(arguments.file);
    if (!format)
        return fail(usageFailure(say::noFormatInName(arguments.file.string()), say::fixNoFormat()));
    return *format;
}

/// Options that only one format has are refused for the others, and so is a name that says another.
Outcome<void> checkFormat(const LeadExportArguments& arguments, app::ExportFormat format) {
    LEADSHEET_TRY_DONE(checkNameFits(arguments.file, format));
    if (format == app::ExportFormat::Csv)
        return {};
    // Texts of other formats need no guard, so that leaving it out changes nothing there.
    const std::string_view option = !arguments.delimiter.empty() ? "--delimiter"
                                    : arguments.byteOrderMark    ? "--byte-order-mark"
                                                                 : "";
    if (option.empty())
        return {};
    return fail(
        usageFailure(say::onlyForCsv(option, arguments.file.string(), exportFormatName(format)),
                     say::leaveOutOrWriteCsv()));
}

Outcome<app::LeadExportOptions> optionsOf(const LeadExportArguments& arguments) {
    app::LeadExportOptions options;
    auto format = formatOf(arguments);
    auto filter = arguments.choice.filter();
    auto fields = leadFieldsOf(arguments.fields);
    if (!format)
        return fail(format.error());
    if (!filter)
        return fail(filter.error());
    if (!fields)
        return fail(fields.error());
    LEADSHEET_TRY_DONE(checkFormat(arguments, *format));
    options.format = *format;
    options.filter = *std::move(filter);
    options.fields = *std::move(fields);
    if (const app::LeadPreset* preset = app::findLeadPreset(arguments.program))
        for (const auto& [field, name] : preset->columns) {
            options.fields.push_back(field);
            options.names.emplace_back(name);
        }
    options.file = arguments.file;
    options.restart = arguments.restart;
    options.write.overwrite = arguments.overwrite;
    options.write.byteOrderMark = arguments.byteOrderMark;
    options.write.guardFormulas = !arguments.noGuard;
    options.write.sheetName = "Leads";
    if (arguments.delimiter == "tab" || arguments.delimiter == "\\t")
        options.write.delimiter = '\t';
    else if (arguments.delimiter.size() == 1)
        options.write.delimiter = arguments.delimiter.front();
    else if (!arguments.delimiter.empty())
        return fail(usageFailure(say::delimiterOneCharacter()));
    if (const auto problem = app::exportOptionsProblem(options.write))
        return fail(usageFailure(problem->reason, problem->wayOut));
    if (!arguments.since.empty()) {
        auto bookmark = app::readLeadBookmark(arguments.since);
        if (!bookmark) {
            Failure failure = explain(bookmark.error());
            failure.exit = ExitCode::Usage;
            failure.meaning.clear();
            return fail(failure);
        }
        if (!arguments.choice.any())
            options.filter = bookmark->filter;
        options.since = *std::move(bookmark);
    }
    return options;
}

Failure explained(const app::LeadExportFailure& failed, const Connection& connection,
                  const std::filesystem::path& file) {
    Failure failure;
    if (const auto* error = std::get_if<Error>(&failed)) {
        failure = explainRefusal(*error, connection.circumstances(false));
    } else {
        const auto& trouble = std::get<app::SheetError>(failed);
        failure = explain(trouble);
        failure.meaning.clear();
        if (trouble.code == app::SheetErrorCode::NotReadable) { // held by another export
            failure.exit = ExitCode::Locked;
            failure.code = "export_locked";
        } else if (failure.exit == ExitCode::SheetRefused) {
            failure.exit = ExitCode::Storage;
        }
    }
    std::error_code ignored;
    if (failure.exit != ExitCode::Usage &&
        std::filesystem::exists(app::leadExportPartFor(file), ignored)) {
        failure.meaning = say::receivedIsKept(app::leadExportPartFor(file).string());
        if (failure.exit == ExitCode::Interrupted)
            failure.fix = say::exportGoesOn();
    }
    return failure;
}

void sayDone(Context& context, const app::LeadExportReport& report) {
    Console& console = context.console;
    const app::ExportReport& file = report.file;
    console.say(Text(file.path.string(), Style::Bold)
                    .add(" · ")
                    .add(say::leadsAndSize(leads(report.leads), app::displayBytes(file.bytes))));
    if (report.resumed > 0)
        console.say(Text("  ").add(say::receivedBefore(leads(report.resumed))), 2);
    if (file.guardedTexts > 0)
        console.say(Text("  ").add(say::guardedCells(static_cast<std::int64_t>(file.guardedTexts))),
                    2);
    if (file.cutTexts > 0)
        console.say(Text("  ").add(say::cutTexts(static_cast<std::int64_t>(file.cutTexts))), 2);
    console.say(
        Text("  ").add(say::manifestHolds(file.manifest.string(), shellQuoted(file.path.string())),
                       Style::Dim),
        2);
}

json::object reportJson(const app::LeadExportReport& report) {
    json::object object{{"type", "leadExport"}, {"leads", report.leads}};
    if (!report.file.path.empty()) {
        object["file"] = report.file.path.string();
        object["manifest"] = report.file.manifest.string();
        object["resumed"] = report.resumed;
        object["bytes"] = report.file.bytes;
        object["sha256"] = report.file.sha256;
        object["guardedTexts"] = report.file.guardedTexts;
        object["cutTexts"] = report.file.cutTexts;
    }
    object["leadsSoFar"] = report.bookmark.leads;
    object["cursor"] = report.bookmark.cursor;
    object["erased"] = json::array(report.erased.begin(), report.erased.end());
    return object;
}

Outcome<ExitCode> exportToFile(Context& context, const LeadExportArguments& arguments) {
    LEADSHEET_TRY(auto options, optionsOf(arguments));
    LEADSHEET_TRY(auto connection, connect(context));
    options.account = connection.account.id;
    options.call = patientCallOf(context);
    options.progress = [&console = context.console](const app::LeadExportProgress& progress) {
        console.progress(
            said(progress.writing
                     ? say::writing(leads(progress.received))
                     : say::receivedOf(progress.received,
                                       leads(std::max(progress.received, progress.expected)))));
    };
    context.console.say(
        Text(connection.label(), connection.isSandbox() ? Style::Warn : Style::Dim));
    const auto report = app::exportLeads(*connection.client, options);
    context.console.endProgress();
    if (!report)
        return fail(explained(report.error(), connection, options.file));
    context.console.emit(reportJson(*report));
    if (report->file.path.empty())
        context.console.say(
            say::nothingNewSince(clockTime(options.since->exportedAt, context.now())));
    else
        sayDone(context, *report);
    if (!report->erased.empty())
        context.console.say(Text("  ").add(
            say::erasedSinceExport(arguments.since.string(),
                                   leads(static_cast<std::int64_t>(report->erased.size()))),
            Style::Warn));
    return ExitCode::Done;
}

} // namespace

void addLeadExportCommand(Registry& registry, const Command& leads) {
    auto arguments = std::make_shared<LeadExportArguments>();
    const Command command = leads.addCommand("export", help::leadsExport());
    command.addOption("FILE", arguments->file, help::leadsExportFile())
        .required()
        .check(standardOutputProblem);
    command.addOption("--format", arguments->format, help::exportFormat())
        .valueName("FORMAT")
        .oneOf({"csv", "xlsx", "jsonl"});
    addLeadChoice(command, arguments->choice);
    const Option fields = addLeadFields(command, arguments->fields, help::allLeadFields());
    std::vector<std::string> programs;
    for (const app::LeadPreset& preset : app::leadPresets())
        programs.emplace_back(preset.id);
    command.addOption("--for", arguments->program, help::exportFor())
        .valueName("PROGRAM")
        .oneOf(programs)
        .excludes(fields);
    command.addOption("--since", arguments->since, help::exportSince()).valueName("FILE");
    command.addFlag("--overwrite", arguments->overwrite, help::exportOverwrite());
    command.addFlag("--restart", arguments->restart, help::restart());
    command.addOption("--delimiter", arguments->delimiter, help::exportDelimiter())
        .valueName("CHAR");
    command.addFlag("--byte-order-mark", arguments->byteOrderMark, help::byteOrderMark());
    command.addFlag("--no-formula-guard", arguments->noGuard, help::noFormulaGuard());
    registry.bind(command, exportToFile, arguments);
}

} // namespace leadsheet::cli
