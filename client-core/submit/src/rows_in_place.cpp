// SPDX-License-Identifier: Apache-2.0
#include "rows_in_place.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

namespace leadsheet::submit::detail {
namespace {

/// Rows of a gap that are compared each with each; a longer one was filled with other wishes.
constexpr std::size_t kMostBeside = 20;

/// What is gone, and what is new, between two rows that stayed.
struct Gap {
    std::vector<std::int64_t> gone;
    std::vector<std::int64_t> fresh;

    bool isEven() const { return gone.size() == fresh.size(); }
};

/// Whether a row is one of those that stayed in their order: of the sequences that rise, one of the
/// longest. A row that was moved is neither gone nor says where others stand.
std::vector<bool> inOrder(const std::vector<StoodRow>& stood) {
    constexpr std::size_t kNone = SIZE_MAX;
    std::vector<std::size_t> ends; // of the sequences of each length, the one that ends lowest
    std::vector<std::size_t> before(stood.size(), kNone);
    for (std::size_t at = 0; at < stood.size(); ++at) {
        if (!stood[at].place)
            continue;
        const auto end = std::lower_bound(
            ends.begin(), ends.end(), *stood[at].place,
            [&](std::size_t one, std::int64_t place) { return *stood[one].place < place; });
        if (end != ends.begin())
            before[at] = *std::prev(end);
        if (end == ends.end())
            ends.push_back(at);
        else
            *end = at;
    }
    std::vector<bool> kept(stood.size());
    for (std::size_t at = ends.empty() ? kNone : ends.back(); at != kNone; at = before[at])
        kept[at] = true;
    return kept;
}

std::vector<Gap> gapsOf(const std::vector<StoodRow>& stood,
                        const std::vector<std::int64_t>& fresh) {
    const std::vector<bool> kept = inOrder(stood);
    std::vector<Gap> gaps;
    Gap gap;
    auto from = fresh.begin();
    const auto endAt = [&](std::int64_t place) {
        const auto to = std::lower_bound(from, fresh.end(), place);
        gap.fresh.assign(from, to);
        from = std::upper_bound(to, fresh.end(), place);
        if (!gap.gone.empty())
            gaps.push_back(std::move(gap));
        gap = {};
    };
    for (std::size_t at = 0; at < stood.size(); ++at) {
        if (kept[at])
            endAt(*stood[at].place);
        else if (!stood[at].place)
            gap.gone.push_back(stood[at].ordinal);
    }
    endAt(INT64_MAX);
    return gaps;
}

bool isChange(const WishDifference& found) {
    return found.isLittle() || found.isOneField();
}

void addInTurn(const Gap& gap, const WishOf& wasOf, const WishOf& nowOf,
               std::vector<InPlace>& pairs) {
    for (std::size_t at = 0; at < gap.gone.size(); ++at) {
        const auto was = wasOf(gap.gone[at]);
        const auto now = was ? nowOf(gap.fresh[at]) : std::nullopt;
        if (now && isChange(difference(*was, *now)))
            pairs.push_back({gap.gone[at], gap.fresh[at]});
    }
}

/// Two that could stand for one order are other wishes in its place; of two orders that one row
/// could stand for, the nearer counts.
void addTheOnlyOnes(const Gap& gap, const WishOf& wasOf, const WishOf& nowOf,
                    std::vector<InPlace>& pairs) {
    if (std::max(gap.gone.size(), gap.fresh.size()) > kMostBeside)
        return;
    std::vector<std::optional<Wish>> now;
    for (const std::int64_t ordinal : gap.fresh)
        now.push_back(nowOf(ordinal));
    std::vector<std::optional<std::size_t>> orderOf(now.size());
    const auto far = [](std::size_t one, std::size_t other) {
        return one < other ? other - one : one - other;
    };
    for (std::size_t at = 0; at < gap.gone.size(); ++at) {
        const auto was = wasOf(gap.gone[at]);
        std::vector<std::size_t> couldBe;
        for (std::size_t i = 0; was && i < now.size(); ++i)
            if (now[i] && isChange(difference(*was, *now[i])))
                couldBe.push_back(i);
        if (couldBe.size() != 1)
            continue;
        const std::size_t only = couldBe.front();
        if (!orderOf[only] || far(at, only) < far(*orderOf[only], only))
            orderOf[only] = at;
    }
    for (std::size_t i = 0; i < now.size(); ++i)
        if (orderOf[i])
            pairs.push_back({gap.gone[*orderOf[i]], gap.fresh[i]});
}

/// A field that was filled with something else, and with what; no words where it was emptied.
struct Filled {
    std::string field;
    std::vector<std::string> words;
    bool exact = false;

