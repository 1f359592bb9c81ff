// SPDX-License-Identifier: Apache-2.0
#include "raw_client.hpp"
#include "self_signed.hpp"
#include "server_fixture.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtNetwork/QSslCertificate>
#include <QtNetwork/QSslConfiguration>
#include <QtNetwork/QSslSocket>
#include <QtTest/QtTest>
#include <atomic>
#include <sys/socket.h>

using namespace leadsheet::test;

namespace {

constexpr int kWait = 60'000;

std::vector<ParsedAnswer> readAnswers(QSslSocket& socket, std::size_t count) {
    std::string received;
    for (;;) {
        received += socket.readAll().toStdString();
        auto answers = parseAnswers(received);
        if (answers.size() >= count && answers[count - 1].complete) {
            return answers;
        }
        if (!socket.waitForReadyRead(kWait)) {
            return answers;
        }
    }
}

} // namespace

class HttpServerTlsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void request_over_tls_is_answered();
    void pipelined_requests_over_tls_are_in_order();
    void large_bodies_over_tls_arrive();
    void oversized_upload_over_tls_reads_413();
    void plain_request_to_tls_port_is_closed();
    void unfinished_handshake_ends_in_time();
    void garbage_after_the_handshake_ends_the_connection();
    void slow_reader_over_tls_gets_all_and_delays_nobody();
    void tls_client_that_leaves_cancels_responder();
    void tls_client_that_resets_under_an_answer_is_forgotten();
    void stop_with_tls_connections_is_clean();
    void unusable_files_are_explained_data();
    void unusable_files_are_explained();

private:
    http::HttpConfig config() const;
    void connectTo(QSslSocket& socket, std::uint16_t port) const;
    void writeFile(const QString& name, const std::string& text) const;

    QTemporaryDir directory_;
    SelfSigned pair_;
};

void HttpServerTlsTest::initTestCase() {
    QVERIFY2(QSslSocket::supportsSsl(), "Qt finds no TLS library");
    pair_ = makeSelfSigned();
    writeFile("cert.pem", pair_.certificatePem);
    writeFile("key.pem", pair_.keyPem);
    writeFile("nonsense.pem", "nonsense");
    writeFile("other_key.pem", makeSelfSigned().keyPem);
}

void HttpServerTlsTest::writeFile(const QString& name, const std::string& text) const {
    QFile file(directory_.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.data(), static_cast<qint64>(text.size()));
}

http::HttpConfig HttpServerTlsTest::config() const {
    http::HttpConfig config;
    config.tlsCertificateFile = directory_.filePath("cert.pem").toStdString();
    config.tlsKeyFile = directory_.filePath("key.pem").toStdString();
    return config;
}

void HttpServerTlsTest::connectTo(QSslSocket& socket, std::uint16_t port) const {
    QSslConfiguration trust = QSslConfiguration::defaultConfiguration();
    trust.setCaCertificates(
        QSslCertificate::fromData(QByteArray::fromStdString(pair_.certificatePem)));
    socket.setSslConfiguration(trust);
    socket.connectToHostEncrypted("127.0.0.1", port);
    QVERIFY2(socket.waitForEncrypted(kWait), qPrintable(socket.errorString()));
}

void HttpServerTlsTest::request_over_tls_is_answered() {
    std::atomic<bool> tls = false;
    const auto server = startServer(
        [&](http::Request request, http::Responder responder) {
            tls = request.tls;
            echo(std::move(request), responder);
        },
        config());
    QSslSocket socket;
    connectTo(socket, server->port());
    socket.write(QByteArray::fromStdString(getRequest("/x")));
    const auto answers = readAnswers(socket, 1);
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(answers.front().body, std::string("GET /x "));
    QVERIFY(tls);
}

void HttpServerTlsTest::pipelined_requests_over_tls_are_in_order() {
    const auto server = startServer(echo, config());
    QSslSocket socket;
    connectTo(socket, server->port());
    for (int i = 0; i < 200; ++i) {
        socket.write(QByteArray::fromStdString(getRequest("/" + std::to_string(i))));
    }
    const auto answers = readAnswers(socket, 200);
    QCOMPARE(answers.size(), std::size_t(200));
    QCOMPARE(answers[199].body, std::string("GET /199 "));
}

void HttpServerTlsTest::large_bodies_over_tls_arrive() {
    const auto server = startServer(echo, config());
    QSslSocket socket;
    connectTo(socket, server->port());
    const std::string body(3'000'000, 'b');
    socket.write("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n");
    socket.write(QByteArray::fromStdString(body));
    const auto answers = readAnswers(socket, 1);
    QCOMPARE(answers.size(), std::size_t(1));
    QVERIFY(answers.front().body == "POST /x " + body);
}

void HttpServerTlsTest::oversized_upload_over_tls_reads_413() {
    const auto server = startServer(echo, config());
    QSslSocket socket;
    connectTo(socket, server->port());
    socket.write("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 30000000\r\n\r\n");
    socket.write(QByteArray(1'000'000, 'x'));
    const auto answers = readAnswers(socket, 1);
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(answers.front().status, 413);
}

void HttpServerTlsTest::plain_request_to_tls_port_is_closed() {
    const auto server = startServer(echo, config());
    RawClient client(server->port());
    client.send(getRequest("/"));
    QVERIFY(client.readAll().find("200") == std::string::npos);
    QVERIFY(eventually([&] { return server->counters().open == 0; }));
}

