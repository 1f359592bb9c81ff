// SPDX-License-Identifier: Apache-2.0
#include "sheet_lines.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

class ReplacedRowsTest : public QObject {
    Q_OBJECT

private:
    static PlanSummary planOf(Desk& desk, const QStringList& lines, const RunSpec& spec) {
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        return desk.plan(ledger, lock, sheet(lines), spec);
    }
    static PlanSummary planOf(Desk& desk, const QStringList& lines) {
        return planOf(desk, lines, desk.spec());
    }

private slots:
    void plan_rowCorrectedInPlace_isChanged_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<QString>("now");
        const auto row = [](const char* name, int at, const char* now) {
            QTest::newRow(name) << at << QString::fromUtf8(now);
        };
        row("a letter was missing", 0, "Software / CEO / Germany");
        row("letters swapped", 0, "Sofwrae / CEO / Germany");
        row("city in its language", 1, "Banking / CFO / München");
        row("umlaut written out", 1, "Banking / CFO / Muenchen");
        row("country in German", 2, "Retail / COO / Spanien");
        row("country in its language", 2, "Retail / COO / España");
        row("country by its code", 4, "Toys / CTO / PL");
        row("country in French", 3, "Food / Founder / Italie");
        row("title written out", 0, "Sofware / Chief Executive Officer / Germany");
        row("item added", 3, "Food / Founder|Owner / Italy");
        row("place added", 2, "Retail / COO / Spain|Portugal");
        row("spelling and count", 0, "Software / CEO / Germany / 25");
        row("spelling and an item", 3, "Foods / Founder|Owner / Italy");
        row("other title", 2, "Retail / CFO / Spain");
        row("other place", 2, "Retail / COO / Portugal");
        row("words added", 2, "Retail and wholesale trade / COO / Spain");
    }
    void plan_rowCorrectedInPlace_isChanged() {
        QFETCH(const int, at);
        QFETCH(const QString, now);
        Desk desk;
        const auto first = desk.submit(sheet(kOrdered));
        const auto plan = planOf(desk, with(kOrdered, at, now));
        QCOMPARE(plan.changed, 1);
        QCOMPARE(plan.fresh, 0);
        QCOMPARE(plan.gone, 0);
        const RowRecord row = desk.rows(plan.run)[static_cast<std::size_t>(at)];
        QCOMPARE(row.state, RowState::Skipped);
        QCOMPARE(row.skipReason, SkipReason::ChangedSinceOrdered);
        QCOMPARE(row.related.value(), (RowRef{first.run.value, at}));
    }

    void plan_severalRowsCorrectedAtOnce_areAllChanged() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        const QStringList now{"Software / CEO / Germany", "Banking / CFO / München",
                              "Retail / COO / Spain", "Food / Founder|Owner / Italy",
                              "Games / CTO / Poland"};
        const auto plan = planOf(desk, now);
        QCOMPARE(plan.changed, 4);
        QCOMPARE(plan.alreadyOrdered, 1);
        RunSpec agreed = desk.spec();
        agreed.orderChanged = true;
        QCOMPARE(desk.rows(planOf(desk, now, agreed).run)[0].state, RowState::Ready);
    }

    void plan_correctedRowThatWasMovedOrFollowedByNewOnes_isChanged() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        QStringList now = kOrdered;
        now.removeFirst();
        now << "Mining / CEO / Chile"
            << "Software / CEO / Germany"
            << "Farming / CEO / Peru";
        const auto plan = planOf(desk, now);
        QCOMPARE(plan.changed, 1);
        QCOMPARE(plan.fresh, 2);
        QCOMPARE(desk.rows(plan.run)[5].finding, Finding::Changed);
    }

    void plan_otherWishes_areNew_data() {
        QTest::addColumn<QStringList>("now");
        QTest::newRow("added at the end") << (QStringList(kOrdered) << "Software / CEO / Germany"
                                                                    << "Retail / CFO / Spain");
        QTest::newRow("row taken out") << (QStringList(kOrdered.mid(1)) << "Mining / CEO / Chile");
        QTest::newRow("next month, other industries") << QStringList{
            "Mining / CEO / Germany", "Farming / CFO / Munich", "Energy / COO / Spain",
            "Steel / Founder / Italy", "Paper / CTO / Poland"};
        QTest::newRow("next month, other titles")
            << QStringList{"Sofware / CFO / Germany", "Banking / COO / Munich",
                           "Retail / CTO / Spain", "Food / Owner / Italy", "Toys / CEO / Poland"};
        QTest::newRow("two fields of a row")
            << with(kOrdered, 2, QStringLiteral("Mining / COO / Chile"));
        QTest::newRow("a row taken out, two other wishes in its place") << QStringList{
            "Sofware / CEO / Germany", "Banking / CFO / Munich", "Retail / CFO / Spain",
            "Retail / CMO / Spain",    "Food / Founder / Italy", "Toys / CTO / Poland"};
    }
    void plan_otherWishes_areNew() {
        QFETCH(const QStringList, now);
        Desk desk;
        desk.submit(sheet(kOrdered));
        QCOMPARE(planOf(desk, now).changed, 0);
    }

    void plan_numbersAndNamesOfTheTable_areOtherWishes() {
        Desk desk;
        desk.submit(sheet(
            {"Sector 11 / CEO / Slovakia", "Banking / CFO / Ireland", "Sector 21 / COO / Niger"}));
        QCOMPARE(planOf(desk, {"Sector 12 / CEO / Slovakia", "Banking / CFO / Iceland",
                               "Sector 21 / COO / Nigeria"})
                     .changed,
                 0);
    }

    void plan_rowOfAnotherSheet_isNew() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        const auto now = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany")).mid(0, 1);
        QCOMPARE(planOf(desk, now, desk.spec("Other list.xlsx")).changed, 0);
        // Nothing but its rows tells of a copy under another name here, and its columns are not
        // known.
        QCOMPARE(planOf(desk, with(kOrdered, 0, QStringLiteral("Software / CEO / Germany")),
                        desk.spec("Copy of it.xlsx"))
                     .changed,
                 0);
        RunSpec copied = desk.spec("Copy of it.xlsx");
        copied.sourceName = desk.spec().sourceName;
        QCOMPARE(planOf(desk, with(kOrdered, 0, QStringLiteral("Software / CEO / Germany")), copied)
                     .changed,
                 1);
    }

    void plan_fileOfThatPathWithoutACommonRow_isOfTheSheet() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.sourcePath = "/data/icp.csv";
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const RunId run = desk.plan(ledger, submission.lock(), sheet({kOrdered[0]}), spec).run;
            static_cast<void>(submission.quote(run).value());
            static_cast<void>(submission.approve(run, {}).value());
            RunControl control;
            static_cast<void>(submission.run(run, control).value());
        }
        QCOMPARE(planOf(desk, {"Software / CEO / Germany"}, spec).changed, 1);
        QCOMPARE(planOf(desk, {"Mining / CEO / Germany"}, spec).changed, 1); // in its place
        QCOMPARE(planOf(desk, {"Mining / CEO / Chile"}, spec).changed, 0);
    }

    void plan_rowOfATabThatWasNotRead_isNotGone() {
        Desk desk;
        desk.submit(sheet(kOrdered)); // tab Q3
        QStringList lines = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany"));
        RunSpec spec = desk.spec();
        QCOMPARE(planOf(desk, lines, spec).changed, 1);
        spec.unreadTabs = {"Q3"};
        QCOMPARE(planOf(desk, lines, spec).changed, 0);
    }

    void plan_changeThatWasLeftOut_isAskedAboutAgain() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        QStringList now = with(kOrdered, 2, QStringLiteral("Retail / CFO / Spain"));
        now << "Mining / CEO / Chile";
        QCOMPARE(desk.submit(sheet(now)).totals.of(RowState::Placed), 1);
        now << "Steel / CEO / Chile";
        const auto plan = planOf(desk, now);
        QCOMPARE(plan.changed, 1);
        QCOMPARE(plan.fresh, 1);
        QCOMPARE(desk.rows(plan.run)[2].finding, Finding::Changed);
    }

    void plan_correctionThatIsOrderedAsWell_isAlreadyOrderedFromThenOn() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        const auto now = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany"));
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            const RunId run = desk.plan(ledger, submission.lock(), sheet(now)).run;
            const std::int64_t chosen[] = {0};
            QCOMPARE(ledger.include(run, chosen, submission.lock()).value(), 1);
            static_cast<void>(submission.quote(run).value());
            static_cast<void>(submission.approve(run, {}).value());
            RunControl control;
            QCOMPARE(submission.run(run, control).value().totals.of(RowState::Placed), 1);
        }
        const auto plan = planOf(desk, now);
        QCOMPARE(plan.alreadyOrdered, 5);
        QCOMPARE(plan.changed, 0);
    }

    void plan_respelledRowThatIsAllowedAgain_isReady() {
        Desk desk;
        const auto first = desk.submit(sheet(kOrdered));
        const auto now = with(kOrdered, 2, QStringLiteral("RETAIL / COO / Spain"));
        QCOMPARE(planOf(desk, now).orderedBefore, 1);
        RunSpec spec = desk.spec();
        spec.allowed.orderNumbers = {desk.rows(first.run)[2].orderNumber};
        const auto plan = planOf(desk, now, spec);
        QCOMPARE(plan.changed, 0);
        QCOMPARE(desk.rows(plan.run)[2].state, RowState::Ready);
    }

    void plan_correctedRowWhoseAnswerWasLost_isHeldUntilThatIsSettled_data() {
        QTest::addColumn<bool>("reached");
        QTest::addColumn<QString>("row");
        for (const char* row : {"Software / CEO / Germany", "Sofware / CEO / Germany / 25"}) {
            QTest::addRow("ordered: %s", row) << true << row;
            QTest::addRow("not ordered: %s", row) << false << row;
        }
    }
    void plan_correctedRowWhoseAnswerWasLost_isHeldUntilThatIsSettled() {
        QFETCH(const bool, reached);
        QFETCH(const QString, row);
        Desk desk;
        desk.options.ownThreads = false;
        desk.options.maxOutage = std::chrono::seconds(0);
        RunSpec spec = desk.spec();
        spec.sourcePath = "/data/icp.csv";
        desk.service->faults = [&](int, const std::string&) {
            return reached ? Fault::LostAnswer : Fault::LostRequest;
        };
        {
            OpenDesk open(desk);
            const RunId run =
                desk.plan(open.ledger, open.submission.lock(), sheet(kOrdered.mid(0, 2)), spec).run;
            QVERIFY(open.order(run).totals.of(RowState::Unknown) > 0);
        }
        desk.service->faults = nullptr;
        const auto now = with(kOrdered, 0, row).mid(0, 2);
        QCOMPARE(planOf(desk, now, spec).changed, 1);
        const Sent sent = send(desk, sheet(now), spec);
        QCOMPARE(sent.totals.of(RowState::Skipped), reached ? 1 : 0);
        QCOMPARE(orderCount(desk), std::size_t{2});
        QCOMPARE(planOf(desk, now, spec).changed, reached ? 1 : 0);
    }

    void quote_correctedRowWhoseOrderEndedMeanwhile_isPricedAsNew() {
        Desk desk;
        const auto first = desk.submit(sheet(kOrdered));
        const std::string number = desk.rows(first.run)[0].orderNumber;
        desk.service->setStatus(number, "cancelled");
        const auto now = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany"));
        QCOMPARE(planOf(desk, now).changed, 1); // the ledger has not heard of it
        const Sent sent = send(desk, sheet(now));
        QCOMPARE(sent.quote.rows, 1);
        QVERIFY(sent.quote.amount > 0);
        QCOMPARE(sent.quote.ended, 0);
        QCOMPARE(sent.totals.of(RowState::Placed), 1);
        const RowRecord row = desk.rows(sent.run)[0];
        QCOMPARE(row.finding, Finding::New);
        QVERIFY(row.orderNumber != number);
        QVERIFY(!row.related);
        QCOMPARE(planOf(desk, now).alreadyOrdered, 5);
    }

    void againAfter_correctedRow_isAskedAboutWithinThePeriod() {
        Desk desk;
        RunSpec monthly = desk.spec();
        monthly.againAfter = std::chrono::hours(24 * 30);
        const auto now = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany"));
        QCOMPARE(send(desk, sheet(kOrdered), monthly).totals.of(RowState::Placed), 5);
        QCOMPARE(planOf(desk, now, monthly).changed, 1);
        // Of the same wish the service names the order.
        const auto count = with(kOrdered, 0, QStringLiteral("Sofware / CEO / Germany / 25"));
        QCOMPARE(planOf(desk, count, monthly).changed, 0);
        QCOMPARE(send(desk, sheet(now), monthly).totals.of(RowState::Placed), 0);
        desk.clock->advance(std::chrono::hours(24 * 31));
        QCOMPARE(planOf(desk, now, monthly).changed, 0);
        // The orders of the second month are those of the next generation.
        QCOMPARE(send(desk, sheet(kOrdered), monthly).totals.of(RowState::Placed), 5);
        QCOMPARE(planOf(desk, now, monthly).changed, 1);
        QCOMPARE(planOf(desk, now).changed, 1);
        QCOMPARE(send(desk, sheet(now), monthly).totals.of(RowState::Placed), 0);
        QCOMPARE(orderCount(desk), std::size_t{10});
        // Held by this computer's clock, and past by that of the service.
        desk.clock->advance(std::chrono::hours(24 * 30) + std::chrono::minutes(30));
        QCOMPARE(planOf(desk, now, monthly).changed, 1);
        QCOMPARE(send(desk, sheet(now), monthly).totals.of(RowState::Placed), 5);
    }

    void plan_ofTwoOrdersThatARowCouldStandFor_theOneThatHasNotEndedHoldsIt_data() {
        QTest::addColumn<int>("ended");
        QTest::newRow("the first") << 0;
        QTest::newRow("the second") << 1;
    }
    void plan_ofTwoOrdersThatARowCouldStandFor_theOneThatHasNotEndedHoldsIt() {
        QFETCH(const int, ended);
        Desk desk;
        const QStringList ordered{"Sofware / CEO / Germany", "Softwares / CEO / Germany",
                                  "Banking / CFO / Munich"};
        const auto first = desk.submit(sheet(ordered));
        const auto rows = desk.rows(first.run);
        desk.service->setStatus(rows[static_cast<std::size_t>(ended)].orderNumber, "cancelled");
        send(desk, sheet(ordered)); // hears of it
        const auto plan = planOf(desk, {"Software / CEO / Germany", ordered[2]});
        QCOMPARE(plan.changed, 1);
        QCOMPARE(desk.rows(plan.run)[0].related->ordinal, 1 - ended);
    }

    void plan_wordsThatAreNotSpelledOtherwise_areOtherWishes_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("was");
        QTest::addColumn<QString>("now");
        QTest::newRow("domain") << "domains"
                                << "kalomi.com"
                                << "kalomu.com";
        QTest::newRow("technology") << "technologies"
                                    << "Postgres"
                                    << "Progress";
        QTest::newRow("a word of one letter") << "keywords"
                                              << "Series A"
                                              << "Series B";
    }
    void plan_wordsThatAreNotSpelledOtherwise_areOtherWishes() {
        QFETCH(const QString, field);
        QFETCH(const QString, was);
        QFETCH(const QString, now);
        const auto rows = [&](const QString& value) {
            auto lines = sheet({kOrdered[1], kOrdered[2], kOrdered[0]});
            OrderRequest& request = lines[2].request;
            if (field == QLatin1String("domains")) {
                request.product = "company_domains";
                request.fields.erase("industries");
                request.fields.erase("locations");
            }
            request.fields[field.toStdString()] = itemsOf(value);
            return lines;
        };
        Desk desk;
        desk.submit(rows(was));
        auto corrected = rows(now);
        std::rotate(corrected.begin(), corrected.end() - 1, corrected.end()); // not in place
        corrected.insert(corrected.begin(), rowFor(QStringLiteral("Steel / CEO / Peru"), 9));
        corrected.push_back(rowFor(QStringLiteral("Mining / CMO / Chile"), 10));
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        QCOMPARE(desk.plan(ledger, lock, corrected).changed, 0);
    }

    void plan_sheetFilledWithOtherWishes_isAskedAboutWhereARowStandsOnly() {
        Desk desk;
        RunSpec spec = desk.spec();
        spec.sourcePath = "/data/icp.csv";
        send(desk, sheet({"Printing / CEO / Germany", "Banking / CFO / France"}), spec);
        QCOMPARE(planOf(desk, {"Steel / COO / Peru", "Painting / CEO / Germany"}, spec).changed, 0);
        QCOMPARE(planOf(desk, {"Painting / CEO / Germany", "Steel / COO / Peru"}, spec).changed, 1);
    }

    void plan_ordersOfALaterRunOfTheSheet_areTheOnesThatCount() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        desk.submit(sheet(kOrdered.mid(1))); // the first row was taken out
        QStringList now = kOrdered.mid(1);
        now << QStringLiteral("Software / CEO / Germany");
        QCOMPARE(planOf(desk, now).changed, 0);
    }

    void plan_runOfSomeRows_saysNothingOfTheOthers() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        auto some = sheet(QStringList(kOrdered) << QStringLiteral("Mining / CEO / Chile"));
        some[0].skip = true;
        QCOMPARE(desk.submit(some).totals.of(RowState::Placed), 1);
        const auto now = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany"));
        QCOMPARE(planOf(desk, QStringList(now) << "Mining / CEO / Chile").changed, 1);
    }

    void plan_orderOfLongAgo_holdsNothing() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        const auto now = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany"));
        desk.clock->advance(std::chrono::hours(24 * 89));
        QCOMPARE(planOf(desk, now).changed, 1);
        desk.clock->advance(std::chrono::hours(24 * 2));
        QCOMPARE(planOf(desk, now).changed, 0);
    }

    void plan_runsOfOtherSheets_doNotHideTheSheetsOwn() {
        Desk desk;
        RunSpec own = desk.spec();
        own.sourcePath = "/data/jan/icp.csv";
        own.sheetShape = "four columns";
        send(desk, sheet(kOrdered), own);
        RunSpec other = own;
        for (int i = 0; i < 21; ++i) {
            other.sourcePath = "/data/" + std::to_string(i) + "/icp.csv";
            QStringList rows = kOrdered.mid(0, 2); // a part of it is the same
            rows << QStringLiteral("Mining %1 / CEO / Chile").arg(i);
            send(desk, sheet(rows), other);
        }
        const auto now = with(kOrdered, 2, QStringLiteral("Retale / COO / Spain"));
        QCOMPARE(planOf(desk, now, own).changed, 1);
    }

    void plan_copyBehindManySheetsOfTheSameColumns_isKnownByItsRows() {
        Desk desk;
        RunSpec spec = desk.spec("list.csv");
        spec.sheetShape = "four columns";
        send(desk, sheet(kOrdered), spec);
        for (int i = 0; i < 21; ++i) {
            spec.sourceName = std::to_string(i) + ".csv";
            send(desk, sheet({QStringLiteral("Mining %1 / CEO / Chile").arg(i)}), spec);
        }
        spec.sourceName = "copy.csv";
        const auto now = with(kOrdered, 2, QStringLiteral("Retale / COO / Spain"));
        QCOMPARE(planOf(desk, now, spec).changed, 1);
    }

    void plan_orderWhoseRowNeedsAFix_isNotReplacedByAnother() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        auto rows = sheet(QStringList(kOrdered) << QStringLiteral("Banking / CFO|CTO / Munich"));
        rows[1].skip = true; // has a date under "Ordered on"
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        const auto plan = desk.plan(ledger, lock, rows);
        QCOMPARE(plan.changed, 0);
        QCOMPARE(plan.fresh, 1);
    }

    void plan_columnFilledOrEmptied_isAskedAbout_data() {
        QTest::addColumn<QString>("was");
        QTest::addColumn<QString>("now");
        QTest::newRow("filled") << QString() << "51-200";
        QTest::newRow("emptied") << "51-200" << QString();
        QTest::newRow("one of a closed list") << "11-50"
                                              << "51-200";
    }
    void plan_columnFilledOrEmptied_isAskedAbout() {
        QFETCH(const QString, was);
        QFETCH(const QString, now);
        const auto rows = [](const QString& size) {
            auto made = sheet(kOrdered);
            for (RowInput& row : made)
                if (!size.isEmpty())
                    row.request.fields["companySizes"] = itemsOf(size);
            return made;
        };
        Desk desk;
        RunSpec spec = desk.spec();
        spec.sourcePath = "/data/icp.csv";
        send(desk, rows(was), spec);
        Ledger ledger = desk.open();
        const RunLock lock = ledger.lock().value();
        QCOMPARE(desk.plan(ledger, lock, rows(now), spec).changed, 5);
    }

    void plan_columnFilledWithTheSame_isAskedAbout() {
        const QStringList ordered{"Retail / CEO / Germany", "Banking / CFO / Germany",
                                  "Food / COO / Germany"};
        const auto plan = [&](const QStringList& now) {
            Desk desk;
            RunSpec spec = desk.spec();
            spec.sourcePath = "/data/icp.csv";
            send(desk, sheet(ordered), spec);
            return planOf(desk, now, spec);
        };
        QStringList now = ordered;
        now.replaceInStrings(QStringLiteral("Germany"), QStringLiteral("Peru"));
        QCOMPARE(plan(now).changed, 3);
        // One of them says something else: the sheet was filled with other wishes.
        QCOMPARE(plan(with(now, 1, QStringLiteral("Banking / CFO / Chile"))).changed, 0);
        now << QStringLiteral("Toys / CTO / Peru");
        QCOMPARE(plan(now).changed, 3);
        QCOMPARE(plan(now).fresh, 1);
    }

    void plan_ofTwoRowsThatCouldStandForAnOrder_oneDoes() {
        Desk desk;
        desk.submit(sheet(kOrdered));
        QStringList now = with(kOrdered, 0, QStringLiteral("Software / CEO / Germany"));
        now << "Softwares / CEO / Germany";
        const auto plan = planOf(desk, now);
        QCOMPARE(plan.changed, 1);
        QCOMPARE(plan.fresh, 1);
    }
};

LEADSHEET_TEST(tst_replaced_rows, ReplacedRowsTest);
#include "tst_replaced_rows.moc"
