// SPDX-License-Identifier: Apache-2.0
#include "run_table.hpp"

#include <limits>

namespace leadsheet::submit::detail {
namespace {

std::string trimmedUrl(std::string url) {
    while (!url.empty() && url.back() == '/')
        url.pop_back();
    return url;
}

} // namespace
} // namespace leadsheet::submit::detail

namespace leadsheet::submit {

bool isSameAccount(const AccountRef& one, const AccountRef& other) {
    return one.accountId == other.accountId &&
           detail::trimmedUrl(one.baseUrl) == detail::trimmedUrl(other.baseUrl);
}

} // namespace leadsheet::submit

namespace leadsheet::submit::detail {

std::int64_t accountNumber(Database& database, const AccountRef& account) {
    const std::string url = trimmedUrl(account.baseUrl);
    database.use("INSERT INTO accounts(base_url, account_id) VALUES(?1, ?2) ON CONFLICT DO NOTHING")
        .bind(url, account.accountId)
        .run();
    Statement found =
        database.use("SELECT id FROM accounts WHERE base_url = ?1 AND account_id = ?2");
    found.bind(url, account.accountId);
    return found.next() ? found.integer(0) : 0;
}

std::int64_t accountOfRun(Database& database, std::int64_t run) {
    Statement found = database.use("SELECT account FROM runs WHERE id = ?1");
    found.bind(run);
    return found.next() ? found.integer(0) : 0;
}

std::int64_t insertRun(Database& database, const RunSpec& spec, std::int64_t account,
                       WallTime now) {
    Statement insert = database.use(
        "INSERT INTO runs(account, profile, title, source_name, source_sha256, currency,"
        " order_duplicates, order_changed, options, state, created_at, updated_at)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11) RETURNING id");
    insert.bind(account, spec.account.profile, spec.title, spec.sourceName, spec.sourceSha256,
                spec.currency, spec.orderDuplicates ? 1 : 0, spec.orderChanged ? 1 : 0,
                spec.options, static_cast<int>(RunState::Planning), toStored(now));
    const std::int64_t id = insert.next() ? insert.integer(0) : 0;
    insert.run();
    return id;
}

RunInfo loadRun(Database& database, std::int64_t run) {
    Statement found = database.use(
        "SELECT runs.id, profile, title, source_name, source_sha256, currency, order_duplicates,"
        " order_changed, options, state, pause_reason, pause_detail, cap, created_at, updated_at,"
        " base_url, account_id FROM runs JOIN accounts ON accounts.id = runs.account"
        " WHERE runs.id = ?1");
    found.bind(run);
    if (!found.next()) {
        throw StorageFailure(localError(
            ErrorCode::NotFound, "There is no run " + std::to_string(run) +
                                     " in this ledger. List the runs to see their numbers."));
    }
    RunInfo info;
    info.id = RunId{found.integer(0)};
    info.spec.account.profile = found.text(1);
    info.spec.title = found.text(2);
    info.spec.sourceName = found.text(3);
    info.spec.sourceSha256 = found.text(4);
    info.spec.currency = found.text(5);
    info.spec.orderDuplicates = found.integer(6) != 0;
    info.spec.orderChanged = found.integer(7) != 0;
    info.spec.options = found.text(8);
    info.state = found.oneOf(9, RunState::Finished);
    info.pauseReason = found.oneOf(10, PauseReason::Cancelled);
    info.pauseDetail = found.text(11);
    info.cap = found.optionalInteger(12);
    info.createdAt = fromStored(found.integer(13));
    info.updatedAt = fromStored(found.integer(14));
    info.spec.account.baseUrl = found.text(15);
    info.spec.account.accountId = found.text(16);
    info.totals = loadTotals(database, run);
    return info;
}

std::vector<std::int64_t> newestRuns(Database& database, std::size_t limit) {
    std::vector<std::int64_t> runs;
    Statement found =
        database.use("SELECT id FROM runs WHERE state <> ?1 ORDER BY id DESC LIMIT ?2");
    found.bind(static_cast<int>(RunState::Planning), static_cast<std::int64_t>(limit));
    while (found.next())
        runs.push_back(found.integer(0));
    return runs;
}

RunTotals loadTotals(Database& database, std::int64_t run) {
    RunTotals totals;
    Statement sums = database.use(
        "SELECT state, count(*), coalesce(sum(coalesce(price, 0)), 0),"
        " coalesce(sum(coalesce(quoted, 0)), 0) FROM rows WHERE run = ?1 GROUP BY state");
    sums.bind(run);
    std::int64_t all = 0;
    while (sums.next()) {
        const auto state = sums.oneOf(0, RowState::WillRetry);
        totals.rows.at(static_cast<std::size_t>(state)) += sums.integer(1);
        const std::int64_t amount = sums.integer(state == RowState::Placed ? 2 : 3);
        // Whoever adds any of these later can do so without a check.
        if (amount < 0 || amount > std::numeric_limits<std::int64_t>::max() - all)
            database.failDamaged("the amounts of run " + std::to_string(run) + " are impossible");
        all += amount;
        switch (state) {
        case RowState::Placed:
            totals.held += amount;
            break;
        case RowState::Sending:
        case RowState::Unknown:
        case RowState::WillRetry:
            totals.atRisk += amount;
            break;
        case RowState::Queued:
            totals.queued += amount;
            break;
        case RowState::Ready:
            totals.ready += amount;
            break;
        default:
            break;
        }
    }
    return totals;
}

std::vector<ProductTotal> loadProductTotals(Database& database, std::int64_t run) {
    std::vector<ProductTotal> totals;
    Statement sums = database.use(
        "SELECT product, count(*), sum(lead_count), coalesce(sum(coalesce(price, quoted, 0)), 0)"
        " FROM rows WHERE run = ?1 AND state IN (0, 3, 4, 5, 8, 9) GROUP BY product"
        " ORDER BY product");
    sums.bind(run);
    while (sums.next())
        totals.push_back({sums.text(0), sums.integer(1), sums.integer(2), sums.integer(3)});
    return totals;
}

void setRunState(Database& database, std::int64_t run, RunState state, PauseReason reason,
                 const std::string& detail, WallTime now) {
    database
        .use("UPDATE runs SET state = ?2, pause_reason = ?3, pause_detail = ?4, updated_at = ?5"
             " WHERE id = ?1")
        .bind(run, static_cast<int>(state), static_cast<int>(reason), detail, toStored(now))
        .run();
}

void setCap(Database& database, std::int64_t run, std::int64_t cap) {
    database.use("UPDATE runs SET cap = ?2 WHERE id = ?1").bind(run, cap).run();
}

void setComparedWith(Database& database, std::int64_t run, std::int64_t other) {
    database.use("UPDATE runs SET compared_with = ?2 WHERE id = ?1").bind(run, other).run();
}

std::optional<std::int64_t> comparedWith(Database& database, std::int64_t run) {
    Statement found = database.use("SELECT compared_with FROM runs WHERE id = ?1");
    found.bind(run);
    return found.next() ? found.optionalInteger(0) : std::nullopt;
}

void deleteRun(Database& database, std::int64_t run) {
    database.use("DELETE FROM runs WHERE id = ?1").bind(run).run();
}

std::int64_t recover(Database& database, WallTime now) {
    Transaction transaction(database);
    database.use("DELETE FROM runs WHERE state = ?1")
        .bind(static_cast<int>(RunState::Planning))
        .run();
    database
        .use("UPDATE rows SET state = ?1, wait_until = 0, updated_at = ?3,"
             " message = 'The program ended while this row was being sent.'"
             " WHERE state = ?2 AND run IN (SELECT id FROM runs)")
        .bind(static_cast<int>(RowState::Unknown), static_cast<int>(RowState::Sending),
              toStored(now))
        .run();
    const std::int64_t rows = database.changes();
    transaction.commit();
    return rows;
}

void savePacing(Database& database, std::int64_t account, const PacerMemory& memory) {
    for (const PacerMemory::Window& window : memory.windows) {
        database
            .use("INSERT INTO pacing(account, policy, quota, length_ms, remaining, ends)"
                 " VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(account, policy) DO UPDATE SET"
                 " quota = ?3, length_ms = ?4, remaining = ?5, ends = ?6")
            .bind(account, window.policy, window.quota, std::int64_t{window.length.count()},
                  window.remaining, toStored(window.ends))
            .run();
    }
}

PacerMemory loadPacing(Database& database, std::int64_t account) {
    PacerMemory memory;
    Statement found = database.use(
        "SELECT policy, quota, length_ms, remaining, ends FROM pacing WHERE account = ?1");
    found.bind(account);
    while (found.next()) {
        memory.windows.push_back({found.text(0), found.integer(1),
                                  std::chrono::milliseconds(found.integer(2)), found.integer(3),
                                  fromStored(found.integer(4))});
    }
    return memory;
}

} // namespace leadsheet::submit::detail
