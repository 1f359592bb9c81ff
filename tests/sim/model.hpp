// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace leadsheet::sim {

/// What must be true, of an independent count of wishes and answers.
class Model {
public:
    /// Somebody wants this, by the text that names it in the order. Once, however often it is said.
    void wish(const std::string& account, const std::string& text) {
        wishes_[account].insert(text);
    }
    void opened(const std::string& account, std::int64_t balance) { opening_[account] = balance; }
    /// A client has read that this order is placed.
    void acknowledge(const std::string& orderNumber) { acknowledged_.insert(orderNumber); }

    /// At any moment: no wish is ordered twice, nothing acknowledged is lost, money is conserved.
    void check(server::store::Reader& reader) const;
    /// At the end: every wish is ordered, every lead delivered once.
    void checkEnd(server::store::Reader& reader) const;
    std::size_t acknowledged() const { return acknowledged_.size(); }

private:
    std::map<std::string, std::set<std::string>> wishes_;
    std::map<std::string, std::int64_t> opening_;
    std::set<std::string> acknowledged_;
};

} // namespace leadsheet::sim
