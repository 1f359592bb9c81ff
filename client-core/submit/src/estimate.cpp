// SPDX-License-Identifier: Apache-2.0
#include "estimate.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds kGaugeSpan{5};
/// No estimate beyond this: the arithmetic stays far from its limits and the number says nothing
/// anyway.
constexpr double kLongestMs = 366.0 * 24 * 3600 * 1000;

milliseconds asDuration(double ms) {
    return milliseconds(static_cast<std::int64_t>(std::min(ms, kLongestMs)));
}

} // namespace

std::optional<milliseconds> timeFor(std::int64_t rows, double perSecond, const PacerView& budget,
                                    SteadyTime now) {
    if (rows <= 0)
        return milliseconds(0);
    if (perSecond <= 0)
        return std::nullopt;
    const double perRowMs = 1000.0 / perSecond;
    const double sendingMs = static_cast<double>(rows) * perRowMs;
    const bool running = budget.windowEnds > now;
    const std::int64_t left = running ? budget.remaining : budget.quota;
    if (rows <= left || budget.quota <= 0 || budget.window.count() <= 0)
        return asDuration(sendingMs);
    // The rest goes in whole windows and a last, partly used one.
    const std::int64_t beyond = rows - left;
    const std::int64_t fullWindows = (beyond - 1) / budget.quota;
    const std::int64_t last = beyond - fullWindows * budget.quota;
    const milliseconds first =
        running ? std::chrono::ceil<milliseconds>(budget.windowEnds - now) : budget.window;
    const double windowsMs =
        static_cast<double>(first.count()) +
        static_cast<double>(fullWindows) * static_cast<double>(budget.window.count()) +
        static_cast<double>(last) * perRowMs;
    // Windows so short or large that they never run out leave the speed as the only limit.
    return asDuration(std::max(sendingMs, windowsMs));
}

void SpeedGauge::note(std::int64_t settled, SteadyTime now) {
    samples_.push_back({now, settled});
    while (samples_.size() > 2 && now - samples_.front().at > kGaugeSpan)
        samples_.pop_front();
}

double SpeedGauge::perSecond() const {
    if (samples_.size() < 2)
        return 0;
    const std::chrono::duration<double> span = samples_.back().at - samples_.front().at;
    if (span.count() <= 0)
        return 0;
    return static_cast<double>(samples_.back().settled - samples_.front().settled) / span.count();
}

} // namespace leadsheet::submit::detail
