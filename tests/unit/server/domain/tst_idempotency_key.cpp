// SPDX-License-Identifier: Apache-2.0
#include "domain/request_rules.hpp"

#include "leadsheet/contract/error_codes.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::domain;
using leadsheet::contract::ErrorCode;

class IdempotencyKeyTest : public QObject {
    Q_OBJECT

private slots:
    void parse_header_data();
    void parse_header();
    void keepsAnswer_data();
    void keepsAnswer();
};

void IdempotencyKeyTest::parse_header_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("key"); // empty = refused
    QTest::newRow("bare") << QByteArray("abc-1") << QByteArray("abc-1");
    QTest::newRow("quoted is the same") << QByteArray("\"abc-1\"") << QByteArray("abc-1");
    QTest::newRow("white space around") << QByteArray(" \tabc ") << QByteArray("abc");
    QTest::newRow("escapes") << QByteArray(R"("a\"b\\c")") << QByteArray(R"(a"b\c)");
    QTest::newRow("quote inside a bare key") << QByteArray("a\"b") << QByteArray("a\"b");
    QTest::newRow("tabs behind") << QByteArray("abc\t \t") << QByteArray("abc");
    QTest::newRow("one character") << QByteArray("!") << QByteArray("!");
    QTest::newRow("one character, quoted") << QByteArray("\"~\"") << QByteArray("~");
    QTest::newRow("255") << QByteArray(255, 'k') << QByteArray(255, 'k');
    QTest::newRow("255 quoted") << '"' + QByteArray(255, 'k') + '"' << QByteArray(255, 'k');
    QTest::newRow("256") << QByteArray(256, 'k') << QByteArray();
    QTest::newRow("empty") << QByteArray("") << QByteArray();
    QTest::newRow("blank") << QByteArray("  ") << QByteArray();
    QTest::newRow("empty quotes") << QByteArray("\"\"") << QByteArray();
    QTest::newRow("lone quote") << QByteArray("\"") << QByteArray();
    QTest::newRow("unfinished") << QByteArray("\"abc") << QByteArray();
    QTest::newRow("behind the quotes") << QByteArray("\"abc\"x") << QByteArray();
    QTest::newRow("parameters") << QByteArray("\"abc\";p=1") << QByteArray();
    QTest::newRow("bad escape") << QByteArray("\"a\\n\"") << QByteArray();
    QTest::newRow("escape at the end") << QByteArray("\"a\\") << QByteArray();
    QTest::newRow("space inside") << QByteArray("a b") << QByteArray();
    QTest::newRow("control") << QByteArray("a\x01") << QByteArray();
    QTest::newRow("not ASCII") << QByteArray("caf\xC3\xA9") << QByteArray();
    QTest::newRow("DEL") << QByteArray("a\x7F") << QByteArray();
}

void IdempotencyKeyTest::parse_header() {
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, key);
    const auto parsed = parseIdempotencyKey(header.toStdString());
    QCOMPARE(parsed.has_value(), !key.isEmpty());
    if (parsed)
        QCOMPARE(QByteArray::fromStdString(*parsed), key);
}

void IdempotencyKeyTest::keepsAnswer_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("kept");
    const auto row = [](const char* name, int status, ErrorCode code, bool kept) {
        QTest::newRow(name) << status << static_cast<int>(code) << kept;
    };
    row("created", 201, ErrorCode::Unknown, true);
    row("ok", 200, ErrorCode::Unknown, true);
    row("last success", 299, ErrorCode::Unknown, true);
    row("not modified", 304, ErrorCode::Unknown, false);
    row("continue", 199, ErrorCode::Unknown, false);
    row("multiple choices", 300, ErrorCode::Unknown, false);
    row("malformed", 400, ErrorCode::MalformedJson, false);
    row("key revoked", 401, ErrorCode::RevokedApiKey, false);
    row("no credit", 402, ErrorCode::InsufficientCredit, false);
    row("scope", 403, ErrorCode::MissingScope, false);
    row("absent", 404, ErrorCode::NotFound, true);
    row("gone", 410, ErrorCode::NotFound, true);
    row("other version", 409, ErrorCode::VersionConflict, true);
    row("delivered before", 409, ErrorCode::DuplicateDelivery, true);
    row("in flight", 409, ErrorCode::IdempotencyInProgress, false);
    row("wrong state", 409, ErrorCode::InvalidTransition, true);
    row("quote can be renewed", 409, ErrorCode::QuoteExpired, false);
    row("price can be accepted", 409, ErrorCode::PriceChanged, false);
    row("validation", 422, ErrorCode::ValidationFailed, false);
    row("reused", 422, ErrorCode::IdempotencyKeyReused, false);
    row("limited", 429, ErrorCode::RateLimited, false);
    row("internal", 500, ErrorCode::InternalError, false);
    row("unavailable", 503, ErrorCode::Unavailable, false);
}

void IdempotencyKeyTest::keepsAnswer() {
    QFETCH(int, status);
    QFETCH(int, code);
    QFETCH(bool, kept);
    QCOMPARE(leadsheet::server::domain::keepsAnswer(status, static_cast<ErrorCode>(code)), kept);
}

LEADSHEET_TEST(tst_idempotency_key, IdempotencyKeyTest);
#include "tst_idempotency_key.moc"
