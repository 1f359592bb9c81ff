// SPDX-License-Identifier: Apache-2.0
#include "orders/steps.hpp"
#include "store_fixture.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <map>
#include <stdexcept>
#include <type_traits>
#include <utility>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
using std::chrono::minutes;
using std::chrono::seconds;

/// What is done to the deliveries of a webhook that has more of them than one transaction touches,
/// and the order in which leads are divided.
class WebhookBacklogTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void fewPending_areHeldAtOnce();
    void manyPending_areHeldInPieces_andNoneIsClaimedMeanwhile();
    void dueWebhook_saysWhetherItsLastAttemptSucceeded();
    void claim_passesOverWhatAnotherTransactionHolds();
    void fewFailed_areRecoveredAtOnce();
    void manyFailedAndHeld_areRecoveredInPieces();
    void recovered_thatFailAgain_areLeftAlone();
    void heldWhileRecovering_areAllHeldInTheEnd();
    void removed_isNotFound_andGoesInPieces();
    void removed_dropsWhatElseWasToBeDone();
    void reopened_goesOnWhereItWas();
    void ordersThatWereDelivered_areDividedBeforeSweeps();
    void backlog_countsWhatWaitsAndWhatIsHeld();
    void backlog_isWithoutWhatGoesToRemovedWebhooks();

private:
    void open();
    std::int64_t webhook();
    /// Deliveries of the webhook in this state, a second apart each.
    void queue(int count, DeliveryState state);
    /// Makes all that is due fail for good.
    void failAll();
    std::map<DeliveryState, int> states();
    std::vector<WebhookDelivery> claim();
    std::vector<std::int64_t> withBacklog(Timestamp now);
    /// Moves until nothing is left; how many pieces that took.
    int moveAll(Timestamp now);
    /// Waiting and held.
    std::pair<std::int64_t, std::int64_t> backlog();
    std::optional<Timestamp> oldest();
    template <class Body>
    auto write(Body body) {
        auto written = store_->writeAndWait(body);
        if (!written)
            throw std::runtime_error(written.error().detail);
        if constexpr (!std::is_void_v<decltype(body(std::declval<Tx&>()))>)
            return *std::move(written);
    }
    template <class Body>
    auto read(Body body) {
        return store_->read(body).value();
    }

    std::unique_ptr<Stores> stores_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
    std::shared_ptr<OutboxHooks> hooks_;
    std::int64_t webhook_ = 0;
    int ids_ = 0;
    Timestamp now_;
};

namespace {

using States = std::map<DeliveryState, int>;
constexpr int kMany = 1'200; // three pieces

} // namespace

void WebhookBacklogTest::init() {
    store_.reset();
    stores_ = std::make_unique<Stores>(false);
    ids_ = 0;
    hooks_ = std::make_shared<OutboxHooks>();
    hooks_->makeId = [this](std::string_view prefix) {
        return std::string(prefix) + std::to_string(++ids_);
    };
    hooks_->orderEventData = [](const Order&, const OrderEvent&, std::int64_t) {
        return std::string("{}");
    };
    open();
    customer_ = std::make_unique<Customer>(*store_, "one");
    now_ = startTime();
    webhook_ = webhook();
}

void WebhookBacklogTest::open() {
    auto options = stores_->options();
    options.outbox = hooks_;
    store_ = Stores::open(options);
    QVERIFY(store_);
}

std::int64_t WebhookBacklogTest::webhook() {
    Webhook made;
    made.id = WebhookId(hooks_->makeId("wh_"));
    made.account = customer_->account();
    made.url = "https://receiver.example/";
    made.secret = "sealed";
    made.createdAt = made.updatedAt = now_;
    return write([&](Tx& tx) { return tx.insertWebhook(made); });
}

void WebhookBacklogTest::queue(int count, DeliveryState state) {
    write([&](Tx& tx) {
        for (int n = 0; n < count; ++n) {
            WebhookMessage message;
            message.account = customer_->account();
            message.type = "order.created";
            message.createdAt = now_ + seconds(n);
            tx.queueDelivery(
                tx.insertWebhookMessage(message, [](std::int64_t) { return std::string("{}"); }),
                webhook_, state);
        }
    });
}

std::vector<WebhookDelivery> WebhookBacklogTest::claim() {
    const Timestamp at = now_ + minutes(60);
    return write(
        [&](Tx& tx) { return tx.claimDeliveries(webhook_, at, at + seconds(60), kMany, {}); });
}

