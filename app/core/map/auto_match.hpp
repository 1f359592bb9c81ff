// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::app {

/// Whether something is said of a column already: it fills a field, or is left out.
bool isSpokenFor(const ColumnMap& map, std::uint32_t column);

/// The name without a number at its end, or a rank: "Title" for "Title #2" and "Primary Title".
std::string_view unnumbered(std::string_view header);

/// Columns of one list whose names differ by a number only fill its field together.
void joinNumberedColumns(const std::vector<SampleRow>& samples, ColumnMap& map);

/// A lower and an upper number of employees ("Employees min", "Employees max") fill the company
/// sizes together, where the cells are such ends.
void joinSizeEnds(const std::vector<SampleRow>& samples, ColumnMap& map);

/// The columns of the lower and the upper end where a rule of company sizes reads such ends; one
/// that the sheet lacks is a column that no row has.
std::optional<std::pair<std::uint32_t, std::uint32_t>> endColumns(const ColumnRule& rule);

/// "Country code", "ISO2": the place, where no other column is one and each cell is a country's.
void takeCountryCodes(const std::vector<SampleRow>& samples, ColumnMap& map);

/// Columns that name a city, a district, a region and a country (at least two of them, each once)
/// become one place for each row. An address of the company beside one that is nobody's by its name
/// is left out, and so is a person's beside the company's. Nothing is joined when two columns could
/// be one of the parts all the same, when they belong to different owners, or when something is
/// stated for the field already.
void joinPlaceColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                      ColumnMap& map);

/// Whether most cells are regions by name, or sides of a place: "East".
bool mostlyRegionsOrSides(const std::vector<SampleRow>& samples, std::uint32_t column);

/// The column of places where its name says countries and nothing below it is a known place, unless
/// a person stated it.
std::optional<std::uint32_t> columnWithoutCountries(const std::vector<SampleRow>& samples,
                                                    const ColumnMap& map);

/// Adds rules for columns that nothing was said about, by name first (what was learned included),
/// then checked against the cells. What is not clear becomes a suggestion.
void matchColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                  ColumnMap& map);

/// Where no column says how many leads are wanted, those of unknown names that hold whole numbers
/// are offered.
void suggestCounts(const std::vector<SampleRow>& samples, ColumnMap& map);

/// Says of suggestions which fields could not take the cells as they are, or belong to another
/// product than all rows.
void doubtSuggestions(const std::vector<SampleRow>& samples, ColumnMap& map);
/// Drops those: who accepted them would lose orders. A field that every order needs stays offered.
void dropDoubted(const std::vector<SampleRow>& samples, ColumnMap& map);

/// Without a product column: the one product that has all mapped fields and all it requires. A
/// column that can be the product's is offered instead.
void inferProduct(const std::vector<SampleRow>& samples, ColumnMap& map);

} // namespace leadsheet::app
