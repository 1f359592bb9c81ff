// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QtTest>
#include <sqlite3.h>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
using Kind = OpenError::Kind;

Q_DECLARE_METATYPE(leadsheet::server::store::OpenError::Kind)

namespace {

/// Runs SQL on the file behind the store's back.
void tamper(const std::string& path, const std::string& sql) {
    sqlite3* connection = nullptr;
    QCOMPARE(sqlite3_open(path.c_str(), &connection), SQLITE_OK);
    char* message = nullptr;
    const int code = sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, &message);
    const std::string text = message != nullptr ? message : "";
    sqlite3_free(message);
    sqlite3_close(connection);
    QVERIFY2(code == SQLITE_OK, text.c_str());
}

void overwrite(const std::string& path, qint64 at, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(at));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// A database with some orders, closed cleanly.
void makeDatabase(const Stores& stores) {
    const auto store = stores.open();
    QVERIFY(store);
    const Customer customer(*store, "one");
    for (int i = 0; i < 50; ++i)
        QVERIFY(customer.create(*store, std::to_string(i), draftFor(10)));
}

void refusesToOpen(const SqliteOptions& options, Kind kind, const char* word) {
    const auto store = openSqliteStore(options);
    QVERIFY(!store);
    const std::string& detail = store.error().detail;
    QVERIFY2(store.error().kind == kind, detail.c_str());
    QVERIFY2(detail.find(options.path) != std::string::npos, detail.c_str());
    QVERIFY2(detail.find(word) != std::string::npos, detail.c_str());
}

} // namespace

class StoreOpenTest : public QObject {
    Q_OBJECT

private slots:
    void reopen_keepsEverything();
    void reopen_keepsRateCounters();
    void open_secondStoreOnOneFile_sharesCounters();
    void open_unusablePath_isNamed();
    void open_anotherFile_isRefused_data();
    void open_anotherFile_isRefused();
    void open_anotherProgramsDatabase_isRefusedUntouched();
    void open_newerSchema_isRefused();
    void open_damage_isRefused();
    void open_everyCutFile_isRefusedOrSound();
    void open_brokenLedger_isRefused_data();
    void open_brokenLedger_isRefused();
    void open_danglingReference_isRefused();
    void open_lockedFile_isNamed();
    void ledger_historyCannotBeRewritten();
};

