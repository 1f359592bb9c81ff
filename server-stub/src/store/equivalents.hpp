// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/order_request.hpp"
#include "store/store.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace leadsheet::server::store {

/// What a request, or the quote of one, asks for; nullopt with excludeOwned, which asks for other
/// people by definition and has no equivalents.
std::optional<Wish> wishOf(const domain::OrderDraft& draft);
std::optional<Wish> wishOf(const Quote& quote);

/// The oldest moment that the account's window still holds.
Timestamp windowStart(const Account& account, Timestamp now);

/// Reader::findEquivalents(), before which orders that an older program wrote get their marks, so
/// that none is missed.
std::vector<Equivalents> findEquivalents(Tx& tx, const AccountId& account, Timestamp since,
                                         std::span<const Wish> wishes, std::size_t limit);

} // namespace leadsheet::server::store
