// SPDX-License-Identifier: Apache-2.0
#include "domain/crypto.hpp"
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "orders/steps.hpp"
#include "store/schema.hpp"
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <sqlite3.h>

#include <array>
#include <map>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;

namespace {

/// SHA-256 of every step of the schema; a released step is never changed, a new one is added here.
constexpr std::array<const char*, 20> kSteps = {
    "0b96282c2692efdca6a45f20939c3ecf4d8ce7baa11aed5cd3cd53fdf535ec15",
    "f8c20833ef2815b25fa933476467cef19c3250a341236a91809061176a2ad88b",
    "fe2aceeab7aedd55b2edbf360f35c74dcee45a468a0f5f2acde5ed5608148743",
    "a3fcc857c18ef1bcd269c75bb1568333432e003e0ce59c4a62396a6d8f89eac6",
    "d09426f81e11f08b6ad8946b3f1bfebb7a9f216942cb600c0047a32bf1ab5a04",
    "bca9c4cb28c2644cd899e201467c0a80590a6ce4d5c365582c07fce5819187a5",
    "b408f85a1dda210d1dfb8fcb2a2f81a123f10b1fc2c3755265a0d76536b1f7c7",
    "b209766ccf87e3f3c6626ca6775086617f12691d78755a1828405ebc0f0d9aed",
    "9330217974f9014f00d60bc544cce3579062c81aecb5633efa30313b562347d1",
    "4984f00d43bd144370e20f27f4fa3d562b7e91e5cb015f549f34cfc718a97621",
    "7d40a9a3d8640dd3114857ec94e52527659cdfb324b5321dc36a7b79a9af3d39",
    "9d7af4b6242c6cbb450564dbe3e6818e4c714df3e6b3d3ffb42965bfec1b48b9",
    "4661a21bd0e95860b89f50c190064e84c6e7b83424e5ee6699b54348287d1ffe",
    "286949e7459467be18958583328895ffd32aa69c85bd3cef5335f6d654fc309b",
    "30d643d27235c0016eb30e7d9fd4a711ef52a9d164a94fa22fd6b2fd2e097614",
    "439edf91e9fb9e458b8288cfa3a5c20c0d994b1ca5ba6654aef886cf64b8c069",
    "1e27699d5e775078b0796b70cda9d05ca91dd41c86c4c757c55cec2faf63b97d",
    "443caa147f6a49b3d11728619f905e9af5a53499879d7086b6e4cb22f450ebe2",
    "4dd0de4d35303670ff1bf29748cd48a206ea44154b93aa86f62db62eb9d5cb70",
    "44107b1154dc8a96d03ad4615ad20bb27dd4cdd4a954dc14a80c0801f58e4913",
};
/// The first schema that has the money of its orders.
constexpr int kWithOrders = 3;
/// The first schema that keeps when leads were delivered apart from what was ingested.
constexpr int kWithMoments = 13;
/// The last schema that does not count the deliveries that wait.
constexpr int kBeforeWaitingCounts = 10;
/// The last schema whose orders have no mark.
constexpr int kBeforeMarks = 11;
/// The last schema whose orders may have similar marks of a smaller table of synonyms.
constexpr int kBeforeGrownSynonyms = 19;
/// The last schema whose events and holds name their orders by number.
constexpr int kBeforeOrdersBySeq = 18;

QByteArray hexOf(const domain::Digest& digest) {
    return QByteArray(reinterpret_cast<const char*>(digest.data()),
                      static_cast<qsizetype>(digest.size()))
        .toHex();
}

/// A connection of the test's own.
class Raw {
public:
    explicit Raw(const std::string& path) {
        if (sqlite3_open(path.c_str(), &connection_) != SQLITE_OK)
            throw std::runtime_error(path + " does not open");
    }
    ~Raw() { sqlite3_close(connection_); }
    Raw(const Raw&) = delete;
    Raw& operator=(const Raw&) = delete;

    void run(const std::string& sql) {
        char* message = nullptr;
        if (sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, &message) == SQLITE_OK)
            return;
        const std::string text = message != nullptr ? message : "";
        sqlite3_free(message);
        throw std::runtime_error(text + " in " + sql.substr(0, 200));
    }

