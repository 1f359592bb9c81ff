// SPDX-License-Identifier: Apache-2.0
#include "map/wish_columns.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/auto_match.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "map/places.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

using Words = std::vector<std::string>;

const Vocabulary& wishWords() {
    return Vocabulary::builtIn();
}

/// What a name says beside the field.
enum class Says {
    Nothing,
    Wish,    ///< "Target industry", "Zielbranche", "ICP title"
    MayWish, ///< "Prospect title", "Search title", "Buyer persona"
    Version, ///< "Title (corrected)", "Branche neu"
    Seat     ///< "HQ", "Headquarters country"
};

template <typename Pick>
Words without(const Words& words, Pick pick) {
    Words rest;
    std::copy_if(words.begin(), words.end(), std::back_inserter(rest),
                 [&](const std::string& word) { return !pick(word); });
    return rest;
}

/// Whether these words of a name mean the field.
bool mean(const Words& words, std::string_view target) {
    std::string name;
    for (const std::string& word : words)
        name += (name.empty() ? "" : " ") + word;
    const NameMeaning meaning = meaningOf(name);
    return meaning.fit >= NameFit::Weak && !meaning.vetoed() &&
           (meaning.target == target || std::find(meaning.others.begin(), meaning.others.end(),
                                                  target) != meaning.others.end());
}

Says saidBeside(const std::string& header, std::string_view target) {
    const auto isIn = [](std::string_view list) {
        return [list](const std::string& word) {
            return wishWords().isCellWord(list, word);
        };
    };
    const auto isVersion = [&](const std::string& word) {
        return isIn("countVersions")(word) || isIn("countCorrections")(word) ||
               isIn("nameVersions")(word);
    };
    const Words words = allWordsOf(header);
    if (const Words rest = without(words, isVersion);
        rest.size() < words.size() && mean(rest, target))
        return Says::Version;
    const NameMeaning meaning = meaningOf(header);
    if (meaning.excludes || meaning.ofOthers || meaning.noField != NoField::No)
        return Says::Nothing;
    if (const Words rest = without(words, isIn("soughtNames")); rest.size() < words.size())
        return mean(rest.empty() ? words : rest, target) || mean(words, target) ? Says::MayWish
                                                                                : Says::Nothing;
    if (meaning.target != target || meaning.fit < NameFit::Weak)
        return Says::Nothing;
    if (wishWords().isAny(words, WordKind::Wanted | WordKind::Ideal) ||
        std::any_of(words.begin(), words.end(), isIn("wishNames")))
        return Says::Wish;
    const bool seat =
        target == kJoinedTarget && std::any_of(words.begin(), words.end(), isIn("seatNames"));
    return seat ? Says::Seat : Says::Nothing;
}

/// Whether most cells look like values of the field, where that can be told.
bool look(const ColumnShape& shape, std::string_view target) {
    const auto mostly = [&](std::uint32_t looks) {
        return shape.count(looks) * 2 > shape.cells.size();
    };
    if (shape.cells.empty() || !shapeFits(shape, target))
        return false;
    if (target == "jobTitles")
        return mostly(Look::JobTitle | Look::Seniority);
    if (target == "companySizes")
        return mostly(Look::Size | Look::SizeWord | Look::Count);
    return !mostly(Look::Boolean | Look::Date | Look::Count | Look::Decimal | Look::Email |
                   Look::Url | Look::Id | Look::Money);
}

/// Whether some row says one thing in the one column and another in the other.
bool differ(const std::vector<SampleRow>& samples, std::uint32_t one, std::uint32_t other) {
    return std::any_of(samples.begin(), samples.end(), [&](const SampleRow& row) {
        const auto a = row.textAt(one);
        const auto b = row.textAt(other);
        return !a.empty() && !b.empty() && plainName(a) != plainName(b);
    });
}

