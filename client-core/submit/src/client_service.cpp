// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/order_service.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

namespace leadsheet::submit {
namespace {

constexpr std::string_view kOrderPolicy = "orders";
constexpr std::int64_t kNoTime = 0;
/// Keeps the arithmetic with a server's number far from its limits.
constexpr std::int64_t kLongestWindow = std::int64_t{366} * 86'400;

PlacedOrder placedOrder(const Order& order) {
    PlacedOrder placed;
    placed.orderNumber = order.number.str();
    placed.status = order.statusText;
    if (order.price) {
        placed.held = order.price->amount;
        placed.currency = order.price->currency;
    }
    if (order.quote)
        placed.quoteId = order.quote->str();
    placed.product = order.product;
    placed.leadCount = order.leadCount;
    placed.request = order.request;
    placed.createdAt = parseTimestamp(order.createdAt);
    placed.ended = order.isEndedWithoutDelivery();
    if (placed.ended && order.captured) {
        const std::int64_t kept =
            order.captured->amount - (order.refunded ? order.refunded->amount : 0);
        if (kept > 0)
            placed.charged = kept;
    }
    return placed;
}

class ClientService final : public OrderService {
public:
    explicit ClientService(Client client)
        : client_(std::move(client)) {}

    std::variant<PaceTicket, PaceWait> admit() override {
        return client_.gate(Budget::Orders).tryAcquire();
    }

    void release(const PaceTicket& ticket) override {
        client_.gate(Budget::Orders).release(ticket);
    }

    SendResult create(const std::string& body, const IdempotencyKey& key, const PaceTicket& ticket,
                      const std::stop_token& stop) override {
        const auto bytes = OrderBody::fromBytes(body);
        if (!bytes) {
            release(ticket);
            Attempt attempt;
            attempt.problem = TransportProblem::InvalidRequest;
            return {attempt, failure(bytes.error())};
        }
        CreateAttempt sent = client_.orders().createOnce(*bytes, key, single(stop), ticket);
        if (!sent.result)
            return {sent.attempt, failure(sent.result.error())};
        PlacedOrder placed = placedOrder(sent.result->order);
        placed.replayed = sent.result->replayed;
        placed.requestId = sent.result->requestId;
        return {sent.attempt, std::move(placed)};
    }

    /// A service may be set to take fewer items a call, or smaller bodies, than the contract says:
    /// then half as many are asked about, from now on.
    Result<std::vector<QuoteAnswer>> quote(const std::vector<QuoteAsk>& asks,
                                           const std::stop_token& stop) override {
        std::vector<QuoteAnswer> answers;
        std::span<const QuoteAsk> left(asks);
        while (!left.empty()) {
            const std::size_t count = std::min(left.size(), itemsPerCall_.load());
            LEADSHEET_TRY(const auto outcomes, quoteOnce(left.first(count), stop));
            if (!outcomes) {
                itemsPerCall_ = (count + 1) / 2;
                continue;
            }
            for (const QuoteOutcome& outcome : *outcomes) {
                LEADSHEET_TRY(auto answer, quoteAnswer(outcome));
                answers.push_back(std::move(answer));
            }
            left = left.subspan(count);
        }
        return answers;
    }

    Result<std::optional<PlacedOrder>> find(const IdempotencyKey& key,
                                            const std::stop_token& stop) override {
        LEADSHEET_TRY(const auto found, client_.orders().findByIdempotencyKey(key, single(stop)));
        if (!found)
            return std::nullopt;
        return placedOrder(*found);
    }

    Result<WallTime> serverTime(const std::stop_token& stop) override {
        LEADSHEET_TRY(const auto account, client_.account().get(single(stop)));
        const auto time = parseTimestamp(account.serverTime);
        if (!time)
            return failure(
                localError(ErrorCode::InvalidResponse, {messages::ledger::timeNotReported()}));
        return *time;
    }

    RetryBudget& retryBudget() override { return client_.retryBudget(); }
    PacerView pacing() const override { return client_.gate(Budget::Orders).view(); }

