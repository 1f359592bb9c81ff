// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_scene.hpp"
#include "keyboard_walk.hpp"
#include "test_main.hpp"
#include "workbook_file.hpp"

#include "dialogs/form_dialog.hpp"
#include "fulfilment/ingest_dialog.hpp"
#include "shell/notice_bar.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>

#include <fstream>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// The leads of an order in work, on their way in from a sheet.
struct IngestScene : FulfilmentScene {
    std::string number;

    void openOrder(std::int64_t leads = 100) {
        number = orders.placeIn("in_progress", leads);
        open();
        show(Queue::InWork);
        LEADSHEET_WAIT(rows() == 1 && ui.find<QPushButton>("fulfilmentTakeIn")->isEnabled());
    }
    QString path(const char* name) { return ui.folder() + QLatin1Char('/') + QLatin1String(name); }
    void takeIn(const std::string& content, const char* name = "leads.csv") {
        std::ofstream(path(name).toStdString(), std::ios::binary) << content;
        setNextFile(path(name));
        ui.click("fulfilmentTakeIn");
        LEADSHEET_WAIT(read());
    }
    /// All that is to be read was read.
    bool read() {
        return ui.find<QPushButton>("ingestCheck")->isEnabled() ||
               (notice().isVisible() && notice().text() != QStringLiteral("Reading…"));
    }
    QString fieldOf(int column) {
        return ui.find<QTableView>("ingestMap")
            ->model()
            ->index(column, LeadColumnModel::Field)
            .data()
            .toString();
    }
    void fill(int column, LeadField with) {
        ui.find<QTableView>("ingestMap")->selectRow(column);
        auto* field = ui.find<QComboBox>("ingestField");
        const int place = field->findData(static_cast<int>(with));
        field->setCurrentIndex(place);
        emit field->activated(place);
    }
    QString known() {
        const auto* label = ui.find<QLabel>("ingestKnown");
        return label->isVisible() ? label->text() : QString();
    }
    void giveUp() {
        if (auto* back = ui.find<QPushButton>("ingestBack"); back->isVisible())
            back->click();
        ui.click("ingestCancel");
        LEADSHEET_WAIT(ingest() == nullptr);
    }
    IngestDialog* ingest() {
        return window().findChild<IngestDialog*>(QStringLiteral("ingestDialog"));
    }
    NoticeBar& notice() { return *ui.find<NoticeBar>("ingestNotice"); }
    QString counts() { return ui.find<QLabel>("ingestCounts")->text(); }
    QPushButton& send() { return *ui.find<QPushButton>("ingestSend"); }
    void check() {
        LEADSHEET_WAIT(ui.find<QPushButton>("ingestCheck")->isEnabled());
        ui.click("ingestCheck");
        LEADSHEET_WAIT(send().isVisible());
    }
    QString fault(int row, int column) {
        return ui.find<QTableView>("ingestFaults")->model()->index(row, column).data().toString();
    }
    bool isDone() { return send().isEnabled() && send().text() == QStringLiteral("Close"); }
};

constexpr const char* kMixedLeads = "mail,Name,Country\n"
                                    "ada@company.example,Ada Example,DE\n"
                                    "nobody,Nobody,DE\n"
                                    "bob@company.example,Bob Example,DE\n"
                                    "ADA@company.example,Ada Again,DE\n";

} // namespace

