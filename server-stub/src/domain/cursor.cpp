// SPDX-License-Identifier: Apache-2.0
#include "domain/cursor.hpp"

#include <span>
#include <utility>

namespace leadsheet::server::domain {

namespace {

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
    return CursorPosition{readBigEndian(payload.substr(1, 8)), readBigEndian(payload.substr(9, 8))};
}

} // namespace leadsheet::server::domain
