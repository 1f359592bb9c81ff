// SPDX-License-Identifier: Apache-2.0
#include "map/count_columns.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/auto_match.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "map/shared_counts.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

using Words = std::vector<std::string>;

const Vocabulary& countWords() {
    return Vocabulary::builtIn();
}

/// What a column of numbers says of leads beside how many there are to be.
struct LeadNumbers {
    bool rest = false;    ///< "Leads still needed", "Offen"
    bool end = false;     ///< "Min leads"
    bool wanted = false;  ///< "To order", "New leads", "This month"
    bool there = false;   ///< "Delivered", "On hand": how many there are already
    bool version = false; ///< "Leads (revised)", "Approved leads", "Correction"
};

constexpr std::int64_t kFewest = 5; // fewer may be a rank or crosses

/// Numbers of leads below a name that says so.
bool haveAmounts(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::int64_t most = 0;
    for (const SampleRow& row : samples)
        if (const auto text = row.textAt(column); !text.empty()) {
            const NumberReading number = readCount(text);
            most = std::max(most, number.ok() ? number.unscaled : 0);
        }
    return most >= kFewest;
}

/// More than the numbers of its rows or of orders, a rank or crosses.
bool countLeads(const std::vector<SampleRow>& samples, std::uint32_t column) {
    constexpr std::int64_t kLargestStep = 10;       // "10", "20", "30" are ranks
    constexpr std::int64_t kLeastOfOrders = 10'000; // "40012", "40017" are numbers of orders
    std::optional<std::int64_t> step;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = 0;
    std::optional<std::int64_t> before;
    bool up = true;
    bool ranked = true;
    for (const SampleRow& row : samples) {
        const auto text = row.textAt(column);
        if (text.empty())
            continue;
        const NumberReading number = readCount(text);
        if (!number.ok())
            return false;
        if (before) {
            const std::int64_t more = number.unscaled - *before;
            ranked = ranked && more > 0 && more <= kLargestStep && more == step.value_or(more);
            up = up && more > 0;
            step = more;
        }
        before = number.unscaled;
        least = std::min(least, number.unscaled);
        most = std::max(most, number.unscaled);
    }
    const bool numbered = step && (ranked || (up && least >= kLeastOfOrders));
    return most >= kFewest && !numbered;
}

/// "-20", "+10": what a number of leads is changed by.
bool areChanges(const std::vector<SampleRow>& samples, std::uint32_t column) {
    bool any = false;
    for (const SampleRow& row : samples) {
        std::string_view text = row.textAt(column);
        if (text.empty())
            continue;
        for (const std::string_view sign : {"-", "+", "\u2212", "\u2013"})
            if (text.starts_with(sign)) {
                text = trimmed(text.substr(sign.size()));
                any = true;
            }
        if (!readCount(text).ok())
            return false;
    }
    return any;
}

/// "Unit" with "k" or "thousand" in its cells.
bool isScale(const std::vector<SampleRow>& samples, std::uint32_t column,
             const std::string& header) {
    const Words words = wordsOf(header);
    const bool named =
        words.empty() || std::any_of(words.begin(), words.end(), [](const std::string& word) {
            return countWords().isCellWord("scaledNumbers", word);
        });
    bool any = false;
    for (const SampleRow& row : samples)
        if (const auto text = row.textAt(column); !text.empty()) {
            if (!named || !isScaleAlone(text))
                return false;
            any = true;
        }
    return any;
}

bool isCountWord(const std::string& word) {
    using enum WordKind;
    return countWords().is(word, Leads | Lead | Count | Quantity);
}

/// "Approved leads", "Qty (new)", "Corrected": another version of the number.
bool namesVersion(const Words& words) {
    const auto isVersion = [](const std::string& word) {
        return countWords().isCellWord("countVersions", word);
    };
    const auto isCorrection = [](const std::string& word) {
        return countWords().isCellWord("countCorrections", word);
    };
    const bool counted = std::any_of(words.begin(), words.end(), isCountWord) &&
                         std::any_of(words.begin(), words.end(), isVersion);
    return (counted || std::any_of(words.begin(), words.end(), isCorrection)) &&
           std::all_of(words.begin(), words.end(), [&](const std::string& word) {
               return isCountWord(word) || isVersion(word) || isCorrection(word) ||
                      countWords().is(word, WordKind::Wanted | WordKind::Plain);
           });
}

