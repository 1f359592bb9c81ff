// SPDX-License-Identifier: Apache-2.0
#include "domain/ids.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace leadsheet::server::domain {

namespace {

constexpr std::string_view kUpperBase32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::string_view kLowerBase32 = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::string_view kOrderPrefix = "LS-";
constexpr std::size_t kOrderDigits = 10;
constexpr std::size_t kIdDigits = 24;
constexpr unsigned kLeadTimeDigits = 9;
constexpr std::size_t kLeadRandomDigits = 15;

template <std::size_t N>
std::string draw(std::string_view prefix, std::string_view alphabet, const RandomBytes& random) {
    std::array<unsigned char, N> bytes{};
    random(bytes);
    std::string text(prefix);
    for (const unsigned char byte : bytes)
        text += alphabet[byte & 31U];
    return text;
}

} // namespace

std::string makeId(std::string_view prefix, const RandomBytes& random) {
    return draw<kIdDigits>(prefix, kLowerBase32, random);
}

AccountId makeAccountId(const RandomBytes& random) {
    return AccountId(makeId("acc_", random));
}
KeyId makeKeyId(const RandomBytes& random) {
    return KeyId(makeId("key_", random));
}
QuoteId makeQuoteId(const RandomBytes& random) {
    return QuoteId(makeId("qt_", random));
}

std::vector<LeadId> makeLeadIds(std::size_t count, Timestamp time, const RandomBytes& random) {
    const auto millis = static_cast<std::uint64_t>(toMillis(time));
    std::string beginning = "ld_";
    for (unsigned digit = kLeadTimeDigits; digit-- > 0;)
        beginning += kLowerBase32[(millis >> (5U * digit)) & 31U];
    std::vector<unsigned char> bytes(count * kLeadRandomDigits);
    random(bytes);
    std::vector<LeadId> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::string text = beginning;
        for (std::size_t digit = 0; digit < kLeadRandomDigits; ++digit)
            text += kLowerBase32[bytes[i * kLeadRandomDigits + digit] & 31U];
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

} // namespace leadsheet::server::domain
