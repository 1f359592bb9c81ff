// SPDX-License-Identifier: Apache-2.0
// The money ledger: what each movement needs and does, and what the statement tells of it.
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <sqlite3.h>

using namespace leadsheet::server::store;
using namespace leadsheet::server::store::test;

namespace {

constexpr MinorUnits kCredit = 100'000;
constexpr MinorUnits kPrice = 800; ///< of an order for 100 leads

Timestamp minute(int n) {
    return startTime() + std::chrono::minutes(n);
}

using Write = std::function<void(Tx&)>;

bool writes(Store& store, const Write& write) {
    return store.writeAndWait(write).has_value();
}

/// Whether it is, saying so.
bool isRefused(Store& store, const Write& write, const char* saying) {
    const auto result = store.writeAndWait(write);
    return !result && result.error().kind == StoreError::Kind::Internal &&
           result.error().detail.find(saying) != std::string::npos;
}

OrderNumber orderOf(Store& store, const Customer& customer) {
    return customer.create(store, "order", draftFor(100)).value().placed.order->number;
}

std::vector<LedgerEntry> statementOf(Store& store, const AccountId& account) {
    return store
        .read([&](Reader& reader) { return reader.listLedger(account, std::nullopt, 100).rows; })
        .value();
}

/// Changes the database as no release does.
void tamper(const std::string& path, const char* sql) {
    sqlite3* connection = nullptr;
    if (sqlite3_open(path.c_str(), &connection) != SQLITE_OK ||
        sqlite3_exec(connection, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("%s: %s", sql, sqlite3_errmsg(connection));
    sqlite3_close(connection);
}

} // namespace

class BooksTest : public QObject {
    Q_OBJECT

private slots:
    void kind_hasOneNameAndIsKnownByIt() {
        const std::pair<TransferKind, std::string_view> kinds[] = {
            {TransferKind::Credit, "credit"},   {TransferKind::Hold, "hold"},
            {TransferKind::Capture, "capture"}, {TransferKind::Release, "release"},
            {TransferKind::Refund, "refund"},
        };
        for (const auto& [kind, text] : kinds) {
            QCOMPARE(name(kind), text);
            QCOMPARE(transferKindFromName(text), kind);
        }
        QVERIFY_THROWS_EXCEPTION(StoreFailure, transferKindFromName("gift"));
    }

    void account_withoutMovements_hasNothing() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one", 0);
        QCOMPARE(balanceOf(*store, customer.account()), Balance{});
        QVERIFY(statementOf(*store, customer.account()).empty());
    }

    void credit_ofNothingOrLess_isRefused() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        for (const MinorUnits amount : {0, -1})
            QVERIFY(isRefused(
                *store, [&](Tx& tx) { tx.credit(customer.account(), amount, "gift", startTime()); },
                "must move a positive amount"));
        QVERIFY(
            writes(*store, [&](Tx& tx) { tx.credit(customer.account(), 1, "gift", startTime()); }));
        QCOMPARE(balanceOf(*store, customer.account()), (Balance{kCredit + 1, 0, 0, 0}));
        QCOMPARE(ledgerFaultsOf(*store), std::vector<std::string>{});
    }

