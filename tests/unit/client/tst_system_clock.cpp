// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/clock.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <cerrno>
#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace leadsheet;

namespace {

enum Ending { Follows = 0, StandsStill = 1, NotAllowed = 2 };

/// The end of a process whose computer has slept for a day: its time namespace says so.
int afterADayAsleep() {
    const int offsets = ::unshare(CLONE_NEWTIME) == 0
                            ? ::open("/proc/self/timens_offsets", O_WRONLY | O_CLOEXEC)
                            : -1;
    constexpr char kDay[] = "boottime 86400 0";
    if (offsets < 0 || ::write(offsets, kDay, sizeof kDay - 1) != sizeof kDay - 1)
        return NotAllowed;
    ::close(offsets);
    const pid_t slept = ::fork(); // only children live in the new namespace
    if (slept == 0) {
        const auto ahead = systemClock()->now() - std::chrono::steady_clock::now();
        ::_exit(ahead > std::chrono::hours(23) ? Follows : StandsStill);
    }
    int status = 0;
    while (::waitpid(slept, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : StandsStill;
}

} // namespace

class SystemClockTest : public QObject {
    Q_OBJECT

private slots:
    void now_countsTheTimeThatTheComputerSleeps() {
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0)
            ::_exit(afterADayAsleep());
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        if (WEXITSTATUS(status) == NotAllowed)
            QSKIP("a time namespace needs the right to make one");
        QCOMPARE(WEXITSTATUS(status), static_cast<int>(Follows));
    }

    void wait_untilAPointInThePast_returnsAtOnce() {
        const auto clock = systemClock();
        QVERIFY(clock->sleepUntil(clock->now() - std::chrono::hours(1), {}));
        const SteadyTime before = clock->now();
        QVERIFY(clock->sleepUntil(before + std::chrono::milliseconds(5), {}));
        QVERIFY(clock->now() >= before + std::chrono::milliseconds(5));
    }

    void wait_forEver_endsWithTheStop() {
        std::stop_source source;
        source.request_stop();
        QVERIFY(!systemClock()->sleepUntil(SteadyTime::max(), source.get_token()));
    }
};

LEADSHEET_TEST(tst_system_clock, SystemClockTest);
#include "tst_system_clock.moc"
