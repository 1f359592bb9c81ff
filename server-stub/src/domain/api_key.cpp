// SPDX-License-Identifier: Apache-2.0
#include "domain/api_key.hpp"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cstdint>

namespace leadsheet::server::domain {

namespace {

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// Split, so that no scanner takes the prefix itself for a leaked key.
constexpr std::string_view kCustomerPrefix = "sk_"
                                             "live_";
constexpr std::string_view kAdminPrefix = "sk_"
                                          "live_"
                                          "admin_";
constexpr std::size_t kSecretLength = 30;
constexpr std::size_t kChecksumLength = 6; // 62^6 > 2^32
constexpr std::size_t kShownSecretLength = 4;

std::string checksumOf(std::string_view secret) {
    boost::crc_32_type sum;
    sum.process_bytes(secret.data(), secret.size());
    std::uint32_t crc = sum.checksum();
    std::string text(kChecksumLength, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
        *digit = kBase62[crc % kBase62.size()];
        crc /= static_cast<std::uint32_t>(kBase62.size());
    }
    return text;
}

/// Bytes from 248 up are drawn again: 248 is the largest multiple of 62 in a byte.
std::string drawSecret(const RandomBytes& random) {
    constexpr unsigned kFairLimit = 248;
    std::string secret;
    while (secret.size() < kSecretLength) {
        std::array<unsigned char, kSecretLength> bytes{};
        random(bytes);
        for (const unsigned char byte : bytes) {
            if (byte < kFairLimit && secret.size() < kSecretLength)
                secret += kBase62[byte % kBase62.size()];
        }
    }
    return secret;
}

} // namespace

std::string_view name(ApiKeyType type) {
    return type == ApiKeyType::Admin ? "admin" : "customer";
}

MintedSecret mintApiKey(ApiKeyType type, const RandomBytes& random, std::string_view pepper) {
    const std::string_view prefix = type == ApiKeyType::Admin ? kAdminPrefix : kCustomerPrefix;
    const std::string secret = drawSecret(random);
    MintedSecret minted;
    minted.text = std::string(prefix) + secret + checksumOf(secret);
    minted.hash = hashApiKey(minted.text, pepper);
    minted.prefix = minted.text.substr(0, prefix.size() + kShownSecretLength);
    minted.last4 = minted.text.substr(minted.text.size() - 4);
    return minted;
}

bool isWellFormedApiKey(std::string_view text) {
    for (const std::string_view prefix : {kAdminPrefix, kCustomerPrefix}) {
        if (!text.starts_with(prefix))
            continue;
        const std::string_view rest = text.substr(prefix.size());
        if (rest.size() != kSecretLength + kChecksumLength)
            continue;
        const bool base62 = std::ranges::all_of(
            rest, [](char c) { return kBase62.find(c) != std::string_view::npos; });
        return base62 && checksumOf(rest.substr(0, kSecretLength)) == rest.substr(kSecretLength);
    }
    return false;
}

Digest hashApiKey(std::string_view text, std::string_view pepper) {
    return hmacSha256(pepper, text);
}

} // namespace leadsheet::server::domain
