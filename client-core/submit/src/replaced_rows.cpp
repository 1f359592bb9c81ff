// SPDX-License-Identifier: Apache-2.0
#include "replaced_rows.hpp"

#include "leadsheet/submit/row_identity.hpp"
#include "plan_compare.hpp"
#include "row_table.hpp"
#include "wish_words.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace leadsheet::submit::detail {
namespace {

constexpr int kMostRuns = 20;
constexpr std::size_t kPageOfGone = 5'000;
constexpr std::size_t kMostCompared =
    8;                                 ///< orders that a row is compared with for one of its words
constexpr std::size_t kMostItems = 50; ///< of a field, by which it is found
constexpr int kMostOtherLetters = 4;   ///< what two slips can make of the letters of a word

std::string listOf(const std::vector<std::int64_t>& runs) {
    std::string list;
    for (const std::int64_t run : runs)
        list += (list.empty() ? "" : ", ") + std::to_string(run);
    return list;
}

/// How many rows of a run are ordered or may be, as their answer was lost, and how many of them the
/// sheet of `run` still has.
std::pair<std::int64_t, std::int64_t> keptOf(Database& database, std::int64_t earlier,
                                             std::int64_t run) {
    Statement counted = database.use(
        "SELECT count(*), coalesce(sum(EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = rows.account AND mine.order_key = rows.order_key"
        "  AND mine.run = ?2) OR (generation > 0 AND EXISTS (SELECT 1 FROM rows AS mine"
        "  WHERE mine.account = rows.account AND mine.mark = rows.mark"
        "  AND mine.run = ?2))), 0) FROM rows WHERE run = ?1 AND state IN (4, 5, 6, 8)");
    counted.bind(earlier, run);
    if (!counted.next())
        return {0, 0};
    return {counted.integer(0), counted.integer(1)};
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

std::vector<RunLike> runsLike(Database& ledger, const std::vector<std::int64_t>& accounts,
                              const RunSpec& spec, std::int64_t run) {
    std::vector<RunLike> runs;
    for (const std::int64_t account : accounts) {
        Statement found = ledger.use(
            "SELECT id, ?3 <> '' AND source_path = ?3, source_name = ?4 AND sheet_shape = ?5"
            " FROM runs WHERE account = ?1 AND id < ?2 AND state >= 2 AND whole_sheet = 1"
            " AND ((?3 <> '' AND source_path = ?3) OR (?4 <> '' AND source_name = ?4)"
            "  OR (?5 <> '' AND sheet_shape = ?5)) ORDER BY id DESC LIMIT ?6");
        found.bind(account, run, spec.sourcePath, spec.sourceName, spec.sheetShape, kMostRuns);
        while (found.next())
            runs.push_back({found.integer(0), found.integer(1) != 0, found.integer(2) != 0});
    }
    std::sort(runs.begin(), runs.end(),
              [](const RunLike& one, const RunLike& other) { return one.run > other.run; });
    return runs;
}

ReplacedRows::ReplacedRows(Database& database, std::int64_t run, const std::vector<RunLike>& runs,
                           const std::vector<std::string>& unreadTabs)
    : database_(database)
    , run_(run)
    , unreadTabs_(unreadTabs) {
    for (const RunLike& earlier : runs) {
        const auto [ordered, kept] = keptOf(database_, earlier.run, run_);
        if (ordered > 0 &&
            (earlier.sameFile || (earlier.sameLook && kept > 0) || 2 * kept >= ordered))
            runs_.push_back(earlier.run);
    }
}

/// The orders that are gone from the sheet, by what a wish like theirs would have in common.
class ReplacedRows::Search {
public:
    Search(Database& database, std::int64_t run, const std::vector<std::int64_t>& runs,
           const Stands& stands, const Hold& hold)
        : database_(database)
        , run_(run)
        , runs_(listOf(runs))
        , stands_(stands)
        , hold_(hold) {}

    bool loadGone(const std::vector<std::string>& unreadTabs) {
        RowRef after{-1, -1};
        for (;;) {
            const auto page = pageOfGone(database_, run_, runs_, after, kPageOfGone, true);
            for (const RowRecord& row : page) {
                after = row.ref;
                if (std::find(unreadTabs.begin(), unreadTabs.end(), row.tab) != unreadTabs.end())
                    continue;
                const auto number = static_cast<std::uint32_t>(gone_.size());
                const auto [wish, isFirst] =
                    wishes_.try_emplace({row.request, row.occurrence}, number);
                numbers_.emplace(std::pair(row.ref.run, row.ref.ordinal), wish->second);
                if (!isFirst) { // that of another period; the newest counts
                    gone_[wish->second] = {row.ref, row.sourceRow};
                    continue;
                }
                gone_.push_back({row.ref, row.sourceRow});
                for (const Sign& sign : signsOf(wishOf(row.request)))
                    places_[sign.hash].push_back({number, sign.letters});
            }
            if (page.size() < kPageOfGone)
                break;
        }
        if (!gone_.empty())
            loadTold();
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
            for (const std::uint32_t number : nearest(sign, row.sourceRow)) {
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

    /// The rows of the sheet's newest run and those that stand between the same rows now.
    void takeInPlace(std::int64_t newest) {
        const auto fresh = freshOrdinals();
        const auto stood = standing(newest);
        const auto kept = std::count_if(stood.begin(), stood.end(),
                                        [](const auto& row) { return row.second.has_value(); });
        if (2 * kept < std::ssize(stood))
            return;
        Transaction transaction(database_, Flush::Later);
        std::int64_t before = -1;
        for (std::size_t at = 0; at < stood.size(); ++at) {
            std::size_t end = at;
            while (end < stood.size() && !stood[end].second)
                ++end;
            const std::int64_t behind = end < stood.size() ? *stood[end].second : INT64_MAX;
            const auto from = std::upper_bound(fresh.begin(), fresh.end(), before);
            const auto to = std::lower_bound(from, fresh.end(), behind);
            if (to - from == static_cast<std::ptrdiff_t>(end - at))
                for (std::size_t i = at; i < end; ++i)
                    takeAt({newest, stood[i].first}, from[static_cast<std::ptrdiff_t>(i - at)]);
            before = behind;
            at = end;
        }
        transaction.commit();
    }

private:
    struct Gone {
        RowRef ref;
        std::int64_t sourceRow = 0;
        bool taken = false;
        bool asked = false; ///< whether it has ended
        bool ended = false;
    };
    struct Place {
        std::uint32_t number = 0;
        std::uint32_t letters = 0;
    };

    /// The rows of the sheet's runs that were left out as a change of an order that is gone.
    void loadTold() {
        Statement found = database_.prepare(
            "SELECT old.order_key, now.run, now.ordinal FROM rows AS old JOIN rows AS was"
            " ON was.run = old.related_run AND was.ordinal = old.related_ordinal JOIN rows AS now"
            " ON now.account = was.account AND now.order_key = was.order_key AND now.run IN (" +
            runs_ + ") AND now.state IN (4, 5, 6, 8) WHERE old.run IN (" + runs_ +
            ") AND old.state = 2 AND old.skip_reason = 2 AND old.order_key IS NOT NULL"
            " ORDER BY old.run DESC, now.run DESC, old.ordinal");
        while (found.next())
            if (const auto number = numbers_.find({found.integer(1), found.integer(2)});
                number != numbers_.end())
                told_.emplace(found.text(0), number->second);
    }

    bool stands(std::uint32_t number) {
        Gone& order = gone_[number];
        if (!order.asked) {
            order.asked = true;
            order.ended = !stands_(order.ref);
        }
        return !order.ended;
    }

    std::vector<std::uint32_t> nearest(const Sign& sign, std::int64_t sourceRow) {
        std::vector<std::uint32_t> numbers;
        const auto found = places_.find(sign.hash);
        if (found == places_.end())
            return numbers;
        for (const Place& place : found->second)
            if (!gone_[place.number].taken && !gone_[place.number].ended &&
                (place.letters == 0) == (sign.letters == 0) &&
                std::popcount(place.letters ^ sign.letters) <= kMostOtherLetters)
                numbers.push_back(place.number);
        const auto far = [&](std::uint32_t number) {
            return std::abs(gone_[number].sourceRow - sourceRow);
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
        if (order.taken || !stands(number))
            return false;
        order.taken = true;
        hold_(row, order.ref);
        standIns_.emplace(std::pair(order.ref.run, order.ref.ordinal), row.ref.ordinal);
        return true;
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
            " AND old.state IN (4, 5, 6, 8) ORDER BY old.ordinal");
        found.bind(earlier, run_);
        while (found.next()) {
            auto place = found.optionalInteger(1);
            if (const auto taken = standIns_.find({earlier, found.integer(0)});
                !place && taken != standIns_.end())
                place = taken->second;
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
    const Stands& stands_;
    const Hold& hold_;
    std::vector<Gone> gone_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> numbers_; ///< by run and ordinal
    std::map<std::pair<std::string, std::int64_t>, std::uint32_t> wishes_;
    std::multimap<std::string, std::uint32_t> told_; ///< by the key of the row that was left out
    std::unordered_map<std::uint64_t, std::vector<Place>> places_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> standIns_; ///< of those taken
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
    search.takeInPlace(runs_.front());
}

} // namespace leadsheet::submit::detail
