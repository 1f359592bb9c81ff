// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <memory>
#include <vector>

namespace leadsheet {

namespace detail {
class CallRunner;
}

/// Which fields of a lead are asked for; empty = all of them.
using LeadFields = std::vector<LeadField>;

/// `/v1/leads`: the leads that the account owns. They never change and only grow at their end, so
/// the cursor of the last page is the bookmark for what is new (contract section 7). A cursor
/// belongs to its filter; page size and fields may change on the way. Thread-safe; cheap to copy;
/// outlives its Client.
class Leads {
public:
    explicit Leads(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    Result<Page<Lead>> list(const LeadFilter& filter = {}, const LeadFields& fields = {},
                            const PageOptions& page = {}, const CallOptions& options = {}) const;
    /// Walks all of them, the next page being fetched while one is worked on.
    PageRange<Lead> all(const LeadFilter& filter = {}, const LeadFields& fields = {},
                        const PageOptions& page = {}, const CallOptions& options = {}) const;
    Result<std::int64_t> count(const LeadFilter& filter = {},
                               const CallOptions& options = {}) const;
    /// ErrorCode::NotFound also for another account's lead.
    Result<Lead> get(const LeadId& id, const LeadFields& fields = {},
                     const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
