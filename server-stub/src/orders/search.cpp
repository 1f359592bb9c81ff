// SPDX-License-Identifier: Apache-2.0
#include "orders/search.hpp"

#include "domain/order_mark.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::orders {

namespace {

namespace json = boost::json;

constexpr int kOrdersPerLook = 500;
constexpr int kLooksPerPage = 10;

/// Appends every text and number of a value, without the names of members.
void appendValues(std::string& out, const json::value& value) {
    if (const auto* object = value.if_object()) {
        for (const auto& member : *object)
            appendValues(out, member.value());
    } else if (const auto* array = value.if_array()) {
        for (const json::value& item : *array)
            appendValues(out, item);
    } else if (const auto* text = value.if_string()) {
        out.append("\n").append(std::string_view(*text));
    } else if (value.is_number()) {
        out.append("\n").append(json::serialize(value));
    }
}

std::string textOf(const store::Order& order) {
    std::string text = order.number.str() + "\n" + order.product;
    if (order.externalRef)
        text.append("\n").append(*order.externalRef);
    boost::system::error_code bad;
    const json::value record = json::parse(order.recordJson, bad);
    if (!bad)
        appendValues(text, record);
    return domain::foldedText(text);
}

} // namespace

OrderSearch::OrderSearch(std::string_view text) {
    const std::string folded = domain::foldedText(text);
    std::string_view rest = folded;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (end > 0)
            words_.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

bool OrderSearch::matches(const store::Order& order) const {
    const std::string text = textOf(order);
    return std::ranges::all_of(
        words_, [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

store::Page<store::Order> searchOrders(store::Reader& reader, const store::AccountId& account,
                                       const store::OrderFilter& filter, const OrderSearch& search,
                                       const std::optional<store::CursorPosition>& after,
                                       int limit) {
    store::Page<store::Order> found;
    std::optional<store::CursorPosition> reached = after;
    for (int look = 0; look < kLooksPerPage; ++look) {
        auto looked = reader.listOrders(account, filter, reached, kOrdersPerLook);
        for (store::Order& order : looked.rows) {
            if (!search.matches(order))
                continue;
            if (std::ssize(found.rows) == limit) {
                const store::Order& last = found.rows.back();
                found.next = {domain::toMillis(last.createdAt), last.seq};
                return found;
            }
            found.rows.push_back(std::move(order));
        }
        reached = looked.next;
        if (!reached)
            return found;
    }
    found.next = reached;
    return found;
}

} // namespace leadsheet::server::orders