    bool operator==(const Filled& other) const {
        return field == other.field && words == other.words;
    }
};

std::optional<Filled> filled(const Wish& was, const Wish& now) {
    const WishDifference found = difference(was, now);
    if (!found.isOneField())
        return std::nullopt;
    const auto got = now.fields.find(found.otherField);
    return Filled{found.otherField,
                  got == now.fields.end() ? std::vector<std::string>() : got->second,
                  found.otherIsExact};
}

/// A column that was filled with the same words in all rows, or emptied. Rows may have been added
/// or taken out, as long as what is left over of a gap is on one side.
class OneColumn {
public:
    OneColumn(const WishOf& wasOf, const WishOf& nowOf)
        : wasOf_(wasOf)
        , nowOf_(nowOf) {}

    std::vector<InPlace> find(const std::vector<Gap>& gaps) {
        bool even = true;
        for (const Gap& gap : gaps) {
            even = even && gap.isEven();
            if (!follow(gap))
                return {};
        }
        // One row alone is another wish where rows came or went beside it, and so is one address.
        if (pairs_.size() == 1 && (!even || all_->exact))
            return {};
        return std::move(pairs_);
    }

private:
    /// Whether the shorter side is found in the longer one, in its order.
    bool follow(const Gap& gap) {
        std::size_t was = 0;
        std::size_t now = 0;
        while (was < gap.gone.size() && now < gap.fresh.size()) {
            const std::size_t goneLeft = gap.gone.size() - was;
            const std::size_t freshLeft = gap.fresh.size() - now;
            const auto order = wasOf_(gap.gone[was]);
            if (order && fits(*order, gap.fresh[now])) {
                pairs_.push_back({gap.gone[was++], gap.fresh[now++]});
            } else if (goneLeft > freshLeft) {
                ++was;
            } else if (!order) {
                ++was; // it has ended: whatever stands there is no change of it
                ++now;
            } else if (freshLeft > goneLeft) {
                ++now;
            } else {
                return false;
            }
        }
        return true;
    }

    bool fits(const Wish& order, std::int64_t fresh) {
        const auto wish = nowOf_(fresh);
        auto change = wish ? filled(order, *wish) : std::nullopt;
        if (!change || (all_ && *all_ != *change))
            return false;
        all_ = std::move(change);
        return true;
    }

    const WishOf& wasOf_;
    const WishOf& nowOf_;
    std::optional<Filled> all_;
    std::vector<InPlace> pairs_;
};

} // namespace

std::vector<InPlace> rowsInPlace(const std::vector<StoodRow>& stood,
                                 const std::vector<std::int64_t>& fresh, const WishOf& wasOf,
                                 const WishOf& nowOf) {
    const std::vector<Gap> gaps = gapsOf(stood, fresh);
    std::size_t gone = 0;
    for (const Gap& gap : gaps)
        gone += gap.gone.size();
    if (2 * gone > stood.size())
        return OneColumn(wasOf, nowOf).find(gaps);
    std::vector<InPlace> pairs;
    for (const Gap& gap : gaps) {
        if (gap.isEven())
            addInTurn(gap, wasOf, nowOf, pairs);
        else
            addTheOnlyOnes(gap, wasOf, nowOf, pairs);
    }
    return pairs;
}

} // namespace leadsheet::submit::detail
