// SPDX-License-Identifier: Apache-2.0
#include "witness.hpp"

#include "world.hpp"

#include <boost/json.hpp>

namespace leadsheet::sim {
namespace {

namespace http = server::http;

/// Far more than any outage of a world takes.
constexpr int kMostRequests = 300;

bool isSuccess(const http::Response& response) {
    return response.status >= 200 && response.status < 300;
}

/// Answers that say nothing about what the key has done.
bool saysNothing(const http::Response& response) {
    return response.status >= 500 || response.status == 429 ||
           (response.status == 409 &&
            response.body.find("idempotency_in_progress") != std::string::npos);
}

/// The key was sent with other content.
bool isOtherContent(const http::Response& response) {
    return response.status == 422 &&
           response.body.find("idempotency_key_reused") != std::string::npos;
}

} // namespace

void Witness::answered(const http::Request& request, const http::Response& response) {
    const std::string* key = request.header("idempotency-key");
    if (request.method != "POST" || key == nullptr)
        return;
    const std::string* caller = request.header("x-api-key");
    if (caller == nullptr || !accounts_.contains(*caller))
        throw Broken("requests name their caller", request.path);
    const std::string named = request.path + " " + *key + " " + accounts_.at(*caller);
    if (++requests_[named] > kMostRequests)
        throw Broken("retries come to an end", request.path + " was sent too often with one key");
    const auto earlier = successes_.find(named);
    if (earlier != successes_.end() && !saysNothing(response) && !isOtherContent(response) &&
        (response.status != earlier->second.status || response.body != earlier->second.body))
        throw Broken("one key, one answer",
                     request.path + " was answered " + std::to_string(earlier->second.status) +
                         " " + earlier->second.body + ", and with the same key then " +
                         std::to_string(response.status) + " " + response.body);
    if (isOtherContent(response))
        reused_.insert({*caller, *key});
    if (!isSuccess(response))
        return;
    successes_.emplace(named, Answer{response.status, response.body});
    boost::system::error_code notJson;
    const boost::json::value answer = boost::json::parse(response.body, notJson);
    const boost::json::object* order = answer.if_object();
    if (order == nullptr || !order->contains("order_number") || !order->contains("version"))
        return;
    const std::string number(order->at("order_number").as_string());
    if (request.path.find("/orders/") != std::string::npos &&
        request.path.find("/" + number + "/") == std::string::npos)
        throw Broken("one key, one answer", request.path + " was answered with " + number);
    std::int64_t& version = versions_[number];
    version = std::max(version, order->at("version").to_number<std::int64_t>());
}

void Witness::check(const server::store::Order& order) const {
    const auto answered = versions_.find(order.number.str());
    if (answered != versions_.end() && order.version < answered->second)
        throw Broken("nothing acknowledged is lost",
                     order.number.str() + " was answered with version " +
                         std::to_string(answered->second) + " and has " +
                         std::to_string(order.version));
}

} // namespace leadsheet::sim
