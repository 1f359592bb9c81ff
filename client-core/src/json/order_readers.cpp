// SPDX-License-Identifier: Apache-2.0
#include "json/readers.hpp"

#include <array>

namespace leadsheet {
namespace {

template <class Enum>
struct Name {
    Enum value;
    std::string_view text;
};

constexpr std::array kStatuses = {
    Name<OrderStatus>{OrderStatus::PendingReview, "pending_review"},
    Name<OrderStatus>{OrderStatus::InProgress, "in_progress"},
    Name<OrderStatus>{OrderStatus::InfoRequested, "info_requested"},
    Name<OrderStatus>{OrderStatus::Delivered, "delivered"},
    Name<OrderStatus>{OrderStatus::Rejected, "rejected"},
    Name<OrderStatus>{OrderStatus::Cancelled, "cancelled"},
    Name<OrderStatus>{OrderStatus::Failed, "failed"},
    Name<OrderStatus>{OrderStatus::Refunded, "refunded"},
};
constexpr std::array kPayments = {
    Name<PaymentStatus>{PaymentStatus::Held, "held"},
    Name<PaymentStatus>{PaymentStatus::Captured, "captured"},
    Name<PaymentStatus>{PaymentStatus::PartiallyRefunded, "partially_refunded"},
    Name<PaymentStatus>{PaymentStatus::Refunded, "refunded"},
    Name<PaymentStatus>{PaymentStatus::Released, "released"},
};

template <class Enum, std::size_t n>
std::string_view nameOf(const std::array<Name<Enum>, n>& names, Enum value) {
    for (const auto& name : names)
        if (name.value == value)
            return name.text;
    return "unknown";
}

template <class Enum, std::size_t n>
Enum valueOf(const std::array<Name<Enum>, n>& names, std::string_view text) {
    for (const auto& name : names)
        if (name.text == text)
            return name.value;
    return Enum::Unknown;
}

} // namespace

std::string_view toString(OrderStatus status) {
    return nameOf(kStatuses, status);
}

std::string_view toString(PaymentStatus status) {
    return nameOf(kPayments, status);
}

OrderStatus orderStatusFromName(std::string_view name) {
    return valueOf(kStatuses, name);
}

PaymentStatus paymentStatusFromName(std::string_view name) {
    return valueOf(kPayments, name);
}

bool Order::isEndedWithoutDelivery() const {
    switch (status) {
    case OrderStatus::Rejected:
    case OrderStatus::Cancelled:
    case OrderStatus::Failed:
    case OrderStatus::Refunded:
        return true;
    case OrderStatus::Unknown:
    case OrderStatus::PendingReview:
    case OrderStatus::InProgress:
    case OrderStatus::InfoRequested:
    case OrderStatus::Delivered:
        return false;
    }
    return false;
}

namespace detail {

std::optional<EquivalentOrders> readEquivalents(const Decoder& in) {
    const auto list = in.optional("equivalentOrders");
    if (!list)
        return {};
    EquivalentOrders found;
    for (const Decoder& entry : list->elements()) {
        EquivalentOrder order;
        order.orderNumber = entry.required("orderNumber").text();
        order.createdAt = entry.textOr("createdAt");
        order.status = entry.textOr("status");
        if (const auto count = entry.optional("leadCount"))
            order.leadCount = count->integer(0);
        if (auto total = entry.optionalMoney("total")) {
            order.total = total->amount;
            order.currency = std::move(total->currency);
        }
        order.match = entry.textOr("match", "same");
        order.keyLast4 = entry.textOr("keyLast4");
        found.orders.push_back(std::move(order));
    }
    if (const auto more = in.optional("moreEquivalentOrders"))
        found.more = more->integer(0);
    return found;
}

std::optional<Order> readOrder(const Decoder& in) {
    auto number = in.required("order_number").id<OrderNumber>();
    if (!number)
        return {};
    Order order(std::move(*number));
    order.statusText = in.required("status").text();
    order.status = orderStatusFromName(order.statusText);
    order.payment = paymentStatusFromName(in.textOr("paymentStatus"));
    order.product = in.textOr("scrapingOption");
    if (const auto count = in.optional("leadCount"))
        order.leadCount = count->integer(0);
    if (const auto request = in.optional("request"))
        order.request = request->json();
    order.mark = in.textOr("mark");
    order.price = in.optionalMoney("price");
    order.captured = in.optionalMoney("captured");
    order.refunded = in.optionalMoney("refunded");
    order.unitPriceMicros = in.optionalInteger("unitPriceMicros");
    if (const auto quote = in.optional("quoteId"))
        order.quote = quote->id<QuoteId>();
    order.externalRef = in.optionalText("externalRef");
    order.idempotencyKey = in.optionalText("idempotencyKey");
    order.question = in.optionalText("question");
    order.deliveredLeads = in.optionalInteger("deliveredLeads");
    order.version = in.optionalInteger("version").value_or(0);
    if (const auto flag = in.optional("autoDeliver"))
        order.autoDeliver = flag->boolean();
    order.createdAt = in.textOr("createdAt");
    order.updatedAt = in.textOr("updatedAt");
    order.deliveredAt = in.optionalText("deliveredAt");
    order.equivalents = readEquivalents(in).value_or(EquivalentOrders());
    return in.failed() ? std::nullopt : std::optional(std::move(order));
}

std::optional<OrderEvent> readOrderEvent(const Decoder& in) {
    OrderEvent event;
    event.sequence = in.required("seq").integer(0);
    event.type = in.required("type").text();
    event.at = in.required("at").text();
    event.status = orderStatusFromName(in.textOr("status"));
    event.version = in.optionalInteger("version").value_or(0);
    event.actor = in.textOr("actor");
    event.message = in.optionalText("message");
    return in.failed() ? std::nullopt : std::optional(std::move(event));
}

std::optional<Quote> readQuote(const Decoder& in) {
    auto id = in.required("id").id<QuoteId>();
    if (!id)
        return {};
    Quote quote(std::move(*id));
    quote.product = in.textOr("scrapingOption");
    quote.leadCount = in.required("leadCount").integer(0);
    quote.total = in.required("total").money();
    if (const auto request = in.optional("request"))
        quote.request = request->json();
    quote.unitPriceMicros = in.optionalInteger("unitPriceMicros");
    quote.createdAt = in.textOr("createdAt");
    quote.expiresAt = in.required("expiresAt").text();
    quote.equivalents = readEquivalents(in);
    return in.failed() ? std::nullopt : std::optional(std::move(quote));
}

namespace {

std::optional<QuoteOutcome> readRefusal(const Decoder& in) {
    QuoteRefusal refusal;
    refusal.rawCode = in.required("code").text();
    refusal.code = contract::errorCodeFromName(refusal.rawCode).value_or(ErrorCode::Unknown);
    if (const auto status = in.optional("status"))
        refusal.status = static_cast<int>(status->integer(0, 999));
    refusal.message = in.textOr("detail", in.textOr("title"));
    if (const auto retryable = in.optional("retryable"))
        refusal.retryable = retryable->boolean();
    if (const auto errors = in.optional("errors"))
        for (const Decoder& entry : errors->elements())
            refusal.fields.push_back(
                {entry.textOr("pointer"), entry.textOr("code"), entry.textOr("detail")});
    return in.failed() ? std::nullopt : std::optional<QuoteOutcome>(std::move(refusal));
}

} // namespace

std::optional<QuoteOutcome> readQuoteOutcome(const Decoder& in) {
    if (const auto existing = in.optional("existingOrder")) {
        auto order = readOrder(*existing);
        return order ? std::optional<QuoteOutcome>(std::move(*order)) : std::nullopt;
    }
    if (const auto problem = in.optional("problem"))
        return readRefusal(*problem);
    auto quote = readQuote(in.required("quote"));
    return quote ? std::optional<QuoteOutcome>(std::move(*quote)) : std::nullopt;
}

} // namespace detail
} // namespace leadsheet
