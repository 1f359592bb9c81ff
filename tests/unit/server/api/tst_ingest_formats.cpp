// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "packed_text.hpp"
#include "test_main.hpp"

#include <QTest>

#include <array>
#include <thread>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

constexpr const char* kNdjson = "application/x-ndjson";
constexpr const char* kCsv = "text/csv; charset=utf-8";
constexpr std::size_t kMax = std::size_t{3} * 1024 * 1024;
constexpr std::size_t kMaxRow = std::size_t{1024} * 1024;

} // namespace

/// POST /v1/admin/deliveries as NDJSON and CSV, packed, damaged and half-sent.
class IngestFormatsTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void everyFormat_givesTheSameLeads_data();
    void everyFormat_givesTheSameLeads();
    void csv_valuesAreReadExactly();
    void rows_areCountedFromZeroWithoutHeaderAndBlankLines();
    void wrongText_appliesNothing_data();
    void wrongText_appliesNothing();
    void wrongParameter_isNamed_data();
    void wrongParameter_isNamed();
    void wrongTypeOrEncoding_isRefused_data();
    void wrongTypeOrEncoding_isRefused();
    void bomb_isRefusedInBoundedMemory();
    void damagedArchive_isRefused_data();
    void damagedArchive_isRefused();
    void severalMembers_areOneText();
    void bodyOverTheLimit_isRefused();
    void halfSentBody_appliesNothing();
    void tooManyAtOnce_areTurnedAwayForAMoment();

private:
    RawResponse send(const std::string& number, const std::string& body, const std::string& type,
                     const std::string& encoding = {}, const std::string& id = "one");
    std::string count();

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
};

void IngestFormatsTest::init() {
    server_ = std::make_unique<TestServer>(TestServer::Options{.configure = [](auto& config) {
        config.limits.maxDeliveryBytes = kMax;
        config.workerThreads = 32;
        config.limits.defaultRate.quota = 1'000'000; // who is turned away asks again and again
    }});
    scene_ = std::make_unique<OrderScene>(*server_);
}

void IngestFormatsTest::cleanup() {
    scene_.reset();
    server_.reset();
}

RawResponse IngestFormatsTest::send(const std::string& number, const std::string& body,
                                    const std::string& type, const std::string& encoding,
                                    const std::string& id) {
    RawHeaders headers = scene_->adminHeaders();
    if (!type.empty())
        headers.emplace_back("Content-Type", type);
    if (!encoding.empty())
        headers.emplace_back("Content-Encoding", encoding);
    return rawRequest(server_->port(), "POST",
                      "/v1/admin/deliveries?orderNumber=" + number + "&deliveryId=" + id, headers,
                      body);
}

std::string IngestFormatsTest::count() {
    return memberOf(server_->get("/v1/leads/count"), "/count");
}

void IngestFormatsTest::everyFormat_givesTheSameLeads_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("packed");
    const QByteArray ndjson =
        R"({"fullName":"Zoë \"Z\" Ünal","foundedYear":1998,"rating":4.5,"technologies":["C++","Qt"]})"
        "\n"
        R"({"fullName":"Li, Wei","country":"CN","result":"good"})"
        "\n";
    const QByteArray csv = "fullName,foundedYear,rating,technologies,country,result\r\n"
                           "\"Zoë \"\"Z\"\" Ünal\",1998,4.5,\"C++, Qt\",,\r\n"
                           "\"Li, Wei\",,,,CN,good\r\n";
    for (const bool packed : {false, true}) {
        QTest::addRow("ndjson%s", packed ? ", packed" : "")
            << QByteArray(kNdjson) << ndjson << packed;
        QTest::addRow("csv%s", packed ? ", packed" : "") << QByteArray(kCsv) << csv << packed;
    }
    QTest::newRow("csv with line feeds and mark")
        << QByteArray("text/csv") << QByteArray("\xEF\xBB\xBF" + QByteArray(csv).replace("\r", ""))
        << false;
    QTest::newRow("ndjson without last line feed")
        << QByteArray(kNdjson) << ndjson.chopped(1) << false;
}

