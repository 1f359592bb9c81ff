// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace leadsheet::app {

/// A magnitude as decimal digits: 0.DIGITS times ten to the power of `point`. No leading or
/// trailing zeros; zero has no digits.
struct Decimal {
    static constexpr int kCapacity = 24;

    std::array<char, kCapacity> digits{};
    int count = 0;
    int point = 0;

    bool zero() const { return count == 0; }
    /// The digit at `index` places after the first one, '0' outside of the stored ones.
    char at(int index) const {
        return index >= 0 && index < count ? digits[static_cast<std::size_t>(index)] : '0';
    }
};

/// The digits that spreadsheet programs work with: 15 significant ones, or the fewest that read
/// back to the same number where digits before the decimal point would be lost otherwise.
/// `magnitude` is finite and not negative.
Decimal decimalOf(double magnitude);

/// Rounds to `decimals` digits after the point, a five going up.
void roundDecimal(Decimal& number, int decimals);

} // namespace leadsheet::app
