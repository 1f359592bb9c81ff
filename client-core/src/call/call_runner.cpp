// SPDX-License-Identifier: Apache-2.0
#include "call/call_runner.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/text/render.hpp"

#include "retry/retry_after.hpp"
#include "json/readers.hpp"

#include <leadsheet/contract/limits.hpp>

#include <algorithm>

namespace leadsheet::detail {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxMessage = 4000;
constexpr std::size_t kMaxFieldErrors = 1000;
constexpr std::string_view kProblemType = "application/problem+json";
constexpr int kTooManyRequests = 429;
constexpr int kProxyAuthentication = 407;

namespace say = messages::service;

/// What an attempt means: facts for the retry machine and an error for the caller (empty on
/// success).
struct Judgement {
    Attempt attempt;
    std::optional<Error> error;
};

struct ProblemFacts {
    ErrorCode code = ErrorCode::NetworkError;
    Message said;
};

ProblemFacts factsOf(TransportProblem problem) {
    switch (problem) {
    case TransportProblem::Resolve:
        return {ErrorCode::NetworkError, say::serverNameUnresolved()};
    case TransportProblem::Connect:
        return {ErrorCode::NetworkError, say::connectionFailed()};
    case TransportProblem::Proxy:
        return {ErrorCode::ProxyError, say::proxyFailed()};
    case TransportProblem::TlsHandshake:
        return {ErrorCode::TlsError, say::secureConnectionFailed()};
    case TransportProblem::Tls:
        return {ErrorCode::TlsError, say::certificateUntrusted()};
    case TransportProblem::Send:
    case TransportProblem::Receive:
        return {ErrorCode::NetworkError, say::connectionBroke()};
    case TransportProblem::Timeout:
        return {ErrorCode::ClientTimeout, say::serverTimedOut()};
    case TransportProblem::TooLarge:
        return {ErrorCode::ResponseTooLarge, say::answerTooLarge()};
    case TransportProblem::Cancelled:
        return {ErrorCode::Cancelled, say::callCancelled()};
    case TransportProblem::InvalidRequest:
        return {ErrorCode::InvalidArgument, say::requestRefusedUnsent()};
    case TransportProblem::Internal:
        return {ErrorCode::NetworkError, say::httpLibraryFailed()};
    }
    return {};
}

Judgement judgeFailure(const TransportFailure& failed, const std::string& requestId) {
    Judgement judgement;
    judgement.attempt.problem = failed.problem;
    judgement.attempt.progress = failed.progress;
    judgement.attempt.status = failed.status;
    const ProblemFacts facts = factsOf(failed.problem);
    std::vector<Message> said{facts.said};
    if (!failed.detail.empty())
        said.push_back(say::causedBy(failed.detail));
    Error error = localError(facts.code, std::move(said));
    error.requestId = requestId;
    error.httpStatus = failed.status;
    judgement.error = std::move(error);
    return judgement;
}

std::string requestIdOf(const HttpResponse& response, const std::string& ours) {
    const auto theirs = response.header("x-request-id");
    return theirs && !theirs->empty() ? std::string(*theirs) : ours;
}

/// No error of the service has such a status.
bool isOdd(int status) {
    return status < 400 || status >= 600;
}

/// The generic meaning of a status that came without a problem body, for example from a proxy.
ErrorCode codeOfStatus(int status) {
    switch (status) {
    case kProxyAuthentication:
        return ErrorCode::ProxyError;
    case kTooManyRequests:
        return ErrorCode::RateLimited;
    case 500:
        return ErrorCode::InternalError;
    case 502:
        return ErrorCode::UpstreamError;
    case 504:
        return ErrorCode::Timeout;
    default:
        return ErrorCode::Unknown;
    }
}

void readProblem(const HttpResponse& response, Attempt& attempt, Error& error) {
    const auto type = response.header("content-type");
    if (!type || !type->starts_with(kProblemType))
        return;
    const Decoder body = Decoder::parse(response.body);
    const std::string code = body.textOr("code");
    const std::string detail = body.textOr("detail", body.textOr("title"));
    const auto retryable = body.optional("retryable");
    const bool hint = retryable && retryable->boolean();
    std::vector<FieldError> fields;
    if (const auto errors = body.optional("errors"))
        for (const Decoder& entry : errors->elements()) {
            if (fields.size() >= kMaxFieldErrors)
                break;
            fields.push_back(
                {entry.textOr("pointer"), entry.textOr("code"), entry.textOr("detail")});
        }
    auto equivalents = readEquivalents(body);
    if (body.failed() || code.empty())
        return;
    if (equivalents)
        error.equivalents = *std::move(equivalents);
    error.rawCode = code;
    error.code = contract::errorCodeFromName(code).value_or(ErrorCode::Unknown);
    error.message = detail.substr(0, kMaxMessage);
    error.fields = std::move(fields);
    attempt.code = error.code;
    attempt.explained = true;
    if (retryable)
        attempt.retryable = hint;
}

/// What a status means that came without a problem body.
std::vector<Message> unexplained(int status, bool saysHowLong) {
    if (status == kTooManyRequests)
        return {saysHowLong ? say::tooManyRequests() : say::tooManyRequestsNoWait()};
    if (status == kProxyAuthentication)
        return {say::proxyWantsPassword()};
    if (isOdd(status))
        return {say::statusNeverUsed(status), say::checkServerAddress()};
    return {say::statusWithoutExplanation(status)};
}

/// The budget's numbers; malformed fields count as absent.
PaceAnswer paceAnswer(const Exchange& exchange,
                      const std::optional<std::chrono::milliseconds>& retryAfter) {
    PaceAnswer answer;
    const HttpResponse* response = exchange.response ? &*exchange.response : nullptr;
    HttpResponse cut;
    if (!response) {
        if (exchange.failure.headers.empty())
            return answer;
        cut.status = exchange.failure.status;
        cut.headers = exchange.failure.headers;
        response = &cut;
    }
    answer.status = response->status;
    answer.retryAfter = retryAfter;
    if (const auto field = response->joinedHeader("ratelimit"))
        answer.limits = parseRateLimit(*field).value_or(std::vector<RateLimitItem>());
    if (const auto field = response->joinedHeader("ratelimit-policy"))
        answer.policies = parseRateLimitPolicy(*field).value_or(std::vector<RateLimitPolicyItem>());
    dropAbsurdResets(answer.limits, answer.policies);
    return answer;
}

/// A 2xx whose body cannot be used.
Judgement unreadable(const HttpResponse& response, const std::string& requestId,
                     const std::string& problem) {
    Judgement judgement;
    judgement.attempt.status = response.status;
    judgement.attempt.progress = Progress::AnswerCut;
    judgement.attempt.unreadable = true;
    Error error = localError(ErrorCode::InvalidResponse, {say::answerUnreadable(problem)});
    error.httpStatus = response.status;
    error.requestId = requestIdOf(response, requestId);
    judgement.error = std::move(error);
    return judgement;
}

/// What of a 2xx was not asked for, and would be read as something else; empty as a rule.
std::string notAskedFor(const HttpResponse& response) {
    constexpr int kPartialContent = 206;
    if (response.status == kPartialContent)
        return "it is a part of what was asked for (status 206)";
    const auto coding = response.joinedHeader("content-encoding");
    const bool plain = !coding || coding->empty() || *coding == "identity";
    return plain ? std::string() : "it is encoded as " + *coding + ", which was not asked for";
}

/// Reads status, problem body (RFC 9457), Retry-After and X-Request-Id of an exchange. `requestId`
/// is ours, used where the server named none.
Judgement judge(const Exchange& exchange, const std::string& requestId, WallTime now) {
    if (!exchange.response)
        return judgeFailure(exchange.failure, requestId);
    const HttpResponse& response = *exchange.response;
    Judgement judgement;
    Attempt& attempt = judgement.attempt;
    attempt.status = response.status;
    attempt.progress = Progress::AnswerCut;
    attempt.sentBefore = exchange.sentBefore;
    if (attempt.success()) {
        const std::string odd = notAskedFor(response);
        return odd.empty() ? judgement : unreadable(response, requestId, odd);
    }
    if (const auto value = response.header("retry-after"))
        attempt.retryAfter = parseRetryAfter(*value, response.header("date"), now);
    if (response.status == kTooManyRequests && !attempt.retryAfter)
        attempt.retryAfter = resetOfUsedUp(paceAnswer(exchange, {}).limits);

    Error error;
    error.httpStatus = response.status;
    error.requestId = requestIdOf(response, requestId);
    error.retryAfter = attempt.retryAfter;
    readProblem(response, attempt, error);
    if (error.rawCode.empty()) {
        error.code =
            isOdd(response.status) ? ErrorCode::InvalidResponse : codeOfStatus(response.status);
        error.said = unexplained(response.status, attempt.retryAfter.has_value());
        error.message = text::render(error.said);
    }
    judgement.error = std::move(error);
    return judgement;
}

constexpr std::string_view kClientName = "leadsheet-cpp/1";
/// A file is as long as it is; one that stands still is ended by the low-speed limit.
constexpr milliseconds kFileTimeout = std::chrono::hours(24);

PacerOptions pacerOptions(Budget budget, int maxInFlight) {
    const bool orders = budget == Budget::Orders;
    PacerOptions options;
    options.budget = orders ? "orders" : "default";
    options.otherBudgets = {orders ? "default" : "orders"};
    options.limit = orders ? contract::kOrderWritesPerWindow : contract::kDefaultRequestsPerWindow;
    options.window = std::chrono::seconds(contract::kRateWindowSeconds);
    options.maxInFlight = maxInFlight;
    return options;
}

StopReason stopOf(const Attempt& attempt) {
    if (attempt.problem == TransportProblem::Cancelled)
        return StopReason::Cancelled;
    return isRetryable(attempt) ? StopReason::AttemptsExhausted : StopReason::Permanent;
}

/// The error of a call that ends while it waits: the last attempt's, with the reason why no other
/// follows.
Error stopped(std::optional<Error> last, const RetryState& state, Error reason) {
    Error error = std::move(last).value_or(std::move(reason));
    error.attempts = state.attempts;
    error.certainty = state.certainty;
    return error;
}

/// A refusal that follows an attempt without an answer reads as if nothing had been done.
void sayWhatIsOpen(Error& error, const Attempt& attempt, const RetryState& state) {
    if (error.certainty != Certainty::Unknown || attempt.problem ||
        certaintyOf(attempt) == Certainty::Unknown)
        return;
    const Message open = state.keyed ? messages::service::repeatWithSameKey()
                                     : messages::service::readBeforeRepeating();
    error.message += ' ' + text::render(open);
    if (!error.said.empty())
        error.said.push_back(open);
}

Error cancelledError(const RetryState& state) {
    Error error = localError(ErrorCode::Cancelled, {messages::service::callCancelled()});
    error.stop = StopReason::Cancelled;
    error.attempts = state.attempts;
    error.certainty = state.certainty;
    return error;
}

Error deadlineError() {
    Error error = localError(ErrorCode::ClientTimeout, {messages::service::timeOverBeforeSent()});
    error.stop = StopReason::Deadline;
    return error;
}

} // namespace

