// SPDX-License-Identifier: Apache-2.0
#include "store/known.hpp"
#include "store/operations/ahead.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::server::store {

namespace {

/// Account, since and limit come before the values of what is asked for: mark, similar mark,
/// reference.
constexpr std::size_t kCommonValues = 3;
constexpr std::size_t kContentValues = 3;

/// By what an order was found. The mark is asked for first, so that each order is found once.
enum class Found { ByMark, ByReference, BySimilarMark };

/// What the conditions call the values of what is asked for.
struct ContentNames {
    std::string mark;
    std::string similar;
    std::string reference;
    std::string account = "$1";
    std::string since = "$2";
    std::string limit = "$3"; ///< of each kind
};

ContentNames numbered(std::size_t row) {
    const auto number = [&](std::size_t value) {
        return "$" + std::to_string(kCommonValues + row * kContentValues + value);
    };
    ContentNames names;
    names.mark = number(1);
    names.similar = number(2);
    names.reference = number(3);
    return names;
}

/// A similar order without a reference differs from every reference, also from none.
std::string condition(Found by, const ContentNames& content) {
    switch (by) {
    case Found::ByMark:
        return "mark = " + content.mark;
    case Found::ByReference:
        return "external_ref = " + content.reference + " AND mark <> " + content.mark;
    case Found::BySimilarMark:
        break;
    }
    return "similar_mark = " + content.similar + " AND mark <> " + content.mark +
           " AND (external_ref <> " + content.reference + " OR external_ref IS NULL OR " +
           content.reference + " IS NULL)";
}

std::string counting(const ContentNames& content) {
    return " AND created_at >= " + content.since +
           " AND status NOT IN ('cancelled', 'rejected', 'failed', 'refunded')";
}

/// The newest orders of each kind, in the alias `newest`.
std::string newest(const ContentNames& content) {
    std::string text;
    for (const Found by : {Found::ByMark, Found::ByReference, Found::BySimilarMark}) {
        const std::string kind = std::to_string(static_cast<int>(by));
        text.append(text.empty() ? "" : " UNION ALL ")
            .append("SELECT * FROM (SELECT " + kind +
                    " AS kind, number, created_at, seq, status, lead_count, total, key_id"
                    " FROM orders WHERE account_id = " +
                    content.account + " AND ")
            .append(condition(by, content))
            .append(counting(content))
            .append(" ORDER BY created_at DESC, seq DESC LIMIT " + content.limit + ") AS kind_" +
                    kind);
    }
    return text;
}

/// A single one needs no table of values, which not every engine can join with what depends on it.
/// Every order has its key: LEFT only keeps SQLite from filling a table with the orders before it
/// looks for their keys.
const Statements& findNewest() {
    static const Statements statements = statementsOf([](std::size_t rows) {
        std::string from = "(" + newest(numbered(0)) + ") AS newest";
        std::string row = "0";
        if (rows > 1) {
            std::string contents;
            for (std::size_t at = 0; at < rows; ++at) {
                const ContentNames names = numbered(at);
                contents.append(at == 0 ? "" : ", ")
                    .append("(" + std::to_string(at) + ", CAST(" + names.mark + " AS TEXT), CAST(" +
                            names.similar + " AS TEXT), CAST(" + names.reference + " AS TEXT))");
            }
            row = "asked.place";
            from = "(VALUES " + contents +
                   ") AS asked (place, mark, similar_mark, reference) CROSS JOIN LATERAL (" +
                   newest({"asked.mark", "asked.similar_mark", "asked.reference"}) + ") AS newest";
        }
        return "SELECT " + row +
               ", newest.kind, newest.number, newest.created_at, newest.seq, newest.status,"
               " newest.lead_count, newest.total, api_keys.last4 FROM " +
               from + " LEFT JOIN api_keys ON api_keys.id = newest.key_id";
    });
    return statements;
}

EquivalentOrder equivalentOf(SqlRows& row, const OrderContent& content) {
    const auto status = domain::orderStatusFromName(row.text(5));
    if (!status)
        failInternal("order " + row.text(2) + " has an unknown status");
    EquivalentOrder order;
    order.number = row.id<OrderNumber>(2);
    order.createdAt = row.time(3);
    order.seq = row.integer(4);
    order.status = *status;
    order.leadCount = row.integer(6);
    order.total = row.integer(7);
    order.keyLast4 = row.text(8);
    switch (static_cast<Found>(row.integer(1))) {
    case Found::ByMark:
        order.match =
            order.leadCount == content.leadCount ? OrderMatch::Same : OrderMatch::OtherCount;
        break;
    case Found::ByReference:
        order.match = OrderMatch::SameReference;
        break;
    case Found::BySimilarMark:
        order.match = OrderMatch::Similar;
        break;
    }
    return order;
}

bool comesBefore(const EquivalentOrder& a, const EquivalentOrder& b) {
    const bool similar = a.match == OrderMatch::Similar;
    if (similar != (b.match == OrderMatch::Similar))
        return !similar;
    return std::pair(a.createdAt, a.seq) > std::pair(b.createdAt, b.seq);
}

std::vector<SqlValue> valuesOf(const AccountId& account, Timestamp since, std::int64_t limit,
                               std::span<const OrderContent> contents) {
    std::vector<SqlValue> values{account, since, limit};
    for (const OrderContent& content : contents)
        values.insert(values.end(),
                      {content.marks.mark, content.marks.similar, content.externalRef});
    return values;
}

/// Of each kind only so many are looked at: a count must not read an account's whole past.
std::int64_t countOf(SqlSession& session, const AccountId& account, Timestamp since,
                     const OrderContent& content, std::int64_t limit) {
    static const std::string text = [] {
        std::string counts;
        for (const Found by : {Found::ByMark, Found::ByReference, Found::BySimilarMark})
            counts.append(counts.empty() ? "SELECT " : " + ")
                .append("(SELECT COUNT(*) FROM (SELECT 1 FROM orders WHERE account_id = $1 AND ")
                .append(condition(by, numbered(0)))
                .append(counting(numbered(0)))
                .append(" LIMIT $3) AS kind_" + std::to_string(static_cast<int>(by)) + ")");
        return counts;
    }();
    const auto rows = session.open(text, valuesOf(account, since, limit, std::span(&content, 1)));
    if (!rows->next())
        failInternal("a count had no row");
    return rows->integer(0);
}

const Statements& writeMarks() {
    static const Statements statements = statementsOf([](std::size_t rows) {
        std::string text = "WITH made (seq, mark, similar_mark) AS (VALUES ";
        for (std::size_t row = 0; row < rows; ++row) {
            const std::string first = std::to_string(row * 3 + 1);
            text.append(row == 0 ? "(" : ", (")
                .append("CAST($" + first + " AS BIGINT), CAST($" + std::to_string(row * 3 + 2) +
                        " AS TEXT), CAST($" + std::to_string(row * 3 + 3) + " AS TEXT))");
        }
        return text +
               ") UPDATE orders SET mark = made.mark, similar_mark = made.similar_mark FROM made"
               " WHERE orders.seq = made.seq";
    });
    return statements;
}

const Known::Compared* findCompared(const Known& known, Timestamp since,
                                    const OrderContent& content, std::size_t limit) {
    const auto found = std::ranges::find_if(known.compared, [&](const Known::Compared& compared) {
        return compared.since == since && compared.limit >= limit &&
               compared.content.leadCount == content.leadCount &&
               compared.content.marks.mark == content.marks.mark &&
               compared.content.marks.similar == content.marks.similar &&
               compared.content.externalRef == content.externalRef;
    });
    return found == known.compared.end() ? nullptr : &*found;
}

} // namespace