void StoreOpenTest::reopen_keepsEverything() {
    const Stores stores(false);
    AccountId account;
    std::string body;
    {
        const auto store = stores.open();
        const Customer customer(*store, "one");
        account = customer.account();
        body = customer.create(*store, "key", draftFor(100))->body;
    }
    const auto store = stores.open();
    QVERIFY(store);
    QCOMPARE(ordersOf(*store, account).size(), 1U);
    QCOMPARE(balanceOf(*store, account), (Balance{99'200, 800, 0, 0}));
    const auto record = store->read(
        [&](Reader& reader) { return reader.findIdempotency(account, "createOrder", "key"); });
    QCOMPARE((*record)->body, std::optional(body));
}

void StoreOpenTest::reopen_keepsRateCounters() {
    const Stores stores(false);
    const RateRule rule{"default", {3, std::chrono::hours(1)}};
    const auto charge = [&](Store& store) {
        return store
            .writeAndWait([&](Tx& tx) { return tx.chargeRate("key", rule, startTime()); },
                          Durability::Relaxed)
            ->allowed;
    };
    {
        const auto store = stores.open();
        QVERIFY(charge(*store) && charge(*store));
    }
    const auto store = stores.open();
    QVERIFY(charge(*store));
    QVERIFY(!charge(*store));
}

void StoreOpenTest::open_secondStoreOnOneFile_sharesCounters() {
    const Stores stores(false);
    const auto one = stores.open();
    const auto two = stores.open();
    QVERIFY(one && two);
    const RateRule rule{"default", {10, std::chrono::hours(1)}};
    int allowed = 0;
    for (int i = 0; i < 20; ++i) {
        Store& store = i % 2 == 0 ? *one : *two;
        const auto decision = store.writeAndWait(
            [&](Tx& tx) { return tx.chargeRate("key", rule, startTime()); }, Durability::Relaxed);
        allowed += decision && decision->allowed ? 1 : 0;
    }
    QCOMPARE(allowed, 10);
    const Customer customer(*one, "one");
    QVERIFY(customer.create(*one, "key", draftFor(10)));
    const auto again = customer.create(*two, "key", draftFor(10));
    QCOMPARE(again->verdict, IdempotencyVerdict::Replay);
}

void StoreOpenTest::open_unusablePath_isNamed() {
    const Stores stores(false);
    SqliteOptions options;
    options.path = stores.path() + "/missing/server.db";
    refusesToOpen(options, Kind::CannotOpen, "folder");
    options.path = QFileInfo(QString::fromStdString(stores.path())).path().toStdString();
    refusesToOpen(options, Kind::CannotOpen, "folder");
}

void StoreOpenTest::open_anotherFile_isRefused_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << QByteArray("Company,Industry\nExample,Software\n").repeated(100);
    QTest::newRow("zeros") << QByteArray(8'192, '\0');
    QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16) + QByteArray(500, 'x');
}

void StoreOpenTest::open_anotherFile_isRefused() {
    QFETCH(QByteArray, content);
    const Stores stores(false);
    QFile file(QString::fromStdString(stores.path()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    refusesToOpen(stores.options(), Kind::NotADatabase, "not a database");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), content);
}

void StoreOpenTest::open_anotherProgramsDatabase_isRefusedUntouched() {
    const Stores stores(false);
    tamper(stores.path(), "CREATE TABLE bookmarks (id INTEGER)");
    refusesToOpen(stores.options(), Kind::ForeignDatabase, "another program");
    tamper(stores.path(), "INSERT INTO bookmarks VALUES (1)");
}

void StoreOpenTest::open_newerSchema_isRefused() {
    const Stores stores(false);
    makeDatabase(stores);
    tamper(stores.path(), "PRAGMA user_version = 9999");
    refusesToOpen(stores.options(), Kind::TooNew, "newer version");
}

void StoreOpenTest::open_damage_isRefused() {
    const Stores stores(false);
    makeDatabase(stores);
    const qint64 size = QFileInfo(QString::fromStdString(stores.path())).size();
    for (qint64 page = 1; page < size / 4'096; ++page)
        overwrite(stores.path(), page * 4'096 + 100, QByteArray(64, '\xAA'));
    refusesToOpen(stores.options(), Kind::Damaged, "restore a backup");
}

void StoreOpenTest::open_everyCutFile_isRefusedOrSound() {
    const Stores stores(false);
    makeDatabase(stores);
    QFile file(QString::fromStdString(stores.path()));
    for (qint64 size = file.size() - 2'000; size > 0; size -= 9'000) {
        QVERIFY(file.resize(size));
        const auto store = openSqliteStore(stores.options());
        QVERIFY(!store);
        QVERIFY(!store.error().detail.empty());
    }
}

void StoreOpenTest::open_brokenLedger_isRefused_data() {
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("word");
    QTest::newRow("entry changed")
        << "DROP TRIGGER ledger_entries_stay;"
           "UPDATE ledger_entries SET amount = amount + 1 WHERE transfer_id = 2 AND amount > 0"
        << "transfer 2";
    QTest::newRow("entry lost") << "DROP TRIGGER ledger_entries_are_kept;"
                                   "DELETE FROM ledger_entries WHERE transfer_id = 3"
                                << "transfer 3";
    QTest::newRow("balance changed")
        << "UPDATE ledger_balances SET balance = balance + 5 WHERE bucket = 'available'"
        << "available";
    QTest::newRow("hold changed") << "UPDATE holds SET held = held - 1"
                                  << "held";
    QTest::newRow("hold lost") << "DELETE FROM holds"
                               << "order";
    QTest::newRow("order changed") << "UPDATE orders SET total = total + 1"
                                   << "order";
    QTest::newRow("key lost") << "DELETE FROM idempotency_keys"
                              << "the key does not lead to order LS-";
    QTest::newRow("key of another order")
        << "UPDATE idempotency_keys SET order_number = 'LS-0000000000'"
        << "the key does not lead to order LS-";
    QTest::newRow("key without its order")
        << "INSERT INTO idempotency_keys SELECT account_id, operation, 'another', fingerprint,"
           " status, body, order_number, created_at FROM idempotency_keys LIMIT 1"
        << "bought with the key another";
}

void StoreOpenTest::open_brokenLedger_isRefused() {
    QFETCH(QString, sql);
    QFETCH(QString, word);
    const Stores stores(false);
    makeDatabase(stores);
    tamper(stores.path(), sql.toStdString());
    refusesToOpen(stores.options(), Kind::LedgerFault, word.toUtf8().constData());
}

void StoreOpenTest::open_danglingReference_isRefused() {
    const Stores stores(false);
    makeDatabase(stores);
    tamper(stores.path(), "PRAGMA foreign_keys = OFF; DELETE FROM api_keys");
    refusesToOpen(stores.options(), Kind::Damaged, "refers to");
}

void StoreOpenTest::open_lockedFile_isNamed() {
    const Stores stores(false);
    makeDatabase(stores);
    sqlite3* connection = nullptr;
    QCOMPARE(sqlite3_open(stores.path().c_str(), &connection), SQLITE_OK);
    QCOMPARE(sqlite3_exec(connection, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    auto options = stores.options();
    options.busyTimeout = std::chrono::milliseconds(1);
    refusesToOpen(options, Kind::CannotOpen, "locked");
    sqlite3_close(connection);
    QVERIFY(openSqliteStore(options).has_value());
}

void StoreOpenTest::ledger_historyCannotBeRewritten() {
    const Stores stores(false);
    makeDatabase(stores);
    sqlite3* connection = nullptr;
    QCOMPARE(sqlite3_open(stores.path().c_str(), &connection), SQLITE_OK);
    for (const char* sql :
         {"UPDATE ledger_entries SET amount = 1", "DELETE FROM ledger_entries",
          "UPDATE ledger_transfers SET amount = 1", "DELETE FROM ledger_transfers",
          "UPDATE order_events SET type = 'x'", "DELETE FROM order_events"})
        QVERIFY2(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr) == SQLITE_CONSTRAINT,
                 sql);
    sqlite3_close(connection);
}

LEADSHEET_TEST(tst_store_open, StoreOpenTest);
#include "tst_store_open.moc"
