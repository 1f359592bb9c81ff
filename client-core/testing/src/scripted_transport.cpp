// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/testing/scripted_transport.hpp"

#include <algorithm>

namespace leadsheet::testing {
namespace {

constexpr int kScriptExhausted = 599;

Exchange response(int status, std::string body, std::vector<HttpHeader> headers) {
    Exchange exchange;
    exchange.response = HttpResponse{status, std::move(headers), std::move(body)};
    return exchange;
}

Exchange failureOf(TransportProblem problem, Progress progress) {
    Exchange exchange;
    exchange.failure.problem = problem;
    exchange.failure.progress = progress;
    return exchange;
}

} // namespace

ScriptedTransport& ScriptedTransport::answer(int status, std::string body,
                                             std::vector<HttpHeader> headers) {
    return then([status, body = std::move(body), headers = std::move(headers)](const HttpRequest&) {
        return response(status, body, headers);
    });
}

ScriptedTransport& ScriptedTransport::problem(int status, const std::string& code,
                                              std::vector<HttpHeader> headers,
                                              std::optional<bool> retryable) {
    headers.push_back({"Content-Type", "application/problem+json"});
    std::string body = R"({"code":")" + code + R"(","title":"t","detail":"d")";
    if (retryable)
        body += std::string(R"(,"retryable":)") + (*retryable ? "true" : "false");
    return answer(status, body + "}", std::move(headers));
}

ScriptedTransport& ScriptedTransport::fail(TransportProblem problem, Progress progress) {
    return then([=](const HttpRequest&) { return failureOf(problem, progress); });
}

ScriptedTransport& ScriptedTransport::stall(std::shared_ptr<FakeClock> clock,
                                            std::chrono::milliseconds howLong) {
    return then([clock = std::move(clock), howLong](const HttpRequest& request) {
        clock->advance(request.timeout.count() > 0 ? std::min(howLong, request.timeout) : howLong);
        return failureOf(TransportProblem::Timeout, Progress::MaybeSent);
    });
}

ScriptedTransport& ScriptedTransport::then(Answerer answerer) {
    const std::lock_guard lock(mutex_);
    script_.push_back(std::move(answerer));
    return *this;
}

Exchange ScriptedTransport::send(const HttpRequest& request, const std::stop_token& stop) {
    Answerer answerer;
    {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
        if (stop.stop_requested())
            return failureOf(TransportProblem::Cancelled, Progress::NothingSent);
        if (script_.empty())
            return response(kScriptExhausted, "the script is over", {});
        answerer = std::move(script_.front());
        script_.pop_front();
    }
    return answerer(request);
}

std::vector<HttpRequest> ScriptedTransport::requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

std::size_t ScriptedTransport::unplayed() const {
    const std::lock_guard lock(mutex_);
    return script_.size();
}

std::string headerOf(const HttpRequest& request, std::string_view name) {
    HttpResponse view;
    view.headers = request.headers;
    return std::string(view.header(name).value_or(std::string_view()));
}

} // namespace leadsheet::testing
