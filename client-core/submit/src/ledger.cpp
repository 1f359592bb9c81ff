// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/ledger.hpp"

#include "earlier_orders.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "leadsheet/try.hpp"
#include "ledger_store.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "sheet_history.hpp"

#include <algorithm>

namespace leadsheet::submit {

using detail::Database;
using detail::Statement;
using detail::StorageFailure;

RunLock::RunLock(std::unique_ptr<detail::LockFile> file)
    : file_(std::move(file)) {}
RunLock::RunLock(RunLock&&) noexcept = default;
RunLock& RunLock::operator=(RunLock&&) noexcept = default;
RunLock::~RunLock() = default;

Ledger::Ledger(std::unique_ptr<detail::LedgerStore> store)
    : store_(std::move(store)) {}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

Result<Ledger> Ledger::open(const std::filesystem::path& file, LedgerOptions options) {
    LEADSHEET_TRY(auto database, detail::openLedgerFile(file, options));
    return Ledger(std::make_unique<detail::LedgerStore>(
        std::move(database), options.clock ? options.clock : systemClock()));
}

const std::filesystem::path& Ledger::file() const {
    return store_->database().file();
}

Result<RunLock> Ledger::lock() {
    LEADSHEET_TRY(auto file,
                  detail::LockFile::acquire(this->file(), detail::timestamp(store_->now())));
    RunLock lock(std::move(file));
    auto recovered =
        detail::guarded([&] { return detail::recover(store_->database(), store_->now()); });
    if (!recovered)
        return failure(recovered.error());
    return lock;
}

Result<void> Ledger::identify(const AccountRef& account, const RunLock& /*lock*/) {
    return detail::guarded([&] {
        detail::Transaction transaction(store_->database());
        detail::accountNumber(store_->database(), account);
        transaction.commit();
    });
}

Result<std::optional<AccountRef>> Ledger::accountAt(const std::string& baseUrl,
                                                    const std::string& accountId) const {
    return detail::guarded(
        [&] { return detail::accountAt(store_->database(), baseUrl, accountId); });
}

Result<std::vector<EarlierRun>> Ledger::earlierRuns(RunId planned) const {
    return detail::guarded([&] { return detail::earlierRuns(store_->database(), planned.value); });
}

std::optional<LockHolder> Ledger::lockHolder() const {
    return detail::LockFile::holder(file());
}

Result<RunInfo> Ledger::run(RunId id) const {
    return detail::guarded([&] {
        RunInfo info = detail::loadRun(store_->database(), id.value);
        info.interrupted = info.interrupted || (info.state == RunState::Running && !lockHolder());
        return info;
    });
}

Result<std::vector<RunInfo>> Ledger::runs(std::size_t limit) const {
    return detail::guarded([&] {
        std::vector<RunInfo> infos;
        detail::visitRuns(store_->database(), limit, false, lockHolder().has_value(),
                          [&](RunInfo info) {
                              infos.push_back(std::move(info));
                              return true;
                          });
        return infos;
    });
}

Result<std::optional<RunInfo>> Ledger::newestRun(const std::function<bool(const RunInfo&)>& fits,
                                                 bool withRowsLeft) const {
    return detail::guarded([&] {
        std::optional<RunInfo> found;
        detail::visitRuns(store_->database(), kEveryRun, withRowsLeft, lockHolder().has_value(),
                          [&](RunInfo info) {
                              if (fits(info))
                                  found = std::move(info);
                              return !found;
                          });
        return found;
    });
}

Result<std::int64_t> Ledger::spentSince(RunId id, WallTime since, RunId planned) const {
    return detail::guarded([&] {
        Statement sums = store_->database().use(
            "SELECT coalesce(sum(CASE WHEN state = 5 THEN coalesce(price, 0)"
            " ELSE coalesce(quoted, 0) END), 0) FROM rows WHERE run = ?1"
            " AND (state = 5 AND updated_at >= ?2 OR state IN (4, 8) AND run <> ?3 AND NOT EXISTS"
            "  (SELECT 1 FROM rows AS mine WHERE mine.account = rows.account"
            "   AND mine.order_key = rows.order_key AND mine.run = ?3 AND mine.state = 0))");
        sums.bind(id.value, detail::toStored(since), planned.value);
        return sums.next() ? sums.integer(0) : std::int64_t{0};
    });
}

Result<std::vector<ProductTotal>> Ledger::totalsByProduct(RunId id) const {
    return detail::guarded([&] { return detail::loadProductTotals(store_->database(), id.value); });
}

Result<RowRecord> Ledger::row(RowRef ref) const {
    return detail::guarded([&] {
        auto row = detail::findRow(store_->database(), ref);
        if (!row) {
            throw detail::StorageFailure(
                localError(ErrorCode::NotFound,
                           {messages::ledger::runWithoutSuchRow(std::to_string(ref.run))}));
        }
        detail::addContent(store_->database(), *row);
        return *row;
    });
}

// What a person does to the rows of a run between two sendings.

namespace {

/// Rows chosen by the person; all rows of the run when none are named.
std::vector<RowRecord> chosen(Database& database, RunId id, std::span<const std::int64_t> ordinals,
                              const std::vector<RowState>& states) {
    std::vector<RowRecord> rows;
    if (ordinals.empty()) {
        RowFilter filter;
        filter.states = states;
        std::int64_t after = -1;
        for (;;) {
            auto page = detail::pageOfRows(database, id.value, filter, after);
            if (page.empty())
                return rows;
            after = page.back().ref.ordinal;
            rows.insert(rows.end(), page.begin(), page.end());
        }
    }
    for (const std::int64_t ordinal : ordinals) {
        auto row = detail::findRow(database, {id.value, ordinal});
        if (row && std::find(states.begin(), states.end(), row->state) != states.end())
            rows.push_back(std::move(*row));
    }
    return rows;
}

void setState(Database& database, const RowRecord& row, RowState state, SkipReason reason,
              WallTime now) {
    // Who includes a row that was left out for an order of before agrees to that order.
    const bool agrees =
        state == RowState::Ready && (row.skipReason == SkipReason::OrderedBefore ||
                                     row.skipReason == SkipReason::ChangedSinceOrdered);
    database
        .use("UPDATE rows SET state = ?3, skip_reason = ?4, wait_until = 0, updated_at = ?5,"
             " consented = ?6, order_number = CASE WHEN ?7 THEN '' ELSE order_number END"
             " WHERE run = ?1 AND ordinal = ?2")
        .bind(row.ref.run, row.ref.ordinal, static_cast<int>(state), static_cast<int>(reason),
              detail::toStored(now), agrees || row.consented ? 1 : 0,
              row.skipReason == SkipReason::OrderedBefore && agrees ? 1 : 0)
        .run();
}

/// A run with rows to order again waits for a price and an approval, however it ended before.
void reopen(Database& database, RunId id, WallTime now) {
    database.use("UPDATE runs SET state = ?2, updated_at = ?3 WHERE id = ?1 AND state IN (?4, ?5)")
        .bind(id.value, static_cast<int>(RunState::Planned), detail::toStored(now),
              static_cast<int>(RunState::Finished), static_cast<int>(RunState::Stopped))
        .run();
}

/// A row without a key has nothing that could be ordered; one taken over goes on elsewhere; and a
/// changed row whose Reference was ordered has the key of that order, so it needs orderAgain().
bool mayBecomeReady(Database& database, const RowRecord& row) {
    const auto order = row.related ? detail::findRow(database, *row.related) : std::nullopt;
    const bool keyIsTaken = row.finding == Finding::Changed && !row.reference.empty() &&
                            (!order || order->key == row.key);
    const bool goesOnElsewhere = row.skipReason == SkipReason::TakenOver ||
                                 row.skipReason == SkipReason::Retired ||
                                 row.skipReason == SkipReason::GivenUp;
    return !row.key.empty() && !goesOnElsewhere && !keyIsTaken;
}

Result<std::int64_t> change(detail::LedgerStore& store, RunId id,
                            std::span<const std::int64_t> ordinals,
                            const std::vector<RowState>& from, RowState to, SkipReason reason) {
    return detail::guarded([&] {
        Database& database = store.database();
        const WallTime now = store.now();
        detail::Transaction transaction(database);
        detail::loadRun(database, id.value);
        std::int64_t changed = 0;
        for (const RowRecord& row : chosen(database, id, ordinals, from)) {
            if (to == RowState::Ready && !mayBecomeReady(database, row))
                continue;
            setState(database, row, to, reason, now);
            ++changed;
        }
        if (changed > 0 && to == RowState::Ready)
            reopen(database, id, now);
        transaction.commit();
        return changed;
    });
}

/// The first generation of this order that no row of the ledger has placed; `known` grows by the
/// orders of the ones before.
std::int64_t nextGeneration(Database& database, std::int64_t account, RowRecord& row,
                            EquivalentOrders& known) {
    for (std::int64_t generation = row.generation + 1;; ++generation) {
        const std::string key =
            orderKey({row.request, row.occurrence, generation, row.reference}).str();
        const auto other = detail::findByKey(database, account, key, 0);
        if (other && isOrdered(other->state)) {
            known.orders.push_back(detail::sameWish(other->orderNumber, other->leadCount));
            continue;
        }
        row.key = key;
        return generation;
    }
}

} // namespace

Result<std::int64_t> Ledger::include(RunId id, std::span<const std::int64_t> ordinals,
                                     const RunLock& /*lock*/) {
    if (ordinals.empty())
        return 0;
    return change(*store_, id, ordinals, {RowState::Skipped}, RowState::Ready, SkipReason::None);
}

Result<std::int64_t> Ledger::exclude(RunId id, std::span<const std::int64_t> ordinals,
                                     const RunLock& /*lock*/) {
    if (ordinals.empty())
        return 0;
    return change(*store_, id, ordinals, {RowState::Ready}, RowState::Skipped,
                  SkipReason::ByPerson);
}

Result<std::int64_t> Ledger::retryRefused(RunId id, std::span<const std::int64_t> ordinals,
                                          const RunLock& /*lock*/) {
    return change(*store_, id, ordinals, {RowState::Refused}, RowState::Ready, SkipReason::None);
}

Result<void> Ledger::leaveRefused(RunId id, std::span<const std::int64_t> ordinals,
                                  const RunLock& /*lock*/) {
    return detail::guarded([&] {
        Database& database = store_->database();
        const WallTime now = store_->now();
        detail::Transaction transaction(database);
        for (const std::int64_t ordinal : ordinals)
            if (const auto row = detail::findRow(database, {id.value, ordinal});
                row && row->state == RowState::Ready)
                setState(database, *row, RowState::Refused, SkipReason::None, now);
        const RunInfo run = detail::loadRun(database, id.value);
        // reopen() left what was said of the run as it was.
        if (run.state == RunState::Planned && run.cap)
            database.use("UPDATE runs SET state = ?2, updated_at = ?3 WHERE id = ?1")
                .bind(id.value,
                      static_cast<int>(run.totals.left() > 0 ? RunState::Stopped
                                                             : RunState::Finished),
                      detail::toStored(now))
                .run();
        transaction.commit();
    });
}

Result<RunId> Ledger::orderAgain(RunId id, std::span<const std::int64_t> ordinals,
                                 const RunLock& /*lock*/, const AllowedDuplicates& allowed) {
    return detail::guarded([&] {
        Database& database = store_->database();
        const WallTime now = store_->now();
        detail::Transaction transaction(database);
        RunInfo source = detail::loadRun(database, id.value);
        const std::int64_t account = detail::accountOfRun(database, id.value);
        source.spec.allowed = allowed;
        source.spec.againAfter.reset();
        const std::int64_t run = detail::insertRun(database, source.spec, account, now, false);
        std::int64_t count = 0;
        for (RowRecord& row : chosen(database, id, ordinals,
                                     {RowState::Placed, RowState::AlreadyOrdered, RowState::Ended,
                                      RowState::Skipped})) {
            if (row.state == RowState::Skipped &&
                row.skipReason != SkipReason::ChangedSinceOrdered &&
                row.skipReason != SkipReason::OrderedBefore)
                continue;
            detail::addContent(database, row);
            RowRecord copy;
            copy.ref = {run, count++};
            copy.sourceRow = row.sourceRow;
            copy.tab = row.tab;
            copy.mark = row.mark;
            copy.reference = row.reference;
            copy.occurrence = row.occurrence;
            copy.product = row.product;
            copy.leadCount = row.leadCount;
            copy.related = row.ref;
            copy.snapshot = row.snapshot;
            copy.request = row.request;
            copy.updatedAt = now;
            // Agreed to is what is known of here; what the service names besides is asked about.
            copy.earlier = row.earlier;
            if (!row.orderNumber.empty())
                copy.earlier.orders.push_back(detail::sameWish(row.orderNumber, row.leadCount));
            copy.generation = nextGeneration(database, account, row, copy.earlier);
            copy.key = row.key;
            copy.consented = true;
            detail::insertRow(database, account, copy);
        }
        if (count == 0) {
            throw StorageFailure(
                localError(ErrorCode::InvalidArgument, {messages::ledger::noChosenRowOrdered()}));
        }
        detail::setRunState(database, run, RunState::Planned, PauseReason::None, Said(), now);
        transaction.commit();
        return RunId{run};
    });
}

Result<Ledger::GivenUp> Ledger::giveUp(RunId id, const RunLock& /*lock*/) {
    return detail::guarded([&] {
        Database& database = store_->database();
        detail::Transaction transaction(database);
        static_cast<void>(detail::loadRun(database, id.value));
        const GivenUp given = detail::giveUp(database, id.value, store_->now());
        transaction.commit();
        return given;
    });
}

Result<void> Ledger::setOptions(RunId id, const std::string& options) const {
    return detail::guarded([&] {
        detail::Transaction transaction(store_->database());
        static_cast<void>(detail::loadRun(store_->database(), id.value)); // fails for no run
        detail::setRunOptions(store_->database(), id.value, options);
        transaction.commit();
    });
}

Result<void> Ledger::discard(RunId id, const RunLock& /*lock*/) {
    return detail::guarded([&] {
        const detail::WithoutForeignKeys deletesAll(store_->database());
        detail::Transaction transaction(store_->database());
        const RunInfo info = detail::loadRun(store_->database(), id.value);
        const bool neverApproved =
            info.state == RunState::Planned && !info.cap && info.totals.unsettled() == 0 &&
            info.totals.of(RowState::Placed) == 0 && info.totals.of(RowState::Refused) == 0;
        if (!neverApproved) {
            throw StorageFailure(
                localError(ErrorCode::InvalidArgument,
                           {messages::ledger::approvedRunStays(std::to_string(id.value))}));
        }
        detail::deleteRun(store_->database(), id.value);
        transaction.commit();
    });
}

} // namespace leadsheet::submit
