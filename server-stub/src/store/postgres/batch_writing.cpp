// SPDX-License-Identifier: Apache-2.0
// How a batch is written; which jobs are in one is in writers.cpp.
#include "store/postgres/connection.hpp"
#include "store/postgres/opening.hpp"
#include "store/postgres/sql_state.hpp"
#include "store/postgres/writers.hpp"
#include "store/sql_session.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>
#include <utility>
#include <vector>

namespace leadsheet::server::store::postgres {
namespace {

/// One transaction of a connection that writes its rows together. Used by one thread; goes with the
/// transaction.
class GatheringSession final : public SqlSession {
public:
    explicit GatheringSession(Connection& connection)
        : connection_(connection) {}

    std::unique_ptr<SqlRows> open(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.open(sql, values);
    }
    std::unique_ptr<SqlRows> ask(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.ask(sql, values);
    }
    void runLater(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        connection_.runLater(sql, values);
    }
    std::int64_t run(std::string_view sql, std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.run(sql, values);
    }
    std::optional<std::int64_t> insertRow(std::string_view sql, std::string_view key,
                                          std::span<const SqlValue> values) override {
        sendGathered();
        return connection_.insertRow(sql, key, values);
    }
    std::string notByIndex(std::string_view column) const override {
        return connection_.notByIndex(column);
    }
    std::string forUpdate(std::string_view table, RowsOfOthers others) const override {
        return connection_.forUpdate(table, others);
    }
    std::size_t rowsAtOnce() const override { return connection_.rowsAtOnce(); }
    void confirmEarlierCommits() override { connection_.confirmEarlierCommits(); }

    bool gatherRow(const GatheredRows& rows, std::span<const SqlValue> values) override;
    /// Sends the statements of all rows; their answers are read later.
    void sendGathered();

private:
    using Columns = std::vector<SqlColumn>;

