// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/header.hpp"
#include "leadsheet/app/row_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// How a line speaks of totals.
enum class TotalLine {
    No,
    Maybe,   ///< a word of totals beside others, or a number that could be a sum
    Word,    ///< its words say so
    Sum,     ///< its number is the sum of the rows above, and it says less than they do
    Heading, ///< its number is the sum of the rows below
    Nearly,  ///< it is a heading as well, and its number is about that sum
    Below,   ///< "Budget" and a number, below rows that say more
    Tabs,    ///< its tab adds up what other tabs order
    Whole    ///< its number is the sum of the rows below, which are parts of it
};

inline bool isHeading(TotalLine line) {
    return line == TotalLine::Heading || line == TotalLine::Nearly;
}

/// Where blocks of rows have headings beside a number for all of them: "Germany,,,110".
struct Headings {
    std::uint32_t column = 0;
    bool exact = true; ///< each number is the sum of the rows below
};

/// Finds the lines of totals among the rows of one tab, which come ascending.
class TotalLines {
public:
    /// `counts`: the column whose numbers are summed up; absent = any that has numbers. `sizes`:
    /// the column of company sizes, in which "moyenne" is medium rather than an average.
    /// `heads`: headingsIn.
    explicit TotalLines(std::optional<std::uint32_t> counts,
                        std::optional<std::uint32_t> sizes = std::nullopt,
                        std::optional<Headings> heads = std::nullopt)
        : counts_(counts)
        , sizes_(sizes)
        , heads_(heads) {}

    TotalLine judge(const RowView& row);
    /// A row that is not read, though a sum may have been made over it.
    void addUnread(const RowView& row);

private:
    struct Sum {
        double value = 0;
        std::uint64_t rows = 0;
    };
    /// Lines of totals are not in them; a group begins below such a line.
    struct ColumnSums {
        Sum group, groupWithUnread, all, allWithUnread;
    };
    /// What the cells of a row are, as far as it matters here.
    struct Look {
        std::size_t words = 0;
        std::size_t ranges = 0; ///< "11-50"
        bool figures = false;
        bool formula = false; ///< the number of leads is made by one
        std::vector<std::pair<std::uint32_t, double>> summed; ///< by column
    };

    void look(const RowView& row);
    void add(bool unread);
    template <typename Is>
    bool anySum(Is is) const;
    bool isSum(std::uint64_t fewestRows) const;
    bool isAverage() const;
    bool isHeading(const RowView& row) const;
    bool isKnownRest(std::uint32_t column, const std::vector<std::string>& rest) const;
    TotalLine kind(const RowView& row) const;

    std::optional<std::uint32_t> counts_;
    std::optional<std::uint32_t> sizes_;
    std::optional<Headings> heads_;
    Look look_;                          ///< of the row at hand
    std::vector<ColumnSums> sums_;       ///< by column
    std::size_t fewestTexts_ = SIZE_MAX; ///< of the rows above
    std::uint64_t rows_ = 0;             ///< above
    bool formulas_ = false;              ///< numbers of leads above are made by formulas
    std::vector<std::string> lastRow_;   ///< texts, by column
};

/// The headings of blocks by the first rows; the numbers stand in the column `count`. Nothing where
/// most are far from the sum of their rows, or where rows below one name something else.
std::optional<Headings> headingsIn(const std::vector<SampleRow>& rows, std::uint32_t count);

/// A line of its own among the rows that says something of those below it.
struct SectionLine {
    enum class Says {
        Nothing,   ///< it is one of the rows
        Heading,   ///< it ends what a line above it said: "Wanted:"
        NotWanted, ///< "Do not contact:"
        MayNegate, ///< it has a negation in it, among other words
        Place,     ///< "Germany"
        Unknown,   ///< "Team North": nothing that an order would take from it
    };
    std::uint32_t row = 0;
    std::string text;
    Says says = Says::Nothing;
    std::uint32_t column = 0; ///< of its only text
    std::string place{};      ///< as a cell would name it; empty where nobody knows what it names

    bool speaks() const { return says != Says::Nothing && says != Says::Heading; }
    bool denies() const { return says == Says::NotWanted || says == Says::MayNegate; }
};

/// What the only filled cell of a line says, without where it stands. A line above the names of the
/// columns is about the whole sheet, which is not ordered "later".
SectionLine sectionIn(std::string_view text, bool aboveNames = false);
/// The place that such a line names: of "Market: Spain" and "-- SPAIN (60 leads) --"; or nothing.
std::string placeOfLine(std::string_view text);

/// A text above the columns that denies or demands something, says in what all numbers are given,
/// or that something was ordered before.
bool isTellingNote(std::string_view text);

} // namespace leadsheet::app
