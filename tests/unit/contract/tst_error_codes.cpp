// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QtTest>
#include <leadsheet/contract/error_codes.hpp>
#include <limits>
#include <set>
#include <type_traits>

namespace contract = leadsheet::contract;
using contract::ErrorCode;

class ErrorCodesTest : public QObject {
    Q_OBJECT

private slots:
    void info_everyCode_roundTripsThroughItsName();
    void info_valueOutsideTheTable_isUnknown();
    void fromName_otherSpelling_isEmpty_data();
    void fromName_otherSpelling_isEmpty();
    void status_contractCode_isAnError_localCode_isZero();
    void retryable_followsTheStatus();
    void names_acrossOrigins_areUnique();
    void fieldCodes_indexAndName_agree();
};

void ErrorCodesTest::info_everyCode_roundTripsThroughItsName() {
    for (const contract::ErrorCodeInfo& entry : contract::kErrorCodes) {
        QCOMPARE(&contract::info(entry.code), &entry);
        if (entry.code != ErrorCode::Unknown)
            QVERIFY(contract::errorCodeFromName(entry.name) == entry.code);
    }
}

void ErrorCodesTest::info_valueOutsideTheTable_isUnknown() {
    const auto beyond = std::numeric_limits<std::underlying_type_t<ErrorCode>>::max();
    QVERIFY(contract::info(static_cast<ErrorCode>(beyond)).code == ErrorCode::Unknown);
}

void ErrorCodesTest::fromName_otherSpelling_isEmpty_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"", "unknown", "NOT_FOUND", "not_found ", "notFound", "no_such_code"})
        QTest::newRow(name) << QByteArray(name);
}

void ErrorCodesTest::fromName_otherSpelling_isEmpty() {
    QFETCH(QByteArray, name);
    QVERIFY(!contract::errorCodeFromName(name.toStdString()));
}

void ErrorCodesTest::status_contractCode_isAnError_localCode_isZero() {
    for (const contract::ErrorCodeInfo& entry : contract::kErrorCodes) {
        if (entry.origin == contract::ErrorOrigin::Contract)
            QVERIFY2(entry.status >= 400 && entry.status <= 599, entry.name.data());
        else
            QCOMPARE(entry.status, 0);
    }
}

void ErrorCodesTest::retryable_followsTheStatus() {
    const std::set<int> healing{408, 429, 500, 502, 503, 504};
    for (const contract::ErrorCodeInfo& entry : contract::kErrorCodes) {
        if (entry.origin == contract::ErrorOrigin::Local)
            continue;
        const bool expected =
            healing.contains(entry.status) || entry.code == ErrorCode::IdempotencyInProgress;
        QVERIFY2(entry.retryable == expected, entry.name.data());
    }
}

void ErrorCodesTest::names_acrossOrigins_areUnique() {
    std::set<std::string_view> names;
    for (const contract::ErrorCodeInfo& entry : contract::kErrorCodes)
        QVERIFY2(names.insert(entry.name).second, entry.name.data());
}

void ErrorCodesTest::fieldCodes_indexAndName_agree() {
    std::set<std::string_view> names;
    for (const contract::FieldErrorCodeInfo& entry : contract::kFieldErrorCodes) {
        QCOMPARE(&contract::info(entry.code), &entry);
        QVERIFY(names.insert(entry.name).second);
    }
}

LEADSHEET_TEST(tst_error_codes, ErrorCodesTest);
#include "tst_error_codes.moc"
