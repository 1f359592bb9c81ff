// SPDX-License-Identifier: Apache-2.0
#include "customer_records.hpp"

#include "../shell/words.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/timestamp.hpp"

#include <algorithm>

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

bool hasEnded(const KeyRecord& key) {
    const auto end = key.expiresAt ? parseTimestamp(*key.expiresAt) : std::nullopt;
    return end && *end <= wallNow();
}

} // namespace

Look standingLook(bool suspended) {
    return suspended ? Look{CustomerModel::tr("Suspended"), QLatin1String("pause"), Tone::Warn}
                     : Look{CustomerModel::tr("Active"), QLatin1String("placed"), Tone::Good};
}

QString nameOf(const AdminAccount& account) {
    return text(account.name.empty() ? account.id.str() : account.name);
}

CustomerModel::CustomerModel(QObject* parent)
    : PagedModel(parent) {
    add(tr("Account"), {{letters(22)}, false, letters(10)}, nameOf);
    addState(tr("Status"), {{standingLook(true).word, standingLook(false).word}, true},
             [](const AdminAccount& account) { return standingLook(account.suspended); });
    addNumber(tr("Available"), {{money(9'999'999'99, "USD")}},
              [](const AdminAccount& account) { return money(account.available); });
    addNumber(tr("Held"), {{money(999'999'99, "USD")}},
              [](const AdminAccount& account) { return money(account.held); });
    add(tr("Created"), {{clockText(WallTime{}, wallNow())}, false, letters(5), 1},
        [](const AdminAccount& account) { return timeText(account.createdAt, wallNow()); });
    add(tr("Account id"), {{letters(28)}, false, letters(8), 1},
        [](const AdminAccount& account) { return text(account.id.str()); });
}

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

CustomerKeyModel::CustomerKeyModel(QObject* parent)
    : RecordModel(parent) {
    add(tr("Key"), {{letters(16)}, false, letters(8)},
        [](const KeyRecord& key) { return text(key.name); });
    add(tr("Ends in"), {{QStringLiteral("WWWW")}},
        [](const KeyRecord& key) { return text(key.last4); });
    addState(tr("Status"), {{tr("Replaced"), tr("Revoked"), tr("Expired"), tr("Active")}, true},
             [this](const KeyRecord& key) { return lookOf(key); });
}

void CustomerKeyModel::setKeys(std::vector<KeyRecord> keys) {
    std::stable_partition(keys.begin(), keys.end(), works);
    setRows(std::move(keys));
}

bool CustomerKeyModel::isReplaced(const KeyRecord& key) const {
    return std::any_of(rows().begin(), rows().end(),
                       [&](const KeyRecord& other) { return other.predecessor == key.id; });
}

bool CustomerKeyModel::works(const KeyRecord& key) {
    return !key.revokedAt && !hasEnded(key);
}

Look CustomerKeyModel::lookOf(const KeyRecord& key) const {
    if (key.revokedAt)
        return {tr("Revoked"), QLatin1String("stop"), Tone::Neutral};
    if (hasEnded(key))
        return {tr("Expired"), QLatin1String("stop"), Tone::Neutral};
    if (isReplaced(key))
        return {tr("Replaced"), QLatin1String("redo"), Tone::Warn};
    return {tr("Active"), QLatin1String("placed"), Tone::Good};
}

} // namespace leadsheet::desktop