void WebhookBacklogTest::failAll() {
    const auto claimed = claim();
    write([&](Tx& tx) {
        for (const WebhookDelivery& delivery : claimed) {
            DeliveryResult result;
            result.delivery = delivery.seq;
            result.lease = delivery.lease;
            result.state = DeliveryState::Failed;
            result.attempt.at = now_;
            result.attempt.error = "The answer was 500.";
            tx.finishDelivery(result);
        }
    });
}

States WebhookBacklogTest::states() {
    return read([&](Reader& reader) {
        States found;
        for (const auto& delivery :
             reader.listWebhookDeliveries(webhook_, {}, std::nullopt, 10 * kMany).rows)
            ++found[delivery.state];
        return found;
    });
}

std::vector<std::int64_t> WebhookBacklogTest::withBacklog(Timestamp now) {
    std::vector<std::int64_t> webhooks;
    for (const auto& [webhook, account] :
         read([&](Reader& reader) { return reader.webhooksWithBacklog(now); })) {
        webhooks.push_back(webhook);
        if (account != customer_->account())
            throw std::runtime_error("a backlog of " + account.str());
    }
    return webhooks;
}

int WebhookBacklogTest::moveAll(Timestamp now) {
    int pieces = 0;
    while (write([&](Tx& tx) { return tx.moveBacklog(webhook_, now); }))
        ++pieces;
    return pieces;
}

void WebhookBacklogTest::fewPending_areHeldAtOnce() {
    queue(3, DeliveryState::Pending);
    write([&](Tx& tx) { tx.holdDeliveries(webhook_, now_); });
    QCOMPARE(states(), (States{{DeliveryState::Held, 3}}));
    QVERIFY(!read([&](Reader& reader) { return reader.hasBacklog(webhook_); }));
}

void WebhookBacklogTest::manyPending_areHeldInPieces_andNoneIsClaimedMeanwhile() {
    queue(kMany, DeliveryState::Pending);
    write([&](Tx& tx) { tx.holdDeliveries(webhook_, now_); });
    queue(5, DeliveryState::Pending); // of a webhook that was enabled again
    const auto pending = [&] {
        return read([&](Reader& reader) { return reader.webhookHealth(webhook_, now_).pending; });
    };
    const auto held = [&] {
        return read([&](Reader& reader) { return reader.webhookHealth(webhook_, now_).held; });
    };
    QCOMPARE(pending(), std::int64_t{5});
    QCOMPARE(held(), std::int64_t{kMany});
    QVERIFY(claim().empty());
    QVERIFY(read([&](Reader& reader) { return reader.dueWebhooks(now_ + minutes(60)); }).empty());
    QVERIFY(write([&](Tx& tx) { return tx.moveBacklog(webhook_, now_); }));
    QCOMPARE(states().at(DeliveryState::Held), 500);
    QVERIFY(claim().empty());
    QCOMPARE(moveAll(now_), 2);
    QCOMPARE(states(), (States{{DeliveryState::Held, kMany}, {DeliveryState::Pending, 5}}));
    QCOMPARE(pending(), std::int64_t{5});
    QCOMPARE(held(), std::int64_t{kMany});
    QCOMPARE(claim().size(), std::size_t{5});
}

void WebhookBacklogTest::dueWebhook_saysWhetherItsLastAttemptSucceeded() {
    queue(1, DeliveryState::Pending);
    const auto answers = [&] {
        const auto due = read([&](Reader& reader) { return reader.dueWebhooks(now_); });
        return due.size() == 1 && due.front().seq == webhook_ && due.front().answers;
    };
    QVERIFY(!answers());
    const Webhook called = *read([&](Reader& reader) { return reader.findWebhook(webhook_); });
    QVERIFY(write([&](Tx& tx) { return tx.noteWebhookResult(called, true, now_); }));
    QVERIFY(answers());
    QVERIFY(write([&](Tx& tx) { return tx.noteWebhookResult(called, false, now_ + seconds(1)); }));
    QVERIFY(!answers());
}

void WebhookBacklogTest::claim_passesOverWhatAnotherTransactionHolds() {
    if (!leadsheet::test::onPostgres())
        QSKIP("elsewhere one transaction writes at a time");
    queue(3, DeliveryState::Pending);
    leadsheet::test::PostgresSession other(leadsheet::test::databaseFor(stores_->path()));
    other.run("BEGIN; UPDATE webhook_deliveries SET attempts = attempts WHERE seq ="
              " (SELECT MIN(seq) FROM webhook_deliveries)");
    QCOMPARE(claim().size(), std::size_t{2});
    other.run("ROLLBACK");
    QCOMPARE(claim().size(), std::size_t{1});
}

