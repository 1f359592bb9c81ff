// SPDX-License-Identifier: Apache-2.0
#include "client_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;

namespace {

const std::string kQuote = R"({"id":"qt_1","scrapingOption":"filters","leadCount":250,
    "request":{"scrapingOption":"filters","leadCount":250,"industries":["A","B"],
        "industriesText":"A, B","jobTitles":["C, D"],"jobTitlesText":null,"notesText":"E"},
    "unitPriceMicros":80000,
    "total":{"amount":2000,"currency":"USD"},"idempotencyKey":null,"orderNumber":null,
    "createdAt":"2026-03-01T12:34:56.789Z","expiresAt":"2026-03-02T12:34:56.789Z"})";

std::string meta(const std::string& next) {
    const std::string cursor = next.empty() ? "null" : "\"" + next + "\"";
    return R"("meta":{"nextCursor":)" + cursor + R"(,"hasMore":)" +
           (next.empty() ? "false" : "true") + R"(,"limit":100})";
}

} // namespace

class ResourcesTest : public QObject {
    Q_OBJECT

private slots:
    void quotes_batch_isJoinedByIndex() {
        ClientFixture f;
        f.wire->answer(200, R"({"items":[
            {"index":2,"problem":{"code":"lead_count_out_of_range","status":422,"title":"t","detail":"d",
             "retryable":false,"errors":[{"pointer":"/leadCount","code":"out_of_range","detail":"x"}]}},
            {"index":0,"quote":)" +
                                kQuote + R"(},
            {"index":1,"existingOrder":)" +
                                f.placed() + R"(}],"summary":{}})");
        const QuoteItem plain{f.body(), {}};
        const QuoteItem keyed{f.body(), f.key()};
        const std::vector<QuoteItem> items = {plain, keyed, plain};
        const auto outcomes = f.client().quotes().createBatch(items);
        QVERIFY(outcomes.has_value());
        QCOMPARE(std::get<Quote>((*outcomes)[0]).total.amount, std::int64_t{2000});
        QCOMPARE(std::get<Order>((*outcomes)[1]).number.str(), std::string("LS-7Q2M9K4T6W"));
        const auto& refusal = std::get<QuoteRefusal>((*outcomes)[2]);
        QVERIFY(refusal.code == ErrorCode::LeadCountOutOfRange);
        QCOMPARE(refusal.fields[0].pointer, std::string("/leadCount"));
        const std::string body = R"({"leadCount":5,"scrapingOption":"filters"})";
        QCOMPARE(f.wire->requests()[0].body, R"({"items":[)" + body +
                                                 R"(,{"idempotencyKey":"ls1-key",)" +
                                                 body.substr(1) + "," + body + "]}");
    }

    void quotes_batchAnswer_mustCoverEveryItemOnce_data() {
        QTest::addColumn<std::string>("items");
        const std::string first = R"({"index":0,"quote":)" + kQuote + "}";
        QTest::newRow("one missing") << first;
        QTest::newRow("one twice") << first + "," + first;
        QTest::newRow("index too large") << first + R"(,{"index":2,"quote":)" + kQuote + "}";
        QTest::newRow("negative index") << first + R"(,{"index":-1,"quote":)" + kQuote + "}";
        QTest::newRow("nothing in it") << first + R"(,{"index":1})";
        QTest::newRow("none") << std::string();
    }
    void quotes_batchAnswer_mustCoverEveryItemOnce() {
        QFETCH(std::string, items);
        ClientFixture f;
        for (int i = 0; i < 4; ++i)
            f.wire->answer(200, R"({"items":[)" + items + "]}");
        const QuoteItem item{f.body(), {}};
        const auto outcomes = f.client().quotes().createBatch(std::vector<QuoteItem>{item, item});
        QVERIFY(!outcomes.has_value());
        QVERIFY(outcomes.error().is(ErrorCode::InvalidResponse));
    }

    void quotes_batchSize_isBounded() {
        ClientFixture f;
        const std::vector<QuoteItem> many(501, QuoteItem{f.body(), {}});
        QVERIFY(f.client().quotes().createBatch(many).error().is(ErrorCode::InvalidArgument));
        QVERIFY(f.client().quotes().createBatch({}).error().is(ErrorCode::InvalidArgument));
        QVERIFY(f.wire->requests().empty());
    }

