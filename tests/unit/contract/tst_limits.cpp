// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QtTest>
#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/products.hpp>

namespace contract = leadsheet::contract;

class LimitsTest : public QObject {
    Q_OBJECT

private slots:
    void value_ofTheContract_isKept_data();
    void value_ofTheContract_isKept();
    void leadCountField_bounds_areTheLimits();
};

void LimitsTest::value_ofTheContract_isKept_data() {
    QTest::addColumn<qint64>("actual");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char* name, std::int64_t actual, std::int64_t expected) {
        QTest::newRow(name) << qint64{actual} << qint64{expected};
    };
    row("default budget", contract::kDefaultRequestsPerWindow, 1'000);
    row("order budget", contract::kOrderWritesPerWindow, 5'000);
    row("lookups", contract::kLookupsPerWindow, 600);
    row("window", contract::kRateWindowSeconds, 3'600);
    row("body", contract::kMaxBodyBytes, 16 * 1024 * 1024);
    row("delivery", contract::kMaxDeliveryBytes, 64 * 1024 * 1024);
    row("header", contract::kMaxHeaderBytes, 16 * 1024);
    row("fewest leads", contract::kMinLeadCount, 1);
    row("most leads", contract::kMaxLeadCount, 50'000);
    row("page", contract::kDefaultPageSize, 100);
    row("largest page", contract::kMaxPageSize, 1'000);
    row("quote items", contract::kMaxQuoteItems, 500);
    row("quote validity", contract::kQuoteValiditySeconds, 24 * 3'600);
    row("idempotency key", contract::kIdempotencyKeyMaxLength, 255);
    row("idempotency retention", contract::kIdempotencyRetentionDays, 30);
    row("rotated key", contract::kKeyRotationOverlapSeconds, 24 * 3'600);
    row("ingest", contract::kMaxIngestLeads, 50'000);
    row("message leads", contract::kWebhookMaxLeadsPerMessage, 100);
    row("message size", contract::kWebhookMaxMessageBytes, 256 * 1024);
    row("message answer", contract::kWebhookMaxResponseBytes, 64 * 1024);
    row("disable after", contract::kWebhookDisableAfterSeconds, 5 * 24 * 3'600);
}

void LimitsTest::value_ofTheContract_isKept() {
    QFETCH(qint64, actual);
    QFETCH(qint64, expected);
    QCOMPARE(actual, expected);
}

void LimitsTest::leadCountField_bounds_areTheLimits() {
    const contract::FieldInfo* field = contract::findCommonField("leadCount");
    QVERIFY(field != nullptr && field->required);
    QCOMPARE(field->min, contract::kMinLeadCount);
    QCOMPARE(field->max, contract::kMaxLeadCount);
}

LEADSHEET_TEST(tst_limits, LimitsTest);
#include "tst_limits.moc"
