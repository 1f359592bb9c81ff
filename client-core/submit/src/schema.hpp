// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"

#include <cstdint>
#include <span>

namespace leadsheet::submit::detail {

/// "LDSH": tells a ledger from any other SQLite file.
inline constexpr std::int64_t kApplicationId = 0x4c445348;

/// One step of the schema; its position + 1 is the version it leads to. Texts hold one statement
/// each.
using Migration = std::span<const char* const>;

/// Never edited once released; changes are appended.
std::span<const Migration> migrations();

/// Brings an empty or older ledger to the newest version, all steps in one transaction. Throws
/// LedgerTooNew when it was written by a newer program, StorageError when it is not a ledger.
void migrate(Database& database, std::span<const Migration> steps, bool readOnly);

} // namespace leadsheet::submit::detail
