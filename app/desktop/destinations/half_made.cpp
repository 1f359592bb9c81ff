// SPDX-License-Identifier: Apache-2.0
#include "half_made.hpp"

#include "../bridge/background.hpp"

#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/try.hpp"

#include <chrono>

namespace leadsheet::desktop {
namespace {

constexpr std::chrono::seconds kLongestFarewell{3}; // a request, when the program ends

Destinations resourceOf(const Client& client, const NewDestination*) {
    return client.destinations();
}

Webhooks resourceOf(const Client& client, const NewWebhook*) {
    return client.webhooks();
}

const DestinationId& idOf(const Destination& made) {
    return made.id;
}

const WebhookId& idOf(const CreatedWebhook& made) {
    return made.webhook.id;
}

} // namespace

template <class NewOne, class Made, class Id>
HalfMadeOf<NewOne, Made, Id>::~HalfMadeOf() {
    CallOptions call;
    call.deadline = kLongestFarewell;
    // What stays all the same is in the list: nothing is sent to a destination without a campaign,
    // and the secret of a webhook can be replaced there.
    [[maybe_unused]] const auto gone = remove(call);
}

template <class NewOne, class Made, class Id>
std::optional<typename HalfMadeOf<NewOne, Made, Id>::Wish>
HalfMadeOf<NewOne, Made, Id>::unanswered() const {
    const std::lock_guard lock(mutex_);
    return unanswered_;
}

template <class NewOne, class Made, class Id>
std::optional<Id> HalfMadeOf<NewOne, Made, Id>::made() const {
    const std::lock_guard lock(mutex_);
    return made_;
}

template <class NewOne, class Made, class Id>
Result<Made> HalfMadeOf<NewOne, Made, Id>::create(const Wish& wish, const CallOptions& options) {
    auto created = resourceOf(*at_->client, &wish.first).create(wish.first, wish.second, options);
    const std::lock_guard lock(mutex_);
    const bool again = unanswered_.has_value();
    unanswered_.reset();
    if (created)
        made_ = idOf(*created);
    // That a repeat was not even sent, or refused for now, says nothing of the first request.
    else if (created.error().certainty == Certainty::Unknown ||
             (again && !created.error().is(ErrorCode::ValidationFailed)))
        unanswered_ = wish;
    return created;
}

template <class NewOne, class Made, class Id>
void HalfMadeOf<NewOne, Made, Id>::keep() {
    const std::lock_guard lock(mutex_);
    kept_ = true;
}

template <class NewOne, class Made, class Id>
bool HalfMadeOf<NewOne, Made, Id>::isOpen() const {
    const std::lock_guard lock(mutex_);
    return !kept_ && (made_ || unanswered_);
}

template <class NewOne, class Made, class Id>
Result<void> HalfMadeOf<NewOne, Made, Id>::remove(const CallOptions& options) {
    if (!isOpen())
        return {};
    if (const auto before = unanswered())
        if (const auto found = create(*before, options); !found)
            return isOpen() ? Result<void>(failure(found.error())) : Result<void>();
    const auto gone =
        resourceOf(*at_->client, static_cast<NewOne*>(nullptr)).remove(*made(), {}, options);
    if (!gone && !gone.error().is(ErrorCode::NotFound))
        return failure(gone.error());
    const std::lock_guard lock(mutex_);
    made_.reset();
    return {};
}

template class HalfMadeOf<NewDestination, Destination, DestinationId>;
template class HalfMadeOf<NewWebhook, CreatedWebhook, WebhookId>;

Result<Destination> HalfMade::make(const Credentials& typed, const IdempotencyKey& key,
                                   const std::stop_token& stop) {
    if (const auto before = unanswered(); before && before->second != key)
        if (auto found = create(*before, callUntil(stop)); !found && isOpen())
            return found;
    const auto there = made();
    if (!there)
        return create(
            {NewDestination{
                 typed.platform, typed.credential, typed.name, {}, {}, {}, {}, false, true},
             key},
            callUntil(stop));
    DestinationChange change;
    change.credential = typed.credential;
    change.name = typed.name;
    return at().client->destinations().update(*there, change, {}, callUntil(stop));
}

Result<CreatedWebhook> HalfMadeWebhook::make(const NewWebhook& input, const IdempotencyKey& key,
                                             const std::stop_token& stop) {
    if (const auto before = unanswered(); before && before->second != key)
        LEADSHEET_TRY_DONE(remove(callUntil(stop)));
    return create({input, key}, callUntil(stop));
}

} // namespace leadsheet::desktop
