// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/pacer.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace leadsheet::test {

/// A server with a fixed window and a client that paces itself, in simulated time.
struct SimulationOptions {
    std::int64_t quota = 200;
    std::chrono::milliseconds window{1000};
    /// True: windows follow each other at once. False: the next request after the end opens the
    /// next one.
    bool windowsFollowAtOnce = false;
    bool sendsFields = true;
    int rows = 2000;
    int everyNthFails = 0; ///< a counted 503; its row is sent again after 250 to 500 ms
    int everyNthIsCut = 0; ///< counted, but no answer arrives
    std::chrono::microseconds leastLatency{200}; ///< one way
    std::chrono::microseconds mostLatency{2000};
    int serverSlowPpm = 0;           ///< how much slower the server's clock runs; negative = faster
    int othersEveryMilliseconds = 0; ///< somebody else uses the same budget; 0 = nobody
    int maxInFlight = 16;
    std::uint64_t seed = 1;
};

struct SimulationResult {
    std::chrono::microseconds finished{0};
    int requests = 0;
    int refused = 0; ///< 429s
    int mostInFlight = 0;
    std::vector<std::int64_t> usedPerWindow;
};

SimulationResult simulate(const SimulationOptions& options, Pacer& pacer);
SimulationResult simulate(const SimulationOptions& options);

/// The pacer such a client would use.
PacerOptions pacerFor(const SimulationOptions& options);

} // namespace leadsheet::test
