// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "leadsheet/work/waiting_sheets.hpp"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QtTest>

#include <ctime>
#include <fcntl.h>
#include <set>

using leadsheet::server::Fault;
using leadsheet::server::FaultMatch;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

constexpr int kPatienceMs = 120'000;

/// A folder that is watched, for an account with a server of its own.
struct WatchScene {
    TestServer server;
    CliHome home;
    QString folder;

    WatchScene() {
        home.use(server.baseUrl(), server.customerKey());
        QDir().mkpath(home.path("in"));
        folder = QDir(home.path("in")).canonicalPath();
    }

    /// Written elsewhere and renamed into the folder.
    void put(const QString& name, const QByteArray& content) {
        home.write("part", content);
        QVERIFY(QFile::rename(home.path("part"), folder + "/" + name));
    }
    QStringList words(const QStringList& more) const {
        return QStringList{"watch", folder, "--settle", "0"} + more;
    }
    CliRun once(const QStringList& more = {"--max-total", "5000"}) {
        return home.run(words({"--once", "--json"}) + more);
    }
    bool has(const QString& name) const { return QFile::exists(folder + "/" + name); }
    QString read(const QString& name) const { return home.read("in/" + name); }

    /// Keys of all orders of the account; a key that is there twice fails the test.
    std::set<QString> orders() {
        std::set<QString> keys;
        const CliRun list = home.run({"orders", "list", "--json", "--limit", "1000"});
        for (const QJsonObject& order : list.linesOf("order"))
            keys.insert(order["idempotencyKey"].toString());
        if (keys.size() != list.linesOf("order").size())
            QTest::qFail("an order key twice", __FILE__, __LINE__);
        return keys;
    }
    std::vector<QJsonObject> journal() const {
        std::vector<QJsonObject> lines;
        for (const QByteArray& line : home.read("in/.leadsheet/journal.jsonl").split('\n'))
            if (!line.isEmpty())
                lines.push_back(QJsonDocument::fromJson(line).object());
        return lines;
    }
    /// What the sheet costs in minor units.
    std::int64_t priceOf(const QByteArray& content) {
        const QString sheet = home.write("priced.csv", content);
        const CliRun quote = home.run({"quote", sheet, "--json"});
        return static_cast<std::int64_t>(
            quote.line("quote")["quoted"].toObject()["amount"].toDouble());
    }
};

QString typed(std::int64_t minorUnits) {
    return QString::number(static_cast<double>(minorUnits) / 100, 'f', 2);
}

/// A time zone in which midnight was, or will be, `seconds` after this moment.
QString zoneWithMidnightIn(std::int64_t seconds) {
    constexpr std::int64_t kDay = 86'400;
    const std::int64_t midnight = std::time(nullptr) + seconds;
    const std::int64_t behind = midnight % kDay; // local time = UTC - behind
    return QString("DAY%1:%2:%3")
        .arg(behind / 3600)
        .arg(behind / 60 % 60, 2, 10, QChar('0'))
        .arg(behind % 60, 2, 10, QChar('0'));
}

} // namespace

class CliWatchTest : public QObject {
    Q_OBJECT

private slots:
    void once_goodSheet_ordersAndMovesWithResults();
    void once_withoutMaxTotal_waitsUntilItIsSubmittedByHand();
    void once_severalSheetsInADay_stayBelowMaxTotalAcrossCalls();
    void once_folderIsRenamed_keepsWhatTheDayHasSpent();
    void once_afterAnOutage_countsNothingThatWasNotOrdered();
    void once_badSheet_goesToFailedWithPlaceReasonAndWayOut();
    void once_onlyBadRows_areNamedInTheReport();
    void once_someBadRows_ordersTheOthersAndNeedsAPerson();
    void once_sameSheetAgain_isFoundOrderedAndKeepsBoth();
    void once_resultsOfASheetTakenAway_areNotOverwritten();
    void once_temporaryFiles_areLeftAlone();
    void once_serverDown_staysAndIsOrderedLater();
    void once_wrongCurrency_isUsageAndMovesNothing();
    void once_ledgerHeldByAnother_stays();
    void once_folderUnusable_spendsNothing();
    void once_severalSheets_areOneNotification();
    void watch_secondWatcher_isToldWhoWatches();
    void watch_halfWrittenFile_isTakenWhole();
    void watch_killedAtAnyMoment_ordersOnce();
    void watch_terminated_endsAndGoesOn();
};

