// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "wishes_scene.hpp"
#include "workbook_file.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"
#include "leadsheet/client.hpp"

#include "dialogs/form_dialog.hpp"
#include "run/run_words.hpp"
#include "submit/problem_list.hpp"
#include "submit/source_step.hpp"

#include <QComboBox>
#include <QRegularExpression>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// A sheet and what is in it, counted by hand.
struct Messy {
    QString name;
    QByteArray bytes;
    int tabs = 1;
    QStringList reading; ///< options of the command line
    int rows = 0;
    int blank = 0;
    int ready = 0;
    int needFix = 0;
    int twice = 0;
    int before = 0; ///< of the ready ones, ordered elsewhere: only the service knows

    /// What was submitted before under the same name, one after the other.
    QList<QByteArray> earlier = {};
    bool byOther = false;   ///< with another account of this computer
    bool cancelled = false; ///< the first of those orders was cancelled after the first of these
    int already = 0;
    int changed = 0;
    int ended = 0;
};

/// What is said by whom: "check --json rows" -> "8".
using Spoken = QMap<QString, QString>;

QString numberOf(const QString& words, const char* what) {
    const auto match =
        QRegularExpression(QStringLiteral("([0-9,]+) %1").arg(QLatin1String(what))).match(words);
    return match.hasMatch() ? match.captured(1) : QStringLiteral("0");
}

/// What the first row of a printed table has below a title of a column of numbers.
QString below(const QString& title, const QString& table) {
    const QStringList lines = table.split(QLatin1Char('\n'));
    const qsizetype end = lines.value(0).indexOf(title) + title.size();
    return end < title.size() ? QStringLiteral("no column")
                              : lines.value(1).left(end).section(QLatin1Char(' '), -1);
}

/// Rows of a results file in this state.
QString withState(const QString& file, const char* state) {
    QFile in(file);
    if (!in.open(QFile::ReadOnly))
        return QStringLiteral("no file");
    return QString::number(
        QString::fromUtf8(in.readAll()).count(QStringLiteral(",%1,").arg(QLatin1String(state))));
}

void orderOne(TestServer& server) {
    QCOMPARE(server
                 .createOrder("elsewhere",
                              R"({"scrapingOption":"filters","leadCount":100,)"
                              R"("industries":["Industry 1"],"locations":["Germany"]})")
                 .status,
             201);
}

/// The command line over a folder with profiles for two accounts of a server.
struct Terminal {
    Terminal(TestServer& at, const QString& folderOfData)
        : server(at)
        , folder(folderOfData)
        , keys{{"work", server.customerKey()}, {"other", server.addAccount(1'000'000)}} {
        const std::filesystem::path data(folder.toStdString());
        std::filesystem::create_directories(data);
        app::ProfileStore store(app::AppFolders{data, data}.profilesFile());
        const auto stored = store.update([&](app::Profiles& profiles) -> Result<void> {
            for (const auto& [name, key] : keys)
                if (profiles.find(name) == nullptr)
                    profiles.all.push_back({name, server.baseUrl(),
                                            client(name).account().get().value().id, name, "live"});
            return {};
        });
        if (!stored)
            qFatal("no profiles");
    }

    Client client(const std::string& profile) {
        ClientOptions options(server.baseUrl(), ApiKey::parse(keys.at(profile)).value());
        return Client::create(options).value();
    }
    CliRun run(const QStringList& words, const std::string& profile = "work") {
        home.setVariable("LEADSHEET_API_KEY", QString::fromStdString(keys.at(profile)));
        return home.run(words + QStringList{"--profile", QString::fromStdString(profile),
                                            "--data-dir", folder});
    }
    /// Everything that happened before a person opens the sheet.
    void prepare(const Messy& sheet, const QString& path) {
        if (sheet.before > 0)
            orderOne(server);
        for (const QByteArray& bytes : sheet.earlier) {
            writeTo(path, bytes);
            const CliRun placed =
                run(QStringList{"submit", path, "--json", "--max-total", "1000"} + sheet.reading,
                    sheet.byOther ? "other" : "work");
            if (placed.line("summary")["totals"].toObject()["placed"].toInteger() == 0)
                qFatal("nothing was placed: %s", placed.all().constData());
            if (sheet.cancelled && &bytes == &sheet.earlier.first())
                cancelOne();
        }
        writeTo(path, sheet.bytes);
    }
    void cancelOne() {
        const Client customer = client("work");
        const auto orders = customer.orders().list({}, {100, std::nullopt}).value().items;
        const auto key = IdempotencyKey::parse("cancel-it-once").value();
        if (!customer.orders().cancel(orders[0].number, {}, key, orders[0].version))
            qFatal("not cancelled");
    }
    static void writeTo(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("no sheet");
    }

