// SPDX-License-Identifier: Apache-2.0
#include "webhook/dispatcher.hpp"

#include "api/context.hpp"
#include "domain/webhook_rules.hpp"
#include "orders/steps.hpp"
#include "webhook/lead_plan.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace leadsheet::server::webhook {

namespace {

/// More are forgotten when nothing of theirs is under way.
constexpr std::size_t kRemembered = 10'000;

/// Longer than any attempt takes.
constexpr auto kLease = std::chrono::seconds(60);

/// What the answer means for the webhook itself; inside the transaction of the result.
void noteResult(store::Tx& tx, const store::DeliveryResult& result, std::int64_t webhookSeq,
                bool gone, store::Timestamp now) {
    const bool delivered = result.state == store::DeliveryState::Delivered;
    tx.noteWebhookResult(webhookSeq, delivered, result.attempt.at);
    if (delivered)
        return;
    const auto webhook = tx.findWebhook(webhookSeq);
    if (!webhook || !webhook->enabled)
        return;
    if (gone)
        orders::disableWebhook(tx, *webhook, "gone", now);
    else if (webhook->failingSince && now - *webhook->failingSince >= domain::kWebhookFailingFor)
        orders::disableWebhook(tx, *webhook, "failing", now);
}

} // namespace

int EndpointSlots::free(std::int64_t webhook) const {
    const std::lock_guard lock(mutex_);
    const auto found = endpoints_.find(webhook);
    const Endpoint endpoint = found == endpoints_.end() ? Endpoint{} : found->second;
    int places = kAll - static_cast<int>(deliveries_.size());
    if (!endpoint.proven)
        places = std::min(places, kUnproven - unproven_);
    return std::max(std::min(places, endpoint.allowed - endpoint.inFlight), 0);
}

void EndpointSlots::begin(std::int64_t webhook, std::int64_t delivery) {
    const std::lock_guard lock(mutex_);
    Endpoint& endpoint = endpoints_[webhook];
    ++endpoint.inFlight;
    const bool unproven = !endpoint.proven;
    unproven_ += unproven ? 1 : 0;
    deliveries_[delivery] = unproven;
}

void EndpointSlots::end(std::int64_t webhook, std::int64_t delivery, bool delivered) {
    const std::lock_guard lock(mutex_);
    const auto at = deliveries_.find(delivery);
    if (at == deliveries_.end())
        return;
    unproven_ -= at->second ? 1 : 0;
    deliveries_.erase(at);
    Endpoint& endpoint = endpoints_[webhook];
    --endpoint.inFlight;
    endpoint.proven = delivered;
    endpoint.allowed = delivered ? std::min(endpoint.allowed + 1, kMax) : 1;
    if (endpoints_.size() > kRemembered)
        std::erase_if(endpoints_, [](const auto& one) { return one.second.inFlight == 0; });
}

std::set<std::int64_t> EndpointSlots::underWay() const {
    const std::lock_guard lock(mutex_);
    std::set<std::int64_t> deliveries;
    for (const auto& [delivery, unproven] : deliveries_)
        deliveries.insert(delivery);
    return deliveries;
}

std::size_t EndpointSlots::count() const {
    const std::lock_guard lock(mutex_);
    return deliveries_.size();
}

Dispatcher::Dispatcher(api::Context& context)
    : context_(context)
    , thread_([this](const std::stop_token& stop) { run(stop); })
    , longWork_(context, [this] { wake(); }) {}

Dispatcher::~Dispatcher() {
    stop(std::chrono::milliseconds(0));
    // Nothing may call back any more.
    context_.egress.stop();
    context_.store->stop();
}

void Dispatcher::stop(std::chrono::milliseconds deadline) {
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

void Dispatcher::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        keepWaiting();
        for (Attempt& attempt : prepare(claim()))
            send(std::move(attempt));
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, context_.config.outgoing.pollEvery, [this] { return wake_; });
        wake_ = false;
    }
}

void Dispatcher::wake() {
    const std::lock_guard lock(mutex_);
    wake_ = true;
    changed_.notify_all();
}

