// SPDX-License-Identifier: Apache-2.0
#include "check/tab_head.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

SampleRow sampleOf(const RowView& row) {
    SampleRow sample;
    sample.row = row.row;
    for (const Cell& cell : row.cells) {
        sample.cells.resize(cell.column);
        sample.cells.emplace_back(cell.text);
    }
    return sample;
}

} // namespace

SheetResult<std::unique_ptr<RowSource>>
openDecided(const std::filesystem::path& path, const CheckOptions& options, std::stop_token stop) {
    SheetOptions sheet = options.sheet;
    if (options.decisions.takesOther(SourceMatter::MergedCells))
        sheet.merged = MergedCells::FillRange;
    auto source = openSheet(path, sheet, std::move(stop));
    if (!source)
        return source;
    return withEdits(std::move(*source), options.edits);
}

SheetResult<std::vector<SampleRow>> readHead(RowSource& source, std::size_t sheet,
                                             const SourceDecisions& decisions) {
    if (auto opened = source.open(sheet); !opened)
        return tl::unexpected(opened.error());
    std::vector<SampleRow> head;
    RowView row;
    while (head.size() < kMapSampleRows) {
        const auto next = source.next(row);
        if (!next)
            return tl::unexpected(next.error());
        if (*next == Next::End)
            break;
        for (std::uint32_t i = 0; !row.blank() && i < row.repeat && head.size() < kMapSampleRows;
             ++i) {
            head.push_back(sampleOf(row));
            head.back().row += i;
        }
        if (row.row >= kMapSampleRows * 2)
            break;
    }
    if (decisions.takesOther(SourceMatter::HiddenColumns))
        for (SampleRow& sample : head)
            for (const std::uint32_t column : source.hiddenColumns())
                if (column < sample.cells.size())
                    sample.cells[column].clear();
    return head;
}

SheetResult<HeaderChoice> chooseHeader(const std::vector<SampleRow>& head,
                                       std::optional<std::uint32_t> stated) {
    if (head.empty())
        return tl::unexpected(SheetError{SheetErrorCode::Empty,
                                         {},
                                         "The sheet has no row with text.",
                                         "Choose another file or tab.",
                                         {}});
    if (!stated)
        return detectHeader(head);
    if (*stated == 0)
        return HeaderChoice{std::nullopt, Confidence::Certain, "Stated: no row has column names."};
    const bool known = std::any_of(head.begin(), head.end(),
                                   [&](const SampleRow& row) { return row.row == *stated; });
    if (!known)
        return tl::unexpected(SheetError{
            SheetErrorCode::HeaderNotFound,
            {*stated, 0, 0},
            "The row is empty, or too far down for column names.",
            "Name a row that has text, or say that no row has column names (--header-row 0).",
            {}});
    return HeaderChoice{stated, Confidence::Certain, "Stated."};
}

std::string headerAdvice(const HeaderChoice& header, std::optional<std::uint32_t> stated) {
    if (stated || (header.row && header.confidence != Confidence::Unsure))
        return {};
    if (!header.row)
        return " No row looks like column names: name the row that has them (--header-row N), or "
               "say that there is none (--header-row 0).";
    return " Row " + std::to_string(*header.row) +
           " was taken for the column names; name another one (--header-row N), or say that there "
           "are none (--header-row 0).";
}

std::vector<SampleRow> dataRows(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    std::vector<SampleRow> rows;
    std::copy_if(head.begin(), head.end(), std::back_inserter(rows),
                 [&](const SampleRow& row) { return row.row >= header.firstDataRow(); });
    return rows;
}

std::size_t headerCells(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    const auto found = std::find_if(head.begin(), head.end(), [&](const SampleRow& row) {
        return row.row == header.row.value_or(0);
    });
    return found == head.end() ? 0 : found->cells.size();
}

SourceState stateOf(const RowSource& source, const std::filesystem::path& path,
                    const SourceDecisions& decisions) {
    SourceState state;
    state.file = path.filename().string();
    state.format = source.format();
    if (const TextDialect* dialect = source.dialect()) {
        state.encoding = dialect->encoding;
        state.delimiter = dialect->delimiter;
    }
    state.decisions = decisions;
    return state;
}

} // namespace leadsheet::app
