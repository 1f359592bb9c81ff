// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/transport.hpp"
#include "leadsheet/webhook_signature.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// A message as it came, and how it was answered.
struct LabMessage {
    std::string id;        ///< webhook-id; may be empty
    std::string eventType; ///< the body's `type`; empty when it has none
    std::string body;
    std::vector<HttpHeader> headers;       ///< those that belong to the message, for passing it on
    bool checked = false;                  ///< there was a secret to check it with
    std::optional<WebhookProblem> problem; ///< why it is not genuine
    int attempt = 1;                       ///< how often this id came so far
    int status = 0;                        ///< what it was answered with
};

/// How genuine messages are answered.
struct LabAnswers {
    int status = 204;
    std::chrono::milliseconds delay{0};
    int failures = 0; ///< so many messages are answered 503 before that
};

struct WebhookLabOptions {
    std::uint16_t port = 0; ///< 0 = any free one
    /// Old and new one during a rotation. None = nothing is checked.
    std::vector<WebhookSecret> secrets;
    LabAnswers answers;
    /// From threads of the lab, one at a time.
    std::function<void(const LabMessage&)> received;
    std::function<WallTime()> now; ///< the system's clock when empty
};

/// A receiver of webhooks on this computer, to build and try one's own against: it checks
/// signatures, tells what came, and answers as it is told. Messages that are not genuine are
/// answered 401, other requests than POST 405. Loopback only.
class WebhookLab {
public:
    /// Listens when it returns. ErrorCode::InvalidArgument when the port cannot be had or the
    /// answer is none (200 to 599).
    static Result<std::unique_ptr<WebhookLab>> start(WebhookLabOptions options);
    /// `received` is not called any more when it returns.
    ~WebhookLab();
    WebhookLab(const WebhookLab&) = delete;
    WebhookLab& operator=(const WebhookLab&) = delete;

    std::string url() const;
    /// From now on; from any thread.
    void answer(const LabAnswers& answers);
    /// Checks with these from now on, instead of those it began with; from any thread.
    void checkWith(std::vector<WebhookSecret> secrets);

private:
    struct Impl;
    explicit WebhookLab(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::app
