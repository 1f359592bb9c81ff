// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>

using namespace leadsheet;

namespace {

constexpr int kLeads = 130;
constexpr int kMaxSteps = 40;

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// An export is killed at every step and while it writes, then started again: the file is the one
/// that an undisturbed export writes, and nothing else stays in the folder.
class ExportKilledTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        scene_ = std::make_unique<test::ClientScene>();
        scene_->ownLeads(0, kLeads);
        for (const char* name : {"whole.csv", "whole.xlsx", "whole.jsonl"}) {
            const auto end = exportTo(folder_.filePath(name), "never", 0);
            QVERIFY2(!end.killed && end.exitCode == 0, end.errors.c_str());
        }
    }

    void killed_atEachStep_goesOnToTheSameFile_data() {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"csv", "xlsx", "jsonl"})
            QTest::newRow(ending) << ending;
    }
    void killed_atEachStep_goesOnToTheSameFile() {
        QFETCH(QString, ending);
        int kills = 0;
        for (int step = 1; step < kMaxSteps; ++step) {
            const QTemporaryDir folder;
            const QString file = folder.filePath("leads." + ending);
            const auto first = exportTo(file, "step", step);
            kills += first.killed ? 1 : 0;
            if (first.killed)
                QVERIFY2(!QFile::exists(file), qPrintable(QString::number(step)));
            finish(file, ending);
            if (QTest::currentTestFailed() || !first.killed)
                break;
        }
        QCOMPARE(kills, kLeads / 20 + 1 + 2);
    }

    void killed_whileWriting_leavesTheWholeFileOrNone() {
        for (const int micros : {0, 50, 100, 200, 400, 800, 1600, 3200, 6400}) {
            const QTemporaryDir folder;
            const QString file = folder.filePath("leads.xlsx");
            (void)exportTo(file, "write", micros);
            if (QFile::exists(file))
                QCOMPARE(bytesOf(file), bytesOf(folder_.filePath("whole.xlsx")));
            finish(file, "xlsx");
            if (QTest::currentTestFailed())
                return;
        }
    }

    // The state that a kill leaves between the two renames, by a folder where the manifest goes.
    void stopped_betweenFileAndManifest_knowsItsOwnFile() {
        for (const QString ending : {"csv", "xlsx", "jsonl"}) {
            const QTemporaryDir folder;
            const QString file = folder.filePath("leads." + ending);
            const QString manifest = file + ".manifest.json";
            QVERIFY(QDir().mkpath(manifest + "/occupied"));
            QVERIFY(exportTo(file, "never", 0).exitCode != 0);
            QCOMPARE(bytesOf(file), bytesOf(folder_.filePath("whole." + ending)));
            QVERIFY(QDir(manifest).removeRecursively());
            QVERIFY(QFile::exists(file + ".part"));
            finish(file, ending);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void interrupted_whereAnotherFileStands_leavesItAlone() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("leads.csv");
        QVERIFY(exportTo(file, "step", 3).killed);
        QFile other(file);
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("mine") == 4);
        other.close();
        const auto end = exportTo(file, "never", 0);
        QVERIFY(end.exitCode != 0);
        QVERIFY2(end.errors.find("already exists") != std::string::npos, end.errors.c_str());
        QCOMPARE(bytesOf(file), QByteArray("mine"));
        QVERIFY(QFile::remove(file));
        finish(file, "csv");
    }

    void killed_againAndAgain_arrives() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("leads.csv");
        for (int round = 0; round < 5; ++round)
            QVERIFY(exportTo(file, "step", 2).killed);
        finish(file, "csv");
    }

private:
    test::ChildEnd exportTo(const QString& file, const QString& moment, int number) const {
        return test::runChild("export_child",
                              {QString::fromStdString(scene_->server.baseUrl()),
                               QString::fromStdString(scene_->server.accountId()), file, moment,
                               QString::number(number)},
                              scene_->server.customerKey());
    }

    void finish(const QString& file, const QString& ending) const {
        const bool done = QFile::exists(file) && !QFile::exists(file + ".part");
        if (!done) {
            const auto end = exportTo(file, "never", 0);
            QVERIFY2(!end.killed && end.exitCode == 0, end.errors.c_str());
        }
        QCOMPARE(bytesOf(file), bytesOf(folder_.filePath("whole." + ending)));
        const QFileInfo info(file);
        QCOMPARE(QDir(info.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name),
                 (QStringList{info.fileName(), info.fileName() + ".manifest.json"}));
    }

    QTemporaryDir folder_;
    std::unique_ptr<test::ClientScene> scene_;
};

LEADSHEET_TEST(tst_export_killed, ExportKilledTest);
#include "tst_export_killed.moc"
