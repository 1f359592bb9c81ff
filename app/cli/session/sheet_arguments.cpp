// SPDX-License-Identifier: Apache-2.0
#include "sheet_arguments.hpp"

#include "../output/words.hpp"

#include <CLI/CLI.hpp>

namespace leadsheet::cli {
namespace {

/// --hidden-rows and the like: one of two words each, the safe one if left out.
void addDecisions(CLI::App& command, app::SourceDecisions& decisions) {
    for (const app::SourceMatterInfo& info : app::sourceMatters()) {
        const std::string standard(info.standard);
        const std::string other(info.other);
        auto* option = command.add_option_function<std::string>(
            "--" + std::string(info.option),
            [&decisions, matter = info.matter](const std::string& word) {
                [[maybe_unused]] const bool known = decisions.stateWord(matter, word);
            },
            std::string(info.about) + " (" + standard + " if left out)");
        // The words are the type already.
        option->check(CLI::IsMember({standard, other}).description(""))
            ->type_name(standard + "|" + other);
    }
}

} // namespace

void addReadingArguments(CLI::App& command, SheetArguments& arguments) {
    command
        .add_option(
            "SHEET", arguments.path,
            "The sheet: XLSX, XLSM, ODS, CSV, TSV or .csv.gz, a published sheet's URL, or - for "
            "standard input")
        ->required();
    command
        .add_option("--tab,--sheet", arguments.tabs,
                    "Which tab of a workbook: its name, or its number; may be given several times")
        ->type_name("TAB")
        ->allow_extra_args(false);
    command.add_flag("--all-tabs", arguments.allTabs,
                     "All tabs that are not hidden; hidden ones only when --tab names them");
    command
        .add_option("--encoding", arguments.encoding,
                    "The text's encoding, for example windows-1252; found out when not given")
        ->type_name("NAME");
    command
        .add_option("--delimiter", arguments.delimiter,
                    "One character, or comma, semicolon, tab, pipe; found out when not given")
        ->type_name("CHAR");
    command.add_flag_callback(
        "--fill-merged",
        [&arguments] { arguments.decisions.state(app::SourceMatter::MergedCells, true); },
        "Give every cell of a merged range the value of its first");
    command
        .add_option("--set", arguments.edits,
                    "Read a cell as if it held another text: C12=250, or 'Tab'!C12=250; the file "
                    "stays as it is")
        ->type_name("CELL=TEXT")
        ->allow_extra_args(false);
    command
        .add_option("--edits", arguments.editsFile,
                    "Corrections in a file, as the desktop app keeps them")
        ->type_name("FILE");
}

void addSheetArguments(CLI::App& command, SheetArguments& arguments) {
    addReadingArguments(command, arguments);
    command
        .add_option(
            "--map", arguments.maps,
            "Map columns: FIELD=HEADER, FIELD=@C, FIELD:=VALUE, FIELD?=VALUE, ignore=HEADER; "
            "several, separated by commas")
        ->type_name("SPEC")
        ->allow_extra_args(false);
    command.add_option("--map-file", arguments.mapFile, "A map written by `leadsheet map save`")
        ->type_name("FILE");
    command
        .add_option("--header-row", arguments.headerRows,
                    "The row that holds the column names; 0 = there is none; TAB!ROW for one of "
                    "several tabs")
        ->type_name("ROW")
        ->allow_extra_args(false);
    addDecisions(command, arguments.decisions);
    command.add_flag_callback(
        "--include-hidden",
        [&arguments] { arguments.decisions.state(app::SourceMatter::HiddenRows, true); },
        "Take hidden rows too, as --hidden-rows keep");
    command.get_option("--hidden-rows")->excludes(command.get_option("--include-hidden"));
    command.get_option("--merged-cells")->excludes(command.get_option("--fill-merged"));
    command.add_flag("--keep-duplicates", arguments.keepDuplicates,
                     "Order identical rows once each instead of once in all");
}

std::string sheetWords(const SheetArguments& arguments) {
    std::string words = shellQuoted(arguments.path);
    const auto add = [&words](const std::string& option, const std::string& value) {
        if (!value.empty())
            words += " --" + option + " " + shellQuoted(value);
    };
    for (const std::string& tab : arguments.tabs)
        add("tab", tab);
    if (arguments.allTabs)
        words += " --all-tabs";
    add("encoding", arguments.encoding);
    add("delimiter", arguments.delimiter);
    for (const std::string& row : arguments.headerRows)
        add("header-row", row);
    for (const std::string& map : arguments.maps)
        add("map", map);
    add("map-file", arguments.mapFile.string());
    for (const app::SourceMatterInfo& info : app::sourceMatters())
        if (arguments.decisions.isStated(info.matter))
            add(std::string(info.option), std::string(arguments.decisions.word(info.matter)));
    for (const std::string& edit : arguments.edits)
        add("set", edit);
    add("edits", arguments.editsFile.string());
    return words + (arguments.keepDuplicates ? " --keep-duplicates" : "");
}

std::string toJson(const SheetArguments& arguments, const std::filesystem::path& path,
                   const app::SheetCheck& check, const app::SheetEdits* edits) {
    app::RunRecord record = app::recordOf(path, check, edits);
    record.encoding = arguments.encoding;
    record.delimiter = arguments.delimiter;
    record.keepDuplicates = arguments.keepDuplicates;
    return app::toJson(record);
}

bool isForOneCommand(const std::string& text) {
    const auto record = app::runRecordFromJson(text);
    return record && record->droppedUnlessApproved;
}

std::optional<SheetArguments> sheetArgumentsFromJson(const std::string& text) {
    auto record = app::runRecordFromJson(text);
    if (!record)
        return std::nullopt;
    SheetArguments arguments;
    arguments.path = std::move(record->sheet);
    arguments.stored = std::move(record->tabs);
    arguments.encoding = std::move(record->encoding);
    arguments.delimiter = std::move(record->delimiter);
    arguments.decisions = record->decisions;
    arguments.editsJson = std::move(record->editsJson);
    arguments.keepDuplicates = record->keepDuplicates;
    return arguments;
}

} // namespace leadsheet::cli
