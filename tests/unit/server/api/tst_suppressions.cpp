// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "schema_check.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_store.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <sqlite3.h>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

constexpr const char* kAda =
    R"({"result":"good","firstName":"Ada","lastName":"Example","fullName":"Ada Example",)"
    R"("email":"ada@ada.example","linkedinUrl":"https://www.linkedin.com/in/ada",)"
    R"("companyDomain":"ada.example","country":"DE"})";
constexpr const char* kByEmail = R"({"email":"ADA@Ada.example"})";
constexpr const char* kByProfile = R"({"linkedinUrl":"http://de.linkedin.com/in/Ada/?x=1"})";

} // namespace

/// Suppressing a person for all accounts, and erasing one by address or profile.
class SuppressionsTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void suppressed_isErasedInEveryAccount();
    void suppressed_comesBackNowhereAndIsNotCharged();
    void staged_isEmptiedAndNotDelivered();
    void staged_liftedBeforeTheDelivery_isNotDeliveredButMayComeAgain();
    void profile_isOnePersonHoweverItsLettersAreEncoded_data();
    void profile_isOnePersonHoweverItsLettersAreEncoded();
    void address_isOnePersonHoweverItsLettersAreWritten_data();
    void address_isOnePersonHoweverItsLettersAreWritten();
    void address_ofALeadOfAnEarlierRelease_isFound();
    void search_forOtherSpellings_isRareAndInPieces();
    void again_keepsTheSuppressionAndItsErasures();
    void twoOfOnePerson_becomeOne();
    void lifted_comesAgain();
    void list_saysNothingAboutThePerson();
    void nobody_isRefused();
    void customer_erasesByAddressOrProfile();
    void customer_erasesOnlyHisOwn();

private:
    RawResponse post(const std::string& path, const std::string& body, RawHeaders headers);
    RawResponse suppress(const std::string& body) {
        return post("/v1/admin/suppressions", body, scene_->adminHeaders());
    }
    RawHeaders other() const { return {{"x-api-key", other_}}; }
    std::string deliverTo(const std::string& key, const std::string& leads);

    std::unique_ptr<TestServer> server_;
    std::unique_ptr<OrderScene> scene_;
    std::string other_; ///< key of a second account
    std::string order_;
};

