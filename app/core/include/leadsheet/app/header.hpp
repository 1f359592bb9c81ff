// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Confidence in words; the screen and the command line show the word, never a percentage.
enum class Confidence { Unsure, Likely, Certain };
std::string_view confidenceWord(Confidence confidence);

/// A row copied out of its source.
struct SampleRow {
    std::uint32_t row = 0;
    std::vector<std::string> cells; ///< displayed text, index = column
    std::vector<CellNote> notes{};  ///< comments at its cells

    /// Without blanks at its ends; empty where the row has no cell.
    std::string_view textAt(std::size_t column) const;
    /// Cells with text.
    std::size_t filled() const;
    /// Whether more than one cell has text: known from the first ones, however wide the row is.
    bool hasSeveral() const;
};

/// How many columns the widest row has.
std::size_t widthOf(const std::vector<SampleRow>& rows);

/// Which row holds the column names. `row` is absent when the sheet has none (data from row 1).
struct HeaderChoice {
    std::optional<std::uint32_t> row; ///< the last one of several
    Confidence confidence = Confidence::Unsure;
    std::vector<Message> reason; ///< sentences for the person
    /// How many rows the names are written over, one below the other: "Number" above "of leads".
    std::uint32_t rows = 1;
    /// Further down than headers are looked for, and so not taken: a row of known column names.
    std::optional<std::uint32_t> tooFarDown{};

    /// Number of the first row that can hold data.
    std::uint32_t firstDataRow() const { return row ? *row + 1 : 1; }
};

inline constexpr std::uint32_t kHeaderSearchRows = 30;

/// Scores the first kHeaderSearchRows rows, and up to three of them together: known column names,
/// text above data, title and blank rows before it. A sparse row below the names that says what
/// their columns are each ("ordered" and "open" below "Leads"), or in what their figures are given,
/// belongs to them.
HeaderChoice detectHeader(const std::vector<SampleRow>& sample);
/// The row that a person names, with those above it over which its names are written, too.
HeaderChoice statedHeader(const std::vector<SampleRow>& sample, std::uint32_t row);

/// Those of the first rows that can hold data.
std::vector<SampleRow> dataRows(const std::vector<SampleRow>& head, const HeaderChoice& header);

/// The column names in the chosen row; empty without header row. Names over several rows are
/// joined: "Number / of leads". Where names repeat or are missing and the one or two rows directly
/// above hold the names of groups of columns ("Company", "Contact"), the group's name stands
/// before: "Company / Name", "Contact / Name". So it does where one name stands above several
/// columns: "Leads / ordered", "Leads / open". What a line above says of all numbers stands behind
/// the name of the number of leads: "Leads (All numbers in hundreds)".
std::vector<std::string> columnNames(const std::vector<SampleRow>& head,
                                     const HeaderChoice& choice);

} // namespace leadsheet::app