    TestServer& server;
    QString folder;
    std::map<std::string, std::string> keys;
    CliHome home;
};

Spoken atTheTerminal(const Messy& sheet) {
    TestServer server;
    const QTemporaryDir data;
    Terminal terminal(server, data.path());
    const QStringList file = QStringList{terminal.home.path(sheet.name)} + sheet.reading;
    terminal.prepare(sheet, file.first());
    Spoken said;
    const auto run = [&](const QStringList& words) {
        return terminal.run(words);
    };
    const QString text = run(QStringList{"check"} + file).out;
    said["already, check"] = numberOf(text, "already ordered");
    said["changed, check"] = numberOf(text, "changed since ordered");
    said["ended, check"] = numberOf(text, "ordered, then cancelled");
    said["rows, check"] = numberOf(text, "rows?");
    said["blank, check"] = numberOf(text, "blank");
    said["ready, check"] = numberOf(text, "orders? ready");
    said["needFix, check"] = numberOf(text, "rows? left out");
    said["twice, check"] = numberOf(text, "rows? repeats?");
    const QJsonObject check = run(QStringList{"check", "--json"} + file).line("check");
    for (const auto& [figure, member] : {std::pair("rows", "rows"),
                                         {"blank", "blank"},
                                         {"ready", "ready"},
                                         {"needFix", "blocked"},
                                         {"already", "alreadyOrdered"},
                                         {"changed", "changed"},
                                         {"ended", "ended"},
                                         {"twice", "repeated"}})
        said[QLatin1String(figure) + QStringLiteral(", check --json")] =
            QString::number(check[QLatin1String(member)].toInteger());
    const CliRun placed = run(QStringList{"submit", "--json", "--max-total", "1000"} + file);
    const QJsonObject quote = placed.line("quote");
    said["placed, quote"] = QString::number(quote["orders"].toInteger());
    said["needFix, quote"] = QString::number(quote["needsFix"].toInteger());
    said["before, quote"] = QString::number(quote["orderedBefore"].toInteger());
    said["already, quote"] = QString::number(quote["alreadyOrdered"].toInteger());
    said["ended, quote"] = QString::number(quote["ended"].toInteger());
    said["skipped, quote"] = QString::number(quote["skipped"].toInteger());
    const QJsonObject summary = placed.line("summary");
    const QJsonObject totals = summary["totals"].toObject();
    const QJsonObject figures = summary["figures"].toObject();
    said["placed, totals"] = QString::number(totals["placed"].toInteger());
    said["placed, figures"] = QString::number(figures["placed"].toInteger());
    said["needFix, figures"] = QString::number(figures["toFix"].toInteger());
    said["toAnswer, figures"] = QString::number(figures["toAnswer"].toInteger());
    said["leftOut, figures"] = QString::number(figures["leftOut"].toInteger());
    const QString status = run({"status", QString::number(sheet.earlier.size() + 1)}).out;
    said["already, status"] = numberOf(status, "already ordered");
    said["ended, status"] = numberOf(status, "ordered, then cancelled");
    said["placed, status"] = numberOf(status, "orders? placed");
    said["needFix, status"] = numberOf(status, "needs? a fix");
    said["before, status"] = numberOf(status, "ordered before");
    const QString list = run({"status"}).out;
    said["placed, list"] = below(QStringLiteral(" placed"), list);
    said["needFix, list"] = below(QStringLiteral(" to fix"), list);
    said["left, list"] = below(QStringLiteral(" open"), list);
    said["needFix, results --only-refused"] = QString::number(
        run({"results", "--only-refused", "--json"}).line("results")["rows"].toInteger());
    std::int64_t all = 0;
    for (const char* state :
         {"placed", "needsFix", "skipped", "refused", "alreadyOrdered", "ended"})
        all += totals[QLatin1String(state)].toInteger();
    said["rows, totals"] = QString::number(all);
    const QString results = summary["results"].toString();
    if (results.endsWith(QStringLiteral(".csv"))) {
        said["placed, results"] = withState(results, "Placed");
        said["needFix, results"] = withState(results, "Needs Fix");
        said["rows, results"] = QString::number(
            withState(results, "Placed").toInt() + withState(results, "Needs Fix").toInt() +
            withState(results, "Skipped").toInt() + withState(results, "Already Ordered").toInt() +
            withState(results, "\"Ordered, Then Cancelled\"").toInt());
        said["already, results"] = withState(results, "Already Ordered");
    }
    // Everything that can be is ordered now.
    const CliRun after = run(QStringList{"check", "--json"} + file);
    const QJsonObject again = after.line("check");
    said["nothing, check again"] = QString::number(again["ready"].toInteger());
    said["ordered, check again"] = QString::number(again["alreadyOrdered"].toInteger());
    if (summary.isEmpty())
        said["trouble"] = QString::fromUtf8(placed.all());
    return said;
}

