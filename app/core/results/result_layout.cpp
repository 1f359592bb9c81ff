// SPDX-License-Identifier: Apache-2.0
#include "results/result_layout.hpp"

#include "leadsheet/decimal.hpp"
#include "leadsheet/messages/container.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

constexpr std::size_t kPriceColumn = 2; // in kResultHeaders
constexpr std::size_t kCurrencyColumn = 6;
constexpr std::size_t kChargedColumn = 8;

bool hasFormulas(const SheetExtent& extent, std::size_t column) {
    return column < extent.formulaColumns.size() && extent.formulaColumns[column];
}

std::optional<std::uint32_t> earlierColumn(const SheetExtent& extent, std::size_t result) {
    const std::string wanted = plainName(kResultHeaders[result]);
    for (std::size_t column = 0; column < extent.headers.size(); ++column)
        if (!extent.headers[column].empty() && plainName(extent.headers[column]) == wanted &&
            !hasFormulas(extent, column))
            return static_cast<std::uint32_t>(column);
    return std::nullopt;
}

} // namespace

SheetResult<std::vector<ResultColumn>> placeResults(const SheetExtent& extent,
                                                    std::uint32_t maxColumns) {
    std::vector<ResultColumn> columns;
    std::vector<std::size_t> missing;
    for (std::size_t result = 0; result < kResultHeaders.size(); ++result) {
        if (const auto earlier = earlierColumn(extent, result))
            columns.push_back({*earlier, result, false});
        else
            missing.push_back(result);
    }
    const std::size_t needed = missing.size();
    std::size_t next = std::max(extent.usedColumns, extent.mergedColumns);
    // A note merged over the whole width is not a reason to give up.
    if (next + needed > maxColumns)
        next = extent.usedColumns;
    if (next + needed > maxColumns)
        return tl::unexpected(
            SheetError{SheetErrorCode::LimitExceeded,
                       {},
                       {say::noRoomForResults(columnLetter(extent.usedColumns - 1),
                                              static_cast<std::int64_t>(needed))},
                       {say::removeOrMoveColumns()},
                       {}});
    for (const std::size_t result : missing)
        columns.push_back({static_cast<std::uint32_t>(next++), result, true});
    std::sort(columns.begin(), columns.end(),
              [](const ResultColumn& a, const ResultColumn& b) { return a.column < b.column; });
    return columns;
}

const std::string* textFor(const RowPlan& plan, const ResultColumn& target) {
    const bool left = plan.kind == RowPlan::Kind::Leave ||
                      (plan.kind == RowPlan::Kind::Header && !target.added) ||
                      (plan.kind == RowPlan::Kind::Clear && target.added);
    return left ? nullptr : &plan.texts[target.result];
}

bool isAmount(const RowPlan& plan, const ResultColumn& target) {
    const std::string* const text = textFor(plan, target);
    const bool ofMoney = target.result == kPriceColumn || target.result == kChargedColumn;
    return plan.kind == RowPlan::Kind::Write && ofMoney && text != nullptr &&
           !plan.texts[kCurrencyColumn].empty() && Decimal::parse(*text);
}

bool changesRow(const RowPlan& plan, std::span<const ResultColumn> columns) {
    return std::any_of(columns.begin(), columns.end(), [&](const ResultColumn& target) {
        return textFor(plan, target) != nullptr;
    });
}

ResultTexts textsOf(const RowOutcome& outcome) {
    std::uint64_t replaced = 0;
    ResultTexts texts = {outcome.status,   outcome.orderNumber, outcome.price,
                         outcome.code,     outcome.message,     outcome.key,
                         outcome.currency, outcome.corrections, outcome.charged};
    for (std::string& text : texts)
        text = repairUtf8(text, replaced);
    return texts;
}

std::vector<ResultsTab> tabsOf(const ResultsOptions& options) {
    std::vector<ResultsTab> tabs{{options.sheetIndex, options.headerRow}};
    tabs.insert(tabs.end(), options.moreTabs.begin(), options.moreTabs.end());
    return tabs;
}

RowPlan RowPlanner::plan(std::uint32_t row) const {
    RowPlan plan;
    const std::uint32_t firstData = headerRow_ ? *headerRow_ + 1 : 1;
    if (headerRow_ && row == *headerRow_) {
        plan.kind = RowPlan::Kind::Header;
        std::copy(kResultHeaders.begin(), kResultHeaders.end(), plan.texts.begin());
    } else if (row >= firstData) {
        const auto found = outcome_(row);
        plan.kind = found ? RowPlan::Kind::Write : RowPlan::Kind::Clear;
        if (found)
            plan.texts = textsOf(*found);
    }
    return plan;
}

void RowPlanner::count(const RowPlan& plan, bool blank, std::uint64_t rows) const {
    if (plan.kind == RowPlan::Kind::Write)
        report_.rows += rows;
    else if (plan.kind == RowPlan::Kind::Clear && !blank)
        report_.unmatched += rows;
}

} // namespace leadsheet::app
