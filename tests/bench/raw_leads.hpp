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
/// WAL, synchronous FULL. Ends the program when SQLite fails.
class RawLeads {
public:
    explicit RawLeads(const std::string& path);
    ~RawLeads();
    RawLeads(const RawLeads&) = delete;
    RawLeads& operator=(const RawLeads&) = delete;

    using Leads = std::vector<leadsheet::server::store::NewLead>;
    /// Into the account at once, in one commit.
    void take(const Leads& leads);
    /// First staged, in a commit that is acknowledged, then moved into the account in another: what
    /// a delivery in two steps has to write at least. Nothing is looked up.
    void stageAndMove(const Leads& leads);

private:
    void insertIdentities(sqlite3_stmt* statement, const Leads& leads);
    void insertRows(sqlite3_stmt* statement, const Leads& leads, std::int64_t firstPlace);
    void run(const char* sql);
    sqlite3_stmt* prepare(const std::string& sql);

    sqlite3* database_ = nullptr;
    sqlite3_stmt* lead_ = nullptr;
    sqlite3_stmt* identity_ = nullptr;
    sqlite3_stmt* staged_ = nullptr;
    sqlite3_stmt* stagedIdentity_ = nullptr;
    sqlite3_stmt* move_ = nullptr;
    std::int64_t seq_ = 0;
};

} // namespace bench
