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

void Sendings::sends(const std::string& machine, const std::string& key, const std::string& body) {
    Sent& sent = sent_[{machine, key}];
    std::string order = orderOf(body);
    if (sent.open > 0 && sent.order != order)
        throw Broken("one key, one order", machine + " sent " + sent.order + " and then " + order +
                                               " under the key " + key);
    sent.order = std::move(order);
    ++sent.times;
    ++sent.open;
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
