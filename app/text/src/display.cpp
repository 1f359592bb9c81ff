// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/display.hpp"

#include <array>

namespace leadsheet::app {
namespace {

constexpr std::uint64_t kMicros = 1'000'000;

std::uint64_t magnitude(std::int64_t value) {
    return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

std::string grouped(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

} // namespace

std::string displayNumber(std::int64_t value) {
    return (value < 0 ? "-" : "") + grouped(magnitude(value));
}

std::string displayCount(std::int64_t value, std::string_view singular, std::string_view plural) {
    return displayNumber(value) + " " + std::string(value == 1 ? singular : plural);
}

std::string displayUnitPrice(std::int64_t micros, std::string_view currency) {
    const std::uint64_t size = magnitude(micros);
    std::string decimals = std::to_string(kMicros + size % kMicros).substr(1);
    while (decimals.size() > 2 && decimals.back() == '0')
        decimals.pop_back();
    const std::string amount = grouped(size / kMicros) + "." + decimals;
    const std::string sign = micros < 0 ? "-" : "";
    if (currency == "USD")
        return sign + "$" + amount;
    return sign + amount + " " + std::string(currency);
}

std::string displayBytes(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 4> kUnits = {"kB", "MB", "GB", "TB"};
    if (bytes < 1000)
        return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    std::size_t unit = 0;
    std::uint64_t tenths = (bytes + 50) / 100;
    while (tenths >= 10'000 && unit + 1 < kUnits.size()) {
        tenths = (tenths + 500) / 1000;
        ++unit;
    }
    return grouped(tenths / 10) + "." + std::to_string(tenths % 10) + " " +
           std::string(kUnits[unit]);
}

} // namespace leadsheet::app
