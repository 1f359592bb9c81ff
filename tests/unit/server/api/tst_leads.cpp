// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "schema_check.hpp"
#include "test_main.hpp"

#include <leadsheet/contract/lead_fields.hpp>

#include <QTest>

#include <atomic>
#include <set>
#include <thread>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

/// Lead reads over real sockets: filters, columns, cursors, counts, ownership.
class LeadsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void lead_hasEveryColumnOfTheContract();
    void filter_selects_data();
    void filter_selects();
    void fields_areAnAllowlist_data();
    void fields_areAnAllowlist();
    void parameter_thatIsWrong_isNamed_data();
    void parameter_thatIsWrong_isNamed();
    void walk_seesEveryLeadOnceInOrder_data();
    void walk_seesEveryLeadOnceInOrder();
    void cursor_isTheBookmarkForWhatIsNew();
    void cursor_ofAFilterWithoutHits_movesOn();
    void cursor_thatWasNotMadeHere_isRefused_data();
    void cursor_thatWasNotMadeHere_isRefused();
    void cursor_survivesARestart();
    void page_ofLongLeads_endsEarly();
    void single_isFoundByItsOwnerAlone();
    void foreignOrder_hasNoLeads();
    void clockThatGoesBack_doesNotReorder();
    void walk_whileLeadsArrive_hasNoGapAndNoRepeat();

private:
    std::vector<std::string> walk(const std::string& query, int limit);

    std::shared_ptr<ManualClock> clock_;
    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
    std::string first_;
    std::string second_;
};

// Ten leads at 12:00:00 for one order, then ten at 12:00:01 for another.
void LeadsTest::initTestCase() {
    clock_ = std::make_shared<ManualClock>();
    server_ = std::make_unique<TestServer>(TestServer::Options{
        .configure = [](auto& config) { config.limits.defaultRate.quota = 1'000'000; },
        .clock = clock_});
    scene_ = std::make_unique<OrderScene>(*server_);
    first_ = scene_->placeIn("in_progress");
    second_ = memberOf(server_->createOrder("referenced",
                                            R"({"scrapingOption":"local_business","leadCount":10,)"
                                            R"("categories":"dentist","locations":"Bonn",)"
                                            R"("externalRef":"row 7"})"),
                       "/order_number");
    QCOMPARE(scene_->admin(second_, "approve").status, 200);
    std::string leads;
    for (int n = 0; n < 10; ++n) {
        const std::string number = std::to_string(n);
        leads += (leads.empty() ? "" : ",") + std::string(R"({"fullName":"P)") + number + "\"" +
                 (n % 2 == 0 ? R"(,"email":"p)" + number + R"(@a.example")" : std::string()) +
                 (n % 3 == 0 ? R"(,"phone":"+49 30 )" + number + "\"" : std::string()) +
                 (n < 4   ? R"(,"country":"DE")"
                  : n < 6 ? R"(,"country":"AT")"
                          : "") +
                 (n == 9  ? R"(,"result":"invalid")"
                  : n > 6 ? R"(,"result":"good")"
                          : "") +
                 "}";
    }
    QCOMPARE(memberOf(scene_->take(first_, "a", leads), "/accepted"), std::string("10"));
    clock_->advance(1s);
    QCOMPARE(memberOf(scene_->take(second_, "b", OrderScene::leads(100, 10)), "/accepted"),
             std::string("10"));
}

void LeadsTest::cleanupTestCase() {
    scene_.reset();
    server_.reset();
}

std::vector<std::string> LeadsTest::walk(const std::string& query, int limit) {
    std::vector<std::string> ids;
    std::string cursor;
    bool more = true;
    while (more) {
        const auto page =
            jsonOf(server_->get("/v1/leads?limit=" + std::to_string(limit) + query +
                                (cursor.empty() ? std::string() : "&cursor=" + cursor)));
        for (const auto& lead : page.at("data").as_array())
            ids.push_back(memberOf(lead, "/id"));
        cursor = memberOf(page, "/meta/nextCursor");
        more = memberOf(page, "/meta/hasMore") == "true";
    }
    return ids;
}

