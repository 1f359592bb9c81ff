// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"
#include "run/price_panel.hpp"
#include "run/run_end.hpp"
#include "run/run_panel.hpp"
#include "shell/notice_bar.hpp"
#include "shell/words.hpp"
#include "shell/workspace.hpp"
#include "submit/problem_list.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeWidget>
#include <QtTest>

#include <filesystem>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr const char* kHeader = "Product,Industry,Job title,Location,Lead count\n";

/// A sheet on its way from the file to the results, and what each program says on it.
struct Story {
    QByteArray before; ///< ordered first, from another file; empty = nothing was
    QByteArray sheet;
    int first = 0;        ///< only so many rows; 0 = all
    bool refused = false; ///< the service refuses the first order
};

/// What a program said, by what it is about, in one spelling for both.
using Figures = QMap<QString, QString>;

QString said(std::int64_t cents) {
    return money(cents, "USD");
}

std::int64_t cents(const QJsonValue& amount) {
    return amount.toObject().value(QStringLiteral("amount")).toInteger();
}

QString rowsPlaced(const QString& file) {
    QFile results(file);
    if (!results.open(QFile::ReadOnly))
        return QStringLiteral("no file");
    return QString::number(QString::fromUtf8(results.readAll()).count(QStringLiteral(",Placed,")));
}

void refuseFirst(TestServer& server) {
    server::FaultMatch creates;
    creates.operationId = "createOrder";
    server.faults().add(server::Fault::answer(422, "validation_failed"), creates);
}

/// As the window: with a profile it is known whose orders a check looks for.
void useProfile(CliHome& home, const TestServer& server) {
    const std::filesystem::path folder(home.path("config/leadsheet").toStdString());
    std::filesystem::create_directories(folder);
    app::ProfileStore store(folder / "profiles.json");
    if (!store.update([&](app::Profiles& profiles) -> Result<void> {
            profiles.all.push_back({"work", server.baseUrl(), server.accountId(), "Acme", "live"});
            return {};
        }))
        qFatal("no profile");
    home.setVariable("LEADSHEET_API_KEY", QString::fromStdString(server.customerKey()));
}

Figures atTheTerminal(const Story& story) {
    TestServer server;
    CliHome home;
    useProfile(home, server);
    const QStringList spend{"--json", "--max-total", "100000"};
    if (!story.before.isEmpty())
        home.run(QStringList{"submit", home.write("before.csv", story.before)} + spend);
    const QString sheet = home.write("icps.csv", story.sheet);
    Figures figures;
    const QJsonObject check = home.run({"check", sheet, "--json"}).line("check");
    for (const char* count : {"ready", "blocked", "repeated"})
        figures[count] = QString::number(check[QLatin1String(count)].toInteger());
    if (story.refused)
        refuseFirst(server);
    QStringList command = QStringList{"submit", sheet} + spend;
    if (story.first > 0)
        command << "--first" << QString::number(story.first);
    const CliRun run = home.run(command);
    const QJsonObject quote = run.line("quote");
    const QJsonObject meant = story.first > 0 ? quote["first"].toObject() : quote;
    figures["orders"] = QString::number(meant["orders"].toInteger());
    figures["sum"] = said(cents(meant["quoted"]));
    figures["balance"] = said(cents(quote["balanceAfter"]));
    figures["similar"] = QString::number(quote["similar"].toInteger());
    const QJsonObject summary = run.line("summary");
    const QJsonObject totals = summary["totals"].toObject();
    figures["placed"] = QString::number(totals["placed"].toInteger());
    figures["to fix"] =
        QString::number(totals["refused"].toInteger() + totals["needsFix"].toInteger());
    figures["held"] = said(cents(totals["held"]));
    figures["results"] = rowsPlaced(summary["results"].toString());
    if (meant["orders"].toInteger() == 0 || summary.isEmpty())
        figures["trouble"] = QString::fromUtf8(run.all());
    return figures;
}