void WebhookBacklogTest::fewFailed_areRecoveredAtOnce() {
    queue(4, DeliveryState::Held);
    const auto queued =
        write([&](Tx& tx) { return tx.recoverDeliveries(webhook_, now_ + seconds(1), now_); });
    QCOMPARE(queued, std::optional<std::int64_t>(3));
    QCOMPARE(states(), (States{{DeliveryState::Held, 1}, {DeliveryState::Pending, 3}}));
}

void WebhookBacklogTest::manyFailedAndHeld_areRecoveredInPieces() {
    queue(kMany, DeliveryState::Pending);
    failAll();
    queue(kMany, DeliveryState::Held);
    const Timestamp since = now_ + seconds(100);
    QCOMPARE(read([&](Reader& reader) { return reader.recoverable(webhook_, since); }),
             std::int64_t{2 * kMany - 200});
    QVERIFY(!write([&](Tx& tx) { return tx.recoverDeliveries(webhook_, since, now_); }));
    queue(7, DeliveryState::Held); // not there when it was asked for
    QCOMPARE(withBacklog(now_), std::vector<std::int64_t>{webhook_});
    QVERIFY(write([&](Tx& tx) { return tx.moveBacklog(webhook_, now_); }));
    QCOMPARE(states().at(DeliveryState::Pending), 400);
    QCOMPARE(claim().size(), std::size_t{400});
    QCOMPARE(moveAll(now_), 5);
    QCOMPARE(states(), (States{{DeliveryState::Failed, 100},
                               {DeliveryState::Held, 107},
                               {DeliveryState::Pending, 2 * kMany - 200}}));
}

void WebhookBacklogTest::recovered_thatFailAgain_areLeftAlone() {
    queue(kMany, DeliveryState::Pending);
    failAll();
    QVERIFY(!write([&](Tx& tx) { return tx.recoverDeliveries(webhook_, now_, now_); }));
    QVERIFY(write([&](Tx& tx) { return tx.moveBacklog(webhook_, now_); }));
    failAll();
    QCOMPARE(states(), (States{{DeliveryState::Failed, kMany}}));
    moveAll(now_);
    QCOMPARE(states(),
             (States{{DeliveryState::Failed, 500}, {DeliveryState::Pending, kMany - 500}}));
}

void WebhookBacklogTest::heldWhileRecovering_areAllHeldInTheEnd() {
    queue(kMany, DeliveryState::Held);
    QVERIFY(!write([&](Tx& tx) { return tx.recoverDeliveries(webhook_, now_, now_); }));
    QVERIFY(write([&](Tx& tx) { return tx.moveBacklog(webhook_, now_); }));
    write([&](Tx& tx) { tx.holdDeliveries(webhook_, now_); });
    moveAll(now_);
    QCOMPARE(states(), (States{{DeliveryState::Held, kMany}}));
    QVERIFY(!read([&](Reader& reader) { return reader.hasBacklog(webhook_); }));
}

void WebhookBacklogTest::removed_isNotFound_andGoesInPieces() {
    queue(kMany, DeliveryState::Pending);
    failAll();
    const auto id = read([&](Reader& reader) { return reader.findWebhook(webhook_)->id; });
    write([&](Tx& tx) { tx.removeWebhook(webhook_, now_); });
    read([&](Reader& reader) {
        if (reader.findWebhook(webhook_) || reader.findWebhook(customer_->account(), id) ||
            !reader.listWebhooks(customer_->account(), std::nullopt, 10).rows.empty())
            throw std::runtime_error("it is still found");
        return 0;
    });
    QVERIFY(claim().empty());
    // Attempts may still be under way.
    QCOMPARE(moveAll(now_), 0);
    QCOMPARE(states(), (States{{DeliveryState::Failed, kMany}}));
    const Timestamp later = now_ + minutes(3);
    QCOMPARE(withBacklog(later), std::vector<std::int64_t>{webhook_});
    QCOMPARE(moveAll(later), 3);
    QCOMPARE(states(), States());
    QVERIFY(withBacklog(later).empty());
    // The row is gone as well: its number is free, where numbers are used again.
    const std::int64_t next = webhook();
    QVERIFY(next == webhook_ || leadsheet::test::onPostgres());
}

void WebhookBacklogTest::removed_dropsWhatElseWasToBeDone() {
    queue(kMany, DeliveryState::Held);
    QVERIFY(!write([&](Tx& tx) { return tx.recoverDeliveries(webhook_, now_, now_); }));
    write([&](Tx& tx) { tx.removeWebhook(webhook_, now_); });
    QCOMPARE(moveAll(now_), 0);
    QCOMPARE(states(), (States{{DeliveryState::Held, kMany}}));
    moveAll(now_ + minutes(3));
    QCOMPARE(states(), States());
}

