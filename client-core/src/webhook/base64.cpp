// SPDX-License-Identifier: Apache-2.0
#include "webhook/base64.hpp"

#include <openssl/evp.h>

namespace leadsheet::detail {
namespace {

constexpr std::size_t kGroup = 4;      // digits
constexpr std::size_t kGroupBytes = 3; // that they hold

const unsigned char* bytesOf(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytesOf(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

} // namespace

std::string encodeBase64(std::string_view bytes) {
    std::string text((bytes.size() + kGroupBytes - 1) / kGroupBytes * kGroup, '\0');
    // Also writes a NUL, for which every std::string has room.
    EVP_EncodeBlock(bytesOf(text), bytesOf(bytes), static_cast<int>(bytes.size()));
    return text;
}

std::optional<std::string> decodeBase64(std::string_view text) {
    std::string padded(text);
    padded.append((kGroup - text.size() % kGroup) % kGroup, '=');
    std::string bytes(padded.size() / kGroup * kGroupBytes, '\0');
    const int size =
        EVP_DecodeBlock(bytesOf(bytes), bytesOf(padded), static_cast<int>(padded.size()));
    if (size < 0)
        return {};
    const std::size_t digits = padded.find_last_not_of('=') + 1;
    bytes.resize(digits * kGroupBytes / kGroup);
    const std::string canonical = encodeBase64(bytes);
    const bool same = canonical == text || std::string_view(canonical).substr(0, digits) == text;
    return same ? std::optional(std::move(bytes)) : std::nullopt;
}

} // namespace leadsheet::detail
