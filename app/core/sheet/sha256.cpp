// SPDX-License-Identifier: Apache-2.0
#include "sheet/sha256.hpp"

#include <array>
#include <openssl/evp.h>

namespace leadsheet::app {

struct Sha256::Impl {
    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

Sha256::Sha256()
    : impl_(std::make_unique<Impl>()) {
    // Looked up once: a sheet has a digest for each row.
    static const EVP_MD* const kind = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    EVP_DigestInit_ex(impl_->context.get(), kind != nullptr ? kind : EVP_sha256(), nullptr);
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
    EVP_DigestUpdate(impl_->context.get(), bytes.data(), bytes.size());
}

std::string Sha256::finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(impl_->context.get(), digest.data(), &length);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text += kDigits[digest[i] >> 4];
        text += kDigits[digest[i] & 15];
    }
    return text;
}

std::string sha256Of(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

} // namespace leadsheet::app
