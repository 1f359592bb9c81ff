// SPDX-License-Identifier: Apache-2.0
// Fills the copy of an account's leads and kills itself with SIGKILL after the n-th page, or some
// microseconds after it from another thread, while the next ones are written.
// Usage: fill_child URL ACCOUNT FILE page|during|never N      (the API key comes on stdin)
#include "leadsheet/app/lead_fill.hpp"
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
    app::LeadFillOptions options;
    options.pageSize = 10;
    options.spare = 0;
    const std::string moment = argv[4];
    const int number = std::stoi(argv[5]);
    int pages = 0;
    options.progress = [&](const app::LeadCacheState&) {
        ++pages;
        if (moment == "page" && pages == number)
            kill(getpid(), SIGKILL);
        if (moment == "during" && pages == 1)
            std::thread([number] {
                std::this_thread::sleep_for(std::chrono::microseconds(number));
                kill(getpid(), SIGKILL);
            }).detach();
    };
    const auto fill = app::fillLeadCache(*client, argv[3], {argv[1], argv[2]}, options);
    if (fill && fill->state.whole && !fill->startedOver)
        return 0;
    std::fprintf(stderr, "%s\n",
                 fill ? "not whole, or started over" : fill.error().message.c_str());
    return 1;
}
