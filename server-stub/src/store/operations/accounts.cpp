// SPDX-License-Identifier: Apache-2.0
#include "domain/text_check.hpp"
#include "store/known.hpp"
#include "store/operations/ahead.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::server::store {

namespace {

domain::DuplicatePolicy policyOf(std::string_view name) {
    const auto policy = domain::duplicatePolicyFromName(name);
    if (!policy)
        failInternal("an account has an unknown policy");
    return *policy;
}

#define LEADSHEET_ACCOUNT_COLUMNS                                                                  \
    "id, name, environment, suspended, created_at, seq, duplicates, duplicate_window"

Account accountOf(SqlRows& row) {
    return {row.id<AccountId>(0), row.text(1),    row.text(2),           row.boolean(3),
            row.time(4),          row.integer(5), policyOf(row.text(6)), row.integer(7)};
}

ApiKey keyOf(SqlRows& row) {
    ApiKey key;
    key.id = row.id<KeyId>(0);
    key.account = row.id<AccountId>(1);
    key.type = row.text(2) == domain::name(domain::ApiKeyType::Admin)
                   ? domain::ApiKeyType::Admin
                   : domain::ApiKeyType::Customer;
    key.label = row.text(3);
    key.scopes = domain::splitWords(row.text(4));
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
    key.rateKey = row.id<KeyId>(16);
    return key;
}

constexpr std::string_view kAccountSql =
    "SELECT " LEADSHEET_ACCOUNT_COLUMNS " FROM accounts WHERE id = $1";
constexpr std::string_view kWindowSql =
    "SELECT started_at, used FROM rate_windows WHERE subject = $1 AND policy = $2";
constexpr std::string_view kSpentSql =
    "SELECT spent FROM daily_spending WHERE counter_key = $1 AND day = $2";

#define LEADSHEET_COUNT_IN_WINDOW                                                                  \
    "INSERT INTO rate_windows (subject, policy, started_at, used) VALUES ($1, $2, $3, $4)"         \
    " ON CONFLICT (subject, policy) DO UPDATE SET used = excluded.used"

/// The last row of a window counts.
constexpr GatheredRows kWindows{
    "INSERT INTO rate_windows (subject, policy, started_at, used)"
    " SELECT DISTINCT ON (subject, policy) subject, policy, started_at, used"
    " FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]), CAST($3 AS BIGINT[]),"
    " CAST($4 AS BIGINT[])) WITH ORDINALITY AS asked (subject, policy, started_at, used, place)"
    " ORDER BY subject, policy, place DESC ON CONFLICT (subject, policy)"
    " DO UPDATE SET started_at = excluded.started_at, used = excluded.used",
    "ttii"};
constexpr GatheredRows kSpending{
    "INSERT INTO daily_spending (counter_key, day, spent)"
    " SELECT counter_key, day, CAST(SUM(spent) AS BIGINT) FROM unnest(CAST($1 AS TEXT[]),"
    " CAST($2 AS BIGINT[]), CAST($3 AS BIGINT[])) AS asked (counter_key, day, spent)"
    " GROUP BY counter_key, day ON CONFLICT (counter_key, day)"
    " DO UPDATE SET spent = daily_spending.spent + excluded.spent",
    "tii"};

std::optional<domain::RateWindow> windowOf(SqlRows& rows) {
    if (!rows.next())
        return std::nullopt;
    return domain::RateWindow{rows.time(0), rows.integer(1)};
}

/// `more` ends the query.
std::optional<domain::RateWindow> findWindow(SqlSession& session, std::string_view subject,
                                             const RateRule& rule, std::string_view more = {}) {
    return windowOf(*session.query(std::string(kWindowSql).append(more), {subject, rule.name}));
}

} // namespace

std::string Reader::instanceId() {
    const auto rows = session_.query("SELECT id FROM service_identity");
    if (!rows->next())
        failInternal("the database has no identity");
    return rows->text(0);
}

std::optional<Digest> Reader::pepperCheck() {
    const auto rows = session_.query("SELECT pepper_check FROM service_identity");
    return rows->next() && !rows->isNull(0) ? std::optional(rows->digest(0)) : std::nullopt;
}

bool Reader::hasKeys() {
    return session_.number("SELECT COUNT(*) FROM (SELECT 1 FROM api_keys LIMIT 1) AS k") > 0;
}

