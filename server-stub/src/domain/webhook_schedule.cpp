// SPDX-License-Identifier: Apache-2.0
#include "domain/webhook_schedule.hpp"

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

} // namespace leadsheet::server::domain
