// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/options.hpp"

#include <chrono>
#include <functional>
#include <optional>

namespace leadsheet {
class Client;
}

namespace leadsheet::app {

struct LeadFillOptions {
    std::int64_t pageSize = 1000;
    /// Percent of the key's read budget that stays for others; with less left the filling rests.
    int spare = 25;
    CallOptions call;
    /// After each page, in the calling thread.
    std::function<void(const LeadCacheState&)> progress;
};

struct LeadFill {
    LeadCacheState state;
    /// Set when the filling rests: how long until the budget is full again.
    std::optional<std::chrono::seconds> rest;
    /// What was here before was of a list that no longer exists (a reset account, a damaged file),
    /// and was fetched again.
    bool startedOver = false;
    /// Leads of the copy that were emptied because they were erased.
    std::int64_t erased = 0;
};

/// Brings the cache to the end of the account's list, from where it stands: new leads only, once it
/// is whole. Stops, killed or asked to, between any two pages without losing one. A cursor that the
/// service no longer takes, a list that is shorter than the copy, and a damaged file make it start
/// over, once. At the end of the list, what was erased since is emptied here too. Errors: those of
/// the service and of the cache; Cancelled.
Result<LeadFill> fillLeadCache(const Client& client, const std::filesystem::path& file,
                               const LeadOwner& owner, const LeadFillOptions& options);

} // namespace leadsheet::app
