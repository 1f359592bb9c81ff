// SPDX-License-Identifier: Apache-2.0
#include "store/equivalents.hpp"

#include "domain/json.hpp"
#include "store/schema.hpp"

#include <boost/json/object.hpp>
#include <chrono>

namespace leadsheet::server::store {

std::optional<Wish> wishOf(const domain::OrderDraft& draft) {
    if (draft.excludeOwned)
        return std::nullopt;
    return Wish{draft.marks, draft.externalRef, draft.leadCount};
}

std::optional<Wish> wishOf(const Quote& quote) {
    const auto record = domain::parseJson(quote.recordJson);
    if (!record || !record->is_object())
        return std::nullopt;
    const boost::json::object& members = record->get_object();
    const boost::json::value* excludeOwned = members.if_contains("excludeOwned");
    if (excludeOwned != nullptr && excludeOwned->is_bool() && excludeOwned->get_bool())
        return std::nullopt;
    Wish wish{domain::orderMarks(members), {}, quote.leadCount};
    const boost::json::value* reference = members.if_contains("externalRef");
    if (reference != nullptr && reference->is_string())
        wish.externalRef = std::string(std::string_view(reference->get_string()));
    return wish;
}

Timestamp windowStart(const Account& account, Timestamp now) {
    if (account.duplicateWindowDays == 0)
        return Timestamp{};
    return now - std::chrono::days(account.duplicateWindowDays);
}

std::vector<Equivalents> findEquivalents(Tx& tx, const AccountId& account, Timestamp since,
                                         std::span<const Wish> wishes, std::size_t limit) {
    if (wishes.empty())
        return {};
    while (tx.markOrders(account, kMarkedAtOnce) > 0) {
    }
    return tx.findEquivalents(account, since, wishes, limit);
}

} // namespace leadsheet::server::store
