// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/order_steps.hpp"

#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/leads.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/long_work.hpp"
#include "api/order_json.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/text_check.hpp"
#include "orders/steps.hpp"

#include <boost/json.hpp>
#include <cmath>
#include <map>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using Kind = domain::TransitionError::Kind;
using contract::ErrorCode;

constexpr std::size_t kMaxTextCharacters = 2'000;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

void readText(const json::value& value, const StepMembers& members, StepBody& body,
              std::vector<FieldError>& errors) {
    const std::string pointer = "/" + std::string(members.text);
    if (!value.is_string()) {
        errors.push_back({pointer, "wrong_type", "Must be a string."});
        return;
    }
    body.text = trimmed(std::string_view(value.get_string()));
    if (domain::hasControlCharacters(body.text))
        errors.push_back({pointer, "invalid_characters", "Control characters are not allowed."});
    if (domain::codePoints(std::string_view(value.get_string())) > kMaxTextCharacters) {
        errors.push_back({pointer, "too_long",
                          "At most " + std::to_string(kMaxTextCharacters) + " characters."});
    }
}

void readVersion(const json::value& value, StepBody& body, std::vector<FieldError>& errors) {
    const double* large = value.if_double(); // past 64 bits
    if (value.is_uint64() || (large != nullptr && std::trunc(*large) == *large))
        errors.push_back({"/expectedVersion", "out_of_range", "No order has such a version."});
    else if (!value.is_int64())
        errors.push_back({"/expectedVersion", "wrong_type", "Must be a whole number."});
    else if (value.get_int64() < 1)
        errors.push_back({"/expectedVersion", "out_of_range", "Must be at least 1."});
    else
        body.expectedVersion = value.get_int64();
}

void readAmount(const json::value& value, StepBody& body, std::vector<FieldError>& errors) {
    body.amount = domain::checkMoney(value, "/amount", errors);
    if (body.amount && *body.amount < 1)
        errors.push_back({"/amount/amount", "out_of_range", "Must be at least 1."});
}

void readPart(const json::value& value, StepBody& body, std::vector<FieldError>& errors) {
    if (value.is_bool())
        body.part = value.get_bool();
    else
        errors.push_back({"/part", "wrong_type", "Must be true or false."});
}

Outcome refusal(const orders::OrderStepResult& result, std::string_view verb) {
    const std::string state(domain::name(result.order->status));
    switch (result.refusal->kind) {
    case Kind::AmountTooEarly: {
        const std::string detail = "The order is " + state +
                                   ", not delivered: a refund ends it and gives everything back, "
                                   "what its parts captured too. Leave amount out.";
        return refuse(ErrorCode::ValidationFailed, detail, {{"/amount", "not_allowed", detail}});
    }
    case Kind::RefundTooLarge: {
        const std::string detail =
            "At most " + moneyText(result.refusal->limit) + " can be refunded.";
        return refuse(ErrorCode::ValidationFailed, detail,
                      {{"/amount/amount", "out_of_range", detail}});
    }
    case Kind::NothingCaptured:
        return refuse(ErrorCode::InvalidTransition,
                      "The order is " + state +
                          ", and nothing of its price is captured or left "
                          "to refund.");
    case Kind::LeadsHandedOver:
        return refuse(
            ErrorCode::InvalidTransition,
            "The order is " + state + ", but " + std::to_string(result.order->delivered) +
                " of its leads were handed over already, so it cannot be cancelled. "
                "Answer the question with a reply, or ask the operator to end the order.");
    case Kind::NothingStaged:
        return refuse(ErrorCode::InvalidTransition,
                      "The order is " + state +
                          ", but has no leads that wait to be delivered. Ingest some first, or "
                          "deliver without \"part\" to end it.");
    case Kind::WrongActor:
    case Kind::InvalidTransition:
    case Kind::InvalidAmount:
        break;
    }
    return refuse(ErrorCode::InvalidTransition,
                  "An order that is " + state + " cannot be " + std::string(verb) + ".");
}

