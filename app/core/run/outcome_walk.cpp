// SPDX-License-Identifier: Apache-2.0
#include "run/outcome_walk.hpp"

#include "leadsheet/app/problem_words.hpp"
#include "leadsheet/money.hpp"

namespace leadsheet::app {
namespace {

submit::RowFilter contentOf(std::optional<std::string> tab) {
    submit::RowFilter filter;
    filter.withContent = true;
    filter.tab = std::move(tab);
    return filter;
}

} // namespace

OutcomeWalk::OutcomeWalk(const submit::Ledger& ledger, const submit::RunInfo& run,
                         std::function<std::string(WallTime)> clock, std::optional<std::string> tab)
    : reader_(ledger, run.id, contentOf(std::move(tab)))
    , currency_(run.spec.currency)
    , clock_(std::move(clock)) {}

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

std::optional<RowOutcome> OutcomeWalk::of(std::uint32_t row) {
    while (const submit::RowRecord* record = current()) {
        if (record->sourceRow == row)
            return outcome(*record);
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
    return outcome(*record);
}

RowOutcome OutcomeWalk::outcome(const submit::RowRecord& row) const {
    RowOutcome outcome;
    outcome.status = row.state == submit::RowState::Ended ? endedName(row)
                                                          : std::string(submit::name(row.state));
    outcome.orderNumber = row.orderNumber;
    if (row.price) {
        outcome.price = formatPlain({*row.price, currency_});
        outcome.currency = currency_;
    }
    // Without a price, an order that ended has cost nothing.
    if (row.state == submit::RowState::Ended) {
        outcome.charged = formatPlain({row.price.value_or(0), currency_});
        outcome.currency = currency_;
    }
    outcome.code = row.code;
    outcome.message = row.message;
    outcome.key = row.key;
    // Which order a Reference or somebody else bought says more than the reason alone.
    const bool saysMore =
        row.isReferenceTaken() ||
        (!row.message.empty() && row.skipReason != submit::SkipReason::ChangedSinceOrdered);
    if (row.state == submit::RowState::Skipped && !saysMore)
        outcome.message = submit::name(row.skipReason);
    if (row.state == submit::RowState::WillRetry && row.waitUntil)
        outcome.message = "tried again at " + clock_(*row.waitUntil) + ": " + row.message;
    if (!row.problems.empty()) {
        outcome.code = row.problems.front().code;
        outcome.message.clear();
        for (const submit::RowProblem& problem : row.problems)
            outcome.message += (outcome.message.empty() ? "" : " ") + problemText(problem);
    }
    return outcome;
}

} // namespace leadsheet::app
