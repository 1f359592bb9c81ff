// SPDX-License-Identifier: Apache-2.0
#include "operator_act.hpp"

#include "../orders/order_records.hpp"
#include "../shell/words.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_orders.hpp"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kMicros = 1'000'000; // of a major unit

/// What ended with something charged: it can be given back in parts.
bool givesBackLater(OrderStatus status) {
    return status == OrderStatus::Delivered || status == OrderStatus::Rejected ||
           status == OrderStatus::Failed;
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

struct PreviewWords {
    Q_DECLARE_TR_FUNCTIONS(ActPreview)
};

/// A sum of money; what cannot be added up stays beside it, so that nothing is hidden.
class Sum {
public:
    void add(const Money& amount) {
        for (Money& part : parts_)
            if (const auto more = part.plus(amount)) {
                part = *more;
                return;
            }
        parts_.push_back(amount);
    }
    bool isZero() const {
        return std::all_of(parts_.begin(), parts_.end(),
                           [](const Money& part) { return part.amount == 0; });
    }
    QString words() const {
        QStringList words;
        for (const Money& part : parts_)
            if (part.amount != 0)
                words << money(part);
        return words.isEmpty() ? money(parts_.empty() ? Money() : parts_.front())
                               : language().createSeparatedList(words);
    }

private:
    std::vector<Money> parts_;
};

struct Sums {
    Sum charged;
    Sum released;
    Sum refunded;
    Sum kept;
};

QString effectWords(OperatorAct act, int orders, const Sums& sums) {
    switch (act) {
    case OperatorAct::Approve:
        return PreviewWords::tr("%Ln order(s) move to In Progress. No money moves: %1 stays held.",
                                "", orders)
            .arg(sums.kept.words());
    case OperatorAct::Ask:
        return PreviewWords::
            tr("%Ln order(s) wait until the customer has answered. No money moves: %1 stays held.",
               "", orders)
                .arg(sums.kept.words());
    case OperatorAct::Deliver:
        return PreviewWords::tr(
                   "%Ln order(s) are delivered: %1 is charged, and %2 of what is held is "
                   "released.",
                   "", orders)
            .arg(sums.charged.words(), sums.released.words());
    case OperatorAct::Refund:
        if (sums.released.isZero())
            return PreviewWords::tr("Refund %1 for %Ln order(s).", "", orders)
                .arg(sums.refunded.words());
        if (sums.refunded.isZero())
            return PreviewWords::tr(
                       "%Ln order(s) end before delivery: %1 that is held is released. "
                       "Nothing was charged.",
                       "", orders)
                .arg(sums.released.words());
        return PreviewWords::tr(
                   "Refund %1 that was charged and release %2 that is held, for %Ln order(s).", "",
                   orders)
            .arg(sums.refunded.words(), sums.released.words());
    case OperatorAct::Reject:
        return PreviewWords::tr("%Ln order(s) are rejected for good: %1 that is held is released.",
                                "", orders)
            .arg(sums.released.words());
    case OperatorAct::GiveUp:
        return PreviewWords::tr("%Ln order(s) are given up for good: %1 that is held is released.",
                                "", orders)
            .arg(sums.released.words());
    }
    return {};
}

QString buttonWords(OperatorAct act, int orders, const Sums& sums) {
    switch (act) {
    case OperatorAct::Approve:
        return PreviewWords::tr("Approve %Ln Order(s)", "", orders);
    case OperatorAct::Ask:
        return PreviewWords::tr("Ask About %Ln Order(s)", "", orders);
    case OperatorAct::Deliver:
        return PreviewWords::tr("Deliver %Ln Order(s), Charge %1", "", orders)
            .arg(sums.charged.words());
    case OperatorAct::Refund: {
        if (sums.refunded.isZero() && !sums.released.isZero())
            return PreviewWords::tr("End %Ln Order(s), Release %1", "", orders)
                .arg(sums.released.words());
        if (!sums.released.isZero())
            return PreviewWords::tr("Give Money Back for %Ln Order(s)", "", orders);
        return PreviewWords::tr("Refund %1 for %Ln Order(s)", "", orders)
            .arg(sums.refunded.words());
    }
    case OperatorAct::Reject:
        return PreviewWords::tr("Reject %Ln Order(s), Release %1", "", orders)
            .arg(sums.released.words());
    case OperatorAct::GiveUp:
        return PreviewWords::tr("Give Up %Ln Order(s), Release %1", "", orders)
            .arg(sums.released.words());
    }
    return {};
}

int countOf(const std::vector<AdminOrder>& orders, bool (*what)(const AdminOrder&)) {
    return forPlural(std::count_if(orders.begin(), orders.end(), what));
}

QString cautionWords(OperatorAct act, const std::vector<AdminOrder>& orders, int leftOut) {
    QStringList words;
    if (leftOut > 0)
        words << PreviewWords::tr("%Ln chosen order(s) are left out: their state does not allow "
                                  "it.",
                                  "", leftOut);
    if (act == OperatorAct::Deliver) {
        if (const int empty = countOf(
                orders, [](const AdminOrder& order) { return order.ingested.accepted == 0; });
            empty > 0)
            words << PreviewWords::tr("%Ln order(s) have no leads: the customer gets nothing and "
                                      "pays nothing.",
                                      "", empty);
        if (const int open = countOf(orders,
                                     [](const AdminOrder& order) {
                                         return order.ingested.accepted > 0 &&
                                                !order.ingested.final;
                                     });
            open > 0)
            words << PreviewWords::tr("The last part of the leads has not arrived for %Ln "
                                      "order(s).",
                                      "", open);
    }
    return words.join(QLatin1Char(' '));
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
        return isNew || inWork || asked || refundable(full).amount > 0;
    }
    return false;
}

