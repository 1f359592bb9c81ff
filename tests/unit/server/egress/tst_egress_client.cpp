// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "egress/address.hpp"
#include "egress/client.hpp"
#include "receiver.hpp"
#include "refusing_port.hpp"
#include "socket_server.hpp"

#include <atomic>
#include <cstdlib>
#include <latch>
#include <thread>

namespace egress = leadsheet::server::egress;
using egress::Address;
using egress::Failure;
using leadsheet::test::Connection;
using leadsheet::test::Receiver;
using leadsheet::test::RefusingPort;
using leadsheet::test::response;
using leadsheet::test::SocketServer;
using Kind = Failure::Kind;

namespace {

egress::Lookup addressesOf(std::initializer_list<const char*> texts) {
    std::vector<Address> addresses;
    for (const char* text : texts)
        addresses.push_back(Address::parse(text).value());
    return addresses;
}

/// Trusts this machine, over http, and knows names as told.
egress::ClientOptions local(egress::Resolver resolver = {}) {
    egress::ClientOptions options;
    options.allowHttp = true;
    options.allowLoopback = true;
    options.resolver = std::move(resolver);
    return options;
}

egress::Request to(const std::string& url, std::string body = "{}") {
    egress::Request request;
    request.url = url;
    request.body = std::move(body);
    return request;
}

std::string at(const std::string& host, std::uint16_t port) {
    return "http://" + host + ":" + std::to_string(port) + "/hook";
}

} // namespace

class EgressClientTest : public QObject {
    Q_OBJECT

private slots:
    void request_toReceiver_arrivesAsGiven();
    void request_ofEveryMethod_keepsIt_data();
    void request_ofEveryMethod_keepsIt();
    void address_thatIsForbidden_isNeverConnected_data();
    void address_thatIsForbidden_isNeverConnected();
    void name_withOneForbiddenAddress_isRefusedWhole();
    void name_thatChangesItsAddress_goesToTheJudgedOne();
    void name_withoutAddress_isUnresolved();
    void resolver_thatHangs_endsInTimeAndDelaysNobody();
    void request_onceOnly_isNotRepeatedOnAnotherConnection();
    void redirect_isAnAnswer();
    void proxy_ofTheEnvironment_isNotUsed();
    void answer_overTheLimit_isCut();
    void header_thatWouldBreakTheRequest_isRefused();
    void port_thatRefuses_isAConnectFailure();
    void address_thatRefuses_leavesItToTheNext();
    void receiver_thatHangs_timesOutAndMayHaveArrived();
    void answer_thatIsNotHttp_isSaidAsThat();
    void stopToken_cancelsAtOnce();
    void client_thatStops_callsEveryCompletion();
    void manyRequests_runTogetherOnOneThread();
    void check_judgesWithoutConnecting();
    void check_ofNamesThatHang_delaysNoRequest();
};

void EgressClientTest::request_toReceiver_arrivesAsGiven() {
    Receiver receiver;
    receiver.answer([](const Receiver::Message&) {
        return response(201, "made", {{"X-Answer", "yes"}, {"Retry-After", "7"}});
    });
    egress::Client client(local());
    egress::Request request = to(receiver.url("/a%20b?c=d"), R"({"test": 1})");
    request.headers = {
        {"Content-Type", "application/json"}, {"webhook-id", "msg_1"}, {"x-empty", ""}};
    const auto result = client.fetch(request);
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QCOMPARE(result->status, 201);
    QCOMPARE(result->body, std::string("made"));
    QVERIFY(!result->cut);
    QCOMPARE(*result->header("x-answer"), std::string("yes"));
    QCOMPARE(*result->header("retry-after"), std::string("7"));
    QVERIFY(result->header("location") == nullptr);
    QVERIFY(result->duration.count() >= 0);
    const auto came = receiver.messages();
    QCOMPARE(came.size(), std::size_t{1});
    QCOMPARE(came[0].method, std::string("POST"));
    QCOMPARE(came[0].path, std::string("/a b"));
    QCOMPARE(came[0].body, std::string(R"({"test": 1})"));
    QCOMPARE(came[0].headers.at("content-type"), std::string("application/json"));
    QCOMPARE(came[0].headers.at("webhook-id"), std::string("msg_1"));
    QCOMPARE(came[0].headers.at("x-empty"), std::string());
    QVERIFY(!came[0].headers.contains("expect"));
    QVERIFY(!came[0].headers.contains("accept-encoding"));
}

void EgressClientTest::request_ofEveryMethod_keepsIt_data() {
    QTest::addColumn<QString>("method");
    for (const char* method : {"GET", "POST", "PUT", "PATCH", "DELETE"})
        QTest::newRow(method) << method;
}

