// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wish_words.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace leadsheet::submit::detail {

/// An ordered row of the sheet's earlier run, and where it stands in the sheet now, if it does.
struct StoodRow {
    std::int64_t ordinal = 0;
    std::optional<std::int64_t> place;
};

/// An ordered row that is gone, and the new one that stands in its place, by their ordinals.
struct InPlace {
    std::int64_t ordered = 0;
    std::int64_t fresh = 0;
};

/// What a row asks for; nothing where its order has ended.
using WishOf = std::function<std::optional<Wish>(std::int64_t ordinal)>;

/// Of `stood`, as the earlier run has them, and the New rows of the sheet (`fresh`, in order),
/// those pairs that stand between the same rows that stayed and of which one field says something
/// else, or its spelling is another. Where as many are gone there as are new, each is compared with
/// the one in its turn; else an ordered row with the only one that could be it. Where most rows are
/// gone, all that are new in their places must have got the same words in the same field: else it
/// is a sheet of other wishes.
std::vector<InPlace> rowsInPlace(const std::vector<StoodRow>& stood,
                                 const std::vector<std::int64_t>& fresh, const WishOf& wasOf,
                                 const WishOf& nowOf);

} // namespace leadsheet::submit::detail
