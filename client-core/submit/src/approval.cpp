// SPDX-License-Identifier: Apache-2.0
#include "quoting.hpp"

#include "earlier_orders.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "sheet_history.hpp"
#include "verdict.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace leadsheet::submit::detail {
namespace {

namespace say = messages::ledger;

[[noreturn]] void refuse(ErrorCode code, std::vector<Message> why) {
    throw StorageFailure(localError(code, std::move(why)));
}

/// A Ready row with what it asks for.
struct ReadyToQueue {
    RowRecord row;
    bool guarded = false; ///< its price says which orders the service knows
};

std::vector<ReadyToQueue> pageOfReady(Database& database, std::int64_t run, std::int64_t after) {
    constexpr std::int64_t kPage = 500;
    static const std::string kSql =
        std::string("SELECT") + kRowColumns +
        ", guarded, (SELECT request FROM contents AS c WHERE c.run = rows.run"
        " AND c.ordinal = rows.ordinal)"
        " FROM rows WHERE run = ?1 AND ordinal > ?2 AND state IN (0) ORDER BY ordinal LIMIT ?3";
    std::vector<ReadyToQueue> rows;
    Statement found = database.use(kSql.c_str());
    found.bind(run, after, kPage);
    while (found.next()) {
        rows.push_back({readRow(found), found.integer(kRowColumnCount) != 0});
        RowRecord& row = rows.back().row;
        row.request = found.text(kRowColumnCount + 1);
        refuseLostText(database, row.ref, row.request);
        refuseDisorder(database, row.ref, {run, after});
        after = row.ref.ordinal;
    }
    return rows;
}

/// One approval, inside one transaction: either everything is queued or nothing.
class Approver {
public:
    Approver(LedgerStore& store, const RunInfo& run)
        : database_(store.database())
        , now_(store.now())
        , run_(run)
        , account_(accountOfRun(database_, run.id.value))
        , anyOrdered_(run.totals.of(RowState::Placed) + run.totals.of(RowState::AlreadyOrdered) >
                      0) {}

    void approve(const ReadyToQueue& ready) {
        const RowRecord& row = ready.row;
        const auto other = findByKey(database_, account_, row.key, run_.id.value);
        if (other && isOrdered(other->state)) {
            useOrder(row, *other);
        } else if (other && isLive(other->state)) {
            takeOver(ready, *other);
        } else {
            queue(ready);
        }
    }

    void leaveOut(const RowRecord& row) { set(row, RowState::Skipped, SkipReason::BeyondLimit); }

    std::int64_t amount() const { return amount_; }
    /// The part of it that rows may hold already that were sent by an earlier run.
    std::int64_t maybeOrdered() const { return maybeOrdered_; }

    /// What earlier runs of the sheet have left and the sheet no longer has goes.
    void retireEarlier(const std::vector<RunId>& alsoRetire) {
        for (const EarlierRun& earlier : earlierRuns(database_, run_.id.value)) {
            const bool named =
                std::find(alsoRetire.begin(), alsoRetire.end(), earlier.id) != alsoRetire.end();
            if (!earlier.sure && !named)
                continue;
            retire(database_, earlier.id.value, run_.id.value, now_);
            emptied_.insert(earlier.id.value);
        }
    }

    /// Runs whose last row was taken over or retired have nothing left to do.
    void finishOthers() { finishEmptied(database_, emptied_, now_); }

private:
    void set(const RowRecord& row, RowState state, SkipReason reason) {
        database_
            .use("UPDATE rows SET state = ?3, skip_reason = ?4, wait_until = 0, updated_at = ?5"
                 " WHERE run = ?1 AND ordinal = ?2")
            .bind(row.ref.run, row.ref.ordinal, static_cast<int>(state), static_cast<int>(reason),
                  toStored(now_))
            .run();
    }

    void relate(const RowRecord& row, const RowRecord& other) {
        database_
            .use("UPDATE rows SET related_run = ?3, related_ordinal = ?4"
                 " WHERE run = ?1 AND ordinal = ?2")
            .bind(row.ref.run, row.ref.ordinal, other.ref.run, other.ref.ordinal)
            .run();
    }

    /// Whether an answer, or that nothing was sent, is known of every send.
    bool isEachSendKnown(const RowRecord& row) {
        Statement known = database_.use("SELECT count(*) FROM attempts WHERE run = ?1"
                                        " AND ordinal = ?2 AND outcome_known = 1");
        known.bind(row.ref.run, row.ref.ordinal);
        return known.next() && known.integer(0) == row.attempts;
    }

    void setAttempts(const RowRecord& row, std::int64_t attempts) {
        database_.use("UPDATE rows SET attempts = ?3 WHERE run = ?1 AND ordinal = ?2")
            .bind(row.ref.run, row.ref.ordinal, attempts)
            .run();
    }

    void setBody(const RowRecord& row, const std::string& body) {
        database_.use("UPDATE contents SET body = ?3 WHERE run = ?1 AND ordinal = ?2")
            .bind(row.ref.run, row.ref.ordinal, body)
            .run();
    }