    Result<PacerView> askPacing(const std::stop_token& stop) override {
        LEADSHEET_TRY(const auto budgets, client_.account().rateLimit(single(stop)));
        for (const BudgetStatus& budget : budgets) {
            if (budget.policy == kOrderPolicy)
                return takeOver(budget);
        }
        return failure(
            localError(ErrorCode::InvalidResponse, {messages::ledger::noOrderBudgetNamed()}));
    }

    PacerMemory rememberPacing() const override { return client_.gate(Budget::Orders).remember(); }
    void recallPacing(const PacerMemory& memory) override {
        client_.gate(Budget::Orders).recall(memory);
    }

private:
    /// nullopt when these are too many for one call of this service.
    Result<std::optional<std::vector<QuoteOutcome>>> quoteOnce(std::span<const QuoteAsk> asks,
                                                               const std::stop_token& stop) {
        std::vector<QuoteItem> items;
        for (const QuoteAsk& ask : asks) {
            LEADSHEET_TRY(auto body, OrderBody::fromBytes(ask.body));
            items.push_back({std::move(body), ask.key});
        }
        auto outcomes = client_.quotes().createBatch(items, single(stop));
        if (!outcomes && asks.size() > 1 && isTooMuch(outcomes.error()))
            return std::nullopt;
        if (!outcomes)
            return failure(std::move(outcomes.error()));
        return *std::move(outcomes);
    }

    static bool isTooMuch(const Error& error) {
        constexpr int kContentTooLarge = 413;
        return error.httpStatus == kContentTooLarge ||
               std::ranges::any_of(error.fields, [](const FieldError& field) {
                   return field.pointer == "/items" && field.code == "too_many_items";
               });
    }

    static CallOptions single(const std::stop_token& stop) {
        CallOptions options;
        options.stop = stop;
        options.retry = RetryPolicy::singleAttempt();
        return options;
    }

    PacerView takeOver(const BudgetStatus& budget) const {
        const std::chrono::seconds window(
            std::clamp(budget.windowSeconds, kNoTime, kLongestWindow));
        const std::chrono::seconds left(
            std::clamp(budget.resetSeconds, kNoTime, std::int64_t{window.count()}));
        const WallTime ends = client_.clock().wallNow() + left;
        client_.gate(Budget::Orders)
            .recall({{{budget.policy, budget.limit, window, budget.remaining, ends}}});
        PacerView view = client_.gate(Budget::Orders).view();
        view.quota = budget.limit;
        view.remaining = budget.remaining;
        view.window = window;
        view.windowEnds = client_.clock().now() + left;
        view.fromServer = true;
        return view;
    }

    static Result<QuoteAnswer> quoteAnswer(const QuoteOutcome& outcome) {
        QuoteAnswer answer;
        if (const auto* quote = std::get_if<Quote>(&outcome)) {
            const auto expires = parseTimestamp(quote->expiresAt);
            if (!expires) {
                return failure(
                    localError(ErrorCode::InvalidResponse,
                               {messages::ledger::quoteExpiryUnreadable(quote->expiresAt)}));
            }
            answer.offer = QuoteOffer{quote->id.str(),
                                      quote->total.amount,
                                      quote->total.currency,
                                      *expires,
                                      parseTimestamp(quote->createdAt),
                                      quote->equivalents};
        } else if (const auto* order = std::get_if<Order>(&outcome)) {
            answer.existing = placedOrder(*order);
        } else {
            const auto& refusal = std::get<QuoteRefusal>(outcome);
            Error error = localError(refusal.code, refusal.message);
            error.rawCode = refusal.rawCode;
            error.httpStatus = refusal.status;
            error.fields = refusal.fields;
            answer.refusal = std::move(error);
        }
        return answer;
    }

    Client client_;
    std::atomic<std::size_t> itemsPerCall_ = kMaxQuoteItems;
};

} // namespace

std::shared_ptr<OrderService> serviceOver(const Client& client) {
    return std::make_shared<ClientService>(client);
}

} // namespace leadsheet::submit
