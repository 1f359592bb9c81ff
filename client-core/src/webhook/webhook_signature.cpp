// SPDX-License-Identifier: Apache-2.0
#include "webhook/webhook_signature.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/webhook_signature.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

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

namespace leadsheet {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::string_view kScheme = "v1,";
constexpr std::size_t kLeastBytes = 16;
constexpr std::size_t kMaxBytes = 128;

void wipe(std::string& bytes) {
    OPENSSL_cleanse(bytes.data(), bytes.size());
    bytes.clear();
}

const unsigned char* unsignedBytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

bool isPlainId(std::string_view id) {
    return std::ranges::all_of(id, [](char c) { return c > ' ' && c <= '~' && c != '.'; });
}

std::optional<WallTime> momentOf(std::string_view text) {
    constexpr std::size_t kMaxDigits = 11; // some 3,000 years
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || value < 0 || text.size() > kMaxDigits)
        return {};
    return WallTime(std::chrono::seconds(value));
}

bool sameInConstantTime(std::string_view given, std::string_view made) {
    return given.size() == made.size() &&
           CRYPTO_memcmp(given.data(), made.data(), made.size()) == 0;
}

} // namespace

Result<WebhookSecret> WebhookSecret::parse(std::string_view text) {
    if (text.starts_with(kPrefix))
        text.remove_prefix(kPrefix.size());
    auto bytes = detail::decodeBase64(text);
    if (!bytes || bytes->size() < kLeastBytes || bytes->size() > kMaxBytes)
        return failure(
            localError(ErrorCode::InvalidArgument, {messages::service::webhookSecretInvalid()}));
    return WebhookSecret(*std::move(bytes));
}

WebhookSecret::WebhookSecret(WebhookSecret&& other) noexcept
    : bytes_(std::move(other.bytes_)) {} // far too long to be kept inside the string itself

WebhookSecret& WebhookSecret::operator=(const WebhookSecret& other) {
    if (this != &other) {
        wipe(bytes_);
        bytes_ = other.bytes_;
    }
    return *this;
}

WebhookSecret& WebhookSecret::operator=(WebhookSecret&& other) noexcept {
    if (this != &other) {
        wipe(bytes_);
        std::swap(bytes_, other.bytes_);
    }
    return *this;
}

WebhookSecret::~WebhookSecret() {
    wipe(bytes_);
}

std::string WebhookSecret::sign(std::string_view id, std::string_view timestamp,
                                std::string_view body) const {
    std::string content;
    content.reserve(id.size() + timestamp.size() + body.size() + 2);
    content.append(id).append(".").append(timestamp).append(".").append(body);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    HMAC(EVP_sha256(), bytes_.data(), static_cast<int>(bytes_.size()), unsignedBytes(content),
         content.size(), digest.data(), &length);
    return std::string(kScheme) +
           detail::encodeBase64({reinterpret_cast<const char*>(digest.data()), length});
}

std::string WebhookSecret::reveal() const {
    return std::string(kPrefix) + detail::encodeBase64(bytes_);
}

std::string_view toString(WebhookProblem problem) {
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"The message has no webhook-id, webhook-timestamp or webhook-signature.",
         "The message's webhook-id is not valid.",
         "The message's webhook-timestamp is not a number of seconds.",
         "The message was signed too long ago.",
         "The message was signed in the future; compare the clocks.",
         "The message was not signed with this secret, or was changed in transit."});
    static_assert(kWords.size() == static_cast<std::size_t>(WebhookProblem::WrongSignature) + 1);
    return kWords[static_cast<std::size_t>(problem)];
}

std::optional<WebhookProblem> verifyWebhook(std::span<const WebhookSecret> secrets,
                                            const WebhookHeaders& headers, std::string_view body,
                                            WallTime now, std::chrono::seconds tolerance) {
    if (headers.id.empty() || headers.timestamp.empty() || headers.signature.empty())
        return WebhookProblem::MissingHeader;
    if (!isPlainId(headers.id))
        return WebhookProblem::BadId;
    const auto signedAt = momentOf(headers.timestamp);
    if (!signedAt)
        return WebhookProblem::BadTimestamp;
    if (now - *signedAt > tolerance)
        return WebhookProblem::TooOld;
    if (*signedAt - now > tolerance)
        return WebhookProblem::TooNew;
    bool genuine = false;
    for (const WebhookSecret& secret : secrets) {
        const std::string made = secret.sign(headers.id, headers.timestamp, body);
        for (std::string_view rest = headers.signature; !rest.empty();) {
            const auto blank = rest.find(' ');
            genuine = sameInConstantTime(rest.substr(0, blank), made) || genuine;
            rest.remove_prefix(blank == std::string_view::npos ? rest.size() : blank + 1);
        }
    }
    return genuine ? std::nullopt : std::optional(WebhookProblem::WrongSignature);
}

} // namespace leadsheet
