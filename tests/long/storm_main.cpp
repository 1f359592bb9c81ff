// SPDX-License-Identifier: Apache-2.0
// Submits sheets while client and server are killed, put to sleep, paused and given another time at
// random moments, and proves for each that every row was ordered once. Prints a seed for each sheet
// that can be given again; ends at the first sheet that went wrong, with exit code 1.
// Usage: storm [--kills N] [--sheets N] [--rows N] [--blows N] [--every MS] [--seed N] [--no-kills]
//   --kills: as many sheets as that many kills take; --sheets: so many (default 1)
#include "storm.hpp"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>

using namespace leadsheet::test;

namespace {

constexpr int kViolation = 1;
constexpr int kReportEvery = 50; ///< sheets

std::int64_t killsOf(const StormCounts& counts) {
    std::int64_t kills = 0;
    for (const auto& [blow, times] : counts.blows)
        if (blow == Blow::KillClient || blow == Blow::KillServer)
            kills += times;
    return kills;
}

void report(const StormCounts& counts, int sheets, const QElapsedTimer& time) {
    std::printf("%d sheets, %lld rows, %lld starts of the client, %.0f s:", sheets,
                static_cast<long long>(counts.rows), static_cast<long long>(counts.starts),
                static_cast<double>(time.elapsed()) / 1000);
    for (const auto& [blow, times] : counts.blows)
        std::printf(" %s %lld,", name(blow).data(), static_cast<long long>(times));
    std::printf(" every row ordered once\n");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    QCommandLineParser options;
    for (const char* option : {"kills", "sheets", "rows", "blows", "every", "seed"})
        options.addOption({option, option, "number"});
    options.addOption(QCommandLineOption("no-kills"));
    options.process(app);
    const auto number = [&](const char* option, int otherwise) {
        return options.isSet(option) ? options.value(option).toInt() : otherwise;
    };
    const int kills = number("kills", 0);
    const int sheets = kills > 0 ? 0 : number("sheets", 1);
    auto seed = static_cast<std::uint32_t>(number("seed", 1));

    StormRound round;
    round.rows = number("rows", 60);
    round.blows = number("blows", 8);
    round.mostPauseMs = number("every", 60);
    round.kinds = {Blow::SleepClient, Blow::SleepServer, Blow::PauseClient, Blow::JumpClient,
                   Blow::JumpServer};
    if (kills > 0)
        round.kinds = {Blow::KillClient, Blow::KillServer};
    else if (!options.isSet("no-kills"))
        round.kinds.insert(round.kinds.end(), {Blow::KillClient, Blow::KillServer});

    StormCounts counts;
    QElapsedTimer time;
    time.start();
    int played = 0;
    while (kills > 0 ? killsOf(counts) < kills : played < sheets) {
        round.seed = seed++;
        if (const std::string problem = playStorm(round, counts); !problem.empty()) {
            std::printf("VIOLATION in sheet %d: %s\nagain with: --seed %u --rows %lld --blows %d "
                        "--every %d%s\n",
                        played + 1, problem.c_str(), round.seed, static_cast<long long>(round.rows),
                        round.blows, round.mostPauseMs, kills > 0 ? " --kills 1" : "");
            return kViolation;
        }
        if (++played % kReportEvery == 0)
            report(counts, played, time);
    }
    report(counts, played, time);
    return 0;
}
