// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_keys.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/resource/keys.hpp"
#include "leadsheet/transport.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;

namespace {

/// Keeps a file in memory.
struct MemorySink final : ByteSink {
    std::string text;
    int restarts = 0;
    std::size_t most = std::string::npos;

    bool restart() override {
        ++restarts;
        text.clear();
        return true;
    }
    bool write(std::string_view bytes) override {
        text += bytes;
        return text.size() <= most;
    }
};

/// Hands out the beginning of a file and breaks, so many times, and then all of it.
struct BreakingTransport final : Transport {
    int breaks = 0;

    Exchange send(const HttpRequest&, const std::stop_token&) override { return {}; }
    Exchange receive(const HttpRequest&, ByteSink& sink, const std::stop_token&) override {
        Exchange exchange;
        sink.write("first half,");
        if (breaks-- > 0) {
            exchange.failure.problem = TransportProblem::Receive;
            exchange.failure.progress = Progress::AnswerCut;
            exchange.failure.status = 200;
            return exchange;
        }
        sink.write("second half");
        exchange.response = HttpResponse{200, {}, {}};
        return exchange;
    }
};

#define OK_OR_FAIL(result)                                                                         \
    QVERIFY2((result).has_value(), (result) ? "" : (result).error().message.c_str())

} // namespace

/// Operators' operations and keys, typed, against the real server.
class ClientAdminTest : public QObject {
    Q_OBJECT

private slots:
    void init() { scene_ = std::make_unique<ClientScene>(); }
    void cleanup() { scene_.reset(); }

    void order_itsWholeLife_isMoved() {
        const Admin admin = scene_->admin();
        const OrderNumber number = scene_->place(10);
        const auto asked = admin.orders().requestInfo({number, scene_->nextKey()}, "Austria?");
        OK_OR_FAIL(asked);
        QVERIFY(asked->order.status == OrderStatus::InfoRequested);
        QCOMPARE(asked->order.question, std::optional<std::string>("Austria?"));
        OK_OR_FAIL(scene_->customer().orders().reply(number, "Yes.", scene_->nextKey()));
        const auto approved = admin.orders().approve({number, scene_->nextKey()});
        OK_OR_FAIL(approved);
        QCOMPARE(approved->account.str(), scene_->server.accountId());
        DeliveryPart part(number, *DeliveryId::parse("one"));
        part.final = true;
        part.leads = ClientScene::leads(0, 4);
        OK_OR_FAIL(admin.deliveries().ingest(part));
        const auto delivered = admin.orders().deliver({number, scene_->nextKey()});
        OK_OR_FAIL(delivered);
        QVERIFY(delivered->order.payment == PaymentStatus::Captured);
        QCOMPARE(delivered->ingested.accepted, std::int64_t{4});
        QVERIFY(delivered->ingested.final);
        const auto part1 =
            admin.orders().refund({number, scene_->nextKey()}, Money{1, "USD"}, "One was stale.");
        OK_OR_FAIL(part1);
        QVERIFY(part1->order.status == OrderStatus::Delivered);
        const auto rest = admin.orders().refund({number, scene_->nextKey()}, {}, "All of them.");
        OK_OR_FAIL(rest);
        QVERIFY(rest->order.status == OrderStatus::Refunded);
    }

    void step_repeatedUnderItsKey_actsOnce() {
        const OrderNumber number = scene_->placeApproved();
        const OrderStep step(number, scene_->nextKey());
        const auto first = scene_->admin().orders().fail(step, "No such companies.");
        const auto again = scene_->admin().orders().fail(step, "No such companies.");
        OK_OR_FAIL(first);
        OK_OR_FAIL(again);
        QCOMPARE(again->order.version, first->order.version);
        const auto other =
            scene_->admin().orders().reject({number, scene_->nextKey()}, "Too late.");
        QVERIFY(!other);
        QVERIFY(other.error().is(ErrorCode::InvalidTransition));
    }

