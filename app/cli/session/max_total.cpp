// SPDX-License-Identifier: Apache-2.0
#include "max_total.hpp"

#include <algorithm>

namespace leadsheet::cli {

std::string withoutBlankEnds(std::string text) {
    const auto blank = [](char c) {
        return c == ' ' || c == '\t' || c == '\r';
    };
    while (!text.empty() && blank(text.back()))
        text.pop_back();
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), blank));
    return text;
}

Outcome<Money> maxTotalOf(const std::string& text, const std::string& currency) {
    std::string amount = withoutBlankEnds(text);
    const std::size_t blank = amount.find_last_of(' ');
    if (blank != std::string::npos) {
        const std::string named = amount.substr(blank + 1);
        if (named != currency)
            return fail(usageFailure("--max-total is in " + named + ", but this account pays in " +
                                     currency + "."));
        amount = withoutBlankEnds(amount.substr(0, blank));
    }
    auto money = parseMoney(amount, currency);
    if (!money)
        return fail(
            usageFailure("--max-total '" + text + "' is no amount. " + money.error().message,
                         "For example: --max-total 500 or --max-total '500 " + currency + "'"));
    return *std::move(money);
}

} // namespace leadsheet::cli
