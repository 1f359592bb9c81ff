// SPDX-License-Identifier: Apache-2.0
#include "quoting.hpp"

#include "earlier_orders.hpp"
#include "estimate.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "leadsheet/timestamp.hpp"
#include "pacing_recall.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "sheet_history.hpp"
#include "verdict.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {
namespace {

using std::chrono::milliseconds;

/// What a fresh key can be expected to do when no run has measured it yet.
constexpr double kAssumedPerSecond = 50;

/// A row that an attempt was cut off for this short a time ago may still be on its way.
constexpr std::chrono::seconds kUnderWay{3};

struct ReadyRow {
    std::int64_t ordinal = 0;
    std::string reference;
    std::string product;
    std::int64_t leadCount = 0;
    std::int64_t generation = 0;
    std::int64_t occurrence = 0;
    bool consented = false;
    EquivalentOrders agreedTo; ///< named before, when the person agreed
};

struct Batch {
    std::vector<ReadyRow> rows;
    std::vector<QuoteAsk> asks;
};

/// Ready rows without a price, and with `ordered` those that are ordered: what became of them.
Batch nextBatch(Database& database, std::int64_t run, std::int64_t after, WallTime now,
                bool ordered) {
    Batch batch;
    Statement found =
        database.use("SELECT r.ordinal, r.order_key, coalesce(r.reference, ''), r.product,"
                     " r.lead_count, c.request, r.generation, r.occurrence, r.consented, r.earlier"
                     " FROM rows AS r JOIN contents AS c ON c.run = r.run AND c.ordinal = r.ordinal"
                     " WHERE r.run = ?1 AND r.ordinal > ?2 AND ((r.state = 0"
                     " AND (r.quote_id = '' OR r.quote_expires <= ?3)) OR (?5 AND r.state = 6))"
                     " ORDER BY r.ordinal LIMIT ?4");
    found.bind(run, after, toStored(now), static_cast<std::int64_t>(OrderService::kMaxQuoteItems),
               ordered ? 1 : 0);
    while (found.next()) {
        auto key = IdempotencyKey::parse(found.text(1));
        if (!key)
            throw StorageFailure(key.error());
        batch.rows.push_back({found.integer(0), found.text(2), found.text(3), found.integer(4),
                              found.integer(6), found.integer(7), found.integer(8) != 0,
                              earlierFromText(found.text(9))});
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

/// What the person said about orders of before, and since when they are past.
struct Terms {
    const RunSpec& spec;
    std::optional<WallTime> pastBefore; ///< RunSpec::againAfter, by the service's clock

    bool isPast(const std::optional<WallTime>& orderedAt) const {
        return pastBefore && orderedAt && *orderedAt <= *pastBefore;
    }
    bool allows(const std::string& number) const {
        const auto& wanted = spec.allowed.orderNumbers;
        return spec.allowed.all || std::find(wanted.begin(), wanted.end(), number) != wanted.end();
    }
};

void orderInTheNextPeriod(Database& database, RowRef ref, const ReadyRow& row,
                          const std::string& request, WallTime now) {
    const std::string key =
        orderKey({request, row.occurrence, row.generation + 1, row.reference}).str();
    database
        .use("UPDATE rows SET state = ?3, finding = ?4, generation = ?5, order_key = ?6,"
             " order_number = '', order_status = '', ordered_at = NULL, price = NULL,"
             " quote_id = '', updated_at = ?7 WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, static_cast<int>(RowState::Ready),
              static_cast<int>(Finding::New), row.generation + 1, key, toStored(now))
        .run();
}

void storeExisting(Database& database, RowRef ref, const ReadyRow& row, const std::string& request,
                   const PlacedOrder& order, WallTime now) {
    // A Reference says nothing about the order's content, so it has to be compared.
    const bool changed =
        !row.reference.empty() && !isSameOrder(order, row.product, row.leadCount, request);
    const RowState state = changed       ? RowState::Skipped
                           : order.ended ? RowState::Ended
                                         : RowState::AlreadyOrdered;
    const SkipReason reason = changed ? SkipReason::ChangedSinceOrdered : SkipReason::None;
    const Finding finding = changed       ? Finding::Changed
                            : order.ended ? Finding::Ended
                                          : Finding::AlreadyOrdered;
    const std::string message =
        changed ? "This Reference bought order " + order.orderNumber + " with other details." : "";
    const std::string status = order.ended ? order.status : "";
    std::optional<std::int64_t> orderedAt;
    if (order.createdAt)
        orderedAt = toStored(*order.createdAt);
    database
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, finding = ?5, order_number = ?6,"
             " price = ?7, message = ?8, order_status = ?9, ordered_at = coalesce(?10, ordered_at),"
             " updated_at = ?11 WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, static_cast<int>(state), static_cast<int>(reason),
              static_cast<int>(finding), order.orderNumber,
              order.ended ? std::optional<std::int64_t>() : order.held, message, status, orderedAt,
              toStored(now))
        .run();
}

/// Whether the person wants the row in spite of every order that is named.
bool isAgreed(Database& database, RowRef ref, const ReadyRow& row, const Terms& terms,
              const EquivalentOrders& earlier) {
    const auto ours = ordersOfTheSameWish(database, ref);
    const auto named = [](const std::vector<std::string>& numbers, const std::string& number) {
        return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
    };
    const std::vector<std::string> before =
        row.consented ? refusable(row.agreedTo) : std::vector<std::string>();
    // Consent that was given before any order was named holds for those that are named first.
    const bool atFirstSight = row.consented && row.agreedTo.orders.empty();
    bool all = true;
    bool past = false;
    for (const EquivalentOrder& order : earlier.orders) {
        const bool isPast = terms.isPast(parseTimestamp(order.createdAt));
        past = past || isPast;
        all = all &&
              (order.isSimilarOnly() || atFirstSight || isPast || terms.allows(order.orderNumber) ||
               named(ours, order.orderNumber) || named(before, order.orderNumber));
    }
    // Those that are not named are older than those that are.
    const bool restAgreed = earlier.more == 0 || terms.spec.allowed.all || past || row.consented ||
                            static_cast<std::int64_t>(ours.size()) >=
                                static_cast<std::int64_t>(earlier.orders.size()) + earlier.more;
    return all && restAgreed;
}

/// Orders under other keys that ask for the same: the row is left out unless that is agreed to.
void weighEarlier(Database& database, RowRef ref, const ReadyRow& row, const Terms& terms,
                  const QuoteOffer& offer, WallTime now) {
    if (!offer.equivalents)
        return;
    const EquivalentOrders& earlier = *offer.equivalents;
    const bool refused = !refusable(earlier).empty() || earlier.more > 0;
    if (refused && !isAgreed(database, ref, row, terms, earlier)) {
        leaveOutOrderedBefore(database, ref, earlier, offer.createdAt, now);
        return;
    }
    std::optional<std::int64_t> askedAt;
    if (offer.createdAt)
        askedAt = toStored(*offer.createdAt);
    database
        .use("UPDATE rows SET earlier = ?3, earlier_at = ?4, consented = ?5, guarded = 1"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, earlierToText(earlier), askedAt, refused ? 1 : 0)
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

/// Returns how many rows have to be asked about again, under the key of the next period.
std::int64_t store(LedgerStore& ledger, const RunInfo& run, const Terms& terms, const Batch& batch,
                   const std::vector<QuoteAnswer>& answers) {
    Database& database = ledger.database();
    Transaction transaction(database);
    const WallTime now = ledger.now();
    const std::int64_t account = accountOfRun(database, run.id.value);
    std::int64_t again = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const RowRef ref{run.id.value, batch.rows[i].ordinal};
        const QuoteAnswer& answer = answers[i];
        if (answer.existing && terms.isPast(answer.existing->createdAt)) {
            orderInTheNextPeriod(database, ref, batch.rows[i], batch.asks[i].body, now);
            ++again;
        } else if (answer.existing) {
            storeExisting(database, ref, batch.rows[i], batch.asks[i].body, *answer.existing, now);
        } else if (answer.refusal) {
            storeRefusal(database, ref, *answer.refusal, now);
        } else if (answer.offer->amount < 0 || answer.offer->currency != run.spec.currency) {
            throw StorageFailure(localError(ErrorCode::PriceGuard,
                                            "The service quotes in " + answer.offer->currency +
                                                ", but this run is in " + run.spec.currency +
                                                ". Nothing was approved or sent."));
        } else {
            storeOffer(
                database, ref,
                offerThatCounts(database, account, ref, batch.asks[i].key.str(), *answer.offer),
                now);
            weighEarlier(database, ref, batch.rows[i], terms, *answer.offer, now);
        }
    }
    transaction.commit();
    return again;
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
        const bool limited = error.httpStatus == 429 && error.retryAfter > milliseconds(0);
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
    summary.ended = run.totals.of(RowState::Ended);
    summary.needsFix = run.totals.of(RowState::NeedsFix);
    summary.skipped = run.totals.of(RowState::Skipped);
    Statement before =
        database.use("SELECT count(*) FROM rows WHERE run = ?1 AND state = 2 AND skip_reason = 6");
    before.bind(run.id.value);
    summary.orderedBefore = before.next() ? before.integer(0) : 0;
    if (summary.rows == 0)
        return summary;
    const PacerView budget = orderBudget(setting, stop);
    if (const auto time = timeFor(summary.rows, kAssumedPerSecond, budget, setting.clock.now()))
        summary.timeToFinish = std::chrono::ceil<std::chrono::seconds>(*time);
    return summary;
}

} // namespace

namespace {

struct UnknownRows {
    std::vector<std::int64_t> ordinals;
    std::vector<QuoteAsk> asks;
    WallTime newest{};
};

UnknownRows unknownRows(Database& database, std::int64_t run, std::int64_t after) {
    UnknownRows rows;
    Statement found = database.use(
        "SELECT r.ordinal, r.order_key, c.request, r.updated_at FROM rows AS r"
        " JOIN contents AS c ON c.run = r.run AND c.ordinal = r.ordinal"
        " WHERE r.run = ?1 AND r.state = 8 AND r.ordinal > ?2 ORDER BY r.ordinal LIMIT ?3");
    found.bind(run, after, static_cast<std::int64_t>(OrderService::kMaxQuoteItems));
    while (found.next()) {
        auto key = IdempotencyKey::parse(found.text(1));
        if (!key)
            throw StorageFailure(key.error());
        rows.ordinals.push_back(found.integer(0));
        rows.asks.push_back({found.text(2), std::move(*key)});
        rows.newest = std::max(rows.newest, fromStored(found.integer(3)));
    }
    return rows;
}

void settleRow(Database& database, RowRef row, const QuoteAnswer& answer, WallTime now) {
    const bool placed = answer.existing.has_value();
    const std::string message =
        placed ? "" : "Not ordered: the service knows no order of this row.";
    const std::string number = placed ? answer.existing->orderNumber : "";
    const std::string status = placed && answer.existing->ended ? answer.existing->status : "";
    const RowState state = !placed                  ? RowState::WillRetry
                           : answer.existing->ended ? RowState::Ended
                                                    : RowState::Placed;
    std::optional<std::int64_t> orderedAt;
    if (placed && answer.existing->createdAt)
        orderedAt = toStored(*answer.existing->createdAt);
    database
        .use("UPDATE rows SET state = ?3, wait_until = 0, message = ?4, order_number = ?5,"
             " order_status = ?6, ordered_at = ?7, code = '',"
             " price = CASE WHEN ?3 = 5 THEN coalesce(?8, quoted) END, updated_at = ?9"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal, static_cast<int>(state), message, number, status, orderedAt,
              placed ? answer.existing->held : std::optional<std::int64_t>(), toStored(now))
        .run();
}

} // namespace

Settled settleRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop) {
    Database& database = setting.store.database();
    Settled settled;
    std::int64_t after = -1;
    for (;;) {
        const UnknownRows rows = unknownRows(database, id.value, after);
        if (rows.asks.empty())
            break;
        after = rows.ordinals.back();
        const auto age = setting.store.now() - rows.newest;
        if (age < kUnderWay && age > -kUnderWay &&
            !setting.clock.sleepUntil(setting.clock.now() + (kUnderWay - age), stop))
            throw StorageFailure(localError(ErrorCode::Cancelled, "Cancelled."));
        const auto answers = ask(setting, rows.asks, stop);
        if (!answers)
            throw StorageFailure(answers.error());
        Transaction transaction(database);
        for (std::size_t i = 0; i < answers->size(); ++i) {
            settleRow(database, {id.value, rows.ordinals[i]}, (*answers)[i], setting.store.now());
            ++((*answers)[i].existing ? settled.placed : settled.notPlaced);
        }
        transaction.commit();
    }
    Transaction transaction(database);
    finishEmptied(database, {id.value}, setting.store.now());
    transaction.commit();
    return settled;
}

