// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "keyboard_walk.hpp"
#include "outreach_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "destinations/destination_records.hpp"
#include "destinations/half_made.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/notice_bar.hpp"

#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

Q_DECLARE_METATYPE(leadsheet::test::FakePlatform::Kind)

namespace {

using Kind = FakePlatform::Kind;

/// The window over a server beside a fake platform.
struct PlatformScene {
    explicit PlatformScene(Kind kind)
        : outreach(kind) {}

    OutreachScene outreach;
    DesktopScene desktop;

    void open() {
        desktop.connectTo(outreach.server());
        desktop.program().workspace().showPage(QStringLiteral("destinations"));
        desktop.find<QTabBar>("destinationTabs")->setCurrentIndex(1);
    }
    bool enabled(const char* button) { return desktop.canClick(button); }
    QString said(const char* bar) { return desktop.notice(bar); }
    QDialog* dialog() {
        return desktop.window().findChild<QDialog*>(QStringLiteral("destinationDialog"));
    }
    QAbstractItemModel* list() { return desktop.find<QTableView>("outreachTable")->model(); }
    QAbstractItemModel* pushes() { return desktop.find<QTableView>("pushTable")->model(); }
    QString cell(int column) { return list()->index(0, column).data().toString(); }
    /// Through the first page of the dialog.
    void enterKey(const std::string& key) {
        auto* platforms = desktop.find<QComboBox>("outreachPlatform");
        platforms->setCurrentIndex(static_cast<int>(kind()));
        desktop.find<QLineEdit>("outreachCredential")->setText(QString::fromStdString(key));
        desktop.click("destinationCheck");
    }
    Kind kind() const { return kind_; }
    Kind kind_ = Kind::Instantly;
};

} // namespace

/// Outreach platforms in the window, over the real server and fakes of the three platforms.
class OutreachTest : public QObject {
    Q_OBJECT

private slots:
    void view_withoutPlatform_saysWhatTheyAreFor() {
        PlatformScene scene(Kind::Instantly);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        QCOMPARE(scene.desktop.look(QStringLiteral("outreach-none")), QString());
        QCOMPARE(tabFaults(scene.desktop.window()).join(QLatin1Char('\n')), QString());
    }

    void platform_setUp_sendsOneLeadUnderTheNamesShown_data() {
        QTest::addColumn<Kind>("kind");
        QTest::newRow("instantly") << Kind::Instantly;
        QTest::newRow("smartlead") << Kind::Smartlead;
        QTest::newRow("lemlist") << Kind::Lemlist;
    }
    void platform_setUp_sendsOneLeadUnderTheNamesShown() {
        QFETCH(Kind, kind);
        PlatformScene scene(kind);
        scene.kind_ = kind;
        scene.outreach.deliver(2);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        scene.desktop.click("outreachAddFirst");
        QCOMPARE(scene.desktop.look(QStringLiteral("outreach-key"), scene.dialog()), QString());
        QCOMPARE(tabFaults(*scene.dialog()).join(QLatin1Char('\n')), QString());
        scene.enterKey("wrong-key");
        LEADSHEET_WAIT(scene.said("destinationNotice").contains(QStringLiteral("does not accept")));
        LEADSHEET_WAIT(scene.desktop.find<QLineEdit>("outreachCredential")->hasFocus());
        QCOMPARE(scene.desktop.look(QStringLiteral("outreach-refused"), scene.dialog()), QString());
        scene.enterKey(FakePlatform::plainKey());
        LEADSHEET_WAIT(scene.enabled("destinationTest"));
        QCOMPARE(scene.desktop.find<QComboBox>("outreachCampaign")->currentData().toString(),
                 QStringLiteral("c-1"));
        auto* map = scene.desktop.find<QTableView>("outreachMap");
        QCOMPARE(scene.desktop.look(QStringLiteral("outreach-map"), scene.dialog()), QString());
        QCOMPARE(tabFaults(*scene.dialog()).join(QLatin1Char('\n')), QString());
        scene.desktop.click("destinationTest");
        LEADSHEET_WAIT(scene.said("destinationNotice").contains(QStringLiteral("Accepted")));
        QCOMPARE(scene.outreach.platform().added().size(), std::size_t{1});
        const QString sent = QString::fromStdString(scene.outreach.platform().lastBody());
        for (int row = 0; row < map->model()->rowCount(); ++row) {
            const QString value =
                map->model()->index(row, FieldMapModel::Example).data().toString();
            const QString name =
                map->model()->index(row, FieldMapModel::PlatformName).data(Qt::EditRole).toString();
            const QString member = QString::fromLatin1("\"%1\"").arg(name);
            if (!value.isEmpty() && !name.isEmpty())
                QVERIFY2(sent.contains(member), qPrintable(member + sent));
        }
        scene.desktop.click("destinationCancel");
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        LEADSHEET_WAIT(scene.list()->rowCount() == 1);
        LEADSHEET_WAIT(scene.cell(DestinationModel::Accepted) == QStringLiteral("1"));
        QCOMPARE(scene.cell(DestinationModel::State), QStringLiteral("Sends on request"));
    }

