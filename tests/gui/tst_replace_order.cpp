// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "wishes_scene.hpp"

#include "dialogs/form_dialog.hpp"

#include <QCheckBox>
#include <QTreeWidget>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::rowsFrom;
using leadsheet::test::verifySays;

namespace {

/// A sheet of two rows was ordered; then its second row was changed, and it is priced again.
struct Scene : leadsheet::test::WishesScene {
    Scene() {
        price(write(rowsFrom(1, 2)));
        place();
        for (const Order& order : orders())
            if (order.request.find("Industry 2") != std::string::npos)
                replaced = QString::fromStdString(order.number.str());
        price(write(rowsFrom(1, 1) + "filters,150,Industry 2,Germany\n"));
    }
    /// Prices the changed row in place of its order.
    void replace() {
        LEADSHEET_WAIT(button("replaceOrder") != nullptr);
        button("replaceOrder")->click();
        LEADSHEET_WAIT(panel().priced() && panel().priced()->quote.rows == 1 &&
                       page().engine().state() == RunEngine::State::Idle);
    }
    std::string statusOf(const QString& number) {
        return leadsheet::test::memberOf(server.get("/v1/orders/" + number.toStdString()),
                                         "/status");
    }

    QString replaced;
};

} // namespace

/// The row of an order that is still in review was changed: cancel and order again is one step.
class ReplaceOrderTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qRegisterMetaType<Priced>();
        qRegisterMetaType<Trouble>();
    }

    void changedRow_ofAnOrderInReview_replacesItAfterOneQuestion() {
        Scene scene;
        QVERIFY(!scene.replaced.isEmpty());
        scene.replace();
        QCOMPARE(scene.desktop.look(QStringLiteral("replace-order")), QString());
        QCOMPARE(scene.placeText(),
                 QStringLiteral("Cancel %1 and Order Again for $12.00…").arg(scene.replaced));
        QCOMPARE(scene.desktop.find<QLabel>("balance")->text(),
                 QStringLiteral("Balance $999,984.00 + $8.00 released by cancelling → "
                                "$999,980.00"));
        QCOMPARE(scene.desktop.find<QLabel>("leftOut")->text(),
                 QStringLiteral("The other rows of the sheet stay as they are."));
        setNextAnswer(false);
        scene.button("place")->click();
        verifySays(lastQuestion(), scene.replaced + QStringLiteral(" is cancelled, and $8.00"));
        verifySays(lastQuestion(), QStringLiteral("for $12.00"));
        QCOMPARE(scene.statusOf(scene.replaced), std::string("pending_review"));
        QCOMPARE(scene.orders().size(), std::size_t{2});

        setNextAnswer(true);
        scene.place();
        QCOMPARE(scene.statusOf(scene.replaced), std::string("cancelled"));
        const auto orders = scene.orders();
        QCOMPARE(orders.size(), std::size_t{3});
        QCOMPARE(orders.front().leadCount, 150);
        QVERIFY(orders.front().status == OrderStatus::PendingReview);
    }

    void orderNoLongerInReview_isNeitherCancelledNorReplaced() {
        Scene scene;
        scene.replace();
        const std::string order = "/v1/admin/orders/" + scene.replaced.toStdString();
        QCOMPARE(
            scene.server.post(order + "/approve", "{}", {{"x-api-key", scene.server.adminKey()}})
                .status,
            200);
        QSignalSpy failed(&scene.page().engine(), &RunEngine::failed);
        setNextAnswer(true);
        scene.button("place")->click();
        LEADSHEET_WAIT(failed.count() == 1);
        QCOMPARE(scene.statusOf(scene.replaced), std::string("in_progress"));
        QCOMPARE(scene.orders().size(), std::size_t{2});
        // The page stays with the order that was to be replaced, and says why it was not.
        auto* notice = scene.desktop.find<NoticeBar>("priceNotice");
        QTRY_VERIFY(notice->isVisible());
        QVERIFY(scene.page().engine().state() == RunEngine::State::Idle);
        QCOMPARE(scene.page().commandLine(), QString());
        emit notice->actionTriggered();
        LEADSHEET_WAIT(failed.count() == 2);
        verifySays(notice->text(), scene.replaced + QStringLiteral(" is no longer in review"));
        verifySays(notice->text(), QStringLiteral("No order was sent and nothing was spent"));
        QVERIFY(scene.button("place") == nullptr);
        // From there the way leads to the prices of the sheet, where the order stays as it is.
        emit notice->actionTriggered();
        scene.waitForPrices();
        QVERIFY(!scene.panel().priced()->cancels);
        QCOMPARE(scene.panel().priced()->plan.changed, 1);
        scene.desktop.find<QCheckBox>("changedToo")->click();
        scene.waitForPrices();
        verifySays(scene.page().commandLine(), QStringLiteral("--include-changed"));
        QCOMPARE(scene.orders().size(), std::size_t{2});
    }

    void endedBetweenTheTwo_leavesARowWhoseOrderEnded() {
        Scene scene;
        scene.replace();
        // Cancelled, and then the program ended before it approved anything.
        const std::string order = "/v1/orders/" + scene.replaced.toStdString();
        QCOMPARE(scene.server.post(order + "/cancel", "").status, 200);
        scene.desktop.restart();
        scene.desktop.connectTo(scene.server);
        QVERIFY(!scene.desktop.find<NoticeBar>("interrupted")->isVisible());
        QCOMPARE(scene.orders().size(), std::size_t{2});

        scene.price(scene.write(rowsFrom(1, 1) + "filters,150,Industry 2,Germany\n"));
        LEADSHEET_WAIT(scene.button("orderKnown", scene.part("orderedThenEnded")) != nullptr);
        scene.button("orderKnown", scene.part("orderedThenEnded"))->click();
        LEADSHEET_WAIT(scene.panel().priced() && scene.panel().priced()->quote.rows == 1 &&
                       scene.page().engine().state() == RunEngine::State::Idle);
        verifySays(scene.placeText(), QStringLiteral("Place 1 Order for $12.00 of Play Money"));
        scene.place();
        QCOMPARE(scene.orders().size(), std::size_t{3});
    }
};

LEADSHEET_TEST(tst_replace_order, ReplaceOrderTest);
#include "tst_replace_order.moc"
