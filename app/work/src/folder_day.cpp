// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/folder_day.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <limits>

namespace leadsheet::work {
namespace {

using submit::RowState;

bool liesIn(const std::filesystem::path& folder, const std::string& sheet) {
    if (sheet.empty())
        return false;
    std::error_code ignored;
    const std::filesystem::path parent = std::filesystem::path(sheet).parent_path();
    return parent == folder || std::filesystem::weakly_canonical(parent, ignored) == folder;
}

bool isOf(const FolderDay& day, const submit::RunInfo& run) {
    if (liesIn(day.folder, run.spec.sourcePath))
        return true;
    const auto record = day.id.empty() ? std::nullopt : app::recordOf(run);
    return record && record->folderId == day.id;
}

} // namespace

Result<std::int64_t> spentIn(const submit::Ledger& ledger, const FolderDay& day,
                             const std::string& currency) {
    const auto runs = ledger.runs(std::numeric_limits<std::int32_t>::max());
    if (!runs)
        return failure(runs.error());
    std::int64_t spent = 0;
    for (const submit::RunInfo& run : *runs) {
        const bool open = run.totals.atRisk > 0 || run.totals.retrying > 0;
        if (run.spec.currency != currency || (run.updatedAt < day.since && !open) ||
            !isOf(day, run))
            continue;
        spent += run.totals.atRisk + run.totals.retrying;
        submit::RowFilter placed;
        placed.states = {RowState::Placed};
        const auto read = forEachRow(ledger, run.id, placed, [&](const submit::RowRecord& row) {
            if (row.updatedAt >= day.since)
                spent += row.price.value_or(0);
        });
        if (!read)
            return failure(read.error());
    }
    return spent;
}

} // namespace leadsheet::work
