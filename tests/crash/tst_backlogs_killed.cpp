// SPDX-License-Identifier: Apache-2.0
#include "delivery_driver.hpp"
#include "killable_server.hpp"
#include "receiver.hpp"
#include "test_main.hpp"

#include <QDeadlineTimer>
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <boost/json.hpp>
#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <thread>

using namespace leadsheet;

namespace {

constexpr int kPatienceMs = 120'000;
constexpr const char* kDatabase = "server.db";
/// Of each of two states: more than one transaction touches.
constexpr int kEach = 510;
/// Deliveries of a webhook that nothing is done to.
constexpr int kOfTheOther = 20;

/// Looks into the database, or changes it while no server has it.
class Sql {
public:
    explicit Sql(const QString& path) {
        if (sqlite3_open(path.toUtf8().constData(), &connection_) != SQLITE_OK)
            throw std::runtime_error("the database does not open");
        sqlite3_busy_timeout(connection_, kPatienceMs);
    }
    ~Sql() { sqlite3_close(connection_); }
    Sql(const Sql&) = delete;
    Sql& operator=(const Sql&) = delete;

    /// All rows, their columns separated by "|", the rows by blanks.
    std::string ask(const std::string& sql) {
        std::string found;
        const auto collect = [](void* out, int columns, char** values, char**) {
            auto& text = *static_cast<std::string*>(out);
            for (int i = 0; i < columns; ++i)
                text.append(i > 0          ? "|"
                            : text.empty() ? ""
                                           : " ")
                    .append(values[i] != nullptr ? values[i] : "null");
            return 0;
        };
        if (sqlite3_exec(connection_, sql.c_str(), collect, &found, nullptr) != SQLITE_OK)
            throw std::runtime_error(sqlite3_errmsg(connection_));
        return found;
    }

private:
    sqlite3* connection_ = nullptr;
};

/// Test messages number `first` to `last`, each with a delivery to the webhook in this state that
/// has had an attempt.
std::string insertDeliveries(int webhook, int first, int last, const std::string& state) {
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch());
    const std::string numbers = "WITH RECURSIVE n (i) AS (SELECT " + std::to_string(first) +
                                " UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(last) +
                                ") ";
    const std::string at = std::to_string(now.count());
    return "INSERT INTO webhook_messages (seq, id, account_id, account_seq, type, data, part,"
           " parts, order_version, created_at) " +
           numbers +
           "SELECT i, 'msg_' || i, account_id, i, 'webhook.test', '{\"seq\":' || i || '}'" +
           ", 1, 1, 1, " + at +
           " FROM n, webhooks WHERE webhooks.seq = " + std::to_string(webhook) +
           "; INSERT INTO webhook_deliveries (seq, id, webhook, message, state, due_at, attempts,"
           " created_at) " +
           numbers + "SELECT i, 'whd_' || i, " + std::to_string(webhook) + ", i, '" + state +
           "', " + (state == "pending" ? at : "NULL") + ", 1, " + at +
           " FROM n; INSERT INTO webhook_attempts (delivery, number, webhook, at, duration_ms,"
           " error) " +
           numbers + "SELECT i, 1, " + std::to_string(webhook) + ", " + at +
           ", 5, 'The answer was 500.' FROM n;";
}

} // namespace

/// Deliveries of a webhook that are more than one transaction touches are recovered, held and
/// removed, while the server is killed around every commit.
class BacklogsKilledTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void recover_killedAroundEachCommit_losesAndDoublesNothing_data() { moments(); }
    void recover_killedAroundEachCommit_losesAndDoublesNothing();
    void hold_killedAroundEachCommit_holdsAll_data() { moments(); }
    void hold_killedAroundEachCommit_holdsAll();
    void remove_killedAroundEachCommit_removesAllAndNothingElse_data() { moments(); }
    void remove_killedAroundEachCommit_removesAllAndNothingElse();

private:
    struct Run {
        std::unique_ptr<QTemporaryDir> folder;
        std::unique_ptr<test::KillableServer> server;
        test::DeliveryJob job;
        bool killed = false;

        std::string sql(const std::string& text) const {
            return Sql(folder->filePath(kDatabase)).ask(text);
        }
    };
    /// What went wrong in a run, or an empty text.
    using Step = std::string (BacklogsKilledTest::*)(Run&, const QString& moment, int n);

    static void moments();
    void sweep(Step step, const std::string& deliveries);
    /// A server on a copy of the database with these deliveries.
    Run begin(const std::string& deliveries) const;
    /// Waits until nothing is left to be done; starts the server again when it dies.
    std::string settle(Run& run);
    std::string recover(Run& run, const QString& moment, int n);
    std::string hold(Run& run, const QString& moment, int n);
    std::string remove(Run& run, const QString& moment, int n);

    QTemporaryDir folder_;
    test::Receiver receiver_;
    std::atomic<bool> hangs_{false};
    std::string key_;
    std::string webhook_;
};

