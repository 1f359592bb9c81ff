// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leads/cache/cache_database.hpp"

#include "leadsheet/app/lead_cache.hpp"

#include <memory>

namespace leadsheet::app {

/// Opens the file of a cache, making it or replacing what cannot be one (see LeadCache::open).
Result<std::unique_ptr<CacheDatabase>> openCacheFile(const std::filesystem::path& file,
                                                     const LeadOwner& owner);

} // namespace leadsheet::app