void CliWatchTest::once_goodSheet_ordersAndMovesWithResults() {
    WatchScene scene;
    scene.put("q3.csv", sheetOf(3));
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 0, run.all());
    QVERIFY2(!scene.has("q3.csv") && scene.has("done/q3.csv"), run.all());
    QVERIFY2(scene.read("done/q3.results.csv").contains("LS-"), run.all());
    QVERIFY2(scene.read("done/q3.csv.report.txt").contains("3 orders placed"),
             qPrintable(scene.read("done/q3.csv.report.txt")));
    QCOMPARE(scene.orders().size(), std::size_t{3});
    const QJsonObject event = run.line("watch");
    QCOMPARE(event["event"].toString(), QString("done"));
    QCOMPARE(event["sheet"].toString(), QString("q3.csv"));
    QCOMPARE(event["run"].toInt(), 1);
    QCOMPARE(event["movedTo"].toString(), scene.folder + "/done/q3.csv");
    QCOMPARE(scene.journal().size(), std::size_t{1});
    QCOMPARE(scene.journal().front()["event"].toString(), QString("done"));
}

void CliWatchTest::once_withoutMaxTotal_waitsUntilItIsSubmittedByHand() {
    WatchScene scene;
    scene.put("q3.csv", sheetOf(2));
    const CliRun run = scene.once({});
    QVERIFY2(run.exitCode == 6, run.all());
    QCOMPARE(scene.orders().size(), std::size_t{0});
    QVERIFY(scene.has("q3.csv"));
    const QString note = scene.read("q3.csv.waiting.txt");
    QVERIFY2(note.contains("2 orders") && note.contains("leadsheet submit"), qPrintable(note));
    QCOMPARE(run.line("watch")["event"].toString(), QString("waiting"));
    QCOMPARE(run.line("watch")["code"].toString(), QString("max_total_required"));

    const std::filesystem::path data = scene.home.path("data/leadsheet").toStdString();
    const auto waiting = leadsheet::work::waitingSheets(data);
    QCOMPARE(waiting.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(waiting[0].sheet.string()), scene.folder + "/q3.csv");
    QCOMPARE(QString::fromStdString(waiting[0].why), note);

    QCOMPARE(scene.home.run({"submit", scene.folder + "/q3.csv", "--max-total", "5000"}).exitCode,
             0);
    const CliRun after = scene.once({});
    QVERIFY2(after.exitCode == 0, after.all());
    QVERIFY2(scene.has("done/q3.csv") && !scene.has("q3.csv.waiting.txt"), after.all());
    QVERIFY(leadsheet::work::waitingSheets(data).empty());
    QCOMPARE(leadsheet::work::watchedFolders(data).size(), std::size_t{1});
    QCOMPARE(scene.orders().size(), std::size_t{2});
}

void CliWatchTest::once_severalSheetsInADay_stayBelowMaxTotalAcrossCalls() {
    WatchScene scene;
    const QByteArray first = sheetOf(2);
    const QByteArray second = sheetOf(2).replace("CTO", "CFO");
    const std::int64_t price = scene.priceOf(first);
    QVERIFY(price > 0);
    const QStringList limit{"--max-total", typed(price + price / 2)};
    scene.home.setVariable("TZ", "UTC");
    scene.put("a.csv", first);
    QCOMPARE(scene.once(limit).exitCode, 0);
    scene.put("b.csv", second);
    const CliRun over = scene.once(limit);
    QVERIFY2(over.exitCode == 6, over.all());
    QCOMPARE(over.line("watch")["code"].toString(), QString("day_total_exceeded"));
    QVERIFY(scene.has("b.csv") && scene.has("b.csv.waiting.txt"));
    QCOMPARE(scene.orders().size(), std::size_t{2});

    // The first sheet was ordered before this midnight.
    const QString tomorrow = zoneWithMidnightIn(1);
    const std::time_t midnight = std::time(nullptr) + 2;
    QTRY_VERIFY_WITH_TIMEOUT(std::time(nullptr) >= midnight, kPatienceMs);
    scene.home.setVariable("TZ", tomorrow);
    const CliRun next = scene.once(limit);
    QVERIFY2(next.exitCode == 0, next.all());
    QVERIFY(scene.has("done/b.csv") && !scene.has("b.csv.waiting.txt"));
    QCOMPARE(scene.orders().size(), std::size_t{4});
}

