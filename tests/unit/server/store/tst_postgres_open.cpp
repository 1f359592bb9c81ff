// SPDX-License-Identifier: Apache-2.0
#include "store/open_store.hpp"
#include "store/postgres/connection.hpp"
#include "store/schema.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QTcpServer>
#include <QtTest>
#include <atomic>
#include <thread>

using namespace leadsheet::server::store;
using namespace leadsheet::server::store::test;
using leadsheet::test::onPostgres;
using leadsheet::test::PostgresDatabase;
using leadsheet::test::PostgresSession;

using OpenKind = OpenError::Kind;

namespace {

std::unique_ptr<Store> openStore(const PostgresOptions& options) {
    auto store = openPostgresStore(options);
    if (!store) {
        QTest::qFail(store.error().detail.c_str(), __FILE__, __LINE__);
        return nullptr;
    }
    return std::move(*store);
}

PostgresOptions optionsFor(const std::string& uri) {
    PostgresOptions options;
    options.uri = uri;
    return options;
}

void refuses(const std::string& uri, OpenKind kind, const char* word) {
    auto options = optionsFor(uri);
    options.lockTimeout = std::chrono::milliseconds(50);
    const auto store = openPostgresStore(options);
    QVERIFY(!store.has_value());
    const std::string& detail = store.error().detail;
    QVERIFY2(store.error().kind == kind, detail.c_str());
    QVERIFY2(detail.find(word) != std::string::npos, detail.c_str());
    QVERIFY2(detail.find("secret-word") == std::string::npos, detail.c_str());
}

} // namespace

/// Which databases of a PostgreSQL server are taken, and what is said about the others.
class PostgresOpenTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void open_atOnce_migratesOnce();
    void open_olderSchema_marksItsOrders();
    void open_refused_saysWhy_data();
    void open_refused_saysWhy();
    void open_newerSchema_isRefused();
    void open_foreignTables_isRefused();
    void open_otherEncoding_isRefused();
    void open_commitsUnawaitedByDefault_areAwaited();
    void open_firstHostSilent_nextIsTaken();
    void open_ledgerDoesNotAddUp_isRefused();
    void tables_ofTheLedger_areAppendOnly();
};

void PostgresOpenTest::initTestCase() {
    if (!onPostgres())
        QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
}

void PostgresOpenTest::open_atOnce_migratesOnce() {
    const PostgresDatabase database;
    std::vector<std::thread> threads;
    std::atomic<int> opened{0};
    for (int i = 0; i < 4; ++i)
        threads.emplace_back(
            [&] { opened += openPostgresStore(optionsFor(database.uri())).has_value() ? 1 : 0; });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(opened.load(), 4);
    PostgresSession raw(database.uri());
    QCOMPARE(raw.number("SELECT version FROM leadsheet_schema"),
             static_cast<std::int64_t>(migrations().size()));
}

void PostgresOpenTest::open_olderSchema_marksItsOrders() {
    const PostgresDatabase database;
    {
        const auto store = openStore(optionsFor(database.uri()));
        QVERIFY(store);
        const Customer customer(*store, "one", 100'000'000);
        QVERIFY(store->writeAndWait([&](Tx& tx) {
            for (int i = 0; i < kMarkedAtOnce + 5; ++i)
                customer.createIn(tx, std::to_string(i),
                                  draftFor(1, i % 2 == 0 ? R"(,"locations":"US")" : ""));
        }));
    }
    PostgresSession raw(database.uri());
    const char* const kMarks = "SELECT seq, mark, similar_mark FROM orders ORDER BY seq";
    const char* const kOfOrders = "SELECT order_seq, e.seq, data_json, at, account_id, held"
                                  " FROM order_events e JOIN holds USING (order_seq) ORDER BY 1, 2";
    const auto marks = raw.rows(kMarks);
    const auto ofOrders = raw.rows(kOfOrders);
    // As the schema before marks had it; the steps after it are taken back as well.
    raw.run("DROP TABLE push_fan_outs, staged_leads, staged_identities, dropped_stagings,"
            " publications, lead_moments, lead_erasures, suppressed_identities, suppressions;"
            "DROP INDEX webhook_messages_of_leads, pushes_with_reason,"
            " webhook_attempts_with_answer, idempotency_refusals;"
            "ALTER TABLE api_keys DROP COLUMN rate_key;"
            "ALTER TABLE webhook_messages DROP COLUMN trace;"
            "ALTER TABLE webhook_fan_outs DROP COLUMN trace;"
            "ALTER TABLE webhook_lead_sweeps DROP COLUMN trace;"
            "ALTER TABLE orders DROP COLUMN staged;"
            "ALTER TABLE deliveries ADD COLUMN owner BIGINT, ADD COLUMN last_seq BIGINT,"
            " ADD COLUMN delivered_at BIGINT;"
            "CREATE INDEX deliveries_by_time ON deliveries (owner, delivered_at);"
            "ALTER TABLE orders DROP COLUMN mark, DROP COLUMN similar_mark;"
            "ALTER TABLE accounts DROP COLUMN duplicates, DROP COLUMN duplicate_window;"
            "DROP TABLE service_identity; UPDATE leadsheet_schema SET version = 11;"
            "CREATE UNIQUE INDEX orders_by_key ON orders (account_id, idempotency_key);"
            "DROP TRIGGER order_events_stay ON order_events");
    for (const std::string table : {"order_events", "holds"})
        raw.run("ALTER TABLE " + table + " ADD COLUMN order_number TEXT; UPDATE " + table +
                " SET order_number = number FROM orders WHERE orders.seq = order_seq;"
                " ALTER TABLE " +
                table + " DROP COLUMN order_seq");
    QVERIFY(openStore(optionsFor(database.uri())));
    QCOMPARE(raw.rows(kMarks), marks);
    QCOMPARE(raw.rows(kOfOrders), ofOrders);
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, raw.run("DELETE FROM order_events"));
    QCOMPARE(raw.number("SELECT COUNT(*) FROM orders WHERE mark IS NULL"), std::int64_t{0});
    raw.run("UPDATE orders SET mark = NULL, similar_mark = NULL WHERE seq > 7");
    QVERIFY(openStore(optionsFor(database.uri())));
    QCOMPARE(raw.rows(kMarks), marks);
}

