// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

std::int64_t SqlTx::accountCount() {
    return session_.number("SELECT COUNT(*) FROM accounts");
}

std::optional<Account> SqlTx::findAccount(const AccountId& id) {
    const auto rows = session_.query(
        "SELECT name, environment, suspended, created_at FROM accounts WHERE id = $1", {id});
    if (!rows->next())
        return std::nullopt;
    return Account{id, rows->text(0), rows->text(1), rows->boolean(2), rows->time(3)};
}

void SqlTx::insertAccount(const Account& account) {
    session_.execute(
        "INSERT INTO accounts (id, name, environment, suspended, created_at)"
        " VALUES ($1, $2, $3, $4, $5)",
        {account.id, account.name, account.environment, account.suspended, account.createdAt});
}

void SqlTx::setSuspended(const AccountId& account, bool suspended) {
    session_.execute("UPDATE accounts SET suspended = $2 WHERE id = $1", {account, suspended});
}

} // namespace leadsheet::server::store
