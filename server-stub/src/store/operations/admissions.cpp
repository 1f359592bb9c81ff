// SPDX-License-Identifier: Apache-2.0
#include "store/operations/admissions.hpp"

#include "store/known.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace leadsheet::server::store {

namespace {

/// The counter of one subject and policy, before these requests.
struct Counter {
    std::optional<domain::RateWindow> window;
    bool isCharged = false;
    bool isHeld = false;
};
using Counters = std::map<std::pair<std::string, std::string>, Counter>;

// Each row is looked up by itself (OFFSET 0, FOR UPDATE), through an index, however large the
// tables have become since the statement was planned.
constexpr std::string_view kKeysSql =
    "SELECT " LEADSHEET_AUTHENTICATED_COLUMNS
    " FROM unnest(CAST($1 AS BYTEA[])) AS asked (hash) CROSS JOIN LATERAL (SELECT * FROM api_keys"
    " WHERE api_keys.hash = asked.hash OFFSET 0) AS k CROSS JOIN LATERAL (SELECT * FROM accounts"
    " WHERE accounts.id = k.account_id OFFSET 0) AS a";

// As domain::chargeWindow() does. A row that another one changed after this statement began is
// taken as it is then (READ COMMITTED); what is held is left out.
constexpr std::string_view kChargeSql =
    "WITH asked AS (SELECT COALESCE(k.rate_key, k.counter_key) AS subject, a.policy,"
    " MIN(a.quota) AS quota, MIN(a.span) AS span, MAX(a.now) AS now,"
    " CAST(COUNT(*) AS BIGINT) AS requests"
    " FROM unnest(CAST($1 AS BYTEA[]), CAST($2 AS TEXT[]), CAST($3 AS BIGINT[]),"
    " CAST($4 AS BIGINT[]), CAST($5 AS BIGINT[])) AS a (hash, policy, quota, span, now)"
    " CROSS JOIN LATERAL (SELECT rate_key, counter_key FROM api_keys WHERE hash = a.hash"
    " AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > a.now)"
    " AND last_used_at > a.now - CAST($6 AS BIGINT) OFFSET 0) AS k GROUP BY 1, 2),"
    " judged AS (SELECT asked.subject, asked.policy, asked.quota, asked.requests,"
    " found.started_at, found.used,"
    " CASE WHEN asked.now >= found.started_at AND asked.now < found.started_at + asked.span"
    " THEN found.started_at ELSE asked.now END AS begun,"
    " CASE WHEN asked.now < found.started_at + asked.span THEN found.used ELSE 0 END AS counted"
    " FROM asked LEFT JOIN LATERAL (SELECT w.started_at, w.used FROM rate_windows w"
    " WHERE w.subject = asked.subject AND w.policy = asked.policy"
    " FOR NO KEY UPDATE SKIP LOCKED) AS found ON true),"
    " changed AS (UPDATE rate_windows w SET started_at = j.begun, used = j.counted + j.requests"
    " FROM judged j WHERE w.subject = j.subject AND w.policy = j.policy AND j.used IS NOT NULL"
    " AND j.counted <= j.quota - j.requests RETURNING w.subject, w.policy)"
    " SELECT j.subject, j.policy, j.started_at, j.used, c.subject IS NOT NULL,"
    " j.used IS NULL AND EXISTS (SELECT 1 FROM rate_windows w WHERE w.subject = j.subject"
    " AND w.policy = j.policy) FROM judged j LEFT JOIN changed c"
    " ON c.subject = j.subject AND c.policy = j.policy";

std::unique_ptr<SqlRows> askKeys(SqlSession& session, std::span<const Admission* const> asked) {
    SqlColumn hashes(SqlColumn::Type::Bytes);
    std::set<Digest> seen;
    for (const Admission* const one : asked) {
        if (seen.insert(one->hash).second)
            hashes.add(one->hash);
    }
    const SqlValue all = hashes.all();
    return session.ask(kKeysSql, {&all, 1});
}

/// Null when there is nothing to charge.
std::unique_ptr<SqlRows> askCharges(SqlSession& session, std::span<const Admission* const> asked) {
    SqlColumn hashes(SqlColumn::Type::Bytes);
    SqlColumn policies(SqlColumn::Type::Text);
    SqlColumn quotas(SqlColumn::Type::Integer);
    SqlColumn spans(SqlColumn::Type::Integer);
    SqlColumn moments(SqlColumn::Type::Integer);
    for (const Admission* const one : asked) {
        if (!one->rule)
            continue;
        hashes.add(one->hash);
        policies.add(one->rule->name);
        quotas.add(one->rule->quota.limit);
        spans.add(std::chrono::milliseconds(one->rule->quota.window).count());
        moments.add(one->now);
    }
    if (hashes.empty())
        return nullptr;
    const std::initializer_list<SqlValue> values{hashes.all(), policies.all(), quotas.all(),
                                                 spans.all(),  moments.all(),  kTouchEveryMillis};
    return session.ask(kChargeSql, {values.begin(), values.size()});
}

Counters countersOf(SqlRows& rows) {
    Counters counters;
    while (rows.next()) {
        Counter& counter = counters[{rows.text(0), rows.text(1)}];
        if (!rows.isNull(3))
            counter.window = domain::RateWindow{rows.time(2), rows.integer(3)};
        counter.isCharged = rows.boolean(4);
        counter.isHeld = rows.boolean(5);
    }
    return counters;
}

/// As kChargeSql says it: the requests of other keys are not in what the counter was charged with.
bool isCharged(const ApiKey& key, Timestamp now) {
    return !key.revokedAt && (!key.expiresAt || *key.expiresAt > now) && key.lastUsedAt &&
           *key.lastUsedAt > now - std::chrono::milliseconds(kTouchEveryMillis);
}

/// Of the next request of those that the counter was charged with.
std::optional<domain::RateDecision> decide(Counter& counter, const RateRule& rule, Timestamp now) {
    if (!counter.window)
        return std::nullopt;
    const auto decision = domain::chargeWindow(counter.window, rule.quota, now);
    if (counter.isCharged)
        counter.window = decision.window;
    // Refused is also what nothing was left for before these came.
    if (counter.isCharged ? decision.allowed : !decision.allowed && !decision.changed)
        return decision;
    return std::nullopt;
}

} // namespace