void EgressClientTest::request_ofEveryMethod_keepsIt() {
    QFETCH(QString, method);
    Receiver receiver;
    egress::Client client(local());
    egress::Request request = to(receiver.url(), "");
    request.method = method.toStdString();
    const auto result = client.fetch(request);
    QVERIFY(result);
    QCOMPARE(result->status, 204);
    QCOMPARE(receiver.messages().at(0).method, method.toStdString());
    QVERIFY(!receiver.messages().at(0).headers.contains("content-type"));
}

void EgressClientTest::address_thatIsForbidden_isNeverConnected_data() {
    QTest::addColumn<QString>("host");
    for (const char* host : {"127.0.0.1",
                             "127.0.0.1.",
                             "127.1",
                             "0x7f.1",
                             "0x7f000001",
                             "2130706433",
                             "017700000001",
                             "0177.0.0.1",
                             "0.0.0.0",
                             "0",
                             "[::1]",
                             "[::]",
                             "[::ffff:127.0.0.1]",
                             "[::ffff:7f00:1]",
                             "[::127.0.0.1]",
                             "[64:ff9b::7f00:1]",
                             "[2002:7f00:1::]",
                             "localhost",
                             "LOCALHOST",
                             "localhost.",
                             "10.1.2.3",
                             "169.254.169.254",
                             "192.168.0.1",
                             "[fe80::1]",
                             "[fd00::1]"})
        QTest::newRow(host) << host;
}

void EgressClientTest::address_thatIsForbidden_isNeverConnected() {
    QFETCH(QString, host);
    Receiver receiver;
    egress::ClientOptions options;
    options.allowHttp = true;
    egress::Client client(options);
    const auto result = client.fetch(to(at(host.toStdString(), receiver.port())));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::Forbidden);
    QVERIFY(!result.error().mayHaveArrived);
    QCOMPARE(receiver.count(), std::size_t{0});
}

void EgressClientTest::name_withOneForbiddenAddress_isRefusedWhole() {
    Receiver receiver;
    egress::Client client(local([](const std::string&) {
        return addressesOf({"127.0.0.1", "10.0.0.7"});
    }));
    const auto result = client.fetch(to(at("hooks.example.com", receiver.port())));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::Forbidden);
    QVERIFY(!QString::fromStdString(result.error().detail).contains("10.0.0.7"));
    QCOMPARE(receiver.count(), std::size_t{0});
}

void EgressClientTest::name_thatChangesItsAddress_goesToTheJudgedOne() {
    Receiver receiver;
    std::atomic<int> asked{0};
    egress::Client client(local([&](const std::string&) {
        return asked++ == 0 ? addressesOf({"127.0.0.1"}) : addressesOf({"10.0.0.7"});
    }));
    const auto first = client.fetch(to(at("hooks.example.com", receiver.port())));
    QVERIFY(first);
    QCOMPARE(asked.load(), 1);
    QCOMPARE(receiver.messages().at(0).headers.at("host"),
             "hooks.example.com:" + std::to_string(receiver.port()));
    const auto second = client.fetch(to(at("hooks.example.com", receiver.port())));
    QVERIFY(!second);
    QCOMPARE(second.error().kind, Kind::Forbidden);
    QCOMPARE(asked.load(), 2);
    QCOMPARE(receiver.count(), std::size_t{1});
}

void EgressClientTest::name_withoutAddress_isUnresolved() {
    egress::Client client(
        local([](const std::string&) -> egress::Lookup { return tl::make_unexpected("no"); }));
    const auto result = client.fetch(to(at("hooks.example.com", 80)));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::Unresolved);
    QVERIFY(QString::fromStdString(result.error().detail).contains("hooks.example.com"));
}

void EgressClientTest::resolver_thatHangs_endsInTimeAndDelaysNobody() {
    Receiver receiver;
    std::latch released(1);
    egress::Client client(local([&](const std::string& host) {
        if (host.starts_with("hang"))
            released.wait();
        return addressesOf({"127.0.0.1"});
    }));
    std::latch ended(3);
    std::atomic<int> unresolved{0};
    for (const char* host : {"hang1.example", "hang2.example", "hang2.example"}) {
        egress::Request request = to(at(host, receiver.port()));
        request.connectTimeout = std::chrono::milliseconds(30);
        client.send(request, [&](const egress::Result& result) {
            if (!result && result.error().kind == Kind::Unresolved)
                ++unresolved;
            ended.count_down();
        });
    }
    QVERIFY(client.fetch(to(at("quick.example", receiver.port()))));
    ended.wait();
    QCOMPARE(unresolved.load(), 3);
    released.count_down();
}

