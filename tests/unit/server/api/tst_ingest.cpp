// SPDX-License-Identifier: Apache-2.0
#include "domain/crypto.hpp"
#include "domain/json.hpp"
#include "order_scene.hpp"
#include "test_main.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

/// POST /v1/admin/deliveries in JSON: counting, duplicates, rows that are no lead, replays.
class IngestTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void parts_addUpInOrderAndHistory();
    void repeatedPart_answersTheSameAndAddsNothing();
    void repeatedPart_afterDelivery_stillAnswers();
    void otherContent_underTheSameId_isRefused_data();
    void otherContent_underTheSameId_isRefused();
    void sameIdOfAnotherOrder_isAnotherPart();
    void duplicates_areCountedWithTheirReason_data();
    void duplicates_areCountedWithTheirReason();
    void leadsOfAnotherAccount_areNoDuplicates();
    void rowsThatAreNoLead_areNamed_data();
    void rowsThatAreNoLead_areNamed();
    void rejectedRow_doesNotStopItsNeighbours();
    void wrongCall_appliesNothing_data();
    void wrongCall_appliesNothing();
    void orderNotInProgress_takesNothing_data();
    void orderNotInProgress_takesNothing();
    void tooManyLeads_applyNothing();
    void idempotencyKey_replays();
    void idempotencyKey_refusalThatStays_replays();
    void fingerprints_areThoseOfEarlierVersions();

private:
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
};

void IngestTest::init() {
    server_ = std::make_unique<TestServer>();
    scene_ = std::make_unique<OrderScene>(*server_);
}

void IngestTest::cleanup() {
    scene_.reset();
    server_.reset();
}

void IngestTest::parts_addUpInOrderAndHistory() {
    const std::string number = scene_->placeIn("in_progress");
    const auto first = scene_->ingest(number, "one", OrderScene::leads(0, 3) + ",7");
    QCOMPARE(first.status, 200);
    QCOMPARE(memberOf(first, "/accepted"), std::string("3"));
    QCOMPARE(memberOf(first, "/rejected"), std::string("1"));
    QCOMPARE(memberOf(first, "/deliveredLeads"), std::string("0"));
    QCOMPARE(memberOf(first, "/stagedLeads"), std::string("3"));
    const auto second = scene_->ingest(number, "two", OrderScene::leads(2, 3), true);
    QCOMPARE(memberOf(second, "/accepted"), std::string("2"));
    QCOMPARE(memberOf(second, "/duplicate"), std::string("1"));
    QCOMPARE(memberOf(second, "/stagedLeads"), std::string("5"));
    const auto order = scene_->record(number);
    QCOMPARE(memberOf(order, "/ingested"),
             std::string(R"({"accepted":5,"staged":5,"duplicate":1,"rejected":1,"final":true})"));
    QCOMPARE(memberOf(order, "/deliveredLeads"), std::string("0"));
    QCOMPARE(memberOf(order, "/status"), std::string("in_progress"));
    const auto events = jsonOf(server_->get("/v1/orders/" + number + "/events"));
    QCOMPARE(memberOf(events, "/data/2/type"), std::string("order.ingested"));
    QCOMPARE(memberOf(events, "/data/3/data/deliveryId"), std::string("two"));
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
    // An empty last part is a way to say that there is no more.
    QCOMPARE(memberOf(scene_->ingest(number, "three", "", true), "/accepted"), std::string("0"));
}

void IngestTest::repeatedPart_answersTheSameAndAddsNothing() {
    const std::string number = scene_->placeIn("in_progress");
    const auto first = scene_->ingest(number, "one", OrderScene::leads(0, 3));
    const auto before = scene_->record(number);
    const auto again = scene_->ingest(number, "one", OrderScene::leads(0, 3));
    QCOMPARE(again.status, 200);
    QCOMPARE(again.body, first.body);
    QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
    QVERIFY(!first.hasHeader("Idempotent-Replayed"));
    QCOMPARE(scene_->record(number).body, before.body);
    // Of JSON neither the spelling nor the order of members matters.
    const auto reordered = server_->post(
        "/v1/admin/deliveries",
        R"({ "leads": [{"email":"person0\u0040company.example","fullName":"Person 0"},)" +
            OrderScene::leads(1, 2) + R"(], "deliveryId": "one", "orderNumber": ")" + number +
            "\"}",
        scene_->adminHeaders());
    QCOMPARE(reordered.body, first.body);
}

