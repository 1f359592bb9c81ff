// SPDX-License-Identifier: Apache-2.0
#include "act_preview.hpp"

#include "../shell/words.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

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
        return PreviewWords::tr("%Ln order(s) go into work. No money moves: %1 stay held.", "",
                                orders)
            .arg(sums.kept.words());
    case OperatorAct::Ask:
        return PreviewWords::tr("%Ln order(s) wait until the customer has answered. No money "
                                "moves: %1 stay held.",
                                "", orders)
            .arg(sums.kept.words());
    case OperatorAct::Deliver:
        return PreviewWords::tr("%Ln order(s) are handed over: %1 are charged, and %2 of what is "
                                "held go back to the customer.",
                                "", orders)
            .arg(sums.charged.words(), sums.released.words());
    case OperatorAct::Refund:
        if (sums.released.isZero())
            return PreviewWords::tr("Refund %1 for %Ln order(s).", "", orders)
                .arg(sums.refunded.words());
        if (sums.refunded.isZero())
            return PreviewWords::tr("%Ln order(s) end before delivery: %1 that are held go back "
                                    "to the customer. Nothing was charged.",
                                    "", orders)
                .arg(sums.released.words());
        return PreviewWords::tr("Refund %1 that were charged and give back %2 that are held, for "
                                "%Ln order(s).",
                                "", orders)
            .arg(sums.refunded.words(), sums.released.words());
    case OperatorAct::Reject:
        return PreviewWords::tr("%Ln order(s) are refused for good: %1 that are held go back to "
                                "the customer.",
                                "", orders)
            .arg(sums.released.words());
    case OperatorAct::GiveUp:
        return PreviewWords::tr("%Ln order(s) are given up for good: %1 that are held go back to "
                                "the customer.",
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
        return PreviewWords::tr("Ask about %Ln Order(s)", "", orders);
    case OperatorAct::Deliver:
        return PreviewWords::tr("Deliver %Ln Order(s), Charge %1", "", orders)
            .arg(sums.charged.words());
    case OperatorAct::Refund: {
        Sum both = sums.refunded;
        if (both.isZero())
            both = sums.released;
        else if (!sums.released.isZero())
            return PreviewWords::tr("Give Money Back for %Ln Order(s)", "", orders);
        return PreviewWords::tr("Refund %1 for %Ln Order(s)", "", orders).arg(both.words());
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

QString actLabel(OperatorAct act) {
    switch (act) {
    case OperatorAct::Ask:
        return PreviewWords::tr("Request Info…");
    case OperatorAct::Deliver:
        return PreviewWords::tr("Deliver…");
    case OperatorAct::Refund:
        return PreviewWords::tr("Refund…");
    case OperatorAct::Reject:
        return PreviewWords::tr("Reject…");
    case OperatorAct::GiveUp:
        return PreviewWords::tr("Give Up…");
    case OperatorAct::Approve:
        break;
    }
    return PreviewWords::tr("Approve…");
}

QString actTitle(OperatorAct act) {
    switch (act) {
    case OperatorAct::Ask:
        return PreviewWords::tr("Request Info");
    case OperatorAct::Deliver:
        return PreviewWords::tr("Deliver Orders");
    case OperatorAct::Refund:
        return PreviewWords::tr("Refund Orders");
    case OperatorAct::Reject:
        return PreviewWords::tr("Reject Orders");
    case OperatorAct::GiveUp:
        return PreviewWords::tr("Give Up Orders");
    case OperatorAct::Approve:
        break;
    }
    return PreviewWords::tr("Approve Orders");
}

QString textLabel(OperatorAct act) {
    if (!needsText(act))
        return {};
    return act == OperatorAct::Ask ? PreviewWords::tr("Question, which the customer reads")
                                   : PreviewWords::tr("Reason, which the customer reads");
}

QLatin1String actIcon(OperatorAct act) {
    switch (act) {
    case OperatorAct::Ask:
        return QLatin1String("reply");
    case OperatorAct::Deliver:
        return QLatin1String("placed");
    case OperatorAct::Refund:
        return QLatin1String("money");
    case OperatorAct::Reject:
        return QLatin1String("close");
    case OperatorAct::GiveUp:
        return QLatin1String("stop");
    case OperatorAct::Approve:
        break;
    }
    return QLatin1String("play");
}

} // namespace leadsheet::desktop
