// SPDX-License-Identifier: Apache-2.0
#include "connection_harness.hpp"
#include "test_main.hpp"

#include <QtTest/QtTest>

using namespace leadsheet::test;
using namespace std::chrono_literals;
using Fate = http::Connection::Fate;
using State = http::BodySource::State;

namespace {

/// Yields `total` bytes, then ends or fails.
class CountingSource final : public http::BodySource {
public:
    CountingSource(std::size_t total, std::size_t& produced, State last = State::End)
        : total_(total)
        , produced_(produced)
        , last_(last) {}

    State read(std::string& out, std::size_t wanted) override {
        const std::size_t count = std::min(wanted, total_ - produced_);
        out.append(count, 'x');
        produced_ += count;
        return produced_ == total_ ? last_ : State::More;
    }

private:
    std::size_t total_;
    std::size_t& produced_;
    State last_;
};

/// Bytes that lie somewhere for good.
class LastingSource final : public http::BodySource {
public:
    explicit LastingSource(std::string_view bytes)
        : bytes_(bytes) {}
    State read(std::string& /*out*/, std::size_t /*wanted*/) override { return State::Failed; }
    std::optional<std::string_view> whole() const override { return bytes_; }

private:
    std::string_view bytes_;
};

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

} // namespace

class ConnectionStreamTest : public QObject {
    Q_OBJECT

private slots:
    void init() { produced_ = 0; }
    void stream_is_sent_in_chunks();
    void stream_with_length_is_sent_plain();
    void stream_that_lasts_is_sent_from_where_it_lies();
    void large_body_follows_its_head();
    void stream_to_http10_ends_with_connection();
    void stream_for_head_is_not_read();
    void stream_that_fails_resets();
    void stream_with_wrong_length_resets_data();
    void stream_with_wrong_length_resets();
    void slow_reader_bounds_what_is_produced();
    void stream_piece_after_abandon_is_dropped();
    void fault_reset_sends_nothing();
    void fault_truncate_cuts_body_data();
    void fault_truncate_cuts_body();
    void fault_truncate_cuts_stream();
    void fault_stall_delays_the_answer();

private:
    http::Response streamed(std::size_t total, State last = State::End) {
        http::Response response;
        response.stream = std::make_unique<CountingSource>(total, produced_, last);
        return response;
    }

    std::size_t produced_ = 0;
};

void ConnectionStreamTest::stream_is_sent_in_chunks() {
    ConnectionHarness harness;
    harness.handler = [this](const auto&) {
        return streamed(1'000'000);
    };
    harness.receive(kGet);
    const ParsedAnswer answer = harness.answers().front();
    QCOMPARE(answer.field("transfer-encoding"), std::string("chunked"));
    QCOMPARE(answer.body.size(), std::size_t(1'000'000));
    QVERIFY(answer.complete && !harness.closing());
}

