// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/money.hpp"

#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::contract {
struct FieldInfo;
}

namespace leadsheet::server::domain {

/// One entry of a problem's `errors` (contract section 4).
struct FieldError {
    std::string pointer; ///< RFC 6901, from the root of the body
    std::string code;    ///< snake_case, stable: unknown_member, wrong_type, too_long, ...
    std::string detail;  ///< names the bound and the way out

    friend bool operator==(const FieldError&, const FieldError&) = default;
};

/// Checks one value against its field's table row and gathers every fault under `pointer`. Returns
/// the normalised value; nullopt when the value is at fault or says nothing (an empty text or list
/// of an optional field).
std::optional<boost::json::value> checkField(const contract::FieldInfo& field,
                                             const boost::json::value& value,
                                             const std::string& pointer,
                                             std::vector<FieldError>& errors);

/// Of the contract's Money, in minor units.
constexpr MinorUnits kMaxMoney = 9'000'000'000'000'000;

/// Reads {amount, currency} in minor units of the service's currency; not negative.
std::optional<MinorUnits> checkMoney(const boost::json::value& value, const std::string& pointer,
                                     std::vector<FieldError>& errors);

} // namespace leadsheet::server::domain
