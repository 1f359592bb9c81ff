// SPDX-License-Identifier: Apache-2.0
#include "domain/webhook_rules.hpp"

#include "domain/crypto.hpp"

#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace leadsheet::server::domain {

namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

static_assert(contract::kWebhookRetrySeconds.size() == kWebhookAttempts);

constexpr milliseconds kLongestRetryAfter = hours(24);
constexpr std::int64_t kJitterPart = 10; ///< a tenth, up and down

milliseconds jittered(milliseconds wait, const RandomBytes& random) {
    std::array<unsigned char, 4> bytes{};
    random(bytes);
    std::int64_t draw = 0;
    for (const unsigned char byte : bytes)
        draw = draw * 256 + byte;
    const std::int64_t span = wait.count() / kJitterPart;
    return wait + milliseconds(draw % (2 * span + 1) - span);
}

constexpr std::string_view kSecretPrefix = "whsec_";
constexpr std::size_t kSecretBytes = 24;

std::string keyOf(std::string_view secret) {
    if (secret.starts_with(kSecretPrefix))
        secret.remove_prefix(kSecretPrefix.size());
    return fromBase64(secret).value_or("");
}

} // namespace

std::optional<Timestamp> nextWebhookAttempt(int attempts, Timestamp now,
                                            std::optional<seconds> retryAfter,
                                            const RandomBytes& random) {
    if (attempts >= kWebhookAttempts)
        return std::nullopt;
    milliseconds wait = jittered(
        seconds(contract::kWebhookRetrySeconds.at(static_cast<std::size_t>(std::max(attempts, 1)))),
        random);
    if (retryAfter)
        wait = std::max(wait, std::min<milliseconds>(*retryAfter, kLongestRetryAfter));
    return now + wait;
}

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
