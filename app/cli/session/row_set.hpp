// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::cli {

/// "Q3!3,7" as "Q3" and "3,7"; a name in single quotes is taken out of them. No tab: "" and all.
std::pair<std::string, std::string> splitTab(std::string_view text);

/// Rows of a run by the numbers that a person sees. A run of one tab does not ask for its name.
class RowSet {
public:
    explicit RowSet(bool severalTabs = false)
        : severalTabs_(severalTabs) {}

    void add(const std::string& tab, std::int64_t row) { rows_.emplace(key(tab), row); }
    bool contains(const std::string& tab, std::int64_t row) const {
        return rows_.contains({key(tab), row});
    }
    /// Whether it was there.
    bool remove(const std::string& tab, std::int64_t row) {
        return rows_.erase({key(tab), row}) > 0;
    }
    bool empty() const { return rows_.empty(); }
    /// "3, 7, 8" or "Q3!3, Q4!7", the first ones of many.
    std::string text() const;

private:
    std::string key(const std::string& tab) const { return severalTabs_ ? tab : std::string(); }

    bool severalTabs_;
    std::set<std::pair<std::string, std::int64_t>> rows_;
};

/// The arguments of --rows, each "3,7,10-20" or "TAB!3,7,10-20", for a run of these tabs. A usage
/// failure says what is wrong; rows without a tab are refused when there are several.
Outcome<RowSet> parseRows(const std::vector<std::string>& arguments,
                          const std::vector<std::string>& tabs);

} // namespace leadsheet::cli
