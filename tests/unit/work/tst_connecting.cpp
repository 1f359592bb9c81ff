// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/work/connecting.hpp"

#include <QtTest>

using namespace leadsheet;
using app::Profile;
using app::Profiles;

class ConnectingTest : public QObject {
    Q_OBJECT

    static Profile profile(const std::string& name, const std::string& account) {
        return {name, "https://api.example.com", account, "Acme", "live"};
    }

private slots:
    void profile_kept_isTheDefaultWhenItIsTheFirst() {
        Profiles profiles;
        QVERIFY(work::keepProfile(profiles, profile("work", "a"), false).has_value());
        QVERIFY(work::keepProfile(profiles, profile("home", "b"), false).has_value());
        QCOMPARE(profiles.active, std::string("work"));
        QCOMPARE(profiles.all.size(), std::size_t{2});
    }

    void profile_ofATakenName_replacesOnlyOnRequest() {
        Profiles profiles;
        Profile first = profile("work", "a");
        first.assistantCap = Money{5000, "USD"};
        profiles.all.push_back(first);
        const auto refused = work::keepProfile(profiles, profile("work", "b"), false);
        QVERIFY(!refused.has_value() && refused.error().is(ErrorCode::InvalidArgument));
        QCOMPARE(profiles.find("work")->accountId, std::string("a"));
        QVERIFY(work::keepProfile(profiles, profile("work", "b"), true).has_value());
        QCOMPARE(profiles.all.size(), std::size_t{1});
        QCOMPARE(profiles.find("work")->accountId, std::string("b"));
        QVERIFY(profiles.find("work")->assistantCap.has_value());
        QVERIFY(!work::keepProfile(profiles, profile("sandbox", "c"), true).has_value());
    }

    void profile_dropped_saysWhetherItWasTheLastOfItsAccount() {
        Profiles profiles;
        profiles.all = {profile("one", "a"), profile("two", "a"), profile("three", "b")};
        profiles.active = "one";
        QVERIFY(!work::dropProfile(profiles, profile("one", "a")));
        QVERIFY(profiles.active.empty());
        QVERIFY(work::dropProfile(profiles, profile("two", "a")));
        QCOMPARE(profiles.all.size(), std::size_t{1});
    }
};

LEADSHEET_TEST(tst_connecting, ConnectingTest);
#include "tst_connecting.moc"
