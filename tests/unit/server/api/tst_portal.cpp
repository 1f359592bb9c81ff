// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "api/portal.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <leadsheet/contract/error_codes.hpp>
#include <leadsheet/contract/operations.hpp>
#include <leadsheet/contract/webhook_events.hpp>

#include <QTest>
#include <QUrl>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace contract = leadsheet::contract;
namespace server = leadsheet::server;
using namespace leadsheet::test;

namespace {

constexpr std::size_t kMaxPackedBytes = 60'000;

/// What follows each `name="` in the text, up to the next quote.
std::vector<std::string> attributes(const std::string& html, const std::string& name) {
    const std::regex wanted(" " + name + "=\"([^\"]*)\"");
    std::vector<std::string> found;
    for (std::sregex_iterator at(html.begin(), html.end(), wanted), end; at != end; ++at)
        found.push_back((*at)[1]);
    return found;
}

std::set<std::string> anchorsOf(const std::string& html) {
    const auto ids = attributes(html, "id");
    return {ids.begin(), ids.end()};
}

/// A sandbox that makes keys for visitors.
TestServer::Options visitors() {
    return {.configure = [](server::Config& config) {
        config.portal.keysWithBalance = 1'000'000;
    }};
}

} // namespace

class PortalTest : public QObject {
    Q_OBJECT
private slots:
    void everyFile_isSmall_andSafe();
    void everyLink_leadsToAnAnchorThatIsThere();
    void everyOperationEventAndErrorCode_hasAnAnchor();
    void cppLibrary_hasAReference();
    void everyPage_hasAMarkdownTwin_whichLlmsTxtLists();
    void page_isCompressedOnlyForThoseWhoTakeIt_data();
    void page_isCompressedOnlyForThoseWhoTakeIt();
    void page_thatIsKnown_isNotSentAgain_data();
    void page_thatIsKnown_isNotSentAgain();
    void path_thatIsNotAPage_isNotFound_data();
    void path_thatIsNotAPage_isNotFound();
    void method_thatIsNotRead_isRefused();
    void start_isAlsoTheRoot();
    void status_showsOwnCounters_andNoSecrets();
    void key_isMadeForVisitors_andWorks();
    void key_isMadeForNobodyElse();
    void keys_outsideOfSandboxes_stopTheStart();
    void tryIt_isForSandboxesOnly();

private:
    RawResponse get(const std::string& path, RawHeaders headers = {}) {
        return rawRequest(server_.port(), "GET", path, headers);
    }
    std::vector<std::string> htmlPaths() const {
        std::vector<std::string> paths;
        for (const auto& file : server::api::portalFiles())
            if (file.contentType.starts_with("text/html") &&
                file.kind != server::api::PortalKind::Key &&
                file.place != server::api::PortalPlace::Other)
                paths.emplace_back(file.path);
        return paths;
    }

    TestServer server_{visitors()};
};

void PortalTest::everyFile_isSmall_andSafe() {
    int seen = 0;
    for (const auto& file : server::api::portalFiles()) {
        if (file.kind == server::api::PortalKind::Key ||
            file.place == server::api::PortalPlace::Other)
            continue;
        const auto answer = get(std::string(file.path), {{"Accept-Encoding", "gzip"}});
        QVERIFY2(answer.status == 200, std::string(file.path).c_str());
        ++seen;
        QCOMPARE(answer.header("Content-Type"), std::string(file.contentType));
        QCOMPARE(answer.header("X-Content-Type-Options"), std::string("nosniff"));
        const std::string policy = answer.header("Content-Security-Policy");
        QVERIFY2(policy.starts_with("default-src 'none';"), policy.c_str());
        QVERIFY(policy.find("unsafe") == std::string::npos);
        QCOMPARE(policy.find("script-src") != std::string::npos,
                 file.kind == server::api::PortalKind::Try);
        if (!file.path.starts_with("/docs/swagger-ui"))
            QVERIFY2(answer.body.size() < kMaxPackedBytes, std::string(file.path).c_str());
    }
    QVERIFY(seen > 40);
}

