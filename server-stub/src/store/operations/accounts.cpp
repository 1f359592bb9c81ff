// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

#define LEADSHEET_ACCOUNT_COLUMNS                                                                  \
    "id, name, environment, suspended, created_at, seq, duplicates, duplicate_window"

Account accountOf(SqlRows& row) {
    return {row.id<AccountId>(0), row.text(1),    row.text(2),           row.boolean(3),
            row.time(4),          row.integer(5), policyOf(row.text(6)), row.integer(7)};
}

} // namespace

domain::DuplicatePolicy policyOf(std::string_view name) {
    const auto policy = domain::duplicatePolicyFromName(name);
    if (!policy)
        failInternal("an account has an unknown policy");
    return *policy;
}

std::string SqlTx::instanceId() {
    const auto rows = session_.query("SELECT id FROM service_identity");
    if (!rows->next())
        failInternal("the database has no identity");
    return rows->text(0);
}

std::int64_t SqlTx::accountCount() {
    return session_.number("SELECT COUNT(*) FROM accounts");
}

std::optional<Account> SqlTx::findAccount(const AccountId& id) {
    const auto rows =
        session_.query("SELECT " LEADSHEET_ACCOUNT_COLUMNS " FROM accounts WHERE id = $1", {id});
    if (!rows->next())
        return std::nullopt;
    return accountOf(*rows);
}

Page<Account> SqlTx::listAccounts(const std::optional<CursorPosition>& after, int limit) {
    const auto rows = session_.query("SELECT " LEADSHEET_ACCOUNT_COLUMNS " FROM accounts"
                                     " WHERE seq > $1 ORDER BY seq LIMIT $2",
                                     {after ? after->major : 0, limit + 1});
    Page<Account> page;
    while (rows->next())
        page.rows.push_back(accountOf(*rows));
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().seq, 0};
    }
    return page;
}

void SqlTx::insertAccount(const Account& account) {
    session_.execute(
        "INSERT INTO accounts (id, name, environment, suspended, created_at, seq)"
        " VALUES ($1, $2, $3, $4, $5, (SELECT COALESCE(MAX(seq), 0) + 1 FROM accounts))",
        {account.id, account.name, account.environment, account.suspended, account.createdAt});
}

void SqlTx::setSuspended(const AccountId& account, bool suspended) {
    session_.execute("UPDATE accounts SET suspended = $2 WHERE id = $1", {account, suspended});
}

void SqlTx::renameAccount(const AccountId& account, std::string_view name) {
    session_.execute("UPDATE accounts SET name = $2 WHERE id = $1", {account, name});
}

void SqlTx::setDuplicates(const AccountId& account, domain::DuplicatePolicy policy,
                          std::int64_t windowDays) {
    session_.execute("UPDATE accounts SET duplicates = $2, duplicate_window = $3 WHERE id = $1",
                     {account, domain::name(policy), windowDays});
}

} // namespace leadsheet::server::store
