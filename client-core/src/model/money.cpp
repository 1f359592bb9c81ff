// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/money.hpp"

#include "leadsheet/decimal.hpp"
#include "leadsheet/messages/service.hpp"
#include "leadsheet/result.hpp"

#include <algorithm>
#include <array>

namespace leadsheet {

namespace say = messages::service;

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

namespace {

constexpr std::array<std::string_view, 16> kNoDigits = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY",
                                                        "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
                                                        "VND", "VUV", "XAF", "XOF"};
constexpr std::array<std::string_view, 7> kThreeDigits = {"BHD", "IQD", "JOD", "KWD",
                                                          "LYD", "OMR", "TND"};

template <std::size_t n>
bool holds(const std::array<std::string_view, n>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

Error mixed(const Money& a, const Money& b) {
    return localError(ErrorCode::InvalidArgument,
                      {say::amountsNotCombined(a.currency, b.currency)});
}

Error overflow() {
    return localError(ErrorCode::InvalidArgument, {say::amountTooLarge()});
}

/// Digits of the whole part and of the fraction, the latter padded to the currency's digits.
struct Digits {
    std::string whole;
    std::string fraction;
    bool negative = false;
};

Digits split(const Money& money) {
    const auto digits = static_cast<std::size_t>(minorDigits(money.currency));
    // Unsigned, because the smallest int64 has no positive twin.
    const auto bits = static_cast<std::uint64_t>(money.amount);
    std::string text = std::to_string(money.amount < 0 ? std::uint64_t{0} - bits : bits);
    if (text.size() <= digits)
        text.insert(0, digits + 1 - text.size(), '0');
    return {text.substr(0, text.size() - digits), text.substr(text.size() - digits),
            money.amount < 0};
}

bool allDigits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Removes grouping commas; false when they are not exactly before each third digit.
bool ungroup(std::string_view whole, std::string& digits) {
    const auto first = whole.find(',');
    if (first == std::string_view::npos) {
        digits = whole;
        return allDigits(whole);
    }
    if (first == 0 || first > 3 || (whole.size() - first) % 4 != 0)
        return false;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        const bool comma = i >= first && (i - first) % 4 == 0;
        if (comma != (whole[i] == ','))
            return false;
        if (!comma)
            digits += whole[i];
    }
    return allDigits(digits);
}

} // namespace

Result<Money> Money::plus(const Money& other) const {
    if (currency != other.currency)
        return failure(mixed(*this, other));
    std::int64_t sum = 0;
    if (__builtin_add_overflow(amount, other.amount, &sum))
        return failure(overflow());
    return Money{sum, currency};
}

Result<Money> Money::minus(const Money& other) const {
    if (currency != other.currency)
        return failure(mixed(*this, other));
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(amount, other.amount, &difference))
        return failure(overflow());
    return Money{difference, currency};
}

Result<Money> Money::times(std::int64_t factor) const {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(amount, factor, &product))
        return failure(overflow());
    return Money{product, currency};
}

Result<bool> Money::exceeds(const Money& other) const {
    if (currency != other.currency)
        return failure(mixed(*this, other));
    return amount > other.amount;
}

int minorDigits(std::string_view currency) {
    if (holds(kNoDigits, currency))
        return 0;
    return holds(kThreeDigits, currency) ? 3 : 2;
}

std::string format(const Money& money) {
    Digits digits = split(money);
    for (std::size_t i = digits.whole.size(); i > 3; i -= 3)
        digits.whole.insert(i - 3, ",");
    std::string text = digits.negative ? "-" : "";
    if (money.currency == "USD")
        text += '$';
    text += digits.whole;
    if (!digits.fraction.empty())
        text += '.' + digits.fraction;
    return money.currency == "USD" ? text : text + ' ' + money.currency;
}

std::string formatPlain(const Money& money) {
    const Digits digits = split(money);
    std::string text = (digits.negative ? "-" : "") + digits.whole;
    return digits.fraction.empty() ? text : text + '.' + digits.fraction;
}

Result<Money> parseMoney(std::string_view text, std::string_view currency) {
    const std::string shown(text.substr(0, 40));
    const auto refuse = [&](Message why) {
        return failure(
            localError(ErrorCode::InvalidArgument, {say::notAnAmount(shown), std::move(why)}));
    };
    if (currency == "USD" && text.starts_with('$'))
        text.remove_prefix(1);
    if (text.starts_with('-'))
        return refuse(say::amountNegative());
    const auto point = text.find('.');
    const std::string_view fraction = point == std::string_view::npos ? "" : text.substr(point + 1);
    std::string digits;
    if (!ungroup(text.substr(0, point), digits) ||
        (point != std::string_view::npos && !allDigits(fraction)))
        return refuse(say::writeAmount());
    const auto places = static_cast<std::size_t>(minorDigits(currency));
    if (fraction.size() > places)
        return refuse(say::amountDigits(currency, static_cast<std::int64_t>(places)));
    digits.append(fraction).append(places - fraction.size(), '0');
    std::int64_t amount = 0;
    for (const char c : digits)
        if (__builtin_mul_overflow(amount, std::int64_t{10}, &amount) ||
            __builtin_add_overflow(amount, std::int64_t{c - '0'}, &amount))
            return refuse(say::amountOverLimit());
    return Money{amount, std::string(currency)};
}

} // namespace leadsheet
