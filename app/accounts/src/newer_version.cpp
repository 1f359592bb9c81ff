// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/newer_version.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace leadsheet::app {
namespace {

constexpr std::size_t kMinParts = 2;
constexpr std::size_t kMaxParts = 4;
constexpr std::size_t kMaxDigits = 5;
constexpr std::size_t kMaxUrlLength = 300;

/// Numbers that are not there are 0.
using Parts = std::array<int, kMaxParts>;

std::optional<int> partOf(std::string_view text) {
    if (text.empty() || text.size() > kMaxDigits ||
        text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::optional<Parts> partsOf(std::string_view text) {
    Parts parts{};
    for (std::size_t at = 0; at < kMaxParts; ++at) {
        const auto dot = text.find('.');
        const auto part = partOf(text.substr(0, dot));
        if (!part)
            return std::nullopt;
        parts[at] = *part;
        if (dot == std::string_view::npos)
            return at + 1 >= kMinParts ? std::optional(parts) : std::nullopt;
        text.remove_prefix(dot + 1);
    }
    return std::nullopt;
}

bool mayBeOpened(std::string_view url) {
    constexpr std::string_view kScheme = "https://";
    constexpr std::string_view kInHosts = "abcdefghijklmnopqrstuvwxyz"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:";
    static constexpr std::string_view kNeverIn = "\"<>\\^`{|}";
    if (!url.starts_with(kScheme) || url.size() > kMaxUrlLength)
        return false;
    const bool printable = std::all_of(url.begin(), url.end(), [](char c) {
        return c > ' ' && c < '\x7f' && kNeverIn.find(c) == std::string_view::npos;
    });
    url.remove_prefix(kScheme.size());
    const auto host = url.substr(0, url.find_first_of("/?#"));
    return printable && !host.empty() && host.find_first_not_of(kInHosts) == std::string_view::npos;
}

} // namespace

std::optional<NewerVersion> newerVersion(const Account& account, std::string_view mine) {
    if (!account.latestClient)
        return std::nullopt;
    const auto named = partsOf(account.latestClient->version);
    const auto own = partsOf(mine);
    if (!named || !own || *named <= *own)
        return std::nullopt;
    NewerVersion newer{account.latestClient->version, {}};
    if (mayBeOpened(account.latestClient->url))
        newer.url = account.latestClient->url;
    return newer;
}

} // namespace leadsheet::app
