// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "sandbox_scene.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "activity/ledger_records.hpp"
#include "leads/lead_grid_model.hpp"
#include "orders/order_records.hpp"
#include "program/desktop_program.hpp"
#include "shell/notice_bar.hpp"
#include "shell/settings.hpp"
#include "shell/workspace.hpp"
#include "submit/map_model.hpp"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QTreeWidget>
#include <QtTest>

#include <zlib.h>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// As it was, also of a file that is kept packed.
QByteArray contentOf(const QString& file) {
    QByteArray content;
    QByteArray piece(65'536, '\0');
    gzFile in = gzopen(QFile::encodeName(file).constData(), "rb"); // reads plain files, too
    if (in == nullptr)
        qFatal("%s cannot be read", qPrintable(file));
    for (int count = 0; (count = gzread(in, piece.data(), unsigned(piece.size()))) > 0;)
        content.append(piece.constData(), count);
    gzclose(in);
    return content;
}

/// What version 1.0.0 left in its folder: see tests/gui/upgrade/README.md.
void putBack(const QString& into) {
    const QDir from(QStringLiteral(LEADSHEET_UPGRADE_FOLDER "/1.0.0"));
    QDirIterator files(from.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QString name = from.relativeFilePath(files.next());
        const QByteArray content = contentOf(files.filePath());
        if (name.endsWith(QLatin1String(".gz")))
            name.chop(3);
        QFile file(into + QLatin1Char('/') + name);
        QDir().mkpath(QFileInfo(file).path());
        if (!file.open(QFile::WriteOnly) || file.write(content) != content.size())
            qFatal("%s cannot be written", qPrintable(name));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
}

/// Today's program over that folder.
struct Scene {
    Scene() {
        putBack(folder.path());
        program = std::make_unique<DesktopProgram>(
            application(),
            app::AppFolders{folder.path().toStdString(), folder.path().toStdString()},
            fakeKeychain(std::make_shared<KeychainState>()));
        program->show();
        program->start(false);
    }
    ~Scene() {
        program->theme().choose(ThemeChoice::Light);
        program->theme().setFontSize(0);
    }

    template <class Widget>
    Widget* find(const char* name) {
        auto* found = program->window().findChild<Widget*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no widget named %s", name);
        return found;
    }
    void page(const char* id) { program->workspace().showPage(QLatin1String(id)); }
    QString cell(const char* table, int row, int column) {
        return find<QTableView>(table)->model()->index(row, column).data().toString();
    }
    int rows(const char* table) { return find<QTableView>(table)->model()->rowCount(); }
    bool canPress(const char* name) {
        const auto* button = program->window().findChild<QPushButton*>(QLatin1String(name));
        return button != nullptr && button->isVisible() && button->isEnabled();
    }
    QString notices() {
        QStringList said;
        for (const auto* bar : program->window().findChildren<NoticeBar*>())
            if (bar->isVisible())
                said << bar->text();
        return said.join(QLatin1Char('\n'));
    }
    bool connected() { return program->account().state() == ConnectionState::Connected; }

    QTemporaryDir folder;
    std::unique_ptr<DesktopProgram> program;
};

} // namespace

/// What an earlier release wrote is found by this one as the person left it.
class UpgradeTest : public QObject {
    Q_OBJECT

private slots:
    void settings_andTheWindowsPlace_areKept() {
        Scene scene;
        const Settings& settings = scene.program->settings();
        QCOMPARE(settings.theme(), ThemeChoice::Dark);
        QCOMPARE(settings.fontSize(), 11);
        QCOMPARE(QApplication::font().pointSize(), 11);
        QCOMPARE(settings.language(), QStringLiteral("en"));
        QCOMPARE(settings.proxy(), QStringLiteral("none"));
        QVERIFY(!settings.notifications());
        QCOMPARE(settings.recentSheets(),
                 QStringList({QStringLiteral("/tmp/orders/orders.csv"),
                              QStringLiteral("https://example.com/orders.csv")}));
        QCOMPARE(scene.program->window().geometry(), QRect(40, 30, 1100, 650));
    }

    void accounts_andTheLastOne_areKept() {
        Scene scene;
        LEADSHEET_WAIT(scene.connected());
        QVERIFY(scene.program->account().connection()->sandbox);
        scene.page("accounts");
        const auto* profiles = scene.find<QTreeWidget>("profiles");
        QCOMPARE(profiles->topLevelItemCount(), 2);
        QCOMPARE(profiles->topLevelItem(0)->text(0), QStringLiteral("work"));
    }

    void sandbox_keepsItsOrdersMoneyAndLeads() {
        Scene scene;
        LEADSHEET_WAIT(scene.connected());
        QCOMPARE(scene.program->account().connection()->account.available.amount,
                 std::int64_t{2'499'720});
        scene.page("orders");
        LEADSHEET_WAIT(scene.rows("ordersTable") == 2);
        QCOMPARE(scene.cell("ordersTable", 0, OrderModel::Number), QStringLiteral("LS-GBEA5K92NC"));
        QCOMPARE(scene.cell("ordersTable", 0, OrderModel::Delivered), QStringLiteral("15 of 15"));
        QCOMPARE(scene.cell("ordersTable", 0, OrderModel::Charged),
                 scene.cell("ordersTable", 0, OrderModel::Price));
    }

    void leads_haveTheSameColumnsSortingAndViews() {
        Scene scene;
        LEADSHEET_WAIT(scene.connected());
        scene.page("leads");
        LEADSHEET_WAIT(scene.rows("leadsTable") == 35);
        auto* model = qobject_cast<LeadGridModel*>(scene.find<QTableView>("leadsTable")->model());
        QVERIFY(model != nullptr);
        QStringList fields;
        for (const LeadField field : model->fields())
            fields << QString::fromStdString(std::string(toString(field)));
        QCOMPARE(fields.join(QLatin1Char(' ')),
                 QStringLiteral("email fullName city companyName orderNumber"));
        const auto* views = scene.find<QListWidget>("viewList");
        QCOMPARE(views->count(), 2);
        QVERIFY(views->item(0)->text().startsWith(QStringLiteral("Good, with phone\n")));
        QVERIFY(views->item(1)->text().startsWith(QStringLiteral("München\n")));
    }

    void ledger_isReadable() {
        Scene scene;
        LEADSHEET_WAIT(scene.connected());
        scene.page("activity");
        LEADSHEET_WAIT(scene.rows("runsTable") == 1 && scene.rows("rowsTable") == 3);
        QCOMPARE(scene.cell("runsTable", 0, RunModel::Placed), QStringLiteral("2"));
        QCOMPARE(scene.cell("runsTable", 0, RunModel::Refused), QStringLiteral("1"));
        QCOMPARE(scene.cell("rowsTable", 1, RowModel::Order), QStringLiteral("LS-GBEA5K92NC"));
    }

    void map_isInForce_andWhatWasOrderedIsKnown() {
        Scene scene;
        LEADSHEET_WAIT(scene.connected());
        scene.program->workspace().openSheet(scene.folder.filePath(QStringLiteral("orders.csv")));
        LEADSHEET_WAIT(scene.canPress("continueToMap"));
        scene.find<QPushButton>("continueToMap")->click();
        LEADSHEET_WAIT(scene.canPress("continueToCheck"));
        const auto* map = qobject_cast<MapModel*>(scene.find<QTableView>("mapTable")->model());
        QCOMPARE(map->standing(5), MapModel::Standing::Mapped);  // Interne Notiz, by the saved map
        QCOMPARE(map->standing(6), MapModel::Standing::LeftOut); // Unsere Nummer
        QCOMPARE(map->index(map->rowOf(5), MapModel::Target).data().toString(),
                 QStringLiteral("Notes"));
        scene.find<QPushButton>("continueToCheck")->click();
        LEADSHEET_WAIT(scene.canPress("continueToPrice"));
        scene.find<QPushButton>("continueToPrice")->click();
        LEADSHEET_WAIT(
            scene.notices().contains(QStringLiteral("already ordered, and nothing was spent")));
    }
};

LEADSHEET_TEST(tst_upgrade, UpgradeTest);
#include "tst_upgrade.moc"
