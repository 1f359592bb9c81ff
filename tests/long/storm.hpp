// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace leadsheet::test {

/// What may happen to a client or a server at any moment.
enum class Blow {
    KillClient,
    KillServer,
    SleepClient, ///< SIGSTOP, later SIGCONT: a computer that was closed
    SleepServer,
    PauseClient, ///< by the person; the run is resumed
    JumpClient,  ///< somebody sets the client's clock
    JumpServer,  ///< the server is ended and comes back with another time
};

std::string_view name(Blow blow);

/// How one sheet is submitted.
struct StormRound {
    std::uint32_t seed = 1;
    std::int64_t rows = 60;
    int blows = 8;
    std::vector<Blow> kinds;
    int mostPauseMs = 60; ///< between two blows
};

struct StormCounts {
    std::map<Blow, std::int64_t> blows; ///< that found their process alive
    std::int64_t rows = 0;
    std::int64_t starts = 0; ///< of clients
};

/// Submits one sheet with a client and a server that are processes of their own, deals the blows
/// at random moments, lets the run end, and compares ledger, orders and money. What is wrong, or
/// "". `blows` and moments come from the seed; what the processes do meanwhile does not.
std::string playStorm(const StormRound& round, StormCounts& counts);

} // namespace leadsheet::test
