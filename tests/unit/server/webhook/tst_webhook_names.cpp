// SPDX-License-Identifier: Apache-2.0
#include "held_elsewhere.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "webhook_scene.hpp"

#include <QScopeGuard>
#include <QTemporaryDir>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

namespace {

constexpr int kMaxWebhooks = 50; // of one account
constexpr int kShare = 16;       // of the threads that look names up

/// A name server that falls silent on names that begin with "silent".
class NameServer {
public:
    void fallSilent() { silent_ = true; }
    void answerAll() {
        const std::lock_guard lock(mutex_);
        silent_ = false;
        changed_.notify_all();
    }
    std::vector<std::string> addresses(const std::string& host) {
        if (host.starts_with("silent")) {
            std::unique_lock lock(mutex_);
            waiting_ += silent_ ? 1 : 0;
            changed_.wait(lock, [this] { return !silent_; });
        }
        return {"127.0.0.1"};
    }
    int waiting() {
        const std::lock_guard lock(mutex_);
        return waiting_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> silent_{false};
    int waiting_ = 0;
};

} // namespace

/// What names that hang or move, endpoints that hang, and accounts that are busy do to messages.
class WebhookNamesTest : public QObject {
    Q_OBJECT
private slots:
    void accountWhoseNamesHang_delaysNoOtherAccount();
    void nameThatMovesInside_isNotCalled();
    void endpointsThatHang_delayNoOther();
    void accountThatAnotherProcessHolds_delaysNoOther();
};

void WebhookNamesTest::accountWhoseNamesHang_delaysNoOtherAccount() {
    // A lookup that was given up goes on and may end after this test.
    const auto names = std::make_shared<NameServer>();
    const auto answering = qScopeGuard([names] { names->answerAll(); });
    WebhookScene scene([&](server::Config& config) {
        config.outgoing.resolver = [names](const std::string& host) {
            return names->addresses(host);
        };
    });
    const std::string tail = ":" + std::to_string(scene.receiver().port()) + "/";
    for (int n = 0; n < kMaxWebhooks; ++n)
        scene.add({}, "http://silent" + std::to_string(n) + ".example" + tail);
    const std::string other = scene.server().addAccount(1'000'000);
    const auto made =
        scene.send("POST", "/v1/webhooks", R"({"url":"http://quick.example)" + tail + "\"}",
                   {{"x-api-key", other}});
    QCOMPARE(made.status, 201);
    names->fallSilent();
    scene.orders().place(); // each webhook of the account hears of it
    QVERIFY(eventually([&] { return names->waiting() >= kShare; }));
    QCOMPARE(scene.server().createOrder("other", TestServer::orderBody(), other).status, 201);
    QVERIFY(scene.receiver().waitFor(1));
    QCOMPARE(memberOf(boost::json::parse(scene.receiver().messages().at(0).body), "/type"),
             std::string("order.created"));
    QCOMPARE(names->waiting(), kShare);
}

void WebhookNamesTest::nameThatMovesInside_isNotCalled() {
    const auto moved = std::make_shared<std::atomic<bool>>(false);
    WebhookScene scene([&](server::Config& config) {
        config.outgoing.resolver = [moved](const std::string&) {
            return std::vector<std::string>{*moved ? "10.0.0.7" : "127.0.0.1"};
        };
    });
    const auto made =
        scene.add({}, "http://hooks.example:" + std::to_string(scene.receiver().port()) + "/hook");
    *moved = true;
    scene.orders().place();
    const auto delivery = scene.settled(made.id, "pending");
    QCOMPARE(memberOf(delivery, "/lastStatus"), std::string("null"));
    const std::string error = memberOf(delivery, "/lastError");
    QVERIFY2(error.find("no address on the public internet") != std::string::npos, error.c_str());
    QVERIFY2(error.find("10.0.0.7") == std::string::npos, error.c_str());
    QCOMPARE(scene.receiver().count(), std::size_t{0});
}

void WebhookNamesTest::endpointsThatHang_delayNoOther() {
    constexpr int kHanging = 20;
    constexpr int kOrders = 5;
    WebhookScene scene;
    scene.receiver().answer([](const Receiver::Message& message) {
        return message.path == "/hang" ? std::nullopt : std::optional(response(204));
    });
    for (int n = 0; n < kHanging; ++n)
        scene.add({}, scene.receiver().url("/hang"));
    const auto quick = scene.add({}, scene.receiver().url("/quick"));
    for (int n = 0; n < kOrders; ++n)
        scene.orders().place();
    QVERIFY(eventually(
        [&] { return scene.deliveries(quick.id, "?state=delivered").size() == kOrders; }));
    // None of the others has had an answer, and each has what it may have at once.
    QVERIFY(scene.receiver().waitFor(kOrders + kHanging));
    scene.receiver().release();
}

void WebhookNamesTest::accountThatAnotherProcessHolds_delaysNoOther() {
    if (!onPostgres())
        QSKIP("elsewhere one process has the database");
    const QTemporaryDir folder;
    const std::string path = folder.filePath("leads.db").toStdString();
    WebhookScene scene({}, path);
    scene.receiver().answer([](const Receiver::Message& message) {
        return response(message.path == "/busy" ? 503 : 204);
    });
    const auto busy = scene.add({}, scene.receiver().url("/busy"));
    const std::string other = scene.server().addAccount(1'000'000);
    const auto made =
        scene.send("POST", "/v1/webhooks", R"({"url":")" + scene.receiver().url("/free") + "\"}",
                   {{"x-api-key", other}});
    QCOMPARE(made.status, 201);
    scene.orders().place();
    scene.settled(busy.id, "pending");

    HeldElsewhere held(databaseFor(path), scene.server().accountId());
    const auto came = [&](const std::string& at, std::size_t times) {
        std::size_t count = 0;
        for (const auto& message : scene.messages())
            count += message.path == at ? 1 : 0;
        return count == times;
    };
    // Its message is sent again; what became of it has to wait.
    scene.clock().advance(10min);
    QVERIFY(eventually([&] { return came("/busy", 2); }));
    for (std::size_t order = 1; order <= 2; ++order) {
        QCOMPARE(scene.server()
                     .createOrder(std::to_string(order), TestServer::orderBody(), other)
                     .status,
                 201);
        QVERIFY(eventually([&] {
            const auto page = scene.send(
                "GET", "/v1/webhooks/" + memberOf(made, "/id") + "/deliveries?state=delivered", {},
                {{"x-api-key", other}});
            return jsonOf(page).at("data").as_array().size() == order;
        }));
    }
    held.letGo();
    scene.settled(busy.id, "pending", 2);
}

LEADSHEET_TEST(tst_webhook_names, WebhookNamesTest);
#include "tst_webhook_names.moc"
