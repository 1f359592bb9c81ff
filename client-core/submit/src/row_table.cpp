// SPDX-License-Identifier: Apache-2.0
#include "row_table.hpp"

#include "earlier_orders.hpp"
#include "ledger_store.hpp"
#include "stored_messages.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {
namespace {

std::optional<std::string> nullIfEmpty(const std::string& text) {
    if (text.empty())
        return std::nullopt;
    return text;
}

void insertProblems(Database& database, const RowRecord& row) {
    std::int64_t number = 0;
    for (const RowProblem& problem : row.problems) {
        database
            .use("INSERT INTO problems(run, ordinal, number, column_name, code, message, said)"
                 " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            .bind(row.ref.run, row.ref.ordinal, number++, problem.column, problem.code,
                  problem.message, toStored(problem.said))
            .run();
    }
}

} // namespace

const char* const kRowColumns =
    " run, ordinal, source_row, tab, order_key, mark, reference, generation, occurrence, product,"
    " lead_count, finding, related_run, related_ordinal, state, skip_reason, attempts, wait_until,"
    " http_status, code, message, request_id, order_number, price, quote_id, quoted, quote_expires,"
    " updated_at, order_status, ordered_at, earlier, consented, said ";

RowRecord readRow(const Statement& statement) {
    RowRecord row;
    int column = -1;
    const auto integer = [&] {
        return statement.integer(++column);
    };
    const auto text = [&] {
        return statement.text(++column);
    };
    row.ref.run = integer();
    row.ref.ordinal = integer();
    row.sourceRow = integer();
    row.tab = text();
    row.key = text();
    row.mark = text();
    row.reference = text();
    row.generation = integer();
    row.occurrence = integer();
    row.product = text();
    row.leadCount = integer();
    row.finding = statement.oneOf(++column, Finding::Ended);
    const auto relatedRun = statement.optionalInteger(++column);
    const std::int64_t relatedOrdinal = integer();
    if (relatedRun)
        row.related = RowRef{*relatedRun, relatedOrdinal};
    row.state = statement.oneOf(++column, RowState::Ended);
    row.skipReason = statement.oneOf(++column, SkipReason::GivenUp);
    row.attempts = integer();
    const std::int64_t waitUntil = integer();
    if (waitUntil != 0 && (row.state == RowState::Unknown || row.state == RowState::WillRetry))
        row.waitUntil = fromStored(waitUntil);
    row.httpStatus = static_cast<int>(integer());
    row.code = text();
    row.message = text();
    row.requestId = text();
    row.orderNumber = text();
    row.price = statement.optionalInteger(++column);
    row.quoteId = text();
    row.quoted = statement.optionalInteger(++column);
    if (const auto expires = statement.optionalInteger(++column))
        row.quoteExpires = fromStored(*expires);
    row.updatedAt = fromStored(integer());
    row.orderStatus = text();
    if (const auto orderedAt = statement.optionalInteger(++column))
        row.orderedAt = fromStored(*orderedAt);
    row.earlier = earlierFromText(text());
    row.consented = integer() != 0;
    row.said = messagesFromStored(text());
    return row;
}

void insertRow(Database& database, std::int64_t account, const RowRecord& row) {
    const auto key = nullIfEmpty(row.key);
    const auto mark = nullIfEmpty(row.mark);
    const auto reference = nullIfEmpty(row.reference);
    std::optional<std::int64_t> relatedRun;
    std::optional<std::int64_t> relatedOrdinal;
    if (row.related) {
        relatedRun = row.related->run;
        relatedOrdinal = row.related->ordinal;
    }
    std::optional<std::int64_t> orderedAt;
    if (row.orderedAt)
        orderedAt = toStored(*row.orderedAt);
    database
        .use("INSERT INTO rows(run, ordinal, account, source_row, tab, order_key, mark, reference,"
             " generation, occurrence, product, lead_count, finding, related_run, related_ordinal,"
             " state, skip_reason, message, order_number, price, updated_at, order_status,"
             " ordered_at, consented, earlier, code, said)"
             " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
             " ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27)")
        .bind(row.ref.run, row.ref.ordinal, account, row.sourceRow, row.tab, key, mark, reference,
              row.generation, row.occurrence, row.product, row.leadCount,
              static_cast<int>(row.finding), relatedRun, relatedOrdinal,
              static_cast<int>(row.state), static_cast<int>(row.skipReason), row.message,
              row.orderNumber, row.price, toStored(row.updatedAt), row.orderStatus, orderedAt,
              row.consented ? 1 : 0, earlierToText(row.earlier), row.code, toStored(row.said))
        .run();
    database.use("INSERT INTO contents(run, ordinal, snapshot, request) VALUES(?1, ?2, ?3, ?4)")
        .bind(row.ref.run, row.ref.ordinal, row.snapshot, row.request)
        .run();
    insertProblems(database, row);
}

std::optional<RowRecord> findRow(Database& database, RowRef ref) {
    static const std::string kSql =
        std::string("SELECT") + kRowColumns + "FROM rows WHERE run = ?1 AND ordinal = ?2";
    Statement statement = database.use(kSql.c_str());
    statement.bind(ref.run, ref.ordinal);
    if (!statement.next())
        return std::nullopt;
    return readRow(statement);
}

void refuseLostText(const Database& database, RowRef row, const std::string& json) {
    if (json.find('\0') != std::string::npos)
        database.failDamaged("row " + std::to_string(row.ordinal) + " of run " +
                             std::to_string(row.run) + " has lost its text");
}

