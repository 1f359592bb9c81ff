// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include "world.hpp"

#include <boost/json.hpp>
#include <vector>

namespace leadsheet::sim {
namespace {

using server::store::AccountId;
using server::store::Order;

constexpr int kAll = 100'000;

std::vector<Order> ordersOf(server::store::Reader& reader, const std::string& account) {
    return reader.listOrders(AccountId(account), {}, {}, kAll).rows;
}

/// Which wish an order is of: its only industry, however it is spelled.
std::string wishOf(const Order& order) {
    const auto request = boost::json::parse(order.recordJson).as_object();
    std::string wish(request.at("industries").as_array().at(0).as_string());
    for (char& c : wish)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return wish;
}

/// What ended without a delivery may be ordered anew.
bool hasEnded(const Order& order) {
    using Status = server::domain::OrderStatus;
    return order.status == Status::Rejected || order.status == Status::Failed ||
           order.status == Status::Cancelled || order.status == Status::Refunded;
}

} // namespace

void Model::check(server::store::Reader& reader) const {
    for (const std::string& fault : reader.ledgerFaults())
        throw Broken("money", fault);
    for (const auto& [account, balance] : opening_) {
        std::set<std::string> ordered;
        std::int64_t kept = 0;
        for (const Order& order : ordersOf(reader, account)) {
            kept += order.captured - order.refunded;
            const std::string wish = wishOf(order);
            const auto wishes = wishes_.find(account);
            if (wishes == wishes_.end() || !wishes->second.contains(wish))
                throw Broken("one order a wish", "nobody wished for " + wish);
            if (!hasEnded(order) && !ordered.insert(wish).second)
                throw Broken("one order a wish",
                             wish + " is ordered twice, the second time as " + order.number.str());
        }
        const auto now = reader.balance(AccountId(account));
        if (now.available + now.held + kept != balance)
            throw Broken("money", account + " began with " + std::to_string(balance) + " and has " +
                                      std::to_string(now.available + now.held + kept));
    }
    for (const std::string& number : acknowledged_)
        if (!reader.findOrder(server::store::OrderNumber(number)))
            throw Broken("nothing acknowledged is lost", number + " is gone");
}

void Model::checkEnd(server::store::Reader& reader) const {
    check(reader);
    for (const auto& [account, wishes] : wishes_) {
        std::set<std::string> ordered;
        std::int64_t leads = 0;
        for (const Order& order : ordersOf(reader, account)) {
            ordered.insert(wishOf(order));
            leads += order.delivered;
        }
        for (const std::string& wish : wishes)
            if (!ordered.contains(wish))
                throw Broken("every row is settled", wish + " was never ordered");
        std::set<std::string> seen;
        server::store::LeadQuery query;
        query.account = AccountId(account);
        query.limit = kAll;
        std::int64_t listed = 0;
        reader.visitLeads(query, [&](const server::store::LeadRow& lead) {
            ++listed;
            if (!seen.insert(std::string(lead.text(server::domain::leadField("email")))).second)
                throw Broken("every lead once", "a lead is in the list twice");
        });
        if (listed != leads)
            throw Broken("every lead once", "orders count " + std::to_string(leads) +
                                                " leads, the list has " + std::to_string(listed));
    }
}

} // namespace leadsheet::sim
