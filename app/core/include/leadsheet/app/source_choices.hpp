// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/message.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What a sheet may hold that has to be decided upon, once for a whole run.
enum class SourceMatter : std::uint8_t {
    HiddenRows,
    HiddenColumns,
    MergedCells,
    FormulaErrors,        ///< #N/A, #REF!, ...
    FormulasWithoutValue, ///< never calculated: the program that wrote the file did not
    RoundedValues,        ///< numbers and dates whose shown text says less than what is stored
    RaggedRows,           ///< of a text file: with text to the right of the last column name
    TotalRows,            ///< by a word for totals, or by a number that adds up those above
    MarkedRows,           ///< that a column of the sheet says are not to be ordered
};
inline constexpr std::size_t kSourceMatters = 9;

/// A matter is decided one way or the other; some have a third.
struct SourceMatterInfo {
    SourceMatter matter;
    std::string_view name;     ///< in documents: "hiddenRows"
    std::string_view option;   ///< on the command line: "hidden-rows"
    std::string_view standard; ///< the safe way, taken when nothing is stated: "skip"
    std::string_view other;    ///< "keep"
    std::string_view third;    ///< empty when there are two ways
    Message (*about)();        ///< what it is and what its words mean
};
std::span<const SourceMatterInfo, kSourceMatters> sourceMatters();
const SourceMatterInfo& infoOf(SourceMatter matter);

/// How each matter is decided; what nobody has stated is decided the standard way.
class SourceDecisions {
public:
    bool takesOther(SourceMatter matter) const { return slot(matter) == Way::Other; }
    bool takesThird(SourceMatter matter) const { return slot(matter) == Way::Third; }
    bool isStated(SourceMatter matter) const { return slot(matter).has_value(); }
    /// The word in force: "skip".
    std::string_view word(SourceMatter matter) const;

    void state(SourceMatter matter, bool other);
    /// By one of the words; false, and nothing stated, for any other text.
    [[nodiscard]] bool stateWord(SourceMatter matter, std::string_view word);
    /// Adds what `weaker` states on matters that are not stated here.
    void fillFrom(const SourceDecisions& weaker);

    friend bool operator==(const SourceDecisions&, const SourceDecisions&) = default;

private:
    enum class Way : std::uint8_t { Standard, Other, Third };

    const std::optional<Way>& slot(SourceMatter matter) const {
        return stated_[static_cast<std::size_t>(matter)];
    }
    std::array<std::optional<Way>, kSourceMatters> stated_;
};

/// How often each matter comes up in the rows below the header: rows, columns, merged areas or
/// cells, as the matter is. Cells and ragged rows count where they are read; a skipped row's do
/// not.
struct SourceCounts {
    std::uint64_t rows = 0;      ///< that are read
    std::uint64_t blankRows = 0; ///< between the others
    std::array<std::uint64_t, kSourceMatters> matters{};
    /// Columns from 0, ascending, with cells merged downwards, and how many such cells they have.
    std::vector<std::uint32_t> mergedDownColumns;
    std::uint64_t mergedDown = 0;

    std::uint64_t of(SourceMatter matter) const {
        return matters[static_cast<std::size_t>(matter)];
    }
    std::uint64_t& of(SourceMatter matter) { return matters[static_cast<std::size_t>(matter)]; }
    SourceCounts& operator+=(const SourceCounts& more);
};

} // namespace leadsheet::app