void PostgresOpenTest::open_refused_saysWhy_data() {
    QTest::addColumn<QString>("uri");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("word");
    if (!onPostgres())
        return;
    using leadsheet::test::serverTcpUri;
    const auto text = [](const std::string& uri) {
        return QString::fromStdString(uri);
    };
    QTest::newRow("no server") << text("postgresql://me:secret-word@127.0.0.1:1/db")
                               << static_cast<int>(OpenKind::CannotOpen) << "cannot be reached";
    QTest::newRow("no database") << text(serverTcpUri("leadsheet", "leadsheet", "missing"))
                                 << static_cast<int>(OpenKind::NoSuchDatabase) << "missing";
    QTest::newRow("wrong password") << text(serverTcpUri("leadsheet", "secret-word", "postgres"))
                                    << static_cast<int>(OpenKind::AccessDenied) << "password";
    QTest::newRow("no password") << text(serverTcpUri("leadsheet", "", "postgres"))
                                 << static_cast<int>(OpenKind::AccessDenied) << "password";
    QTest::newRow("no such user") << text(serverTcpUri("nobody", "secret-word", "postgres"))
                                  << static_cast<int>(OpenKind::AccessDenied) << "nobody";
    QTest::newRow("not a URI") << text("postgresql://me:secret-word@[::1/db?x")
                               << static_cast<int>(OpenKind::Failed) << "not understood";
}

void PostgresOpenTest::open_refused_saysWhy() {
    QFETCH(QString, uri);
    QFETCH(int, kind);
    QFETCH(QString, word);
    refuses(uri.toStdString(), static_cast<OpenKind>(kind), word.toUtf8().constData());
}

void PostgresOpenTest::open_newerSchema_isRefused() {
    const PostgresDatabase database;
    QVERIFY(openStore(optionsFor(database.uri())));
    PostgresSession(database.uri()).run("UPDATE leadsheet_schema SET version = 1000");
    refuses(database.uri(), OpenKind::TooNew, "newer version");
}

void PostgresOpenTest::open_foreignTables_isRefused() {
    const PostgresDatabase database;
    PostgresSession(database.uri()).run("CREATE TABLE accounts (id INTEGER)");
    refuses(database.uri(), OpenKind::ForeignDatabase, "another program");
}

void PostgresOpenTest::open_otherEncoding_isRefused() {
    const PostgresDatabase database("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
    refuses(database.uri(), OpenKind::WrongEncoding, "LATIN1");
}

void PostgresOpenTest::open_commitsUnawaitedByDefault_areAwaited() {
    const PostgresDatabase database;
    const auto inUse = [&](const std::string& byDefault) {
        PostgresSession(database.uri())
            .run("ALTER DATABASE " + database.name() + " SET synchronous_commit = " + byDefault);
        postgres::Connection connection(optionsFor(database.uri()),
                                        std::make_shared<postgres::FaultHook>(nullptr));
        const auto rows = connection.open("SHOW synchronous_commit", {});
        return rows->next() ? std::string(rows->view(0)) : std::string();
    };
    QCOMPARE(inUse("off"), std::string("on"));
    QCOMPARE(inUse("local"), std::string("on"));
    QCOMPARE(inUse("remote_apply"), std::string("remote_apply"));
}

void PostgresOpenTest::open_firstHostSilent_nextIsTaken() {
    // As a machine that hangs: it takes the connection and says nothing.
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    const PostgresDatabase database;
    std::string uri = leadsheet::test::serverTcpUri("leadsheet", "leadsheet", database.name());
    uri.insert(uri.find('@') + 1, "127.0.0.1:" + std::to_string(silent.serverPort()) + ",");
    auto options = optionsFor(uri + "?target_session_attrs=read-write");
    options.connectTimeout = std::chrono::milliseconds(40);
    // The second host may be slow as well, on a busy machine.
    while (!openPostgresStore(options) && options.connectTimeout < std::chrono::seconds(20))
        options.connectTimeout *= 2;
    QVERIFY(options.connectTimeout < std::chrono::seconds(20));
}

void PostgresOpenTest::open_ledgerDoesNotAddUp_isRefused() {
    const PostgresDatabase database;
    {
        const auto store = openStore(optionsFor(database.uri()));
        QVERIFY(store);
        const Customer customer(*store, "one");
    }
    PostgresSession(database.uri())
        .run("UPDATE ledger_balances SET balance = balance + 1 WHERE bucket = 'available'");
    refuses(database.uri(), OpenKind::LedgerFault, "does not add up");
}

void PostgresOpenTest::tables_ofTheLedger_areAppendOnly() {
    const PostgresDatabase database;
    const auto store = openStore(optionsFor(database.uri()));
    QVERIFY(store);
    const Customer customer(*store, "one");
    QVERIFY(customer.create(*store, "key", draftFor(10)));
    PostgresSession raw(database.uri());
    for (const char* sql : {"UPDATE ledger_transfers SET amount = 1", "DELETE FROM ledger_entries",
                            "UPDATE order_events SET type = 'x'", "DELETE FROM order_events"})
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, raw.run(sql));
}

LEADSHEET_TEST(tst_postgres_open, PostgresOpenTest);
#include "tst_postgres_open.moc"
