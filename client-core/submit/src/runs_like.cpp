// SPDX-License-Identifier: Apache-2.0
#include "runs_like.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {

constexpr int kMostRuns = 20;

std::vector<RunLike> runsLike(Database& ledger, const std::vector<std::int64_t>& accounts,
                              const RunSpec& spec, std::int64_t run) {
    std::vector<RunLike> runs;
    for (const std::int64_t account : accounts) {
        Statement found = ledger.use(
            "SELECT id, ?3 <> '' AND source_path = ?3, source_name = ?4 AND sheet_shape = ?5,"
            " EXISTS (SELECT 1 FROM rows WHERE run = runs.id AND state = 1)"
            " OR EXISTS (SELECT 1 FROM rows WHERE run = runs.id AND state = 2"
            "  AND skip_reason IN (1, 5))"
            " FROM runs WHERE account = ?1 AND id < ?2 AND state >= 2 AND whole_sheet = 1"
            " AND ((?3 <> '' AND source_path = ?3) OR (?4 <> '' AND source_name = ?4)"
            "  OR (?5 <> '' AND sheet_shape = ?5))"
            " ORDER BY ?3 <> '' AND source_path = ?3 DESC, id DESC LIMIT ?6");
        found.bind(account, run, spec.sourcePath, spec.sourceName, spec.sheetShape, kMostRuns);
        while (found.next())
            runs.push_back({found.integer(0), found.integer(1) != 0, found.integer(2) != 0,
                            found.integer(3) != 0});
    }
    std::sort(runs.begin(), runs.end(),
              [](const RunLike& one, const RunLike& other) { return one.run > other.run; });
    return runs;
}

} // namespace leadsheet::submit::detail