Outcome answer(store::Reader& reader, const orders::OrderStepResult& result, std::string_view verb,
               OrderRenderer render) {
    switch (result.outcome) {
    case orders::OrderStepResult::Outcome::NotFound:
        return notFound();
    case orders::OrderStepResult::Outcome::VersionConflict:
        return refuse(ErrorCode::VersionConflict, "The order has version " +
                                                      std::to_string(result.order->version) +
                                                      " by now. Read it again, then decide.");
    case orders::OrderStepResult::Outcome::Refused:
        return refusal(result, verb);
    case orders::OrderStepResult::Outcome::Publishing:
    case orders::OrderStepResult::Outcome::Done:
        break;
    }
    Reply reply;
    reply.body = render(reader, *result.order);
    reply.headers.push_back({"ETag", entityTag(*result.order)});
    return reply;
}

/// What was kept when the delivery ended, which is what a repetition is answered with: the order
/// may have gone on since.
Outcome answerLater(store::Reader& reader, const Exchange& exchange, const orders::OrderStep& step,
                    OrderRenderer render) {
    if (auto kept = replayOf(reader, exchange); kept && *kept) {
        Reply reply;
        reply.body = std::move((*kept)->body);
        store::Order order;
        order.version = boost::json::parse(reply.body).at("version").as_int64();
        reply.headers.push_back({"ETag", entityTag(order)});
        return reply;
    }
    const auto order = reader.findOrder(step.number);
    return answer(reader, {orders::OrderStepResult::Outcome::Done, order, std::nullopt},
                  "delivered", render);
}

} // namespace

tl::expected<StepBody, Problem> readStepBody(const Exchange& exchange, const StepMembers& members) {
    StepBody body;
    std::vector<FieldError> errors;
    if (exchange.body && !exchange.body->is_object()) {
        return refuse(ErrorCode::ValidationFailed, "The body must be a JSON object.",
                      {{"", "wrong_type", "Must be an object."}});
    }
    if (exchange.body) {
        for (const auto& member : exchange.body->get_object()) {
            if (!members.text.empty() && member.key() == members.text)
                readText(member.value(), members, body, errors);
            else if (members.amount && member.key() == "amount")
                readAmount(member.value(), body, errors);
            else if (members.part && member.key() == "part")
                readPart(member.value(), body, errors);
            else if (member.key() == "expectedVersion")
                readVersion(member.value(), body, errors);
            else
                errors.push_back({domain::childPointer("", std::string_view(member.key())),
                                  "unknown_member", "There is no such member here."});
        }
    }
    if (members.textRequired && body.text.empty() && errors.empty()) {
        errors.push_back(
            {"/" + std::string(members.text), "required", "Must be given and not empty."});
    }
    if (!errors.empty()) {
        const std::string detail = errors.front().pointer + ": " + errors.front().detail;
        return refuse(ErrorCode::ValidationFailed, detail, std::move(errors));
    }
    SERVER_TRY(const auto version, ifMatch(exchange));
    if (version) {
        if (body.expectedVersion && body.expectedVersion != version) {
            return refuse(ErrorCode::ValidationFailed,
                          "expectedVersion and If-Match name different versions.",
                          {{"/expectedVersion", "conflict", "Contradicts If-Match."}});
        }
        body.expectedVersion = version;
    }
    return body;
}

orders::OrderStep stepBy(const Exchange& exchange, domain::OrderAction action,
                         domain::Actor actor) {
    orders::OrderStep step;
    step.number = store::OrderNumber(exchange.parameter(0));
    if (actor == domain::Actor::Customer)
        step.owner = exchange.caller->account.id;
    step.action = action;
    step.actor = actor;
    step.key = exchange.caller->key.id;
    step.now = exchange.now;
    return step;
}

namespace {

/// The account whose order it is; the caller's where there is none, as nothing but the answer is
/// written then.
store::StoreResult<store::WriteScope> scopeOf(Context& context, const Exchange& exchange,
                                              const orders::OrderStep& step) {
    if (step.owner)
        return *step.owner;
    SERVER_TRY(const auto order, context.store->read([&](store::Reader& reader) {
        return reader.findOrder(step.number);
    }));
    return order ? order->account : exchange.caller->account.id;
}

} // namespace

