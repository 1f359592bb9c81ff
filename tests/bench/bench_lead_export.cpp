// SPDX-License-Identifier: Apache-2.0
// Exports all leads of an account with ten fields, as the command line does.
// Usage: bench_lead_export URL ACCOUNT FILE      (the key in LEADSHEET_API_KEY)
// Prints {"seconds", "cpuSeconds", "leads", "peakMegabytes"}.
#include "leadsheet/app/lead_export.hpp"
#include "leadsheet/client.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>

using namespace leadsheet;

namespace {

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::string messageOf(const app::LeadExportFailure& failed) {
    if (const auto* error = std::get_if<Error>(&failed))
        return error->message;
    return std::get<app::SheetError>(failed).message();
}

} // namespace

int main(int argc, char** argv) {
    const char* key = std::getenv("LEADSHEET_API_KEY");
    if (argc != 4 || key == nullptr)
        return 2;
    const auto started = std::chrono::steady_clock::now();
    const auto client = Client::create(ClientOptions(argv[1], *ApiKey::parse(key)));
    if (!client)
        return 2;
    app::LeadExportOptions options;
    options.account = argv[2];
    options.file = argv[3];
    options.write.overwrite = true;
    options.fields = {LeadField::Id,      LeadField::FullName,    LeadField::JobTitle,
                      LeadField::Email,   LeadField::CompanyName, LeadField::CompanyDomain,
                      LeadField::City,    LeadField::Country,     LeadField::Result,
                      LeadField::HasPhone};
    options.call.retry = RetryPolicy::batch();
    const auto report = app::exportLeads(*client, options);
    if (!report) {
        std::fprintf(stderr, "%s\n", messageOf(report.error()).c_str());
        return 1;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"seconds\":%.3f,\"cpuSeconds\":%.3f,\"leads\":%lld,\"peakMegabytes\":%ld}\n",
                took.count(), secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime),
                static_cast<long long>(report->leads), usage.ru_maxrss / 1024);
    return 0;
}
