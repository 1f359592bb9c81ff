// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include "statement.hpp"
#include "world.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::sim {
namespace {

namespace db = server::store;

/// Which wish an order is of: its only industry, however it is spelled.
std::string wishOf(const db::Order& order) {
    const auto request = boost::json::parse(order.recordJson).as_object();
    std::string wish(request.at("industries").as_array().at(0).as_string());
    for (char& c : wish)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return wish;
}

/// What ended without a delivery may be ordered again.
bool hasEnded(const db::Order& order) {
    using Status = server::domain::OrderStatus;
    return order.status == Status::Rejected || order.status == Status::Failed ||
           order.status == Status::Cancelled || order.status == Status::Refunded;
}

std::vector<db::Order> ordersOf(server::store::Reader& reader, const std::string& account) {
    return reader.listOrders(db::AccountId(account), {}, {}, kAllRows).rows;
}

} // namespace

void Model::wish(const std::string& account, const std::string& text, std::int64_t leads,
                 int orders) {
    Wish& wish = wishes_[account][text];
    wish.leads.insert(leads);
    wish.orders = std::max(wish.orders, orders);
}

void Model::wishAgain(const std::string& account, const std::string& text) {
    ++wishes_[account][text].orders;
    wishes_[account][text].again = true;
}

bool Model::isAmbiguous(const std::string& account, const std::string& reference) const {
    return !reference.empty() && std::ranges::count_if(wishes_.at(account), [&](const auto& wish) {
                                     return wish.second.references.contains(reference);
                                 }) > 1;
}

Campaign* Model::campaignAt(const server::egress::Request& request) {
    const auto found = std::ranges::find_if(
        campaigns_, [&](const Campaign& campaign) { return campaign.isAt(request); });
    return found == campaigns_.end() ? nullptr : &*found;
}

void Model::rememberPushes(server::store::Reader& reader) {
    for (Campaign& campaign : campaigns_)
        campaign.remember(reader);
}

Inbox* Model::inboxAt(const std::string& url) {
    const auto found = std::ranges::find(inboxes_, url, &Inbox::url);
    return found == inboxes_.end() ? nullptr : &*found;
}

void Model::checkWishes(const std::string& account, const Orders& orders) const {
    std::map<std::string, int> ordered;
    std::map<std::string, std::string> referred; ///< orders by their references
    const auto& wishes = wishes_.at(account);
    for (const db::Order& order : orders) {
        const std::string text = wishOf(order);
        const auto wish = wishes.find(text);
        if (wish == wishes.end() || !wish->second.leads.contains(order.leadCount))
            throw Broken("one order a wish", "nobody wished for " + text + ", " +
                                                 std::to_string(order.leadCount) + " leads");
        if (!hasEnded(order) && ++ordered[text] > wish->second.orders)
            throw Broken("one order a wish", text + " is ordered " + std::to_string(ordered[text]) +
                                                 " times, the last time as " + order.number.str());
        if (wish->second.most && order.total > *wish->second.most)
            throw Broken("nobody pays more than was agreed",
                         order.number.str() + " costs " + std::to_string(order.total) +
                             ", and at most " + std::to_string(*wish->second.most) + " was said");
        const std::string reference = order.externalRef.value_or("");
        if (!wish->second.references.empty() && !wish->second.references.contains(reference))
            throw Broken("a reference goes with its row",
                         order.number.str() + " of " + text + " has the reference " + reference);
        if (reference.empty() || hasEnded(order) || wish->second.again)
            continue;
        const auto [other, isOnly] = referred.emplace(reference, order.number.str());
        if (!isOnly)
            throw Broken("a reference buys once",
                         reference + " bought " + other->second + " and " + order.number.str());
    }
}

