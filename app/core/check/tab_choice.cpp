// SPDX-License-Identifier: Apache-2.0
#include "check/tab_head.hpp"
#include "leadsheet/messages/tab.hpp"

#include <algorithm>
#include <numeric>

namespace leadsheet::app {

namespace say = messages::tab;

namespace {

// More are named and not looked into.
constexpr std::size_t kMaxTabsLookedAt = 30;
// Past this size (cells as XML), a first tab that fits is not compared with what comes later: the
// texts of a later tab are found behind those of all tabs before it.
constexpr std::uint64_t kMaxBytesCompared = 64ULL << 20;

struct Fit {
    std::size_t mapped = 0; ///< columns that fill a field
    bool complete = false;  ///< with all that an order needs
};

std::string quoted(const std::string& name) {
    return "\"" + name + "\"";
}

Fit fitOf(RowSource& source, std::size_t sheet, const CheckOptions& options,
          const SpecForHeader& specFor) {
    const auto head = readHead(source, sheet, options.decisions);
    if (!head)
        return {};
    const auto header = chooseHeader(*head, options.headerRow);
    if (!header)
        return {};
    const std::vector<std::string> names = columnNames(*head, *header);
    const auto map =
        makeMap(names, dataRows(*head, *header), specFor(names), options.learned.get());
    if (!map)
        return {};
    return {map->columns.size(), !map->columns.empty() && !missingTargets(*map)};
}

std::vector<Fit> fitsOf(RowSource& source, const std::vector<SheetInfo>& sheets,
                        const CheckOptions& options, const SpecForHeader& specFor) {
    const std::uint64_t bytes = std::accumulate(
        sheets.begin(), sheets.end(), std::uint64_t{0},
        [](std::uint64_t sum, const SheetInfo& sheet) { return sum + sheet.sizeHint; });
    std::vector<Fit> fits(sheets.size());
    for (std::size_t i = 0; i < sheets.size() && i < kMaxTabsLookedAt; ++i) {
        fits[i] = fitOf(source, i, options, specFor);
        if (fits[i].complete && bytes > kMaxBytesCompared &&
            sheets[i].visibility == SheetVisibility::Visible)
            break;
    }
    return fits;
}

/// The first of those that fit about as well as the best: workbooks keep one list in several tabs,
/// which differ by a column or two. Hidden ones only when there is no other tab, and those whose
/// name speaks against them only when no other is complete.
std::size_t bestOf(const std::vector<SheetInfo>& sheets, const std::vector<Fit>& fits) {
    const bool anyVisible = std::any_of(sheets.begin(), sheets.end(), [](const SheetInfo& sheet) {
        return sheet.visibility == SheetVisibility::Visible;
    });
    const auto isOpen = [&](std::size_t i) {
        return !anyVisible || sheets[i].visibility == SheetVisibility::Visible;
    };
    bool plainIsComplete = false;
    for (std::size_t i = 0; i < sheets.size(); ++i)
        plainIsComplete = plainIsComplete || (isOpen(i) && fits[i].complete &&
                                              tabNameOf(sheets[i].name) == TabName::Plain);
    const auto counts = [&](std::size_t i) {
        return isOpen(i) && (!plainIsComplete || tabNameOf(sheets[i].name) == TabName::Plain);
    };
    bool complete = false;
    std::size_t most = 0;
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (counts(i) && (fits[i].complete > complete ||
                          (fits[i].complete == complete && fits[i].mapped > most))) {
            complete = fits[i].complete;
            most = fits[i].mapped;
        }
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (counts(i) && fits[i].complete == complete && fits[i].mapped * 3 >= most * 2)
            return i;
    return 0;
}

std::string listed(const std::vector<UnreadTab>& tabs, bool hidden) {
    std::string names;
    for (const UnreadTab& tab : tabs)
        if (tab.fits && tab.hidden == hidden && (hidden || tab.says == TabName::Plain))
            names += (names.empty() ? "" : ", ") + quoted(tab.name);
    return names;
}

} // namespace

TabChoice chooseTab(RowSource& source, const CheckOptions& options, const SpecForHeader& specFor) {
    const std::vector<SheetInfo> sheets(source.sheets().begin(), source.sheets().end());
    TabChoice choice;
    if (sheets.size() < 2) {
        const auto says = isWorkbook(source.format()) && !sheets.empty()
                              ? tabNameMessage(tabNameOf(sheets.front().name))
                              : Message();
        if (!says.empty())
            choice.reason = {say::onlyTabReadAnyway(sheets.front().name, says)};
        return choice;
    }
    const std::vector<Fit> fits = fitsOf(source, sheets, options, specFor);
    choice.sheet = bestOf(sheets, fits);
    const Fit& best = fits[choice.sheet];
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (i != choice.sheet)
            choice.unread.push_back({sheets[i].name,
                                     sheets[i].visibility != SheetVisibility::Visible,
                                     fits[i].complete && fits[i].mapped * 3 >= best.mapped * 2,
                                     tabNameOf(sheets[i].name)});
    const std::string& name = sheets[choice.sheet].name;
    const auto mapped = static_cast<std::int64_t>(best.mapped);
    choice.reason = {best.complete ? say::headerFitsBest(name, mapped)
                                   : say::noTabComplete(name, mapped)};
    const auto add = [&](Message sentence) {
        choice.reason.push_back(std::move(sentence));
    };
    if (const Message says = tabNameMessage(tabNameOf(name)); !says.empty())
        add(say::noOtherTabFits(says));
    if (const std::string names = listed(choice.unread, false); !names.empty())
        add(say::wouldFitToo(names));
    for (const UnreadTab& tab : choice.unread)
        if (tab.fits && !tab.hidden && tab.says != TabName::Plain)
            add(say::wouldFitBut(tab.name, tabNameMessage(tab.says)));
    if (const std::string names = listed(choice.unread, true); !names.empty())
        add(say::wouldFitHidden(names));
    return choice;
}

} // namespace leadsheet::app