std::vector<Judged> admitTogether(SqlSession& session, std::span<const Admission* const> asked) {
    // Counters are charged as of the last request's moment.
    const Timestamp now = (*std::ranges::max_element(asked, {}, &Admission::now))->now;
    // Each sees what was committed before it: a key whose first use is noted between the two was
    // not charged, and its requests go into jobs of their own, as no counter is answered for them.
    const auto chargeRows = askCharges(session, asked);
    const auto keyRows = askKeys(session, asked);
    Counters counters;
    if (chargeRows)
        counters = countersOf(*chargeRows);
    std::map<Digest, AuthenticatedKey> keys;
    while (keyRows->next()) {
        AuthenticatedKey key = authenticatedOf(*keyRows);
        keys.emplace(key.key.hash, std::move(key));
    }
    std::vector<Judged> judged;
    for (const Admission* const one : asked) {
        Judged& next = judged.emplace_back();
        const auto key = keys.find(one->hash);
        if (key == keys.end())
            continue;
        next.admitted.key = key->second;
        if (!one->rule || !isCharged(key->second.key, one->now))
            continue;
        const auto counter = counters.find({key->second.key.rateKey.str(), one->rule->name});
        if (counter == counters.end())
            continue;
        next.isHeld = counter->second.isHeld;
        next.admitted.charged = decide(counter->second, *one->rule, now);
    }
    return judged;
}

StoreResult<Admitted> Store::admit(const Admission& asked) {
    return read([&](Reader& reader) {
        return Admitted{reader.findKeyByHash(asked.hash), std::nullopt};
    });
}

} // namespace leadsheet::server::store
