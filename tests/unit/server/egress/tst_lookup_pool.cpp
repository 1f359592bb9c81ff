// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "egress/address.hpp"

#include <QtTest>

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace egress = leadsheet::server::egress;

namespace {

constexpr std::size_t kThreads = 8;
constexpr auto kPatience = std::chrono::minutes(1);

/// A resolver that answers for a host when it is told to.
class Held {
public:
    ~Held() { releaseAll(); }

    egress::Resolver resolver() {
        return [this](const std::string& host) -> egress::Lookup {
            std::unique_lock lock(mutex_);
            ++begun_[host];
            changed_.notify_all();
            changed_.wait(lock, [&] { return all_ || released_.contains(host); });
            return std::vector{egress::Address::parse("192.0.2.1").value()};
        };
    }
    void release(const std::string& host) {
        const std::lock_guard lock(mutex_);
        released_.insert(host);
        changed_.notify_all();
    }
    void releaseAll() {
        const std::lock_guard lock(mutex_);
        all_ = true;
        changed_.notify_all();
    }
    bool awaitBegun(const std::string& host) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kPatience, [&] { return begun_.contains(host); });
    }
    bool awaitBegun(std::size_t hosts) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kPatience, [&] { return begun_.size() >= hosts; });
    }
    /// How often each host was looked up.
    std::map<std::string, int> begun() {
        const std::lock_guard lock(mutex_);
        return begun_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, int> begun_;
    std::set<std::string> released_;
    bool all_ = false;
};

/// Counts answers.
class Answers {
public:
    egress::LookupPool::Done one() {
        return [this](const egress::Lookup&) {
            const std::lock_guard lock(mutex_);
            ++count_;
            changed_.notify_all();
        };
    }
    bool await(int count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kPatience, [&] { return count_ >= count; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int count_ = 0;
};

int begunOf(const std::map<std::string, int>& begun, const std::string& prefix) {
    int hosts = 0;
    for (const auto& [host, times] : begun)
        hosts += host.starts_with(prefix) ? 1 : 0;
    return hosts;
}

} // namespace

/// How lookups are shared out among those who ask.
class LookupPoolTest : public QObject {
    Q_OBJECT

private slots:
    void partyWhoseHostsHang_takesHalf_andOthersGoOn();
    void secondPartyWhoseHostsHang_takesHalfOfTheRest();
    void party_asksAllInTheEnd_eachHostOnce();
    void hostQueuedByAParty_isLookedUpInTurnOfAnother();
    void hostUnderWay_answersEveryParty();
};

void LookupPoolTest::partyWhoseHostsHang_takesHalf_andOthersGoOn() {
    Held held;
    Answers answers;
    egress::LookupPool pool(held.resolver(), kThreads);
    for (int n = 0; n < 50; ++n)
        pool.ask("one", "hang" + std::to_string(n), answers.one());
    QVERIFY(held.awaitBegun(kThreads / 2));
    for (int n = 0; n < 20; ++n) {
        const std::string host = "quick" + std::to_string(n);
        held.release(host);
        pool.ask("two", host, answers.one());
    }
    QVERIFY(answers.await(20));
    QCOMPARE(begunOf(held.begun(), "hang"), int{kThreads / 2});
    held.releaseAll();
}

void LookupPoolTest::secondPartyWhoseHostsHang_takesHalfOfTheRest() {
    Held held;
    Answers answers;
    egress::LookupPool pool(held.resolver(), kThreads);
    for (int n = 0; n < 50; ++n)
        pool.ask("one", "first" + std::to_string(n), answers.one());
    QVERIFY(held.awaitBegun(kThreads / 2));
    for (int n = 0; n < 50; ++n)
        pool.ask("two", "second" + std::to_string(n), answers.one());
    QVERIFY(held.awaitBegun(kThreads / 2 + kThreads / 4));
    held.release("quick");
    pool.ask("three", "quick", answers.one());
    QVERIFY(answers.await(1));
    QCOMPARE(begunOf(held.begun(), "first"), int{kThreads / 2});
    QCOMPARE(begunOf(held.begun(), "second"), int{kThreads / 4});
    held.releaseAll();
}

void LookupPoolTest::party_asksAllInTheEnd_eachHostOnce() {
    Held held;
    Answers answers;
    egress::LookupPool pool(held.resolver(), kThreads);
    constexpr int kHosts = 50;
    for (int n = 0; n < kHosts; ++n) {
        pool.ask("one", "host" + std::to_string(n), answers.one());
        pool.ask("one", "host" + std::to_string(n), answers.one());
        pool.ask("two", "host" + std::to_string(n), answers.one());
    }
    held.releaseAll();
    QVERIFY(answers.await(3 * kHosts));
    QCOMPARE(held.begun().size(), std::size_t{kHosts});
    for (const auto& [host, times] : held.begun())
        QVERIFY2(times == 1, host.c_str());
}

void LookupPoolTest::hostQueuedByAParty_isLookedUpInTurnOfAnother() {
    Held held;
    Answers answers;
    egress::LookupPool pool(held.resolver(), kThreads);
    for (int n = 0; n < 50; ++n)
        pool.ask("one", "hang" + std::to_string(n), answers.one());
    pool.ask("one", "shared", answers.one());
    held.release("shared");
    pool.ask("two", "shared", answers.one());
    QVERIFY(answers.await(2));
    QCOMPARE(held.begun().at("shared"), 1);
    held.releaseAll();
}

void LookupPoolTest::hostUnderWay_answersEveryParty() {
    Held held;
    Answers answers;
    egress::LookupPool pool(held.resolver(), kThreads);
    pool.ask("one", "shared", answers.one());
    QVERIFY(held.awaitBegun("shared"));
    for (const char* party : {"one", "two", "three"})
        pool.ask(party, "shared", answers.one());
    held.release("shared");
    QVERIFY(answers.await(4));
    QCOMPARE(held.begun().at("shared"), 1);
}

LEADSHEET_TEST(tst_lookup_pool, LookupPoolTest);
#include "tst_lookup_pool.moc"
