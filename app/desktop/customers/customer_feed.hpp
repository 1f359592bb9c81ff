// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../paging/page_feed.hpp"
#include "customer_model.hpp"
#include "customer_pages.hpp"

namespace leadsheet::desktop {

/// The feed of the accounts of the service; asks with admin keys only.
class CustomerFeed : public PageFeed {
    Q_OBJECT

public:
    CustomerFeed(AccountSession& session, CustomerModel& model, QObject* parent = nullptr);

    void askFor(const CustomerQuery& query);
    const CustomerQuery& query() const { return query_; }

protected:
    bool serves(const Connected& at) const override { return at.admin; }

private:
    void askAgain();

    CustomerModel& model_;
    CustomerQuery query_;
};

} // namespace leadsheet::desktop