QString labels(QWidget* inside) {
    QStringList all;
    for (const auto* label : inside->findChildren<QLabel*>())
        if (label->isVisible())
            all << label->text();
    return all.join(QStringLiteral(" · "));
}

Spoken inTheWindow(const Messy& sheet) {
    WishesScene scene;
    const QString path = scene.desktop.folder() + QLatin1Char('/') + sheet.name;
    Terminal(scene.server, scene.desktop.folder()).prepare(sheet, path);
    SheetJob& job = scene.page().job();
    scene.desktop.program().workspace().openSheet(path);
    const auto open = [&] {
        LEADSHEET_WAIT(job.state() == SheetJob::State::Open && job.source() == path &&
                       job.rows().counts() != nullptr);
    };
    open();
    if (sheet.tabs > 1) {
        std::vector<std::size_t> tabs;
        for (int i = 0; i < sheet.tabs; ++i)
            tabs.push_back(static_cast<std::size_t>(i));
        job.read(withTabs(job.reading(), tabs));
        open();
    }
    Spoken said;
    const QString strip = labels(scene.part("phrases"));
    said["rows, strip"] = numberOf(strip, "rows?");
    said["blank, strip"] = numberOf(strip, "blank");
    const auto* source = scene.page().findChild<SourceStep*>();
    if (sheet.tabs == 1)
        said["rows, step"] = numberOf(source->summary(), "rows?");
    const auto press = [&](const char* name) {
        LEADSHEET_WAIT(scene.button(name) != nullptr);
        scene.button(name)->click();
    };
    press("continueToMap");
    press("continueToCheck");
    [&] {
        LEADSHEET_WAIT(scene.button("continueToPrice") != nullptr);
    }();
    const QString counts = labels(scene.page().findChild<CheckCounts*>());
    said["ready, Check"] = numberOf(counts, "ready");
    said["ready, Continue"] = numberOf(scene.button("continueToPrice")->text(), "Rows?");
    said["needFix, Check"] = numberOf(counts, "needs? a fix");
    said["twice, Check"] = numberOf(counts, "in the sheet twice");
    said["blank, Check"] = numberOf(counts, "blank");
    said["already, Check"] = numberOf(counts, "already ordered");
    said["changed, Check"] = numberOf(counts, "changed since ordered");
    said["ended, Check"] = numberOf(counts, "ordered, then cancelled");
    const QString step = scene.page().step(2)->summary();
    said["ready, step"] = numberOf(step, "rows? ready");
    said["already, step"] = numberOf(step, "already ordered");
    said["changed, step"] = numberOf(step, "changed since ordered");
    said["ended, step"] = numberOf(step, "ordered, then cancelled");
    press("continueToPrice");
    scene.waitForPrices();
    said["placed, button"] = numberOf(scene.placeText(), "Orders?");
    const QString left = scene.words("leftOut");
    said["needFix, Price"] = numberOf(left, "needs? a fix");
    said["twice, Price"] = numberOf(left, "in the sheet twice");
    said["before, Price"] = numberOf(left, "ordered before");
    said["already, Price"] = numberOf(left, "already ordered");
    said["changed, Price"] = numberOf(left, "changed since ordered");
    said["ended, Price"] = numberOf(left, "ordered, then cancelled");
    scene.place();
    said["placed, Run"] = scene.words("summaryPlaced");
    said["needFix, Run"] = scene.words("summaryToFix");
    said["toAnswer, Run"] = QString::number(scene.words("summaryToAnswer").toInt());
    said["leftOut, Run"] = QString::number(scene.words("summaryLeftOut").toInt());
    for (const char* once : {"counts", "spent"})
        if (scene.part(once)->isVisible())
            said[QStringLiteral("trouble, ") + QLatin1String(once)] = QStringLiteral("said twice");
    scene.desktop.find<QComboBox>("rowFilter")
        ->setCurrentText(QStringLiteral("Refused or needs fix"));
    const QString toFix = scene.desktop.folder() + QStringLiteral("/to-fix.csv");
    setNextFile(toFix);
    scene.button("saveResults")->click();
    [&] {
        LEADSHEET_WAIT(QFile::exists(toFix));
    }();
    said["needFix, Save These Rows"] = withState(toFix, "Needs Fix");
    scene.desktop.program().workspace().showPage(QStringLiteral("activity"));
    const QAbstractItemModel* runs = scene.desktop.find<QTableView>("runsTable")->model();
    [&] {
        LEADSHEET_WAIT(runs->rowCount() > 0);
    }();
    for (int column = 0; column < runs->columnCount(); ++column)
        if (runs->headerData(column, Qt::Horizontal).toString() == QStringLiteral("To fix"))
            said["needFix, Activity"] = runs->index(0, column).data().toString();
    const auto info = scene.openLedger().run(submit::RunId{sheet.earlier.size() + 1});
    said["rows, ledger"] = QString::number(info ? info->totals.all() : -1);
    scene.desktop.program().workspace().showPage(QStringLiteral("submit"));
    scene.page().goTo(2);
    [&] {
        LEADSHEET_WAIT(job.checked() != nullptr &&
                       job.checked()->ready == static_cast<std::uint64_t>(sheet.before));
    }();
    const QString follow = labels(scene.page().findChild<CheckCounts*>());
    said["nothing, Check again"] = numberOf(follow, "ready");
    said["ordered, Check again"] = numberOf(follow, "already ordered");
    const auto* next = scene.button("continueToPrice");
    // What has changed or ended can still be ordered there; what needs a fix is not ordered.
    const QString wanted = sheet.changed + sheet.ended > 0 || job.checked()->blocked > 0
                               ? QStringLiteral("Continue to Price")
                               : QStringLiteral("Continue to Price: All Already Ordered");
    if (next == nullptr || (sheet.before == 0 && next->text() != wanted))
        said["trouble, again"] = QStringLiteral("Price cannot be reached");
    return said;
}

} // namespace

