// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/header.hpp"
#include "leadsheet/app/numbers.hpp"
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

std::string cellOf(const SampleRow& row, std::size_t column) {
    return column < row.cells.size() ? std::string(trimmed(row.cells[column])) : std::string();
}

std::size_t filledIn(const SampleRow& row) {
    return static_cast<std::size_t>(
        std::count_if(row.cells.begin(), row.cells.end(),
                      [](const std::string& cell) { return !trimmed(cell).empty(); }));
}

// Names of groups stand at the first column of each: at least two, fewer than there are columns,
// none of them a number. A single one is the sheet's title.
bool namesGroups(const SampleRow& above, const SampleRow& names) {
    const std::size_t groups = filledIn(above);
    return groups >= 2 && groups < filledIn(names) &&
           std::none_of(above.cells.begin(), above.cells.end(), [](const std::string& cell) {
               return readDecimal(trimmed(cell), 18, NumberStyle::Comma).ok();
           });
}

} // namespace

std::vector<std::string> columnNames(const std::vector<SampleRow>& head,
                                     const HeaderChoice& choice) {
    const SampleRow* row = choice.row ? rowNumbered(head, *choice.row) : nullptr;
    if (row == nullptr)
        return {};
    std::vector<std::string> names = row->cells;
    const SampleRow* above = *choice.row > 1 ? rowNumbered(head, *choice.row - 1) : nullptr;
    if (above == nullptr || !namesGroups(*above, *row))
        return names;
    names.resize(std::max(names.size(), above->cells.size()));
    std::unordered_map<std::string, std::size_t> uses;
    for (const std::string& name : names)
        ++uses[std::string(trimmed(name))];
    std::string group;
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (const std::string own = cellOf(*above, c); !own.empty())
            group = own;
        const std::string name(trimmed(names[c]));
        if (group.empty() || (!name.empty() && uses[name] == 1))
            continue;
        // Below no group of its own, a nameless column is nameless.
        if (name.empty())
            names[c] = cellOf(*above, c);
        else
            names[c] = group + " " + name;
    }
    return names;
}

} // namespace leadsheet::app
