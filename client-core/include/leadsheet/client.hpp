// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/options.hpp"
#include "leadsheet/pace_gate.hpp"
#include "leadsheet/resource/account.hpp"
#include "leadsheet/resource/admin.hpp"
#include "leadsheet/resource/leads.hpp"
#include "leadsheet/resource/orders.hpp"
#include "leadsheet/resource/products.hpp"
#include "leadsheet/resource/quotes.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/retry_budget.hpp"

#include <memory>

namespace leadsheet {

class Destinations;
class Keys;
class Webhooks;

/// The two request budgets of a key (contract section 3).
enum class Budget {
    Default, ///< everything but order creation
    Orders   ///< order creation alone
};

/// The service's /v1 API for one key. Thread-safe; cheap to copy, copies share connections and
/// budgets. Calls block; each takes a stop token and ends within 100 ms of a stop request, with
/// ErrorCode::Cancelled.
class Client {
public:
    /// ErrorCode::InvalidArgument when an option cannot be used; the message names it.
    static Result<Client> create(ClientOptions options);

    Orders orders() const { return Orders(runner_); }
    Quotes quotes() const { return Quotes(runner_); }
    Products products() const { return Products(runner_); }
    Leads leads() const { return Leads(runner_); }
    Accounts account() const { return Accounts(runner_); }
    Keys keys() const;                 ///< leadsheet/resource/keys.hpp
    Webhooks webhooks() const;         ///< leadsheet/resource/webhooks.hpp
    Destinations destinations() const; ///< leadsheet/resource/destinations.hpp
    Admin admin() const { return Admin(runner_); }

    /// The pacing of one budget: to ask for leave to send, to show it, and to carry it over a
    /// restart.
    PaceGate& gate(Budget budget) const;
    /// Shared by all calls; hand it to step() when driving the retry machine.
    RetryBudget& retryBudget() const;
    Clock& clock() const;
    Rng& rng() const;

private:
    explicit Client(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
