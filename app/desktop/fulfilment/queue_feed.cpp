// SPDX-License-Identifier: Apache-2.0
#include "queue_feed.hpp"

namespace leadsheet::desktop {

QueueFeed::QueueFeed(AccountSession& session, QueueModel& model, QObject* parent)
    : PageFeed(session, model, parent)
    , model_(model) {
    askForQueue();
}

void QueueFeed::askFor(const QueueQuery& query) {
    if (query == query_)
        return;
    query_ = query;
    askForQueue();
}

void QueueFeed::askForQueue() {
    ask([model = &model_, query = query_](const Connected& at, const PageOptions& page,
                                          const CallOptions& call) -> Result<FeedPage> {
        auto found = readQueue(*at.client, query, page, call);
        if (!found)
            return failure(found.error());
        return feedPage(*model, *std::move(found));
    });
}

} // namespace leadsheet::desktop