void CliWatchTest::once_folderIsRenamed_keepsWhatTheDayHasSpent() {
    WatchScene scene;
    const std::int64_t price = scene.priceOf(sheetOf(2));
    const QStringList limit{"--max-total", typed(price + price / 2)};
    scene.put("a.csv", sheetOf(2));
    QCOMPARE(scene.once(limit).exitCode, 0);
    QVERIFY(QDir().rename(scene.folder, scene.folder + "-2"));
    scene.folder += "-2";
    scene.home.write("in-2/b.csv", sheetOf(2).replace("CTO", "CFO"));
    const CliRun over = scene.once(limit);
    QVERIFY2(over.exitCode == 6, over.all());
    QCOMPARE(over.line("watch")["code"].toString(), QString("day_total_exceeded"));
    QCOMPARE(scene.orders().size(), std::size_t{2});
}

void CliWatchTest::once_afterAnOutage_countsNothingThatWasNotOrdered() {
    WatchScene scene;
    const QByteArray sheet = sheetOf(2);
    const std::int64_t price = scene.priceOf(sheet);
    const QStringList limit{"--max-total", typed(price + 1)};
    FaultMatch creates;
    creates.operationId = "createOrder";
    scene.server.faults().everyNth(1, Fault::answer(503, "service_unavailable"), creates);
    scene.put("a.csv", sheet);
    const auto watcher = scene.home.start(scene.words({"--every", "0"}) + limit);
    QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() >= 2, kPatienceMs);
    watcher->kill();
    CliHome::finish(*watcher);
    QCOMPARE(scene.orders().size(), std::size_t{0});
    scene.server.faults().clear();
    const CliRun run = scene.once(limit);
    QVERIFY2(run.exitCode == 0 && scene.has("done/a.csv"), run.all());
    QCOMPARE(scene.orders().size(), std::size_t{2});
}

void CliWatchTest::once_badSheet_goesToFailedWithPlaceReasonAndWayOut() {
    WatchScene scene;
    scene.put("bad.csv", "scrapingOption,leadCount,industries,jobTitles,locations\n"
                         "filters,many,Software,CTO,Germany\n");
    scene.put("notes.pdf", "%PDF-1.4\n");
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 4, run.all());
    QVERIFY2(scene.has("failed/bad.csv") && scene.has("failed/notes.pdf"), run.all());
    const QString report = scene.read("failed/bad.csv.report.txt");
    QVERIFY2(report.contains("Column B") && report.contains("--map") &&
                 report.contains("nothing was spent"),
             qPrintable(report));
    QVERIFY(!scene.read("failed/notes.pdf.report.txt").isEmpty());
    for (const QJsonObject& event : run.linesOf("watch"))
        QVERIFY2(event["event"] == "failed" && !event["message"].toString().isEmpty(), run.all());
    QCOMPARE(scene.orders().size(), std::size_t{0});
}

void CliWatchTest::once_onlyBadRows_areNamedInTheReport() {
    WatchScene scene;
    scene.put("d.csv", "Position;Land;Anzahl\nCEO;Austria;1.000\nCTO;Switzerland;abc\n");
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 4 && scene.has("failed/d.csv"), run.all());
    const QString report = scene.read("failed/d.csv.report.txt");
    QVERIFY2(report.contains("\"abc\"") && report.contains("row 3") &&
                 report.contains("\"1.000\"") && report.contains("row 2"),
             qPrintable(report));
}