    void queue(const ReadyToQueue& ready) {
        const RowRecord& row = ready.row;
        if (row.quoteId.empty() || !row.quoted) {
            refuse(ErrorCode::InvalidArgument,
                   {say::rowsWithoutPrice(), say::priceRunThenApprove()});
        }
        setBody(row, withQuote(row.request, row.quoteId, guardFor(ready)));
        set(row, RowState::Queued, SkipReason::None);
        amount_ += *row.quoted;
    }

    /// Absent where the service does not look for orders of before.
    std::string guardFor(const ReadyToQueue& ready) {
        if (!ready.guarded)
            return {};
        std::vector<std::string> acknowledged;
        if (anyOrdered_)
            acknowledged = ordersOfTheSameWish(database_, ready.row.ref);
        if (ready.row.consented)
            for (std::string& number : refusable(ready.row.earlier))
                acknowledged.push_back(std::move(number));
        return duplicateGuard(acknowledged);
    }

    void useOrder(const RowRecord& row, const RowRecord& other) {
        const bool ended = other.state == RowState::Ended;
        anyOrdered_ = anyOrdered_ || !ended;
        database_
            .use("UPDATE rows SET state = ?3, finding = ?4, order_number = ?5, price = ?6,"
                 " updated_at = ?7, order_status = ?8 WHERE run = ?1 AND ordinal = ?2")
            .bind(row.ref.run, row.ref.ordinal,
                  static_cast<int>(ended ? RowState::Ended : RowState::AlreadyOrdered),
                  static_cast<int>(ended ? Finding::Ended : Finding::AlreadyOrdered),
                  other.orderNumber, other.price, toStored(now_), other.orderStatus)
            .run();
        relate(row, other);
    }

    /// A row that the service certainly does not have is queued like any other, so that the cap
    /// holds for it, too. Of one that may have been sent the exact bytes go on, or the service
    /// would see two requests under one key.
    void takeOver(const ReadyToQueue& ready, const RowRecord& other) {
        const RowRecord& row = ready.row;
        set(other, RowState::Skipped, SkipReason::TakenOver);
        relate(other, row);
        relate(row, other);
        emptied_.insert(other.ref.run);
        if (other.state == RowState::Queued || other.state == RowState::WillRetry) {
            queue(ready);
            if (!isEachSendKnown(other))
                setAttempts(row, other.attempts);
            return;
        }
        database_
            .use("UPDATE contents SET body = (SELECT body FROM contents WHERE run = ?3 AND"
                 " ordinal = ?4) WHERE run = ?1 AND ordinal = ?2")
            .bind(row.ref.run, row.ref.ordinal, other.ref.run, other.ref.ordinal)
            .run();
        std::optional<std::int64_t> expires;
        if (other.quoteExpires)
            expires = toStored(*other.quoteExpires);
        database_
            .use("UPDATE rows SET attempts = ?3, quote_id = ?4, quoted = ?5, quote_expires = ?6"
                 " WHERE run = ?1 AND ordinal = ?2")
            .bind(row.ref.run, row.ref.ordinal, other.attempts, other.quoteId, other.quoted,
                  expires)
            .run();
        set(row, other.state, SkipReason::None);
        amount_ += other.quoted.value_or(0);
        maybeOrdered_ += other.quoted.value_or(0);
    }

    Database& database_;
    WallTime now_;
    const RunInfo& run_;
    std::int64_t account_;
    bool anyOrdered_; ///< a row of the run
    std::int64_t amount_ = 0;
    std::int64_t maybeOrdered_ = 0;
    std::set<std::int64_t> emptied_;
};

} // namespace

void approveRun(LedgerStore& store, RunId id, const Approval& approval) {
    Database& database = store.database();
    Transaction transaction(database);
    const RunInfo run = loadRun(database, id.value);
    const RunTotals before = run.totals;
    Approver approver(store, run);
    std::int64_t left = approval.firstRows.value_or(std::numeric_limits<std::int64_t>::max());
    std::int64_t after = -1;
    for (;;) {
        const auto page = pageOfReady(database, id.value, after);
        if (page.empty())
            break;
        after = page.back().row.ref.ordinal;
        for (const ReadyToQueue& ready : page) {
            if (left-- > 0)
                approver.approve(ready);
            else
                approver.leaveOut(ready.row);
        }
    }
    if (approval.expectedAmount && approver.amount() > *approval.expectedAmount) {
        refuse(ErrorCode::PriceGuard,
               {say::rowsCostOtherThanExpected({approver.amount(), run.spec.currency},
                                               {*approval.expectedAmount, run.spec.currency}),
                say::lookAtNewPrice()});
    }
    if (approval.cap && approver.maybeOrdered() > *approval.cap) {
        const Money amount{approver.maybeOrdered(), run.spec.currency};
        refuse(ErrorCode::PriceGuard,
               {say::limitBelowMaybeOrdered({*approval.cap, run.spec.currency}, amount),
                say::raiseLimitTo(amount)});
    }
    if (approval.retire)
        approver.retireEarlier(approval.alsoRetire);
    approver.finishOthers();
    const std::int64_t further = approval.cap.value_or(before.queued + approver.amount());
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() - before.committed();
    setCap(database, id.value, before.committed() + std::min(further, most));
    setRunState(database, id.value, RunState::Approved, PauseReason::None, Said(), store.now());
    transaction.commit();
}

} // namespace leadsheet::submit::detail
