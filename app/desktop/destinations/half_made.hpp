// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "destination_records.hpp"

#include "leadsheet/ids.hpp"
#include "leadsheet/model/destination.hpp"
#include "leadsheet/model/webhook.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace leadsheet::desktop {

/// A destination that is being set up for the first time. Until it is kept, it is taken away from
/// the service again: by remove(), or at the latest when this is destroyed, which then waits for
/// the service for a few seconds. Thread-safe; all calls but keep(), isKept() and isOpen() block.
class HalfMade {
public:
    explicit HalfMade(std::shared_ptr<const Connected> at);
    ~HalfMade();
    HalfMade(const HalfMade&) = delete;
    HalfMade& operator=(const HalfMade&) = delete;

    /// Makes it, or changes the one that is there. What was sent and not answered is sent again
    /// first, under its own key, so that there is one.
    Result<Destination> make(const Credentials& typed, const IdempotencyKey& key,
                             const std::stop_token& stop);
    /// It was saved, or may have been.
    void keep();
    bool isKept() const;
    /// Something may be at the service that nobody has kept.
    bool isOpen() const;
    Result<void> remove(const CallOptions& options);

    /// Of the account that it is made in.
    const Connected& at() const { return *at_; }

private:
    using Wish = std::pair<NewDestination, IdempotencyKey>;

    Result<Destination> create(const Wish& wish, const CallOptions& options);

    const std::shared_ptr<const Connected> at_;
    mutable std::mutex mutex_;
    std::optional<Wish> unanswered_; ///< it may be there, nobody knows under which id
    std::optional<DestinationId> made_;
    bool kept_ = false;
};

/// A webhook that is being made, while nobody has seen its secret, which is shown once. It is taken
/// away from the service again as a HalfMade is. Thread-safe; make(), remove() and the destructor
/// block.
class HalfMadeWebhook {
public:
    explicit HalfMadeWebhook(std::shared_ptr<const Connected> at);
    ~HalfMadeWebhook();
    HalfMadeWebhook(const HalfMadeWebhook&) = delete;
    HalfMadeWebhook& operator=(const HalfMadeWebhook&) = delete;

    /// What was sent under another key and not answered is taken away first.
    Result<CreatedWebhook> make(const NewWebhook& input, const IdempotencyKey& key,
                                const std::stop_token& stop);
    /// Its secret is on the screen.
    void keep();
    /// Something may be at the service whose secret nobody has seen.
    bool isOpen() const;
    Result<void> remove(const CallOptions& options);

    /// Of the account that it is made in.
    const Connected& at() const { return *at_; }

private:
    using Wish = std::pair<NewWebhook, IdempotencyKey>;

    Result<CreatedWebhook> create(const Wish& wish, const CallOptions& options);
    std::optional<Wish> unanswered() const;

    const std::shared_ptr<const Connected> at_;
    mutable std::mutex mutex_;
    std::optional<Wish> unanswered_;
    std::optional<WebhookId> made_;
    bool kept_ = false;
};

} // namespace leadsheet::desktop
