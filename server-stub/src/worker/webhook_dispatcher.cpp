// SPDX-License-Identifier: Apache-2.0
#include "worker/webhook_dispatcher.hpp"

#include "api/context.hpp"
#include "orders/steps.hpp"
#include "webhook/delivery.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <tuple>
#include <utility>

namespace leadsheet::server::worker {

namespace {

/// More are forgotten when nothing of theirs is under way.
constexpr std::size_t kRemembered = 10'000;

/// Longer than any attempt takes.
constexpr auto kLease = std::chrono::seconds(60);

/// What claims change belongs to one delivery each: the jobs of its account need not wait for it,
/// nor it for them.
const store::WriteScope kClaims{"webhook claims"};

/// What the answer means for the webhook itself; inside the transaction of the result. Of one that
/// has got another address or secret meanwhile it says nothing.
void noteResult(store::Tx& tx, const store::DeliveryResult& result, const store::Webhook& called,
                bool gone, store::Timestamp now) {
    const bool delivered = result.state == store::DeliveryState::Delivered;
    if (!tx.noteWebhookResult(called, delivered, result.attempt.at) || delivered)
        return;
    const auto webhook = tx.findWebhook(called.seq);
    if (!webhook || !webhook->enabled)
        return;
    if (gone)
        orders::disableWebhook(tx, *webhook, "gone", now);
    else if (webhook->failingSince && now - *webhook->failingSince >= webhook::kWebhookFailingFor)
        orders::disableWebhook(tx, *webhook, "failing", now);
}

} // namespace

EndpointSlots::Endpoint EndpointSlots::known(const store::DueWebhook& webhook) const {
    const auto found = endpoints_.find(webhook.seq);
    if (found != endpoints_.end())
        return found->second;
    Endpoint endpoint;
    endpoint.proven = webhook.answers;
    return endpoint;
}

int EndpointSlots::unprovenOf(const store::AccountId& account) const {
    const auto found = unprovenOf_.find(account);
    return found == unprovenOf_.end() ? 0 : found->second;
}

int EndpointSlots::freeOf(const Endpoint& endpoint, const store::AccountId& account) const {
    int places = kAll - static_cast<int>(deliveries_.size());
    if (!endpoint.proven)
        places = std::min(places, kUnproven - unproven_);
    if (!endpoint.proven && unproven_ >= kForAnyAccount)
        places = std::min(places, kUnprovenOfAccount - unprovenOf(account));
    return std::max(std::min(places, endpoint.allowed - endpoint.inFlight), 0);
}

std::vector<store::DueWebhook> EndpointSlots::inTurn(std::vector<store::DueWebhook> due) const {
    struct Turn {
        int waiting = 0;
        std::int64_t served = 0;
        store::DueWebhook webhook;
    };
    std::vector<Turn> turns;
    {
        const std::lock_guard lock(mutex_);
        for (store::DueWebhook& webhook : due) {
            const Endpoint endpoint = known(webhook);
            if (freeOf(endpoint, webhook.account) == 0)
                continue;
            const int waiting = unprovenOf(webhook.account);
            turns.push_back({waiting, endpoint.served, std::move(webhook)});
        }
    }
    std::ranges::stable_sort(turns, [](const Turn& left, const Turn& right) {
        return std::tie(left.waiting, left.served) < std::tie(right.waiting, right.served);
    });
    due.clear();
    for (Turn& turn : turns)
        due.push_back(std::move(turn.webhook));
    return due;
}

int EndpointSlots::free(const store::DueWebhook& webhook) const {
    const std::lock_guard lock(mutex_);
    return freeOf(known(webhook), webhook.account);
}

void EndpointSlots::begin(const store::DueWebhook& webhook, std::int64_t delivery) {
    const std::lock_guard lock(mutex_);
    Endpoint& endpoint = endpoints_.try_emplace(webhook.seq, known(webhook)).first->second;
    ++endpoint.inFlight;
    endpoint.served = ++attempts_;
    if (endpoint.proven) {
        deliveries_[delivery] = std::nullopt;
        return;
    }
    ++unproven_;
    ++unprovenOf_[webhook.account];
    deliveries_[delivery] = webhook.account;
}

void EndpointSlots::end(std::int64_t webhook, std::int64_t delivery, bool delivered) {
    const std::lock_guard lock(mutex_);
    const auto at = deliveries_.find(delivery);
    if (at == deliveries_.end())
        return;
    if (at->second) {
        --unproven_;
        if (--unprovenOf_[*at->second] == 0)
            unprovenOf_.erase(*at->second);
    }
    deliveries_.erase(at);
    Endpoint& endpoint = endpoints_[webhook];
    --endpoint.inFlight;
    endpoint.proven = delivered;
    endpoint.allowed = delivered ? std::min(endpoint.allowed + 1, kMax) : 1;
    if (endpoints_.size() > kRemembered)
        std::erase_if(endpoints_, [](const auto& kept) { return kept.second.inFlight == 0; });
}

std::set<std::int64_t> EndpointSlots::underWay() const {
    const std::lock_guard lock(mutex_);
    std::set<std::int64_t> deliveries;
    for (const auto& [delivery, account] : deliveries_)
        deliveries.insert(delivery);
    return deliveries;
}

std::size_t EndpointSlots::count() const {
    const std::lock_guard lock(mutex_);
    return deliveries_.size();
}

WebhookDispatcher::WebhookDispatcher(api::Context& context)
    : context_(context)
    , sender_([&context](egress::Request request, egress::Client::Completion done) {
        context.egress.send(std::move(request), std::move(done));
    })
    , thread_([this](const std::stop_token& stop) { run(stop); })
    , longWork_(context, [this] { wake(); }) {}

WebhookDispatcher::WebhookDispatcher(api::Context& context, Sender sender)
    : context_(context)
    , sender_(std::move(sender))
    , longWork_(
          context, [this] { wake(); }, false) {}

WebhookDispatcher::~WebhookDispatcher() {
    stop(std::chrono::milliseconds(0));
    // Nothing may call back any more.
    context_.egress.stop();
    context_.store->stop();
}

void WebhookDispatcher::stop(std::chrono::milliseconds deadline) {
    if (!thread_.joinable())
        return;
    longWork_.stop();
    thread_.request_stop();
    thread_.join();
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    keepWaiting();
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, deadline, [this] { return slots_.count() == 0; });
}