void WebhookBacklogTest::reopened_goesOnWhereItWas() {
    queue(kMany, DeliveryState::Held);
    QVERIFY(!write([&](Tx& tx) { return tx.recoverDeliveries(webhook_, now_, now_); }));
    QVERIFY(write([&](Tx& tx) { return tx.moveBacklog(webhook_, now_); }));
    store_.reset();
    open();
    QCOMPARE(withBacklog(now_), std::vector<std::int64_t>{webhook_});
    moveAll(now_);
    QCOMPARE(states(), (States{{DeliveryState::Pending, kMany}}));
}

void WebhookBacklogTest::ordersThatWereDelivered_areDividedBeforeSweeps() {
    const auto order = [&](const char* key) {
        return customer_->create(*store_, key, draftFor(10))->placed.order->number;
    };
    const OrderNumber swept = order("swept");
    const OrderNumber delivered = order("delivered");
    write([&](Tx& tx) {
        tx.queueFanOut({0, swept, webhook_, now_, std::nullopt, 9});
        tx.queueFanOut({0, delivered, webhook_});
    });
    const auto waiting = read([](Reader& reader) { return reader.listFanOuts(10); });
    QCOMPARE(waiting.size(), std::size_t{2});
    QCOMPARE(waiting.front().order, delivered);
    QCOMPARE(waiting.back().upTo, std::optional<std::int64_t>(9));
    // What was taken once is not taken again under another's number.
    QVERIFY(write([&](Tx& tx) { return tx.takeFanOut(waiting.front().seq); }));
    write([&](Tx& tx) { tx.queueFanOut({0, swept, webhook_}); });
    QVERIFY(!write([&](Tx& tx) { return tx.takeFanOut(waiting.front().seq); }));
}

std::pair<std::int64_t, std::int64_t> WebhookBacklogTest::backlog() {
    return read([](Reader& reader) {
        const DeliveryBacklog all = reader.webhookBacklog();
        return std::pair(all.waiting, all.held);
    });
}

std::optional<Timestamp> WebhookBacklogTest::oldest() {
    return read([](Reader& reader) { return reader.webhookBacklog().oldest; });
}

void WebhookBacklogTest::backlog_countsWhatWaitsAndWhatIsHeld() {
    using Counts = std::pair<std::int64_t, std::int64_t>;
    QCOMPARE(backlog(), Counts(0, 0));
    QVERIFY(!oldest());
    queue(3, DeliveryState::Held);
    QVERIFY(!oldest());
    queue(kMany, DeliveryState::Pending);
    QCOMPARE(backlog(), Counts(kMany, 3));
    QVERIFY(oldest() == now_);
    webhook_ = webhook();
    now_ -= minutes(5);
    queue(4, DeliveryState::Pending);
    QCOMPARE(backlog(), Counts(kMany + 4, 3));
    QVERIFY(oldest() == now_);
    const auto claimed = claim();
    QCOMPARE(backlog(), Counts(kMany + 4, 3));
    write([&](Tx& tx) {
        for (std::size_t n = 0; n < 2; ++n) {
            DeliveryResult result;
            result.delivery = claimed.at(n).seq;
            result.lease = claimed.at(n).lease;
            result.attempt.at = now_;
            tx.finishDelivery(result);
        }
    });
    QCOMPARE(backlog(), Counts(kMany + 2, 3));
    QVERIFY(oldest() == now_ + seconds(2));
    write([&](Tx& tx) { tx.holdDeliveries(webhook_, now_); });
    QCOMPARE(backlog(), Counts(kMany, 5));
    QVERIFY(oldest() == now_ + minutes(5));
    write([&](Tx& tx) { tx.requeueDelivery(claimed.front().seq, now_); });
    QCOMPARE(backlog(), Counts(kMany + 1, 5));
    write([&](Tx& tx) { tx.purgeWebhookLog(now_ + minutes(1), kMany); });
    QCOMPARE(backlog(), Counts(kMany + 1, 3));
}

void WebhookBacklogTest::backlog_isWithoutWhatGoesToRemovedWebhooks() {
    using Counts = std::pair<std::int64_t, std::int64_t>;
    queue(10, DeliveryState::Pending);
    queue(kMany, DeliveryState::Held);
    write([&](Tx& tx) { tx.removeWebhook(webhook_, now_); });
    QCOMPARE(backlog(), Counts(0, 0));
    moveAll(now_ + minutes(3));
    webhook_ = webhook();
    queue(2, DeliveryState::Pending);
    QCOMPARE(backlog(), Counts(2, 0));
}

LEADSHEET_TEST(tst_webhook_backlog, WebhookBacklogTest);
#include "tst_webhook_backlog.moc"
