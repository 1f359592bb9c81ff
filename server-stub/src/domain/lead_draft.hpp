// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/contract/lead_fields.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace leadsheet::server::domain {

/// Number of a column of contract::kLeadFields.
using LeadField = std::size_t;

inline constexpr LeadField kLeadFieldCount = contract::kLeadFields.size();

/// The column of that name; a name that is none does not compile.
consteval LeadField leadField(std::string_view name) {
    for (LeadField field = 0; field < kLeadFieldCount; ++field) {
        if (contract::kLeadFields[field].name == name)
            return field;
    }
    throw "there is no such column";
}

/// Whether a delivery brings this column; the others come from the order or from what the service
/// knows.
constexpr bool isIngested(LeadField field) {
    for (const std::string_view own :
         {"id", "orderNumber", "product", "deliveredAt", "hasEmail", "hasPhone", "externalRef"}) {
        if (contract::kLeadFields[field].name == own)
            return false;
    }
    return true;
}

/// Decimals have two places: 4.5 is 450.
inline constexpr std::int64_t kLeadDecimalUnit = 100;

inline constexpr std::array<std::string_view, 4> kLeadResults = {"good", "risky", "unknown",
                                                                 "invalid"};

/// Nothing, a whole number (or a decimal in units of its last place), or a text (of a list: its
/// JSON array).
using LeadValue = std::variant<std::monostate, std::int64_t, std::string>;

/// A checked lead before it has a place in an account.
struct LeadDraft {
    std::array<LeadValue, kLeadFieldCount> values;

    bool has(LeadField field) const {
        return !std::holds_alternative<std::monostate>(values[field]);
    }
    /// Empty when absent; for text columns.
    std::string_view text(LeadField field) const {
        const auto* text = std::get_if<std::string>(&values[field]);
        return text == nullptr ? std::string_view() : std::string_view(*text);
    }
};

/// Says that two leads of one account are the same (contract section 6): the same e-mail address,
/// the same LinkedIn profile, or the same name at the same company domain. Case, "www.", the scheme
/// and what follows the path of an address do not matter.
struct LeadIdentity {
    LeadField field;                      ///< that it was taken from, for the answer
    std::array<unsigned char, 16> digest; ///< equal = the same
};

/// At most three; none when the lead has neither of these.
std::vector<LeadIdentity> leadIdentities(const LeadDraft& lead);

} // namespace leadsheet::server::domain