namespace {

const std::string kStates = "SELECT state, COUNT(*), COUNT(DISTINCT message) FROM"
                            " webhook_deliveries WHERE webhook = 1 GROUP BY state ORDER BY state";
const std::string kTheOther = "SELECT COUNT(*) FROM webhook_deliveries WHERE webhook = 2"
                              " AND state = 'held' AND attempts = 1";

std::string allIn(const std::string& state) {
    return state + "|" + std::to_string(2 * kEach) + "|" + std::to_string(2 * kEach);
}

} // namespace

void BacklogsKilledTest::moments() {
    QTest::addColumn<QString>("moment");
    QTest::newRow("before") << "before";
    QTest::newRow("after") << "after";
}

void BacklogsKilledTest::initTestCase() {
    receiver_.answer([this](const test::Receiver::Message&) {
        return hangs_ ? std::nullopt : std::optional(test::response(204));
    });
    test::KillableServer server(folder_.filePath(kDatabase));
    QVERIFY(server.start("never", 0));
    key_ = server.key();
    const test::DeliveryJob job{key_, {}, [&] {
                                    return server.port();
                                }};
    for (const char* name : {"one", "two"}) {
        const auto made = test::insist(job, "POST", "/v1/webhooks", key_,
                                       R"({"url":")" + receiver_.url() + "\"}", name);
        QCOMPARE(made.status, 201);
        if (webhook_.empty())
            webhook_ = boost::json::parse(made.body).at("id").as_string();
    }
}

BacklogsKilledTest::Run BacklogsKilledTest::begin(const std::string& deliveries) const {
    Run run;
    run.folder = std::make_unique<QTemporaryDir>();
    for (const QString& name : QDir(folder_.path()).entryList(QDir::Files)) {
        // The memory that readers of the log share is made anew.
        if (!name.endsWith("-shm") &&
            !QFile::copy(folder_.filePath(name), run.folder->filePath(name)))
            throw std::runtime_error("the database was not copied");
    }
    run.sql(deliveries);
    run.server = std::make_unique<test::KillableServer>(run.folder->filePath(kDatabase));
    run.job.customerKey = key_;
    return run;
}

