// SPDX-License-Identifier: Apache-2.0
#include "domain/money.hpp"

#include "leadsheet/contract/products.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <array>
#include <cstdint>
#include <limits>
#include <rapidcheck.h>

using namespace leadsheet::server::domain;
namespace contract = leadsheet::contract;

namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

} // namespace

class PricingTest : public QObject {
    Q_OBJECT

private slots:
    void priceOf_tierBounds_chooseTheTier_data();
    void priceOf_tierBounds_chooseTheTier();
    void priceOf_surcharges_addPerLead();
    void priceOf_overflow_isAnError();
    void roundToMinor_halves_goUp_data();
    void roundToMinor_halves_goUp();
    void checked_atTheEdges_refuse();
    void priceOf_everyProduct_isExactInWideArithmetic();
};

void PricingTest::priceOf_tierBounds_chooseTheTier_data() {
    QTest::addColumn<qint64>("leads");
    QTest::addColumn<qint64>("unit");
    QTest::addColumn<qint64>("total");
    QTest::newRow("below the first tier") << qint64{0} << qint64{0} << qint64{0};
    QTest::newRow("first") << qint64{1} << qint64{80'000} << qint64{8};
    QTest::newRow("below the second tier") << qint64{999} << qint64{80'000} << qint64{7'992};
    QTest::newRow("second tier prices all leads")
        << qint64{1'000} << qint64{65'000} << qint64{6'500};
    QTest::newRow("below the third") << qint64{4'999} << qint64{65'000} << qint64{32'494};
    QTest::newRow("third") << qint64{5'000} << qint64{50'000} << qint64{25'000};
    QTest::newRow("last") << qint64{50'000} << qint64{32'000} << qint64{160'000};
}

void PricingTest::priceOf_tierBounds_chooseTheTier() {
    QFETCH(qint64, leads);
    QFETCH(qint64, unit);
    QFETCH(qint64, total);
    const auto price = priceOf(*contract::findProduct("filters"), leads, false, false);
    QVERIFY(price.has_value());
    QCOMPARE(price->unitPrice, unit);
    QCOMPARE(price->total, total);
}

void PricingTest::priceOf_surcharges_addPerLead() {
    const auto& product = *contract::findProduct("filters");
    QCOMPARE(priceOf(product, 1, true, false)->unitPrice, 95'000);
    QCOMPARE(priceOf(product, 1, true, false)->total, 10); // 9.5 cents: the half goes up, once
    QCOMPARE(priceOf(product, 3, true, false)->total, 29); // 28.5, not three times 10
    QCOMPARE(priceOf(product, 100, true, true)->total, 1'500);
}

void PricingTest::priceOf_overflow_isAnError() {
    const auto& product = *contract::findProduct("filters");
    QVERIFY(!priceOf(product, kMax, false, false));
    QVERIFY(priceOf(product, kMax / 32'000, false, false));
    QVERIFY(!priceOf(product, kMax / 32'000 + 1, false, false));
    contract::ProductInfo dear = product;
    const std::array tiers{contract::PriceTier{1, kMax}};
    dear.tiers = tiers;
    QVERIFY(priceOf(dear, 1, false, false));
    QVERIFY(!priceOf(dear, 1, true, false));
    QVERIFY(!priceOf(dear, 1, false, true));
}

void PricingTest::roundToMinor_halves_goUp_data() {
    QTest::addColumn<qint64>("micros");
    QTest::addColumn<qint64>("minor");
    QTest::newRow("zero") << qint64{0} << qint64{0};
    QTest::newRow("just below half") << qint64{4'999} << qint64{0};
    QTest::newRow("half") << qint64{5'000} << qint64{1};
    QTest::newRow("just below one") << qint64{9'999} << qint64{1};
    QTest::newRow("one and a half") << qint64{15'000} << qint64{2};
    QTest::newRow("minus a half goes up") << qint64{-5'000} << qint64{0};
    QTest::newRow("below minus a half") << qint64{-5'001} << qint64{-1};
    QTest::newRow("largest") << qint64{kMax} << qint64{922'337'203'685'478};
    QTest::newRow("smallest") << qint64{kMin} << qint64{-922'337'203'685'478};
}

void PricingTest::roundToMinor_halves_goUp() {
    QFETCH(qint64, micros);
    QFETCH(qint64, minor);
    QCOMPARE(roundToMinor(micros), minor);
}

void PricingTest::checked_atTheEdges_refuse() {
    QCOMPARE(checkedAdd(kMax, 0).value(), kMax);
    QVERIFY(!checkedAdd(kMax, 1));
    QVERIFY(!checkedAdd(kMin, -1));
    QCOMPARE(checkedMultiply(kMax, 1).value(), kMax);
    QVERIFY(!checkedMultiply(kMax, 2));
    QVERIFY(!checkedMultiply(kMin, -1));
}

void PricingTest::priceOf_everyProduct_isExactInWideArithmetic() {
    QVERIFY(rc::check("prices are exact", [] {
        const auto& product =
            contract::kProducts[*rc::gen::inRange<std::size_t>(0, contract::kProducts.size())];
        const auto leads = *rc::gen::inRange<std::int64_t>(1, 50'001);
        const auto price =
            priceOf(product, leads, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
        RC_ASSERT(price.has_value());
        const std::int64_t micros = price->unitPrice * leads;
        RC_ASSERT(price->total * kMicrosPerMinor >= micros - kMicrosPerMinor / 2);
        RC_ASSERT(price->total * kMicrosPerMinor <= micros + kMicrosPerMinor / 2);
    }));
}

LEADSHEET_TEST(tst_pricing, PricingTest);
#include "tst_pricing.moc"
