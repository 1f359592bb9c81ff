// SPDX-License-Identifier: Apache-2.0
#include "worker/webhook_dispatcher.hpp"

#include "api/context.hpp"
#include "api/long_work.hpp"
#include "orders/steps.hpp"
#include "webhook/delivery.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

namespace leadsheet::server::worker {

namespace {

constexpr int kFanOutsPerRound = 16;
constexpr int kSweepsPerRound = 16;
/// A step of a sweep looks at this part of Outgoing::maxLeadsAtOnce.
constexpr std::int64_t kSweepSteps = 10;
constexpr store::LeadField kOrderOfLead = domain::leadField("orderNumber");

/// Orders whose first lead of a sweep stands in one step of it, and where the step ended.
struct SweepStep {
    std::vector<store::OrderNumber> orders;
    std::int64_t reached = 0;
};

SweepStep lookForOrders(store::Reader& reader, const store::Webhook& webhook,
                        const store::LeadSweep& sweep, int leads) {
    store::LeadQuery query;
    query.account = webhook.account;
    query.filter.deliveredAfter = sweep.deliveredAfter;
    query.filter.result = sweep.result;
    query.after = sweep.reached;
    query.upTo = sweep.upTo;
    query.limit = leads;
    query.fields = {kOrderOfLead};
    std::map<std::string, std::int64_t> firstLeads;
    const store::LeadSpan span = reader.visitLeads(query, [&](const store::LeadRow& lead) {
        firstLeads.emplace(std::string(lead.text(kOrderOfLead)), lead.seq());
    });
    SweepStep step;
    step.reached = span.more ? span.last : sweep.upTo;
    query.after = 0;
    query.limit = 1;
    for (const auto& [number, seq] : firstLeads) {
        query.filter.order = store::OrderNumber(number);
        query.upTo = seq;
        std::int64_t first = seq;
        reader.visitLeads(query, [&](const store::LeadRow& lead) { first = lead.seq(); });
        // Else an earlier step has found it.
        if (first == seq)
            step.orders.push_back(*query.filter.order);
    }
    return step;
}

store::StoreResult<webhook::LeadPlan> planOf(store::Store& store, const store::AccountId& account,
                                             const store::FanOut& fanOut) {
    store::LeadFilter filter;
    filter.order = fanOut.order;
    filter.deliveredAfter = fanOut.deliveredAfter;
    filter.result = fanOut.result;
    return webhook::planLeads(store, account, filter, fanOut.upTo);
}

} // namespace

LongWork::LongWork(api::Context& context, std::function<void()> queued, bool ownThread)
    : context_(context)
    , queued_(std::move(queued))
    , thread_(ownThread ? std::jthread([this](const std::stop_token& stop) { run(stop); })
                        : std::jthread()) {}

LongWork::~LongWork() {
    stop();
}

void LongWork::stop() {
    if (!thread_.joinable())
        return;
    thread_.request_stop();
    thread_.join();
}

bool LongWork::turn(const std::stop_token& stop) {
    const bool moved = api::moveDeliveries(context_, reached_);
    return divideWaiting(stop) || api::moveBacklogs(context_) || moveSweeps(stop) || moved;
}

void LongWork::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        if (turn(stop))
            continue;
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, stop, context_.config.outgoing.pollEvery, [] { return false; });
    }
}

bool LongWork::divideWaiting(const std::stop_token& stop) {
    const auto waiting = context_.store->read(
        [](store::Reader& reader) { return reader.listFanOuts(kFanOutsPerRound); });
    if (!waiting) {
        context_.logError("webhooks: " + waiting.error().detail);
        return false;
    }
    bool any = false;
    for (const store::FanOut& fanOut : *waiting) {
        if (stop.stop_requested())
            return any;
        any = divide(fanOut) || any;
    }
    return any;
}

