// SPDX-License-Identifier: Apache-2.0
#include "domain/ids.hpp"

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cstdint>

namespace leadsheet::server::domain {

namespace {

constexpr std::string_view kUpperBase32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::string_view kLowerBase32 = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::string_view kOrderPrefix = "LS-";
constexpr std::size_t kOrderDigits = 10;
constexpr std::size_t kIdDigits = 24;
constexpr unsigned kTimeDigits = 9;
constexpr std::size_t kDigitsAfterTime = 15;

template <std::size_t N>
std::string draw(std::string_view prefix, std::string_view alphabet, const RandomBytes& random) {
    std::array<unsigned char, N> bytes{};
    random(bytes);
    std::string text(prefix);
    for (const unsigned char byte : bytes)
        text += alphabet[byte & 31U];
    return text;
}

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

std::string withoutKeys(std::string text) {
    for (std::size_t at = text.find(kCustomerPrefix); at != std::string::npos;
         at = text.find(kCustomerPrefix, at)) {
        at += kCustomerPrefix.size();
        std::size_t end = at;
        while (end < text.size() &&
               (kBase62.find(text[end]) != std::string_view::npos || text[end] == '_'))
            ++end;
        if (end > at)
            text.replace(at, end - at, "\u2026");
    }
    return text;
}

std::string makeId(std::string_view prefix, const RandomBytes& random) {
    return draw<kIdDigits>(prefix, kLowerBase32, random);
}

AccountId makeAccountId(const RandomBytes& random) {
    return AccountId(makeId("acc_", random));
}

KeyId makeKeyId(const RandomBytes& random) {
    return KeyId(makeId("key_", random));
}

namespace {

/// The beginning of ids that sort by time.
std::string timedPrefix(std::string_view prefix, Timestamp time) {
    const auto millis = static_cast<std::uint64_t>(toMillis(time));
    std::string beginning(prefix);
    for (unsigned digit = kTimeDigits; digit-- > 0;)
        beginning += kLowerBase32[(millis >> (5U * digit)) & 31U];
    return beginning;
}

} // namespace

QuoteId makeQuoteId(Timestamp time, const RandomBytes& random) {
    return QuoteId(draw<kDigitsAfterTime>(timedPrefix("qt_", time), kLowerBase32, random));
}

std::vector<LeadId> makeLeadIds(std::size_t count, Timestamp time, const RandomBytes& random) {
    const std::string beginning = timedPrefix("ld_", time);
    std::vector<unsigned char> bytes(count * kDigitsAfterTime);
    random(bytes);
    std::vector<LeadId> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::string text = beginning;
        for (std::size_t digit = 0; digit < kDigitsAfterTime; ++digit)
            text += kLowerBase32[bytes[i * kDigitsAfterTime + digit] & 31U];
        ids.emplace_back(std::move(text));
    }
    return ids;
}

OrderNumber makeOrderNumber(const RandomBytes& random) {
    return OrderNumber(draw<kOrderDigits>(kOrderPrefix, kUpperBase32, random));
}

bool isOrderNumber(std::string_view text) {
    if (!text.starts_with(kOrderPrefix) || text.size() != kOrderPrefix.size() + kOrderDigits)
        return false;
    return std::ranges::all_of(text.substr(kOrderPrefix.size()), [](char c) {
        return kUpperBase32.find(c) != std::string_view::npos;
    });
}

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
