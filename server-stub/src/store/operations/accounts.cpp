// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

Account accountOf(SqlRows& row) {
    return {row.id<AccountId>(0), row.text(1), row.text(2),
            row.boolean(3),       row.time(4), row.integer(5)};
}

} // namespace

std::int64_t SqlTx::accountCount() {
    return session_.number("SELECT COUNT(*) FROM accounts");
}

std::optional<Account> SqlTx::findAccount(const AccountId& id) {
    const auto rows = session_.query(
        "SELECT id, name, environment, suspended, created_at, seq FROM accounts WHERE id = $1",
        {id});
    if (!rows->next())
        return std::nullopt;
    return accountOf(*rows);
}

Page<Account> SqlTx::listAccounts(const std::optional<CursorPosition>& after, int limit) {
    const auto rows =
        session_.query("SELECT id, name, environment, suspended, created_at, seq FROM accounts"
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

} // namespace leadsheet::server::store
