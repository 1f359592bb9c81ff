// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/contract/products.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Name of the product selector and of the two other targets that are not product fields.
inline constexpr std::string_view kProductTarget = "scrapingOption";
inline constexpr std::string_view kLeadCountTarget = "leadCount";
/// What identifies a row on this computer, and travels with its order as `externalRef`.
inline constexpr std::string_view kReferenceTarget = "reference";
inline constexpr std::string_view kReferenceField = "externalRef";
/// "metadata.campaign" fills one member of a string map.
inline constexpr char kMemberSeparator = '.';

/// The field that several columns of a sheet can fill together, as parts of one place.
inline constexpr std::string_view kJoinedTarget = "locations";
/// Whether several columns may fill it: a place by its parts, any other list by its items.
bool canJoin(std::string_view target);

/// Something a column can be mapped to.
struct TargetField {
    std::string name;                          ///< "industries", "metadata.campaign"
    const contract::FieldInfo* info = nullptr; ///< null for scrapingOption and reference
    std::vector<std::string_view> products;    ///< ids that have it; empty = every product
};

/// Looks a target up by its exact name. quoteId and maxPrice are not targets: they guard the price
/// of a run and are never part of a row.
std::optional<TargetField> findTarget(std::string_view name);

/// All targets that have one fixed name, in contract order.
const std::vector<TargetField>& allTargets();

/// Up to three target names close to `name`, best first.
std::vector<std::string> suggestTargets(std::string_view name);

/// The product meant by a cell: exact id, or title or synonym in any case; absent otherwise.
const contract::ProductInfo* productFromText(std::string_view text);

/// The product id closest to a misspelt one; empty when nothing is close.
std::string suggestProduct(std::string_view text);

} // namespace leadsheet::app
