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
        for (std::uint32_t i = 0; !row.blank() && i < row.repeat && head.size() < rows; ++i) {
            head.push_back(sampleOf(row));
            head.back().row += i;
        }
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
        return tl::unexpected(SheetError{
            SheetErrorCode::HeaderNotFound,
            {*options.headerRow, 0, 0},
            "The row is empty, or too far down for column names.",
            "Name a row that has text, or say that no row has column names (--header-row 0).",
            {}});
    return HeaderChoice{options.headerRow, Confidence::Certain, "Stated."};
}

/// For a map that fails, which may be because the header was found in the wrong row, or not at all.
std::string headerAdvice(const HeaderChoice& header, const CheckOptions& options) {
    if (options.headerRow || (header.row && header.confidence != Confidence::Unsure))
        return {};
    if (!header.row)
        return " No row looks like column names: name the row that has them (--header-row N), or "
               "say that there is none (--header-row 0).";
    return " Row " + std::to_string(*header.row) +
           " was taken for the column names; name another one (--header-row N), or say that there "
           "are none (--header-row 0).";
}

std::string describeSource(const RowSource& source, const std::filesystem::path& path,
                           const std::vector<std::size_t>& tabs, const HeaderChoice& header) {
    constexpr std::string_view kDot = " \xC2\xB7 ";
    std::string text = path.filename().string();
    for (const std::size_t tab : tabs)
        if (isWorkbook(source.format()))
            text += (tab == tabs.front() ? std::string(kDot) + "tab " : std::string(", ")) +
                    source.sheets()[tab].name;
    if (const TextDialect* dialect = source.dialect()) {
        text += std::string(kDot) + dialect->encoding;
        text += std::string(kDot) + delimiterWord(dialect->delimiter);
    }
    text += kDot;
    text += header.row ? "header row " + std::to_string(*header.row) : "no header row";
    return text;
}

std::vector<SampleRow> dataRows(const std::vector<SampleRow>& head, const HeaderChoice& choice) {
    std::vector<SampleRow> rows;
    std::copy_if(head.begin(), head.end(), std::back_inserter(rows),
                 [&](const SampleRow& row) { return row.row >= choice.firstDataRow(); });
    return rows;
}

} // namespace

namespace {

SheetStats sumOf(SheetStats sum, const SheetStats& tab) {
    sum.bytesRead = tab.bytesRead;
    sum.bytesTotal = tab.bytesTotal;
    sum.rows += tab.rows;
    sum.blankRows += tab.blankRows;
    sum.raggedRows += tab.raggedRows;
    sum.widestRow = std::max(sum.widestRow, tab.widestRow);
    sum.strayQuotes += tab.strayQuotes;
    sum.replacedBytes += tab.replacedBytes;
    sum.strippedNuls += tab.strippedNuls;
    sum.mixedLineEnds = sum.mixedLineEnds || tab.mixedLineEnds;
    sum.hiddenRows += tab.hiddenRows;
    sum.errorCells += tab.errorCells;
    sum.formulasWithoutValue += tab.formulasWithoutValue;
    sum.roundedNumbers += tab.roundedNumbers;
    sum.mergedRanges += tab.mergedRanges;
    return sum;
}

} // namespace

struct SheetCheck::Impl {
    // One tab of the run: what was found in it and how its rows are read.
    struct Tab {
        HeaderChoice header;
        std::vector<SampleRow> head;
        ColumnMap map;
        std::optional<RowChecker> checker;
    };

    SheetResult<std::unique_ptr<Tab>> openTab(std::size_t index);
    SheetResult<bool> nextTab();
    SheetResult<Next> nextRow(RowView& row);
    SheetStats stats() const { return sumOf(earlier, source->stats()); }
    const std::string& tabName(std::size_t index) const { return source->sheets()[index].name; }

    std::filesystem::path path;
    CheckOptions options;
    std::unique_ptr<RowSource> source;
    std::optional<RowView> repeated; // what is left of a row that stands for several
    std::vector<std::size_t> tabs;   // indexes, in the order they are read
    std::size_t at = 0;              // in `tabs`
    std::unique_ptr<Tab> first;
    std::unique_ptr<Tab> later; // the tab being read when it is not the first
    SheetStats earlier;         // of the tabs that were read
    SeenRows seen;
    SummaryBuilder summary;
};

