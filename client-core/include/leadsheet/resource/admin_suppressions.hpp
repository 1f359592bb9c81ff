// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/admin.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <memory>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// `/v1/admin/suppressions`: persons whom no account gets; scope admin:accounts. Thread-safe; cheap
/// to copy; outlives its Client.
class AdminSuppressions {
public:
    explicit AdminSuppressions(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    /// Oldest first, those that were lifted too.
    Result<Page<Suppression>> list(const PageOptions& page = {},
                                   const CallOptions& options = {}) const;
    PageRange<Suppression> all(const PageOptions& page = {}, const CallOptions& options = {}) const;
    /// Erases the person in every account, and keeps it out of them. A person who is suppressed
    /// already keeps that suppression, and what is there is erased again.
    Result<Suppression> create(const Person& person, const IdempotencyKey& key,
                               const CallOptions& options = {}) const;
    /// A second time changes nothing.
    Result<void> lift(const std::string& id, const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
