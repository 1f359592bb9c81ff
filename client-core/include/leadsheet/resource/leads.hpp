// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/model/lead_file.hpp"
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

/// Leads page by page or one by one, fetched ahead; `cursor()` is where to go on later, and at the
/// end the bookmark for what is new.
using LeadPages = PageRange<Lead>;

/// `/v1/leads`: the leads that the account owns. They only grow at their end, and none changes
/// but by being erased, so the cursor of the last page is the bookmark for what is new (contract
/// section 7). A cursor belongs to its filter; page size and fields may change on the way.
/// Thread-safe; cheap to copy; outlives its Client.
class Leads {
public:
    explicit Leads(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    Result<Page<Lead>> list(const LeadFilter& filter = {}, const LeadFields& fields = {},
                            const PageOptions& page = {}, const CallOptions& options = {}) const;
    /// Walks all of them, the next page being fetched while one is worked on.
    LeadPages all(const LeadFilter& filter = {}, const LeadFields& fields = {},
                  const PageOptions& page = {}, const CallOptions& options = {}) const;
    Result<std::int64_t> count(const LeadFilter& filter = {},
                               const CallOptions& options = {}) const;
    /// ErrorCode::NotFound also for another account's lead.
    Result<Lead> get(const LeadId& id, const LeadFields& fields = {},
                     const CallOptions& options = {}) const;

    /// Empties what the lead says about a person, at once and for good; its place in the list
    /// stays. A second time changes nothing.
    Result<void> erase(const LeadId& id, const CallOptions& options = {}) const;
    /// The same for every lead of the account with this address or this profile; their ids. `key`
    /// makes a retry answer the same.
    Result<std::vector<std::string>> erase(const Person& person, const IdempotencyKey& key,
                                           const CallOptions& options = {}) const;
    /// Leads that were erased, in the order of their erasure, for copies to follow: the cursor
    /// where a page ends is the bookmark for what is new.
    Result<Page<LeadErasure>> erasures(const PageOptions& page = {},
                                       const CallOptions& options = {}) const;
    /// Walks all of them.
    PageRange<LeadErasure> allErasures(const PageOptions& page = {},
                                       const CallOptions& options = {}) const;

    /// The file that the service makes of them, in one request, from `cursor` on. The number of
    /// bytes. A transfer that breaks starts over (ByteSink::restart). The deadline is about when
    /// an attempt may begin, not about how long it takes.
    Result<std::uint64_t> exportFile(const LeadFilter& filter, const LeadFields& fields,
                                     LeadFileFormat format, ByteSink& sink,
                                     const std::optional<std::string>& cursor = {},
                                     const CallOptions& options = {}) const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