/// However messy a sheet is, there is one number for each thing: the window, the command line, its
/// JSON and the results file say the same.
class OneCountTest : public QObject {
    Q_OBJECT

    static Messy csv() {
        Messy sheet;
        sheet.name = QStringLiteral("messy.csv");
        sheet.bytes =
            QByteArray("Product,Leads,Industries,Locations,Include?\n") +
            "filters,100,Industry 1,Germany,yes\n\n" + "filters,100,Industry 2,Germany,yes\n" +
            "filters,many,Industry 3,Germany,yes\n" +
            "filters,100,Industry 2,Germany,yes\n\n,,,,\n" + "filters,100,Industry 4,Germany,no\n" +
            "filters,100,Industry 5,Germany,yes\n" + "Total,600,,,\n\n,,,,\n";
        sheet.rows = 7;
        sheet.blank = 3;
        sheet.ready = 3;
        sheet.needFix = 3;
        sheet.twice = 1;
        return sheet;
    }
    static Messy workbook() {
        const QStringList header{"Product", "Leads", "Industries", "Locations"};
        WorkbookTab first{QStringLiteral("Q3"), {header}, false, {}, {}};
        first.rows.insert(first.rows.end(), {{"filters", "100", "Industry 1", "Germany"},
                                             {},
                                             {"filters", "many", "Industry 2", "Germany"},
                                             {"filters", "100", "Industry 3", "Germany"},
                                             {"filters", "100", "Industry 3", "Germany"},
                                             {}});
        WorkbookTab second{
            QStringLiteral("Q4"), {{"ICPs of the fourth quarter"}, header}, false, {5}, {}};
        second.rows.insert(second.rows.end(), {{"filters", "100", "Industry 4", "Graz"},
                                               {},
                                               {"filters", "100", "Industry 5", "Graz"},
                                               {"filters", "100", "Industry 3", "Germany"}});
        Messy sheet;
        sheet.name = QStringLiteral("messy.xlsx");
        sheet.bytes = workbookOf({first, second});
        sheet.tabs = 2;
        sheet.reading = {"--tab", "Q3", "--tab", "Q4"};
        sheet.rows = 6;
        sheet.blank = 2;
        sheet.ready = 3;
        sheet.needFix = 1;
        sheet.twice = 2;
        return sheet;
    }

private slots:
    void check_saysHowManyRowsAreLeftOutAndWhy() {
        work::CheckFigures found;
        found.summary.ready = 3;
        found.summary.blocked = 4;
        found.repeated = 1;
        QCOMPARE(leftOutOfCheck(found),
                 QStringLiteral("5 rows are left out: 1 in the sheet twice, 4 need a fix. The "
                                "others can be ordered."));
        found.summary.blocked = 0;
        QCOMPARE(leftOutOfCheck(found),
                 QStringLiteral("1 row is left out: 1 in the sheet twice. The others can be "
                                "ordered."));
        found.known.alreadyOrdered = 398;
        found.repeated = 0;
        QCOMPARE(leftOutOfCheck(found),
                 QStringLiteral("398 rows are left out: 398 already ordered. The others can be "
                                "ordered."));
        found.known = {};
        QCOMPARE(leftOutOfCheck(found), QString());
    }

