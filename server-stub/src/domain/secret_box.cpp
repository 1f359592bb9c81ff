// SPDX-License-Identifier: Apache-2.0
#include "domain/secret_box.hpp"

#include <array>
#include <memory>
#include <openssl/evp.h>

namespace leadsheet::server::domain {
namespace {

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

const unsigned char* raw(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

} // namespace

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
    EVP_EncryptUpdate(cipher.get(), nullptr, &written, raw(context),
                      static_cast<int>(context.size()));
    EVP_EncryptUpdate(cipher.get(), raw(sealed, 1 + kNonceBytes), &written, raw(plain),
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
                           raw(sealed.substr(1))) == 1 &&
        EVP_DecryptUpdate(cipher.get(), nullptr, &written, raw(context),
                          static_cast<int>(context.size())) == 1 &&
        EVP_DecryptUpdate(cipher.get(), raw(plain, 0), &written,
                          raw(sealed.substr(1 + kNonceBytes)),
                          static_cast<int>(plain.size())) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()) == 1 &&
        EVP_DecryptFinal_ex(cipher.get(), rest.data(), &written) == 1;
    if (!good)
        return std::nullopt;
    return plain;
}

} // namespace leadsheet::server::domain