void IngestTest::repeatedPart_afterDelivery_stillAnswers() {
    const std::string number = scene_->placeIn("in_progress");
    const auto first = scene_->ingest(number, "one", OrderScene::leads(0, 3));
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    QCOMPARE(scene_->ingest(number, "one", OrderScene::leads(0, 3)).body, first.body);
    QCOMPARE(codeOf(scene_->ingest(number, "two", OrderScene::leads(9, 3))),
             std::string("invalid_transition"));
}

void IngestTest::otherContent_underTheSameId_isRefused_data() {
    QTest::addColumn<QString>("leads");
    QTest::addColumn<bool>("last");
    QTest::newRow("another lead") << QString::fromStdString(OrderScene::leads(1, 3)) << false;
    QTest::newRow("fewer leads") << QString::fromStdString(OrderScene::leads(0, 2)) << false;
    QTest::newRow("another member")
        << QString::fromStdString(OrderScene::leads(0, 3, R"("city":"Bonn")")) << false;
    QTest::newRow("final") << QString::fromStdString(OrderScene::leads(0, 3)) << true;
}

void IngestTest::otherContent_underTheSameId_isRefused() {
    QFETCH(QString, leads);
    QFETCH(bool, last);
    const std::string number = scene_->placeIn("in_progress");
    scene_->ingest(number, "one", OrderScene::leads(0, 3));
    const auto before = scene_->record(number);
    const auto refused = scene_->ingest(number, "one", leads.toStdString(), last);
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("duplicate_delivery"));
    QCOMPARE(scene_->record(number).body, before.body);
}

void IngestTest::sameIdOfAnotherOrder_isAnotherPart() {
    for (int n = 0; n < 2; ++n) {
        const std::string number = scene_->placeIn("in_progress");
        QCOMPARE(memberOf(scene_->ingest(number, "one", OrderScene::lead(n)), "/accepted"),
                 std::string("1"));
    }
}

