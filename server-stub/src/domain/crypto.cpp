// SPDX-License-Identifier: Apache-2.0
#include "domain/crypto.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
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

constexpr char kVersion = 1;
constexpr std::size_t kNonceBytes = 12;
constexpr std::size_t kTagBytes = 16;
constexpr std::size_t kOverhead = 1 + kNonceBytes + kTagBytes;

struct CipherDeleter {
    void operator()(EVP_CIPHER_CTX* cipher) const { EVP_CIPHER_CTX_free(cipher); }
};
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, CipherDeleter>;

unsigned char* raw(std::string& text, std::size_t at) {
    return reinterpret_cast<unsigned char*>(text.data()) + at;
}

} // namespace

Digest sha256(std::string_view bytes) {
    // Looking the algorithm up and making a context cost more than hashing a request.
    static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    static const EVP_MD* const kind = fetched != nullptr ? fetched : EVP_sha256();
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    thread_local const std::unique_ptr<EVP_MD_CTX, Free> context(EVP_MD_CTX_new());
    Digest digest{};
    if (context == nullptr || EVP_DigestInit_ex2(context.get(), kind, nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) != 1)
        throw std::bad_alloc(); // the only way in which hashing memory can fail
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

struct FingerprintStream::State {
    struct Deleter {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, Deleter> hash{EVP_MD_CTX_new()};
};

FingerprintStream::FingerprintStream(std::string_view operationId)
    : state_(std::make_unique<State>()) {
    if (!state_->hash || EVP_DigestInit_ex(state_->hash.get(), EVP_sha256(), nullptr) != 1)
        throw std::bad_alloc();
    add(operationId);
    add("\n");
}

FingerprintStream::~FingerprintStream() = default;

void FingerprintStream::add(std::string_view piece) {
    EVP_DigestUpdate(state_->hash.get(), piece.data(), piece.size());
}

Digest FingerprintStream::finish() {
    Digest digest{};
    EVP_DigestFinal_ex(state_->hash.get(), digest.data(), nullptr);
    return digest;
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

std::string toBase64(std::span<const unsigned char> bytes) {
    std::string text = toBase64Url(bytes);
    std::ranges::replace(text, '-', '+');
    std::ranges::replace(text, '_', '/');
    text.append((4 - text.size() % 4) % 4, '=');
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.find_first_of("-_") != std::string_view::npos)
        return std::nullopt;
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding)
        text.remove_suffix(1);
    std::string url(text);
    std::ranges::replace(url, '+', '-');
    std::ranges::replace(url, '/', '_');
    return fromBase64Url(url);
}

SecretBox::SecretBox(std::string_view pepper)
    : key_(hmacSha256(pepper, "stored secrets 1")) {}

std::string SecretBox::seal(std::string_view plain, std::string_view context,
                            const RandomBytes& random) const {
    std::string sealed(plain.size() + kOverhead, '\0');
    sealed[0] = kVersion;
    random({raw(sealed, 1), kNonceBytes});
    const Cipher cipher(EVP_CIPHER_CTX_new());
    int written = 0;
    EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key_.data(), raw(sealed, 1));
    EVP_EncryptUpdate(cipher.get(), nullptr, &written, bytesOf(context),
                      static_cast<int>(context.size()));
    EVP_EncryptUpdate(cipher.get(), raw(sealed, 1 + kNonceBytes), &written, bytesOf(plain),
                      static_cast<int>(plain.size()));
    std::array<unsigned char, kTagBytes> rest{};
    EVP_EncryptFinal_ex(cipher.get(), rest.data(), &written);
    EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes,
                        raw(sealed, sealed.size() - kTagBytes));
    return sealed;
}

std::optional<std::string> SecretBox::open(std::string_view sealed,
                                           std::string_view context) const {
    if (sealed.size() < kOverhead || sealed[0] != kVersion)
        return std::nullopt;
    std::string plain(sealed.size() - kOverhead, '\0');
    std::string tag(sealed.substr(sealed.size() - kTagBytes));
    const Cipher cipher(EVP_CIPHER_CTX_new());
    int written = 0;
    std::array<unsigned char, kTagBytes> rest{};
    const bool good =
        EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key_.data(),
                           bytesOf(sealed.substr(1))) == 1 &&
        EVP_DecryptUpdate(cipher.get(), nullptr, &written, bytesOf(context),
                          static_cast<int>(context.size())) == 1 &&
        EVP_DecryptUpdate(cipher.get(), raw(plain, 0), &written,
                          bytesOf(sealed.substr(1 + kNonceBytes)),
                          static_cast<int>(plain.size())) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()) == 1 &&
        EVP_DecryptFinal_ex(cipher.get(), rest.data(), &written) == 1;
    if (!good)
        return std::nullopt;
    return plain;
}

} // namespace leadsheet::server::domain
