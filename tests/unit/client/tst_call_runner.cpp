// SPDX-License-Identifier: Apache-2.0
#include "client_fixture.hpp"
#include "test_main.hpp"

#include "leadsheet/resource/webhooks.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;
using namespace std::chrono_literals;
using leadsheet::testing::headerOf;

class CallRunnerTest : public QObject {
    Q_OBJECT

private slots:
    void create_success_isRead() {
        ClientFixture f;
        f.wire->answer(201, f.placed(),
                       {{"X-Request-Id", "req_1"}, {"Idempotent-Replayed", "true"}});
        const auto created = f.client().orders().create(f.body(), f.key());
        QVERIFY(created.has_value());
        QCOMPARE(created->order.number.str(), std::string("LS-7Q2M9K4T6W"));
        QVERIFY(created->replayed);
        QCOMPARE(created->requestId, std::string("req_1"));
        const auto sent = f.wire->requests().front();
        QCOMPARE(sent.method, std::string("POST"));
        QCOMPARE(sent.url, std::string("https://api.example.com/api/v1/orders"));
        QCOMPARE(sent.body, f.body().bytes());
        QCOMPARE(headerOf(sent, "x-api-key"), f.secret());
        QCOMPARE(headerOf(sent, "idempotency-key"), std::string("ls1-key"));
        QCOMPARE(headerOf(sent, "content-type"), std::string("application/json"));
    }

    void create_everyTransientFailure_isRepeatedUnderTheSameKeyAndBytes() {
        ClientFixture f;
        f.wire->problem(503, "unavailable");
        f.wire->fail(TransportProblem::Receive, Progress::MaybeSent);
        f.wire->answer(201, R"({"order_number":)"); // not readable
        f.wire->answer(201, f.placed());
        const auto created = f.client().orders().create(f.body(), f.key());
        QVERIFY(created.has_value());
        QCOMPARE(created->attempts, 4);
        const auto sent = f.wire->requests();
        QCOMPARE(sent.size(), std::size_t{4});
        for (std::size_t i = 0; i < sent.size(); ++i) {
            QCOMPARE(sent[i].body, sent[0].body);
            QCOMPARE(headerOf(sent[i], "idempotency-key"), std::string("ls1-key"));
            QCOMPARE(headerOf(sent[i], "x-client-request-id"),
                     headerOf(sent[0], "x-client-request-id"));
            QCOMPARE(headerOf(sent[i], "x-client-attempt"), std::to_string(i + 1));
        }
        QCOMPARE(f.clock->waits().size(), std::size_t{3});
    }

