// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <leadsheet/contract/lead_fields.hpp>

#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>

using namespace leadsheet::test;
using namespace leadsheet;

/// Streamed exports over real sockets: formats, resumption, back-pressure, the admin's export.
class LeadExportTest : public QObject {
    Q_OBJECT
private slots:
    void csv_isExact();
    void csv_ofOneColumn_hasALineForEachLead();
    void ndjson_isTheListsObjects();
    void json_escapesATextWhereverItNeedsTo();
    void csv_readsBackIn();
    void naughtyTexts_comeBackUnchanged();
    void emptyExport_isAHeaderRow();
    void filtersAndColumns_apply();
    void cursor_continuesBehindAPage();
    void bigExport_arrivesWholeThroughASlowReader();
    void leadsThatArriveMeanwhile_areLeftForTheNext();
    void abandonedExport_leavesTheServerWell();
    void failingDatabase_cutsTheExportVisibly();
    void orderExport_isTheAdminsAndOfOneOrder();
    void orderExport_showsTheOperatorWhatIsStaged();
    void orderExport_thatADeliveryMeets_isCutOff();
    void orderExport_ofAnEndedOrder_hasNothingStaged();
    void wrongFormat_isNamed();
    void head_hasNoBody();
};

void LeadExportTest::csv_ofOneColumn_hasALineForEachLead() {
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress");
    scene.take(number, "one",
               R"({"fullName":"One","phone":"49 1"},{"fullName":"Two"},{"fullName":"Three"})");
    QCOMPARE(server.get("/v1/leads/export?fields=phone").body,
             std::string("phone\r\n49 1\r\n\"\"\r\n\"\"\r\n"));
}

void LeadExportTest::csv_isExact() {
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress");
    scene.take(number, "one",
               R"({"fullName":"Zoë, \"Z\"","email":"z@a.example","rating":4.5,)"
               R"("technologies":["C++","Qt"],"street":"a\r\nb","foundedYear":1998},)"
               R"({"fullName":" padded ","companyName":"=1+1"})");
    const auto answer = server.get("/v1/leads/export?fields=orderNumber,fullName,hasEmail,email,"
                                   "rating,technologies,street,foundedYear,companyName,result");
    QCOMPARE(answer.status, 200);
    QVERIFY(answer.complete);
    QCOMPARE(answer.header("Content-Type"), std::string("text/csv; charset=utf-8; header=present"));
    QCOMPARE(answer.header("Content-Disposition"),
             std::string("attachment; filename=\"leads.csv\""));
    QCOMPARE(answer.header("Transfer-Encoding"), std::string("chunked"));
    QCOMPARE(
        answer.body,
        "orderNumber,fullName,hasEmail,email,rating,technologies,street,foundedYear,"
        "companyName,result\r\n" +
            number +
            ",\"Zoë, \"\"Z\"\"\",true,z@a.example,4.5,\"C++, Qt\",\"a\r\nb\",1998,,unknown\r\n" +
            number + ",\" padded \",false,,,,,,'=1+1,unknown\r\n");
}

void LeadExportTest::ndjson_isTheListsObjects() {
    TestServer server;
    OrderScene scene(server);
    scene.placePartDelivered(3);
    const auto answer = server.get("/v1/leads/export?format=ndjson");
    QCOMPARE(answer.header("Content-Type"), std::string("application/x-ndjson; charset=utf-8"));
    std::string list;
    for (const QByteArray& line : QByteArray::fromStdString(answer.body).split('\n'))
        list += (list.empty() || line.isEmpty() ? "" : ",") + line.toStdString();
    const std::string page = server.get("/v1/leads").body;
    QCOMPARE(page.substr(0, list.size() + 9), "{\"data\":[" + list);
}

