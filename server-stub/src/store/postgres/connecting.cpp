// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/connection.hpp"
#include "store/postgres/sql_state.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <libpq-fe.h>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store::postgres {

/// What stands in place of the URI's lists for one try; empty leaves them as they are.
struct Connection::Host {
    std::string name;
    std::string address;
    std::string port;
    std::chrono::milliseconds patience;
};

namespace {

using Parts = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

std::string_view valueOf(const Parts& parts, std::string_view keyword) {
    for (const auto* part = parts.get(); part != nullptr && part->keyword != nullptr; ++part)
        if (part->keyword == keyword && part->val != nullptr)
            return part->val;
    return {};
}

std::vector<std::string> listOf(std::string_view text) {
    std::vector<std::string> items;
    for (std::size_t begin = 0, end = 0; !text.empty() && end != std::string_view::npos;
         begin = end + 1) {
        end = text.find(',', begin);
        items.emplace_back(text.substr(begin, end - begin));
    }
    return items;
}

/// The item for the host of that place in the list; one item stands for all.
std::string itemFor(const std::vector<std::string>& items, std::size_t at) {
    return at < items.size() ? items[at] : items.size() == 1 ? items.front() : std::string();
}

} // namespace

void Connection::connect(const PostgresOptions& options) {
    const Parts parts(PQconninfoParse(options.uri.c_str(), nullptr), &PQconninfoFree);
    const auto names = listOf(valueOf(parts, "host"));
    const auto addresses = listOf(valueOf(parts, "hostaddr"));
    const auto ports = listOf(valueOf(parts, "port"));
    const std::string_view timeout = valueOf(parts, "connect_timeout");
    int seconds = 0;
    std::from_chars(timeout.data(), timeout.data() + timeout.size(), seconds);
    const auto patience = seconds > 0 ? std::chrono::seconds(seconds) : options.connectTimeout;
    const std::size_t hosts = std::max<std::size_t>({names.size(), addresses.size(), 1});
    ConnectFailure failures;
    for (std::size_t at = 0; at < hosts; ++at) {
        try {
            return hosts == 1 ? connectTo(options, {{}, {}, {}, patience})
                              : connectTo(options, {itemFor(names, at), itemFor(addresses, at),
                                                    itemFor(ports, at), patience});
        } catch (const ConnectFailure& failure) {
            if (failures.state.empty())
                failures.state = failure.state;
            failures.message += (at == 0 ? "" : "; ") + failure.message;
        }
    }
    throw ConnectFailure(failures);
}

void Connection::connectTo(const PostgresOptions& options, const Host& host) {
    // What stands before the URI yields to it, what stands after does not. Libpq has one time limit
    // for all hosts together when it does not wait itself, so that it is given one host at a time.
    const std::array<const char*, 9> names = {"fallback_application_name",
                                              "keepalives_idle",
                                              "tcp_user_timeout",
                                              "dbname",
                                              "host",
                                              "hostaddr",
                                              "port",
                                              "client_encoding",
                                              nullptr};
    const std::array<const char*, 9> values = {"leadsheet-server",
                                               "30",
                                               "30000",
                                               options.uri.c_str(),
                                               host.name.c_str(),
                                               host.address.c_str(),
                                               host.port.c_str(),
                                               "UTF8",
                                               nullptr};
    connection_.reset(PQconnectStartParams(names.data(), values.data(), 1));
    const auto refuse = [this](const std::string& why) {
        const std::string all = connection_ ? PQerrorMessage(connection_.get()) : "";
        // Without a password to send, libpq ends the talk itself and no code came.
        const bool noPassword = connection_ && PQconnectionNeedsPassword(connection_.get()) == 1;
        const std::string said = withoutEnd(all.substr(0, all.find("\nLOCATION:")));
        throw ConnectFailure{noPassword ? "28P01" : stateIn(all), said.empty() ? why : said};
    };
    if (!connection_ || PQstatus(connection_.get()) == CONNECTION_BAD)
        refuse("not enough memory for a connection");
    PQsetErrorVerbosity(connection_.get(), PQERRORS_VERBOSE); // for the code
    const auto end = std::chrono::steady_clock::now() + host.patience;
    auto wanted = PGRES_POLLING_WRITING;
    while (wanted != PGRES_POLLING_OK) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        pollfd waiting{PQsocket(connection_.get()),
                       static_cast<short>(wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
        if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) == 0)
            throw ConnectFailure{{}, "the server did not answer in time"};
        wanted = PQconnectPoll(connection_.get());
        if (wanted == PGRES_POLLING_FAILED)
            refuse("the connection failed");
    }
}

} // namespace leadsheet::server::store::postgres
