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

/// `/v1/keys`: the account's customer keys; scope keys:write. Thread-safe; cheap to copy; outlives
/// its Client.
class Keys {
public:
    explicit Keys(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    Result<Page<KeyRecord>> list(const PageOptions& page = {},
                                 const CallOptions& options = {}) const;
    PageRange<KeyRecord> all(const PageOptions& page = {}, const CallOptions& options = {}) const;

    Result<CreatedKey> create(const NewKey& key, const IdempotencyKey& idempotencyKey,
                              const CallOptions& options = {}) const;
    /// A successor with the same scopes, cap and counters. The old key works for 24 hours more.
    /// ErrorCode::InvalidTransition when it was replaced or revoked before.
    Result<CreatedKey> rotate(const KeyId& id, const IdempotencyKey& idempotencyKey,
                              const CallOptions& options = {}) const;
    /// At once; revoking it again is not an error.
    Result<void> revoke(const KeyId& id, const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
