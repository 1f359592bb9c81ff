// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/connection.hpp"

#include "store/postgres/parameters.hpp"
#include "store/postgres/sql_state.hpp"

#include <array>
#include <charconv>
#include <deque>
#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

namespace leadsheet::server::store::postgres {

namespace {

// Callers choose filters and columns freely, so the texts of statements are without number.
constexpr std::size_t kPreparedStatements = 300;
constexpr Oid kBytea = 17;
/// What is sent before its answers are read: the server must never wait for us to read while we
/// wait for it to.
constexpr std::size_t kMaxUnread = 256;
constexpr std::size_t kMaxUnreadBytes = std::size_t{1} << 20;
/// What a process that hangs inside a transaction that it began may keep from the others. A read is
/// not one: between two questions the server waits for it as it waits for a slow answer.
constexpr const char* kIdleInTransaction = "60s";
/// An order that a client was told about must not be lost with the power, nor with the server where
/// there is a standby, whatever a database's or a role's settings say. Values that wait for
/// standbys are theirs to choose. Plain SQL: a DO block loads PL/pgSQL into each session, which
/// takes longer than all else here.
constexpr const char* kAwaitCommits =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local'); "
    // The wait for a standby that was broken off is told by a warning and by nothing else.
    "SET client_min_messages = 'warning'; ";

} // namespace

class Connection::Rows final : public SqlRows {
public:
    explicit Rows(Result result)
        : result_(std::move(result)) {}

    bool next() override {
        bytes_.clear();
        return ++row_ < PQntuples(result_.get());
    }
    bool isNull(int column) override { return PQgetisnull(result_.get(), row_, column) == 1; }
    std::int64_t integer(int column) override {
        const std::string_view text = raw(column);
        if (text == "t")
            return 1;
        std::int64_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    }
    std::string_view view(int column) override {
        if (PQftype(result_.get(), column) != kBytea)
            return raw(column);
        return bytes_.emplace_back(bytesOf(raw(column)));
    }

private:
    std::string_view raw(int column) const {
        return {PQgetvalue(result_.get(), row_, column),
                static_cast<std::size_t>(PQgetlength(result_.get(), row_, column))};
    }

    Result result_;
    int row_ = -1;
    std::deque<std::string> bytes_; ///< what view() handed out of this row
};

class Connection::AskedRows final : public SqlRows {
public:
    AskedRows(Connection& connection, std::shared_ptr<Asked> asked)
        : connection_(connection)
        , asked_(std::move(asked)) {}