/// The visible button of that name, once it can be pressed.
QPushButton* button(DesktopScene& scene, const char* name) {
    QPushButton* found = nullptr;
    [&] {
        LEADSHEET_WAIT([&] {
            for (auto* one : scene.window().findChildren<QPushButton*>(QLatin1String(name)))
                if (one->isVisible() && one->isEnabled())
                    found = one;
            return found != nullptr;
        }());
    }();
    return found;
}

QString write(DesktopScene& scene, const QString& name, const QByteArray& text) {
    const QString path = scene.folder() + QLatin1Char('/') + name;
    QFile file(path);
    return file.open(QFile::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

void openUpToCheck(DesktopScene& scene, const QString& file) {
    auto& page = *qobject_cast<SubmitPage*>(scene.window().page(QStringLiteral("submit")));
    scene.program().workspace().openSheet(file);
    LEADSHEET_WAIT(page.job().source() == file && page.job().state() == SheetJob::State::Open);
    for (const char* name : {"continueToMap", "continueToCheck"})
        button(scene, name)->click();
    LEADSHEET_WAIT(page.job().checked() != nullptr);
}

/// Presses the button that spends, and waits until the run's report stands.
void place(DesktopScene& scene) {
    const QSignalSpy ended(scene.window().findChild<RunPanel*>(), &RunPanel::ended);
    button(scene, "place")->click();
    LEADSHEET_WAIT(!ended.isEmpty());
}

/// "3" of "3 ready · 1 needs a fix"; "0" when nothing is said.
QString before(const QString& words, const char* what) {
    const QRegularExpression number(QStringLiteral("([0-9]+) %1").arg(QLatin1String(what)),
                                    QRegularExpression::CaseInsensitiveOption);
    const auto match = number.match(words);
    return match.hasMatch() ? match.captured(1) : QStringLiteral("0");
}

/// Rows that the price page names as perhaps ordered before.
int namedAsSimilar(DesktopScene& scene) {
    const auto* card = scene.window().findChild<QWidget*>(QStringLiteral("orderedSimilar"));
    return card == nullptr || !card->isVisible()
               ? 0
               : card->findChild<const QTreeWidget*>()->topLevelItemCount();
}

Figures inTheWindow(const Story& story) {
    TestServer server;
    DesktopScene scene;
    scene.connectTo(server);
    if (!story.before.isEmpty()) {
        openUpToCheck(scene, write(scene, QStringLiteral("before.csv"), story.before));
        button(scene, "continueToPrice")->click();
        place(scene);
    }
    openUpToCheck(scene, write(scene, QStringLiteral("icps.csv"), story.sheet));
    Figures figures;
    QStringList counts;
    for (const QLabel* label :
         scene.window().findChild<CheckCounts*>()->findChildren<const QLabel*>())
        counts << label->text();
    const QString found = counts.join(QStringLiteral(" · "));
    figures["ready"] = before(found, "ready");
    figures["blocked"] = before(found, "needs? a fix");
    figures["repeated"] = before(found, "in the sheet twice");
    if (story.refused)
        refuseFirst(server);
    button(scene, "continueToPrice")->click();
    button(scene, "place");
    const auto* panel = scene.window().findChild<PricePanel*>();
    if (story.first > 0) {
        scene.find<QSpinBox>("firstCount")->setValue(story.first);
        [&] {
            LEADSHEET_WAIT(panel->chosen().rows == story.first);
        }();
    }
    const QString act = button(scene, "place")->text();
    figures["orders"] = before(act, "Orders?");
    figures["sum"] =
        act.section(QStringLiteral(" for "), 1).remove(QStringLiteral(" of Play Money"));
    figures["balance"] = panel->findChild<QLabel*>(QStringLiteral("balance"))
                             ->text()
                             .section(QStringLiteral("→ "), 1);
    figures["similar"] = QString::number(namedAsSimilar(scene));
    place(scene);
    figures["placed"] = scene.find<QLabel>("summaryPlaced")->text();
    figures["to fix"] = scene.find<QLabel>("summaryToFix")->text();
    figures["held"] = scene.find<QLabel>("summaryCommitted")->text();
    const QString results = scene.folder() + QStringLiteral("/icps.results.csv");
    setNextFile(results);
    button(scene, "saveResults")->click();
    [&] {
        LEADSHEET_WAIT(QFile::exists(results));
    }();
    figures["results"] = rowsPlaced(results);
    return figures;
}

/// What a ledger knows of a run's rows; nothing where it does not have the run.
submit::RunTotals totalsOf(const std::filesystem::path& ledger, std::int64_t run) {
    const auto info = submit::Ledger::open(ledger).value().run(submit::RunId{run});
    return info ? info->totals : submit::RunTotals{};
}

/// Places the sheet's orders and loses the first answer, and then the service.
void loseAnAnswer(TestServer& server, CliHome& home, const QString& sheet,
                  const QStringList& more = {}) {
    server::FaultMatch creates;
    creates.operationId = "createOrder";
    server.faults().everyNth(1, server::Fault::resetAfterCommit(), creates);
    const CliRun run = home.run(
        QStringList{"submit", sheet, "--max-total", "100000", "--max-outage", "0s"} + more);
    QVERIFY2(run.exitCode == 7, run.all());
    server.faults().clear();
}

/// The window goes on with what the terminal's ledger knows.
std::filesystem::path takeLedger(const CliHome& home, DesktopScene& scene) {
    const auto ledger = scene.program().workspace().folders().ledgerFile();
    std::filesystem::create_directories(ledger.parent_path());
    std::filesystem::copy_file(home.ledger().toStdString(), ledger,
                               std::filesystem::copy_options::overwrite_existing);
    return ledger;
}

void refuseQuotes(TestServer& server) {
    server::FaultMatch quotes;
    quotes.operationId = "createQuote";
    server.faults().everyNth(1, server::Fault::answer(403, "missing_scope"), quotes);
}

} // namespace

/// The command line and the window over the use cases of app/work: whatever happens to a sheet,
/// they say the same numbers.
class BothFacesTest : public QObject {
    Q_OBJECT

    static QByteArray rows(int from, int count) {
        QByteArray sheet;
        for (int row = from; row < from + count; ++row)
            sheet += "filters,Retail " + QByteArray::number(row) + ",CEO,Berlin," +
                     QByteArray::number(10 * row) + '\n';
        return sheet;
    }

private slots:
    void sheet_toResults_sameFigures_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("sheet");
        QTest::addColumn<int>("first");
        QTest::addColumn<bool>("refused");
        QTest::addColumn<int>("placed");
        QTest::addColumn<int>("similar");
        const QByteArray three = kHeader + rows(1, 3);
        QTest::newRow("all rows") << QByteArray() << three << 0 << false << 3 << 0;
        QTest::newRow("a row that needs a fix, and a repeat")
            << QByteArray() << three + "filters,Steel,CEO,Berlin,many\n" + rows(2, 1) << 0 << false
            << 3 << 0;
        QTest::newRow("the first rows") << QByteArray() << three << 2 << false << 2 << 0;
        QTest::newRow("rows ordered before")
            << three << kHeader + rows(2, 4) << 0 << false << 2 << 0;
        QTest::newRow("a refusal") << QByteArray() << three << 0 << true << 2 << 0;
        QTest::newRow("rows ordered before in other words, perhaps")
            << three << QByteArray(three).replace("CEO", "Chief Executive Officer") << 0 << false
            << 3 << 3;
    }

    void sheet_toResults_sameFigures() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, sheet);
        QFETCH(int, first);
        QFETCH(bool, refused);
        QFETCH(int, placed);
        QFETCH(int, similar);
        const Story story{before, sheet, first, refused};
        const Figures terminal = atTheTerminal(story);
        QVERIFY2(!terminal.contains("trouble"), qPrintable(terminal["trouble"]));
        QCOMPARE(terminal["placed"], QString::number(placed));
        QCOMPARE(terminal["similar"], QString::number(similar));
        QCOMPARE(terminal["results"], QString::number(placed));
        const Figures window = inTheWindow(story);
        for (const QString& figure : terminal.keys())
            QVERIFY2(window[figure] == terminal[figure],
                     qPrintable(QStringLiteral("%1: %2 at the terminal, %3 in the window")
                                    .arg(figure, terminal[figure], window[figure])));
    }

    void rowsOrderedAlready_ledgerLost_areSaidAndKept() {
        const QByteArray three = kHeader + rows(1, 3);
        {
            TestServer server;
            CliHome home;
            home.use(server.baseUrl(), server.customerKey());
            const QStringList submit{"submit", home.write("icps.csv", three), "--max-total", "1000",
                                     "--json"};
            QCOMPARE(home.run(submit).exitCode, 0);
            QVERIFY(submit::Ledger::setAside(home.ledger().toStdString()).has_value());
            const CliRun run = home.run(submit);
            QVERIFY2(run.exitCode == 0, run.all());
            QCOMPARE(run.line("summary")["alreadyOrdered"].toInteger(), qint64{3});
            QCOMPARE(totalsOf(home.ledger().toStdString(), 1).of(submit::RowState::AlreadyOrdered),
                     3);
        }
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        const QString sheet = write(scene, QStringLiteral("icps.csv"), three);
        openUpToCheck(scene, sheet);
        button(scene, "continueToPrice")->click();
        place(scene);
        const auto ledger = scene.program().workspace().folders().ledgerFile();
        QVERIFY(submit::Ledger::setAside(ledger).has_value());
        openUpToCheck(scene, sheet);
        button(scene, "continueToPrice")->click();
        auto* notice = scene.find<NoticeBar>("priceNotice");
        LEADSHEET_WAIT(notice->isVisible());
        QVERIFY2(notice->text().startsWith(QStringLiteral("3 rows are already ordered")),
                 qPrintable(notice->text()));
        QCOMPARE(scene.look(QStringLiteral("both-faces-all-ordered")), QString());
        emit notice->actionTriggered();
        const auto* run = scene.window().findChild<RunPanel*>();
        LEADSHEET_WAIT(run->isVisible() && run->info().has_value());
        QCOMPARE(run->info()->totals.of(submit::RowState::AlreadyOrdered), 3);
        // It stays known when the page is left.
        openUpToCheck(scene, write(scene, QStringLiteral("other.csv"), kHeader + rows(7, 1)));
        button(scene, "continueToPrice")->click();
        button(scene, "place");
        QCOMPARE(totalsOf(ledger, 1).of(submit::RowState::AlreadyOrdered), 3);
    }

    void rowsOrderedAlready_ledgerKnows_areSaidAndShown() {
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        const QString sheet = write(scene, QStringLiteral("icps.csv"), kHeader + rows(1, 2));
        openUpToCheck(scene, sheet);
        button(scene, "continueToPrice")->click();
        place(scene);
        openUpToCheck(scene, sheet);
        button(scene, "continueToPrice")->click();
        auto* notice = scene.find<NoticeBar>("priceNotice");
        LEADSHEET_WAIT(notice->isVisible());
        QVERIFY2(notice->text().startsWith(QStringLiteral("2 rows are already ordered")),
                 qPrintable(notice->text()));
        emit notice->actionTriggered();
        const auto* run = scene.window().findChild<RunPanel*>();
        LEADSHEET_WAIT(run->isVisible() && run->info().has_value());
        QCOMPARE(run->info()->id.value, std::int64_t{1});
        QCOMPARE(run->info()->totals.of(submit::RowState::Placed), 2);
    }

    void answersLostInAnEarlierRun_areFoundAndNamed() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QByteArray sheet = kHeader + rows(1, 1);
        loseAnAnswer(server, home, home.write("icps.csv", sheet));
        DesktopScene scene;
        scene.connectTo(server);
        takeLedger(home, scene);
        const QString found = QStringLiteral("1 row of earlier runs had an unknown outcome: 1 "
                                             "ordered, 0 not.");
        const CliRun run = home.run({"submit", home.path("icps.csv"), "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0 && run.out.contains(found), run.all());
        openUpToCheck(scene, write(scene, QStringLiteral("icps.csv"), sheet));
        button(scene, "continueToPrice")->click();
        const auto* panel = scene.window().findChild<PricePanel*>();
        LEADSHEET_WAIT(panel->priced().has_value());
        QCOMPARE(scene.find<QLabel>("settledRows")->text(), found);
    }

    void giveUp_serviceDoesNotSayWhatWasOrdered_givesNothingUp() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        loseAnAnswer(server, home, home.write("icps.csv", kHeader + rows(1, 30)));
        const auto before = totalsOf(home.ledger().toStdString(), 1);
        QVERIFY(before.unanswered() > 0 && before.unsent() > 0);
        refuseQuotes(server);
        const CliRun run = home.run({"discard", "1"});
        QVERIFY2(run.exitCode != 0, run.all());
        QCOMPARE(totalsOf(home.ledger().toStdString(), 1).unsent(), before.unsent());
        server.faults().clear();

        DesktopScene scene;
        scene.connectTo(server);
        const auto ledger = takeLedger(home, scene);
        const auto at = scene.program().account().connection();
        const auto info = submit::Ledger::open(ledger).value().run(submit::RunId{1});
        QVERIFY(at && info && submit::isSameAccount(at->ref, info->spec.account));
        refuseQuotes(server);
        GiveUpBar asks(scene.program().account());
        const QSignalSpy givenUp(&asks, &GiveUpBar::givenUp);
        asks.ask(ledger, at, *info);
        emit asks.secondTriggered();
        const QString working = asks.text();
        LEADSHEET_WAIT(!givenUp.isEmpty() || asks.text() != working);
        QVERIFY2(givenUp.isEmpty(), qPrintable(asks.text()));
        QCOMPARE(totalsOf(ledger, 1).unsent(), before.unsent());
        QCOMPARE(totalsOf(ledger, 1).unanswered(), before.unanswered());
    }

    void prices_clockOfThisComputerWrong_holdUntilATimeOfThatClock() {
        TestServer::Options options;
        options.clock = std::make_shared<ManualClock>(); // months before the computer's
        TestServer server(options);
        const QByteArray sheet = kHeader + rows(1, 1);
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const CliRun run = home.run({"quote", home.write("icps.csv", sheet)});
        const QRegularExpression today(
            QStringLiteral("These prices hold until (tomorrow )?[0-9]{2}:[0-9]{2}"));
        QVERIFY2(run.out.contains(today), run.all());
        DesktopScene scene;
        scene.connectTo(server);
        openUpToCheck(scene, write(scene, QStringLiteral("icps.csv"), sheet));
        button(scene, "continueToPrice")->click();
        button(scene, "place");
        const QString validity = scene.find<QLabel>("validity")->text();
        QVERIFY2(validity.contains(today), qPrintable(validity));
    }

    void resume_whileAnotherProgramWorks_decidesNothing() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", kHeader + rows(1, 2));
        QCOMPARE(home.run({"submit", sheet, "--max-total", "1000"}).exitCode, 0);
        auto ledger = submit::Ledger::open(home.ledger().toStdString()).value();
        const auto lock = ledger.lock();
        QVERIFY(lock.has_value());
        for (const QStringList& command :
             {QStringList{"resume", "1"}, QStringList{"retry", "1"},
              QStringList{"order-again", "1", "--rows", "2"}, QStringList{"discard", "1"}}) {
            const CliRun run = home.run(command);
            QVERIFY2(run.exitCode == 9 && run.err.contains("ledger_locked"), run.all());
        }
    }
};

LEADSHEET_TEST(tst_both_faces, BothFacesTest);
#include "tst_both_faces.moc"
