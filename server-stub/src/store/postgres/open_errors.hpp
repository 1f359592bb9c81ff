// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/open_error.hpp"
#include "store/postgres/connection.hpp"

#include <string>
#include <string_view>

namespace leadsheet::server::store::postgres {

/// The sentences for what keeps a database from being opened; `place` names it.
OpenError describe(const ConnectFailure& failure, const std::string& place);
OpenError describe(const StoreError& error, std::string_view state, const std::string& place);
OpenError notUnderstood(const std::string& why);

} // namespace leadsheet::server::store::postgres
