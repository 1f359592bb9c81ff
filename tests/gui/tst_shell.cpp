// SPDX-License-Identifier: Apache-2.0
#include "screenshot.hpp"
#include "test_main.hpp"

#include "bridge/application.hpp"
#include "bridge/background.hpp"
#include "program/command_search.hpp"
#include "program/desktop_program.hpp"
#include "shell/notice_bar.hpp"
#include "shell/settings.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"
#include "widgets/parts.hpp"

#include <QAction>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTimer>
#include <QtTest/qtestkeyboard.h> // for widgets: the precompiled header knows none
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;

namespace {

Application& application() {
    return *static_cast<Application*>(QCoreApplication::instance());
}

app::AppFolders foldersIn(const QString& path) {
    return {path.toStdString(), path.toStdString()};
}

/// The colour that the strokes of an icon have where they cover most.
QColor inkOf(const QIcon& icon, QIcon::State state) {
    const QImage image = icon.pixmap(QSize(64, 64), QIcon::Normal, state)
                             .toImage()
                             .convertToFormat(QImage::Format_ARGB32);
    QRgb most = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > qAlpha(most))
                most = image.pixel(x, y);
    return QColor::fromRgb(most);
}

struct Scene {
    /// Over a folder of its own, or over `data`.
    explicit Scene(const QString& data = {})
        : program(application(), foldersIn(data.isEmpty() ? folder.path() : data)) {}

    QTemporaryDir folder;
    DesktopProgram program;
};

} // namespace

class ShellTest : public QObject {
    Q_OBJECT

private slots:
    void schemes_textOnItsBackground_isLegible_data();
    void schemes_textOnItsBackground_isLegible();
    void icons_onAHighlight_areInItsTextColour();
    void code_largeFont_growsWithEverythingElse();
    void pane_longWordInALargeFont_isNotCut();
    void window_everyScheme_hasNamesAndNothingCut();
    void commandScore_lettersInOrder_preferWordStarts();
    void window_pageByNavigation_isShownAndTitled();
    void help_everyPage_hasATopicInEveryLanguage();
    void window_firstShownOnASmallScreen_fits();
    void window_closedAndOpened_standsWhereItStood();
    void window_killedAndOpened_standsWhereItStood();
    void commandSearch_typedAndEntered_doesIt();
    void help_askedOnAPage_isAboutThatPage();
    void background_resultOfCancelledJob_isNotDelivered();
    void background_destroyedWhileWorking_stopsTheJob();
    void latest_manyValues_deliversTheNewest();
    void latest_receiverGone_deliversNothing();
    void arguments_unknownOption_isNamed();
};

void ShellTest::schemes_textOnItsBackground_isLegible_data() {
    QTest::addColumn<int>("scheme");
    QTest::newRow("light") << static_cast<int>(ColourScheme::Light);
    QTest::newRow("dark") << static_cast<int>(ColourScheme::Dark);
    QTest::newRow("high contrast") << static_cast<int>(ColourScheme::HighContrast);
}

void ShellTest::schemes_textOnItsBackground_isLegible() {
    QFETCH(int, scheme);
    const auto wanted = static_cast<ColourScheme>(scheme);
    const double least = wanted == ColourScheme::HighContrast ? 7.0 : 4.5;
    const QPalette palette = paletteOf(wanted);
    const auto legible = [&](QPalette::ColorRole text, QPalette::ColorRole background) {
        const double ratio = contrastRatio(palette.color(text), palette.color(background));
        QVERIFY2(
            ratio >= least,
            qPrintable(QStringLiteral("role %1 on %2: %3").arg(text).arg(background).arg(ratio)));
    };
    for (const auto background : {QPalette::Window, QPalette::Base, QPalette::AlternateBase}) {
        legible(QPalette::WindowText, background);
        legible(QPalette::PlaceholderText, background);
        legible(QPalette::Link, background);
        legible(QPalette::LinkVisited, background);
    }
    legible(QPalette::ButtonText, QPalette::Button);
    legible(QPalette::HighlightedText, QPalette::Highlight);
    legible(QPalette::ToolTipText, QPalette::ToolTipBase);
    for (const Tone tone :
         {Tone::Neutral, Tone::Info, Tone::Good, Tone::Warn, Tone::Bad, Tone::Muted}) {
        const ToneColours colours = coloursOf(tone, palette);
        QVERIFY(contrastRatio(colours.text, colours.fill) >= 4.5);
        QVERIFY(contrastRatio(colours.text, palette.color(QPalette::Base)) >= 4.5);
        // The mark of the sandbox stands on a button.
        QVERIFY(contrastRatio(colours.mark, palette.color(QPalette::Button)) >= 3);
    }
}

