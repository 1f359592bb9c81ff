// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet_site.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "workbook_file.hpp"

#include "grid/sheet_grid_view.hpp"
#include "shell/notice_bar.hpp"
#include "shell/workspace.hpp"
#include "submit/recent_sheets.hpp"
#include "submit/submit_step.hpp"

#include <QClipboard>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

QAction* choice(SubmitScene& scene, const char* phrase, const QString& text) {
    for (auto* button : scene.window().findChildren<QToolButton*>(QString::fromLatin1(phrase)))
        for (QAction* action : button->menu()->actions())
            if (button->isVisible() && action->text().startsWith(text))
                return action;
    return nullptr;
}

QString cellText(SubmitScene& scene, std::uint32_t row, std::uint32_t column) {
    auto* view = scene.page().step(0)->findChild<SheetGridView*>();
    return view->grid().indexOf({row, column}).data().toString();
}

bool isLoaded(SubmitScene& scene) {
    return scene.job().state() == SheetJob::State::Open && !scene.job().rows().isLoading();
}

/// Drops data as a file manager or a browser does; true when the page takes it.
bool drop(SubmitScene& scene, const QMimeData& data) {
    QWidget* target = scene.page().step(0);
    const QPoint middle = target->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent dropped(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &dropped);
    return dropped.isAccepted();
}

/// Two tabs; the first has a hidden row and a merged area over two rows.
QByteArray workbook() {
    const QStringList header{"Product", "Industry", "Job title", "Location", "Lead count"};
    WorkbookTab first{
        QStringLiteral("Q3"),
        {header,
         {"filters", "Retail", "CEO", "Berlin", "10"},
         {"filters", "Pharma", "CEO", "", "20"},
         {"filters", "Hidden", "CEO", "Jena", "30"}},
        false,
        {4},
        QStringLiteral("<mergeCells count=\"1\"><mergeCell ref=\"D2:D3\"/></mergeCells>")};
    WorkbookTab second;
    second.name = QStringLiteral("Q4");
    second.rows = {header, {"filters", "Later", "CTO", "Graz", "5"}};
    return workbookOf({first, second});
}

} // namespace

