// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/assistant_spending.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/transport.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace leadsheet::cli {

/// The cap of a profile, which all its bridges share.
struct DailyCap {
    app::AssistantSpending book;
    Money most;
    std::string profile;
    std::function<WallTime()> now;
};

/// What an assistant may spend through one bridge. A purchase counts from the moment it is sent
/// and is forgotten only when its first sending was refused for certain; the same idempotency key
/// counts once.
/// Not thread-safe.
class McpSpending {
public:
    /// No `most` and no `daily`: only the service's own limits hold.
    McpSpending(std::shared_ptr<Client> client, std::optional<Money> most,
                std::optional<DailyCap> daily = {});

    /// Before create_order with these arguments is sent: why it must not be, in words.
    std::optional<std::string> refusal(const boost::json::object& arguments,
                                       const CallOptions& options);
    /// After it was answered with this result.
    void answered(const boost::json::object& arguments, const boost::json::object& result);

private:
    struct Purchase {
        std::int64_t amount = 0; ///< the most it was sent for
        int sent = 0;
        bool bought = false;   ///< a refusal is of something else under the same key
        std::string countedOn; ///< the day it was added to the daily book; empty = it was not
    };
    std::optional<std::string> refusalOfRun(const std::string& key, const Money& price);
    std::optional<std::string> refusalOfDay(const std::string& key, const Money& price);

    std::shared_ptr<Client> client_;
    std::optional<Money> most_;
    std::optional<DailyCap> daily_;
    std::map<std::string, Purchase> purchases_; ///< by idempotency key
};

/// Where a bridge leads to.
struct McpTarget {
    std::string url; ///< of the endpoint
    ApiKey key;
};

/// Passes messages of the Model Context Protocol from a program's standard input to a server's
/// endpoint, with a key that the program never sees. Not thread-safe.
class McpBridge {
public:
    McpBridge(McpTarget target, std::shared_ptr<Transport> transport, McpSpending spending);

    /// The line to answer one line of input with, without its end; empty when there is none to
    /// give (notifications). Every request gets an answer, whatever happens on the way.
    std::string answer(std::string_view line, const std::stop_token& stop);

private:
    boost::json::value passOn(const boost::json::object& message, std::string_view line,
                              const std::stop_token& stop);
    HttpRequest requestFor(const boost::json::object& message, std::string_view line) const;
    boost::json::value readAnswer(const boost::json::object& message, const HttpResponse& response);

    const McpTarget target_;
    const std::shared_ptr<Transport> transport_;
    McpSpending spending_;
    std::string revision_; ///< that the handshake came to; empty before
};

} // namespace leadsheet::cli