    Connection& connection_;
    std::vector<std::pair<const GatheredRows*, Columns>> gathered_;
};

/// More is sent early, so that a batch of large rows is not kept twice.
constexpr std::size_t kMaxColumnBytes = std::size_t{1} << 20;

SqlColumn columnOf(char type) {
    return SqlColumn(type == 't'   ? SqlColumn::Type::Text
                     : type == 'i' ? SqlColumn::Type::Integer
                                   : SqlColumn::Type::Bytes);
}

bool GatheringSession::gatherRow(const GatheredRows& rows, std::span<const SqlValue> values) {
    auto kind = std::ranges::find(gathered_, &rows, [](const auto& entry) { return entry.first; });
    if (kind == gathered_.end()) {
        Columns columns;
        for (const char type : rows.types)
            columns.push_back(columnOf(type));
        const auto above = std::ranges::upper_bound(
            gathered_, rows.rank, {}, [](const auto& entry) { return entry.first->rank; });
        kind = gathered_.emplace(above, &rows, std::move(columns));
    }
    Columns& columns = kind->second;
    if (values.size() != columns.size())
        failInternal("a gathered row has too many or too few columns");
    for (std::size_t at = 0; at < values.size(); ++at)
        columns[at].add(values[at]);
    if (std::ranges::any_of(
            columns, [](const SqlColumn& column) { return column.bytes() > kMaxColumnBytes; }))
        sendGathered();
    return true;
}

void GatheringSession::sendGathered() {
    auto gathered = std::exchange(gathered_, {});
    for (auto& [rows, columns] : gathered) {
        std::vector<SqlValue> values;
        for (SqlColumn& column : columns)
            values.emplace_back(column.all());
        connection_.runLater(rows->sql, values);
    }
}

/// How often a batch is run again, and how long the first wait before that is; each is twice the
/// one before.
constexpr int kMoreTries = 5;
/// The same of a batch that is divided when it conflicts even so: what conflicts is in one part.
constexpr int kMoreTriesTogether = 1;
constexpr auto kFirstWait = std::chrono::milliseconds(5);
/// Of the time for a lock, the part for those that have waited for one already.
constexpr int kSecondWaitPart = 10;
constexpr std::string_view kNoLock = "55P03";
/// Whoever waits for the lock on everything keeps behind him all who come after, as long as those
/// before him need: so he waits a moment only, and lets others pass before he waits again.
constexpr auto kWaitForAll = std::chrono::milliseconds(100);
constexpr auto kLetOthersPass = std::chrono::milliseconds(150);

StoreError failed(std::string detail) {
    return {StoreError::Kind::Internal, StoreError::Certainty::NotApplied, std::move(detail), 0};
}

void begin(Connection& connection, Durability durability) {
    connection.sendLater("BEGIN", DbOp::Begin);
    // Whoever commits with Full afterwards brings these to the disk as well.
    if (durability == Durability::Relaxed)
        connection.sendLater("SET LOCAL synchronous_commit = off", DbOp::Step);
}

std::chrono::milliseconds secondWait(std::chrono::milliseconds lockTimeout) {
    return std::max(lockTimeout / kSecondWaitPart, std::chrono::milliseconds(1)); // 0 = no end
}

void setLockTimeout(Connection& connection, std::chrono::milliseconds time) {
    connection.sendLater("SET LOCAL lock_timeout = " + std::to_string(time.count()), DbOp::Step);
}

Known* knownOf(std::map<std::string, Known>& known, const WriteScope& scope) {
    return scope.empty() ? nullptr : &known.try_emplace(scope.str(), scope).first->second;
}

/// Statements over arrays are planned once, for arrays and tables of any size: each row is looked
/// up by itself. To plan them again each time would cost more than they do.
void planOnce(SqlSession& session) {
    session.execute("SELECT set_config('plan_cache_mode', 'force_generic_plan', true),"
                    " set_config('enable_hashjoin', 'off', true),"
                    " set_config('enable_mergejoin', 'off', true)");
}

/// Whether all of the transaction is undone and the same again may succeed.
bool mayTryAgain(const Connection& connection, bool isOneJob, int tries) {
    return connection.trouble() == Trouble::Lost ||
           (connection.trouble() == Trouble::Conflict && (isOneJob || tries < kMoreTriesTogether));
}

} // namespace

void Writers::write(Batch& batch, How how) {
    for (int tries = 0;; ++tries) {
        const Try result = tryBatch(batch, how, tries);
        how.mayGrow = false;
        if (result == Try::Apart)
            return setApart(batch, std::vector(batch.scopes));
        if (result == Try::Singly) {
            how.gathers = false;
            for (Entry& entry : batch.jobs) {
                Batch one;
                one.scopes.push_back(entry.job->scope());
                one.jobs.push_back(std::move(entry));
                write(one, how);
                entry = std::move(one.jobs.front());
            }
            return;
        }
        if (result == Try::Ended || tries == kMoreTries || !pool_.isWorthATry())
            return;
        std::this_thread::sleep_for(kFirstWait * (1 << tries));
    }
}

Writers::Try Writers::tryBatch(Batch& batch, How how, int tries) {
    std::unique_ptr<Connection> connection;
    auto result = Try::Ended;
    try {
        connection = pool_.borrow();
        connection->forgetFailures();
        runSafely(*connection, batch, how);
    } catch (const StoreFailure& failure) {
        for (Entry& entry : batch.jobs)
            entry.result = tl::make_unexpected(failure.error());
        if (!connection)
            return Try::Again;
        // What may be committed is not run again.
        if (failure.error().certainty == StoreError::Certainty::NotApplied)
            result = mayTryAgain(*connection, batch.jobs.size() == 1, tries)
                         ? Try::Again
                         : afterRefusal(batch, how, failure.error(), connection->state());
    }
    const bool away = connection->trouble() == Trouble::Unconfirmed && connection->hasGivenUp();
    connection->rollback();
    pool_.giveBack(std::move(connection));
    if (away)
        standbyIsAway();
    return result;
}

/// What is to be done with a batch that fails when the same is tried again.
Writers::Try Writers::afterRefusal(Batch& batch, How how, const StoreError& error,
                                   std::string_view state) {
    const bool internal = error.kind == StoreError::Kind::Internal;
    const bool waited = state == kNoLock;
    // What else the database lacks now, room on its disk say, every job lacks.
    if (!internal && !waited && !isConflict(state))
        return Try::Ended;
    if (waited) {
        for (Entry& entry : batch.jobs)
            entry.hasWaited = true;
    }
    if (batch.scopes.size() > 1)
        return Try::Apart;
    for (const WriteScope& scope : batch.scopes)
        keepApart(scope);
    // Each job by itself would wait for the lock once more.
    return !waited && (batch.jobs.size() > 1 || how.gathers) ? Try::Singly : Try::Ended;
}

/// What was not foreseen (memory that runs out, a job that throws) is a failure of the store as
/// well. It may have happened between a question and its answer.
void Writers::runSafely(Connection& connection, Batch& batch, How how) {
    try {
        runBatch(connection, batch, how);
    } catch (const StoreFailure&) {
        throw;
    } catch (const std::exception& failure) {
        connection.distrust();
        throw StoreFailure(failed(std::string("a job or its batch threw: ") + failure.what()));
    }
}

/// Begins the transaction of a batch without a scope, with its lock.
void Writers::beginAlone(Connection& connection, Durability durability,
                         std::chrono::milliseconds lockTimeout) {
    const auto end = std::chrono::steady_clock::now() + lockTimeout;
    // Longer each time: where one transaction follows the other, a moment is never enough.
    for (auto wait = kWaitForAll;; wait *= 2) {
        begin(connection, durability);
        setLockTimeout(connection, std::min(wait, lockTimeout));
        lockLater(connection, {});
        setLockTimeout(connection, lockTimeout);
        try {
            connection.finish();
            return;
        } catch (const StoreFailure&) {
            if (connection.state() != kNoLock || std::chrono::steady_clock::now() >= end)
                throw;
        }
        connection.rollback();
        connection.forgetFailures();
        std::this_thread::sleep_for(kLetOthersPass);
    }
}

/// Throws the failure of what was not written.
void Writers::runBatch(Connection& connection, Batch& batch, How how) {
    const bool hasWaited = std::ranges::any_of(batch.jobs, &Entry::hasWaited);
    const auto lockTimeout = hasWaited ? secondWait(options_.lockTimeout) : options_.lockTimeout;
    if (batch.scopes.front().empty()) {
        beginAlone(connection, how.durability, lockTimeout);
    } else {
        begin(connection, how.durability);
        if (hasWaited)
            setLockTimeout(connection, lockTimeout);
    }
    if (how.gathers) {
        GatheringSession gathering(connection);
        runJobs(connection, gathering, batch, how);
        gathering.sendGathered();
    } else
        runJobs(connection, connection, batch, how);
    if (batch.jobs.empty())
        return;
    const auto patience = this->patience();
    if (how.durability == Durability::Full && patience < options_.standbyPatience)
        connection.confirmEarlierCommits(); // so that it does wait, whatever the jobs wrote
    connection.commit(patience);
    if (how.durability == Durability::Full) {
        const std::scoped_lock lock(mutex_);
        nextProbe_.reset();
    }
}

void Writers::runJobs(Connection& connection, SqlSession& session, Batch& batch, How how) {
    AllKnown known;
    std::optional<std::chrono::steady_clock::time_point> end;
    // From when the locks are ours on: what came while they were another's joins too.
    const auto begins = [&] {
        if (!end)
            end = std::chrono::steady_clock::now() + options_.gather;
    };
    const auto takeMore = [&] {
        const std::size_t scopes = batch.scopes.size();
        const std::size_t jobs = batch.jobs.size();
        if (how.mayGrow && std::chrono::steady_clock::now() < *end && grow(batch, how.durability))
            join(connection, session, known, batch, {scopes, jobs});
    };
    if (join(connection, session, known, batch, {})) {
        begins();
        takeMore();
    }
    for (std::size_t at = 0; at < batch.jobs.size();) {
        runJob(connection, session, batch.jobs[at], knownOf(known, batch.jobs[at].job->scope()));
        begins();
        if (++at == batch.jobs.size())
            takeMore();
    }
}

/// The accounts, from this one on, that were not locked.
std::vector<WriteScope> Writers::heldOf(const Batch& batch, std::size_t from, SqlRows& locked) {
    std::vector<WriteScope> held;
    for (const WriteScope& scope : std::span(batch.scopes).subspan(from)) {
        if (!locked.next() || !locked.boolean(0))
            held.push_back(scope);
    }
    return held;
}

/// Locks what was added to the batch, and looks ahead for it. Whether the locks are ours already.
bool Writers::join(Connection& connection, SqlSession& session, AllKnown& known, Batch& batch,
                   Place from) {
    std::unique_ptr<SqlRows> locked;
    if (batch.isShared && from.scope < batch.scopes.size())
        locked = tryLocks(connection, std::span(batch.scopes).subspan(from.scope));
    else if (!batch.isShared && from.scope == 0 && !batch.scopes.front().empty())
        lockLater(connection, batch.scopes.front());
    const bool areOurs = lookAhead(session, known, batch, from.job);
    if (locked) {
        const auto held = heldOf(batch, from.scope, *locked);
        // Others may change what was found out about these.
        for (const WriteScope& scope : held)
            known.erase(scope.str());
        setApart(batch, held);
    }
    return areOurs;
}

/// Whether there was something to look for, so that the locks are ours now.
bool Writers::lookAhead(SqlSession& session, AllKnown& known, const Batch& batch,
                        std::size_t from) {
    std::vector<ComingOrder> orders;
    for (const Entry& entry : std::span(batch.jobs).subspan(from)) {
        if (const OrderAhead* const order = entry.job->ahead();
            order != nullptr && !entry.job->scope().empty())
            orders.push_back({knownOf(known, entry.job->scope()), order});
    }
    if (!orders.empty()) {
        planOnce(session);
        store::lookAhead(session, orders, options_.outbox != nullptr);
    }
    return !orders.empty();
}

void Writers::runJob(Connection& connection, SqlSession& session, Entry& entry, Known* known) {
    entry.result = {};
    Tx tx(session, options_.outbox.get(), known);
    entry.job->run(tx);
    if (connection.hasFailed())
        throw StoreFailure(failed("a job went on after a failed operation"));
}

} // namespace leadsheet::server::store::postgres