/// "Delivered", "already delivered", "Leads on hand": what was ordered, has come or is in stock.
bool namesWhatIsThere(const Words& words) {
    using enum WordKind;
    std::string rest;
    for (const std::string& word : words)
        if (!isCountWord(word))
            rest += word;
    return countWords().isCellWord("countsInStock", rest) ||
           (countWords().isAny(words, Progress) &&
            std::all_of(words.begin(), words.end(), [](const std::string& word) {
                return isCountWord(word) || countWords().isTotal(word) ||
                       countWords().is(word, Wanted | Plain | Progress | DealtWhen) ||
                       isOneOf(word, {"so", "far", "bisher", "bislang"});
            }));
}

LeadNumbers leadNumbersOf(const std::string& header, const std::vector<SampleRow>& samples,
                          std::uint32_t column) {
    constexpr WordKind kKnown = WordKind::Leads | WordKind::Lead | WordKind::Count |
                                WordKind::Wanted | WordKind::Plain | WordKind::Least |
                                WordKind::Most | WordKind::Progress | WordKind::Rest;
    const Vocabulary& vocabulary = Vocabulary::builtIn();
    const ColumnShape shape = shapeOf(samples, column);
    const auto words = wordsOf(header);
    const bool numbers = !shape.cells.empty() && shape.count(Look::Count) * 2 > shape.cells.size();
    LeadNumbers of;
    if (const Words all = allWordsOf(header); namesVersion(all))
        of.version = (numbers && haveAmounts(samples, column)) || areChanges(samples, column);
    else if (numbers && namesWhatIsThere(all))
        of.there = haveAmounts(samples, column);
    if (numbers && vocabulary.isCellWord("orderNumbers", plainName(header)))
        of.wanted = countLeads(samples, column);
    else if (numbers && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
                 return vocabulary.is(word, kKnown);
             })) {
        of.rest = vocabulary.isAny(words, WordKind::Rest);
        of.end = vocabulary.isAny(words, WordKind::Leads | WordKind::Lead) &&
                 vocabulary.isAny(words, WordKind::Least | WordKind::Most);
    }
    return of;
}

/// What two names have in common, and what the first has beside it.
struct Compared {
    std::string common;
    Words own;
};

Compared compared(const Words& one, Words other) {
    Compared result;
    for (const std::string& word : one) {
        const auto same = std::find(other.begin(), other.end(), word);
        if (same == other.end()) {
            result.own.push_back(word);
            continue;
        }
        result.common += word;
        other.erase(same);
    }
    return result;
}

/// "Leads DE" and "Leads FR", "Leads Plan" and "Leads Actual": one name of counts with something
/// else beside it in each. A word that says nothing in other names tells these apart.
bool areParts(const ColumnCandidate& match, const std::string& header, const std::string& other) {
    const Words words = allWordsOf(header);
    const Words others = allWordsOf(other);
    const Compared one = compared(words, others);
    const Compared two = compared(others, words);
    const NameMeaning meaning = meaningOf(other);
    const bool tellsNothing =
        match.why == say::almostSameName() ||
        std::all_of(one.own.begin(), one.own.end(), [](const std::string& word) {
            return !isCountWord(word) && countWords().is(word, WordKind::Plain);
        });
    return !one.own.empty() && !two.own.empty() && tellsNothing && !meaning.vetoed() &&
           meaning.noField == NoField::No &&
           (meaning.target.empty() || meaning.target == kLeadCountTarget) &&
           countWords().target(one.common) == kLeadCountTarget;
}

bool isTaken(const ColumnCandidate& match) {
    return match.target == kLeadCountTarget && match.confidence != Confidence::Unsure;
}

/// Why a column is not simply the one that counts leads; nothing where it is.
class Doubts {
public:
    Doubts(const std::vector<SampleRow>& samples, const ColumnMap& map,
           const std::vector<ColumnCandidate>& matches)
        : samples_(samples)
        , map_(map)
        , matches_(matches)
        , numbers_(map.headers.size()) {
        for (std::uint32_t c = 0; c < numbers_.size(); ++c)
            if (!isSpokenFor(map, c))
                numbers_[c] = leadNumbersOf(map.headers[c], samples, c);
    }

