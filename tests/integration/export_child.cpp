// SPDX-License-Identifier: Apache-2.0
// Exports leads and kills itself with SIGKILL: at the n-th step of its progress, or some
// microseconds after it began to write the file, from another thread.
// Usage: export_child URL ACCOUNT FILE step|write|never N      (the API key comes on stdin)
#include "leadsheet/app/lead_export.hpp"
#include "leadsheet/client.hpp"

#include <csignal>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
#include <unistd.h>

using namespace leadsheet;

int main(int argc, char** argv) {
    if (argc != 6)
        return 2;
    std::string key;
    std::getline(std::cin, key);
    const auto client = Client::create(ClientOptions(argv[1], *ApiKey::parse(key)));
    app::LeadExportOptions options;
    options.account = argv[2];
    options.file = argv[3];
    options.format = *app::exportFormatFor(options.file);
    options.fields = {LeadField::Email, LeadField::FullName, LeadField::DeliveredAt};
    options.pageSize = 20;
    const std::string moment = argv[4];
    const int number = std::stoi(argv[5]);
    int steps = 0;
    options.progress = [&](const app::LeadExportProgress& progress) {
        if (moment == "step" && ++steps == number)
            kill(getpid(), SIGKILL);
        if (moment == "write" && progress.writing)
            std::thread([number] {
                std::this_thread::sleep_for(std::chrono::microseconds(number));
                kill(getpid(), SIGKILL);
            }).detach();
    };
    const auto report = app::exportLeads(*client, options);
    if (report)
        return 0;
    const auto* error = std::get_if<Error>(&report.error());
    std::fprintf(stderr, "%s\n",
                 error ? error->message.c_str()
                       : std::get<app::SheetError>(report.error()).message().c_str());
    return 1;
}