void CliWatchTest::once_someBadRows_ordersTheOthersAndNeedsAPerson() {
    WatchScene scene;
    scene.put("mixed.csv", sheetOf(2) + "filters,many,Software,CTO,Germany\n");
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 4, run.all());
    QVERIFY2(scene.has("failed/mixed.csv") && scene.has("failed/mixed.results.csv"), run.all());
    QVERIFY2(!scene.has("done/mixed.results.csv"), run.all());
    QCOMPARE(scene.orders().size(), std::size_t{2});

    scene.put("mixed.csv", sheetOf(3));
    QCOMPARE(scene.once().exitCode, 0);
    QCOMPARE(scene.orders().size(), std::size_t{3});
}

void CliWatchTest::once_sameSheetAgain_isFoundOrderedAndKeepsBoth() {
    WatchScene scene;
    scene.put("q3.csv", sheetOf(2));
    QCOMPARE(scene.once().exitCode, 0);
    scene.put("q3.csv", sheetOf(2));
    scene.put("copy of q3.csv", sheetOf(2));
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 0, run.all());
    QVERIFY2(scene.has("done/q3.csv") && scene.has("done/q3 (2).csv") &&
                 scene.has("done/copy of q3.csv"),
             run.all());
    QVERIFY2(scene.read("done/q3 (2).csv.report.txt").contains("ordered"), run.all());
    QCOMPARE(scene.orders().size(), std::size_t{2});
}

void CliWatchTest::once_resultsOfASheetTakenAway_areNotOverwritten() {
    WatchScene scene;
    scene.put("q3.csv", sheetOf(2));
    QCOMPARE(scene.once().exitCode, 0);
    const QString results = scene.read("done/q3.results.csv");
    QVERIFY(QFile::remove(scene.folder + "/done/q3.csv"));
    scene.put("q3.csv", sheetOf(2).replace("CTO", "CFO").replace("Software", "Retail"));
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 0, run.all());
    QCOMPARE(scene.read("done/q3.results.csv"), results);
    QVERIFY2(scene.has("done/q3 (2).csv") && scene.has("done/q3 (2).results.csv"), run.all());
    QCOMPARE(scene.orders().size(), std::size_t{4});
}

void CliWatchTest::once_temporaryFiles_areLeftAlone() {
    WatchScene scene;
    const QStringList names{"~$q3.xlsx",   ".~lock.q3.ods#",   ".q3.csv.Xy12", "q3.csv.part",
                            "q3.csv.tmp",  "q3.crdownload",    "q3.csv~",      "q3.results.csv",
                            "Q3.CSV.PART", "q3.csv.report.txt"};
    for (const QString& name : names)
        scene.put(name, sheetOf(1));
    QVERIFY(QFile::link(scene.home.write("other.csv", sheetOf(1)), scene.folder + "/link.csv"));
    QVERIFY(QDir(scene.folder).mkdir("folder.csv"));
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 0 && run.lines().empty(), run.all());
    for (const QString& name : names)
        QVERIFY2(scene.has(name), qPrintable(name));
    QCOMPARE(scene.orders().size(), std::size_t{0});
}

void CliWatchTest::once_serverDown_staysAndIsOrderedLater() {
    WatchScene scene;
    scene.put("q3.csv", sheetOf(2));
    scene.home.use("http://127.0.0.1:9", scene.server.customerKey());
    const CliRun down = scene.once();
    QVERIFY2(down.exitCode == 7, down.all());
    QVERIFY(scene.has("q3.csv"));
    QCOMPARE(down.line("watch")["event"].toString(), QString("later"));
    scene.home.use(scene.server.baseUrl(), scene.server.customerKey());
    QCOMPARE(scene.once().exitCode, 0);
    QVERIFY(scene.has("done/q3.csv"));
    QCOMPARE(scene.orders().size(), std::size_t{2});
}

