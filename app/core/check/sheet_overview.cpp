// SPDX-License-Identifier: Apache-2.0
#include "check/row_decider.hpp"
#include "check/tab_head.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::app {

SheetResult<SheetOverview> inspectSheet(const std::filesystem::path& path,
                                        const CheckOptions& options, std::stop_token stop) {
    LEADSHEET_TRY(auto source, openDecided(path, options, std::move(stop)));
    return inspectSheet(*source, path, options);
}

SheetResult<SheetOverview> inspectSheet(RowSource& source, const std::filesystem::path& path,
                                        const CheckOptions& options) {
    LEADSHEET_TRY(auto head, readHead(source, options.sheetIndex, options.decisions));
    LEADSHEET_TRY(auto header, chooseHeader(head, options.headerRow));
    SheetOverview overview;
    overview.format = source.format();
    overview.sheets.assign(source.sheets().begin(), source.sheets().end());
    if (const TextDialect* dialect = source.dialect())
        overview.dialect = *dialect;
    overview.state = stateOf(source, path, options.decisions);
    const SheetInfo& sheet = overview.sheets[options.sheetIndex];
    overview.state.tabs.push_back(
        {sheet.name, header.row, sheet.visibility != SheetVisibility::Visible});
    overview.text = stripText(sourceStrip(overview.state));
    overview.header = std::move(header);
    overview.head = std::move(head);
    return overview;
}

SheetResult<SourceCounts> countSource(const std::filesystem::path& path,
                                      const CheckOptions& options, std::stop_token stop) {
    LEADSHEET_TRY(auto source, openDecided(path, options, std::move(stop)));
    LEADSHEET_TRY_DONE(source->open(options.sheetIndex));
    const std::uint32_t headerRow = options.headerRow.value_or(0);
    std::optional<RowDecider> decider;
    std::size_t headerWidth = 0;
    RowFindings findings;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source->next(row));
        if (next == Next::End)
            break;
        if (row.row == headerRow && !row.cells.empty())
            headerWidth = row.cells.back().column + 1U;
        if (row.row <= headerRow && row.row + (row.repeat - 1) <= headerRow)
            continue;
        if (!decider)
            decider.emplace(options.decisions, *source, headerRow + 1, headerWidth, ReadColumns());
        // A blank row may stand for a million of them.
        const std::uint32_t repeat = row.blank() ? 1 : row.repeat;
        for (std::uint32_t i = 0; i < repeat; ++i) {
            RowView one = row;
            one.row = row.row + i;
            if (one.row > headerRow)
                decider->decide(one, findings);
        }
    }
    return decider ? decider->counts() : SourceCounts();
}

} // namespace leadsheet::app
