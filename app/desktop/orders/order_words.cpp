// SPDX-License-Identifier: Apache-2.0
#include "order_words.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/app/order_money.hpp"
#include "leadsheet/timestamp.hpp"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(OrderWords)
};

struct Named {
    const char* name;
    const char* word;
};

constexpr Named kFields[] = {
    {"leadCount", QT_TRANSLATE_NOOP("OrderWords", "Leads wanted")},
    {"industries", QT_TRANSLATE_NOOP("OrderWords", "Industries")},
    {"jobTitles", QT_TRANSLATE_NOOP("OrderWords", "Job titles")},
    {"locations", QT_TRANSLATE_NOOP("OrderWords", "Locations")},
    {"seniorities", QT_TRANSLATE_NOOP("OrderWords", "Seniorities")},
    {"departments", QT_TRANSLATE_NOOP("OrderWords", "Departments")},
    {"companySizes", QT_TRANSLATE_NOOP("OrderWords", "Company sizes")},
    {"technologies", QT_TRANSLATE_NOOP("OrderWords", "Technologies")},
    {"keywords", QT_TRANSLATE_NOOP("OrderWords", "Keywords")},
    {"searchUrl", QT_TRANSLATE_NOOP("OrderWords", "Search address")},
    {"source", QT_TRANSLATE_NOOP("OrderWords", "Source")},
    {"domains", QT_TRANSLATE_NOOP("OrderWords", "Domains")},
    {"linkedinUrls", QT_TRANSLATE_NOOP("OrderWords", "LinkedIn pages")},
    {"maxPerCompany", QT_TRANSLATE_NOOP("OrderWords", "At most per company")},
    {"categories", QT_TRANSLATE_NOOP("OrderWords", "Categories")},
    {"radiusKm", QT_TRANSLATE_NOOP("OrderWords", "Radius in km")},
    {"minRating", QT_TRANSLATE_NOOP("OrderWords", "Rating at least")},
    {"hasWebsite", QT_TRANSLATE_NOOP("OrderWords", "With a website")},
    {"seedDomains", QT_TRANSLATE_NOOP("OrderWords", "Similar to")},
    {"requireEmail", QT_TRANSLATE_NOOP("OrderWords", "E-mail required")},
    {"requirePhone", QT_TRANSLATE_NOOP("OrderWords", "Phone required")},
    {"excludeDomains", QT_TRANSLATE_NOOP("OrderWords", "Without domains")},
    {"excludeOwned", QT_TRANSLATE_NOOP("OrderWords", "Without leads owned already")},
    {"externalRef", QT_TRANSLATE_NOOP("OrderWords", "Your reference")},
    {"notes", QT_TRANSLATE_NOOP("OrderWords", "Notes")},
    {"autoDeliver", QT_TRANSLATE_NOOP("OrderWords", "Delivered by itself")},
};

constexpr Named kEvents[] = {
    {"order.created", QT_TRANSLATE_NOOP("OrderWords", "Ordered")},
    {"order.approved", QT_TRANSLATE_NOOP("OrderWords", "Approved")},
    {"order.info_requested", QT_TRANSLATE_NOOP("OrderWords", "The service asked")},
    {"order.replied", QT_TRANSLATE_NOOP("OrderWords", "Answered")},
    {"order.ingested", QT_TRANSLATE_NOOP("OrderWords", "Leads came in")},
    {"order.part_delivered", QT_TRANSLATE_NOOP("OrderWords", "A part was delivered")},
    {"order.delivered", QT_TRANSLATE_NOOP("OrderWords", "Delivered")},
    {"order.rejected", QT_TRANSLATE_NOOP("OrderWords", "Rejected")},
    {"order.cancelled", QT_TRANSLATE_NOOP("OrderWords", "Cancelled")},
    {"order.refunded", QT_TRANSLATE_NOOP("OrderWords", "Refunded")},
    {"order.failed", QT_TRANSLATE_NOOP("OrderWords", "Failed")},
};

