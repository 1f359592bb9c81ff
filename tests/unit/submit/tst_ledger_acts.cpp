// SPDX-License-Identifier: Apache-2.0
// What a person does to the rows of a run between two sendings, and what is asked of runs.
#include "changed_file.hpp"
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <array>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr std::array<std::int64_t, 1> kFirst{0};

std::string numberOf(RunState state) {
    return std::to_string(static_cast<int>(state));
}

} // namespace

class LedgerActsTest : public QObject {
    Q_OBJECT

private slots:
    void exclude_readyRow_isLeftOutByThePersonAndComesBack() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(3)).run;
        QCOMPARE(open.ledger.exclude(run, {}, open.submission.lock()).value(), 0);
        QCOMPARE(open.ledger.exclude(run, kFirst, open.submission.lock()).value(), 1);
        QCOMPARE(open.row(run).state, RowState::Skipped);
        QCOMPARE(open.row(run).skipReason, SkipReason::ByPerson);
        QCOMPARE(open.row(run, 1).state, RowState::Ready);
        QCOMPARE(open.ledger.exclude(run, kFirst, open.submission.lock()).value(), 0);
        changeFile(desk, "UPDATE rows SET order_number = 'LS-5'");
        QCOMPARE(open.ledger.include(run, {}, open.submission.lock()).value(), 0);
        QCOMPARE(open.row(run).state, RowState::Skipped);
        QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 1);
        QCOMPARE(open.row(run).state, RowState::Ready);
        QCOMPARE(open.row(run).skipReason, SkipReason::None);
        QVERIFY(!open.row(run).consented); // to nothing that was ordered
        QCOMPARE(open.row(run).orderNumber, std::string("LS-5"));
    }

    void include_ofNoRun_isAnError() {
        Desk desk;
        OpenDesk open(desk);
        QVERIFY(open.ledger.include(RunId{99}, kFirst, open.submission.lock())
                    .error()
                    .is(ErrorCode::NotFound));
    }

    void include_rowOrderedBefore_isConsentAndForgetsTheOrdersNumber() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        const Sent sent = send(desk, {rowOf("dentists", 100)});
        OpenDesk open(desk);
        QCOMPARE(open.row(sent.run).orderNumber, std::string("LS-1"));
        QCOMPARE(open.ledger.include(sent.run, kFirst, open.submission.lock()).value(), 1);
        QVERIFY(open.row(sent.run).consented);
        QCOMPARE(open.row(sent.run).orderNumber, std::string());
        // Left out once more, it stays agreed to.
        QCOMPARE(open.ledger.exclude(sent.run, kFirst, open.submission.lock()).value(), 1);
        QVERIFY(open.row(sent.run).consented);
    }

    void include_changedRow_isConsent() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        OpenDesk open(desk);
        const RunId run =
            desk.plan(open.ledger, open.submission.lock(), {rowOf("Dentists", 300)}).run;
        QCOMPARE(open.row(run).skipReason, SkipReason::ChangedSinceOrdered);
        changeFile(desk, "UPDATE rows SET order_number = 'LS-7' WHERE finding <> 0");
        QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 1);
        QVERIFY(open.row(run).consented);
        QCOMPARE(open.row(run).orderNumber, std::string("LS-7"));
    }

    void include_rowOfAFinishedRun_waitsForAPriceOnceMore() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(3)).run;
        QCOMPARE(open.ledger.exclude(run, kFirst, open.submission.lock()).value(), 1);
        QCOMPARE(open.order(run).state, RunState::Finished);
        const std::array<std::int64_t, 1> placed{1};
        QCOMPARE(open.ledger.include(run, placed, open.submission.lock()).value(), 0);
        QCOMPARE(open.ledger.run(run).value().state, RunState::Finished);
        desk.clock->advance(std::chrono::minutes(1));
        QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 1);
        const RunInfo info = open.ledger.run(run).value();
        QCOMPARE(info.state, RunState::Planned);
        QVERIFY(info.updatedAt == desk.clock->wallNow());
        QCOMPARE(open.order(run).totals.of(RowState::Placed), 3);
    }

    // The key of its Reference has bought the order it was changed from.
    void include_changedRowWithAReference_isNone() {
        Desk desk;
        RowInput row = rowOf("Dentists", 100);
        row.reference = "R-1";
        send(desk, {row});
        row.request.leadCount = 300;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), {row}).run;
        QCOMPARE(open.row(run).finding, Finding::Changed);
        QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 0);
        QCOMPARE(open.row(run).state, RowState::Skipped);
    }

    void include_rowThatGoesOnElsewhere_isNone() {
        for (const SkipReason reason :
             {SkipReason::TakenOver, SkipReason::Retired, SkipReason::GivenUp}) {
            Desk desk;
            const RunId run = desk.submit(differentRows(1)).run;
            changeFile(desk, "UPDATE rows SET state = 2, skip_reason = " +
                                 std::to_string(static_cast<int>(reason)));
            OpenDesk open(desk);
            QCOMPARE(open.ledger.include(run, kFirst, open.submission.lock()).value(), 0);
            QCOMPARE(open.row(run).skipReason, reason);
        }
    }

    void leaveRefused_ofARunThatWasNotApproved_leavesItPlanned() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(2)).run;
        QVERIFY(open.ledger.leaveRefused(run, {}, open.submission.lock()).has_value());
        QCOMPARE(open.ledger.run(run).value().state, RunState::Planned);
        QVERIFY(open.submission.quote(run).has_value());
        QVERIFY(open.submission.approve(run, {}).has_value());
        QVERIFY(open.ledger.leaveRefused(run, {}, open.submission.lock()).has_value());
        QCOMPARE(open.ledger.run(run).value().state, RunState::Approved);
    }

    void leaveRefused_runIsWhatItWasBefore_data() {
        QTest::addColumn<int>("left");
        QTest::addColumn<RunState>("state");
        QTest::newRow("none") << 0 << RunState::Finished;
        QTest::newRow("one") << 1 << RunState::Stopped;
        QTest::newRow("two") << 2 << RunState::Stopped;
    }
    void leaveRefused_runIsWhatItWasBefore() {
        QFETCH(int, left);
        QFETCH(RunState, state);
        Desk desk;
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::Invalid : Fault::None;
        };
        const RunReport report = desk.submit(differentRows(1 + left));
        QCOMPARE(report.totals.of(RowState::Refused), 1);
        OpenDesk open(desk);
        changeFile(desk, "UPDATE rows SET state = 0 WHERE state = 5"); // as a stop leaves them
        const std::vector<std::int64_t> all{0, 1, 2};
        QCOMPARE(open.ledger.retryRefused(report.run, all, open.submission.lock()).value(), 1);
        std::vector<std::int64_t> refused;
        for (const RowRecord& row : desk.rows(report.run))
            if (!row.code.empty())
                refused.push_back(row.ref.ordinal);
        QVERIFY(open.ledger.leaveRefused(report.run, refused, open.submission.lock()).has_value());
        QCOMPARE(open.ledger.run(report.run).value().state, state);
    }

    void orderAgain_copiesTheRowAndPlansARun() {
        Desk desk;
        RowInput input = rowOf("Dentists", 100, 7);
        input.reference = "R-1";
        RunSpec spec = desk.spec();
        spec.againAfter = std::chrono::hours(24 * 30);
        const Sent sent = send(desk, {rowOf("Doctors", 100), input}, spec);
        desk.clock->advance(std::chrono::minutes(1));
        OpenDesk open(desk);
        const std::array<std::int64_t, 1> second{1};
        const AllowedDuplicates allowed{false, {"LS-77"}};
        const RunId again =
            open.ledger.orderAgain(sent.run, second, open.submission.lock(), allowed).value();
        const RunInfo info = open.ledger.run(again).value();
        QCOMPARE(info.state, RunState::Planned);
        QVERIFY(!info.wholeSheet);
        QVERIFY(!info.spec.againAfter);
        QCOMPARE(info.spec.allowed.orderNumbers, std::vector<std::string>{"LS-77"});
        QCOMPARE(info.totals.all(), 1);
        const RowRecord before = open.row(sent.run, 1);
        const RowRecord copy = open.row(again);
        QCOMPARE(copy.state, RowState::Ready);
        QCOMPARE(copy.sourceRow, 7);
        QCOMPARE(copy.tab, before.tab);
        QCOMPARE(copy.mark, before.mark);
        QCOMPARE(copy.reference, std::string("R-1"));
        QCOMPARE(copy.product, before.product);
        QCOMPARE(copy.leadCount, 100);
        QVERIFY(copy.related == before.ref);
        QCOMPARE(copy.snapshot, before.snapshot);
        QCOMPARE(copy.request, before.request);
        QVERIFY(copy.updatedAt == desk.clock->wallNow());
        QVERIFY(copy.consented);
        QCOMPARE(copy.generation, 1);
        QVERIFY(copy.key != before.key);
        QCOMPARE(copy.earlier.orders.size(), std::size_t{1});
        QCOMPARE(copy.earlier.orders[0].orderNumber, before.orderNumber);
    }

    void orderAgain_rowThatStandsTwice_isTheSecondOnceMore() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.orderDuplicates = true;
        const Sent sent = send(desk, {rowOf("Dentists", 100), rowOf("Dentists", 100, 3)}, spec);
        OpenDesk open(desk);
        const std::array<std::int64_t, 1> second{1};
        const RunId again =
            open.ledger.orderAgain(sent.run, second, open.submission.lock()).value();
        QCOMPARE(open.row(again).occurrence, 1);
    }

    void orderAgain_orderedAgainBefore_isTheNextOneAndAgreesToAll() {
        Desk desk;
        const Sent first = send(desk, {rowOf("Dentists", 100)});
        OpenDesk open(desk);
        for (std::size_t time = 1; time <= 3; ++time) {
            const RunId again =
                open.ledger.orderAgain(first.run, kFirst, open.submission.lock()).value();
            QCOMPARE(open.row(again).generation, static_cast<std::int64_t>(time));
            QCOMPARE(open.row(again).earlier.orders.size(), time);
            QCOMPARE(open.order(again).totals.of(RowState::Placed), 1);
            QCOMPARE(orderCount(desk), time + 1);
        }
    }

    void orderAgain_onceMoreBeforeThatIsOrdered_isTheSameOrder() {
        Desk desk;
        const Sent sent = send(desk, {rowOf("Dentists", 100)});
        OpenDesk open(desk);
        const auto again = [&] {
            return open.row(
                open.ledger.orderAgain(sent.run, kFirst, open.submission.lock()).value());
        };
        QCOMPARE(again().key, again().key);
    }

    void orderAgain_rowOrderedBefore_goesOnAgreeingToWhatWasNamed() {
        Desk desk;
        send(desk, {rowOf("Dentists", 100)});
        moveToAnotherComputer(desk);
        const Sent sent = send(desk, {rowOf("dentists", 100)});
        OpenDesk open(desk);
        const RunId again = open.ledger.orderAgain(sent.run, {}, open.submission.lock()).value();
        QCOMPARE(open.row(sent.run).earlier.orders.size(), std::size_t{1});
        QCOMPARE(open.row(again).earlier.orders.size(), std::size_t{2}); // named, and left out for
        QCOMPARE(open.row(again).earlier.orders[0].orderNumber, std::string("LS-1"));
        QCOMPARE(open.order(again).totals.of(RowState::Placed), 1);
    }

    void orderAgain_rowsThatWereNotOrdered_isAnError() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(2)).run;
        QCOMPARE(open.ledger.exclude(run, kFirst, open.submission.lock()).value(), 1);
        QVERIFY(open.ledger.orderAgain(run, {}, open.submission.lock())
                    .error()
                    .is(ErrorCode::InvalidArgument));
        QCOMPARE(open.ledger.runs().value().size(), std::size_t{1});
    }

    void discard_whatWasNeverApproved_goes() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(2)).run;
        QVERIFY(open.submission.quote(run).has_value());
        QVERIFY(open.ledger.discard(run, open.submission.lock()).has_value());
        QVERIFY(open.ledger.run(run).error().is(ErrorCode::NotFound));
        const RunId other = desk.approved(open.ledger, open.submission, differentRows(2));
        QVERIFY(open.ledger.discard(other, open.submission.lock())
                    .error()
                    .is(ErrorCode::InvalidArgument));
        QVERIFY(open.ledger.run(other).has_value());
    }

    void discard_rowsTriedAgainOfARunThatWasApproved_isRefused() {
        Desk desk;
        desk.service->faults = [](int, const std::string&) {
            return Fault::Invalid;
        };
        const RunId run = desk.submit(differentRows(1)).run;
        OpenDesk open(desk);
        QCOMPARE(open.ledger.retryRefused(run, {}, open.submission.lock()).value(), 1);
        QCOMPARE(open.ledger.run(run).value().state, RunState::Planned);
        QVERIFY(!open.ledger.discard(run, open.submission.lock()).has_value());
    }

    // Ledgers of earlier versions have approved runs without a cap.
    void discard_runThatWasSentWithoutACap_isRefused_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<RunState>("state");
        QTest::newRow("placed") << static_cast<int>(Fault::None) << RunState::Planned;
        QTest::newRow("refused") << static_cast<int>(Fault::Invalid) << RunState::Planned;
        QTest::newRow("unknown") << static_cast<int>(Fault::LostAnswer) << RunState::Planned;
        QTest::newRow("will retry") << static_cast<int>(Fault::Unavailable) << RunState::Planned;
    }
    void discard_runThatWasSentWithoutACap_isRefused() {
        QFETCH(int, fault);
        QFETCH(RunState, state);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->faults = [fault](int, const std::string&) {
            return static_cast<Fault>(fault);
        };
        const RunId run = desk.submit(differentRows(1)).run;
        changeFile(desk, "UPDATE runs SET cap = NULL, state = " + numberOf(state));
        OpenDesk open(desk);
        QVERIFY(open.ledger.discard(run, open.submission.lock())
                    .error()
                    .is(ErrorCode::InvalidArgument));
        QVERIFY(open.ledger.run(run).has_value());
    }

    void discard_runOfAnotherState_isRefused() {
        for (const RunState state :
             {RunState::Approved, RunState::Paused, RunState::Stopped, RunState::Finished}) {
            Desk desk;
            RunId run;
            {
                OpenDesk open(desk);
                run = desk.plan(open.ledger, open.submission.lock(), differentRows(1)).run;
            }
            changeFile(desk, "UPDATE runs SET state = " + numberOf(state));
            OpenDesk open(desk);
            QVERIFY(!open.ledger.discard(run, open.submission.lock()).has_value());
        }
    }

    void run_thatEnded_wasNotInterrupted() {
        Desk desk;
        const RunId run = desk.submit(differentRows(1)).run;
        const Ledger ledger = desk.open();
        QVERIFY(!ledger.run(run).value().interrupted);
        QVERIFY(!ledger.runs().value().at(0).interrupted);
        changeFile(desk, "UPDATE runs SET state = " + numberOf(RunState::Running));
        QVERIFY(ledger.run(run).value().interrupted);
        QVERIFY(ledger.runs().value().at(0).interrupted);
    }

    void setOptions_areKeptAsTheyAre() {
        Desk desk;
        OpenDesk open(desk);
        const RunId run = desk.plan(open.ledger, open.submission.lock(), differentRows(1)).run;
        QVERIFY(open.ledger.setOptions(run, "{\"map\":1}").has_value());
        QCOMPARE(desk.open().run(run).value().spec.options, std::string("{\"map\":1}"));
        QVERIFY(open.ledger.setOptions(RunId{99}, "{}").error().is(ErrorCode::NotFound));
    }

    void accountAt_isTheOneOfTheIdOrTheOnlyOneThere() {
        Desk desk;
        OpenDesk open(desk);
        const auto at = [&](const char* url, const char* id) {
            return open.ledger.accountAt(url, id).value();
        };
        QVERIFY(!at("https://api.example.com", ""));
        const AccountRef one{"https://api.example.com/", "acc_1", "Work", "ins_1"};
        QVERIFY(open.ledger.identify(one, open.submission.lock()).has_value());
        QCOMPARE(at("https://api.example.com", "")->accountId, std::string("acc_1"));
        QCOMPARE(at("https://api.example.com", "")->instanceId, std::string("ins_1"));
        QCOMPARE(at("https://elsewhere.example.com", "acc_1")->accountId, std::string("acc_1"));
        QVERIFY(!at("https://elsewhere.example.com", ""));
        const AccountRef other{"https://api.example.com", "acc_2", "Home", "ins_1"};
        QVERIFY(open.ledger.identify(other, open.submission.lock()).has_value());
        QVERIFY(!at("https://api.example.com", ""));
        QCOMPARE(at("https://api.example.com", "acc_2")->accountId, std::string("acc_2"));
        // Known by two addresses: the one that is asked for.
        for (const char* url : {"https://one.example.com", "https://two.example.com"}) {
            const AccountRef both{url, "acc_4", "", ""};
            QVERIFY(open.ledger.identify(both, open.submission.lock()).has_value());
        }
        for (const char* url : {"https://one.example.com", "https://two.example.com"})
            QCOMPARE(at(url, "acc_4")->baseUrl, std::string(url));
        const AccountRef bare{"https://old.example.com", "acc_3", "", ""};
        QVERIFY(open.ledger.identify(bare, open.submission.lock()).has_value());
        QCOMPARE(at("https://old.example.com", "")->instanceId, std::string());
    }

    void isSameAccount_goesByInstanceOrElseByAddress_data() {
        QTest::addColumn<QStringList>("one"); // address, account, instance
        QTest::addColumn<QStringList>("other");
        QTest::addColumn<bool>("same");
        const auto row = [](const char* name, const QStringList& one, const QStringList& other,
                            bool same) {
            QTest::newRow(name) << one << other << same;
            QTest::newRow(QByteArray(name) + ", the other way") << other << one << same;
        };
        row("address", {"https://a.example", "1", ""}, {"https://a.example//", "1", ""}, true);
        row("no address", {"", "1", ""}, {"//", "1", ""}, true);
        row("another address", {"https://a.example", "1", ""}, {"https://b.example", "1", ""},
            false);
        row("another account", {"https://a.example", "1", ""}, {"https://a.example", "2", ""},
            false);
        row("instance", {"https://a.example", "1", "i"}, {"https://b.example", "1", "i"}, true);
        row("another instance", {"https://a.example", "1", "i"}, {"https://a.example", "1", "j"},
            false);
        row("instance of one", {"https://a.example", "1", "i"}, {"https://b.example", "1", ""},
            true);
    }
    void isSameAccount_goesByInstanceOrElseByAddress() {
        QFETCH(QStringList, one);
        QFETCH(QStringList, other);
        QFETCH(bool, same);
        const auto account = [](const QStringList& of) {
            return AccountRef{of[0].toStdString(), of[1].toStdString(), "", of[2].toStdString()};
        };
        QCOMPARE(isSameAccount(account(one), account(other)), same);
    }

    // The ledger knew one account by two addresses, as two; a key that both have is one order.
    void identify_keyOfBothAddresses_goesOnWhereItIsFurther_data() {
        QTest::addColumn<RowState>("one");
        QTest::addColumn<RowState>("other");
        QTest::addColumn<RowState>("oneAfter");
        QTest::addColumn<RowState>("otherAfter");
        using S = RowState;
        const auto row = [](const char* name, S one, S other, S oneAfter, S otherAfter) {
            QTest::newRow(name) << one << other << oneAfter << otherAfter;
            QTest::newRow(QByteArray(name) + ", the other way")
                << other << one << otherAfter << oneAfter;
        };
        row("placed and queued", S::Placed, S::Queued, S::Placed, S::AlreadyOrdered);
        row("placed and unknown", S::Placed, S::Unknown, S::Placed, S::AlreadyOrdered);
        row("unknown and will retry", S::Unknown, S::WillRetry, S::Unknown, S::Skipped);
        row("will retry and queued", S::WillRetry, S::Queued, S::WillRetry, S::Skipped);
        row("placed and refused", S::Placed, S::Refused, S::Placed, S::Refused);
        row("unknown and ready", S::Unknown, S::Ready, S::Unknown, S::Ready);
    }
    void identify_keyOfBothAddresses_goesOnWhereItIsFurther() {
        QFETCH(RowState, one);
        QFETCH(RowState, other);
        QFETCH(RowState, oneAfter);
        QFETCH(RowState, otherAfter);
        Desk desk;
        RunSpec spec = desk.spec();
        for (const auto& [address, state] :
             {std::pair("https://a.example", one), std::pair("https://b.example", other)}) {
            spec.account.baseUrl = address;
            const RunId run = [&] {
                OpenDesk open(desk);
                return desk.plan(open.ledger, open.submission.lock(), differentRows(1), spec).run;
            }();
            changeFile(desk, "UPDATE rows SET order_number = 'LS-" + std::to_string(run.value) +
                                 "', state = " + std::to_string(static_cast<int>(state)) +
                                 " WHERE run = " + std::to_string(run.value));
        }
        OpenDesk open(desk);
        for (const char* address : {"https://a.example", "https://b.example"}) {
            spec.account.baseUrl = address;
            spec.account.instanceId = "ins_1";
            QVERIFY(open.ledger.identify(spec.account, open.submission.lock()).has_value());
        }
        const RowRecord first = open.row(RunId{1});
        const RowRecord second = open.row(RunId{2});
        QCOMPARE(first.state, oneAfter);
        QCOMPARE(second.state, otherAfter);
        const RowRecord& kept = one == oneAfter ? first : second;
        const RowRecord& left = one == oneAfter ? second : first;
        if (left.state == RowState::Skipped || left.state == RowState::AlreadyOrdered) {
            QCOMPARE(left.orderNumber, kept.orderNumber);
            QVERIFY(left.related == kept.ref);
            QCOMPARE(left.skipReason,
                     left.state == RowState::Skipped ? SkipReason::TakenOver : SkipReason::None);
        }
    }

    void totalsByProduct_countRowsLeadsAndMoney() {
        Desk desk;
        OpenDesk open(desk);
        RowInput other = rowOf("A", 10, 4);
        other.request.product = "search_url";
        other.request.fields = {{"searchUrl", std::string("https://www.example.com/search")}};
        const RunId run = desk.plan(open.ledger, open.submission.lock(),
                                    {rowOf("A", 100), rowOf("B", 50, 3), other})
                              .run;
        QVERIFY(open.submission.quote(run).has_value());
        const auto totals = open.ledger.totalsByProduct(run).value();
        QCOMPARE(totals.size(), std::size_t{2});
        QCOMPARE(totals[0].product, std::string("filters"));
        QCOMPARE(totals[0].rows, 2);
        QCOMPARE(totals[0].leads, 150);
        QCOMPARE(totals[0].amount, 3'000);
        QCOMPARE(totals[1].product, std::string("search_url"));
        QCOMPARE(totals[1].amount, 200);
    }
};

LEADSHEET_TEST(tst_ledger_acts, LedgerActsTest);
#include "tst_ledger_acts.moc"