void LeadsTest::lead_hasEveryColumnOfTheContract() {
    const SchemaCheck schemas(jsonOf(rawRequest(server_->port(), "GET", "/v1/openapi.json")));
    const auto answer = server_->get("/v1/leads");
    const auto page = jsonOf(answer);
    const auto faults = schemas.faults(*schemas.answerSchema("listLeads", 200), page);
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    const auto& lead = page.at("data").at(0).as_object();
    std::size_t column = 0;
    for (const auto& member : lead)
        QCOMPARE(std::string_view(member.key()), contract::kLeadFields[column++].name);
    QCOMPARE(column, contract::kLeadFields.size());
    QCOMPARE(memberOf(page, "/data/0/orderNumber"), first_);
    QCOMPARE(memberOf(page, "/data/0/product"), std::string("filters"));
    QCOMPARE(memberOf(page, "/data/0/deliveredAt"), std::string("2026-03-01T12:00:00.000Z"));
    QCOMPARE(memberOf(page, "/data/0/hasEmail"), std::string("true"));
    QCOMPARE(memberOf(page, "/data/1/hasEmail"), std::string("false"));
    QCOMPARE(memberOf(page, "/data/0/externalRef"), std::string("null"));
    QCOMPARE(memberOf(page, "/data/10/externalRef"), std::string("row 7"));
    QCOMPARE(memberOf(page, "/data/10/product"), std::string("local_business"));
}

void LeadsTest::filter_selects_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<int>("count");
    QTest::newRow("none") << "" << 20;
    QTest::newRow("result") << "&result=good" << 2;
    QTest::newRow("other result") << "&result=risky" << 0;
    QTest::newRow("with address") << "&hasEmail=true" << 15;
    QTest::newRow("without address") << "&hasEmail=false" << 5;
    QTest::newRow("with phone") << "&hasPhone=true" << 4;
    QTest::newRow("order") << "&orderNumber=%1" << 10;
    QTest::newRow("country") << "&country=DE" << 4;
    QTest::newRow("other country") << "&country=FR" << 0;
    QTest::newRow("delivered after") << "&deliveredAfter=2026-03-01T12:00:00.000Z" << 10;
    QTest::newRow("delivered after, none") << "&deliveredAfter=2026-03-01T12:00:01Z" << 0;
    QTest::newRow("delivered after, all") << "&deliveredAfter=2026-03-01T11:59:59.999Z" << 20;
    QTest::newRow("result and address") << "&result=unknown&hasEmail=true" << 14;
    QTest::newRow("country, phone, address") << "&country=DE&hasPhone=true&hasEmail=true" << 1;
    QTest::newRow("order and time")
        << "&orderNumber=%1&deliveredAfter=2026-03-01T12:00:00.500Z" << 0;
}

void LeadsTest::filter_selects() {
    QFETCH(QString, query);
    QFETCH(int, count);
    const std::string filter = query.replace("%1", QString::fromStdString(first_)).toStdString();
    const auto whole = walk(filter, 1'000);
    QCOMPARE(whole.size(), static_cast<std::size_t>(count));
    QCOMPARE(walk(filter, 3), whole);
    QCOMPARE(memberOf(server_->get("/v1/leads/count?" + filter.substr(filter.empty() ? 0 : 1)),
                      "/count"),
             std::to_string(count));
}

void LeadsTest::fields_areAnAllowlist_data() {
    QTest::addColumn<QString>("fields");
    QTest::addColumn<QString>("row"); // empty = refused
    QTest::newRow("one") << "fullName"
                         << R"({"fullName":"P0"})";
    QTest::newRow("in the order asked for") << "email,result"
                                            << R"({"email":"p0@a.example","result":"unknown"})";
    QTest::newRow("of the order") << "product,externalRef"
                                  << R"({"product":"filters","externalRef":null})";
    QTest::newRow("unknown") << "fullName,secret"
                             << "";
    QTest::newRow("another case") << "fullname"
                                  << "";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("empty item") << "id,,email"
                                << "";
    QTest::newRow("with a blank") << "id, email"
                                  << "";
    QTest::newRow("SQL") << "id FROM leads --"
                         << "";
}

void LeadsTest::fields_areAnAllowlist() {
    QFETCH(QString, fields);
    QFETCH(QString, row);
    const QByteArray encoded = QUrl::toPercentEncoding(fields, ",");
    const auto answer = server_->get("/v1/leads?limit=1&fields=" + encoded.toStdString());
    if (row.isEmpty()) {
        QCOMPARE(answer.status, 400);
        QCOMPARE(codeOf(answer), std::string("unknown_field"));
        return;
    }
    QCOMPARE(boost::json::serialize(jsonOf(answer).at("data").at(0)), row.toStdString());
}

void LeadsTest::parameter_thatIsWrong_isNamed_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* query, const char* pointer) {
        QTest::newRow(query) << query << pointer;
    };
    row("result=great", "result");
    row("hasEmail=yes", "hasEmail");
    row("hasEmail=", "hasEmail");
    row("hasPhone=1", "hasPhone");
    row("orderNumber=7", "orderNumber");
    row("country=de", "country");
    row("country=DEU", "country");
    row("deliveredAfter=yesterday", "deliveredAfter");
    row("fields=id,id", "fields");
    row("limit=0", "limit");
    row("hasemail=true", "hasemail");
    row("hasEmail=true&hasEmail=true", "hasEmail");
}

