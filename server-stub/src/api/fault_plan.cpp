// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/server/fault_plan.hpp"

#include "api/context.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "domain/request_rules.hpp"
#include "http/message.hpp"

#include <leadsheet/contract/error_codes.hpp>

#include <algorithm>
#include <random>
#include <utility>

namespace leadsheet::server {

namespace {

bool isWrite(std::string_view method) {
    return method == "POST" || method == "PATCH" || method == "PUT" || method == "DELETE";
}

bool matches(const FaultMatch& match, std::string_view operationId, std::string_view method,
             std::string_view idempotencyKey, std::string_view apiKeyId) {
    if (!match.operationId.empty() && match.operationId != operationId)
        return false;
    if (!match.idempotencyKey.empty() && match.idempotencyKey != idempotencyKey)
        return false;
    if (!match.apiKeyId.empty() && match.apiKeyId != apiKeyId)
        return false;
    if (!match.exceptApiKeyId.empty() && match.exceptApiKeyId == apiKeyId)
        return false;
    return !match.writesOnly || isWrite(method);
}

// The same for the same seed and number, on every machine.
std::optional<Fault> faultBySeed(std::uint64_t seed, std::uint64_t number) {
    constexpr std::uint64_t kOneIn = 4;
    constexpr std::chrono::seconds kWait{1};
    std::seed_seq start{seed, seed >> 32, number};
    std::mt19937_64 random(start);
    if (random() % kOneIn != 0)
        return std::nullopt;
    switch (random() % 9) {
    case 0:
        return Fault::resetBeforeCommit();
    case 1:
    case 2: // what makes people order twice, so more often than the others
        return Fault::resetAfterCommit();
    case 3:
        return Fault::stall(std::chrono::milliseconds(100 + random() % 1'900));
    case 4:
        return Fault::truncateBody(random() % 200);
    case 5:
        return Fault::badJson();
    case 6:
        return Fault::answerRetryAfter(random() % 2 == 0 ? 429 : 503, kWait);
    case 7:
        return Fault::answer(503);
    default: {
        Fault gateway = Fault::answer(random() % 2 == 0 ? 502 : 504, {},
                                      "<html><body>The gateway has no answer.</body></html>");
        gateway.contentType = "text/html";
        return gateway;
    }
    }
}

} // namespace

Fault Fault::answer(int status, std::string code, std::string body) {
    Fault fault;
    fault.status = status;
    fault.code = std::move(code);
    fault.body = std::move(body);
    return fault;
}

Fault Fault::answerRetryAfter(int status, std::chrono::seconds wait, RetryAfterForm form) {
    Fault fault = answer(status);
    fault.retryAfter = wait;
    fault.retryAfterForm = form;
    return fault;
}

Fault Fault::badJson() {
    Fault fault;
    fault.kind = Kind::BadJson;
    return fault;
}

Fault Fault::resetBeforeCommit() {
    Fault fault;
    fault.kind = Kind::ResetBeforeCommit;
    return fault;
}

Fault Fault::resetAfterCommit() {
    Fault fault;
    fault.kind = Kind::ResetAfterCommit;
    return fault;
}

Fault Fault::stall(std::chrono::milliseconds delay) {
    Fault fault;
    fault.kind = Kind::Stall;
    fault.delay = delay;
    return fault;
}

Fault Fault::truncateBody(std::size_t bytes) {
    Fault fault;
    fault.kind = Kind::TruncateBody;
    fault.bytes = bytes;
    return fault;
}

FaultPlan::StepId FaultPlan::add(Fault fault, FaultMatch match, std::uint64_t times) {
    const std::lock_guard lock(mutex_);
    const StepId id = nextId_++;
    steps_.push_back({id, std::move(match), std::move(fault), times, 0});
    return id;
}

FaultPlan::StepId FaultPlan::everyNth(std::uint64_t n, Fault fault, FaultMatch match) {
    const std::lock_guard lock(mutex_);
    const StepId id = nextId_++;
    rules_.push_back(
        {id, std::move(match), std::move(fault), std::max<std::uint64_t>(n, 1), 0, {}});
    return id;
}

FaultPlan::StepId FaultPlan::until(std::chrono::system_clock::time_point end, Fault fault,
                                   FaultMatch match) {
    const std::lock_guard lock(mutex_);
    const StepId id = nextId_++;
    rules_.push_back({id, std::move(match), std::move(fault), 0, 0, end});
    return id;
}

FaultPlan::StepId FaultPlan::bySeed(std::uint64_t seed, FaultMatch match) {
    const std::lock_guard lock(mutex_);
    const StepId id = nextId_++;
    rules_.push_back({id, std::move(match), {}, 0, 0, {}, seed});
    wishes_.emplace();
    return id;
}

void FaultPlan::remove(StepId id) {
    const std::lock_guard lock(mutex_);
    std::erase_if(steps_, [id](const StepState& step) { return step.id == id; });
    std::erase_if(rules_, [id](const Rule& rule) { return rule.id == id; });
}

void FaultPlan::clear() {
    const std::lock_guard lock(mutex_);
    steps_.clear();
    rules_.clear();
    skew_ = std::chrono::seconds(0);
}

void FaultPlan::skewDate(std::chrono::seconds skew) {
    const std::lock_guard lock(mutex_);
    skew_ = skew;
}

std::chrono::seconds FaultPlan::dateSkew() const {
    const std::lock_guard lock(mutex_);
    return skew_;
}

std::uint64_t FaultPlan::consumed() const {
    const std::lock_guard lock(mutex_);
    return consumed_;
}

std::uint64_t FaultPlan::wishes() const {
    const std::lock_guard lock(mutex_);
    return wishes_ ? wishes_->size() + keylessWishes_ : 0;
}

std::uint64_t FaultPlan::unconsumed() const {
    const std::lock_guard lock(mutex_);
    std::uint64_t left = 0;
    for (const StepState& step : steps_)
        left += step.left;
    return left;
}

std::vector<FaultPlan::StepState> FaultPlan::steps() const {
    const std::lock_guard lock(mutex_);
    return steps_;
}

std::optional<Fault> FaultPlan::take(std::string_view operationId, std::string_view method,
                                     std::string_view idempotencyKey, std::string_view apiKeyId,
                                     std::chrono::system_clock::time_point now) {
    const std::lock_guard lock(mutex_);
    std::optional<Fault> taken;
    if (wishes_ && operationId == "createOrder") {
        if (idempotencyKey.empty())
            ++keylessWishes_;
        else
            wishes_->emplace(idempotencyKey);
    }
    // Rules count every matching request, also one that a step takes.
    for (Rule& rule : rules_) {
        if (!matches(rule.match, operationId, method, idempotencyKey, apiKeyId))
            continue;
        ++rule.seen;
        if (rule.seed) {
            if (auto chosen = faultBySeed(*rule.seed, rule.seen); chosen && !taken)
                taken = std::move(chosen);
            continue;
        }
        const bool due = rule.every == 0 ? now < rule.end : rule.seen % rule.every == 0;
        if (due && !taken)
            taken = rule.fault;
    }
    for (StepState& step : steps_) {
        if (step.left == 0 || !matches(step.match, operationId, method, idempotencyKey, apiKeyId))
            continue;
        --step.left;
        ++step.consumed;
        taken = step.fault;
        break;
    }
    if (taken)
        ++consumed_;
    return taken;
}

} // namespace leadsheet::server

namespace leadsheet::server::api {

namespace {

contract::ErrorCode codeFor(const Fault& fault) {
    if (const auto named = contract::errorCodeFromName(fault.code))
        return *named;
    const auto usual =
        std::ranges::find_if(contract::kErrorCodes, [&](const contract::ErrorCodeInfo& info) {
            return info.origin == contract::ErrorOrigin::Contract && info.status == fault.status;
        });
    return usual == contract::kErrorCodes.end() ? contract::ErrorCode::InternalError : usual->code;
}

Outcome answer(const Context& context, const Exchange& exchange, const Fault& fault) {
    Reply reply;
    reply.status = fault.status;
    reply.contentType = fault.contentType;
    Problem problem;
    problem.code = codeFor(fault);
    problem.detail = "A fault plan asked for this answer. Nothing was done.";
    reply.body = fault.body.empty()
                     ? problemBody(problem, exchange.request.requestId, exchange.request.path)
                     : fault.body;
    if (fault.retryAfter) {
        const auto at = exchange.now + *fault.retryAfter + context.config.faults->dateSkew();
        reply.headers.push_back(
            {"Retry-After", fault.retryAfterForm == Fault::RetryAfterForm::HttpDate
                                ? http::httpDate(at)
                                : std::to_string(fault.retryAfter->count())});
    }
    return reply;
}

} // namespace

StageResult faultStage(Context& context, Exchange& exchange) {
    if (!context.config.faults || !exchange.caller)
        return std::nullopt;
    const std::string* header = exchange.request.header("idempotency-key");
    const auto key = header ? domain::parseIdempotencyKey(*header) : std::nullopt;
    const auto fault = context.config.faults->take(
        exchange.operation().id, exchange.request.method, key.value_or(""),
        exchange.caller->key.id.str(), std::chrono::system_clock::time_point(exchange.now));
    if (!fault)
        return std::nullopt;
    context.metrics.faultApplied();
    exchange.faulted = true;
    switch (fault->kind) {
    case Fault::Kind::Status:
        return answer(context, exchange, *fault);
    case Fault::Kind::ResetBeforeCommit:
        exchange.wireFault.kind = http::WireFault::Kind::ResetBeforeReply;
        return refuse(contract::ErrorCode::Unavailable, "A fault plan cut this connection.");
    case Fault::Kind::ResetAfterCommit:
        exchange.wireFault.kind = http::WireFault::Kind::ResetBeforeReply;
        break;
    case Fault::Kind::Stall:
        exchange.wireFault.kind = http::WireFault::Kind::Stall;
        exchange.wireFault.delay = fault->delay;
        break;
    case Fault::Kind::TruncateBody:
        exchange.wireFault.kind = http::WireFault::Kind::TruncateBody;
        exchange.wireFault.bytes = fault->bytes;
        break;
    case Fault::Kind::BadJson:
        exchange.spoilJson = true;
        break;
    }
    return std::nullopt;
}

} // namespace leadsheet::server::api