Outcome actBesideDelivery(Context& context, Exchange& exchange, const store::OrderNumber& number,
                          const store::WriteScope& scope,
                          const std::function<Outcome(store::Tx& tx, bool& publishing)>& act) {
    while (true) {
        bool publishing = false;
        const auto once = [&](store::Tx& tx) -> Outcome {
            publishing = false;
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            Outcome outcome = act(tx, publishing);
            if (!publishing)
                keepOutcome(tx, exchange, outcome);
            return outcome;
        };
        Outcome outcome = writeOutcome(context, exchange, once, scope);
        if (!publishing)
            return outcome;
        if (auto problem = awaitDelivery(context, exchange, number))
            return tl::make_unexpected(std::move(*problem));
    }
}

Outcome runStep(Context& context, Exchange& exchange, const orders::OrderStep& step,
                std::string_view verb, OrderRenderer render) {
    SERVER_TRY(const auto scope, stored(context, exchange, scopeOf(context, exchange, step)));
    return actBesideDelivery(
        context, exchange, step.number, scope, [&](store::Tx& tx, bool& publishing) {
            const auto result = orders::performStep(tx, step);
            publishing = result.outcome == orders::OrderStepResult::Outcome::Publishing;
            return answer(tx, result, verb, render);
        });
}

Outcome runDelivery(Context& context, Exchange& exchange, const orders::OrderStep& step,
                    OrderRenderer render) {
    using Stepped = orders::OrderStepResult::Outcome;
    std::optional<store::AnswerClaim> claim;
    if (exchange.idempotencyKey)
        claim = {exchange.caller->account.id, std::string(exchange.operation().id),
                 *exchange.idempotencyKey, exchange.fingerprint};
    SERVER_TRY(const auto scope, stored(context, exchange, scopeOf(context, exchange, step)));
    while (true) {
        orders::DeliveryStart start;
        const auto begin = [&](store::Tx& tx) -> Outcome {
            start = {};
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            start = orders::startDelivery(tx, step, claim, render);
            Outcome begun = answer(tx, start.result, "delivered", render);
            if (!begun)
                keepOutcome(tx, exchange, begun);
            return begun;
        };
        Outcome outcome = writeOutcome(context, exchange, begin, scope);
        if (!outcome || start.result.outcome != Stepped::Publishing)
            return outcome;
        if (auto problem = awaitDelivery(context, exchange, step.number))
            return tl::make_unexpected(std::move(*problem));
        if (!start.begun)
            continue;
        return readOutcome(context, exchange, [&](store::Reader& reader) {
            return answerLater(reader, exchange, step, render);
        });
    }
}

namespace {

using domain::OrderAction;

/// Names of accounts, each looked up once.
class AccountNames {
public:
    explicit AccountNames(store::Reader& reader)
        : reader_(reader) {}
    const std::string& of(const store::AccountId& id) {
        const auto [place, isNew] = names_.try_emplace(id);
        if (isNew) {
            if (const auto account = reader_.findAccount(id))
                place->second = account->name;
        }
        return place->second;
    }

private:
    store::Reader& reader_;
    std::map<store::AccountId, std::string> names_;
};

orders::OrderStep adminStep(const Exchange& exchange, OrderAction action, const StepBody& body) {
    orders::OrderStep step = stepBy(exchange, action, domain::Actor::Admin);
    step.expectedVersion = body.expectedVersion;
    return step;
}

/// A step that says nothing but the version it expects.
Outcome bareStep(Context& context, Exchange& exchange, OrderAction action, std::string_view verb) {
    SERVER_TRY(const auto body, readStepBody(exchange, {}));
    return runStep(context, exchange, adminStep(exchange, action, body), verb, adminOrderBody);
}

Outcome stepWithReason(Context& context, Exchange& exchange, OrderAction action,
                       std::string_view verb) {
    SERVER_TRY(const auto body, readStepBody(exchange, {.text = "reason", .textRequired = true}));
    orders::OrderStep step = adminStep(exchange, action, body);
    step.reason = body.text;
    step.dataJson = json::serialize(json::object{{"reason", body.text}});
    return runStep(context, exchange, step, verb, adminOrderBody);
}

// POST /v1/admin/orders/{n}/...: what fulfilment does to an order (contract section 6). One
// transaction each for the order, its money, the event and the kept answer.
Outcome approveOrder(Context& context, Exchange& exchange) {
    return bareStep(context, exchange, OrderAction::Approve, "approved");
}

Outcome rejectOrder(Context& context, Exchange& exchange) {
    return stepWithReason(context, exchange, OrderAction::Reject, "rejected");
}

Outcome requestOrderInfo(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto body, readStepBody(exchange, {.text = "question", .textRequired = true}));
    orders::OrderStep step = adminStep(exchange, OrderAction::RequestInfo, body);
    step.question = body.text;
    step.dataJson = json::serialize(json::object{{"question", body.text}});
    return runStep(context, exchange, step, "asked about", adminOrderBody);
}

