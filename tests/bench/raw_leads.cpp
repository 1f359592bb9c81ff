// SPDX-License-Identifier: Apache-2.0
#include "raw_leads.hpp"

#include "store/schema.hpp"

#include <cstdio>
#include <cstdlib>
#include <sqlite3.h>

namespace bench {

namespace store = leadsheet::server::store;
namespace domain = leadsheet::server::domain;

namespace {

constexpr int kFirstValues = 6;

void bindText(sqlite3_stmt* statement, int at, std::string_view text) {
    sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

void bindValue(sqlite3_stmt* statement, int at, const domain::LeadValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value))
        sqlite3_bind_int64(statement, at, *number);
    else if (const auto* text = std::get_if<std::string>(&value))
        bindText(statement, at, *text);
    else
        sqlite3_bind_null(statement, at);
}

void stepOnce(sqlite3_stmt* statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) {
        std::fprintf(stderr, "%s\n", sqlite3_errmsg(sqlite3_db_handle(statement)));
        std::exit(1);
    }
    sqlite3_reset(statement);
}

std::string insertText() {
    std::string names =
        "INSERT INTO leads (place, id, order_seq, delivered_at, has_email, has_phone";
    std::string values = ") VALUES (?, ?, ?, ?, ?, ?";
    for (const store::LeadColumn& column : store::kLeadColumns) {
        names.append(", ").append(column.sql);
        values += ", ?";
    }
    return names + values + ")";
}

} // namespace

RawLeads::RawLeads(const std::string& path) {
    if (sqlite3_open(path.c_str(), &database_) != SQLITE_OK)
        std::exit(1);
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    for (const store::Migration& step : store::migrations())
        run(std::string(step.sqlite).c_str());
    lead_ = prepare(insertText());
    identity_ = prepare("INSERT OR IGNORE INTO lead_identities (owner, identity) VALUES (1, ?)");
}

RawLeads::~RawLeads() {
    sqlite3_finalize(lead_);
    sqlite3_finalize(identity_);
    sqlite3_close(database_);
}

void RawLeads::run(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
        std::fprintf(stderr, "%s\n", sqlite3_errmsg(database_));
        std::exit(1);
    }
}

sqlite3_stmt* RawLeads::prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        std::exit(1);
    return statement;
}

void RawLeads::take(const std::vector<store::NewLead>& leads) {
    run("BEGIN IMMEDIATE");
    for (const store::NewLead& lead : leads) {
        for (const domain::LeadIdentity& identity : lead.identities) {
            sqlite3_bind_blob(identity_, 1, identity.digest.data(),
                              static_cast<int>(identity.digest.size()), SQLITE_STATIC);
            stepOnce(identity_);
        }
        const domain::LeadDraft& draft = lead.draft;
        const std::string id = lead.id.str();
        sqlite3_bind_int64(lead_, 1, store::kPlacesPerOwner + ++seq_);
        bindText(lead_, 2, id);
        sqlite3_bind_int64(lead_, 3, 1);
        sqlite3_bind_int64(lead_, 4, 1);
        sqlite3_bind_int(lead_, 5, draft.has(domain::leadField("email")) ? 1 : 0);
        sqlite3_bind_int(lead_, 6, draft.has(domain::leadField("phone")) ? 1 : 0);
        int at = kFirstValues;
        for (const store::LeadColumn& column : store::kLeadColumns)
            bindValue(lead_, ++at, draft.values[column.field]);
        stepOnce(lead_);
    }
    run("COMMIT");
}

} // namespace bench
