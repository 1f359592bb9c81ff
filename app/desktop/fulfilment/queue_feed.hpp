// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/page_feed.hpp"
#include "queue_model.hpp"
#include "queue_pages.hpp"

namespace leadsheet::desktop {

/// The feed of a queue; asks with admin keys only.
class QueueFeed : public PageFeed {
    Q_OBJECT

public:
    QueueFeed(AccountSession& session, QueueModel& model, QObject* parent = nullptr);

    void askFor(const QueueQuery& query);
    const QueueQuery& query() const { return query_; }

protected:
    bool serves(const Connected& at) const override { return at.admin; }

private:
    void askForQueue();

    QueueModel& model_;
    QueueQuery query_;
};

} // namespace leadsheet::desktop
