// SPDX-License-Identifier: Apache-2.0
#include "fake_service.hpp"

#include "leadsheet/submit/row_identity.hpp"
#include "leadsheet/timestamp.hpp"

#include <algorithm>
#include <cstdlib>

namespace leadsheet::submit::test {
namespace {

constexpr std::chrono::hours kQuoteLife{24};

std::string textIn(const std::string& json, const std::string& name) {
    const auto at = json.find("\"" + name + "\":\"");
    if (at == std::string::npos)
        return {};
    const auto start = at + name.size() + 4;
    return json.substr(start, json.find('"', start) - start);
}

std::string withoutQuote(const std::string& body) {
    const auto at = body.find(",\"quoteId\"");
    return at == std::string::npos ? body : body.substr(0, at) + "}";
}

SendResult refused(int status, ErrorCode code, const std::string& message,
                   std::optional<std::chrono::milliseconds> retryAfter = {}) {
    Attempt attempt;
    attempt.status = status;
    attempt.progress = Progress::AnswerCut;
    attempt.code = code;
    attempt.retryAfter = retryAfter;
    Error error = serverError(status, code, message);
    error.retryAfter = retryAfter;
    error.stop = isRetryable(attempt) ? StopReason::AttemptsExhausted : StopReason::Permanent;
    error.certainty = certaintyOf(attempt);
    return {attempt, failure(error)};
}

SendResult broken(TransportProblem problem, Progress progress, ErrorCode code) {
    Attempt attempt;
    attempt.problem = problem;
    attempt.progress = progress;
    attempt.code = code;
    Error error = localError(code, "The connection broke.");
    error.certainty = certaintyOf(attempt);
    error.stop = isRetryable(attempt) ? StopReason::AttemptsExhausted : StopReason::Permanent;
    return {attempt, failure(error)};
}

} // namespace

std::int64_t numberIn(const std::string& json, const std::string& name) {
    const auto at = json.find("\"" + name + "\":");
    return at == std::string::npos ? 0 : std::atoll(json.c_str() + at + name.size() + 3);
}

Error serverError(int status, ErrorCode code, const std::string& message, StopReason stop) {
    Error error = localError(code, message);
    error.httpStatus = status;
    error.requestId = "req-1";
    error.stop = stop;
    return error;
}

std::map<std::string, FakeService::Made> FakeService::orders() const {
    const std::lock_guard lock(mutex_);
    return orders_;
}

std::int64_t FakeService::moneyTaken() const {
    const std::lock_guard lock(mutex_);
    std::int64_t sum = 0;
    for (const auto& [key, made] : orders_)
        sum += made.held;
    return sum;
}

int FakeService::creates() const {
    const std::lock_guard lock(mutex_);
    return creates_;
}

int FakeService::quoteCalls() const {
    const std::lock_guard lock(mutex_);
    return quoteCalls_;
}

int FakeService::finds() const {
    const std::lock_guard lock(mutex_);
    return finds_;
}

int FakeService::mostInFlight() const {
    const std::lock_guard lock(mutex_);
    return mostInFlight_;
}

void FakeService::makeOrder(const std::string& key, const std::string& request, std::int64_t held) {
    const std::lock_guard lock(mutex_);
    orders_[key] = {"LS-OTHER" + std::to_string(orders_.size()), request, held, clock_->wallNow()};
}

void FakeService::expireQuotes() {
    const std::lock_guard lock(mutex_);
    for (auto& [id, offer] : offers_)
        offer.expired = true;
}

void FakeService::setStatus(const std::string& number, const std::string& status,
                            std::int64_t charged) {
    const std::lock_guard lock(mutex_);
    for (auto& [key, made] : orders_) {
        if (made.number != number)
            continue;
        made.status = status;
        made.charged = charged;
    }
}

EquivalentOrders FakeService::equivalentsOf(const std::string& body) const {
    const std::string mark = markOfBody(withoutQuote(body));
    const std::string reference = textIn(body, "externalRef");
    EquivalentOrders found;
    if (body.find("\"excludeOwned\":true") != std::string::npos)
        return found;
    for (const auto& [key, made] : orders_) {
        const bool sameMark = markOfBody(withoutQuote(made.body)) == mark;
        const bool sameReference =
            !reference.empty() && textIn(made.body, "externalRef") == reference;
        const bool isSimilar = std::ranges::find(similar, made.number) != similar.end();
        if (made.status != "pending_review" || !(sameMark || sameReference || isSimilar))
            continue;
        EquivalentOrder order;
        order.orderNumber = made.number;
        order.createdAt = formatTimestamp(made.at);
        order.status = made.status;
        order.leadCount = numberIn(made.body, "leadCount");
        order.total = made.held;
        order.currency = currency;
        order.match = isSimilar                                        ? "similar"
                      : !sameMark                                      ? "same_reference"
                      : order.leadCount == numberIn(body, "leadCount") ? "same"
                                                                       : "other_count";
        order.keyLast4 = "x7Qa";
        found.orders.push_back(std::move(order));
    }
    std::ranges::stable_sort(found.orders, std::ranges::greater{}, &EquivalentOrder::createdAt);
    if (found.orders.size() > mostNamed) {
        found.more = static_cast<std::int64_t>(found.orders.size() - mostNamed);
        found.orders.resize(mostNamed);
    }
    return found;
}

std::variant<PaceTicket, PaceWait> FakeService::admit() {
    const std::lock_guard lock(mutex_);
    const SteadyTime now = clock_->now();
    if (waitsUntold > 0) {
        --waitsUntold;
        return PaceWait{SteadyTime::max(), WaitReason::RequestBudget};
    }
    if (budget == 0 && blockedUntil_ == SteadyTime{})
        blockedUntil_ = now + budgetPause;
    if (blockedUntil_ > now)
        return PaceWait{blockedUntil_, WaitReason::RequestBudget};
    if (blockedUntil_ != SteadyTime{}) {
        blockedUntil_ = {};
        budget = -1;
    }
    if (budget > 0)
        --budget;
    return PaceTicket{1, now};
}

void FakeService::release(const PaceTicket& /*ticket*/) {}

PlacedOrder FakeService::describe(const Made& made) const {
    PlacedOrder order;
    order.orderNumber = made.number;
    order.status = made.status;
    order.createdAt = made.at;
    order.ended = made.status != "pending_review";
    if (tellsHeld)
        order.held = made.held;
    if (made.charged > 0)
        order.charged = made.charged;
    order.currency = "USD";
    order.requestId = "req-2";
    order.quoteId = textIn(made.body, "quoteId");
    order.product = textIn(made.body, "scrapingOption");
    order.leadCount = numberIn(made.body, "leadCount");
    if (tellsRequests)
        order.request = withoutQuote(made.body);
    return order;
}

std::optional<PlacedOrder> FakeService::seen(const std::string& key) const {
    const auto made = orders_.find(key);
    if (!lookUpsSee || made == orders_.end() || made->second.at > clock_->wallNow())
        return std::nullopt;
    return describe(made->second);
}

SendResult FakeService::create(const std::string& body, const IdempotencyKey& key,
                               const PaceTicket& /*ticket*/, const std::stop_token& stop) {
    int call = 0;
    {
        const std::lock_guard lock(mutex_);
        call = creates_++;
        mostInFlight_ = std::max(mostInFlight_, ++inFlight_);
    }
    if (onCreate)
        onCreate(call);
    const Fault fault = faults ? faults(call, body) : Fault::None;
    const std::lock_guard lock(mutex_);
    --inFlight_;
    if (stop.stop_requested())
        return broken(TransportProblem::Cancelled, Progress::NothingSent, ErrorCode::Cancelled);
    return apply(body, key.str(), fault);
}

SendResult FakeService::apply(const std::string& body, const std::string& key, Fault fault) {
    switch (fault) {
    case Fault::ResetBeforeSend:
        return broken(TransportProblem::Connect, Progress::NothingSent, ErrorCode::NetworkError);
    case Fault::LostRequest:
        return broken(TransportProblem::Timeout, Progress::MaybeSent, ErrorCode::ClientTimeout);
    case Fault::TlsFailure:
        return broken(TransportProblem::Tls, Progress::NothingSent, ErrorCode::TlsError);
    case Fault::Unavailable:
        return refused(503, ErrorCode::Unavailable, "Down for a moment.");
    case Fault::UnavailableLater:
        return refused(503, ErrorCode::Unavailable, "Down for 2 s.", std::chrono::seconds(2));
    case Fault::ServerError:
        return refused(500, ErrorCode::InternalError, "Something failed.");
    case Fault::RateLimited:
        return refused(429, ErrorCode::RateLimited, "Too many.", limitPause);
    case Fault::LimitUntold:
        return refused(429, ErrorCode::RateLimited, "429 without saying how long.");
    case Fault::InProgress:
        return refused(409, ErrorCode::IdempotencyInProgress, "Running.", std::chrono::seconds(1));
    case Fault::KeyRevoked:
        return refused(401, ErrorCode::RevokedApiKey, "The key was revoked.");
    case Fault::Suspended:
        return refused(403, ErrorCode::AccountSuspended, "The account is suspended.");
    case Fault::RouteNotFound:
        return refused(404, ErrorCode::RouteNotFound, "No such path.");
    default:
        break;
    }
    const auto known = orders_.find(key);
    // As the service does: the guard is no part of what was asked for.
    const auto withoutGuard = [](const std::string& text) {
        return text.substr(0, text.find(",\"duplicates\""));
    };
    if (known != orders_.end() && withoutGuard(known->second.body) != withoutGuard(body))
        return refused(422, ErrorCode::IdempotencyKeyReused, "Another payload.");
    const bool replay = known != orders_.end();
    if (!replay) {
        const auto offer = offers_.find(textIn(body, "quoteId"));
        if (fault == Fault::NoCredit)
            return refused(402, ErrorCode::InsufficientCredit, "No credit.");
        if (fault == Fault::ServerSpendCap)
            return refused(402, ErrorCode::SpendCapReached, "Cap.");
        if (fault == Fault::Invalid)
            return refused(422, ErrorCode::ValidationFailed, "Not valid.");
        if (fault == Fault::QuoteExpired || offer == offers_.end() || offer->second.expired)
            return refused(409, ErrorCode::QuoteExpired, "The quote is past its expiry.");
        if (body.find("\"duplicates\":\"refuse\"") != std::string::npos) {
            EquivalentOrders named = equivalentsOf(body);
            const bool all = std::all_of(
                named.orders.begin(), named.orders.end(), [&](const EquivalentOrder& order) {
                    return order.isSimilarOnly() ||
                           body.find('"' + order.orderNumber + '"') != std::string::npos;
                });
            if (!all) {
                SendResult answer = refused(409, ErrorCode::EquivalentOrder, "Ordered before.");
                Error error = answer.result.error();
                error.equivalents = std::move(named);
                answer.result = failure(std::move(error));
                return answer;
            }
        }
        const std::int64_t extra = fault == Fault::HeldTooMuch ? 1 : 0;
        orders_[key] = {
            "LS-" + std::to_string(orders_.size() + 1), body, offer->second.amount + extra,
            clock_->wallNow() + (fault == Fault::LateOrder ? lateness : lateness.zero())};
    }
    if (fault == Fault::LateOrder)
        return broken(TransportProblem::Timeout, Progress::MaybeSent, ErrorCode::ClientTimeout);
    if (fault == Fault::LostAnswer)
        return broken(TransportProblem::Receive, Progress::MaybeSent, ErrorCode::NetworkError);
    if (fault == Fault::CutAnswer)
        return broken(TransportProblem::Receive, Progress::AnswerCut, ErrorCode::NetworkError);
    if (fault == Fault::ErrorAfterCommit)
        return refused(500, ErrorCode::InternalError, "Failed after the commit.");
    Attempt attempt;
    attempt.status = 201;
    attempt.progress = Progress::AnswerCut;
    if (fault == Fault::Unreadable) {
        attempt.unreadable = true;
        Error error = serverError(201, ErrorCode::InvalidResponse, "The answer is no JSON.");
        error.certainty = Certainty::Unknown;
        return {attempt, failure(error)};
    }
    PlacedOrder order = describe(orders_[key]);
    order.replayed = replay;
    return {attempt, order};
}

std::optional<Error> FakeService::requestLimit() {
    if (clock_->now() >= requestsUntil_) {
        requestsUntil_ = clock_->now() + budgetPause;
        requestsMade_ = 0;
    }
    if (requests == 0 || ++requestsMade_ <= requests)
        return std::nullopt;
    Error error =
        serverError(429, ErrorCode::RateLimited, "Used up.", StopReason::AttemptsExhausted);
    error.retryAfter = std::chrono::ceil<std::chrono::milliseconds>(requestsUntil_ - clock_->now());
    return error;
}

Result<std::vector<QuoteAnswer>> FakeService::quote(const std::vector<QuoteAsk>& asks,
                                                    const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const int call = quoteCalls_++;
    if (onQuoteCall) {
        lock.unlock();
        onQuoteCall(call);
        lock.lock();
    }
    if (stop.stop_requested())
        return failure(localError(ErrorCode::Cancelled, "Cancelled."));
    if (!quoteErrors.empty()) {
        const Error error = quoteErrors.front();
        quoteErrors.erase(quoteErrors.begin());
        return failure(error);
    }
    if (auto limited = requestLimit())
        return failure(*std::move(limited));
    std::vector<QuoteAnswer> answers;
    for (const QuoteAsk& ask : asks) {
        QuoteAnswer answer;
        if (onQuote)
            onQuote(ask);
        const std::int64_t count = numberIn(ask.body, "leadCount");
        if (auto made = seen(ask.key.str());
            made && !(refusesOrdered && refusedCounts.contains(count))) {
            answer.existing = std::move(made);
        } else if (const auto refusal = refusedCounts.find(count); refusal != refusedCounts.end()) {
            answer.refusal = serverError(422, ErrorCode::LeadCountOutOfRange, refusal->second);
            if (namesRefusedFields)
                answer.refusal->fields.push_back({"/leadCount", "out_of_range", refusal->second});
        } else {
            const std::string id = "qt_" + std::to_string(offers_.size() + 1);
            offers_[id] = {count * centsPerLead, false};
            answer.offer = QuoteOffer{id, count * centsPerLead, currency,
                                      clock_->wallNow() + kQuoteLife, clock_->wallNow()};
            if (knowsWishes)
                answer.offer->equivalents = equivalentsOf(ask.body);
        }
        answers.push_back(std::move(answer));
    }
    if (losesAnAnswer)
        answers.pop_back();
    return answers;
}

Result<std::optional<PlacedOrder>> FakeService::find(const IdempotencyKey& key,
                                                     const std::stop_token& /*stop*/) {
    const std::lock_guard lock(mutex_);
    ++finds_;
    if (!findsOrders)
        return failure(serverError(401, ErrorCode::RevokedApiKey, "Revoked."));
    if (auto limited = requestLimit())
        return failure(*std::move(limited));
    if (failingKeys.contains(key.str()))
        return failure(
            serverError(500, ErrorCode::InternalError, "It broke.", StopReason::AttemptsExhausted));
    return seen(key.str());
}

Result<WallTime> FakeService::serverTime(const std::stop_token& /*stop*/) {
    if (!tellsTheTime)
        return failure(serverError(503, ErrorCode::Unavailable, "Down for a moment."));
    return clock_->wallNow();
}

PacerView FakeService::pacing() const {
    PacerView view;
    view.quota = 5000;
    view.remaining = 5000;
    view.window = std::chrono::hours(1);
    return view;
}

Result<PacerView> FakeService::askPacing(const std::stop_token& /*stop*/) {
    clock_->advance(budgetAnswerTakes);
    if (serverBudget)
        return *serverBudget;
    return failure(serverError(404, ErrorCode::RouteNotFound, "No such path."));
}

PacerMemory FakeService::rememberPacing() const {
    const std::chrono::hours window(1);
    return {{{"orders", 5000, window, remembered, clock_->wallNow() + window}}};
}

void FakeService::recallPacing(const PacerMemory& memory) {
    recalled_ = static_cast<std::int64_t>(memory.windows.size());
}

} // namespace leadsheet::submit::test
