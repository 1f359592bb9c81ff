// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;

/// What an order demands of its leads (requireEmail, requirePhone, excludeDomains) is held against
/// every lead that fulfilment hands over.
class IngestDemandsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void lead_isHeldAgainstTheOrder_data();
    void lead_isHeldAgainstTheOrder();
    void everyFormat_isHeldAgainstTheOrder_data();
    void everyFormat_isHeldAgainstTheOrder();
    void refusedRows_areNamedInTheirPlaces();
    void repeatedPart_answersTheSame();

private:
    /// An approved order with these further members.
    std::string order(const std::string& demands);

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
    int orders_ = 0;
};

void IngestDemandsTest::initTestCase() {
    server_ = std::make_unique<TestServer>();
    scene_ = std::make_unique<OrderScene>(*server_);
}

void IngestDemandsTest::cleanupTestCase() {
    scene_.reset();
    server_.reset();
}

std::string IngestDemandsTest::order(const std::string& demands) {
    const auto made =
        server_->createOrder("demand-" + std::to_string(++orders_),
                             R"({"scrapingOption":"filters","leadCount":10,)" + demands + "}");
    const std::string number = memberOf(made, "/order_number");
    scene_->admin(number, "approve");
    return number;
}

void IngestDemandsTest::lead_isHeldAgainstTheOrder_data() {
    QTest::addColumn<QByteArray>("demands");
    QTest::addColumn<QByteArray>("lead");
    QTest::addColumn<QByteArray>("pointer"); // empty = accepted
    const auto row = [](const char* name, const char* demands, const char* lead,
                        const char* pointer) {
        QTest::newRow(name) << QByteArray(demands) << QByteArray(lead) << QByteArray(pointer);
    };
    const char* email = R"("requireEmail":true)";
    row("good e-mail", email, R"({"email":"a@one.example","result":"good"})", "");
    row("risky e-mail", email, R"({"email":"b@one.example","result":"risky"})", "");
    row("no e-mail", email, R"({"fullName":"A","result":"good"})", "/email");
    row("unknown e-mail", email, R"({"email":"c@one.example","result":"unknown"})", "/result");
    row("invalid e-mail", email, R"({"email":"d@one.example","result":"invalid"})", "/result");
    row("e-mail nobody verified", email, R"({"email":"e@one.example"})", "/result");
    row("e-mail not required", R"("requireEmail":false)", R"({"email":"f@one.example"})", "");
    const char* phone = R"("requirePhone":true)";
    row("phone", phone, R"({"fullName":"B","phone":"+49 30 1234"})", "");
    row("no phone", phone, R"({"fullName":"C"})", "/phone");
    row("blank phone", phone, R"({"fullName":"C","phone":"  "})", "/phone");
    const char* domains = R"("excludeDomains":"Acme.example, www.bad.example, müller.example")";
    row("other company", domains, R"({"fullName":"D","companyDomain":"notacme.example"})", "");
    row("left out", domains, R"({"fullName":"E","companyDomain":"acme.example"})",
        "/companyDomain");
    row("left out, in capitals", domains, R"({"fullName":"F","companyDomain":"ACME.Example"})",
        "/companyDomain");
    row("below one left out", domains, R"({"fullName":"G","companyDomain":"shop.acme.example"})",
        "/companyDomain");
    row("with www.", domains, R"({"fullName":"H","companyDomain":"www.acme.example"})",
        "/companyDomain");
    row("named with www.", domains, R"({"fullName":"I","companyDomain":"bad.example"})",
        "/companyDomain");
    row("capital umlaut", domains, R"({"fullName":"J","companyDomain":"MÜLLER.example"})",
        "/companyDomain");
    row("umlaut in ASCII", domains, R"({"fullName":"K","companyDomain":"xn--mller-kva.example"})",
        "/companyDomain");
    row("e-mail of one left out", domains, R"({"email":"g@acme.example"})", "/email");
    row("e-mail below one left out", domains, R"({"email":"g@mail.acme.example"})", "/email");
    row("e-mail of another", domains, R"({"email":"g@acme.example.org"})", "");
    row("nothing to compare", domains, R"({"fullName":"L","companyName":"Acme"})", "");
}

