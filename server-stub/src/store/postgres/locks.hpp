// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <string>

namespace leadsheet::server::store::postgres {

/// Statements that take what a job of this scope needs until the end of its transaction: anything
/// excludes everything, an account excludes itself and "anything". Whatever the SQLite writer has
/// in order because it is alone, these have in order over all processes.
std::string lockStatements(const WriteScope& scope);

} // namespace leadsheet::server::store::postgres
