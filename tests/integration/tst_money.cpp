// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "submit_driver.hpp"
#include "test_main.hpp"

#include "leadsheet/app/order_money.hpp"
#include "leadsheet/app/statement.hpp"
#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"

#include <QTemporaryDir>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;

#define OK_OR_FAIL(result)                                                                         \
    QVERIFY2((result).has_value(), (result) ? "" : (result).error().message.c_str())

namespace {

/// A run of ten orders, each of which met another fate, and an order from elsewhere.
struct MoneyScene {
    ClientScene at;
    QTemporaryDir folder;
    SubmitJob job;
    std::vector<OrderNumber> orders;
    int leads = 0;

    MoneyScene() {
        job.baseUrl = at.server.baseUrl();
        job.apiKey = at.server.customerKey();
        job.ledger = folder.filePath("ledger.sqlite").toStdString();
        job.rows = 11;
        job.leadCount = 50;
    }

    Admin admin() const { return at.admin(); }
    OrderStep step(int row) { return {orders.at(static_cast<std::size_t>(row)), at.nextKey()}; }

    Result<void> place() {
        const auto report = submitSheet(job);
        if (!report)
            return failure(report.error());
        const auto rows = rowsOf(job.ledger);
        if (!rows)
            return failure(rows.error());
        for (const submit::RowRecord& row : *rows)
            orders.push_back(*OrderNumber::parse(row.orderNumber));
        return {};
    }

    Result<void> ingest(int row, int count) {
        DeliveryPart part(orders.at(static_cast<std::size_t>(row)),
                          *DeliveryId::parse("part-" + std::to_string(leads)));
        part.leads = ClientScene::leads(leads, count);
        leads += count;
        const auto taken = admin().deliveries().ingest(part);
        return taken ? Result<void>() : failure(taken.error());
    }

    Result<void> approve(int row) {
        const auto moved = admin().orders().approve(step(row));
        return moved ? Result<void>() : failure(moved.error());
    }

    Result<void> deliver(int row, int count) {
        if (auto ready = approve(row); !ready)
            return ready;
        if (auto taken = ingest(row, count); !taken)
            return taken;
        const auto moved = admin().orders().deliver(step(row));
        return moved ? Result<void>() : failure(moved.error());
    }

