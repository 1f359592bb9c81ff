// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"

#include <cstdint>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace bench {

/// Leads written by SQLite alone: the tables and indexes of the store and the rows of its ingest,
/// one commit a call, WAL, synchronous FULL. Ends the program when SQLite fails.
class RawLeads {
public:
    explicit RawLeads(const std::string& path);
    ~RawLeads();
    RawLeads(const RawLeads&) = delete;
    RawLeads& operator=(const RawLeads&) = delete;

    void take(const std::vector<leadsheet::server::store::NewLead>& leads);

private:
    void run(const char* sql);
    sqlite3_stmt* prepare(const std::string& sql);

    sqlite3* database_ = nullptr;
    sqlite3_stmt* lead_ = nullptr;
    sqlite3_stmt* identity_ = nullptr;
    std::int64_t seq_ = 0;
};

} // namespace bench