    void create_answerNeverReadable_endsUnknown_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("cut") << 0;
        QTest::newRow("not JSON") << 1;
        QTest::newRow("without a number") << 2;
        QTest::newRow("timeouts") << 3;
        QTest::newRow("part of an answer") << 4;
        QTest::newRow("encoded unasked") << 5;
    }
    void create_answerNeverReadable_endsUnknown() {
        QFETCH(int, kind);
        ClientFixture f;
        for (int i = 0; i < 4; ++i) {
            if (kind == 0)
                f.wire->fail(TransportProblem::Receive, Progress::AnswerCut);
            else if (kind == 1)
                f.wire->answer(201, "<html>");
            else if (kind == 2)
                f.wire->answer(201, R"({"status":"pending_review"})");
            else if (kind == 3)
                f.wire->stall(f.clock, 5s);
            else if (kind == 4)
                f.wire->answer(206, f.placed());
            else
                f.wire->answer(201, f.placed(), {{"Content-Encoding", "gzip"}});
        }
        const auto created = f.client().orders().create(f.body(), f.key());
        QVERIFY(!created.has_value());
        QVERIFY(created.error().certainty == Certainty::Unknown);
        QVERIFY(created.error().stop == StopReason::AttemptsExhausted);
        QCOMPARE(created.error().attempts, 4);
        const ErrorCode expected[] = {ErrorCode::NetworkError,    ErrorCode::InvalidResponse,
                                      ErrorCode::InvalidResponse, ErrorCode::ClientTimeout,
                                      ErrorCode::InvalidResponse, ErrorCode::InvalidResponse};
        QVERIFY(created.error().is(expected[kind]));
    }

    void create_refusal_carriesTheProblem() {
        ClientFixture f;
        f.wire->answer(
            422,
            R"({"type":"x","title":"t","status":422,"detail":"leadCount must be 1 to 50,000.",
                           "code":"lead_count_out_of_range","requestId":"req_9","retryable":false,
                           "errors":[{"pointer":"/leadCount","code":"out_of_range","detail":"no"}]})",
            {{"Content-Type", "application/problem+json"}, {"X-Request-Id", "req_9"}});
        const auto created = f.client().orders().create(f.body(), f.key());
        QVERIFY(!created.has_value());
        const Error& error = created.error();
        QVERIFY(error.is(ErrorCode::LeadCountOutOfRange));
        QCOMPARE(error.httpStatus, 422);
        QCOMPARE(error.requestId, std::string("req_9"));
        QCOMPARE(error.fields, (std::vector<FieldError>{{"/leadCount", "out_of_range", "no"}}));
        QVERIFY(error.certainty == Certainty::NotApplied);
        QVERIFY(error.stop == StopReason::Permanent);
        QCOMPARE(f.wire->requests().size(), std::size_t{1});
    }

    void create_newerCode_keepsItsText() {
        ClientFixture f;
        f.wire->problem(418, "brand_new_code");
        const auto created = f.client().orders().create(f.body(), f.key());
        QVERIFY(created.error().is(ErrorCode::Unknown));
        QCOMPARE(std::string(created.error().codeName()), std::string("brand_new_code"));
    }

    void answer_withoutProblemBody_stillGivesAnError_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("type");
        QTest::addColumn<std::string>("code");
        const auto row = [](const char* name, int status, const char* body, const char* type,
                            const char* code) {
            QTest::newRow(name) << status << std::string(body) << std::string(type)
                                << std::string(code);
        };
        row("proxy page", 403, "<html>", "text/html", "unknown");
        row("broken problem", 400, "{", "application/problem+json", "unknown");
        row("problem without code", 400, "{}", "application/problem+json", "unknown");
        row("array", 400, "[]", "application/problem+json", "unknown");
        row("redirect", 301, "", "text/html", "invalid_response");
        row("proxy wants a login", 407, "<html>", "text/html", "proxy_error");
    }
    void answer_withoutProblemBody_stillGivesAnError() {
        QFETCH(int, status);
        QFETCH(std::string, body);
        QFETCH(std::string, type);
        QFETCH(std::string, code);
        ClientFixture f;
        f.wire->answer(status, body, {{"Content-Type", type}});
        const auto account = f.client().account().get();
        QVERIFY(!account.has_value());
        QCOMPARE(account.error().httpStatus, status);
        QCOMPARE(std::string(account.error().codeName()), code);
        QCOMPARE(f.wire->requests().size(), std::size_t{1});
    }

    void retryAfter_isWaitedBeforeTheNextAttempt_data() {
        QTest::addColumn<std::string>("value");
        QTest::newRow("seconds") << std::string("7");
        QTest::newRow("date") << std::string("Sun, 01 Mar 2026 12:00:07 GMT");
    }
    void retryAfter_isWaitedBeforeTheNextAttempt() {
        QFETCH(std::string, value);
        ClientFixture f;
        f.wire->problem(503, "unavailable",
                        {{"Retry-After", value}, {"Date", "Sun, 01 Mar 2026 12:00:00 GMT"}});
        f.wire->answer(201, f.placed());
        QVERIFY(f.client().orders().create(f.body(), f.key()).has_value());
        QCOMPARE(f.clock->waits().size(), std::size_t{1});
        QVERIFY(f.clock->waits()[0] >= 7s && f.clock->waits()[0] <= 7700ms);
    }

    void tooManyRequests_waits_data() {
        QTest::addColumn<std::string>("limits");
        QTest::addColumn<std::string>("policy");
        QTest::addColumn<int>("least"); // milliseconds
        QTest::addColumn<int>("most");
        QTest::addColumn<std::string>("says");
        const std::string untold = "without saying how long";
        QTest::newRow("a gateway's: backs off as after a 503")
            << std::string() << std::string() << 250 << 500 << untold;
        QTest::newRow("malformed field")
            << std::string("orders;r=0;t=9") << std::string() << 250 << 500 << untold;
        QTest::newRow("nothing left, for nobody knows how long")
            << std::string(R"("orders";r=0)") << std::string() << 250 << 500 << untold;
        QTest::newRow("a reset that cannot be meant")
            << std::string(R"("orders";r=0;t=999999999)") << std::string() << 250 << 500 << untold;
        QTest::newRow("a reset longer than the window")
            << std::string(R"("orders";r=0;t=900)") << std::string(R"("orders";q=5;w=60)") << 250
            << 500 << untold;
        QTest::newRow("a reset is as good as Retry-After")
            << std::string(R"("orders";r=0;t=9)") << std::string() << 9000 << 9900
            << std::string("429 (too many requests).");
    }
    void tooManyRequests_waits() {
        QFETCH(std::string, limits);
        QFETCH(std::string, policy);
        QFETCH(int, least);
        QFETCH(int, most);
        QFETCH(std::string, says);
        std::vector<HttpHeader> headers;
        if (!limits.empty())
            headers.push_back({"RateLimit", limits});
        if (!policy.empty())
            headers.push_back({"RateLimit-Policy", policy});
        ClientFixture f;
        f.wire->answer(429, "<html>", headers).answer(201, f.placed()).answer(429, "", headers);
        const auto client = f.client();
        const SteadyTime begin = f.clock->now();
        QVERIFY(client.orders().create(f.body(), f.key()).has_value());
        const auto took = std::chrono::ceil<std::chrono::milliseconds>(f.clock->now() - begin);
        QVERIFY2(took.count() >= least && took.count() <= most,
                 qPrintable(QString::number(took.count())));
        CallOptions once;
        once.retry = RetryPolicy::singleAttempt();
        const auto refused = client.orders().create(f.body(), f.key(), once);
        QVERIFY(refused.error().is(ErrorCode::RateLimited));
        QVERIFY2(refused.error().message.find(says) != std::string::npos,
                 refused.error().message.c_str());
    }

    void refusal_afterALostAnswer_saysWhatIsOpen_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<int>("status");
        QTest::addColumn<std::string>("code");
        QTest::addColumn<bool>("unknown");
        QTest::addColumn<std::string>("says");
        const std::string readAgain = "read the resource again";
        const std::string sameKey = "with the same idempotency key";
        const auto row = [](const char* call, int status, const char* code, bool unknown,
                            const std::string& says) {
            QTest::addRow("%s, then %s", call, code)
                << QString(call) << status << std::string(code) << unknown << says;
        };
        row("change", 409, "version_conflict", true, readAgain);
        row("remove", 409, "version_conflict", true, readAgain);
        row("remove", 404, "not_found", true, readAgain);
        row("change", 401, "revoked_api_key", true, readAgain);
        row("cancel", 409, "invalid_transition", false, {});
        row("cancel", 409, "version_conflict", false, {});
        row("cancel", 401, "revoked_api_key", true, sameKey);
        row("read", 404, "not_found", false, {});
    }
    void refusal_afterALostAnswer_saysWhatIsOpen() {
        QFETCH(QString, call);
        QFETCH(int, status);
        QFETCH(std::string, code);
        QFETCH(bool, unknown);
        QFETCH(std::string, says);
        ClientFixture f;
        f.wire->fail(TransportProblem::Receive, Progress::MaybeSent).problem(status, code);
        const auto client = f.client();
        const auto id = *WebhookId::parse("wh_1");
        const auto number = *OrderNumber::parse("LS-1");
        std::optional<Error> error;
        if (call == "change") {
            WebhookChange change;
            change.name = "Two";
            error = client.webhooks().update(id, change, 1).error();
        } else if (call == "remove") {
            error = client.webhooks().remove(id, 1).error();
        } else if (call == "cancel") {
            error = client.orders().cancel(number, "", f.key(), 1).error();
        } else {
            error = client.orders().get(number).error();
        }
        QCOMPARE(f.wire->requests().size(), std::size_t{2});
        QCOMPARE(std::string(error->codeName()), code);
        QCOMPARE(error->certainty == Certainty::Unknown, unknown);
        const bool speaks = error->message.find("An earlier attempt") != std::string::npos;
        QCOMPARE(speaks, !says.empty());
        QVERIFY2(error->message.find(says) != std::string::npos, error->message.c_str());
    }

    void retryAfter_overTheCeiling_isReported() {
        ClientFixture f;
        f.wire->problem(429, "rate_limited", {{"Retry-After", "1800"}});
        const auto created = f.client().orders().create(f.body(), f.key());
        QVERIFY(created.error().stop == StopReason::ServerAskedTooLong);
        QCOMPARE(created.error().retryAfter->count(), 1'800'000);
        QVERIFY(f.clock->waits().empty());
    }

    void deadline_bounds_theWholeCall() {
        ClientFixture f;
        for (int i = 0; i < 10; ++i)
            f.wire->stall(f.clock, 30s);
        CallOptions options;
        options.deadline = 3s;
        const SteadyTime startedAt = f.clock->now();
        const auto created = f.client().orders().create(f.body(), f.key(), options);
        QVERIFY(created.error().stop == StopReason::Deadline);
        QVERIFY(created.error().certainty == Certainty::Unknown);
        QVERIFY(f.clock->now() - startedAt <= 3s);
        QCOMPARE(f.wire->requests()[0].timeout.count(), 3000);
    }

    void stop_duringBackoff_isCancelledAndKeepsTheCertainty() {
        ClientFixture f;
        f.wire->fail(TransportProblem::Receive, Progress::MaybeSent);
        std::stop_source source;
        f.clock->stopDuringWait(source);
        CallOptions options;
        options.stop = source.get_token();
        const auto created = f.client().orders().create(f.body(), f.key(), options);
        QVERIFY(created.error().is(ErrorCode::Cancelled));
        QVERIFY(created.error().stop == StopReason::Cancelled);
        QVERIFY(created.error().certainty == Certainty::Unknown);
        QCOMPARE(f.wire->requests().size(), std::size_t{1});
    }

    void stop_beforeTheCall_sendsNothing() {
        ClientFixture f;
        std::stop_source source;
        source.request_stop();
        CallOptions options;
        options.stop = source.get_token();
        const auto created = f.client().orders().create(f.body(), f.key(), options);
        QVERIFY(created.error().is(ErrorCode::Cancelled));
        QVERIFY(created.error().certainty == Certainty::NotApplied);
        QVERIFY(f.wire->requests().empty());
    }

    void createOnce_failure_isNotRetriedAndTellsTheMachine() {
        ClientFixture f;
        f.wire->problem(503, "unavailable", {{"Retry-After", "3"}}, true);
        const auto client = f.client();
        const auto once = client.orders().createOnce(f.body(), f.key());
        QVERIFY(!once.result.has_value());
        QCOMPARE(once.attempt.status, 503);
        QVERIFY(once.attempt.retryable == true);
        QCOMPARE(once.attempt.retryAfter->count(), 3000);
        QVERIFY(once.result.error().stop == StopReason::AttemptsExhausted);
        QCOMPARE(f.wire->requests().size(), std::size_t{1});
        QCOMPARE(client.gate(Budget::Orders).view().inFlight, 0);
    }

    void createOnce_ownTicket_isSettled() {
        ClientFixture f;
        f.wire->answer(201, f.placed(), {{"RateLimit", R"("orders";r=0;t=9)"}});
        const auto client = f.client();
        const auto ticket = client.gate(Budget::Orders).acquire({});
        const auto once = client.orders().createOnce(f.body(), f.key(), {}, *ticket);
        QVERIFY(once.result.has_value());
        const PacerView view = client.gate(Budget::Orders).view();
        QCOMPARE(view.inFlight, 0);
        QCOMPARE(view.remaining, std::int64_t{0});
    }

    void pacing_budgets_areSeparateAndFollowTheServer() {
        ClientFixture f;
        f.wire->answer(201, f.placed(), {{"RateLimit", R"("orders";r=0;t=9)"}});
        f.wire->problem(404, "not_found", {{"RateLimit", R"("default";r=7;t=90)"}});
        f.wire->answer(201, f.placed(), {{"RateLimit", R"("orders";r=5;t=9)"}});
        const auto client = f.client();
        QVERIFY(client.orders().create(f.body(), f.key()).has_value());
        (void)client.orders().get(*OrderNumber::parse("LS-1"));
        QVERIFY(f.clock->waits().empty());
        QVERIFY(client.orders().create(f.body(), f.key()).has_value());
        QCOMPARE(f.clock->waits(), std::vector<std::chrono::milliseconds>{9s + 2ms});
        QCOMPARE(client.gate(Budget::Default).view().remaining, std::int64_t{7});
    }

    void log_attempts_showNoSecret() {
        ClientFixture f;
        f.wire->problem(503, "unavailable");
        f.wire->answer(200, R"({"data":[],"meta":{"nextCursor":null,"hasMore":false,"limit":2}})",
                       {{"X-Request-Id", "req_2"}});
        QVERIFY(f.client().orders().findByIdempotencyKey(f.key())->has_value() == false);
        QCOMPARE(f.log->size(), std::size_t{2});
        const AttemptLog& first = (*f.log)[0];
        QCOMPARE(first.operation, std::string("listOrders"));
        QCOMPARE(first.url, std::string("https://api.example.com/api/v1/orders"));
        QCOMPARE(first.status, 503);
        QCOMPARE(first.code, std::string("unavailable"));
        QVERIFY(first.wait.has_value());
        QVERIFY(first.key.find(std::string(8, 'a')) == std::string::npos);
        QCOMPARE((*f.log)[1].requestId, std::string("req_2"));
        QVERIFY(!(*f.log)[1].wait.has_value());
    }

    void retryBudget_drainedByFailures_stopsRetriesButNotCalls() {
        ClientFixture f;
        ClientOptions options = f.options();
        options.retry.maxRetries = 20;
        options.retry.totalTime = 1h;
        for (int i = 0; i < 25; ++i)
            f.wire->problem(503, "unavailable");
        const auto client = *Client::create(options);
        const auto created = client.orders().create(f.body(), f.key());
        QVERIFY(created.error().stop == StopReason::AttemptsExhausted ||
                created.error().stop == StopReason::BudgetDrained);
        QCOMPARE(f.wire->requests().size(), std::size_t{21});
        const auto second = client.orders().create(f.body(), f.key());
        QVERIFY(second.error().stop == StopReason::BudgetDrained);
        QCOMPARE(f.wire->requests().size(), std::size_t{22});
    }

    void create_badOptions_areNamed_data() {
        QTest::addColumn<std::string>("url");
        QTest::addColumn<int>("inFlight");
        QTest::addColumn<std::string>("userAgent");
        QTest::addColumn<std::string>("named");
        QTest::newRow("plain http") << std::string("http://api.example.com") << 16 << std::string()
                                    << std::string("http://");
        QTest::newRow("no scheme")
            << std::string("api.example.com") << 16 << std::string() << std::string("https://");
        QTest::newRow("in flight")
            << std::string("https://a.example") << 0 << std::string() << std::string("maxInFlight");
        QTest::newRow("injection") << std::string("https://a.example") << 16
                                   << std::string("x\r\ny: z") << std::string("userAgent");
    }
    void create_badOptions_areNamed() {
        QFETCH(std::string, url);
        QFETCH(int, inFlight);
        QFETCH(std::string, userAgent);
        QFETCH(std::string, named);
        ClientOptions options(url, *ApiKey::parse("abcdefgh"));
        options.maxInFlight = inFlight;
        options.userAgent = userAgent;
        const auto client = Client::create(options);
        QVERIFY(!client.has_value());
        QVERIFY(client.error().message.find(named) != std::string::npos);
    }
};

LEADSHEET_TEST(tst_call_runner, CallRunnerTest);
#include "tst_call_runner.moc"