void EgressClientTest::request_onceOnly_isNotRepeatedOnAnotherConnection() {
    Receiver receiver;
    std::atomic<int> came{0};
    receiver.answer([&](const Receiver::Message&) {
        auto answer = response(204);
        if (++came == 2)
            answer.fault.kind = leadsheet::server::http::WireFault::Kind::ResetBeforeReply;
        return answer;
    });
    egress::Client client(local());
    QVERIFY(client.fetch(to(receiver.url()))); // its connection is kept
    egress::Request request = to(receiver.url());
    request.once = true;
    const auto lost = client.fetch(request);
    QVERIFY(!lost);
    QVERIFY(lost.error().mayHaveArrived);
    QCOMPARE(receiver.count(), std::size_t{2});
}

void EgressClientTest::redirect_isAnAnswer() {
    Receiver receiver;
    receiver.answer([&](const Receiver::Message&) {
        return response(307, "", {{"Location", receiver.url("/elsewhere")}});
    });
    egress::Client client(local());
    const auto result = client.fetch(to(receiver.url()));
    QVERIFY(result);
    QCOMPARE(result->status, 307);
    QCOMPARE(receiver.count(), std::size_t{1});
}

void EgressClientTest::proxy_ofTheEnvironment_isNotUsed() {
    const RefusingPort proxy;
    const std::string url = "http://127.0.0.1:" + std::to_string(proxy.number());
    qputenv("http_proxy", url.c_str());
    qputenv("ALL_PROXY", url.c_str());
    Receiver receiver;
    egress::Client client(local());
    const auto result = client.fetch(to(receiver.url()));
    qunsetenv("http_proxy");
    qunsetenv("ALL_PROXY");
    QVERIFY(result);
    QCOMPARE(result->status, 204);
}

void EgressClientTest::answer_overTheLimit_isCut() {
    Receiver receiver;
    receiver.answer(
        [](const Receiver::Message&) { return response(200, std::string(300'000, 'x')); });
    egress::Client client(local());
    const auto result = client.fetch(to(receiver.url()));
    QVERIFY(result);
    QCOMPARE(result->status, 200);
    QVERIFY(result->cut);
    QCOMPARE(result->body.size(), std::size_t{64} * 1024);
    receiver.answer(
        [](const Receiver::Message&) { return response(200, std::string(64 * 1024, 'x')); });
    const auto exact = client.fetch(to(receiver.url()));
    QVERIFY(exact);
    QVERIFY(!exact->cut);
    QCOMPARE(exact->body.size(), std::size_t{64} * 1024);
}

void EgressClientTest::header_thatWouldBreakTheRequest_isRefused() {
    Receiver receiver;
    egress::Client client(local());
    egress::Request request = to(receiver.url());
    request.headers = {{"x-name", "a\r\nx-other: b"}};
    const auto result = client.fetch(request);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::BadRequest);
    request.headers = {{"x name", "a"}};
    QVERIFY(!client.fetch(request));
    request.headers.clear();
    request.method = "GET";
    QVERIFY(!client.fetch(request));
    QCOMPARE(receiver.count(), std::size_t{0});
}

void EgressClientTest::port_thatRefuses_isAConnectFailure() {
    const RefusingPort port;
    egress::Client client(local());
    const auto result = client.fetch(to(at("127.0.0.1", port.number())));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::Connect);
    QVERIFY(!result.error().mayHaveArrived);
}

void EgressClientTest::address_thatRefuses_leavesItToTheNext() {
    Receiver receiver; // on 127.0.0.1 only
    egress::Client client(local([](const std::string&) {
        return addressesOf({"127.0.0.2", "127.0.0.1"});
    }));
    const auto result = client.fetch(to(at("hooks.example.com", receiver.port())));
    QVERIFY2(result, result ? "" : result.error().detail.c_str());
    QCOMPARE(receiver.count(), std::size_t{1});
}

void EgressClientTest::receiver_thatHangs_timesOutAndMayHaveArrived() {
    Receiver receiver;
    receiver.answer([](const Receiver::Message&) { return std::nullopt; });
    egress::Client client(local());
    // The time must be enough to connect on any machine, so it grows until it was.
    egress::Request request = to(receiver.url());
    request.totalTimeout = std::chrono::milliseconds(25);
    egress::Result result = client.fetch(request);
    while (!result && !result.error().mayHaveArrived) {
        request.totalTimeout *= 2;
        result = client.fetch(request);
    }
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::Timeout);
    QVERIFY(result.error().duration >= request.totalTimeout);
}

void EgressClientTest::answer_thatIsNotHttp_isSaidAsThat() {
    SocketServer other([](Connection& connection) {
        connection.readRequest();
        connection.write("SSH-2.0-Server\r\n");
    });
    egress::Client client(local());
    const auto result = client.fetch(to(other.url()));
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::Broken);
    QVERIFY(result.error().mayHaveArrived);
    QVERIFY2(result.error().detail.ends_with(" is not HTTP."), result.error().detail.c_str());
}

