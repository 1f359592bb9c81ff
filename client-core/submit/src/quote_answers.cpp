// SPDX-License-Identifier: Apache-2.0
#include "quote_answers.hpp"

#include "earlier_orders.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "leadsheet/timestamp.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "stored_messages.hpp"
#include "verdict.hpp"

namespace leadsheet::submit::detail {
namespace {

void storeOffer(Database& database, RowRef row, const QuoteOffer& offer, WallTime now) {
    database
        .use("UPDATE rows SET quote_id = ?3, quoted = ?4, quote_expires = ?5, updated_at = ?6"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal, offer.quoteId, offer.amount, toStored(offer.expires),
              toStored(now))
        .run();
}

void rememberOffer(Database& database, RowRef row, const QuoteOffer& offer, WallTime now) {
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
                           const std::string& key, const std::string& request,
                           const QuoteOffer& offer) {
    auto other = findByKey(database, account, key, row.run);
    if (!other || !isLive(other->state) || isOrdered(other->state) ||
        other->state == RowState::Queued || other->state == RowState::WillRetry || !other->quoted)
        return offer;
    addContent(database, *other);
    if (!isSameRequest(other->request, request))
        return offer;
    QuoteOffer standing = offer;
    standing.quoteId = other->quoteId;
    standing.amount = *other->quoted;
    return standing;
}

std::string nextKey(const ReadyRow& row, const std::string& request) {
    return orderKey({request, row.occurrence, row.generation + 1, row.reference}).str();
}

/// Another row of the run that asks for the same and is about to be ordered.
std::optional<std::int64_t> sameWishReady(Database& database, RowRef row) {
    Statement found = database.use(
        "SELECT other.ordinal FROM rows AS mine JOIN rows AS other"
        " ON other.account = mine.account AND other.mark = mine.mark AND other.run = mine.run"
        " WHERE mine.run = ?1 AND mine.ordinal = ?2 AND other.ordinal <> ?2 AND other.state = 0"
        " LIMIT 1");
    found.bind(row.run, row.ordinal);
    if (!found.next())
        return std::nullopt;
    return found.integer(0);
}

void orderInTheNextPeriod(Database& database, RowRef ref, const ReadyRow& row,
                          const std::string& request, bool duplicates, WallTime now) {
    const auto other = sameWishReady(database, ref);
    const bool hold = other && !duplicates;
    database
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, finding = ?5, generation = ?6,"
             " order_key = ?7, related_run = CASE WHEN ?8 IS NULL THEN NULL ELSE ?1 END,"
             " related_ordinal = ?8, order_number = '', order_status = '', ordered_at = NULL,"
             " price = NULL, quote_id = '', quoted = NULL, quote_expires = NULL,"
             " updated_at = ?9 WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, static_cast<int>(hold ? RowState::Skipped : RowState::Ready),
              static_cast<int>(hold ? SkipReason::DuplicateInSheet : SkipReason::None),
              static_cast<int>(other ? Finding::InSheetTwice : Finding::New), row.generation + 1,
              nextKey(row, request), other, toStored(now))
        .run();
}

/// The order of this key ended; it may have been ordered again, here or elsewhere.
void useGeneration(Database& database, RowRef ref, std::int64_t generation,
                   const std::string& key) {
    database.use("UPDATE rows SET generation = ?3, order_key = ?4 WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, generation, key)
        .run();
}

/// Ordered by this key, as the ledger has it, and the service knows nothing of it: nothing is
/// ordered again for that, and it is said.
void storeMissing(Database& database, RowRef ref, const ReadyRow& row, WallTime now) {
    const Said message({messages::ledger::orderNotKnownToService(row.orderNumber),
                        messages::ledger::askSupportBeforeReordering()});
    database
        .use("UPDATE rows SET message = ?3, code = 'order_not_found', updated_at = ?4, said = ?5"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, message.text, toStored(now), toStored(message.messages))
        .run();
}

void storeExisting(Database& database, RowRef ref, const ReadyRow& row, const std::string& request,
                   const PlacedOrder& order, WallTime now) {
    // A Reference says nothing about the order's content, so it has to be compared.
    const bool changed = !order.ended && !row.reference.empty() &&
                         !isSameOrder(order, row.product, row.leadCount, request);
    const RowState state = changed       ? RowState::Skipped
                           : order.ended ? RowState::Ended
                                         : RowState::AlreadyOrdered;
    const SkipReason reason = changed ? SkipReason::ChangedSinceOrdered : SkipReason::None;
    const Finding finding = changed       ? Finding::Changed
                            : order.ended ? Finding::Ended
                                          : Finding::AlreadyOrdered;
    Said message;
    if (changed)
        message.add(messages::ledger::referenceBoughtOtherDetails(order.orderNumber));
    const std::string status = order.ended ? order.status : "";
    std::optional<std::int64_t> orderedAt;
    if (order.createdAt)
        orderedAt = toStored(*order.createdAt);
    database
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, finding = ?5, order_number = ?6,"
             " price = ?7, message = ?8, order_status = ?9, ordered_at = coalesce(?10, ordered_at),"
             " updated_at = ?11, said = ?12 WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, static_cast<int>(state), static_cast<int>(reason),
              static_cast<int>(finding), order.orderNumber,
              order.ended ? order.charged : order.held, message.text, status, orderedAt,
              toStored(now), toStored(message.messages))
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
    bool all = true;
    bool past = false;
    for (const EquivalentOrder& order : earlier.orders) {
        const bool isPast = terms.isPast(parseTimestamp(order.createdAt));
        past = past || isPast;
        all = all && (order.isSimilarOnly() || isPast || terms.allows(order.orderNumber) ||
                      named(ours, order.orderNumber) || named(before, order.orderNumber));
    }
    // Those that are not named are older than those that are.
    const bool restAgreed = earlier.more == 0 || terms.spec.allowed.all || past || row.consented ||
                            static_cast<std::int64_t>(ours.size()) >=
                                static_cast<std::int64_t>(earlier.orders.size()) + earlier.more;
    return all && restAgreed;
}

/// Orders under other keys that ask for the same: the row is left out unless that is agreed to,
/// else it has the offer that counts.
void weighEarlier(Database& database, RowRef ref, const ReadyRow& row, const Terms& terms,
                  const EquivalentOrders& earlier, const QuoteOffer& offer, WallTime now) {
    const bool refused = !refusable(earlier).empty() || earlier.more > 0;
    if (refused && !isAgreed(database, ref, row, terms, earlier)) {
        leaveOutOrderedBefore(database, ref, earlier, offer.createdAt, now);
        return;
    }
    std::optional<std::int64_t> askedAt;
    if (offer.createdAt)
        askedAt = toStored(*offer.createdAt);
    // A service that names none now may name them to the create: what was agreed to stays so.
    const bool kept = !refused && row.consented;
    database
        .use("UPDATE rows SET earlier = ?3, earlier_at = ?4, consented = ?5, guarded = 1,"
             " quote_id = ?6, quoted = ?7, quote_expires = ?8, updated_at = ?9"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, earlierToText(kept ? row.agreedTo : earlier), askedAt,
              refused || kept ? 1 : 0, offer.quoteId, offer.amount, toStored(offer.expires),
              toStored(now))
        .run();
}

/// The orders of this computer that a row is left out for, newest first: those of the same wish, or
/// of the one that it was changed from, whose own rows are no longer in the sheet.
std::vector<QuoteAsk> ordersBehind(Database& database, std::int64_t account, RowRef row) {
    constexpr std::int64_t kMost = 50;
    Statement found = database.use(
        "SELECT old.order_key, c.request, max(old.run) FROM rows AS mine"
        " LEFT JOIN rows AS r ON r.run = mine.related_run AND r.ordinal = mine.related_ordinal"
        // By the key, for the sake of the groups, all rows of the account would be walked.
        " JOIN rows AS old INDEXED BY rows_by_mark"
        "  ON old.account = ?3 AND old.mark = coalesce(r.mark, mine.mark)"
        "  AND old.run <> ?1 AND old.state IN (4, 5, 6, 8)"
        " JOIN contents AS c ON c.run = old.run AND c.ordinal = old.ordinal"
        " WHERE mine.run = ?1 AND mine.ordinal = ?2 AND NOT EXISTS (SELECT 1 FROM rows AS own"
        "  WHERE own.account = ?3 AND own.order_key = old.order_key AND own.run = ?1)"
        " GROUP BY old.order_key ORDER BY max(old.run) DESC, old.generation DESC LIMIT ?4");
    found.bind(row.run, row.ordinal, account, kMost);
    std::vector<QuoteAsk> asks;
    while (found.next()) {
        auto key = IdempotencyKey::parse(found.text(0));
        if (!key)
            throw StorageFailure(key.error());
        asks.push_back({found.text(1), *std::move(key)});
    }
    return asks;
}

/// Whether the row is left out as a change of an order under another key; and whether that asks for
/// something else, so that the row was taken for a correction of it.
struct HeldFor {
    bool another = false;
    bool anotherWish = false;
};

HeldFor heldFor(Database& database, RowRef ref, const ReadyRow& row) {
    if (row.skipReason != SkipReason::ChangedSinceOrdered)
        return {};
    Statement found =
        database.use("SELECT other.mark <> mine.mark FROM rows AS mine JOIN rows AS other"
                     " ON other.run = mine.related_run AND other.ordinal = mine.related_ordinal"
                     " WHERE mine.run = ?1 AND mine.ordinal = ?2"
                     " AND other.order_key <> mine.order_key");
    found.bind(ref.run, ref.ordinal);
    if (!found.next())
        return {};
    return {true, found.integer(0) != 0};
}

void storeRefusal(Database& database, RowRef row, const Error& refusal, WallTime now) {
    const std::string code(refusal.codeName());
    database
        .use("UPDATE rows SET state = ?3, http_status = ?4, code = ?5, message = ?6,"
             " updated_at = ?7, said = ?8 WHERE run = ?1 AND ordinal = ?2")
        .bind(row.run, row.ordinal, static_cast<int>(RowState::NeedsFix), refusal.httpStatus, code,
              refusal.message, toStored(now), toStored(refusal.said))
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

} // namespace

AnswerBook::AnswerBook(LedgerStore& ledger, const RunInfo& run, const Terms& terms)
    : database_(ledger.database())
    , now_(ledger.now())
    , run_(run)
    , terms_(terms)
    , account_(accountOfRun(database_, run.id.value)) {}

void AnswerBook::write(const ReadyRow& row, const QuoteAsk& ask, const QuoteAnswer& answer) {
    const RowRef ref{run_.id.value, row.ordinal};
    if (!row.behind.empty())
        writeBehind(ref, row, answer);
    else if (answer.existing)
        writeExisting(ref, row, ask, *answer.existing);
    else if (row.state == RowState::AlreadyOrdered || row.state == RowState::Ended)
        writeMissing(ref, row, answer);
    else if (row.state == RowState::Skipped)
        writeSkipped(ref, row, answer);
    else if (answer.refusal)
        storeRefusal(database_, ref, *answer.refusal, now_);
    else
        writeOffer(ref, row, ask, *answer.offer);
}

void AnswerBook::writeExisting(RowRef ref, const ReadyRow& row, const QuoteAsk& ask,
                               const PlacedOrder& order) {
    const bool again = row.consented && row.generation > 0;
    if (terms_.isPast(order.createdAt) || (order.ended && again)) {
        orderInTheNextPeriod(database_, ref, row, ask.body, run_.spec.orderDuplicates, now_);
        ++again_;
        return;
    }
    if (row.isNext)
        useGeneration(database_, ref, row.generation, ask.key.str());
    storeExisting(database_, ref, row, ask.body, order, now_);
    auto key = IdempotencyKey::parse(nextKey(row, ask.body));
    if (!order.ended || !key)
        return;
    ReadyRow next = row;
    next.state = RowState::Ended;
    next.isNext = true;
    ++next.generation;
    next_.rows.push_back(std::move(next));
    next_.asks.push_back({ask.body, *std::move(key)});
}

/// A row that is ordered is judged by its order alone, not by what would be refused today.
void AnswerBook::writeMissing(RowRef ref, const ReadyRow& row, const QuoteAnswer& answer) {
    if (answer.offer && row.state == RowState::AlreadyOrdered)
        storeMissing(database_, ref, row, now_);
}

/// What the service names under other keys stands. Of what it does not name, being too old for that
/// or ended, this computer knows the keys.
void AnswerBook::writeSkipped(RowRef ref, const ReadyRow& row, const QuoteAnswer& answer) {
    if (!answer.offer)
        return;
    const auto& named = answer.offer->equivalents;
    const bool stands = named && (!refusable(*named).empty() || named->more > 0);
    if (stands && row.skipReason == SkipReason::OrderedBefore) {
        leaveOutOrderedBefore(database_, ref, *named, answer.offer->createdAt, now_);
    } else if (!stands) {
        ReadyRow held = row;
        held.behind = ordersBehind(database_, account_, ref);
        if (held.behind.empty() && heldFor(database_, ref, row).another)
            setFree(ref);
        else
            askBehind(std::move(held));
    }
}

/// What it was held back for was not ordered, has ended or is past: it is priced like any new row.
void AnswerBook::setFree(RowRef ref) {
    database_
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, finding = ?5, related_run = NULL,"
             " related_ordinal = NULL, earlier = '', consented = 0, message = '', said = '',"
             " updated_at = ?6 WHERE run = ?1 AND ordinal = ?2")
        .bind(ref.run, ref.ordinal, static_cast<int>(RowState::Ready),
              static_cast<int>(SkipReason::None), static_cast<int>(Finding::New), toStored(now_))
        .run();
    ++again_;
}

