// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/testing/seeded_rng.hpp"
#include "test_main.hpp"
#include "verdict.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::detail;

namespace {

SendResult refusal(int status, ErrorCode code) {
    SendResult sent{{}, failure(localError(code, "no"))};
    sent.attempt.status = status;
    sent.attempt.code = code;
    sent.attempt.progress = Progress::AnswerCut;
    sent.result.error().httpStatus = status;
    return sent;
}

} // namespace

Q_DECLARE_METATYPE(leadsheet::ErrorCode)
Q_DECLARE_METATYPE(leadsheet::submit::RowState)
Q_DECLARE_METATYPE(leadsheet::submit::PauseReason)

class VerdictTest : public QObject {
    Q_OBJECT

private:
    Verdict judged(const SendResult& sent, RowState before = RowState::Queued,
                   std::int64_t attempts = 1) {
        SentRow row;
        row.ordinal = 7;
        row.attempts = attempts;
        row.quoted = 2000;
        row.before = before;
        row.mayHavePlaced = before == RowState::Unknown;
        return judge(row, sent, "USD", now_, rng_, budget_);
    }

    Moment now_{SteadyTime(std::chrono::hours(5)), WallTime(std::chrono::hours(500'000))};
    leadsheet::testing::SeededRng rng_;
    RetryBudget budget_;

private slots:
    void judge_refusal_givesStateAndPause_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<RowState>("fresh");
        QTest::addColumn<RowState>("afterUnknown");
        QTest::addColumn<PauseReason>("pause");
        const auto row = [](int status, ErrorCode code, RowState fresh, RowState afterUnknown,
                            PauseReason pause = PauseReason::None) {
            const std::string name(contract::info(code).name);
            QTest::newRow(name.c_str()) << status << code << fresh << afterUnknown << pause;
        };
        using S = RowState;
        row(400, ErrorCode::MalformedJson, S::Refused, S::Unknown);
        row(401, ErrorCode::InvalidApiKey, S::Queued, S::Unknown, PauseReason::KeyRejected);
        row(403, ErrorCode::MissingScope, S::Queued, S::Unknown, PauseReason::KeyRejected);
        row(403, ErrorCode::AccountSuspended, S::Queued, S::Unknown, PauseReason::AccountSuspended);
        row(402, ErrorCode::InsufficientCredit, S::Queued, S::Queued, PauseReason::NoCredit);
        row(402, ErrorCode::SpendCapReached, S::Queued, S::Queued, PauseReason::ServerSpendCap);
        row(404, ErrorCode::NotFound, S::Queued, S::Queued);
        row(404, ErrorCode::RouteNotFound, S::Refused, S::Unknown);
        row(409, ErrorCode::IdempotencyInProgress, S::Unknown, S::Unknown);
        row(409, ErrorCode::QuoteExpired, S::Queued, S::Queued);
        row(409, ErrorCode::PriceChanged, S::Queued, S::Queued);
        row(413, ErrorCode::PayloadTooLarge, S::Refused, S::Unknown);
        row(422, ErrorCode::ValidationFailed, S::Refused, S::Refused);
        row(422, ErrorCode::UnsupportedProduct, S::Refused, S::Refused);
        row(422, ErrorCode::IdempotencyKeyReused, S::Sending, S::Sending);
        row(429, ErrorCode::RateLimited, S::WillRetry, S::Unknown);
        row(500, ErrorCode::InternalError, S::Unknown, S::Unknown);
        row(503, ErrorCode::Unavailable, S::WillRetry, S::Unknown);
    }
    void judge_refusal_givesStateAndPause() {
        QFETCH(int, status);
        QFETCH(ErrorCode, code);
        QFETCH(RowState, fresh);
        QFETCH(RowState, afterUnknown);
        QFETCH(PauseReason, pause);
        const Verdict first = judged(refusal(status, code));
        QCOMPARE(first.state, fresh);
        QCOMPARE(first.pause, pause);
        QCOMPARE(judged(refusal(status, code), RowState::Unknown, 2).state, afterUnknown);
    }

    void judge_anyRefusal_neverCallsALostAnswerRefused() {
        SendResult lost = refusal(0, ErrorCode::ClientTimeout);
        lost.attempt.problem = TransportProblem::Timeout;
        lost.attempt.progress = Progress::MaybeSent;
        const Verdict verdict = judged(lost);
        QCOMPARE(verdict.state, RowState::Unknown);
        QVERIFY(!verdict.outcomeKnown);
        QVERIFY(verdict.waitUntil > now_.wall);
    }

    void judge_replayThatNoEarlierSendExplains_isAlreadyOrdered() {
        SendResult sent{{}, PlacedOrder{}};
        sent.attempt.status = 201;
        sent.result->orderNumber = "LS-1";
        sent.result->held = 1500;
        sent.result->replayed = true;
        QCOMPARE(judged(sent).state, RowState::AlreadyOrdered);
        QCOMPARE(judged(sent).pause, PauseReason::None);
        sent.result->held = 2000;
        QCOMPARE(judged(sent, RowState::Unknown, 2).state, RowState::Placed);
        // The earlier sends are known to have placed nothing.
        QCOMPARE(judged(sent, RowState::WillRetry, 2).state, RowState::AlreadyOrdered);
        QCOMPARE(judged(sent, RowState::Queued, 2).state, RowState::AlreadyOrdered);
    }

    void judge_otherCharge_pauses_data() {
        QTest::addColumn<int>("held");
        QTest::addColumn<QString>("currency");
        QTest::addColumn<bool>("pauses");
        QTest::newRow("as quoted") << 2000 << "USD" << false;
        QTest::newRow("more") << 2001 << "USD" << true;
        QTest::newRow("less") << 1999 << "USD" << true;
        QTest::newRow("other currency") << 2000 << "EUR" << true;
    }
    void judge_otherCharge_pauses() {
        QFETCH(int, held);
        QFETCH(QString, currency);
        QFETCH(bool, pauses);
        SendResult sent{{}, PlacedOrder{}};
        sent.attempt.status = 201;
        sent.result->held = held;
        sent.result->currency = currency.toStdString();
        const Verdict verdict = judged(sent);
        QCOMPARE(verdict.state, RowState::Placed);
        QCOMPARE(verdict.price.value(), held);
        QCOMPARE(verdict.pause == PauseReason::HeldOtherThanQuoted, pauses);
    }

    void judge_retryAfter_isNeverShortened() {
        for (int i = 0; i < 200; ++i) {
            SendResult limited = refusal(429, ErrorCode::RateLimited);
            limited.attempt.retryAfter = std::chrono::hours(2);
            const Verdict verdict = judged(limited);
            QVERIFY(verdict.waitUntil >= now_.wall + std::chrono::hours(2));
            QVERIFY(verdict.waitUntil <= now_.wall + std::chrono::minutes(133));
        }
    }

    void withQuote_anyId_isJson() {
        QCOMPARE(withQuote("{\"a\":1}", "qt_1", ""), std::string("{\"a\":1,\"quoteId\":\"qt_1\"}"));
        QCOMPARE(withQuote("{\"a\":1}", "q\"\\", ""),
                 std::string("{\"a\":1,\"quoteId\":\"q\\\"\\\\\"}"));
    }
};

LEADSHEET_TEST(tst_verdict, VerdictTest);
#include "tst_verdict.moc"
