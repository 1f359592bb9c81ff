// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"

#include "check/row_checker.hpp"
#include "check/summary.hpp"
#include "leadsheet/app/display.hpp"
#include "sheet/delimiter_sniff.hpp"
#include "text/names.hpp"

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

// Reads rows for header and map, then starts the sheet again from its first row.
SheetResult<std::vector<SampleRow>> readHead(RowSource& source, std::size_t sheet,
                                             std::uint32_t rows) {
    std::vector<SampleRow> head;
    RowView row;
    while (head.size() < rows) {
        const auto next = source.next(row);
        if (!next)
            return tl::unexpected(next.error());
        if (*next == Next::End)
            break;
        if (!row.blank())
            head.push_back(sampleOf(row));
        if (row.row >= rows * 2)
            break;
    }
    if (auto again = source.open(sheet); !again)
        return tl::unexpected(again.error());
    return head;
}

SheetResult<HeaderChoice> chooseHeader(const std::vector<SampleRow>& head,
                                       const CheckOptions& options) {
    if (head.empty())
        return tl::unexpected(SheetError{SheetErrorCode::Empty,
                                         {},
                                         "The sheet has no row with text.",
                                         "Choose another file or tab.",
                                         {}});
    if (!options.headerRow)
        return detectHeader(head);
    if (*options.headerRow == 0)
        return HeaderChoice{std::nullopt, Confidence::Certain, "Stated: no row has column names."};
    const bool known = std::any_of(head.begin(), head.end(), [&](const SampleRow& row) {
        return row.row == *options.headerRow;
    });
    if (!known)
        return tl::unexpected(
            SheetError{SheetErrorCode::HeaderNotFound,
                       {*options.headerRow, 0, 0},
                       "The row is empty, or too far down for column names.",
                       "Name a row that has text, or 0 when no row has column names.",
                       {}});
    return HeaderChoice{options.headerRow, Confidence::Certain, "Stated."};
}

std::string describeSource(const RowSource& source, const HeaderChoice& header) {
    constexpr std::string_view kDot = " \xC2\xB7 ";
    std::string text = source.sheets().empty() ? std::string() : source.sheets().front().name;
    if (const TextDialect* dialect = source.dialect()) {
        text += std::string(kDot) + dialect->encoding;
        text += std::string(kDot) + delimiterWord(dialect->delimiter);
    }
    text += kDot;
    text += header.row ? "header row " + std::to_string(*header.row) : "no header row";
    return text;
}

std::vector<std::string> headerNames(const std::vector<SampleRow>& head,
                                     const HeaderChoice& choice) {
    for (const SampleRow& row : head)
        if (choice.row && row.row == *choice.row)
            return row.cells;
    return {};
}

std::vector<SampleRow> dataRows(const std::vector<SampleRow>& head, const HeaderChoice& choice) {
    std::vector<SampleRow> rows;
    std::copy_if(head.begin(), head.end(), std::back_inserter(rows),
                 [&](const SampleRow& row) { return row.row >= choice.firstDataRow(); });
    return rows;
}

} // namespace

struct SheetCheck::Impl {
    std::unique_ptr<RowSource> source;
    HeaderChoice header;
    std::vector<SampleRow> head;
    ColumnMap map;
    bool includeHidden = false;
    std::optional<RowChecker> checker;
    SummaryBuilder summary;
};

SheetCheck::SheetCheck(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
SheetCheck::SheetCheck(SheetCheck&&) noexcept = default;
SheetCheck& SheetCheck::operator=(SheetCheck&&) noexcept = default;
SheetCheck::~SheetCheck() = default;

SheetResult<SheetCheck> SheetCheck::open(const std::filesystem::path& path,
                                         const CheckOptions& options, std::stop_token stop) {
    auto impl = std::make_unique<Impl>();
    auto source = openSheet(path, options.sheet, std::move(stop));
    if (!source)
        return tl::unexpected(source.error());
    impl->source = std::move(*source);
    if (options.sheetIndex != 0)
        if (auto opened = impl->source->open(options.sheetIndex); !opened)
            return tl::unexpected(opened.error());
    auto head = readHead(*impl->source, options.sheetIndex, kMapSampleRows);
    if (!head)
        return tl::unexpected(head.error());
    impl->head = std::move(*head);
    auto header = chooseHeader(impl->head, options);
    if (!header)
        return tl::unexpected(header.error());
    impl->header = std::move(*header);
    auto map = makeMap(headerNames(impl->head, impl->header), dataRows(impl->head, impl->header),
                       options.map);
    if (!map)
        return tl::unexpected(map.error());
    if (auto missing = missingTargets(*map)) {
        if (!impl->header.row || impl->header.confidence == Confidence::Unsure)
            missing->wayOut += " If the column names are in another row, name it (--header-row).";
        return tl::unexpected(std::move(*missing));
    }
    impl->map = std::move(*map);
    impl->includeHidden = options.includeHidden;
    impl->checker.emplace(impl->map, impl->source->sheets()[options.sheetIndex].name);
    return SheetCheck(std::move(impl));
}

SheetResult<Next> SheetCheck::next(CheckedRow& result) {
    RowView row;
    for (;;) {
        const auto next = impl_->source->next(row);
        if (!next || *next == Next::End)
            return next;
        if (row.row < impl_->header.firstDataRow())
            continue;
        if (row.hidden && !impl_->includeHidden) {
            impl_->summary.addHidden();
            continue;
        }
        impl_->checker->check(row, result);
        impl_->summary.add(result);
        return Next::Row;
    }
}

CheckSummary SheetCheck::summary() const {
    return impl_->summary.build(impl_->source->stats());
}

const HeaderChoice& SheetCheck::header() const {
    return impl_->header;
}

const ColumnMap& SheetCheck::map() const {
    return impl_->map;
}

const std::vector<SampleRow>& SheetCheck::head() const {
    return impl_->head;
}

const RowSource& SheetCheck::source() const {
    return *impl_->source;
}

const std::string& SheetCheck::sha256() const {
    return impl_->source->sha256();
}

std::string SheetCheck::describe() const {
    const CheckSummary summary = impl_->summary.build(impl_->source->stats());
    std::string text = describeSource(*impl_->source, impl_->header);
    if (summary.rows > 0)
        text += " \xC2\xB7 " + displayCount(static_cast<std::int64_t>(summary.rows), "row", "rows");
    if (summary.hidden > 0)
        text +=
            " \xC2\xB7 " +
            displayCount(static_cast<std::int64_t>(summary.hidden), "hidden row", "hidden rows") +
            " skipped";
    return text;
}

SheetResult<SheetOverview> inspectSheet(const std::filesystem::path& path,
                                        const CheckOptions& options, std::stop_token stop) {
    auto source = openSheet(path, options.sheet, std::move(stop));
    if (!source)
        return tl::unexpected(source.error());
    if (auto opened = (*source)->open(options.sheetIndex); !opened)
        return tl::unexpected(opened.error());
    auto head = readHead(**source, options.sheetIndex, kMapSampleRows);
    if (!head)
        return tl::unexpected(head.error());
    auto header = chooseHeader(*head, options);
    if (!header)
        return tl::unexpected(header.error());
    SheetOverview overview;
    overview.format = (*source)->format();
    overview.sheets.assign((*source)->sheets().begin(), (*source)->sheets().end());
    if (const TextDialect* dialect = (*source)->dialect())
        overview.dialect = *dialect;
    overview.text = describeSource(**source, *header);
    overview.header = std::move(*header);
    overview.head = std::move(*head);
    return overview;
}

} // namespace leadsheet::app
