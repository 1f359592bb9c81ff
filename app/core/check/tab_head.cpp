// SPDX-License-Identifier: Apache-2.0
#include "check/tab_head.hpp"

#include "check/line_meaning.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::app {

namespace say = messages::sheet;

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
    LEADSHEET_TRY_DONE(source.open(sheet));
    std::vector<SampleRow> head;
    RowView row;
    while (head.size() < kMapSampleRows) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
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
                                         {messages::check::sheetWithoutText()},
                                         {messages::check::chooseOtherFileOrTab()},
                                         {}});
    if (!stated)
        return detectHeader(head);
    if (*stated == 0)
        return HeaderChoice{std::nullopt, Confidence::Certain, {messages::check::statedNoHeader()}};
    const bool known = std::any_of(head.begin(), head.end(),
                                   [&](const SampleRow& row) { return row.row == *stated; });
    if (!known)
        return tl::unexpected(SheetError{SheetErrorCode::HeaderNotFound,
                                         {*stated, 0, 0},
                                         {messages::check::headerRowNotFound()},
                                         {messages::check::nameRowWithText()},
                                         {}});
    return statedHeader(head, *stated);
}

std::vector<Message> headerAdvice(const HeaderChoice& header, std::optional<std::uint32_t> stated) {
    if (stated)
        return {};
    if (header.tooFarDown)
        return {
            say::namesBelowSearchedRows(*header.tooFarDown, kHeaderSearchRows, *header.tooFarDown)};
    if (header.row && header.confidence != Confidence::Unsure)
        return {};
    if (!header.row)
        return {say::noNamesNameRow()};
    return {say::rowTakenForNames(*header.row)};
}

std::optional<SheetError> turnedSheet(const std::vector<SampleRow>& head) {
    constexpr std::size_t kFewestFields = 3;
    std::set<std::string> fields;
    std::vector<std::string> names;
    std::size_t rows = 0;
    for (const SampleRow& row : head) {
        const std::string_view name = row.textAt(0);
        if (name.empty())
            continue;
        ++rows;
        const NameMeaning meaning = meaningOf(name);
        if (meaning.fit >= NameFit::Core && row.filled() > 1 &&
            fields.insert(meaning.target).second)
            names.push_back("\"" + std::string(name) + "\"");
    }
    if (fields.size() < kFewestFields || fields.size() * 2 <= rows)
        return std::nullopt;
    names.resize(kFewestFields);
    return SheetError{SheetErrorCode::MapIncomplete,
                      {},
                      {messages::map::sheetTurned(names)},
                      {messages::map::turnSheet()},
                      {}};
}

std::vector<SheetNote> notesAbove(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    std::vector<SheetNote> notes;
    for (const SampleRow& row : head)
        if (header.row && row.row + header.rows <= *header.row)
            for (std::size_t column = 0; column < row.cells.size(); ++column)
                if (const std::string_view text = row.textAt(column); isTellingNote(text))
                    notes.push_back({row.row, std::string(text)});
    return notes;
}

std::size_t headerCells(const std::vector<SampleRow>& head, const HeaderChoice& header) {
    std::size_t cells = 0;
    for (const SampleRow& row : head)
        if (header.row && row.row <= *header.row && row.row + header.rows > *header.row)
            cells = std::max(cells, row.cells.size());
    return cells;
}

SourceState stateOf(const RowSource& source, const std::filesystem::path& path,
                    const SourceDecisions& decisions) {
    SourceState state;
    state.file = path.filename().string();
    state.format = source.format();
    if (const TextDialect* dialect = source.dialect()) {
        state.encoding = dialect->encoding;
        state.delimiter = dialect->delimiter;
        state.quote = dialect->quote;
        state.blankBeforeQuote = dialect->blankBeforeQuote;
        state.aligned = !dialect->columnStarts.empty();
    }
    state.decisions = decisions;
    return state;
}

} // namespace leadsheet::app
