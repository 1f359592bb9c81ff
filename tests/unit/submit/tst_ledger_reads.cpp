// SPDX-License-Identifier: Apache-2.0
// What is read of a ledger, also where its file was changed.
#include "changed_file.hpp"
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

class LedgerReadsTest : public QObject {
    Q_OBJECT

private slots:
    void rows_ofAFindingOrATab_areThoseAlone() {
        Desk desk;
        send(desk, {rowOf("A", 100)});
        OpenDesk open(desk);
        RowInput elsewhere = rowOf("B", 100, 3);
        elsewhere.tab = "Q4";
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), {rowOf("A", 100), elsewhere}).run;
        const auto ordinals = [&](const RowFilter& filter) {
            RowReader reader(open.ledger, run, filter);
            std::vector<std::int64_t> found;
            const std::vector<RowRecord> page = reader.next().value();
            for (const RowRecord& row : page)
                found.push_back(row.ref.ordinal);
            return found;
        };
        RowFilter filter;
        QCOMPARE(ordinals(filter), (std::vector<std::int64_t>{0, 1}));
        filter.finding = Finding::AlreadyOrdered;
        QCOMPARE(ordinals(filter), std::vector<std::int64_t>{0});
        filter.finding = Finding::New;
        QCOMPARE(ordinals(filter), std::vector<std::int64_t>{1});
        filter.tab = "Q4";
        QCOMPARE(ordinals(filter), std::vector<std::int64_t>{1});
        filter.tab = "Q3";
        QCOMPARE(ordinals(filter), std::vector<std::int64_t>{});
    }

    void content_thatNeverReachedTheDisk_isNamedAsDamaged_data() {
        QTest::addColumn<QByteArray>("column");
        QTest::newRow("request") << QByteArray("request");
        QTest::newRow("snapshot") << QByteArray("snapshot");
    }
    void content_thatNeverReachedTheDisk_isNamedAsDamaged() {
        QFETCH(QByteArray, column);
        Desk desk;
        const RunId run = desk.submit(differentRows(1)).run;
        changeFile(desk, "UPDATE contents SET " + column.toStdString() +
                             " = CAST(x'7b0000007d' AS TEXT)");
        const Ledger ledger = desk.open();
        QVERIFY(ledger.row({run.value, 0}).error().is(ErrorCode::LedgerDamaged));
    }

    void row_whoseContentIsGone_isReadWithoutIt() {
        Desk desk;
        const RunId run = desk.submit(differentRows(1)).run;
        changeFile(desk, "DELETE FROM contents");
        const RowRecord row = desk.open().row({run.value, 0}).value();
        QCOMPARE(row.state, RowState::Placed);
        QVERIFY(row.request.empty());
    }

    void run_thatIsBeingSent_isNotInterrupted() {
        Desk desk;
        int asked = 0;
        desk.service->onCreate = [&](int) {
            LedgerOptions options;
            options.mode = LedgerOptions::Mode::ReadOnly;
            const Ledger reader = Ledger::open(desk.file(), options).value();
            for (const RunInfo& run : {reader.run(RunId{1}).value(), reader.runs().value().at(0)})
                asked += run.state == RunState::Running && !run.interrupted ? 1 : 1'000;
        };
        QCOMPARE(desk.submit(differentRows(1)).state, RunState::Finished);
        QCOMPARE(asked, 2);
    }

    void amounts_thatCannotBe_areNamedAsDamaged() {
        Desk desk;
        const RunId run = desk.submit(differentRows(2)).run;
        changeFile(desk, "UPDATE rows SET price = 9000000000000000000 WHERE ordinal = 0");
        QCOMPARE(desk.open().run(run).value().totals.held, 9'000'000'000'000'002'000);
        changeFile(desk, "UPDATE rows SET state = 3, quoted = 9000000000000000000"
                         " WHERE ordinal = 1");
        QVERIFY(desk.open().run(run).error().is(ErrorCode::LedgerDamaged));
    }

    void lists_ofARun_areReadBack() {
        Desk desk;
        OpenDesk open(desk);
        RunSpec spec = desk.spec();
        spec.allowed.orderNumbers = {"LS-7", "LS-8"};
        spec.unreadTabs = {"Notes, old", "\"Q\""};
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), differentRows(1), spec).run;
        const RunSpec read = open.ledger.run(run).value().spec;
        QCOMPARE(read.allowed.orderNumbers, spec.allowed.orderNumbers);
        QVERIFY(!read.allowed.all);
        QCOMPARE(read.unreadTabs, spec.unreadTabs);
        changeFile(desk, "UPDATE runs SET allowed = '  LS-7  LS-9 ', unread_tabs = '[\"a\",1]'");
        const RunSpec odd = open.ledger.run(run).value().spec;
        QCOMPARE(odd.allowed.orderNumbers, (std::vector<std::string>{"LS-7", "LS-9"}));
        QCOMPARE(odd.unreadTabs, std::vector<std::string>{"a"});
        for (const char* none : {"not JSON", "{}"}) {
            changeFile(desk, "UPDATE runs SET unread_tabs = '" + std::string(none) + "'");
            QVERIFY(open.ledger.run(run).value().spec.unreadTabs.empty());
        }
    }
};

LEADSHEET_TEST(tst_ledger_reads, LedgerReadsTest);
#include "tst_ledger_reads.moc"
