// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "store/postgres/connection.hpp"
#include "store/store.hpp"
#include "store/store_error.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::server::store::postgres {

/// Carries an OpenError out of the nested steps of opening.
struct OpenFailure {
    OpenError error;
};

/// Makes sure that the database is ours (or empty), not newer and in UTF-8, brings it to the newest
/// schema and checks the money ledger. `place` names the database in errors. Throws OpenFailure or
/// StoreFailure.
void prepareDatabase(Connection& connection, const std::string& place);

/// The sentences for what keeps a database from being opened; `place` names it.
OpenError describe(const ConnectFailure& failure, const std::string& place);
OpenError describe(const StoreError& error, std::string_view state, const std::string& place);
OpenError notUnderstood(const std::string& why);

/// How messages name the database of a URI: user@host:port/database, without a password. An error
/// sentence (without the password too) when libpq cannot read the URI.
tl::expected<std::string, std::string> placeOf(const std::string& uri);

/// Statements that take what a job of this scope needs until the end of its transaction: anything
/// excludes everything, an account excludes itself and "anything". Whatever the SQLite writer has
/// in order because it is alone, these have in order over all processes.
std::string lockStatements(const WriteScope& scope);
/// Sends the same, with the next thing that is asked.
void lockLater(Connection& connection, const WriteScope& scope);
/// The shared lock on everything, and those of accounts that nobody holds: asks for a row with
/// "whether" for each account, in their order.
std::unique_ptr<SqlRows> tryLocks(Connection& connection, std::span<const WriteScope> accounts);

} // namespace leadsheet::server::store::postgres