void CliWatchTest::once_wrongCurrency_isUsageAndMovesNothing() {
    WatchScene scene;
    scene.put("q3.csv", sheetOf(1));
    const CliRun run = scene.once({"--max-total", "100 EUR"});
    QVERIFY2(run.exitCode == 2, run.all());
    QVERIFY(scene.has("q3.csv"));
    QCOMPARE(scene.orders().size(), std::size_t{0});
}

void CliWatchTest::once_ledgerHeldByAnother_stays() {
    WatchScene scene;
    scene.put("q3.csv", sheetOf(1));
    QCOMPARE(scene.once({}).exitCode, 6); // makes the ledger
    const QString lock = scene.home.ledger() + ".lock";
    QVERIFY2(QFile::exists(lock), qPrintable(lock));
    QFile file(lock);
    QVERIFY(file.open(QIODevice::ReadWrite));
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    QVERIFY(::fcntl(file.handle(), F_OFD_SETLK, &whole) == 0);
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 9, run.all());
    QVERIFY(scene.has("q3.csv"));
    file.close();
    QCOMPARE(scene.once().exitCode, 0);
    QCOMPARE(scene.orders().size(), std::size_t{1});
}

void CliWatchTest::once_folderUnusable_spendsNothing() {
    WatchScene scene;
    const CliRun missing = scene.home.run({"watch", scene.folder + "/none", "--once"});
    QVERIFY2(missing.exitCode == 2, missing.all());
    scene.put("q3.csv", sheetOf(1));
    scene.home.write("in/done", "a file");
    const CliRun run = scene.once();
    QVERIFY2(run.exitCode == 10, run.all());
    QVERIFY2(run.err.contains("cannot be watched"), run.all());
    QVERIFY(scene.has("q3.csv"));
    QCOMPARE(scene.orders().size(), std::size_t{0});
}