void LeadExportTest::json_escapesATextWhereverItNeedsTo() {
    constexpr std::size_t kLength = 20;
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress");
    std::string leads;
    std::string lines;
    for (const std::string_view escape : {R"(\")", R"(\\)", R"(\n)", R"(\r)", R"(\t)"})
        for (std::size_t at = 0; at <= kLength; ++at) {
            const std::string text = std::string(at, 'x').append(escape).append(kLength - at, 'y');
            leads.append(leads.empty() ? "" : ",")
                .append(R"({"email":"l)" + std::to_string(leads.size()) +
                        R"(@a.example","street":"x)")
                .append(text + R"(y"})");
            lines.append(R"({"street":"x)" + text + "y\",\"city\":null}\n");
        }
    scene.take(number, "one", leads);
    QCOMPARE(server.get("/v1/leads/export?format=ndjson&fields=street,city").body, lines);
}

void LeadExportTest::csv_readsBackIn() {
    TestServer server;
    OrderScene scene(server);
    scene.placePartDelivered(5);
    const std::string columns = "fullName,email,country,technologies,foundedYear";
    const auto file = server.get("/v1/leads/export?fields=" + columns);
    const std::string other = server.addAccount(1'000'000);
    const std::string number = scene.place(10, other);
    QCOMPARE(scene.admin(number, "approve").status, 200);
    RawHeaders headers = scene.adminHeaders();
    headers.emplace_back("Content-Type", "text/csv");
    const auto taken = server.post("/v1/admin/deliveries?deliveryId=copy&orderNumber=" + number,
                                   file.body, headers);
    QCOMPARE(memberOf(taken, "/accepted"), std::string("5"));
    QCOMPARE(scene.admin(number, "deliver").status, 200);
    QCOMPARE(server.get("/v1/leads/export?fields=" + columns, {{"x-api-key", other}}).body,
             file.body);
}