class FulfilmentIngestTest : public QObject {
    Q_OBJECT

private slots:
    void sheet_mixed_isReportedBeforeAnythingIsSent() {
        IngestScene scene;
        scene.openOrder(2);
        scene.takeIn(kMixedLeads);
        LEADSHEET_WAIT(scene.ui.find<QPushButton>("ingestCheck")->isEnabled());
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-ingest-map"), scene.ingest()), QString());
        QCOMPARE(tabFaults(*scene.ingest()).join(QLatin1Char('\n')), QString());
        scene.check();
        QCOMPARE(scene.counts(),
                 QStringLiteral("2 leads are ready to be ingested. 1 row is refused. 1 row repeats "
                                "a lead that is further up. With them, 2 of the 2 leads ordered "
                                "are there."));
        QVERIFY(scene.ui.find<QCheckBox>("ingestFinal")->isChecked());
        QCOMPARE(scene.fault(0, IngestFaultModel::Row), QStringLiteral("3"));
        QCOMPARE(scene.fault(0, IngestFaultModel::Reason),
                 QStringLiteral("This is not an e-mail address."));
        QCOMPARE(scene.fault(1, IngestFaultModel::Reason),
                 QStringLiteral("The same lead is already in row 2."));
        QCOMPARE(scene.send().text(), QStringLiteral("Ingest 2 Leads"));
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/accepted"),
                 std::string("0"));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-ingest-report"), scene.ingest()),
                 QString());
        QCOMPARE(tabFaults(*scene.ingest()).join(QLatin1Char('\n')), QString());
        scene.send().click();
        LEADSHEET_WAIT(scene.isDone());
        QCOMPARE(scene.counts(),
                 QStringLiteral("2 leads were ingested. 1 row is refused. 1 row repeats a lead "
                                "that is further up. The order is now in “Ready”."));
        QCOMPARE(scene.fault(0, IngestFaultModel::Reason),
                 QStringLiteral("This is not an e-mail address."));
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/accepted"),
                 std::string("2"));
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/final"),
                 std::string("true"));
        scene.send().click();
        LEADSHEET_WAIT(scene.ingest() == nullptr);
        LEADSHEET_WAIT(scene.chip(Queue::Ready) == QStringLiteral("Ready · 1"));
    }

    void leads_fewerThanOrdered_areNotTakenForAllOfThem() {
        IngestScene scene;
        scene.openOrder(3);
        scene.takeIn(kMixedLeads);
        scene.check();
        QVERIFY2(scene.counts().endsWith(
                     QStringLiteral("With them, 2 of the 3 leads ordered are there.")),
                 qPrintable(scene.counts()));
        QVERIFY(!scene.ui.find<QCheckBox>("ingestFinal")->isChecked());
        scene.send().click();
        LEADSHEET_WAIT(scene.isDone());
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/final"),
                 std::string("false"));
    }

    void leads_ownedAlready_areToldByRow() {
        IngestScene scene;
        scene.openOrder();
        QCOMPARE(scene.orders
                     .ingest(scene.number, "before",
                             R"({"fullName":"Bob","email":"bob@company.example"})")
                     .status,
                 200);
        scene.takeIn(kMixedLeads);
        scene.check();
        scene.send().click();
        LEADSHEET_WAIT(scene.isDone());
        QVERIFY2(scene.counts().startsWith(QStringLiteral(
                     "1 lead was ingested. The account already owned 1 lead. 1 row is refused.")),
                 qPrintable(scene.counts()));
        QCOMPARE(scene.fault(1, IngestFaultModel::Row), QStringLiteral("4"));
        QCOMPARE(scene.fault(1, IngestFaultModel::Reason),
                 QStringLiteral("The account already owns this lead."));
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/final"),
                 std::string("false"));
    }

    void answer_lost_isSentAgainAndTakenInOnce() {
        IngestScene scene;
        scene.openOrder();
        scene.takeIn(kMixedLeads);
        scene.check();
        server::FaultMatch match;
        match.operationId = "ingestDelivery";
        const auto fault =
            scene.server.faults().everyNth(1, server::Fault::resetAfterCommit(), match);
        scene.send().click();
        LEADSHEET_WAIT(scene.notice().isVisible());
        QVERIFY2(scene.notice().text().contains(QStringLiteral("nothing is ingested twice")),
                 qPrintable(scene.notice().text()));
        scene.server.faults().remove(fault);
        LEADSHEET_WAIT(scene.send().isEnabled());
        scene.send().click();
        LEADSHEET_WAIT(scene.isDone());
        QVERIFY(scene.counts().startsWith(QStringLiteral("2 leads were ingested. ")));
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/accepted"),
                 std::string("2"));
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/duplicate"),
                 std::string("0"));
    }

    void columns_unknown_areMappedByHand() {
        IngestScene scene;
        scene.openOrder();
        scene.takeIn("Contact point,Shoe size\nada@company.example,38\n");
        LEADSHEET_WAIT(
            scene.notice().text().contains(QStringLiteral("No column says who the lead is")));
        QVERIFY(!scene.ui.find<QPushButton>("ingestCheck")->isEnabled());
        scene.fill(0, LeadField::Email);
        scene.check();
        QCOMPARE(scene.send().text(), QStringLiteral("Ingest 1 Lead"));
        scene.giveUp();

        // The same columns again are as they were mapped, other ones by their names.
        scene.takeIn("contact POINT,Shoe size\nada@company.example,38\n");
        QVERIFY(scene.known().contains(QStringLiteral("last time")));
        QCOMPARE(scene.fieldOf(0), QStringLiteral("E-mail"));
        QVERIFY(scene.ui.find<QPushButton>("ingestCheck")->isEnabled());
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-ingest-known"), scene.ingest()),
                 QString());
        scene.giveUp();
        scene.takeIn("Name,Contact point\nAda,ada@company.example\n");
        QVERIFY(scene.known().contains(QStringLiteral("in another sheet")));
        QCOMPARE(scene.fieldOf(1), QStringLiteral("E-mail"));
        scene.giveUp();
        scene.takeIn("Name,Mail\nAda,ada@company.example\n");
        QCOMPARE(scene.known(), QString());
        scene.giveUp();
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/accepted"),
                 std::string("0"));
    }

    void workbook_ofSeveralTabs_isReadFromTheChosenOne() {
        IngestScene scene;
        scene.openOrder();
        const QByteArray book = workbookOf(
            {{QStringLiteral("Cover"), {{QStringLiteral("See the other tabs")}}, true, {}, {}},
             {QStringLiteral("Berlin"),
              {{QStringLiteral("Name"), QStringLiteral("Mail")},
               {QStringLiteral("Ada Example"), QStringLiteral("ada@company.example")}},
              false,
              {},
              {}},
             {QStringLiteral("Paris"),
              {{QStringLiteral("Mail")},
               {QStringLiteral("bob@company.example")},
               {QStringLiteral("eve@company.example")}},
              false,
              {},
              {}}});
        scene.takeIn(book.toStdString(), "leads.xlsx");
        auto* tab = scene.ui.find<QComboBox>("ingestTab");
        QVERIFY(tab->isVisible());
        QCOMPARE(tab->count(), 3);
        QCOMPARE(tab->itemText(0), QStringLiteral("Cover (hidden)"));
        QCOMPARE(tab->currentText(), QStringLiteral("Berlin"));
        QCOMPARE(scene.fieldOf(1), QStringLiteral("E-mail"));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-ingest-tabs"), scene.ingest()),
                 QString());
        tab->setCurrentIndex(2);
        emit tab->activated(2);
        LEADSHEET_WAIT(scene.read() &&
                       scene.ui.find<QTableView>("ingestMap")->model()->rowCount() == 1);
        scene.check();
        QCOMPARE(scene.send().text(), QStringLiteral("Ingest 2 Leads"));
        scene.send().click();
        LEADSHEET_WAIT(scene.isDone());
        QCOMPARE(memberOf(scene.orders.record(scene.number), "/ingested/accepted"),
                 std::string("2"));
    }

    void file_empty_isRefusedWithAReason() {
        IngestScene scene;
        scene.openOrder();
        scene.takeIn("");
        LEADSHEET_WAIT(scene.notice().text().contains(QStringLiteral("empty")));
        QVERIFY(!scene.ui.find<QPushButton>("ingestCheck")->isEnabled());
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-ingest-empty"), scene.ingest()),
                 QString());
    }

    void leads_ofAnOrder_areSavedIntoAFile() {
        IngestScene scene;
        scene.number = scene.orders.placeWithLeads(3);
        scene.open();
        scene.show(Queue::Ready);
        LEADSHEET_WAIT(scene.rows() == 1 &&
                       scene.ui.find<QPushButton>("fulfilmentSave")->isEnabled());
        auto* notice = scene.ui.find<NoticeBar>("fulfilmentNotice");
        setNextFile(scene.path("absent/order.csv"));
        scene.ui.click("fulfilmentSave");
        LEADSHEET_WAIT(notice->text().contains(QStringLiteral("cannot be written")));
        setNextFile(scene.path("order.csv"));
        scene.ui.click("fulfilmentSave");
        LEADSHEET_WAIT(notice->text().contains(QStringLiteral("The leads are in")));
        QFile file(scene.path("order.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 4);
    }
};

LEADSHEET_TEST(tst_fulfilment_ingest, FulfilmentIngestTest);
#include "tst_fulfilment_ingest.moc"
