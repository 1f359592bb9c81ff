// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"

#include <QString>

#include <cstdint>
#include <stop_token>

namespace leadsheet::desktop {

/// Writes all leads of an order into a file, complete or not at all: JSON Lines for .ndjson and
/// .jsonl, else CSV as the service writes it. The number of bytes. Blocks; any thread but the
/// GUI's.
Result<std::uint64_t> saveOrderLeads(const Connected& at, const OrderNumber& number,
                                     const QString& file, const std::stop_token& stop);

} // namespace leadsheet::desktop
