// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/pacer.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace leadsheet::submit::detail {

/// How long `rows` order writes take under this budget, when `perSecond` of them go while it lasts.
/// Nothing when there is no telling.
std::optional<std::chrono::milliseconds> timeFor(std::int64_t rows, double perSecond,
                                                 const PacerView& budget, SteadyTime now);

/// Rows settled a second over the last few seconds.
class SpeedGauge {
public:
    void note(std::int64_t settled, SteadyTime now);
    double perSecond() const;

private:
    struct Sample {
        SteadyTime at;
        std::int64_t settled = 0;
    };
    std::deque<Sample> samples_;
};

} // namespace leadsheet::submit::detail
