// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "map/vocabulary.hpp"

#include <string>
#include <vector>

namespace leadsheet::app {

/// What is counted by a name, given by its words.
enum class Counted {
    Nothing,
    Leads,      ///< "Contacts needed", "# of leads": what is ordered
    Businesses, ///< "Number of businesses": what is ordered around a place, or how many there are
    PerCompany  ///< "Number of leads per company": a limit
};

Counted countedBy(const std::vector<std::string>& words);

/// Whether any of the words is of this kind.
bool anyWord(const std::vector<std::string>& words, WordKind kind);

} // namespace leadsheet::app