CallRunner::CallRunner(ClientOptions options, BaseUrl base, std::shared_ptr<Transport> transport)
    : options_(std::move(options))
    , base_(std::move(base))
    , transport_(std::move(transport))
    , default_(pacerOptions(Budget::Default, options_.maxInFlight), options_.clock)
    , orders_(pacerOptions(Budget::Orders, options_.maxInFlight), options_.clock) {}

Result<Answer> CallRunner::run(const Call& call, const CallOptions& options, const Reader& reader) {
    RetryPolicy policy = options.retry.value_or(options_.retry);
    policy.totalTime = options.deadline.value_or(policy.totalTime);
    RetryState state(policy, clock().now());
    state.keyed = call.key && call.method == "POST";
    const std::string requestId = newRequestId();
    std::optional<Error> last;
    while (true) {
        PaceTicket ticket;
        if (call.budget) {
            auto admitted = gate(*call.budget).acquire(options.stop, state.deadline);
            if (!admitted) {
                if (admitted.error().is(ErrorCode::Cancelled))
                    return failure(cancelledError(state));
                if (last)
                    last->stop = admitted.error().stop;
                return failure(stopped(std::move(last), state, std::move(admitted.error())));
            }
            ticket = *admitted;
        }
        if (const auto early = begin(state, clock().now()); std::holds_alternative<GiveUp>(early)) {
            if (call.budget)
                gate(*call.budget).release(ticket);
            return failure(stopped(std::move(last), state, deadlineError()));
        }
        const SteadyTime startedAt = clock().now();
        Once once =
            attempt(call, options.stop, state.deadline, ticket, requestId, state.attempts, reader);
        const RetryStep next = step(state, once.attempt, clock().now(), rng(), retryBudget_);
        const auto* wait = std::get_if<WaitUntil>(&next);
        log(call, once, requestId, state.attempts, startedAt, wait);
        if (std::holds_alternative<Done>(next)) {
            once.result->attempts = state.attempts;
            return std::move(once.result);
        }
        Error error = std::move(once.result.error());
        error.attempts = state.attempts;
        error.certainty = call.method == "GET" ? Certainty::NotApplied : state.certainty;
        sayWhatIsOpen(error, once.attempt, state);
        if (const auto* end = std::get_if<GiveUp>(&next)) {
            error.stop = end->reason;
            return failure(std::move(error));
        }
        error.stop = StopReason::Deadline;
        last = std::move(error);
        if (!clock().sleepUntil(wait->time, options.stop))
            return failure(cancelledError(state));
    }
}