std::vector<store::WebhookDelivery> Dispatcher::claim() {
    const store::Timestamp now = context_.now();
    auto due =
        context_.store->read([now](store::Reader& reader) { return reader.dueWebhooks(now); });
    if (!due) {
        context_.logError("webhooks: " + due.error().detail);
        return {};
    }
    std::erase_if(*due, [this](std::int64_t webhook) { return slots_.free(webhook) == 0; });
    if (due->empty())
        return {};
    const auto underWay = slots_.underWay();
    std::vector<store::WebhookDelivery> begun;
    // Not claimed after all, for example because the disk is full: their places are free again.
    const auto giveUp = [&] {
        for (const store::WebhookDelivery& one : begun)
            slots_.end(one.webhook, one.seq, false);
        begun.clear();
    };
    auto claimed = context_.store->writeAndWait(
        [&](store::Tx& tx) {
            giveUp();
            std::vector<store::WebhookDelivery> all;
            for (const std::int64_t webhook : *due) {
                const int limit = slots_.free(webhook);
                for (auto& one : tx.claimDeliveries(webhook, now, now + kLease, limit, underWay)) {
                    slots_.begin(webhook, one.seq);
                    begun.push_back(one);
                    all.push_back(std::move(one));
                }
            }
            return all;
        },
        store::Durability::Relaxed);
    if (!claimed) {
        if (claimed.error().certainty == store::StoreError::Certainty::Unknown) {
            for (const store::WebhookDelivery& one : begun)
                giveBack(one);
        } else {
            giveUp();
        }
        context_.logError("webhooks: " + claimed.error().detail);
        return {};
    }
    return std::move(*claimed);
}

std::vector<Attempt> Dispatcher::prepare(std::vector<store::WebhookDelivery> claimed) {
    std::vector<Attempt> attempts;
    if (claimed.empty())
        return attempts;
    const auto read = context_.store->read([&](store::Reader& reader) {
        for (const store::WebhookDelivery& delivery : claimed) {
            const auto webhook = reader.findWebhook(delivery.webhook);
            const auto message = reader.findWebhookMessage(delivery.message);
            if (!webhook || !message)
                continue;
            attempts.push_back({*webhook, delivery, messageBody(reader, *message), {}, {}});
        }
    });
    if (!read) {
        attempts.clear();
        context_.logError("webhooks: " + read.error().detail);
    }
    // Not readable now, or deleted meanwhile.
    std::set<std::int64_t> prepared;
    for (const Attempt& attempt : attempts)
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

void Dispatcher::send(Attempt attempt) {
    attempt.at = context_.now();
    const auto shared = std::make_shared<const Attempt>([&] {
        if (!sign(attempt, context_.secrets))
            attempt.signature.clear();
        return std::move(attempt);
    }());
    if (shared->signature.empty()) {
        egress::Failure failure;
        failure.detail = "The signing secret of this webhook cannot be read. Rotate it.";
        return finish(*shared, tl::make_unexpected(std::move(failure)));
    }
    context_.egress.send(requestOf(*shared), [this, shared](const egress::Result& answer) {
        if (!answer && answer.error().kind == egress::Failure::Kind::Cancelled)
            giveBack(shared->delivery);
        else
            finish(*shared, answer);
    });
}

void Dispatcher::finish(const Attempt& attempt, const egress::Result& answer) {
    const store::Timestamp now = context_.now();
    auto result = judge(attempt, answer, now, context_.random);
    const bool delivered = result.state == store::DeliveryState::Delivered;
    context_.metrics.webhookAttempt(delivered, result.attempt.duration);
    const auto outcome = std::make_shared<Outcome>();
    outcome->write = [result = std::move(result), webhook = attempt.webhook.seq,
                      gone = isGone(answer), now](store::Tx& tx) {
        if (tx.finishDelivery(result))
            noteResult(tx, result, webhook, gone, now);
    };
    outcome->webhook = attempt.webhook.seq;
    outcome->delivery = attempt.delivery.seq;
    outcome->delivered = delivered;
    keep(outcome);
}

void Dispatcher::giveBack(const store::WebhookDelivery& claimed) {
    const auto outcome = std::make_shared<Outcome>();
    outcome->write = [claimed, now = context_.now()](store::Tx& tx) {
        tx.releaseDelivery(claimed, now);
    };
    outcome->webhook = claimed.webhook;
    outcome->delivery = claimed.seq;
    keep(outcome);
}

void Dispatcher::keep(const std::shared_ptr<Outcome>& outcome) {
    context_.store->write(
        [outcome](store::Tx& tx) { outcome->write(tx); },
        [this, outcome](const store::StoreResult<void>& written) { kept(outcome, written); });
}

void Dispatcher::kept(const std::shared_ptr<Outcome>& outcome,
                      const store::StoreResult<void>& written) {
    using Error = store::StoreError;
    if (!written && written.error().kind != Error::Kind::Stopped &&
        !std::exchange(outcome->told, true))
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

void Dispatcher::keepWaiting() {
    std::vector<std::shared_ptr<Outcome>> waiting;
    {
        const std::lock_guard lock(mutex_);
        waiting.swap(waiting_);
    }
    for (const auto& outcome : waiting)
        keep(outcome);
}

} // namespace leadsheet::server::webhook
