// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <openssl/evp.h>

namespace leadsheet::submit::detail {

std::string sha256(std::string_view data) {
    // Looking the algorithm up and making a context cost more than hashing a row.
    static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    static const EVP_MD* const kind = fetched != nullptr ? fetched : EVP_sha256();
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    thread_local const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    if (context == nullptr || EVP_DigestInit_ex2(context.get(), kind, nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), data.data(), data.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), digest.data(), &length) != 1)
        throw std::bad_alloc(); // the only way in which hashing memory can fail
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
