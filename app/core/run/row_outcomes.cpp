// SPDX-License-Identifier: Apache-2.0
#include "run/row_outcomes.hpp"

#include "leadsheet/app/problem_words.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

using submit::RowState;
using submit::SkipReason;

/// The run ordered nothing for the row, and another one may have.
bool mayBeOrderedElsewhere(const submit::RowRecord& row) {
    if (row.key.empty())
        return false;
    if (row.state == RowState::Ready || row.state == RowState::Refused)
        return true;
    return row.state == RowState::Skipped &&
           (row.skipReason == SkipReason::ByPerson || row.skipReason == SkipReason::BeyondLimit ||
            row.skipReason == SkipReason::TakenOver || row.skipReason == SkipReason::Retired ||
            row.skipReason == SkipReason::GivenUp);
}

bool isLeftOutByChoice(const submit::RowRecord& row) {
    return row.state == RowState::Skipped &&
           (row.skipReason == SkipReason::ByPerson || row.skipReason == SkipReason::BeyondLimit);
}

/// Of the same content: whether it has read these tabs.
bool hasRead(const submit::RunInfo& run, const std::vector<RecordedTab>& tabs) {
    return std::none_of(tabs.begin(), tabs.end(), [&](const RecordedTab& tab) {
        const auto& unread = run.spec.unreadTabs;
        return std::find(unread.begin(), unread.end(), tab.name) != unread.end();
    });
}

/// The runs of the same content that have the rows which this one has not, newest first: of a run
/// that orders some rows again, those beside it and the one that it was begun from.
Result<std::vector<submit::RunInfo>>
runsBehind(const submit::Ledger& ledger, const submit::RunInfo& run, const RunRecord& record) {
    std::vector<submit::RunInfo> behind;
    if (run.wholeSheet || run.spec.sourceSha256.empty())
        return behind;
    LEADSHEET_TRY_DONE(ledger.newestRun([&](const submit::RunInfo& other) {
        if (other.id == run.id || other.state < submit::RunState::Approved ||
            other.spec.sourceSha256 != run.spec.sourceSha256 || !hasRead(other, record.tabs) ||
            !submit::isSameAccount(other.spec.account, run.spec.account))
            return false;
        behind.push_back(other);
        return other.wholeSheet && other.id < run.id;
    }));
    return behind;
}

} // namespace

submit::RowFilter contentOf(std::optional<std::string> tab, std::vector<RowState> states) {
    submit::RowFilter filter;
    filter.withContent = true;
    filter.tab = std::move(tab);
    filter.states = std::move(states);
    return filter;
}

OutcomeWalk::OutcomeWalk(const submit::Ledger& ledger, const submit::RunInfo& run, ClockWords clock,
                         submit::RowFilter rows, bool anyRun)
    : ledger_(&ledger)
    , reader_(ledger, run.id, std::move(rows))
    , currency_(run.spec.currency)
    , clock_(std::move(clock))
    , anyRun_(anyRun) {}

const submit::RowRecord* OutcomeWalk::current() {
    while (!ended_ && at_ >= page_.size()) {
        auto page = reader_.next();
        if (!page)
            error_ = page.error();
        ended_ = !page || page->empty();
        page_ = page ? *std::move(page) : std::vector<submit::RowRecord>{};
        at_ = 0;
    }
    return ended_ ? nullptr : &page_[at_];
}

std::optional<OutcomeWalk::Found> OutcomeWalk::of(std::uint32_t row) {
    while (const submit::RowRecord* record = current()) {
        if (record->sourceRow == row)
            return found(*record);
        if (record->sourceRow > row)
            break;
        ++at_;
    }
    return std::nullopt;
}

std::optional<RowOutcome> OutcomeWalk::next() {
    const submit::RowRecord* record = current();
    if (record == nullptr)
        return std::nullopt;
    ++at_;
    return found(*record).outcome;
}

OutcomeWalk::Found OutcomeWalk::found(const submit::RowRecord& row) {
    if (anyRun_ && mayBeOrderedElsewhere(row)) {
        const auto order = submit::newestOrderOf(*ledger_, row);
        if (!order)
            error_ = order.error();
        else if (*order)
            return {words(**order), true};
    }
    Found found{words(row), !isLeftOutByChoice(row)};
    nameOrderBehind(row, found.outcome);
    return found;
}