/// Whether most cells are places that are known.
bool havePlaces(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t filled = 0;
    std::size_t places = 0;
    for (const SampleRow& row : samples)
        if (const auto text = row.textAt(column); !text.empty()) {
            ++filled;
            places += isKnownPlace(text) || !placeRoles(text).isUnknown();
        }
    return places * 2 > filled;
}

/// "ICP A", "List 1", "Germany software CEOs": what is below the name calls lists, as titles stand
/// in another column.
bool nameLists(const std::vector<SampleRow>& samples, std::uint32_t column, std::uint32_t titles) {
    std::size_t filled = 0;
    std::size_t lists = 0;
    for (const SampleRow& row : samples) {
        const std::string text = plainName(row.textAt(column));
        if (text.empty() || row.textAt(titles).empty())
            continue;
        ++filled;
        bool others = false;
        for (std::uint32_t c = 0; c < row.cells.size() && !others; ++c) {
            const std::string beside = plainName(row.textAt(c));
            others = c != column && c != titles && beside.size() > 3 &&
                     text.find(beside) != std::string::npos;
        }
        lists += others || titlePart(row.textAt(column)) == TitlePart::Unknown;
    }
    return lists * 2 > filled;
}

/// The columns that may say one field.
class Rivals {
public:
    Rivals(const std::vector<SampleRow>& samples, const ColumnMap& map,
           std::vector<ColumnCandidate>& matches, std::string_view target)
        : samples_(samples)
        , map_(map)
        , matches_(matches)
        , target_(target) {
        for (std::uint32_t c = 0; c < map.headers.size(); ++c)
            if (!isSpokenFor(map, c) && look(shapeOf(samples, c), target) &&
                (target != kJoinedTarget || havePlaces(samples, c))) // not "Order state"
                says_.emplace_back(c, saidBeside(map.headers[c], target));
    }

    void settle() {
        const auto plain = takenOnes(Says::Nothing);
        if (target_ == "jobTitles")
            leaveNamesOfLists();
        if (const auto other = oneBeside(plain, Says::Version))
            return doubt(*other, plain);
        if (const auto wishes = takenOnes(Says::Wish); wishes.size() == 1) {
            prefer(wishes.front());
            return;
        } else if (!wishes.empty()) {
            return;
        }
        if (const auto other = oneBeside(plain, Says::MayWish))
            return doubt(*other, plain);
        if (const auto other = oneBeside(placesBeside(plain), Says::Seat))
            doubt(*other, placesBeside(plain));
    }

private:
    using Columns = std::vector<std::uint32_t>;

    static bool isTaken(const ColumnCandidate& match) {
        return match.confidence != Confidence::Unsure;
    }

    Says said(std::uint32_t column) const {
        const auto found = std::find_if(says_.begin(), says_.end(),
                                        [&](const auto& one) { return one.first == column; });
        return found == says_.end() ? Says::Nothing : found->second;
    }

    Columns takenOnes(Says says) const {
        Columns columns;
        for (const ColumnCandidate& match : matches_)
            if (match.target == target_ && isTaken(match) && said(match.column) == says)
                columns.push_back(match.column);
        return columns;
    }

    /// "Office location" as well, which is not taken by its name.
    Columns placesBeside(Columns plain) const {
        for (const ColumnCandidate& match : matches_)
            if (match.target == target_ && !isTaken(match) && target_ == kJoinedTarget &&
                said(match.column) == Says::Nothing && havePlaces(samples_, match.column))
                plain.push_back(match.column);
        return plain;
    }

    /// One that says so, and something other than a plain one in some row.
    std::optional<std::uint32_t> oneBeside(const Columns& plain, Says says) const {
        for (const auto& [column, its] : says_)
            if (its == says &&
                std::any_of(plain.begin(), plain.end(), [&, c = column](std::uint32_t other) {
                    return other != c && differ(samples_, c, other);
                }))
                return column;
        return std::nullopt;
    }

