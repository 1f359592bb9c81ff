// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/open_errors.hpp"

namespace leadsheet::server::store::postgres {

using Kind = OpenError::Kind;

OpenError describe(const ConnectFailure& failure, const std::string& place) {
    const std::string because = " (" + failure.message + "). ";
    const std::string_view state = failure.state;
    if (state == "3D000")
        return {Kind::NoSuchDatabase, "There is no database " + place + because +
                                          "Make it with createdb, or name another one."};
    if (state.starts_with("28"))
        return {Kind::AccessDenied,
                "The database " + place + " refuses this user" + because +
                    "Check the user and the password of --database (or PGPASSFILE), and the "
                    "server's pg_hba.conf."};
    if (state == "53300")
        return {Kind::CannotOpen, "The database " + place + " takes no further connections" +
                                      because + "Raise its max_connections, or end other users."};
    if (state == "57P03")
        return {Kind::CannotOpen, "The database " + place + " is starting or stopping" + because +
                                      "Start this server again in a moment."};
    return {Kind::CannotOpen, "The database server of " + place + " cannot be reached" + because +
                                  "Check that it runs, and host and port."};
}

OpenError describe(const StoreError& error, std::string_view state, const std::string& place) {
    if (state == "42501")
        return {Kind::AccessDenied,
                "In the database " + place + " this user may not do what the server needs (" +
                    error.detail +
                    "). Make the user the owner: ALTER DATABASE name OWNER TO user; and ALTER "
                    "SCHEMA public OWNER TO user."};
    if (state == "55P03")
        return {Kind::CannotOpen, "The database " + place + " is held by another server (" +
                                      error.detail + "). Try again when it is idle."};
    return {Kind::Failed, "The database " + place + " could not be opened: " + error.detail};
}

OpenError notUnderstood(const std::string& why) {
    return {Kind::Failed,
            "The address of the PostgreSQL database is not understood: " + why +
                ". It is postgresql://USER@HOST/DATABASE, with letters such as / and @ in a "
                "password written as %2F and %40."};
}

} // namespace leadsheet::server::store::postgres
