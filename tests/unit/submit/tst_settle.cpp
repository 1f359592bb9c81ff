// SPDX-License-Identifier: Apache-2.0
// Rows of unknown outcome are judged by what the service has under their keys.
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

/// A run with one row of unknown outcome.
RunId unknownRow(Desk& desk, OpenDesk& open, const RowInput& row, Fault fault) {
    desk.service->faults = [fault](int, const std::string&) {
        return fault;
    };
    const RunId run = desk.approved(open.ledger, open.submission, {row});
    if (open.send(run).totals.of(RowState::Unknown) != 1)
        qFatal("the outcome is known");
    desk.service->faults = nullptr;
    return run;
}

RowInput withReference(const std::string& industry, std::int64_t count) {
    RowInput row = rowOf(industry, count);
    row.reference = "R-1";
    return row;
}

/// Rows are sent without waiting for a service that is away.
Desk& impatient(Desk& desk) {
    desk.options.maxOutage = std::chrono::seconds(0);
    return desk;
}

/// All rows are sent, also when the first answers are lost.
Desk& oneAfterTheOther(Desk& desk) {
    desk.options.ownThreads = false;
    desk.options.maxOutage = std::chrono::seconds(10);
    return desk;
}

/// A run of three rows that were ordered and not answered, and would be refused today.
RunId unknownRowsRefusedToday(Desk& desk, OpenDesk& open) {
    desk.service->faults = [](int, const std::string&) {
        return Fault::LostAnswer;
    };
    const RunId run = desk.approved(open.ledger, open.submission, differentRows(3));
    if (open.send(run).totals.of(RowState::Unknown) != 3)
        qFatal("not all outcomes are unknown");
    desk.service->faults = nullptr;
    desk.service->refusedCounts[100] = "no";
    desk.service->refusesOrdered = true;
    return run;
}

} // namespace

