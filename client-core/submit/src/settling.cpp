// SPDX-License-Identifier: Apache-2.0
#include "earlier_orders.hpp"
#include "key_lookup.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "patience.hpp"
#include "quoting.hpp"
#include "row_table.hpp"
#include "run_progress.hpp"
#include "run_table.hpp"
#include "sheet_history.hpp"
#include "stored_messages.hpp"
#include "verdict.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {

// Rows whose outcome is unknown: what the service has under their keys.

namespace {

/// After that the first look; each later one after twice the time.
constexpr std::chrono::seconds kFirstLook{3};

/// How often the order of one row is asked for that the service cannot tell.
constexpr int kTriesOfOne = 2;

struct UnknownRows {
    std::vector<SentRow> rows;
    std::vector<QuoteAsk> asks;
};

UnknownRows unknownRows(Database& database, std::int64_t run, std::int64_t after) {
    UnknownRows rows;
    Statement found = database.use(
        "SELECT r.ordinal, r.order_key, c.request, r.product, r.lead_count,"
        " r.quoted, r.reference IS NOT NULL FROM rows AS r"
        " JOIN contents AS c ON c.run = r.run AND c.ordinal = r.ordinal"
        " WHERE r.run = ?1 AND r.state = 8 AND r.ordinal > ?2 ORDER BY r.ordinal LIMIT ?3");
    found.bind(run, after, static_cast<std::int64_t>(OrderService::kMaxQuoteItems));
    while (found.next()) {
        auto key = IdempotencyKey::parse(found.text(1));
        if (!key)
            throw StorageFailure(key.error());
        SentRow row;
        row.ordinal = found.integer(0);
        row.request = found.text(2);
        row.product = found.text(3);
        row.leadCount = found.integer(4);
        row.quoted = found.integer(5);
        row.byReference = found.integer(6) != 0;
        rows.rows.push_back(std::move(row));
        rows.asks.push_back({found.text(2), std::move(*key)});
    }
    return rows;
}

std::int64_t unknownCount(Database& database, std::int64_t run) {
    Statement count = database.use("SELECT count(*) FROM rows WHERE run = ?1 AND state = 8");
    count.bind(run);
    return count.next() ? count.integer(0) : 0;
}

/// `found` is what the service has under the row's key; nothing where it has none.
bool settleRow(Database& database, const SentRow& row, std::int64_t run,
               const std::optional<PlacedOrder>& found, const std::string& currency, WallTime now) {
    Verdict verdict;
    verdict.state = RowState::WillRetry;
    verdict.message = Said({messages::ledger::serviceKnowsNoOrder()});
    if (found) {
        verdict = judgeBought(row, *found, currency);
        const bool isOwn =
            found->quoteId.empty() || wasOffered(database, {run, row.ordinal}, found->quoteId);
        if (verdict.state == RowState::AlreadyOrdered && isOwn)
            verdict.state = RowState::Placed;
    }
    std::optional<std::int64_t> orderedAt;
    if (verdict.orderedAt)
        orderedAt = toStored(*verdict.orderedAt);
    database
        .use("UPDATE rows SET state = ?3, wait_until = 0, message = ?4, order_number = ?5,"
             " order_status = ?6, ordered_at = ?7, code = ?8, price = ?9, updated_at = ?10,"
             " said = ?11"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(run, row.ordinal, static_cast<int>(verdict.state), verdict.message.text,
              verdict.orderNumber, verdict.orderStatus, orderedAt, verdict.code, verdict.price,
              toStored(now), toStored(verdict.message.messages))
        .run();
    return found.has_value();
}

/// How long ago the last request was cut off whose outcome is unknown.
WallTime::duration quietTime(const QuoteSetting& setting, std::int64_t run) {
    Statement newest = setting.store.database().use(
        "SELECT MAX(updated_at) FROM rows WHERE run = ?1 AND state = 8");
    newest.bind(run);
    newest.next();
    // A clock that was set back says nothing about how long ago it was.
    return std::max<WallTime::duration>(setting.store.now() - fromStored(newest.integer(0)),
                                        WallTime::duration::zero());
}

/// What a run learns of its rows of unknown outcome.
class Settlement {
public:
    Settlement(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
               RunObserver* observer)
        : setting_(setting)
        , database_(setting.store.database())
        , run_(id.value)
        , stop_(stop)
        , observer_(observer)
        , currency_(loadRun(database_, run_).spec.currency)
        , cutOff_(setting.clock.now() - quietTime(setting, run_)) {}

    /// Throws what a look-up failed with, after what the others told is kept.
    Settled settle() {
        auto due = std::min<SteadyTime::duration>(kFirstLook, longest());
        std::int64_t after = -1;
        std::optional<Error> failed;
        for (;;) {
            const UnknownRows rows = unknownRows(database_, run_, after);
            if (rows.asks.empty())
                break;
            tellOfRest(cutOff_ + longest() - setting_.clock.now());
            if (!setting_.clock.sleepUntil(cutOff_ + due, stop_))
                throw StorageFailure(
                    localError(ErrorCode::Cancelled, {messages::ledger::runCancelled()}));
            const auto age = quiet();
            const auto error = look(rows);
            if (error && !mayBeOfOneOrder(*error))
                throw StorageFailure(*error);
            if (age < longest()) {
                due = std::min<SteadyTime::duration>(2 * age, longest());
                continue;
            }
            after = rows.rows.back().ordinal;
            if (error)
                failed = error;
        }
        Transaction transaction(database_);
        finishEmptied(database_, {run_}, setting_.store.now());
        transaction.commit();
        if (failed)
            throw StorageFailure(*failed);
        return settled_;
    }

private:
    SteadyTime::duration longest() const { return setting_.options.settleAfter; }
    SteadyTime::duration quiet() const { return setting_.clock.now() - cutOff_; }

    void tellOfRest(SteadyTime::duration rest) {
        if (observer_ != nullptr && rest > SteadyTime::duration::zero())
            observer_->onQuoting({0,
                                  0,
                                  unknownCount(database_, run_),
                                  std::chrono::ceil<std::chrono::seconds>(rest),
                                  {}});
    }

    /// What the service has under the keys of these rows, each kept when it is known: those that
    /// are asked for one by one may wait for a limit between them. Returns what one failed with.
    std::optional<Error> look(const UnknownRows& rows) {
        const SteadyTime start = setting_.clock.now();
        const OnWait onWait = [this](std::chrono::seconds wait) {
            if (observer_ != nullptr)
                observer_->onQuoting({0, 0, unknownCount(database_, run_), {}, wait});
        };
        std::vector<bool> isRefused(rows.asks.size());
        const auto age = quiet();
        const auto found = ordersUnder(
            rows.asks, isRefused,
            [&](const std::vector<QuoteAsk>& asks) {
                return askForQuotes(setting_, asks, onWait, stop_);
            },
            [&](std::size_t i) {
                const auto askedAt = quiet();
                auto order = askPatiently(setting_, {start, onWait, kTriesOfOne}, stop_, [&] {
                    return setting_.service.find(rows.asks[i].key, stop_);
                });
                Transaction transaction(database_);
                keep(rows.rows[i], order, askedAt);
                transaction.commit();
                return order;
            });
        Transaction transaction(database_);
        std::optional<Error> failed;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (!found[i])
                failed = found[i].error();
            else if (!isRefused[i])
                keep(rows.rows[i], found[i], age);
        }
        transaction.commit();
        return failed;
    }

    void keep(const SentRow& row, const FoundOrder& found, SteadyTime::duration age) {
        // None is not an answer yet: the service may still be at work on it.
        if (!found || (!*found && age < longest()))
            return;
        ++(settleRow(database_, row, run_, *found, currency_, setting_.store.now())
               ? settled_.placed
               : settled_.notPlaced);
    }

    const QuoteSetting& setting_;
    Database& database_;
    std::int64_t run_;
    const std::stop_token& stop_;
    RunObserver* observer_;
    std::string currency_;
    SteadyTime cutOff_;
    Settled settled_;
};

} // namespace

Settled settleRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                  RunObserver* observer) {
    return Settlement(setting, id, stop, observer).settle();
}

} // namespace leadsheet::submit::detail