/// Every way a sheet comes in, and what a workbook leaves open.
class SourceWaysTest : public QObject {
    Q_OBJECT

private slots:
    void address_notOfThePublicInternet_isRefusedWithAWayOut() {
        SubmitScene scene;
        auto* address = scene.window().findChild<QLineEdit*>(QStringLiteral("sheetAddress"));
        QTest::keyClicks(address, QStringLiteral("https://127.0.0.1:9/sheet.csv"));
        QVERIFY(scene.press("openAddress"));
        QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Unreadable, kPatience);
        auto* text = scene.window().findChild<QLabel*>(QStringLiteral("sourceTrouble"));
        QVERIFY2(text->text().contains(QStringLiteral("public internet")),
                 qPrintable(text->text()));
        QVERIFY(!scene.job().error().wayOut.empty());
    }

    void address_ofAPublishedSheet_isFetchedAndRead() {
        SubmitScene scene;
        scene.program.workspace().setFetchesPrivate(true);
        SheetSite site({{"/shared", "302 Found\r\nLocation: /files/7"},
                        {"/files/7", "200 OK\r\nContent-Type: text/csv\r\nContent-Disposition: "
                                     "attachment; filename=Q3-ICPs.csv"}},
                       cleanSheet(40));
        const QString address = site.url(QStringLiteral("/shared"));
        auto* line = scene.window().findChild<QLineEdit*>(QStringLiteral("sheetAddress"));
        QTest::keyClicks(line, address);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(
            scene.job().state() == SheetJob::State::Unreadable || isLoaded(scene), kPatience);
        QCOMPARE(QString::fromStdString(leadsheet::text::render(scene.job().error().reason)),
                 QString());
        QCOMPARE(scene.job().sourceName(), QStringLiteral("Q3-ICPs.csv"));
        QCOMPARE(cellText(scene, 41, 1), QStringLiteral("Industry 40"));
        QVERIFY(scene.job().isTemporary());
        QCOMPARE(scene.program.settings().recentSheets().value(0), address);
        QVERIFY(scene.page().commandLine().contains(address));
        QCOMPARE(site.asked(),
                 (QStringList{QStringLiteral("/shared"), QStringLiteral("/files/7")}));
        QVERIFY(!site.sawKey());
        QVERIFY(scene.goToCheck());
        QCOMPARE(scene.job().checked()->ready, std::uint64_t{40});
    }

    void address_failsOnce_isTriedAgainFromThePage() {
        SubmitScene scene;
        scene.program.workspace().setFetchesPrivate(true);
        SheetSite site({}, cleanSheet(2));
        scene.program.workspace().openSheet(site.url(QStringLiteral("/later")));
        QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Unreadable, kPatience);
        const auto* text = scene.window().findChild<QLabel*>(QStringLiteral("sourceTrouble"));
        QVERIFY2(text->text().contains(QStringLiteral("no sheet at this address")),
                 qPrintable(text->text()));
        site.publish("/later", "200 OK\r\nContent-Type: text/csv");
        QVERIFY(scene.press("tryAgain"));
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene), kPatience);
        QCOMPARE(cellText(scene, 3, 1), QStringLiteral("Industry 2"));
    }

    void recentSheet_isOneClickAway() {
        SubmitScene scene;
        const QString first = scene.write(QStringLiteral("first.csv"), cleanSheet(3));
        QVERIFY(scene.open(first));
        QVERIFY(scene.open(scene.write(QStringLiteral("second.csv"), cleanSheet(2))));
        QVERIFY(scene.press("anotherSheet"));
        QPushButton* recent = nullptr;
        for (auto* button : scene.page().step(0)->findChildren<QPushButton*>())
            if (button->isVisible() && button->accessibleName().endsWith(first))
                recent = button;
        QVERIFY(recent != nullptr);
        QTest::mouseClick(recent, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene) && scene.job().source() == first, kPatience);
        QCOMPARE(cellText(scene, 4, 1), QStringLiteral("Industry 3"));
    }

    void drop_file_isOpened() {
        SubmitScene scene;
        const QString file = scene.write(QStringLiteral("dropped.csv"), cleanSheet(3));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QVERIFY(drop(scene, data));
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene), kPatience);
        QCOMPARE(scene.job().source(), file);
        QCOMPARE(cellText(scene, 4, 1), QStringLiteral("Industry 3"));
    }

    void drop_cells_becomeASheet() {
        SubmitScene scene;
        QMimeData data;
        data.setText(QStringLiteral("Product\tIndustry\nfilters\tRetail\n"));
        QVERIFY(drop(scene, data));
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene), kPatience);
        QVERIFY(scene.job().isTemporary());
        QCOMPARE(cellText(scene, 2, 1), QStringLiteral("Retail"));
    }

    void drop_picture_isNotTaken() {
        SubmitScene scene;
        QMimeData data;
        data.setData(QStringLiteral("image/png"), "x");
        QVERIFY(!drop(scene, data));
        QCOMPARE(scene.job().state(), SheetJob::State::Empty);
    }

    void dropOrPaste_ofNothing_changesNothing_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("bytes");
        for (const char* format : {"text/uri-list", "text/plain", "text/html", "text/csv",
                                   "application/x-qt-image", "application/octet-stream"})
            for (const char* bytes : {"", " ", "\n", "\r\n\r\n", "#only a comment\r\n"})
                if (qstrcmp(format, "text/plain") != 0 || *bytes != '#')
                    QTest::addRow("%s, %d", format, int(qstrlen(bytes)))
                        << QString::fromLatin1(format) << QByteArray(bytes);
    }
    void dropOrPaste_ofNothing_changesNothing() {
        QFETCH(QString, format);
        QFETCH(QByteArray, bytes);
        SubmitScene scene;
        QMimeData data;
        data.setData(format, bytes);
        drop(scene, data);
        QCOMPARE(scene.job().state(), SheetJob::State::Empty);
        auto* copied = new QMimeData;
        copied->setData(format, bytes);
        QGuiApplication::clipboard()->setMimeData(copied);
        QVERIFY(scene.press("pasteCells"));
        QCOMPARE(scene.job().state(), SheetJob::State::Empty);
    }

    /// Whatever is dropped or pasted, the page says what came of it.
    void dropOrPaste_ofAnything_isNeverSilent_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const char* format, const QByteArray& bytes) {
            QTest::newRow(name) << QString::fromLatin1(format) << bytes;
        };
        row("a folder", "text/uri-list", "file:///tmp\r\n");
        row("a file that is gone", "text/uri-list", "file:///tmp/gone/gone.csv\r\n");
        row("a broken address", "text/uri-list", "file:///%zz%00%ff\r\n");
        row("another computer's file", "text/uri-list", "file://server/share/a.csv\r\n");
        row("an address of something other than a sheet", "text/uri-list", "mailto:a@b.c\r\n");
        row("a device", "text/uri-list", "file:///dev/null\r\n");
        row("a picture", "image/png", "\x89PNG\r\n\x1a\n broken");
        row("a table of a word processor", "text/rtf", "{\\rtf1 Product\\cell 5\\row}");
        row("a table of a browser", "text/html", "<table><tr><td>Product</td></tr></table>");
        row("one word", "text/plain", "Product");
        row("bytes of 0", "text/plain", QByteArray(40, '\0'));
        row("five megabytes on one line", "text/plain", QByteArray(5'000'000, 'x'));
        row("quotes that never end", "text/plain", "\"a,b\nc,d\n\"\"\"");
    }
    void dropOrPaste_ofAnything_isNeverSilent() {
        QFETCH(QString, format);
        QFETCH(QByteArray, bytes);
        const auto settled = [](SubmitScene& scene) {
            return scene.job().state() == SheetJob::State::Unreadable || isLoaded(scene);
        };
        {
            SubmitScene scene;
            QMimeData data;
            data.setData(format, bytes);
            if (drop(scene, data))
                QTRY_VERIFY_WITH_TIMEOUT(settled(scene), kPatience);
        }
        SubmitScene scene;
        QSignalSpy said(&scene.program.workspace(), &Workspace::noticed);
        auto* copied = new QMimeData;
        copied->setData(format, bytes);
        QGuiApplication::clipboard()->setMimeData(copied);
        for (QAction* act : scene.page().commands())
            if (act->shortcut() == QKeySequence(QKeySequence::Paste))
                act->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(settled(scene) || !said.isEmpty(), kPatience);
    }

    void drop_ofSeveralFiles_saysThatOneIsOpened() {
        SubmitScene scene;
        const QString sheet = scene.write(QStringLiteral("a.csv"), "Product,Leads\nfilters,5\n");
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(sheet), QUrl::fromLocalFile(sheet)});
        QSignalSpy said(&scene.program.workspace(), &Workspace::noticed);
        QVERIFY(drop(scene, data));
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene), kPatience);
        QCOMPARE(scene.job().source(), sheet);
        QCOMPARE(said.count(), 1);
        QVERIFY(said.first().at(1).toString().startsWith(QStringLiteral("2 files at once")));
    }

    void paste_anAddress_opensThatSheet() {
        SubmitScene scene;
        QGuiApplication::clipboard()->setText(QStringLiteral("http://127.0.0.1:9/sheet.csv\n"));
        QVERIFY(scene.press("pasteCells"));
        QTRY_VERIFY_WITH_TIMEOUT(scene.job().state() == SheetJob::State::Unreadable, kPatience);
        QVERIFY(!scene.job().error().message().empty());
        QVERIFY(scene.job().source().startsWith(QStringLiteral("http://127.0.0.1:9/")) ||
                scene.job().sourceName().contains(QStringLiteral("sheet.csv")));
    }

    void workbook_decisions_areCountedAndDecidedHere_data() {
        QTest::addColumn<QByteArray>("phrase");
        QTest::addColumn<QString>("option");
        QTest::addColumn<int>("ready");
        QTest::newRow("hidden rows")
            << QByteArray("phrase-hiddenRows") << "--hidden-rows keep" << 3;
        QTest::newRow("merged cells")
            << QByteArray("phrase-mergedCells") << "--merged-cells first" << 2;
    }
    void workbook_decisions_areCountedAndDecidedHere() {
        QFETCH(QByteArray, phrase);
        QFETCH(QString, option);
        QFETCH(int, ready);
        SubmitScene scene;
        QVERIFY(scene.open(scene.write(QStringLiteral("a.xlsx"), workbook())));
        QTRY_VERIFY_WITH_TIMEOUT(scene.job().rows().counts() != nullptr, kPatience);
        QVERIFY(!scene.page().commandLine().contains(option));
        auto* button = scene.window().findChild<QToolButton*>(QString::fromLatin1(phrase));
        QVERIFY(button != nullptr && button->isVisible());
        button->menu()->actions().last()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene), kPatience);
        QVERIFY2(scene.page().commandLine().contains(option),
                 qPrintable(scene.page().commandLine()));
        QVERIFY(scene.goToCheck());
        QCOMPARE(scene.job().checked()->ready, static_cast<std::uint64_t>(ready));
    }

    void workbook_withACoverFirst_isReadWhereTheHeaderFits() {
        SubmitScene scene;
        WorkbookTab cover;
        cover.name = QStringLiteral("Cover");
        cover.rows = {{"Customer", "Contact"}, {"Acme", "Ann"}};
        WorkbookTab list;
        list.name = QStringLiteral("ICP");
        list.rows = {{"Product", "Industry", "Job title", "Location", "Lead count"},
                     {"filters", "Retail", "CEO", "Berlin", "10"}};
        WorkbookTab old = list;
        old.name = QStringLiteral("Old");
        old.hidden = true;
        QVERIFY(scene.open(scene.write(QStringLiteral("a.xlsx"), workbookOf({cover, list, old}))));
        QCOMPARE(scene.job().tab().sheet, std::size_t{1});
        QStringList texts;
        for (const QLabel* label : scene.window().findChildren<QLabel*>())
            texts << label->text();
        QVERIFY2(texts.contains(QStringLiteral("not read: Cover, Old (hidden, fits too)")),
                 qPrintable(texts.join(QLatin1Char('|'))));
        QVERIFY(scene.page().commandLine().contains(QStringLiteral("--tab ICP")));
        // What the person chooses stays, and is no longer explained.
        QAction* tab = choice(scene, "phraseTab", QStringLiteral("Cover"));
        QVERIFY(tab != nullptr);
        tab->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene) && scene.job().tab().sheet == 0, kPatience);
        QVERIFY(scene.page().commandLine().contains(QStringLiteral("--tab Cover")));
    }

    void watchedSheet_thatWaits_isOpenedByAClickAndGoesWhenItIsMoved() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        QVERIFY(QDir().mkpath(home.path(QStringLiteral("in"))));
        const QString sheet = home.write(QStringLiteral("in/q3.csv"), cleanSheet(2));
        SubmitScene scene;
        auto* waiting = scene.window().findChild<WaitingList*>();
        QVERIFY(!waiting->isVisible());
        const QStringList watch{"watch", home.path("in"), "--once",           "--settle",
                                "0",     "--data-dir",    scene.folder.path()};
        const CliRun run = home.run(watch);
        QVERIFY2(run.exitCode == 6, run.all());
        waiting->look();
        QTRY_VERIFY_WITH_TIMEOUT(waiting->isVisible(), kPatience);
        QCOMPARE(scene.look(QStringLiteral("waiting-sheets")), QString());
        auto* open = waiting->findChild<QPushButton*>(QStringLiteral("waitingSheet"));
        QCOMPARE(open->text(), QStringLiteral("q3.csv"));
        QVERIFY2(open->toolTip().contains(QStringLiteral("2 orders")), qPrintable(open->toolTip()));

        const CliRun yes = home.run(QStringList(watch) << "--max-total"
                                                       << "5000");
        QVERIFY2(yes.exitCode == 0, yes.all());
        waiting->look();
        QTRY_VERIFY_WITH_TIMEOUT(!waiting->isVisible(), kPatience);
        QVERIFY(!QFile::exists(sheet));

        home.write(QStringLiteral("in/q4.csv"), cleanSheet(3));
        QCOMPARE(home.run(watch).exitCode, 6);
        waiting->look();
        QTRY_VERIFY_WITH_TIMEOUT(waiting->isVisible(), kPatience);
        QVERIFY(scene.press("waitingSheet"));
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene), kPatience);
        QCOMPARE(scene.job().rows().rows()->rows(), std::uint32_t{4});
    }

    void workbook_otherTab_isRead() {
        SubmitScene scene;
        QVERIFY(scene.open(scene.write(QStringLiteral("a.xlsx"), workbook())));
        QCOMPARE(cellText(scene, 2, 1), QStringLiteral("Retail"));
        QAction* tab = choice(scene, "phraseTab", QStringLiteral("Q4"));
        QVERIFY(tab != nullptr);
        tab->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene) && scene.job().tab().sheet == 1, kPatience);
        QCOMPARE(cellText(scene, 2, 1), QStringLiteral("Later"));
        QVERIFY(scene.page().commandLine().contains(QStringLiteral("--tab Q4")));
    }

    void stopReading_whileRowsComeIn_keepsWhatIsThere() {
        SubmitScene scene;
        const QString file = scene.write(QStringLiteral("long.csv"), cleanSheet(200'000));
        bool pressed = false;
        connect(&scene.job(), &SheetJob::stateChanged, this, [&] {
            if (scene.job().state() == SheetJob::State::Open && !pressed)
                pressed = scene.press("stopReading");
        });
        QVERIFY(scene.open(file));
        QVERIFY(pressed);
        const app::SheetError* error = scene.job().rows().error();
        QVERIFY(error != nullptr);
        QCOMPARE(error->code, app::SheetErrorCode::Cancelled);
        auto* notice = scene.window().findChild<NoticeBar*>(QStringLiteral("sourceNotice"));
        QVERIFY2(notice->text().startsWith(QStringLiteral("Reading was stopped")),
                 qPrintable(notice->text()));
        QVERIFY(scene.job().rows().rows()->rows() < 200'000);
        QVERIFY(scene.goToMap());
    }
};

LEADSHEET_TEST(tst_source_ways, SourceWaysTest);
#include "tst_source_ways.moc"