void EgressClientTest::stopToken_cancelsAtOnce() {
    Receiver receiver;
    receiver.answer([](const Receiver::Message&) { return std::nullopt; });
    egress::Client client(local());
    std::stop_source source;
    std::thread stopper([&] {
        receiver.waitFor(1);
        source.request_stop();
    });
    const auto result = client.fetch(to(receiver.url()), source.get_token());
    stopper.join();
    QVERIFY(!result);
    QCOMPARE(result.error().kind, Kind::Cancelled);
    QVERIFY(result.error().mayHaveArrived);
    const auto late = client.fetch(to(receiver.url()), source.get_token());
    QVERIFY(!late);
    QCOMPARE(late.error().kind, Kind::Cancelled);
}

void EgressClientTest::client_thatStops_callsEveryCompletion() {
    Receiver receiver;
    receiver.answer([](const Receiver::Message&) { return std::nullopt; });
    egress::Client client(local());
    constexpr int kCount = 20;
    std::atomic<int> cancelled{0};
    for (int i = 0; i < kCount; ++i) {
        client.send(to(receiver.url()), [&](const egress::Result& result) {
            if (!result && result.error().kind == Kind::Cancelled)
                ++cancelled;
        });
    }
    QVERIFY(receiver.waitFor(1));
    client.stop();
    QCOMPARE(cancelled.load(), kCount);
    const auto after = client.fetch(to(receiver.url()));
    QVERIFY(!after);
    QCOMPARE(after.error().kind, Kind::Cancelled);
}

void EgressClientTest::manyRequests_runTogetherOnOneThread() {
    constexpr int kCount = 100;
    Receiver receiver;
    std::atomic<int> held{0};
    receiver.answer(
        [&](const Receiver::Message& message) -> std::optional<leadsheet::server::http::Response> {
            if (message.path == "/held") {
                ++held;
                return std::nullopt;
            }
            return response(204);
        });
    egress::Client client(local());
    std::latch ended(kCount);
    for (int i = 0; i < kCount; ++i) {
        client.send(to(receiver.url("/held")), [&](const egress::Result&) { ended.count_down(); });
    }
    // None of the hundred is answered before all of them are under way.
    QVERIFY(receiver.waitFor(kCount));
    QVERIFY(client.fetch(to(receiver.url("/other"))));
    QCOMPARE(held.load(), kCount);
    receiver.release();
    ended.wait();
}

void EgressClientTest::check_judgesWithoutConnecting() {
    Receiver receiver;
    egress::ClientOptions options = local([](const std::string& host) -> egress::Lookup {
        if (host == "none.example")
            return tl::make_unexpected("no");
        return addressesOf({host == "inside.example" ? "192.168.0.1" : "127.0.0.1"});
    });
    egress::Client client(options);
    QVERIFY(!client.check(at("hooks.example.com", receiver.port())));
    QCOMPARE(client.check(at("inside.example", 80))->kind, Kind::Forbidden);
    QCOMPARE(client.check(at("none.example", 80))->kind, Kind::Unresolved);
    QCOMPARE(client.check("http://a@hooks.example.com/")->kind, Kind::BadRequest);
    QCOMPARE(client.check(at("10.0.0.1", 80))->kind, Kind::Forbidden);
    QCOMPARE(receiver.count(), std::size_t{0});
    // Which names the server's network knows is nobody's business.
    const auto said = [&](const std::string& host) {
        std::string detail = client.check(at(host, 80))->detail;
        return detail.replace(detail.find(host), host.size(), "HOST");
    };
    QCOMPARE(said("inside.example"), said("none.example"));
    QVERIFY(said("10.0.0.1").find("private network") != std::string::npos);
}

void EgressClientTest::check_ofNamesThatHang_delaysNoRequest() {
    Receiver receiver;
    std::latch released(1);
    egress::Client client(local([&](const std::string& host) {
        if (host.starts_with("hang"))
            released.wait();
        return addressesOf({"127.0.0.1"});
    }));
    // More than either pool has threads.
    for (int n = 0; n < 40; ++n) {
        const auto late = client.check(at("hang" + std::to_string(n) + ".example", 80), "",
                                       std::chrono::milliseconds(1));
        QCOMPARE(late->kind, Kind::Unresolved);
    }
    egress::Request request = to(at("quick.example", receiver.port()));
    request.connectTimeout = request.totalTimeout = std::chrono::minutes(2);
    QVERIFY(client.fetch(request));
    released.count_down();
}

LEADSHEET_TEST(tst_egress_client, EgressClientTest);
#include "tst_egress_client.moc"