void IngestFormatsTest::everyFormat_givesTheSameLeads() {
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    QFETCH(bool, packed);
    const std::string number = scene_->placeIn("in_progress");
    const auto answer =
        send(number, packed ? packedText(body.toStdString(), Packing::Gzip) : body.toStdString(),
             type.toStdString(), packed ? "gzip" : "");
    QCOMPARE(answer.status, 200);
    QCOMPARE(memberOf(answer, "/accepted"), std::string("2"));
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    const auto leads = jsonOf(
        server_->get("/v1/leads?fields=fullName,foundedYear,rating,technologies,country,result"));
    QCOMPARE(
        boost::json::serialize(leads.at("data")),
        std::string(
            R"([{"fullName":"Zoë \"Z\" Ünal","foundedYear":1998,"rating":4.5E0,"technologies":["C++","Qt"],"country":null,"result":"unknown"},)"
            R"({"fullName":"Li, Wei","foundedYear":null,"rating":null,"technologies":null,"country":"CN","result":"good"}])"));
    // The same call again, whichever way it is packed.
    const auto again =
        send(number, packed ? body.toStdString() : packedText(body.toStdString(), Packing::Gzip),
             type.toStdString(), packed ? "" : "gzip");
    QCOMPARE(again.body, answer.body);
    QCOMPARE(count(), std::string("2"));
}

void IngestFormatsTest::csv_valuesAreReadExactly() {
    const std::string number = scene_->placeIn("in_progress");
    const auto answer = send(number,
                             "fullName,postalCode,street,rating,technologies\n"
                             "A,01067,\"Line 1\nLine 2\", 4.25 ,\" a ,, b \"\n"
                             "B,=1+1,\"\",5,\n",
                             "text/csv");
    QCOMPARE(memberOf(answer, "/accepted"), std::string("2"));
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    const auto leads = jsonOf(server_->get("/v1/leads"));
    QCOMPARE(memberOf(leads, "/data/0/postalCode"), std::string("01067"));
    QCOMPARE(memberOf(leads, "/data/0/street"), std::string("Line 1\nLine 2"));
    QCOMPARE(memberOf(leads, "/data/0/technologies"), std::string(R"(["a","b"])"));
    QVERIFY(server_->get("/v1/leads").body.find("\"rating\":4.25,") != std::string::npos);
    QCOMPARE(memberOf(leads, "/data/1/postalCode"), std::string("=1+1"));
    QCOMPARE(memberOf(leads, "/data/1/street"), std::string("null"));
}

void IngestFormatsTest::rows_areCountedFromZeroWithoutHeaderAndBlankLines() {
    const std::string number = scene_->placeIn("in_progress");
    const auto csv = send(number, "fullName,email\nA,\n\n\r\nB,nobody\nC\nD,,\n", "text/csv");
    QCOMPARE(memberOf(csv, "/accepted"), std::string("1"));
    QCOMPARE(memberOf(csv, "/rows/0/row"), std::string("1"));
    QCOMPARE(memberOf(csv, "/rows/0/errors/0/pointer"), std::string("/email"));
    QCOMPARE(memberOf(csv, "/rows/1/row"), std::string("2"));
    QCOMPARE(memberOf(csv, "/rows/1/errors/0/code"), std::string("invalid_format"));
    QCOMPARE(memberOf(csv, "/rows/2/row"), std::string("3"));
    const auto ndjson = send(number, "{\"fullName\":\"E\"}\n\n  \r\n7\n", kNdjson, {}, "two");
    QCOMPARE(memberOf(ndjson, "/accepted"), std::string("1"));
    QCOMPARE(memberOf(ndjson, "/rows/0/row"), std::string("1"));
}

