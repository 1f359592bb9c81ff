// SPDX-License-Identifier: Apache-2.0
#include "earlier_orders.hpp"

#include "leadsheet/money.hpp"
#include "leadsheet/timestamp.hpp"
#include "ledger_store.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::submit {

namespace json = boost::json;

namespace {

/// LS-7Q2M9K4T6W: what stands in a body between quotes needs no escapes.
bool isPlain(std::string_view number) {
    return std::all_of(number.begin(), number.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
}

std::string ago(WallTime then, WallTime now) {
    const auto counted = [](std::int64_t count, const char* unit) {
        return std::to_string(count) + " " + unit + (count == 1 ? "" : "s") + " ago";
    };
    const auto age = std::chrono::duration_cast<std::chrono::minutes>(now - then);
    constexpr std::int64_t kHour = 60;
    constexpr std::int64_t kDay = 24 * kHour;
    if (age.count() < 2)
        return "just now";
    if (age.count() < 2 * kHour)
        return counted(age.count(), "minute");
    if (age.count() < 2 * kDay)
        return counted(age.count() / kHour, "hour");
    return counted(age.count() / kDay, "day");
}

std::string likeness(const EquivalentOrder& order) {
    if (order.match == "same_reference")
        return "The same Reference as ";
    if (order.match == "similar")
        return "Perhaps the same companies and people as ";
    return "The same companies and people as ";
}

std::string inWords(const EquivalentOrder& order, const std::optional<WallTime>& now) {
    std::string text = likeness(order) + order.orderNumber;
    if (const auto made = parseTimestamp(order.createdAt))
        text += ", ordered " + (now ? ago(*made, *now) : "on " + order.createdAt.substr(0, 10));
    if (!order.keyLast4.empty())
        text += " by key …" + order.keyLast4;
    std::string facts;
    if (order.leadCount > 0)
        facts = std::to_string(order.leadCount) + (order.leadCount == 1 ? " lead" : " leads");
    if (order.total)
        facts += (facts.empty() ? "" : ", ") + format(Money{*order.total, order.currency});
    return facts.empty() ? text : text + " (" + facts + ")";
}

} // namespace

std::string endedName(std::string_view orderStatus) {
    if (orderStatus == "cancelled")
        return "Ordered, Then Cancelled";
    if (orderStatus == "rejected")
        return "Ordered, Then Rejected";
    if (orderStatus == "failed")
        return "Ordered, Then Failed";
    if (orderStatus == "refunded")
        return "Ordered, Then Refunded";
    return std::string(name(RowState::Ended));
}

std::string inWords(const EquivalentOrders& earlier, const std::optional<WallTime>& now) {
    if (earlier.orders.empty())
        return {};
    std::string text = inWords(earlier.orders.front(), now);
    for (std::size_t i = 1; i < earlier.orders.size(); ++i)
        text += (i == 1 ? "; also " : ", ") + earlier.orders[i].orderNumber;
    if (earlier.more > 0)
        text += " and " + std::to_string(earlier.more) + " more";
    return text + ".";
}

namespace detail {

std::string earlierToText(const EquivalentOrders& earlier) {
    if (earlier.orders.empty())
        return {};
    json::array list;
    for (const EquivalentOrder& order : earlier.orders) {
        json::object entry{{"number", order.orderNumber}, {"at", order.createdAt},
                           {"status", order.status},      {"leads", order.leadCount},
                           {"match", order.match},        {"key", order.keyLast4}};
        if (order.total) {
            entry["total"] = *order.total;
            entry["currency"] = order.currency;
        }
        list.push_back(std::move(entry));
    }
    return json::serialize(json::object{{"orders", std::move(list)}, {"more", earlier.more}});
}

EquivalentOrders earlierFromText(const std::string& text) {
    EquivalentOrders earlier;
    if (text.empty())
        return earlier;
    json::error_code error;
    const json::value document = json::parse(text, error);
    const json::object* object = error ? nullptr : document.if_object();
    const json::value* list = object == nullptr ? nullptr : object->if_contains("orders");
    if (list == nullptr || !list->is_array())
        return earlier;
    const auto textOf = [](const json::object& entry, const char* name) {
        const json::value* value = entry.if_contains(name);
        return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
    };
    const auto numberOf = [](const json::object& entry,
                             const char* name) -> std::optional<std::int64_t> {
        const json::value* value = entry.if_contains(name);
        if (value == nullptr || !value->is_int64())
            return std::nullopt;
        return value->get_int64();
    };
    for (const json::value& item : list->get_array()) {
        const json::object* entry = item.if_object();
        if (entry == nullptr)
            continue;
        EquivalentOrder order;
        order.orderNumber = textOf(*entry, "number");
        order.createdAt = textOf(*entry, "at");
        order.status = textOf(*entry, "status");
        order.leadCount = numberOf(*entry, "leads").value_or(0);
        order.total = numberOf(*entry, "total");
        order.currency = textOf(*entry, "currency");
        order.match = textOf(*entry, "match");
        order.keyLast4 = textOf(*entry, "key");
        earlier.orders.push_back(std::move(order));
    }
    earlier.more = numberOf(*object, "more").value_or(0);
    return earlier;
}

EquivalentOrder sameWish(std::string orderNumber, std::int64_t leadCount) {
    EquivalentOrder order;
    order.orderNumber = std::move(orderNumber);
    order.leadCount = leadCount;
    order.match = "same";
    return order;
}

std::vector<std::string> refusable(const EquivalentOrders& earlier) {
    std::vector<std::string> numbers;
    for (const EquivalentOrder& order : earlier.orders)
        if (!order.isSimilarOnly())
            numbers.push_back(order.orderNumber);
    return numbers;
}

namespace {

/// Orders of the run of row ?2 in run ?1 that share `column` with it and are orders on purpose.
std::string sameWishBy(const std::string& column) {
    return "SELECT other.order_number FROM rows AS mine JOIN rows AS other"
           " ON other.account = mine.account AND other.run = mine.run AND other." +
           column + " = mine." + column +
           " WHERE mine.run = ?1 AND mine.ordinal = ?2"
           " AND other.ordinal <> ?2 AND other.state IN (5, 6) AND other.order_number <> ''"
           " AND (mine.finding = 3 OR other.finding = 3 OR (mine.generation > 0 AND mine.consented"
           "  AND other.generation > 0 AND other.consented) OR json_extract((SELECT request FROM"
           "  contents WHERE contents.run = other.run AND contents.ordinal = other.ordinal),"
           "  '$.excludeOwned'))";
}

} // namespace

std::vector<std::string> ordersOfTheSameWish(Database& database, RowRef row) {
    static const std::string kSql = sameWishBy("mark") + " UNION ALL " + sameWishBy("reference");
    std::vector<std::string> numbers;
    Statement found = database.use(kSql.c_str());
    found.bind(row.run, row.ordinal);
    while (found.next()) {
        std::string number = found.text(0);
        if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
            numbers.push_back(std::move(number));
    }
    return numbers;
}

bool isSameWishUnderWay(Database& database, RowRef row) {
    // A row that will be retried was certainly not applied, and waiting for it as well would make
    // two rows wait for each other.
    Statement found = database.use(
        "SELECT 1 FROM rows AS mine JOIN rows AS other"
        " ON other.account = mine.account AND other.run = mine.run AND (other.mark = mine.mark"
        "  OR other.reference = mine.reference) WHERE mine.run = ?1 AND mine.ordinal = ?2"
        " AND other.ordinal <> ?2 AND other.state IN (4, 8) LIMIT 1");
    found.bind(row.run, row.ordinal);
    return found.next();
}

namespace {

constexpr std::string_view kGuard = R"(,"duplicates":"refuse")";
constexpr std::string_view kQuote = R"(,"quoteId":")";

} // namespace

std::string duplicateGuard(const std::vector<std::string>& acknowledged) {
    std::string text(kGuard);
    std::string list;
    for (const std::string& number : acknowledged)
        if (isPlain(number))
            list += (list.empty() ? "\"" : ",\"") + number + "\"";
    if (!list.empty())
        text += ",\"acknowledgeDuplicateOf\":[" + list + "]";
    return text;
}

std::string guardOf(std::string_view body) {
    // Behind the last quoteId, which is ours: a text of the person cannot stand there.
    const auto quote = body.rfind(kQuote);
    const auto guard = quote == std::string_view::npos ? quote : body.find(kGuard, quote);
    if (guard == std::string_view::npos)
        return {};
    return std::string(body.substr(guard, body.size() - guard - 1));
}

void leaveOutOrderedBefore(Database& database, RowRef row, const EquivalentOrders& earlier,
                           std::optional<WallTime> asked, WallTime now) {
    std::optional<std::int64_t> askedAt;
    if (asked)
        askedAt = toStored(*asked);
    const std::string message = inWords(earlier, std::nullopt);
    const std::string newest = earlier.orders.empty() ? "" : earlier.orders.front().orderNumber;
    database
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, finding = ?5, earlier = ?6,"
             " earlier_at = ?7, consented = 0, said = '', message = ?8, order_number = ?9, "
             "wait_until = 0,"
             " quote_id = '', quoted = NULL, quote_expires = NULL, updated_at = ?10 WHERE run = ?1 "
             "AND ordinal = ?2")
        .bind(row.run, row.ordinal, static_cast<int>(RowState::Skipped),
              static_cast<int>(SkipReason::OrderedBefore), static_cast<int>(Finding::OrderedBefore),
              earlierToText(earlier), askedAt, message, newest, toStored(now))
        .run();
}

} // namespace detail
} // namespace leadsheet::submit
