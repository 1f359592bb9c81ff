// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace leadsheet::desktop {

/// Which part of the copy is looked through next, so that the rows that stand first are found
/// first: a small span for the first screen, large ones behind it.
class LeadSpans {
public:
    static constexpr std::int64_t kFirst = 20'000;
    static constexpr std::int64_t kLater = 200'000;

    /// The places `(after, upTo]`.
    struct Span {
        std::int64_t after = 0;
        std::int64_t upTo = 0;
        bool inFront = false; ///< its leads stand before all that was found
    };

    explicit LeadSpans(bool newestFirst = false)
        : newestFirst_(newestFirst) {}

    bool newestFirst() const { return newestFirst_; }
    /// Of a copy of so many leads; nothing when it was looked through. `whole`: at once, because
    /// nothing has to be compared.
    std::optional<Span> next(std::int64_t leads, bool whole) const;
    void done(const Span& span);
    bool cover(std::int64_t leads) const { return low_ == 0 && high_ >= leads; }
    /// The last place that was looked at.
    std::int64_t high() const { return high_; }

private:
    bool newestFirst_;
    std::int64_t low_ = 0; ///< what comes after it, up to high_, was looked through
    std::int64_t high_ = 0;
};

} // namespace leadsheet::desktop
