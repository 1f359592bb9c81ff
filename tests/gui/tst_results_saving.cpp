// SPDX-License-Identifier: Apache-2.0
#include "run_pages.hpp"
#include "test_main.hpp"

#include "submit/order_steps.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/work/opening.hpp"

#include <QFile>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <filesystem>

using namespace leadsheet;
using namespace leadsheet::desktop;
using test::kPatienceMs;
using test::Pages;
using test::rows;
using test::SandboxScene;

class ResultsSavingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void save_sheetThere_isACopyOfTheSheetWithWhatBecame();
    void save_sheetGone_isCsvByName();
    void save_sheetChanged_isCsvBesideIt();
    void proposed_ofACopy_hasTheNameOfItsSource();
};

void ResultsSavingTest::initTestCase() {
    test::registerRunTypes();
}

void ResultsSavingTest::save_sheetThere_isACopyOfTheSheetWithWhatBecame() {
    SandboxScene scene;
    Pages pages(scene);
    const auto file = scene.sheet("Q3 ICPs.csv", rows(2));
    pages.priceIt(pages.request(file));
    pages.placeIt();
    const auto proposed = work::proposedResults(*pages.run.info(), scene.folders());
    QVERIFY(proposed == scene.folder() / "Q3 ICPs.results.csv");
    AccountSession session;
    ResultsSaving saving(session);
    QSignalSpy saved(&saving, &ResultsSaving::saved);
    QSignalSpy failed(&saving, &ResultsSaving::failed);
    saving.save(scene.folders().sandboxLedgerFile(), scene.folders(), *pages.run.info(), {});
    QTRY_VERIFY_WITH_TIMEOUT(saved.count() + failed.count() > 0, kPatienceMs);
    QCOMPARE(failed.count(), 0);
    QFile results(QString::fromStdString(proposed.string()));
    QVERIFY(results.open(QIODevice::ReadOnly));
    const QStringList lines =
        QString::fromUtf8(results.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines.at(0).startsWith(
        QStringLiteral("Product,Leads,Industries,Locations,Leadsheet status,")));
    QVERIFY(lines.at(1).startsWith(QStringLiteral("filters,100,Industry 1,Germany,Placed,LS-")));
}

void ResultsSavingTest::save_sheetGone_isCsvByName() {
    SandboxScene scene;
    Pages pages(scene);
    std::string tabs = rows(2);
    std::replace(tabs.begin(), tabs.end(), ',', '\t');
    const auto file = scene.sheet("Q3 ICPs.tsv", tabs);
    pages.priceIt(pages.request(file));
    pages.placeIt();
    const submit::RunInfo& run = *pages.run.info();
    const auto proposed = [&] {
        return work::proposedResults(run, scene.folders()).filename().string();
    };
    QCOMPARE(proposed(), "Q3 ICPs.results.tsv");
    QVERIFY(std::filesystem::remove(file));
    QCOMPARE(proposed(), "Q3 ICPs.results.csv");
    AccountSession session;
    ResultsSaving saving(session);
    QSignalSpy saved(&saving, &ResultsSaving::saved);
    QSignalSpy failed(&saving, &ResultsSaving::failed);
    const auto wrong = scene.folder() / "results.xlsx";
    saving.save(scene.folders().sandboxLedgerFile(), scene.folders(), run, {wrong, false, false});
    QTRY_VERIFY_WITH_TIMEOUT(saved.count() + failed.count() > 0, kPatienceMs);
    QCOMPARE(saved.count(), 0);
    const QString why = failed.first().first().toString();
    QVERIFY2(why.contains(QStringLiteral("End the name in .csv")), qPrintable(why));
    QVERIFY(!std::filesystem::exists(wrong));
    saving.save(scene.folders().sandboxLedgerFile(), scene.folders(), run, {});
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kPatienceMs);
}

void ResultsSavingTest::save_sheetChanged_isCsvBesideIt() {
    SandboxScene scene;
    Pages pages(scene);
    std::string tabs = rows(2);
    std::replace(tabs.begin(), tabs.end(), ',', '\t');
    pages.priceIt(pages.request(scene.sheet("Q3 ICPs.tsv", tabs)));
    pages.placeIt();
    scene.sheet("Q3 ICPs.tsv", tabs + "filters\t100\tIndustry 3\tGermany\n");
    AccountSession session;
    ResultsSaving saving(session);
    QSignalSpy saved(&saving, &ResultsSaving::saved);
    QSignalSpy failed(&saving, &ResultsSaving::failed);
    saving.save(scene.folders().sandboxLedgerFile(), scene.folders(), *pages.run.info(), {});
    QTRY_VERIFY_WITH_TIMEOUT(saved.count() + failed.count() > 0, kPatienceMs);
    QCOMPARE(failed.count(), 0);
    QVERIFY(saved.first().first().toString().endsWith(QStringLiteral("Q3 ICPs.results.csv")));
    QVERIFY(saved.first().last().toString().contains(QStringLiteral("changed")));
}

void ResultsSavingTest::proposed_ofACopy_hasTheNameOfItsSource() {
    const SandboxScene scene;
    app::RunRecord record;
    record.sheet = (work::copiesFolder(scene.folders()) / "download-4fR7xQ.csv").string();
    record.tabs.emplace_back();
    submit::RunInfo run;
    run.spec.sourceName = "https://example.com/lists/Q3 ICPs.csv";
    run.spec.options = app::toJson(record);
    QVERIFY(work::isOfCopy(run, scene.folders()));
    QCOMPARE(work::proposedResults(run, scene.folders()).string(), "Q3 ICPs.results.csv");
}

LEADSHEET_TEST(tst_results_saving, ResultsSavingTest);
#include "tst_results_saving.moc"
