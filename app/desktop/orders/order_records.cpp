// SPDX-License-Identifier: Apache-2.0
#include "order_records.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <limits>

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
    {"excludeDomains", QT_TRANSLATE_NOOP("OrderWords", "Exclude domains")},
    {"excludeOwned", QT_TRANSLATE_NOOP("OrderWords", "Exclude leads you own")},
    {"externalRef", QT_TRANSLATE_NOOP("OrderWords", "Your reference")},
    {"notes", QT_TRANSLATE_NOOP("OrderWords", "Notes")},
    {"autoDeliver", QT_TRANSLATE_NOOP("OrderWords", "Automatic delivery")},
};

constexpr Named kEvents[] = {
    {"order.created", QT_TRANSLATE_NOOP("OrderWords", "Ordered")},
    {"order.approved", QT_TRANSLATE_NOOP("OrderWords", "Approved")},
    {"order.info_requested", QT_TRANSLATE_NOOP("OrderWords", "The service asked")},
    {"order.replied", QT_TRANSLATE_NOOP("OrderWords", "Answered")},
    {"order.ingested", QT_TRANSLATE_NOOP("OrderWords", "Leads arrived")},
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

CallOptions callOf(const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    return call;
}

/// The same act on the same version is the same request, however often it is sent.
IdempotencyKey stepKey(const char* step, const Order& order) {
    return *IdempotencyKey::parse(std::string("desktop-") + step + "-" + order.number.str() + "-" +
                                  std::to_string(order.version));
}

/// All pages of an order's history, by the orders of a customer or of an operator.
template <class Resource>
Result<std::vector<OrderEvent>> allEvents(const Resource& orders, const OrderNumber& number,
                                          const std::stop_token& stop) {
    std::vector<OrderEvent> all;
    PageOptions page;
    for (;;) {
        LEADSHEET_TRY(auto events, orders.events(number, page, callOf(stop)));
        all.insert(all.end(), events.items.begin(), events.items.end());
        if (!events.hasMore || !events.nextCursor || events.nextCursor == page.cursor)
            return all;
        page.cursor = events.nextCursor;
    }
}

Result<OrderStory> storyOf(const Connected& at, Result<Order> order, const std::stop_token& stop) {
    if (!order)
        return failure(order.error());
    LEADSHEET_TRY(auto events, allEvents(at.client->orders(), order->number, stop));
    return OrderStory{*std::move(order), std::move(events)};
}

/// What came of a step. Where no answer came, the order as it is now says whether it was done.
template <class Done>
Result<OrderStory> cameOf(const Connected& at, Result<Order> answer, const Order& shown, Done done,
                          const std::stop_token& stop) {
    if (answer) {
        auto story = storyOf(at, answer, stop);
        // It was done, whether or not its history can be read.
        if (!story)
            return OrderStory{*std::move(answer), {}};
        return story;
    }
    if (answer.error().certainty != Certainty::Unknown)
        return failure(answer.error());
    auto now = storyOf(at, at.client->orders().get(shown.number, callOf(stop)), stop);
    if (!now)
        return failure(answer.error());
    if (done(*now))
        return now;
    Error notDone = answer.error();
    notDone.certainty = Certainty::NotApplied;
    return failure(notDone);
}

Result<std::optional<submit::RowRef>> rowOf(const submit::Ledger& ledger, const Connected& at,
                                            const Order& order, const std::stop_token& stop) {
    LEADSHEET_TRY(const auto runs, ledger.runs(std::numeric_limits<std::int32_t>::max()));
    submit::RowFilter filter;
    filter.states = {submit::RowState::Placed, submit::RowState::AlreadyOrdered};
    for (const submit::RunInfo& run : runs) {
        if (!submit::isSameAccount(run.spec.account, at.ref))
            continue;
        submit::RowReader reader(ledger, run.id, filter);
        for (;;) {
            if (stop.stop_requested())
                return failure(localError(ErrorCode::Cancelled, "Stopped."));
            LEADSHEET_TRY(const auto rows, reader.next());
            if (rows.empty())
                break;
            for (const submit::RowRecord& row : rows)
                if (row.orderNumber == order.number.str())
                    return std::optional(row.ref);
        }
    }
    return std::optional<submit::RowRef>();
}

QVariant valueOf(std::int64_t value) {
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

QStringList statusWords() {
    QStringList words;
    for (const OrderStatus status : kListedStatuses)
        words << lookOf(status).word;
    return words;
}

} // namespace

Look lookOf(OrderStatus status) {
    switch (status) {
    case OrderStatus::PendingReview:
        return {Words::tr("Waiting for Review"), QLatin1String("queued"), Tone::Neutral};
    case OrderStatus::InProgress:
        return {Words::tr("In Progress"), QLatin1String("play"), Tone::Info};
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

Look lookOf(const Order& order) {
    Look look = lookOf(order.status);
    if (order.status == OrderStatus::Unknown)
        look.word = text(order.statusText);
    return look;
}

QString paymentWord(PaymentStatus payment) {
    constexpr std::array kWords{
        QT_TRANSLATE_NOOP("OrderWords", "unknown"),
        QT_TRANSLATE_NOOP("OrderWords", "held"),
        QT_TRANSLATE_NOOP("OrderWords", "charged"),
        QT_TRANSLATE_NOOP("OrderWords", "partly refunded"),
        QT_TRANSLATE_NOOP("OrderWords", "refunded"),
        QT_TRANSLATE_NOOP("OrderWords", "released"),
    };
    return Words::tr(kWords.at(static_cast<std::size_t>(payment)));
}

QString eventWord(const OrderEvent& event) {
    for (const Named& named : kEvents)
        if (event.type == named.name)
            return Words::tr(named.word);
    return text(event.type);
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

QString moneyPart(const Order& order, std::int64_t app::OrderMoney::*part) {
    const auto sums = app::moneyOf(order);
    return sums ? money(*sums.*part, order.price->currency) : QStringLiteral("–");
}

Money heldOf(const Order& order) {
    const auto sums = app::moneyOf(order);
    return {sums ? sums->held : 0, order.price.value_or(Money()).currency};
}

std::int64_t takenBy(const Order& order) {
    const auto sums = app::moneyOf(order);
    return sums ? sums->held + sums->charged - sums->refunded : 0;
}

namespace {

QString partWord(std::int64_t delivered, std::int64_t wanted) {
    return Words::tr("%1 of %2", "30 of 50 leads").arg(number(delivered), number(wanted));
}

} // namespace

QString deliveredWord(const Order& order) {
    return partWord(order.deliveredLeads.value_or(0), order.leadCount);
}

ColumnContent deliveredColumn() {
    return {{partWord(50'000, 50'000)}, false, partWord(999, 999)};
}

QString chargedWord(const Order& order) {
    const auto sums = app::moneyOf(order);
    return !sums || sums->charged == 0 ? QString() : money(sums->charged, order.price->currency);
}

void OrderTotals::add(const Order& order) {
    ++orders_;
    leads_ += order.leadCount;
    delivered_ += order.deliveredLeads.value_or(0);
    const auto sums = app::moneyOf(order);
    if (sums && currency_.empty())
        currency_ = order.price->currency;
    known_ = known_ && sums && order.price->currency == currency_ && app::add(money_, *sums);
}

QString OrderTotals::words(bool part) const {
    if (orders_ == 0)
        return {};
    const QString leads = (part ? Words::tr("Shown here: %1 leads ordered, %2 delivered")
                                : Words::tr("%1 leads ordered, %2 delivered"))
                              .arg(number(leads_), number(delivered_));
    if (!known_)
        return leads + QLatin1Char('.');
    const QString sums = Words::tr("%1 charged, %2 held")
                             .arg(money(money_.charged, currency_), money(money_.held, currency_));
    return leads + QStringLiteral("; ") + sums + QLatin1Char('.');
}

bool canCancel(const Order& order) {
    const bool open =
        order.status == OrderStatus::PendingReview || order.status == OrderStatus::InfoRequested;
    return open && order.deliveredLeads.value_or(0) == 0;
}

OrderModel::OrderModel(QObject* parent)
    : PagedModel(parent) {
    add(tr("Order"), {{kSampleOrderNumber}},
        [](const Order& order) { return text(order.number.str()); });
    // Beside the pane there is room for what was delivered and charged, and for what tells orders
    // apart; what is spare stands in the pane as well.
    constexpr int kTellsApart = 1;
    constexpr int kSaysMore = 2;
    addState(tr("Status"), {statusWords(), true}, [](const Order& order) { return lookOf(order); });
    addNumber(
        tr("Leads"), {{number(50'000)}, false, {}, kSaysMore},
        [](const Order& order) { return number(order.leadCount); },
        [](const Order& order) { return valueOf(order.leadCount); });
    addNumber(tr("Delivered"), deliveredColumn(), deliveredWord,
              [](const Order& order) { return valueOf(order.deliveredLeads.value_or(0)); });
    addNumber(
        tr("Price"), {{money(9'999'99, "USD")}, false, {}, kSaysMore},
        [](const Order& order) { return order.price ? money(*order.price) : QString(); },
        [](const Order& order) { return order.price ? valueOf(order.price->amount) : QVariant(); });
    addNumber(tr("Charged"), {{money(9'999'99, "USD")}}, chargedWord, [](const Order& order) {
        const auto sums = app::moneyOf(order);
        return sums ? valueOf(sums->charged) : QVariant();
    });
    add(
        tr("Ordered"), {{clockText(WallTime{}, wallNow())}, false, letters(6), kTellsApart},
        [](const Order& order) { return timeText(order.createdAt, wallNow()); },
        [](const Order& order) {
            const auto time = parseTimestamp(order.createdAt);
            return time ? valueOf(time->time_since_epoch().count()) : QVariant();
        });
    add(tr("Product"), {sayProducts(), false, letters(6), kSaysMore},
        [](const Order& order) { return sayProduct(order.product); });
    add(
        tr("Reference"), {{letters(12)}, false, letters(6), kTellsApart},
        [](const Order& order) { return order.externalRef ? text(*order.externalRef) : QString(); },
        [](const Order& order) {
            return order.externalRef ? QVariant(text(*order.externalRef)) : QVariant();
        });
    setSearched([](const Order& order) {
        return QStringList{text(order.number.str()),
                           text(order.externalRef.value_or(std::string())),
                           sayProduct(order.product), text(order.product), lookOf(order).word}
            .join(QLatin1Char('\n'));
    });
}

Result<leadsheet::Page<Order>> readOrders(const Client& client, const OrderQuery& query,
                                          PageOptions page, const CallOptions& call) {
    const std::string search = query.search.toStdString();
    if (search.starts_with("LS-")) {
        const auto number = OrderNumber::parse(search);
        const auto order =
            number ? client.orders().get(*number, call) : Result<Order>(failure(number.error()));
        leadsheet::Page<Order> found;
        if (order)
            found.items.push_back(*order);
        else if (!order.error().is(ErrorCode::NotFound))
            return failure(order.error());
        return found;
    }
    OrderFilter filter;
    filter.status = query.status;
    if (!search.empty())
        filter.externalRef = search;
    return client.orders().list(filter, page, call);
}

Result<OrderStory> readStory(const Connected& at, const OrderNumber& number,
                             const std::stop_token& stop) {
    return storyOf(at, at.client->orders().get(number, callOf(stop)), stop);
}

Result<std::vector<OrderEvent>> readEventsOf(const AdminOrders& orders, const OrderNumber& number,
                                             const std::stop_token& stop) {
    return allEvents(orders, number, stop);
}

Result<OrderStory> replyTo(const Connected& at, const Order& shown, const std::string& message,
                           const std::stop_token& stop) {
    return cameOf(
        at,
        at.client->orders().reply(shown.number, message, stepKey("reply", shown), shown.version,
                                  callOf(stop)),
        shown,
        [&](const OrderStory& now) {
            return std::any_of(now.events.begin(), now.events.end(), [&](const OrderEvent& event) {
                return event.type == "order.replied" && event.version > shown.version &&
                       event.message == message;
            });
        },
        stop);
}

Result<OrderStory> cancelOrder(const Connected& at, const Order& shown,
                               const std::stop_token& stop) {
    return cameOf(
        at,
        at.client->orders().cancel(shown.number, {}, stepKey("cancel", shown), shown.version,
                                   callOf(stop)),
        shown, [](const OrderStory& now) { return now.order.status == OrderStatus::Cancelled; },
        stop);
}

Result<std::optional<submit::RunId>> planAgain(const Connected& at, const Order& order,
                                               const std::stop_token& stop) {
    std::error_code ignored;
    if (!std::filesystem::exists(at.ledgerFile, ignored))
        return std::optional<submit::RunId>();
    LEADSHEET_TRY(auto ledger, submit::Ledger::open(at.ledgerFile));
    LEADSHEET_TRY(const auto row, rowOf(ledger, at, order, stop));
    if (!row)
        return std::optional<submit::RunId>();
    LEADSHEET_TRY(const auto lock, ledger.lock());
    const std::array<std::int64_t, 1> ordinals{(row)->ordinal};
    LEADSHEET_TRY(auto run, ledger.orderAgain(submit::RunId{(row)->run}, ordinals, lock));
    return std::optional(run);
}

} // namespace leadsheet::desktop
