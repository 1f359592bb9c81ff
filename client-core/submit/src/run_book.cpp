// SPDX-License-Identifier: Apache-2.0
#include "run_book.hpp"

#include "earlier_orders.hpp"
#include "leadsheet/timestamp.hpp"
#include "ledger_store.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "stored_messages.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::submit::detail {
namespace {

constexpr std::int64_t kLongAgo = std::numeric_limits<std::int64_t>::min();
/// For the answer to another row that asks for the same.
constexpr std::chrono::seconds kSameWishWait{1};

/// The id in bytes made by withQuote(), as JSON spells it.
std::string quoteOf(const std::string& body) {
    constexpr std::string_view kMember = ",\"quoteId\":\"";
    const auto start = body.rfind(kMember) + kMember.size();
    std::string id;
    for (std::size_t i = start; i < body.size() && body[i] != '"'; ++i) {
        if (body[i] == '\\')
            ++i;
        id += body[i];
    }
    return id;
}

} // namespace

RunBook::RunBook(Database& database, const RunInfo& run)
    : database_(database)
    , run_(run)
    , cap_(run.cap.value_or(std::numeric_limits<std::int64_t>::max()))
    , totals_(loadTotals(database, run.id.value)) {}

std::int64_t* RunBook::bucket(RowState state) {
    switch (state) {
    case RowState::Sending:
    case RowState::Unknown:
        return &totals_.atRisk;
    case RowState::WillRetry:
        return &totals_.retrying;
    case RowState::Queued:
        return &totals_.queued;
    case RowState::Ready:
        return &totals_.ready;
    case RowState::NeedsFix:
    case RowState::Skipped:
    case RowState::Placed:
    case RowState::AlreadyOrdered:
    case RowState::Refused:
    case RowState::Ended:
        break;
    }
    return nullptr;
}

void RunBook::move(RowState from, RowState to, std::int64_t quotedBefore, std::int64_t quotedAfter,
                   std::int64_t held) {
    --totals_.rows.at(static_cast<std::size_t>(from));
    ++totals_.rows.at(static_cast<std::size_t>(to));
    if (std::int64_t* sum = bucket(from); sum != nullptr)
        *sum -= quotedBefore;
    if (std::int64_t* sum = bucket(to); sum != nullptr)
        *sum += quotedAfter;
    totals_.held += held;
}

