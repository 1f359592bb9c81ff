// SPDX-License-Identifier: Apache-2.0
#include "run_pages.hpp"
#include "test_main.hpp"

#include "run/results_saving.hpp"

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
    const QString suggestion = ResultsSaving::suggestion(*pages.run.info());
    QCOMPARE(suggestion, QString::fromStdString((scene.folder() / "Q3 ICPs.results.csv").string()));
    ResultsSaving saving;
    QSignalSpy saved(&saving, &ResultsSaving::saved);
    QSignalSpy failed(&saving, &ResultsSaving::failed);
    saving.save(scene.folders().sandboxLedgerFile(), scene.folder(), *pages.run.info(), suggestion,
                false);
    QTRY_VERIFY_WITH_TIMEOUT(saved.count() + failed.count() > 0, kPatienceMs);
    QCOMPARE(failed.count(), 0);
    QFile results(suggestion);
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
    QVERIFY(ResultsSaving::suggestion(run).endsWith(QStringLiteral("Q3 ICPs.results.tsv")));
    QVERIFY(std::filesystem::remove(file));
    QVERIFY(ResultsSaving::suggestion(run).endsWith(QStringLiteral("Q3 ICPs.results.csv")));
    ResultsSaving saving;
    QSignalSpy saved(&saving, &ResultsSaving::saved);
    QSignalSpy failed(&saving, &ResultsSaving::failed);
    const auto wrong = scene.folder() / "results.xlsx";
    saving.save(scene.folders().sandboxLedgerFile(), scene.folder(), run,
                QString::fromStdString(wrong.string()), false);
    QTRY_VERIFY_WITH_TIMEOUT(saved.count() + failed.count() > 0, kPatienceMs);
    QCOMPARE(saved.count(), 0);
    const QString why = failed.first().first().toString();
    QVERIFY2(why.contains(QStringLiteral("End the name in .csv")), qPrintable(why));
    QVERIFY(!std::filesystem::exists(wrong));
    saving.save(scene.folders().sandboxLedgerFile(), scene.folder(), run,
                ResultsSaving::suggestion(run), false);
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kPatienceMs);
}

LEADSHEET_TEST(tst_results_saving, ResultsSavingTest);
#include "tst_results_saving.moc"
