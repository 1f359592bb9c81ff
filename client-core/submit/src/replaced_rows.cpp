// SPDX-License-Identifier: Apache-2.0
#include "replaced_rows.hpp"

#include "leadsheet/submit/row_identity.hpp"
#include "plan_compare.hpp"
#include "questions.hpp"
#include "row_table.hpp"
#include "rows_in_place.hpp"
#include "wish_words.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace leadsheet::submit::detail {
namespace {

constexpr std::size_t kPageOfGone = 5'000;
constexpr std::size_t kMostCompared =
    8; ///< orders that a row is compared with for one of its words
constexpr std::size_t kMostAlike =
    1'000;                             ///< orders with the same sign, beyond which it says nothing
constexpr std::size_t kMostItems = 50; ///< of a field, by which it is found
constexpr int kMostOtherLetters = 4;   ///< what two slips can make of the letters of a word

/// One bit for each letter that occurs.
std::uint32_t lettersOf(std::string_view text) {
    constexpr unsigned kBits = 32;
    std::uint32_t bits = 0;
    for (const char c : text)
        bits |= std::uint32_t{1} << (static_cast<unsigned char>(c) % kBits);
    return bits;
}

/// What two wishes have in common that differ a little in one field: the other fields, and an item
/// of this one, or its beginning or its end.
struct Sign {
    std::uint64_t hash = 0;
    std::uint32_t letters = 0; ///< 0 = the item is the same
};

std::vector<Sign> signsOf(const Wish& wish) {
    constexpr std::size_t kKept = 2; // bytes that a slip leaves at one of the ends
    std::vector<Sign> signs;
    for (const auto& [field, items] : wish.fields) {
        const std::uint64_t rest = without(wish, field);
        const auto add = [&](const std::string& what, std::uint32_t letters) {
            const std::uint64_t hash = std::hash<std::string>()(what);
            signs.push_back({rest ^ (hash * 0x9E3779B97F4A7C15U), letters});
        };
        for (std::size_t at = 0; at < std::min(items.size(), kMostItems); ++at) {
            const std::string& item = items[at];
            add("=" + item, 0);
            if (item.size() < kKept)
                continue;
            add("<" + item.substr(0, kKept), lettersOf(item));
            add(">" + item.substr(item.size() - kKept), lettersOf(item));
        }
    }
    return signs;
}

template <typename Key>
std::optional<std::int64_t> valueAt(const std::map<Key, std::int64_t>& values, const Key& key) {
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

ReplacedRows::ReplacedRows(Database& database, std::int64_t account, std::int64_t run,
                           std::vector<RunLike> runs, std::vector<std::string> unreadTabs)
    : database_(database)
    , account_(account)
    , run_(run)
    , runs_(std::move(runs))
    , unreadTabs_(std::move(unreadTabs)) {}

/// The orders that are gone from the sheet, by what a wish like theirs would have in common.
class ReplacedRows::Search {
public:
    Search(const ReplacedRows& rows, const Standing& standing, const Hold& hold)
        : database_(rows.database_)
        , account_(rows.account_)
        , run_(rows.run_)
        , unreadTabs_(rows.unreadTabs_)
        , standing_(standing)
        , hold_(hold) {
        for (const RunLike& used : rows.runs_) {
            runs_ += (runs_.empty() ? "" : ", ") + std::to_string(used.run);
            kept_.emplace(used.run, used.kept);
        }
    }

    bool loadGone() {
        loadPlacesWithoutKey();
        loadLeftOut();
        RowRef after{-1, -1};
        for (;;) {
            const auto page = pageOfGone(database_, run_, runs_, after, kPageOfGone, true);
            for (const RowRecord& row : page) {
                after = row.ref;
                if (isRead(row.tab) && !withoutKey_.contains({row.tab, row.sourceRow}))
                    addGone(row, row);
            }
            if (page.size() < kPageOfGone)
                break;
        }
        return !gone_.empty();
    }

    /// What a person was told of a row holds until they decide.
    void takeAsToldBefore() {
        Transaction transaction(database_, Flush::Later);
        for (const auto& [key, number] : leftOut_)
            if (const auto row = newRowOf(key))
                take(*row, number);
        for (const Question& asked : questionsOf(database_, run_)) {
            const auto number = byKey_.find(asked.orderedKey);
            if (number != byKey_.end())
                takeAt(asked.ordinal, number->second);
        }
        transaction.commit();
    }

    void takeLikeOnes() {
        RowFilter filter;
        filter.states = {RowState::Ready};
        filter.finding = Finding::New;
        filter.withContent = true;
        std::int64_t after = -1;
        for (;;) {
            const auto page = pageOfRows(database_, run_, filter, after);
            if (page.empty())
                return;
            after = page.back().ref.ordinal;
            Transaction transaction(database_, Flush::Later);
            for (const RowRecord& row : page)
                if ((row.reference.empty() || anyWithoutReference_) && row.generation == 0 &&
                    !excludesOwned(row.request) && !takeLike(row))
                    fresh_.push_back(row.ref.ordinal);
            transaction.commit();
        }
    }

    void takeInPlace(std::int64_t earlier) {
        const auto pairs = rowsInPlace(
            stood(earlier), fresh_,
            [&](std::int64_t ordinal) {
                return standingWish(numbers_.at({earlier, ordinal}));
            },
            [&](std::int64_t ordinal) {
                return std::optional(wishAt({run_, ordinal}));
            });
        std::set<std::int64_t> taken;
        Transaction transaction(database_, Flush::Later);
        for (const InPlace& pair : pairs)
            if (takeAt(pair.fresh, numbers_.at({earlier, pair.ordered})))
                taken.insert(pair.fresh);
        transaction.commit();
        std::erase_if(fresh_, [&](std::int64_t ordinal) { return taken.contains(ordinal); });
    }

private:
    struct Gone {
        RowRef ref;
        std::int64_t ordinal = 0; ///< in the sheet's earlier run, as what follows
        std::int64_t sourceRow = 0;
        std::string tab;
        std::string mark;
        bool referenced = false;
        bool kept = false; ///< others of that run are still in the sheet
        bool taken = false;
        bool asked = false;                            ///< what stands
        std::optional<RowRef> standing = std::nullopt; ///< once asked
    };
    struct Place {
        std::uint32_t number = 0;
        std::uint32_t letters = 0;
    };

    bool isRead(const std::string& tab) const {
        return std::ranges::find(unreadTabs_, tab) == unreadTabs_.end();
    }

    /// The rows of the sheet's runs that were left out as a change of an order that is gone.
    void loadLeftOut() {
        std::vector<std::pair<RowRef, RowRef>> found; // the row and the order
        Statement left = database_.prepare(
            "SELECT old.run, old.ordinal, was.run, was.ordinal FROM rows AS old JOIN rows AS was"
            " ON was.run = old.related_run AND was.ordinal = old.related_ordinal"
            " WHERE old.run IN (" +
            runs_ +
            ") AND old.state = 2 AND old.skip_reason = 2 AND old.order_key IS NOT NULL"
            " AND was.state IN (4, 5, 6, 8, 10) AND NOT EXISTS (SELECT 1 FROM rows AS mine"
            "  WHERE mine.account = was.account AND mine.order_key = was.order_key"
            "  AND mine.run = ?1) AND NOT EXISTS (SELECT 1 FROM rows AS mine"
            "  WHERE mine.account = was.account AND mine.mark = was.mark AND mine.run = ?1"
            "  AND (was.generation > 0 OR mine.finding IN (1, 5)))"
            " AND was.order_key NOT IN (SELECT other.order_key FROM rows AS mine"
            "  JOIN rows AS other ON other.run = mine.related_run"
            "  AND other.ordinal = mine.related_ordinal WHERE mine.run = ?1"
            "  AND mine.finding = 1 AND other.order_key IS NOT NULL)"
            " ORDER BY old.run, old.ordinal");
        left.bind(run_);
        while (left.next())
            found.emplace_back(RowRef{left.integer(0), left.integer(1)},
                               RowRef{left.integer(2), left.integer(3)});
        for (const auto& [ref, ordered] : found) {
            const auto row = findRow(database_, ref);
            auto order = findRow(database_, ordered);
            if (!row || !order || !isRead(row->tab))
                continue;
            addContent(database_, *order);
            leftOut_.emplace_back(row->key, addGone(*order, *row));
        }
        std::reverse(leftOut_.begin(), leftOut_.end()); // the newest first
    }

    /// Where rows stand that are left out or need a fix: what was ordered there may be in them.
    void loadPlacesWithoutKey() {
        Statement found = database_.use(
            "SELECT tab, source_row, ordinal FROM rows WHERE run = ?1 AND order_key IS NULL");
        found.bind(run_);
        while (found.next())
            withoutKey_.emplace(std::pair(found.text(0), found.integer(1)), found.integer(2));
    }

    /// `order`, as `row` has it in the sheet's earlier run: itself, or what was left out for it.
    std::uint32_t addGone(const RowRecord& order, const RowRecord& row) {
        const auto next = static_cast<std::uint32_t>(gone_.size());
        const auto [wish, isFirst] = wishes_.try_emplace({order.request, order.occurrence}, next);
        const std::uint32_t number = wish->second;
        const auto kept = kept_.find(row.ref.run);
        Gone gone{order.ref,
                  row.ref.ordinal,
                  row.sourceRow,
                  row.tab,
                  order.mark,
                  !order.reference.empty(),
                  kept != kept_.end() && kept->second};
        numbers_.emplace(std::pair(row.ref.run, row.ref.ordinal), number);
        byKey_.emplace(order.key, number);
        anyWithoutReference_ = anyWithoutReference_ || order.reference.empty();
        if (!isFirst) { // that of another period; the newest counts
            gone_[number] = std::move(gone);
            return number;
        }
        gone_.push_back(std::move(gone));
        for (const Sign& sign : signsOf(wishOf(order.request)))
            places_[sign.hash].push_back({number, sign.letters});
        return number;
    }

    std::optional<RowRecord> newRowOf(const std::string& key) {
        Statement found = database_.use("SELECT ordinal FROM rows WHERE account = ?1"
                                        " AND order_key = ?2 AND run = ?3 AND state = 0"
                                        " AND finding = 0");
        found.bind(account_, key, run_);
        return found.next() ? findRow(database_, {run_, found.integer(0)}) : std::nullopt;
    }

    /// The same wish is held back, or let pass, by its mark; and a row by its Reference, unless its
    /// order had none.
    static bool isAnother(const Gone& order, const RowRecord& row) {
        return order.mark == row.mark || (order.referenced && !row.reference.empty());
    }

    /// Of a sheet that has none of its ordered rows left, only what stands where the order stood is
    /// the same row: the others may be wishes of another month.
    static bool isFree(const Gone& order, const RowRecord& row) {
        return !order.taken && (!order.asked || order.standing) && !isAnother(order, row) &&
               (order.kept || order.ordinal == row.ref.ordinal ||
                (order.sourceRow == row.sourceRow && order.tab == row.tab));
    }

    bool stands(std::uint32_t number) {
        Gone& order = gone_[number];
        if (!order.asked) {
            order.asked = true;
            order.standing = standing_(order.ref);
        }
        return order.standing.has_value();
    }

    bool takeLike(const RowRecord& row) {
        const Wish wish = wishOf(row.request);
        std::optional<std::uint32_t> best;
        std::pair<std::int64_t, std::int64_t> bestRank;
        std::vector<std::uint32_t> compared;
        for (const Sign& sign : signsOf(wish)) {
            for (const std::uint32_t number : nearest(sign, row)) {
                if (std::find(compared.begin(), compared.end(), number) != compared.end())
                    continue;
                compared.push_back(number);
                const WishDifference found = difference(wishAt(gone_[number].ref), wish);
                const std::pair rank(found.little,
                                     std::abs(gone_[number].sourceRow - row.sourceRow));
                if (found.isLittle() && (!best || rank < bestRank)) {
                    best = number;
                    bestRank = rank;
                }
            }
        }
        return best && take(row, *best);
    }

    std::vector<std::uint32_t> nearest(const Sign& sign, const RowRecord& row) {
        std::vector<std::uint32_t> numbers;
        const auto found = places_.find(sign.hash);
        if (found == places_.end() || found->second.size() > kMostAlike)
            return numbers;
        for (const Place& place : found->second)
            if (isFree(gone_[place.number], row) && (place.letters == 0) == (sign.letters == 0) &&
                std::popcount(place.letters ^ sign.letters) <= kMostOtherLetters)
                numbers.push_back(place.number);
        const auto far = [&](std::uint32_t number) {
            return std::abs(gone_[number].sourceRow - row.sourceRow);
        };
        std::size_t count = std::min(numbers.size(), kMostCompared);
        for (std::size_t known = 0; known < count;) {
            std::partial_sort(numbers.begin() + static_cast<std::ptrdiff_t>(known),
                              numbers.begin() + static_cast<std::ptrdiff_t>(count), numbers.end(),
                              [&](std::uint32_t one, std::uint32_t other) {
                                  return std::pair(far(one), one) < std::pair(far(other), other);
                              });
            // One that has ended leaves its place to the next.
            const auto ended =
                std::remove_if(numbers.begin() + static_cast<std::ptrdiff_t>(known),
                               numbers.begin() + static_cast<std::ptrdiff_t>(count),
                               [&](std::uint32_t number) { return !stands(number); });
            known = static_cast<std::size_t>(ended - numbers.begin());
            numbers.erase(ended, numbers.begin() + static_cast<std::ptrdiff_t>(count));
            count = std::min(numbers.size(), kMostCompared);
        }
        numbers.resize(count);
        return numbers;
    }

    Wish wishAt(RowRef ref) {
        RowRecord row;
        row.ref = ref;
        addContent(database_, row);
        return wishOf(row.request);
    }

    std::optional<Wish> standingWish(std::uint32_t number) {
        if (!stands(number))
            return std::nullopt;
        return wishAt(gone_[number].ref);
    }

    bool take(const RowRecord& row, std::uint32_t number) {
        Gone& order = gone_[number];
        if (order.taken || isAnother(order, row) || !stands(number))
            return false;
        order.taken = true;
        hold_(row, *order.standing);
        standIns_.emplace(number, row.ref.ordinal);
        return true;
    }

    bool takeAt(std::int64_t ordinal, std::uint32_t number) {
        const auto row = findRow(database_, {run_, ordinal});
        return row && row->finding == Finding::New && take(*row, number);
    }

    /// The ordered rows of a run in order, each with its place in the sheet as it is now, or gone.
    std::vector<StoodRow> stood(std::int64_t earlier) {
        struct Found {
            StoodRow row;
            std::pair<std::string, std::int64_t> at; ///< tab and row
            bool hasEnded = false;
        };
        std::vector<Found> all;
        Statement found = database_.use(
            "SELECT old.ordinal, coalesce((SELECT min(mine.ordinal) FROM rows AS mine"
            "  WHERE mine.account = old.account AND mine.order_key = old.order_key"
            "  AND mine.run = ?2), (SELECT min(mine.ordinal) FROM rows AS mine"
            "  WHERE mine.account = old.account AND mine.mark = old.mark AND mine.run = ?2)),"
            " old.tab, old.source_row, old.state = 10 FROM rows AS old WHERE old.run = ?1"
            " AND (old.state IN (4, 5, 6, 8, 10) OR (old.state = 2 AND old.skip_reason = 2"
            "  AND old.related_run IS NOT NULL)) ORDER BY old.ordinal");
        found.bind(earlier, run_);
        while (found.next())
            all.push_back({{found.integer(0), found.optionalInteger(1)},
                           {found.text(2), found.integer(3)},
                           found.integer(4) != 0});
        const auto changed = changedOf(earlier);
        std::vector<StoodRow> rows;
        for (auto& [row, at, hasEnded] : all) {
            const auto number = numbers_.find({earlier, row.ordinal});
            const bool isGone = number != numbers_.end();
            if (!row.place)
                row.place = valueAt(changed, row.ordinal);
            if (!row.place)
                row.place = isGone ? valueAt(standIns_, number->second) : valueAt(withoutKey_, at);
            // Of others it is not known where they are; what has ended is missed by nobody.
            if (row.place || (isGone && (!hasEnded || stands(number->second))))
                rows.push_back(row);
        }
        return rows;
    }

    /// Rows that were found to be changed by their mark or their key.
    std::map<std::int64_t, std::int64_t> changedOf(std::int64_t earlier) {
        std::map<std::int64_t, std::int64_t> places;
        Statement found = database_.use(
            "SELECT old.ordinal, mine.ordinal FROM rows AS mine JOIN rows AS was"
            " ON was.run = mine.related_run AND was.ordinal = mine.related_ordinal"
            " JOIN rows AS old ON old.account = was.account AND old.order_key = was.order_key"
            " AND old.run = ?1 WHERE mine.run = ?2 AND mine.finding IN (1, 5)");
        found.bind(earlier, run_);
        while (found.next())
            places.emplace(found.integer(0), found.integer(1));
        return places;
    }

    Database& database_;
    std::int64_t account_;
    std::int64_t run_;
    const std::vector<std::string>& unreadTabs_;
    const Standing& standing_;
    const Hold& hold_;
    std::string runs_;
    std::map<std::int64_t, bool> kept_; ///< whether the sheet has some of the run's ordered rows
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> withoutKey_; ///< ordinals
    std::vector<Gone> gone_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> numbers_; ///< by run and ordinal
    std::map<std::pair<std::string, std::int64_t>, std::uint32_t> wishes_;
    std::unordered_map<std::string, std::uint32_t> byKey_;
    std::vector<std::pair<std::string, std::uint32_t>> leftOut_; ///< keys of rows
    std::unordered_map<std::uint64_t, std::vector<Place>> places_;
    bool anyWithoutReference_ = false;
    std::vector<std::int64_t> fresh_;                ///< rows that were not taken
    std::map<std::uint32_t, std::int64_t> standIns_; ///< of those taken
};

void ReplacedRows::find(const Standing& standing, const Hold& hold) {
    if (runs_.empty())
        return;
    Search search(*this, standing, hold);
    if (!search.loadGone())
        return;
    search.takeAsToldBefore();
    search.takeLikeOnes();
    for (const RunLike& used : runs_)
        search.takeInPlace(used.run);
}

} // namespace leadsheet::submit::detail
