// SPDX-License-Identifier: Apache-2.0
#include "customer_pages.hpp"

#include "../shell/words.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_accounts.hpp"

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kLargestPage = 1000;

using CustomerPage = leadsheet::Page<AdminAccount>;

bool matches(const AdminAccount& account, const CustomerQuery& query) {
    if (query.standing != Standing::Any &&
        account.suspended != (query.standing == Standing::Suspended))
        return false;
    return query.search.isEmpty() || text(account.id.str()) == query.search ||
           text(account.name).contains(query.search, Qt::CaseInsensitive);
}

} // namespace

Result<CustomerPage> readCustomers(const Client& client, const CustomerQuery& query,
                                   PageOptions page, const CallOptions& call) {
    const AdminAccounts accounts = client.admin().accounts();
    if (!(query == CustomerQuery()))
        page.limit = kLargestPage;
    for (;;) {
        auto found = accounts.list(page, call);
        if (!found)
            return found;
        std::erase_if(found->items,
                      [&](const AdminAccount& account) { return !matches(account, query); });
        if (!found->items.empty() || !found->hasMore || !found->nextCursor ||
            found->nextCursor == page.cursor)
            return found;
        page.cursor = found->nextCursor;
    }
}

} // namespace leadsheet::desktop
