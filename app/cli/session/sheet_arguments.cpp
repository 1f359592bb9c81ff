// SPDX-License-Identifier: Apache-2.0
#include "sheet_arguments.hpp"

#include <CLI/CLI.hpp>
#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

constexpr std::string_view kForOneCommand = "droppedUnlessApproved";

std::string textMember(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

bool flagMember(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_bool() && value->as_bool();
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
        .add_option("--tab,--sheet", arguments.tab,
                    "Which tab of a workbook: its name, or its number")
        ->type_name("TAB");
    command
        .add_option("--encoding", arguments.encoding,
                    "The text's encoding, for example windows-1252; found out when not given")
        ->type_name("NAME");
    command
        .add_option("--delimiter", arguments.delimiter,
                    "One character, or comma, semicolon, tab, pipe; found out when not given")
        ->type_name("CHAR");
    command.add_flag("--fill-merged", arguments.fillMerged,
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
        .add_option("--header-row", arguments.headerRow,
                    "The row that holds the column names; 0 = there is none")
        ->type_name("ROW");
    command.add_flag("--include-hidden", arguments.includeHidden, "Take hidden rows too");
    command.add_flag("--keep-duplicates", arguments.keepDuplicates,
                     "Order identical rows once each instead of once in all");
}

std::string toJson(const SheetArguments& arguments, const app::ColumnMap& map,
                   const app::SheetEdits* edits) {
    json::object object{{"sheet", arguments.path},
                        {"tab", arguments.tab},
                        {"encoding", arguments.encoding},
                        {"delimiter", arguments.delimiter},
                        {"includeHidden", arguments.includeHidden},
                        {"fillMerged", arguments.fillMerged},
                        {"keepDuplicates", arguments.keepDuplicates},
                        {"map", app::mapToJson(map)},
                        {kForOneCommand, true}};
    if (arguments.headerRow)
        object["headerRow"] = *arguments.headerRow;
    if (edits != nullptr && edits->size() > 0)
        object["edits"] = edits->toJson();
    return json::serialize(object);
}

bool isForOneCommand(const std::string& text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    const json::object* object = error ? nullptr : document.if_object();
    return object != nullptr && flagMember(*object, kForOneCommand);
}

std::optional<SheetArguments> sheetArgumentsFromJson(const std::string& text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    const json::object* object = error ? nullptr : document.if_object();
    if (object == nullptr)
        return std::nullopt;
    SheetArguments arguments;
    arguments.path = textMember(*object, "sheet");
    arguments.tab = textMember(*object, "tab");
    arguments.encoding = textMember(*object, "encoding");
    arguments.delimiter = textMember(*object, "delimiter");
    arguments.mapJson = textMember(*object, "map");
    arguments.editsJson = textMember(*object, "edits");
    arguments.includeHidden = flagMember(*object, "includeHidden");
    arguments.fillMerged = flagMember(*object, "fillMerged");
    arguments.keepDuplicates = flagMember(*object, "keepDuplicates");
    if (const json::value* row = object->if_contains("headerRow"))
        if (row->is_int64() || row->is_uint64())
            arguments.headerRow = row->to_number<std::uint32_t>(error);
    if (arguments.path.empty())
        return std::nullopt;
    return arguments;
}

} // namespace leadsheet::cli