    void step_olderVersion_isAConflictAndChangesNothing() {
        const OrderNumber number = scene_->place();
        OrderStep step(number, scene_->nextKey());
        step.expectedVersion = 7;
        const auto refused = scene_->admin().orders().approve(step);
        QVERIFY(!refused);
        QVERIFY(refused.error().is(ErrorCode::VersionConflict));
        const auto order = scene_->admin().orders().get(number);
        OK_OR_FAIL(order);
        QVERIFY(order->order.status == OrderStatus::PendingReview);
        step = OrderStep(number, scene_->nextKey());
        step.expectedVersion = order->order.version;
        OK_OR_FAIL(scene_->admin().orders().approve(step));
    }

    void queue_filtersAndWalks() {
        scene_->placeApproved();
        for (int n = 0; n < 3; ++n)
            scene_->place();
        AdminOrderFilter filter;
        filter.status = OrderStatus::PendingReview;
        filter.account = *AccountId::parse(scene_->server.accountId());
        PageOptions two;
        two.limit = 2;
        auto range = scene_->admin().orders().all(filter, two);
        const auto all = range.take(10);
        OK_OR_FAIL(all);
        QCOMPARE(all->size(), std::size_t{3});
    }

    void customerKey_onTheAdminPlane_isTheWrongType() {
        const auto refused = scene_->client(scene_->server.customerKey()).admin().orders().list();
        QVERIFY(!refused);
        QVERIFY(refused.error().is(ErrorCode::WrongKeyType));
    }

    void exports_ofOrderAndAccount_areTheSameStream() {
        const OrderNumber number = scene_->ownLeads(0, 500);
        MemorySink order;
        MemorySink account;
        const auto bytes = scene_->admin().orders().exportLeads(
            number, LeadFileFormat::Ndjson, {LeadField::Email, LeadField::Rating}, order);
        OK_OR_FAIL(bytes);
        QCOMPARE(*bytes, static_cast<std::uint64_t>(order.text.size()));
        QCOMPARE(std::count(order.text.begin(), order.text.end(), '\n'), std::ptrdiff_t{500});
        OK_OR_FAIL(scene_->customer().leads().exportFile({}, {LeadField::Email, LeadField::Rating},
                                                         LeadFileFormat::Ndjson, account));
        QCOMPARE(account.text, order.text);
    }

    void export_ofNothingThatExists_isAProblemNotAFile() {
        MemorySink sink;
        const auto refused = scene_->admin().orders().exportLeads(
            *OrderNumber::parse("LS-0000000000"), LeadFileFormat::Csv, {}, sink);
        QVERIFY(!refused);
        QVERIFY(refused.error().is(ErrorCode::NotFound));
        QVERIFY(sink.text.empty());
    }

    void export_receiverThatTakesNoMore_endsTheCall() {
        scene_->ownLeads(0, 3000);
        MemorySink sink;
        sink.most = 1000;
        const auto ended = scene_->customer().leads().exportFile({}, {}, LeadFileFormat::Csv, sink);
        QVERIFY(!ended);
        QVERIFY(ended.error().is(ErrorCode::Cancelled));
        QCOMPARE(sink.restarts, 1);
    }

    void export_thatBreaks_beginsAnew() {
        auto wire = std::make_shared<BreakingTransport>();
        wire->breaks = 1;
        ClientOptions options("https://api.example.com", *ApiKey::parse("any-key"));
        options.customTransport = wire;
        options.retry.baseDelay = options.retry.minDelay = std::chrono::milliseconds(1);
        MemorySink sink;
        const auto bytes = Client::create(std::move(options))
                               ->leads()
                               .exportFile({}, {}, LeadFileFormat::Csv, sink);
        OK_OR_FAIL(bytes);
        QCOMPARE(sink.text, std::string("first half,second half"));
        QCOMPARE(*bytes, std::uint64_t{22});
        QCOMPARE(sink.restarts, 2);
    }

