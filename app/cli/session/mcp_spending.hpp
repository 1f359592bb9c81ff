// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/client.hpp"
#include "leadsheet/money.hpp"

#include <boost/json/object.hpp>
#include <map>
#include <optional>
#include <string>

namespace leadsheet::cli {

/// What an assistant may spend through one bridge. A purchase counts from the moment it is sent;
/// it is forgotten only when its first sending was refused for certain. The same idempotency key
/// counts once, with the most it was ever sent for.
/// Not thread-safe.
class McpSpending {
public:
    /// No `most`: only the service's own limits hold.
    McpSpending(std::shared_ptr<Client> client, std::optional<Money> most);

    /// Before create_order with these arguments is sent: why it must not be, in words.
    std::optional<std::string> refusal(const boost::json::object& arguments,
                                       const CallOptions& options);
    /// After it was answered with this result.
    void answered(const boost::json::object& arguments, const boost::json::object& result);

private:
    std::int64_t spentBesides(const std::string& key) const;

    std::shared_ptr<Client> client_;
    std::optional<Money> most_;
    struct Purchase {
        std::int64_t amount = 0;
        int sent = 0;
    };
    std::map<std::string, Purchase> purchases_; ///< by idempotency key
};

} // namespace leadsheet::cli
