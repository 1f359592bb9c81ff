// SPDX-License-Identifier: Apache-2.0
#include "run_table.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "sheet_history.hpp"
#include "stored_messages.hpp"

#include <algorithm>
#include <boost/json.hpp>
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
    if (one.accountId != other.accountId)
        return false;
    // Account ids are drawn at random, so one of a service that had not told its own id yet is the
    // same under any address.
    if (!one.instanceId.empty() || !other.instanceId.empty())
        return one.instanceId.empty() || other.instanceId.empty() ||
               one.instanceId == other.instanceId;
    return detail::trimmedUrl(one.baseUrl) == detail::trimmedUrl(other.baseUrl);
}

} // namespace leadsheet::submit

namespace leadsheet::submit::detail {

namespace json = boost::json;

namespace {

std::optional<std::int64_t> findAccount(Database& database, const std::string& service,
                                        const std::string& accountId) {
    Statement found =
        database.use("SELECT id FROM accounts WHERE service = ?1 AND account_id = ?2");
    found.bind(service, accountId);
    return found.next() ? std::optional(found.integer(0)) : std::nullopt;
}

/// The account under addresses, from before its service told who it is.
std::vector<std::int64_t> accountsByAddress(Database& database, const std::string& accountId) {
    std::vector<std::int64_t> accounts;
    Statement found = database.use(
        "SELECT id FROM accounts WHERE account_id = ?1 AND service = address ORDER BY id");
    found.bind(accountId);
    while (found.next())
        accounts.push_back(found.integer(0));
    return accounts;
}

/// One key may be in one live place only. Of two, the order placed stays, then what may have been
/// sent; the other row says where it is.
void settleKeysOfBoth(Database& database, std::int64_t into, std::int64_t from) {
    struct Pair {
        RowRef kept;
        RowRef other;
        bool placed = false;
        std::string orderNumber;
    };
    std::vector<Pair> pairs;
    {
        // Placed, then Unknown and Sending, then Will Retry, then Queued.
        Statement found = database.use(
            "SELECT a.run, a.ordinal, a.state, a.order_number, b.run, b.ordinal, b.state,"
            " b.order_number FROM rows AS a JOIN rows AS b ON b.account = ?2"
            " AND b.order_key = a.order_key AND b.state IN (3, 4, 5, 8, 9)"
            " WHERE a.account = ?1 AND a.state IN (3, 4, 5, 8, 9)");
        found.bind(into, from);
        const auto rank = [](std::int64_t state) {
            switch (static_cast<RowState>(state)) {
            case RowState::Placed:
                return 0;
            case RowState::Unknown:
            case RowState::Sending:
                return 1;
            case RowState::WillRetry:
                return 2;
            case RowState::Ready:
            case RowState::NeedsFix:
            case RowState::Skipped:
            case RowState::Queued:
            case RowState::AlreadyOrdered:
            case RowState::Refused:
            case RowState::Ended:
                break;
            }
            return 3;
        };
        while (found.next()) {
            const RowRef one{found.integer(0), found.integer(1)};
            const RowRef two{found.integer(4), found.integer(5)};
            const bool first = rank(found.integer(2)) <= rank(found.integer(6));
            const bool placed = rank(found.integer(first ? 2 : 6)) == 0;
            pairs.push_back(
                {first ? one : two, first ? two : one, placed, found.text(first ? 3 : 7)});
        }
    }
    for (const Pair& pair : pairs) {
        const auto state = pair.placed ? RowState::AlreadyOrdered : RowState::Skipped;
        const auto reason = pair.placed ? SkipReason::None : SkipReason::TakenOver;
        database
            .use("UPDATE rows SET state = ?3, skip_reason = ?4, order_number = ?5, wait_until = 0,"
                 " related_run = ?6, related_ordinal = ?7 WHERE run = ?1 AND ordinal = ?2")
            .bind(pair.other.run, pair.other.ordinal, static_cast<int>(state),
                  static_cast<int>(reason), pair.orderNumber, pair.kept.run, pair.kept.ordinal)
            .run();
    }
}

void moveAccount(Database& database, std::int64_t from, std::int64_t into) {
    settleKeysOfBoth(database, into, from);
    database.use("UPDATE rows SET account = ?1 WHERE account = ?2").bind(into, from).run();
    database.use("UPDATE runs SET account = ?1 WHERE account = ?2").bind(into, from).run();
    database.use("UPDATE OR REPLACE questions SET account = ?1 WHERE account = ?2")
        .bind(into, from)
        .run();
    database.use("DELETE FROM pacing WHERE account = ?1").bind(from).run();
    database.use("DELETE FROM accounts WHERE id = ?1").bind(from).run();
}

} // namespace

std::vector<std::int64_t> accountNumbers(Database& database, const AccountRef& account) {
    const std::string service =
        account.instanceId.empty() ? trimmedUrl(account.baseUrl) : account.instanceId;
    std::vector<std::int64_t> numbers;
    if (!account.instanceId.empty())
        numbers = accountsByAddress(database, account.accountId);
    if (const auto number = findAccount(database, service, account.accountId))
        numbers.push_back(*number);
    return numbers;
}

std::optional<AccountRef> accountAt(Database& database, const std::string& baseUrl,
                                    const std::string& accountId) {
    Statement found = database.use("SELECT service, account_id, address FROM accounts"
                                   " WHERE (?2 = '' AND address = ?1) OR account_id = ?2"
                                   " ORDER BY address = ?1 DESC, service <> address DESC");
    const std::string address = trimmedUrl(baseUrl);
    found.bind(address, accountId);
    std::optional<AccountRef> account;
    while (found.next()) {
        // Of the accounts of one address only one that is alone there is known without its id.
        if (account && account->accountId != found.text(1))
            return std::nullopt;
        if (account)
            continue;
        account = AccountRef{found.text(2), found.text(1), {}, {}};
        if (found.text(0) != found.text(2))
            account->instanceId = found.text(0);
    }
    return account;
}

std::int64_t accountNumber(Database& database, const AccountRef& account) {
    const std::string address = trimmedUrl(account.baseUrl);
    const std::string& service = account.instanceId.empty() ? address : account.instanceId;
    auto number = findAccount(database, service, account.accountId);
    if (!account.instanceId.empty()) {
        for (const std::int64_t old : accountsByAddress(database, account.accountId)) {
            if (number) {
                moveAccount(database, old, *number);
                continue;
            }
            database.use("UPDATE accounts SET service = ?2 WHERE id = ?1").bind(old, service).run();
            number = old;
        }
    }
    if (!number) {
        database.use("INSERT INTO accounts(service, account_id, address) VALUES(?1, ?2, ?3)")
            .bind(service, account.accountId, address)
            .run();
        return findAccount(database, service, account.accountId).value_or(0);
    }
    database.use("UPDATE accounts SET address = ?2 WHERE id = ?1 AND address <> ?2")
        .bind(*number, address)
        .run();
    return *number;
}

std::int64_t accountOfRun(Database& database, std::int64_t run) {
    Statement found = database.use("SELECT account FROM runs WHERE id = ?1");
    found.bind(run);
    return found.next() ? found.integer(0) : 0;
}

namespace {

/// "all", or order numbers with blanks between them.
std::string allowedToText(const AllowedDuplicates& allowed) {
    if (allowed.all)
        return "all";
    std::string text;
    for (const std::string& number : allowed.orderNumbers)
        text += (text.empty() ? "" : " ") + number;
    return text;
}

AllowedDuplicates allowedFromText(const std::string& text) {
    AllowedDuplicates allowed;
    allowed.all = text == "all";
    for (std::size_t start = 0; !allowed.all && start < text.size();) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        if (end > start)
            allowed.orderNumbers.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return allowed;
}

} // namespace

namespace {

std::string namesToText(const std::vector<std::string>& names) {
    return json::serialize(json::value_from(names));
}

std::vector<std::string> namesFromText(const std::string& text) {
    std::vector<std::string> names;
    json::error_code error;
    const json::value list = json::parse(text, error); // nothing where it cannot be read
    if (const json::array* entries = list.if_array())
        for (const json::value& name : *entries)
            if (name.is_string())
                names.emplace_back(name.get_string());
    return names;
}

} // namespace

void forgetAllowedAll(Database& database, std::int64_t run) {
    database.use("UPDATE runs SET allowed = '' WHERE id = ?1").bind(run).run();
}

std::int64_t insertRun(Database& database, const RunSpec& spec, std::int64_t account, WallTime now,
                       bool wholeSheet) {
    Statement insert = database.use(
        "INSERT INTO runs(account, profile, title, source_name, source_sha256, currency,"
        " order_duplicates, order_changed, options, state, created_at, updated_at, source_path,"
        " sheet_shape, allowed, again_after, whole_sheet, unread_tabs)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"
        " RETURNING id");
    const std::string allowed = allowedToText(spec.allowed);
    const std::string unread = namesToText(spec.unreadTabs);
    std::optional<std::int64_t> againAfter;
    if (spec.againAfter)
        againAfter = spec.againAfter->count();
    insert.bind(account, spec.account.profile, spec.title, spec.sourceName, spec.sourceSha256,
                spec.currency, spec.orderDuplicates ? 1 : 0, spec.orderChanged ? 1 : 0,
                spec.options, static_cast<int>(RunState::Planning), toStored(now), spec.sourcePath,
                spec.sheetShape, allowed, againAfter, wholeSheet ? 1 : 0, unread);
    const std::int64_t id = insert.next() ? insert.integer(0) : 0;
    insert.run();
    return id;
}

RunInfo loadRun(Database& database, std::int64_t run) {
    Statement found = database.use(
        "SELECT runs.id, profile, title, source_name, source_sha256, currency, order_duplicates,"
        " order_changed, options, state, pause_reason, pause_detail, cap, created_at, updated_at,"
        " address, account_id, service, source_path, sheet_shape, allowed, again_after,"
        " pause_said, coalesce(unread_tabs, ''), whole_sheet FROM runs JOIN accounts ON "
        "accounts.id = "
        "runs.account"
        " WHERE runs.id = ?1");
    found.bind(run);
    if (!found.next()) {
        throw StorageFailure(
            localError(ErrorCode::NotFound, {messages::ledger::noSuchRun(std::to_string(run)),
                                             messages::ledger::listRuns()}));
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
    if (info.state == RunState::Paused && info.pauseReason == PauseReason::None) {
        info.state = RunState::Running; // see recover()
        info.interrupted = true;
    }
    info.pauseDetail = found.text(11);
    info.cap = found.optionalInteger(12);
    info.createdAt = fromStored(found.integer(13));
    info.updatedAt = fromStored(found.integer(14));
    info.spec.account.baseUrl = found.text(15);
    info.spec.account.accountId = found.text(16);
    if (const std::string service = found.text(17); service != info.spec.account.baseUrl)
        info.spec.account.instanceId = service;
    info.spec.sourcePath = found.text(18);
    info.spec.sheetShape = found.text(19);
    info.spec.allowed = allowedFromText(found.text(20));
    if (const auto seconds = found.optionalInteger(21))
        info.spec.againAfter = std::chrono::seconds(*seconds);
    info.pauseSaid = messagesFromStored(found.text(22));
    info.spec.unreadTabs = namesFromText(found.text(23));
    info.wholeSheet = found.integer(24) != 0;
    info.totals = loadTotals(database, run);
    info.newer = newerRun(database, run);
    return info;
}

void visitRuns(Database& database, std::size_t limit, bool withRowsLeft, bool held,
               const std::function<bool(RunInfo)>& visit) {
    std::vector<std::int64_t> runs;
    {
        Statement found = database.use(
            "SELECT id FROM runs WHERE state <> ?1 AND (?3 = 0 OR EXISTS (SELECT 1 FROM rows"
            "  WHERE rows.run = runs.id AND rows.state IN (0, 3, 4, 8, 9)))"
            " ORDER BY id DESC LIMIT ?2");
        found.bind(static_cast<int>(RunState::Planning), static_cast<std::int64_t>(limit),
                   withRowsLeft ? 1 : 0);
        while (found.next())
            runs.push_back(found.integer(0));
    }
    for (const std::int64_t run : runs) {
        RunInfo info = loadRun(database, run);
        info.interrupted = info.interrupted || (info.state == RunState::Running && !held);
        if (!visit(std::move(info)))
            return;
    }
}

RunTotals loadTotals(Database& database, std::int64_t run) {
    RunTotals totals;
    Statement sums = database.use(
        "SELECT state, count(*), coalesce(sum(coalesce(price, 0)), 0),"
        " coalesce(sum(coalesce(quoted, 0)), 0) FROM rows WHERE run = ?1 GROUP BY state");
    sums.bind(run);
    std::int64_t all = 0;
    while (sums.next()) {
        const auto state = sums.oneOf(0, RowState::Ended);
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
            totals.atRisk += amount;
            break;
        case RowState::WillRetry:
            totals.retrying += amount;
            break;
        case RowState::Queued:
            totals.queued += amount;
            break;
        case RowState::Ready:
            totals.ready += amount;
            break;
        case RowState::NeedsFix:
        case RowState::Skipped:
        case RowState::AlreadyOrdered:
        case RowState::Refused:
        case RowState::Ended:
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
                 const Said& detail, WallTime now) {
    database
        .use("UPDATE runs SET state = ?2, pause_reason = ?3, pause_detail = ?4, updated_at = ?5,"
             " pause_said = ?6 WHERE id = ?1")
        .bind(run, static_cast<int>(state), static_cast<int>(reason), detail.text, toStored(now),
              toStored(detail.messages))
        .run();
}

void setRunOptions(Database& database, std::int64_t run, const std::string& options) {
    database.use("UPDATE runs SET options = ?2 WHERE id = ?1").bind(run, options).run();
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
    // As the foreign keys would have it, which search four tables for every row.
    for (const char* sql :
         {"DELETE FROM contents WHERE run = ?1", "DELETE FROM problems WHERE run = ?1",
          "DELETE FROM quotes WHERE run = ?1", "DELETE FROM attempts WHERE run = ?1",
          "DELETE FROM rows WHERE run = ?1", "DELETE FROM runs WHERE id = ?1"})
        database.use(sql).bind(run).run();
}

void recover(Database& database, WallTime now) {
    const Said ended({messages::ledger::programEndedWhileSending()});
    Transaction transaction(database);
    database.use("DELETE FROM runs WHERE state = ?1")
        .bind(static_cast<int>(RunState::Planning))
        .run();
    database
        .use("UPDATE rows SET state = ?1, wait_until = 0, updated_at = ?3, code = '', message = ?4,"
             " said = ?5 WHERE state = ?2 AND run IN (SELECT id FROM runs)")
        .bind(static_cast<int>(RowState::Unknown), static_cast<int>(RowState::Sending),
              toStored(now), ended.text, toStored(ended.messages))
        .run();
    // Paused without a reason: whoever holds the lock now sends another run than this one.
    database.use("UPDATE runs SET state = ?1, pause_reason = ?2 WHERE state = ?3")
        .bind(static_cast<int>(RunState::Paused), static_cast<int>(PauseReason::None),
              static_cast<int>(RunState::Running))
        .run();
    transaction.commit();
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
