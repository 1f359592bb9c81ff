// SPDX-License-Identifier: Apache-2.0
#include "pulse.hpp"

#include "world.hpp"

#include "leadsheet/rate_limit_fields.hpp"
#include "leadsheet/submit/results.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::sim {
namespace {

using namespace leadsheet::submit;

/// More than what is waited after a failure, and than clocks are apart.
constexpr std::chrono::minutes kPatience{2};

bool isCreate(const HttpRequest& request) {
    return request.method == "POST" && request.url.ends_with("/v1/orders");
}

/// The budget of look-ups of budgets is never short.
bool isFree(const HttpRequest& request) {
    return request.url.ends_with("/v1/rate-limit");
}

} // namespace

void Pulse::heard(const HttpRequest& request, const Exchange& exchange,
                  std::chrono::microseconds now) {
    moved_ = now;
    if (isFree(request))
        return;
    Budget& budget = isCreate(request) ? orders_ : others_;
    // It may have been the first of a new window, whatever came of it.
    if (now >= budget.ends && budget.quota > 0) {
        budget.left = budget.quota;
        budget.ends = now + budget.length;
    }
    if (exchange.response)
        read(budget, isCreate(request) ? "orders" : "default", *exchange.response, now);
    else if (exchange.failure.progress != Progress::NothingSent)
        --budget.left;
    if (request.url.ends_with("/v1/quotes"))
        readPrices(request, exchange);
    const std::size_t key = request.url.find("idempotencyKey=");
    if (key != std::string::npos &&
        !refused_.contains(request.url.substr(key + 15, request.url.find('&', key) - key - 15)))
        throw Broken("many rows are asked about at once",
                     request.url + " asks for one that no price was refused of");
}

void Pulse::read(Budget& budget, std::string_view policy, const HttpResponse& response,
                 std::chrono::microseconds now) {
    --budget.left;
    const auto field = response.header("ratelimit");
    const auto items = field ? parseRateLimit(*field) : std::nullopt;
    const auto policies = response.header("ratelimit-policy");
    const auto told = policies ? parseRateLimitPolicy(*policies) : std::nullopt;
    for (const RateLimitPolicyItem& item : told.value_or(std::vector<RateLimitPolicyItem>())) {
        if (item.policy != policy || !item.window)
            continue;
        budget.quota = item.quota;
        budget.length = *item.window;
    }
    for (const RateLimitItem& item : items.value_or(std::vector<RateLimitItem>())) {
        if (item.policy != policy || !item.reset)
            continue;
        // Seconds are rounded up: of one window the earliest end counts.
        const auto ends = now + *item.reset;
        if (ends < budget.ends || ends > budget.ends + std::chrono::seconds(1))
            budget.ends = ends;
        budget.left = item.remaining;
    }
}

void Pulse::readPrices(const HttpRequest& request, const Exchange& exchange) {
    const boost::json::value asked = boost::json::parse(request.body);
    std::vector<std::string> keys;
    for (const auto& item : asked.at("items").as_array()) {
        keys.emplace_back(item.at("idempotencyKey").as_string());
        if (sends_ && known_.contains(keys.back()))
            throw Broken("what was told is kept", keys.back() + " is asked about again");
    }
    if (!exchange.response || exchange.response->status != 200)
        return;
    const boost::json::value told = boost::json::parse(exchange.response->body);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto& answer = told.at("items").as_array().at(i).as_object();
        if (answer.contains("problem"))
            refused_.insert(keys[i]);
        if (!answer.contains("quote"))
            known_.insert(keys[i]);
    }
}

void Pulse::rests(const Ledger& ledger, RunId run, std::chrono::microseconds until) const {
    if (until - moved_ <= kPatience)
        return;
    const auto info = ledger.run(run).value();
    RowFilter unsettled;
    unsettled.states = {RowState::Queued, RowState::WillRetry, RowState::Unknown};
    RowReader reader(ledger, run, unsettled);
    const auto rows = reader.next().value();
    for (const RowRecord& row : rows) {
        const bool isAsked = row.state == RowState::Unknown && row.code == "idempotency_key_reused";
        if (row.state == RowState::Queued && info.cap &&
            row.quoted.value_or(0) > *info.cap - info.totals.committed())
            continue;
        // What is queued may have to be priced again before it is sent.
        auto since = isAsked ? moved_ : orders_.freeSince(moved_);
        if (isAsked || row.state == RowState::Queued)
            since = std::max(since, others_.freeSince(moved_));
        if (until - since > kPatience)
            throw Broken("no run stands still beside a free budget",
                         "row " + std::to_string(row.sourceRow) + " (" +
                             std::string(name(row.state)) + " " + row.code + ") waits " +
                             std::to_string((until - since).count() / 1'000'000) + " s, with " +
                             std::to_string(orders_.left) + " orders and " +
                             std::to_string(others_.left) + " other requests left");
    }
}

} // namespace leadsheet::sim
