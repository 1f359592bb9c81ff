// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// How numbers are written in a column. Auto accepts only what has a single reading.
enum class NumberStyle {
    Auto,
    Comma, ///< 1,234.5 (English)
    Dot,   ///< 1.234,5 (German and most of the continent)
};

enum class NumberFault {
    None,
    Empty,
    NotANumber, ///< words, units, ranges, other digits
    Ambiguous,  ///< 1,000 may be 1000 or 1
    Fraction,   ///< 12.5 where a whole number is needed
    Negative,
    Scientific,  ///< 1e3: a display form that may have lost digits
    BadGrouping, ///< 1,00,000
    TooLarge,    ///< does not fit 64 bits
    TooPrecise,  ///< more decimals than the field has
};

/// A parsed number or the reason why not. `note` is set when the number was accepted though not
/// written plainly ("1 000"); it says how it was read. Nothing is ever rounded or guessed.
struct NumberReading {
    NumberFault fault = NumberFault::None;
    std::int64_t unscaled = 0; ///< value x 10^scale
    int scale = 0;             ///< decimals kept, trailing zeros removed
    Message note{};
    Message reason{}; ///< with a fault: what is wrong
    Message fix{};    ///< with a fault: what to write instead

    bool ok() const { return fault == NumberFault::None; }
};

/// A count: whole, not negative. Bounds are the caller's.
NumberReading readCount(std::string_view text, NumberStyle style = NumberStyle::Auto);

/// A decimal with at most `maxScale` decimals.
NumberReading readDecimal(std::string_view text, int maxScale,
                          NumberStyle style = NumberStyle::Auto);

/// A reading as plain digits: "1234.5", "-7".
std::string plainNumber(const NumberReading& reading);

/// yes/no, true/false, 1/0, x, ja/nein, oui/non, si/no, sim/não, tak/nie, ja/nee; absent for
/// anything else, empty included.
std::optional<bool> readBoolean(std::string_view text);

} // namespace leadsheet::app