void IngestTest::duplicates_areCountedWithTheirReason_data() {
    QTest::addColumn<QString>("owned");
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("pointer"); // empty = a lead of its own
    const auto row = [](const char* name, const char* owned, const char* given,
                        const char* pointer) {
        QTest::newRow(name) << owned << given << pointer;
    };
    row("same address", R"({"email":"ada@example.com"})", R"({"email":"ada@example.com"})",
        "/email");
    row("address in capitals", R"({"email":"ada@example.com"})", R"({"email":"ADA@Example.com"})",
        "/email");
    row("other address, same name", R"({"email":"ada@example.com","fullName":"Ada"})",
        R"({"email":"ada@example.org","fullName":"Ada"})", "");
    row("same profile", R"({"linkedinUrl":"https://www.linkedin.com/in/ada/"})",
        R"({"linkedinUrl":"http://de.linkedin.com/in/Ada?trk=x"})", "/linkedinUrl");
    row("other profile", R"({"linkedinUrl":"https://www.linkedin.com/in/ada"})",
        R"({"linkedinUrl":"https://www.linkedin.com/in/ada1"})", "");
    row("same name at the same company",
        R"({"fullName":"Ada Example","companyDomain":"example.com"})",
        R"({"firstName":"ADA","lastName":"Example","companyDomain":"www.Example.com"})",
        "/companyDomain");
    row("same name elsewhere", R"({"fullName":"Ada Example","companyDomain":"example.com"})",
        R"({"fullName":"Ada Example","companyDomain":"example.org"})", "");
    row("same company, no name", R"({"companyName":"X","companyDomain":"example.com"})",
        R"({"companyName":"X","companyDomain":"example.com"})", "");
    row("one of several is enough",
        R"({"email":"ada@example.com","linkedinUrl":"https://www.linkedin.com/in/ada"})",
        R"({"email":"other@example.com","linkedinUrl":"https://www.linkedin.com/in/ada"})",
        "/linkedinUrl");
}

void IngestTest::duplicates_areCountedWithTheirReason() {
    QFETCH(QString, owned);
    QFETCH(QString, given);
    QFETCH(QString, pointer);
    const auto check = [&](const RawResponse& answer, const std::string& row) {
        QCOMPARE(memberOf(answer, "/duplicate"), std::string(pointer.isEmpty() ? "0" : "1"));
        if (pointer.isEmpty())
            return;
        QCOMPARE(memberOf(answer, "/rows/0/outcome"), std::string("duplicate"));
        QCOMPARE(memberOf(answer, "/rows/0/row"), row);
        QCOMPARE(memberOf(answer, "/rows/0/errors/0/pointer"), pointer.toStdString());
    };
    // Within one call, and against what the account owns from another order.
    const std::string one = scene_->placeIn("in_progress");
    check(scene_->ingest(one, "one", owned.toStdString() + "," + given.toStdString()), "1");
    if (pointer.isEmpty())
        return;
    QCOMPARE(scene_->admin(one, "deliver").status, 200);
    check(scene_->ingest(scene_->placeIn("in_progress"), "one", given.toStdString()), "0");
}

void IngestTest::leadsOfAnotherAccount_areNoDuplicates() {
    const std::string other = server_->addAccount(1'000'000);
    for (const std::string& key : {server_->customerKey(), other}) {
        const std::string number = scene_->place(10, key);
        QCOMPARE(scene_->admin(number, "approve").status, 200);
        QCOMPARE(memberOf(scene_->take(number, "one", OrderScene::lead(1)), "/accepted"),
                 std::string("1"));
        QCOMPARE(memberOf(server_->get("/v1/leads/count", {{"x-api-key", key}}), "/count"),
                 std::string("1"));
    }
}

void IngestTest::rowsThatAreNoLead_areNamed_data() {
    QTest::addColumn<QString>("lead");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* lead, const char* pointer, const char* code) {
        QTest::newRow(lead) << lead << pointer << code;
    };
    row("7", "", "wrong_type");
    row("null", "", "wrong_type");
    row("{}", "", "required");
    row(R"({"result":"good","city":"Bonn"})", "", "required");
    row(R"({"email":"x@y.example","emial":"x"})", "/emial", "unknown_member");
    row(R"({"fullName":"A","id":"ld_1"})", "/id", "unknown_member");
    row(R"({"fullName":"A","hasEmail":true})", "/hasEmail", "unknown_member");
    row(R"({"fullName":7})", "/fullName", "wrong_type");
    row(R"({"fullName":"A","result":"great"})", "/result", "not_allowed");
    row(R"({"fullName":"A","email":"nobody"})", "/email", "invalid_format");
    row(R"({"fullName":"A","email":"a b@example.com"})", "/email", "invalid_format");
    row(R"({"fullName":"A","email":"a@b"})", "/email", "invalid_format");
    row(R"({"fullName":"A","emailType":"home"})", "/emailType", "not_allowed");
    row(R"({"fullName":"A","phoneType":"car"})", "/phoneType", "not_allowed");
    row(R"({"fullName":"A","linkedinUrl":"linkedin.com/in/a"})", "/linkedinUrl", "invalid_format");
    row(R"({"fullName":"A","companyDomain":"Example Ltd"})", "/companyDomain", "invalid_format");
    row(R"({"fullName":"A","country":"Germany"})", "/country", "invalid_format");
    row(R"({"fullName":"A","country":"de"})", "/country", "invalid_format");
    row(R"({"fullName":"A","foundedYear":"1998"})", "/foundedYear", "wrong_type");
    row(R"({"fullName":"A","foundedYear":1998.5})", "/foundedYear", "wrong_type");
    row(R"({"fullName":"A","foundedYear":0})", "/foundedYear", "out_of_range");
    row(R"({"fullName":"A","reviewCount":-1})", "/reviewCount", "out_of_range");
    row(R"({"fullName":"A","reviewCount":18446744073709551615})", "/reviewCount", "out_of_range");
    row(R"({"fullName":"A","rating":5.1})", "/rating", "out_of_range");
    row(R"({"fullName":"A","rating":4.123})", "/rating", "too_precise");
    row(R"({"fullName":"A","technologies":"PHP, Java"})", "/technologies", "wrong_type");
    row(R"({"fullName":"A","technologies":["PHP",""]})", "/technologies", "blank");
    row(R"({"fullName":"A","jobTitle":"\u0007"})", "/jobTitle", "invalid_characters");
}

void IngestTest::rowsThatAreNoLead_areNamed() {
    QFETCH(QString, lead);
    QFETCH(QString, pointer);
    QFETCH(QString, code);
    const auto answer = scene_->ingest(scene_->placeIn("in_progress"), "one", lead.toStdString());
    QCOMPARE(answer.status, 200);
    QCOMPARE(memberOf(answer, "/rejected"), std::string("1"));
    QCOMPARE(memberOf(answer, "/rows/0/outcome"), std::string("rejected"));
    QCOMPARE(memberOf(answer, "/rows/0/errors/0/pointer"), pointer.toStdString());
    QCOMPARE(memberOf(answer, "/rows/0/errors/0/code"), code.toStdString());
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
}

void IngestTest::rejectedRow_doesNotStopItsNeighbours() {
    const auto answer = scene_->ingest(scene_->placeIn("in_progress"), "one",
                                       OrderScene::lead(0) + R"(,{"email":"x","country":"y"},)" +
                                           OrderScene::lead(0) + "," + OrderScene::lead(1));
    QCOMPARE(memberOf(answer, "/accepted"), std::string("2"));
    QCOMPARE(memberOf(answer, "/rows/0/row"), std::string("1"));
    QCOMPARE(jsonOf(answer).at("rows").at(0).at("errors").as_array().size(), 2u);
    QCOMPARE(memberOf(answer, "/rows/1/row"), std::string("2"));
    QCOMPARE(memberOf(answer, "/rows/1/outcome"), std::string("duplicate"));
}

void IngestTest::wrongCall_appliesNothing_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    const QString lead = QString::fromStdString(OrderScene::lead(1));
    const auto row = [](const char* name, const QString& body, int status, const char* code,
                        const char* pointer) {
        QTest::newRow(name) << body << status << code << pointer;
    };
    const QString head = R"("orderNumber":"%1","deliveryId":"one")";
    row("cut off", "{" + head + ",\"leads\":[" + lead, 400, "malformed_json", "/leads/1");
    row("no JSON", "orderNumber=1", 400, "malformed_json", "");
    row("empty", "", 400, "malformed_json", "");
    row("invalid UTF-8", "{" + head + ",\"leads\":[{\"fullName\":\"\xFF\"}]}", 400,
        "malformed_json", "/leads/0/fullName");
    row("item larger than any lead",
        "{" + head + ",\"leads\":[" + lead + ",{\"fullName\":\"" + QString(1024 * 1024, 'x') +
            "\"}]}",
        400, "malformed_json", "/leads/1/fullName");
    row("array", "[]", 422, "validation_failed", "");
    row("no leads", "{" + head + "}", 422, "validation_failed", "/leads");
    row("leads of another type", "{" + head + ",\"leads\":{}}", 422, "validation_failed", "/leads");
    row("no order", R"({"deliveryId":"one","leads":[]})", 422, "validation_failed", "/orderNumber");
    row("no order number", R"({"orderNumber":"7","deliveryId":"one","leads":[]})", 422,
        "validation_failed", "/orderNumber");
    row("no id", R"({"orderNumber":"%1","leads":[]})", 422, "validation_failed", "/deliveryId");
    row("id with a blank", R"({"orderNumber":"%1","deliveryId":"a b","leads":[]})", 422,
        "validation_failed", "/deliveryId");
    row("id too long",
        R"({"orderNumber":"%1","deliveryId":")" + QString(129, 'x') + R"(","leads":[]})", 422,
        "validation_failed", "/deliveryId");
    row("final is a text", "{" + head + R"(,"final":"yes","leads":[]})", 422, "validation_failed",
        "/final");
    row("unknown member", "{" + head + R"(,"last":true,"leads":[]})", 422, "validation_failed",
        "/last");
    row("absent order", R"({"orderNumber":"LS-0000000000","deliveryId":"one","leads":[]})", 404,
        "not_found", "");
}

