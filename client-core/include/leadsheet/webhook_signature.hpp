// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/result.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Proves that a webhook message was made by the service and is not a repeat of an old one:
/// Standard Webhooks 1.0.0, scheme v1 (contract section 8). Pure and thread-safe: no clock, no I/O.
namespace leadsheet {

/// The signing secret of a webhook. Its memory is wiped on destruction; only reveal() hands it
/// out.
class WebhookSecret {
public:
    /// `whsec_` and base64 of 16 to 128 bytes (the standard asks for 24 to 64, and its own example
    /// has 23); the prefix may be missing, as in its libraries. ErrorCode::InvalidArgument
    /// otherwise; the message never repeats the text.
    static Result<WebhookSecret> parse(std::string_view text);

    WebhookSecret(const WebhookSecret&) = default;
    WebhookSecret(WebhookSecret&& other) noexcept;
    WebhookSecret& operator=(const WebhookSecret& other);
    WebhookSecret& operator=(WebhookSecret&& other) noexcept;
    ~WebhookSecret();

    /// One signature as the header holds it, `v1,` and base64.
    std::string sign(std::string_view id, std::string_view timestamp, std::string_view body) const;
    /// The text, with base64 padding, for its one showing and for secret stores.
    std::string reveal() const;

private:
    explicit WebhookSecret(std::string bytes)
        : bytes_(std::move(bytes)) {}
    std::string bytes_;
};

/// The three headers of a message, by the names `webhook-id`, `webhook-timestamp` and
/// `webhook-signature`.
struct WebhookHeaders {
    std::string_view id;
    std::string_view timestamp; ///< seconds since 1970
    std::string_view signature; ///< one or more signatures, divided by blanks
};

enum class WebhookProblem {
    MissingHeader,  ///< one of the three is empty
    BadId,          ///< with a dot or anything but visible ASCII: what is signed would be ambiguous
    BadTimestamp,   ///< no whole number of seconds
    TooOld,         ///< signed longer ago than the tolerance: perhaps sent again by a stranger
    TooNew,         ///< from the future, by more than the tolerance: look at the clock
    WrongSignature, ///< none of the signatures was made with one of the secrets over these bytes
};
/// A sentence for people.
std::string_view toString(WebhookProblem problem);

inline constexpr std::chrono::seconds kWebhookTolerance = std::chrono::minutes(5);

/// `body` are the bytes as they came; parse them after this, never before. Give the old and the new
/// secret during a rotation. Answers nothing when the message is genuine. Takes the same time
/// whatever the signatures hold.
std::optional<WebhookProblem> verifyWebhook(std::span<const WebhookSecret> secrets,
                                            const WebhookHeaders& headers, std::string_view body,
                                            WallTime now,
                                            std::chrono::seconds tolerance = kWebhookTolerance);

} // namespace leadsheet
