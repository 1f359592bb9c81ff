// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/webhook_signature.hpp"
#include "test_main.hpp"
#include "webhook/webhook_signature.hpp"

#include <QtTest>

#include <array>

using namespace leadsheet;
using namespace std::string_literals;
using namespace std::chrono_literals;

namespace {

// The published vector of Standard Webhooks.
constexpr const char* kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw";
constexpr const char* kId = "msg_p5jXN8AQM9LWM0D4loKWxJek";
constexpr const char* kTimestamp = "1614265330";
constexpr const char* kBody = R"({"test": 2432232314})";
constexpr const char* kSignature = "v1,ZX+cit3WVzUwYRrx5Jd2bAxKm4yP98Gl9PXm206LrCk=";
constexpr WallTime kSignedAt{1'614'265'330s};

using Problem = std::optional<WebhookProblem>;

struct SignedMessage {
    std::string id = kId;
    std::string timestamp = kTimestamp;
    std::string signature = kSignature;
    std::string body = kBody;
    WallTime now = kSignedAt;
};

Problem verify(const SignedMessage& message, const std::vector<std::string>& secrets = {kSecret}) {
    std::vector<WebhookSecret> parsed;
    for (const std::string& secret : secrets)
        parsed.push_back(*WebhookSecret::parse(secret));
    return verifyWebhook(parsed, {message.id, message.timestamp, message.signature}, message.body,
                         message.now);
}

} // namespace

Q_DECLARE_METATYPE(SignedMessage)

class WebhookSignatureTest : public QObject {
    Q_OBJECT

private slots:
    void vector_ofTheStandard_isMadeAndAccepted() {
        QCOMPARE(WebhookSecret::parse(kSecret)->sign(kId, kTimestamp, kBody),
                 std::string(kSignature));
        QCOMPARE(verify({}), Problem());
        const std::string bare = std::string(kSecret).substr(6);
        QCOMPARE(verify({}, {bare}), Problem());
    }

    void message_genuine_isAccepted_data() {
        QTest::addColumn<SignedMessage>("message");
        const auto row = [](const char* name, auto change) {
            SignedMessage message;
            change(message);
            QTest::newRow(name) << message;
        };
        row("last of several",
            [](SignedMessage& m) { m.signature = "v1,AAAA v1a,x= " + m.signature; });
        row("first of several", [](SignedMessage& m) { m.signature += " v1,AAAA"; });
        row("with blanks around", [](SignedMessage& m) { m.signature = " " + m.signature + "  "; });
        row("at the end of the tolerance", [](SignedMessage& m) { m.now += kWebhookTolerance; });
        row("just as far ahead", [](SignedMessage& m) { m.now -= kWebhookTolerance; });
    }
    void message_genuine_isAccepted() {
        QFETCH(SignedMessage, message);
        QCOMPARE(verify(message), Problem());
    }

    void message_withAnythingChanged_isRefused_data() {
        QTest::addColumn<SignedMessage>("message");
        QTest::addColumn<int>("problem");
        const auto row = [](const char* name, WebhookProblem problem, auto change) {
            SignedMessage message;
            change(message);
            QTest::newRow(name) << message << static_cast<int>(problem);
        };
        using P = WebhookProblem;
        row("no id", P::MissingHeader, [](SignedMessage& m) { m.id.clear(); });
        row("no timestamp", P::MissingHeader, [](SignedMessage& m) { m.timestamp.clear(); });
        row("no signature", P::MissingHeader, [](SignedMessage& m) { m.signature.clear(); });
        row("id with a dot", P::BadId, [](SignedMessage& m) { m.id = "msg.1614265330"; });
        row("id with a line end", P::BadId, [](SignedMessage& m) { m.id += "\n"; });
        row("other id", P::WrongSignature, [](SignedMessage& m) { m.id += "x"; });
        for (const char* text : {"x", "1614265330.0", "-1614265330", "+1614265330", " 1614265330",
                                 "99999999999999999999", "0x10"})
            row(qPrintable("timestamp "s.append(text).c_str()), P::BadTimestamp,
                [text](SignedMessage& m) { m.timestamp = text; });
        row("other second", P::WrongSignature,
            [](SignedMessage& m) { m.timestamp = "1614265331"; });
        row("leading zero", P::WrongSignature,
            [](SignedMessage& m) { m.timestamp = "01614265330"; });
        row("old", P::TooOld, [](SignedMessage& m) { m.now += kWebhookTolerance + 1ms; });
        row("from the future", P::TooNew,
            [](SignedMessage& m) { m.now -= kWebhookTolerance + 1ms; });
        row("a byte more", P::WrongSignature, [](SignedMessage& m) { m.body += " "; });
        row("a byte less", P::WrongSignature, [](SignedMessage& m) { m.body.pop_back(); });
        row("empty body", P::WrongSignature, [](SignedMessage& m) { m.body.clear(); });
        row("no scheme", P::WrongSignature, [](SignedMessage& m) { m.signature.erase(0, 3); });
        row("other scheme", P::WrongSignature, [](SignedMessage& m) { m.signature[1] = '2'; });
        row("no padding", P::WrongSignature, [](SignedMessage& m) { m.signature.pop_back(); });
        row("half of it", P::WrongSignature, [](SignedMessage& m) { m.signature.resize(20); });
        row("divided by a comma", P::WrongSignature,
            [](SignedMessage& m) { m.signature = "v1,AAAA," + m.signature; });
        row("only blanks", P::WrongSignature, [](SignedMessage& m) { m.signature = "   "; });
    }
    void message_withAnythingChanged_isRefused() {
        QFETCH(SignedMessage, message);
        QFETCH(int, problem);
        const auto found = verify(message);
        QVERIFY(found.has_value());
        QCOMPARE(static_cast<int>(*found), problem);
        QVERIFY(!toString(*found).empty());
    }

