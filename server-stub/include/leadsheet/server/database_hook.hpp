// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::server::store {

/// What Config::databaseHook is asked about.
enum class DbOp {
    Prepare,   ///< before a statement is compiled
    Step,      ///< before a statement is executed or its next row fetched
    Begin,     ///< before a write transaction
    Commit,    ///< before its commit
    Committed, ///< after a commit that succeeded; the result is ignored
};

} // namespace leadsheet::server::store
