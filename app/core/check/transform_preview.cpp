// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/transform_preview.hpp"

#include "check/place_parts.hpp"
#include "map/transform.hpp"
#include "text/names.hpp"

#include <set>

namespace leadsheet::app {
namespace {

// A number step reads a number in its style; what it changes is how the text is understood.
std::vector<std::string> numbersRead(std::vector<std::string> pieces,
                                     const std::vector<Transform>& steps) {
    if (!hasStep(steps, TransformKind::Number))
        return pieces;
    for (std::string& piece : pieces) {
        const NumberReading reading = readDecimal(piece, 18, numberStyle(steps));
        if (reading.ok())
            piece = plainNumber(reading);
    }
    return pieces;
}

// As the check joins them; what it would refuse is shown as far as it goes.
std::vector<std::string> joinedPlace(const SampleRow& row, const ColumnRule& rule) {
    static const contract::FieldInfo kAnyText{};
    std::vector<JoinedCell> parts;
    for (const std::uint32_t column : rule.columns())
        if (const std::string_view cell = row.textAt(column); !cell.empty())
            parts.push_back({{}, applyTransforms(cell, rule.transforms)});
    std::vector<Problem> ignored;
    ProblemSink sink(ignored);
    return joinPlaces(parts, kAnyText, sink);
}

// The cells that a rule reads in a row, as they stand.
std::string cellsOf(const SampleRow& row, const ColumnRule& rule) {
    std::string text = rule.column < row.cells.size() ? row.cells[rule.column] : std::string();
    for (const JoinedColumn& joined : rule.with)
        if (!row.textAt(joined.column).empty())
            text += (text.empty() ? "" : " | ") + row.cells[joined.column];
    return text;
}

} // namespace

TransformPreview previewTransforms(const std::vector<SampleRow>& rows, const ColumnRule& rule,
                                   std::size_t examples) {
    TransformPreview preview;
    std::set<std::string> shown;
    for (const SampleRow& row : rows) {
        const std::string before = cellsOf(row, rule);
        if (trimmed(before).empty())
            continue;
        ++preview.filled;
        auto after = rule.with.empty()
                         ? numbersRead(applyTransforms(before, rule.transforms), rule.transforms)
                         : joinedPlace(row, rule);
        if (after == std::vector<std::string>{before})
            continue;
        ++preview.changed;
        if (preview.examples.size() < examples && shown.insert(before).second)
            preview.examples.push_back({row.row, before, std::move(after)});
    }
    return preview;
}

} // namespace leadsheet::app
