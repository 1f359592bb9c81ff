// SPDX-License-Identifier: Apache-2.0
#include "replaced_rows.hpp"

#include "leadsheet/submit/row_identity.hpp"
#include "plan_compare.hpp"
#include "row_table.hpp"
#include "wish_words.hpp"

#include <algorithm>
#include <bit>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
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

/// What a run has in common with a sheet.
struct Shared {
    std::int64_t ordered = 0; ///< rows of the run, also those that may be, as their answer was lost
    std::int64_t all = 0;     ///< these, and those that are still to be sent
    std::int64_t kept = 0;    ///< of all, those that the sheet still has
};

Shared sharedWith(Database& database, std::int64_t earlier, std::int64_t run,
                  const std::string& unreadTabs) {
    Statement counted = database.use(
        "SELECT coalesce(sum(state NOT IN (3, 9)), 0), count(*),"
        " coalesce(sum(EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = rows.account AND mine.order_key = rows.order_key"
        "  AND mine.run = ?2) OR (generation > 0 AND EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = rows.account AND mine.mark = rows.mark"
        "  AND mine.run = ?2))), 0) FROM rows WHERE run = ?1"
        " AND state IN (3, 4, 5, 6, 8, 9)"
        " AND tab NOT IN (SELECT value FROM json_each(?3))");
    counted.bind(earlier, run, unreadTabs);
    if (!counted.next())
        return {};
    return {counted.integer(0), counted.integer(1), counted.integer(2)};
}

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

} // namespace

ReplacedRows::ReplacedRows(Database& database, std::int64_t run, const std::vector<RunLike>& runs,
                           const std::vector<std::string>& unreadTabs)
    : database_(database)
    , run_(run)
    , unreadTabs_(unreadTabs) {
    const std::string unread =
        boost::json::serialize(boost::json::array(unreadTabs_.begin(), unreadTabs_.end()));
    // What the file itself ordered is not hidden by sheets that look like it.
    for (const bool ofFile : {true, false}) {
        for (const RunLike& earlier : runs) {
            if (earlier.sameFile != ofFile)
                continue;
            const Shared shared = sharedWith(database_, earlier.run, run_, unread);
            if (shared.ordered == 0 ||
                !(ofFile || (earlier.sameLook && shared.kept > 0) || 2 * shared.kept >= shared.all))
                continue;
            runs_.push_back({earlier.run, shared.kept > 0});
            if (!earlier.partial)
                return;
        }
        if (!runs_.empty())
            return;
    }
}

/// The orders that are gone from the sheet, by what a wish like theirs would have in common.
class ReplacedRows::Search {
public:
    Search(Database& database, std::int64_t run, const std::vector<Used>& runs,
           const Stands& stands, const Hold& hold)
        : database_(database)
        , run_(run)
        , stands_(stands)
        , hold_(hold) {
        for (const Used& used : runs) {
            runs_ += (runs_.empty() ? "" : ", ") + std::to_string(used.run);
            kept_.emplace(used.run, used.kept);
        }
    }

    bool loadGone(const std::vector<std::string>& unreadTabs) {
        loadTold(unreadTabs);
        const auto unkeyed = placesWithoutKey();
        RowRef after{-1, -1};
        for (;;) {
            const auto page = pageOfGone(database_, run_, runs_, after, kPageOfGone, true);
            for (const RowRecord& row : page) {
                after = row.ref;
                if (std::find(unreadTabs.begin(), unreadTabs.end(), row.tab) == unreadTabs.end() &&
                    !unkeyed.contains({row.tab, row.sourceRow}))
                    addGone(row, row);
            }
            if (page.size() < kPageOfGone)
                break;
        }
        return !gone_.empty();
    }

    /// `visit` for every row that could stand for an order; true when it does.
    template <typename Visit>
    void forNewRows(Visit visit) {
        RowFilter filter;
        filter.states = {RowState::Ready};
        filter.finding = Finding::New;
        filter.withContent = true;
        std::int64_t after = -1;
        for (;;) {
            auto page = pageOfRows(database_, run_, filter, after);
            if (page.empty())
                return;
            after = page.back().ref.ordinal;
            Transaction transaction(database_, Flush::Later);
            for (const RowRecord& row : page)
                if (row.reference.empty() && row.generation == 0 && !excludesOwned(row.request))
                    visit(row);
            transaction.commit();
        }
    }

