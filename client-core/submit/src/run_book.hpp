// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/submission.hpp"
#include "verdict.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::submit::detail {

/// In wait_until of a Queued row: its quote no longer holds. Sorts behind every real time.
inline constexpr std::int64_t kNeedsQuote = std::int64_t{1} << 60;

/// The rows of one run while it is sent: every change of state and money, as SQL, with the totals
/// kept alongside. Every function throws StorageFailure and runs inside the caller's Transaction;
/// when that is rolled back, the caller puts the totals back too.
class RunBook {
public:
    RunBook(Database& database, const RunInfo& run);

    const RunTotals& totals() const { return totals_; }
    void setTotals(const RunTotals& totals) { totals_ = totals; }
    const RunInfo& run() const { return run_; }
    std::int64_t cap() const { return cap_; }

    /// Marks up to `limit` rows that are due by `due` Sending and hands them over: rows that wait
    /// for their next attempt first, then queued ones as far as the cap allows. `now` is what the
    /// rows are stamped with; the two differ when the clock was set during the run.
    std::vector<SentRow> takeDue(std::size_t limit, WallTime due, WallTime now);
    /// The same of rows whose keys were used, and which need no order's budget: what those bought
    /// is still to be asked.
    std::vector<SentRow> takeReused(std::size_t limit, WallTime due, WallTime now);
    /// A row handed over was not sent.
    void putBack(const SentRow& row, WallTime now);
    void record(const SentRow& row, const Verdict& verdict, WallTime now);
    /// The service refused because the account ordered the same before: sends the row again where
    /// the person agreed to all that is named, or where one of this run's own rows is just being
    /// ordered; leaves it out otherwise.
    /// `due` is the time that waits are compared with, `now` that which rows are stamped with.
    void weighEquivalents(const SentRow& row, const Verdict& verdict, WallTime due, WallTime now);
    /// Queued rows whose quotes expire no later than `through` (server's clock) need a new one.
    void expireQuotes(WallTime through);

    /// Rows whose accepted quotes no longer hold, counted as if the next attempt were under way.
    std::vector<SentRow> staleRows(std::size_t limit);
    /// A new quote that is not dearer.
    void requote(const SentRow& row, const QuoteOffer& offer, const std::string& body,
                 WallTime now);
    /// Whether an order that the row's key has bought may be of an earlier send of the row.
    bool mayHavePlaced(const SentRow& row, const PlacedOrder& order);
    /// The new price is higher: back to Ready, for the person to decide.
    void unqueue(const SentRow& row, WallTime now);
    /// Settled by the quote's answer.
    void settleStale(const SentRow& row, const Verdict& verdict, WallTime now);

    /// The rest of a stopped run.
    void makeReady(WallTime now);

    /// Whether rows wait because a request budget was used up. It was that of the key then in use.
    bool waitsForBudget(WallTime now);
    void forgetBudgetWaits();
    /// Which orders the keys bought that were answered with idempotency_key_reused is asked again,
    /// however long the run that heard it had to wait for that.
    void lookUpAtOnce();
    /// No row waits beyond `latest` that was written down after `now`: by a clock set back since.
    void shortenWaits(WallTime now, WallTime latest);

    /// When the next row that waits is due.
    std::optional<WallTime> nextDue();
    /// The same of those that takeReused() hands over.
    std::optional<WallTime> nextReusedDue();
    bool hasQueued() const { return totals_.of(RowState::Queued) > 0; }
    /// The next queued row does not fit under the cap.
    bool capReached() const { return capReached_; }

    /// What record() and the others changed since the last call.
    std::vector<RowChange> takeChanges();
    void dropChanges() { changes_.clear(); }

private:
    std::vector<SentRow> select(RowState state, std::int64_t waitFrom, std::int64_t waitTo,
                                std::size_t limit, bool onlyReused = false);
    void take(const SentRow& row, WallTime now);
    void move(RowState from, RowState to, std::int64_t quotedBefore, std::int64_t quotedAfter,
              std::int64_t held);
    std::int64_t* bucket(RowState state);
    void setState(std::int64_t ordinal, RowState state, std::int64_t waitUntil,
                  std::int64_t attempts, WallTime now);

    Database& database_;
    RunInfo run_;
    std::int64_t cap_;
    RunTotals totals_;
    bool mayAcknowledge(RowRef ref, const SentRow& row, const EquivalentOrders& named);

    bool capReached_ = false;
    std::vector<RowChange> changes_;
};

} // namespace leadsheet::submit::detail