    bool next() override {
        if (!rows_) {
            if (!asked_->result)
                connection_.finish();
            if (!asked_->result)
                failInternal("a question was not answered");
            rows_.emplace(std::move(asked_->result));
            connection_.hasAnswered_ = true;
        }
        return rows_->next();
    }
    bool isNull(int column) override { return rows_->isNull(column); }
    std::int64_t integer(int column) override { return rows_->integer(column); }
    std::string_view view(int column) override { return rows_->view(column); }

private:
    Connection& connection_;
    std::shared_ptr<Asked> asked_;
    std::optional<Rows> rows_;
};

void Connection::Finish::operator()(pg_conn* connection) const {
    PQfinish(connection);
}

void Connection::Clear::operator()(pg_result* result) const {
    PQclear(result);
}

Connection::Connection(const PostgresOptions& options, std::shared_ptr<FaultHook> hook)
    : hook_(std::move(hook)) {
    connect(options);
    PQsetErrorVerbosity(connection_.get(), PQERRORS_DEFAULT);
    PQsetNoticeReceiver(
        connection_.get(),
        [](void* warnings, const PGresult* notice) {
            const char* severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
            if (severity != nullptr && std::string_view(severity) == "WARNING")
                static_cast<std::string*>(warnings)->assign(PQresultErrorMessage(notice));
        },
        warning_.get());
    setUp(options);
    enterPipeline();
}

void Connection::setUp(const PostgresOptions& options) {
    std::string settings = kAwaitCommits;
    settings += "SET lock_timeout = ";
    settings += std::to_string(options.lockTimeout.count());
    settings += "; SET idle_in_transaction_session_timeout = '";
    settings += kIdleInTransaction;
    settings += "'; SET bytea_output = 'hex'; SET default_transaction_isolation = 'read committed'";
    const Result set(PQexec(connection_.get(), settings.c_str()));
    if (PQresultStatus(set.get()) != PGRES_COMMAND_OK)
        throw ConnectFailure{{}, withoutEnd(PQerrorMessage(connection_.get()))};
}

Connection::~Connection() = default;

bool Connection::isAlive() const {
    return PQstatus(connection_.get()) == CONNECTION_OK;
}

std::string Connection::serverEncoding() const {
    const char* encoding = PQparameterStatus(connection_.get(), "server_encoding");
    return encoding == nullptr ? "" : encoding;
}

int Connection::serverVersion() const {
    return PQserverVersion(connection_.get());
}

void Connection::failWith(Trouble trouble, std::string state, std::string detail) {
    trouble_ = trouble;
    state_ = std::move(state);
    StoreError error;
    error.kind = trouble == Trouble::Lost ? StoreError::Kind::Unavailable : kindOf(state_);
    error.detail = std::move(detail);
    throw StoreFailure(std::move(error));
}

void Connection::fail(const Result& result, std::string_view during) {
    const char* code = result ? PQresultErrorField(result.get(), PG_DIAG_SQLSTATE) : nullptr;
    std::string state = code == nullptr ? "" : code;
    const Trouble trouble = !isAlive()          ? Trouble::Lost
                            : isConflict(state) ? Trouble::Conflict
                                                : Trouble::Refused;
    const char* said = result ? PQresultErrorMessage(result.get()) : "";
    std::string message = withoutEnd(*said == '\0' ? PQerrorMessage(connection_.get()) : said);
    std::string detail =
        std::string(during) + ": " + message + (state.empty() ? std::string() : " (" + state + ")");
    failWith(trouble, std::move(state), std::move(detail));
}

void Connection::cut() {
    ::shutdown(PQsocket(connection_.get()), SHUT_RDWR);
}

bool Connection::awaitAnswer(int milliseconds) {
    while (PQflush(connection_.get()) == 1) {
    }
    pollfd waiting{PQsocket(connection_.get()), POLLIN, 0};
    return ::poll(&waiting, 1, milliseconds) != 0;
}

void Connection::cancel() {
    const std::unique_ptr<PGcancel, decltype(&PQfreeCancel)> handle(PQgetCancel(connection_.get()),
                                                                    &PQfreeCancel);
    std::array<char, 256> why{};
    if (handle)
        PQcancel(handle.get(), why.data(), static_cast<int>(why.size()));
}

void Connection::enterPipeline() {
    if (PQenterPipelineMode(connection_.get()) != 1)
        fail({}, "pipeline mode");
}

void Connection::send(DbOp op, std::string_view during, const std::function<int()>& transmit,
                      bool prepares) {
    const PostgresFault fault = hook_->ask(op);
    if (fault == PostgresFault::Conflict)
        failWith(Trouble::Conflict, "40001", std::string(during) + ": a conflict made by a test");
    if (fault == PostgresFault::Refused)
        failWith(Trouble::Refused, "58030", std::string(during) + ": a refusal made by a test");
    if (fault == PostgresFault::CutBefore)
        cut();
    if (transmit() != 1)
        fail({}, during);
    unread_.push_back({std::string(during), prepares, {}});
    if (fault == PostgresFault::CutAfter) {
        PQpipelineSync(connection_.get());
        awaitAnswer(-1);
        // The answer has arrived and is thrown away with the connection.
        connection_.reset();
        unread_.clear();
        failWith(Trouble::Lost, {}, std::string(during) + ": the answer was lost by a test");
    }
}

/// The next answer; none when the connection is lost.
Connection::Result Connection::readAnswer() {
    Result last;
    while (Result next{PQgetResult(connection_.get())}) {
        const bool synced = PQresultStatus(next.get()) == PGRES_PIPELINE_SYNC;
        last = std::move(next);
        if (synced || !isAlive()) // nothing follows it
            break;
    }
    return last;
}

Connection::Result Connection::lastAnswer(std::chrono::milliseconds patience) {
    if (unread_.empty())
        return {};
    // A sync would end the transaction of reads, which nothing began by a statement.
    const bool asked =
        isReading_ ? PQsendFlushRequest(connection_.get()) == 1 && PQflush(connection_.get()) >= 0
                   : PQpipelineSync(connection_.get()) == 1;
    if (!asked) {
        unread_.clear();
        fail({}, "pipeline");
    }
    if (!isReading_)
        unread_.emplace_back();
    unreadBytes_ = 0;
    if (patience.count() > 0 && !awaitAnswer(static_cast<int>(patience.count()))) {
        hasGivenUp_ = true;
        cancel();
    }
    Result last;
    Result failed;
    std::string failedDuring;
    while (!unread_.empty()) {
        const Unread item = std::move(unread_.front());
        unread_.pop_front();
        Result result = readAnswer();
        if (!isAlive() || !result) {
            unread_.clear();
            fail(result, item.during);
        }
        const auto status = PQresultStatus(result.get());
        if (status == PGRES_PIPELINE_SYNC)
            continue;
        const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
        if (!good && item.prepares)
            prepared_.erase(item.during);
        // What comes behind a failure is not run by the server.
        if (!good && !failed) {
            failed = std::move(result);
            failedDuring = item.during;
        } else if (good && item.asked)
            item.asked->result = std::move(result);
        else
            last = std::move(result);
    }
    if (failed && isReading_)
        abandonReading();
    if (failed)
        fail(failed, failedDuring);
    return last;
}

void Connection::finish() {
    lastAnswer();
}

const std::string& Connection::statement(std::string_view sql) {
    if (const auto found = prepared_.find(sql); found != prepared_.end())
        return found->second;
    if (prepared_.size() >= kPreparedStatements) {
        finish();
        sendLater("DEALLOCATE ALL", DbOp::Prepare);
        prepared_.clear();
    }
    const std::string text(sql);
    std::string name = "s" + std::to_string(++names_);
    send(
        DbOp::Prepare, sql,
        [&] { return PQsendPrepare(connection_.get(), name.c_str(), text.c_str(), 0, nullptr); },
        true);
    return prepared_.emplace(text, std::move(name)).first->second;
}

void Connection::sendPrepared(std::string_view sql, std::span<const SqlValue> values) {
    const std::string& name = statement(sql);
    const Parameters parameters(values);
    send(DbOp::Step, sql, [&] {
        return PQsendQueryPrepared(connection_.get(), name.c_str(), parameters.count(),
                                   parameters.values(), parameters.lengths(), parameters.formats(),
                                   kTextFormat);
    });
    unreadBytes_ += parameters.bytes();
}

std::unique_ptr<SqlRows> Connection::ask(std::string_view sql, std::span<const SqlValue> values) {
    sendPrepared(sql, values);
    unread_.back().asked = std::make_shared<Asked>();
    return std::make_unique<AskedRows>(*this, unread_.back().asked);
}

void Connection::runLater(std::string_view sql, std::span<const SqlValue> values) {
    sendPrepared(sql, values);
    if (unread_.size() >= kMaxUnread || unreadBytes_ >= kMaxUnreadBytes)
        finish();
}

void Connection::sendLater(std::string_view statement, DbOp op) {
    const std::string text(statement);
    send(op, statement, [&] {
        return PQsendQueryParams(connection_.get(), text.c_str(), 0, nullptr, nullptr, nullptr,
                                 nullptr, kTextFormat);
    });
}

void Connection::confirmEarlierCommits() {
    // A transaction with a record in the log waits for the standbys, and they take in the log in
    // its order. Without standbys there is nothing to wait for.
    runLater("SELECT CASE WHEN current_setting('synchronous_standby_names') <> '' THEN"
             " pg_logical_emit_message(true, 'leadsheet', '') END",
             {});
}

std::string Connection::forUpdate(std::string_view table, RowsOfOthers others) const {
    // No row's key changes, so that rows that refer to these ones may come meanwhile.
    return " FOR NO KEY UPDATE OF " + std::string(table) +
           (others == RowsOfOthers::LeftOut ? " SKIP LOCKED" : "");
}

std::unique_ptr<SqlRows> Connection::open(std::string_view sql, std::span<const SqlValue> values) {
    sendPrepared(sql, values);
    auto rows = std::make_unique<Rows>(lastAnswer());
    hasAnswered_ = true;
    return rows;
}

std::int64_t Connection::run(std::string_view sql, std::span<const SqlValue> values) {
    sendPrepared(sql, values);
    const Result result = lastAnswer();
    hasAnswered_ = true;
    const std::string_view changed = PQcmdTuples(result.get());
    std::int64_t rows = 0;
    std::from_chars(changed.data(), changed.data() + changed.size(), rows);
    return rows;
}

std::optional<std::int64_t> Connection::insertRow(std::string_view sql, std::string_view key,
                                                  std::span<const SqlValue> values) {
    const std::string text = std::string(sql) + " RETURNING " + std::string(key);
    const auto rows = open(text, values);
    return rows->next() ? std::optional(rows->integer(0)) : std::nullopt;
}

void Connection::script(const std::string& statements, DbOp op) {
    finish();
    if (PQexitPipelineMode(connection_.get()) != 1)
        fail({}, statements);
    // Several statements in one message are not for pipelines.
    send(op, statements, [&] { return PQsendQuery(connection_.get(), statements.c_str()); });
    unread_.clear();
    Result last;
    while (Result next{PQgetResult(connection_.get())}) {
        const bool failed = last && PQresultStatus(last.get()) == PGRES_FATAL_ERROR;
        if (!failed)
            last = std::move(next);
        if (!isAlive())
            break;
    }
    const auto status = PQresultStatus(last.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        if (isAlive())
            PQenterPipelineMode(connection_.get());
        fail(last, statements);
    }
    enterPipeline();
}

void Connection::commit(std::chrono::milliseconds patience) {
    finish(); // so that of a failure before the commit, nobody has to wonder
    warning_->clear();
    try {
        sendLater("COMMIT", DbOp::Commit);
        const Result result = lastAnswer(patience);
        // The wait for a standby was broken off: it is committed here, and perhaps nowhere else.
        if (!warning_->empty())
            failWith(Trouble::Unconfirmed, {}, "COMMIT: " + withoutEnd(*warning_));
        // So answers a server whose transaction had failed before.
        if (std::string_view(PQcmdStatus(result.get())) != "COMMIT")
            failWith(Trouble::Refused, "25P02", "COMMIT: the transaction had failed");
        hook_->ask(DbOp::Committed);
    } catch (const StoreFailure& failure) {
        StoreError error = failure.error();
        if (trouble_ == Trouble::Lost || trouble_ == Trouble::Unconfirmed)
            error.certainty = StoreError::Certainty::Unknown;
        throw StoreFailure(std::move(error));
    } catch (const std::exception& failure) {
        // It may have been sent, or answered.
        distrust();
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::Unknown,
                            std::string("COMMIT: ") + failure.what(), 0});
    }
}

