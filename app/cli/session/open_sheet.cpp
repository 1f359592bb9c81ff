// SPDX-License-Identifier: Apache-2.0
#include "sheet_arguments.hpp"

#include "../interrupts.hpp"
#include "learned_names.hpp"
#include "sheet_input.hpp"

#include <charconv>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

Outcome<std::optional<char>> delimiterOf(const std::string& text) {
    if (text.empty())
        return std::nullopt;
    if (text == "comma")
        return ',';
    if (text == "semicolon")
        return ';';
    if (text == "tab" || text == "\\t")
        return '\t';
    if (text == "pipe")
        return '|';
    if (text.size() == 1)
        return text.front();
    return fail(usageFailure("--delimiter is one character, or comma, semicolon, tab or pipe."));
}

Outcome<std::size_t> tabIndex(const std::string& tab, const std::vector<app::SheetInfo>& sheets) {
    if (tab.empty())
        return 0;
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (sheets[i].name == tab)
            return i;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(tab.data(), tab.data() + tab.size(), number);
    if (error == std::errc() && end == tab.data() + tab.size() && number >= 1 &&
        number <= sheets.size())
        return number - 1;
    std::string names;
    for (const app::SheetInfo& sheet : sheets)
        names += (names.empty() ? "" : ", ") + sheet.name;
    return fail(usageFailure("There is no tab '" + tab + "' in the sheet. It has: " + names + "."));
}

/// All corrections: those of the file or of an earlier run, then the stated ones.
Outcome<std::shared_ptr<const app::SheetEdits>> editsOf(const SheetArguments& arguments,
                                                        std::size_t tab,
                                                        const std::vector<app::SheetInfo>& sheets) {
    auto edits = std::make_shared<app::SheetEdits>();
    if (!arguments.editsFile.empty() || !arguments.editsJson.empty()) {
        auto loaded = arguments.editsFile.empty() ? app::SheetEdits::fromJson(arguments.editsJson)
                                                  : app::SheetEdits::load(arguments.editsFile);
        if (!loaded)
            return fail(explain(loaded.error()));
        *edits = *std::move(loaded);
    }
    std::vector<app::SheetEdits::Change> stated;
    for (const std::string& text : arguments.edits) {
        auto change = app::parseCellEdit(text, tab, sheets);
        if (!change)
            return fail(usageFailure(change.error().reason, change.error().wayOut));
        stated.push_back(*std::move(change));
    }
    edits->apply("Set", stated);
    if (edits->size() == 0)
        return std::shared_ptr<const app::SheetEdits>();
    return edits;
}

} // namespace

Outcome<SheetFile> openForInspection(Context& context, const SheetArguments& arguments) {
    SheetFile file;
    auto input = sheetInput(context, arguments.path);
    if (!input)
        return fail(input.error());
    file.path = input->path;
    file.piped = input->temporary;
    file.name = input->name;
    auto delimiter = delimiterOf(arguments.delimiter);
    if (!delimiter)
        return fail(delimiter.error());
    file.options.sheet.delimiter = *delimiter;
    if (!arguments.encoding.empty())
        file.options.sheet.encoding = arguments.encoding;
    if (arguments.fillMerged)
        file.options.sheet.merged = app::MergedCells::FillRange;
    file.options.headerRow = arguments.headerRow;
    file.options.includeHidden = arguments.includeHidden;
    auto overview = app::inspectSheet(file.path, file.options, context.interrupts.token());
    if (!overview)
        return fail(explain(overview.error()));
    auto tab = tabIndex(arguments.tab, overview->sheets);
    if (!tab)
        return fail(tab.error());
    file.options.sheetIndex = *tab;
    auto edits = editsOf(arguments, *tab, overview->sheets);
    if (!edits)
        return fail(edits.error());
    file.options.edits = *std::move(edits);
    if (*tab != 0 || file.options.edits) {
        overview = app::inspectSheet(file.path, file.options, context.interrupts.token());
        if (!overview)
            return fail(explain(overview.error()));
    }
    file.overview = *std::move(overview);
    return file;
}

std::vector<std::string> headerCells(const app::SheetOverview& overview) {
    return app::columnNames(overview.head, overview.header);
}

Outcome<app::MapSpec> chooseMap(Context& context, const SheetArguments& arguments,
                                const std::vector<std::string>& header, std::string& origin) {
    app::MapSpec spec;
    if (!arguments.mapJson.empty()) {
        auto stored = app::mapFromJson(arguments.mapJson);
        if (!stored)
            return fail(explain(stored.error()));
        origin = "the map of the run";
        return *std::move(stored);
    }
    if (!arguments.mapFile.empty()) {
        auto loaded = app::loadMapFile(arguments.mapFile);
        if (!loaded)
            return fail(explain(loaded.error()));
        spec = *std::move(loaded);
        origin = arguments.mapFile.filename().string();
    } else if (arguments.maps.empty() && !header.empty()) {
        auto saved = app::findSavedMap(context.folders.mapsFolder(), header);
        if (!saved)
            return fail(explain(saved.error()));
        if (*saved) {
            spec = **std::move(saved);
            origin = "the map saved for these columns";
        }
    }
    for (const std::string& text : arguments.maps) {
        auto stated = app::parseMapSpec(text);
        if (!stated)
            return fail(explain(stated.error()));
        std::move(stated->columns.begin(), stated->columns.end(), std::back_inserter(spec.columns));
        std::move(stated->values.begin(), stated->values.end(), std::back_inserter(spec.values));
        std::move(stated->ignored.begin(), stated->ignored.end(), std::back_inserter(spec.ignored));
    }
    return spec;
}

Outcome<OpenSheet> openForCheck(Context& context, const SheetArguments& arguments, SheetUse use) {
    auto file = openForInspection(context, arguments);
    if (!file)
        return fail(file.error());
    std::string origin;
    auto spec = chooseMap(context, arguments, headerCells(file->overview), origin);
    if (!spec)
        return fail(spec.error());
    file->options.map = *std::move(spec);
    file->options.learned = learnedNames(context);
    // Header and tab as they were found: the sheet is read the same way each time.
    file->options.headerRow = file->overview.header.row.value_or(0);
    auto check = app::SheetCheck::open(file->path, file->options, context.interrupts.token());
    if (file->piped && use == SheetUse::Look)
        ::unlink(file->path.c_str()); // it stays readable while it is open
    if (!check)
        return fail(explain(check.error()));
    return OpenSheet{file->path, file->piped, file->name, file->options, *std::move(check), origin};
}

} // namespace leadsheet::cli
