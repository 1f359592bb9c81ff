// SPDX-License-Identifier: Apache-2.0
#include "store/operations/conditions.hpp"
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

constexpr std::int64_t kTouchEveryMillis = 60'000;

#define LEADSHEET_KEY_COLUMNS                                                                      \
    "k.id, k.account_id, k.type, k.label, k.scopes, k.hash, k.prefix, k.last4, k.created_at,"      \
    " k.expires_at, k.revoked_at, k.predecessor, k.counter_key, k.daily_spend_cap,"                \
    " k.last_used_at, k.seq"
constexpr int kKeyColumns = 16;

std::vector<std::string> splitScopes(std::string_view text) {
    std::vector<std::string> scopes;
    while (!text.empty()) {
        const auto space = text.find(' ');
        scopes.emplace_back(text.substr(0, space));
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
    return scopes;
}

std::string joinScopes(const std::vector<std::string>& scopes) {
    std::string text;
    for (const std::string& scope : scopes)
        text += (text.empty() ? "" : " ") + scope;
    return text;
}

ApiKey keyOf(SqlRows& row) {
    ApiKey key;
    key.id = row.id<KeyId>(0);
    key.account = row.id<AccountId>(1);
    key.type = row.text(2) == domain::name(domain::ApiKeyType::Admin)
                   ? domain::ApiKeyType::Admin
                   : domain::ApiKeyType::Customer;
    key.label = row.text(3);
    key.scopes = splitScopes(row.text(4));
    key.hash = row.digest(5);
    key.prefix = row.text(6);
    key.last4 = row.text(7);
    key.createdAt = row.time(8);
    key.expiresAt = row.optionalTime(9);
    key.revokedAt = row.optionalTime(10);
    key.predecessor = row.optionalId<KeyId>(11);
    key.counterKey = row.id<KeyId>(12);
    key.dailySpendCap = row.optionalInteger(13);
    key.lastUsedAt = row.optionalTime(14);
    key.seq = row.integer(15);
    return key;
}

} // namespace

std::optional<AuthenticatedKey> SqlTx::findKeyByHash(const Digest& hash) {
    const auto rows = session_.query("SELECT " LEADSHEET_KEY_COLUMNS
                                     ", a.name, a.environment, a.suspended, a.created_at, a.seq,"
                                     " a.duplicates, a.duplicate_window"
                                     " FROM api_keys k JOIN accounts a ON a.id = k.account_id"
                                     " WHERE k.hash = $1",
                                     {hash});
    if (!rows->next())
        return std::nullopt;
    ApiKey key = keyOf(*rows);
    if (!domain::constantTimeEqual(key.hash, hash))
        return std::nullopt;
    Account account{key.account,
                    rows->text(kKeyColumns),
                    rows->text(kKeyColumns + 1),
                    rows->boolean(kKeyColumns + 2),
                    rows->time(kKeyColumns + 3),
                    rows->integer(kKeyColumns + 4),
                    policyOf(rows->text(kKeyColumns + 5)),
                    rows->integer(kKeyColumns + 6)};
    return AuthenticatedKey{std::move(key), std::move(account)};
}

std::optional<ApiKey> SqlTx::findKey(const KeyId& id) {
    const auto rows =
        session_.query("SELECT " LEADSHEET_KEY_COLUMNS " FROM api_keys k WHERE k.id = $1", {id});
    if (!rows->next())
        return std::nullopt;
    return keyOf(*rows);
}

std::vector<ApiKey> SqlTx::listKeys(const AccountId& account) {
    const auto rows =
        session_.query("SELECT " LEADSHEET_KEY_COLUMNS
                       " FROM api_keys k WHERE k.account_id = $1 ORDER BY k.created_at, k.id",
                       {account});
    std::vector<ApiKey> keys;
    while (rows->next())
        keys.push_back(keyOf(*rows));
    return keys;
}

Page<ApiKey> SqlTx::pageKeys(const std::optional<AccountId>& account,
                             const std::optional<CursorPosition>& after, int limit) {
    Conditions where;
    if (account)
        where.add("k.account_id = ", *account);
    where.add("k.seq > ", after ? after->major : 0);
    where.append(" ORDER BY k.seq LIMIT ", limit + 1);
    const auto rows = session_.open(
        "SELECT " LEADSHEET_KEY_COLUMNS " FROM api_keys k" + where.text(), where.values());
    Page<ApiKey> page;
    while (rows->next())
        page.rows.push_back(keyOf(*rows));
    if (page.rows.size() > static_cast<std::size_t>(limit)) {
        page.rows.pop_back();
        page.next = {page.rows.back().seq, 0};
    }
    return page;
}

void SqlTx::insertKey(const ApiKey& key) {
    KeyId counterKey = key.counterKey.empty() ? key.id : key.counterKey;
    if (key.predecessor) {
        const auto predecessor = findKey(*key.predecessor);
        if (!predecessor)
            failInternal("the predecessor of a key does not exist");
        counterKey = predecessor->counterKey;
    }
    session_.execute("INSERT INTO api_keys (id, account_id, type, label, scopes, hash, prefix,"
                     " last4, created_at, expires_at, revoked_at, predecessor, counter_key,"
                     " daily_spend_cap, last_used_at, seq)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
                     " (SELECT COALESCE(MAX(seq), 0) + 1 FROM api_keys))",
                     {key.id, key.account, domain::name(key.type), key.label,
                      joinScopes(key.scopes), key.hash, key.prefix, key.last4, key.createdAt,
                      key.expiresAt, key.revokedAt, key.predecessor, counterKey, key.dailySpendCap,
                      key.lastUsedAt});
}

void SqlTx::expireKey(const KeyId& id, Timestamp at) {
    session_.execute("UPDATE api_keys SET expires_at = $2"
                     " WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)",
                     {id, at});
}

void SqlTx::revokeKey(const KeyId& id, Timestamp at) {
    session_.execute("UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL",
                     {id, at});
}

void SqlTx::touchKey(const KeyId& id, Timestamp at) {
    session_.execute("UPDATE api_keys SET last_used_at = $2"
                     " WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)",
                     {id, at, domain::toMillis(at) - kTouchEveryMillis});
}

} // namespace leadsheet::server::store
