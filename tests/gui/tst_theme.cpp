// SPDX-License-Identifier: Apache-2.0
#include "screenshot.hpp"
#include "test_main.hpp"

#include "theme/icons.hpp"
#include "theme/theme.hpp"
#include "widgets/tables.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDBusVariant>
#include <QDateEdit>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QStyleOptionButton>
#include <QTabBar>
#include <QTableView>
#include <QTextEdit>
#include <QVBoxLayout>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;

namespace {

/// The widget's edge against what it stands on: the strongest contrast just left and right of its
/// left side, halfway down.
double edgeContrast(QWidget& window, const QWidget& widget) {
    const QImage image = window.grab().toImage();
    const QPoint at = widget.mapTo(&window, QPoint(0, widget.height() / 2));
    double most = 1;
    for (int x = at.x() - 2; x <= at.x() + 4; ++x)
        most = std::max(most, contrastRatio(image.pixelColor(x, at.y()), image.pixelColor(1, 1)));
    return most;
}

} // namespace

/// Which colours the window takes, and whether its controls are seen in them.
class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void schemes_ofTheDesktop_areFollowed();
    void controls_onADarkWindow_haveAnEdge();
    void field_ofSeveralLines_showsThatItHasTheFocus();
    void controls_inARow_areOfOneHeight_data();
    void controls_inARow_areOfOneHeight();
    void boxes_toTick_growWithTheText();
    void wholeText_largerLetters_saysWhatTheColumnCutsThen();
};

void ThemeTest::schemes_ofTheDesktop_areFollowed() {
    Theme theme(*qApp);
    // As the bus would: a value of the desktop portal's settings, wrapped twice by old ones.
    const auto hear = [&](const char* key, uint value, bool wrapped = false) {
        QVariant heard = value;
        if (wrapped)
            heard = QVariant::fromValue(QDBusVariant(heard));
        QVERIFY(QMetaObject::invokeMethod(
            &theme, "portalSettingChanged",
            Q_ARG(QString, QStringLiteral("org.freedesktop.appearance")),
            Q_ARG(QString, QLatin1String(key)), Q_ARG(QDBusVariant, QDBusVariant(heard))));
    };
    hear("color-scheme", 1, true);
    QCOMPARE(theme.scheme(), ColourScheme::Dark);
    hear("contrast", 1);
    QCOMPARE(theme.scheme(), ColourScheme::HighContrast);
    theme.choose(ThemeChoice::Light);
    QCOMPARE(theme.scheme(), ColourScheme::Light);
    theme.choose(ThemeChoice::System);
    QCOMPARE(theme.scheme(), ColourScheme::HighContrast);
    hear("contrast", 0);
    hear("accent-color", 1);
    QCOMPARE(theme.scheme(), ColourScheme::Dark);
    hear("color-scheme", 2);
    QCOMPARE(theme.scheme(), ColourScheme::Light);
}

void ThemeTest::controls_onADarkWindow_haveAnEdge() {
    Theme theme(*qApp);
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    const auto add = [column](auto* widget) {
        widget->setFocusPolicy(Qt::NoFocus);
        column->addWidget(widget);
        return widget;
    };
    auto* bar = add(new QScrollBar(Qt::Horizontal));
    bar->setPageStep(50);
    auto* tabs = add(new QTabBar);
    tabs->addTab(QStringLiteral("Webhooks"));
    tabs->addTab(QStringLiteral("Outreach"));
    auto* editable = add(new QComboBox);
    editable->setEditable(true);
    editable->lineEdit()->setFocusPolicy(Qt::NoFocus);
    const std::vector<QWidget*> fields{add(new QLineEdit), add(new QSpinBox),
                                       add(new QTextEdit), add(new QPlainTextEdit),
                                       add(new QCheckBox), add(new QListWidget)};
    const std::vector<QWidget*> buttons{editable, add(new QComboBox), add(new QPushButton),
                                        add(new QProgressBar)};
    // WCAG 2.1 success criterion 1.4.11
    constexpr double kLeast = 3;
    const auto check = [&](const std::vector<QWidget*>& widgets) {
        for (const QWidget* widget : widgets) {
            const double ratio = edgeContrast(window, *widget);
            QVERIFY2(ratio >= kLeast,
                     qPrintable(QStringLiteral("%1: %2")
                                    .arg(QLatin1String(widget->metaObject()->className()))
                                    .arg(ratio)));
        }
    };
    window.resize(400, 700);
    window.show();
    theme.choose(ThemeChoice::HighContrast);
    QCoreApplication::processEvents();
    test::screenshot(window, QStringLiteral("controls-contrast"));
    check(fields);
    check(buttons);
    const QPoint handle = bar->mapTo(&window, QPoint(bar->width() / 6, bar->height() / 2));
    const QPoint groove = bar->mapTo(&window, QPoint(bar->width() - 40, bar->height() / 2));
    const QImage image = window.grab().toImage();
    QVERIFY(contrastRatio(image.pixelColor(handle), image.pixelColor(groove)) >= kLeast);
    const auto tabPixel = [&](int tab) {
        return image.pixelColor(tabs->mapTo(&window, tabs->tabRect(tab).topLeft() + QPoint(4, 4)));
    };
    QVERIFY(contrastRatio(tabPixel(0), tabPixel(1)) >= kLeast);
    QMenu menu;
    menu.addAction(QStringLiteral("Undo"));
    menu.addAction(icon(QLatin1String("save")), QStringLiteral("Save"));
    menu.popup({});
    test::screenshot(menu, QStringLiteral("menu-contrast"));
    const QImage popup = menu.grab().toImage();
    QVERIFY(contrastRatio(popup.pixelColor(0, popup.height() / 2), Qt::black) >= kLeast);
    menu.close();
    theme.choose(ThemeChoice::Dark);
    QCoreApplication::processEvents();
    test::screenshot(window, QStringLiteral("controls-dark"));
    check(fields);
    theme.choose(ThemeChoice::Light);
}

