// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/order_words.hpp"

#include <span>

namespace leadsheet::app {

/// What people call a field, or a value of a closed set.
struct Called {
    std::string_view name;
    Message (*words)();
};
/// Empty for a name that is not among them.
Message calledAs(std::span<const Called> known, std::string_view name);

std::string joined(const std::vector<std::string>& texts, std::string_view separator);
/// The fields of an order, each said in one of the clauses. `whole`: the order is all there is, so
/// that a title that is missing may be any.
std::vector<std::string> orderClauses(const OrderRequest& order, const text::Wording& wording,
                                      bool whole);

} // namespace leadsheet::app
