// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "domain/crypto.hpp"
#include "webhook/delivery.hpp"

#include <algorithm>

namespace domain = leadsheet::server::domain;
namespace webhook = leadsheet::server::webhook;
using domain::Timestamp;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

domain::RandomBytes always(unsigned char byte) {
    return [byte](std::span<unsigned char> bytes) {
        std::ranges::fill(bytes, byte);
    };
}

std::string text(const std::string& value) {
    return value;
}

} // namespace

class WebhookRulesTest : public QObject {
    Q_OBJECT

private slots:
    void signature_ofPublishedVector_isThatOfTheStandard();
    void signature_withTwoSecrets_holdsBoth();
    void secret_isMade_asTheStandardSays();
    void base64_goesAndComesBack_data();
    void base64_goesAndComesBack();
    void box_opened_givesThePlainText();
    void box_withAnyByteChanged_staysShut();
    void box_ofAnotherRowOrServer_staysShut();
    void schedule_hasTenAttempts();
    void schedule_keepsWithinATenth_data();
    void schedule_keepsWithinATenth();
    void retryAfter_onlyLengthens();
};

void WebhookRulesTest::signature_ofPublishedVector_isThatOfTheStandard() {
    const std::array secrets{text("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw")};
    QCOMPARE(webhook::webhookSignature(secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330",
                                       R"({"test": 2432232314})"),
             std::string("v1,ZX+cit3WVzUwYRrx5Jd2bAxKm4yP98Gl9PXm206LrCk="));
}

void WebhookRulesTest::signature_withTwoSecrets_holdsBoth() {
    const std::array first{text("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw")};
    const std::array second{webhook::makeWebhookSecret(always(7))};
    const std::array both{first[0], second[0]};
    QCOMPARE(webhook::webhookSignature(both, "msg_1", "1", "{}"),
             webhook::webhookSignature(first, "msg_1", "1", "{}") + " " +
                 webhook::webhookSignature(second, "msg_1", "1", "{}"));
}

void WebhookRulesTest::secret_isMade_asTheStandardSays() {
    const std::string secret = webhook::makeWebhookSecret(always(0xFB));
    QVERIFY(secret.starts_with("whsec_"));
    const auto key = domain::fromBase64(secret.substr(6));
    QVERIFY(key);
    QCOMPARE(key->size(), std::size_t{24});
}

void WebhookRulesTest::base64_goesAndComesBack_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("encoded");
    for (const char* bytes : {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\xFB\xFF\xFE"})
        QTest::newRow(bytes) << QByteArray(bytes) << QByteArray(bytes).toBase64();
}

void WebhookRulesTest::base64_goesAndComesBack() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, encoded);
    const std::string raw = bytes.toStdString();
    const auto* begin = reinterpret_cast<const unsigned char*>(raw.data());
    QCOMPARE(domain::toBase64({begin, raw.size()}), encoded.toStdString());
    QCOMPARE(domain::fromBase64(encoded.toStdString()), std::optional(raw));
}

void WebhookRulesTest::box_opened_givesThePlainText() {
    const domain::SecretBox box("pepper pepper pepper");
    for (const std::string& plain : {text(""), text("whsec_abc"), std::string(5'000, 'x')}) {
        const std::string sealed = box.seal(plain, "webhook:wh_1", always(3));
        QVERIFY(plain.size() < 4 || sealed.find(plain) == std::string::npos);
        QCOMPARE(sealed.size(), plain.size() + 29);
        QCOMPARE(box.open(sealed, "webhook:wh_1"), std::optional(plain));
    }
    QVERIFY(box.seal("a", "b", always(3)) != box.seal("a", "b", always(4)));
}

void WebhookRulesTest::box_withAnyByteChanged_staysShut() {
    const domain::SecretBox box("pepper pepper pepper");
    const std::string sealed = box.seal("secret", "webhook:wh_1", always(3));
    for (std::size_t i = 0; i < sealed.size(); ++i) {
        std::string changed = sealed;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        QVERIFY(!box.open(changed, "webhook:wh_1"));
        QVERIFY(!box.open(sealed.substr(0, i), "webhook:wh_1"));
    }
}

void WebhookRulesTest::box_ofAnotherRowOrServer_staysShut() {
    const domain::SecretBox box("pepper pepper pepper");
    const std::string sealed = box.seal("secret", "webhook:wh_1", always(3));
    QVERIFY(!box.open(sealed, "webhook:wh_2"));
    QVERIFY(!domain::SecretBox("pepper pepper peppeR").open(sealed, "webhook:wh_1"));
}

void WebhookRulesTest::schedule_hasTenAttempts() {
    const Timestamp now{};
    int attempts = 1; // the first comes at once
    while (webhook::nextWebhookAttempt(attempts, now, std::nullopt, always(0)))
        ++attempts;
    QCOMPARE(attempts, 10);
    QVERIFY(!webhook::nextWebhookAttempt(10, now, seconds(5), always(0)));
}

void WebhookRulesTest::schedule_keepsWithinATenth_data() {
    QTest::addColumn<int>("attempts");
    QTest::addColumn<qint64>("wait");
    const std::array<milliseconds, 9> waits = {seconds(5), minutes(5), minutes(30),
                                               hours(2),   hours(5),   hours(10),
                                               hours(14),  hours(20),  hours(24)};
    for (std::size_t i = 0; i < waits.size(); ++i)
        QTest::addRow("after %zu", i + 1) << int(i + 1) << qint64(waits[i].count());
}

void WebhookRulesTest::schedule_keepsWithinATenth() {
    QFETCH(int, attempts);
    QFETCH(qint64, wait);
    qint64 least = wait * 2;
    qint64 most = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const auto next = webhook::nextWebhookAttempt(attempts, Timestamp{}, std::nullopt,
                                                      always(static_cast<unsigned char>(byte)));
        QVERIFY(next);
        const qint64 drawn = next->time_since_epoch().count();
        least = std::min(least, drawn);
        most = std::max(most, drawn);
    }
    QVERIFY(least >= wait - wait / 10);
    QVERIFY(most <= wait + wait / 10);
    QVERIFY(least < wait - wait / 50);
    QVERIFY(most > wait + wait / 50);
}

void WebhookRulesTest::retryAfter_onlyLengthens() {
    const auto wait = [](int attempts, seconds asked) {
        return *webhook::nextWebhookAttempt(attempts, Timestamp{}, asked, always(0)) - Timestamp{};
    };
    const auto plain =
        *webhook::nextWebhookAttempt(1, Timestamp{}, std::nullopt, always(0)) - Timestamp{};
    QCOMPARE(wait(1, seconds(1)).count(), plain.count());
    QCOMPARE(wait(1, seconds(60)).count(), milliseconds(seconds(60)).count());
    QCOMPARE(wait(1, hours(200)).count(), milliseconds(hours(24)).count());
}

LEADSHEET_TEST(tst_webhook_rules, WebhookRulesTest);
#include "tst_webhook_rules.moc"