void IngestDemandsTest::lead_isHeldAgainstTheOrder() {
    QFETCH(QByteArray, demands);
    QFETCH(QByteArray, lead);
    QFETCH(QByteArray, pointer);
    const std::string number = order(demands.toStdString());
    const auto answer = scene_->ingest(number, "one", lead.toStdString());
    QCOMPARE(answer.status, 200);
    const bool accepted = pointer.isEmpty();
    QCOMPARE(memberOf(answer, "/accepted"), std::string(accepted ? "1" : "0"));
    QCOMPARE(memberOf(answer, "/rejected"), std::string(accepted ? "0" : "1"));
    QCOMPARE(memberOf(answer, "/duplicate"), std::string("0"));
    QCOMPARE(memberOf(scene_->record(number), "/ingested/rejected"),
             std::string(accepted ? "0" : "1"));
    if (accepted)
        return;
    QCOMPARE(memberOf(answer, "/rows/0/outcome"), std::string("rejected"));
    QCOMPARE(memberOf(answer, "/rows/0/errors/0/pointer"), pointer.toStdString());
    QVERIFY(!memberOf(answer, "/rows/0/errors/0/code").empty());
}

void IngestDemandsTest::everyFormat_isHeldAgainstTheOrder_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("NDJSON") << QByteArray("application/x-ndjson")
                            << QByteArray("{\"email\":\"n@two.example\",\"result\":\"good\"}\n"
                                          "{\"fullName\":\"N\"}\n");
    QTest::newRow("CSV") << QByteArray("text/csv")
                         << QByteArray("email,fullName,result\r\nc@two.example,,good\r\n,N,\r\n");
}

void IngestDemandsTest::everyFormat_isHeldAgainstTheOrder() {
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    RawHeaders headers = scene_->adminHeaders();
    headers.emplace_back("Content-Type", type.toStdString());
    const auto answer = server_->post("/v1/admin/deliveries?deliveryId=one&orderNumber=" +
                                          order(R"("requireEmail":true)"),
                                      body.toStdString(), headers);
    QCOMPARE(memberOf(answer, "/accepted"), std::string("1"));
    QCOMPARE(memberOf(answer, "/rejected"), std::string("1"));
    QCOMPARE(memberOf(answer, "/rows/0/row"), std::string("1"));
    QCOMPARE(memberOf(answer, "/rows/0/errors/0/pointer"), std::string("/email"));
}

void IngestDemandsTest::refusedRows_areNamedInTheirPlaces() {
    const std::string number = order(R"("requireEmail":true,"requirePhone":true)");
    const std::string whole = R"({"email":"w@three.example","result":"good","phone":"1"})";
    const auto answer = scene_->ingest(
        number, "one", whole + ",7," + R"({"fullName":"M"},)" + whole + R"(,{"email":"x"})");
    QCOMPARE(memberOf(answer, "/accepted"), std::string("1"));
    QCOMPARE(memberOf(answer, "/duplicate"), std::string("1"));
    QCOMPARE(memberOf(answer, "/rejected"), std::string("3"));
    const auto rows = jsonOf(answer).at("rows").as_array();
    QCOMPARE(rows.size(), std::size_t{4});
    for (std::size_t n = 0; n < rows.size(); ++n)
        QCOMPARE(memberOf(rows[n], "/row"), std::to_string(n + 1));
    QCOMPARE(rows[1].at("errors").as_array().size(), std::size_t{2});
    QCOMPARE(memberOf(rows[1], "/errors/1/pointer"), std::string("/phone"));
    QCOMPARE(memberOf(rows[2], "/outcome"), std::string("duplicate"));
    const auto events = jsonOf(server_->get("/v1/orders/" + number + "/events"));
    QCOMPARE(memberOf(events, "/data/2/data/rejected"), std::string("3"));
}

void IngestDemandsTest::repeatedPart_answersTheSame() {
    const std::string number = order(R"("requirePhone":true)");
    const auto first = scene_->ingest(number, "one", R"({"fullName":"P"})");
    QCOMPARE(scene_->ingest(number, "one", R"({"fullName":"P"})").body, first.body);
    QCOMPARE(memberOf(scene_->record(number), "/ingested/rejected"), std::string("1"));
}

LEADSHEET_TEST(tst_ingest_demands, IngestDemandsTest);
#include "tst_ingest_demands.moc"
