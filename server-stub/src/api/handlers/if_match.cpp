// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/if_match.hpp"

#include <charconv>

namespace leadsheet::server::api {
namespace {

/// "3" with its quotes.
std::optional<std::int64_t> parseEntityTag(std::string_view text) {
    if (text.size() < 3 || text.front() != '"' || text.back() != '"')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    std::int64_t version = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), version);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || version < 1)
        return std::nullopt;
    return version;
}

} // namespace

tl::expected<std::optional<std::int64_t>, Problem> ifMatch(const Exchange& exchange) {
    const std::string* match = exchange.request.header("if-match");
    if (match == nullptr || *match == "*")
        return std::nullopt;
    const auto version = parseEntityTag(*match);
    if (!version)
        return refuse(contract::ErrorCode::InvalidParameter,
                      "If-Match must be a version in quotes, for example \"3\".",
                      {{"If-Match", "invalid_format", "A version in quotes."}});
    return version;
}

tl::unexpected<Problem> versionConflict(const std::string& what, std::int64_t version) {
    return refuse(contract::ErrorCode::VersionConflict, "The " + what + " has version " +
                                                            std::to_string(version) +
                                                            " by now. Read it again and decide "
                                                            "anew.");
}

std::string versionTag(std::int64_t version) {
    return "\"" + std::to_string(version) + "\"";
}

} // namespace leadsheet::server::api
