// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/submit/row.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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
    /// Of rows that were not met, forgets those that stand in a range between met ones of `all`:
    /// a range may have blank rows.
    void forgetGaps(const RowSet& all);
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

/// The rows of a run that are worth another try, found again in the sheet as it is now. A row that
/// was not repaired is known by its key wherever it stands. A repaired one has another key: it is
/// known by its Reference, or else by its place, as long as every other row still has its own. No
/// row that may be one that the run placed is ever taken.
class OpenRows {
public:
    explicit OpenRows(bool severalTabs);

    /// First every row of the run,
    void add(const submit::RowRecord& row);
    bool empty() const { return places_.empty(); }
    /// then every row of the sheet now,
    void look(const submit::RowRecord& row);
    /// then these.
    bool has(const submit::RowRecord& row) const;
    /// It stands where an open row stood, and was not taken because it may be another.
    bool isDoubtful(const submit::RowRecord& row) const;

private:
    struct Known {
        std::string tab;
        std::int64_t sourceRow = 0;
        std::string mark; ///< of an ordered row; else empty
        bool open = false;
    };

    bool isKnown(const submit::RowRecord& row) const;

    bool severalTabs_;
    RowSet places_;
    std::unordered_map<std::string, Known> byKey_;
    std::unordered_map<std::string, bool> byReference_; ///< whether it is open
    /// Marks of ordered rows that the sheet does not have as they were, with their number.
    std::unordered_map<std::string, std::int64_t> vanished_;
    bool moved_ = false;
};

} // namespace leadsheet::cli
