// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"
#include "leadsheet/model/order_request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// A cell of joined columns, read: City, then State, then Country, or Title 1, then Title 2.
struct JoinedCell {
    FieldInput input;
    std::vector<std::string> items; ///< more than one when the cell is a list
};

/// One place for each item of the most specific filled part: "Munich" and "Germany" are "Munich,
/// Germany". What repeats another part, and areas larger than a country after something smaller,
/// are left out. A list in a less specific cell beside a filled one blocks: which of its items
/// belongs to which place is not said.
std::vector<std::string> joinPlaces(const std::vector<JoinedCell>& parts,
                                    const contract::FieldInfo& field, ProblemSink& problems);

/// The items of all cells, each once. Empty, with a problem, when they are more than the field
/// holds.
std::vector<std::string> joinItems(const std::vector<JoinedCell>& parts,
                                   const contract::FieldInfo& field, ProblemSink& problems);

/// The order with the English names of its countries ("Germany" for "Deutschland"), which asks for
/// the same; nothing where it has them.
std::optional<OrderRequest> inEnglish(const OrderRequest& request);

} // namespace leadsheet::app