    void quotes_single_isRead() {
        ClientFixture f;
        f.wire->answer(201, kQuote).answer(200, kQuote);
        OrderRequest request;
        request.product = "filters";
        const auto quote = f.client().quotes().create(request);
        QCOMPARE(quote->id.str(), std::string("qt_1"));
        // What repeats a list is not part of what is compared with an order.
        QCOMPARE(quote->request,
                 std::string(R"({"industries":["A","B"],"jobTitles":["C, D"],"leadCount":250,)"
                             R"("notesText":"E","scrapingOption":"filters"})"));
        QVERIFY(f.client().quotes().get(quote->id).has_value());
        QCOMPARE(f.wire->requests()[1].url,
                 std::string("https://api.example.com/api/v1/quotes/qt_1"));
    }

    void orders_all_walksPages() {
        ClientFixture f;
        f.wire->answer(200, R"({"data":[)" + f.placed() + "]," + meta("c1") + "}");
        f.wire->answer(200, R"({"data":[)" + f.placed() + "]," + meta("") + "}");
        OrderFilter filter;
        filter.status = OrderStatus::Delivered;
        filter.externalRef = "row & 14";
        auto range = f.client().orders().all(filter);
        QCOMPARE(range.take(10)->size(), std::size_t{2});
        const auto sent = f.wire->requests();
        QCOMPARE(sent[0].url, std::string("https://api.example.com/api/v1/orders?status=delivered&"
                                          "externalRef=row%20%26%2014"));
        QVERIFY(sent[1].url.find("cursor=c1") != std::string::npos);
    }

