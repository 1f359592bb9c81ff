// SPDX-License-Identifier: Apache-2.0
// Exports all leads of an account with ten fields by the export job of the desktop, in its window.
// Usage: bench_gui_export URL ACCOUNT FILE      (the key in LEADSHEET_API_KEY)
// Prints {"seconds", "cpuSeconds", "leads", "peakMegabytes"}, from asking for it to the finished
// file. The page of leads is not shown: it would fetch them for its own copy meanwhile.
#include "bridge/application.hpp"
#include "leads/export_jobs.hpp"
#include "leads/leads_page.hpp"
#include "program/desktop_program.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

using namespace leadsheet;
using namespace leadsheet::desktop;

namespace {

constexpr int kWaitMs = 600'000;

double processorSeconds(const rusage& usage) {
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

rusage used() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage;
}

void connectTo(DesktopProgram& program, const app::LeadOwner& owner, const char* key) {
    auto connected = std::make_shared<Connected>();
    connected->client = std::make_shared<const Client>(
        *Client::create(ClientOptions(owner.baseUrl, *ApiKey::parse(key))));
    connected->account.id = owner.accountId;
    connected->ref = {owner.baseUrl, owner.accountId, "bench"};
    program.account().setConnected(connected);
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_NO_THREADED_GLIB", "1");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    const char* key = std::getenv("LEADSHEET_API_KEY");
    if (argc != 4 || key == nullptr)
        return 2;
    Application application(argc, argv);
    const QTemporaryDir folder;
    DesktopProgram program(
        application, app::AppFolders{folder.path().toStdString(), folder.path().toStdString()});
    program.show();
    program.workspace().showPage(QStringLiteral("settings"));
    const app::LeadOwner owner{argv[1], argv[2]};
    connectTo(program, owner, key);
    QCoreApplication::processEvents();
    auto* jobs = program.window().page(QStringLiteral("leads"))->findChild<ExportJobs*>();

    ExportJob job;
    job.owner = owner;
    job.file = QString::fromLocal8Bit(argv[3]);
    job.overwrite = true;
    job.fields = {LeadField::Id,      LeadField::FullName,    LeadField::JobTitle,
                  LeadField::Email,   LeadField::CompanyName, LeadField::CompanyDomain,
                  LeadField::City,    LeadField::Country,     LeadField::Result,
                  LeadField::HasPhone};
    std::int64_t leads = -1;
    QObject::connect(jobs, &ExportJobs::finished, jobs,
                     [&](const ExportJob& done) { leads = done.leads; });
    const double before = processorSeconds(used());
    const auto started = std::chrono::steady_clock::now();
    jobs->start(job);
    (void)QTest::qWaitFor(
        [&] { return leads >= 0 || jobs->jobs().front().state == ExportState::Failed; }, kWaitMs);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    const rusage usage = used();
    if (leads < 0) {
        std::fprintf(stderr, "%s\n", qPrintable(jobs->jobs().front().trouble));
        return 1;
    }
    std::printf("{\"seconds\":%.3f,\"cpuSeconds\":%.3f,\"leads\":%lld,\"peakMegabytes\":%ld}\n",
                took.count(), processorSeconds(usage) - before, static_cast<long long>(leads),
                usage.ru_maxrss / 1024);
    return 0;
}
