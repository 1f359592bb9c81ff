// SPDX-License-Identifier: Apache-2.0
// What several columns of a row say together.
#include "check/place_parts.hpp"
#include "check/row_checker.hpp"
#include "text/names.hpp"

namespace leadsheet::app {

using contract::FieldInfo;

// 11 and 50 are 11-50; an end that is missing leaves that side open.
std::optional<FieldValue> RowChecker::readEnds(Source& source, const RowView& row,
                                               const FieldInfo& field, ProblemSink& problems) {
    const std::string_view lower = trimmed(row.textAt(source.ends->first));
    const std::string_view upper = trimmed(row.textAt(source.ends->second));
    const auto joined = [&] {
        if (upper.empty())
            return std::string(lower) + "+";
        return (lower.empty() ? "<= " : std::string(lower) + "-") + std::string(upper);
    };
    const std::string range = lower == upper ? std::string(lower) : joined();
    const ColumnRule& rule = *source.rule;
    const FieldInput input{source.target.name,
                           range,
                           &rule.transforms,
                           {row.row, row.line, rule.column + 1},
                           rule.header};
    return readKnown(source, input, field, problems);
}

// Each cell is read by itself, so that what is wrong in one is said of that one.
std::optional<FieldValue> RowChecker::readJoined(const Source& source, const RowView& row,
                                                 const FieldInfo& field,
                                                 ProblemSink& problems) const {
    std::vector<JoinedCell> parts;
    bool fine = true;
    const auto read = [&](std::uint32_t column, const std::string& header) {
        const std::string_view cell = row.textAt(column);
        JoinedCell part{{source.target.name,
                         cell,
                         &source.rule->transforms,
                         {row.row, row.line, column + 1},
                         header},
                        {}};
        if (trimmed(cell).empty())
            return;
        auto value = readField(part.input, field, problems);
        // A cell that its column's steps empty leaves the others as they are.
        fine = fine && (value.has_value() || !problems.blocked());
        if (value)
            part.items = std::get<std::vector<std::string>>(std::move(*value));
        parts.push_back(std::move(part));
    };
    read(source.rule->column, source.rule->header);
    for (const JoinedColumn& joined : source.rule->with)
        read(joined.column, joined.header);
    if (!fine)
        return std::nullopt;
    auto items =
        source.items ? joinItems(parts, field, problems) : joinPlaces(parts, field, problems);
    return items.empty() ? std::nullopt : std::optional<FieldValue>(std::move(items));
}

} // namespace leadsheet::app