bool LongWork::divide(const store::FanOut& fanOut) {
    struct Ends {
        std::optional<store::Order> order;
        bool wanted = false;
    };
    const auto ends = context_.store->read([&](store::Reader& reader) {
        return Ends{reader.findOrder(fanOut.order), reader.findWebhook(fanOut.webhook).has_value()};
    });
    if (!ends || !ends->order) {
        context_.logError("webhooks: the leads of " + fanOut.order.str() + " cannot be read");
        return false;
    }
    const auto plan = ends->wanted ? planOf(*context_.store, ends->order->account, fanOut)
                                   : store::StoreResult<webhook::LeadPlan>();
    if (!plan) {
        context_.logError("webhooks: " + plan.error().detail);
        return false;
    }
    const auto written = context_.store->writeAndWait([&](store::Tx& tx) {
        tx.follow(fanOut.trace);
        const auto webhook = tx.findWebhook(fanOut.webhook);
        if (tx.takeFanOut(fanOut.seq) && webhook)
            webhook::queuePlan(tx, *webhook, *plan, context_.now());
    });
    if (!written) {
        context_.logError("webhooks: " + written.error().detail);
        return false;
    }
    queued_();
    return true;
}

bool LongWork::moveSweeps(const std::stop_token& stop) {
    const auto sweeps = context_.store->read(
        [](store::Reader& reader) { return reader.listLeadSweeps(kSweepsPerRound); });
    if (!sweeps) {
        context_.logError("webhooks: " + sweeps.error().detail);
        return false;
    }
    bool any = false;
    for (const store::LeadSweep& sweep : *sweeps) {
        if (stop.stop_requested())
            return any;
        any = move(sweep) || any;
    }
    return any;
}

bool LongWork::move(const store::LeadSweep& sweep) {
    const auto leads =
        std::max<std::int64_t>(context_.config.outgoing.maxLeadsAtOnce / kSweepSteps, 1);
    const auto step = context_.store->read([&](store::Reader& reader) {
        const auto webhook = reader.findWebhook(sweep.webhook);
        // Deleted meanwhile, and its sweeps with it.
        return webhook ? lookForOrders(reader, *webhook, sweep, static_cast<int>(leads))
                       : SweepStep{{}, sweep.upTo};
    });
    if (!step) {
        context_.logError("webhooks: " + step.error().detail);
        return false;
    }
    const auto written = context_.store->writeAndWait([&](store::Tx& tx) {
        if (!tx.moveLeadSweep(sweep, step->reached))
            return;
        tx.follow(sweep.trace);
        for (const store::OrderNumber& order : step->orders)
            tx.queueFanOut(
                {0, order, sweep.webhook, sweep.deliveredAfter, sweep.result, sweep.upTo});
    });
    if (!written) {
        context_.logError("webhooks: " + written.error().detail);
        return false;
    }
    return true;
}

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
    else if (webhook->failingSince && now - *webhook->failingSince >= webhook::kWebhookFailingFor)
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
        std::erase_if(endpoints_, [](const auto& kept) { return kept.second.inFlight == 0; });
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
    std::erase_if(*due, [this](std::int64_t webhook) { return slots_.free(webhook) == 0; });
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
            for (const std::int64_t webhook : *due) {
                const int limit = slots_.free(webhook);
                for (auto& delivery :
                     tx.claimDeliveries(webhook, now, now + kLease, limit, underWay)) {
                    slots_.begin(webhook, delivery.seq);
                    begun.push_back(delivery);
                    all.push_back(std::move(delivery));
                }
            }
            return all;
        },
        store::Durability::Relaxed);
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
    outcome->write = [result = std::move(result), webhook = attempt.webhook.seq,
                      gone = webhook::isGone(answer), now](store::Tx& tx) {
        if (tx.finishDelivery(result))
            noteResult(tx, result, webhook, gone, now);
    };
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
    outcome->webhook = claimed.webhook;
    outcome->delivery = claimed.seq;
    keep(outcome);
}

void WebhookDispatcher::keep(const std::shared_ptr<Outcome>& outcome) {
    context_.store->write(
        [outcome](store::Tx& tx) { outcome->write(tx); },
        [this, outcome](const store::StoreResult<void>& written) { kept(outcome, written); });
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