void ThemeTest::field_ofSeveralLines_showsThatItHasTheFocus() {
    Theme theme(*qApp);
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* field = new QPlainTextEdit;
    auto* other = new QLineEdit;
    column->addWidget(field);
    column->addWidget(other);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (const ThemeChoice choice :
         {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
        theme.choose(choice);
        const auto edge = [&](QWidget& focused) {
            focused.setFocus();
            QCoreApplication::processEvents();
            return field->grab().toImage().pixelColor(0, field->height() / 2);
        };
        const QColor without = edge(*other);
        QVERIFY(edge(*field) != without);
    }
    theme.choose(ThemeChoice::Light);
}

void ThemeTest::controls_inARow_areOfOneHeight_data() {
    QTest::addColumn<int>("points");
    QTest::addColumn<int>("least"); // pixels
    QTest::newRow("usual text") << 10 << 32;
    QTest::newRow("large text") << 14 << 36;
}

void ThemeTest::controls_inARow_areOfOneHeight() {
    QFETCH(int, points);
    QFETCH(int, least);
    Theme theme(*qApp);
    theme.setFontSize(points);
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    const auto button = [](const char* look) {
        auto* made = new QPushButton(QStringLiteral("Export"));
        made->setProperty(look, true);
        return made;
    };
    const std::vector<QWidget*> all{button("plain"), button("primary"), button("chip"),
                                    new QComboBox,   new QLineEdit,     new QSpinBox,
                                    new QDateEdit};
    for (QWidget* one : all)
        row->addWidget(one);
    window.show();
    QCoreApplication::processEvents();
    for (const QWidget* one : all)
        QCOMPARE(one->height(), all.front()->height());
    QVERIFY(all.front()->height() >= least);
    QVERIFY(points > 10 || all.front()->height() == least);
    all.at(1)->setFocus();
    QCoreApplication::processEvents();
    QCOMPARE(all.at(1)->height(), all.front()->height());
    theme.setFontSize(0);
}

void ThemeTest::boxes_toTick_growWithTheText() {
    Theme theme(*qApp);
    const QCheckBox box(QStringLiteral("Only rows with problems"));
    const QRadioButton choice(QStringLiteral("All rows"));
    const auto sizes = [&](int points) {
        theme.setFontSize(points);
        settle();
        QStyleOptionButton option;
        option.initFrom(&box);
        return std::pair(
            box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box).size(),
            choice.style()
                ->subElementRect(QStyle::SE_RadioButtonIndicator, &option, &choice)
                .size());
    };
    const auto usual = sizes(10);
    const auto large = sizes(18);
    theme.setFontSize(0);
    for (const auto& [before, after] :
         {std::pair(usual.first, large.first), std::pair(usual.second, large.second)}) {
        QVERIFY2(after.height() * 10 > before.height() * 15,
                 qPrintable(QStringLiteral("%1 of %2").arg(after.height()).arg(before.height())));
        QCOMPARE(after.width(), after.height());
    }
}

void ThemeTest::wholeText_largerLetters_saysWhatTheColumnCutsThen() {
    Theme theme(*qApp);
    theme.setFontSize(9);
    QWidget window;
    QStandardItemModel model(1, 1);
    model.setItem(0, 0, new QStandardItem(QStringLiteral("The platform knows this lead")));
    auto* table = new QTableView;
    table->setModel(&model);
    auto* whole = new WholeText(*table, 0, "whole");
    auto* layout = new QVBoxLayout(&window);
    layout->addWidget(table);
    layout->addWidget(whole);
    window.show();
    settle();
    table->setColumnWidth(0, table->fontMetrics().horizontalAdvance(model.item(0, 0)->text()) + 40);
    table->setCurrentIndex(model.index(0, 0));
    settle();
    QVERIFY(!whole->isVisible());
    theme.setFontSize(18);
    settle();
    const bool shown = whole->isVisible();
    whole->setFocus(Qt::TabFocusReason);
    const QString selected = whole->selectedText();
    const bool reached = (whole->focusPolicy() & Qt::TabFocus) != 0;
    theme.setFontSize(0);
    QVERIFY(shown);
    QVERIFY(reached);
    QCOMPARE(selected, model.item(0, 0)->text());
}

LEADSHEET_TEST(tst_theme, ThemeTest);
#include "tst_theme.moc"
