// SPDX-License-Identifier: Apache-2.0
#include "half_made.hpp"

#include "../bridge/background.hpp"

#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/webhooks.hpp"

#include <chrono>

namespace leadsheet::desktop {
namespace {

constexpr std::chrono::seconds kLongestFarewell{3}; // a request, when the program ends

} // namespace

HalfMade::HalfMade(std::shared_ptr<const Connected> at)
    : at_(std::move(at)) {}

HalfMade::~HalfMade() {
    CallOptions call;
    call.deadline = kLongestFarewell;
    // What stays all the same is in the list, without a campaign: nothing is sent to it.
    [[maybe_unused]] const auto gone = remove(call);
}

Result<Destination> HalfMade::create(const Wish& wish, const CallOptions& options) {
    auto created = at_->client->destinations().create(wish.first, wish.second, options);
    const std::lock_guard lock(mutex_);
    const bool again = unanswered_.has_value();
    unanswered_.reset();
    if (created)
        made_ = created->id;
    // That a repeat was not even sent, or refused for now, says nothing of the first request.
    else if (created.error().certainty == Certainty::Unknown ||
             (again && !created.error().is(ErrorCode::ValidationFailed)))
        unanswered_ = wish;
    return created;
}

Result<Destination> HalfMade::make(const Credentials& typed, const IdempotencyKey& key,
                                   const std::stop_token& stop) {
    std::optional<Wish> before;
    {
        const std::lock_guard lock(mutex_);
        before = unanswered_;
    }
    if (before && before->second != key)
        if (auto found = create(*before, callUntil(stop)); !found && isOpen())
            return found;
    std::optional<DestinationId> made;
    {
        const std::lock_guard lock(mutex_);
        made = made_;
    }
    if (!made)
        return create(
            {NewDestination{
                 typed.platform, typed.credential, typed.name, {}, {}, {}, {}, false, true},
             key},
            callUntil(stop));
    DestinationChange change;
    change.credential = typed.credential;
    change.name = typed.name;
    return at_->client->destinations().update(*made, change, {}, callUntil(stop));
}

void HalfMade::keep() {
    const std::lock_guard lock(mutex_);
    kept_ = true;
}

bool HalfMade::isKept() const {
    const std::lock_guard lock(mutex_);
    return kept_;
}

bool HalfMade::isOpen() const {
    const std::lock_guard lock(mutex_);
    return !kept_ && (made_ || unanswered_);
}

Result<void> HalfMade::remove(const CallOptions& options) {
    if (!isOpen())
        return {};
    std::optional<Wish> before;
    {
        const std::lock_guard lock(mutex_);
        before = unanswered_;
    }
    if (before)
        if (const auto found = create(*before, options); !found)
            return isOpen() ? Result<void>(failure(found.error())) : Result<void>();
    const DestinationId id = [this] {
        const std::lock_guard lock(mutex_);
        return *made_;
    }();
    const auto gone = at_->client->destinations().remove(id, {}, options);
    if (!gone && !gone.error().is(ErrorCode::NotFound))
        return failure(gone.error());
    const std::lock_guard lock(mutex_);
    made_.reset();
    return {};
}

HalfMadeWebhook::HalfMadeWebhook(std::shared_ptr<const Connected> at)
    : at_(std::move(at)) {}

HalfMadeWebhook::~HalfMadeWebhook() {
    CallOptions call;
    call.deadline = kLongestFarewell;
    // What stays all the same is in the list, where its secret can be replaced.
    [[maybe_unused]] const auto gone = remove(call);
}

std::optional<HalfMadeWebhook::Wish> HalfMadeWebhook::unanswered() const {
    const std::lock_guard lock(mutex_);
    return unanswered_;
}

Result<CreatedWebhook> HalfMadeWebhook::create(const Wish& wish, const CallOptions& options) {
    auto created = at_->client->webhooks().create(wish.first, wish.second, options);
    const std::lock_guard lock(mutex_);
    const bool again = unanswered_.has_value();
    unanswered_.reset();
    if (created)
        made_ = created->webhook.id;
    // See HalfMade::create().
    else if (created.error().certainty == Certainty::Unknown ||
             (again && !created.error().is(ErrorCode::ValidationFailed)))
        unanswered_ = wish;
    return created;
}

Result<CreatedWebhook> HalfMadeWebhook::make(const NewWebhook& input, const IdempotencyKey& key,
                                             const std::stop_token& stop) {
    if (const auto before = unanswered(); before && before->second != key)
        if (const auto gone = remove(callUntil(stop)); !gone)
            return failure(gone.error());
    return create({input, key}, callUntil(stop));
}

void HalfMadeWebhook::keep() {
    const std::lock_guard lock(mutex_);
    kept_ = true;
}

bool HalfMadeWebhook::isOpen() const {
    const std::lock_guard lock(mutex_);
    return !kept_ && (made_ || unanswered_);
}

Result<void> HalfMadeWebhook::remove(const CallOptions& options) {
    if (!isOpen())
        return {};
    if (const auto before = unanswered())
        if (const auto found = create(*before, options); !found)
            return isOpen() ? Result<void>(failure(found.error())) : Result<void>();
    const WebhookId id = [this] {
        const std::lock_guard lock(mutex_);
        return *made_;
    }();
    const auto gone = at_->client->webhooks().remove(id, {}, options);
    if (!gone && !gone.error().is(ErrorCode::NotFound))
        return failure(gone.error());
    const std::lock_guard lock(mutex_);
    made_.reset();
    return {};
}

} // namespace leadsheet::desktop
