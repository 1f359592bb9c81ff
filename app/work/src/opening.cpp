// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/opening.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::work {

std::filesystem::path copiesFolder(const app::AppFolders& folders) {
    return folders.data / "piped";
}

app::SheetResult<std::shared_ptr<const app::LearnedNames>>
learnedNames(const app::AppFolders& folders) {
    LEADSHEET_TRY(auto learned, app::LearnedNames::load(folders.learnedNamesFile()));
    return std::make_shared<const app::LearnedNames>(std::move(learned));
}

app::SheetResult<void> remember(const app::AppFolders& folders,
                                const std::function<bool(app::LearnedNames&)>& learn) {
    const std::filesystem::path file = folders.learnedNamesFile();
    auto learned = app::LearnedNames::load(file);
    // A memory that cannot be read was said when it was asked for.
    if (!learned || !learn(*learned))
        return {};
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    return learned->save(file);
}

app::SheetError inTab(const std::string& name, app::SheetError error) {
    if (!name.empty())
        error.reason.insert(error.reason.begin(), messages::sheet::tabPrefix(name));
    return error;
}

app::SheetResult<LookedTabs> lookAtTabs(const std::vector<TabRequest>& requests,
                                        const std::vector<app::SheetInfo>& sheets,
                                        const Look& look) {
    LookedTabs looked;
    const bool several = requests.size() > 1;
    for (const TabRequest& request : requests) {
        const std::string name = request.sheet < sheets.size() ? sheets[request.sheet].name : "";
        auto overview = look(request);
        const bool isLast = &request == &requests.back() && looked.tabs.empty();
        if (!overview && overview.error().code == app::SheetErrorCode::Empty && several &&
            !isLast) {
            looked.empty.push_back(name);
            continue;
        }
        if (!overview)
            return tl::unexpected(inTab(several ? name : std::string(), overview.error()));
        LookedTab tab{request.sheet, *std::move(overview), {}};
        tab.header = app::columnNames(tab.overview.head, tab.overview.header);
        looked.tabs.push_back(std::move(tab));
    }
    return looked;
}

app::SheetResult<void> decide(LookedTab& tab, const app::SourceDecisions& decisions,
                              const Look& look) {
    tab.overview.state.decisions = decisions;
    if (!decisions.takesOther(app::SourceMatter::MergedCells) &&
        !decisions.takesThird(app::SourceMatter::MergedCells) &&
        !decisions.takesOther(app::SourceMatter::HiddenColumns))
        return {};
    const app::HeaderChoice found = tab.overview.header;
    LEADSHEET_TRY(auto overview, look({tab.sheet, found.row.value_or(0)}));
    tab.overview = std::move(overview);
    tab.overview.header = found;
    return {};
}

} // namespace leadsheet::work