std::int64_t Reader::accountCount() {
    return session_.number("SELECT COUNT(*) FROM accounts");
}

Known* Reader::knownOf(const AccountId& account) const {
    return known_ != nullptr && known_->account == account ? known_ : nullptr;
}

std::optional<Account> Reader::findAccount(const AccountId& id) {
    Known* const known = knownOf(id);
    if (known != nullptr && known->record)
        return known->record;
    const auto rows = session_.query(kAccountSql, {id});
    if (!rows->next())
        return std::nullopt;
    Account account = accountOf(*rows);
    if (known != nullptr)
        known->record = account;
    return account;
}

Page<Account> Reader::listAccounts(const std::optional<CursorPosition>& after, int limit) {
    const auto rows = session_.query("SELECT " LEADSHEET_ACCOUNT_COLUMNS " FROM accounts"
                                     " WHERE seq > $1 ORDER BY seq LIMIT $2",
                                     {after ? after->major : 0, limit + 1});
    return pageOf(*rows, limit, accountOf);
}

void lookAhead(SqlSession& session, std::span<const ComingOrder> orders, bool withWebhooks) {
    Ahead ahead(session, orders);
    askAccounts(ahead);
    askCounters(ahead);
    askBalances(ahead);
    askAnswers(ahead);
    askQuotes(ahead);
    askUnmarked(ahead);
    askEquivalents(ahead);
    if (withWebhooks)
        askWebhooks(ahead);
    askNumbers(ahead);
    ahead.readAnswers();
}

Known& Ahead::of(std::string_view account) const {
    const auto coming = std::ranges::find(orders_, account, [](const ComingOrder& order) {
        return std::string_view(order.known->account.str());
    });
    if (coming == orders_.end())
        failInternal("an answer of an account that nobody asked about");
    return *coming->known;
}

void askAccounts(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    std::set<const Known*> asked;
    ahead.each([&](Known& known, const OrderAhead&) {
        if (!known.record && asked.insert(&known).second)
            accounts.add(known.account);
    });
    ahead.ask("SELECT " LEADSHEET_ACCOUNT_COLUMNS
              " FROM accounts WHERE id = ANY (CAST($1 AS TEXT[]))",
              accounts, {accounts.all()}, [&ahead](SqlRows& rows) {
                  while (rows.next())
                      ahead.of(rows.view(0)).record = accountOf(rows);
              });
}

// Each row is looked up by itself (OFFSET 0), through the key's index, however large the table has
// become since the statement was planned.
void askCounters(Ahead& ahead) {
    SqlColumn accounts(SqlColumn::Type::Text);
    SqlColumn subjects(SqlColumn::Type::Text);
    SqlColumn policies(SqlColumn::Type::Text);
    SqlColumn spenders(SqlColumn::Type::Text);
    SqlColumn keys(SqlColumn::Type::Text);
    SqlColumn days(SqlColumn::Type::Integer);
    ahead.each([&](Known& known, const OrderAhead& order) {
        for (const std::string& policy : order.ratePolicies) {
            if (!known.windows.try_emplace({order.rateSubject, policy}).second)
                continue;
            accounts.add(known.account);
            subjects.add(order.rateSubject);
            policies.add(policy);
        }
        if (!known.spent.try_emplace({order.counterKey.str(), order.day}, 0).second)
            return;
        spenders.add(known.account);
        keys.add(order.counterKey);
        days.add(order.day);
    });
    ahead.ask("SELECT started_at, used, asked.account_id, asked.subject, asked.policy"
              " FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]), CAST($3 AS TEXT[]))"
              " AS asked (account_id, subject, policy) CROSS JOIN LATERAL (SELECT started_at, used"
              " FROM rate_windows w WHERE w.subject = asked.subject AND w.policy = asked.policy"
              " OFFSET 0) AS found",
              accounts, {accounts.all(), subjects.all(), policies.all()}, [&ahead](SqlRows& rows) {
                  while (auto window = windowOf(rows))
                      ahead.of(rows.view(2)).windows[{rows.text(3), rows.text(4)}] = window;
              });
    ahead.ask(
        "SELECT asked.account_id, asked.counter_key, asked.day, spent"
        " FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[]), CAST($3 AS BIGINT[]))"
        " AS asked (account_id, counter_key, day) CROSS JOIN LATERAL (SELECT spent"
        " FROM daily_spending s WHERE s.counter_key = asked.counter_key"
        " AND s.day = asked.day OFFSET 0) AS found",
        spenders, {spenders.all(), keys.all(), days.all()}, [&ahead](SqlRows& rows) {
            while (rows.next())
                ahead.of(rows.view(0)).spent[{rows.text(1), rows.integer(2)}] = rows.integer(3);
        });
}

