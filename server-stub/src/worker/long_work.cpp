// SPDX-License-Identifier: Apache-2.0
#include "worker/long_work.hpp"

#include "api/context.hpp"
#include "api/long_work.hpp"
#include "webhook/delivery.hpp"

#include <algorithm>
#include <map>
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
    const auto written = context_.store->writeAndWait(
        [&](store::Tx& tx) {
            tx.follow(fanOut.trace);
            const auto webhook = tx.findWebhook(fanOut.webhook);
            if (tx.takeFanOut(fanOut.seq) && webhook)
                webhook::queuePlan(tx, *webhook, *plan, context_.now());
        },
        store::Durability::Full, ends->order->account);
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
    store::WriteScope account;
    const auto step = context_.store->read([&](store::Reader& reader) {
        const auto webhook = reader.findWebhook(sweep.webhook);
        account = webhook ? webhook->account : store::WriteScope();
        // Deleted meanwhile, and its sweeps with it.
        return webhook ? lookForOrders(reader, *webhook, sweep, static_cast<int>(leads))
                       : SweepStep{{}, sweep.upTo};
    });
    if (!step) {
        context_.logError("webhooks: " + step.error().detail);
        return false;
    }
    const auto write = [&](store::Tx& tx) {
        if (!tx.moveLeadSweep(sweep, step->reached))
            return;
        tx.follow(sweep.trace);
        for (const store::OrderNumber& order : step->orders)
            tx.queueFanOut(
                {0, order, sweep.webhook, sweep.deliveredAfter, sweep.result, sweep.upTo});
    };
    const auto written =
        context_.store->writeAndWait(write, store::Durability::Full, std::move(account));
    if (!written) {
        context_.logError("webhooks: " + written.error().detail);
        return false;
    }
    return true;
}

} // namespace leadsheet::server::worker