/// A row that was ordered otherwise before, and not since, is known again by that order.
void OutcomeWalk::nameOrderBehind(const submit::RowRecord& row, RowOutcome& outcome) const {
    const bool hasOrderBehind =
        row.finding == submit::Finding::Changed || row.finding == submit::Finding::OrderedBefore;
    if (!hasOrderBehind || !row.related || submit::isOrdered(row.state))
        return;
    const auto order = ledger_->row(*row.related);
    if (!order || !submit::isOrdered(order->state) || order->key.empty())
        return;
    outcome.key = order->key;
    if (outcome.orderNumber.empty())
        outcome.orderNumber = order->orderNumber;
}

RowOutcome OutcomeWalk::words(const submit::RowRecord& row) const {
    RowOutcome outcome;
    outcome.status =
        row.state == RowState::Ended ? endedName(row) : std::string(submit::name(row.state));
    outcome.orderNumber = row.orderNumber;
    if (row.price) {
        outcome.price = formatPlain({*row.price, currency_});
        outcome.currency = currency_;
    }
    // Without a price, an order that ended has cost nothing.
    if (row.state == RowState::Ended) {
        outcome.charged = formatPlain({row.price.value_or(0), currency_});
        outcome.currency = currency_;
    }
    outcome.code = row.code;
    outcome.message = row.message;
    outcome.key = row.key;
    // Which order a Reference or somebody else bought says more than the reason alone.
    const bool saysMore =
        row.isReferenceTaken() ||
        (!row.message.empty() && row.skipReason != SkipReason::ChangedSinceOrdered);
    if (row.state == RowState::Skipped && !saysMore)
        outcome.message = submit::name(row.skipReason);
    if (row.state == RowState::WillRetry && row.waitUntil)
        outcome.message = "tried again at " + clock_(*row.waitUntil) + ": " + row.message;
    if (!row.problems.empty()) {
        outcome.code = row.problems.front().code;
        outcome.message.clear();
        for (const submit::RowProblem& problem : row.problems)
            outcome.message += (outcome.message.empty() ? "" : " ") + problemText(problem);
    }
    return outcome;
}

SheetOutcomes::SheetOutcomes(const submit::Ledger& ledger, const submit::RunInfo& run,
                             const RunRecord& record, const CheckOptions& sheet,
                             const ClockWords& clock, Corrections corrections,
                             EarlierResults& earlier)
    : corrections_(std::move(corrections))
    , earlier_(earlier) {
    auto runs = runsBehind(ledger, run, record);
    if (!runs) {
        error_ = runs.error();
        return;
    }
    runs->insert(runs->begin(), run);
    const auto add = [&](std::size_t index, const RecordedTab& tab) {
        for (const submit::RunInfo& one : *runs) {
            const auto its = one.id == run.id ? std::optional(record) : recordOf(one);
            const bool several = its && its->tabs.size() > 1;
            walks_[index].emplace_back(ledger, one, clock,
                                       contentOf(several ? std::optional(tab.name) : std::nullopt),
                                       true);
        }
    };
    add(sheet.sheetIndex, record.tabs.front());
    for (std::size_t i = 0; i < sheet.moreTabs.size(); ++i)
        add(sheet.moreTabs[i].sheet, record.tabs[i + 1]);
}

std::optional<OutcomeWalk::Found> SheetOutcomes::inTheLedger(std::size_t sheet, std::uint32_t row) {
    const auto walks = walks_.find(sheet);
    if (walks == walks_.end())
        return std::nullopt;
    for (OutcomeWalk& walk : walks->second) {
        auto found = walk.of(row);
        if (walk.error())
            error_ = walk.error();
        if (found || error_)
            return found;
    }
    return std::nullopt;
}

std::optional<RowOutcome> SheetOutcomes::of(std::size_t sheet, std::uint32_t row) {
    if (error_)
        return std::nullopt;
    auto found = inTheLedger(sheet, row);
    std::optional<RowOutcome> outcome;
    if (found)
        outcome = std::move(found->outcome);
    const bool saysNothingOfAnOrder =
        !outcome || (outcome->key.empty() && outcome->orderNumber.empty());
    if (saysNothingOfAnOrder || !found->isKnown) {
        const auto before = earlier_.of(sheet, row);
        if (before && (!outcome || (!found->isKnown && !before->orderNumber.empty()))) {
            outcome = before;
        } else if (before && saysNothingOfAnOrder) {
            outcome->orderNumber = before->orderNumber;
            outcome->price = before->price;
            outcome->key = before->key;
            outcome->currency = before->currency;
            outcome->charged = before->charged;
        }
    }
    if (const auto correction = corrections_.find({sheet, row});
        outcome && correction != corrections_.end())
        outcome->corrections = correction->second;
    return outcome;
}

std::optional<Error> SheetOutcomes::error() const {
    return error_;
}

} // namespace leadsheet::app
