// SPDX-License-Identifier: Apache-2.0
// Walks all leads of an account, one by one.
// Usage: bench_lead_paging URL      (the key in LEADSHEET_API_KEY)
// Prints {"seconds", "cpuSeconds", "leads", "peakMegabytes"}.
#include "leadsheet/client.hpp"
#include "leadsheet/resource/leads.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

using namespace leadsheet;

namespace {

constexpr int kLeadsAPage = 1'000;

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

} // namespace

int main(int argc, char** argv) {
    const char* key = std::getenv("LEADSHEET_API_KEY");
    if (argc != 2 || key == nullptr)
        return 2;
    const auto started = std::chrono::steady_clock::now();
    const auto client = Client::create(ClientOptions(argv[1], *ApiKey::parse(key)));
    if (!client)
        return 2;
    const LeadFields fields = {LeadField::Id,      LeadField::FullName,    LeadField::JobTitle,
                               LeadField::Email,   LeadField::CompanyName, LeadField::CompanyDomain,
                               LeadField::City,    LeadField::Country,     LeadField::Result,
                               LeadField::HasPhone};
    CallOptions call;
    call.retry = RetryPolicy::batch();
    long long count = 0;
    auto leads = client->leads().all({}, fields, {kLeadsAPage, {}}, call);
    for (;;) {
        const auto lead = leads.next();
        if (!lead) {
            std::fprintf(stderr, "%s\n", lead.error().message.c_str());
            return 1;
        }
        if (!*lead)
            break;
        count += (*lead)->has(LeadField::Email) ? 1 : 0;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"seconds\":%.3f,\"cpuSeconds\":%.3f,\"leads\":%lld,\"peakMegabytes\":%ld}\n",
                took.count(), secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime), count,
                usage.ru_maxrss / 1024);
    return 0;
}