std::string BacklogsKilledTest::settle(Run& run) {
    const QDeadlineTimer patience(kPatienceMs);
    while (run.sql("SELECT COUNT(*) FROM webhook_backlogs") != "0") {
        if (run.job.port() == 0)
            return "the server did not start again";
        if (patience.hasExpired())
            return "it is not done: " + run.sql(kStates);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    // What it still has to write may be the commit it dies around.
    for (int look = 0; look < 20 && !run.killed; ++look)
        run.job.port();
    return run.sql(kTheOther) == std::to_string(kOfTheOther)
               ? std::string()
               : "something was done to another webhook";
}

void BacklogsKilledTest::sweep(Step step, const std::string& deliveries) {
    QFETCH(QString, moment);
    int kills = 0;
    bool killed = true;
    for (int n = 1; killed; ++n) {
        Run run = begin(deliveries + insertDeliveries(2, 5'001, 5'000 + kOfTheOther, "held"));
        run.job.port = [&run]() -> std::uint16_t {
            if (!run.killed && run.server->died()) {
                run.killed = true;
                if (!run.server->start("never", 0))
                    return 0;
            }
            return run.server->port();
        };
        const std::string wrong = (this->*step)(run, moment, n);
        QVERIFY2(wrong.empty(), qPrintable(QString("killed %1 commit %2: %3")
                                               .arg(moment)
                                               .arg(n)
                                               .arg(QString::fromStdString(wrong))));
        killed = run.killed;
        kills += killed ? 1 : 0;
    }
    qInfo("%d kills %s a commit", kills, qPrintable(moment));
    QVERIFY(kills >= 3);
}

std::string BacklogsKilledTest::recover(Run& run, const QString& moment, int n) {
    hangs_ = true;
    const std::size_t before = receiver_.count();
    if (!run.server->start(moment, n))
        return "the server did not start";
    const auto since = QDateTime::currentDateTimeUtc().addDays(-1).toString(Qt::ISODate);
    const auto answer = test::insist(run.job, "POST", "/v1/webhooks/" + webhook_ + "/recover", key_,
                                     R"({"since":")" + since.toStdString() + "\"}", "recover");
    if (answer.body != R"({"queued":)" + std::to_string(2 * kEach) + "}")
        return "the recovery was answered: " + answer.body;
    if (auto wrong = settle(run); !wrong.empty())
        return wrong;
    if (run.sql(kStates) != allIn("pending"))
        return "not all are queued, or more: " + run.sql(kStates);
    // What hung is sent again by a server that finds nobody working on it.
    run.server->end();
    hangs_ = false;
    receiver_.release();
    if (!run.server->start("never", 0))
        return "the server did not start again";
    const QDeadlineTimer patience(kPatienceMs);
    while (run.sql(kStates) != allIn("delivered")) {
        if (patience.hasExpired())
            return "not all are delivered: " + run.sql(kStates);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::map<std::string, std::set<std::string>> bodies;
    const auto messages = receiver_.messages();
    for (std::size_t at = before; at < messages.size(); ++at)
        bodies[messages[at].headers.at("webhook-id")].insert(messages[at].body);
    for (const auto& [id, of] : bodies) {
        if (of.size() != 1)
            return id + " came with more than one body";
    }
    return bodies.size() == std::size_t{2 * kEach}
               ? std::string()
               : std::to_string(bodies.size()) + " messages came";
}

std::string BacklogsKilledTest::hold(Run& run, const QString& moment, int n) {
    hangs_ = true;
    if (!run.server->start(moment, n))
        return "the server did not start";
    const auto answer = test::insist(run.job, "PATCH", "/v1/webhooks/" + webhook_, key_,
                                     R"({"enabled":false})", {});
    if (answer.status != 200)
        return "the webhook was not disabled: " + answer.body;
    if (auto wrong = settle(run); !wrong.empty())
        return wrong;
    const std::string states = run.sql(kStates);
    run.server->end();
    receiver_.release();
    return states == allIn("held") ? std::string() : "not all are held: " + states;
}

std::string BacklogsKilledTest::remove(Run& run, const QString& moment, int n) {
    hangs_ = true;
    if (!run.server->start(moment, n))
        return "the server did not start";
    const auto answer = test::insist(run.job, "DELETE", "/v1/webhooks/" + webhook_, key_, {}, {});
    // Who dies after it was written has not told.
    if (answer.status != 204 && !(run.killed && answer.status == 404))
        return "the webhook was not removed: " + answer.body;
    // Its rows wait until no attempt can be under way any more: that time is over now.
    run.sql("UPDATE webhook_backlogs SET due_at = 0");
    if (auto wrong = settle(run); !wrong.empty())
        return wrong;
    receiver_.release();
    const std::string left =
        run.sql("SELECT (SELECT COUNT(*) FROM webhook_deliveries WHERE webhook = 1),"
                " (SELECT COUNT(*) FROM webhook_attempts WHERE webhook = 1),"
                " (SELECT COUNT(*) FROM webhooks WHERE seq = 1),"
                " (SELECT COUNT(*) FROM webhook_waiting WHERE webhook = 1)");
    return left == "0|0|0|0" ? std::string() : "it left something behind: " + left;
}

void BacklogsKilledTest::recover_killedAroundEachCommit_losesAndDoublesNothing() {
    sweep(&BacklogsKilledTest::recover, insertDeliveries(1, 1, kEach, "failed") +
                                            insertDeliveries(1, kEach + 1, 2 * kEach, "held"));
}

void BacklogsKilledTest::hold_killedAroundEachCommit_holdsAll() {
    sweep(&BacklogsKilledTest::hold, insertDeliveries(1, 1, 2 * kEach, "pending"));
}

void BacklogsKilledTest::remove_killedAroundEachCommit_removesAllAndNothingElse() {
    sweep(&BacklogsKilledTest::remove, insertDeliveries(1, 1, kEach, "pending") +
                                           insertDeliveries(1, kEach + 1, 2 * kEach, "held"));
}

LEADSHEET_TEST(tst_backlogs_killed, BacklogsKilledTest);
#include "tst_backlogs_killed.moc"
