// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/folder_day.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::work {
namespace {

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
                             const std::string& currency, submit::RunId planned) {
    LEADSHEET_TRY(const auto runs, ledger.runs());
    std::int64_t spent = 0;
    for (const submit::RunInfo& run : runs) {
        if (run.spec.currency != currency || !isOf(day, run))
            continue;
        LEADSHEET_TRY(const std::int64_t ofRun, ledger.spentSince(run.id, day.since, planned));
        spent += ofRun;
    }
    return spent;
}

} // namespace leadsheet::work