    void leave(ColumnCandidate& match, Message why) const {
        match.confidence = Confidence::Unsure;
        match.why = std::move(why);
        match.tells = true;
    }

    std::string title(std::uint32_t column) const {
        return columnTitle(column, map_.headerOf(column));
    }

    void prefer(std::uint32_t wish) {
        for (ColumnCandidate& match : matches_)
            if (match.target == target_ && match.column != wish && isTaken(match))
                leave(match, say::otherColumnIsWish(title(wish)));
    }

    void doubt(std::uint32_t other, const Columns& plain) {
        bool known = false;
        for (ColumnCandidate& match : matches_)
            if (match.column == other) {
                known = true;
                match.target = target_;
                leave(match, say::otherColumnMayBeMeant(title(plain.front())));
            } else if (match.target == target_ && isTaken(match)) {
                leave(match, say::otherColumnMayBeMeant(title(other)));
            }
        if (!known) {
            ColumnCandidate match{other, std::string(target_), Confidence::Unsure, {}, 0};
            leave(match, say::otherColumnMayBeMeant(title(plain.front())));
            matches_.push_back(std::move(match));
        }
    }

    // "Title" with the names of lists, and "Position" with the titles.
    void leaveNamesOfLists() {
        ColumnCandidate* titles = nullptr;
        ColumnCandidate* lists = nullptr;
        for (ColumnCandidate& match : matches_)
            if (match.target == target_ && said(match.column) == Says::Nothing) {
                ColumnCandidate*& place =
                    shapeProves(shapeOf(samples_, match.column), target_) ? titles : lists;
                if (place != nullptr)
                    return;
                place = &match;
            }
        if (titles == nullptr || lists == nullptr || !isTaken(*lists) ||
            !nameLists(samples_, lists->column, titles->column))
            return;
        leave(*lists, say::otherColumnHasTitles(title(titles->column)));
        if (!isTaken(*titles)) {
            titles->confidence = Confidence::Likely;
            titles->why = say::nameAndCellsFit();
        }
    }

    const std::vector<SampleRow>& samples_;
    const ColumnMap& map_;
    std::vector<ColumnCandidate>& matches_;
    std::string_view target_;
    std::vector<std::pair<std::uint32_t, Says>> says_;
};

} // namespace

void preferWishes(const std::vector<SampleRow>& samples, const ColumnMap& map,
                  std::vector<ColumnCandidate>& matches) {
    static constexpr auto kWho =
        std::to_array<std::string_view>({"industries", "jobTitles", "locations", "companySizes",
                                         "seniorities", "departments", "technologies", "keywords"});
    for (const std::string_view target : kWho) {
        const bool said = std::any_of(matches.begin(), matches.end(), [&](const auto& match) {
            return match.target == target && match.why == say::mappedSoBefore();
        });
        const bool any = std::any_of(matches.begin(), matches.end(),
                                     [&](const auto& match) { return match.target == target; });
        if (any && !said && !map.fills(target))
            Rivals(samples, map, matches, target).settle();
    }
}

bool saySoughtPlaces(const std::vector<std::string>& headers,
                     const std::vector<SampleRow>& samples) {
    const auto differsIn = [](const SampleRow& row, std::size_t column) {
        const std::string place = plainName(row.textAt(column));
        bool besides = false;
        for (std::size_t other = 0; other < row.cells.size() && !besides; ++other)
            besides = other != column && plainName(row.textAt(other)) == place;
        return !place.empty() && !besides;
    };
    for (std::size_t column = 0; column < headers.size(); ++column)
        if (saidBeside(headers[column], kJoinedTarget) == Says::MayWish &&
            std::any_of(samples.begin(), samples.end(),
                        [&](const SampleRow& row) { return differsIn(row, column); }))
            return true;
    return false;
}

bool isRivalled(const Message& why) {
    return why.id == say::otherColumnMayBeMeant({}).id || why == say::severalColumnsPossible();
}

} // namespace leadsheet::app
