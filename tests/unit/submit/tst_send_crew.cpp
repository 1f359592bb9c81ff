// SPDX-License-Identifier: Apache-2.0
#include "fake_service.hpp"
#include "send_crew.hpp"
#include "test_main.hpp"

#include "leadsheet/submit/row_identity.hpp"

#include <QtTest>

#include <future>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;
using detail::SendCrew;
using detail::SentRow;

namespace {

constexpr int kPatienceMs = 60'000;

std::vector<SentRow> rowsToSend(int count) {
    std::vector<SentRow> rows;
    for (int i = 0; i < count; ++i) {
        SentRow row;
        row.ordinal = i;
        row.key = "key-of-row-" + std::to_string(i);
        row.body = "{}";
        rows.push_back(std::move(row));
    }
    return rows;
}

bool refused(const SentRow& /*row*/, const SendResult& sent) {
    return !sent.result;
}

} // namespace

/// What the crew does by itself, while the run has not come to look yet.
class SendCrewTest : public QObject {
    Q_OBJECT

private slots:
    void doubtfulAnswer_nobodyLooks_holdsTheStagedRowsBack() {
        constexpr int kThreads = 4;
        FakeService service(std::make_shared<testing::FakeClock>());
        service.faults = [](int, const std::string&) {
            return Fault::TlsFailure;
        };
        SendCrew crew(service, kThreads, refused, {});
        crew.stage(rowsToSend(32));
        QTRY_VERIFY_WITH_TIMEOUT(service.creates() > 0 && crew.inFlight() == 0, kPatienceMs);
        QVERIFY(service.creates() <= kThreads);
        QCOMPARE(crew.staged(), static_cast<std::size_t>(32 - service.creates()));
        QCOMPARE(crew.collect().size(), static_cast<std::size_t>(service.creates()));
        QCOMPARE(crew.unstage().size(), static_cast<std::size_t>(32 - service.creates()));
    }

    void release_afterTheAnswerWasCollected_letsTheRestGo() {
        FakeService service(std::make_shared<testing::FakeClock>());
        service.faults = [](int call, const std::string&) {
            return call % 3 == 0 ? Fault::Invalid : Fault::RateLimited;
        };
        SendCrew crew(service, 1,
                      [](const SentRow&, const SendResult& sent) {
                          return sent.result.error().is(ErrorCode::ValidationFailed);
                      },
                      {});
        crew.stage(rowsToSend(7));
        // Calls 0, 3 and 6 are in doubt; those between are not.
        for (const int sent : {1, 4, 7}) {
            QTRY_VERIFY_WITH_TIMEOUT(service.creates() == sent && crew.inFlight() == 0,
                                     kPatienceMs);
            QCOMPARE(crew.staged(), static_cast<std::size_t>(7 - sent));
            crew.release(); // of nothing: the answer was not collected
            QCOMPARE(crew.collect().size(), static_cast<std::size_t>(sent == 1 ? 1 : 3));
            crew.release();
        }
    }

    void release_whileAnotherDoubtCameIn_keepsHolding() {
        FakeService service(std::make_shared<testing::FakeClock>());
        service.faults = [](int, const std::string&) {
            return Fault::TlsFailure;
        };
        std::promise<void> second;
        service.onCreate = [held = second.get_future().share()](int call) {
            if (call == 1)
                held.wait();
        };
        SendCrew crew(service, 2, refused, {});
        crew.stage(rowsToSend(1));
        QTRY_VERIFY_WITH_TIMEOUT(service.creates() == 1 && crew.inFlight() == 0, kPatienceMs);
        QCOMPARE(crew.collect().size(), std::size_t{1});
        crew.release();
        // One is held in its call, the other one's answer is in doubt.
        crew.stage(rowsToSend(10));
        QTRY_VERIFY_WITH_TIMEOUT(service.creates() == 3 && crew.inFlight() == 1, kPatienceMs);
        QCOMPARE(crew.collect().size(), std::size_t{1});
        second.set_value();
        QTRY_COMPARE_WITH_TIMEOUT(crew.inFlight(), std::size_t{0}, kPatienceMs);
        crew.release();
        QCOMPARE(crew.collect().size(), std::size_t{1});
        QCOMPARE(service.creates(), 3);
        QCOMPARE(crew.unstage().size(), std::size_t{8});
    }

    void stage_rowsSentAgain_goBeforeRowsStagedEarlier() {
        FakeService service(std::make_shared<testing::FakeClock>());
        SendCrew crew(service, 0, refused, {}); // nobody takes a row
        std::vector<SentRow> rows = rowsToSend(5);
        rows[2].before = RowState::Unknown;
        rows[3].before = RowState::WillRetry;
        crew.stage({rows[0], rows[1]});
        crew.stage({rows[2], rows[3], rows[4]});
        std::vector<std::int64_t> order;
        for (const SentRow& row : crew.unstage())
            order.push_back(row.ordinal);
        QCOMPARE(order, (std::vector<std::int64_t>{2, 3, 0, 1, 4}));
    }
};

LEADSHEET_TEST(tst_send_crew, SendCrewTest);
#include "tst_send_crew.moc"
