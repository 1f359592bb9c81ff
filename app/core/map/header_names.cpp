// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/header.hpp"
#include "leadsheet/app/numbers.hpp"
#include "map/vocabulary.hpp"
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

// Names of groups stand at the first column of each: at least two, fewer than there are columns,
// none of them a number. A single one is the sheet's title.
bool namesGroups(const SampleRow& above, const SampleRow& names) {
    const std::size_t groups = above.filled();
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
        for (std::size_t c = 0; c < names.cells.size(); ++c)
            names.cells[c] = joined(names.cells[c], std::string(row->textAt(c)));
    }
    return names;
}

} // namespace

std::string_view SampleRow::textAt(std::size_t column) const {
    return column < cells.size() ? trimmed(cells[column]) : std::string_view();
}

std::size_t SampleRow::filled() const {
    return static_cast<std::size_t>(
        std::count_if(cells.begin(), cells.end(),
                      [](const std::string& cell) { return !trimmed(cell).empty(); }));
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
    return rows;
}

std::vector<std::string> columnNames(const std::vector<SampleRow>& head,
                                     const HeaderChoice& choice) {
    if (!choice.row || rowNumbered(head, *choice.row) == nullptr || choice.rows > *choice.row)
        return {};
    const SampleRow row = joinedNames(head, choice);
    std::vector<std::string> names = row.cells;
    const std::uint32_t first = *choice.row - (choice.rows - 1);
    const SampleRow* const above = first > 1 ? rowNumbered(head, first - 1) : nullptr;
    if (above == nullptr || !namesGroups(*above, row))
        return names;
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
        if (!name.empty() && uses[name] == 1 &&
            (widest < 2 || Vocabulary::builtIn().isName(plainName(name))))
            continue;
        // Below no group of its own, a nameless column is nameless.
        names[c] = name.empty() ? std::string(trimmed(own[c])) : joined(groups[c], name);
    }
    return names;
}

} // namespace leadsheet::app