    Result<void> meetTheirFates() {
        const auto call = [](auto result) {
            return result ? Result<void>() : Result<void>(failure(result.error()));
        };
        Result<void> done;
        const auto then = [&](auto act) {
            if (done)
                done = act();
        };
        then([&] { return approve(1); });
        then([&] { return ingest(1, 20); }); // a part, the rest is to come
        then([&] { return deliver(2, 50); });
        then([&] { return deliver(3, 17); }); // fewer than ordered
        then([&] { return call(at.customer().orders().cancel(orders[4], "", at.nextKey())); });
        then([&] { return deliver(5, 50); });
        then([&] { return call(admin().orders().refund(step(5), Money{33, "USD"}, "stale")); });
        then([&] { return deliver(6, 41); });
        then([&] { return call(admin().orders().refund(step(6), {}, "all of it")); });
        then([&] { return call(admin().orders().refund(step(7), {}, "before delivery")); });
        then([&] { return call(admin().orders().reject(step(8), "no")); });
        then([&] { return approve(9); });
        then([&] { return call(admin().orders().fail(step(9), "no such people")); });
        then([&] {
            return call(admin().accounts().credit(*AccountId::parse(at.server.accountId()),
                                                  Money{12'345, "USD"}, "top up", at.nextKey()));
        });
        return done;
    }

    app::StatementOptions options() const {
        app::StatementOptions options;
        options.account = {job.baseUrl, at.server.accountId(), ""};
        options.workFolder = folder.path().toStdString();
        return options;
    }
};

app::OrderMoney sumsOf(const std::vector<app::StatementLine>& lines,
                       const std::function<bool(const app::StatementLine&)>& wanted) {
    app::OrderMoney sums;
    for (const app::StatementLine& line : lines) {
        if (!wanted(line))
            continue;
        const std::int64_t amount = line.entry.amount.amount;
        if (line.entry.type == "hold")
            sums.held += amount;
        if (line.entry.type == "capture")
            sums.charged += amount;
        if (line.entry.type == "release")
            sums.released += amount;
        if (line.entry.type == "refund")
            sums.refunded += amount;
    }
    sums.held -= sums.charged + sums.released;
    return sums;
}

} // namespace

/// What a run, its orders, the statement and the balance say of the same money.
class MoneyTest : public QObject {
    Q_OBJECT

private slots:
    void ordersOfEveryFate_agreeToTheCentEverywhere();
    void emptyAccount_hasAStatementOfNothing();
    void runOfManyOrders_isAskedForInPages();
};

void MoneyTest::ordersOfEveryFate_agreeToTheCentEverywhere() {
    MoneyScene scene;
    const auto placed = scene.place();
    OK_OR_FAIL(placed);
    const OrderNumber elsewhere = scene.at.place(70);
    const auto met = scene.meetTheirFates();
    OK_OR_FAIL(met);
    const Client client = scene.at.customer();
    auto ledger = submit::Ledger::open(scene.job.ledger);
    OK_OR_FAIL(ledger);
    const auto run = ledger->run(submit::RunId{1});
    OK_OR_FAIL(run);

    // The run, as `status --refresh` and Activity show it.
    const auto now = app::askForMoney(client, *ledger, *run, {});
    OK_OR_FAIL(now);
    QCOMPARE(now->orders, std::int64_t{11});
    QCOMPARE(now->missing, std::int64_t{0});
    QCOMPARE(now->states.at("delivered"), std::int64_t{3});
    QCOMPARE(now->states.at("refunded"), std::int64_t{2});
    QCOMPARE(now->sums.held + now->sums.charged + now->sums.released, run->totals.held);
    QVERIFY(now->sums.charged > 0 && now->sums.released > 0 && now->sums.refunded > 33);

    // The statement.
    auto statement = app::Statement::read(client, &*ledger, scene.options());
    OK_OR_FAIL(statement);
    const app::StatementTotals& totals = statement->totals();
    QVERIFY2(totals.disagreement.empty(), totals.disagreement.c_str());
    std::vector<app::StatementLine> lines;
    for (;;) {
        const auto page = statement->next();
        OK_OR_FAIL(page);
        if (page->empty())
            break;
        lines.insert(lines.end(), page->begin(), page->end());
    }
    QCOMPARE(static_cast<std::int64_t>(lines.size()), totals.movements);
    QVERIFY(sumsOf(lines, [](const auto& line) { return line.run == 1; }) == now->sums);
    QCOMPARE(totals.elsewhere, std::int64_t{1});
    QCOMPARE(totals.unknown, std::int64_t{0});

    // Each order, as the Orders page shows it.
    app::OrderMoney ofOrders;
    const auto orders = allOrders(scene.job);
    OK_OR_FAIL(orders);
    for (const Order& order : *orders) {
        const auto money = app::moneyOf(order);
        OK_OR_FAIL(money);
        QVERIFY(app::add(ofOrders, *money).has_value());
        const auto moved = sumsOf(
            lines, [&](const auto& line) { return line.entry.orderNumber == order.number.str(); });
        QVERIFY2(moved == *money, order.number.str().c_str());
    }

    // The balance.
    const auto account = client.account().get();
    OK_OR_FAIL(account);
    QCOMPARE(totals.closing,
             (app::StatementBalance{account->available.amount, account->held.amount}));
    QCOMPARE(account->held.amount, ofOrders.held);
    QCOMPARE(account->available.amount,
             totals.sums.credited - ofOrders.held - ofOrders.charged + ofOrders.refunded);
    QCOMPARE(totals.sums.charged, ofOrders.charged);
    QCOMPARE(totals.sums.released, ofOrders.released);
    QCOMPARE(totals.sums.refunded, ofOrders.refunded);

    // What it was for.
    for (const app::StatementLine& line : lines) {
        if (!line.entry.orderNumber) {
            QVERIFY(line.source == app::OrderSource::None);
        } else if (*line.entry.orderNumber == elsewhere.str()) {
            QVERIFY(line.source == app::OrderSource::Service);
            QCOMPARE(line.leads, std::int64_t{70});
            QCOMPARE(line.product, std::string("filters"));
        } else {
            QVERIFY(line.source == app::OrderSource::Computer);
            QCOMPARE(line.file, std::string("test.csv"));
            QCOMPARE(line.row >= 2 && line.row <= 12, true);
        }
    }
}

void MoneyTest::emptyAccount_hasAStatementOfNothing() {
    MoneyScene scene;
    const std::string secret = scene.at.server.addAccount(0);
    const Client client = scene.at.client(secret);
    const auto statement = app::Statement::read(client, nullptr, scene.options());
    OK_OR_FAIL(statement);
    QVERIFY2(statement->totals().disagreement.empty(), statement->totals().disagreement.c_str());
    QCOMPARE(statement->totals().movements, std::int64_t{0});
    QCOMPARE(statement->totals().closing, app::StatementBalance());
}

void MoneyTest::runOfManyOrders_isAskedForInPages() {
    MoneyScene scene;
    scene.job.rows = 40;
    const auto placed = scene.place();
    OK_OR_FAIL(placed);
    auto ledger = submit::Ledger::open(scene.job.ledger);
    OK_OR_FAIL(ledger);
    const auto run = ledger->run(submit::RunId{1});
    OK_OR_FAIL(run);
    const std::size_t before = scene.at.server.accessRecords().size();
    const auto now = app::askForMoney(scene.at.customer(), *ledger, *run, {});
    OK_OR_FAIL(now);
    QCOMPARE(now->orders, std::int64_t{40});
    QCOMPARE(now->sums.held, run->totals.held);
    QVERIFY(scene.at.server.accessRecords().size() - before <= 3);
}

LEADSHEET_TEST(tst_money, MoneyTest);
#include "tst_money.moc"
