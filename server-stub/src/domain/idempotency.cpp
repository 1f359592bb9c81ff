// SPDX-License-Identifier: Apache-2.0
#include "domain/idempotency.hpp"

#include "leadsheet/contract/error_codes.hpp"
#include "leadsheet/contract/limits.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

namespace {

std::optional<std::string> unquote(std::string_view quoted) {
    std::string key;
    for (std::size_t i = 1; i < quoted.size(); ++i) {
        char c = quoted[i];
        if (c == '"') // only as the last character
            return i + 1 == quoted.size() ? std::optional(key) : std::nullopt;
        if (c == '\\') {
            if (++i == quoted.size())
                return std::nullopt;
            c = quoted[i];
            if (c != '"' && c != '\\')
                return std::nullopt;
        }
        key += c;
    }
    return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace

std::optional<std::string> parseIdempotencyKey(std::string_view header) {
    header = trimmed(header);
    const auto key = header.starts_with('"') ? unquote(header) : std::optional<std::string>(header);
    const auto visible = [](char c) {
        return c > ' ' && c < '\x7F';
    };
    if (!key || key->empty() || key->size() > contract::kIdempotencyKeyMaxLength ||
        !std::ranges::all_of(*key, visible))
        return std::nullopt;
    return key;
}

bool keepsAnswer(int status, contract::ErrorCode code) {
    using contract::ErrorCode;
    if (status >= 200 && status < 300)
        return true;
    switch (status) {
    case 404:
    case 410:
        return true;
    case 409: // a price can be quoted anew under the same key; what an order has become cannot
        return code == ErrorCode::InvalidTransition || code == ErrorCode::VersionConflict ||
               code == ErrorCode::DuplicateDelivery;
    default:
        return false;
    }
}

} // namespace leadsheet::server::domain
