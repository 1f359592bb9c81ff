// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "fulfilment_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "leads/lead_feed.hpp"
#include "leads/leads_page.hpp"
#include "shell/workspace.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTabBar>
#include <QTableView>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

using Formats = QList<std::pair<const char*, QByteArray>>;
constexpr int kAtEach = 3;          // offers to one control
constexpr qint64 kTooLong = 10'000; // milliseconds for one event

QByteArray manyAddresses() {
    QByteArray all;
    for (int i = 0; i < 3'000; ++i)
        all += "file:///nowhere/" + QByteArray::number(i) + ".csv\r\n";
    return all;
}

QByteArray utf8(const char16_t* text) {
    return QString::fromUtf16(text).toUtf8();
}

/// What programs of all kinds put on the clipboard or let go over a window, sound and broken.
const QList<Formats>& offers() {
    static const QList<Formats> all{
        {},
        {{"text/uri-list", ""}},
        {{"text/uri-list", "\r\n\r\n"}},
        {{"text/uri-list", "%"}},
        {{"text/uri-list", QByteArray("\xff\xfe\0\x01", 4)}},
        {{"text/uri-list", "file:///"}},
        {{"text/uri-list", "file:///dev/null\r\n"}},
        {{"text/uri-list", "file://elsewhere/share/leads.xlsx\r\n"}},
        {{"text/uri-list", "http://127.0.0.1:9/leads.csv\r\nhttp://127.0.0.1:9/b.csv\r\n"}},
        {{"text/uri-list", "mailto:someone@example.com\r\njavascript:alert(1)\r\n"}},
        {{"text/uri-list", manyAddresses()}, {"text/plain", "file:///nowhere/0.csv"}},
        {{"text/html", "<table><tr><td>Product<td>Leads<tr><td>filters<td>5</table>"}},
        {{"text/html", QByteArray("<div><ul><li>").repeated(2'000)}},
        {{"text/html", "<img src='file:///etc/hostname'>"}, {"text/plain", ""}},
        {{"image/png", "\x89PNG\r\n\x1a\n broken"}},
        {{"application/x-qt-image", "broken"}},
        {{"application/x-color", "broken"}},
        {{"application/x-qabstractitemmodeldatalist", ""}},
        {{"application/x-qabstractitemmodeldatalist", QByteArray("\0\0\0\x7f\xff", 5)}},
        {{"application/x-qabstractitemmodeldatalist", QByteArray(64, '\xff')}},
        {{"application/x-leadsheet", "broken"}, {"application/octet-stream", "broken"}},
        {{"text/plain", QByteArray(200, '\0')}},
        {{"text/plain", QByteArray("a\0b\x01\x7f\x1b[2Jc", 10)}},
        {{"text/plain", QByteArray("0123456789").repeated(40'000)}},
        {{"text/plain", QByteArray("Product\tLeads\r\n").repeated(4'000)}},
        {{"text/plain", "\n\n\n"}},
        {{"text/plain", "\"never, closed\n\"\"\""}},
        {{"text/plain", "=cmd|' /C calc'!A0"}},
        {{"text/plain", utf8(u"\u202eumgekehrt\u202c \u200b\ufeff e\u0301 \U0001f9ea")}},
        {{"text/plain", "\xed\xa0\x80\xc3\x28\xff"}},
        {{"text/plain;charset=utf-16", QByteArray("\xff\xfe\x41", 3)}},
        {{"text/rtf", "{\\rtf1 Product\\cell 5\\row}"}},
    };
    return all;
}

std::unique_ptr<QMimeData> mimeOf(const Formats& formats) {
    auto data = std::make_unique<QMimeData>();
    for (const auto& [format, bytes] : formats)
        data->setData(QString::fromLatin1(format), bytes);
    return data;
}

QString nameOf(const QWidget& widget) {
    return QLatin1String(widget.metaObject()->className()) + QLatin1Char(' ') + widget.objectName();
}

/// Throws everything at everything that a window shows. What it finds is a sentence each.
class Thrower {
public:
    explicit Thrower(quint32 seed)
        : random_(seed) {}

    QStringList faults;

    void at(QWidget& window) {
        QList<QPointer<QWidget>> all{&window};
        for (QWidget* widget : window.findChildren<QWidget*>())
            all << widget;
        for (const QPointer<QWidget>& widget : std::as_const(all))
            for (int i = 0; i < kAtEach; ++i) {
                if (!widget || !widget->isVisible() || !widget->isEnabled())
                    break;
                const int which = random_.bounded(static_cast<int>(offers().size()));
                if (widget->acceptDrops())
                    timed(*widget, which, [&] { drop(*widget, which); });
                if (widget && widget->isVisible() && takesText(*widget))
                    timed(*widget, which, [&] { paste(*widget, which); });
            }
    }

private:
    static bool takesText(const QWidget& widget) {
        return qobject_cast<const QLineEdit*>(&widget) != nullptr ||
               qobject_cast<const QPlainTextEdit*>(&widget) != nullptr ||
               qobject_cast<const QAbstractItemView*>(&widget) != nullptr;
    }
    template <class Throw>
    void timed(const QWidget& widget, int which, const Throw& throwIt) {
        const QString name = nameOf(widget);
        const QPointer<const QWidget> target(&widget);
        QElapsedTimer timer;
        timer.start();
        throwIt();
        QCoreApplication::processEvents();
        if (timer.elapsed() > kTooLong)
            faults << QStringLiteral("%1 took %2 ms of offer %3")
                          .arg(name)
                          .arg(timer.elapsed())
                          .arg(which);
        const auto* line = qobject_cast<const QLineEdit*>(target.data());
        if (line != nullptr && hasControls(line->text()))
            faults
                << QStringLiteral("%1 has what cannot be seen after offer %2").arg(name).arg(which);
    }
    static bool hasControls(const QString& text) {
        return std::any_of(text.begin(), text.end(), [](QChar letter) {
            return letter.category() == QChar::Other_Control || letter == QChar::LineSeparator;
        });
    }
    /// As a file manager or a browser does.
    static void drop(QWidget& target, int which) {
        const auto data = mimeOf(offers().at(which));
        const QPoint middle = target.rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&target, &enter);
        QDragMoveEvent move(middle, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&target, &move);
        if (enter.isAccepted() && move.isAccepted()) {
            QDropEvent dropped(middle, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&target, &dropped);
        } else {
            QDragLeaveEvent leave;
            QApplication::sendEvent(&target, &leave);
        }
    }
    static void paste(QWidget& target, int which) {
        QGuiApplication::clipboard()->setMimeData(mimeOf(offers().at(which)).release());
        target.setFocus();
        QTest::keyClick(&target, Qt::Key_V, Qt::ControlModifier);
    }

    QRandomGenerator random_;
};

void openSandbox(DesktopScene& scene) {
    scene.program().start(true);
    LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
}

/// The sample, and so many steps further.
void goOn(DesktopScene& scene, int steps) {
    constexpr std::array kSteps{"continueToMap", "continueToCheck", "continueToPrice", "place"};
    scene.program().workspace().showPage(QStringLiteral("submit"));
    const QString file = scene.folder() + QStringLiteral("/icp_q3.csv");
    if (!QFile::exists(file))
        QVERIFY(QFile::copy(QStringLiteral(":/samples/icp_q3.csv"), file));
    scene.program().workspace().openSheet(file);
    for (int i = 0; i < steps; ++i) {
        LEADSHEET_WAIT(scene.canClick(kSteps.at(static_cast<std::size_t>(i))));
        scene.click(kSteps.at(static_cast<std::size_t>(i)));
    }
    settle();
}

QDialog* shownDialog(DesktopScene& scene, const char* name) {
    auto* dialog = scene.window().findChild<QDialog*>(QLatin1String(name));
    return dialog != nullptr && dialog->isVisible() ? dialog : nullptr;
}

} // namespace

/// Whatever is dropped or pasted anywhere in the window, the window stands. A seed each; a fault
/// names the control and the offer.
class DropsAndPastesTest : public QObject {
    Q_OBJECT

private slots:
    void steps_ofASheet_stand_data() {
        QTest::addColumn<int>("steps");
        QTest::newRow("start") << -1;
        QTest::newRow("source") << 0;
        QTest::newRow("map") << 1;
        QTest::newRow("check") << 2;
        QTest::newRow("price") << 3;
    }
    void steps_ofASheet_stand() {
        QFETCH(int, steps);
        DesktopScene scene;
        openSandbox(scene);
        if (steps >= 0)
            goOn(scene, steps);
        Thrower thrower(quint32(steps + 2));
        thrower.at(scene.window());
        QCOMPARE(thrower.faults.join(QLatin1Char('\n')), QString());
        // And everything is as usable as before.
        goOn(scene, 3);
        LEADSHEET_WAIT(scene.canClick("place"));
    }

    void pages_withWhatWasBought_stand() {
        DesktopScene scene;
        openSandbox(scene);
        goOn(scene, 4);
        LEADSHEET_WAIT(scene.canClick("runNext"));
        Thrower thrower(7);
        thrower.at(scene.window());
        for (const char* page :
             {"orders", "leads", "activity", "overview", "accounts", "settings"}) {
            scene.program().workspace().showPage(QLatin1String(page));
            settle();
            for (auto* table : scene.window().findChildren<QTableView*>())
                if (table->isVisible() && table->model()->rowCount() > 0)
                    table->selectRow(0);
            settle();
            thrower.at(scene.window());
        }
        for (const auto& [opener, closer] :
             {std::pair("leadExport", "exportClose"), std::pair("leadColumns", "columnsDone"),
              std::pair("leadViews", "viewsDone")}) {
            scene.program().workspace().showPage(QStringLiteral("leads"));
            LEADSHEET_WAIT(scene.canClick(opener));
            scene.click(opener);
            settle();
            thrower.at(scene.window());
            LEADSHEET_WAIT(scene.canClick(closer));
            scene.click(closer);
        }
        QCOMPARE(thrower.faults.join(QLatin1Char('\n')), QString());
    }

    void destinations_andTheirForms_stand() {
        DesktopScene scene;
        openSandbox(scene);
        scene.program().workspace().showPage(QStringLiteral("destinations"));
        Thrower thrower(11);
        auto* tabs = scene.find<QTabBar>("destinationTabs");
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            settle();
            thrower.at(scene.window());
        }
        for (const auto& [page, opener, name] :
             {std::tuple("destinations", "webhookAddFirst", "webhookDialog"),
              std::tuple("destinations", "outreachAddFirst", "destinationDialog"),
              std::tuple("accounts", "profileAdd", "connectDialog")}) {
            scene.program().workspace().showPage(QLatin1String(page));
            tabs->setCurrentIndex(qstrcmp(name, "destinationDialog") == 0 ? 1 : 0);
            LEADSHEET_WAIT(scene.canClick(opener));
            scene.click(opener);
            LEADSHEET_WAIT(shownDialog(scene, name) != nullptr);
            thrower.at(*shownDialog(scene, name));
            LEADSHEET_WAIT(shownDialog(scene, name) != nullptr);
            shownDialog(scene, name)->reject();
            LEADSHEET_WAIT(shownDialog(scene, name) == nullptr);
        }
        QCOMPARE(thrower.faults.join(QLatin1Char('\n')), QString());
    }

    void operatorsWindow_stands() {
        FulfilmentScene scene;
        scene.orders.place();
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 1);
        scene.ui.find<QTableView>("queueTable")->selectRow(0);
        Thrower thrower(13);
        for (const char* part : {"partOrders", "partAccounts"}) {
            scene.ui.click(part);
            settle();
            thrower.at(scene.window());
        }
        QCOMPARE(thrower.faults.join(QLatin1Char('\n')), QString());
    }
};

LEADSHEET_TEST(tst_drops_and_pastes, DropsAndPastesTest);
#include "tst_drops_and_pastes.moc"
