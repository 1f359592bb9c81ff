// SPDX-License-Identifier: Apache-2.0
#include "domain/webhook_signature.hpp"

#include "domain/base64.hpp"
#include "domain/digest.hpp"

#include <array>

namespace leadsheet::server::domain {
namespace {

constexpr std::string_view kSecretPrefix = "whsec_";
constexpr std::size_t kSecretBytes = 24;

std::string keyOf(std::string_view secret) {
    if (secret.starts_with(kSecretPrefix))
        secret.remove_prefix(kSecretPrefix.size());
    return fromBase64(secret).value_or("");
}

} // namespace

std::string makeWebhookSecret(const RandomBytes& random) {
    std::array<unsigned char, kSecretBytes> bytes{};
    random(bytes);
    return std::string(kSecretPrefix) + toBase64(bytes);
}

std::string webhookTimestamp(Timestamp now) {
    return std::to_string(std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count());
}

std::string webhookSignature(std::span<const std::string> secrets, std::string_view messageId,
                             std::string_view timestamp, std::string_view body) {
    std::string content;
    content.reserve(messageId.size() + timestamp.size() + body.size() + 2);
    content.append(messageId).append(".").append(timestamp).append(".").append(body);
    std::string value;
    for (const std::string& secret : secrets) {
        value.append(value.empty() ? "v1," : " v1,");
        value.append(toBase64(hmacSha256(keyOf(secret), content)));
    }
    return value;
}

} // namespace leadsheet::server::domain