Outcome deliverOrder(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto body, readStepBody(exchange, {.part = true}));
    const auto action = body.part ? OrderAction::DeliverPart : OrderAction::Deliver;
    return runDelivery(context, exchange, adminStep(exchange, action, body), adminOrderBody);
}

Outcome failOrder(Context& context, Exchange& exchange) {
    return stepWithReason(context, exchange, OrderAction::Fail, "given up");
}

Outcome refundOrder(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto body,
               readStepBody(exchange, {.text = "reason", .textRequired = true, .amount = true}));
    orders::OrderStep step = adminStep(exchange, OrderAction::Refund, body);
    step.reason = body.text;
    step.refund = body.amount;
    step.describe = [reason = body.text](const domain::Transition& move) {
        json::object data{{"reason", reason}};
        if (move.refund > 0)
            data["amount"] = moneyJson(move.refund);
        if (move.release > 0 || move.refund == 0)
            data["released"] = moneyJson(move.release);
        return json::serialize(data);
    };
    return runStep(context, exchange, step, "refunded", adminOrderBody);
}

Outcome listAdminOrders(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto filter, readOrderFilter(exchange));
    SERVER_TRY(const auto account, readAccountFilter(exchange));
    const std::string filters =
        orderFilterText(filter) + (account ? account->str() : std::string());
    const auto find = [&](store::Reader& reader, const PageRequest& page) {
        AccountNames names(reader);
        return pageContent(reader.listOrders(account, filter, page.after, page.limit,
                                             store::Direction::OldestFirst),
                           [&](const store::Order& order) {
                               return adminOrderJson(order, names.of(order.account));
                           });
    };
    return answerPage(context, exchange, "admin orders", filters, find);
}

Outcome getAdminOrder(Context& context, Exchange& exchange) {
    const store::OrderNumber number(exchange.parameter(0));
    return readOutcome(context, exchange, [&](store::Reader& reader) -> Outcome {
        const auto order = reader.findOrder(number);
        if (!order)
            return notFound();
        Reply reply;
        reply.body =
            json::serialize(adminOrderJson(*order, AccountNames(reader).of(order->account)));
        reply.headers.push_back({"ETag", entityTag(*order)});
        return reply;
    });
}

Outcome listAdminEvents(Context& context, Exchange& exchange) {
    return answerEvents(context, exchange, std::nullopt);
}

} // namespace

void addAdminOrderHandlers(HandlerTable& table) {
    table.add("listAdminOrders", BodyKind::None, listAdminOrders,
              {"status", "accountId", "createdAfter", "limit", "cursor"});
    table.add("getAdminOrder", BodyKind::None, getAdminOrder);
    table.add("listAdminOrderEvents", BodyKind::None, listAdminEvents, {"limit", "cursor"});
    table.add("approveOrder", BodyKind::OptionalJson, approveOrder);
    table.add("rejectOrder", BodyKind::Json, rejectOrder);
    table.add("requestOrderInfo", BodyKind::Json, requestOrderInfo);
    table.add("deliverOrder", BodyKind::OptionalJson, deliverOrder);
    table.add("failOrder", BodyKind::Json, failOrder);
    table.add("refundOrder", BodyKind::Json, refundOrder);
    table.add("exportOrderLeads", BodyKind::None, exportOrderLeads, {"format", "fields"});
}

} // namespace leadsheet::server::api