    void keys_createRotateRevoke_workAndStopWorking() {
        const Keys keys = scene_->customer().keys();
        NewKey wish;
        wish.name = "Sheet";
        wish.scopes = {"account:read"};
        wish.dailySpendCap = Money{5'000, "USD"};
        const IdempotencyKey once = scene_->nextKey();
        const auto made = keys.create(wish, once);
        OK_OR_FAIL(made);
        QCOMPARE(made->record.dailySpendCap->amount, std::int64_t{5'000});
        const auto again = keys.create(wish, once);
        OK_OR_FAIL(again);
        QVERIFY(again->record.id == made->record.id);
        QVERIFY(again->secret == made->secret);
        const auto account = scene_->client(made->secret.reveal()).account().get();
        OK_OR_FAIL(account);
        QCOMPARE(account->spendCap->daily.amount, std::int64_t{5'000});

        const auto next = keys.rotate(made->record.id, scene_->nextKey());
        OK_OR_FAIL(next);
        QVERIFY(next->record.predecessor == made->record.id);
        OK_OR_FAIL(scene_->client(made->secret.reveal()).account().get());
        OK_OR_FAIL(keys.revoke(made->record.id));
        OK_OR_FAIL(keys.revoke(made->record.id));
        const auto dead = scene_->client(made->secret.reveal()).account().get();
        QVERIFY(!dead);
        QVERIFY(dead.error().is(ErrorCode::RevokedApiKey));
        OK_OR_FAIL(scene_->client(next->secret.reveal()).account().get());
        auto all = keys.all();
        OK_OR_FAIL(all.take(50));
        wish.scopes = {"admin:refunds"};
        QVERIFY(!keys.create(wish, scene_->nextKey()));
    }

    void accounts_createCreditSuspend_areSeenByTheCustomer() {
        const Admin admin = scene_->admin();
        const auto account = admin.accounts().create("Example Ltd", scene_->nextKey());
        OK_OR_FAIL(account);
        const IdempotencyKey once = scene_->nextKey();
        for (int tries = 0; tries < 2; ++tries) {
            const auto entry =
                admin.accounts().credit(account->id, Money{12'345, "USD"}, "Bank transfer", once);
            OK_OR_FAIL(entry);
            QCOMPARE(entry->available.amount, std::int64_t{12'345});
        }
        NewKey wish;
        wish.name = "First";
        wish.scopes = {"account:read"};
        const auto key = admin.keys().create(account->id, "customer", wish, scene_->nextKey());
        OK_OR_FAIL(key);
        QVERIFY(key->record.account == account->id);
        const Client customer = scene_->client(key->secret.reveal());
        QCOMPARE(customer.account().get()->available.amount, std::int64_t{12'345});
        AccountChange change;
        QVERIFY(
            admin.accounts().update(account->id, change).error().is(ErrorCode::InvalidArgument));
        change.suspended = true;
        const auto suspended = admin.accounts().update(account->id, change);
        OK_OR_FAIL(suspended);
        QVERIFY(suspended->suspended);
        QVERIFY(customer.account().get().error().is(ErrorCode::AccountSuspended));
        const auto rotated = admin.keys().rotate(key->record.id, scene_->nextKey());
        OK_OR_FAIL(rotated);
        OK_OR_FAIL(admin.keys().revoke(rotated->record.id));
        auto keys = admin.keys().all(account->id);
        QCOMPARE(keys.take(10)->size(), std::size_t{2});
        auto accounts = admin.accounts().all();
        QVERIFY(accounts.take(10)->size() >= 2);
        QCOMPARE(admin.accounts().get(account->id)->name, std::string("Example Ltd"));
    }

private:
    std::unique_ptr<ClientScene> scene_;
};

LEADSHEET_TEST(tst_client_admin, ClientAdminTest);
#include "tst_client_admin.moc"
