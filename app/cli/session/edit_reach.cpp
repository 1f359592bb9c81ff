// SPDX-License-Identifier: Apache-2.0
#include "edit_reach.hpp"

#include "../interrupts.hpp"
#include "../output/words.hpp"

#include <algorithm>

namespace leadsheet::cli {
namespace {

Failure lostFailure(const std::string& tab, const app::CellPlace& place, const std::string& why,
                    const std::string& fix) {
    return usageFailure("Cell " + (tab.empty() ? "" : "'" + tab + "'!") +
                            app::columnLetter(place.column) + std::to_string(place.row) +
                            " cannot be set: " + why,
                        fix);
}

std::string rowsAreNeverAdded() {
    return "Name a row of the sheet; rows are never added by --set or --edits.";
}

Outcome<void> checkTab(app::RowSource& source, const InspectedTab& tab, const std::string& title,
                       const app::SheetEdits& edits) {
    const auto first = edits.firstEditedRow(tab.sheet, 1);
    if (!first)
        return {};
    const std::uint32_t header = tab.overview.header.row.value_or(0);
    if (*first < header)
        return fail(lostFailure(title, {tab.sheet, *first, edits.row(tab.sheet, *first)[0].first},
                                "row " + std::to_string(*first) +
                                    " is above the column names, which are in row " +
                                    std::to_string(header) + ", and is not read.",
                                "Name a row below it, or another row of column names with "
                                "--header-row."));
    if (auto opened = source.open(tab.sheet); !opened)
        return fail(explain(opened.error()));
    const auto lost = app::firstLostEdit(source, edits);
    if (!lost)
        return fail(explain(lost.error()));
    if (!*lost)
        return {};
    const app::CellPlace& place = (*lost)->place;
    const std::string row = "row " + std::to_string(place.row);
    return fail(lostFailure(title, place,
                            (*lost)->lastRow ? "there is no " + row + "; the last one is row " +
                                                   std::to_string(*(*lost)->lastRow) + "."
                                             : row + " holds no cells.",
                            rowsAreNeverAdded()));
}

} // namespace

Outcome<void> checkEditReach(Context& context, const SheetFile& file) {
    if (!file.options.edits)
        return {};
    const auto source = app::openSheet(file.path, file.options.sheet, context.interrupts.token());
    if (!source)
        return fail(explain(source.error()));
    const app::SheetEdits& edits = *file.options.edits;
    const std::span<const app::SheetInfo> sheets = (*source)->sheets();
    for (std::size_t sheet = 0; sheet < sheets.size(); ++sheet) {
        const auto row = edits.firstEditedRow(sheet, 1);
        const bool read = std::any_of(file.tabs.begin(), file.tabs.end(),
                                      [&](const InspectedTab& tab) { return tab.sheet == sheet; });
        if (row && !read)
            return fail(lostFailure(
                sheets[sheet].name, {sheet, *row, edits.row(sheet, *row)[0].first},
                "that tab is not read.", "Read it too: --tab " + shellQuoted(sheets[sheet].name)));
    }
    for (const InspectedTab& tab : file.tabs) {
        const std::string title = file.tabs.size() > 1 ? tab.name : std::string();
        if (auto reached = checkTab(**source, tab, title, edits); !reached)
            return reached;
    }
    return {};
}

} // namespace leadsheet::cli