SheetResult<std::unique_ptr<SheetCheck::Impl::Tab>> SheetCheck::Impl::openTab(std::size_t index) {
    if (auto opened = source->open(index); !opened)
        return tl::unexpected(opened.error());
    auto tab = std::make_unique<Tab>();
    auto head = readHead(*source, index, kMapSampleRows);
    if (!head)
        return tl::unexpected(head.error());
    tab->head = std::move(*head);
    auto header = chooseHeader(tab->head, options);
    if (!header)
        return tl::unexpected(header.error());
    tab->header = std::move(*header);
    auto map = makeMap(columnNames(tab->head, tab->header), dataRows(tab->head, tab->header),
                       options.map, options.learned.get());
    std::optional<SheetError> failed = map ? missingTargets(*map) : std::optional(map.error());
    if (failed) {
        if (failed->code == SheetErrorCode::MapIncomplete ||
            failed->code == SheetErrorCode::MapUnknownColumn)
            failed->wayOut += headerAdvice(tab->header, options);
        return tl::unexpected(std::move(*failed));
    }
    tab->map = std::move(*map);
    tab->checker.emplace(tab->map, tabName(index), tabs.size() > 1, seen);
    return tab;
}

// False after the last tab.
SheetResult<bool> SheetCheck::Impl::nextTab() {
    if (at + 1 == tabs.size())
        return false;
    earlier = stats();
    auto tab = openTab(tabs[++at]);
    if (!tab) {
        SheetError error = tab.error();
        error.reason = "Tab \"" + tabName(tabs[at]) + "\": " + error.reason;
        return tl::unexpected(std::move(error));
    }
    later = std::move(*tab);
    return true;
}

SheetResult<Next> SheetCheck::Impl::nextRow(RowView& row) {
    while (!repeated) {
        RowView given;
        const auto next = source->next(given);
        if (!next)
            return next;
        if (*next == Next::Row) {
            repeated = given;
            break;
        }
        const auto more = nextTab();
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            return Next::End;
    }
    row = *repeated;
    row.repeat = 1;
    ++repeated->row;
    if (--repeated->repeat == 0)
        repeated.reset();
    return Next::Row;
}

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
    impl->path = path;
    impl->options = options;
    impl->source = withEdits(std::move(*source), options.edits);
    impl->tabs = {options.sheetIndex};
    impl->tabs.insert(impl->tabs.end(), options.moreSheets.begin(), options.moreSheets.end());
    auto tab = impl->openTab(options.sheetIndex);
    if (!tab)
        return tl::unexpected(tab.error());
    impl->first = std::move(*tab);
    return SheetCheck(std::move(impl));
}

SheetResult<Next> SheetCheck::next(CheckedRow& result) {
    RowView row;
    for (;;) {
        const auto next = impl_->nextRow(row);
        if (!next || *next == Next::End)
            return next;
        Impl::Tab& tab = impl_->later ? *impl_->later : *impl_->first;
        if (row.row < tab.header.firstDataRow())
            continue;
        if (row.hidden && !impl_->options.includeHidden) {
            impl_->summary.addHidden();
            continue;
        }
        tab.checker->check(row, result);
        result.sheet = impl_->tabs[impl_->at];
        impl_->summary.add(result);
        return Next::Row;
    }
}

CheckSummary SheetCheck::summary() const {
    return impl_->summary.build(impl_->stats());
}

const HeaderChoice& SheetCheck::header() const {
    return impl_->first->header;
}

const ColumnMap& SheetCheck::map() const {
    return impl_->first->map;
}

const std::vector<SampleRow>& SheetCheck::head() const {
    return impl_->first->head;
}

const RowSource& SheetCheck::source() const {
    return *impl_->source;
}

const std::string& SheetCheck::sha256() const {
    return impl_->source->sha256();
}

std::string SheetCheck::describe() const {
    const CheckSummary summary = impl_->summary.build(impl_->stats());
    std::string text =
        describeSource(*impl_->source, impl_->path, impl_->tabs, impl_->first->header);
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
    auto opened = openSheet(path, options.sheet, std::move(stop));
    if (!opened)
        return tl::unexpected(opened.error());
    const auto source = withEdits(std::move(*opened), options.edits);
    if (auto tab = source->open(options.sheetIndex); !tab)
        return tl::unexpected(tab.error());
    auto head = readHead(*source, options.sheetIndex, kMapSampleRows);
    if (!head)
        return tl::unexpected(head.error());
    auto header = chooseHeader(*head, options);
    if (!header)
        return tl::unexpected(header.error());
    SheetOverview overview;
    overview.format = source->format();
    overview.sheets.assign(source->sheets().begin(), source->sheets().end());
    if (const TextDialect* dialect = source->dialect())
        overview.dialect = *dialect;
    overview.text = describeSource(*source, path, {options.sheetIndex}, *header);
    overview.header = std::move(*header);
    overview.head = std::move(*head);
    return overview;
}

} // namespace leadsheet::app