// Ada in two accounts.
void SuppressionsTest::init() {
    scene_.reset();
    server_ = std::make_unique<TestServer>();
    scene_ = std::make_unique<OrderScene>(*server_);
    other_ = server_->addAccount(100'000);
    order_ = scene_->placeIn("in_progress");
    const std::string leads = OrderScene::lead(1) + "," + kAda + "," + OrderScene::lead(2);
    QCOMPARE(memberOf(scene_->take(order_, "a", leads), "/accepted"), std::string("3"));
    deliverTo(other_, kAda);
}

RawResponse SuppressionsTest::post(const std::string& path, const std::string& body,
                                   RawHeaders headers) {
    headers.push_back({"content-type", "application/json"});
    return rawRequest(server_->port(), "POST", path, headers, body);
}

/// An order of the account with these leads, delivered; its number.
std::string SuppressionsTest::deliverTo(const std::string& key, const std::string& leads) {
    const std::string number = scene_->place(2, key);
    scene_->admin(number, "approve");
    scene_->ingest(number, "part", leads);
    scene_->admin(number, "deliver");
    return number;
}

void SuppressionsTest::suppressed_isErasedInEveryAccount() {
    QVERIFY(mentions(server_->get("/v1/leads").body, "ada"));
    const auto answer = suppress(kByEmail);
    QCOMPARE(answer.status, 201);
    QCOMPARE(memberOf(answer, "/erasedLeads"), std::string("2"));
    for (const RawHeaders& account : {RawHeaders{{"x-api-key", server_->customerKey()}}, other()}) {
        const auto leads = server_->get("/v1/leads", account);
        QVERIFY2(!mentions(leads.body, "ada"), leads.body.c_str());
        const auto erasures = server_->get("/v1/leads/erasures", account);
        QCOMPARE(memberOf(erasures, "/data/0/reason"), std::string("suppressed"));
        QVERIFY(leads.body.find(memberOf(erasures, "/data/0/leadId")) != std::string::npos);
    }
    QCOMPARE(memberOf(server_->get("/v1/leads/count"), "/count"), std::string("3"));
}

void SuppressionsTest::suppressed_comesBackNowhereAndIsNotCharged() {
    QCOMPARE(suppress(R"({"email":"bea@bea.example"})").status, 201);
    const std::string third = server_->addAccount(100'000);
    const RawHeaders account{{"x-api-key", third}};
    const std::string order =
        deliverTo(third, R"({"email":"Bea@Bea.example","fullName":"B"},{"email":"cy@cy.example"})");
    const auto record = server_->get("/v1/orders/" + order, account);
    QCOMPARE(memberOf(record, "/deliveredLeads"), std::string("1"));
    QCOMPARE(memberOf(record, "/status"), std::string("delivered"));
    const auto leads = server_->get("/v1/leads", account);
    QVERIFY2(leads.body.find("ea@") == std::string::npos, leads.body.c_str());
    const std::string later = scene_->placeIn("in_progress");
    const auto part = scene_->ingest(later, "p", R"({"email":"bea@bea.example"})");
    QCOMPARE(memberOf(part, "/accepted"), std::string("0"));
    QCOMPARE(memberOf(part, "/duplicate"), std::string("1"));
}

void SuppressionsTest::staged_isEmptiedAndNotDelivered() {
    const std::string later = scene_->placeIn("in_progress");
    const std::string dan =
        R"({"email":"dan@dan.example","linkedinUrl":"https://linkedin.com/in/dan"})";
    QCOMPARE(memberOf(scene_->ingest(later, "d", dan), "/accepted"), std::string("1"));
    QCOMPARE(suppress(R"({"linkedinUrl":"https://www.linkedin.com/in/DAN"})").status, 201);
    const auto sheet =
        rawRequest(server_->port(), "GET", "/v1/admin/orders/" + later + "/export?format=csv",
                   scene_->adminHeaders());
    QVERIFY2(sheet.body.find("dan@") == std::string::npos, sheet.body.c_str());
    QCOMPARE(scene_->admin(later, "deliver").status, 200);
    QCOMPARE(memberOf(scene_->record(later), "/deliveredLeads"), std::string("0"));
    QCOMPARE(memberOf(scene_->record(later), "/captured/amount"), std::string("0"));
}

void SuppressionsTest::staged_liftedBeforeTheDelivery_isNotDeliveredButMayComeAgain() {
    const std::string order = scene_->placeIn("in_progress");
    const std::string eve = R"({"email":"eve@eve.example","result":"good"})";
    scene_->ingest(order, "e", OrderScene::lead(8) + "," + eve + "," + OrderScene::lead(9));
    const auto suppressed = suppress(R"({"email":"eve@eve.example"})");
    QCOMPARE(rawRequest(server_->port(), "DELETE",
                        "/v1/admin/suppressions/" + memberOf(suppressed, "/id"),
                        scene_->adminHeaders())
                 .status,
             204);
    QCOMPARE(memberOf(scene_->ingest(order, "again", eve), "/accepted"), std::string("1"));
    QCOMPARE(scene_->admin(order, "deliver").status, 200);
    QCOMPARE(memberOf(scene_->record(order), "/deliveredLeads"), std::string("3"));
    const auto leads = jsonOf(server_->get("/v1/leads?orderNumber=" + order));
    const auto& rows = leads.at("data").as_array();
    QCOMPARE(rows.size(), std::size_t{3});
    QVERIFY(
        std::ranges::all_of(rows, [](const auto& lead) { return lead.at("email").is_string(); }));
}

void SuppressionsTest::profile_isOnePersonHoweverItsLettersAreEncoded_data() {
    QTest::addColumn<QByteArray>("suppressed");
    QTest::addColumn<QByteArray>("delivered");
    const QByteArray plain = "https://www.linkedin.com/in/jos\xC3\xA9-x";
    const QByteArray encoded = "https://fr.linkedin.com/in/jos%C3%A9%2dx/";
    QTest::newRow("plain, encoded") << plain << encoded;
    QTest::newRow("encoded, plain") << encoded << plain;
    QTest::newRow("encoded in both cases") << encoded << QByteArray(encoded).replace("%C3", "%c3");
}

void SuppressionsTest::profile_isOnePersonHoweverItsLettersAreEncoded() {
    QFETCH(QByteArray, suppressed);
    QFETCH(QByteArray, delivered);
    const auto person = [](const QByteArray& profile) {
        return R"({"linkedinUrl":")" + profile.toStdString() + "\"}";
    };
    deliverTo(other_, person(delivered));
    QCOMPARE(memberOf(suppress(person(suppressed)), "/erasedLeads"), std::string("1"));
    const std::string later = scene_->placeIn("in_progress");
    QCOMPARE(memberOf(scene_->ingest(later, "j", person(delivered)), "/duplicate"),
             std::string("1"));
}

void SuppressionsTest::twoOfOnePerson_becomeOne() {
    const std::string email = R"("email":"eve@eve.example")";
    const std::string profile = R"("linkedinUrl":"https://linkedin.com/in/eve")";
    const auto older = suppress("{" + email + "}");
    const auto newer = suppress("{" + profile + "}");
    const auto both = suppress("{" + email + "," + profile + "}");
    QCOMPARE(memberOf(both, "/id"), memberOf(older, "/id"));
    const auto list = server_->get("/v1/admin/suppressions", scene_->adminHeaders());
    QCOMPARE(memberOf(list, "/data/1/id"), memberOf(newer, "/id"));
    QVERIFY(memberOf(list, "/data/1/liftedAt") != "null");
    rawRequest(server_->port(), "DELETE", "/v1/admin/suppressions/" + memberOf(older, "/id"),
               scene_->adminHeaders());
    const std::string order = scene_->placeIn("in_progress");
    QCOMPARE(memberOf(scene_->ingest(order, "e", "{" + profile + "},{" + email + "}"), "/accepted"),
             std::string("2"));
}

void SuppressionsTest::address_isOnePersonHoweverItsLettersAreWritten_data() {
    QTest::addColumn<QByteArray>("delivered");
    QTest::addColumn<QByteArray>("asked");
    QTest::newRow("capitals") << QByteArray("ZOË_1@müller.example")
                              << QByteArray("zoë_1@MÜLLER.example");
    QTest::newRow("host in ASCII")
        << QByteArray("zoe@xn--mller-kva.example") << QByteArray("zoe@müller.example");
    QTest::newRow("host in letters")
        << QByteArray("zoe@MÜLLER.example") << QByteArray("zoe@xn--mller-kva.example");
    QTest::newRow("accent apart") << QByteArray("zoe\u0308@x.example")
                                  << QByteArray("zoë@x.example");
}

void SuppressionsTest::address_isOnePersonHoweverItsLettersAreWritten() {
    QFETCH(QByteArray, delivered);
    QFETCH(QByteArray, asked);
    const std::string lead = R"({"fullName":"Zoë","email":")" + delivered.toStdString() + "\"}";
    const std::string staged = scene_->placeIn("in_progress");
    deliverTo(other_, lead);
    scene_->ingest(staged, "part", lead);
    const auto answer = suppress(R"({"email":")" + asked.toStdString() + "\"}");
    QCOMPARE(answer.status, 201);
    QCOMPARE(memberOf(answer, "/erasedLeads"), std::string("1"));
    scene_->admin(staged, "deliver");
    QCOMPARE(memberOf(scene_->record(staged), "/deliveredLeads"), std::string("0"));
    const auto later = scene_->ingest(scene_->placeIn("in_progress"), "p", lead);
    QCOMPARE(memberOf(later, "/duplicate"), std::string("1"));
}

// Which knew only the spelling that a lead came in.
void SuppressionsTest::address_ofALeadOfAnEarlierRelease_isFound() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    server_ = std::make_unique<TestServer>(TestServer::Options{.databasePath = path});
    scene_ = std::make_unique<OrderScene>(*server_);
    scene_->take(scene_->placeIn("in_progress"), "part", R"({"email":"ZOË@x.example"})");
    if (onPostgres()) {
        PostgresSession(databaseFor(path)).run("DELETE FROM lead_identities");
    } else {
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        sqlite3_busy_timeout(database, 60'000);
        QCOMPARE(sqlite3_exec(database, "DELETE FROM lead_identities", nullptr, nullptr, nullptr),
                 SQLITE_OK);
        sqlite3_close(database);
    }
    const auto answer = suppress(R"({"email":"zoë@x.example"})");
    QCOMPARE(memberOf(answer, "/erasedLeads"), std::string("1"));
}

void SuppressionsTest::search_forOtherSpellings_isRareAndInPieces() {
    const auto personOf = [](const char* email, const char* profile) {
        server::domain::LeadDraft person;
        person.values[server::domain::leadField("email")] = email;
        person.values[server::domain::leadField("linkedinUrl")] = profile;
        return person;
    };
    const auto isRead = [&](const char* email, const char* profile) {
        return server::store::PrivacyReads::hasOtherSpellings(personOf(email, profile));
    };
    QVERIFY(!isRead("ada%b@x.example", "https://www.linkedin.com/in/ada-b"));
    QVERIFY(isRead("ada@x.example", "https://www.linkedin.com/in/ada%2Db"));
    QVERIFY(isRead("zoë@x.example", "https://www.linkedin.com/in/zoe"));
    QVERIFY(isRead("zoe@xn--mller-kva.example", "https://www.linkedin.com/in/zoe"));
    QVERIFY(isRead("zoe@x.example", "https://www.linkedin.com/in/zo%C3%AB"));

    const QTemporaryDir folder;
    const std::string path = folder.filePath("server.db").toStdString();
    server_ = std::make_unique<TestServer>(TestServer::Options{.databasePath = path});
    scene_ = std::make_unique<OrderScene>(*server_);
    scene_->take(scene_->placeIn("in_progress"), "part",
                 OrderScene::leads(1, 4) + R"(,{"email":"zoë@x.example"})");
    const auto store = openTestStore(path);
    const auto person = personOf("zoë@x.example", "");
    std::vector<std::size_t> found;
    for (std::optional<std::int64_t> reached = 0; reached;) {
        const auto look = (*store)->read([&](server::store::Reader& reader) {
            return reader.privacy().look(person, *reached, 2);
        });
        found.push_back(look.value().accounts.size());
        reached = look.value().reached;
    }
    QCOMPARE(found, (std::vector<std::size_t>{0, 0, 1, 0}));
}

void SuppressionsTest::again_keepsTheSuppressionAndItsErasures() {
    const auto first = suppress(kByEmail);
    const auto second =
        suppress(R"({"email":"ada@ada.example","linkedinUrl":"https://linkedin.com/in/ada"})");
    QCOMPARE(memberOf(second, "/id"), memberOf(first, "/id"));
    QCOMPARE(memberOf(second, "/erasedLeads"), std::string("2"));
    QCOMPARE(memberOf(second, "/by/1"), std::string("linkedinUrl"));
    const auto list = server_->get("/v1/admin/suppressions", scene_->adminHeaders());
    QCOMPARE(jsonOf(list).at("data").as_array().size(), std::size_t{1});
}

void SuppressionsTest::lifted_comesAgain() {
    const std::string id = memberOf(suppress(R"({"email":"bea@bea.example"})"), "/id");
    const auto lift = [&](const std::string& of) {
        return rawRequest(server_->port(), "DELETE", "/v1/admin/suppressions/" + of,
                          scene_->adminHeaders())
            .status;
    };
    QCOMPARE(lift(id), 204);
    QCOMPARE(lift(id), 204);
    QCOMPARE(lift("sup_none"), 404);
    const auto list = server_->get("/v1/admin/suppressions", scene_->adminHeaders());
    QVERIFY(memberOf(list, "/data/0/liftedAt") != "null");
    const std::string later = scene_->placeIn("in_progress");
    const auto part = scene_->ingest(later, "p", R"({"email":"bea@bea.example"})");
    QCOMPARE(memberOf(part, "/accepted"), std::string("1"));
}

void SuppressionsTest::list_saysNothingAboutThePerson() {
    const std::string first = memberOf(suppress(kByEmail), "/id");
    const std::string second = memberOf(suppress(R"({"email":"bea@bea.example"})"), "/id");
    const SchemaCheck schemas(jsonOf(rawRequest(server_->port(), "GET", "/v1/openapi.json")));
    const auto page = server_->get("/v1/admin/suppressions?limit=1", scene_->adminHeaders());
    const auto faults =
        schemas.faults(*schemas.answerSchema("listSuppressions", 200), jsonOf(page));
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    QCOMPARE(memberOf(page, "/data/0/id"), first);
    const auto next =
        server_->get("/v1/admin/suppressions?limit=1&cursor=" + memberOf(page, "/meta/nextCursor"),
                     scene_->adminHeaders());
    QCOMPARE(memberOf(next, "/data/0/id"), second);
    QCOMPARE(memberOf(next, "/meta/hasMore"), std::string("false"));
    QVERIFY2(!mentions(page.body, "ada"), page.body.c_str());
}

void SuppressionsTest::nobody_isRefused() {
    for (const char* body : {"{}", R"({"email":"nobody"})", R"({"linkedinUrl":"ada"})",
                             R"({"email":"a@b.example","name":"Ada"})"}) {
        const auto answer = suppress(body);
        QCOMPARE(answer.status, 422);
        QCOMPARE(codeOf(answer), std::string("validation_failed"));
    }
}

void SuppressionsTest::customer_erasesByAddressOrProfile() {
    const RawHeaders own{{"x-api-key", server_->customerKey()}};
    const std::string id = memberOf(server_->get("/v1/leads"), "/data/1/id");
    QCOMPARE(memberOf(post("/v1/leads/erasures", R"({"email":"x@ada.example"})", own), "/leadIds"),
             std::string("[]"));
    const auto answer = post("/v1/leads/erasures", kByProfile, own);
    QCOMPARE(answer.status, 200);
    QCOMPARE(memberOf(answer, "/leadIds"), "[\"" + id + "\"]");
    QCOMPARE(memberOf(server_->get("/v1/leads/" + id), "/resultReason"), std::string("erased"));
    QCOMPARE(memberOf(post("/v1/leads/erasures", kByEmail, own), "/leadIds"), std::string("[]"));
    const std::string later = scene_->placeIn("in_progress");
    QCOMPARE(memberOf(scene_->ingest(later, "p", kAda), "/duplicate"), std::string("1"));
}

void SuppressionsTest::customer_erasesOnlyHisOwn() {
    const auto mine = post("/v1/leads/erasures", kByEmail, {{"x-api-key", server_->customerKey()}});
    QCOMPARE(jsonOf(mine).at("leadIds").as_array().size(), std::size_t{1});
    QCOMPARE(memberOf(server_->get("/v1/leads", other()), "/data/0/email"),
             std::string("ada@ada.example"));
}

LEADSHEET_TEST(tst_suppressions, SuppressionsTest);
#include "tst_suppressions.moc"