std::string_view name(OrderMatch match) {
    static constexpr auto kWords =
        std::to_array<std::string_view>({"same", "other_count", "same_reference", "similar"});
    static_assert(kWords.size() == static_cast<std::size_t>(OrderMatch::Similar) + 1);
    return kWords[static_cast<std::size_t>(match)];
}

std::vector<Equivalents> Reader::findEquivalents(const AccountId& account, Timestamp since,
                                                 std::span<const OrderContent> contents,
                                                 std::size_t limit) {
    const auto maxRows = static_cast<std::int64_t>(limit) + 1;
    std::vector<Equivalents> found(contents.size());
    const Known* const known = knownOf(account);
    const auto* const ahead = known != nullptr && contents.size() == 1
                                  ? findCompared(*known, since, contents.front(), limit)
                                  : nullptr;
    if (ahead != nullptr)
        found.front().orders = ahead->orders;
    else
        inPieces(session_, findNewest(), contents.size(),
                 [&](const std::string& sql, std::size_t first, std::size_t count) {
                     const auto rows = session_.open(
                         sql, valuesOf(account, since, maxRows, contents.subspan(first, count)));
                     while (rows->next()) {
                         const std::size_t at = first + static_cast<std::size_t>(rows->integer(0));
                         found[at].orders.push_back(equivalentOf(*rows, contents[at]));
                     }
                 });
    for (std::size_t at = 0; at < found.size(); ++at) {
        auto& orders = found[at].orders;
        if (orders.size() > 1)
            std::ranges::sort(orders, comesBefore);
        if (orders.size() <= limit)
            continue;
        orders.resize(limit);
        const std::int64_t all =
            countOf(session_, account, since, contents[at], kMaxCountedEquivalents + maxRows);
        found[at].more = std::min(all - static_cast<std::int64_t>(limit), kMaxCountedEquivalents);
    }
    return found;
}

