// SPDX-License-Identifier: Apache-2.0
#include "domain/text_check.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_DESTINATION_COLUMNS                                                              \
    "seq, id, account_id, platform, name, credential, workspace, campaign, field_map,"             \
    " duplicate_policy, results, auto_deliver, enabled, repeatable, version, created_at,"          \
    " updated_at"

SqlBlob blobOf(const std::string& bytes) {
    return {{reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}};
}

Destination destinationOf(SqlRows& row) {
    Destination destination;
    destination.seq = row.integer(0);
    destination.id = row.id<DestinationId>(1);
    destination.account = row.id<AccountId>(2);
    destination.platform = row.text(3);
    destination.name = row.text(4);
    destination.credential = row.text(5);
    destination.workspace = row.text(6);
    destination.campaign = row.optionalText(7);
    destination.fieldMap = row.text(8);
    destination.duplicatePolicy = row.text(9);
    destination.results = domain::splitWords(row.view(10));
    destination.autoDeliver = row.boolean(11);
    destination.enabled = row.boolean(12);
    destination.repeatable = row.boolean(13);
    destination.version = row.integer(14);
    destination.createdAt = row.time(15);
    destination.updatedAt = row.time(16);
    return destination;
}

} // namespace

std::optional<Destination> OutreachReads::find(std::int64_t destination) {
    const auto rows = session_.query("SELECT " LEADSHEET_DESTINATION_COLUMNS
                                     " FROM destinations WHERE seq = $1 AND removed = 0",
                                     {destination});
    return rows->next() ? std::optional(destinationOf(*rows)) : std::nullopt;
}

std::optional<Destination> OutreachReads::find(const AccountId& account, const DestinationId& id) {
    const auto rows =
        session_.query("SELECT " LEADSHEET_DESTINATION_COLUMNS
                       " FROM destinations WHERE id = $1 AND account_id = $2 AND removed = 0",
                       {id, account});
    return rows->next() ? std::optional(destinationOf(*rows)) : std::nullopt;
}

Page<Destination> OutreachReads::list(const AccountId& account,
                                      const std::optional<CursorPosition>& after, int limit) {
    const auto rows =
        session_.query("SELECT " LEADSHEET_DESTINATION_COLUMNS
                       " FROM destinations WHERE account_id = $1 AND removed = 0 AND seq > $2"
                       " ORDER BY seq LIMIT $3",
                       {account, after ? after->major : 0, limit + 1});
    return pageOf(*rows, limit, destinationOf);
}

std::int64_t OutreachWrites::insert(const Destination& destination) {
    const auto seq = session_.insert(
        "INSERT INTO destinations (id, account_id, platform, name, credential, workspace,"
        " campaign, field_map, duplicate_policy, results, auto_deliver, enabled, repeatable,"
        " removed, version, created_at, updated_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, 1, $14, $14)",
        "seq",
        {destination.id, destination.account, destination.platform, destination.name,
         blobOf(destination.credential), destination.workspace, destination.campaign,
         destination.fieldMap, destination.duplicatePolicy, domain::joinWords(destination.results),
         destination.autoDeliver, destination.enabled, destination.repeatable,
         destination.createdAt});
    return seq.value_or(0);
}

bool OutreachWrites::update(const Destination& destination) {
    const std::int64_t changed = session_.change(
        "UPDATE destinations SET name = $3, credential = $4, workspace = $5, campaign = $6,"
        " field_map = $7, duplicate_policy = $8, results = $9, auto_deliver = $10, enabled = $11,"
        " repeatable = $12, quiet_until = 0, version = version + 1, updated_at = $13"
        " WHERE seq = $1 AND version = $2 AND removed = 0",
        {destination.seq, destination.version, destination.name, blobOf(destination.credential),
         destination.workspace, destination.campaign, destination.fieldMap,
         destination.duplicatePolicy, domain::joinWords(destination.results),
         destination.autoDeliver, destination.enabled, destination.repeatable,
         destination.updatedAt});
    if (changed == 0)
        return false;
    session_.execute("UPDATE pushes SET due_at = $2"
                     " WHERE destination = $1 AND state = 'pending' AND due_at > $2",
                     {destination.seq, destination.updatedAt});
    // Of what is unknown the destination says whether it goes on.
    session_.execute("UPDATE pushes SET due_at = CASE WHEN $3 = 1 THEN CAST($2 AS BIGINT) END"
                     " WHERE destination = $1 AND state = 'unknown'",
                     {destination.seq, destination.updatedAt, destination.repeatable});
    return true;
}

// Its pushes, which may be many, go in steps: purge().
void OutreachWrites::remove(std::int64_t destination) {
    session_.execute("UPDATE destinations SET removed = 1, credential = $2 WHERE seq = $1",
                     {destination, SqlBlob{}});
    session_.execute("DELETE FROM push_fan_outs WHERE destination = $1", {destination});
}

void OutreachWrites::quieten(std::int64_t destination, Timestamp until) {
    session_.execute("UPDATE destinations SET quiet_until = $2 WHERE seq = $1",
                     {destination, until});
}

std::string OutreachReads::pace(const std::string& workspace) {
    const auto rows =
        session_.query("SELECT pace FROM outreach_workspaces WHERE workspace = $1", {workspace});
    return rows->next() ? rows->text(0) : std::string();
}

std::string OutreachWrites::holdPace(const std::string& workspace) {
    session_.execute("INSERT INTO outreach_workspaces (workspace, pace, served_at)"
                     " VALUES ($1, '', 0) ON CONFLICT (workspace) DO NOTHING",
                     {workspace});
    const std::string sql =
        "SELECT pace FROM outreach_workspaces WHERE workspace = $1" +
        session_.forUpdate("outreach_workspaces", SqlSession::RowsOfOthers::Awaited);
    const auto rows = session_.query(sql, {workspace});
    return rows->next() ? rows->text(0) : std::string();
}

void OutreachWrites::keepPace(const std::string& workspace, std::string_view pace, Timestamp now) {
    session_.execute("INSERT INTO outreach_workspaces (workspace, pace, served_at)"
                     " VALUES ($1, $2, $3)"
                     " ON CONFLICT (workspace) DO UPDATE SET pace = $2, served_at = $3",
                     {workspace, pace, now});
}

} // namespace leadsheet::server::store
