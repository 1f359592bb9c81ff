// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include "digest.hpp"
#include "leadsheet/submit/audit.hpp"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <sys/stat.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using leadsheet::submit::test::Desk;
using leadsheet::submit::test::differentRows;

namespace {

struct Scene {
    Desk desk;
    QString file = desk.directory.filePath(QStringLiteral("audit.jsonl"));

    explicit Scene(int rows = 3) { desk.submit(differentRows(rows)); }

    Result<AuditCounts> write(bool replace = false) {
        Ledger ledger = desk.open();
        return exportAudit(ledger, {"leadsheet test", WallTime{}, replace}, file.toStdString(), {});
    }
    AuditVerdict verify() const {
        auto verdict = verifyAudit(file.toStdString(), {});
        if (!verdict)
            qFatal("%s", verdict.error().message.c_str());
        return *verdict;
    }
    QByteArrayList lines() const {
        QFile in(file);
        if (!in.open(QIODevice::ReadOnly))
            qFatal("no file");
        QByteArrayList all = in.readAll().split('\n');
        if (!all.takeLast().isEmpty())
            qFatal("the last line has no end");
        return all;
    }
    void put(const QByteArrayList& lines, bool lineEnd = true) const {
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly))
            qFatal("not writable");
        out.write(lines.join('\n') + (lineEnd ? "\n" : ""));
    }
};