CallRunner::Once CallRunner::runOnce(const Call& call, const CallOptions& options,
                                     PaceTicket ticket, const Reader& reader) {
    const SteadyTime startedAt = clock().now();
    const SteadyTime deadline = startedAt + options.deadline.value_or(options_.retry.totalTime);
    if (call.budget && ticket.number == 0) {
        auto admitted = gate(*call.budget).acquire(options.stop, deadline);
        if (!admitted) {
            Attempt none;
            none.problem = admitted.error().is(ErrorCode::Cancelled) ? TransportProblem::Cancelled
                                                                     : TransportProblem::Timeout;
            return {none, failure(std::move(admitted.error()))};
        }
        ticket = *admitted;
    }
    const std::string requestId = newRequestId();
    Once once = attempt(call, options.stop, deadline, ticket, requestId, 1, reader);
    log(call, once, requestId, 1, startedAt, nullptr);
    if (!once.result) {
        once.result.error().stop = stopOf(once.attempt);
        once.result.error().attempts = 1;
        once.result.error().certainty = certaintyOf(once.attempt);
    }
    return once;
}

CallRunner::Once CallRunner::attempt(const Call& call, const std::stop_token& stop,
                                     SteadyTime deadline, const PaceTicket& ticket,
                                     const std::string& requestId, int number,
                                     const Reader& reader) {
    Exchange exchange = transmit(call, request(call, deadline, requestId, number), stop);
    Judgement judgement = judge(exchange, requestId, clock().wallNow());
    settle(call, ticket, exchange, judgement.attempt.retryAfter);
    if (judgement.error)
        return {judgement.attempt, failure(std::move(*judgement.error))};

    Answer answer;
    answer.response = std::move(*exchange.response);
    answer.requestId = std::string(answer.response.header("x-request-id").value_or(requestId));
    if (const auto problem = reader(answer)) {
        judgement = unreadable(answer.response, requestId, *problem);
        return {judgement.attempt, failure(std::move(*judgement.error))};
    }
    return {judgement.attempt, std::move(answer)};
}