    void order_pushed_showsWhatBecameOfEachLead() {
        PlatformScene scene(Kind::Smartlead);
        const std::string order = scene.outreach.deliver(3);
        const std::string id = scene.outreach.make();
        scene.open();
        LEADSHEET_WAIT(scene.list()->rowCount() == 1);
        scene.desktop.type("pushOrder", QString::fromStdString(order));
        LEADSHEET_WAIT(scene.enabled("pushNow"));
        scene.desktop.click("pushNow");
        LEADSHEET_WAIT(scene.said("notices").contains(QStringLiteral("3 leads")));
        QVERIFY(scene.outreach.settle(id));
        scene.desktop.click("pushChip2");
        LEADSHEET_WAIT(scene.pushes()->rowCount() == 3);
        QCOMPARE(scene.pushes()->index(0, PushModel::State).data().toString(),
                 QStringLiteral("Accepted"));
        const auto lead = [&scene] {
            return scene.pushes()->index(0, PushModel::Lead).data().toString();
        };
        LEADSHEET_WAIT(lead().endsWith(QStringLiteral("@company.example")));
        LEADSHEET_WAIT(scene.cell(DestinationModel::Accepted) == QStringLiteral("3"));
        const auto* platforms = scene.desktop.find<QTableView>("outreachTable");
        const int last = scene.list()->columnCount() - 1; // a number, beside its title
        QVERIFY2(platforms->columnWidth(last) <
                     3 * platforms->horizontalHeader()->sectionSizeHint(last) / 2,
                 qPrintable(QString::number(platforms->columnWidth(last))));
        QCOMPARE(scene.desktop.look(QStringLiteral("outreach-pushes")), QString());
        QCOMPARE(tabFaults(scene.desktop.window()).join(QLatin1Char('\n')), QString());
        scene.desktop.click("pushChip4");
        LEADSHEET_WAIT(
            scene.desktop.find<QLabel>("pushState")->text().contains(QStringLiteral("No lead")));
    }

    void pushes_inGerman_haveTheirColumnsInSight() {
        const Translations german(QStringLiteral("de"));
        PlatformScene scene(Kind::Smartlead);
        const std::string order = scene.outreach.deliver(3);
        const std::string id = scene.outreach.make();
        scene.open();
        scene.desktop.window().resize(1240, 720);
        LEADSHEET_WAIT(scene.list()->rowCount() == 1);
        scene.desktop.type("pushOrder", QString::fromStdString(order));
        LEADSHEET_WAIT(scene.enabled("pushNow"));
        scene.desktop.click("pushNow");
        LEADSHEET_WAIT(scene.said("notices").contains(QStringLiteral("3 Leads")));
        QVERIFY(scene.outreach.settle(id));
        scene.desktop.click("pushChip2");
        LEADSHEET_WAIT(scene.pushes()->rowCount() == 3);
        QCOMPARE(scene.desktop.look(QStringLiteral("outreach-german")), QString());
        scene.desktop.program().theme().setFontSize(14);
        settle();
        const auto* table = scene.desktop.find<QTableView>("pushTable");
        const QString address = table->model()->index(0, PushModel::Lead).data().toString();
        QVERIFY2(address.contains(QLatin1Char('@')), qPrintable(address));
        const int needed = table->fontMetrics().horizontalAdvance(address);
        QVERIFY2(table->columnWidth(PushModel::Lead) > needed,
                 qPrintable(QStringLiteral("%1 of %2 px")
                                .arg(table->columnWidth(PushModel::Lead))
                                .arg(needed)));
        scene.desktop.program().theme().setFontSize(0);
    }

    void order_thatIsNotThere_isTold() {
        PlatformScene scene(Kind::Lemlist);
        scene.outreach.make();
        scene.open();
        LEADSHEET_WAIT(scene.list()->rowCount() == 1);
        scene.desktop.type("pushOrder", QStringLiteral("LS-ZZZZZZZZZZ"));
        LEADSHEET_WAIT(scene.enabled("pushNow"));
        scene.desktop.click("pushNow");
        LEADSHEET_WAIT(!scene.said("outreachNotice").isEmpty());
    }

