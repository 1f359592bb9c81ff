// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <sqlite3.h>

using namespace leadsheet::server::store;
using namespace leadsheet::server::store::test;

/// How SQLite finds what the lists ask for. PostgreSQL plans by what is in the tables.
class QueryPlansTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void leads_everyFilter_usesAnIndexAlone_data();
    void leads_everyFilter_usesAnIndexAlone();
    void orders_everyFilter_usesAnIndex_data();
    void orders_everyFilter_usesAnIndex();

private:
    QString plan(const QByteArray& sql) const;

    const Stores stores_{false};
};

void QueryPlansTest::initTestCase() {
    QVERIFY(stores_.open());
}

QString QueryPlansTest::plan(const QByteArray& sql) const {
    sqlite3* connection = nullptr;
    if (sqlite3_open(stores_.path().c_str(), &connection) != SQLITE_OK)
        return {};
    sqlite3_stmt* statement = nullptr;
    QString text;
    if (sqlite3_prepare_v2(connection, ("EXPLAIN QUERY PLAN " + sql).constData(), -1, &statement,
                           nullptr) != SQLITE_OK)
        text = QString::fromUtf8(sqlite3_errmsg(connection));
    while (statement != nullptr && sqlite3_step(statement) == SQLITE_ROW)
        text +=
            QString::fromUtf8(reinterpret_cast<const char*>(sqlite3_column_text(statement, 3))) +
            "; ";
    sqlite3_finalize(statement);
    sqlite3_close(connection);
    return text;
}

void QueryPlansTest::leads_everyFilter_usesAnIndexAlone_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("index");
    const auto row = [](const char* where, const char* index) {
        QTest::newRow(*where == '\0' ? "none" : where) << where << index;
    };
    row("", "INTEGER PRIMARY KEY");
    row(" AND result = 'good'", "leads_by_result");
    row(" AND has_email = 1", "leads_by_email");
    row(" AND has_phone = 1", "leads_by_phone");
    row(" AND country = 'DE'", "leads_by_country");
    row(" AND order_seq = 5", "leads_by_order");
    row(" AND order_seq = 5 AND +result = 'good' AND +has_email = 1", "leads_by_order");
    row(" AND result = 'good' AND has_email = 1", "leads_by_");
    row(" AND country = 'DE' AND result = 'good' AND has_email = 1 AND has_phone = 1", "leads_by_");
}

void QueryPlansTest::leads_everyFilter_usesAnIndexAlone() {
    QFETCH(QString, where);
    QFETCH(QString, index);
    const QByteArray range = " FROM leads WHERE place > 10 AND place <= 99" + where.toUtf8();
    const QString page = plan("SELECT email" + range + " ORDER BY place LIMIT 101");
    const QString count = plan("SELECT COUNT(*)" + range);
    QVERIFY2(page.contains(index), qPrintable(page));
    QVERIFY2(!page.contains("TEMP B-TREE"), qPrintable(page));
    QVERIFY2(index == "INTEGER PRIMARY KEY" || count.contains("COVERING INDEX"), qPrintable(count));
}

void QueryPlansTest::orders_everyFilter_usesAnIndex_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("index");
    QTest::newRow("none") << "account_id = 'a'"
                          << "orders_by_account";
    QTest::newRow("status") << "account_id = 'a' AND status = 's'"
                            << "orders_by_status";
    QTest::newRow("key")
        << "account_id = 'a' AND idempotency_key = 'k' AND number = (SELECT order_number FROM"
           " idempotency_keys WHERE account_id = 'a' AND operation = 'createOrder' AND key = 'k')"
        << "sqlite_autoindex_orders_1";
    QTest::newRow("reference") << "account_id = 'a' AND external_ref = 'r'"
                               << "orders_by_reference";
    QTest::newRow("mark") << "account_id = 'a' AND mark = 'm'"
                          << "orders_by_mark";
    QTest::newRow("mark in a window")
        << "account_id = 'a' AND mark = 'm' AND created_at >= 5 AND status NOT IN ('failed')"
        << "orders_by_mark";
    QTest::newRow("similar mark") << "account_id = 'a' AND similar_mark = 'm' AND mark <> 'n'"
                                  << "orders_by_similar_mark";
    QTest::newRow("created") << "account_id = 'a' AND created_at > 5"
                             << "orders_by_account";
    QTest::newRow("position")
        << "account_id = 'a' AND created_at <= 5 AND (created_at, seq) < (5, 6)"
        << "orders_by_account";
    QTest::newRow("all") << "created_at > 0"
                         << "orders_of_all";
    QTest::newRow("all by status") << "status = 's'"
                                   << "orders_of_all_by_status";
}

void QueryPlansTest::orders_everyFilter_usesAnIndex() {
    QFETCH(QString, where);
    QFETCH(QString, index);
    const QString text = plan("SELECT record_json FROM orders WHERE " + where.toUtf8() +
                              " ORDER BY created_at DESC, seq DESC LIMIT 101");
    QVERIFY2(text.contains(index), qPrintable(text));
    QVERIFY2(!text.contains("TEMP B-TREE"), qPrintable(text));
}

LEADSHEET_TEST(tst_query_plans, QueryPlansTest);
#include "tst_query_plans.moc"
