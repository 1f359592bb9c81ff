// SPDX-License-Identifier: Apache-2.0
#include "operator_act.hpp"

#include "../orders/order_words.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_orders.hpp"

#include <QCryptographicHash>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kMicros = 1'000'000; // of a major unit

const char* wordOf(OperatorAct act) {
    switch (act) {
    case OperatorAct::Ask:
        return "ask";
    case OperatorAct::Deliver:
        return "deliver";
    case OperatorAct::Refund:
        return "refund";
    case OperatorAct::Reject:
        return "reject";
    case OperatorAct::GiveUp:
        return "fail";
    case OperatorAct::Approve:
        break;
    }
    return "approve";
}

/// What parts were charged.
std::int64_t capturedOf(const Order& order) {
    return order.captured ? order.captured->amount : 0;
}

/// Unit price x min(delivered, ordered), rounded half up once (contract section 5).
std::int64_t captureOf(const AdminOrder& full, const Money& price) {
    const Order& order = full.order;
    if (!order.unitPriceMicros)
        return price.amount;
    std::int64_t perMinor = kMicros;
    for (int i = minorDigits(price.currency); i > 0; --i)
        perMinor /= 10;
    std::int64_t micros = 0;
    if (__builtin_mul_overflow(*order.unitPriceMicros,
                               std::min(full.ingested.accepted, order.leadCount), &micros) ||
        __builtin_add_overflow(micros, perMinor / 2, &micros))
        return price.amount;
    return std::min(micros / perMinor, price.amount);
}

} // namespace

bool allows(const AdminOrder& full, OperatorAct act) {
    const OrderStatus status = full.order.status;
    const bool isNew = status == OrderStatus::PendingReview;
    const bool inWork = status == OrderStatus::InProgress;
    const bool asked = status == OrderStatus::InfoRequested;
    switch (act) {
    case OperatorAct::Approve:
        return isNew;
    case OperatorAct::Ask:
        return isNew || inWork;
    case OperatorAct::Deliver:
    case OperatorAct::GiveUp:
        return inWork;
    case OperatorAct::Reject:
        return isNew || asked;
    case OperatorAct::Refund:
        return isNew || inWork || asked ||
               (status == OrderStatus::Delivered && refundable(full).amount > 0);
    }
    return false;
}

bool needsText(OperatorAct act) {
    return act != OperatorAct::Approve && act != OperatorAct::Deliver;
}

Money refundable(const AdminOrder& full) {
    const Order& order = full.order;
    if (order.status != OrderStatus::Delivered || !order.captured)
        return {0, order.price ? order.price->currency : Money().currency};
    const std::int64_t back = order.refunded ? order.refunded->amount : 0;
    return {std::max<std::int64_t>(order.captured->amount - back, 0), order.captured->currency};
}

MoneyEffect effectOf(const AdminOrder& full, const ActWish& wish) {
    const Money price = full.order.price.value_or(Money());
    const Money none{0, price.currency};
    const Money held = heldOf(full.order);
    switch (wish.act) {
    case OperatorAct::Deliver: {
        const std::int64_t charged = std::clamp<std::int64_t>(
            captureOf(full, price) - capturedOf(full.order), 0, held.amount);
        return {{charged, price.currency}, {held.amount - charged, price.currency}, none, none};
    }
    case OperatorAct::Refund:
        if (full.order.status == OrderStatus::Delivered)
            return {none, none, wish.amount.value_or(refundable(full)), none};
        return {none, held, {capturedOf(full.order), price.currency}, none};
    case OperatorAct::Reject:
    case OperatorAct::GiveUp:
        return {none, held, none, none};
    case OperatorAct::Approve:
    case OperatorAct::Ask:
        break;
    }
    return {none, none, none, held};
}

IdempotencyKey actKey(const Order& order, const ActWish& wish) {
    const std::string words =
        wish.text + '\0' + (wish.amount ? std::to_string(wish.amount->amount) : std::string());
    const QByteArray digest =
        QCryptographicHash::hash(QByteArray::fromStdString(words), QCryptographicHash::Sha256)
            .toHex()
            .left(16);
    return *IdempotencyKey::parse(std::string("desktop-") + wordOf(wish.act) + "-" +
                                  order.number.str() + "-" + std::to_string(order.version) + "-" +
                                  digest.toStdString());
}

Result<AdminOrder> perform(const Client& client, const AdminOrder& shown, const ActWish& wish,
                           const CallOptions& call) {
    const AdminOrders orders = client.admin().orders();
    OrderStep step(shown.order.number, actKey(shown.order, wish));
    step.expectedVersion = shown.order.version;
    switch (wish.act) {
    case OperatorAct::Ask:
        return orders.requestInfo(step, wish.text, call);
    case OperatorAct::Deliver:
        return orders.deliver(step, call);
    case OperatorAct::Refund:
        return orders.refund(step, wish.amount, wish.text, call);
    case OperatorAct::Reject:
        return orders.reject(step, wish.text, call);
    case OperatorAct::GiveUp:
        return orders.fail(step, wish.text, call);
    case OperatorAct::Approve:
        break;
    }
    return orders.approve(step, call);
}

} // namespace leadsheet::desktop
