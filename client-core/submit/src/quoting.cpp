// SPDX-License-Identifier: Apache-2.0
#include "quoting.hpp"

#include "estimate.hpp"
#include "pacing_recall.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "verdict.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {
namespace {

using std::chrono::milliseconds;

/// What a fresh key can be expected to do when no run has measured it yet.
constexpr double kAssumedPerSecond = 50;

struct ReadyRow {
    std::int64_t ordinal = 0;
    std::string reference;
    std::string product;
    std::int64_t leadCount = 0;
};

struct Batch {
    std::vector<ReadyRow> rows;
    std::vector<QuoteAsk> asks;
};

Batch nextBatch(Database& database, std::int64_t run, std::int64_t after, WallTime now) {
    Batch batch;
    Statement found =
        database.use("SELECT r.ordinal, r.order_key, coalesce(r.reference, ''), r.product,"
                     " r.lead_count, c.request FROM rows AS r"
                     " JOIN contents AS c ON c.run = r.run AND c.ordinal = r.ordinal"
                     " WHERE r.run = ?1 AND r.state = 0 AND r.ordinal > ?2"
                     " AND (r.quote_id = '' OR r.quote_expires <= ?3) ORDER BY r.ordinal LIMIT ?4");
    found.bind(run, after, toStored(now), static_cast<std::int64_t>(OrderService::kMaxQuoteItems));
    while (found.next()) {
        auto key = IdempotencyKey::parse(found.text(1));
        if (!key)
            throw StorageFailure(key.error());
        batch.rows.push_back({found.integer(0), found.text(2), found.text(3), found.integer(4)});
        batch.asks.push_back({found.text(5), std::move(*key)});
    }
    return batch;
}

void storeOffer(Database& database, RowRef row, const QuoteOffer& offer, WallTime now) {
    database
        .use("UPDATE rows SET quote_id = ?3, quoted = ?4, quote_expires = ?5, updated_at = ?6"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal, offer.quoteId, offer.amount, toStored(offer.expires),
              toStored(now))
        .run();
    database
        .use("INSERT OR REPLACE INTO quotes(run, ordinal, quote_id, amount, expires, received_at)"
             " VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
        .bind(row.run, row.ordinal, offer.quoteId, offer.amount, toStored(offer.expires),
              toStored(now))
        .run();
}

/// What approving this row would go on with: the request that an earlier run may have sent keeps
/// its bytes, so its price is the one that counts. It holds as long as the new offer would: nothing
/// is sent with an older quote that ran out, the service says so and the row is priced again.
QuoteOffer offerThatCounts(Database& database, std::int64_t account, RowRef row,
                           const std::string& key, const QuoteOffer& offer) {
    const auto other = findByKey(database, account, key, row.run);
    if (!other || !isLive(other->state) || isOrdered(other->state) ||
        other->state == RowState::Queued || !other->quoted)
        return offer;
    QuoteOffer standing = offer;
    standing.quoteId = other->quoteId;
    standing.amount = *other->quoted;
    return standing;
}

void storeExisting(Database& database, RowRef ref, const ReadyRow& row, const std::string& request,
                   const PlacedOrder& order, WallTime now) {
    // A Reference says nothing about the order's content, so it has to be compared.
    const bool changed =
        !row.reference.empty() && !isSameOrder(order, row.product, row.leadCount, request);
    const RowState state = changed ? RowState::Skipped : RowState::AlreadyOrdered;
    const SkipReason reason = changed ? SkipReason::ChangedSinceOrdered : SkipReason::None;
    const Finding finding = changed ? Finding::Changed : Finding::AlreadyOrdered;
    const std::string message =
        changed ? "This Reference bought order " + order.orderNumber + " with other details." : "";
    database
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, finding = ?5, order_number = ?6,"
             " price = ?7, message = ?8, updated_at = ?9 WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, static_cast<int>(state), static_cast<int>(reason),
              static_cast<int>(finding), order.orderNumber, order.held, message, toStored(now))
        .run();
}

void storeRefusal(Database& database, RowRef row, const Error& refusal, WallTime now) {
    const std::string code(refusal.codeName());
    database
        .use("UPDATE rows SET state = ?3, http_status = ?4, code = ?5, message = ?6,"
             " updated_at = ?7 WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal, static_cast<int>(RowState::NeedsFix), refusal.httpStatus, code,
              refusal.message, toStored(now))
        .run();
    database.use("DELETE FROM problems WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal)
        .run();
    std::vector<FieldError> fields = refusal.fields;
    if (fields.empty())
        fields.push_back({"", code, refusal.message});
    std::int64_t number = 0;
    for (const FieldError& field : fields) {
        database
            .use("INSERT INTO problems(run, ordinal, number, column_name, code, message)"
                 " VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
            .bind(row.run, row.ordinal, number++, field.pointer, field.code, field.detail)
            .run();
    }
}

void store(LedgerStore& ledger, const RunInfo& run, const Batch& batch,
           const std::vector<QuoteAnswer>& answers) {
    Transaction transaction(ledger.database());
    const WallTime now = ledger.now();
    const std::int64_t account = accountOfRun(ledger.database(), run.id.value);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const RowRef ref{run.id.value, batch.rows[i].ordinal};
        const QuoteAnswer& answer = answers[i];
        if (answer.existing) {
            storeExisting(ledger.database(), ref, batch.rows[i], batch.asks[i].body,
                          *answer.existing, now);
        } else if (answer.refusal) {
            storeRefusal(ledger.database(), ref, *answer.refusal, now);
        } else if (answer.offer->amount < 0 || answer.offer->currency != run.spec.currency) {
            throw StorageFailure(localError(ErrorCode::PriceGuard,
                                            "The service quotes in " + answer.offer->currency +
                                                ", but this run is in " + run.spec.currency +
                                                ". Nothing was approved or sent."));
        } else {
            storeOffer(ledger.database(), ref,
                       offerThatCounts(ledger.database(), account, ref, batch.asks[i].key.str(),
                                       *answer.offer),
                       now);
        }
    }
    transaction.commit();
}

/// One call with its retries; the waits end with `stop`.
Result<std::vector<QuoteAnswer>> ask(const QuoteSetting& setting, const std::vector<QuoteAsk>& asks,
                                     const std::stop_token& stop) {
    const SteadyTime start = setting.clock.now();
    for (int tries = 0;; ++tries) {
        auto answers = setting.service.quote(asks, stop);
        if (answers && answers->size() != asks.size()) {
            return failure(localError(ErrorCode::InvalidResponse,
                                      "The service priced another number of rows than asked."));
        }
        if (answers || answers.error().is(ErrorCode::Cancelled) ||
            answers.error().stop == StopReason::Permanent)
            return answers;
        const Error& error = answers.error();
        const auto wait =
            std::max(backoff(rowPolicy(), std::min(tries, kLongestBackoffStep), setting.rng),
                     error.retryAfter.value_or(milliseconds(0)));
        const bool limited = error.httpStatus == 429;
        const bool tooLong =
            limited ? setting.options.maxLimitWait && wait > *setting.options.maxLimitWait
                    : setting.clock.now() + wait - start > setting.options.maxOutage;
        if (tooLong)
            return answers;
        if (!setting.clock.sleepUntil(setting.clock.now() + wait, stop))
            return failure(localError(ErrorCode::Cancelled, "Pricing was cancelled."));
    }
}

/// A server that does not tell costs the estimate its precision, not the price.
PacerView orderBudget(const QuoteSetting& setting, const std::stop_token& stop) {
    auto asked = setting.service.askPacing(stop);
    return asked ? *std::move(asked) : setting.service.pacing();
}

QuoteSummary summarise(const QuoteSetting& setting, const RunInfo& run,
                       const std::stop_token& stop) {
    Database& database = setting.store.database();
    QuoteSummary summary;
    Statement sums = database.use("SELECT product, count(*), sum(lead_count), sum(quoted),"
                                  " min(quote_expires) FROM rows WHERE run = ?1 AND state = 0"
                                  " GROUP BY product ORDER BY product");
    sums.bind(run.id.value);
    while (sums.next()) {
        summary.products.push_back(
            {sums.text(0), sums.integer(1), sums.integer(2), sums.integer(3)});
        summary.rows += sums.integer(1);
        summary.amount += sums.integer(3);
        const WallTime expires = fromStored(sums.integer(4));
        if (!summary.validUntil || expires < *summary.validUntil)
            summary.validUntil = expires;
    }
    summary.alreadyOrdered = run.totals.of(RowState::AlreadyOrdered);
    summary.needsFix = run.totals.of(RowState::NeedsFix);
    summary.skipped = run.totals.of(RowState::Skipped);
    if (summary.rows == 0)
        return summary;
    const PacerView budget = orderBudget(setting, stop);
    if (const auto time = timeFor(summary.rows, kAssumedPerSecond, budget, setting.clock.now()))
        summary.timeToFinish = std::chrono::ceil<std::chrono::seconds>(*time);
    return summary;
}

} // namespace

Result<QuoteSummary> quoteRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                              RunObserver* observer) {
    return guarded([&] {
        Database& database = setting.store.database();
        const RunInfo run = loadRun(database, id.value);
        const std::int64_t ready = run.totals.of(RowState::Ready);
        recallPacing(database, accountOfRun(database, id.value), setting.service,
                     setting.store.now(), stop);
        std::int64_t done = 0;
        std::int64_t after = -1;
        for (;;) {
            const Batch batch = nextBatch(database, id.value, after, setting.store.now());
            if (batch.rows.empty())
                break;
            const auto answers = ask(setting, batch.asks, stop);
            if (!answers)
                throw StorageFailure(answers.error());
            store(setting.store, run, batch, *answers);
            after = batch.rows.back().ordinal;
            done += static_cast<std::int64_t>(batch.rows.size());
            if (observer != nullptr)
                observer->onQuoted(done, ready);
        }
        return summarise(setting, loadRun(database, id.value), stop);
    });
}

} // namespace leadsheet::submit::detail