void Tx::forgetRecord(const AccountId& account) {
    if (Known* const known = knownOf(account))
        known->record.reset();
}

void Tx::insertAccount(const Account& account) {
    session_.execute(
        "INSERT INTO accounts (id, name, environment, suspended, created_at, seq)"
        " VALUES ($1, $2, $3, $4, $5, (SELECT COALESCE(MAX(seq), 0) + 1 FROM accounts))",
        {account.id, account.name, account.environment, account.suspended, account.createdAt});
}

void Tx::setSuspended(const AccountId& account, bool suspended) {
    forgetRecord(account);
    session_.execute("UPDATE accounts SET suspended = $2 WHERE id = $1", {account, suspended});
}

void Tx::renameAccount(const AccountId& account, std::string_view name) {
    forgetRecord(account);
    session_.execute("UPDATE accounts SET name = $2 WHERE id = $1", {account, name});
}

void Tx::setDuplicates(const AccountId& account, domain::DuplicatePolicy policy,
                       std::int64_t windowDays) {
    forgetRecord(account);
    session_.execute("UPDATE accounts SET duplicates = $2, duplicate_window = $3 WHERE id = $1",
                     {account, domain::name(policy), windowDays});
}

AuthenticatedKey authenticatedOf(SqlRows& row) {
    ApiKey key = keyOf(row);
    Account account{key.account,
                    row.text(kKeyColumns),
                    row.text(kKeyColumns + 1),
                    row.boolean(kKeyColumns + 2),
                    row.time(kKeyColumns + 3),
                    row.integer(kKeyColumns + 4),
                    policyOf(row.text(kKeyColumns + 5)),
                    row.integer(kKeyColumns + 6)};
    return AuthenticatedKey{std::move(key), std::move(account)};
}

std::optional<AuthenticatedKey> Reader::findKeyByHash(const Digest& hash) {
    const auto rows = session_.query("SELECT " LEADSHEET_AUTHENTICATED_COLUMNS
                                     " FROM api_keys k JOIN accounts a ON a.id = k.account_id"
                                     " WHERE k.hash = $1",
                                     {hash});
    if (!rows->next())
        return std::nullopt;
    AuthenticatedKey found = authenticatedOf(*rows);
    if (!domain::constantTimeEqual(found.key.hash, hash))
        return std::nullopt;
    return found;
}

std::optional<ApiKey> Reader::findKey(const KeyId& id) {
    const auto rows =
        session_.query("SELECT " LEADSHEET_KEY_COLUMNS " FROM api_keys k WHERE k.id = $1", {id});
    if (!rows->next())
        return std::nullopt;
    return keyOf(*rows);
}

std::vector<ApiKey> Reader::listKeys(const AccountId& account) {
    const auto rows =
        session_.query("SELECT " LEADSHEET_KEY_COLUMNS
                       " FROM api_keys k WHERE k.account_id = $1 ORDER BY k.created_at, k.id",
                       {account});
    std::vector<ApiKey> keys;
    while (rows->next())
        keys.push_back(keyOf(*rows));
    return keys;
}

Page<ApiKey> Reader::pageKeys(const std::optional<AccountId>& account,
                              const std::optional<CursorPosition>& after, int limit) {
    Conditions where;
    if (account)
        where.add("k.account_id = ", *account);
    where.add("k.seq > ", after ? after->major : 0);
    where.append(" ORDER BY k.seq LIMIT ", limit + 1);
    const auto rows = session_.open(
        "SELECT " LEADSHEET_KEY_COLUMNS " FROM api_keys k" + where.text(), where.values());
    return pageOf(*rows, limit, keyOf);
}

void Tx::keepPepperCheck(const Digest& check) {
    session_.execute("UPDATE service_identity SET pepper_check = $1 WHERE pepper_check IS NULL",
                     {check});
}

