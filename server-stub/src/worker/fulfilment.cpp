// SPDX-License-Identifier: Apache-2.0
#include "worker/fulfilment.hpp"

#include "api/context.hpp"
#include "api/long_work.hpp"
#include "api/order_json.hpp"
#include "domain/lead.hpp"
#include "orders/steps.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <iterator>

namespace leadsheet::server::worker {

namespace {

namespace json = boost::json;
using domain::OrderAction;
using domain::OrderStatus;

constexpr int kOrdersPerLook = 50;
/// Leads of one transaction: short enough for the orders that wait behind it.
constexpr std::int64_t kLeadsPerPart = 1'000;

orders::OrderStep stepOf(const store::Order& order, OrderAction action, store::Timestamp now) {
    orders::OrderStep step;
    step.number = order.number;
    step.action = action;
    step.now = now;
    return step;
}

/// A question mark in an order's notes is how a sandbox asks to be asked.
bool wantsQuestion(const store::Order& order) {
    const json::value request = json::parse(order.recordJson);
    const json::value* notes = request.get_object().if_contains("notes");
    return !order.question && notes != nullptr && notes->is_string() &&
           notes->get_string().find('?') != json::string::npos;
}

} // namespace

Fulfilment::Fulfilment(api::Context& context, const SimulatedFulfilment& settings)
    : context_(context)
    , settings_(settings)
    , thread_([this](const std::stop_token& stop) { run(stop); }) {}

Fulfilment::~Fulfilment() {
    thread_.request_stop();
    thread_.join();
}

void Fulfilment::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        wake_.wait_for(lock, stop, settings_.pollEvery, [] { return false; });
        if (!stop.stop_requested())
            look(stop);
    }
}

void Fulfilment::look(const std::stop_token& stop) {
    const store::Timestamp now = context_.now();
    for (const store::Order& order : waiting(OrderStatus::PendingReview)) {
        if (!stop.stop_requested() && now - order.updatedAt >= settings_.approveAfter)
            review(order);
    }
    for (const store::Order& order : waiting(OrderStatus::InProgress)) {
        if (!stop.stop_requested() && now - order.updatedAt >= settings_.deliverAfter)
            fulfil(order, stop);
    }
}

std::vector<store::Order> Fulfilment::waiting(OrderStatus status) {
    store::OrderFilter filter;
    filter.status = status;
    // A page of large orders ends early.
    auto found = context_.store->read([&](store::Reader& reader) {
        auto page = reader.listOrders(std::nullopt, filter, std::nullopt, kOrdersPerLook,
                                      store::Direction::OldestFirst);
        std::vector<store::Order> orders = std::move(page.rows);
        while (page.next && std::ssize(orders) < kOrdersPerLook) {
            page = reader.listOrders(std::nullopt, filter, page.next,
                                     kOrdersPerLook - static_cast<int>(orders.size()),
                                     store::Direction::OldestFirst);
            std::ranges::move(page.rows, std::back_inserter(orders));
        }
        return orders;
    });
    if (!found) {
        context_.logError("fulfilment: " + found.error().detail);
        return {};
    }
    return std::move(*found);
}

void Fulfilment::review(const store::Order& order) {
    const bool ask = wantsQuestion(order);
    orders::OrderStep step =
        stepOf(order, ask ? OrderAction::RequestInfo : OrderAction::Approve, context_.now());
    // Whoever was faster has decided.
    step.expectedVersion = order.version;
    if (ask) {
        step.question =
            "The notes of this order contain a question. Should it be fulfilled as it is?";
        step.dataJson = json::serialize(json::object{{"question", *step.question}});
    }
    const auto done = context_.store->writeAndWait(
        [&](store::Tx& tx) { return orders::performStep(tx, step).outcome; },
        store::Durability::Full, order.account);
    if (!done)
        context_.logError("fulfilment: " + done.error().detail);
}

void Fulfilment::fulfil(const store::Order& order, const std::stop_token& stop) {
    const LeadFactory factory(settings_.seed, order.number.str(),
                              json::parse(order.recordJson).get_object());
    const std::int64_t found = factory.found();
    for (std::int64_t first = 0; first < found; first += kLeadsPerPart) {
        const std::int64_t count = std::min(kLeadsPerPart, found - first);
        if (stop.stop_requested() || !ingest(order, first, count, first + count == found))
            return;
    }
    orders::OrderStep deliver = stepOf(order, OrderAction::Deliver, context_.now());
    const auto begun = context_.store->writeAndWait(
        [&](store::Tx& tx) {
            orders::startDelivery(tx, deliver, std::nullopt, api::adminOrderBody);
        },
        store::Durability::Full, order.account);
    const auto done = begun ? api::settleDelivery(context_, order.number) : begun;
    if (!done)
        context_.logError("fulfilment: " + done.error().detail);
}

/// False when the order does not take leads any more, or the store failed.
bool Fulfilment::ingest(const store::Order& order, std::int64_t first, std::int64_t count,
                        bool last) {
    const LeadFactory factory(settings_.seed, order.number.str(),
                              json::parse(order.recordJson).get_object());
    const auto ids =
        domain::makeLeadIds(static_cast<std::size_t>(count), context_.now(), context_.random);
    std::vector<store::NewLead> leads;
    for (std::int64_t n = 0; n < count; ++n) {
        auto draft = domain::checkLead(factory.lead(first + n));
        if (!draft) {
            context_.logError("fulfilment: a made-up lead is not valid: " +
                              draft.error().front().pointer + " " + draft.error().front().detail);
            return false;
        }
        auto identities = domain::leadIdentities(*draft);
        leads.push_back(
            {ids[static_cast<std::size_t>(n)], std::move(*draft), std::move(identities)});
    }
    orders::IngestPart part;
    part.number = order.number;
    part.deliveryId = "simulated-" + std::to_string(first / kLeadsPerPart);
    part.fingerprint = domain::sha256(part.deliveryId + " " + std::to_string(settings_.seed));
    part.finalPart = last;
    part.leads = leads;
    part.now = context_.now();
    part.renderAnswer = [](const orders::IngestCounts&) {
        return std::string("{}");
    };
    using Applied = orders::IngestResult::Outcome;
    const auto done = context_.store->writeAndWait(
        [&](store::Tx& tx) { return orders::ingestPart(tx, part).outcome; },
        store::Durability::Full, order.account);
    if (!done) {
        context_.logError("fulfilment: " + done.error().detail);
        return false;
    }
    return *done == Applied::Applied || *done == Applied::Replayed;
}

} // namespace leadsheet::server::worker