QString valueWord(const QJsonValue& value) {
    if (value.isBool())
        return value.toBool() ? Words::tr("yes") : Words::tr("no");
    if (value.isDouble()) {
        const double real = value.toDouble();
        const auto whole = static_cast<qint64>(real);
        return static_cast<double>(whole) == real ? number(whole) : language().toString(real);
    }
    QStringList parts;
    if (value.isArray())
        for (const QJsonValue part : value.toArray())
            parts << valueWord(part);
    else if (value.isObject())
        for (const QString& key : value.toObject().keys())
            parts << QStringLiteral("%1: %2").arg(key, valueWord(value.toObject().value(key)));
    else
        return value.toString();
    return parts.join(QStringLiteral(", "));
}

} // namespace

OrderLook lookOf(OrderStatus status) {
    switch (status) {
    case OrderStatus::PendingReview:
        return {Words::tr("Waiting for Review"), QLatin1String("queued"), Tone::Neutral};
    case OrderStatus::InProgress:
        return {Words::tr("In Work"), QLatin1String("play"), Tone::Info};
    case OrderStatus::InfoRequested:
        return {Words::tr("Needs Your Answer"), QLatin1String("reply"), Tone::Warn};
    case OrderStatus::Delivered:
        return {Words::tr("Delivered"), QLatin1String("placed"), Tone::Good};
    case OrderStatus::Rejected:
        return {Words::tr("Rejected"), QLatin1String("error"), Tone::Bad};
    case OrderStatus::Cancelled:
        return {Words::tr("Cancelled"), QLatin1String("skipped"), Tone::Muted};
    case OrderStatus::Failed:
        return {Words::tr("Failed"), QLatin1String("error"), Tone::Bad};
    case OrderStatus::Refunded:
        return {Words::tr("Refunded"), QLatin1String("money"), Tone::Muted};
    case OrderStatus::Unknown:
        break;
    }
    return {Words::tr("Unknown"), QLatin1String("unknown"), Tone::Muted};
}

OrderLook lookOf(const Order& order) {
    OrderLook look = lookOf(order.status);
    if (order.status == OrderStatus::Unknown)
        look.word = text(order.statusText);
    return look;
}

QString paymentWord(PaymentStatus payment) {
    switch (payment) {
    case PaymentStatus::Held:
        return Words::tr("held");
    case PaymentStatus::Captured:
        return Words::tr("charged");
    case PaymentStatus::PartiallyRefunded:
        return Words::tr("refunded in part");
    case PaymentStatus::Refunded:
        return Words::tr("refunded");
    case PaymentStatus::Released:
        return Words::tr("released");
    case PaymentStatus::Unknown:
        break;
    }
    return Words::tr("unknown");
}

QString eventWord(const OrderEvent& event) {
    for (const Named& named : kEvents)
        if (event.type == named.name)
            return Words::tr(named.word);
    return text(event.type);
}

WallTime wallNow() {
    return std::chrono::time_point_cast<WallTime::duration>(std::chrono::system_clock::now());
}

QString timeText(const std::string& rfc3339, WallTime now) {
    const auto time = parseTimestamp(rfc3339);
    return time ? clockText(*time, now) : text(rfc3339);
}

QList<QPair<QString, QString>> requestWords(const std::string& request) {
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(request)).object();
    QList<QPair<QString, QString>> words;
    for (const Named& named : kFields)
        if (const auto value = object.value(QLatin1String(named.name)); !value.isUndefined())
            words.append({Words::tr(named.word), valueWord(value)});
    for (auto it = object.begin(); it != object.end(); ++it) {
        const bool known =
            it.key() == QLatin1String("scrapingOption") ||
            std::any_of(std::begin(kFields), std::end(kFields),
                        [&](const Named& named) { return it.key() == QLatin1String(named.name); });
        if (!known)
            words.append({it.key(), valueWord(it.value())});
    }
    return words;
}

Money heldOf(const Order& order) {
    const auto sums = app::moneyOf(order);
    return {sums ? sums->held : 0, order.price.value_or(Money()).currency};
}

bool canCancel(const Order& order) {
    return order.status == OrderStatus::PendingReview || order.status == OrderStatus::InfoRequested;
}

} // namespace leadsheet::desktop
