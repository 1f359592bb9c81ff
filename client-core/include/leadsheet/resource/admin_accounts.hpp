// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/account.hpp"
#include "leadsheet/model/admin.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <memory>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/admin/accounts`; scope admin:accounts. Thread-safe; cheap to copy; outlives its Client.
class AdminAccounts {
public:
    explicit AdminAccounts(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    Result<Page<AdminAccount>> list(const PageOptions& page = {},
                                    const CallOptions& options = {}) const;
    PageRange<AdminAccount> all(const PageOptions& page = {},
                                const CallOptions& options = {}) const;
    Result<AdminAccount> get(const AccountId& id, const CallOptions& options = {}) const;

    Result<AdminAccount> create(std::string_view name, const IdempotencyKey& key,
                                const CallOptions& options = {}) const;
    /// ErrorCode::InvalidArgument when nothing is to change.
    Result<AdminAccount> update(const AccountId& id, const AccountChange& change,
                                const CallOptions& options = {}) const;
    /// Adds to what can be spent; the entry of the account's ledger. `key` makes a retry harmless.
    Result<LedgerEntry> credit(const AccountId& id, const Money& amount, std::string_view reason,
                               const IdempotencyKey& key, const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
