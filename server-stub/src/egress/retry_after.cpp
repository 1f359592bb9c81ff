// SPDX-License-Identifier: Apache-2.0
#include "egress/retry_after.hpp"

#include <algorithm>
#include <charconv>
#include <curl/curl.h>

namespace leadsheet::server::egress {
namespace {

/// Nobody means more; keeps sums of times within their type.
constexpr std::int64_t kLongestSeconds = 366LL * 24 * 3600;

std::optional<std::int64_t> wholeSeconds(const std::string& text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem == std::errc::result_out_of_range && stop == end)
        return kLongestSeconds;
    if (problem != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> untilDate(const Response& response, const std::string& text) {
    const std::string* const date = response.header("date");
    const time_t now = date == nullptr ? -1 : curl_getdate(date->c_str(), nullptr);
    const time_t then = curl_getdate(text.c_str(), nullptr);
    if (now == -1 || then == -1)
        return std::nullopt;
    return std::int64_t{then} - std::int64_t{now};
}

} // namespace

std::optional<std::chrono::seconds> retryAfter(const Response& response) {
    const std::string* const value = response.header("retry-after");
    if (value == nullptr || value->empty())
        return std::nullopt;
    auto wait = wholeSeconds(*value);
    if (!wait)
        wait = untilDate(response, *value);
    if (!wait || *wait <= 0)
        return std::nullopt;
    return std::chrono::seconds(std::min(*wait, kLongestSeconds));
}

} // namespace leadsheet::server::egress
