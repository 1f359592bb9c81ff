// SPDX-License-Identifier: Apache-2.0
#include "customer_feed.hpp"

namespace leadsheet::desktop {

CustomerFeed::CustomerFeed(AccountSession& session, CustomerModel& model, QObject* parent)
    : PageFeed(session, model, parent)
    , model_(model) {
    askAgain();
}

void CustomerFeed::askFor(const CustomerQuery& query) {
    if (query == query_)
        return;
    query_ = query;
    askAgain();
}

void CustomerFeed::askAgain() {
    ask([model = &model_, query = query_](const Connected& at, const PageOptions& page,
                                          const CallOptions& call) -> Result<FeedPage> {
        auto found = readCustomers(*at.client, query, page, call);
        if (!found)
            return failure(found.error());
        return feedPage(*model, *std::move(found));
    });
}

} // namespace leadsheet::desktop