    void orders_findByKey_ignoresAnotherKeysOrder() {
        ClientFixture f;
        f.wire->answer(200, R"({"data":[{"order_number":"LS-1","status":"delivered",
            "idempotencyKey":"other"},{"order_number":"LS-2","status":"delivered",
            "idempotencyKey":"ls1-key"}],)" +
                                meta("") + "}");
        const auto found = f.client().orders().findByIdempotencyKey(f.key());
        QVERIFY(found.has_value() && found->has_value());
        QCOMPARE((*found)->number.str(), std::string("LS-2"));
    }

    void orders_events_areRead() {
        ClientFixture f;
        f.wire->answer(200,
                       R"({"data":[{"seq":1,"type":"order.created","at":"2026-03-01T12:34:56.789Z",
            "actor":"customer","status":"pending_review","version":1,"message":null,"data":{}}],)" +
                           meta("") + "}");
        const auto events = f.client().orders().events(*OrderNumber::parse("LS-1"));
        QCOMPARE(events->items.size(), std::size_t{1});
        QVERIFY(events->items[0].status == OrderStatus::PendingReview);
        QCOMPARE(f.wire->requests()[0].url,
                 std::string("https://api.example.com/api/v1/orders/LS-1/events"));
    }

    void orders_reply_sendsMessageVersionAndKey() {
        ClientFixture f;
        f.wire->answer(200, R"({"order_number":"LS-1","status":"pending_review","version":3})");
        const auto order =
            f.client().orders().reply(*OrderNumber::parse("LS-1"), "Austria \"AT\", too.",
                                      *IdempotencyKey::parse("reply-1"), 2);
        QVERIFY(order.has_value());
        QVERIFY(order->status == OrderStatus::PendingReview);
        const auto request = f.wire->requests()[0];
        QCOMPARE(request.method, std::string("POST"));
        QCOMPARE(request.url, std::string("https://api.example.com/api/v1/orders/LS-1/reply"));
        // No raw string: moc loses count of its quotation marks.
        QCOMPARE(request.body, std::string("{\"message\":\"Austria \\\"AT\\\", too.\","
                                           "\"expectedVersion\":2}"));
        QVERIFY(std::any_of(request.headers.begin(), request.headers.end(), [](const auto& h) {
            return h.name == "Idempotency-Key" && h.value == "reply-1";
        }));
    }

    void orders_cancel_withoutReasonOrVersion_sendsAnEmptyObject() {
        ClientFixture f;
        f.wire->answer(200, R"({"order_number":"LS-1","status":"cancelled","version":2})");
        const auto order = f.client().orders().cancel(*OrderNumber::parse("LS-1"), "",
                                                      *IdempotencyKey::parse("cancel-1"));
        QVERIFY(order.has_value());
        QVERIFY(order->status == OrderStatus::Cancelled);
        QCOMPARE(f.wire->requests()[0].body, std::string("{}"));
        QCOMPARE(f.wire->requests()[0].url,
                 std::string("https://api.example.com/api/v1/orders/LS-1/cancel"));
    }

    void orders_cancel_tooLate_namesTheState() {
        ClientFixture f;
        f.wire->problem(409, "invalid_transition");
        const auto order = f.client().orders().cancel(*OrderNumber::parse("LS-1"), "by mistake",
                                                      *IdempotencyKey::parse("cancel-1"), 1);
        QVERIFY(!order);
        QVERIFY(order.error().is(ErrorCode::InvalidTransition));
        QCOMPARE(f.wire->requests()[0].body,
                 std::string(R"({"reason":"by mistake","expectedVersion":1})"));
    }

    void leads_filtersAndFields_areSent() {
        ClientFixture f;
        f.wire->answer(200, R"({"data":[],)" + meta("") + "}");
        LeadFilter filter;
        filter.result = LeadResult::Good;
        filter.hasEmail = true;
        filter.hasPhone = false;
        filter.orderNumber = *OrderNumber::parse("LS-7Q2M9K4T6W");
        filter.country = "DE";
        filter.deliveredAfter = "2026-03-01T00:00:00Z";
        PageOptions page;
        page.limit = 1000;
        QVERIFY(f.client()
                    .leads()
                    .list(filter, {LeadField::Email, LeadField::PostalCode}, page)
                    .has_value());
        QCOMPARE(f.wire->requests()[0].url,
                 std::string("https://api.example.com/api/v1/leads?result=good&hasEmail=true&"
                             "hasPhone=false&orderNumber=LS-7Q2M9K4T6W&country=DE&deliveredAfter="
                             "2026-03-01T00%3A00%3A00Z&fields=email%2CpostalCode&limit=1000"));
    }

    void leads_values_keepTheirTypes() {
        ClientFixture f;
        f.wire->answer(200, R"({"data":[{"id":"ld_1","postalCode":"01067","hasEmail":true,
            "foundedYear":1998,"rating":4.5,"technologies":["a","b"],"phone":null,"new":[]}],)" +
                                meta("") + "}");
        const auto page = f.client().leads().list();
        QVERIFY2(page.has_value(), page ? "" : page.error().message.c_str());
        const Lead& lead = page->items.at(0);
        QCOMPARE(lead.text(LeadField::PostalCode), std::string("01067"));
        QCOMPARE(std::get<bool>(lead[LeadField::HasEmail]), true);
        QCOMPARE(std::get<std::int64_t>(lead[LeadField::FoundedYear]), std::int64_t{1998});
        QCOMPARE(std::get<double>(lead[LeadField::Rating]), 4.5);
        QCOMPARE(std::get<std::vector<std::string>>(lead[LeadField::Technologies]).size(),
                 std::size_t{2});
        QVERIFY(!lead.has(LeadField::Phone));
        QVERIFY(!lead.has(LeadField::Email));
    }

    void leads_valueOfTheWrongType_isNamed() {
        ClientFixture f;
        auto options = f.options();
        options.retry.maxRetries = 0;
        f.wire->answer(200, R"({"data":[{"id":"ld_1","foundedYear":"old"}],)" + meta("") + "}");
        const auto page = Client::create(options)->leads().list();
        QVERIFY(!page.has_value());
        QVERIFY2(page.error().message.find("data[0].foundedYear") != std::string::npos,
                 page.error().message.c_str());
    }

    void leads_allAndCountAndGet_areRead() {
        ClientFixture f;
        f.wire->answer(200, R"({"data":[{"id":"ld_1"}],)" + meta("c1") + "}");
        f.wire->answer(200, R"({"data":[{"id":"ld_2"}],)" + meta("") + "}");
        QCOMPARE(f.client().leads().all().take(10)->size(), std::size_t{2});
        f.wire->answer(200, R"({"count":48112})");
        QCOMPARE(*f.client().leads().count(), std::int64_t{48112});
        f.wire->answer(200, R"({"id":"ld_9","country":"FR"})");
        const auto lead = f.client().leads().get(*LeadId::parse("ld_9"));
        QCOMPARE(lead->text(LeadField::Country), std::string("FR"));
        QCOMPARE(f.wire->requests().back().url,
                 std::string("https://api.example.com/api/v1/leads/ld_9"));
    }

    void account_record_isRead() {
        ClientFixture f;
        f.wire->answer(200, R"({"id":"acc_1","name":"Example Ltd","environment":"sandbox",
            "balance":{"available":{"amount":98000,"currency":"USD"},"held":{"amount":2000,"currency":"USD"}},
            "key":{"id":"key_1","type":"customer","name":"Sheet","scopes":["orders:write"],"last4":"x7Qa","expiresAt":null},
            "spendCap":{"daily":{"amount":1000000,"currency":"USD"},"spentToday":{"amount":2000,"currency":"USD"},
            "resetsAt":"2026-03-02T00:00:00.000Z"},"serverTime":"2026-03-01T12:34:56.789Z"})");
        const auto account = f.client().account().get();
        QVERIFY(account.has_value());
        QCOMPARE(account->available.amount, std::int64_t{98000});
        QCOMPARE(account->spendCap->daily.amount, std::int64_t{1000000});
        QVERIFY(account->key.allows("orders:read"));
    }

    void account_ledger_isRead() {
        ClientFixture f;
        f.wire->answer(
            200, R"({"data":[{"id":"42","type":"hold","amount":{"amount":2000,"currency":"USD"},
            "balance":{"available":{"amount":98000,"currency":"USD"},"held":{"amount":2000,"currency":"USD"}},
            "orderNumber":"LS-7Q2M9K4T6W","reason":null,"at":"2026-03-01T12:34:56.789Z"}],)" +
                     meta("") + "}");
        auto range = f.client().account().ledgerAll();
        const auto entries = range.take(10);
        QCOMPARE(entries->size(), std::size_t{1});
        QCOMPARE((*entries)[0].available.amount, std::int64_t{98000});
    }

    void account_rateLimit_drawsOnNoBudget() {
        ClientFixture f;
        f.wire->problem(404, "not_found", {{"RateLimit", R"("default";r=0;t=900)"}});
        f.wire->answer(200, R"({"policies":[{"name":"orders","limit":5000,"remaining":17,
            "windowSeconds":3600,"resetSeconds":12}],"serverTime":"2026-03-01T12:34:56.789Z"})");
        const auto client = f.client();
        (void)client.account().get();
        const auto budgets = client.account().rateLimit();
        QVERIFY(budgets.has_value());
        QCOMPARE((*budgets)[0].remaining, std::int64_t{17});
        QVERIFY(f.clock->waits().empty());
    }

    void products_list_isRead() {
        ClientFixture f;
        f.wire->answer(
            200, R"({"data":[{"id":"filters","title":"Filters","description":"d","currency":"USD",
            "minLeadCount":1,"maxLeadCount":50000,"fields":[],"requiredAny":["industries"],
            "tiers":[{"fromLeads":1,"unitPriceMicros":80000}],
            "surcharges":{"requireEmailMicros":10000,"requirePhoneMicros":20000},
            "fieldsSchema":{"type":"object"}}]})");
        const auto products = f.client().products().list();
        QVERIFY(products.has_value());
        QCOMPARE((*products)[0].tiers[0].unitPriceMicros, std::int64_t{80000});
        QCOMPARE((*products)[0].requirePhoneMicros, std::int64_t{20000});
        QCOMPARE((*products)[0].fieldsSchema, std::string(R"({"type":"object"})"));
    }
};

LEADSHEET_TEST(tst_resources, ResourcesTest);
#include "tst_resources.moc"
