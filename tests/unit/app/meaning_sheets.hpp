// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::app::test {

/// What a column means (tests/corpus/meaning/README.md).
struct ColumnTruth {
    enum class Kind { Field, Place, Narrows, Irrelevant, Suggest, May };
    Kind kind = Kind::Irrelevant;
    std::vector<std::string> fields; ///< of Field (one), Suggest and May; locations for Place
};

/// A sheet of tests/corpus/meaning.
struct MeaningSheet {
    std::string language; ///< name of the file: "german"
    std::string name;
    std::string style;
    std::string notReady;                        ///< what it lacks; empty when it may be complete
    std::vector<std::vector<std::string>> lines; ///< from row 1
    std::size_t headerLine = 0;                  ///< of `lines`
    std::vector<ColumnTruth> truth;              ///< by column

    /// "german | icp liste | 3 Land", columns from 1: the same whatever the map says.
    std::string key(std::size_t column) const;
};

/// All sheets of the folder, by language and in the order of their files.
std::vector<MeaningSheet> loadMeaningSheets(const std::filesystem::path& folder);

/// Column names and data rows, as the programs find them.
struct FoundTable {
    std::vector<std::string> header;
    std::vector<SampleRow> samples;
};
FoundTable findTable(const MeaningSheet& sheet);

/// The targets of each column of a map, by column; joined columns have that of their rule.
std::vector<std::set<std::string>> targetsByColumn(const ColumnMap& map, std::size_t columns);
/// The columns that are joined to the place of a row, in this order; empty without a place.
std::vector<std::size_t> placeColumns(const ColumnMap& map);
/// Whether the map says of a column that it is not used.
bool namesAsUnused(const ColumnMap& map, std::size_t column);
/// And that it looks as if it narrows.
bool namesAsNarrowing(const ColumnMap& map, std::size_t column);

/// Sorted lists under names, kept as JSON in a file, that may only get shorter.
class Baseline {
public:
    using Lists = std::map<std::string, std::set<std::string>>;

    /// Nothing when there is no such file.
    static Lists load(const std::filesystem::path& file);
    static void save(const std::filesystem::path& file, const Lists& lists);
    /// LEADSHEET_MEANING_BASELINE=write: what is found is written instead of compared.
    static bool isToBeWritten();
};

} // namespace leadsheet::app::test
