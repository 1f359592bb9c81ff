// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/orders.hpp"

#include "leadsheet/try.hpp"
#include "resource/typed_call.hpp"
#include "json/text.hpp"

namespace leadsheet {
namespace {

constexpr const char* kPath = "/v1/orders";

detail::Call createCall(const OrderBody& body, const IdempotencyKey& key) {
    detail::Call call;
    call.operation = "createOrder";
    call.method = "POST";
    call.path = kPath;
    call.body = body.bytes();
    call.key = key;
    call.budget = Budget::Orders;
    return call;
}

detail::Reader createReader(std::optional<CreatedOrder>& created) {
    return [&created](const detail::Answer& answer) -> std::optional<std::string> {
        const auto body = detail::Decoder::parse(answer.response.body);
        auto order = detail::readOrder(body);
        if (!order)
            return detail::problemOf(body);
        const bool replayed = answer.response.header("idempotent-replayed") == "true";
        created = CreatedOrder{std::move(*order), replayed, answer.requestId, answer.attempts};
        return {};
    };
}

detail::Call listCall(const OrderFilter& filter, const PageOptions& page) {
    auto parameters = detail::pageParameters(page);
    detail::addFilter(parameters, "status", filter.status);
    detail::addFilter(parameters, "idempotencyKey", filter.idempotencyKey);
    detail::addFilter(parameters, "externalRef", filter.externalRef);
    detail::addFilter(parameters, "mark", filter.mark);
    detail::addFilter(parameters, "createdAfter", filter.createdAfter);
    detail::addFilter(parameters, "search", filter.search);
    detail::Call call;
    call.operation = "listOrders";
    call.path = kPath;
    call.query = detail::encodeQuery(parameters);
    return call;
}

detail::Call stepCall(const char* operation, const char* step, const OrderNumber& number,
                      std::string_view member, std::string_view text, const IdempotencyKey& key,
                      std::optional<std::int64_t> expectedVersion) {
    detail::Call call;
    call.operation = operation;
    call.method = "POST";
    call.path = detail::pathOf(kPath, number, "/") + step;
    call.key = key;
    call.body = "{";
    if (!text.empty()) {
        detail::appendJsonString(call.body, member);
        call.body += ":";
        detail::appendJsonString(call.body, text);
    }
    if (expectedVersion) {
        call.body += text.empty() ? "" : ",";
        call.body += "\"expectedVersion\":" + std::to_string(*expectedVersion);
    }
    call.body += "}";
    return call;
}

} // namespace

Result<CreatedOrder> Orders::create(const OrderBody& body, const IdempotencyKey& key,
                                    const CallOptions& options) const {
    std::optional<CreatedOrder> created;
    LEADSHEET_TRY(const auto answer,
                  runner_->run(createCall(body, key), options, createReader(created)));
    created->attempts = answer.attempts;
    return std::move(*created);
}

CreateAttempt Orders::createOnce(const OrderBody& body, const IdempotencyKey& key,
                                 const CallOptions& options, PaceTicket ticket) const {
    std::optional<CreatedOrder> created;
    auto once = runner_->runOnce(createCall(body, key), options, ticket, createReader(created));
    if (!once.result)
        return {once.attempt, failure(std::move(once.result.error()))};
    return {once.attempt, std::move(*created)};
}

Result<Order> Orders::get(const OrderNumber& number, const CallOptions& options) const {
    return detail::typedCall<Order>(*runner_,
                                    detail::getCall("getOrder", detail::pathOf(kPath, number)),
                                    options, detail::readOrder);
}

Result<std::optional<Order>> Orders::findByIdempotencyKey(const IdempotencyKey& key,
                                                          const CallOptions& options) const {
    OrderFilter filter;
    filter.idempotencyKey = key;
    PageOptions two;
    two.limit = 2;
    LEADSHEET_TRY(auto page, list(filter, two, options));
    // A server that ignored the filter must not make a stranger's order look like this key's.
    for (Order& order : page.items)
        if (!order.idempotencyKey || *order.idempotencyKey == key.str())
            return std::optional(std::move(order));
    return std::optional<Order>();
}

Result<Page<Order>> Orders::list(const OrderFilter& filter, const PageOptions& page,
                                 const CallOptions& options) const {
    return detail::pageCall<Order>(*runner_, listCall(filter, page), options, detail::readOrder);
}

PageRange<Order> Orders::all(const OrderFilter& filter, const PageOptions& page,
                             const CallOptions& options) const {
    return detail::allPages<Order>(page, [self = *this, filter, options](const PageOptions& next) {
        return self.list(filter, next, options);
    });
}

Result<Order> Orders::reply(const OrderNumber& number, std::string_view message,
                            const IdempotencyKey& key, std::optional<std::int64_t> expectedVersion,
                            const CallOptions& options) const {
    return detail::typedCall<Order>(
        *runner_,
        stepCall("replyToOrder", "reply", number, "message", message, key, expectedVersion),
        options, detail::readOrder);
}

Result<Order> Orders::cancel(const OrderNumber& number, std::string_view reason,
                             const IdempotencyKey& key, std::optional<std::int64_t> expectedVersion,
                             const CallOptions& options) const {
    return detail::typedCall<Order>(
        *runner_, stepCall("cancelOrder", "cancel", number, "reason", reason, key, expectedVersion),
        options, detail::readOrder);
}

Result<Page<OrderEvent>> Orders::events(const OrderNumber& number, const PageOptions& page,
                                        const CallOptions& options) const {
    return detail::pageCall<OrderEvent>(*runner_,
                                        detail::getCall("listOrderEvents",
                                                        detail::pathOf(kPath, number, "/events"),
                                                        detail::pageParameters(page)),
                                        options, detail::readOrderEvent);
}

} // namespace leadsheet
