// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::orders {

/// Finds orders by words: each of them has to stand in the order's number, its product, its
/// reference or a value of what was asked for. Case, width and accents' spelling do not matter.
class OrderSearch {
public:
    explicit OrderSearch(std::string_view text);

    /// Whether there is a word to look for.
    bool empty() const { return words_.empty(); }
    bool matches(const store::Order& order) const;

private:
    std::vector<std::string> words_;
};

/// A page of the account's orders that match, newest first. Looks at a bounded number of orders, so
/// that a page may have fewer rows than `limit`, or none, and others behind it.
store::Page<store::Order> searchOrders(store::Reader& reader, const store::AccountId& account,
                                       const store::OrderFilter& filter, const OrderSearch& search,
                                       const std::optional<store::CursorPosition>& after,
                                       int limit);

} // namespace leadsheet::server::orders
