// SPDX-License-Identifier: Apache-2.0
// The desktop app, offscreen: each measure is printed with its ratio to its limit, and one over 1
// ends the program with an error. Processor time and not the clock, because other work on the
// machine is not ours. Usage: gui_bench [rows]
#include "bridge/application.hpp"
#include "grid/sheet_grid_view.hpp"
#include "program/desktop_program.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"
#include "submit/submit_step.hpp"

#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

using namespace leadsheet;
using namespace leadsheet::desktop;

namespace {

// What a person must not notice, from docs of the interface: a frame of a 60 Hz screen, and the
// 50 ms that one event may hold up the window.
constexpr double kStartMs = 500;
constexpr double kPreviewMs = 300;
constexpr double kFrameMs = 16.7;
constexpr double kEventMs = 50;
constexpr double kMegabytes = 250;
constexpr int kFrames = 2000;
constexpr int kWaitMs = 600'000;
constexpr long kCheckedRows = 100'000;

bool missed = false;

double clockMs(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double cpuOf(clockid_t clock, const std::function<void()>& work) {
    const double before = clockMs(clock);
    work();
    return clockMs(clock) - before;
}

void report(const char* what, double value, double limit, const char* unit) {
    const double ratio = value / limit;
    std::printf("%-44s %9.1f of %6.1f %s  ratio %.2f%s\n", what, value, limit, unit, ratio,
                ratio > 1 ? "  MISSED" : "");
    missed = missed || ratio > 1;
}

double residentMegabytes() {
    std::ifstream file("/proc/self/statm");
    double total = 0;
    double resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

QString writeSheet(const QTemporaryDir& folder, const char* name, long rows) {
    const QString path = folder.filePath(QString::fromLatin1(name));
    std::ofstream out(path.toStdString(), std::ios::binary);
    out << "Product,Industry,Job title,Location,Company size,Lead count,Note,Owner\r\n";
    for (long i = 0; i < rows; ++i)
        out << "filters,\"Industry " << i << ", SaaS\",Head of Marketing,Berlin,51-200,"
            << 10 + i % 90 << ",row " << i << " of the sheet,Anna\r\n";
    return path;
}

struct Window {
    explicit Window(Application& application)
        : program(application,
                  app::AppFolders{folder.path().toStdString(), folder.path().toStdString()}) {
        program.show();
        program.window().resize(1280, 720);
        QCoreApplication::processEvents();
    }
    SubmitPage& page() {
        return *qobject_cast<SubmitPage*>(program.window().page(QStringLiteral("submit")));
    }
    SheetGridView& grid() { return *page().step(0)->findChild<SheetGridView*>(); }

    QTemporaryDir folder;
    DesktopProgram program;
};

void start(Application& application) {
    const double ms = cpuOf(CLOCK_PROCESS_CPUTIME_ID, [&] {
        Window window(application);
        (void)window.program.window().grab();
    });
    report("start to usable window", ms, kStartMs, "ms");
}

void preview(Application& application, const QString& file) {
    Window window(application);
    const double ms = cpuOf(CLOCK_PROCESS_CPUTIME_ID, [&] {
        window.page().job().open(file);
        (void)QTest::qWaitFor([&] { return window.grid().grid().rowCount() > 0; }, kWaitMs);
        (void)window.program.window().grab();
    });
    report("1M rows: open to preview", ms, kPreviewMs, "ms");
    const bool all =
        QTest::qWaitFor([&] { return !window.page().job().rows().isLoading(); }, kWaitMs);
    report("1M rows: memory when all are open", all ? residentMegabytes() : 1e9, kMegabytes, "MB");
    QScrollBar& bar = *window.grid().verticalScrollBar();
    std::vector<double> frames;
    for (int frame = 0; frame < kFrames; ++frame) {
        // Half of them one step further, half of them somewhere else.
        const int to = frame % 2 == 0 ? bar.value() + 3
                                      : static_cast<int>(static_cast<long long>(frame) * 7919 *
                                                         131 % std::max(bar.maximum(), 1));
        frames.push_back(cpuOf(CLOCK_THREAD_CPUTIME_ID, [&] {
            bar.setValue(to);
            (void)window.grid().viewport()->grab();
        }));
    }
    std::sort(frames.begin(), frames.end());
    report("1M rows: scrolling, frame p99",
           frames[static_cast<std::size_t>(static_cast<double>(frames.size()) * 0.99)], kFrameMs,
           "ms");
}

/// The longest that one event holds up the window, found by raising the limit until none is over.
void check(Application& application, const QString& file) {
    Window window(application);
    SheetJob& job = window.page().job();
    job.open(file);
    (void)QTest::qWaitFor(
        [&] { return job.state() == SheetJob::State::Open && !job.rows().isLoading(); }, kWaitMs);
    window.page().goTo(1);
    application.forgetSlowEvents();
    application.setEventLimit(std::chrono::milliseconds(1));
    window.page().goTo(2);
    const bool done = QTest::qWaitFor([&] { return job.checked() != nullptr; }, kWaitMs);
    application.setEventLimit(std::chrono::milliseconds(0));
    double longest = done ? 0 : 1e9;
    for (const QString& event : application.slowEvents()) {
        const QStringList words = event.split(QLatin1Char(' '));
        longest = std::max(longest, words.value(words.size() - 2).toDouble());
    }
    report("100k rows: longest event while checking", longest, kEventMs, "ms");
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_NO_THREADED_GLIB", "1");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    const long rows = argc > 1 ? std::max(1000L, std::atol(argv[1])) : 1'000'000;
    Application application(argc, argv);
    const QTemporaryDir folder;
    start(application);
    preview(application, writeSheet(folder, "large.csv", rows));
    check(application, writeSheet(folder, "checked.csv", kCheckedRows));
    return missed ? 1 : 0;
}