    void initTestCase() { qRegisterMetaType<Priced>(); }

    void messySheet_hasOneNumberForEachThing_data() {
        QTest::addColumn<Messy>("sheet");
        QTest::newRow("text") << csv();
        Messy ordered = csv();
        ordered.before = 1;
        QTest::newRow("text, ordered elsewhere") << ordered;
        Messy reopened = csv();
        reopened.earlier = {"Product,Leads,Industries,Locations,Include?\n"
                            "filters,100,Industry 1,Germany,yes\n"
                            "filters,100,Industry 2,Germany,yes\n"};
        reopened.already = 2;
        reopened.ready = 1;
        QTest::newRow("text, opened again") << reopened;
        Messy changed = reopened;
        changed.earlier.first() += "filters,100,Industry 6,Germany,yes\n";
        changed.bytes.replace("Total,600", "filters,200,Industry 6,Germany,yes\nTotal,800");
        changed.rows = 8;
        changed.changed = 1;
        QTest::newRow("text, changed since") << changed;
        Messy cancelled = reopened;
        cancelled.earlier.prepend("Product,Leads,Industries,Locations,Include?\n"
                                  "filters,100,Industry 1,Germany,yes\n");
        cancelled.cancelled = true;
        cancelled.already = 1;
        cancelled.ended = 1;
        QTest::newRow("text, cancelled since") << cancelled;
        Messy other = reopened;
        other.byOther = true;
        other.already = 0;
        other.ready = 3;
        QTest::newRow("text, ordered by another account") << other;
        QTest::newRow("two tabs") << workbook();
        Messy tabs = workbook();
        const QStringList header{"Product", "Leads", "Industries", "Locations"};
        tabs.earlier = {workbookOf({{QStringLiteral("Q3"),
                                     {header, {"filters", "100", "Industry 1", "Germany"}},
                                     false,
                                     {},
                                     {}},
                                    {QStringLiteral("Q4"),
                                     {header, {"filters", "100", "Industry 3", "Germany"}},
                                     false,
                                     {},
                                     {}}})};
        tabs.already = 2;
        tabs.ready = 1;
        QTest::newRow("two tabs, opened again") << tabs;
    }

    void messySheet_hasOneNumberForEachThing() {
        QFETCH(Messy, sheet);
        Spoken all = atTheTerminal(sheet);
        QCOMPARE(all.take("trouble"), QString());
        all.insert(inTheWindow(sheet));
        const QMap<QString, int> counted{{"rows", sheet.rows},
                                         {"blank", sheet.blank},
                                         {"ready", sheet.ready},
                                         {"needFix", sheet.needFix},
                                         {"twice", sheet.twice},
                                         {"before", sheet.before},
                                         {"left", 0},
                                         {"nothing", sheet.before},
                                         {"already", sheet.already},
                                         {"changed", sheet.changed},
                                         {"ended", sheet.ended},
                                         {"toAnswer", sheet.before + sheet.changed},
                                         {"leftOut", sheet.twice + sheet.already + sheet.ended},
                                         {"skipped", sheet.twice + sheet.before + sheet.changed},
                                         {"ordered", sheet.already + sheet.ready - sheet.before},
                                         {"placed", sheet.ready - sheet.before}};
        QStringList wrong;
        for (const QString& who : all.keys()) {
            const int right = counted.value(who.section(QLatin1Char(','), 0, 0));
            if (all[who] != QString::number(right))
                wrong << QStringLiteral("%1: %2 instead of %3").arg(who, all[who]).arg(right);
        }
        QVERIFY(all.contains("needFix, Activity"));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
};

LEADSHEET_TEST(tst_one_count, OneCountTest);
#include "tst_one_count.moc"