void CliWatchTest::once_severalSheets_areOneNotification() {
    WatchScene scene;
    scene.put("good <1>.csv", sheetOf(1));
    scene.put("bad.csv", "Product,Leads\nfilters,many\n");
    QProcessEnvironment environment = scene.home.environment();
    environment.remove("DBUS_SESSION_BUS_ADDRESS");
    QProcess session;
    session.setProcessEnvironment(environment);
    const QString shown = scene.home.path("notices");
    session.start(
        "dbus-run-session",
        {"--", "bash", "-c",
         "/usr/bin/python3 \"$1\" \"$2\" & until [ -e \"$2\" ]; do sleep 0.02; done; shift 2; "
         "\"$@\"; code=$?; kill %1; exit $code",
         "session", qEnvironmentVariable("LEADSHEET_WISHES") + "/../notices.py", shown,
         CliHome::program(), "watch", scene.folder, "--settle", "0", "--once", "--max-total",
         "5000", "--lang", "de", "--base-url", QString::fromStdString(scene.server.baseUrl())});
    session.closeWriteChannel();
    const CliRun run = CliHome::finish(session);
    QVERIFY2(run.exitCode == 4, run.all());
    const QByteArrayList notices = scene.home.read("notices").trimmed().split('\n');
    QVERIFY2(notices.size() == 1, notices.join('\n'));
    const QJsonObject notice = QJsonDocument::fromJson(notices[0]).object();
    QCOMPARE(notice["title"].toString(), "Überwachter Ordner " + scene.folder);
    const QStringList lines = notice["body"].toString().split('\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines[0].startsWith("bad.csv: braucht Sie"), notices[0]);
    QVERIFY2(lines[1].startsWith("good &lt;1&gt;.csv: fertig"), notices[0]);
}

void CliWatchTest::watch_secondWatcher_isToldWhoWatches() {
    WatchScene scene;
    const auto first = scene.home.start(scene.words({}));
    QTRY_VERIFY_WITH_TIMEOUT(!scene.read(".leadsheet/lock").isEmpty(), kPatienceMs);
    const CliRun second = scene.once();
    QVERIFY2(second.exitCode == 9, second.all());
    QVERIFY2(second.err.contains(QString::number(first->processId())), second.all());
    first->kill();
    CliHome::finish(*first);
    QCOMPARE(scene.once().exitCode, 0);
}

void CliWatchTest::watch_halfWrittenFile_isTakenWhole() {
    WatchScene scene;
    const auto watcher = scene.home.start(
        {"watch", scene.folder, "--settle", "2", "--every", "0", "--max-total", "5000", "--json"});
    QTRY_VERIFY_WITH_TIMEOUT(!scene.read(".leadsheet/lock").isEmpty(), kPatienceMs);
    QFile file(scene.folder + "/slow.csv");
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray content = sheetOf(60);
    QElapsedTimer time;
    time.start();
    // Longer than a file has to stay as it is, a row now and then.
    for (const QByteArray& line : content.split('\n')) {
        if (line.isEmpty())
            break;
        file.write(line + "\n");
        file.flush();
        QTest::qWait(50);
    }
    QVERIFY(time.elapsed() > 2500);
    QVERIFY(scene.journal().empty());
    file.close();
    QTRY_VERIFY_WITH_TIMEOUT(scene.has("done/slow.csv"), kPatienceMs);
    watcher->terminate();
    const CliRun run = CliHome::finish(*watcher);
    QVERIFY2(run.exitCode == 0, run.all());
    QCOMPARE(scene.orders().size(), std::size_t{60});
    QCOMPARE(scene.journal().size(), std::size_t{1});
}

void CliWatchTest::watch_killedAtAnyMoment_ordersOnce() {
    WatchScene scene;
    constexpr int kRows = 40;
    int kills = 0;
    // Each sweep dies a quarter later than the one before, until one gets to its end: on a slow
    // machine that takes few kills more, not many.
    for (int sheet = 0, delay = 40; sheet < 3; ++sheet, delay = 40) {
        const QString name = QString("s%1.csv").arg(sheet);
        scene.put(name, sheetOf(kRows).replace("CTO", "CTO " + QByteArray::number(sheet)));
        while (!scene.has("done/" + name)) {
            const auto watcher =
                scene.home.start(scene.words({"--every", "0", "--max-total", "90000"}));
            QElapsedTimer time;
            time.start();
            while (time.elapsed() < delay && !scene.has("done/" + name))
                QTest::qWait(5);
            watcher->kill();
            CliHome::finish(*watcher);
            ++kills;
            delay += delay / 4 + sheet * 13;
            QVERIFY(delay < kPatienceMs);
        }
        QVERIFY(!scene.has(name));
        QCOMPARE(scene.orders().size(), std::size_t(kRows * (sheet + 1)));
        const QString results = scene.read(QString("done/s%1.results.csv").arg(sheet));
        QCOMPARE(results.count("LS-"), kRows);
    }
    qInfo("%d kills", kills);
    QVERIFY(kills >= 6);
    QCOMPARE(QDir(scene.folder + "/failed").entryList(QDir::Files).size(), 0);
}

void CliWatchTest::watch_terminated_endsAndGoesOn() {
    WatchScene scene;
    const auto watcher = scene.home.start(scene.words({"--every", "0", "--max-total", "90000"}));
    QTRY_VERIFY_WITH_TIMEOUT(!scene.read(".leadsheet/lock").isEmpty(), kPatienceMs);
    scene.put("q3.csv", sheetOf(120));
    QTRY_VERIFY_WITH_TIMEOUT(!scene.server.accessRecords().empty(), kPatienceMs);
    watcher->terminate();
    const CliRun stopped = CliHome::finish(*watcher);
    QVERIFY2(stopped.exitCode == 130 || stopped.exitCode == 0, stopped.all());
    QCOMPARE(scene.once({"--max-total", "90000"}).exitCode, 0);
    QVERIFY(scene.has("done/q3.csv"));
    QCOMPARE(scene.orders().size(), std::size_t{120});
}

LEADSHEET_TEST(tst_cli_watch, CliWatchTest);
#include "tst_cli_watch.moc"