/// A line with another number and link, as a forger who knows the format would write it.
QByteArray forged(QByteArray line, int number, const QByteArray& before) {
    QJsonObject object = QJsonDocument::fromJson(line).object();
    object["line"] = number;
    object["previous"] = QString::fromStdString(detail::hex(detail::sha256(before.toStdString())));
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

class AuditTest : public QObject {
    Q_OBJECT

private slots:
    void exported_everyRunRowAndAttempt_isThereAndLinked() {
        Scene scene;
        const auto counts = scene.write();
        QVERIFY2(counts, counts ? "" : counts.error().message.c_str());
        QCOMPARE(counts->runs, 1);
        QCOMPARE(counts->rows, 3);
        QCOMPARE(counts->attempts, 3);
        QCOMPARE(counts->lines, 1 + 1 + 3 + 3 + 1);
        const QByteArrayList lines = scene.lines();
        QCOMPARE(lines.size(), counts->lines);
        std::string digest;
        for (int i = 0; i < lines.size(); ++i) {
            const QJsonObject object = QJsonDocument::fromJson(lines.at(i)).object();
            QCOMPARE(object["line"].toInt(), i + 1);
            QCOMPARE(object["previous"].toString().toStdString(), digest);
            digest = detail::hex(detail::sha256(lines.at(i).toStdString()));
        }
        QCOMPARE(counts->digest, digest);
        const QJsonObject head = QJsonDocument::fromJson(lines.first()).object();
        QCOMPARE(head["program"].toString(), QStringLiteral("leadsheet test"));
        QCOMPARE(head["ledger"].toString().toStdString(),
                 scene.desk.open().file().filename().string());
        const QJsonObject row = QJsonDocument::fromJson(lines.at(2)).object();
        QCOMPARE(row["state"].toString(), QStringLiteral("Placed"));
        QVERIFY(row["held"].toInt() > 0);
        QVERIFY(!row["orderNumber"].toString().isEmpty());
        QVERIFY(!row["request"].toString().isEmpty());
        const AuditVerdict verdict = scene.verify();
        QVERIFY2(verdict.intact, verdict.what.c_str());
        QCOMPARE(verdict.counts.digest, digest);
    }

    void exported_file_isPrivateAndNeverReplacedUnasked() {
        Scene scene(1);
        QVERIFY(scene.write());
        struct stat status {};
        QCOMPARE(::stat(scene.file.toUtf8().constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777, 0600U);
        const auto again = scene.write();
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::InvalidArgument);
        QVERIFY(scene.write(true));
        QCOMPARE(scene.desk.directory.isValid(), true);
        QCOMPARE(QDir(scene.desk.directory.path()).entryList({"audit.jsonl*"}),
                 QStringList{"audit.jsonl"});
    }

    void changed_anyByteOfAnyLine_isFoundAtThatLineOrItsLink() {
        Scene scene(2);
        QVERIFY(scene.write());
        const QByteArrayList good = scene.lines();
        for (int line = 0; line < good.size(); ++line) {
            for (qsizetype at = 0; at < good.at(line).size(); ++at) {
                QByteArrayList bad = good;
                bad[line][at] = static_cast<char>(bad[line][at] ^ 1);
                scene.put(bad);
                const auto verdict = verifyAudit(scene.file.toStdString(), {});
                QVERIFY(verdict);
                const QByteArray where =
                    QByteArray::number(line + 1) + "/" + QByteArray::number(at) + " -> " +
                    QByteArray::number(qlonglong(verdict->line)) + " " + verdict->what.c_str();
                QVERIFY2(!verdict->intact, where);
                QVERIFY2(verdict->line >= line && verdict->line <= line + 2, where);
            }
        }
    }

    void tampered_isNamedByItsFirstLine_data() {
        QTest::addColumn<QString>("act");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("says");
        QTest::newRow("a value changed") << "value" << 3 << "changed";
        QTest::newRow("head changed") << "head" << 1 << "changed";
        QTest::newRow("head is nonsense") << "head nonsense" << 1 << "changed";
        QTest::newRow("one removed") << "remove" << 3 << "removed";
        QTest::newRow("three removed") << "remove three" << 3 << "removed from here on";
        QTest::newRow("head removed") << "behead" << 1 << "removed";
        QTest::newRow("nonsense inserted") << "insert" << 4 << "inserted";
        QTest::newRow("a fitting line inserted") << "forge" << 4 << "inserted";
        QTest::newRow("swapped") << "swap" << 3 << "removed";
        QTest::newRow("end removed") << "no end" << 9 << "cut off";
        QTest::newRow("half a line") << "half" << 9 << "cut off";
        QTest::newRow("last line end missing") << "no line end" << 9 << "cut off";
        QTest::newRow("counts changed") << "counts" << 9 << "changed";
        QTest::newRow("more after the end") << "after" << 10 << "added after the end";
    }
    void tampered_isNamedByItsFirstLine() {
        QFETCH(QString, act);
        QFETCH(int, line);
        QFETCH(QString, says);
        Scene scene;
        QVERIFY(scene.write());
        QByteArrayList lines = scene.lines();
        QCOMPARE(lines.size(), 9);
        bool lineEnd = true;
        if (act == "value")
            lines[2].replace("\"Placed\"", "\"Refused\"");
        else if (act == "head")
            lines[0].replace("leadsheet test", "leadsheet best");
        else if (act == "head nonsense")
            lines[0] = "nonsense";
        else if (act == "remove")
            lines.removeAt(2);
        else if (act == "remove three")
            lines.erase(lines.begin() + 2, lines.begin() + 5);
        else if (act == "behead")
            lines.removeFirst();
        else if (act == "insert")
            lines.insert(3, "{\"hello\":1}");
        else if (act == "forge")
            lines.insert(3, forged(lines.at(2), 4, lines.at(2)));
        else if (act == "swap")
            lines.swapItemsAt(2, 3);
        else if (act == "no end")
            lines.removeLast();
        else if (act == "half")
            lines.last().chop(5), lineEnd = false;
        else if (act == "no line end")
            lineEnd = false;
        else if (act == "counts")
            lines.last().replace("\"rows\":3", "\"rows\":2");
        else
            lines.append(forged(lines.last(), 10, lines.last()));
        scene.put(lines, lineEnd);
        const AuditVerdict verdict = scene.verify();
        QVERIFY(!verdict.intact);
        QVERIFY2(verdict.line == line && QString::fromStdString(verdict.what).contains(says),
                 qPrintable(QStringLiteral("line %1: %2")
                                .arg(verdict.line)
                                .arg(QString::fromStdString(verdict.what))));
    }

    void recomputed_chain_isCaughtByTheDigestKeptElsewhere() {
        Scene scene;
        const auto counts = scene.write();
        QVERIFY(counts);
        QByteArrayList lines = scene.lines();
        lines[2].replace("\"Placed\"", "\"Refused\"");
        for (int i = 3; i < lines.size(); ++i) {
            const std::string before = detail::hex(detail::sha256(lines.at(i - 1).toStdString()));
            const QByteArray stored =
                QJsonDocument::fromJson(lines.at(i)).object()["previous"].toString().toUtf8();
            lines[i].replace(stored, QByteArray::fromStdString(before));
        }
        scene.put(lines);
        const AuditVerdict verdict = scene.verify();
        QVERIFY2(verdict.intact, verdict.what.c_str());
        QVERIFY(verdict.counts.digest != counts->digest);
    }

    void verify_otherFiles_areNoExport() {
        Scene scene(1);
        QCOMPARE(verifyAudit(scene.file.toStdString(), {}).error().code, ErrorCode::NotFound);
        scene.put({"a,b,c", "1,2,3"});
        QCOMPARE(verifyAudit(scene.file.toStdString(), {}).error().code,
                 ErrorCode::InvalidArgument);
        scene.put({}, false);
        QCOMPARE(verifyAudit(scene.file.toStdString(), {}).error().code,
                 ErrorCode::InvalidArgument);
        QCOMPARE(verifyAudit(scene.desk.directory.path().toStdString(), {}).error().code,
                 ErrorCode::StorageError);
    }

    void stopped_leavesNoFile() {
        Scene scene(1);
        Ledger ledger = scene.desk.open();
        std::stop_source stop;
        stop.request_stop();
        const auto counts = exportAudit(ledger, {"x", WallTime{}, false}, scene.file.toStdString(),
                                        stop.get_token());
        QVERIFY(!counts);
        QCOMPARE(counts.error().code, ErrorCode::Cancelled);
        QCOMPARE(QDir(scene.desk.directory.path()).entryList({"audit.jsonl*"}), QStringList());
    }
};

LEADSHEET_TEST(tst_audit, AuditTest);
#include "tst_audit.moc"
