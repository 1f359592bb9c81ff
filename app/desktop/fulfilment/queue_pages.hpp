// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "queue.hpp"

#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <QString>

#include <map>

namespace leadsheet {
class Client;
}

namespace leadsheet::desktop {

/// What the list of orders is of.
struct QueueQuery {
    Queue queue = Queue::New;
    /// An order number finds that order in whatever state; all else is the id of an account, whose
    /// orders in the queue are meant. Empty = every account.
    QString search;
    friend bool operator==(const QueueQuery&, const QueueQuery&) = default;
};

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

} // namespace leadsheet::desktop