void Tx::insertKey(const ApiKey& key) {
    KeyId counterKey = key.counterKey.empty() ? key.id : key.counterKey;
    KeyId rateKey = key.id;
    if (key.predecessor) {
        const auto predecessor = findKey(*key.predecessor);
        if (!predecessor)
            failInternal("the predecessor of a key does not exist");
        counterKey = predecessor->counterKey;
        rateKey = predecessor->rateKey;
    }
    session_.execute("INSERT INTO api_keys (id, account_id, type, label, scopes, hash, prefix,"
                     " last4, created_at, expires_at, revoked_at, predecessor, counter_key,"
                     " daily_spend_cap, last_used_at, rate_key, seq)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
                     " $16,"
                     " (SELECT COALESCE(MAX(seq), 0) + 1 FROM api_keys))",
                     {key.id, key.account, domain::name(key.type), key.label,
                      domain::joinWords(key.scopes), key.hash, key.prefix, key.last4, key.createdAt,
                      key.expiresAt, key.revokedAt, key.predecessor, counterKey, key.dailySpendCap,
                      key.lastUsedAt, rateKey});
}

void Tx::expireKey(const KeyId& id, Timestamp at) {
    session_.execute("UPDATE api_keys SET expires_at = $2"
                     " WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)",
                     {id, at});
}

void Tx::revokeKey(const KeyId& id, Timestamp at) {
    session_.execute("UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL",
                     {id, at});
}

void Tx::touchKey(const KeyId& id, Timestamp at) {
    // Nobody waits for a key that somebody else changes: one note of a use in a minute is enough.
    session_.execute("UPDATE api_keys SET last_used_at = $2 WHERE id IN (SELECT id FROM api_keys"
                     " WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)" +
                         session_.forUpdate("api_keys", SqlSession::RowsOfOthers::LeftOut) + ")",
                     {id, at, domain::toMillis(at) - kTouchEveryMillis});
}

domain::RateDecision Reader::peekRate(std::string_view subject, const RateRule& rule,
                                      Timestamp now) {
    return domain::chargeWindow(findWindow(session_, subject, rule), rule.quota, now, 0);
}

domain::RateDecision Tx::chargeRate(std::string_view subject, const RateRule& rule, Timestamp now,
                                    std::int64_t cost) {
    const std::pair name(std::string(subject), std::string(rule.name));
    const auto kept = known_ == nullptr ? nullptr : &known_->windows;
    const auto before =
        kept != nullptr && kept->contains(name)
            ? kept->at(name)
            : findWindow(session_, subject, rule,
                         session_.forUpdate("rate_windows", SqlSession::RowsOfOthers::Awaited));
    const auto decision = domain::chargeWindow(before, rule.quota, now, cost);
    if (kept != nullptr)
        (*kept)[name] = decision.changed ? decision.window : before;
    if (!decision.changed ||
        session_.gather(kWindows,
                        {subject, rule.name, decision.window.startedAt, decision.window.used}))
        return decision;
    // A window that goes on leaves the index of beginnings as it is.
    const bool goesOn = before && before->startedAt == decision.window.startedAt;
    session_.execute(goesOn ? LEADSHEET_COUNT_IN_WINDOW
                            : LEADSHEET_COUNT_IN_WINDOW ", started_at = excluded.started_at",
                     {subject, rule.name, decision.window.startedAt, decision.window.used});
    return decision;
}

MinorUnits Reader::spentOn(const KeyId& counterKey, std::int64_t day) {
    const std::pair name(counterKey.str(), day);
    if (known_ != nullptr && known_->spent.contains(name))
        return known_->spent.at(name);
    const auto rows = session_.query(kSpentSql, {counterKey, day});
    const MinorUnits spent = rows->next() ? rows->integer(0) : 0;
    if (known_ != nullptr)
        known_->spent[name] = spent;
    return spent;
}

void Tx::addSpent(const KeyId& counterKey, std::int64_t day, MinorUnits amount) {
    if (known_ != nullptr) {
        const auto spent = known_->spent.find({counterKey.str(), day});
        if (spent != known_->spent.end())
            spent->second += amount;
    }
    if (session_.gather(kSpending, {counterKey, day, amount}))
        return;
    session_.execute("INSERT INTO daily_spending (counter_key, day, spent) VALUES ($1, $2, $3)"
                     " ON CONFLICT (counter_key, day)"
                     " DO UPDATE SET spent = daily_spending.spent + excluded.spent",
                     {counterKey, day, amount});
}

} // namespace leadsheet::server::store
