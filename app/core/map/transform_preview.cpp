// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/transform_preview.hpp"

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

} // namespace

TransformPreview previewTransforms(const std::vector<SampleRow>& rows, const ColumnRule& rule,
                                   std::size_t examples) {
    TransformPreview preview;
    std::set<std::string> shown;
    for (const SampleRow& row : rows) {
        if (rule.column >= row.cells.size())
            continue;
        const std::string& before = row.cells[rule.column];
        if (trimmed(before).empty())
            continue;
        ++preview.filled;
        auto after = numbersRead(applyTransforms(before, rule.transforms), rule.transforms);
        if (after == std::vector<std::string>{before})
            continue;
        ++preview.changed;
        if (preview.examples.size() < examples && shown.insert(before).second)
            preview.examples.push_back({row.row, before, std::move(after)});
    }
    return preview;
}

} // namespace leadsheet::app