void RunBook::setState(std::int64_t ordinal, RowState state, std::int64_t waitUntil,
                       std::int64_t attempts, WallTime now) {
    database_
        .use("UPDATE rows SET state = ?3, wait_until = ?4, attempts = ?5, updated_at = ?6"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(run_.id.value, ordinal, static_cast<int>(state), waitUntil, attempts, toStored(now))
        .run();
}

// INDEXED BY: these run on every turn, and SQLite without statistics prefers walking the whole run.
std::vector<SentRow> RunBook::select(RowState state, std::int64_t waitFrom, std::int64_t waitTo,
                                     std::size_t limit, bool onlyReused) {
    std::vector<SentRow> rows;
    Statement found = database_.use(
        "SELECT r.ordinal, r.order_key, c.body, r.product, r.lead_count, r.attempts, r.quoted,"
        " r.quote_expires, r.wait_until, r.reference IS NOT NULL, c.request,"
        " (SELECT count(*) FROM attempts AS a WHERE a.run = r.run AND a.ordinal = r.ordinal"
        "  AND a.outcome_known = 1), r.code = 'idempotency_key_reused' FROM rows AS r"
        " INDEXED BY rows_due CROSS JOIN contents AS c ON c.run = r.run AND c.ordinal = r.ordinal"
        " WHERE r.run = ?1 AND r.state = ?2 AND r.wait_until BETWEEN ?3 AND ?4"
        " AND (?6 = 0 OR r.code = 'idempotency_key_reused') ORDER BY r.wait_until, r.ordinal LIMIT "
        "?5");
    found.bind(run_.id.value, static_cast<int>(state), waitFrom, waitTo,
               static_cast<std::int64_t>(limit), onlyReused ? 1 : 0);
    while (found.next()) {
        SentRow row;
        row.ordinal = found.integer(0);
        row.key = found.text(1);
        row.body = found.text(2);
        row.product = found.text(3);
        row.leadCount = found.integer(4);
        row.attempts = found.integer(5) + 1;
        row.quoted = found.integer(6);
        row.quoteExpires = fromStored(found.integer(7));
        row.waitedUntil = fromStored(found.integer(8));
        row.byReference = found.integer(9) != 0;
        row.keyReused = state == RowState::Unknown && found.integer(12) != 0;
        if (row.byReference || row.keyReused || waitFrom == kNeedsQuote)
            row.request = found.text(10);
        row.before = state;
        // An attempt that was cut off left no line, and one that an earlier run made is not here.
        row.mayHavePlaced =
            (state == RowState::Unknown && !row.keyReused) || found.integer(11) != found.integer(5);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<SentRow> RunBook::takeDue(std::size_t limit, WallTime due, WallTime now) {
    std::vector<SentRow> taken;
    capReached_ = false;
    for (const RowState state : {RowState::Unknown, RowState::WillRetry, RowState::Queued}) {
        if (taken.size() >= limit || totals_.of(state) == 0)
            continue;
        for (SentRow& row : select(state, kLongAgo, toStored(due), limit - taken.size())) {
            // Reserved before it is sent, with everything that may already be held.
            if (state == RowState::Queued) {
                capReached_ = row.quoted > cap_ - totals_.committed();
                if (capReached_)
                    break;
            }
            take(row, now);
            taken.push_back(std::move(row));
        }
    }
    return taken;
}

void RunBook::take(const SentRow& row, WallTime now) {
    setState(row.ordinal, RowState::Sending, 0, row.attempts, now);
    move(row.before, RowState::Sending, row.quoted, row.quoted, 0);
    changes_.push_back({row.ordinal, RowState::Sending, "", "", std::nullopt});
}

std::vector<SentRow> RunBook::takeReused(std::size_t limit, WallTime due, WallTime now) {
    if (totals_.of(RowState::Unknown) == 0)
        return {};
    auto rows = select(RowState::Unknown, kLongAgo, toStored(due), limit, true);
    for (const SentRow& row : rows)
        take(row, now);
    return rows;
}

void RunBook::putBack(const SentRow& row, WallTime now) {
    setState(row.ordinal, row.before, toStored(row.waitedUntil), row.attempts - 1, now);
    move(RowState::Sending, row.before, row.quoted, row.quoted, 0);
    changes_.push_back({row.ordinal, row.before, "", "", std::nullopt});
}

void RunBook::record(const SentRow& row, const Verdict& verdict, WallTime now) {
    const bool requote = verdict.next == Verdict::Next::Requote;
    const std::int64_t wait = requote ? kNeedsQuote : toStored(verdict.waitUntil);
    std::optional<std::int64_t> orderedAt;
    if (verdict.orderedAt)
        orderedAt = toStored(*verdict.orderedAt);
    database_
        .use("UPDATE rows SET state = ?3, wait_until = ?4, http_status = ?5, code = ?6,"
             " message = ?7, request_id = ?8, order_number = ?9, price = ?10, updated_at = ?11,"
             " ordered_at = ?12, order_status = ?13, said = ?14 WHERE run = ?1 AND ordinal = ?2")
        .bind(run_.id.value, row.ordinal, static_cast<int>(verdict.state), wait, verdict.httpStatus,
              verdict.code, verdict.message.text, verdict.requestId, verdict.orderNumber,
              verdict.price, toStored(now), orderedAt, verdict.orderStatus,
              toStored(verdict.message.messages))
        .run();
    // OR REPLACE: after a commit whose success was not reported the same answer is written again.
    database_
        .use("INSERT OR REPLACE INTO attempts(run, ordinal, number, at, http_status, code, message,"
             " request_id, outcome_known) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        .bind(run_.id.value, row.ordinal, row.attempts, toStored(now), verdict.httpStatus,
              verdict.code, verdict.message.text, verdict.requestId, verdict.outcomeKnown ? 1 : 0)
        .run();
    const bool held = verdict.state == RowState::Placed;
    move(RowState::Sending, verdict.state, row.quoted, row.quoted,
         held ? verdict.price.value_or(0) : 0);
    if (verdict.state != RowState::Sending)
        changes_.push_back(
            {row.ordinal, verdict.state, verdict.code, verdict.orderNumber, verdict.price});
}

bool RunBook::mayAcknowledge(RowRef ref, const SentRow& row, const EquivalentOrders& named) {
    Statement found =
        database_.use("SELECT consented, earlier, earlier_at FROM rows WHERE run = ?1 AND"
                      " ordinal = ?2");
    found.bind(ref.run, ref.ordinal);
    if (!found.next())
        return false;
    const bool consented = found.integer(0) != 0;
    const EquivalentOrders shown = earlierFromText(found.text(1));
    const std::vector<std::string> agreed = refusable(shown);
    const auto agreedAt = found.optionalInteger(2);
    const std::vector<std::string> ours = ordersOfTheSameWish(database_, ref);
    const auto holds = [](const std::vector<std::string>& numbers, const std::string& number) {
        return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
    };
    bool isNews = named.more > 0;
    for (const EquivalentOrder& order : named.orders) {
        if (order.isSimilarOnly())
            continue;
        // Older than what was shown, where only the newest were.
        const auto made = parseTimestamp(order.createdAt);
        const bool older = shown.more > 0 && agreedAt && made && toStored(*made) <= *agreedAt;
        if (!holds(ours, order.orderNumber) &&
            !holds(run_.spec.allowed.orderNumbers, order.orderNumber) &&
            !(consented && (older || holds(agreed, order.orderNumber))))
            return false;
        isNews = isNews || row.body.find('"' + order.orderNumber + '"') == std::string::npos;
    }
    // All of them were acknowledged, and the service refuses: asking again would not end.
    return isNews;
}

void RunBook::weighEquivalents(const SentRow& row, const Verdict& verdict, WallTime due,
                               WallTime now) {
    const RowRef ref{run_.id.value, row.ordinal};
    Verdict settled = verdict;
    settled.state = RowState::WillRetry;
    if (mayAcknowledge(ref, row, verdict.equivalents)) {
        settled.waitUntil = due;
        const std::string body = withQuote(withoutQuote(row.body), quoteOf(row.body),
                                           duplicateGuard(refusable(verdict.equivalents)));
        database_.use("UPDATE contents SET body = ?3 WHERE run = ?1 AND ordinal = ?2")
            .bind(ref.run, ref.ordinal, body)
            .run();
    } else if (isSameWishUnderWay(database_, ref)) {
        settled.waitUntil = due + kSameWishWait;
    } else {
        settled.state = RowState::Skipped;
    }
    record(row, settled, now);
    if (settled.state == RowState::Skipped)
        leaveOutOrderedBefore(database_, ref, verdict.equivalents, std::nullopt, now);
}

void RunBook::expireQuotes(WallTime through) {
    database_
        .use(
            "UPDATE rows SET wait_until = ?3 WHERE run = ?1 AND state = ?2 AND quote_expires <= ?4")
        .bind(run_.id.value, static_cast<int>(RowState::Queued), kNeedsQuote, toStored(through))
        .run();
}

std::vector<SentRow> RunBook::staleRows(std::size_t limit) {
    if (!hasQueued())
        return {};
    return select(RowState::Queued, kNeedsQuote, kNeedsQuote, limit);
}

void RunBook::requote(const SentRow& row, const QuoteOffer& offer, const std::string& body,
                      WallTime now) {
    database_
        .use("UPDATE rows SET wait_until = 0, quote_id = ?3, quoted = ?4, quote_expires = ?5,"
             " updated_at = ?6 WHERE run = ?1 AND ordinal = ?2")
        .bind(run_.id.value, row.ordinal, offer.quoteId, offer.amount, toStored(offer.expires),
              toStored(now))
        .run();
    database_.use("UPDATE contents SET body = ?3 WHERE run = ?1 AND ordinal = ?2")
        .bind(run_.id.value, row.ordinal, body)
        .run();
    database_
        .use("INSERT OR REPLACE INTO quotes(run, ordinal, quote_id, amount, expires, received_at)"
             " VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
        .bind(run_.id.value, row.ordinal, offer.quoteId, offer.amount, toStored(offer.expires),
              toStored(now))
        .run();
    totals_.queued += offer.amount - row.quoted;
}

bool RunBook::mayHavePlaced(const SentRow& row, const PlacedOrder& order) {
    return row.mayHavePlaced &&
           (order.quoteId.empty() ||
            wasOffered(database_, {run_.id.value, row.ordinal}, order.quoteId));
}

void RunBook::unqueue(const SentRow& row, WallTime now) {
    database_
        // The old price stands until there is a new one: it is about what the row costs.
        .use("UPDATE rows SET state = ?3, wait_until = 0, quote_id = '', quote_expires = NULL,"
             " updated_at = ?4 WHERE run = ?1 AND ordinal = ?2")
        .bind(run_.id.value, row.ordinal, static_cast<int>(RowState::Ready), toStored(now))
        .run();
    move(RowState::Queued, RowState::Ready, row.quoted, row.quoted, 0);
    changes_.push_back({row.ordinal, RowState::Ready, "", "", std::nullopt});
}

void RunBook::settleStale(const SentRow& row, const Verdict& verdict, WallTime now) {
    database_
        .use("UPDATE rows SET state = ?3, wait_until = 0, http_status = ?4, code = ?5,"
             " message = ?6, order_number = ?7, price = ?8, updated_at = ?9, order_status = ?10,"
             " said = ?11"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(run_.id.value, row.ordinal, static_cast<int>(verdict.state), verdict.httpStatus,
              verdict.code, verdict.message.text, verdict.orderNumber, verdict.price, toStored(now),
              verdict.orderStatus, toStored(verdict.message.messages))
        .run();
    move(RowState::Queued, verdict.state, row.quoted, row.quoted,
         verdict.state == RowState::Placed ? verdict.price.value_or(0) : 0);
    changes_.push_back(
        {row.ordinal, verdict.state, verdict.code, verdict.orderNumber, verdict.price});
}

void RunBook::makeReady(WallTime now) {
    database_
        .use("UPDATE rows SET state = ?2, updated_at = ?5, wait_until = 0,"
             " quote_id = CASE WHEN wait_until = ?6 THEN '' ELSE quote_id END"
             " WHERE run = ?1 AND state IN (?3, ?4)")
        .bind(run_.id.value, static_cast<int>(RowState::Ready), static_cast<int>(RowState::Queued),
              static_cast<int>(RowState::WillRetry), toStored(now), kNeedsQuote)
        .run();
    totals_ = loadTotals(database_, run_.id.value);
}

void RunBook::shortenWaits(WallTime now, WallTime latest) {
    database_
        .use("UPDATE rows SET wait_until = ?4 WHERE run = ?1 AND state IN (?2, ?3)"
             " AND wait_until > ?4 AND updated_at > ?5")
        .bind(run_.id.value, static_cast<int>(RowState::Unknown),
              static_cast<int>(RowState::WillRetry), toStored(latest), toStored(now))
        .run();
}

bool RunBook::waitsForBudget(WallTime now) {
    return database_
        .use("SELECT 1 FROM rows WHERE run = ?1 AND state IN (?2, ?3) AND http_status = 429"
             " AND wait_until > ?4 LIMIT 1")
        .bind(run_.id.value, static_cast<int>(RowState::Unknown),
              static_cast<int>(RowState::WillRetry), toStored(now))
        .next();
}

void RunBook::forgetBudgetWaits() {
    database_
        .use("UPDATE rows SET wait_until = 0 WHERE run = ?1 AND state IN (?2, ?3)"
             " AND http_status = 429")
        .bind(run_.id.value, static_cast<int>(RowState::Unknown),
              static_cast<int>(RowState::WillRetry))
        .run();
}

void RunBook::lookUpAtOnce() {
    database_
        .use("UPDATE rows SET wait_until = 0 WHERE run = ?1 AND state = ?2"
             " AND code = 'idempotency_key_reused'")
        .bind(run_.id.value, static_cast<int>(RowState::Unknown))
        .run();
}

std::optional<WallTime> RunBook::nextDue() {
    std::optional<WallTime> next;
    for (const RowState state : {RowState::Unknown, RowState::WillRetry}) {
        if (totals_.of(state) == 0)
            continue;
        Statement found = database_.use(
            "SELECT wait_until FROM rows INDEXED BY rows_due WHERE run = ?1 AND state = ?2"
            " ORDER BY wait_until LIMIT 1");
        found.bind(run_.id.value, static_cast<int>(state));
        if (!found.next())
            continue;
        const WallTime due = fromStored(found.integer(0));
        if (!next || due < *next)
            next = due;
    }
    return next;
}

std::optional<WallTime> RunBook::nextReusedDue() {
    if (totals_.of(RowState::Unknown) == 0)
        return std::nullopt;
    Statement found = database_.use(
        "SELECT wait_until FROM rows INDEXED BY rows_due WHERE run = ?1 AND state = ?2"
        " AND code = 'idempotency_key_reused' ORDER BY wait_until LIMIT 1");
    found.bind(run_.id.value, static_cast<int>(RowState::Unknown));
    return found.next() ? std::optional(fromStored(found.integer(0))) : std::nullopt;
}

std::vector<RowChange> RunBook::takeChanges() {
    return std::exchange(changes_, {});
}

} // namespace leadsheet::submit::detail