void AnswerBook::askBehind(ReadyRow row) {
    if (row.behind.empty())
        return;
    next_.asks.push_back(row.behind.front());
    next_.rows.push_back(std::move(row));
}

/// Only when all of them have ended, nothing holds the row back but that it was ordered: it is
/// ordered again on purpose, like any row whose order ended. An order of another wish that ended
/// says nothing of this one.
void AnswerBook::writeBehind(RowRef ref, const ReadyRow& row, const QuoteAnswer& answer) {
    if (!answer.existing)
        return;
    const bool another = heldFor(database_, ref, row).anotherWish;
    if (!answer.existing->ended && !(another && terms_.isPast(answer.existing->createdAt)))
        return;
    ReadyRow left = row;
    left.behind.erase(left.behind.begin());
    if (!left.ended)
        left.ended = answer.existing;
    if (!left.behind.empty())
        askBehind(std::move(left));
    else if (another)
        setFree(ref);
    else
        storeExisting(database_, ref, left, {}, *left.ended, now_);
}

void AnswerBook::writeOffer(RowRef ref, const ReadyRow& row, const QuoteAsk& ask,
                            const QuoteOffer& offer) {
    if (offer.amount < 0 || offer.currency != run_.spec.currency)
        throw StorageFailure(
            localError(ErrorCode::PriceGuard,
                       {messages::ledger::quoteCurrencyDiffers(offer.currency, run_.spec.currency),
                        messages::ledger::nothingApprovedOrSent()}));
    const QuoteOffer counts =
        offerThatCounts(database_, account_, ref, ask.key.str(), ask.body, offer);
    rememberOffer(database_, ref, counts, now_);
    if (offer.equivalents)
        weighEarlier(database_, ref, row, terms_, *offer.equivalents, counts, now_);
    else
        storeOffer(database_, ref, counts, now_);
}

} // namespace leadsheet::submit::detail
