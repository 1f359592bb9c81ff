// SPDX-License-Identifier: Apache-2.0
#include "mcp/spend_cap.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <string>

namespace leadsheet::server::mcp {

namespace {

constexpr std::size_t kMostDigits = 12; ///< before the point; far above any account

bool allDigits(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

std::optional<std::int64_t> spendCapOf(std::string_view field, std::string_view currency,
                                       int minorDigits) {
    const std::size_t blank = field.find(' ');
    if (blank != std::string_view::npos && field.substr(blank + 1) != currency)
        return std::nullopt;
    const std::string_view number = field.substr(0, blank);
    const std::size_t point = std::min(number.find('.'), number.size());
    const std::string_view major = number.substr(0, point);
    const bool fraction = point < number.size();
    std::string minor(fraction ? number.substr(point + 1) : std::string_view());
    if (major.empty() || major.size() > kMostDigits || (fraction && minor.empty()) ||
        minor.size() > static_cast<std::size_t>(minorDigits) || !allDigits(major) ||
        !allDigits(minor))
        return std::nullopt;
    minor.resize(static_cast<std::size_t>(minorDigits), '0');
    std::int64_t amount = 0;
    for (const char digit : std::string(major) + minor)
        amount = amount * 10 + (digit - '0');
    return amount;
}

Answer badSpendCap(std::string_view currency) {
    return errorAnswer(400, nullptr,
                       {RpcCode::InvalidRequest,
                        "The header field " + std::string(kSpendCapField) +
                            " must be an amount such as 50 or 12.50 " + std::string(currency) +
                            ". Nothing was done; the person who set up this connection can fix "
                            "it.",
                        {{"header", kSpendCapField}}});
}

} // namespace leadsheet::server::mcp
