// SPDX-License-Identifier: Apache-2.0
#include "tab_choice.hpp"

#include "../interrupts.hpp"
#include "../output/words.hpp"
#include "row_set.hpp"

#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

namespace leadsheet::cli {
namespace {

namespace say = messages::clisheet;

std::string namesOf(const std::vector<app::SheetInfo>& sheets) {
    std::string names;
    for (const app::SheetInfo& sheet : sheets)
        names += (names.empty() ? "" : ", ") + sheet.name;
    return names;
}

std::optional<std::size_t> named(const std::string& tab,
                                 const std::vector<app::SheetInfo>& sheets) {
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (sheets[i].name == tab)
            return i;
    return std::nullopt;
}

/// A matter of the command line, and known by the code that readers of sheets have for it.
Failure noSuchTab(Sentences what, Sentences fix) {
    Failure failure = usageFailure(std::move(what), std::move(fix));
    failure.code = std::string(app::sheetErrorName(app::SheetErrorCode::NoSuchSheet));
    return failure;
}

Outcome<std::size_t> tabIndex(const std::string& tab, const std::vector<app::SheetInfo>& sheets) {
    if (const auto index = named(tab, sheets))
        return *index;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(tab.data(), tab.data() + tab.size(), number);
    if (error == std::errc() && end == tab.data() + tab.size() && number >= 1 &&
        number <= sheets.size())
        return number - 1;
    return fail(noSuchTab(say::noSuchTab(tab, namesOf(sheets)), {}));
}

Outcome<std::size_t> storedTabIndex(const SheetArguments& arguments, const std::string& tab,
                                    const std::vector<app::SheetInfo>& sheets) {
    if (const auto index = named(tab, sheets))
        return *index;
    if (arguments.stored.size() == 1 && sheets.size() == 1)
        return std::size_t{0};
    return fail(noSuchTab(say::tabOfRunGone(tab, namesOf(sheets)), say::fixTabOfRunGone()));
}

} // namespace

Outcome<std::vector<std::size_t>> chosenTabs(const SheetArguments& arguments,
                                             const std::vector<app::SheetInfo>& sheets) {
    std::set<std::size_t> chosen;
    for (const StoredTab& tab : arguments.stored) {
        LEADSHEET_TRY(const auto index, storedTabIndex(arguments, tab.name, sheets));
        chosen.insert(index);
    }
    if (!chosen.empty())
        return std::vector(chosen.begin(), chosen.end());
    for (const std::string& tab : arguments.tabs) {
        LEADSHEET_TRY(const auto index, tabIndex(tab, sheets));
        chosen.insert(index);
    }
    const auto addAll = [&](bool plain) {
        for (std::size_t i = 0; arguments.allTabs && i < sheets.size(); ++i)
            if (sheets[i].visibility == app::SheetVisibility::Visible &&
                (!plain || app::tabNameOf(sheets[i].name) == app::TabName::Plain))
                chosen.insert(i);
    };
    addAll(true);
    if (chosen.empty())
        addAll(false);
    if (chosen.empty())
        chosen.insert(0);
    return std::vector(chosen.begin(), chosen.end());
}

Outcome<std::optional<std::uint32_t>> statedHeaderRow(const SheetArguments& arguments,
                                                      const std::vector<app::SheetInfo>& sheets,
                                                      std::size_t tab) {
    std::optional<std::uint32_t> forAll;
    std::optional<std::uint32_t> forThis;
    for (const std::string& argument : arguments.headerRows) {
        const auto [name, number] = splitTab(argument);
        std::uint32_t row = 0;
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), row);
        if (error != std::errc() || end != number.data() + number.size())
            return fail(usageFailure(say::noRowNumber(argument), say::fixRowNumber()));
        if (name.empty()) {
            forAll = row;
            continue;
        }
        LEADSHEET_TRY(const auto index, tabIndex(name, sheets));
        if (index == tab)
            forThis = row;
    }
    return forThis ? forThis : forAll;
}

Outcome<std::shared_ptr<const app::SheetEdits>> editsOf(const SheetArguments& arguments,
                                                        const std::vector<std::size_t>& tabs,
                                                        const std::vector<app::SheetInfo>& sheets) {
    auto edits = std::make_shared<app::SheetEdits>();
    if (!arguments.editsFile.empty() || !arguments.editsJson.empty()) {
        auto loaded = arguments.editsFile.empty() ? app::SheetEdits::fromJson(arguments.editsJson)
                                                  : app::SheetEdits::load(arguments.editsFile);
        if (!loaded)
            return fail(explain(loaded.error()));
        *edits = *std::move(loaded);
    }
    constexpr std::size_t kNotSaid = std::numeric_limits<std::size_t>::max();
    std::vector<app::SheetEdits::Change> stated;
    for (const std::string& text : arguments.edits) {
        auto change = app::parseCellEdit(text, tabs.size() > 1 ? kNotSaid : tabs.front(), sheets);
        if (!change)
            return fail(change.error().code == app::SheetErrorCode::NoSuchSheet
                            ? noSuchTab(change.error().reason, change.error().wayOut)
                            : usageFailure(change.error().reason, change.error().wayOut));
        if (change->place.sheet == kNotSaid)
            return fail(usageFailure(say::setWithoutTab(text),
                                     say::fixSetWithoutTab(sheets[tabs.front()].name, text)));
        stated.push_back(*std::move(change));
    }
    edits->apply("Set", stated);
    if (edits->size() == 0)
        return std::shared_ptr<const app::SheetEdits>();
    return edits;
}

namespace {

std::string cellName(const std::string& tab, const app::CellPlace& place) {
    return (tab.empty() ? "" : "'" + tab + "'!") + app::columnLetter(place.column) +
           std::to_string(place.row);
}

Outcome<void> checkTab(app::RowSource& source, const InspectedTab& tab, const std::string& title,
                       const app::SheetEdits& edits) {
    const auto first = edits.firstEditedRow(tab.sheet, 1);
    if (!first)
        return {};
    const std::uint32_t header = tab.overview.header.row.value_or(0);
    if (*first < header)
        return fail(usageFailure(
            say::editAboveHeader(
                cellName(title, {tab.sheet, *first, edits.row(tab.sheet, *first)[0].first}), *first,
                header),
            say::fixEditAboveHeader()));
    if (auto opened = source.open(tab.sheet); !opened)
        return fail(explain(opened.error()));
    const auto lost = app::firstLostEdit(source, edits);
    if (!lost)
        return fail(explain(lost.error()));
    if (!*lost)
        return {};
    const app::CellPlace& place = (*lost)->place;
    const std::string cell = cellName(title, place);
    return fail(usageFailure((*lost)->lastRow
                                 ? say::editBelowLast(cell, place.row, *(*lost)->lastRow)
                                 : say::editWithoutCells(cell, place.row),
                             say::rowsNeverAdded()));
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
            return fail(usageFailure(
                say::editOfUnreadTab(
                    cellName(sheets[sheet].name, {sheet, *row, edits.row(sheet, *row)[0].first})),
                say::readTabToo(shellQuoted(sheets[sheet].name))));
    }
    for (const InspectedTab& tab : file.tabs) {
        const std::string title = file.tabs.size() > 1 ? tab.name() : std::string();
        if (auto reached = checkTab(**source, tab, title, edits); !reached)
            return reached;
    }
    return {};
}

} // namespace leadsheet::cli