void ConnectionStreamTest::stream_with_length_is_sent_plain() {
    ConnectionHarness harness;
    harness.handler = [this](const auto&) {
        http::Response response = streamed(200'000);
        response.streamLength = 200'000;
        return response;
    };
    harness.receive(kGet);
    const ParsedAnswer answer = harness.answers().front();
    QCOMPARE(answer.field("content-length"), std::string("200000"));
    QCOMPARE(answer.field("transfer-encoding"), std::string());
    QVERIFY(answer.complete && !harness.closing());
}

/// Thousands of slow readers of one document hold no copies of it.
void ConnectionStreamTest::stream_that_lasts_is_sent_from_where_it_lies() {
    const std::string document(300'000, 'x');
    http::ConnectionContext context(http::HttpLimits{}, {}, {}, {});
    const http::Connection::TimePoint now{};
    http::Connection connection(context, "127.0.0.1", false, now);
    for (int exchange = 1; exchange <= 2; ++exchange) { // what follows is in order
        connection.receive(kGet, now);
        QVERIFY(connection.takeRequest());
        http::Response response;
        response.stream = std::make_unique<LastingSource>(document);
        response.streamLength = document.size();
        connection.respond(connection.exchange(), std::move(response), now);
        QVERIFY(!connection.takeStream());
        const std::string head(connection.output());
        QVERIFY(head.find("Content-Length: 300000\r\n") != std::string::npos);
        QVERIFY(head.ends_with("\r\n\r\n"));
        connection.wrote(head.size(), now);
        QCOMPARE(connection.output().data(), document.data());
        QCOMPARE(connection.output().size(), document.size());
        connection.wrote(100'000, now);
        QCOMPARE(connection.output().data(), document.data() + 100'000);
        connection.wrote(200'000, now);
        QVERIFY(connection.output().empty());
    }
}

/// The kernel can be given both in one call.
void ConnectionStreamTest::large_body_follows_its_head() {
    const std::string body(100'000, 'x');
    http::ConnectionContext context(http::HttpLimits{}, {}, {}, {});
    const http::Connection::TimePoint now{};
    http::Connection connection(context, "127.0.0.1", false, now);
    for (const std::size_t behindHead : {std::size_t{0}, std::size_t{1}, body.size()}) {
        connection.receive(kGet, now);
        QVERIFY(connection.takeRequest());
        http::Response response;
        response.body = body;
        connection.respond(connection.exchange(), std::move(response), now);
        const std::size_t head = connection.output().size();
        QVERIFY(connection.output().ends_with("\r\n\r\n"));
        QCOMPARE(connection.outputBehind(), std::string_view(body));
        connection.wrote(head + behindHead, now);
        QVERIFY(connection.outputBehind().empty());
        QCOMPARE(connection.output(), std::string_view(body).substr(behindHead));
        if (behindHead < body.size())
            connection.wrote(body.size() - behindHead, now);
        QVERIFY(connection.output().empty());
    }
}

void ConnectionStreamTest::stream_to_http10_ends_with_connection() {
    ConnectionHarness harness;
    harness.handler = [this](const auto&) {
        return streamed(100'000);
    };
    harness.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    const ParsedAnswer answer = harness.answers().front();
    QCOMPARE(answer.field("connection"), std::string("close"));
    QCOMPARE(answer.body.size(), std::size_t(100'000));
    QVERIFY(harness.connection.fate() == Fate::Linger);
}

void ConnectionStreamTest::stream_for_head_is_not_read() {
    ConnectionHarness harness;
    harness.handler = [this](const auto&) {
        return streamed(100'000);
    };
    harness.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    QVERIFY(harness.output.ends_with("\r\n\r\n"));
    QCOMPARE(produced_, std::size_t(0));
    QVERIFY(!harness.closing());
}

void ConnectionStreamTest::stream_that_fails_resets() {
    ConnectionHarness harness;
    harness.handler = [this](const auto&) {
        return streamed(100'000, State::Failed);
    };
    harness.receive(kGet);
    QVERIFY(!harness.answers().front().complete);
    QVERIFY(harness.connection.fate() == Fate::Reset);
    QVERIFY(harness.records.front().closedEarly);
}

void ConnectionStreamTest::stream_with_wrong_length_resets_data() {
    QTest::addColumn<int>("promised");
    QTest::newRow("more than promised") << 99'999;
    QTest::newRow("less than promised") << 100'001;
}

void ConnectionStreamTest::stream_with_wrong_length_resets() {
    QFETCH(int, promised);
    ConnectionHarness harness;
    harness.handler = [this, promised](const auto&) {
        http::Response response = streamed(100'000);
        response.streamLength = static_cast<std::uint64_t>(promised);
        return response;
    };
    harness.receive(kGet);
    QVERIFY(harness.connection.fate() == Fate::Reset);
}

void ConnectionStreamTest::slow_reader_bounds_what_is_produced() {
    http::HttpLimits limits;
    limits.streamBufferBytes = 100'000;
    ConnectionHarness harness(limits);
    harness.handler = [this](const auto&) {
        return streamed(50'000'000);
    };
    harness.clientReads = false;
    harness.receive(kGet);
    std::size_t taken = 0;
    for (int i = 0; i < 2'000 && !harness.connection.output().empty(); ++i) {
        const std::size_t count = std::min<std::size_t>(harness.connection.output().size(), 10'000);
        harness.connection.wrote(count, harness.now);
        taken += count;
        harness.run();
        QVERIFY2(produced_ <= taken + 100'000, "more was produced than the buffer may hold");
    }
    QVERIFY(taken > 1'000'000);
}

void ConnectionStreamTest::stream_piece_after_abandon_is_dropped() {
    ConnectionHarness harness;
    harness.handler = nullptr;
    harness.receive(kGet);
    harness.connection.respond(harness.connection.exchange(), streamed(100'000), harness.now);
    auto source = harness.connection.takeStream();
    QVERIFY(source != nullptr);
    const std::uint64_t exchange = harness.connection.exchange();
    harness.connection.abandon(harness.now);
    harness.connection.streamed(exchange, std::move(source), "late", State::More, harness.now);
    QVERIFY(harness.connection.output().empty());
}

void ConnectionStreamTest::fault_reset_sends_nothing() {
    ConnectionHarness harness;
    harness.handler = [](const auto&) {
        http::Response response;
        response.fault.kind = http::WireFault::Kind::ResetBeforeReply;
        return response;
    };
    harness.receive(kGet);
    QVERIFY(harness.output.empty());
    QVERIFY(harness.connection.fate() == Fate::Reset);
    QVERIFY(harness.records.front().closedEarly);
}

void ConnectionStreamTest::fault_truncate_cuts_body_data() {
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("sent");
    QTest::newRow("no byte") << 0 << 0;
    QTest::newRow("some bytes") << 4 << 4;
    QTest::newRow("all bytes") << 10 << 10;
    QTest::newRow("more than there are") << 99 << 10;
}

void ConnectionStreamTest::fault_truncate_cuts_body() {
    QFETCH(int, bytes);
    QFETCH(int, sent);
    ConnectionHarness harness;
    harness.handler = [bytes](const auto&) {
        http::Response response;
        response.body = "0123456789";
        response.fault = {http::WireFault::Kind::TruncateBody, static_cast<std::size_t>(bytes),
                          0ms};
        return response;
    };
    harness.receive(kGet);
    const ParsedAnswer answer = harness.answers().front();
    QCOMPARE(answer.field("content-length"), std::string("10"));
    QCOMPARE(answer.body, std::string("0123456789").substr(0, static_cast<std::size_t>(sent)));
    QVERIFY(harness.connection.fate() == Fate::Reset);
}

void ConnectionStreamTest::fault_truncate_cuts_stream() {
    ConnectionHarness harness;
    harness.handler = [this](const auto&) {
        http::Response response = streamed(1'000'000);
        response.fault = {http::WireFault::Kind::TruncateBody, 100'000, 0ms};
        return response;
    };
    harness.receive(kGet);
    QCOMPARE(harness.answers().front().body.size(), std::size_t(100'000));
    QVERIFY(!harness.answers().front().complete);
    QVERIFY(harness.connection.fate() == Fate::Reset);
}

void ConnectionStreamTest::fault_stall_delays_the_answer() {
    ConnectionHarness harness;
    harness.handler = [](const auto&) {
        http::Response response;
        response.body = "late";
        response.fault = {http::WireFault::Kind::Stall, 0, 700ms};
        return response;
    };
    harness.receive(kGet);
    harness.advance(699ms);
    QVERIFY(harness.output.empty());
    harness.advance(1ms);
    QCOMPARE(harness.answers().front().body, std::string("late"));
    QVERIFY(!harness.closing());
}

LEADSHEET_TEST(tst_connection_stream, ConnectionStreamTest);
#include "tst_connection_stream.moc"