void HttpServerTlsTest::unfinished_handshake_ends_in_time() {
    http::HttpConfig limited = config();
    limited.limits.headerTime = std::chrono::milliseconds(200);
    const auto server = startServer(echo, limited);
    RawClient silent(server->port());
    RawClient begun(server->port());
    begun.send(std::string_view("\x16\x03\x01\x01\x00\x01\x00\x00\xfc\x03\x03", 11));
    QCOMPARE(silent.readAll(), std::string());
    QCOMPARE(begun.readAll(), std::string());
    QVERIFY(eventually([&] { return server->counters().open == 0; }));
}

void HttpServerTlsTest::garbage_after_the_handshake_ends_the_connection() {
    const auto server = startServer(echo, config());
    QSslSocket socket;
    connectTo(socket, server->port());
    const std::string garbage = "\x17\x03\x03\x10" + std::string(5'000, 'g');
    const auto descriptor = static_cast<int>(socket.socketDescriptor());
    QCOMPARE(::send(descriptor, garbage.data(), garbage.size(), MSG_NOSIGNAL),
             static_cast<ssize_t>(garbage.size()));
    QVERIFY(eventually([&] { return server->counters().open == 0; }));
    QSslSocket next;
    connectTo(next, server->port());
    next.write(QByteArray::fromStdString(getRequest("/x")));
    QCOMPARE(readAnswers(next, 1).size(), std::size_t(1));
}

/// A QSslSocket reads only while it is waited for; the answer is more than the buffers on the way
/// hold.
void HttpServerTlsTest::slow_reader_over_tls_gets_all_and_delays_nobody() {
    const std::string large(20'000'000, 'l');
    const auto server = startServer(
        [&](http::Request request, http::Responder responder) {
            responder.send(textResponse(request.path == "/large" ? large : request.path));
        },
        config());
    QSslSocket slow;
    connectTo(slow, server->port());
    slow.write(QByteArray::fromStdString(getRequest("/large") + getRequest("/after")));
    QVERIFY(slow.waitForReadyRead(kWait));
    QSslSocket good;
    connectTo(good, server->port());
    good.write(QByteArray::fromStdString(getRequest("/good")));
    QCOMPARE(readAnswers(good, 1).size(), std::size_t(1));
    std::string received;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (received.find("/after") == std::string::npos && slow.waitForReadyRead(kWait) &&
           std::chrono::steady_clock::now() < end) {
        received += slow.readAll().toStdString();
    }
    const auto answers = parseAnswers(received);
    QCOMPARE(answers.size(), std::size_t(2));
    QVERIFY(answers.front().body == large);
    QCOMPARE(answers.back().body, std::string("/after"));
}

void HttpServerTlsTest::tls_client_that_resets_under_an_answer_is_forgotten() {
    const auto server = startServer(
        [](http::Request, const http::Responder& responder) {
            responder.send(textResponse(std::string(20'000'000, 'l')));
        },
        config());
    for (int i = 0; i < 20; ++i) {
        QSslSocket socket;
        connectTo(socket, server->port());
        socket.write(QByteArray::fromStdString(getRequest("/large")));
        QVERIFY(socket.waitForReadyRead(kWait));
        socket.abort(); // with bytes unread, which makes it a reset
    }
    QVERIFY(eventually([&] { return server->counters().open == 0; }));
}

void HttpServerTlsTest::tls_client_that_leaves_cancels_responder() {
    HeldResponders held;
    const auto server =
        startServer([&](http::Request, http::Responder r) { held.hold(std::move(r)); }, config());
    QSslSocket socket;
    connectTo(socket, server->port());
    socket.write(QByteArray::fromStdString(getRequest("/")));
    QVERIFY(socket.waitForBytesWritten(kWait));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    socket.abort();
    QVERIFY(eventually([&] { return held.at(0).cancelled(); }));
}

void HttpServerTlsTest::stop_with_tls_connections_is_clean() {
    HeldResponders held;
    const auto server =
        startServer([&](http::Request, http::Responder r) { held.hold(std::move(r)); }, config());
    QSslSocket idle;
    connectTo(idle, server->port());
    QSslSocket busy;
    connectTo(busy, server->port());
    busy.write(QByteArray::fromStdString(getRequest("/")));
    QVERIFY(busy.waitForBytesWritten(kWait));
    QVERIFY(eventually([&] { return held.count() == 1; }));
    server->stop(std::chrono::milliseconds(10));
    held.at(0).send(textResponse("late"));
}

void HttpServerTlsTest::unusable_files_are_explained_data() {
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("code");
    using Code = http::StartError::Code;
    QTest::newRow("no certificate file") << "absent.pem"
                                         << "key.pem" << int(Code::BadCertificate);
    QTest::newRow("no key file") << "cert.pem"
                                 << "absent.pem" << int(Code::BadKey);
    QTest::newRow("nonsense certificate") << "nonsense.pem"
                                          << "key.pem" << int(Code::BadCertificate);
    QTest::newRow("nonsense key") << "cert.pem"
                                  << "nonsense.pem" << int(Code::BadKey);
    QTest::newRow("key of another certificate") << "cert.pem"
                                                << "other_key.pem" << int(Code::BadKey);
    QTest::newRow("key as certificate") << "key.pem"
                                        << "key.pem" << int(Code::BadCertificate);
}

void HttpServerTlsTest::unusable_files_are_explained() {
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(int, code);
    http::HttpConfig config;
    config.tlsCertificateFile = directory_.filePath(certificate).toStdString();
    config.tlsKeyFile = directory_.filePath(key).toStdString();
    const auto server = http::HttpServer::start(config, echo);
    QVERIFY(!server.has_value());
    QCOMPARE(int(server.error().code), code);
}

LEADSHEET_TEST(tst_http_server_tls, HttpServerTlsTest);
#include "tst_http_server_tls.moc"