void LeadExportTest::naughtyTexts_comeBackUnchanged() {
    TestServer server;
    OrderScene scene(server);
    // A program for sheets would take these for formulas.
    const std::set<std::string> formulas{"=cmd|' /C calc'!A0",
                                         "=1+1",
                                         "'=x",
                                         "+1-2",
                                         "-1/2",
                                         "+",
                                         "\xEF\xBC\x8B",
                                         "\xEF\xBC\x8B"
                                         "1-2",
                                         "@SUM(A1)"};
    const std::vector<std::string> texts{"'; DROP TABLE leads; --",
                                         "\"",
                                         "\\",
                                         "\\u0000",
                                         "<script>alert(1)</script>",
                                         "%00%n",
                                         "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x94\xAC",
                                         "\xE2\x80\xAE"
                                         "right",
                                         "\xEF\xBB\xBF",
                                         "NULL",
                                         "null",
                                         "true",
                                         "-1",
                                         "1e5",
                                         "01067",
                                         "=cmd|' /C calc'!A0",
                                         "=1+1",
                                         "'=x",
                                         "+1-2",
                                         "-1/2",
                                         "+",
                                         "\xEF\xBC\x8B", // fullwidth plus
                                         "\xEF\xBC\x8B"
                                         "1-2",
                                         "@SUM(A1)",
                                         "+49 30 123-4",
                                         "-1.5",
                                         "a,b;c\td",
                                         "Zoe\xCC\x88",
                                         "\xEF\xBF\xBE",
                                         std::string(3'999, 'x') + "\xC3\xA9",
                                         "{{7*7}}",
                                         "line\nfeed"};
    boost::json::array leads;
    for (const std::string& text : texts)
        leads.push_back(boost::json::object{{"companyName", "X"}, {"jobTitle", text}});
    std::string items = boost::json::serialize(leads);
    const auto taken =
        scene.take(scene.placeIn("in_progress"), "one", items.substr(1, items.size() - 2));
    QCOMPARE(memberOf(taken, "/accepted"), std::to_string(texts.size()));
    std::string csv = "jobTitle\r\n";
    std::string ndjson;
    for (const std::string& text : texts) {
        const bool quoted = text.find_first_of(",\"\n") != std::string::npos;
        const std::string cell = formulas.contains(text) ? "'" + text : text;
        csv += quoted
                   ? "\"" + QString::fromStdString(cell).replace("\"", "\"\"").toStdString() + "\""
                   : cell;
        csv += "\r\n";
        ndjson += boost::json::serialize(boost::json::object{{"jobTitle", text}}) + "\n";
    }
    QCOMPARE(server.get("/v1/leads/export?fields=jobTitle").body, csv);
    QCOMPARE(server.get("/v1/leads/export?format=ndjson&fields=jobTitle").body, ndjson);

    // The file is what another account is delivered: the same texts arrive.
    const auto file = server.get("/v1/leads/export?fields=companyName,jobTitle");
    const std::string other = server.addAccount(1'000'000);
    const std::string copy = scene.place(100, other);
    QCOMPARE(scene.admin(copy, "approve").status, 200);
    RawHeaders headers = scene.adminHeaders();
    headers.emplace_back("Content-Type", "text/csv");
    const auto again =
        server.post("/v1/admin/deliveries?deliveryId=copy&orderNumber=" + copy, file.body, headers);
    QCOMPARE(memberOf(again, "/accepted"), std::to_string(texts.size()));
    QCOMPARE(scene.admin(copy, "deliver").status, 200);
    QCOMPARE(
        server.get("/v1/leads/export?format=ndjson&fields=jobTitle", {{"x-api-key", other}}).body,
        ndjson);
}

void LeadExportTest::emptyExport_isAHeaderRow() {
    TestServer server;
    QCOMPARE(server.get("/v1/leads/export?fields=id,email").body, std::string("id,email\r\n"));
    QCOMPARE(server.get("/v1/leads/export?format=ndjson").body, std::string());
    const std::string header = server.get("/v1/leads/export").body;
    QCOMPARE(std::count(header.begin(), header.end(), ','),
             std::ptrdiff_t(contract::kLeadFields.size()) - 1);
}

void LeadExportTest::filtersAndColumns_apply() {
    TestServer server;
    OrderScene scene(server);
    scene.take(scene.placeIn("in_progress"), "one",
               OrderScene::leads(0, 4, R"("country":"DE")") + "," +
                   OrderScene::leads(4, 3, R"("country":"AT")"));
    QCOMPARE(server.get("/v1/leads/export?country=AT&fields=fullName").body,
             std::string("fullName\r\nPerson 4\r\nPerson 5\r\nPerson 6\r\n"));
}

void LeadExportTest::cursor_continuesBehindAPage() {
    TestServer server;
    OrderScene scene(server);
    scene.placePartDelivered(6);
    const auto page = jsonOf(server.get("/v1/leads?limit=4&hasEmail=true"));
    QCOMPARE(server
                 .get("/v1/leads/export?hasEmail=true&fields=fullName&cursor=" +
                      memberOf(page, "/meta/nextCursor"))
                 .body,
             std::string("fullName\r\nPerson 4\r\nPerson 5\r\n"));
}

void LeadExportTest::bigExport_arrivesWholeThroughASlowReader() {
    TestServer server;
    OrderScene scene(server);
    constexpr int kLeads = 3'000;
    const std::string padding = R"("street":")" + std::string(600, 's') + "\"";
    scene.take(scene.placeIn("in_progress"), "one", OrderScene::leads(0, kLeads, padding));
    // The answer is far larger than what may be buffered; nothing is read until another request
    // has been answered on another connection.
    RawConnection slow(server.port());
    QVERIFY(slow.sendBytes("GET /v1/leads/export?fields=email,street HTTP/1.1\r\nHost: x\r\n"
                           "x-api-key: " +
                           server.customerKey() + "\r\n\r\n"));
    QCOMPARE(memberOf(server.get("/v1/leads/count"), "/count"), std::to_string(kLeads));
    const auto answer = slow.readResponse();
    QVERIFY(answer.complete);
    QCOMPARE(std::count(answer.body.begin(), answer.body.end(), '\n'), kLeads + 1);
    QVERIFY(answer.body.size() > std::size_t{kLeads} * 600);
    QVERIFY(answer.body.find("person2999@") != std::string::npos);
}

