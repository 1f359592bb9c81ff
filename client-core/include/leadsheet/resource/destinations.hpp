// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/destination.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <memory>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/destinations`; scopes destinations:read and destinations:write. Thread-safe; cheap to copy;
/// outlives its Client. `expectedVersion` makes a change fail with ErrorCode::VersionConflict when
/// the destination was changed in between.
class Destinations {
public:
    explicit Destinations(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    Result<Page<Destination>> list(const PageOptions& page = {},
                                   const CallOptions& options = {}) const;
    PageRange<Destination> all(const PageOptions& page = {}, const CallOptions& options = {}) const;
    Result<Destination> get(const DestinationId& id, const CallOptions& options = {}) const;

    Result<Destination> create(const NewDestination& destination, const IdempotencyKey& key,
                               const CallOptions& options = {}) const;
    /// ErrorCode::InvalidArgument when nothing is to change.
    Result<Destination> update(const DestinationId& id, const DestinationChange& change,
                               std::optional<std::int64_t> expectedVersion = {},
                               const CallOptions& options = {}) const;
    /// Pushes that wait are dropped; the credential is erased.
    Result<void> remove(const DestinationId& id, std::optional<std::int64_t> expectedVersion = {},
                        const CallOptions& options = {}) const;

    /// Asks the platform whether it accepts the credential, and pushes this lead if there is one.
    Result<DestinationCheck> test(const DestinationId& id, const std::optional<LeadId>& lead,
                                  const IdempotencyKey& key, const CallOptions& options = {}) const;
    /// Asked from the platform at this moment; ErrorCode::UpstreamError when it does not answer.
    Result<std::vector<Campaign>> campaigns(const DestinationId& id,
                                            const CallOptions& options = {}) const;
    /// Leads that the push ledger knows as accepted are skipped.
    Result<QueuedPushes> push(const DestinationId& id, const LeadsToPush& leads,
                              const IdempotencyKey& key, const CallOptions& options = {}) const;

    /// What became of each lead, newest first.
    Result<Page<Push>> pushes(const DestinationId& id, const PushFilter& filter = {},
                              const PageOptions& page = {}, const CallOptions& options = {}) const;
    PageRange<Push> allPushes(const DestinationId& id, const PushFilter& filter = {},
                              const PageOptions& page = {}, const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
