// SPDX-License-Identifier: Apache-2.0
#include "call/response.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/text/render.hpp"
#include "retry/retry_after.hpp"
#include "json/readers.hpp"

#include <algorithm>

namespace leadsheet::detail {
namespace {

constexpr std::size_t kMaxMessage = 4000;
constexpr std::size_t kMaxFieldErrors = 1000;
constexpr std::string_view kProblemType = "application/problem+json";
constexpr int kTooManyRequests = 429;
constexpr int kProxyAuthentication = 407;

namespace say = messages::service;

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

} // namespace

Judgement judge(const Exchange& exchange, const std::string& requestId, WallTime now) {
    if (!exchange.response)
        return judgeFailure(exchange.failure, requestId);
    const HttpResponse& response = *exchange.response;
    Judgement judgement;
    Attempt& attempt = judgement.attempt;
    attempt.status = response.status;
    attempt.progress = Progress::AnswerCut;
    if (attempt.success())
        return judgement;
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

} // namespace leadsheet::detail
