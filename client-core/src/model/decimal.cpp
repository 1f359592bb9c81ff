// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/decimal.hpp"

namespace leadsheet {

std::optional<Decimal> Decimal::parse(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    Decimal result;
    bool point = false;
    bool digitSeen = false;
    for (const char c : text) {
        if (c == '.' && !point && digitSeen) {
            point = true;
            digitSeen = false;
            continue;
        }
        if (c < '0' || c > '9')
            return {};
        digitSeen = true;
        // Built up below zero, because the smallest int64 has no positive twin.
        if (__builtin_mul_overflow(result.unscaled, std::int64_t{10}, &result.unscaled) ||
            __builtin_sub_overflow(result.unscaled, std::int64_t{c - '0'}, &result.unscaled))
            return {};
        if (point && ++result.scale > kMaxScale)
            return {};
    }
    if (!digitSeen)
        return {};
    if (!negative && __builtin_sub_overflow(std::int64_t{0}, result.unscaled, &result.unscaled))
        return {};
    return result;
}

Decimal Decimal::normalized() const {
    Decimal result = *this;
    while (result.scale > 0 && result.unscaled % 10 == 0) {
        result.unscaled /= 10;
        --result.scale;
    }
    return result;
}

std::string Decimal::toString() const {
    const Decimal plain = normalized();
    std::string text = std::to_string(plain.unscaled);
    if (plain.scale <= 0)
        return text;
    const std::size_t sign = plain.unscaled < 0 ? 1 : 0;
    const auto places = static_cast<std::size_t>(plain.scale);
    if (text.size() - sign <= places)
        text.insert(sign, places + 1 - (text.size() - sign), '0');
    return text.insert(text.size() - places, ".");
}

} // namespace leadsheet
