// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

struct QueueWords {
    Q_DECLARE_TR_FUNCTIONS(Queue)
};

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

bool sharesStatus(Queue queue) {
    return queue == Queue::InWork || queue == Queue::Ready;
}

bool belongs(const AdminOrder& order, Queue queue) {
    return order.order.status == statusOf(queue) &&
           (!sharesStatus(queue) || order.ingested.final == (queue == Queue::Ready));
}

OrderLook lookOf(Queue queue) {
    switch (queue) {
    case Queue::NeedsInfo:
        return {QueueWords::tr("Needs Info"), QLatin1String("reply"), Tone::Warn};
    case Queue::InWork:
        return {QueueWords::tr("In Work"), QLatin1String("play"), Tone::Info};
    case Queue::Ready:
        return {QueueWords::tr("Ready"), QLatin1String("check"), Tone::Info};
    case Queue::Delivered:
        return {QueueWords::tr("Delivered"), QLatin1String("placed"), Tone::Good};
    case Queue::New:
        break;
    }
    return {QueueWords::tr("New"), QLatin1String("queued"), Tone::Neutral};
}

OrderLook operatorLook(const AdminOrder& order) {
    for (const Queue queue : kQueues)
        if (belongs(order, queue))
            return lookOf(queue);
    return lookOf(order.order);
}

} // namespace leadsheet::desktop
