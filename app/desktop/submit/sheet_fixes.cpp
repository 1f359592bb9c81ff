// SPDX-License-Identifier: Apache-2.0
// Fixes of whole columns, as steps that can be undone, and what the maps of the sheet are kept as.
#include "sheet_job.hpp"

#include "../shell/workspace.hpp"

#include "leadsheet/app/learned_names.hpp"

#include <utility>

namespace leadsheet::desktop {

void SheetJob::forgetFixes() {
    fixed_.clear();
    unfixed_.clear();
}

const SheetJob::Fixed* SheetJob::fixToUndo() const {
    return !fixed_.empty() && fixed_.back().edits >= editing_.steps() ? &fixed_.back() : nullptr;
}

const SheetJob::Fixed* SheetJob::fixToRedo() const {
    return !unfixed_.empty() && unfixed_.back().edits == editing_.steps() ? &unfixed_.back()
                                                                          : nullptr;
}

void SheetJob::undo() {
    if (fixToUndo() == nullptr)
        return editing_.undo();
    const std::size_t tab = fixed_.back().tab;
    unfixed_.push_back(std::move(fixed_.back()));
    fixed_.pop_back();
    const app::ColumnMap undone = sheet_.tabs[tab].map;
    stepMap(tab, mapSteps_[tab].before, mapSteps_[tab].after);
    keepMaps(TakenBack{undone, sheet_.tabs[tab].map});
    check();
}

void SheetJob::redo() {
    if (fixToRedo() == nullptr)
        return editing_.redo();
    const std::size_t tab = unfixed_.back().tab;
    fixed_.push_back(std::move(unfixed_.back()));
    unfixed_.pop_back();
    stepMap(tab, mapSteps_[tab].after, mapSteps_[tab].before);
    keepMaps();
    check();
}

QString SheetJob::undoLabel() const {
    const Fixed* fix = fixToUndo();
    return fix == nullptr ? editing_.undoLabel() : fix->label;
}

QString SheetJob::redoLabel() const {
    const Fixed* fix = fixToRedo();
    return fix == nullptr ? editing_.redoLabel() : fix->label;
}

void SheetJob::fix(std::size_t tab, const std::vector<app::MapSpec::Fix>& fixes) {
    if (state_ != State::Open || tab >= sheet_.tabs.size())
        return;
    app::ColumnMap map = sheet_.tabs[tab].map;
    bool changes = false;
    for (const app::MapSpec::Fix& fix : fixes)
        for (app::ColumnRule& rule : map.columns)
            if (rule.target == fix.target) {
                auto steps = app::withStep(rule.transforms, fix.step);
                changes = changes || steps != rule.transforms;
                rule.transforms = std::move(steps);
            }
    if (!changes) // pressed twice: there is nothing to undo a second time
        return;
    changeMap(tab, std::move(map));
    unfixed_.clear();
    fixed_.push_back({tab, editing_.steps(),
                      tr("Apply %Ln Suggestion(s)", nullptr, static_cast<int>(fixes.size()))});
    keepMaps();
    check();
}

void SheetJob::keepMaps(const std::optional<TakenBack>& back) {
    std::vector<std::pair<std::vector<std::string>, app::ColumnMap>> maps;
    for (const OpenedTab& tab : sheet_.tabs) {
        maps.emplace_back(tab.header, tab.map);
        maps.back().second.decisions = sheet_.reading.decisions;
        maps.back().second.againAfter = sheet_.againAfter;
    }
    keeping_->run(
        [folders = workspace_.folders(), maps = std::move(maps), back](const std::stop_token&) {
            for (const auto& [header, map] : maps)
                if (!header.empty())
                    (void)app::saveMapFor(folders.mapsFolder(), header, map);
            (void)work::remember(folders, [&maps, &back](app::LearnedNames& learned) {
                bool more = back && learned.unlearnMeanings(back->was, back->now);
                for (const auto& [header, map] : maps)
                    more = learned.learn(map) || more;
                return more;
            });
        },
        [] {});
}

} // namespace leadsheet::desktop
