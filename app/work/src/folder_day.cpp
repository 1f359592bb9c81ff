// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/folder_day.hpp"

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

} // namespace

Result<std::int64_t> spentIn(const submit::Ledger& ledger, const FolderDay& day,
                             const std::string& currency, submit::RunId planned) {
    LEADSHEET_TRY(const auto runs, ledger.runs());
    std::int64_t spent = 0;
    for (const submit::RunInfo& run : runs) {
        if (run.spec.currency != currency || !liesIn(day.folder, run.spec.sourcePath))
            continue;
        LEADSHEET_TRY(const std::int64_t ofRun, ledger.spentSince(run.id, day.since, planned));
        spent += ofRun;
    }
    return spent;
}

} // namespace leadsheet::work