    /// What a person was told of a row holds until they decide.
    bool takeToldBefore(const RowRecord& row) {
        if (told_.empty())
            return false;
        const auto [from, to] = told_.equal_range(row.key);
        for (auto told = from; told != to; ++told)
            if (take(row, told->second))
                return true;
        return false;
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
                const WishDifference found = difference(wishAt(number), wish);
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

    /// The rows of an earlier run of the sheet and those that stand between the same rows now.
    /// Where most are gone it is a sheet of other wishes, unless all of them have got the same
    /// words.
    void takeInPlace(std::int64_t earlier) {
        const auto fresh = freshOrdinals();
        const auto stood = standing(earlier);
        std::vector<std::pair<RowRef, std::int64_t>> pairs; // an order and the row in its place
        std::int64_t gone = 0;
        std::int64_t before = -1;
        for (std::size_t at = 0; at < stood.size(); ++at) {
            std::size_t end = at;
            while (end < stood.size() && !stood[end].second)
                ++end;
            const std::int64_t behind = end < stood.size() ? *stood[end].second : INT64_MAX;
            const auto from = std::upper_bound(fresh.begin(), fresh.end(), before);
            const auto to = std::lower_bound(from, fresh.end(), behind);
            gone += static_cast<std::int64_t>(end - at);
            if (to - from == static_cast<std::ptrdiff_t>(end - at))
                for (std::size_t i = at; i < end; ++i)
                    pairs.emplace_back(RowRef{earlier, stood[i].first},
                                       from[static_cast<std::ptrdiff_t>(i - at)]);
            before = behind;
            at = end;
        }
        const bool mostGone = 2 * gone > std::ssize(stood);
        if (mostGone && (std::ssize(pairs) < gone || !haveGotTheSameWords(pairs)))
            return;
        Transaction transaction(database_, Flush::Later);
        for (const auto& [order, ordinal] : pairs)
            takeAt(order, ordinal);
        transaction.commit();
    }

private:
    struct Gone {
        RowRef ref;
        std::int64_t ordinal = 0; ///< in the sheet's earlier run, as what follows
        std::int64_t sourceRow = 0;
        std::string tab;
        std::string mark;  ///< the same wish is held back, or let pass, by its mark
        bool kept = false; ///< others of that run are still in the sheet
        bool taken = false;
        bool asked = false; ///< whether it has ended
        bool ended = false;
    };
    struct Place {
        std::uint32_t number = 0;
        std::uint32_t letters = 0;
    };

    /// The rows of the sheet's runs that were left out as a change of an order that is gone.
    void loadTold(const std::vector<std::string>& unreadTabs) {
        std::vector<std::pair<RowRef, RowRef>> told; // the row and the order
        Statement found = database_.prepare(
            "SELECT old.run, old.ordinal, was.run, was.ordinal FROM rows AS old JOIN rows AS was"
            " ON was.run = old.related_run AND was.ordinal = old.related_ordinal"
            " WHERE old.run IN (" +
            runs_ +
            ") AND old.state = 2 AND old.skip_reason = 2 AND old.order_key IS NOT NULL"
            " AND was.state IN (4, 5, 6, 8) AND NOT EXISTS (SELECT 1 FROM rows AS mine"
            "  WHERE mine.account = was.account AND mine.order_key = was.order_key"
            "  AND mine.run = ?1) AND NOT EXISTS (SELECT 1 FROM rows AS mine"
            "  WHERE mine.account = was.account AND mine.mark = was.mark AND mine.run = ?1"
            "  AND (was.generation > 0 OR mine.finding IN (1, 5)))"
            " AND was.order_key NOT IN (SELECT other.order_key FROM rows AS mine"
            "  JOIN rows AS other ON other.run = mine.related_run"
            "  AND other.ordinal = mine.related_ordinal WHERE mine.run = ?1"
            "  AND mine.finding = 1 AND other.order_key IS NOT NULL)"
            " ORDER BY old.run, old.ordinal");
        found.bind(run_);
        while (found.next())
            told.emplace_back(RowRef{found.integer(0), found.integer(1)},
                              RowRef{found.integer(2), found.integer(3)});
        for (const auto& [left, ordered] : told) {
            const auto row = findRow(database_, left);
            auto order = findRow(database_, ordered);
            if (!row || !order || std::ranges::find(unreadTabs, row->tab) != unreadTabs.end())
                continue;
            addContent(database_, *order);
            told_.emplace(row->key, addGone(*order, *row));
        }
    }

    /// `order`, as `row` has it in the sheet's earlier run: itself, or what was left out for it.
    std::uint32_t addGone(const RowRecord& order, const RowRecord& row) {
        const auto next = static_cast<std::uint32_t>(gone_.size());
        const auto [wish, isFirst] = wishes_.try_emplace({order.request, order.occurrence}, next);
        const std::uint32_t number = wish->second;
        const auto kept = kept_.find(row.ref.run);
        const Gone gone{order.ref, row.ref.ordinal, row.sourceRow,
                        row.tab,   order.mark,      kept != kept_.end() && kept->second};
        numbers_.emplace(std::pair(row.ref.run, row.ref.ordinal), number);
        if (!isFirst) { // that of another period; the newest counts
            gone_[number] = gone;
            return number;
        }
        gone_.push_back(gone);
        for (const Sign& sign : signsOf(wishOf(order.request)))
            places_[sign.hash].push_back({number, sign.letters});
        return number;
    }

    /// Of a sheet that has none of its ordered rows left, only what stands where the order stood is
    /// the same row: the others may be wishes of another month.
    static bool isFree(const Gone& order, const RowRecord& row) {
        return !order.taken && !order.ended && order.mark != row.mark &&
               (order.kept || order.ordinal == row.ref.ordinal ||
                (order.sourceRow == row.sourceRow && order.tab == row.tab));
    }

    /// Where rows stand that are left out or need a fix: what was ordered there may be in them.
    std::set<std::pair<std::string, std::int64_t>> placesWithoutKey() {
        std::set<std::pair<std::string, std::int64_t>> places;
        Statement found =
            database_.use("SELECT tab, source_row FROM rows WHERE run = ?1 AND order_key IS NULL");
        found.bind(run_);
        while (found.next())
            places.emplace(found.text(0), found.integer(1));
        return places;
    }

    bool stands(std::uint32_t number) {
        Gone& order = gone_[number];
        if (!order.asked) {
            order.asked = true;
            order.ended = !stands_(order.ref);
        }
        return !order.ended;
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

    Wish wishAt(std::uint32_t number) {
        RowRecord order;
        order.ref = gone_[number].ref;
        addContent(database_, order);
        return wishOf(order.request);
    }

    bool take(const RowRecord& row, std::uint32_t number) {
        Gone& order = gone_[number];
        if (order.taken || order.mark == row.mark || !stands(number))
            return false;
        order.taken = true;
        hold_(row, order.ref);
        standIns_.emplace(number, row.ref.ordinal);
        return true;
    }

    /// One field, the same in all of these rows, was filled with the same, or emptied.
    bool haveGotTheSameWords(const std::vector<std::pair<RowRef, std::int64_t>>& pairs) {
        std::string field;
        std::vector<std::string> words;
        for (const auto& [order, ordinal] : pairs) {
            const auto number = numbers_.find({order.run, order.ordinal});
            auto row = findRow(database_, {run_, ordinal});
            if (number == numbers_.end() || !row)
                return false;
            if (!stands(number->second))
                continue;
            addContent(database_, *row);
            const Wish now = wishOf(row->request);
            const WishDifference found = difference(wishAt(number->second), now);
            const auto got = now.fields.find(found.otherField);
            const auto said = got == now.fields.end() ? std::vector<std::string>() : got->second;
            // One address alone is another wish; a column of one and the same is a change.
            if (!found.isOneField() || (found.otherIsExact && pairs.size() == 1) ||
                (!field.empty() && (field != found.otherField || words != said)))
                return false;
            field = found.otherField;
            words = said;
        }
        return !field.empty();
    }

    void takeAt(RowRef order, std::int64_t ordinal) {
        const auto number = numbers_.find({order.run, order.ordinal});
        auto row = findRow(database_, {run_, ordinal});
        if (number == numbers_.end() || !row)
            return;
        addContent(database_, *row);
        const WishDifference found = difference(wishAt(number->second), wishOf(row->request));
        if (found.isLittle() || found.isOneField())
            take(*row, number->second);
    }

    std::vector<std::int64_t> freshOrdinals() {
        std::vector<std::int64_t> ordinals;
        forNewRows([&ordinals](const RowRecord& row) { ordinals.push_back(row.ref.ordinal); });
        return ordinals;
    }

    /// The ordered rows of a run in order, each with its place in the sheet as it is now.
    std::vector<std::pair<std::int64_t, std::optional<std::int64_t>>>
    standing(std::int64_t earlier) {
        std::vector<std::pair<std::int64_t, std::optional<std::int64_t>>> rows;
        Statement found = database_.use(
            "SELECT old.ordinal, coalesce((SELECT min(mine.ordinal) FROM rows AS mine"
            "  WHERE mine.account = old.account AND mine.order_key = old.order_key"
            "  AND mine.run = ?2), CASE WHEN old.generation > 0 THEN (SELECT min(mine.ordinal)"
            "  FROM rows AS mine WHERE mine.account = old.account AND mine.mark = old.mark"
            "  AND mine.run = ?2) END) FROM rows AS old WHERE old.run = ?1"
            " AND (old.state IN (4, 5, 6, 8) OR (old.state = 2 AND old.skip_reason = 2"
            "  AND old.related_run IS NOT NULL)) ORDER BY old.ordinal");
        found.bind(earlier, run_);
        while (found.next()) {
            auto place = found.optionalInteger(1);
            if (const auto number = numbers_.find({earlier, found.integer(0)});
                !place && number != numbers_.end() && standIns_.contains(number->second))
                place = standIns_.at(number->second);
            rows.emplace_back(found.integer(0), place);
        }
        addChanged(earlier, rows);
        return rows;
    }

    /// Rows that were found to be changed by their mark or their key.
    void addChanged(std::int64_t earlier,
                    std::vector<std::pair<std::int64_t, std::optional<std::int64_t>>>& rows) {
        Statement found = database_.use(
            "SELECT old.ordinal, mine.ordinal FROM rows AS mine JOIN rows AS was"
            " ON was.run = mine.related_run AND was.ordinal = mine.related_ordinal"
            " JOIN rows AS old ON old.account = was.account AND old.order_key = was.order_key"
            " AND old.run = ?1 WHERE mine.run = ?2 AND mine.finding IN (1, 5)");
        found.bind(earlier, run_);
        while (found.next()) {
            const auto row = std::lower_bound(
                rows.begin(), rows.end(), found.integer(0),
                [](const auto& entry, std::int64_t ordinal) { return entry.first < ordinal; });
            if (row != rows.end() && row->first == found.integer(0) && !row->second)
                row->second = found.integer(1);
        }
    }

    Database& database_;
    std::int64_t run_;
    std::string runs_;
    std::map<std::int64_t, bool> kept_; ///< whether the sheet has some of the run's ordered rows
    const Stands& stands_;
    const Hold& hold_;
    std::vector<Gone> gone_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> numbers_; ///< by run and ordinal
    std::map<std::pair<std::string, std::int64_t>, std::uint32_t> wishes_;
    std::multimap<std::string, std::uint32_t> told_; ///< by the key of the row that was left out
    std::unordered_map<std::uint64_t, std::vector<Place>> places_;
    std::map<std::uint32_t, std::int64_t> standIns_; ///< of those taken
};

void ReplacedRows::find(const Stands& stands, const Hold& hold) {
    if (runs_.empty())
        return;
    Search search(database_, run_, runs_, stands, hold);
    if (!search.loadGone(unreadTabs_))
        return;
    search.forNewRows([&search](const RowRecord& row) {
        if (!search.takeToldBefore(row))
            search.takeLike(row);
    });
    for (const Used& used : runs_)
        search.takeInPlace(used.run);
}

} // namespace leadsheet::submit::detail
