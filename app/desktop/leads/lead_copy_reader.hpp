// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_cache.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace leadsheet::desktop {

/// The copy of the leads for one thread, opened when it is first needed. One thread at a time.
class LeadCopyReader {
public:
    LeadCopyReader(std::filesystem::path file, app::LeadOwner owner)
        : file_(std::move(file))
        , owner_(std::move(owner)) {}

    Result<app::LeadCacheState> state() {
        return with([](app::LeadCache& cache) { return cache.state(); });
    }
    Result<std::vector<app::LeadPlace>> find(const LeadFilter& filter, std::int64_t after,
                                             std::int64_t upTo) {
        return with([&](app::LeadCache& cache) { return cache.find(filter, after, upTo); });
    }
    Result<std::vector<Lead>> leads(std::span<const app::LeadPlace> places) {
        return with([&](app::LeadCache& cache) { return cache.leads(places); });
    }
    Result<app::LeadFacets> facets() {
        return with([](app::LeadCache& cache) { return cache.facets(); });
    }

private:
    template <class Use>
    auto with(Use use) -> decltype(use(std::declval<app::LeadCache&>())) {
        if (!cache_) {
            auto opened = app::LeadCache::open(file_, owner_);
            if (!opened)
                return failure(opened.error());
            cache_ = *std::move(opened);
        }
        return use(*cache_);
    }

    std::filesystem::path file_;
    app::LeadOwner owner_;
    std::optional<app::LeadCache> cache_;
};

} // namespace leadsheet::desktop
