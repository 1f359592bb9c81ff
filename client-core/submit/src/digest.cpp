// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include <array>
#include <cstdint>
#include <openssl/evp.h>

namespace leadsheet::submit::detail {

std::string sha256(std::string_view data) {
    // SHA256() looks its algorithm up at every call, which costs more than hashing a row.
    static const EVP_MD* const kind = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_Digest(data.data(), data.size(), digest.data(), &length,
               kind != nullptr ? kind : EVP_sha256(), nullptr);
    return {digest.begin(), digest.begin() + length};
}

std::string base32(std::string_view bytes) {
    static constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
    constexpr int kGroup = 5;
    constexpr unsigned kMask = 31;
    std::string text;
    std::uint32_t buffer = 0;
    int bits = 0;
    for (const char c : bytes) {
        buffer = (buffer << 8U) | static_cast<unsigned char>(c);
        bits += 8;
        while (bits >= kGroup) {
            bits -= kGroup;
            text += kAlphabet[(buffer >> static_cast<unsigned>(bits)) & kMask];
        }
    }
    if (bits > 0)
        text += kAlphabet[(buffer << static_cast<unsigned>(kGroup - bits)) & kMask];
    return text;
}

std::string hex(std::string_view bytes) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

} // namespace leadsheet::submit::detail