void PortalTest::everyLink_leadsToAnAnchorThatIsThere() {
    std::map<std::string, std::set<std::string>> anchors;
    for (const std::string& path : htmlPaths())
        anchors[path] = anchorsOf(get(path).body);
    int links = 0;
    for (const std::string& path : htmlPaths()) {
        const QUrl base(QString::fromStdString("http://host" + path));
        for (const std::string& link : attributes(get(path).body, "href")) {
            const QUrl target = base.resolved(QUrl(QString::fromStdString(link)));
            QCOMPARE(target.host(), QString("host")); // nothing is fetched from elsewhere
            const std::string to = target.path().toStdString();
            ++links;
            if (!target.hasFragment()) {
                QVERIFY2(anchors.contains(to) || get(to).status == 200,
                         (path + ": " + link).c_str());
                continue;
            }
            QVERIFY2(anchors[to].contains(target.fragment().toStdString()),
                     (path + ": " + link).c_str());
        }
    }
    QVERIFY(links > 1'000);
}

void PortalTest::everyOperationEventAndErrorCode_hasAnAnchor() {
    std::set<std::string> operations;
    for (const std::string& path : htmlPaths())
        if (path.starts_with("/docs/operations/"))
            operations.merge(anchorsOf(get(path).body));
    for (const auto& operation : contract::kOperations)
        QVERIFY2(operations.contains(std::string(operation.id)), std::string(operation.id).c_str());
    const auto errors = anchorsOf(get("/docs/errors").body);
    for (const auto& code : contract::kErrorCodes) {
        const std::string anchor =
            (code.origin == contract::ErrorOrigin::Local ? "local-" : "") + std::string(code.name);
        QVERIFY2(errors.contains(anchor) || code.name == "unknown", anchor.c_str());
    }
    for (const auto& code : contract::kFieldErrorCodes)
        QVERIFY(errors.contains("field-" + std::string(code.name)));
    const auto events = anchorsOf(get("/docs/events").body);
    for (const auto& event : contract::kWebhookEvents)
        QVERIFY2(events.contains(std::string(event.name)), std::string(event.name).c_str());
}

void PortalTest::cppLibrary_hasAReference() {
    for (const char* name : {"Client", "Result", "Error"})
        QVERIFY2(get("/docs/cpp").body.find(name) != std::string::npos, name);
    const auto resources = get("/docs/cpp/resources").body;
    for (const char* name : {"Orders", "Leads", "Quotes", "Webhooks", "Destinations", "Keys"})
        QVERIFY2(anchorsOf(resources).contains(name), name);
    QVERIFY(resources.find("IdempotencyKey& key, ") != std::string::npos ||
            resources.find("IdempotencyKey&amp; key, ") != std::string::npos);
    QVERIFY(resources.find("a write that could be charged twice") != std::string::npos);
    QVERIFY(anchorsOf(get("/docs/cpp/models").body).contains("LeadFilter"));
    // What a program need not know.
    QCOMPARE(resources.find("CallRunner"), std::string::npos);
}

void PortalTest::everyPage_hasAMarkdownTwin_whichLlmsTxtLists() {
    const std::string list = get("/llms.txt").body;
    for (const std::string& path : htmlPaths()) {
        const auto twin = get(path + ".md");
        QVERIFY2(twin.status == 200, path.c_str());
        QVERIFY(twin.header("Content-Type").starts_with("text/markdown"));
        QVERIFY2(twin.body.starts_with("# "), path.c_str());
        QVERIFY2(list.find("(" + path.substr(1) + ".md)") != std::string::npos, path.c_str());
    }
    const auto feed = get("/docs/changelog.atom");
    QVERIFY(feed.header("Content-Type").starts_with("application/atom+xml"));
    QVERIFY(feed.body.find("<entry>") != std::string::npos);
    // What was released has the date of its release.
    const std::size_t released = feed.body.find("\">1.0.0 - 2026-");
    QVERIFY(released != std::string::npos);
    const std::string date = feed.body.substr(released + 10, 10);
    const std::size_t entry = feed.body.rfind("<entry>", released);
    QVERIFY(feed.body.substr(entry, released - entry).find("<updated>" + date + "T") !=
            std::string::npos);
}

void PortalTest::page_isCompressedOnlyForThoseWhoTakeIt_data() {
    QTest::addColumn<QString>("begins");
    QTest::newRow("/docs/errors") << "<!doctype html>";
    QTest::newRow("/v1/openapi.json") << "{";
    QTest::newRow("/v1/changelog") << "# Changelog";
}

void PortalTest::page_isCompressedOnlyForThoseWhoTakeIt() {
    QFETCH(QString, begins);
    const std::string path = QTest::currentDataTag();
    const auto plain = get(path);
    QVERIFY(!plain.hasHeader("Content-Encoding"));
    QVERIFY(plain.body.starts_with(begins.toStdString()));
    QCOMPARE(plain.header("Vary"), std::string("Accept-Encoding"));
    QCOMPARE(plain.header("Content-Length"), std::to_string(plain.body.size()));
    for (const char* refused : {"identity", "gzip;q=0", "br, gzip; q=0.0", ""})
        QCOMPARE(get(path, {{"Accept-Encoding", refused}}).body, plain.body);
    const auto packed = get(path, {{"Accept-Encoding", "br;q=1.0, GZIP;q=0.8"}});
    QCOMPARE(packed.header("Content-Encoding"), std::string("gzip"));
    QVERIFY(packed.body.size() * 2 < plain.body.size());
    QVERIFY(packed.header("ETag") != plain.header("ETag"));
}

void PortalTest::page_thatIsKnown_isNotSentAgain_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("field"); // % = the tag
    QTest::addColumn<int>("status");
    for (const char* path : {"/docs/limits", "/v1/openapi.json", "/v1/changelog", "/v1/roadmap"}) {
        const auto row = [path](const char* name, const char* field, int status) {
            QTest::addRow("%s: %s", path, name) << path << field << status;
        };
        row("the tag", "%", 304);
        row("weak", "W/%", 304);
        row("one of several", "\"a\", %", 304);
        row("any", "*", 304);
        row("another", "\"a\"", 200);
        row("without quotes", "a", 200);
    }
}