bool Connection::rollback() noexcept {
    try {
        finish();
    } catch (...) {
        // It is undone with the transaction, or with the connection.
    }
    if (!isAlive())
        return false;
    if (PQtransactionStatus(connection_.get()) == PQTRANS_IDLE)
        return true;
    try {
        if (!sendRollback())
            return false;
        finish();
        return true;
    } catch (...) { // nothing is known of the connection
        return false;
    }
}

bool Connection::sendRollback() {
    if (PQsendQueryParams(connection_.get(), "ROLLBACK", 0, nullptr, nullptr, nullptr, nullptr,
                          kTextFormat) != 1)
        return false;
    unread_.push_back({"ROLLBACK", false, {}});
    return true;
}

void Connection::beginReading() {
    if (!hasReadSettings_) {
        sendLater("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ,"
                  " READ ONLY",
                  DbOp::Step);
        if (!sync())
            fail({}, "pipeline");
        hasReadSettings_ = true;
    }
    isReading_ = true;
}

void Connection::relax() {
    if (std::exchange(isRelaxed_, true))
        return;
    sendLater("SET synchronous_commit = off", DbOp::Step);
    sendLater("SET plan_cache_mode = force_generic_plan", DbOp::Step);
    if (!sync())
        fail({}, "pipeline");
}

void Connection::endReading() noexcept {
    isReading_ = false;
    // Where it does not go out, whoever uses the connection next finds it lost.
    if (isAlive() && sync())
        PQflush(connection_.get());
}

void Connection::abandonReading() {
    hasReadSettings_ = false; // they may be what failed
    if (!sync())
        return;
    // Only behind its last words is a connection found lost.
    readAnswer();
    unread_.clear();
}

bool Connection::sync() {
    const bool sent = PQpipelineSync(connection_.get()) == 1;
    if (sent)
        unread_.emplace_back();
    return sent;
}

} // namespace leadsheet::server::store::postgres