void LeadsTest::parameter_thatIsWrong_isNamed() {
    QFETCH(QString, query);
    QFETCH(QString, pointer);
    const auto answer = server_->get("/v1/leads?" + query.toStdString());
    QCOMPARE(answer.status, 400);
    QCOMPARE(codeOf(answer), std::string("invalid_parameter"));
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
}

void LeadsTest::walk_seesEveryLeadOnceInOrder_data() {
    QTest::addColumn<int>("limit");
    for (const int limit : {1, 2, 7, 19, 20, 21, 1'000})
        QTest::addRow("%d", limit) << limit;
}

void LeadsTest::walk_seesEveryLeadOnceInOrder() {
    QFETCH(int, limit);
    const auto seen = walk("", limit);
    QCOMPARE(seen.size(), 20u);
    QCOMPARE(std::set<std::string>(seen.begin(), seen.end()).size(), 20u);
    QCOMPARE(seen, walk("", 5));
}

void LeadsTest::cursor_isTheBookmarkForWhatIsNew() {
    TestServer server;
    OrderScene scene(server);
    const auto empty = jsonOf(server.get("/v1/leads"));
    QCOMPARE(memberOf(empty, "/meta/hasMore"), std::string("false"));
    QCOMPARE(memberOf(empty, "/meta/nextCursor"), std::string("null"));
    const std::string start = memberOf(empty, "/meta/resumeCursor");
    QVERIFY(!start.empty() && start != "null");
    scene.placePartDelivered(3);
    // Columns and page size may change in the middle of a walk.
    const auto news = jsonOf(server.get("/v1/leads?limit=9&fields=fullName&cursor=" + start));
    QCOMPARE(news.at("data").as_array().size(), 3u);
    const std::string end = memberOf(news, "/meta/resumeCursor");
    QCOMPARE(jsonOf(server.get("/v1/leads?cursor=" + end)).at("data").as_array().size(), 0u);
    // In the middle of a list both are the same.
    const auto first = jsonOf(server.get("/v1/leads?limit=2"));
    QCOMPARE(memberOf(first, "/meta/resumeCursor"), memberOf(first, "/meta/nextCursor"));
    scene.placePartDelivered(2);
    QCOMPARE(jsonOf(server.get("/v1/leads?cursor=" + end)).at("data").as_array().size(), 2u);
}

void LeadsTest::cursor_ofAFilterWithoutHits_movesOn() {
    const auto page = jsonOf(server_->get("/v1/leads?country=FR"));
    const auto all = jsonOf(server_->get("/v1/leads?country=FR&limit=1000"));
    QCOMPARE(memberOf(page, "/meta/resumeCursor"), memberOf(all, "/meta/resumeCursor"));
    const auto again =
        jsonOf(server_->get("/v1/leads?country=FR&cursor=" + memberOf(page, "/meta/resumeCursor")));
    QCOMPARE(memberOf(again, "/meta/resumeCursor"), memberOf(page, "/meta/resumeCursor"));
}

void LeadsTest::cursor_thatWasNotMadeHere_isRefused_data() {
    QTest::addColumn<QString>("how");
    for (const char* how : {"flipped", "cut off", "longer", "empty", "nonsense", "other filter",
                            "no filter", "other account", "other list", "percent"})
        QTest::newRow(how) << how;
}

void LeadsTest::cursor_thatWasNotMadeHere_isRefused() {
    QFETCH(QString, how);
    const std::string filter = "hasEmail=true&";
    const std::string good =
        memberOf(server_->get("/v1/leads?limit=2&" + filter), "/meta/nextCursor");
    std::string cursor = good;
    std::string query = filter;
    RawHeaders headers;
    if (how == "flipped")
        cursor[5] = cursor[5] == 'A' ? 'B' : 'A';
    if (how == "cut off")
        cursor.pop_back();
    if (how == "longer")
        cursor += 'A';
    if (how == "empty")
        cursor.clear();
    if (how == "nonsense")
        cursor = "nonsense";
    if (how == "other filter")
        query = "hasEmail=false&";
    if (how == "no filter")
        query.clear();
    if (how == "other account")
        headers.emplace_back("x-api-key", server_->addAccount(0));
    if (how == "other list") {
        cursor = memberOf(server_->get("/v1/orders?limit=1"), "/meta/nextCursor");
        query.clear();
    }
    if (how == "percent")
        cursor = "%00";
    for (const char* path : {"/v1/leads?", "/v1/leads/export?"}) {
        const auto answer = server_->get(path + query + "cursor=" + cursor, headers);
        QCOMPARE(answer.status, 400);
        QVERIFY(codeOf(answer) == "invalid_cursor" || how == "percent");
    }
}

void LeadsTest::cursor_survivesARestart() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    std::string key;
    std::string cursor;
    {
        TestServer server({.databasePath = path});
        OrderScene(server).placePartDelivered(5);
        key = server.customerKey();
        cursor = memberOf(server.get("/v1/leads?limit=2"), "/meta/nextCursor");
    }
    TestServer again({.databasePath = path});
    const auto rest = again.get("/v1/leads?cursor=" + cursor, {{"x-api-key", key}});
    QCOMPARE(jsonOf(rest).at("data").as_array().size(), 3u);
}

void LeadsTest::page_ofLongLeads_endsEarly() {
    constexpr int kLeads = 60;
    constexpr std::size_t kPageBytes = std::size_t{4} * 1024 * 1024;
    const std::string key = server_->addAccount(1'000'000);
    const std::string number = scene_->place(kLeads, key);
    QCOMPARE(scene_->admin(number, "approve").status, 200);
    std::string item = "\"" + std::string(1'000, 't') + "\"";
    std::string items = item;
    for (int n = 1; n < 100; ++n)
        items += "," + item;
    scene_->take(number, "long",
                 OrderScene::leads(900, kLeads, "\"technologies\":[" + items + "]"));
    std::size_t seen = 0;
    int pages = 0;
    std::string next = "/v1/leads?limit=1000";
    for (std::string cursor; !next.empty(); ++pages) {
        const auto answer = server_->get(next, {{"x-api-key", key}});
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.body.size() < kPageBytes + 200'000);
        const auto page = jsonOf(answer);
        QCOMPARE(memberOf(page, "/meta/limit"), std::string("1000"));
        seen += page.at("data").as_array().size();
        cursor = memberOf(page, "/meta/nextCursor");
        QCOMPARE(memberOf(page, "/meta/hasMore"), std::string(cursor == "null" ? "false" : "true"));
        next = cursor == "null" ? "" : "/v1/leads?limit=1000&cursor=" + cursor;
    }
    QCOMPARE(seen, std::size_t{kLeads});
    QCOMPARE(pages, 2);
}

void LeadsTest::single_isFoundByItsOwnerAlone() {
    const auto page = jsonOf(server_->get("/v1/leads?limit=1"));
    const std::string id = memberOf(page, "/data/0/id");
    QVERIFY(QRegularExpression("^ld_[0-9a-z]{24}$").match(QString::fromStdString(id)).hasMatch());
    QCOMPARE(server_->get("/v1/leads/" + id).body, boost::json::serialize(page.at("data").at(0)));
    QCOMPARE(server_->get("/v1/leads/" + id + "?fields=id").body, "{\"id\":\"" + id + "\"}");
    const auto absent = server_->get("/v1/leads/ld_none");
    const auto foreign =
        server_->get("/v1/leads/" + id, {{"x-api-key", server_->addAccount(1'000)}});
    QCOMPARE(foreign.status, 404);
    QCOMPARE(memberOf(foreign, "/detail"), memberOf(absent, "/detail"));
    QCOMPARE(codeOf(server_->get("/v1/leads/" + id + "?fields=x")), std::string("unknown_field"));
}

void LeadsTest::foreignOrder_hasNoLeads() {
    const std::string other = server_->addAccount(1'000'000);
    const RawHeaders stranger{{"x-api-key", other}};
    QCOMPARE(memberOf(server_->get("/v1/leads/count?orderNumber=" + first_, stranger), "/count"),
             std::string("0"));
    QCOMPARE(jsonOf(server_->get("/v1/leads?orderNumber=" + first_, stranger))
                 .at("data")
                 .as_array()
                 .size(),
             0u);
}

void LeadsTest::clockThatGoesBack_doesNotReorder() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    OrderScene scene(server);
    scene.placePartDelivered(1);
    clock->advance(-1h);
    scene.placePartDelivered(1);
    const auto page = jsonOf(server.get("/v1/leads"));
    QCOMPARE(memberOf(page, "/data/0/deliveredAt"), std::string("2026-03-01T12:00:00.000Z"));
    QCOMPARE(memberOf(page, "/data/1/deliveredAt"), std::string("2026-03-01T12:00:00.001Z"));
}

void LeadsTest::walk_whileLeadsArrive_hasNoGapAndNoRepeat() {
    // Two servers on one database: one takes leads in, the other is read from.
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    const auto plenty = [](server::Config& config) {
        config.limits.defaultRate.quota = 1'000'000;
    };
    TestServer taking({.databasePath = path, .configure = plenty});
    TestServer reading({.databasePath = path, .configure = plenty});
    OrderScene scene(taking);
    constexpr int kParts = 25;
    constexpr int kLeads = 8;
    const std::string one = scene.placeIn("in_progress");
    const std::string two = scene.placeIn("in_progress");
    std::atomic<int> failed{0};
    std::vector<std::jthread> senders;
    for (int sender = 0; sender < 2; ++sender) {
        senders.emplace_back([&, sender] {
            for (int part = 0; part < kParts; ++part) {
                const int first = (sender * kParts + part) * kLeads;
                const auto answer = scene.take(sender == 0 ? one : two, std::to_string(part),
                                               OrderScene::leads(first, kLeads));
                failed += answer.status == 200 ? 0 : 1;
            }
        });
    }
    std::vector<std::string> seen;
    std::string cursor;
    const std::size_t all = 2 * kParts * kLeads;
    for (const QDeadlineTimer patience(120'000); seen.size() < all && !patience.hasExpired();) {
        const auto page = reading.get("/v1/leads?limit=7&fields=email" +
                                          (cursor.empty() ? std::string() : "&cursor=" + cursor),
                                      {{"x-api-key", taking.customerKey()}});
        QCOMPARE(page.status, 200);
        const auto document = jsonOf(page);
        for (const auto& lead : document.at("data").as_array())
            seen.push_back(memberOf(lead, "/email"));
        cursor = memberOf(document, "/meta/resumeCursor");
    }
    senders.clear();
    QCOMPARE(failed.load(), 0);
    QCOMPARE(seen.size(), all);
    QCOMPARE(std::set<std::string>(seen.begin(), seen.end()).size(), all);
}

LEADSHEET_TEST(tst_leads, LeadsTest);
#include "tst_leads.moc"