    void signature_withAnyBitChanged_isRefused() {
        const std::string digits(kSignature);
        for (std::size_t i = 0; i < digits.size(); ++i)
            for (const int bit : {0, 1, 2, 3, 4, 5, 6}) {
                SignedMessage message;
                message.signature[i] = static_cast<char>(digits[i] ^ (1 << bit));
                QVERIFY2(verify(message).has_value(), message.signature.c_str());
            }
    }

    void secrets_duringARotation_areBothTried() {
        const std::string other = "whsec_" + detail::encodeBase64(std::string(32, 'x'));
        QCOMPARE(verify({}, {other, kSecret}), Problem());
        QCOMPARE(verify({}, {kSecret, other}), Problem());
        QCOMPARE(verify({}, {other}), Problem(WebhookProblem::WrongSignature));
        QCOMPARE(verify({}, {}), Problem(WebhookProblem::WrongSignature));
    }

    void secret_thatCannotBeOne_isRefusedUnseen_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QString::fromStdString(text);
        };
        row("empty", "");
        row("prefix alone", "whsec_");
        row("too short", "whsec_" + detail::encodeBase64(std::string(15, 'x')));
        row("too long", "whsec_" + detail::encodeBase64(std::string(129, 'x')));
        row("no base64", "whsec_" + std::string(32, '*'));
        row("URL alphabet", "whsec_" + std::string(32, '_'));
        row("bits left over", "whsec_" + std::string(33, 'B'));
        row("line end", std::string(kSecret) + "\n");
        row("padding in the middle", "whsec_MfKQ9r8GKYqr==TwjUPD8ILPZIo2LaLSw");
    }
    void secret_thatCannotBeOne_isRefusedUnseen() {
        QFETCH(QString, text);
        const auto secret = WebhookSecret::parse(text.toStdString());
        QVERIFY(!secret.has_value());
        QVERIFY(secret.error().is(ErrorCode::InvalidArgument));
        QVERIFY(text.size() < 10 ||
                secret.error().message.find(text.toStdString()) == std::string::npos);
    }

    void secret_copiedAndMoved_signsAsBefore() {
        auto first = *WebhookSecret::parse(kSecret);
        WebhookSecret copy = first;
        const WebhookSecret moved = std::move(first);
        first = copy;
        copy = *WebhookSecret::parse("whsec_" + detail::encodeBase64(std::string(24, 'y')));
        for (const WebhookSecret* secret : std::array<const WebhookSecret*, 2>{&first, &moved})
            QCOMPARE(secret->sign(kId, kTimestamp, kBody), std::string(kSignature));
        QVERIFY(copy.sign(kId, kTimestamp, kBody) != kSignature);
    }

    void base64_ofEveryLength_comesBack() {
        std::string bytes;
        for (int length = 0; length < 70; ++length) {
            const std::string text = detail::encodeBase64(bytes);
            QCOMPARE(text.size() % 4, 0U);
            QCOMPARE(detail::decodeBase64(text), std::optional(bytes));
            QCOMPARE(detail::decodeBase64(text.substr(0, text.find('='))), std::optional(bytes));
            bytes += static_cast<char>(length * 37);
        }
        for (const char* wrong : {"A", "AAAAA", "AB==", "AA=", "AA===", "=AAA", "AA==AA", "A A="})
            QVERIFY2(!detail::decodeBase64(wrong), wrong);
    }
};

LEADSHEET_TEST(tst_webhook_signature, WebhookSignatureTest);
#include "tst_webhook_signature.moc"