bool needsText(OperatorAct act) {
    return act != OperatorAct::Approve && act != OperatorAct::Deliver;
}

Money refundable(const AdminOrder& full) {
    const Order& order = full.order;
    if (!givesBackLater(order.status) || !order.captured)
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
        if (givesBackLater(full.order.status))
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
    return *IdempotencyKey::parse(std::string("desktop-") + faceOf(wish.act).key + "-" +
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

ActPreview previewOf(const ActWish& wish, const std::vector<AdminOrder>& chosen) {
    ActPreview preview;
    Sums sums;
    for (const AdminOrder& order : chosen) {
        if (!allows(order, wish.act))
            continue;
        const MoneyEffect effect = effectOf(order, wish);
        sums.charged.add(effect.charged);
        sums.released.add(effect.released);
        sums.refunded.add(effect.refunded);
        sums.kept.add(effect.kept);
        preview.orders.push_back(order);
    }
    const int orders = forPlural(preview.orders.size());
    preview.effect = effectWords(wish.act, orders, sums);
    preview.button = buttonWords(wish.act, orders, sums);
    preview.caution = cautionWords(wish.act, preview.orders, forPlural(chosen.size()) - orders);
    return preview;
}

ActFace faceOf(OperatorAct act) {
    switch (act) {
    case OperatorAct::Ask:
        return {"ask", "reply", PreviewWords::tr("Request Info…"),
                PreviewWords::tr("Request Info")};
    case OperatorAct::Deliver:
        return {"deliver", "placed", PreviewWords::tr("Deliver…"),
                PreviewWords::tr("Deliver Orders")};
    case OperatorAct::Refund:
        return {"refund", "money", PreviewWords::tr("Refund…"), PreviewWords::tr("Refund Orders")};
    case OperatorAct::Reject:
        return {"reject", "close", PreviewWords::tr("Reject…"), PreviewWords::tr("Reject Orders")};
    case OperatorAct::GiveUp:
        return {"fail", "stop", PreviewWords::tr("Give Up…"), PreviewWords::tr("Give Up Orders")};
    case OperatorAct::Approve:
        break;
    }
    return {"approve", "play", PreviewWords::tr("Approve…"), PreviewWords::tr("Approve Orders")};
}

namespace {

struct DoneSaid {
    Q_DECLARE_TR_FUNCTIONS(ActsDone)
};

} // namespace

QString doneWords(OperatorAct act, int orders) {
    switch (act) {
    case OperatorAct::Ask:
        return DoneSaid::tr("%Ln question(s) were sent.", "", orders);
    case OperatorAct::Deliver:
        return DoneSaid::tr("%Ln order(s) were delivered.", "", orders);
    case OperatorAct::Refund:
        return DoneSaid::tr("Money was given back for %Ln order(s).", "", orders);
    case OperatorAct::Reject:
        return DoneSaid::tr("%Ln order(s) were rejected.", "", orders);
    case OperatorAct::GiveUp:
        return DoneSaid::tr("%Ln order(s) were given up.", "", orders);
    case OperatorAct::Approve:
        break;
    }
    return DoneSaid::tr("%Ln order(s) were approved.", "", orders);
}

QString doneWords(OperatorAct act, const OrderNumber& order) {
    const QString number = text(order.str());
    switch (act) {
    case OperatorAct::Ask:
        return DoneSaid::tr("The question about %1 was sent.").arg(number);
    case OperatorAct::Deliver:
        return DoneSaid::tr("%1 was delivered.").arg(number);
    case OperatorAct::Refund:
        return DoneSaid::tr("The money for %1 was given back.").arg(number);
    case OperatorAct::Reject:
        return DoneSaid::tr("%1 was rejected.").arg(number);
    case OperatorAct::GiveUp:
        return DoneSaid::tr("%1 was given up.").arg(number);
    case OperatorAct::Approve:
        break;
    }
    return DoneSaid::tr("%1 was approved.").arg(number);
}

QString textLabel(OperatorAct act) {
    if (!needsText(act))
        return {};
    return act == OperatorAct::Ask ? PreviewWords::tr("Question, shown to the customer")
                                   : PreviewWords::tr("Reason, shown to the customer");
}

} // namespace leadsheet::desktop
