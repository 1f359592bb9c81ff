// SPDX-License-Identifier: Apache-2.0
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QTest>

#include <array>
#include <map>

using namespace leadsheet::test;
using namespace leadsheet;

namespace {

struct List {
    const char* name;
    std::string target; ///< up to the parameters, with its ? or &
    bool admins = false;
};

} // namespace

/// The cursors of every list: they go on where they stood, and nothing else than what the server
/// made for this list and this account is one.
class CursorsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void cursor_ofItsList_goesOn_data() { everyList(); }
    void cursor_ofItsList_goesOn();
    void cursor_changedAnywhere_isRefused_data() { everyList(); }
    void cursor_changedAnywhere_isRefused();
    void cursor_cutAnywhere_isRefused_data() { everyList(); }
    void cursor_cutAnywhere_isRefused();
    void cursor_ofAnotherList_isRefused_data() { everyList(); }
    void cursor_ofAnotherList_isRefused();
    void cursor_ofAnotherAccount_isRefused_data() { everyList(); }
    void cursor_ofAnotherAccount_isRefused();

private:
    static constexpr std::array kNames = {"orders", "events", "leads",    "ledger",
                                          "keys",   "queue",  "accounts", "admin keys"};
    static void everyList();
    const List& list() const;
    RawResponse ask(const List& from, const std::string& cursor,
                    const std::string& secret = {}) const;
    std::string cursorOf(const List& from) const;

    std::unique_ptr<TestServer> server_;
    std::map<std::string, List> lists_;
};

void CursorsTest::everyList() {
    QTest::addColumn<QString>("name");
    for (const char* name : kNames)
        QTest::newRow(name) << QString(name);
}

void CursorsTest::initTestCase() {
    TestServer::Options options;
    options.configure = [](auto& config) {
        config.limits.defaultRate.quota = 1'000'000;
    };
    server_ = std::make_unique<TestServer>(options);
    OrderScene scene(*server_);
    const std::string number = scene.placePartDelivered(3);
    scene.place();
    for (const char* label : {"second", "third"}) {
        server::BootstrapKey key;
        key.label = label;
        server_->addKey(key);
        server_->addAccount(0);
    }
    for (const List& each :
         {List{"orders", "/v1/orders?"}, List{"events", "/v1/orders/" + number + "/events?"},
          List{"leads", "/v1/leads?"}, List{"ledger", "/v1/account/ledger?"},
          List{"keys", "/v1/keys?"}, List{"queue", "/v1/admin/orders?", true},
          List{"accounts", "/v1/admin/accounts?", true},
          List{"admin keys", "/v1/admin/keys?", true}})
        lists_.emplace(each.name, each);
}

void CursorsTest::cleanupTestCase() {
    server_.reset();
}

const List& CursorsTest::list() const {
    return lists_.at(QTest::currentDataTag());
}

RawResponse CursorsTest::ask(const List& from, const std::string& cursor,
                             const std::string& secret) const {
    const std::string parameter = cursor.empty() ? "" : "&cursor=" + cursor;
    const std::string& key = from.admins ? server_->adminKey() : server_->customerKey();
    return server_->get(from.target + "limit=1" + parameter,
                        {{"x-api-key", secret.empty() ? key : secret}});
}

std::string CursorsTest::cursorOf(const List& from) const {
    const auto page = ask(from, {});
    return memberOf(page, "/meta/hasMore") == "true" ? memberOf(page, "/meta/nextCursor")
                                                     : std::string();
}

void CursorsTest::cursor_ofItsList_goesOn() {
    const auto first = ask(list(), {});
    const std::string cursor = cursorOf(list());
    QVERIFY2(cursor.size() > 20, first.body.c_str());
    const auto second = ask(list(), cursor);
    QCOMPARE(second.status, 200);
    QCOMPARE(jsonOf(second).at("data").as_array().size(), std::size_t{1});
    QVERIFY(memberOf(first, "/data/0") != memberOf(second, "/data/0"));
}

void CursorsTest::cursor_changedAnywhere_isRefused() {
    const std::string good = cursorOf(list());
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string changed = good;
        changed[i] = changed[i] == 'Q' ? 'g' : 'Q'; // other bits of every place, the last included
        const auto answer = ask(list(), changed);
        QVERIFY2(answer.status == 400 && codeOf(answer) == "invalid_cursor",
                 (std::to_string(i) + ": " + answer.body).c_str());
    }
}

void CursorsTest::cursor_cutAnywhere_isRefused() {
    const std::string good = cursorOf(list());
    for (std::size_t length = 1; length < good.size(); ++length)
        QCOMPARE(codeOf(ask(list(), good.substr(0, length))), std::string("invalid_cursor"));
    for (const char* more : {"A", "=", "%00", "%2B"}) {
        const auto answer = ask(list(), good + more);
        QVERIFY2(answer.status == 400, answer.body.c_str());
    }
}

void CursorsTest::cursor_ofAnotherList_isRefused() {
    for (const auto& [name, other] : lists_)
        if (name != list().name) {
            const auto answer = ask(list(), cursorOf(other));
            QVERIFY2(codeOf(answer) == "invalid_cursor", (name + ": " + answer.body).c_str());
        }
}

// The operators' lists are of all accounts, and the same for every operator.
void CursorsTest::cursor_ofAnotherAccount_isRefused() {
    if (list().admins)
        return;
    const std::string stranger = server_->addAccount(0);
    const auto answer = ask(list(), cursorOf(list()), stranger);
    // Another account's order is absent before its events are looked for.
    QVERIFY2(codeOf(answer) == "invalid_cursor" || codeOf(answer) == "not_found",
             answer.body.c_str());
}

LEADSHEET_TEST(tst_cursors, CursorsTest);
#include "tst_cursors.moc"
