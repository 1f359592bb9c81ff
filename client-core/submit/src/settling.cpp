// SPDX-License-Identifier: Apache-2.0
// Rows whose outcome is unknown: what the service has under their keys.
#include "quoting.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/order_service.hpp"
#include "run_table.hpp"
#include "sheet_history.hpp"
#include "stored_messages.hpp"
#include "verdict.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {
namespace {

struct UnknownRows {
    std::vector<SentRow> rows;
    std::vector<QuoteAsk> asks;
    WallTime newest{};
};

UnknownRows unknownRows(Database& database, std::int64_t run, std::int64_t after) {
    UnknownRows rows;
    Statement found = database.use(
        "SELECT r.ordinal, r.order_key, c.request, r.updated_at, r.product, r.lead_count,"
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
        row.product = found.text(4);
        row.leadCount = found.integer(5);
        row.quoted = found.integer(6);
        row.byReference = found.integer(7) != 0;
        rows.rows.push_back(std::move(row));
        rows.asks.push_back({found.text(2), std::move(*key)});
        rows.newest = std::max(rows.newest, fromStored(found.integer(3)));
    }
    return rows;
}

/// `found` is what the service has under the row's key; nothing where it has none.
bool settleRow(Database& database, const SentRow& row, std::int64_t run,
               const std::optional<PlacedOrder>& found, const std::string& currency, WallTime now) {
    Verdict verdict;
    verdict.state = RowState::WillRetry;
    verdict.message = Said({messages::ledger::serviceKnowsNoOrder()});
    if (found) {
        verdict = judgeBought(row, *found, currency);
        if (verdict.state == RowState::AlreadyOrdered)
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

} // namespace

Settled settleRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop) {
    Database& database = setting.store.database();
    const std::string currency = loadRun(database, id.value).spec.currency;
    Settled settled;
    std::int64_t after = -1;
    for (;;) {
        const UnknownRows rows = unknownRows(database, id.value, after);
        if (rows.asks.empty())
            break;
        after = rows.rows.back().ordinal;
        // A clock that was set back says nothing about how long ago it was.
        const auto age = std::max<WallTime::duration>(setting.store.now() - rows.newest,
                                                      WallTime::duration::zero());
        if (age < setting.options.settleAfter &&
            !setting.clock.sleepUntil(setting.clock.now() + (setting.options.settleAfter - age),
                                      stop))
            throw StorageFailure(
                localError(ErrorCode::Cancelled, {messages::ledger::runCancelled()}));
        const auto answers = askForQuotes(setting, rows.asks, stop);
        if (!answers)
            throw StorageFailure(answers.error());
        std::vector<std::optional<PlacedOrder>> found;
        for (std::size_t i = 0; i < answers->size(); ++i) {
            const QuoteAnswer& answer = (*answers)[i];
            found.push_back(answer.existing);
            // What would be refused today may have been ordered before.
            if (!answer.refusal)
                continue;
            auto order = setting.service.find(rows.asks[i].key, stop);
            if (!order)
                throw StorageFailure(order.error());
            found.back() = *std::move(order);
        }
        Transaction transaction(database);
        for (std::size_t i = 0; i < found.size(); ++i)
            ++(settleRow(database, rows.rows[i], id.value, found[i], currency, setting.store.now())
                   ? settled.placed
                   : settled.notPlaced);
        transaction.commit();
    }
    Transaction transaction(database);
    finishEmptied(database, {id.value}, setting.store.now());
    transaction.commit();
    return settled;
}

} // namespace leadsheet::submit::detail
