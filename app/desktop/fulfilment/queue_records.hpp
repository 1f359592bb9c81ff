// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../records/record_feed.hpp"

#include "leadsheet/model/admin.hpp"

#include <QString>

#include <array>
#include <cstdint>
#include <map>
#include <stop_token>

namespace leadsheet::desktop {

/// Where an order waits for the operator.
enum class Queue { New, NeedsInfo, InWork, Ready, Delivered };
inline constexpr std::array kQueues{Queue::New, Queue::NeedsInfo, Queue::InWork, Queue::Ready,
                                    Queue::Delivered};

OrderStatus statusOf(Queue queue);
/// In Work and Ready have the same status: the last part of a Ready order's leads has arrived.
bool belongs(const AdminOrder& order, Queue queue);

Look lookOf(Queue queue);
/// As the operator sees it: a question is with the customer, leads are in or not.
Look operatorLook(const AdminOrder& order);

/// What the list of orders is of.
struct QueueQuery {
    Queue queue = Queue::New;
    /// An order number finds that order in whatever state; all else is the id of an account, whose
    /// orders in the queue are meant. Empty = every account.
    QString search;
    friend bool operator==(const QueueQuery&, const QueueQuery&) = default;
};

/// The feed of a queue; asks with admin keys only.
using QueueFeed = QueryFeed<AdminOrder, QueueQuery>;

/// Orders of all accounts in one queue, oldest first.
class QueueModel : public PagedModel<AdminOrder> {
    Q_OBJECT

public:
    enum Column {
        Number,
        Status,
        Account,
        Ordered,
        TakenIn,
        Delivered,
        Price,
        Charged,
        Created,
        Product
    };

    explicit QueueModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const AdminOrder& order) const override {
        return order.order.number.str();
    }
};

/// The account's name, or its id where it has none.
QString accountOf(const AdminOrder& order);

/// The next orders of a queue, oldest first. Goes on until it has found one or the list is at its
/// end, where the service cannot tell the queue from another. Blocks; any thread but the GUI's.
Result<leadsheet::Page<AdminOrder>> readQueue(const Client& client, const QueueQuery& query,
                                              PageOptions page, const CallOptions& call);

/// How many orders wait; `more` = at least so many.
struct QueueCount {
    std::int64_t orders = 0;
    bool more = false;
    friend bool operator==(const QueueCount&, const QueueCount&) = default;
};
using QueueCounts = std::map<Queue, QueueCount>;

/// Of the queues that wait for somebody, which Delivered does not. Three requests. Blocks.
Result<QueueCounts> countQueues(const Client& client, const CallOptions& call);

/// Writes all leads of an order into a file, complete or not at all: JSON Lines for .ndjson and
/// .jsonl, else CSV as the service writes it. The number of bytes. Blocks; any thread but the
/// GUI's.
Result<std::uint64_t> saveOrderLeads(const Connected& at, const OrderNumber& number,
                                     const QString& file, const std::stop_token& stop);

} // namespace leadsheet::desktop
