// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_scene.hpp"
#include "leads_scene.hpp"
#include "order_scene.hpp"
#include "pasted_command.hpp"
#include "test_main.hpp"
#include "wishes_scene.hpp"
#include "workbook_file.hpp"

#include "run/run_panel.hpp"
#include "submit/submit_step.hpp"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <QtTest>

#include <algorithm>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// What placing did: each order's request, in one order whatever the service's, and what is left.
struct Bought {
    QStringList orders;
    std::int64_t balance = 0;
    QStringList runs; ///< rows of each run that were given up, or are still to be sent
};

struct Scene : WishesScene {
    Bought bought() {
        Bought all;
        for (const Order& order : orders())
            all.orders << QString::fromStdString(order.request);
        all.orders.sort();
        all.balance =
            desktop.program().account().connection()->client->account().get()->available.amount;
        auto ledger = openLedger();
        for (std::int64_t run = 1; run < 9; ++run)
            if (const auto info = ledger.run(submit::RunId{run}))
                if (info->state != submit::RunState::Planning && info->totals.all() > 0)
                    all.runs << QString::number(info->totals.left());
        return all;
    }
    void backToCheck() { emit page().findChild<StepStrip*>()->chosen(2); }
    void toPrice() {
        LEADSHEET_WAIT(page().job().isReadyToPrice() && button("continueToPrice") != nullptr);
        button("continueToPrice")->click();
        repriced();
    }
    void repriced() {
        LEADSHEET_WAIT(page().engine().state() == RunEngine::State::Idle &&
                       panel().priced().has_value() && button("place") != nullptr);
    }
};

using Choice = std::function<void(Scene&)>;

const QByteArray kSheet = rowsFrom(1, 3);

void choose(Scene& scene, const char* box) {
    scene.desktop.find<QCheckBox>(box)->click();
    scene.repriced();
}

void limitTo(Scene& scene, const char* amount) {
    auto* cap = scene.desktop.find<QLineEdit>("cap");
    cap->selectAll();
    QTest::keyClicks(cap, QLatin1String(amount));
}

void orderElsewhere(Scene& scene, int count) {
    for (int row = 1; row <= count; ++row)
        QCOMPARE(scene.server
                     .createOrder("elsewhere-" + std::to_string(row),
                                  R"({"scrapingOption":"filters","leadCount":100,"industries":)"
                                  R"(["Industry )" +
                                      std::to_string(row) + R"("],"locations":["Germany"]})")
                     .status,
                 201);
}

/// These rows of the tab that is shown.
void select(Scene& scene, std::vector<RowRange> rows) {
    scene.backToCheck();
    scene.page().job().setSelectedRows(std::move(rows));
    scene.toPrice();
    scene.desktop.find<QRadioButton>("selectedRows")->click();
    scene.repriced();
}

/// A workbook with two tabs of the same rows in other places; of the one shown, perhaps not all.
Choice tabs(const QStringList& names, int shown, const std::vector<RowRange>& rows) {
    return [=](Scene& scene) {
        std::vector<WorkbookTab> all;
        for (const int i : {0, 1}) {
            const QString place = i == 0 ? QStringLiteral("Berlin") : QStringLiteral("Graz");
            all.push_back({names[i],
                           {{"Product", "Leads", "Industries", "Locations"},
                            {"filters", "100", "Steel", place},
                            {"filters", "100", "Retail", place}},
                           false,
                           {},
                           {}});
        }
        const QString path = scene.desktop.folder() + QStringLiteral("/tabs.xlsx");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly) && file.write(workbookOf(all)) > 0);
        file.close();
        SheetJob& job = scene.page().job();
        scene.desktop.program().workspace().openSheet(path);
        LEADSHEET_WAIT(job.state() == SheetJob::State::Open && job.source() == path);
        job.read(withTabs(job.reading(), {0, 1}));
        LEADSHEET_WAIT(job.state() == SheetJob::State::Open && job.hasSeveralTabs());
        for (const char* next : {"continueToMap", "continueToCheck"}) {
            LEADSHEET_WAIT(scene.button(next) != nullptr);
            scene.button(next)->click();
        }
        job.showTab(static_cast<std::size_t>(shown));
        scene.toPrice();
        if (!rows.empty())
            select(scene, rows);
    };
}

