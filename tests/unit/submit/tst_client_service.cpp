// SPDX-License-Identifier: Apache-2.0
// The submission over the real client, with only the network replaced.
#include "desk.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/testing/scripted_transport.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <map>
#include <mutex>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

std::vector<std::string> valuesOf(const std::string& json, const std::string& name) {
    std::vector<std::string> values;
    const std::string mark = "\"" + name + "\":\"";
    for (auto at = json.find(mark); at != std::string::npos; at = json.find(mark, at + 1)) {
        const auto start = at + mark.size();
        values.push_back(json.substr(start, json.find('"', start) - start));
    }
    return values;
}

/// The service's side of the wire, for rows of 100 leads at 20.00.
class WireService final : public Transport {
public:
    /// Takes the place of the answer to the n-th create; the order is made all the same.
    std::function<std::optional<Exchange>(int call)> breaks;
    /// The body of GET /v1/rate-limit; empty = there is none.
    std::string rateLimit;

    Exchange send(const HttpRequest& request, const std::stop_token& /*stop*/) override {
        const std::lock_guard lock(mutex_);
        if (request.url.ends_with("/v1/rate-limit"))
            return answer(rateLimit.empty() ? 404 : 200, rateLimit);
        if (request.url.ends_with("/v1/quotes"))
            return quotes(request);
        if (request.method == "POST" && request.url.find("/v1/orders") != std::string::npos)
            return create(request);
        const auto key = request.url.substr(request.url.rfind('=') + 1);
        return answer(200, "{\"data\":[" + order(key) +
                               "],\"meta\":{\"nextCursor\":null,\"hasMore\":false,\"limit\":100}}");
    }

    std::size_t orders() const {
        const std::lock_guard lock(mutex_);
        return orders_.size();
    }

private:
    static Exchange answer(int status, const std::string& body) {
        HttpResponse response;
        response.status = status;
        response.headers = {
            {"Content-Type", status < 400 ? "application/json" : "application/problem+json"}};
        response.body = body;
        return {response, {}};
    }

    std::string order(const std::string& key) const {
        const auto found = orders_.find(key);
        if (found == orders_.end())
            return "";
        return "{\"order_number\":\"" + found->second +
               "\",\"status\":\"pending_review\",\"scrapingOption\":\"filters\",\"leadCount\":100,"
               "\"price\":{\"amount\":2000,\"currency\":\"USD\"},\"idempotencyKey\":\"" +
               key + "\"}";
    }

    Exchange quotes(const HttpRequest& request) {
        std::string items;
        int index = 0;
        for (const std::string& key : valuesOf(request.body, "idempotencyKey")) {
            const std::string existing = order(key);
            items += items.empty() ? "" : ",";
            items += "{\"index\":" + std::to_string(index++);
            if (!existing.empty()) {
                items += ",\"existingOrder\":" + existing + "}";
                continue;
            }
            items +=
                ",\"quote\":{\"id\":\"qt_" + std::to_string(++quotes_) +
                "\",\"scrapingOption\":\"filters\",\"leadCount\":100,\"total\":{\"amount\":2000,"
                "\"currency\":\"USD\"},\"unitPriceMicros\":200000,"
                "\"createdAt\":\"2026-03-01T12:00:00Z\",\"expiresAt\":\"2026-03-02T12:00:00.5Z\"}}";
        }
        return answer(200, "{\"items\":[" + items + "],\"summary\":{}}");
    }

    Exchange create(const HttpRequest& request) {
        const int call = creates_++;
        const std::string key = testing::headerOf(request, "Idempotency-Key");
        const bool replay = orders_.contains(key);
        if (!replay)
            orders_[key] = "LS-" + std::to_string(1000 + orders_.size());
        if (breaks) {
            if (auto broken = breaks(call))
                return *broken;
        }
        Exchange exchange = answer(201, order(key));
        exchange.response->headers.push_back({"X-Request-Id", "req-" + std::to_string(call)});
        if (replay)
            exchange.response->headers.push_back({"Idempotent-Replayed", "true"});
        return exchange;
    }

    mutable std::mutex mutex_;
    std::map<std::string, std::string> orders_;
    int creates_ = 0;
    int quotes_ = 0;
};

std::string budgets(int ordersLeft, int ordersEnd) {
    return R"({"policies":[{"name":"default","limit":1000,"remaining":7,"windowSeconds":3600,)"
           R"("resetSeconds":9},{"name":"orders","limit":250,"remaining":)" +
           std::to_string(ordersLeft) + R"(,"windowSeconds":1800,"resetSeconds":)" +
           std::to_string(ordersEnd) + "}]}";
}

Exchange cut(TransportProblem problem, Progress progress) {
    Exchange exchange;
    exchange.failure.problem = problem;
    exchange.failure.progress = progress;
    return exchange;
}

struct Setup {
    Setup() {
        const std::string prefix = std::string("sk_") + "live_";
        ClientOptions options("https://api.example.com",
                              ApiKey::parse(prefix + std::string(36, 'k')).value());
        options.customTransport = wire;
        options.clock = desk.clock;
        options.rng = desk.rng;
        service = serviceOver(Client::create(options).value());
    }