void IngestTest::wrongCall_appliesNothing() {
    QFETCH(QString, body);
    QFETCH(int, status);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    const std::string number = scene_->placeIn("in_progress");
    const auto before = scene_->record(number);
    QByteArray bytes = body.replace("%1", QString::fromStdString(number)).toUtf8();
    bytes.replace(QString(QChar(0xFFFD)).toUtf8(), "\xFF");
    RawHeaders headers = scene_->adminHeaders();
    headers.emplace_back("Content-Type", "application/json");
    const auto answer = server_->post("/v1/admin/deliveries", bytes.toStdString(), headers);
    QCOMPARE(answer.status, status);
    QCOMPARE(codeOf(answer), code.toStdString());
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
    QCOMPARE(scene_->record(number).body, before.body);
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
}

void IngestTest::orderNotInProgress_takesNothing_data() {
    QTest::addColumn<QString>("status");
    for (const char* status : {"pending_review", "info_requested", "delivered", "cancelled",
                               "rejected", "failed", "refunded"})
        QTest::newRow(status) << status;
}

void IngestTest::orderNotInProgress_takesNothing() {
    QFETCH(QString, status);
    const std::string number = scene_->placeIn(status.toStdString());
    const auto answer = scene_->ingest(number, "one", OrderScene::lead(1));
    QCOMPARE(codeOf(answer), std::string("invalid_transition"));
    QVERIFY(memberOf(answer, "/detail").find(status.toStdString()) != std::string::npos);
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("0"));
}