Result<QuoteSummary> quoteRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                              RunObserver* observer) {
    return guarded([&] {
        Database& database = setting.store.database();
        const RunInfo run = loadRun(database, id.value);
        for (const EarlierRun& earlier : earlierRuns(database, id.value))
            if (earlier.unknown > 0)
                settleRun(setting, earlier.id, stop);
        std::int64_t left =
            run.totals.of(RowState::Ready) + run.totals.of(RowState::AlreadyOrdered);
        recallPacing(database, accountOfRun(database, id.value), setting.service,
                     setting.store.now(), stop);
        Terms terms{run.spec, std::nullopt};
        if (run.spec.againAfter && left > 0) {
            const auto time = setting.service.serverTime(stop);
            if (!time)
                throw StorageFailure(time.error());
            terms.pastBefore = *time - *run.spec.againAfter;
        }
        std::int64_t done = 0;
        for (bool first = true; left > 0; first = false) {
            std::int64_t after = -1;
            std::int64_t again = 0;
            for (;;) {
                const Batch batch =
                    nextBatch(database, id.value, after, setting.store.now(), first);
                if (batch.rows.empty())
                    break;
                const auto answers = ask(setting, batch.asks, stop);
                if (!answers)
                    throw StorageFailure(answers.error());
                const std::int64_t once = store(setting.store, run, terms, batch, *answers);
                again += once;
                after = batch.rows.back().ordinal;
                done += static_cast<std::int64_t>(batch.rows.size()) - once;
                if (observer != nullptr)
                    observer->onQuoted(done, std::max(left, done));
            }
            if (again == 0)
                break;
        }
        return summarise(setting, loadRun(database, id.value), stop);
    });
}

} // namespace leadsheet::submit::detail
