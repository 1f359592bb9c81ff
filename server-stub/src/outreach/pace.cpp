// SPDX-License-Identifier: Apache-2.0
#include "outreach/pace.hpp"

#include <algorithm>
#include <charconv>

namespace leadsheet::server::outreach {

namespace {

using domain::Timestamp;
using std::chrono::milliseconds;

/// Slices of a window. A window touches one slice more than that, which is what the limit is held
/// against, so more slices lose less of the limit.
constexpr std::int64_t kSlicesPerWindow = 20;

std::int64_t sliceMillis(const PaceLimit& limit) {
    return std::max<std::int64_t>(limit.window.count() / kSlicesPerWindow, 1);
}

std::int64_t sliceOf(const PaceLimit& limit, Timestamp time) {
    const std::int64_t length = sliceMillis(limit);
    const std::int64_t at = domain::toMillis(time);
    return at >= 0 ? at / length : (at - length + 1) / length;
}

/// Slices that a window of the limit can touch.
std::int64_t reach(const PaceLimit& limit) {
    const std::int64_t length = sliceMillis(limit);
    return (limit.window.count() + length - 1) / length + 1;
}

std::int64_t allowance(const PaceLimit& limit) {
    return std::max<std::int64_t>(limit.calls * kPaceShare / 100, 1);
}

std::optional<std::int64_t> takeNumber(std::string_view& text, char end) {
    std::int64_t number = 0;
    const char* const last = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), last, number);
    if (parsed.ec != std::errc{} || parsed.ptr == last || *parsed.ptr != end)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr + 1 - text.data()));
    return number;
}

} // namespace

Pace::Pace(std::span<const PaceLimit> limits)
    : limits_(limits)
    , slices_(limits.size())
    , silentUntil_(Timestamp::min()) {}

Pace::Pace(std::span<const PaceLimit> limits, std::string_view text)
    : Pace(limits) {
    parse(text);
}

// "silent until;slice:calls,slice:calls,;..." with one list for each limit.
void Pace::parse(std::string_view text) {
    Pace read(limits_);
    const auto silence = takeNumber(text, ';');
    if (!silence)
        return;
    read.silentUntil_ = domain::fromMillis(*silence);
    for (Slices& slices : read.slices_) {
        while (!text.empty() && text.front() != ';') {
            const auto slice = takeNumber(text, ':');
            const auto calls = slice ? takeNumber(text, ',') : std::nullopt;
            if (!calls)
                return;
            slices[*slice] = *calls;
        }
        if (text.empty())
            return;
        text.remove_prefix(1);
    }
    *this = std::move(read);
}

std::string Pace::text() const {
    std::string text = std::to_string(domain::toMillis(silentUntil_)) + ";";
    for (const Slices& slices : slices_) {
        for (const auto& [slice, calls] : slices)
            text += std::to_string(slice) + ":" + std::to_string(calls) + ",";
        text += ";";
    }
    return text;
}

bool Pace::isSilent(Timestamp now) const {
    return silentUntil_ > now && silentUntil_ <= now + kLongestSilence;
}

Timestamp Pace::readyAt(Timestamp now) const {
    Timestamp ready = isSilent(now) ? silentUntil_ : now;
    for (std::size_t index = 0; index < limits_.size(); ++index)
        ready = std::max(ready, readyAt(index, now));
    return ready;
}

Timestamp Pace::readyAt(std::size_t index, Timestamp now) const {
    const PaceLimit& limit = limits_[index];
    const std::int64_t current = sliceOf(limit, now);
    std::int64_t sum = 0;
    for (const auto& [slice, calls] : slices_[index]) {
        if (slice > current - reach(limit))
            sum += calls;
    }
    Timestamp ready = now;
    for (const auto& [slice, calls] : slices_[index]) {
        if (sum < allowance(limit))
            break;
        if (slice <= current - reach(limit))
            continue;
        // Once this slice is out of reach, its calls count no more. One that is ahead (the clock
        // went back) is as if it were this moment's.
        sum -= calls;
        const std::int64_t free = std::min(slice, current) + reach(limit);
        ready = domain::fromMillis(free * sliceMillis(limit));
    }
    return ready;
}

void Pace::take(Timestamp now) {
    for (std::size_t index = 0; index < limits_.size(); ++index) {
        const std::int64_t current = sliceOf(limits_[index], now);
        Slices& slices = slices_[index];
        slices.erase(slices.begin(), slices.upper_bound(current - reach(limits_[index])));
        // After a clock went back, what is ahead of it counts as made now: never too much, and
        // nobody waits until the clock is there again.
        std::int64_t ahead = 0;
        for (auto at = slices.upper_bound(current); at != slices.end(); at = slices.erase(at))
            ahead += at->second;
        slices[current] += ahead + 1;
    }
}

void Pace::silence(Timestamp until, Timestamp now) {
    silentUntil_ = isSilent(now) ? std::max(silentUntil_, until) : until;
}

} // namespace leadsheet::server::outreach
