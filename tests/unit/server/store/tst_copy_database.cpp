// SPDX-License-Identifier: Apache-2.0
#include "store/open_store.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>
#include <map>
#include <sqlite3.h>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
using leadsheet::test::onPostgres;
using leadsheet::test::PostgresDatabase;
using leadsheet::test::PostgresSession;

namespace domain = leadsheet::server::domain;

namespace {

std::unique_ptr<Store> openFile(const std::string& path) {
    SqliteOptions options;
    options.path = path;
    auto hooks = std::make_shared<OutboxHooks>();
    hooks->makeId = [random = counterRandom()](std::string_view prefix) {
        return domain::makeId(prefix, random);
    };
    hooks->orderEventData = [](const Order&, const OrderEvent&, std::int64_t) {
        return std::string("{}");
    };
    options.outbox = hooks;
    auto store = openSqliteStore(options);
    return store ? std::move(*store) : nullptr;
}

void addWebhook(Store& store, const AccountId& account) {
    const auto added = store.writeAndWait([&](Tx& tx) {
        Webhook webhook;
        webhook.id = WebhookId("wh_1");
        webhook.account = account;
        webhook.url = "https://receiver.example/";
        webhook.enabled = true;
        webhook.secret = std::string("sealed \0 bytes \xFF", 15);
        webhook.createdAt = webhook.updatedAt = startTime();
        tx.insertWebhook(webhook);
    });
    if (!added)
        throw std::runtime_error(added.error().detail);
}

/// Every table of a SQLite file.
QStringList tablesOf(const std::string& path) {
    sqlite3* connection = nullptr;
    QStringList names;
    if (sqlite3_open(path.c_str(), &connection) == SQLITE_OK)
        sqlite3_exec(
            connection,
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
            [](void* out, int, char** values, char**) {
                static_cast<QStringList*>(out)->append(QString::fromUtf8(values[0]));
                return 0;
            },
            &names, nullptr);
    sqlite3_close(connection);
    return names;
}

} // namespace

class CopyDatabaseTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void copy_everything_goesOnInPostgres();
    void copy_targetHasRows_isRefusedAndChangesNothing();
    void copy_noSuchFile_isRefusedAndMakesNone();
};

void CopyDatabaseTest::initTestCase() {
    if (!onPostgres())
        QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
}

void CopyDatabaseTest::copy_everything_goesOnInPostgres() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::optional<Customer> customer;
    std::vector<Order> orders;
    Balance balance;
    std::string instance;
    {
        const auto store = openFile(path);
        QVERIFY(store);
        customer.emplace(*store,
                         "Gr\xC3\xBC\xC3\x9F"
                         "e",
                         10'000'000);
        addWebhook(*store, customer->account());
        for (int i = 0; i < 30; ++i)
            QVERIFY(customer->create(*store, std::to_string(i), draftFor(10 + i)));
        orders = ordersOf(*store, customer->account());
        balance = balanceOf(*store, customer->account());
        instance = *store->read([](Reader& reader) { return reader.instanceId(); });
    }
    const PostgresDatabase database;
    const auto copied = copyDatabase(path, database.uri());
    QVERIFY2(copied.has_value(), copied ? "" : copied.error().detail.c_str());
    std::map<std::string, std::int64_t> rows;
    for (const CopiedTable& table : *copied)
        rows[table.name] = table.rows;
    for (const QString& table : tablesOf(path))
        QVERIFY2(rows.contains(table.toStdString()), qPrintable(table));
    QCOMPARE(rows.at("orders"), std::int64_t{30});
    QCOMPARE(rows.at("webhook_deliveries"), std::int64_t{30});
    QCOMPARE(PostgresSession(database.uri()).rows("SELECT state, deliveries FROM webhook_waiting"),
             std::vector<std::string>{"pending|30"});

    PostgresOptions options;
    options.uri = database.uri();
    const auto store = openPostgresStore(options);
    QVERIFY(store.has_value());
    const auto found = ordersOf(**store, customer->account());
    QCOMPARE(found.size(), orders.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(found[i].number.str(), orders[i].number.str());
        QCOMPARE(found[i].recordJson, orders[i].recordJson);
        QCOMPARE(found[i].seq, orders[i].seq);
    }
    QCOMPARE(balanceOf(**store, customer->account()), balance);
    QCOMPARE(*(*store)->read([](Reader& reader) { return reader.instanceId(); }), instance);
    QCOMPARE(found.front().marks.mark, orders.front().marks.mark);
    const auto seen = (*store)->read([&](Reader& reader) {
        return std::pair(reader.findKeyByHash(customer->key().hash),
                         reader.findWebhook(customer->account(), WebhookId("wh_1")));
    });
    QVERIFY(seen && seen->first && seen->second);
    QCOMPARE(seen->first->account.name, std::string("Gr\xC3\xBC\xC3\x9F"
                                                    "e"));
    QCOMPARE(seen->second->secret, std::string("sealed \0 bytes \xFF", 15));
    // It goes on: a key that bought replays, a new one buys with numbers of its own.
    const auto again = customer->create(**store, "7", draftFor(17));
    QVERIFY(again && again->verdict == IdempotencyVerdict::Replay);
    QVERIFY(customer->create(**store, "new", draftFor(10)));
    QVERIFY(ordersOf(**store, customer->account()).front().seq > orders.front().seq);
    QVERIFY(Customer(**store, "another").create(**store, "new", draftFor(10)));
    QCOMPARE(ledgerFaultsOf(**store), std::vector<std::string>{});
}

void CopyDatabaseTest::copy_targetHasRows_isRefusedAndChangesNothing() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    QVERIFY(openFile(path));
    const PostgresDatabase database;
    {
        PostgresOptions options;
        options.uri = database.uri();
        const auto store = openPostgresStore(options);
        QVERIFY(store.has_value());
        const Customer customer(**store, "one");
    }
    const auto copied = copyDatabase(path, database.uri());
    QVERIFY(!copied);
    QVERIFY2(copied.error().detail.find("already has rows") != std::string::npos,
             copied.error().detail.c_str());
    QCOMPARE(PostgresSession(database.uri()).number("SELECT COUNT(*) FROM accounts"),
             std::int64_t{1});
}

void CopyDatabaseTest::copy_noSuchFile_isRefusedAndMakesNone() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("missing.db");
    const PostgresDatabase database;
    QVERIFY(!copyDatabase(path.toStdString(), database.uri()));
    QVERIFY(!QFile::exists(path));
}

LEADSHEET_TEST(tst_copy_database, CopyDatabaseTest);
#include "tst_copy_database.moc"
