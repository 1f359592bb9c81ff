// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "row_set.hpp"

#include "leadsheet/submit/row.hpp"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace leadsheet::cli {

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
