// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// How a sheet is opened before its columns are mapped, the same in both programs. Blocking; any
/// thread.
namespace leadsheet::work {

/// Where sheets that were not files are copied to, and rows while they are looked at.
std::filesystem::path copiesFolder(const app::AppFolders& folders);

/// What column names and texts meant in earlier maps.
app::SheetResult<std::shared_ptr<const app::LearnedNames>>
learnedNames(const app::AppFolders& folders);
/// Remembers what `learn` adds, unless it says that nothing is new.
app::SheetResult<void> remember(const app::AppFolders& folders,
                                const std::function<bool(app::LearnedNames&)>& learn);

/// Says which tab the error is about; an empty name = it is clear.
app::SheetError inTab(const std::string& name, app::SheetError error);

struct TabRequest {
    std::size_t sheet = 0;                  ///< its index in the file
    std::optional<std::uint32_t> headerRow; ///< 0 = none; absent = it is found

    friend bool operator==(const TabRequest&, const TabRequest&) = default;
};

/// A tab before anything is mapped.
struct LookedTab {
    std::size_t sheet = 0;
    app::SheetOverview overview;
    /// The column names as stored, whatever was decided: maps are saved by them. Empty without a
    /// header row.
    std::vector<std::string> header;

    const std::string& name() const { return overview.sheets[sheet].name; }
};

struct LookedTabs {
    std::vector<LookedTab> tabs;    ///< at least one
    std::vector<std::string> empty; ///< wished for among others, and left out
};

/// Inspects one tab with the options of the sheet.
using Look = std::function<app::SheetResult<app::SheetOverview>(const TabRequest&)>;

/// Looks at the tabs as they are stored. Of several, those with nothing in them are left out; when
/// all are empty, that is the error.
app::SheetResult<LookedTabs> lookAtTabs(const std::vector<TabRequest>& requests,
                                        const std::vector<app::SheetInfo>& sheets,
                                        const Look& look);

/// Takes a decision into the overview of a tab, which is looked at again (`look` reads with the
/// decisions) where that changes what the first look showed. The header stays where it was found.
app::SheetResult<void> decide(LookedTab& tab, const app::SourceDecisions& decisions,
                              const Look& look);

} // namespace leadsheet::work
