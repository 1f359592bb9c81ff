// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace leadsheet::cli {

/// What a script may branch on; listed in the manual. Never renumber.
enum class ExitCode {
    Done = 0,
    Internal = 1,      ///< a fault of this program
    Usage = 2,         ///< the command line
    SheetRefused = 3,  ///< the sheet or the map, or no row of it can be ordered
    SomeRefused = 4,   ///< finished, some rows were refused or need a fix
    Key = 5,           ///< key or scope
    MoneyGuard = 6,    ///< a limit on money, the person's or the account's
    Server = 7,        ///< server or network; what was begun can be resumed
    LimitReached = 8,  ///< the request budget; what was begun can be resumed
    Locked = 9,        ///< another run holds the ledger
    Storage = 10,      ///< local storage
    Interrupted = 130, ///< by Ctrl+C or a signal; what was begun can be resumed
};

} // namespace leadsheet::cli
