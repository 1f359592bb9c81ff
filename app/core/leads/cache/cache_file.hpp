// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leads/cache/cache_database.hpp"

#include "leadsheet/app/lead_cache.hpp"

#include <memory>

namespace leadsheet::app {

/// Columns whose words are counted in the table `counts`; the numbers are in files.
enum class CacheFacet { Country = 1, Order = 2 };

/// Opens the file of a cache, making it or replacing what cannot be one (see LeadCache::open).
Result<std::unique_ptr<CacheDatabase>> openCacheFile(const std::filesystem::path& file,
                                                     const LeadOwner& owner);

} // namespace leadsheet::app
