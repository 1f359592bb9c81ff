// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet {

/// An exact decimal: unscaled x 10^-scale. `4.5` and `4.50` are equal and print alike.
struct Decimal {
    static constexpr int kMaxScale = 18;

    std::int64_t unscaled = 0;
    int scale = 0; ///< 0..kMaxScale

    /// `-12.50`, `7`; no exponent, no grouping, no spaces. Nothing when it does not fit exactly.
    static std::optional<Decimal> parse(std::string_view text);

    /// Without trailing zeros: {450, 2} becomes {45, 1}; {400, 2} becomes {4, 0}.
    Decimal normalized() const;
    /// The shortest exact JSON number, for example `4.5`.
    std::string toString() const;

    friend bool operator==(const Decimal& a, const Decimal& b) {
        const Decimal left = a.normalized();
        const Decimal right = b.normalized();
        return left.unscaled == right.unscaled && left.scale == right.scale;
    }
};

} // namespace leadsheet
