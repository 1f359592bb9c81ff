// SPDX-License-Identifier: Apache-2.0
#include "sendings.hpp"

#include "world.hpp"

#include <boost/json.hpp>

namespace leadsheet::sim {

namespace {

/// What is ordered, without what guards its price.
std::string orderOf(const std::string& body) {
    boost::json::object order = boost::json::parse(body).as_object();
    for (const char* guard : {"quoteId", "maxPrice", "duplicates", "acknowledgeDuplicateOf"})
        order.erase(guard);
    return boost::json::serialize(order);
}

} // namespace

void Sendings::sends(const std::string& machine, const std::string& key, const std::string& body,
                     std::chrono::microseconds now) {
    Sent& sent = sent_[{machine, key}];
    std::string order = orderOf(body);
    if (sent.open > 0 && sent.order != order)
        throw Broken("one key, one order", machine + " sent " + sent.order + " and then " + order +
                                               " under the key " + key);
    sent.order = std::move(order);
    ++sent.times;
    ++sent.open;
    sent.last = now;
}

void Sendings::knowsOfNothing(const std::string& machine, const std::string& key,
                              std::chrono::microseconds now) {
    const auto sent = sent_.find({machine, key});
    if (sent != sent_.end() && now - sent->second.last > kLatest)
        sent->second.open = 0;
}

std::string Sendings::placerOf(const std::string& orderNumber) const {
    const auto placed = placedBy_.find(orderNumber);
    return placed == placedBy_.end() ? std::string() : placed->second;
}

bool Sendings::knowsOfAnother(const std::string& machine, const std::string& key,
                              const std::string& orderNumber) const {
    const std::string placer = placerOf(orderNumber);
    const auto sent = sent_.find({machine, key});
    return !interrupted_.contains(machine) && !placer.empty() && placer != machine &&
           sent != sent_.end() && sent->second.times == 1 && sent->second.isClear;
}

} // namespace leadsheet::sim
