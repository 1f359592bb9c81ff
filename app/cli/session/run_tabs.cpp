// SPDX-License-Identifier: Apache-2.0
#include "run_tabs.hpp"

#include "sheet_arguments.hpp"

namespace leadsheet::cli {

std::vector<std::string> tabsOf(const submit::RunInfo& run) {
    std::vector<std::string> tabs;
    if (const auto arguments = sheetArgumentsFromJson(run.spec.options))
        for (const StoredTab& tab : arguments->stored)
            tabs.push_back(tab.name);
    return tabs;
}

bool hasSeveralTabs(const submit::RunInfo& run) {
    return tabsOf(run).size() > 1;
}

std::string rowPlace(const submit::RowRecord& row, bool severalTabs) {
    const std::string number = "row " + std::to_string(row.sourceRow);
    return severalTabs ? number + " of tab \"" + row.tab + "\"" : number;
}

std::string rowTitle(const submit::RowRecord& row, bool severalTabs) {
    std::string text = rowPlace(row, severalTabs);
    text.front() = 'R';
    return text;
}

} // namespace leadsheet::cli
