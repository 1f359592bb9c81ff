// SPDX-License-Identifier: Apache-2.0
// The desktop app, offscreen: each measure is printed with its ratio to its limit, and one over 1
// ends the program with an error. Processor time and not the clock, because other work on the
// machine is not ours. Usage: gui_bench [rows]
#include "bench_row.hpp"
#include "bridge/application.hpp"
#include "grid/sheet_grid_view.hpp"
#include "leads/lead_feed.hpp"
#include "leads/leads_page.hpp"
#include "program/desktop_program.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"
#include "submit/submit_step.hpp"

#include <QScrollBar>
#include <QTableView>
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
constexpr double kPageMs = 100; // less is felt as at once
constexpr double kPreviewMs = 300;
constexpr double kFrameMs = 8;
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
    bench::addRow(bench::ofLimit(std::string("window: ") + what, value, limit, unit));
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

/// A page is made when it is first shown.
void firstShow(Application& application) {
    Window window(application);
    double slowest = 0;
    for (const char* id :
         {"orders", "leads", "destinations", "activity", "overview", "accounts", "settings"}) {
        const double ms = cpuOf(CLOCK_PROCESS_CPUTIME_ID, [&] {
            window.program.window().showPage(QLatin1String(id));
            (void)window.program.window().grab();
        });
        slowest = std::max(slowest, ms);
    }
    report("slowest page, shown for the first time", slowest, kPageMs, "ms");
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

constexpr double kFirstRowsMs = 300;
constexpr double kLeadMegabytes = 150;
constexpr int kLeadsAPage = 1000;

Lead benchLead(long n) {
    const std::string id = std::to_string(n);
    Lead lead;
    lead[LeadField::Id] = "lead_" + id;
    lead[LeadField::OrderNumber] = "LS-00000000" + std::to_string(10 + n / 20'000 % 90);
    lead[LeadField::DeliveredAt] = std::string("2026-03-01T12:00:00.000Z");
    lead[LeadField::Result] = std::string(n % 3 == 0 ? "good" : "risky");
    lead[LeadField::HasEmail] = true;
    lead[LeadField::HasPhone] = n % 2 == 0;
    lead[LeadField::FullName] = "Ada Person " + id;
    lead[LeadField::JobTitle] = std::string("Head of Marketing");
    lead[LeadField::CompanyName] = "Company " + id + " GmbH";
    lead[LeadField::CompanyDomain] = "company" + id + ".example";
    lead[LeadField::Email] = "ada" + id + "@company" + id + ".example";
    lead[LeadField::Phone] = "+49 30 " + id;
    lead[LeadField::City] = std::string("Berlin");
    lead[LeadField::Country] = std::string(n % 7 == 0 ? "FR" : "DE");
    lead[LeadField::Technologies] = std::vector<std::string>{"Qt", "SQLite", "C++"};
    return lead;
}

/// A copy that is whole, as a filling leaves it.
void fillCopy(const app::LeadOwner& owner, const std::filesystem::path& file, long leads) {
    auto cache = app::LeadCache::open(file, owner);
    std::optional<std::string> before;
    std::vector<Lead> page;
    for (long n = 0; cache && n < leads; n += kLeadsAPage) {
        page.clear();
        for (long at = n; at < std::min(n + kLeadsAPage, leads); ++at)
            page.push_back(benchLead(at));
        const std::string next = std::to_string(n);
        (void)cache->add({page, before, next, n + kLeadsAPage >= leads, {}});
        before = next;
    }
}

/// An account of a service that is not there: all comes out of the copy.
void connectNowhere(Window& window, const app::LeadOwner& owner) {
    auto connected = std::make_shared<Connected>();
    ClientOptions options(owner.baseUrl, *ApiKey::parse("bench"));
    options.retry = RetryPolicy::singleAttempt();
    connected->client = std::make_shared<const Client>(*Client::create(std::move(options)));
    connected->account.id = owner.accountId;
    connected->ref = {owner.baseUrl, owner.accountId, "bench"};
    window.program.account().setConnected(connected);
}

void leads(Application& application, long count) {
    Window window(application);
    const app::LeadOwner owner{"http://127.0.0.1:9", "acct_bench"};
    const double fillMs = cpuOf(CLOCK_PROCESS_CPUTIME_ID, [&] {
        fillCopy(owner, app::leadCacheFile(window.folder.path().toStdString(), owner), count);
    });
    std::printf("%-44s %9.1f us a lead\n", "leads: written into the copy",
                fillMs * 1e3 / static_cast<double>(count));
    connectNowhere(window, owner);
    window.program.workspace().showPage(QStringLiteral("leads"));
    auto& page = *qobject_cast<LeadsPage*>(window.program.window().page(QStringLiteral("leads")));
    auto& table = *page.findChild<QTableView*>(QStringLiteral("leadsTable"));
    const auto settled = [&] {
        return QTest::qWaitFor(
            [&] { return page.feed().matching().has_value() && table.model()->rowCount() > 0; },
            kWaitMs);
    };
    (void)settled();
    std::vector<double> changes;
    for (const char* country : {"DE", "FR", "DE", "FR"}) {
        LeadFilter filter;
        filter.country = country;
        changes.push_back(cpuOf(CLOCK_PROCESS_CPUTIME_ID, [&] {
            page.choose(filter);
            (void)QTest::qWaitFor([&] { return table.model()->rowCount() > 0; }, kWaitMs);
            (void)table.viewport()->grab();
        }));
        (void)settled();
    }
    report("leads: filter change to first rows", *std::max_element(changes.begin(), changes.end()),
           kFirstRowsMs, "ms");
    page.choose({});
    (void)settled();
    QScrollBar& bar = *table.verticalScrollBar();
    std::vector<double> frames;
    for (int frame = 0; frame < kFrames; ++frame) {
        const int to = frame % 2 == 0 ? bar.value() + 3
                                      : static_cast<int>(static_cast<long long>(frame) * 7919 *
                                                         131 % std::max(bar.maximum(), 1));
        frames.push_back(cpuOf(CLOCK_THREAD_CPUTIME_ID, [&] {
            bar.setValue(to);
            (void)table.viewport()->grab();
            QCoreApplication::processEvents();
        }));
    }
    std::sort(frames.begin(), frames.end());
    report("leads: scrolling, frame p99",
           frames[static_cast<std::size_t>(static_cast<double>(frames.size()) * 0.99)], kFrameMs,
           "ms");
    report("leads: memory", residentMegabytes(), kLeadMegabytes, "MB");
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
    firstShow(application);
    leads(application, rows);
    preview(application, writeSheet(folder, "large.csv", rows));
    check(application, writeSheet(folder, "checked.csv", kCheckedRows));
    return missed ? 1 : 0;
}