void IngestFormatsTest::wrongText_appliesNothing_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* type, const QByteArray& body, int status,
                        const char* code, const char* says) {
        QTest::newRow(name) << QByteArray(type) << body << status << QByteArray(code)
                            << QByteArray(says);
    };
    const QByteArray lead = R"({"fullName":"A"})";
    row("ndjson cut off", kNdjson, lead + "\n{\"fullName\":\"B", 400, "malformed_json", "Line 2");
    row("ndjson invalid UTF-8", kNdjson, lead + "\n{\"fullName\":\"\xC3\"}", 400, "malformed_json",
        "UTF-8");
    row("ndjson with a duplicate member", kNdjson, R"({"fullName":"A","fullName":"B"})", 400,
        "malformed_json", "Line 1");
    row("csv without header", kCsv, "", 422, "validation_failed", "first row");
    row("csv with an unknown column", kCsv, "fullName,shoeSize\nA,43\n", 422, "validation_failed",
        "/shoeSize");
    row("csv with a column of ours", kCsv, "id,fullName\nld_1,A\n", 422, "validation_failed",
        "/id");
    row("csv with a column twice", kCsv, "fullName,fullName\nA,B\n", 422, "validation_failed",
        "twice");
    row("csv with an open quote", kCsv, "fullName\nA\n\"B\nC\n", 422, "validation_failed",
        "Line 3");
    row("csv with a stray quote", kCsv, "fullName\nA\nB\"B\n", 422, "validation_failed", "Line 3");
    row("csv with text behind a quote", kCsv, "fullName\n\"A\"B\n", 422, "validation_failed",
        "Line 2");
    const QByteArray endless(kMaxRow + 1, 'x');
    row("ndjson with an endless line", kNdjson, lead + "\n\"" + endless + "\"\n", 400,
        "malformed_json", "Line 2 is longer");
    row("csv with an endless line", kCsv, "fullName\nA\n" + endless + "\n", 422,
        "validation_failed", "Line 3 is longer");
    row("csv with an endless cell", kCsv,
        "fullName\nA\n\"" + QByteArray("x\n").repeated(kMaxRow / 2) + "\"\n", 422,
        "validation_failed", "Line 3 is longer");
    row("csv invalid UTF-8", kCsv, "fullName\nA\xFF\n", 422, "validation_failed", "UTF-8");
}

void IngestFormatsTest::wrongText_appliesNothing() {
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, says);
    const std::string number = scene_->placeIn("in_progress");
    const auto before = scene_->record(number);
    const auto answer = send(number, body.toStdString(), type.toStdString());
    QCOMPARE(answer.status, status);
    QCOMPARE(codeOf(answer), code.toStdString());
    QVERIFY2(memberOf(answer, "/detail").find(says.toStdString()) != std::string::npos,
             answer.body.c_str());
    QCOMPARE(scene_->record(number).body, before.body);
    QCOMPARE(count(), std::string("0"));
}

void IngestFormatsTest::wrongParameter_isNamed_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* query, const char* type, const char* pointer) {
        QTest::addRow("%s %s", type, query) << query << type << pointer;
    };
    row("deliveryId=a", kNdjson, "orderNumber");
    row("orderNumber=7&deliveryId=a", kNdjson, "orderNumber");
    row("orderNumber=LS-7Q2M9K4T6W", kNdjson, "deliveryId");
    row("orderNumber=LS-7Q2M9K4T6W&deliveryId=", kCsv, "deliveryId");
    row("orderNumber=LS-7Q2M9K4T6W&deliveryId=a&final=1", kCsv, "final");
    row("orderNumber=LS-7Q2M9K4T6W&deliveryId=a&last=true", kCsv, "last");
    row("orderNumber=LS-7Q2M9K4T6W", "application/json", "orderNumber");
}

void IngestFormatsTest::wrongParameter_isNamed() {
    QFETCH(QString, query);
    QFETCH(QString, type);
    QFETCH(QString, pointer);
    RawHeaders headers = scene_->adminHeaders();
    headers.emplace_back("Content-Type", type.toStdString());
    const auto answer = server_->post("/v1/admin/deliveries?" + query.toStdString(), "{}", headers);
    QCOMPARE(answer.status, 400);
    QCOMPARE(codeOf(answer), std::string("invalid_parameter"));
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
}

void IngestFormatsTest::wrongTypeOrEncoding_isRefused_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("encoding");
    QTest::newRow("no type") << ""
                             << "";
    QTest::newRow("form") << "application/x-www-form-urlencoded"
                          << "";
    QTest::newRow("plain text") << "text/plain"
                                << "";
    QTest::newRow("csv in another code") << "text/csv; charset=iso-8859-1"
                                         << "";
    QTest::newRow("brotli") << "text/csv"
                            << "br";
    QTest::newRow("deflate") << "text/csv"
                             << "deflate";
    QTest::newRow("packed twice") << "text/csv"
                                  << "gzip, gzip";
    QTest::newRow("not compressed at all") << "text/csv"
                                           << "gzip";
}

void IngestFormatsTest::wrongTypeOrEncoding_isRefused() {
    QFETCH(QString, type);
    QFETCH(QString, encoding);
    const auto answer = send(scene_->placeIn("in_progress"), "fullName\nA\n", type.toStdString(),
                             encoding.toStdString());
    QCOMPARE(answer.status, 415);
    QCOMPARE(codeOf(answer), std::string("unsupported_media_type"));
    QCOMPARE(count(), std::string("0"));
}