void Model::checkRefund(const db::Order& order, bool atEnd) const {
    if (givenBack_.contains(order.number.str()) &&
        order.status == server::domain::OrderStatus::Refunded && order.refunded == order.captured)
        return;
    const auto found = refunds_.find(order.number.str());
    if (found == refunds_.end()) {
        if (order.refunded > 0)
            throw Broken("money", order.number.str() + " was refunded, and nobody asked for it");
        return;
    }
    // One after the other; of more than is left nothing is given back.
    std::int64_t wanted = 0;
    for (const auto& amount : found->second)
        wanted += amount.value_or(order.captured - wanted) <= order.captured - wanted
                      ? amount.value_or(order.captured - wanted)
                      : 0;
    if (order.refunded > wanted || (atEnd && order.refunded != wanted))
        throw Broken("money", order.number.str() + " was refunded " +
                                  std::to_string(order.refunded) + " instead of " +
                                  std::to_string(wanted));
}

/// A change and what comes in the same millisecond may have come in either order.
bool Model::hasCost(WallTime at, std::int64_t unitPrice) const {
    std::int64_t before = -1;
    for (const auto& [since, price] : prices_) {
        if (since > at)
            break;
        if (since == at && before == unitPrice)
            return true;
        before = price;
    }
    return before == unitPrice;
}

/// What was quoted, and without a quote what it cost when it was placed.
void Model::checkPrice(server::store::Reader& reader, const db::Order& order) const {
    const auto quote =
        order.quote ? reader.findQuote(order.account, *order.quote) : std::optional<db::Quote>();
    if (quote ? order.unitPrice != quote->unitPrice || order.total != quote->total ||
                    !hasCost(quote->createdAt, quote->unitPrice)
              : !hasCost(order.createdAt, order.unitPrice))
        throw Broken("a price is what was said", order.number.str() + " costs " +
                                                     std::to_string(order.total) + " at " +
                                                     std::to_string(order.unitPrice) + " a lead");
    if (quote && order.createdAt > quote->expiresAt)
        throw Broken("a price is good as long as was said",
                     order.number.str() + " was placed by a quote that had expired");
}

void Model::checkBalance(server::store::Reader& reader, const std::string& account,
                         const Orders& orders) const {
    std::int64_t kept = 0;
    std::int64_t held = 0;
    for (const db::Order& order : orders) {
        kept += order.captured - order.refunded;
        if (order.payment == server::domain::PaymentStatus::Held)
            held += order.total - order.captured;
    }
    const auto now = reader.balance(db::AccountId(account));
    const std::int64_t all = now.available + now.held + kept;
    const auto credit = credits_.find(account);
    const bool isRight = all == opening_.at(account) ||
                         (credit != credits_.end() && all == opening_.at(account) + credit->second);
    if (!isRight || now.held != held)
        throw Broken("money", account + " began with " + std::to_string(opening_.at(account)) +
                                  ", has available " + std::to_string(now.available) +
                                  " and held " + std::to_string(now.held) +
                                  ", and its orders hold " + std::to_string(held) + " and kept " +
                                  std::to_string(kept));
}

void Model::check(server::store::Reader& reader) const {
    for (const std::string& fault : reader.ledgerFaults())
        throw Broken("money", fault);
    std::set<std::string> known;
    for (const auto& [account, balance] : opening_) {
        const auto orders = ordersOf(reader, account);
        for (const db::Order& order : orders) {
            checkMoneyOf(order);
            checkPrice(reader, order);
            checkRefund(order, false);
            witness.check(order);
            known.insert(order.number.str());
        }
        if (!orders.empty())
            checkWishes(account, orders);
        checkBalance(reader, account, orders);
    }
    for (const std::string& number : acknowledged_)
        if (!known.contains(number))
            throw Broken("nothing acknowledged is lost", number + " is gone");
    for (const auto& [number, version] : witness.versions())
        if (!known.contains(number))
            throw Broken("nothing acknowledged is lost", number + " is gone");
}

