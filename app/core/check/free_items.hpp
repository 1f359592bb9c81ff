// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"
#include "map/vocabulary.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

struct ListItem {
    std::string text;
    bool stated = false; ///< a step of the column says what it means
};

/// Takes "bundesweit" and the like out of the places of a cell that names a country: all of it.
void leaveOutNational(std::vector<ListItem>& places);

/// Whether an item of a list that takes any text can be what is meant: no placeholder, nothing that
/// says what is not meant, no address in place of a name, no letters of another encoding. A problem
/// says why not. False for no text of which a person said what it means: those are not asked about.
bool canBeMeant(const FieldInput& input, const std::string& item, const contract::FieldInfo& field,
                ProblemSink& problems);

/// Says of an industry, a keyword or a title that a word of it is almost a known one.
void checkSpelling(const FieldInput& input, const std::string& item, ProblemSink& problems);

/// What the items of one cell surely are: countries, or regions; else None.
PlacePart partBeside(const std::vector<std::string_view>& items);

/// The service knows some countries by their letters, whatever else these are.
bool isKnownToService(std::string_view letters);

/// Letters that a country and a state of the US share, or a country and another region: in a column
/// of countries or of states, or among countries, they become its full name, which is said; among
/// regions they stay. Elsewhere a problem asks, and this is false.
bool readPlaceCode(const FieldInput& input, std::string& item, PlacePart beside,
                   ProblemSink& problems);

/// Says where a place is a letter away from a known one; it is taken as it stands.
void checkPlace(const FieldInput& input, const std::string& item, ProblemSink& problems);

} // namespace leadsheet::app