void PortalTest::page_thatIsKnown_isNotSentAgain() {
    QFETCH(QString, path);
    QFETCH(QString, field);
    QFETCH(int, status);
    const auto first = get(path.toStdString());
    const auto tag = QString::fromStdString(first.header("ETag"));
    const auto again =
        get(path.toStdString(), {{"If-None-Match", field.replace("%", tag).toStdString()}});
    QCOMPARE(again.status, status);
    QCOMPARE(again.header("ETag"), tag.toStdString());
    QCOMPARE(again.header("Cache-Control"), std::string("no-cache"));
    QCOMPARE(again.body.empty(), status == 304);
}

void PortalTest::path_thatIsNotAPage_isNotFound_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("status");
    QTest::newRow("slash at the end") << "/docs/" << 404;
    QTest::newRow("unknown") << "/docs/none" << 404;
    QTest::newRow("other case") << "/Docs" << 404;
    QTest::newRow("behind the prefix") << "/api/docs" << 404;
    QTest::newRow("dots") << "/docs/../docs" << 400;
    QTest::newRow("encoded dots") << "/docs/%2e%2e/docs" << 400;
    QTest::newRow("encoded slash") << "/docs%2Ferrors" << 400;
    QTest::newRow("a file of the system") << "/docs//etc/passwd" << 404;
    QTest::newRow("the generated file") << "/docs/portal_files.cpp" << 404;
}

void PortalTest::path_thatIsNotAPage_isNotFound() {
    QFETCH(QString, path);
    QFETCH(int, status);
    const auto answer = get(path.toStdString());
    QCOMPARE(answer.status, status);
    QVERIFY(answer.header("Content-Type").starts_with("application/problem+json"));
}

void PortalTest::method_thatIsNotRead_isRefused() {
    for (const char* method : {"POST", "PUT", "PATCH", "DELETE"}) {
        const auto answer = rawRequest(server_.port(), method, "/docs");
        QCOMPARE(codeOf(answer), std::string("method_not_allowed"));
        QCOMPARE(answer.header("Allow"), std::string("GET, HEAD, OPTIONS"));
    }
    const auto options = rawRequest(server_.port(), "OPTIONS", "/docs/key");
    QCOMPARE(options.status, 204);
    QCOMPARE(options.header("Allow"), std::string("POST, OPTIONS"));
    QCOMPARE(get("/docs/key").status, 405);
}