    RunReport submit(int count) {
        Ledger ledger = desk.open();
        Submission submission(ledger, ledger.lock().value(), service, desk.clock, desk.rng,
                              desk.options);
        const RunId run = desk.plan(ledger, submission.lock(), differentRows(count)).run;
        const auto quoted = submission.quote(run);
        if (!quoted)
            qFatal("%s", quoted.error().message.c_str());
        static_cast<void>(submission.approve(run, {}).value());
        RunControl control;
        return submission.run(run, control).value();
    }

    Desk desk;
    std::shared_ptr<WireService> wire = std::make_shared<WireService>();
    std::shared_ptr<OrderService> service;
};

} // namespace

class ClientServiceTest : public QObject {
    Q_OBJECT

private slots:
    void submit_overTheClient_placesEveryRow() {
        Setup setup;
        const auto report = setup.submit(40);
        QVERIFY2(report.state == RunState::Finished, report.detail.c_str());
        QCOMPARE(report.totals.of(RowState::Placed), 40);
        QCOMPARE(report.totals.held, 80'000);
        const auto rows = setup.desk.rows(report.run);
        QVERIFY(rows[0].requestId.starts_with("req-"));
        QVERIFY(rows[0].quoteExpires.has_value());
    }

    void submit_brokenAnswers_placesEveryRowOnce_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("connection reset after the commit") << 0;
        QTest::newRow("answer cut") << 1;
        QTest::newRow("timeout") << 2;
        QTest::newRow("201 with bad JSON") << 3;
        QTest::newRow("500 after the commit") << 4;
    }
    void submit_brokenAnswers_placesEveryRowOnce() {
        QFETCH(int, kind);
        Setup setup;
        setup.wire->breaks = [kind](int call) -> std::optional<Exchange> {
            if (call % 3 != 0)
                return std::nullopt;
            HttpResponse odd;
            odd.status = kind == 3 ? 201 : 500;
            odd.body = "{\"order_number\":";
            switch (kind) {
            case 0:
                return cut(TransportProblem::Receive, Progress::MaybeSent);
            case 1:
                return cut(TransportProblem::Receive, Progress::AnswerCut);
            case 2:
                return cut(TransportProblem::Timeout, Progress::MaybeSent);
            default:
                return Exchange{odd, {}};
            }
        };
        const auto report = setup.submit(20);
        QVERIFY2(report.state == RunState::Finished, report.detail.c_str());
        QCOMPARE(report.totals.of(RowState::Placed), 20);
        QCOMPARE(setup.wire->orders(), std::size_t{20});
    }

    void submit_ledgerLost_findsTheOrdersByTheirKeys() {
        Setup setup;
        setup.submit(5);
        QVERIFY(Ledger::setAside(setup.desk.file()).has_value());
        QCOMPARE(setup.submit(7).totals.of(RowState::AlreadyOrdered), 5);
        QCOMPARE(setup.wire->orders(), std::size_t{7});
    }

    void askPacing_budgets_areTheServersOwn() {
        Setup setup;
        setup.wire->rateLimit = budgets(120, 700);
        const auto budget = setup.service->askPacing({});
        QVERIFY2(budget.has_value(), budget ? "" : budget.error().message.c_str());
        QCOMPARE(budget->quota, 250);
        QCOMPARE(budget->remaining, 120);
        QCOMPARE(budget->window, std::chrono::milliseconds(std::chrono::minutes(30)));
        QCOMPARE(budget->windowEnds, setup.desk.clock->now() + std::chrono::seconds(700));
        QVERIFY(std::holds_alternative<PaceTicket>(setup.service->admit()));
    }

    void askPacing_budgetUsedUp_holdsOrdersBack() {
        Setup setup;
        setup.wire->rateLimit = budgets(0, 700);
        QVERIFY(setup.service->askPacing({}).has_value());
        const auto leave = setup.service->admit();
        QVERIFY(std::holds_alternative<PaceWait>(leave));
        QCOMPARE(std::get<PaceWait>(leave).time,
                 setup.desk.clock->now() + std::chrono::seconds(700));
    }

    void askPacing_noSuchAnswer_isAnError_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("not found") << QByteArray();
        QTest::newRow("not readable") << QByteArray("{}");
        QTest::newRow("no budget for orders") << QByteArray(R"({"policies":[]})");
    }
    void askPacing_noSuchAnswer_isAnError() {
        QFETCH(QByteArray, body);
        Setup setup;
        setup.wire->rateLimit = body.toStdString();
        QVERIFY(!setup.service->askPacing({}).has_value());
        QCOMPARE(setup.service->pacing().quota, 5000);
        QVERIFY(setup.submit(1).state == RunState::Finished);
    }

    void find_byKey_readsTheOrder() {
        Setup setup;
        const auto report = setup.submit(1);
        const auto key = IdempotencyKey::parse(setup.desk.rows(report.run)[0].key).value();
        const auto found = setup.service->find(key, {});
        QVERIFY(found.has_value() && found->has_value());
        QCOMPARE((*found)->held.value(), 2000);
        QCOMPARE((*found)->leadCount, 100);
    }
};

LEADSHEET_TEST(tst_client_service, ClientServiceTest);
#include "tst_client_service.moc"
