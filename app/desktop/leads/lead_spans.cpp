// SPDX-License-Identifier: Apache-2.0
#include "lead_spans.hpp"

#include <algorithm>

namespace leadsheet::desktop {

std::optional<LeadSpans::Span> LeadSpans::next(std::int64_t leads, bool whole) const {
    if (cover(leads))
        return {};
    const bool first = high_ == 0;
    const std::int64_t most = whole ? leads : first ? kFirst : kLater;
    if (newestFirst_ && first)
        return Span{std::max<std::int64_t>(0, leads - most), leads, false};
    if (low_ > 0)
        return Span{std::max<std::int64_t>(0, low_ - most), low_, false};
    return Span{high_, std::min(leads, high_ + most), newestFirst_};
}

void LeadSpans::done(const Span& span) {
    if (newestFirst_ && (high_ == 0 || span.upTo == low_))
        low_ = span.after;
    high_ = std::max(high_, span.upTo);
}

} // namespace leadsheet::desktop
