// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"

#include "leadsheet/submit/order_service.hpp"

#include <cstdint>
#include <stop_token>

namespace leadsheet::submit::detail {

/// Tells the service what the ledger remembers of the account's order budget. A budget is a key's,
/// and this may be another key: when the remembered one is used up, the server is asked first, and
/// the ledger's word counts only if it does not answer. Throws StorageFailure.
void recallPacing(Database& database, std::int64_t account, OrderService& service, WallTime now,
                  const std::stop_token& stop);

} // namespace leadsheet::submit::detail