void ShellTest::icons_onAHighlight_areInItsTextColour() {
    const QPalette palette = QGuiApplication::palette();
    const QColor plain = palette.color(QPalette::WindowText);
    const QColor highlighted = palette.color(QPalette::HighlightedText);
    QVERIFY(plain != highlighted);
    const QLatin1String name("save");
    QCOMPARE(inkOf(icon(name), QIcon::Off), plain);
    QCOMPARE(inkOf(icon(name), QIcon::On), plain);
    QCOMPARE(inkOf(chipIcon(name), QIcon::Off), plain);
    QCOMPARE(inkOf(chipIcon(name), QIcon::On), highlighted);
    QCOMPARE(inkOf(primaryIcon(name), QIcon::Off), highlighted);
}

void ShellTest::code_largeFont_growsWithEverythingElse() {
    Scene scene;
    TextEdit code;
    code.showCode(9);
    code.show();
    scene.program.theme().setFontSize(14);
    QTRY_COMPARE_WITH_TIMEOUT(code.fontInfo().pointSize(), 14, 60'000);
    const QFontMetrics metrics(code.font());
    QCOMPARE(metrics.horizontalAdvance(QLatin1Char('i')),
             metrics.horizontalAdvance(QLatin1Char('M')));
    QVERIFY(code.minimumSizeHint().height() >= code.fontMetrics().lineSpacing() * 9);
    scene.program.theme().setFontSize(0);
}

void ShellTest::pane_longWordInALargeFont_isNotCut() {
    Scene scene;
    QSplitter window;
    window.resize(1200, 400);
    window.addWidget(new QWidget);
    auto* pane =
        new PaneScroll(wrappingLabel(QStringLiteral("dlv_01JD0WDZ7T3F5M9Q2X4B6C8E0G")), 100);
    window.addWidget(pane);
    window.setSizes({1100, 100});
    window.show();
    scene.program.theme().setFontSize(14);
    QTRY_VERIFY_WITH_TIMEOUT(pane->viewport()->width() >= pane->widget()->minimumSizeHint().width(),
                             60'000);
    QVERIFY(pane->widget()->width() <= pane->viewport()->width());
    // A word longer than half a window is reached by scrolling.
    static_cast<QLabel*>(pane->widget())->setText(QString(300, QLatin1Char('m')));
    QTRY_VERIFY_WITH_TIMEOUT(pane->horizontalScrollBar()->maximum() > 0, 60'000);
    QVERIFY(pane->width() < window.width() * 2 / 3);
    scene.program.theme().setFontSize(0);
}

void ShellTest::window_everyScheme_hasNamesAndNothingCut() {
    Scene scene;
    scene.program.show();
    for (const auto& [choice, name] : {std::pair{ThemeChoice::Light, "light"},
                                       {ThemeChoice::Dark, "dark"},
                                       {ThemeChoice::HighContrast, "contrast"}}) {
        scene.program.theme().choose(choice);
        scene.program.window().notices().show(
            NoticeKind::Warn, QStringLiteral("A notice with a way out."), QStringLiteral("Do It"));
        QCoreApplication::processEvents();
        QCOMPARE(test::complaints(scene.program.window()).join(QLatin1Char('\n')), QString());
        test::screenshot(scene.program.window(),
                         QStringLiteral("shell-%1").arg(QLatin1String(name)));
    }
    scene.program.theme().choose(ThemeChoice::Light);
}

void ShellTest::commandScore_lettersInOrder_preferWordStarts() {
    QCOMPARE(commandScore(QStringLiteral("xyz"), QStringLiteral("Open Sheet")), -1);
    QVERIFY(commandScore(QStringLiteral("os"), QStringLiteral("Open Sheet")) >
            commandScore(QStringLiteral("os"), QStringLiteral("Close")));
    QVERIFY(commandScore(QStringLiteral("shee"), QStringLiteral("Open Sheet")) > 0);
}

void ShellTest::window_pageByNavigation_isShownAndTitled() {
    Scene scene;
    scene.program.show();
    scene.program.workspace().showPage(QStringLiteral("destinations"));
    QCOMPARE(scene.program.window().currentPage()->id(), QStringLiteral("destinations"));
    QVERIFY(scene.program.window().windowTitle().startsWith(QStringLiteral("Destinations")));
}

void ShellTest::help_everyPage_hasATopicInEveryLanguage() {
    Scene scene;
    for (const desktop::Page* page : scene.program.window().findChildren<desktop::Page*>())
        for (const char* language : {"en", "de"}) {
            const QString file =
                QStringLiteral(":/help/%1/%2.md").arg(QLatin1String(language), page->id());
            QVERIFY2(QFile::exists(file), qPrintable(file));
        }
}

void ShellTest::window_firstShownOnASmallScreen_fits() {
    QCOMPARE(firstWindowSize({1240, 760}, {1920, 1080}), QSize(1240, 760));
    QCOMPARE(firstWindowSize({1240, 760}, {1280, 720}), QSize(1240, 680));
    Scene scene;
    scene.program.show();
    const QSize room = scene.program.window().screen()->availableSize();
    QVERIFY(scene.program.window().height() < room.height());
}

void ShellTest::window_closedAndOpened_standsWhereItStood() {
    QTemporaryDir folder;
    const app::AppFolders folders{folder.path().toStdString(), folder.path().toStdString()};
    {
        DesktopProgram program(application(), folders);
        program.show();
        program.window().resize(1001, 611);
        program.window().close();
    }
    DesktopProgram again(application(), folders);
    again.show();
    QCOMPARE(again.window().size(), QSize(1001, 611));
}

void ShellTest::window_killedAndOpened_standsWhereItStood() {
    Scene scene;
    scene.program.show();
    scene.program.window().resize(1002, 612);
    // What is on the disk while the window is open is all that a killed program leaves.
    const QString file = scene.folder.filePath(QStringLiteral("desktop.ini"));
    const QTemporaryDir left;
    const auto isKept = [&] {
        const QString copy = left.filePath(QStringLiteral("desktop.ini"));
        QFile::remove(copy);
        if (!QFile::copy(file, copy) ||
            Settings(left.path().toStdString()).windowState(QStringLiteral("main")).isEmpty())
            return false;
        Scene other(left.path());
        other.program.show();
        return other.program.window().size() == QSize(1002, 612);
    };
    QTRY_VERIFY_WITH_TIMEOUT(isKept(), 60'000);
}

void ShellTest::commandSearch_typedAndEntered_doesIt() {
    Scene scene;
    scene.program.show();
    QTimer typist;
    connect(&typist, &QTimer::timeout, this, [&typist] {
        QWidget* dialog = QApplication::activeModalWidget();
        if (dialog == nullptr)
            return;
        typist.stop();
        auto* line = dialog->findChild<QLineEdit*>();
        QTest::keyClicks(line, QStringLiteral("go activ"));
        QTest::keyClick(line, Qt::Key_Return);
    });
    typist.start(10);
    for (QAction* action : scene.program.window().commands())
        if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_K))
            action->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(scene.program.window().currentPage()->id(),
                              QStringLiteral("activity"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(scene.program.window().findChild<CommandSearch*>() == nullptr, 60'000);
}

void ShellTest::help_askedOnAPage_isAboutThatPage() {
    Scene scene;
    scene.program.show();
    QString before;
    for (const char* page : {"submit", "orders", "activity"}) {
        scene.program.workspace().showPage(QLatin1String(page));
        for (QAction* action : scene.program.window().commands())
            if (action->shortcut() == QKeySequence(QKeySequence::HelpContents))
                action->trigger();
        const auto* text = scene.program.window().findChild<QTextBrowser*>();
        QVERIFY(text != nullptr && text->isVisible());
        QVERIFY2(text->toPlainText() != before, page);
        before = text->toPlainText();
    }
}

void ShellTest::background_resultOfCancelledJob_isNotDelivered() {
    Background background;
    std::atomic<bool> stopped{false};
    std::atomic<bool> running{false};
    bool delivered = false;
    background.run(
        [&](const std::stop_token& stop) {
            running = true;
            while (!stop.stop_requested())
                std::this_thread::yield();
            stopped = true;
            return 1;
        },
        [&](int) { delivered = true; });
    QVERIFY(background.busy());
    QTRY_VERIFY_WITH_TIMEOUT(running.load(), 60'000);
    background.cancel();
    QVERIFY(!background.busy());
    int second = 0;
    background.run([](const std::stop_token&) { return 2; }, [&](int value) { second = value; });
    QTRY_COMPARE_WITH_TIMEOUT(second, 2, 60'000);
    QVERIFY(stopped);
    QVERIFY(!delivered);
}

void ShellTest::background_destroyedWhileWorking_stopsTheJob() {
    std::atomic<bool> running{false};
    bool delivered = false;
    {
        Background background;
        background.run(
            [&](const std::stop_token& stop) {
                running = true;
                while (!stop.stop_requested())
                    std::this_thread::yield();
            },
            [&] { delivered = true; });
        QTRY_VERIFY_WITH_TIMEOUT(running.load(), 60'000);
    }
    QCoreApplication::processEvents();
    QVERIFY(!delivered);
}

void ShellTest::latest_manyValues_deliversTheNewest() {
    QList<int> seen;
    Latest<int> latest([&](const int& value) { seen << value; });
    const auto send = latest.sender();
    for (int i = 0; i < 1000; ++i)
        send(i);
    QTRY_VERIFY_WITH_TIMEOUT(!seen.isEmpty(), 60'000);
    QCOMPARE(seen, QList<int>{999});
}

void ShellTest::latest_receiverGone_deliversNothing() {
    int seen = 0;
    std::function<void(int)> send;
    {
        Latest<int> latest([&](const int&) { ++seen; });
        send = latest.sender();
        send(1);
    }
    send(2);
    QCoreApplication::processEvents();
    QCOMPARE(seen, 0);
}

void ShellTest::arguments_unknownOption_isNamed() {
    const char* argv[] = {"leadsheet-desktop", "--sandbocks"};
    QCOMPARE(parseArguments(2, argv).wrong, std::string("There is no option --sandbocks."));
}

LEADSHEET_TEST(tst_shell, ShellTest);
#include "tst_shell.moc"