bool WebhookDispatcher::turn() {
    const bool any = longWork_.turn();
    sendDue();
    return any;
}

void WebhookDispatcher::sendDue() {
    keepWaiting();
    for (webhook::Attempt& attempt : prepare(claim()))
        send(std::move(attempt));
}

void WebhookDispatcher::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        sendDue();
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, context_.config.outgoing.pollEvery, [this] { return wake_; });
        wake_ = false;
    }
}

void WebhookDispatcher::wake() {
    const std::lock_guard lock(mutex_);
    wake_ = true;
    changed_.notify_all();
}

std::vector<store::WebhookDelivery> WebhookDispatcher::claim() {
    const store::Timestamp now = context_.now();
    auto due =
        context_.store->read([now](store::Reader& reader) { return reader.dueWebhooks(now); });
    if (!due) {
        context_.logError("webhooks: " + due.error().detail);
        return {};
    }
    *due = slots_.inTurn(std::move(*due));
    if (due->empty())
        return {};
    const auto underWay = slots_.underWay();
    std::vector<store::WebhookDelivery> begun;
    // Not claimed after all, for example because the disk is full: their places are free again.
    const auto giveUp = [&] {
        for (const store::WebhookDelivery& delivery : begun)
            slots_.end(delivery.webhook, delivery.seq, false);
        begun.clear();
    };
    auto claimed = context_.store->writeAndWait(
        [&](store::Tx& tx) {
            giveUp();
            std::vector<store::WebhookDelivery> all;
            for (const store::DueWebhook& webhook : *due) {
                const int limit = slots_.free(webhook);
                if (limit == 0)
                    continue;
                for (auto& delivery :
                     tx.claimDeliveries(webhook.seq, now, now + kLease, limit, underWay)) {
                    slots_.begin(webhook, delivery.seq);
                    begun.push_back(delivery);
                    all.push_back(std::move(delivery));
                }
            }
            return all;
        },
        store::Durability::Relaxed, kClaims);
    if (!claimed) {
        if (claimed.error().certainty == store::StoreError::Certainty::Unknown) {
            for (const store::WebhookDelivery& delivery : begun)
                giveBack(delivery);
        } else {
            giveUp();
        }
        context_.logError("webhooks: " + claimed.error().detail);
        return {};
    }
    return std::move(*claimed);
}

