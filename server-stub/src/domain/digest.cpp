// SPDX-License-Identifier: Apache-2.0
#include "domain/digest.hpp"

#include <cstdint>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

namespace leadsheet::server::domain {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const unsigned char* bytesOf(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

} // namespace

Digest sha256(std::string_view bytes) {
    Digest digest{};
    SHA256(bytesOf(bytes), bytes.size(), digest.data());
    return digest;
}

Digest hmacSha256(std::string_view key, std::string_view bytes) {
    Digest digest{};
    unsigned int length = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytesOf(bytes), bytes.size(),
         digest.data(), &length);
    return digest;
}

bool constantTimeEqual(std::span<const unsigned char> a, std::span<const unsigned char> b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Digest requestFingerprint(std::string_view operationId, std::string_view canonicalJson) {
    std::string text;
    text.reserve(operationId.size() + 1 + canonicalJson.size());
    text.append(operationId).append(1, '\n').append(canonicalJson);
    return sha256(text);
}

std::string toHex(std::span<const unsigned char> bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const unsigned char byte : bytes) {
        text += kHexDigits[byte >> 4U];
        text += kHexDigits[byte & 0x0FU];
    }
    return text;
}

std::string toBase64Url(std::span<const unsigned char> bytes) {
    std::string text;
    text.reserve((bytes.size() * 4 + 2) / 3);
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const unsigned char byte : bytes) {
        buffer = (buffer << 8U) | byte;
        bits += 8;
        while (bits >= 6) {
            bits -= 6;
            text += kBase64Url[(buffer >> bits) & 0x3FU];
        }
    }
    if (bits > 0)
        text += kBase64Url[(buffer << (6U - bits)) & 0x3FU];
    return text;
}

std::optional<std::string> fromBase64Url(std::string_view text) {
    if (text.size() % 4 == 1)
        return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const auto value = kBase64Url.find(c);
        if (value == std::string_view::npos)
            return std::nullopt;
        buffer = (buffer << 6U) | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((buffer >> bits) & 0xFFU);
        }
    }
    if ((buffer & ((1U << bits) - 1U)) != 0)
        return std::nullopt;
    return bytes;
}

} // namespace leadsheet::server::domain
