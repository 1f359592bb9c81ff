// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::server::api {

/// One movement of an account's money.
boost::json::object ledgerEntryJson(const store::LedgerEntry& entry);

} // namespace leadsheet::server::api