std::vector<webhook::Attempt>
WebhookDispatcher::prepare(std::vector<store::WebhookDelivery> claimed) {
    std::vector<webhook::Attempt> attempts;
    if (claimed.empty())
        return attempts;
    const auto read = context_.store->read([&](store::Reader& reader) {
        for (const store::WebhookDelivery& delivery : claimed) {
            const auto webhook = reader.findWebhook(delivery.webhook);
            const auto message = reader.findWebhookMessage(delivery.message);
            if (!webhook || !message)
                continue;
            attempts.push_back(
                {*webhook, delivery, webhook::messageBody(reader, *message), {}, {}});
        }
    });
    if (!read) {
        attempts.clear();
        context_.logError("webhooks: " + read.error().detail);
    }
    // Not readable now, or deleted meanwhile.
    std::set<std::int64_t> prepared;
    for (const webhook::Attempt& attempt : attempts)
        prepared.insert(attempt.delivery.seq);
    for (const store::WebhookDelivery& delivery : claimed) {
        if (prepared.contains(delivery.seq))
            continue;
        if (read)
            slots_.end(delivery.webhook, delivery.seq, false);
        else
            giveBack(delivery);
    }
    return attempts;
}

void WebhookDispatcher::send(webhook::Attempt attempt) {
    attempt.at = context_.now();
    const auto shared = std::make_shared<const webhook::Attempt>([&] {
        if (!webhook::sign(attempt, context_.secrets))
            attempt.signature.clear();
        return std::move(attempt);
    }());
    if (shared->signature.empty()) {
        egress::Failure failure;
        failure.detail = "The signing secret of this webhook cannot be read. Rotate it.";
        return finish(*shared, tl::make_unexpected(std::move(failure)));
    }
    sender_(webhook::requestOf(*shared), [this, shared](const egress::Result& answer) {
        if (!answer && answer.error().kind == egress::Failure::Kind::Cancelled)
            giveBack(shared->delivery);
        else
            finish(*shared, answer);
    });
}

void WebhookDispatcher::finish(const webhook::Attempt& attempt, const egress::Result& answer) {
    const store::Timestamp now = context_.now();
    auto result = webhook::judge(attempt, answer, now, context_.random);
    const bool delivered = result.state == store::DeliveryState::Delivered;
    context_.metrics.webhookAttempt(delivered, result.attempt.duration);
    const auto outcome = std::make_shared<Outcome>();
    outcome->write = [result = std::move(result), called = attempt.webhook,
                      gone = webhook::isGone(answer), now](store::Tx& tx) {
        if (tx.finishDelivery(result))
            noteResult(tx, result, called, gone, now);
    };
    outcome->scope = attempt.webhook.account;
    outcome->webhook = attempt.webhook.seq;
    outcome->delivery = attempt.delivery.seq;
    outcome->delivered = delivered;
    keep(outcome);
}

void WebhookDispatcher::giveBack(const store::WebhookDelivery& claimed) {
    const auto outcome = std::make_shared<Outcome>();
    outcome->write = [claimed, now = context_.now()](store::Tx& tx) {
        tx.releaseDelivery(claimed, now);
    };
    outcome->scope = kClaims;
    outcome->webhook = claimed.webhook;
    outcome->delivery = claimed.seq;
    keep(outcome);
}

void WebhookDispatcher::keep(const std::shared_ptr<Outcome>& outcome) {
    context_.store->write(
        [outcome](store::Tx& tx) { outcome->write(tx); },
        [this, outcome](const store::StoreResult<void>& written) { kept(outcome, written); },
        store::Durability::Full, outcome->scope);
}

void WebhookDispatcher::kept(const std::shared_ptr<Outcome>& outcome,
                             const store::StoreResult<void>& written) {
    using Error = store::StoreError;
    if (!written && written.error().kind != Error::Kind::Stopped &&
        !std::exchange(outcome->logged, true))
        context_.logError("webhooks: " + written.error().detail);
    const std::lock_guard lock(mutex_);
    // Written twice, an attempt would count twice.
    if (!written && !stopped_ && written.error().kind == Error::Kind::Unavailable &&
        written.error().certainty == Error::Certainty::NotApplied) {
        waiting_.push_back(outcome);
        return;
    }
    slots_.end(outcome->webhook, outcome->delivery, outcome->delivered);
    wake_ = true;
    changed_.notify_all();
}

void WebhookDispatcher::keepWaiting() {
    std::vector<std::shared_ptr<Outcome>> waiting;
    {
        const std::lock_guard lock(mutex_);
        waiting.swap(waiting_);
    }
    for (const auto& outcome : waiting)
        keep(outcome);
}

} // namespace leadsheet::server::worker