    void hold_ofMoreThanIsThere_holdsNothing() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        const OrderNumber none("LS-0000000000");
        bool held = true;
        QVERIFY(writes(*store, [&](Tx& tx) {
            held = tx.hold(customer.account(), none, kCredit + 1, startTime());
        }));
        QVERIFY(!held);
        QVERIFY(isRefused(
            *store, [&](Tx& tx) { (void)tx.hold(customer.account(), none, -1, startTime()); },
            "a hold must not be negative"));
        QCOMPARE(balanceOf(*store, customer.account()), (Balance{kCredit, 0, 0, 0}));
        QCOMPARE(statementOf(*store, customer.account()).size(), 1U);
    }

    void movement_isDoneAsFarAsItsOrderHasTheMoney_data() {
        QTest::addColumn<TransferKind>("kind");
        QTest::addColumn<qint64>("amount");
        QTest::addColumn<bool>("stranger");
        QTest::addColumn<QByteArray>("refusal"); // empty = done
        struct Kind {
            const char* text;
            TransferKind kind;
            const char* over;
        };
        for (const Kind& moved :
             {Kind{"capture", TransferKind::Capture, "a capture over the hold of order"},
              Kind{"release", TransferKind::Release, "a release over the hold of order"},
              Kind{"refund", TransferKind::Refund, "a refund over what was captured"}}) {
            const auto row = [&](const char* what, qint64 amount, bool stranger,
                                 const char* refusal) {
                QTest::addRow("%s %s", moved.text, what)
                    << moved.kind << amount << stranger << QByteArray(refusal);
            };
            constexpr const char* kNothing = "must move a positive amount";
            row("some", 1, false, "");
            row("all", kPrice, false, "");
            row("more", kPrice + 1, false, moved.over);
            row("nothing", 0, false, kNothing);
            row("less than nothing", -1, false, kNothing);
            row("of another account", 1, true, moved.over);
        }
    }
    void movement_isDoneAsFarAsItsOrderHasTheMoney() {
        QFETCH(TransferKind, kind);
        QFETCH(qint64, amount);
        QFETCH(bool, stranger);
        QFETCH(QByteArray, refusal);
        const bool done = refusal.isEmpty();
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        const Customer other(*store, "two");
        const OrderNumber order = orderOf(*store, customer);
        orderOf(*store, other); // has money held as well
        if (kind == TransferKind::Refund)
            QVERIFY(writes(*store, [&](Tx& tx) {
                tx.capture(customer.account(), order, kPrice, startTime());
            }));
        const AccountId& account = stranger ? other.account() : customer.account();
        const Write move = [&](Tx& tx) {
            if (kind == TransferKind::Capture)
                tx.capture(account, order, amount, startTime());
            else if (kind == TransferKind::Release)
                tx.release(account, order, amount, startTime());
            else
                tx.refund(account, order, amount, "bounced", startTime());
        };
        const Balance before = balanceOf(*store, customer.account());
        QVERIFY(done ? writes(*store, move) : isRefused(*store, move, refusal.constData()));
        Balance after = before;
        if (done && kind == TransferKind::Capture)
            after = {before.available, before.held - amount, amount, 0};
        if (done && kind == TransferKind::Release)
            after = {before.available + amount, before.held - amount, 0, 0};
        if (done && kind == TransferKind::Refund)
            after = {before.available + amount, 0, kPrice, amount};
        QCOMPARE(balanceOf(*store, customer.account()), after);
        QCOMPARE(balanceOf(*store, other.account()), (Balance{kCredit - kPrice, kPrice, 0, 0}));
        // What an order has is used up by what was done.
        if (done)
            QCOMPARE(writes(*store, move), amount * 2 <= kPrice);
    }

    void movement_thatTheBalanceDoesNotCover_isRefused() {
        const Stores stores(false);
        const auto store = stores.open();
        const Customer customer(*store, "one");
        const OrderNumber order = orderOf(*store, customer);
        tamper(stores.path(), "UPDATE ledger_balances SET balance = 799 WHERE bucket = 'held'");
        QVERIFY(isRefused(
            *store, [&](Tx& tx) { tx.capture(customer.account(), order, kPrice, startTime()); },
            "is too small for a transfer"));
        QCOMPARE(balanceOf(*store, customer.account()).captured, 0);
        QVERIFY(writes(*store, [&](Tx& tx) {
            tx.capture(customer.account(), order, kPrice - 1, startTime());
        }));
    }

    void statement_tellsEachMovementWithTheBalanceAfterIt() {
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        const Customer other(*store, "two");
        const AccountId& account = customer.account();
        const OrderNumber order = orderOf(*store, customer);
        QVERIFY(writes(*store, [&](Tx& tx) {
            tx.capture(account, order, 300, minute(1));
            tx.release(account, order, 500, minute(2));
            tx.refund(account, order, 100, "bounced", minute(3));
        }));
        struct Line {
            TransferKind kind;
            MinorUnits amount;
            MinorUnits available;
            MinorUnits held;
            std::optional<OrderNumber> order;
            std::string reason;
            int at;
        };
        const Line wanted[] = {
            {TransferKind::Refund, 100, 99'800, 0, order, "bounced", 3},
            {TransferKind::Release, 500, 99'700, 0, order, "", 2},
            {TransferKind::Capture, 300, 99'200, 500, order, "", 1},
            {TransferKind::Hold, 800, 99'200, 800, order, "", 0},
            {TransferKind::Credit, 100'000, 100'000, 0, std::nullopt, "play balance", 0},
        };
        const auto lines = statementOf(*store, account);
        QCOMPARE(lines.size(), std::size(wanted));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i].account, account);
            QCOMPARE(lines[i].kind, wanted[i].kind);
            QCOMPARE(lines[i].amount, wanted[i].amount);
            QCOMPARE(lines[i].availableAfter, wanted[i].available);
            QCOMPARE(lines[i].heldAfter, wanted[i].held);
            QCOMPARE(lines[i].order, wanted[i].order);
            QCOMPARE(lines[i].reason, wanted[i].reason);
            QVERIFY(lines[i].at == minute(wanted[i].at));
            QVERIFY(i == 0 || lines[i].id < lines[i - 1].id);
        }
        QCOMPARE(balanceOf(*store, account), (Balance{99'800, 0, 300, 100}));
        QCOMPARE(statementOf(*store, other.account()).size(), 1U);
    }

    void statement_inPages_tellsEachMovementOnce_data() {
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("pages");
        QTest::newRow("one a page") << 1 << 5;
        QTest::newRow("two a page") << 2 << 3;
        QTest::newRow("all but one") << 4 << 2;
        QTest::newRow("just all") << 5 << 1;
        QTest::newRow("more than all") << 6 << 1;
    }
    void statement_inPages_tellsEachMovementOnce() {
        QFETCH(int, limit);
        QFETCH(int, pages);
        const auto store = Stores(true).open();
        const Customer customer(*store, "one");
        QVERIFY(writes(*store, [&](Tx& tx) {
            for (int i = 1; i <= 4; ++i)
                tx.credit(customer.account(), i, "gift", startTime());
        }));
        std::vector<MinorUnits> amounts;
        std::optional<CursorPosition> after;
        int seen = 0;
        do {
            const auto page = store->read([&](Reader& reader) {
                return reader.listLedger(customer.account(), after, limit);
            });
            QVERIFY(page->rows.size() <= static_cast<std::size_t>(limit));
            for (const LedgerEntry& line : page->rows)
                amounts.push_back(line.amount);
            after = page->next;
            ++seen;
        } while (after && seen < 10);
        QCOMPARE(amounts, (std::vector<MinorUnits>{4, 3, 2, 1, kCredit}));
        QCOMPARE(seen, pages);
    }

    void books_thatWereTamperedWith_tellWhichPromiseIsBroken_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QStringList>("faults"); // A: the account, O: its order
        QTest::newRow("nothing") << QByteArray("SELECT 1") << QStringList();
        QTest::newRow("an entry too many")
            << QByteArray("INSERT INTO ledger_entries (transfer_id, account_id, bucket, amount)"
                          " VALUES (2, 'nobody', 'held', 5)")
            << QStringList{"all entries together do not add up to zero but to 5",
                           "the two sides do not cancel out in transfer 2",
                           "the balance is not the sum of the entries in nobody held"};
        QTest::newRow("a transfer without entries")
            << QByteArray("INSERT INTO ledger_transfers (account_id, kind, amount, reason,"
                          " available_after, held_after, at)"
                          " SELECT id, 'credit', 1, '', 0, 0, 0 FROM accounts")
            << QStringList{"there are not two entries for transfer 3"};
        QTest::newRow("a balance")
            << QByteArray("UPDATE ledger_balances SET balance = 1 WHERE bucket = 'available'")
            << QStringList{"the balance is not the sum of the entries in A available"};
        QTest::newRow("a hold") << QByteArray("UPDATE holds SET held = held - 1")
                                << QStringList{
                                       "the balance is not the sum of the orders' holds in A held",
                                       "order and hold disagree about the money of O"};
        QTest::newRow("no hold") << QByteArray("DELETE FROM holds")
                                 << QStringList{
                                        "the balance is not the sum of the orders' holds in A held",
                                        "order and hold disagree about the money of O"};
        QTest::newRow("an order") << QByteArray("UPDATE orders SET captured = 1")
                                  << QStringList{"order and hold disagree about the money of O"};
    }
    void books_thatWereTamperedWith_tellWhichPromiseIsBroken() {
        QFETCH(QByteArray, sql);
        QFETCH(QStringList, faults);
        const Stores stores(false);
        const auto store = stores.open();
        const Customer customer(*store, "one");
        const OrderNumber order = orderOf(*store, customer);
        faults.replaceInStrings(" A ",
                                QString::fromStdString(" " + customer.account().str() + " "));
        faults.replaceInStrings(" of O", QString::fromStdString(" of " + order.str()));
        tamper(stores.path(), sql.constData());
        QStringList told;
        for (const std::string& fault : ledgerFaultsOf(*store))
            told.append(QString::fromStdString(fault));
        QCOMPARE(told, faults);
    }
};

LEADSHEET_TEST(tst_books, BooksTest);
#include "tst_books.moc"
