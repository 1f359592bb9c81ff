// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/expected.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet {

/// An amount in integer minor units (cents) of an ISO 4217 currency; never floating point (contract
/// section 5). All arithmetic is checked: ErrorCode::InvalidArgument on overflow or mixed
/// currencies.
struct Money {
    std::int64_t amount = 0;
    std::string currency = "USD";

    bool operator==(const Money&) const = default;

    Result<Money> plus(const Money& other) const;
    Result<Money> minus(const Money& other) const;
    Result<Money> times(std::int64_t factor) const;
    /// Fails when the currencies differ: there is no order between dollars and euros.
    Result<bool> exceeds(const Money& other) const;
};

/// Digits after the decimal point of a currency's minor unit (ISO 4217): 2 for USD, 0 for JPY, 3
/// for KWD.
int minorDigits(std::string_view currency);

/// For people: `$8,240.00`, `-$1.50`, `1,200 JPY`, `8,240.00 EUR`. Never depends on the locale.
std::string format(const Money& money);

/// A plain decimal without sign or grouping for machines: `8240.00`.
std::string formatPlain(const Money& money);

/// Reads `8240`, `8240.5`, `8,240.50`, `$8,240.00`. Refuses negative amounts, more digits than the
/// currency has, and misplaced grouping, because a guessed amount of money is worse than an error.
Result<Money> parseMoney(std::string_view text, std::string_view currency = "USD");

} // namespace leadsheet