void IngestFormatsTest::bomb_isRefusedInBoundedMemory() {
    const std::string bomb = packedText(std::string(64 * 1024 * 1024, ' '), Packing::Gzip);
    QVERIFY(bomb.size() < 100'000);
    for (const char* type : {"application/json", kNdjson, kCsv}) {
        const auto answer = send("LS-7Q2M9K4T6W", bomb, type, "gzip");
        QCOMPARE(answer.status, 413);
        QCOMPARE(codeOf(answer), std::string("payload_too_large"));
    }
}

void IngestFormatsTest::damagedArchive_isRefused_data() {
    QTest::addColumn<QByteArray>("body");
    const QByteArray good = QByteArray::fromStdString(packedText("fullName\nA\n", Packing::Gzip));
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("head alone") << good.left(10);
    QTest::newRow("cut off") << good.chopped(1);
    QTest::newRow("something behind it") << good + "x";
    QByteArray damaged = good;
    damaged[good.size() - 6] = static_cast<char>(damaged[good.size() - 6] ^ 1);
    QTest::newRow("wrong checksum") << damaged;
}

void IngestFormatsTest::damagedArchive_isRefused() {
    QFETCH(QByteArray, body);
    const auto answer =
        send(scene_->placeIn("in_progress"), body.toStdString(), "text/csv", "gzip");
    QCOMPARE(answer.status, 415);
    QCOMPARE(count(), std::string("0"));
}

void IngestFormatsTest::severalMembers_areOneText() {
    const std::string number = scene_->placeIn("in_progress");
    const auto answer =
        send(number, packedText("fullName\nA", Packing::Gzip) + packedText("B\nC\n", Packing::Gzip),
             "text/csv", "gzip");
    QCOMPARE(memberOf(answer, "/accepted"), std::string("2"));
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    QCOMPARE(memberOf(server_->get("/v1/leads"), "/data/0/fullName"), std::string("AB"));
}

void IngestFormatsTest::bodyOverTheLimit_isRefused() {
    const auto answer = send("LS-7Q2M9K4T6W", std::string(kMax + 1, 'x'), "text/csv");
    QCOMPARE(answer.status, 413);
    QCOMPARE(codeOf(answer), std::string("payload_too_large"));
}

void IngestFormatsTest::halfSentBody_appliesNothing() {
    const std::string number = scene_->placeIn("in_progress");
    const auto before = scene_->record(number);
    const std::string body = "fullName\nA\nB\nC\n";
    for (const bool chunked : {false, true}) {
        RawConnection connection(server_->port());
        std::string head =
            "POST /v1/admin/deliveries?deliveryId=one&orderNumber=" + number +
            " HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nx-api-key: " + server_->adminKey() +
            "\r\n";
        head += chunked ? "Transfer-Encoding: chunked\r\n\r\n10\r\n"
                        : "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
        QVERIFY(connection.sendBytes(head + body.substr(0, 11)));
        connection.close();
    }
    QCOMPARE(scene_->record(number).body, before.body);
    QCOMPARE(count(), std::string("0"));
    QCOMPARE(memberOf(send(number, body, "text/csv"), "/accepted"), std::string("3"));
}

void IngestFormatsTest::tooManyAtOnce_areTurnedAwayForAMoment() {
    const std::string number = scene_->placeIn("in_progress");
    constexpr int kParts = 24;
    std::array<int, kParts> last{};
    std::vector<std::jthread> senders;
    for (int part = 0; part < kParts; ++part) {
        senders.emplace_back([&, part] {
            const std::string body = "fullName,email\nA,a" + std::to_string(part) + "@x.example\n";
            RawResponse answer;
            while (true) {
                answer = send(number, body, "text/csv", {}, "part-" + std::to_string(part));
                if (answer.status != 503 || answer.header("Retry-After") != "1")
                    break;
                std::this_thread::sleep_for(std::chrono::milliseconds(30));
            }
            last[static_cast<std::size_t>(part)] = answer.status;
        });
    }
    senders.clear();
    for (const int status : last)
        QCOMPARE(status, 200);
    QCOMPARE(memberOf(scene_->record(number), "/ingested/staged"), std::to_string(kParts));
    QCOMPARE(scene_->admin(number, "deliver").status, 200);
    QCOMPARE(count(), std::to_string(kParts));
    QCOMPARE(memberOf(scene_->record(number), "/deliveredLeads"), std::to_string(kParts));
}

LEADSHEET_TEST(tst_ingest_formats, IngestFormatsTest);
#include "tst_ingest_formats.moc"