void addContent(Database& database, RowRecord& row) {
    Statement content =
        database.use("SELECT snapshot, request FROM contents WHERE run = ?1 AND ordinal = ?2");
    content.bind(row.ref.run, row.ref.ordinal);
    if (content.next()) {
        row.snapshot = content.text(0);
        row.request = content.text(1);
        refuseLostText(database, row.ref, row.snapshot);
        refuseLostText(database, row.ref, row.request);
    }
    Statement problems = database.use("SELECT column_name, code, message, said FROM problems"
                                      " WHERE run = ?1 AND ordinal = ?2 ORDER BY number");
    problems.bind(row.ref.run, row.ref.ordinal);
    while (problems.next())
        row.problems.push_back({problems.text(0), problems.text(1), problems.text(2),
                                messagesFromStored(problems.text(3))});
}

void refuseDisorder(const Database& database, RowRef row, RowRef after) {
    if (row.run != after.run || row.ordinal <= after.ordinal)
        database.failDamaged("the rows of run " + std::to_string(after.run) + " are out of order");
}

std::vector<RowRecord> pageOfRows(Database& database, std::int64_t run, const RowFilter& filter,
                                  std::int64_t after) {
    std::string sql =
        std::string("SELECT") + kRowColumns + "FROM rows WHERE run = ?1 AND ordinal > ?2";
    if (!filter.states.empty()) {
        sql += " AND state IN (";
        for (const RowState state : filter.states)
            sql += std::to_string(static_cast<int>(state)) + ",";
        sql.back() = ')';
    }
    if (filter.finding)
        sql += " AND finding = " + std::to_string(static_cast<int>(*filter.finding));
    if (filter.tab)
        sql += " AND tab = ?4";
    sql += " ORDER BY ordinal LIMIT ?3";
    std::vector<RowRecord> rows;
    Statement statement = database.prepare(sql);
    const auto pageSize = static_cast<std::int64_t>(filter.pageSize);
    if (filter.tab)
        statement.bind(run, after, pageSize, *filter.tab);
    else
        statement.bind(run, after, pageSize);
    while (statement.next()) {
        rows.push_back(readRow(statement));
        refuseDisorder(database, rows.back().ref, {run, after});
        after = rows.back().ref.ordinal;
        if (filter.withContent)
            addContent(database, rows.back());
    }
    return rows;
}

namespace {

/// Placed, Already Ordered, Ended, then live rows, then the others.
int rankOf(RowState state) {
    switch (state) {
    case RowState::Placed:
        return 0;
    case RowState::AlreadyOrdered:
        return 1;
    case RowState::Ended:
        return 2;
    case RowState::Ready:
    case RowState::NeedsFix:
    case RowState::Skipped:
    case RowState::Queued:
    case RowState::Sending:
    case RowState::Refused:
    case RowState::Unknown:
    case RowState::WillRetry:
        break;
    }
    return isLive(state) ? 3 : 4;
}

RowState stateOf(Database& database, RowRef ref) {
    Statement found = database.use("SELECT state FROM rows WHERE run = ?1 AND ordinal = ?2");
    found.bind(ref.run, ref.ordinal);
    return found.next() ? found.oneOf(0, RowState::Ended) : RowState::Skipped;
}

} // namespace

std::optional<RowRecord> findByKey(Database& database, std::int64_t account, const std::string& key,
                                   std::int64_t exceptRun) {
    // The index alone tells whether there are any, as a rule none.
    std::vector<RowRef> others;
    {
        Statement found = database.use("SELECT run, ordinal FROM rows WHERE account = ?1"
                                       " AND order_key = ?2 AND run <> ?3 ORDER BY run DESC");
        found.bind(account, key, exceptRun);
        while (found.next())
            others.push_back({found.integer(0), found.integer(1)});
    }
    // Of equals the newest, as the index has them. Chosen here: to sort by rank costs SQLite more
    // than to search.
    const auto best = std::ranges::min_element(
        others, {}, [&](const RowRef& ref) { return rankOf(stateOf(database, ref)); });
    return best == others.end() ? std::nullopt : findRow(database, *best);
}

void hearOfEnd(Database& database, std::int64_t account, std::int64_t exceptRun, RowRecord& row) {
    Statement found =
        database.use("SELECT order_status, price, order_number FROM rows WHERE account = ?1"
                     " AND order_key = ?2 AND run <> ?3 AND state = 10 ORDER BY run DESC LIMIT 1");
    found.bind(account, row.key, exceptRun);
    if (!found.next() || found.text(2) != row.orderNumber)
        return;
    row.state = RowState::Ended;
    row.orderStatus = found.text(0);
    row.price = found.optionalInteger(1);
}

bool wasOffered(Database& database, RowRef row, const std::string& quoteId) {
    Statement found = database.use(
        "SELECT 1 FROM rows AS own JOIN rows AS r ON r.account = own.account"
        " AND r.order_key = own.order_key WHERE own.run = ?1 AND own.ordinal = ?2"
        " AND (r.quote_id = ?3 OR EXISTS (SELECT 1 FROM quotes AS q WHERE q.run = r.run"
        " AND q.ordinal = r.ordinal AND q.quote_id = ?3))");
    found.bind(row.run, row.ordinal, quoteId);
    return found.next();
}

bool isLive(RowState state) {
    return state == RowState::Queued || state == RowState::Sending || state == RowState::Unknown ||
           state == RowState::WillRetry;
}

} // namespace leadsheet::submit::detail