void askUnmarked(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    ahead.each([&](Known& known, const OrderAhead&) {
        if (!std::exchange(known.allMarked, true))
            accounts.add(known.account);
    });
    ahead.ask("SELECT account_id FROM unnest(CAST($1 AS TEXT[])) AS asked (account_id)"
              " WHERE EXISTS (SELECT 1 FROM orders o WHERE o.account_id = asked.account_id"
              " AND o.mark IS NULL)",
              accounts, {accounts.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next())
                      ahead.of(rows.view(0)).allMarked = false;
              });
}

void askEquivalents(Ahead& ahead) {
    static const std::string text =
        "SELECT asked.place, newest.kind, newest.number, newest.created_at, newest.seq,"
        " newest.status, newest.lead_count, newest.total,"
        " (SELECT last4 FROM api_keys WHERE id = newest.key_id)"
        " FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[]),"
        " CAST($4 AS TEXT[]), CAST($5 AS TEXT[]), CAST($6 AS TEXT[])) WITH ORDINALITY"
        " AS asked (account, since, most, mark, similar_mark, reference, place)"
        " CROSS JOIN LATERAL (" +
        newest({"asked.mark", "asked.similar_mark", "asked.reference", "asked.account",
                "asked.since", "asked.most"}) +
        ") AS newest";
    SqlColumn accounts(SqlColumn::Type::Text);
    SqlColumn since(SqlColumn::Type::Integer);
    SqlColumn most(SqlColumn::Type::Integer); // of each kind; one more shows that there are more
    SqlColumn marks(SqlColumn::Type::Text);
    SqlColumn similar(SqlColumn::Type::Text);
    SqlColumn references(SqlColumn::Type::Text);
    // Where each answer belongs: the number of its question, from 1.
    std::vector<std::pair<Known*, std::size_t>> places{{}};
    ahead.each([&](Known& known, const OrderAhead& order) {
        if (!order.content)
            return;
        accounts.add(known.account);
        since.add(order.equivalentSince);
        most.add(static_cast<std::int64_t>(order.maxEquivalents) + 1);
        marks.add(order.content->marks.mark);
        similar.add(order.content->marks.similar);
        references.add(order.content->externalRef);
        places.emplace_back(&known, known.compared.size());
        known.compared.push_back({*order.content, order.equivalentSince, order.maxEquivalents, {}});
    });
    ahead.ask(
        text, accounts,
        {accounts.all(), since.all(), most.all(), marks.all(), similar.all(), references.all()},
        [places](SqlRows& rows) {
            while (rows.next()) {
                const auto [known, at] = places.at(static_cast<std::size_t>(rows.integer(0)));
                Known::Compared& compared = known->compared.at(at);
                compared.orders.push_back(equivalentOf(rows, compared.content));
            }
        });
}

std::int64_t Tx::markOrders(const std::optional<AccountId>& account, int limit) {
    struct Made {
        std::int64_t seq;
        domain::OrderMarks marks;
    };
    Known* const known = account ? knownOf(*account) : nullptr;
    if (known != nullptr && known->allMarked)
        return 0;
    std::vector<Made> made;
    {
        const auto rows =
            account ? session_.query("SELECT seq, record_json FROM orders WHERE account_id = $1"
                                     " AND mark IS NULL LIMIT $2",
                                     {*account, limit})
                    : session_.query("SELECT seq, record_json FROM orders WHERE mark IS NULL"
                                     " ORDER BY seq LIMIT $1",
                                     {limit});
        while (rows->next())
            made.push_back({rows->integer(0), domain::orderMarks(rows->text(1))});
    }
    std::vector<SqlValue> values;
    for (const Made& order : made)
        values.insert(values.end(), {order.seq, order.marks.mark, order.marks.similar});
    inPieces(session_, writeMarks(), made.size(),
             [&](const std::string& sql, std::size_t first, std::size_t count) {
                 session_.run(sql, std::span(values).subspan(first * 3, count * 3));
             });
    if (known != nullptr) {
        known->allMarked = made.empty();
        if (!made.empty())
            known->compared.clear();
    }
    return static_cast<std::int64_t>(made.size());
}

} // namespace leadsheet::server::store
