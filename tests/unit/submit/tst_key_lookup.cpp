// SPDX-License-Identifier: Apache-2.0
// What keys have bought, asked for in one call, and one by one where a price would be refused.
#include "fake_service.hpp"
#include "key_lookup.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <set>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::detail;
using leadsheet::submit::test::serverError;

namespace {

using Prices = Result<std::vector<QuoteAnswer>>;

std::vector<QuoteAsk> asksOf(int count) {
    std::vector<QuoteAsk> asks;
    for (int i = 0; i < count; ++i)
        asks.push_back({"{}", *IdempotencyKey::parse("key-" + std::to_string(i))});
    return asks;
}

Prices noPrices(const std::vector<QuoteAsk>&) {
    return std::vector<QuoteAnswer>{};
}

/// How many of seven orders are asked for one by one, where those at these places cannot be found.
int findsWhere(const std::set<std::size_t>& failing, const Error& error) {
    std::vector<bool> refused(7, true);
    int finds = 0;
    const auto found = ordersUnder(asksOf(7), refused, noPrices, [&](std::size_t place) {
        ++finds;
        return failing.contains(place) ? FoundOrder(failure(error)) : FoundOrder(std::nullopt);
    });
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool isAsked = i < static_cast<std::size_t>(finds);
        if (found[i].has_value() != (isAsked && !failing.contains(i)))
            qFatal("what is known of an order does not fit what was asked");
    }
    return finds;
}

} // namespace

class KeyLookupTest : public QObject {
    Q_OBJECT

private slots:
    void find_thatFails_endsTheCallsUnlessItIsOfOneOrder_data() {
        QTest::addColumn<int>("status"); // 0 = no answer
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<bool>("ends");
        const auto row = [](int status, ErrorCode code, bool ends) {
            const std::string name =
                std::to_string(status) + " " + std::string(contract::info(code).name);
            QTest::newRow(name.c_str()) << status << code << ends;
        };
        row(0, ErrorCode::NetworkError, true);
        row(401, ErrorCode::RevokedApiKey, true);
        row(403, ErrorCode::MissingScope, true);
        row(403, ErrorCode::UpstreamError, true);
        row(404, ErrorCode::NotFound, false);
        row(408, ErrorCode::RequestTimeout, true);
        row(429, ErrorCode::RateLimited, true);
        row(500, ErrorCode::InternalError, false);
        row(502, ErrorCode::UpstreamError, true);
        row(503, ErrorCode::Unavailable, true);
        row(504, ErrorCode::Timeout, true);
    }
    void find_thatFails_endsTheCallsUnlessItIsOfOneOrder() {
        QFETCH(int, status);
        QFETCH(ErrorCode, code);
        QFETCH(bool, ends);
        QCOMPARE(findsWhere({1}, serverError(status, code, "No.")), ends ? 2 : 7);
    }

    void find_thatFailsForFiveInARow_endsTheCalls() {
        const Error error = serverError(500, ErrorCode::InternalError, "No.");
        QCOMPARE(findsWhere({0, 1, 2, 3, 4, 5, 6}, error), 5);
        QCOMPARE(findsWhere({1, 2, 3, 4, 5, 6}, error), 6);
        QCOMPARE(findsWhere({0, 1, 2, 3, 5, 6}, error), 7);
    }

    void prices_thatFail_areWhatIsKnownOfEach() {
        std::vector<bool> refused{false, true};
        const auto found = ordersUnder(
            asksOf(2), refused,
            [](const auto&) {
                return Prices(failure(serverError(500, ErrorCode::InternalError, "No.")));
            },
            [](std::size_t) -> FoundOrder { qFatal("an order is asked for"); });
        QCOMPARE(found.size(), std::size_t{2});
        for (const FoundOrder& one : found)
            QCOMPARE(one.error().httpStatus, 500);
        QCOMPARE(refused, (std::vector<bool>{false, true}));
    }

    void prices_ofAnotherNumber_areAnError() {
        std::vector<bool> refused(2, false);
        const auto found = ordersUnder(
            asksOf(2), refused, [](const auto&) { return Prices(std::vector<QuoteAnswer>(1)); },
            [](std::size_t) -> FoundOrder { qFatal("an order is asked for"); });
        for (const FoundOrder& one : found)
            QVERIFY(one.error().is(ErrorCode::InvalidResponse));
    }

    void prices_thatAreRefused_areAskedForOneByOne() {
        std::vector<bool> refused{true, false, false};
        std::vector<std::string> priced;
        const auto found = ordersUnder(
            asksOf(3), refused,
            [&](const std::vector<QuoteAsk>& asks) {
                std::vector<QuoteAnswer> answers(asks.size());
                for (const QuoteAsk& ask : asks)
                    priced.push_back(ask.key.str());
                answers[0].existing = PlacedOrder{.orderNumber = "LS-PRICED"};
                answers[1].refusal = serverError(422, ErrorCode::ValidationFailed, "No.");
                return Prices(answers);
            },
            [](std::size_t place) {
                return FoundOrder(PlacedOrder{.orderNumber = "LS-" + std::to_string(place)});
            });
        QCOMPARE(priced, (std::vector<std::string>{"key-1", "key-2"}));
        QCOMPARE(refused, (std::vector<bool>{true, false, true}));
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(found[0].value()->orderNumber, std::string("LS-0"));
        QCOMPARE(found[1].value()->orderNumber, std::string("LS-PRICED"));
        QCOMPARE(found[2].value()->orderNumber, std::string("LS-2"));
    }
};

LEADSHEET_TEST(tst_key_lookup, KeyLookupTest);
#include "tst_key_lookup.moc"
