// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// What an order asks for, in short (docs/adr/2026-11-23-one-wish-one-order.md).
struct OrderMarks {
    std::string mark; ///< orders of one mark ask for the same people
    /// Orders of one similar mark ask for the same but for synonyms (resources/api/synonyms.json);
    /// nullopt when no word of that table occurs, so that no other spelling could be similar.
    std::optional<std::string> similar;
};

/// The text as marks compare it: case, width and the kind and number of spaces do not matter.
std::string foldedText(std::string_view text);

/// Of a request that was validated, as OrderDraft::recordJson has it. Pure; thread-safe.
OrderMarks orderMarks(const boost::json::object& record);
/// The same of the text; members that are not JSON give the marks of an empty record.
OrderMarks orderMarks(std::string_view recordJson);

/// Whether `text` has the form of a mark of any version.
bool isOrderMark(std::string_view text);

/// What is done about a request that has equivalent orders; the stricter one is the greater one.
enum class DuplicatePolicy : std::uint8_t { Off, Warn, Refuse };
std::string_view name(DuplicatePolicy policy); ///< off, warn, refuse
std::optional<DuplicatePolicy> duplicatePolicyFromName(std::string_view name);

} // namespace leadsheet::server::domain