    /// All rows, their columns separated by "|".
    QStringList rows(const std::string& sql) {
        QStringList found;
        const auto collect = [](void* out, int columns, char** values, char**) {
            QStringList row;
            for (int i = 0; i < columns; ++i)
                row += QString::fromUtf8(values[i] != nullptr ? values[i] : "null");
            static_cast<QStringList*>(out)->append(row.join('|'));
            return 0;
        };
        if (sqlite3_exec(connection_, sql.c_str(), collect, &found, nullptr) != SQLITE_OK)
            throw std::runtime_error(sqlite3_errmsg(connection_) + (" in " + sql));
        return found;
    }

    std::string columns(const std::string& table) {
        return rows("SELECT group_concat('quote(' || name || ')') FROM pragma_table_info('" +
                    table + "')")
            .value(0)
            .toStdString();
    }

private:
    sqlite3* connection_ = nullptr;
};

/// Everything the old tables held, column by column.
std::map<std::string, QStringList> contentOf(Raw& database,
                                             const std::map<std::string, std::string>& tables) {
    std::map<std::string, QStringList> found;
    for (const auto& [table, columns] : tables)
        found[table] = database.rows("SELECT " + columns + " FROM " + table + " ORDER BY 1");
    return found;
}

OrderNumber approvedOrder(Store& store, const Customer& customer, const std::string& key) {
    const OrderNumber number = customer.create(store, key, draftFor(10))->placed.order->number;
    const auto approved = store.writeAndWait([&](Tx& tx) {
        OrderStep step;
        step.number = number;
        step.now = startTime();
        return performStep(tx, step).outcome;
    });
    if (!approved || *approved != OrderStepResult::Outcome::Done)
        throw std::runtime_error("the order was not approved");
    return number;
}

/// One lead for the order, delivered as a part; how many the order has then.
std::int64_t addLead(Store& store, const OrderNumber& number, int n) {
    auto draft = domain::checkLead(
        *domain::parseJson(R"({"email":"p)" + std::to_string(n) + R"(@company.example"})"));
    auto identities = domain::leadIdentities(*draft);
    const auto id = domain::makeLeadIds(1, startTime() + std::chrono::seconds(n), counterRandom());
    const std::vector<NewLead> leads{{id.front(), std::move(*draft), std::move(identities)}};
    IngestPart part;
    part.number = number;
    part.deliveryId = "part " + std::to_string(n);
    part.leads = leads;
    part.now = startTime();
    part.renderAnswer = [](const IngestCounts&) {
        return std::string("taken");
    };
    const auto result = store.writeAndWait([&](Tx& tx) { return ingestPart(tx, part); });
    return result && result->order ? deliver(store, number, true).delivered : -1;
}

/// A webhook that leads of an order wait for.
void addFanOut(Store& store, const Customer& customer, const OrderNumber& number) {
    const auto added = store.writeAndWait([&](Tx& tx) {
        Webhook webhook;
        webhook.id = WebhookId("wh_1");
        webhook.account = customer.account();
        webhook.url = "https://receiver.example/";
        webhook.secret = "sealed";
        webhook.createdAt = webhook.updatedAt = startTime();
        tx.queueFanOut({0, number, tx.insertWebhook(webhook)});
    });
    if (!added)
        throw std::runtime_error(added.error().detail);
}

} // namespace

/// A database of every older schema opens with all it held, and goes on being used.
class MigrationsTest : public QObject {
    Q_OBJECT

private slots:
    void step_onceReleased_staysAsItIs();
    void database_ofAnOlderSchema_keepsItsContent_data();
    void database_ofAnOlderSchema_keepsItsContent();
    void deliveriesThatWait_ofAnOlderSchema_areCounted();
    void orders_ofAnOlderSchema_getTheirMarks();
    void orders_markingEndsHalfway_isFinishedAtTheNextStart();
    void orders_ofAnOlderTableOfSynonyms_getTodaysMarks();
    void orders_ofAnOlderSchema_keepTheirEventsHoldsAndKeys();
    void leadsThatWereReadable_uncharged_stayAndAreChargedAtDelivery();

private:
    /// A file with the first `version` steps, holding what they have room for of a database made
    /// today; the tables and columns that were filled.
    static std::map<std::string, std::string> makeOld(const std::string& path,
                                                      const std::string& today, int version);
};

