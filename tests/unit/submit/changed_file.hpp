// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "desk.hpp"

#include <sqlite3.h>
#include <string>

namespace leadsheet::submit::test {

/// Changes the ledger's file as this library would not.
inline void changeFile(const Desk& desk, const std::string& sql) {
    sqlite3* raw = nullptr;
    if (sqlite3_open(desk.file().c_str(), &raw) != SQLITE_OK ||
        sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("%s: %s", sql.c_str(), sqlite3_errmsg(raw));
    sqlite3_close(raw);
}

} // namespace leadsheet::submit::test