void Model::checkLeads(server::store::Reader& reader, const std::string& account,
                       const Orders& orders) const {
    std::map<std::string, std::int64_t> listed;
    std::set<std::string> seen;
    server::store::LeadQuery query;
    query.account = db::AccountId(account);
    query.limit = kAllRows;
    reader.visitLeads(query, [&](const server::store::LeadRow& lead) {
        const std::string email(lead.text(server::domain::leadField("email")));
        const std::string number(lead.text(server::domain::leadField("orderNumber")));
        ++listed[number];
        if (!seen.insert(email).second)
            throw Broken("every lead once", email + " is in the list twice");
        std::string lower = number;
        for (char& c : lower)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (!email.starts_with(lower + "-") && !email.starts_with(number + "-"))
            throw Broken("every lead once", email + " is in the list of " + number);
    });
    for (const db::Order& order : orders)
        if (listed[order.number.str()] != order.delivered)
            throw Broken("every lead once",
                         order.number.str() + " counts " + std::to_string(order.delivered) +
                             " leads, the list has " + std::to_string(listed[order.number.str()]));
}

void Model::checkClaims(const std::string& account, const Orders& orders) const {
    std::set<std::string> claimed;
    std::set<std::pair<std::string, std::string>> own; ///< orders by who says to have placed them
    std::set<std::string> computers;
    for (const Claim& claim : claims_) {
        if (claim.account != account)
            continue;
        claimed.insert(claim.orderNumber);
        computers.insert(claim.machine);
        if (claim.held || claim.hasEnded)
            own.insert({claim.machine, claim.orderNumber});
        const std::string says = claim.machine + claim.run + " says that " + claim.orderNumber;
        const auto order = std::find_if(orders.begin(), orders.end(), [&](const db::Order& one) {
            return one.number.str() == claim.orderNumber;
        });
        if (order == orders.end())
            throw Broken("ledgers are right", says + " is ordered, and it is not there");
        // A reference whose order ended says so of whatever row it stands at.
        const bool mayDiffer = claim.hasEnded && isAmbiguous(account, claim.reference);
        if (wishOf(*order) != claim.wish && !mayDiffer)
            throw Broken("ledgers are right",
                         says + " is of " + claim.wish + ", and it is of " + wishOf(*order));
        if (claim.held && sendings.knowsOfAnother(claim.machine, claim.key, claim.orderNumber))
            throw Broken("ledgers are right", says + " is its own, and somebody else placed it");
        if (claim.held && *claim.held != order->total)
            throw Broken("ledgers are right", says + " held " + std::to_string(*claim.held) +
                                                  ", and it was " + std::to_string(order->total));
        if (claim.held && claim.leads != order->leadCount)
            throw Broken("ledgers are right", says + " is for " + std::to_string(claim.leads) +
                                                  " leads, and it is for " +
                                                  std::to_string(order->leadCount));
    }
    for (const db::Order& order : orders) {
        const std::string number = order.number.str();
        if (!claimed.empty() && !claimed.contains(number))
            throw Broken("ledgers are right", "no ledger knows " + number);
        const std::string placer = sendings.placerOf(number);
        if (computers.contains(placer) && !own.contains({placer, number}))
            throw Broken("ledgers are right",
                         placer + " placed " + number + " and does not say that it is its own");
    }
}

void Model::checkEnd(server::store::Reader& reader) const {
    check(reader);
    for (const auto& [account, wishes] : wishes_) {
        const auto orders = ordersOf(reader, account);
        std::set<std::string> ordered;
        for (const db::Order& order : orders) {
            ordered.insert(wishOf(order));
            checkRefund(order, true);
            checkHistory(reader, order);
        }
        for (const auto& [text, wish] : wishes)
            if (!ordered.contains(text))
                throw Broken("every row is settled", text + " was never ordered");
        checkLeads(reader, account, orders);
        checkStatement(reader, account, orders);
        checkClaims(account, orders);
    }
    for (const Inbox& inbox : inboxes_)
        inbox.check(reader);
    for (const Campaign& campaign : campaigns_)
        campaign.check(reader);
}

} // namespace leadsheet::sim
