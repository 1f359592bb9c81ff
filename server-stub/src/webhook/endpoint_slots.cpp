// SPDX-License-Identifier: Apache-2.0
#include "webhook/endpoint_slots.hpp"

#include <algorithm>

namespace leadsheet::server::webhook {
namespace {

/// More are forgotten when nothing of theirs is under way.
constexpr std::size_t kRemembered = 10'000;

} // namespace

int EndpointSlots::free(std::int64_t webhook) const {
    const std::lock_guard lock(mutex_);
    const auto found = endpoints_.find(webhook);
    const Endpoint endpoint = found == endpoints_.end() ? Endpoint{} : found->second;
    int places = kAll - static_cast<int>(deliveries_.size());
    if (!endpoint.proven)
        places = std::min(places, kUnproven - unproven_);
    return std::max(std::min(places, endpoint.allowed - endpoint.inFlight), 0);
}

void EndpointSlots::begin(std::int64_t webhook, std::int64_t delivery) {
    const std::lock_guard lock(mutex_);
    Endpoint& endpoint = endpoints_[webhook];
    ++endpoint.inFlight;
    const bool unproven = !endpoint.proven;
    unproven_ += unproven ? 1 : 0;
    deliveries_[delivery] = unproven;
}

void EndpointSlots::end(std::int64_t webhook, std::int64_t delivery, bool delivered) {
    const std::lock_guard lock(mutex_);
    const auto at = deliveries_.find(delivery);
    if (at == deliveries_.end())
        return;
    unproven_ -= at->second ? 1 : 0;
    deliveries_.erase(at);
    Endpoint& endpoint = endpoints_[webhook];
    --endpoint.inFlight;
    endpoint.proven = delivered;
    endpoint.allowed = delivered ? std::min(endpoint.allowed + 1, kMost) : 1;
    if (endpoints_.size() > kRemembered)
        std::erase_if(endpoints_, [](const auto& one) { return one.second.inFlight == 0; });
}

std::set<std::int64_t> EndpointSlots::underWay() const {
    const std::lock_guard lock(mutex_);
    std::set<std::int64_t> deliveries;
    for (const auto& [delivery, unproven] : deliveries_)
        deliveries.insert(delivery);
    return deliveries;
}

std::size_t EndpointSlots::count() const {
    const std::lock_guard lock(mutex_);
    return deliveries_.size();
}

} // namespace leadsheet::server::webhook
