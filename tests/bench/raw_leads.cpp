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

/// Of all columns that hold what a lead says.
std::string leadColumns() {
    std::string names;
    for (const store::LeadColumn& column : store::kLeadColumns)
        names.append(", ").append(column.sql);
    return names;
}

/// `fourth` is the column in which the tables of staged and of delivered leads differ.
std::string insertInto(const std::string& table, const std::string& fourth) {
    std::string values = ") VALUES (?, ?, ?, ?, ?, ?";
    for (std::size_t i = 0; i < store::kLeadColumns.size(); ++i)
        values += ", ?";
    return "INSERT INTO " + table + " (place, id, order_seq, " + fourth + ", has_email, has_phone" +
           leadColumns() + values + ")";
}

} // namespace

RawLeads::RawLeads(const std::string& path) {
    if (sqlite3_open(path.c_str(), &database_) != SQLITE_OK)
        std::exit(1);
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    for (const store::Migration& step : store::migrations())
        run(std::string(step.sqlite).c_str());
    lead_ = prepare(insertInto("leads", "delivered_at"));
    identity_ = prepare("INSERT OR IGNORE INTO lead_identities (owner, identity) VALUES (1, ?)");
    staged_ = prepare(insertInto("staged_leads", "identities"));
    stagedIdentity_ =
        prepare("INSERT OR IGNORE INTO staged_identities (order_seq, identity) VALUES (1, ?)");
    move_ = prepare("INSERT INTO leads (place, id, order_seq, delivered_at, has_email, has_phone" +
                    leadColumns() + ") SELECT place + ?, id, order_seq, 1, has_email, has_phone" +
                    leadColumns() + " FROM staged_leads ORDER BY place");
}

RawLeads::~RawLeads() {
    for (sqlite3_stmt* statement : {lead_, identity_, staged_, stagedIdentity_, move_})
        sqlite3_finalize(statement);
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

void RawLeads::insertIdentities(sqlite3_stmt* statement, const Leads& leads) {
    for (const store::NewLead& lead : leads) {
        for (const domain::LeadIdentity& identity : lead.identities) {
            sqlite3_bind_blob(statement, 1, identity.digest.data(),
                              static_cast<int>(identity.digest.size()), SQLITE_STATIC);
            stepOnce(statement);
        }
    }
}

void RawLeads::insertRows(sqlite3_stmt* statement, const Leads& leads, std::int64_t firstPlace) {
    for (const store::NewLead& lead : leads) {
        const domain::LeadDraft& draft = lead.draft;
        const std::string id = lead.id.str();
        sqlite3_bind_int64(statement, 1, firstPlace + ++seq_);
        bindText(statement, 2, id);
        sqlite3_bind_int64(statement, 3, 1);
        std::string identities;
        for (const domain::LeadIdentity& identity : lead.identities)
            identities.append(identity.digest.begin(), identity.digest.end());
        if (statement == lead_)
            sqlite3_bind_int64(statement, 4, 1);
        else
            sqlite3_bind_blob(statement, 4, identities.data(), static_cast<int>(identities.size()),
                              SQLITE_STATIC);
        sqlite3_bind_int(statement, 5, draft.has(domain::leadField("email")) ? 1 : 0);
        sqlite3_bind_int(statement, 6, draft.has(domain::leadField("phone")) ? 1 : 0);
        int at = kFirstValues;
        for (const store::LeadColumn& column : store::kLeadColumns)
            bindValue(statement, ++at, draft.values[column.field]);
        stepOnce(statement);
    }
}

void RawLeads::take(const Leads& leads) {
    run("BEGIN IMMEDIATE");
    insertIdentities(identity_, leads);
    insertRows(lead_, leads, store::kPlacesPerOwner);
    run("COMMIT");
}

void RawLeads::stageAndMove(const Leads& leads) {
    run("BEGIN IMMEDIATE");
    insertIdentities(stagedIdentity_, leads);
    insertRows(staged_, leads, store::kPlacesPerOrder);
    run("COMMIT");
    run("BEGIN IMMEDIATE");
    sqlite3_bind_int64(move_, 1, store::kPlacesPerOwner - store::kPlacesPerOrder);
    stepOnce(move_);
    insertIdentities(identity_, leads);
    run("DELETE FROM staged_leads");
    run("COMMIT");
}

} // namespace bench