class SettleTest : public QObject {
    Q_OBJECT

private slots:
    void settle_fewerRequestsThanRefusedRows_waitsForEachOfThem() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = unknownRowsRefusedToday(desk, open);
        desk.service->requests = 1;
        QCOMPARE(open.submission.settle(run).value().placed, 3);
    }

    void settle_lookUpOfOneRowFails_keepsWhatIsKnownOfTheOthers() {
        Desk desk;
        desk.options.maxLimitWait = std::chrono::minutes(1);
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = unknownRowsRefusedToday(desk, open);
        desk.service->requests = 2;
        QVERIFY(!open.submission.settle(run));
        QCOMPARE(open.ledger.run(run).value().totals.of(RowState::Unknown), 2);
    }

    void settle_lookUpOfOneRowAlwaysFails_settlesTheOthers() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = unknownRowsRefusedToday(desk, open);
        desk.service->failingKeys.insert(open.row(run).key);
        QCOMPARE(open.submission.settle(run).error().httpStatus, 500);
        constexpr int kLooks = 5; // after 3, 6, 12, 24 and 30 s
        QVERIFY(desk.service->finds() <= 2 * kLooks + 2);
        QCOMPARE(open.row(run).state, RowState::Unknown);
        QCOMPARE(open.ledger.run(run).value().totals.of(RowState::Placed), 2);
    }

    void settle_lookUpThatFailsAtFirst_isNoFailure() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = unknownRowsRefusedToday(desk, open);
        desk.service->failingKeys.insert(open.row(run).key);
        struct Mending : RunObserver {
            explicit Mending(FakeService& service)
                : service_(service) {}
            void onQuoting(const QuoteProgress& progress) override {
                looks_ += progress.again.count() == 0 ? 1 : 0;
                if (looks_ == 2)
                    service_.failingKeys.clear();
            }
            FakeService& service_;
            int looks_ = 0;
        } observer(*desk.service);
        QCOMPARE(open.submission.settle(run, {}, &observer).value().placed, 3);
    }

    void settle_limitBetweenLookUps_keepsWhatIsKnownAndTellsOfTheWait() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = unknownRowsRefusedToday(desk, open);
        desk.clock->advance(desk.options.settleAfter);
        desk.service->requests = 1;
        struct Told : RunObserver {
            void onQuoting(const QuoteProgress& progress) override {
                left.push_back(progress.unknown);
                priced += progress.done + progress.of;
                hours += progress.again >= std::chrono::minutes(59) ? 1 : 0;
            }
            std::vector<std::int64_t> left;
            std::int64_t priced = 0;
            int hours = 0;
        } observer;
        QCOMPARE(open.submission.settle(run, {}, &observer).value().placed, 3);
        QCOMPARE(observer.left, (std::vector<std::int64_t>{3, 2, 1}));
        QCOMPARE(observer.priced, 0);
        QCOMPARE(observer.hours, 3);
    }

    void settle_orderOfAReference_isComparedByContent_data() {
        QTest::addColumn<int>("count"); // of the order that the key bought
        QTest::addColumn<bool>("told"); // whether the service tells what was ordered
        QTest::addColumn<RowState>("state");
        QTest::newRow("the same") << 100 << true << RowState::Placed;
        QTest::newRow("other details") << 150 << true << RowState::Refused;
        QTest::newRow("the same, by its count") << 100 << false << RowState::Placed;
        QTest::newRow("another count") << 150 << false << RowState::Refused;
    }
    void settle_orderOfAReference_isComparedByContent() {
        QFETCH(int, count);
        QFETCH(bool, told);
        QFETCH(RowState, state);
        Desk desk;
        OpenDesk open(impatient(desk));
        const RunId run =
            unknownRow(desk, open, withReference("Dentists", 100), Fault::LostRequest);
        desk.service->tellsRequests = told;
        QString bought = QString::fromStdString(open.row(run).request);
        bought.replace("\"leadCount\":100", "\"leadCount\":" + QString::number(count));
        desk.service->makeOrder(open.row(run).key, bought.toStdString(), 2'000);
        static_cast<void>(open.submission.settle(run).value());
        const RowRecord row = open.row(run);
        QCOMPARE(row.state, state);
        QCOMPARE(row.message.find("LS-OTHER") != std::string::npos, state == RowState::Refused);
    }

    void settle_orderOfAnotherProductUnderTheReference_isNotTheRows() {
        Desk desk;
        OpenDesk open(impatient(desk));
        const RunId run =
            unknownRow(desk, open, withReference("Dentists", 100), Fault::LostRequest);
        desk.service->tellsRequests = false;
        desk.service->makeOrder(open.row(run).key,
                                R"({"leadCount":100,"scrapingOption":"search_url"})", 2'000);
        static_cast<void>(open.submission.settle(run).value());
        QCOMPARE(open.row(run).state, RowState::Refused);
    }

    void settle_orderWithoutAnAmount_costsWhatWasQuoted() {
        Desk desk;
        OpenDesk open(impatient(desk));
        const WallTime sent = desk.clock->wallNow();
        const RunId run = unknownRow(desk, open, rowOf("Dentists", 100), Fault::LostAnswer);
        desk.service->tellsHeld = false;
        QCOMPARE(open.submission.settle(run).value().placed, 1);
        const RowRecord row = open.row(run);
        QCOMPARE(row.price, std::optional<std::int64_t>(2'000));
        QVERIFY(row.orderedAt == sent);
    }

    void settle_lastRow_endsTheRun() {
        for (const bool ordered : {true, false}) {
            Desk desk;
            OpenDesk open(impatient(desk));
            const RunId run = unknownRow(desk, open, rowOf("Dentists", 100),
                                         ordered ? Fault::LostAnswer : Fault::LostRequest);
            static_cast<void>(open.submission.settle(run).value());
            QCOMPARE(desk.open().run(run).value().state == RunState::Finished, ordered);
            QCOMPARE(open.row(run).message.empty(), ordered);
        }
    }

    void settle_asksWithTheRowsOwnRequest() {
        Desk desk;
        OpenDesk open(impatient(desk));
        const RunId run = unknownRow(desk, open, rowOf("Dentists", 100), Fault::LostRequest);
        const std::string request = open.row(run).request;
        int asked = 0;
        desk.service->onQuote = [&](const QuoteAsk& ask) {
            asked += ask.body == request ? 1 : 1'000;
        };
        QCOMPARE(open.submission.settle(run).value().notPlaced, 1);
        QVERIFY(asked > 0 && asked < 1'000);
    }

    void settle_someTimeAfterTheSend_waitsForTheRestOfIt_data() {
        QTest::addColumn<int>("since"); // ms since the send
        QTest::addColumn<int>("waits"); // ms
        QTest::addColumn<int>("told");  // how often a person is told
        QTest::newRow("at once") << 0 << 30'000 << 5;
        QTest::newRow("later") << 20'000 << 10'000 << 2;
        QTest::newRow("as long as it may take") << 30'000 << 0 << 0;
        QTest::newRow("longer") << 40'000 << 0 << 0;
    }
    void settle_someTimeAfterTheSend_waitsForTheRestOfIt() {
        QFETCH(int, since);
        QFETCH(int, waits);
        QFETCH(int, told);
        Desk desk;
        OpenDesk open(impatient(desk));
        const RunId run = unknownRow(desk, open, rowOf("Dentists", 100), Fault::LostRequest);
        desk.clock->advance(std::chrono::milliseconds(since));
        struct Told : RunObserver {
            void onQuoting(const QuoteProgress& progress) override {
                ++times;
                others += progress.done + progress.of;
            }
            int times = 0;
            std::int64_t others = 0;
        } observer;
        const SteadyTime begin = desk.clock->now();
        QCOMPARE(open.submission.settle(run, {}, &observer).value().notPlaced, 1);
        QCOMPARE(desk.clock->now() - begin, std::chrono::milliseconds(waits));
        QCOMPARE(observer.times, told);
        QCOMPARE(observer.others, 0);
    }

    void settle_cancelledWhileItWaits_leavesTheRowUnknown() {
        Desk desk;
        OpenDesk open(impatient(desk));
        const RunId run = unknownRow(desk, open, rowOf("Dentists", 100), Fault::LostAnswer);
        std::stop_source stop;
        desk.clock->stopDuringWait(stop);
        QVERIFY(open.submission.settle(run, stop.get_token()).error().is(ErrorCode::Cancelled));
        QCOMPARE(open.row(run).state, RowState::Unknown);
    }

    void settle_serviceThatRefusesToAnswer_leavesTheRowUnknown() {
        Desk desk;
        OpenDesk open(impatient(desk));
        const RunId run = unknownRow(desk, open, rowOf("Dentists", 100), Fault::LostAnswer);
        desk.service->quoteErrors = {serverError(401, ErrorCode::RevokedApiKey, "Revoked.")};
        QVERIFY(open.submission.settle(run).error().is(ErrorCode::RevokedApiKey));
        QCOMPARE(open.row(run).state, RowState::Unknown);
    }

    void settle_orderedRowThatIsRefusedNow_isLookedForByItsKey() {
        Desk desk;
        OpenDesk open(impatient(desk));
        const RunId run = unknownRow(desk, open, rowOf("Dentists", 100), Fault::LostAnswer);
        desk.service->refusedCounts[100] = "Too few now.";
        desk.service->refusesOrdered = true;
        desk.service->findsOrders = false;
        QVERIFY(open.submission.settle(run).error().is(ErrorCode::RevokedApiKey));
        QCOMPARE(open.row(run).state, RowState::Unknown);
        desk.service->findsOrders = true;
        QCOMPARE(open.submission.settle(run).value().placed, 1);
        QCOMPARE(open.row(run).state, RowState::Placed);
    }

    void quote_budgetThatIsRemembered_isAskedForWhereItIsUsedUp_data() {
        QTest::addColumn<int>("left");
        QTest::addColumn<int>("later"); // s
        QTest::addColumn<bool>("tells");
        QTest::addColumn<bool>("recalled");
        QTest::newRow("used up, the server tells") << 0 << 60 << true << false;
        QTest::newRow("used up, the server does not tell") << 0 << 60 << false << true;
        QTest::newRow("one left") << 1 << 60 << true << true;
        QTest::newRow("used up to the last second") << 0 << 3'599 << true << false;
        QTest::newRow("over") << 0 << 3'600 << true << true;
    }
    void quote_budgetThatIsRemembered_isAskedForWhereItIsUsedUp() {
        QFETCH(int, left);
        QFETCH(int, later);
        QFETCH(bool, tells);
        QFETCH(bool, recalled);
        Desk desk;
        desk.service->remembered = left;
        desk.submit(differentRows(1));
        desk.clock->advance(std::chrono::seconds(later));
        if (tells)
            desk.service->serverBudget = PacerView();
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(2)).run;
        QVERIFY(open.submission.quote(run).has_value());
        QCOMPARE(desk.service->recalledWindows(), std::int64_t{recalled ? 1 : 0});
    }
};

LEADSHEET_TEST(tst_settle, SettleTest);
#include "tst_settle.moc"
