// SPDX-License-Identifier: Apache-2.0
#include "domain/order_state.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

namespace {

// Each table is in the order of its enumeration.
constexpr std::array<std::string_view, kOrderStatuses.size()> kStatusNames = {
    "pending_review", "in_progress", "info_requested", "delivered",
    "cancelled",      "rejected",    "failed",         "refunded",
};
constexpr std::array<std::string_view, kPaymentStatuses.size()> kPaymentNames = {
    "held", "captured", "partially_refunded", "refunded", "released",
};
constexpr std::array<std::string_view, kOrderActions.size()> kActionNames = {
    "approve", "request_info", "reply",   "cancel", "reject",
    "ingest",  "deliver_part", "deliver", "fail",   "refund",
};
constexpr std::array<std::string_view, kOrderActions.size()> kEventTypes = {
    "order.approved", "order.info_requested", "order.replied",        "order.cancelled",
    "order.rejected", "order.ingested",       "order.part_delivered", "order.delivered",
    "order.failed",   "order.refunded",
};

template <class Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N>& names, std::string_view text) {
    const auto found = std::ranges::find(names, text);
    if (found == names.end())
        return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

} // namespace

std::string_view name(OrderStatus status) {
    return kStatusNames[static_cast<std::size_t>(status)];
}
std::string_view name(PaymentStatus status) {
    return kPaymentNames[static_cast<std::size_t>(status)];
}
std::string_view name(OrderAction action) {
    return kActionNames[static_cast<std::size_t>(action)];
}
std::string_view name(Actor actor) {
    return actor == Actor::Admin ? "admin" : "customer";
}

std::string_view eventType(OrderAction action) {
    return kEventTypes[static_cast<std::size_t>(action)];
}

std::optional<OrderStatus> orderStatusFromName(std::string_view text) {
    return find<OrderStatus>(kStatusNames, text);
}

std::optional<PaymentStatus> paymentStatusFromName(std::string_view text) {
    return find<PaymentStatus>(kPaymentNames, text);
}

} // namespace leadsheet::server::domain