    void platform_setUpGivenUp_isRemovedAgain() {
        PlatformScene scene(Kind::Instantly);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        scene.desktop.click("outreachAddFirst");
        scene.enterKey("wrong-key");
        LEADSHEET_WAIT(scene.said("destinationNotice").contains(QStringLiteral("does not accept")));
        scene.desktop.click("destinationCancel");
        const auto left = [&scene] {
            return memberOf(scene.outreach.server().get("/v1/destinations"), "/data");
        };
        LEADSHEET_WAIT(left() == "[]");
    }

    void platform_setUpLeftWhileItIsMade_isRemovedAgain_data() {
        QTest::addColumn<bool>("byFrame");
        QTest::addColumn<bool>("withProgram");
        QTest::addColumn<bool>("answerLost");
        QTest::newRow("escape") << false << false << false;
        QTest::newRow("frame") << true << false << false;
        QTest::newRow("escape, answer lost") << false << false << true;
        QTest::newRow("with the program") << false << true << false;
        QTest::newRow("with the program, answer lost") << false << true << true;
    }
    void platform_setUpLeftWhileItIsMade_isRemovedAgain() {
        QFETCH(bool, byFrame);
        QFETCH(bool, withProgram);
        QFETCH(bool, answerLost);
        PlatformScene scene(Kind::Instantly);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        auto& faults = scene.outreach.server().faults();
        const server::FaultMatch creates{"createDestination", "", "", false};
        if (answerLost)
            faults.everyNth(1, server::Fault::resetAfterCommit(), creates);
        else
            faults.everyNth(1, server::Fault::stall(std::chrono::milliseconds(200)),
                            {"testDestination", "", "", false});
        scene.desktop.click("outreachAddFirst");
        scene.enterKey(FakePlatform::key());
        const auto left = [&scene] {
            return memberOf(scene.outreach.server().get("/v1/destinations"), "/data");
        };
        LEADSHEET_WAIT(left() != "[]");
        if (withProgram && answerLost)
            faults.clear(); // what was sent is asked about once more, and no longer
        if (withProgram)
            scene.desktop.restart();
        else if (byFrame)
            scene.dialog()->close();
        else
            QTest::keyClick(scene.dialog(), Qt::Key_Escape);
        if (answerLost)
            faults.clear();
        LEADSHEET_WAIT(left() == "[]");
        if (!withProgram)
            LEADSHEET_WAIT(scene.dialog() == nullptr);
    }

    void platform_whoseCreationIsRefusedWhenRepeated_isNotForgotten() {
        PlatformScene scene(Kind::Instantly);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        const auto left = [&scene] {
            return memberOf(scene.outreach.server().get("/v1/destinations"), "/data");
        };
        auto& faults = scene.outreach.server().faults();
        const server::FaultMatch creates{"createDestination", "", "", false};
        faults.everyNth(1, server::Fault::resetAfterCommit(), creates);
        HalfMade half(scene.desktop.program().account().connection());
        const auto lost =
            half.make({"instantly", "Mine", *PlatformCredential::parse(FakePlatform::key())},
                      *IdempotencyKey::parse("first"), {});
        QVERIFY(!lost && half.isOpen());
        QVERIFY(left() != "[]");
        // Not now says nothing of the first time.
        faults.clear();
        faults.everyNth(1, server::Fault::answer(403, "missing_scope"), creates);
        QVERIFY(!half.remove({}) && half.isOpen());
        faults.clear();
        QVERIFY(half.remove({}) && !half.isOpen());
        QCOMPARE(left(), std::string("[]"));
    }

    void platform_savedAndThenLeft_stays_data() {
        QTest::addColumn<QString>("save");
        QTest::addColumn<bool>("waits");
        QTest::newRow("while saving") << "destinationSave" << false;
        QTest::newRow("after a test that failed") << "destinationTest" << true;
    }
    void platform_savedAndThenLeft_stays() {
        QFETCH(QString, save);
        QFETCH(bool, waits);
        PlatformScene scene(Kind::Instantly);
        scene.outreach.deliver(1);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        scene.desktop.click("outreachAddFirst");
        scene.enterKey(FakePlatform::key());
        LEADSHEET_WAIT(scene.enabled("destinationTest"));
        auto& faults = scene.outreach.server().faults();
        if (waits)
            faults.everyNth(1, server::Fault::answer(500, "internal_error"),
                            {"testDestination", "", "", false});
        scene.desktop.click(qPrintable(save));
        if (waits)
            LEADSHEET_WAIT(scene.enabled("destinationSave"));
        QTest::keyClick(scene.dialog(), Qt::Key_Escape);
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        LEADSHEET_WAIT(scene.list()->rowCount() == 1);
        QCOMPARE(memberOf(scene.outreach.server().get("/v1/destinations"), "/data/0/campaignId"),
                 std::string("c-1"));
    }