void MigrationsTest::step_onceReleased_staysAsItIs() {
    const auto steps = migrations();
    QCOMPARE(steps.size(), kSteps.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        QCOMPARE(hexOf(domain::sha256(steps[i].sqlite)), QByteArray(kSteps[i]));
}

std::map<std::string, std::string> MigrationsTest::makeOld(const std::string& path,
                                                           const std::string& today, int version) {
    Raw old(path);
    for (int step = 0; step < version; ++step)
        old.run(std::string(migrations()[static_cast<std::size_t>(step)].sqlite));
    old.run("PRAGMA application_id = " + std::to_string(kApplicationId) +
            "; PRAGMA user_version = " + std::to_string(version));
    old.run("ATTACH '" + today + "' AS today");
    std::map<std::string, std::string> filled;
    for (const QString& name :
         old.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'")) {
        const std::string table = name.toStdString();
        const bool ofAccess = table == "accounts" || table == "api_keys" ||
                              table == "rate_windows" || table == "daily_spending";
        if (version < kWithOrders && !ofAccess)
            continue;
        // Nothing is being delivered, and its numbers go on with the next delivery.
        if (table == "publications")
            continue;
        // Of the tables that have other columns today.
        if (table == "deliveries") {
            const std::string moments =
                version < kWithMoments ? ", owner, last_seq, delivered_at" : "";
            old.run("INSERT INTO main.deliveries (order_number, id, fingerprint, answer" + moments +
                    ") SELECT order_number, id, fingerprint, answer" + moments +
                    " FROM today.deliveries, today.lead_moments");
            filled[table] = "order_number, id, fingerprint, answer";
            continue;
        }
        if (version <= kBeforeOrdersBySeq && (table == "order_events" || table == "holds")) {
            const std::string rest =
                old.rows("SELECT group_concat('b.' || name) FROM pragma_table_info('" + table +
                         "') WHERE name <> 'order_number'")
                    .value(0)
                    .toStdString();
            old.run("INSERT INTO main." + table + " SELECT o.number, " + rest + " FROM today." +
                    table + " b JOIN today.orders o ON o.seq = b.order_seq");
            continue;
        }
        std::string names =
            old.rows("SELECT group_concat(name) FROM pragma_table_info('" + table + "')")
                .value(0)
                .toStdString();
        // Numbers given out to rows of this schema alone, and not those of a delivery.
        const std::string which =
            table == "sqlite_sequence"
                ? " WHERE name <> 'publications' AND name IN (SELECT name FROM main.sqlite_schema)"
                : "";
        old.run("INSERT INTO main." + table + " (" + names + ") SELECT " + names + " FROM today." +
                table + which);
        filled[table] = old.columns(table);
    }
    return filled;
}

void MigrationsTest::database_ofAnOlderSchema_keepsItsContent_data() {
    QTest::addColumn<int>("version");
    for (int version = 1; version < static_cast<int>(kSteps.size()); ++version)
        QTest::addRow("schema %d", version) << version;
}

void MigrationsTest::database_ofAnOlderSchema_keepsItsContent() {
    QFETCH(int, version);
    const Stores today(false);
    OrderNumber number;
    {
        const auto store = today.open();
        QVERIFY(store);
        const Customer first(*store, "one");
        const Customer second(*store, "two");
        number = approvedOrder(*store, first, "key");
        QVERIFY(second.create(*store, "other", draftFor(20)));
        QCOMPARE(addLead(*store, number, 1), std::int64_t{1});
        addFanOut(*store, first, number);
    }
    const Stores old(false);
    const auto tables = makeOld(old.path(), today.path(), version);
    std::map<std::string, QStringList> before;
    {
        Raw raw(old.path());
        before = contentOf(raw, tables);
    }
    QVERIFY(before.at("accounts").size() == 2 && before.at("api_keys").size() == 2);
    {
        const auto store = old.open();
        QVERIFY(store);
        QVERIFY(ledgerFaultsOf(*store).empty());
        const auto keys = store->read([](Reader& reader) {
            return reader.pageKeys(std::nullopt, std::nullopt, 10).rows.size();
        });
        QCOMPARE(*keys, std::size_t{2});
        if (version >= kWithOrders)
            QVERIFY(addLead(*store, number, 2) > 0);
        const Customer third(*store, "three");
        QVERIFY(third.create(*store, "new", draftFor(10)));
    }
    Raw raw(old.path());
    QCOMPARE(raw.rows("PRAGMA user_version"), QStringList(QString::number(migrations().size())));
    auto after = contentOf(raw, tables);
    // What was there is still there, but for the order that a lead was added to and its owner.
    for (const std::string changed :
         {"orders", "order_events", "lead_owners", "ledger_balances", "holds"}) {
        before.erase(changed);
        after.erase(changed);
    }
    for (const auto& [table, rows] : before) {
        for (const QString& row : rows)
            QVERIFY2(after.at(table).contains(row), (table + ": " + row.toStdString()).c_str());
    }
}

void MigrationsTest::deliveriesThatWait_ofAnOlderSchema_areCounted() {
    const Stores today(false);
    {
        const auto store = today.open();
        QVERIFY(store);
        const Customer customer(*store, "one");
        addFanOut(*store, customer, approvedOrder(*store, customer, "key"));
    }
    const Stores old(false);
    makeOld(old.path(), today.path(), kBeforeWaitingCounts);
    {
        Raw raw(old.path());
        raw.run("INSERT INTO webhook_messages SELECT 1, 'msg_1', account_id, 1, 'order.created',"
                " NULL, '{}', NULL, NULL, NULL, 1, 1, 1, 1000 FROM webhooks");
        for (const char* row :
             {"1, 'whd_1', 1, 1, 'pending', 9000", "2, 'whd_2', 1, 1, 'held', NULL",
              "3, 'whd_3', 1, 1, 'pending', 8000", "4, 'whd_4', 1, 1, 'failed', NULL"})
            raw.run("INSERT INTO webhook_deliveries (seq, id, webhook, message, state, due_at,"
                    " created_at) VALUES (" +
                    std::string(row) + ", 1000)");
    }
    const auto store = old.open();
    QVERIFY(store);
    const auto backlog = store->read([](Reader& reader) { return reader.webhookBacklog(); });
    QVERIFY(backlog);
    QCOMPARE(backlog->waiting, std::int64_t{2});
    QCOMPARE(backlog->held, std::int64_t{1});
    QVERIFY(backlog->oldest == domain::fromMillis(1'000));
}

namespace {

/// More orders than are marked in one transaction, of two kinds.
Customer manyOrders(Store& store) {
    Customer customer(store, "one", 100'000'000);
    const auto made = store.writeAndWait([&](Tx& tx) {
        for (int i = 0; i < kMarkedAtOnce + 5; ++i)
            customer.createIn(tx, std::to_string(i),
                              draftFor(1, i % 2 == 0 ? R"(,"locations":"US")" : ""));
    });
    if (!made)
        throw std::runtime_error(made.error().detail);
    return customer;
}

const char* const kMarks = "SELECT seq, mark, similar_mark FROM orders ORDER BY seq";

} // namespace

void MigrationsTest::orders_ofAnOlderSchema_getTheirMarks() {
    const Stores today(false);
    {
        const auto store = today.open();
        QVERIFY(store);
        manyOrders(*store);
    }
    const Stores old(false);
    makeOld(old.path(), today.path(), kBeforeMarks);
    QVERIFY(old.open());
    const QStringList marks = Raw(today.path()).rows(kMarks);
    QCOMPARE(marks.size(), qsizetype{kMarkedAtOnce + 5});
    QCOMPARE(Raw(old.path()).rows(kMarks), marks);
    QVERIFY(marks[0].contains("|s1-") && marks[1].endsWith("|null"));
}

void MigrationsTest::orders_markingEndsHalfway_isFinishedAtTheNextStart() {
    const Stores today(false);
    {
        const auto store = today.open();
        QVERIFY(store);
        manyOrders(*store);
    }
    const Stores old(false);
    makeOld(old.path(), today.path(), kBeforeMarks);
    SqliteOptions options = old.options();
    int commits = 0;
    options.hook = [&](DbOp op, std::uint64_t) {
        return op == DbOp::Commit && ++commits == 3 ? SQLITE_FULL : 0;
    };
    QVERIFY(!openSqliteStore(options));
    const auto unmarked = [&] {
        return Raw(old.path()).rows("SELECT COUNT(*) FROM orders WHERE mark IS NULL");
    };
    QCOMPARE(unmarked(), QStringList("5"));
    QVERIFY(old.open());
    QCOMPARE(unmarked(), QStringList("0"));
    QCOMPARE(Raw(old.path()).rows(kMarks), Raw(today.path()).rows(kMarks));
}

void MigrationsTest::orders_ofAnOlderTableOfSynonyms_getTodaysMarks() {
    const Stores today(false);
    {
        const auto store = today.open();
        QVERIFY(store);
        manyOrders(*store);
    }
    const Stores old(false);
    makeOld(old.path(), today.path(), kBeforeGrownSynonyms);
    Raw(old.path()).run("UPDATE orders SET similar_mark = iif(seq % 2 = 0, 's1-old', NULL)");
    QVERIFY(old.open());
    QCOMPARE(Raw(old.path()).rows(kMarks), Raw(today.path()).rows(kMarks));
}

void MigrationsTest::orders_ofAnOlderSchema_keepTheirEventsHoldsAndKeys() {
    const Stores today(false);
    std::optional<Customer> customer;
    {
        const auto store = today.open();
        QVERIFY(store);
        customer.emplace(*store, "one");
        QVERIFY(customer->create(*store, "first", draftFor(20)));
        approvedOrder(*store, *customer, "second");
    }
    const std::string kept = "SELECT 'event', * FROM order_events UNION ALL"
                             " SELECT 'hold', *, 0, 0, 0, 0 FROM holds ORDER BY 1, 2, 3";
    const QStringList before = Raw(today.path()).rows(kept);
    QCOMPARE(before.size(), 5);
    const Stores old(false);
    makeOld(old.path(), today.path(), kBeforeOrdersBySeq);
    const auto store = old.open();
    QVERIFY(store);
    QCOMPARE(Raw(old.path()).rows(kept), before);
    const auto found = store->read([&](Reader& reader) {
        OrderFilter filter;
        filter.idempotencyKey = "second";
        const auto page = reader.listOrders(customer->account(), filter, std::nullopt, 10);
        const auto order = reader.findOrderByKey(customer->account(), "second");
        return page.rows.size() == 1 && order && page.rows.front().number == order->number &&
               reader.listEvents(order->number, std::nullopt, 10).rows.size() == 2 &&
               !reader.findOrderByKey(customer->account(), "third");
    });
    QVERIFY(found && *found);
    for (const char* sql : {"UPDATE order_events SET type = 'x'", "DELETE FROM order_events"})
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, Raw(old.path()).run(sql));
    QVERIFY(ledgerFaultsOf(*store).empty());
}

void MigrationsTest::leadsThatWereReadable_uncharged_stayAndAreChargedAtDelivery() {
    const Stores today(false);
    OrderNumber number;
    {
        const auto store = today.open();
        QVERIFY(store);
        const Customer customer(*store, "one");
        number = approvedOrder(*store, customer, "key");
    }
    const Stores old(false);
    makeOld(old.path(), today.path(), kWithMoments - 1);
    {
        Raw raw(old.path());
        raw.run("UPDATE orders SET delivered = 1; INSERT INTO lead_owners SELECT 1, account_id, 1,"
                " 5000 FROM orders; INSERT INTO leads (place, id, order_seq, delivered_at, result,"
                " has_email, has_phone, email) SELECT 1099511627777, 'ld_old', seq, 5000, 'good',"
                " 1, 0, 'old@x.example' FROM orders; INSERT INTO deliveries SELECT number, 'one',"
                " zeroblob(32), '{}', 1, 1, 5000 FROM orders");
    }
    const auto store = old.open();
    QVERIFY(store);
    const auto readable = [&](std::int64_t after) {
        LeadFilter filter;
        filter.deliveredAfter = domain::fromMillis(after);
        const auto count = store->read([&](Reader& reader) {
            return reader.countLeads(reader.findOrder(number)->account, filter);
        });
        return count ? *count : -1;
    };
    QCOMPARE(readable(4'999), 1);
    QCOMPARE(readable(5'000), 0);
    QCOMPARE(addLead(*store, number, 2), std::int64_t{2});
    QCOMPARE(readable(5'000), 1);
    const Order done = deliver(*store, number);
    QCOMPARE(done.delivered, 2);
    QCOMPARE(done.captured, 16);
    QVERIFY(ledgerFaultsOf(*store).empty());
}

LEADSHEET_TEST(tst_migrations, MigrationsTest);
#include "tst_migrations.moc"
