// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace leadsheet::work {

/// The sheets that lie, or lay, directly in a folder, and when a day began.
struct FolderDay {
    std::filesystem::path folder; ///< canonical
    WallTime since;
    std::string id{}; ///< WatchedFolder::id(): the folder may have had another name
};

/// What those sheets have spent since then, in minor units, as the ledger knows it: what orders
/// held when they were placed, and the quotes of rows that may have been ordered. Whoever approved
/// them counts; what certainly was not ordered does not, nor rows that `planned` goes on with,
/// which are in its price. Runs in another currency do not count. Blocking; any thread.
Result<std::int64_t> spentIn(const submit::Ledger& ledger, const FolderDay& day,
                             const std::string& currency, submit::RunId planned);

} // namespace leadsheet::work
