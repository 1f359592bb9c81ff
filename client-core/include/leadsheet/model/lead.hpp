// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"

#include <leadsheet/contract/lead_fields.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace leadsheet {

using contract::LeadField;
inline constexpr std::size_t kLeadFieldCount = contract::kLeadFields.size();
/// `firstName`, as the API and exports spell it.
std::string_view toString(LeadField field);
/// Nothing for a name that is not a field.
std::optional<LeadField> leadFieldFromName(std::string_view name);

/// A value of a lead as the API types it: nothing (not asked for, or not known), text and
/// timestamps, whole numbers, decimals, yes or no, a list of texts.
using LeadValue =
    std::variant<std::monostate, std::string, std::int64_t, double, bool, std::vector<std::string>>;

/// A lead with the fields that were asked for. The API sends null where it does not know a value
/// and leaves out what was not asked for; both read as nothing here. Takes memory for the fields
/// that were given a value only.
class Lead {
public:
    const LeadValue& operator[](LeadField field) const {
        const std::size_t place = places_[static_cast<std::size_t>(field)];
        return place == 0 ? nothing() : values_[place - 1];
    }
    /// Valid until another field is asked for this way.
    LeadValue& operator[](LeadField field);
    /// Room for so many fields, where their number is known.
    void reserve(std::size_t fields) { values_.reserve(fields); }

    /// The text of a text field; empty for nothing and for other types.
    const std::string& text(LeadField field) const;
    bool has(LeadField field) const {
        return !std::holds_alternative<std::monostate>((*this)[field]);
    }

private:
    static const LeadValue& nothing();

    std::array<std::uint8_t, kLeadFieldCount> places_{}; ///< in values_, from 1; 0 = nothing
    std::vector<LeadValue> values_;
};
static_assert(kLeadFieldCount <= 255);

/// What verification found (LeadField::Result), best first.
enum class LeadResult : std::uint8_t { Good, Risky, Unknown, Invalid };
inline constexpr std::array kLeadResults{LeadResult::Good, LeadResult::Risky, LeadResult::Unknown,
                                         LeadResult::Invalid};
/// `good`, as the API spells it. Points to a literal.
std::string_view toString(LeadResult result);
/// Nothing for another name.
std::optional<LeadResult> leadResultFromName(std::string_view name);

/// That a lead was erased. Says nothing about the person.
struct LeadErasure {
    std::string leadId;
    std::string reason;   ///< `requested`, `suppressed`
    std::string erasedAt; ///< RFC 3339
    std::string keyId;    ///< that asked for it
};

/// Somebody, by e-mail address, LinkedIn profile or both.
struct Person {
    std::optional<std::string> email;
    std::optional<std::string> linkedinUrl;
};

/// Which leads (contract section 7); absent members do not filter.
struct LeadFilter {
    std::optional<LeadResult> result;
    std::optional<bool> hasEmail;
    std::optional<bool> hasPhone;
    std::optional<OrderNumber> orderNumber;
    std::optional<std::string> country;        ///< ISO 3166-1 alpha-2
    std::optional<std::string> deliveredAfter; ///< RFC 3339
};

} // namespace leadsheet
