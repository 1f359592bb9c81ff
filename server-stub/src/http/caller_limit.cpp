// SPDX-License-Identifier: Apache-2.0
#include "http/caller_limit.hpp"

#include <utility>

namespace leadsheet::server::http {

std::string CallerLimit::countedAs(const std::string& address) const {
    const bool exempt =
        most_ == 0 || (isLoopback(address) && !limitLoopback_) || proxies_.trusts(address);
    return exempt ? std::string() : callerNetwork(address);
}

bool CallerLimit::isReached(const std::string& caller) const {
    const auto found = open_.find(caller);
    return found != open_.end() && found->second >= most_;
}

void CallerLimit::add(const std::string& caller) {
    if (!caller.empty())
        ++open_[caller];
}

void CallerLimit::remove(std::string& caller) {
    const auto found = open_.find(std::exchange(caller, {}));
    if (found != open_.end() && --found->second == 0)
        open_.erase(found);
}

} // namespace leadsheet::server::http
