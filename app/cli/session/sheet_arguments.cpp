// SPDX-License-Identifier: Apache-2.0
#include "sheet_arguments.hpp"

#include "../output/words.hpp"
#include "leadsheet/text/render.hpp"

namespace leadsheet::cli {
namespace {

/// --hidden-rows and the like: one of two words each, the safe one if left out.
void addDecisions(const Command& command, app::SourceDecisions& decisions) {
    for (const app::SourceMatterInfo& info : app::sourceMatters()) {
        const std::string standard(info.standard);
        const std::string other(info.other);
        Option option = command.addOption(
            "--" + std::string(info.option),
            [&decisions, matter = info.matter](const std::string& word) {
                [[maybe_unused]] const bool known = decisions.stateWord(matter, word);
            },
            help::decision(info.about(), standard));
        const std::string third(info.third);
        // The words are the type already.
        if (third.empty())
            option.oneOf({standard, other}, false).valueName(standard + "|" + other);
        else
            option.oneOf({standard, other, third}, false)
                .valueName(standard + "|" + other + "|" + third);
    }
}

} // namespace

void addReadingArguments(const Command& command, SheetArguments& arguments) {
    command.addOption("SHEET", arguments.path, help::sheetFile()).required();
    command.addOption("--tab,--sheet", arguments.tabs, help::tab()).valueName("TAB").oneValueEach();
    command.addFlag("--all-tabs", arguments.allTabs, help::allTabs());
    command.addOption("--encoding", arguments.encoding, help::encoding()).valueName("NAME");
    command.addOption("--delimiter", arguments.delimiter, help::textDelimiter()).valueName("CHAR");
    command.addFlag(
        "--fill-merged",
        [&arguments] { arguments.decisions.state(app::SourceMatter::MergedCells, true); },
        help::fillMerged());
    command.addOption("--set", arguments.edits, help::set()).valueName("CELL=TEXT").oneValueEach();
    command.addOption("--edits", arguments.editsFile, help::edits()).valueName("FILE");
}

void addSheetArguments(const Command& command, SheetArguments& arguments) {
    addReadingArguments(command, arguments);
    command.addOption("--map", arguments.maps, help::mapSpec()).valueName("SPEC").oneValueEach();
    command.addOption("--map-file", arguments.mapFile, help::mapFile()).valueName("FILE");
    command.addOption("--fix", arguments.fixes, help::fix()).valueName("FIX").oneValueEach();
    command.addOption("--header-row", arguments.headerRows, help::headerRows())
        .valueName("ROW")
        .oneValueEach();
    addDecisions(command, arguments.decisions);
    command.addFlag(
        "--include-hidden",
        [&arguments] { arguments.decisions.state(app::SourceMatter::HiddenRows, true); },
        help::includeHidden());
    command.option("--hidden-rows").excludes(command.option("--include-hidden"));
    command.option("--merged-cells").excludes(command.option("--fill-merged"));
    command.addFlag("--keep-duplicates", arguments.keepDuplicates, help::keepDuplicates());
}

std::string sheetWords(const SheetArguments& arguments) {
    // A file whose name begins like an option would be taken for one.
    const bool likeOption = arguments.path.size() > 1 && arguments.path.front() == '-';
    std::string words = shellQuoted((likeOption ? "./" : "") + arguments.path);
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
    for (const std::string& fix : arguments.fixes)
        add("fix", fix);
    for (const app::SourceMatterInfo& info : app::sourceMatters())
        if (arguments.decisions.isStated(info.matter))
            add(std::string(info.option), std::string(arguments.decisions.word(info.matter)));
    for (const std::string& edit : arguments.edits)
        add("set", edit);
    add("edits", arguments.editsFile.string());
    return words + (arguments.keepDuplicates ? " --keep-duplicates" : "");
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