    void platform_afterARefusedKey_canBeAnotherOne() {
        PlatformScene scene(Kind::Smartlead);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        scene.desktop.click("outreachAddFirst");
        scene.kind_ = Kind::Instantly;
        scene.enterKey("wrong-key");
        LEADSHEET_WAIT(scene.said("destinationNotice").contains(QStringLiteral("does not accept")));
        QVERIFY(scene.desktop.find<QComboBox>("outreachPlatform")->isEnabled());
        scene.kind_ = Kind::Smartlead;
        scene.enterKey(FakePlatform::key());
        LEADSHEET_WAIT(scene.enabled("destinationSave"));
        const auto kept = [&scene] {
            const auto all = jsonOf(scene.outreach.server().get("/v1/destinations"));
            return all.at("data").as_array().size() == 1 &&
                   memberOf(all, "/data/0/platform") == "smartlead";
        };
        LEADSHEET_WAIT(kept());
    }

    void fault_ofThePlatform_isNamedAsThePlatforms() {
        PlatformScene scene(Kind::Instantly);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
        scene.outreach.server().faults().everyNth(1, server::Fault::answer(502, "upstream_error"),
                                                  {"testDestination", "", "", false});
        scene.desktop.click("outreachAddFirst");
        scene.enterKey(FakePlatform::key());
        LEADSHEET_WAIT(scene.said("destinationNotice")
                           .contains(QStringLiteral("The fault is the outreach platform's")));
    }

    void platform_disabledEnabledRemoved_isSaid() {
        PlatformScene scene(Kind::Instantly);
        scene.outreach.make(R"("name":"Outbound")");
        scene.open();
        LEADSHEET_WAIT(scene.list()->rowCount() == 1 && scene.enabled("outreachEnable"));
        scene.desktop.click("outreachEnable");
        LEADSHEET_WAIT(scene.cell(DestinationModel::State) == QStringLiteral("Disabled"));
        LEADSHEET_WAIT(scene.enabled("outreachEnable"));
        scene.desktop.click("outreachEnable");
        LEADSHEET_WAIT(scene.cell(DestinationModel::State) == QStringLiteral("Sends on request"));
        LEADSHEET_WAIT(scene.enabled("outreachRemove"));
        setNextAnswer(true);
        scene.desktop.click("outreachRemove");
        QVERIFY(lastQuestion().contains(QStringLiteral("Outbound")));
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
    }

    void platform_removalRefused_leavesThePageUsable() {
        PlatformScene scene(Kind::Instantly);
        scene.outreach.make(R"("name":"Outbound")");
        scene.open();
        LEADSHEET_WAIT(scene.list()->rowCount() == 1 && scene.enabled("outreachRemove"));
        scene.outreach.server().faults().everyNth(1, server::Fault::answer(403, "forbidden"),
                                                  {"deleteDestination", "", "", false});
        setNextAnswer(true);
        scene.desktop.click("outreachRemove");
        LEADSHEET_WAIT(!scene.said("outreachNotice").isEmpty());
        LEADSHEET_WAIT(scene.enabled("outreachRemove") && scene.enabled("outreachEnable"));
        scene.outreach.server().faults().clear();
        setNextAnswer(true);
        scene.desktop.click("outreachRemove");
        LEADSHEET_WAIT(scene.enabled("outreachAddFirst"));
    }

    void map_changed_isKeptAndEmptyNamesAreLeftOut() {
        FieldMapModel usual("instantly", {});
        QVERIFY(usual.map().empty());
        QVERIFY(usual.setData(usual.index(0, FieldMapModel::PlatformName), QStringLiteral("given"),
                              Qt::EditRole));
        QCOMPARE(usual.map().at("firstName"), std::string("given"));
        QVERIFY(
            usual.setData(usual.index(1, FieldMapModel::PlatformName), QString(), Qt::EditRole));
        QVERIFY(!usual.map().contains("lastName"));
        usual.useUsualNames();
        QVERIFY(usual.map().empty());
        FieldMapModel one("lemlist", {{"jobTitle", "position"}});
        QCOMPARE(one.map().size(), std::size_t{1});
        QVERIFY(one.setData(one.index(3, FieldMapModel::PlatformName), QString(), Qt::EditRole));
        QVERIFY(one.sendsNothing());
    }
};

LEADSHEET_TEST(tst_outreach, OutreachTest);
#include "tst_outreach.moc"
