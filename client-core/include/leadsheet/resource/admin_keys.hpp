// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/key.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <memory>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/admin/keys`: the keys of every account, of both types; scope admin:accounts. Thread-safe;
/// cheap to copy; outlives its Client.
class AdminKeys {
public:
    explicit AdminKeys(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    /// Of one account, or of all.
    Result<Page<KeyRecord>> list(const std::optional<AccountId>& account = {},
                                 const PageOptions& page = {},
                                 const CallOptions& options = {}) const;
    PageRange<KeyRecord> all(const std::optional<AccountId>& account = {},
                             const PageOptions& page = {}, const CallOptions& options = {}) const;

    /// `type` is `customer` or `admin`; the scopes must be of that type. An admin scope that the
    /// calling key lacks is refused (MissingScope).
    Result<CreatedKey> create(const AccountId& account, std::string_view type, const NewKey& key,
                              const IdempotencyKey& idempotencyKey,
                              const CallOptions& options = {}) const;
    /// As Keys::rotate.
    Result<CreatedKey> rotate(const KeyId& id, const IdempotencyKey& idempotencyKey,
                              const CallOptions& options = {}) const;
    Result<void> revoke(const KeyId& id, const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
