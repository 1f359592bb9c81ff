// SPDX-License-Identifier: Apache-2.0
#include "map/header_names.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "map/name_meaning.hpp"
#include "text/html_text.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <unordered_map>

namespace leadsheet::app {
namespace {

const SampleRow* rowNumbered(const std::vector<SampleRow>& head, std::uint32_t number) {
    const auto found = std::find_if(head.begin(), head.end(),
                                    [&](const SampleRow& row) { return row.row == number; });
    return found == head.end() ? nullptr : &*found;
}

// Names of groups stand at the first column of each, or at all of them: at least two, fewer than
// there are columns, none of them a number. A single one is the sheet's title.
bool namesGroups(const SampleRow& above, const SampleRow& names) {
    std::size_t groups = 0;
    for (std::size_t c = 0; c < above.cells.size(); ++c)
        groups += !above.textAt(c).empty() && (c == 0 || above.textAt(c) != above.textAt(c - 1));
    return groups >= 2 && groups < names.filled() &&
           std::none_of(above.cells.begin(), above.cells.end(), [](const std::string& cell) {
               return readDecimal(trimmed(cell), 18, NumberStyle::Comma).ok();
           });
}

/// The row's cells, each held on to until the next; how many columns with names the widest covers.
std::vector<std::string> groupsOver(const SampleRow& above, const std::vector<std::string>& names,
                                    std::size_t& widest) {
    std::vector<std::string> groups(std::max(names.size(), above.cells.size()));
    std::size_t columns = 0;
    for (std::size_t c = 0; c < groups.size(); ++c) {
        groups[c] = above.textAt(c);
        if (!groups[c].empty())
            columns = 0;
        else if (c > 0)
            groups[c] = groups[c - 1];
        if (!groups[c].empty() && c < names.size() && !trimmed(names[c]).empty())
            widest = std::max(widest, ++columns);
    }
    return groups;
}

std::string joined(const std::string& group, const std::string& name) {
    if (group.empty() || plainName(group) == plainName(name))
        return name;
    return name.empty() ? group : group + " / " + name;
}

const Vocabulary& groupWords() {
    return Vocabulary::builtIn();
}

// "Excluded", "Not wanted": denies, and says nothing else.
bool onlyDenies(std::string_view group) {
    const NameWords parts = wordsOfName(group);
    constexpr WordKind kSayLittle =
        WordKind::Plain | WordKind::Wanted | WordKind::Company | WordKind::Person;
    return parts.denies &&
           std::all_of(parts.name.begin(), parts.name.end(),
                       [](const std::string& word) { return groupWords().is(word, kSayLittle); });
}

// What a group denies, or says of somebody else, it says of all its columns: "Excluded / Country",
// "Our rep / Country". How many are ordered is nobody else's.
bool changesName(const std::string& group, const std::string& name) {
    const NameWords parts = wordsOfName(group);
    if (parts.denies)
        return true;
    if (!groupWords().isAny(parts.name, WordKind::Others) ||
        groupWords().isAny(parts.name, WordKind::Wanted))
        return false; // "Our target" is what is wanted
    // What an order is part of says nothing of who is meant.
    for (const std::string& word : parts.name)
        if (isOneOf(word, {"campaign", "campaigns", "kampagne", "campagne", "campana", "campagna",
                           "kampania", "campanha", "deal", "deals", "opportunity", "event",
                           "meeting", "task", "auftrag", "created", "approved", "icp"}))
            return false;
    const std::string plain = plainName(name);
    const auto& weak = groupWords().weakTargets(plain);
    const std::string_view target = weak.empty() ? groupWords().target(plain) : weak.front();
    const auto field = findTarget(target);
    return field && field->info != nullptr && target != kLeadCountTarget && target != "notes";
}

// "Product" in the row above, over a cell that it was merged with.
void nameFromAbove(const SampleRow& above, std::vector<std::string>& names) {
    names.resize(std::max(names.size(), above.cells.size()));
    for (std::size_t c = 0; c < names.size(); ++c)
        if (trimmed(names[c]).empty() && groupWords().isName(plainName(above.textAt(c))))
            names[c] = above.textAt(c);
}

// "open" below "Leads"; "Country" below "Location" says by itself what it holds, and below a name
// of numbers nothing does.
bool needsGroup(const std::string& group, const std::string& name) {
    const std::string plain = plainName(name);
    return !groupWords().isName(plain) ||
           (groupWords().target(plainName(group)) == kLeadCountTarget &&
            groupWords().placePart(plain) == PlacePart::None);
}

/// The cells of the header's rows, joined column by column.
SampleRow joinedNames(const std::vector<SampleRow>& head, const HeaderChoice& choice) {
    SampleRow names;
    for (std::uint32_t number = *choice.row - (choice.rows - 1); number <= *choice.row; ++number) {
        const SampleRow* const row = rowNumbered(head, number);
        if (row == nullptr)
            continue;
        if (choice.rows == 1)
            return *row;
        names.cells.resize(std::max(names.cells.size(), row->cells.size()));
        const SampleRow before = names;
        const auto spread = spreadNames(before, *row);
        for (std::size_t c = 0; c < names.cells.size(); ++c) {
            const std::string name(row->textAt(c));
            const std::string group(spread[c] ? before.textAt(*spread[c]) : std::string_view());
            const bool ofGroup = !group.empty() && needsGroup(group, name);
            names.cells[c] = joined(ofGroup ? group : names.cells[c], name);
        }
    }
    return names;
}

} // namespace

std::vector<std::optional<std::size_t>> spreadNames(const SampleRow& names,
                                                    const SampleRow& below) {
    std::vector<std::optional<std::size_t>> groups(
        std::max(names.cells.size(), below.cells.size()));
    for (std::size_t c = 1; c < groups.size(); ++c) {
        const bool goesOn = names.textAt(c).empty() || names.textAt(c) == names.textAt(c - 1);
        const std::size_t group = groups[c - 1].value_or(c - 1);
        if (!goesOn || names.textAt(group).empty() || below.textAt(c).empty() ||
            below.textAt(c - 1).empty())
            continue;
        groups[c - 1] = groups[c] = group;
    }
    return groups;
}

std::string_view SampleRow::textAt(std::size_t column) const {
    return column < cells.size() ? trimmed(cells[column]) : std::string_view();
}

std::size_t SampleRow::filled() const {
    return static_cast<std::size_t>(
        std::count_if(cells.begin(), cells.end(),
                      [](const std::string& cell) { return !trimmed(cell).empty(); }));
}

bool SampleRow::hasSeveral() const {
    const auto hasText = [](const std::string& cell) {
        return !trimmed(cell).empty();
    };
    const auto first = std::find_if(cells.begin(), cells.end(), hasText);
    return first != cells.end() && std::any_of(first + 1, cells.end(), hasText);
}

std::size_t widthOf(const std::vector<SampleRow>& rows) {
    std::size_t width = 0;
    for (const SampleRow& row : rows)
        width = std::max(width, row.cells.size());
    return width;
}

std::vector<SampleRow> dataRows(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    std::vector<SampleRow> rows;
    std::copy_if(head.begin(), head.end(), std::back_inserter(rows),
                 [&](const SampleRow& row) { return row.row >= header.firstDataRow(); });
    for (SampleRow& row : rows)
        for (std::string& cell : row.cells)
            if (auto plain = withoutHtml(cell))
                cell = *std::move(plain);
    return rows;
}

namespace {

/// What a line above the columns says of all numbers: "All numbers in hundreds".
std::string scaleAbove(const std::vector<SampleRow>& head, std::uint32_t first) {
    for (const SampleRow& row : head)
        if (row.row < first && row.filled() == 1)
            for (std::size_t c = 0; c < row.cells.size(); ++c)
                if (std::string text(row.textAt(c)); isScaleAlone(text)) {
                    std::erase_if(text, [](char sign) {
                        return std::string_view("()[]{}").find(sign) != std::string_view::npos;
                    });
                    return text;
                }
    return {};
}

std::vector<std::string> namesInHeader(const std::vector<SampleRow>& head,
                                       const HeaderChoice& choice) {
    if (!choice.row || rowNumbered(head, *choice.row) == nullptr || choice.rows > *choice.row)
        return {};
    const SampleRow row = joinedNames(head, choice);
    std::vector<std::string> names = row.cells;
    const std::uint32_t first = *choice.row - (choice.rows - 1);
    const SampleRow* const above = first > 1 ? rowNumbered(head, first - 1) : nullptr;
    if (above == nullptr)
        return names;
    const bool grouped = namesGroups(*above, row);
    // One group of them, with columns beside it that belong to none.
    const bool denies = std::any_of(above->cells.begin(), above->cells.end(), onlyDenies);
    if (!grouped && !denies) {
        nameFromAbove(*above, names);
        return names;
    }
    names.resize(std::max(names.size(), above->cells.size()));
    std::size_t widest = 0;
    std::vector<std::string> groups = groupsOver(*above, names, widest);
    std::vector<std::string> own = above->cells;
    own.resize(names.size());
    const SampleRow* const higher = first > 2 ? rowNumbered(head, first - 2) : nullptr;
    if (higher != nullptr && namesGroups(*higher, *above)) {
        std::size_t ignored = 0;
        const std::vector<std::string> over = groupsOver(*higher, names, ignored);
        for (std::size_t c = 0; c < names.size(); ++c)
            groups[c] = joined(c < over.size() ? over[c] : std::string(), groups[c]);
    }
    std::unordered_map<std::string, std::size_t> uses;
    for (const std::string& name : names)
        ++uses[std::string(trimmed(name))];
    for (std::size_t c = 0; c < names.size(); ++c) {
        const std::string name(trimmed(names[c]));
        // A name that says by itself what the column holds needs no group; nor does one below cells
        // that only happen to stand above the names.
        const bool changed = grouped ? changesName(groups[c], name) : onlyDenies(groups[c]);
        if (!changed && (!grouped || (!name.empty() && uses[name] == 1 &&
                                      (widest < 2 || groupWords().isName(plainName(name))))))
            continue;
        // Below no group of its own, a nameless column is nameless.
        names[c] = name.empty() ? std::string(trimmed(own[c])) : joined(groups[c], name);
    }
    return names;
}

} // namespace

std::vector<std::string> columnNames(const std::vector<SampleRow>& head,
                                     const HeaderChoice& choice) {
    std::vector<std::string> names = namesInHeader(head, choice);
    if (names.empty())
        return names;
    const std::string scale = scaleAbove(head, *choice.row - (choice.rows - 1));
    for (std::string& name : names)
        if (!scale.empty() && meaningOf(name).target == kLeadCountTarget && !namesScale(name))
            name += " (" + scale + ")";
    return names;
}

} // namespace leadsheet::app