void IngestTest::tooManyLeads_applyNothing() {
    const std::string number = scene_->placeIn("in_progress");
    std::string leads;
    for (int i = 0; i < 50'000; ++i)
        leads += leads.empty() ? "7" : ",7";
    QCOMPARE(memberOf(scene_->ingest(number, "most", leads), "/rejected"), std::string("50000"));
    const auto answer = scene_->ingest(number, "more", leads + ",7");
    QCOMPARE(answer.status, 422);
    QCOMPARE(memberOf(answer, "/errors/0/code"), std::string("too_many_items"));
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), std::string("/leads"));
}

void IngestTest::idempotencyKey_replays() {
    const std::string number = scene_->placeIn("in_progress");
    const std::string body = R"({"orderNumber":")" + number + R"(","deliveryId":"one","leads":[)" +
                             OrderScene::lead(1) + "]}";
    RawHeaders headers = scene_->adminHeaders();
    headers.emplace_back("Idempotency-Key", "ingest-1");
    const auto first = server_->post("/v1/admin/deliveries", body, headers);
    QCOMPARE(first.status, 200);
    QCOMPARE(server_->post("/v1/admin/deliveries", body, headers).body, first.body);
    std::string other = body;
    other.replace(other.find("one"), 3, "two");
    QCOMPARE(codeOf(server_->post("/v1/admin/deliveries", other, headers)),
             std::string("idempotency_key_reused"));
}

void IngestTest::idempotencyKey_refusalThatStays_replays() {
    const std::string number = scene_->placeIn("in_progress");
    scene_->ingest(number, "one", OrderScene::lead(1));
    RawHeaders headers = scene_->adminHeaders();
    headers.emplace_back("Idempotency-Key", "ingest-other");
    const std::string body = R"({"orderNumber":")" + number + R"(","deliveryId":"one","leads":[)" +
                             OrderScene::lead(2) + "]}";
    const auto refused = server_->post("/v1/admin/deliveries", body, headers);
    QCOMPARE(codeOf(refused), std::string("duplicate_delivery"));
    QVERIFY(!refused.hasHeader("Idempotent-Replayed"));
    const auto again = server_->post("/v1/admin/deliveries", body, headers);
    QCOMPARE(again.status, refused.status);
    QCOMPARE(again.body, refused.body);
    QCOMPARE(again.header("Content-Type"), std::string("application/problem+json"));
    QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
    // What can heal is not kept.
    const std::string unknown = R"({"orderNumber":")" + number + R"(","deliveryId":"two"})";
    headers.back().second = "ingest-bad";
    for (int i = 0; i < 2; ++i) {
        const auto bad = server_->post("/v1/admin/deliveries", unknown, headers);
        QCOMPARE(bad.status, 422);
        QVERIFY(!bad.hasHeader("Idempotent-Replayed"));
    }
}

// A part that was ingested before an upgrade is known again afterwards, and so is its key.
void IngestTest::fingerprints_areThoseOfEarlierVersions() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    TestServer server(TestServer::Options{.databasePath = path});
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress");
    const std::string leads =
        R"([{"rating":4.50,"fullName":"Zo\u00eb \"Z\""}, {"fullName":"B"},7])";
    const std::string names = R"("orderNumber":")" + number + R"(", "deliveryId" : "one")";
    RawHeaders headers = scene.adminHeaders();
    headers.emplace_back("Idempotency-Key", "ingest-1");
    const auto first =
        server.post("/v1/admin/deliveries", "{\"leads\":" + leads + "," + names + "}", headers);
    QCOMPARE(memberOf(first, "/accepted"), std::string("2"));
    const auto other =
        server.post("/v1/admin/deliveries", "{" + names + ",\"leads\":" + leads + "}", headers);
    QCOMPARE(other.body, first.body);
    QCOMPARE(other.header("idempotent-replayed"), std::string("true"));
    const std::string csv = "fullName\r\nC\r\n";
    headers = scene.adminHeaders();
    headers.emplace_back("Content-Type", "text/csv");
    QCOMPARE(server
                 .post("/v1/admin/deliveries?final=true&deliveryId=two&orderNumber=" + number, csv,
                       headers)
                 .status,
             200);

    auto store = std::move(*openTestStore(path));
    const auto kept = [&](const char* id) {
        const auto found = store->read([&](server::store::Reader& reader) {
            return reader.findDelivery(server::store::OrderNumber(number), id);
        });
        return found && *found ? (*found)->fingerprint : server::domain::Digest{};
    };
    namespace domain = server::domain;
    QVERIFY(kept("one") == domain::requestFingerprint(
                               "part json", domain::canonicalJson(*domain::parseJson(leads))));
    QVERIFY(kept("two") == domain::requestFingerprint("final csv", csv));
}

LEADSHEET_TEST(tst_ingest, IngestTest);
#include "tst_ingest.moc"
