// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace leadsheet::submit {

/// A database operation about to happen; Committed is reported after a commit.
enum class DbOp { Open, Prepare, Step, Begin, Commit, Committed };

/// Called with the operation and its number (1, 2, 3, ... within one opened ledger). A value other
/// than 0 is reported as that SQLite result code instead of doing the operation; after Committed
/// the data IS in the file and only the report of it is lost. For tests of failing disks and of
/// processes killed between two commits.
using StorageHook = std::function<int(DbOp op, std::uint64_t number)>;

} // namespace leadsheet::submit
