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

/// What is being made at the service for the first time. Until it is kept, it is taken away again:
/// by remove(), or at the latest when this is destroyed, which then waits for the service for a few
/// seconds. Thread-safe; remove() and the destructor block.
template <class NewOne, class Made, class Id>
class HalfMadeOf {
public:
    explicit HalfMadeOf(std::shared_ptr<const Connected> at)
        : at_(std::move(at)) {}
    ~HalfMadeOf();
    HalfMadeOf(const HalfMadeOf&) = delete;
    HalfMadeOf& operator=(const HalfMadeOf&) = delete;

    /// It was saved, or may have been; or its secret is on the screen.
    void keep();
    /// Something may be at the service that nobody has kept.
    bool isOpen() const;
    Result<void> remove(const CallOptions& options);

    /// Of the account that it is made in.
    const Connected& at() const { return *at_; }

protected:
    using Wish = std::pair<NewOne, IdempotencyKey>;

    Result<Made> create(const Wish& wish, const CallOptions& options);
    std::optional<Wish> unanswered() const;
    std::optional<Id> made() const;

private:
    const std::shared_ptr<const Connected> at_;
    mutable std::mutex mutex_;
    std::optional<Wish> unanswered_; ///< it may be there, nobody knows under which id
    std::optional<Id> made_;
    bool kept_ = false;
};

/// A destination that is being set up for the first time.
class HalfMade : public HalfMadeOf<NewDestination, Destination, DestinationId> {
public:
    using HalfMadeOf::HalfMadeOf;

    /// Makes it, or changes the one that is there. What was sent and not answered is sent again
    /// first, under its own key, so that there is one. Blocks.
    Result<Destination> make(const Credentials& typed, const IdempotencyKey& key,
                             const std::stop_token& stop);
};

/// A webhook that is being made, while nobody has seen its secret, which is shown once.
class HalfMadeWebhook : public HalfMadeOf<NewWebhook, CreatedWebhook, WebhookId> {
public:
    using HalfMadeOf::HalfMadeOf;

    /// What was sent under another key and not answered is taken away first. Blocks.
    Result<CreatedWebhook> make(const NewWebhook& input, const IdempotencyKey& key,
                                const std::stop_token& stop);
};

} // namespace leadsheet::desktop
