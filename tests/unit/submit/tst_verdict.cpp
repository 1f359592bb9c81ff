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
        QCOMPARE(verdict.message.text, verdict.pauseDetail.text);
        QCOMPARE(verdict.pauseDetail.text.find("$20.00") != std::string::npos, pauses);
        const std::string amount = currency == "EUR" ? "20.00 EUR"
                                   : held > 2000     ? "$20.01"
                                                     : "$19.99";
        QCOMPARE(verdict.pauseDetail.text.find(amount) != std::string::npos, pauses);
    }

    void judge_limit_isToldOrNot_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<int>("retryAfter"); // ms, -1 = not said
        QTest::addColumn<bool>("limited");
        QTest::addColumn<bool>("untold");
        QTest::addColumn<bool>("serverFailed");
        QTest::newRow("told") << 429 << ErrorCode::RateLimited << 1 << true << false << false;
        QTest::newRow("none") << 429 << ErrorCode::RateLimited << 0 << false << true << true;
        QTest::newRow("not told") << 429 << ErrorCode::RateLimited << -1 << false << true << true;
        QTest::newRow("down") << 503 << ErrorCode::Unavailable << 500 << false << false << true;
        QTest::newRow("in progress")
            << 409 << ErrorCode::IdempotencyInProgress << 500 << false << false << false;
    }
    void judge_limit_isToldOrNot() {
        QFETCH(int, status);
        QFETCH(ErrorCode, code);
        QFETCH(int, retryAfter);
        QFETCH(bool, limited);
        QFETCH(bool, untold);
        QFETCH(bool, serverFailed);
        SendResult sent = refusal(status, code);
        sent.result.error().requestId = "req-3";
        if (retryAfter >= 0)
            sent.result.error().retryAfter = std::chrono::milliseconds(retryAfter);
        const Verdict verdict = judged(sent);
        QCOMPARE(verdict.limited, limited);
        QCOMPARE(verdict.limitUntold, untold);
        QCOMPARE(verdict.serverFailed, serverFailed);
        QCOMPARE(verdict.httpStatus, status);
        QCOMPARE(verdict.code, std::string(contract::info(code).name));
        QCOMPARE(verdict.requestId, std::string("req-3"));
        QVERIFY(!verdict.message.text.empty());
    }

    void judge_refusal_saysWhatComesNext_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<int>("next");
        QTest::addColumn<bool>("quotesExpired");
        using N = Verdict::Next;
        const auto row = [](ErrorCode code, N next, bool expired) {
            const std::string name(contract::info(code).name);
            QTest::newRow(name.c_str()) << code << static_cast<int>(next) << expired;
        };
        row(ErrorCode::QuoteExpired, N::Requote, true);
        row(ErrorCode::NotFound, N::Requote, true);
        row(ErrorCode::PriceChanged, N::Requote, false);
        row(ErrorCode::EquivalentOrder, N::Weigh, false);
        row(ErrorCode::IdempotencyKeyReused, N::LookUp, false);
        row(ErrorCode::ValidationFailed, N::Nothing, false);
    }
    void judge_refusal_saysWhatComesNext() {
        QFETCH(ErrorCode, code);
        QFETCH(int, next);
        QFETCH(bool, quotesExpired);
        SendResult sent = refusal(409, code);
        sent.result.error().equivalents.more = 3;
        const Verdict verdict = judged(sent);
        QCOMPARE(static_cast<int>(verdict.next), next);
        QCOMPARE(verdict.quotesExpired, quotesExpired);
        QCOMPARE(verdict.equivalents.more, code == ErrorCode::EquivalentOrder ? 3 : 0);
        QVERIFY(verdict.outcomeKnown);
        QCOMPARE(verdict.pause, PauseReason::None);
    }

    void judge_accountTrouble_keepsTheRowAsItIs() {
        const SendResult sent = refusal(403, ErrorCode::AccountSuspended);
        QVERIFY(judged(sent).outcomeKnown);
        QVERIFY(!judged(sent, RowState::Unknown, 2).outcomeKnown);
        QVERIFY(!judged(sent).serverFailed);
        QCOMPARE(judged(sent).pauseDetail.text, std::string("no"));
        const SendResult moved = refusal(302, ErrorCode::Unknown);
        QCOMPARE(judged(moved).pauseDetail.text, std::string("no"));
    }

    void judge_cancelled_keepsTheRowForLater() {
        SendResult sent = refusal(0, ErrorCode::Cancelled);
        sent.attempt.problem = TransportProblem::Cancelled;
        sent.attempt.progress = Progress::NothingSent;
        QCOMPARE(judged(sent).state, RowState::Queued);
        QCOMPARE(judged(sent).pause, PauseReason::None);
        QVERIFY(!judged(sent).serverFailed);
        QCOMPARE(judged(sent, RowState::Unknown, 2).state, RowState::Unknown);
    }

    void judge_refusalBehindALostAnswer_isAskedAgainSoonerAtFirst() {
        const SendResult sent = refusal(404, ErrorCode::RouteNotFound);
        const auto longest = [&](std::int64_t attempts) {
            WallTime most{};
            for (int i = 0; i < 50; ++i)
                most = std::max(most, judged(sent, RowState::Unknown, attempts).waitUntil);
            return most - now_.wall;
        };
        QVERIFY(judged(sent, RowState::Unknown, 2).serverFailed);
        QVERIFY(!judged(sent, RowState::Unknown, 2).outcomeKnown);
        QVERIFY(longest(2) > std::chrono::milliseconds(100));
        QVERIFY(longest(2) <= std::chrono::milliseconds(200));
        QVERIFY(longest(1'000'000) > std::chrono::seconds(15));
        QVERIFY(longest(1'000'000) <= std::chrono::seconds(30));
    }

    void judge_orderAfterRetries_givesBackWhatTheyTook_data() {
        QTest::addColumn<int>("attempts");
        QTest::addColumn<int>("back");
        QTest::newRow("at once") << 1 << RetryBudget::kCleanSuccess;
        QTest::newRow("at the second") << 2 << RetryBudget::kCost;
        QTest::newRow("at the fourth") << 4 << 3 * RetryBudget::kCost;
        QTest::newRow("at a late one") << 2'000'000'000 << 90;
    }
    void judge_orderAfterRetries_givesBackWhatTheyTook() {
        QFETCH(int, attempts);
        QFETCH(int, back);
        budget_.giveBack(RetryBudget::kCapacity);
        QVERIFY(budget_.tryTake(90));
        const int before = budget_.available();
        SendResult sent{{}, PlacedOrder{}};
        sent.attempt.status = 201;
        sent.result->orderNumber = "LS-1";
        QCOMPARE(judged(sent, RowState::WillRetry, attempts).orderNumber, std::string("LS-1"));
        QCOMPARE(budget_.available() - before, back);
        budget_.giveBack(RetryBudget::kCapacity);
    }

    void judge_waitOfManyDays_isKept() {
        SendResult limited = refusal(429, ErrorCode::RateLimited);
        limited.attempt.retryAfter = std::chrono::hours(24 * 360);
        const Verdict verdict = judged(limited);
        QCOMPARE(verdict.state, RowState::WillRetry);
        QVERIFY(verdict.waitUntil >= now_.wall + std::chrono::hours(24 * 360));
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

    void judge_orderThatEnded_costsWhatWasCharged() {
        SendResult sent{{}, PlacedOrder{}};
        sent.attempt.status = 201;
        sent.result->held = 1500; // no news: it ended since
        sent.result->ended = true;
        sent.result->status = "failed";
        sent.result->charged = 700;
        sent.result->createdAt = now_.wall;
        sent.result->requestId = "req-9";
        const Verdict verdict = judged(sent);
        QCOMPARE(verdict.state, RowState::Ended);
        QCOMPARE(verdict.orderStatus, std::string("failed"));
        QCOMPARE(verdict.price, std::optional<std::int64_t>(700));
        QCOMPARE(verdict.pause, PauseReason::None);
        QCOMPARE(verdict.httpStatus, 201);
        QCOMPARE(verdict.requestId, std::string("req-9"));
        QVERIFY(verdict.orderedAt == now_.wall);
        sent.result->charged.reset();
        QVERIFY(!judged(sent).price);
    }

    void judge_orderWithoutAnAmount_isAsQuoted() {
        SendResult sent{{}, PlacedOrder{}};
        sent.attempt.status = 201;
        const Verdict verdict = judged(sent);
        QCOMPARE(verdict.price, std::optional<std::int64_t>(2000));
        QCOMPARE(verdict.pause, PauseReason::None);
        QVERIFY(!isDoubtful({}, sent, "USD"));
        sent.result->held = 1;
        QVERIFY(isDoubtful({}, sent, "USD"));
        QVERIFY(isDoubtful({}, refusal(500, ErrorCode::InternalError), "USD"));
    }

    void judge_connectionThatIsToBlame_isNotTheRows_data() {
        QTest::addColumn<int>("problem"); // -1 = none
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("pauses");
        const auto of = [](TransportProblem problem) {
            return static_cast<int>(problem);
        };
        QTest::newRow("TLS") << of(TransportProblem::Tls) << 0 << true;
        QTest::newRow("no memory") << of(TransportProblem::Internal) << 0 << true;
        QTest::newRow("redirected") << -1 << 302 << true;
        QTest::newRow("no request at all") << of(TransportProblem::InvalidRequest) << 0 << false;
        QTest::newRow("refused") << -1 << 400 << false;
    }
    void judge_connectionThatIsToBlame_isNotTheRows() {
        QFETCH(int, problem);
        QFETCH(int, status);
        QFETCH(bool, pauses);
        SendResult sent = refusal(status, ErrorCode::MalformedJson);
        sent.attempt.progress = Progress::NothingSent;
        if (problem >= 0)
            sent.attempt.problem = static_cast<TransportProblem>(problem);
        const Verdict verdict = judged(sent);
        QCOMPARE(verdict.pause, pauses ? PauseReason::ServerUnreachable : PauseReason::None);
        QCOMPARE(verdict.state, pauses ? RowState::Queued : RowState::Refused);
        QCOMPARE(verdict.serverFailed, pauses);
    }

    void judge_fieldsOfARefusal_areSaid() {
        SendResult sent = refusal(422, ErrorCode::ValidationFailed);
        sent.result.error().fields.push_back({"/leadCount", "out_of_range", "At most 5."});
        QVERIFY(judged(sent).message.text.ends_with(" /leadCount: At most 5."));
    }

    void accountProblem_isOfKeyOrMoney_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<PauseReason>("reason");
        const auto row = [](const char* name, int status, ErrorCode code, PauseReason reason) {
            QTest::newRow(name) << status << code << reason;
        };
        using P = PauseReason;
        row("401", 401, ErrorCode::Unknown, P::KeyRejected);
        row("no key", 0, ErrorCode::MissingApiKey, P::KeyRejected);
        row("bad key", 400, ErrorCode::InvalidApiKey, P::KeyRejected);
        row("expired", 403, ErrorCode::ExpiredApiKey, P::KeyRejected);
        row("revoked", 403, ErrorCode::RevokedApiKey, P::KeyRejected);
        row("type", 403, ErrorCode::WrongKeyType, P::KeyRejected);
        row("402 of another code", 402, ErrorCode::Unknown, P::NoCredit);
        row("no credit", 400, ErrorCode::InsufficientCredit, P::NoCredit);
        row("403", 403, ErrorCode::Unknown, P::None);
        row("400", 400, ErrorCode::MalformedJson, P::None);
    }
    void accountProblem_isOfKeyOrMoney() {
        QFETCH(int, status);
        QFETCH(ErrorCode, code);
        QFETCH(PauseReason, reason);
        Error error = localError(code, "no");
        error.httpStatus = status;
        QCOMPARE(accountProblem(error), reason);
    }

    void judgeLookUp_failing_isTriedAgain_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<int>("retryAfter"); // s, 0 = not said
        QTest::addColumn<PauseReason>("pause");
        QTest::addColumn<bool>("serverFailed");
        using P = PauseReason;
        QTest::newRow("down") << 503 << ErrorCode::Unavailable << 0 << P::None << true;
        QTest::newRow("down, time said") << 503 << ErrorCode::Unavailable << 900 << P::None << true;
        QTest::newRow("limited") << 429 << ErrorCode::RateLimited << 900 << P::None << false;
        QTest::newRow("limited, no time") << 429 << ErrorCode::RateLimited << 0 << P::None << true;
        QTest::newRow("key") << 401 << ErrorCode::RevokedApiKey << 0 << P::KeyRejected << false;
        QTest::newRow("cancelled") << 0 << ErrorCode::Cancelled << 0 << P::None << false;
    }
    void judgeLookUp_failing_isTriedAgain() {
        QFETCH(int, status);
        QFETCH(ErrorCode, code);
        QFETCH(int, retryAfter);
        QFETCH(PauseReason, pause);
        QFETCH(bool, serverFailed);
        Error error = localError(code, "no");
        error.httpStatus = status;
        if (retryAfter > 0)
            error.retryAfter = std::chrono::seconds(retryAfter);
        const Verdict verdict = judgeLookUp({}, failure(error), "USD", now_, rng_);
        QCOMPARE(verdict.state, RowState::Unknown);
        QVERIFY(!verdict.outcomeKnown);
        QVERIFY(verdict.waitUntil > now_.wall);
        QVERIFY(verdict.waitUntil >= now_.wall + std::chrono::seconds(retryAfter));
        QCOMPARE(verdict.pause, pause);
        QCOMPARE(verdict.serverFailed, serverFailed);
        QCOMPARE(verdict.pauseDetail.text, std::string("no"));
        QVERIFY(verdict.waitUntil < now_.wall + std::chrono::seconds(retryAfter + 30));
    }

    void judgeBought_orderOfTheKey_isTheRowsOnlyWhereItMayHavePlacedIt() {
        SentRow row;
        row.quoted = 2'000;
        row.product = "filters";
        row.leadCount = 100;
        PlacedOrder order;
        order.orderNumber = "LS-4";
        order.held = 2'000;
        order.product = "filters";
        order.leadCount = 300;
        Verdict verdict = judgeBought(row, order, "USD");
        QCOMPARE(verdict.state, RowState::AlreadyOrdered);
        QCOMPARE(verdict.httpStatus, 200);
        QCOMPARE(verdict.orderNumber, std::string("LS-4"));
        row.mayHavePlaced = true;
        QCOMPARE(judgeBought(row, order, "USD").state, RowState::Placed);
        row.byReference = true;
        verdict = judgeBought(row, order, "USD");
        QCOMPARE(verdict.state, RowState::Refused);
        QCOMPARE(verdict.httpStatus, 422);
        QCOMPARE(verdict.code, std::string("idempotency_key_reused"));
        QVERIFY(verdict.message.text.find("300 leads") != std::string::npos);
        order.leadCount = 100;
        QCOMPARE(judgeBought(row, order, "USD").state, RowState::Placed);
    }

    void judgeLookUp_noOrder_isRefused() {
        const Verdict verdict = judgeLookUp({}, std::optional<PlacedOrder>(), "USD", now_, rng_);
        QCOMPARE(verdict.state, RowState::Refused);
        QCOMPARE(verdict.code, std::string("idempotency_key_reused"));
        QCOMPARE(verdict.httpStatus, 422);
        QVERIFY(!verdict.message.text.empty());
    }

    void isSameOrder_withoutTheRequest_goesByProductAndCount_data() {
        QTest::addColumn<QString>("product");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("same");
        QTest::newRow("both") << "filters" << 100 << true;
        QTest::newRow("nothing told") << "" << 0 << true;
        QTest::newRow("product alone") << "filters" << 0 << true;
        QTest::newRow("count alone") << "" << 100 << true;
        QTest::newRow("another product") << "search_url" << 100 << false;
        QTest::newRow("another count") << "filters" << 101 << false;
    }
    void isSameOrder_withoutTheRequest_goesByProductAndCount() {
        QFETCH(QString, product);
        QFETCH(int, count);
        QFETCH(bool, same);
        PlacedOrder order;
        order.product = product.toStdString();
        order.leadCount = count;
        QCOMPARE(isSameOrder(order, "filters", 100, "{}"), same);
    }

    void withQuote_anyId_isJson() {
        QCOMPARE(withQuote("{\"a\":1}", "qt_1", ""), std::string("{\"a\":1,\"quoteId\":\"qt_1\"}"));
        QCOMPARE(withQuote("{\"a\":1}", "q\"\\", ""),
                 std::string("{\"a\":1,\"quoteId\":\"q\\\"\\\\\"}"));
    }
};

LEADSHEET_TEST(tst_verdict, VerdictTest);
#include "tst_verdict.moc"
