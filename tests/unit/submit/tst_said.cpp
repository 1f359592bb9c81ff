// SPDX-License-Identifier: Apache-2.0
// What the ledger keeps for a person: the English text, and the messages it was made of.
#include "desk.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/said.hpp"
#include "leadsheet/text/render.hpp"
#include "stored_messages.hpp"

#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

class SaidTest : public QObject {
    Q_OBJECT

private slots:
    void messages_ofEveryKindOfArgument_areReadAsTheyWereStored() {
        const std::vector<Message> messages{
            {"a.text", {MessageArg("\"quoted\", ü and \n")}},
            {"a.number", {MessageArg(std::int64_t{-7})}},
            {"a.decimal", {MessageArg(Decimal{45, 1})}},
            {"a.money", {MessageArg(Money{-1'250, "EUR"})}},
            {"a.list", {MessageArg(std::vector<std::string>{"x", "", "y, z"})}},
            {"a.message", {MessageArg(Message{"a.inner", {MessageArg("deep")}})}},
            {"a.none", {}}};
        QVERIFY(submit::detail::messagesFromStored(submit::detail::toStored(messages)) == messages);
        QVERIFY(submit::detail::toStored(std::vector<Message>()).empty());
    }

    void stored_thatIsDamaged_leavesTheText_data() {
        QTest::addColumn<QByteArray>("stored");
        for (const char* stored : {"", "x", "{}", "[1]", "[[]]", "[[1]]", R"([["a", {}]])",
                                   R"([["a", null]])", R"([["a", {"decimal": "x"}]])",
                                   R"([["a", {"amount": 1}]])", R"([["a", {"message": 1}]])"})
            QTest::newRow(*stored == '\0' ? "empty" : stored) << QByteArray(stored);
    }
    void stored_thatIsDamaged_leavesTheText() {
        QFETCH(QByteArray, stored);
        QVERIFY(submit::detail::messagesFromStored(stored.toStdString()).empty());
    }

    void row_heldBackAsARepeat_keepsWhatWasSaid() {
        Desk desk;
        const Sent sent = send(desk, {rowOf("Dentists", 100, 2), rowOf("Dentists", 100, 3)});
        const RowRecord row = desk.rows(sent.run)[1];
        QCOMPARE(row.message, std::string("The same order as row 2."));
        QCOMPARE(row.said.size(), std::size_t(1));
        QCOMPARE(row.said.front().id, std::string("ledger.same_order"));
        // Read from the file it knows no language of its own; its arguments are all there.
        const auto& place = std::get<Message>(row.said.front().args.front().value);
        QVERIFY(place.args.front() == MessageArg(std::int64_t{2}));
    }

    void row_withAProblem_keepsTheMessagesOfTheProblem() {
        Desk desk;
        RowInput wrong = rowOf("Dentists", 100);
        const Said said({messages::ledger::noChosenRowOrdered()});
        wrong.problems.push_back({"B", "not_a_number", said.text, said.messages});
        const Sent sent = send(desk, {wrong, rowOf("Notaries", 50, 3)});
        Ledger ledger = desk.open();
        const auto row = ledger.row({sent.run.value, 0});
        QVERIFY(row);
        QCOMPARE(row->problems.size(), std::size_t(1));
        QVERIFY(row->problems.front().said == said.messages);
    }

    void run_thatPauses_keepsWhy() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        Approval approval;
        approval.cap = 3'000; // one row of 20.00
        const RunId run = desk.approved(ledger, submission, differentRows(3), approval);
        RunControl control;
        const auto report = submission.run(run, control);
        QVERIFY(report);
        const RunInfo info = ledger.run(run).value();
        QCOMPARE(info.pauseReason, PauseReason::SpendCap);
        QCOMPARE(info.pauseDetail,
                 std::string("The spending cap leaves no room for the next row. Raise it or stop "
                             "here."));
        QCOMPARE(info.pauseSaid.size(), std::size_t(2));
        QCOMPARE(info.pauseSaid.front().id, std::string("ledger.spending_cap_reached"));
        QVERIFY(report->said == info.pauseSaid);
    }

    void error_ofTheLedger_saysItsMessages() {
        Desk desk;
        Ledger ledger = desk.open();
        const auto missing = ledger.run(RunId{77});
        QVERIFY(!missing);
        QCOMPARE(missing.error().message,
                 std::string("There is no run 77 in this ledger. List the runs to see their "
                             "numbers."));
        QCOMPARE(text::render(missing.error().said), missing.error().message);
    }
};

LEADSHEET_TEST(tst_said, SaidTest);
#include "tst_said.moc"
