// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/timestamp.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::outreach {

using PaceLimit = contract::PlatformLimit;

/// Share of a published limit that is used, in percent (contract section 9): the rest is for what
/// the customer does by other means.
inline constexpr std::int64_t kPaceShare = 80;

/// What a platform can ask for at most.
inline constexpr std::chrono::hours kLongestSilence{1};

/// The calls of one workspace, held against all of its limits at once. Calls are counted in slices
/// of each window, so that no window of its length, wherever it begins, ever holds more than the
/// share, and the state stays small however large the limit is. A value: it is kept in the database
/// as text and thereby shared by all processes. No clock: the caller says what time it is.
class Pace {
public:
    /// The limits must outlive it.
    explicit Pace(std::span<const PaceLimit> limits);
    /// What text() gave, for the same limits; anything else counts as an empty state.
    Pace(std::span<const PaceLimit> limits, std::string_view text);

    /// When the next call may be made: `now` or later.
    domain::Timestamp readyAt(domain::Timestamp now) const;
    /// Counts one call at `now`, whether or not it may be made.
    void take(domain::Timestamp now);
    /// No call before `until`, which is at most kLongestSilence away; a shorter silence does not
    /// shorten a longer one. One that is further off was kept before the clock went back: it counts
    /// for nothing.
    void silence(domain::Timestamp until, domain::Timestamp now);

    std::string text() const;

private:
    /// Calls by slice, of one limit.
    using Slices = std::map<std::int64_t, std::int64_t>;

    void parse(std::string_view text);
    bool isSilent(domain::Timestamp now) const;
    domain::Timestamp readyAt(std::size_t index, domain::Timestamp now) const;

    std::span<const PaceLimit> limits_;
    std::vector<Slices> slices_;
    domain::Timestamp silentUntil_;
};

} // namespace leadsheet::server::outreach
