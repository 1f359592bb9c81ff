// SPDX-License-Identifier: Apache-2.0
#include "leads_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "account/connector.hpp"
#include "dialogs/form_dialog.hpp"
#include "leads/export_jobs.hpp"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::LeadsScene;

namespace {

QByteArray contentOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

} // namespace

/// Exports from the Leads page, to files and over restarts.
class LeadExportTest : public QObject {
    Q_OBJECT

private slots:
    void export_ofTheFilter_isVerifiedAndThenBringsOnlyWhatIsNew() {
        LeadsScene scene;
        scene.deliver(0, 30);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 30);
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.count() == QStringLiteral("10 of 30 leads"));
        scene.desktop.click("leadExport");
        QVERIFY(scene.label("exportScope").contains(QStringLiteral("10 leads")));
        QVERIFY(scene.label("exportScope").contains(QStringLiteral("Good")));
        choosePreset(scene, QStringLiteral("sheets"));
        const QString first = exportTo(scene, QStringLiteral("first.csv"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Done);
        QVERIFY(scene.page()->commandLine().contains(QStringLiteral("leads export")));
        QCOMPARE(contentOf(first).count('\n'), 11);
        QVERIFY(QFile::exists(first + QStringLiteral(".manifest.json")));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-export")), QString());
        // The button that begins is in sight in large letters, too.
        scene.desktop.program().theme().setFontSize(14);
        leadsheet::test::settle();
        const auto* begin = scene.desktop.find<QPushButton>("exportBegin");
        QCOMPARE(begin->visibleRegion().boundingRect(), begin->rect());
        const auto* file = scene.desktop.find<QLineEdit>("exportFile");
        QCOMPARE(file->visibleRegion().boundingRect(), file->rect());
        scene.desktop.program().theme().setFontSize(0);
        leadsheet::test::settle();
        exportNew(scene, QStringLiteral("nothing.csv"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::NothingNew);
        QVERIFY(!QFile::exists(scene.desktop.folder() + QStringLiteral("/nothing.csv")));
        scene.deliver(30, 6);
        const QString later = exportNew(scene, QStringLiteral("later.csv"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Done);
        QCOMPARE(contentOf(later).count('\n'), 3);
    }

    void export_thatIsAsItWasProposed_neverWritesOverAnEarlierOne() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        scene.desktop.click("leadExport");
        choosePreset(scene, QStringLiteral("sheets"));
        const QString first = exportTo(scene, QStringLiteral("mine.csv"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Done);
        choosePreset(scene, QStringLiteral("sheets")); // proposes a name in that folder
        scene.desktop.click("exportBegin");
        scene.desktop.click("exportBegin");
        LEADSHEET_WAIT(jobsOf(scene).jobs().size() == 3 && stateOf(scene, 0) == ExportState::Done &&
                       stateOf(scene, 1) == ExportState::Done);
        QVERIFY(jobsOf(scene).jobs()[0].file != jobsOf(scene).jobs()[1].file);
        // A name of one's own is asked about.
        setNextAnswer(false);
        scene.desktop.type("exportFile", first);
        scene.desktop.click("exportBegin");
        QVERIFY2(lastQuestion().contains(QStringLiteral("mine.csv")), qPrintable(lastQuestion()));
        QCOMPARE(jobsOf(scene).jobs().size(), std::size_t{3});
        setNextAnswer(true);
        scene.desktop.click("exportBegin");
        LEADSHEET_WAIT(jobsOf(scene).jobs().size() == 4 && stateOf(scene, 0) == ExportState::Done);
        QCOMPARE(jobsOf(scene).jobs()[0].file, first);
    }

    void exports_more_thanAreKept_dropNoneThatIsToGoOn() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        scene.desktop.click("leadExport");
        choosePreset(scene, QStringLiteral("programs"));
        scene.breakLists();
        exportTo(scene, QStringLiteral("broken.jsonl"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Failed);
        scene.service.server.faults().clear();
        constexpr int kMore = 31;
        for (int i = 0; i < kMore; ++i) {
            exportTo(scene, QStringLiteral("whole-%1.jsonl").arg(i));
            LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Done);
        }
        const auto& jobs = jobsOf(scene).jobs();
        QCOMPARE(jobs.size(), std::size_t{30});
        QCOMPARE(jobs.back().state, ExportState::Failed);
    }

    void export_brokenOff_goesOnAfterARestart() {
        LeadsScene scene;
        scene.deliver(0, 30);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 30);
        scene.desktop.click("leadExport");
        choosePreset(scene, QStringLiteral("programs"));
        scene.breakLists();
        const QString file = exportTo(scene, QStringLiteral("all.jsonl"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Failed);
        QVERIFY(!QFile::exists(file));
        QVERIFY(QFile::exists(file + QStringLiteral(".part")));
        QVERIFY(scene.desktop.notice("notices").startsWith(
            QStringLiteral("The export into all.jsonl failed. ")));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-export-failed")), QString());
        scene.service.server.faults().clear();
        scene.desktop.restart();
        scene.desktop.program().start(false);
        LEADSHEET_WAIT(scene.desktop.program().account().state() == ConnectionState::Connected);
        scene.show();
        scene.desktop.click("leadExport");
        LEADSHEET_WAIT(scene.desktop.find<QPushButton>("exportResume")->isEnabled());
        scene.desktop.click("exportResume");
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Done);
        QCOMPARE(contentOf(file).count('\n'), 30);
        QVERIFY(!QFile::exists(file + QStringLiteral(".part")));
    }

    void export_thatFailsAfterItsAccountWasLeft_isToldWithItsAccount() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        scene.desktop.click("leadExport");
        choosePreset(scene, QStringLiteral("programs"));
        // A folder where the export would write its file.
        QVERIFY(QDir(scene.desktop.folder()).mkdir(QStringLiteral("all.jsonl.part")));
        exportTo(scene, QStringLiteral("all.jsonl"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Running);
        const auto& account = scene.desktop.program().account();
        scene.desktop.program().connector().useSandbox();
        LEADSHEET_WAIT(account.state() == ConnectionState::Connected);
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Failed);
        QCOMPARE(scene.desktop.notice("notices"), QString());
        const QString told = QStringLiteral("The export into all.jsonl failed. ");
        scene.desktop.program().connector().useProfile(QStringLiteral("work"));
        LEADSHEET_WAIT(scene.desktop.notice("notices").startsWith(told));
        QVERIFY(account.connection() && !account.connection()->sandbox);
        // The next start does not tell it again.
        const QStringList kept = scene.desktop.program()
                                     .settings()
                                     .value(QStringLiteral("leads/exports"))
                                     .toStringList();
        QCOMPARE(kept.size(), 1);
        QVERIFY2(kept.front().contains(QStringLiteral("\"untold\":false")),
                 qPrintable(kept.front()));
    }

    void export_paused_goesOnWhereItWas() {
        LeadsScene scene;
        scene.deliver(0, 30);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 30);
        scene.desktop.click("leadExport");
        choosePreset(scene, QStringLiteral("programs"));
        scene.holdLists();
        const QString file = exportTo(scene, QStringLiteral("all.jsonl"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Running);
        scene.desktop.click("exportPause");
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Paused);
        QVERIFY(!QFile::exists(file));
        QCOMPARE(scene.desktop.look(QStringLiteral("leads-export-paused")), QString());
        scene.service.server.faults().clear();
        scene.desktop.click("exportResume");
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Done);
        QCOMPARE(contentOf(file).count('\n'), 30);
    }

    void export_cancelled_leavesNothing() {
        LeadsScene scene;
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        scene.desktop.click("leadExport");
        scene.breakLists();
        const QString file = exportTo(scene, QStringLiteral("all.xlsx"));
        LEADSHEET_WAIT(stateOf(scene, 0) == ExportState::Failed);
        scene.desktop.click("exportCancel");
        QVERIFY(!QFile::exists(file + QStringLiteral(".part")));
        QVERIFY(jobsOf(scene).jobs().empty());
    }

private:
    static ExportJobs& jobsOf(LeadsScene& scene) { return *scene.page()->findChild<ExportJobs*>(); }
    static ExportState stateOf(LeadsScene& scene, std::size_t at) {
        const auto& jobs = jobsOf(scene).jobs();
        return jobs.size() > at ? jobs[at].state : ExportState::Waiting;
    }
    static void choosePreset(LeadsScene& scene, const QString& id) {
        auto* preset = scene.desktop.find<QComboBox>("exportFor");
        preset->setCurrentIndex(preset->findData(id));
        emit preset->activated(preset->currentIndex());
    }
    static QString exportTo(LeadsScene& scene, const QString& name) {
        const QString file = scene.desktop.folder() + QLatin1Char('/') + name;
        scene.desktop.find<QLineEdit>("exportFile")->setText(file);
        scene.desktop.click("exportBegin");
        return file;
    }
    static QString exportNew(LeadsScene& scene, const QString& name) {
        scene.desktop.find<QCheckBox>("exportOnlyNew")->setChecked(true);
        return exportTo(scene, name);
    }
};

LEADSHEET_TEST(tst_lead_export, LeadExportTest);
#include "tst_lead_export.moc"