void LeadExportTest::leadsThatArriveMeanwhile_areLeftForTheNext() {
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress");
    const std::string padding = R"("street":")" + std::string(3'000, 's') + "\"";
    scene.take(number, "one", OrderScene::leads(0, 2'000, padding));
    RawConnection slow(server.port());
    QVERIFY(slow.sendBytes("GET /v1/leads/export?fields=email,street HTTP/1.1\r\nHost: x\r\n"
                           "x-api-key: " +
                           server.customerKey() + "\r\n\r\n"));
    // Once its answer begins it knows where it will end.
    QVERIFY(slow.awaitAnswer());
    QCOMPARE(scene.take(number, "two", OrderScene::leads(5'000, 10, padding)).status, 200);
    const auto answer = slow.readResponse();
    QCOMPARE(std::count(answer.body.begin(), answer.body.end(), '\n'), 2'001);
    const auto next = server.get("/v1/leads/export?fields=email");
    QCOMPARE(std::count(next.body.begin(), next.body.end(), '\n'), 2'011);
}

void LeadExportTest::abandonedExport_leavesTheServerWell() {
    TestServer server;
    OrderScene scene(server);
    const std::string padding = R"("street":")" + std::string(2'000, 's') + "\"";
    scene.take(scene.placeIn("in_progress"), "one", OrderScene::leads(0, 2'000, padding));
    for (int i = 0; i < 10; ++i) {
        RawConnection leaving(server.port());
        QVERIFY(leaving.sendBytes("GET /v1/leads/export HTTP/1.1\r\nHost: x\r\nx-api-key: " +
                                  server.customerKey() + "\r\n\r\n"));
    }
    QCOMPARE(server.get("/v1/leads/export?fields=id").status, 200);
}

void LeadExportTest::failingDatabase_cutsTheExportVisibly() {
    std::atomic<bool> failing{false};
    TestServer server({.configure = [&](server::Config& config) {
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            return failing && op == server::store::DbOp::Step ? 10 : 0; // SQLITE_IOERR
        };
    }});
    OrderScene scene(server);
    // Far more than what may be on its way.
    const std::string padding = R"("street":")" + std::string(4'000, 's') + "\"";
    scene.take(scene.placeIn("in_progress", 2'000), "one", OrderScene::leads(0, 2'000, padding));
    RawConnection slow(server.port());
    QVERIFY(slow.sendBytes("GET /v1/leads/export HTTP/1.1\r\nHost: x\r\nx-api-key: " +
                           server.customerKey() + "\r\n\r\n"));
    QVERIFY(slow.awaitAnswer());
    failing = true;
    const auto answer = slow.readResponse();
    failing = false;
    QCOMPARE(answer.status, 200);
    QVERIFY(!answer.complete);
    QVERIFY(server.errorLog().find("export") != std::string::npos);
    QVERIFY(server.get("/v1/leads/export").complete);
}

void LeadExportTest::orderExport_isTheAdminsAndOfOneOrder() {
    TestServer server;
    OrderScene scene(server);
    const std::string first = scene.placePartDelivered(2);
    const std::string second = scene.placePartDelivered(3);
    const auto file =
        server.get("/v1/admin/orders/" + second + "/export?fields=fullName", scene.adminHeaders());
    QCOMPARE(file.body, std::string("fullName\r\nPerson 2\r\nPerson 3\r\nPerson 4\r\n"));
    QCOMPARE(file.header("Content-Disposition"), "attachment; filename=\"" + second + ".csv\"");
    QCOMPARE(codeOf(server.get("/v1/admin/orders/" + second + "/export")),
             std::string("wrong_key_type"));
    QCOMPARE(codeOf(server.get("/v1/admin/orders/LS-0000000000/export", scene.adminHeaders())),
             std::string("not_found"));
    QCOMPARE(codeOf(server.get("/v1/leads/export", scene.adminHeaders())),
             std::string("wrong_key_type"));
}

void LeadExportTest::orderExport_showsTheOperatorWhatIsStaged() {
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placePartDelivered(2);
    scene.ingest(number, "more", OrderScene::leads(700, 450));
    const auto file =
        server.get("/v1/admin/orders/" + number + "/export?fields=fullName,deliveredAt,orderNumber",
                   scene.adminHeaders());
    QVERIFY(file.complete);
    QCOMPARE(std::count(file.body.begin(), file.body.end(), '\n'), 453);
    QVERIFY(file.body.find("\r\nPerson 1,2") != std::string::npos);
    QVERIFY(file.body.find("\r\nPerson 1149,," + number + "\r\n") != std::string::npos);
    // Nobody else sees them.
    const auto own = server.get("/v1/leads/export?fields=fullName");
    QCOMPARE(std::count(own.body.begin(), own.body.end(), '\n'), 3);
    QCOMPARE(memberOf(server.get("/v1/leads/count?orderNumber=" + number), "/count"),
             std::string("2"));
    QCOMPARE(memberOf(server.get("/v1/orders/" + number), "/deliveredLeads"), std::string("2"));
}

void LeadExportTest::orderExport_ofAnEndedOrder_hasNothingStaged() {
    TestServer server({.configure = [](server::Config& config) {
        // What is left staged is deleted later.
        config.outgoing.pollEvery = std::chrono::minutes(1);
    }});
    OrderScene scene(server);
    const std::string number = scene.placePartDelivered(2);
    scene.ingest(number, "more", OrderScene::leads(700, 450));
    QCOMPARE(scene.admin(number, "fail").status, 200);
    const auto file =
        server.get("/v1/admin/orders/" + number + "/export?fields=fullName", scene.adminHeaders());
    QVERIFY(file.complete);
    QCOMPARE(file.body, std::string("fullName\r\nPerson 0\r\nPerson 1\r\n"));
}

void LeadExportTest::orderExport_thatADeliveryMeets_isCutOff() {
    TestServer server;
    OrderScene scene(server);
    const std::string number = scene.placeIn("in_progress", 3'000);
    const std::string padding = R"("street":")" + std::string(3'000, 's') + "\"";
    for (int part = 0; part < 2; ++part)
        QCOMPARE(scene
                     .ingest(number, std::to_string(part),
                             OrderScene::leads(part * 1'500, 1'500, padding))
                     .status,
                 200);
    RawConnection slow(server.port());
    QVERIFY(slow.sendBytes("GET /v1/admin/orders/" + number +
                           "/export HTTP/1.1\r\nHost: x\r\nx-api-key: " + server.adminKey() +
                           "\r\n\r\n"));
    QVERIFY(slow.awaitAnswer());
    QCOMPARE(scene.admin(number, "deliver").status, 200);
    const auto answer = slow.readResponse();
    QCOMPARE(answer.status, 200);
    QVERIFY(!answer.complete);
    QVERIFY(server.get("/v1/admin/orders/" + number + "/export", scene.adminHeaders()).complete);
}

void LeadExportTest::wrongFormat_isNamed() {
    TestServer server;
    const auto answer = server.get("/v1/leads/export?format=xlsx");
    QCOMPARE(codeOf(answer), std::string("invalid_parameter"));
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), std::string("format"));
}

void LeadExportTest::head_hasNoBody() {
    TestServer server;
    OrderScene(server).placePartDelivered(2);
    RawConnection connection(server.port());
    QVERIFY(connection.sendBytes("HEAD /v1/leads/export HTTP/1.1\r\nHost: x\r\nx-api-key: " +
                                 server.customerKey() + "\r\n\r\n"));
    QCOMPARE(connection.readResponse(true).status, 200);
    QCOMPARE(connection.request("GET", "/healthz").status, 200);
}

LEADSHEET_TEST(tst_lead_export, LeadExportTest);
#include "tst_lead_export.moc"
