// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "failure.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/work/cause.hpp"

#include <QtTest>

using namespace leadsheet;
using work::Cause;

class CauseTest : public QObject {
    Q_OBJECT

private slots:
    void error_isTheSameCauseForBothPrograms_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("rawCode");
        QTest::addColumn<int>("cause");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, ErrorCode code, int status, const char* rawCode,
                            Cause cause, const char* said) {
            QTest::newRow(name) << static_cast<int>(code) << status << QString(rawCode)
                                << static_cast<int>(cause) << QString(said);
        };
        row("revoked", ErrorCode::RevokedApiKey, 401, "revoked_api_key", Cause::RevokedKey,
            "The key was revoked.");
        row("no credit", ErrorCode::InsufficientCredit, 402, "insufficient_credit", Cause::NoCredit,
            "The balance does not cover it.");
        row("budget", ErrorCode::RateLimited, 429, "rate_limited", Cause::RateLimit,
            "The key's request budget is used up.");
        row("not ours", ErrorCode::Unknown, 404, "", Cause::ForeignServer,
            "answered, but it is not a Leadsheet server");
        row("proxy's page", ErrorCode::Unknown, 502, "", Cause::ServerFault,
            "has an internal error");
        row("slow", ErrorCode::ClientTimeout, 0, "", Cause::Timeout, "did not answer in time.");
        row("large", ErrorCode::ResponseTooLarge, 200, "", Cause::TooLarge,
            "sent more than any answer contains.");
        row("refused", ErrorCode::Unknown, 418, "teapot", Cause::Refused, "refused the request");
        row("gone", ErrorCode::NetworkError, 0, "", Cause::Unreachable, "cannot be reached.");
    }

    void error_isTheSameCauseForBothPrograms() {
        QFETCH(int, code);
        QFETCH(int, status);
        QFETCH(QString, rawCode);
        QFETCH(int, cause);
        QFETCH(QString, said);
        Error error = localError(static_cast<ErrorCode>(code), "Details.");
        error.httpStatus = status;
        error.rawCode = rawCode.toStdString();
        QCOMPARE(static_cast<int>(work::causeOf(error)), cause);
        const cli::Failure failure =
            cli::explain(error, {"https://api.example.com", "work", false, false});
        const desktop::Trouble trouble = desktop::troubleOf(
            error, desktop::TroubleContext{QStringLiteral("https://api.example.com")});
        const QString words = QString::fromStdString(failure.what.english());
        QVERIFY2(words.contains(said), qPrintable(words));
        QVERIFY2(trouble.what.contains(said), qPrintable(trouble.what));
        QCOMPARE(failure.fix.empty(), trouble.fix.isEmpty());
        QCOMPARE(QString::fromStdString(failure.code), trouble.code);
    }

    void brokenConnection_isToldPlainly_withTheLibrarysWordsInTheSmallPrint() {
        const std::string cause = "Failure when receiving data from the peer";
        const Error error =
            localError(ErrorCode::NetworkError,
                       {messages::service::connectionBroke(), messages::service::causedBy(cause)});
        QCOMPARE(static_cast<int>(work::causeOf(error)), static_cast<int>(Cause::Broken));
        const cli::Failure failure =
            cli::explain(error, {"https://api.example.com", "work", false, false});
        QCOMPARE(failure.what.english(),
                 "The connection broke before the answer was complete. (" + cause + ")");
        QVERIFY(!failure.fix.empty());
        const desktop::Trouble trouble = desktop::troubleOf(
            error,
            desktop::TroubleContext{QStringLiteral("https://api.example.com"), false, true, false});
        QCOMPARE(
            desktop::sentence(trouble),
            QStringLiteral("The connection to https://api.example.com broke before the "
                           "answer was complete. No order was sent and nothing was spent. Check "
                           "the network, then try again. (network_error: Failure when "
                           "receiving data from the peer)"));
    }
};

LEADSHEET_TEST(tst_cause, CauseTest);
#include "tst_cause.moc"
