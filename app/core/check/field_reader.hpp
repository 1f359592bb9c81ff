// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/problem.hpp"
#include "leadsheet/contract/products.hpp"
#include "leadsheet/model/order_request.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// A cell's text (or a value for all rows) on its way into a field. Made for every cell, so it owns
/// none of its texts: those of the map outlive it.
struct FieldInput {
    std::string_view target;
    std::string_view text;
    const std::vector<Transform>* transforms = nullptr; ///< null = none
    SheetPlace place;
    std::string_view header;
    std::optional<double> number{}; ///< what a cell of numbers holds, however it shows it
    bool isTime = false;            ///< the cell holds a date or a time, however it shows it
    bool joined = false;            ///< other cells of the row say more of the same

    const std::vector<Transform>& steps() const;
    /// The same place, with one item of its text.
    FieldInput of(std::string_view item) const;
};

/// Collects the problems of one row.
class ProblemSink {
public:
    explicit ProblemSink(std::vector<Problem>& problems)
        : problems_(problems) {}

    void add(ProblemLevel level, ProblemCode code, const FieldInput& input, Message reason,
             Message fix, std::vector<ProblemFix> fixes = {});
    bool blocked() const { return blocked_; }
    std::size_t count() const { return problems_.size(); }
    Problem& last() { return problems_.back(); }

private:
    std::vector<Problem>& problems_;
    bool blocked_ = false;
};

/// The typed value of a field within the contract's bounds; absent when the cell is empty or a
/// blocking problem was added.
std::optional<FieldValue> readField(const FieldInput& input, const contract::FieldInfo& field,
                                    ProblemSink& problems);

/// Ways to put one text right wherever the column has it; none for a text that is in no column.
std::vector<ProblemFix> readAs(const FieldInput& input, const std::vector<std::string>& meanings,
                               bool likely);

/// As much of a text as a problem quotes.
std::string_view quotable(std::string_view text);

/// Whether the text names nothing that could be ordered: "n/a", "any country".
bool namesNothing(std::string_view text, const contract::FieldInfo& field);

/// Whether the text stands for no value; then a problem says so. False for a text of which a person
/// said what it means.
bool isPlaceholder(const FieldInput& input, const contract::FieldInfo& field,
                   ProblemSink& problems);

/// Whether the text holds characters that nobody sees; then a problem says so.
bool hasUnseen(const FieldInput& input, ProblemSink& problems);

/// #REF!, #N/A and the like, in the languages that spreadsheet programs write them.
bool isErrorValue(std::string_view text);

/// Findings about the text itself, whatever field it goes to. False when it blocks.
bool checkText(const FieldInput& input, ProblemSink& problems);

} // namespace leadsheet::app