Exchange CallRunner::transmit(const Call& call, const HttpRequest& request,
                              const std::stop_token& stop) {
    if (call.sink == nullptr)
        return transport_->send(request, stop);
    Exchange refused;
    refused.failure.problem = TransportProblem::Cancelled;
    if (!call.sink->restart())
        return refused;
    return transport_->receive(request, *call.sink, stop);
}

HttpRequest CallRunner::request(const Call& call, SteadyTime deadline, const std::string& requestId,
                                int number) const {
    HttpRequest request;
    request.method = call.method;
    request.url = base_.text + call.path + call.query;
    request.headers = {
        {"x-api-key", options_.apiKey.reveal()},
        {"Accept", call.sink ? "*/*" : "application/json, application/problem+json"},
        {"User-Agent", options_.userAgent.empty()
                           ? std::string(kClientName)
                           : options_.userAgent + " " + std::string(kClientName)},
        {"X-Client-Request-Id", requestId},
        {"X-Client-Attempt", std::to_string(number)},
    };
    if (call.key)
        request.headers.push_back({"Idempotency-Key", call.key->headerValue()});
    if (call.expectedVersion)
        request.headers.push_back(
            {"If-Match", "\"" + std::to_string(*call.expectedVersion) + "\""});
    if (!call.body.empty())
        request.headers.push_back({"Content-Type", call.contentType});
    if (call.packed)
        request.headers.push_back({"Content-Encoding", "gzip"});
    request.body = call.body;
    const auto left = std::chrono::ceil<milliseconds>(deadline - options_.clock->now());
    request.timeout = call.sink ? kFileTimeout
                                : std::clamp(left, milliseconds(1), options_.transport.callTimeout);
    return request;
}

void CallRunner::settle(const Call& call, const PaceTicket& ticket, const Exchange& exchange,
                        const std::optional<milliseconds>& retryAfter) {
    if (!call.budget)
        return;
    if (!exchange.response && exchange.failure.progress == Progress::NothingSent)
        gate(*call.budget).release(ticket);
    else
        gate(*call.budget).settle(ticket, paceAnswer(exchange, retryAfter));
}

void CallRunner::log(const Call& call, const Once& once, const std::string& requestId, int number,
                     SteadyTime startedAt, const WaitUntil* wait) const {
    if (!options_.log)
        return;
    const SteadyTime now = options_.clock->now();
    AttemptLog line;
    line.operation = call.operation;
    line.method = call.method;
    line.url = base_.text + call.path;
    line.requestId = once.result ? once.result->requestId : once.result.error().requestId;
    if (line.requestId.empty())
        line.requestId = requestId;
    line.key = options_.apiKey.masked();
    line.attempt = number;
    line.status = once.attempt.status;
    if (!once.result)
        line.code = std::string(once.result.error().codeName());
    line.took = std::chrono::duration_cast<milliseconds>(now - startedAt);
    if (wait) {
        line.wait = std::chrono::ceil<milliseconds>(wait->time - now);
        line.waitReason = wait->why;
    }
    options_.log(line);
}

std::string CallRunner::newRequestId() {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string id = "req-";
    std::uint64_t bits = rng().next();
    for (int i = 0; i < 16; ++i, bits >>= 4U)
        id += kHex[bits & 0x0FU];
    return id;
}

} // namespace leadsheet::detail
