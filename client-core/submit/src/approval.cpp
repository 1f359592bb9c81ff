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

/// One approval, inside one transaction: either everything is queued or nothing.
class Approver {
public:
    Approver(LedgerStore& store, const RunInfo& run)
        : database_(store.database())
        , now_(store.now())
        , run_(run)
        , account_(accountOfRun(database_, run.id.value)) {}

    void approve(RowRecord& row) {
        addContent(database_, row);
        const auto other = findByKey(database_, account_, row.key, run_.id.value);
        if (other && isOrdered(other->state)) {
            useOrder(row, *other);
        } else if (other && isLive(other->state)) {
            takeOver(row, *other);
        } else {
            queue(row);
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

    void queue(const RowRecord& row) {
        if (row.quoteId.empty() || !row.quoted) {
            refuse(ErrorCode::InvalidArgument,
                   {say::rowsWithoutPrice(), say::priceRunThenApprove()});
        }
        setBody(row, withQuote(row.request, row.quoteId, guardFor(row)));
        set(row, RowState::Queued, SkipReason::None);
        amount_ += *row.quoted;
    }

    /// Absent where the service does not look for orders of before.
    std::string guardFor(const RowRecord& row) {
        Statement found = database_.use("SELECT guarded FROM rows WHERE run = ?1 AND ordinal = ?2");
        found.bind(row.ref.run, row.ref.ordinal);
        if (!found.next() || found.integer(0) == 0)
            return {};
        std::vector<std::string> acknowledged = ordersOfTheSameWish(database_, row.ref);
        if (row.consented)
            for (std::string& number : refusable(row.earlier))
                acknowledged.push_back(std::move(number));
        return duplicateGuard(acknowledged);
    }

    void useOrder(const RowRecord& row, const RowRecord& other) {
        const bool ended = other.state == RowState::Ended;
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
    void takeOver(RowRecord& row, const RowRecord& other) {
        set(other, RowState::Skipped, SkipReason::TakenOver);
        relate(other, row);
        relate(row, other);
        emptied_.insert(other.ref.run);
        if (other.state == RowState::Queued || other.state == RowState::WillRetry) {
            queue(row);
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
    RowFilter filter;
    filter.states = {RowState::Ready};
    std::int64_t left = approval.firstRows.value_or(std::numeric_limits<std::int64_t>::max());
    std::int64_t after = -1;
    for (;;) {
        auto page = pageOfRows(database, id.value, filter, after);
        if (page.empty())
            break;
        after = page.back().ref.ordinal;
        for (RowRecord& row : page) {
            if (left-- > 0)
                approver.approve(row);
            else
                approver.leaveOut(row);
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
