// SPDX-License-Identifier: Apache-2.0
#include "domain/request_rules.hpp"

#include "leadsheet/contract/error_codes.hpp"
#include "leadsheet/contract/limits.hpp"

#include <algorithm>
#include <span>
#include <utility>

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

std::string_view withoutBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

constexpr char kVersion = 1;
constexpr std::size_t kMacLength = 16;
constexpr std::size_t kPayloadLength = 1 + 2 * sizeof(std::int64_t);

void appendBigEndian(std::string& out, std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    for (int shift = 56; shift >= 0; shift -= 8)
        out += static_cast<char>((bits >> static_cast<unsigned>(shift)) & 0xFFU);
}

std::int64_t readBigEndian(std::string_view bytes) {
    std::uint64_t bits = 0;
    for (const char c : bytes)
        bits = (bits << 8U) | static_cast<unsigned char>(c);
    return static_cast<std::int64_t>(bits);
}

std::span<const unsigned char> bytesOf(std::string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

/// The scope's length is signed too, so that text cannot move between scope and filters.
Digest sign(std::string_view secret, std::string_view payload, std::string_view scope,
            std::string_view filters) {
    std::string text(payload);
    appendBigEndian(text, static_cast<std::int64_t>(scope.size()));
    text.append(scope).append(filters);
    return hmacSha256(secret, text);
}

} // namespace

std::optional<std::string> parseIdempotencyKey(std::string_view header) {
    header = withoutBlanks(header);
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
    case 409: // a price can be quoted again under the same key; what an order has become cannot
        return code == ErrorCode::InvalidTransition || code == ErrorCode::VersionConflict ||
               code == ErrorCode::DuplicateDelivery;
    default:
        return false;
    }
}

CursorCodec::CursorCodec(std::string secret)
    : secret_(std::move(secret)) {}

std::string CursorCodec::encode(std::string_view scope, std::string_view filters,
                                const CursorPosition& position) const {
    std::string bytes(1, kVersion);
    appendBigEndian(bytes, position.major);
    appendBigEndian(bytes, position.minor);
    const Digest mac = sign(secret_, bytes, scope, filters);
    bytes.append(reinterpret_cast<const char*>(mac.data()), kMacLength);
    return toBase64Url(bytesOf(bytes));
}

std::optional<CursorPosition> CursorCodec::decode(std::string_view scope, std::string_view filters,
                                                  std::string_view cursor) const {
    const auto bytes = fromBase64Url(cursor);
    if (!bytes || bytes->size() != kPayloadLength + kMacLength || bytes->front() != kVersion)
        return std::nullopt;
    const std::string_view payload = std::string_view(*bytes).substr(0, kPayloadLength);
    const Digest mac = sign(secret_, payload, scope, filters);
    if (!constantTimeEqual(std::span(mac).first(kMacLength),
                           bytesOf(std::string_view(*bytes).substr(kPayloadLength))))
        return std::nullopt;
    return CursorPosition{readBigEndian(payload.substr(1, 8)), readBigEndian(payload.substr(9))};
}

RateDecision chargeWindow(const std::optional<RateWindow>& window, const RateQuota& quota,
                          Timestamp now, std::int64_t cost) {
    RateWindow current = window.value_or(RateWindow{now, 0});
    if (now >= current.startedAt + quota.window)
        current = {now, 0};
    else if (now < current.startedAt)
        current.startedAt = now;

    RateDecision decision;
    // Written without adding up to the limit, which a setting may have made huge.
    decision.allowed = cost <= quota.limit && current.used <= quota.limit - cost;
    if (decision.allowed)
        current.used += cost;
    decision.remaining = std::max<std::int64_t>(quota.limit - current.used, 0);
    decision.reset =
        std::chrono::ceil<std::chrono::seconds>(current.startedAt + quota.window - now);
    decision.changed = window ? current != *window : current.used > 0;
    decision.window = current;
    return decision;
}

} // namespace leadsheet::server::domain