/// Presses the button in one world, runs the command in another.
void verifySame(const Choice& choice) {
    Bought pressed;
    {
        Scene scene;
        choice(scene);
        if (QTest::currentTestFailed())
            return;
        scene.place();
        pressed = scene.bought();
    }
    Scene scene;
    choice(scene);
    const QString line = scene.page().commandLine();
    const CliRun run = pasted(line, scene.server.customerKey());
    const QByteArray told = line.toUtf8() + '\n' + run.all();
    const Bought copied = scene.bought();
    QVERIFY2(copied.orders == pressed.orders,
             told + "\n--- pressed\n" + pressed.orders.join('\n').toUtf8() + "\n--- copied\n" +
                 copied.orders.join('\n').toUtf8());
    QVERIFY2(copied.balance == pressed.balance, told);
    QVERIFY2(copied.runs == pressed.runs,
             told + pressed.runs.join(',').toUtf8() + " : " + copied.runs.join(',').toUtf8());
}

} // namespace

/// What "Copy as Command" copies is run in a second world that is equal to the one in which the
/// button is pressed: both do the same.
class CopiedCommandTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qRegisterMetaType<Priced>();
        qRegisterMetaType<Trouble>();
    }

    void price_copied_doesWhatTheButtonDoes_data() {
        QTest::addColumn<Choice>("choice");
        const auto sheet = [](const QByteArray& rows, const Choice& then = {}) -> Choice {
            return [rows, then](Scene& scene) {
                scene.price(scene.write(rows));
                if (then)
                    then(scene);
            };
        };
        QTest::newRow("all rows") << sheet(kSheet);
        QTest::newRow("the first two") << sheet(kSheet, [](Scene& scene) {
            scene.desktop.find<QSpinBox>("firstCount")->setValue(2);
            LEADSHEET_WAIT(scene.panel().chosen().rows == 2);
        });
        QTest::newRow("selected rows, blank and bad ones among them") << sheet(
            rowsFrom(1, 1) + "\n" + rowsFrom(2, 2) + "filters,many,Steel,Berlin\n" + rowsFrom(3, 4),
            [](Scene& scene) {
                select(scene, {{2, 5}, {7, 7}});
            });
        QTest::newRow("duplicates, too")
            << sheet(kSheet + rowsFrom(1, 2), [](Scene& scene) { choose(scene, "duplicatesToo"); });
        QTest::newRow("changed rows, too") << Choice([](Scene& scene) {
            scene.price(scene.write(kSheet));
            scene.place();
            scene.price(scene.write(rowsFrom(1, 2) + "filters,150,Industry 3,Germany\n"));
            choose(scene, "changedToo");
        });
        QTest::newRow("a higher cap")
            << sheet(kSheet, [](Scene& scene) { limitTo(scene, "500.00"); });
    }

    void price_copied_doesWhatTheButtonDoes() {
        QFETCH(Choice, choice);
        verifySame(choice);
    }

    void price_copied_earlierOrders_sameDeed_data() {
        QTest::addColumn<Choice>("choice");
        QTest::newRow("an earlier run is replaced") << Choice([](Scene& scene) {
            scene.price(scene.write(rowsFrom(1, 6)));
            scene.approveElsewhere();
            QVERIFY(QDir().mkpath(scene.desktop.folder() + QStringLiteral("/elsewhere")));
            scene.price(scene.write(rowsFrom(6, 8), QStringLiteral("elsewhere/sheet.csv")));
            scene.desktop.find<QCheckBox>("replacesRun")->click();
        });
        QTest::newRow("ordered elsewhere, one of two anyway") << Choice([](Scene& scene) {
            orderElsewhere(scene, 2);
            scene.price(scene.write(kSheet));
            scene.button("orderKnown", scene.part("orderedBefore"))->click();
            scene.repriced();
        });
        QTest::newRow("ordered elsewhere, all anyway") << Choice([](Scene& scene) {
            orderElsewhere(scene, 2);
            scene.price(scene.write(kSheet));
            scene.button("orderAllKnown", scene.part("orderedBefore"))->click();
            scene.repriced();
        });
        QTest::newRow("what was left of a run") << Choice([](Scene& scene) {
            scene.price(scene.write(rowsFrom(1, 4)));
            limitTo(scene, "16.00");
            scene.place();
            emit scene.page().findChild<RunPanel*>()->pricesWanted({1});
            scene.repriced();
        });
    }

    void price_copied_earlierOrders_sameDeed() {
        QFETCH(Choice, choice);
        verifySame(choice);
    }

    void price_copied_namesAndTabs_sameDeed_data() {
        QTest::addColumn<Choice>("choice");
        QTest::newRow("rows of two tabs")
            << tabs({QStringLiteral("-Q3"), QStringLiteral("It's 4! & more")}, 0, {});
        QTest::newRow("selected rows of the second of two tabs")
            << tabs({QStringLiteral("-Q3"), QStringLiteral("It's 4! & more")}, 1, {{2, 2}});
        QTest::newRow("tabs called by the numbers of others")
            << tabs({QStringLiteral("2"), QStringLiteral("1")}, 0, {{2, 3}});
        QTest::newRow("a tab whose name is quoted")
            << tabs({QStringLiteral("Q3"), QStringLiteral("'Q'4'")}, 1, {{2, 2}});
        QTest::newRow("a name that a shell would read") << Choice([](Scene& scene) {
            QVERIFY(QDir(scene.desktop.folder()).mkdir(QStringLiteral("-o $HOME")));
            scene.price(
                scene.write(kSheet, QStringLiteral("-o $HOME/-it's a \"träge\"\n`sheet`!.csv")));
        });
        QTest::newRow("corrections that a shell or an option would read")
            << Choice([](Scene& scene) {
                   scene.price(scene.write(kSheet));
                   SheetEditing& editing = scene.page().job().editing();
                   scene.backToCheck();
                   editing.change({}, {{{0, 2, 2}, std::string("-Steel's = \"$HOME\"")},
                                       {{0, 3, 2}, std::string("=\xc3\x84rzte")},
                                       {{0, 4, 3}, std::string()}});
                   scene.toPrice();
               });
    }

    void price_copied_namesAndTabs_sameDeed() {
        QFETCH(Choice, choice);
        verifySame(choice);
    }

    /// What only looks is run in the same world, and says what the page shows.
    void pages_copied_sayWhatTheyShow() {
        LeadsScene scene;
        const std::string first = scene.deliver(1, 6).str();
        const std::string second = scene.deliver(7, 3).str();
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 9);
        const auto said = [&scene](const char* page) {
            MainWindow& window = scene.desktop.window();
            window.showPage(QLatin1String(page));
            const QString line = window.currentPage()->commandLine();
            const CliRun run =
                pasted(line + QStringLiteral(" --json"), scene.service.server.customerKey());
            if (run.exitCode != 0)
                QTest::qFail(line.toUtf8() + '\n' + run.all(), __FILE__, __LINE__);
            return run;
        };
        QCOMPARE(said("leads").linesOf("lead").size(), std::size_t{9});
        scene.desktop.click("leadChip1");
        LEADSHEET_WAIT(scene.rows() == 3);
        QCOMPARE(said("leads").linesOf("lead").size(), std::size_t{3});
        scene.desktop.window().showPage(QStringLiteral("orders"));
        auto* orders = scene.desktop.find<QTableView>("ordersTable");
        LEADSHEET_WAIT(orders->model()->rowCount() == 2);
        orders->setCurrentIndex({});
        CliRun run = said("orders");
        QCOMPARE(run.linesOf("order").size(), std::size_t{2});
        QVERIFY(run.out.contains(QString::fromStdString(second)));
        orders->selectRow(0);
        run = said("orders");
        QVERIFY2(run.out.contains(orders->model()->index(0, 0).data().toString()), run.all());
        for (const char* page : {"destinations", "overview", "activity", "accounts"})
            said(page);
        QVERIFY(!QTest::currentTestFailed());
    }

    /// A list that is narrowed is copied as it is narrowed, or not at all.
    void lists_narrowed_copied_sayWhatTheyShow() {
        TestServer::Options options;
        options.configure = [](server::Config& config) {
            config.outgoing.allowHttp = true;
            config.outgoing.allowLoopback = true;
        };
        TestServer server(options);
        OrderScene scene(server);
        DesktopScene desktop;
        QCOMPARE(server.post("/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/x\",\"enabled\":false}")
                     .status,
                 201);
        const std::string number = scene.place();
        scene.place();
        desktop.connectTo(server);
        const auto lines = [&](const char* event) {
            const QString line = desktop.window().currentPage()->commandLine();
            const CliRun run = pasted(line + QStringLiteral(" --json"), server.customerKey());
            if (run.exitCode != 0)
                QTest::qFail(line.toUtf8() + '\n' + run.all(), __FILE__, __LINE__);
            return run.linesOf(event).size();
        };
        desktop.window().showPage(QStringLiteral("destinations"));
        auto* messages = desktop.find<QTableView>("deliveriesTable");
        LEADSHEET_WAIT(messages->model()->rowCount() > 0);
        const auto all = static_cast<std::size_t>(messages->model()->rowCount());
        QCOMPARE(lines("webhookDelivery"), all);
        desktop.click("deliveryChip2");
        LEADSHEET_WAIT(messages->model()->rowCount() == 0);
        QCOMPARE(lines("webhookDelivery"), std::size_t{0});
        desktop.window().showPage(QStringLiteral("orders"));
        auto* orders = desktop.find<QTableView>("ordersTable");
        LEADSHEET_WAIT(orders->model()->rowCount() == 2);
        desktop.type("ordersSearch", QString::fromStdString(number));
        LEADSHEET_WAIT(orders->model()->rowCount() == 1);
        orders->setCurrentIndex({});
        QCOMPARE(desktop.window().currentPage()->commandLine(), QString());
    }

    /// The export that the button begins, in a second world.
    void leadExport_copied_writesTheSameFile() {
        QByteArray written[2];
        for (const bool pressed : {true, false}) {
            LeadsScene scene;
            scene.deliver(1, 6);
            scene.open();
            LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 6);
            scene.desktop.click("leadChip1");
            LEADSHEET_WAIT(scene.rows() == 2);
            scene.desktop.click("leadExport");
            auto* preset = scene.desktop.find<QComboBox>("exportFor");
            preset->setCurrentIndex(preset->findData(QStringLiteral("sheets")));
            emit preset->activated(preset->currentIndex());
            const QString path = scene.desktop.folder() + QStringLiteral("/leads.csv");
            scene.desktop.find<QLineEdit>("exportFile")->setText(path);
            const QString line = scene.page()->commandLine();
            if (pressed)
                scene.desktop.click("exportBegin");
            else
                QCOMPARE(pasted(line, scene.service.server.customerKey()).exitCode, 0);
            LEADSHEET_WAIT(QFile::exists(path));
            QFile file(path);
            QVERIFY(file.open(QFile::ReadOnly));
            written[pressed ? 0 : 1] = file.readAll();
        }
        QCOMPARE(written[0].count('\n'), 3);
        QCOMPARE(written[0].count('\n'), written[1].count('\n'));
        QCOMPARE(written[0].split('\n').first(), written[1].split('\n').first());
    }

    void fulfilment_copied_saysWhatItShows() {
        FulfilmentScene scene;
        scene.open();
        const QString number = QString::fromStdString(scene.orders.place());
        LEADSHEET_WAIT(scene.rows() == 1);
        QGuiApplication::clipboard()->clear();
        scene.ui.find<QPushButton>("fulfilmentCommand")->click();
        const QString line = QGuiApplication::clipboard()->text();
        const CliRun run = pasted(line + QStringLiteral(" --json"), scene.server.adminKey());
        QVERIFY2(run.exitCode == 0 && run.out.contains(number), line.toUtf8() + '\n' + run.all());
    }

    /// A row is agreed to alone; the command line would agree for the other one of that order too.
    void price_oneOfTwoOfAnOrder_isNotOffered() {
        Scene scene;
        orderElsewhere(scene, 1);
        scene.price(scene.write(rowsFrom(1, 1) + rowsFrom(1, 2)));
        choose(scene, "duplicatesToo");
        QVERIFY(!scene.page().commandLine().isEmpty());
        auto* before = scene.part("orderedBefore");
        QCOMPARE(before->findChild<QTreeWidget*>()->topLevelItemCount(), 2);
        scene.button("orderKnown", before)->click();
        scene.repriced();
        QCOMPARE(scene.page().commandLine(), QString());
    }

    /// The window goes on to the limit; the command line orders nothing above one.
    void price_lowerCap_isNotOffered() {
        Scene scene;
        scene.price(scene.write(kSheet));
        QVERIFY(!scene.page().commandLine().isEmpty());
        limitTo(scene, "10.00");
        QVERIFY(scene.button("place") != nullptr);
        QCOMPARE(scene.page().commandLine(), QString());
        QVERIFY(!scene.desktop.find<QPushButton>("copyCommand")->isEnabled());
    }
};

LEADSHEET_TEST(tst_copied_command, CopiedCommandTest);
#include "tst_copied_command.moc"
