// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace leadsheet::test;
using namespace leadsheet;
namespace json = boost::json;

namespace {

constexpr const char* kVariable = "LEADSHEET_RECORD_EXCHANGES";

} // namespace

class ExchangeRecorderTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void exchange_isWritten_withoutItsKey();
    void body_thatIsNoText_isWrittenInHex();
    void body_thatIsTooLarge_isLeftOut();
    void streamedBody_isWrittenWhole();
    void answerOfTheConnection_isWritten_withoutRequest();
    void answerWithAFault_isMarked();
    void server_withoutTheVariable_writesNothing();

private:
    /// What has been written so far.
    std::vector<json::object> lines() const;

    std::unique_ptr<QTemporaryDir> folder_;
    QByteArray before_;
};

void ExchangeRecorderTest::init() {
    before_ = qgetenv(kVariable);
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv(kVariable, folder_->path().toUtf8());
}

void ExchangeRecorderTest::cleanup() {
    if (before_.isEmpty())
        qunsetenv(kVariable);
    else
        qputenv(kVariable, before_);
}

std::vector<json::object> ExchangeRecorderTest::lines() const {
    std::vector<json::object> found;
    const QDir folder(folder_->path());
    for (const QString& name : folder.entryList(QDir::Files)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        while (!file.atEnd())
            found.push_back(json::parse(file.readLine().toStdString()).as_object());
    }
    return found;
}

void ExchangeRecorderTest::exchange_isWritten_withoutItsKey() {
    TestServer server;
    const auto answer = server.createOrder("first", TestServer::orderBody());
    QCOMPARE(answer.status, 201);
    const auto written = lines();
    QCOMPARE(written.size(), std::size_t{1});
    const json::value line = written.front();
    QCOMPARE(memberOf(line, "/request/method"), std::string("POST"));
    QCOMPARE(memberOf(line, "/request/target"), std::string("/v1/orders"));
    QCOMPARE(memberOf(line, "/request/body"), TestServer::orderBody());
    QCOMPARE(memberOf(line, "/answer/status"), std::string("201"));
    QCOMPARE(memberOf(line, "/answer/body"), answer.body);
    QCOMPARE(memberOf(line, "/faulted"), std::string("false"));
    const std::string text = json::serialize(line);
    QVERIFY(text.find(server.customerKey()) == std::string::npos);
    QVERIFY(text.find("first") != std::string::npos);
    QVERIFY(text.find("RateLimit-Policy") != std::string::npos);
}

void ExchangeRecorderTest::body_thatIsNoText_isWrittenInHex() {
    TestServer server;
    const std::string bytes{static_cast<char>(0xff), static_cast<char>(0x01)};
    QCOMPARE(server.createOrder("bytes", bytes).status, 400);
    const json::value line = lines().at(0);
    QCOMPARE(memberOf(line, "/request/body/hex"), std::string("ff01"));
}

void ExchangeRecorderTest::body_thatIsTooLarge_isLeftOut() {
    TestServer server;
    QCOMPARE(server.createOrder("large", std::string(1024 * 1024 + 1, ' ')).status, 400);
    const json::value line = lines().at(0);
    QCOMPARE(memberOf(line, "/request/body"), std::string("null"));
    QCOMPARE(memberOf(line, "/answer/status"), std::string("400"));
}

void ExchangeRecorderTest::streamedBody_isWrittenWhole() {
    TestServer server;
    OrderScene(server).placePartDelivered(3);
    const auto answer = server.get("/v1/leads/export?format=ndjson");
    QCOMPARE(answer.status, 200);
    QVERIFY(!answer.body.empty());
    const json::value line = lines().back();
    QCOMPARE(memberOf(line, "/answer/body"), answer.body);
}

void ExchangeRecorderTest::answerOfTheConnection_isWritten_withoutRequest() {
    TestServer server;
    RawConnection connection(server.port());
    const std::string withoutHost = "GET / HTTP/1.1\r\n\r\n";
    QVERIFY(connection.sendBytes(withoutHost));
    QCOMPARE(connection.readResponse().status, 400);
    const json::value line = lines().at(0);
    QCOMPARE(memberOf(line, "/request"), std::string("null"));
    QCOMPARE(memberOf(line, "/answer/status"), std::string("400"));
}

void ExchangeRecorderTest::answerWithAFault_isMarked() {
    TestServer server;
    server.faults().add(server::Fault::answer(502));
    QCOMPARE(server.get("/v1/account").status, 502);
    const json::value line = lines().at(0);
    QCOMPARE(memberOf(line, "/faulted"), std::string("true"));
}

void ExchangeRecorderTest::server_withoutTheVariable_writesNothing() {
    qunsetenv(kVariable);
    TestServer server;
    QCOMPARE(server.get("/v1/account").status, 200);
    QVERIFY(lines().empty());
}

LEADSHEET_TEST(tst_exchange_recorder, ExchangeRecorderTest);
#include "tst_exchange_recorder.moc"
