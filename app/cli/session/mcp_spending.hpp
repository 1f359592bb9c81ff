// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/assistant_spending.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/money.hpp"

#include <boost/json/object.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>

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

} // namespace leadsheet::cli
