// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/account.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"
#include "leadsheet/result.hpp"

#include <memory>
#include <vector>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/account` and `/v1/rate-limit`. Thread-safe; cheap to copy; outlives its Client.
class Accounts {
public:
    explicit Accounts(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    /// Balance, key and spend cap; the usual first call, because it proves address and key.
    Result<Account> get(const CallOptions& options = {}) const;

    /// The movements of money, newest first.
    Result<Page<LedgerEntry>> ledger(const PageOptions& page = {},
                                     const CallOptions& options = {}) const;
    PageRange<LedgerEntry> ledgerAll(const PageOptions& page = {},
                                     const CallOptions& options = {}) const;

    /// Sums of money by day, orders by status and leads by result.
    Result<AccountStatistics> statistics(const StatisticsSpan& span = {},
                                         const CallOptions& options = {}) const;

    /// The key's budgets. Draws on `lookups`, their own small budget, and is never paced.
    Result<std::vector<BudgetStatus>> rateLimit(const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
