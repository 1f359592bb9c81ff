// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"
#include "orders/placement.hpp"
#include "store/open_store.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <fstream>
#include <future>

using namespace leadsheet::server::store;
using namespace leadsheet::server::store::test;
using leadsheet::test::PostgresSession;

namespace {

constexpr int kPatience = 60'000;

/// A database server of the test's own, whose commits wait for a standby that is not there.
class LonelyPrimary {
public:
    LonelyPrimary() {
        if (!script("start"))
            throw std::runtime_error("postgres.sh start failed");
        std::getline(std::ifstream(folder_.filePath("uri").toStdString()), uri_);
        admin_ = std::make_unique<PostgresSession>(uri_);
    }
    ~LonelyPrimary() {
        admin_.reset();
        script("stop");
    }
    LonelyPrimary(const LonelyPrimary&) = delete;
    LonelyPrimary& operator=(const LonelyPrimary&) = delete;

    const std::string& uri() const { return uri_; }
    /// In force when it returns.
    void needsStandby(bool needed) {
        admin_->run(std::string("ALTER SYSTEM SET synchronous_standby_names = ") +
                    (needed ? "'nobody'" : "''"));
        admin_->run("SELECT pg_reload_conf()");
        if (needed)
            awaitFirstWait();
    }
    /// As an administrator may have set it, for every session that begins from now on.
    void setForRole(const std::string& setting) {
        admin_->run("ALTER ROLE current_user SET " + setting);
    }
    bool someoneWaits() {
        return admin_->number(
                   "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") > 0;
    }
    /// As a timeout of the role or an operator does.
    void breakOffTheWait() {
        admin_->run(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    }

private:
    /// Commits wait from when the checkpointer has read the settings, which nothing else shows.
    void awaitFirstWait() {
        std::atomic<bool> seen = false;
        auto commits = std::async(std::launch::async, [&] {
            PostgresSession session(uri_);
            session.run("SET synchronous_commit = on");
            while (!seen)
                session.run("SELECT pg_logical_emit_message(true, '', '')");
        });
        const bool waits = QTest::qWaitFor([&] { return someoneWaits(); }, kPatience);
        seen = true;
        breakOffTheWait();
        commits.get();
        if (!waits)
            throw std::runtime_error("no commit waits for a standby");
    }

    bool script(const QString& action) {
        leadsheet::test::ChildProcess process(
            {POSTGRES_SCRIPT, action.toStdString(), folder_.path().toStdString()});
        return process.wait() == 0;
    }

    QTemporaryDir folder_;
    std::string uri_;
    std::unique_ptr<PostgresSession> admin_;
};

} // namespace

/// A commit that no standby has is never told as one that will stay.
class PostgresStandbyTest : public QObject {
    Q_OBJECT
private slots:
    void commit_whoseWaitWasBrokenOff_isUnknown_data();
    void commit_whoseWaitWasBrokenOff_isUnknown();
    void commit_standbyStaysAway_othersAreRefusedUntilItIsBack();
};

void PostgresStandbyTest::commit_whoseWaitWasBrokenOff_isUnknown_data() {
    QTest::addColumn<QString>("setting");
    QTest::newRow("role as it was made") << QString();
    QTest::newRow("role that is told errors only") << "client_min_messages = error";
    QTest::newRow("role that waits for its own disk only") << "synchronous_commit = local";
}

void PostgresStandbyTest::commit_whoseWaitWasBrokenOff_isUnknown() {
    QFETCH(const QString, setting);
    LonelyPrimary primary;
    if (!setting.isEmpty())
        primary.setForRole(setting.toStdString());
    PostgresOptions options;
    options.uri = primary.uri();
    auto store = openPostgresStore(options);
    QVERIFY(store.has_value());
    const Customer customer(**store, "A");
    const auto confirm = [&] {
        return std::async(std::launch::async, [&] { return (*store)->confirmEarlierCommits(); });
    };
    QVERIFY(confirm().get().has_value());

    primary.needsStandby(true);
    auto placed = std::async(std::launch::async,
                             [&] { return customer.create(**store, "key-1", draftFor(10)); });
    QTRY_VERIFY_WITH_TIMEOUT(primary.someoneWaits(), kPatience);
    primary.breakOffTheWait();
    const auto answer = placed.get();
    QVERIFY(!answer.has_value());
    QCOMPARE(answer.error().kind, StoreError::Kind::Unavailable);
    QCOMPARE(answer.error().certainty, StoreError::Certainty::Unknown);
    // It is there to be read, and would be lost with this server all the same.
    QCOMPARE(ordersOf(**store, customer.account()).size(), std::size_t{1});
    auto safe = confirm();
    QTRY_VERIFY_WITH_TIMEOUT(primary.someoneWaits(), kPatience);
    primary.breakOffTheWait();
    QVERIFY(!safe.get().has_value());

    primary.needsStandby(false);
    QVERIFY(confirm().get().has_value());
}

void PostgresStandbyTest::commit_standbyStaysAway_othersAreRefusedUntilItIsBack() {
    LonelyPrimary primary;
    PostgresOptions options;
    options.uri = primary.uri();
    options.standbyPatience = std::chrono::milliseconds(200);
    auto store = openPostgresStore(options);
    QVERIFY(store.has_value());
    const Customer customer(**store, "A");
    primary.needsStandby(true);
    StoreResult<Customer::Answer> answer;
    int number = 0;
    const auto place = [&] {
        answer = customer.create(**store, "key-" + std::to_string(++number), draftFor(10));
        return answer.has_value();
    };
    QVERIFY(!place());
    QCOMPARE(answer.error().certainty, StoreError::Certainty::Unknown);

    // Nobody waits for what will not come, and what needs no standby goes on.
    QVERIFY(!place());
    QCOMPARE(answer.error().kind, StoreError::Kind::Unavailable);
    QCOMPARE(answer.error().certainty, StoreError::Certainty::NotApplied);
    QVERIFY((*store)->writeAndWait([](Tx& tx) { (void)tx.accountCount(); }, Durability::Relaxed,
                                   customer.account()));

    primary.needsStandby(false);
    QTRY_VERIFY_WITH_TIMEOUT(place(), kPatience);
    QVERIFY(place());
}

LEADSHEET_TEST(tst_postgres_standby, PostgresStandbyTest);
#include "tst_postgres_standby.moc"
