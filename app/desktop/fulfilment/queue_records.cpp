// SPDX-License-Identifier: Apache-2.0
#include "queue_records.hpp"

#include "../orders/order_records.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

#include <QCoreApplication>
#include <QSaveFile>

namespace leadsheet::desktop {
namespace {

struct QueueWords {
    Q_DECLARE_TR_FUNCTIONS(Queue)
};

constexpr std::int64_t kLargestPage = 1000;

using AdminOrderPage = leadsheet::Page<AdminOrder>;

Result<AdminOrderPage> readOne(const AdminOrders& orders, const OrderNumber& number,
                               const CallOptions& call) {
    AdminOrderPage found;
    auto order = orders.get(number, call);
    if (order)
        found.items.push_back(*std::move(order));
    else if (!order.error().is(ErrorCode::NotFound))
        return failure(order.error());
    return found;
}

QStringList queueNames() {
    QStringList names;
    for (const Queue queue : kQueues)
        names << lookOf(queue).word;
    return names;
}

/// A file that appears when it is complete, started over with each transfer.
class SavedFile final : public ByteSink {
public:
    explicit SavedFile(const QString& target)
        : target_(target) {}

    bool restart() override {
        file_ = std::make_unique<QSaveFile>(target_);
        good_ = file_->open(QIODevice::WriteOnly);
        return good_;
    }
    bool write(std::string_view bytes) override {
        const auto size = static_cast<qint64>(bytes.size());
        good_ = good_ && file_->write(bytes.data(), size) == size;
        return good_;
    }
    bool commit() {
        good_ = good_ && file_ != nullptr && file_->commit();
        return good_;
    }
    bool good() const { return good_; }

private:
    QString target_;
    std::unique_ptr<QSaveFile> file_;
    bool good_ = true;
};

bool sharesStatus(Queue queue) {
    return queue == Queue::InWork || queue == Queue::Ready;
}

} // namespace

OrderStatus statusOf(Queue queue) {
    switch (queue) {
    case Queue::NeedsInfo:
        return OrderStatus::InfoRequested;
    case Queue::InWork:
    case Queue::Ready:
        return OrderStatus::InProgress;
    case Queue::Delivered:
        return OrderStatus::Delivered;
    case Queue::New:
        break;
    }
    return OrderStatus::PendingReview;
}

bool belongs(const AdminOrder& order, Queue queue) {
    return order.order.status == statusOf(queue) &&
           (!sharesStatus(queue) || order.ingested.final == (queue == Queue::Ready));
}

Look lookOf(Queue queue) {
    struct Known {
        const char* word;
        QLatin1String icon;
        Tone tone;
    };
    constexpr std::array kLooks{
        Known{QT_TRANSLATE_NOOP("Queue", "New"), QLatin1String("queued"), Tone::Neutral},
        Known{QT_TRANSLATE_NOOP("Queue", "Needs Info"), QLatin1String("reply"), Tone::Warn},
        Known{QT_TRANSLATE_NOOP("Queue", "In Progress"), QLatin1String("play"), Tone::Info},
        Known{QT_TRANSLATE_NOOP("Queue", "Ready"), QLatin1String("check"), Tone::Info},
        Known{QT_TRANSLATE_NOOP("Queue", "Delivered"), QLatin1String("placed"), Tone::Good},
    };
    const Known& look = kLooks.at(static_cast<std::size_t>(queue));
    return {QueueWords::tr(look.word), look.icon, look.tone};
}

Look operatorLook(const AdminOrder& order) {
    for (const Queue queue : kQueues)
        if (belongs(order, queue))
            return lookOf(queue);
    return lookOf(order.order);
}

QString accountOf(const AdminOrder& order) {
    return text(order.accountName.empty() ? order.account.str() : order.accountName);
}

QueueModel::QueueModel(QObject* parent)
    : PagedModel(parent) {
    add(tr("Order"), {{kSampleOrderNumber}},
        [](const AdminOrder& full) { return text(full.order.number.str()); });
    // What is spare stands in the pane as well, and leaves its room to the money.
    addState(tr("Status"), {queueNames(), true}, operatorLook);
    add(tr("Account"), {{letters(22)}, false, letters(6)}, accountOf);
    addNumber(tr("Leads"), {{number(50'000)}, false, {}, 1},
              [](const AdminOrder& full) { return number(full.order.leadCount); });
    addNumber(tr("Ingested"), {{number(50'000)}, false, {}, 1},
              [](const AdminOrder& full) { return number(full.ingested.accepted); });
    addNumber(tr("Delivered"), deliveredColumn(),
              [](const AdminOrder& full) { return deliveredWord(full.order); });
    addNumber(tr("Price"), {{money(9'999'99, "USD")}}, [](const AdminOrder& full) {
        return full.order.price ? money(*full.order.price) : QString();
    });
    addNumber(tr("Charged"), {{money(9'999'99, "USD")}},
              [](const AdminOrder& full) { return chargedWord(full.order); });
    add(tr("Ordered"), {{clockText(WallTime{}, wallNow())}, false, letters(5), 1},
        [](const AdminOrder& full) { return timeText(full.order.createdAt, wallNow()); });
    add(tr("Product"), {sayProducts(), false, letters(8), 1},
        [](const AdminOrder& full) { return sayProduct(full.order.product); });
}

Result<AdminOrderPage> readQueue(const Client& client, const QueueQuery& query, PageOptions page,
                                 const CallOptions& call) {
    const AdminOrders orders = client.admin().orders();
    AdminOrderFilter filter;
    filter.status = statusOf(query.queue);
    if (!query.search.isEmpty()) {
        const std::string search = query.search.toStdString();
        if (const auto number = OrderNumber::parse(search); number && search.starts_with("LS-"))
            return readOne(orders, *number, call);
        const auto account = AccountId::parse(search);
        if (!account)
            return AdminOrderPage(); // no account has such an id
        filter.account = *account;
    }
    if (sharesStatus(query.queue))
        page.limit = kLargestPage;
    for (;;) {
        auto found = orders.list(filter, page, call);
        if (!found)
            return found;
        std::erase_if(found->items,
                      [&](const AdminOrder& order) { return !belongs(order, query.queue); });
        if (!found->items.empty() || !found->hasMore || !found->nextCursor ||
            found->nextCursor == page.cursor)
            return found;
        page.cursor = found->nextCursor;
    }
}

Result<QueueCounts> countQueues(const Client& client, const CallOptions& call) {
    QueueCounts counts;
    for (const OrderStatus status :
         {OrderStatus::PendingReview, OrderStatus::InfoRequested, OrderStatus::InProgress}) {
        AdminOrderFilter filter;
        filter.status = status;
        LEADSHEET_TRY(const auto page,
                      client.admin().orders().list(filter, {kLargestPage, {}}, call));
        for (const Queue queue : kQueues) {
            if (statusOf(queue) != status)
                continue;
            QueueCount& count = counts[queue];
            count.more = page.hasMore;
            for (const AdminOrder& order : page.items)
                if (belongs(order, queue))
                    ++count.orders;
        }
    }
    return counts;
}

Result<std::uint64_t> saveOrderLeads(const Connected& at, const OrderNumber& number,
                                     const QString& file, const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    const bool lines = file.endsWith(QLatin1String(".ndjson"), Qt::CaseInsensitive) ||
                       file.endsWith(QLatin1String(".jsonl"), Qt::CaseInsensitive);
    SavedFile sink(file);
    auto bytes = at.client->admin().orders().exportLeads(
        number, lines ? LeadFileFormat::Ndjson : LeadFileFormat::Csv, {}, sink, call);
    const bool written = bytes ? sink.commit() : sink.good();
    if (!written)
        return failure(localError(ErrorCode::StorageError, "The file cannot be written."));
    return bytes;
}

} // namespace leadsheet::desktop