void PortalTest::start_isAlsoTheRoot() {
    QCOMPARE(get("/").body, get("/docs").body);
}

void PortalTest::status_showsOwnCounters_andNoSecrets() {
    QCOMPARE(server_.get("/v1/account").status, 200);
    for (const char* path : {"/docs/status", "/docs/status.md"}) {
        const auto answer = get(path);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.header("Cache-Control"), std::string("no-store"));
        QVERIFY(!answer.hasHeader("ETag"));
        QVERIFY(answer.body.find("answers") != std::string::npos);
        QVERIFY2(answer.body.find("@@") == std::string::npos, answer.body.c_str());
        QVERIFY(answer.body.find("sk_live_") == std::string::npos);
        QVERIFY(answer.body.find(server_.accountId()) == std::string::npos);
    }
}

void PortalTest::key_isMadeForVisitors_andWorks() {
    const std::string host = "127.0.0.1:" + std::to_string(server_.port());
    const auto answer =
        rawRequest(server_.port(), "POST", "/docs/key", {{"Origin", "http://" + host}});
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.header("Cache-Control"), std::string("no-store"));
    QVERIFY(answer.body.find("@@") == std::string::npos);
    std::smatch key;
    QVERIFY(std::regex_search(answer.body, key, std::regex("LEADSHEET_API_KEY=(\\w+)")));
    const auto account = rawRequest(server_.port(), "GET", "/v1/account", {{"x-api-key", key[1]}});
    QCOMPARE(memberOf(account, "/balance/available/amount"), std::string("1000000"));
    QVERIFY(memberOf(account, "/id") != server_.accountId());
}

void PortalTest::key_isMadeForNobodyElse() {
    const auto post = [&](std::uint16_t port, const RawHeaders& headers) {
        const auto answer = rawRequest(port, "POST", "/docs/key", headers);
        return answer.body.find("sk_live_") == std::string::npos ? codeOf(answer) : "a key";
    };
    const std::string refused = "route_not_found";
    QCOMPARE(post(server_.port(), {{"Origin", "https://example.com"}}), refused);
    QCOMPARE(post(server_.port(), {{"Origin", "null"}}), refused);
    RawConnection rebound(server_.port());
    QVERIFY(rebound.sendBytes("POST /docs/key HTTP/1.1\r\nHost: rebound.example.com\r\n"
                              "Content-Length: 0\r\n\r\n"));
    QCOMPARE(codeOf(rebound.readResponse()), refused);
    TestServer without;
    QCOMPARE(post(without.port(), {}), refused);
}

void PortalTest::keys_outsideOfSandboxes_stopTheStart() {
    for (const bool live : {true, false}) {
        server::Config config;
        config.portal.keysWithBalance = 1;
        config.environment = live ? "live" : "sandbox";
        config.address = live ? "127.0.0.1" : "0.0.0.0";
        const auto started = server::Server::start(std::move(config));
        QVERIFY(!started);
        QCOMPARE(started.error().kind, server::StartError::Kind::Config);
        QVERIFY(started.error().message.find("visitors") != std::string::npos);
    }
}

void PortalTest::tryIt_isForSandboxesOnly() {
    TestServer live;
    const auto answer = rawRequest(live.port(), "GET", "/docs/try");
    QCOMPARE(answer.status, 200);
    QVERIFY(answer.header("Content-Security-Policy").find("script-src") == std::string::npos);
    QVERIFY(answer.body.find("leadsheet sandbox") != std::string::npos);
    for (const char* path : {"/docs/try.js", "/docs/swagger-ui-bundle.js", "/docs/key"})
        QVERIFY(rawRequest(live.port(), "GET", path).status >= 400);
    QVERIFY(rawRequest(live.port(), "GET", "/docs").body.find("<form") == std::string::npos);
    QVERIFY(get("/docs").body.find("<form") != std::string::npos);
}

LEADSHEET_TEST(tst_portal, PortalTest);
#include "tst_portal.moc"