    std::optional<Message> about(const ColumnCandidate& match) const {
        const bool own = match.why == say::sameName() || match.why == say::mappedSoBefore();
        if (std::any_of(samples_.begin(), samples_.end(), [&](const SampleRow& row) {
                return isScaleAlone(row.textAt(match.column));
            }))
            return say::numbersMayBeScaled();
        for (std::uint32_t c = 0; c < numbers_.size(); ++c)
            if (!isSpokenFor(map_, c) && isScale(samples_, c, map_.headers[c]))
                return say::numbersMayBeScaled();
        if (const auto shares = columnOfShares(samples_, map_, match.column))
            return say::numbersMayBeShared(columnTitle(*shares, map_.headers[*shares]));
        const bool several =
            !own &&
            std::any_of(matches_.begin(), matches_.end(), [&](const ColumnCandidate& other) {
                return isTaken(other) && other.column != match.column;
            });
        if (several)
            return say::severalColumnsPossible();
        // "Leads to order" beside "Leads delivered" says by itself which of them it is.
        const bool asks =
            countWords().isAny(allWordsOf(map_.headers[match.column]), WordKind::Wanted);
        for (std::uint32_t c = 0; c < numbers_.size(); ++c)
            if (c != match.column &&
                ((numbers_[c].there && !asks && !isMoney(c, match.column)) || numbers_[c].version))
                return say::otherColumnHasNumbers(columnTitle(c, map_.headers[c]));
        for (std::uint32_t c = 0; c < numbers_.size(); ++c)
            if (c != match.column &&
                (numbers_[c].rest || numbers_[c].wanted || (!own && isOtherPart(match, c))))
                return say::severalColumnsPossible();
        return std::nullopt;
    }

    const LeadNumbers& of(std::uint32_t column) const { return numbers_[column]; }
    std::uint32_t columns() const { return static_cast<std::uint32_t>(numbers_.size()); }

private:
    /// "Balance" with more in a row than it asks for is of an account.
    bool isMoney(std::uint32_t column, std::uint32_t count) const {
        return isOneOf(plainName(map_.headers[column]), {"balance", "saldo", "solde", "bilanz"}) &&
               std::any_of(samples_.begin(), samples_.end(), [&](const SampleRow& row) {
                   const NumberReading there = readCount(row.textAt(column));
                   const NumberReading wanted = readCount(row.textAt(count));
                   return there.ok() && wanted.ok() && there.unscaled > wanted.unscaled;
               });
    }
    bool isOtherPart(const ColumnCandidate& match, std::uint32_t column) const {
        return (numbers_[match.column].end && numbers_[column].end) ||
               (!isSpokenFor(map_, column) &&
                areParts(match, map_.headers[match.column], map_.headers[column]) &&
                haveAmounts(samples_, column));
    }

    const std::vector<SampleRow>& samples_;
    const ColumnMap& map_;
    const std::vector<ColumnCandidate>& matches_;
    std::vector<LeadNumbers> numbers_;
};

} // namespace

void doubtCounts(const std::vector<SampleRow>& samples, const ColumnMap& map,
                 std::vector<ColumnCandidate>& matches) {
    if (std::none_of(matches.begin(), matches.end(),
                     [](const ColumnCandidate& match) { return match.target == kLeadCountTarget; }))
        return;
    const Doubts doubts(samples, map, matches);
    std::vector<std::pair<std::size_t, Message>> doubted;
    for (std::size_t i = 0; i < matches.size(); ++i)
        if (isTaken(matches[i]) && matches[i].column < doubts.columns()) {
            if (auto why = doubts.about(matches[i]))
                doubted.emplace_back(i, std::move(*why));
        } else if (matches[i].target == kLeadCountTarget &&
                   namesScale(map.headerOf(matches[i].column))) {
            matches[i].why = say::numbersMayBeScaled();
        }
    for (auto& [i, why] : doubted) {
        matches[i].confidence = Confidence::Unsure;
        matches[i].why = std::move(why);
    }
    // The one that was not known to count leads is offered beside it.
    for (std::uint32_t c = 0; c < doubts.columns() && !doubted.empty(); ++c) {
        const bool known = std::any_of(matches.begin(), matches.end(),
                                       [c](const auto& match) { return match.column == c; });
        if ((doubts.of(c).wanted || (doubts.of(c).version && !areChanges(samples, c))) && !known)
            matches.push_back({c, std::string(kLeadCountTarget), Confidence::Unsure,
                               say::severalColumnsPossible(), 0});
    }
}

} // namespace leadsheet::app
