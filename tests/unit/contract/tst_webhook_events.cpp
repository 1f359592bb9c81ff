// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <leadsheet/contract/webhook_events.hpp>
#include <set>

namespace contract = leadsheet::contract;

class WebhookEventsTest : public QObject {
    Q_OBJECT

private slots:
    void names_ofAllEvents_areUnique();
    void schedule_hasTenRisingSteps_fromNowToADay();
};

void WebhookEventsTest::names_ofAllEvents_areUnique() {
    std::set<std::string_view> names;
    for (const contract::WebhookEventInfo& event : contract::kWebhookEvents)
        QVERIFY(names.insert(event.name).second);
    QVERIFY(names.contains(contract::kEventLeadsDelivered));
}

void WebhookEventsTest::schedule_hasTenRisingSteps_fromNowToADay() {
    const auto& steps = contract::kWebhookRetrySeconds;
    QCOMPARE(steps.size(), std::size_t{10});
    QCOMPARE(steps.front(), std::int64_t{0});
    QCOMPARE(steps.back(), std::int64_t{86'400});
    QVERIFY(std::ranges::adjacent_find(steps, std::ranges::greater_equal{}) == steps.end());
}

LEADSHEET_TEST(tst_webhook_events, WebhookEventsTest);
#include "tst_webhook_events.moc"
