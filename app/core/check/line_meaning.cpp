// SPDX-License-Identifier: Apache-2.0
#include "check/line_meaning.hpp"

#include "check/held_back.hpp"
#include "check/tab_names.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/app/source_strip.hpp"
#include "map/comma_parts.hpp"
#include "map/name_meaning.hpp"
#include "map/places.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace leadsheet::app {
namespace {

using Words = std::vector<std::string>;

constexpr std::ptrdiff_t kMaxWords = 3;     ///< of a phrase
constexpr std::size_t kLongestName = 400;   ///< bytes; a longer text is prose
constexpr std::uint64_t kRowsOfSum = 2;     ///< a "sum" of one row is that row once more
constexpr std::uint64_t kRowsOfBareSum = 3; ///< two round numbers often add up to a third one
constexpr std::uint32_t kMaxColumnsSummed = 1024;
constexpr double kRounding = 0.005;
constexpr double kNearSum = 0.2; // of a number that was not kept up with its rows
constexpr double kRoundingOfAverage = 0.5;
constexpr std::string_view kSumSign = "\u2211"; // plainName leaves nothing of it

const Vocabulary& knownWords() {
    return Vocabulary::builtIn();
}

template <typename Word>
std::string phraseOf(Word from, Word to) {
    std::string text;
    for (; from != to; ++from)
        text += *from;
    return text;
}

enum class TextKind { Nothing, Word, Range, Figure };

/// "350", "€ 1,200.00", "12 %" are figures, "11-50" is a range.
TextKind kindOf(std::string_view text) {
    bool digits = false;
    bool range = false;
    bool strange = false;
    for (const char c : text) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return TextKind::Word;
        range = range || (digits && (c == '-' || c == '+' || c == '/'));
        digits = digits || (c >= '0' && c <= '9');
        strange = strange || static_cast<unsigned char>(c) >= 0x80;
    }
    if (digits)
        return range ? TextKind::Range : TextKind::Figure;
    return strange && (trimmed(text) == kSumSign || !plainName(text).empty()) ? TextKind::Word
                                                                              : TextKind::Nothing;
}

/// Three digits behind a separator belong to the number; other digits behind one are decimals.
std::optional<double> figureOf(const Cell& cell) {
    if (cell.kind == CellKind::Number)
        return cell.number;
    double value = 0;
    std::size_t behind = 0; // digits behind the last separator
    bool separated = false;
    for (const char c : cell.text) {
        if (c >= '0' && c <= '9') {
            value = value * 10 + (c - '0');
            ++behind;
        } else if (c == '.' || c == ',') {
            if (separated && behind != 3)
                return std::nullopt;
            separated = true;
            behind = 0;
        }
    }
    for (; separated && behind != 3 && behind > 0; --behind)
        value /= 10;
    return value;
}

/// How sure the words of a cell are, and what they say beside the word of totals.
struct Said {
    enum Sure { Nothing, Possible, Surely, Whole } sure = Nothing;
    Words rest;
};

Said saidIn(std::string_view text) {
    if (text == kSumSign || knownWords().isTotal(plainName(text)))
        return {Said::Whole, {}};
    const Words words = plainWords(text);
    Said said;
    const auto look = [&](auto from, auto to, auto restFrom, auto restTo) {
        const std::string phrase = phraseOf(from, to);
        const auto sure = knownWords().isCellWord("sureTotals", phrase) ? Said::Surely
                          : knownWords().isTotal(phrase)                ? Said::Possible
                                                                        : Said::Nothing;
        if (sure > said.sure)
            said = {sure, Words(restFrom, restTo)};
    };
    for (auto count = std::min(kMaxWords, std::ssize(words)); count > 0; --count) {
        look(words.begin(), words.begin() + count, words.begin() + count, words.end());
        look(words.end() - count, words.end(), words.begin(), words.end() - count);
    }
    return said;
}

bool hasPhrase(const Words& words, std::string_view list) {
    for (auto from = words.begin(); from != words.end(); ++from) {
        std::string phrase;
        for (auto word = from; word != words.end() && word - from < kMaxWords; ++word)
            if (knownWords().isCellWord(list, phrase += *word))
                return true;
    }
    return false;
}

/// Nothing beside the negation but what it forbids: "Do not contact", "Nicht bestellen".
bool onlyNegates(const Words& words) {
    using enum WordKind;
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        return knownWords().is(word, Negation | Plain | Leads | Lead | Company | Wanted) ||
               knownWords().isCellWord("sectionUse", word);
    });
}

} // namespace

void TotalLines::look(const RowView& row) {
    look_.words = look_.ranges = 0;
    look_.figures = look_.formula = false;
    look_.summed.clear();
    for (const Cell& cell : row.cells) {
        look_.formula = look_.formula || (cell.formula && counts_ == cell.column);
        switch (cell.kind == CellKind::Number ? TextKind::Figure : kindOf(cell.text)) {
        case TextKind::Word:
            ++look_.words;
            break;
        case TextKind::Range:
            ++look_.ranges;
            look_.figures = true;
            break;
        case TextKind::Figure:
            look_.figures = true;
            if ((!counts_ || *counts_ == cell.column) && cell.column < kMaxColumnsSummed)
                if (const auto figure = figureOf(cell))
                    look_.summed.emplace_back(cell.column, *figure);
            break;
        case TextKind::Nothing:
            break;
        }
    }
}

void TotalLines::add(bool unread) {
    for (const auto& [column, value] : look_.summed) {
        if (sums_.size() <= column)
            sums_.resize(column + 1U);
        ColumnSums& sums = sums_[column];
        for (Sum* const sum : {&sums.group, &sums.groupWithUnread, &sums.all, &sums.allWithUnread})
            if (!unread || sum == &sums.groupWithUnread || sum == &sums.allWithUnread) {
                sum->value += value;
                ++sum->rows;
            }
    }
}

template <typename Is>
bool TotalLines::anySum(Is is) const {
    return std::any_of(look_.summed.begin(), look_.summed.end(), [&](const auto& figure) {
        if (figure.first >= sums_.size() || figure.second <= 0)
            return false;
        const ColumnSums& sums = sums_[figure.first];
        return is(sums.group, figure.second) || is(sums.groupWithUnread, figure.second) ||
               is(sums.all, figure.second) || is(sums.allWithUnread, figure.second);
    });
}

bool TotalLines::isSum(std::uint64_t fewestRows) const {
    return anySum([fewestRows](const Sum& sum, double figure) {
        return sum.rows >= fewestRows && std::abs(sum.value - figure) < kRounding;
    });
}

bool TotalLines::isAverage() const {
    return anySum([](const Sum& sum, double figure) {
        return sum.rows >= kRowsOfSum &&
               std::abs(sum.value / static_cast<double>(sum.rows) - figure) < kRoundingOfAverage;
    });
}

/// What is counted, where, when, or the group of the row above: "Total leads", "Germany total".
bool TotalLines::isKnownRest(std::uint32_t column, const Words& rest) const {
    const std::string whole = phraseOf(rest.begin(), rest.end());
    if (column < lastRow_.size() && plainName(lastRow_[column]) == whole)
        return true;
    std::string spaced;
    for (const std::string& word : rest)
        spaced += (spaced.empty() ? "" : " ") + word;
    const PlaceRoles place = placeRoles(spaced);
    if (place.wide || !place.countries.empty() || !place.regionOf.empty())
        return true;
    using enum WordKind;
    return std::all_of(rest.begin(), rest.end(), [](const std::string& word) {
        return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }) ||
               knownWords().is(word, Leads | Lead | Count | Quantity | Plain | Wanted);
    });
}

bool TotalLines::isHeading(const RowView& row) const {
    if (!heads_ || look_.summed.empty() || trimmed(row.textAt(heads_->column)).empty())
        return false;
    return std::all_of(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
        return cell.column == heads_->column || cell.column == counts_ ||
               trimmed(cell.text).empty();
    });
}

TotalLine TotalLines::kind(const RowView& row) const {
    if (isHeading(row))
        return heads_->exact ? TotalLine::Heading : TotalLine::Nearly;
    if (!look_.figures || look_.words == 0)
        return TotalLine::No;
    const bool alone = look_.words == 1;
    const std::size_t texts = look_.words + look_.ranges;
    const bool sparse = rows_ >= kRowsOfSum && texts < fewestTexts_;
    const bool sum = isSum(kRowsOfSum);
    // A formula below numbers that were typed adds them up, whatever stands beside it.
    if (sum && look_.formula && !formulas_)
        return TotalLine::Sum;
    // Where all rows ask for as many leads, each is their average.
    const bool proven = sum || (sparse && isAverage());
    if (!alone && !sparse && !proven)
        return TotalLine::No;
    TotalLine kind = TotalLine::No;
    for (const Cell& cell : row.cells) {
        const std::string_view text = trimmed(cell.text);
        if (text.empty() || text.size() > kLongestName || kindOf(text) != TextKind::Word)
            continue;
        const Said said = saidIn(text);
        const bool isSize = sizes_ == cell.column && !proven &&
                            !knownWords().guessedValues(kSizesTarget, plainName(text)).empty();
        if (said.sure == Said::Nothing || isSize)
            continue;
        if (proven || (alone && said.sure == Said::Whole) ||
            ((alone || sparse) && said.sure == Said::Surely) ||
            (alone && (sparse || isKnownRest(cell.column, said.rest))))
            return TotalLine::Word;
        if (alone)
            kind = TotalLine::Maybe;
    }
    if (kind == TotalLine::No && alone && sparse && sum)
        return isSum(kRowsOfBareSum) ? TotalLine::Sum : TotalLine::Maybe;
    return kind;
}

TotalLine TotalLines::judge(const RowView& row) {
    look(row);
    const TotalLine found = kind(row);
    if (found != TotalLine::No && found != TotalLine::Maybe) {
        for (ColumnSums& sums : sums_)
            sums.group = sums.groupWithUnread = {};
        return found;
    }
    add(false);
    ++rows_;
    formulas_ = formulas_ || look_.formula;
    fewestTexts_ = std::min(fewestTexts_, look_.words + look_.ranges);
    for (std::string& text : lastRow_)
        text.clear();
    for (const Cell& cell : row.cells)
        if (cell.column < kMaxColumnsSummed) {
            if (lastRow_.size() <= cell.column)
                lastRow_.resize(cell.column + 1U);
            lastRow_[cell.column] = cell.text;
        }
    return found;
}

void TotalLines::addUnread(const RowView& row) {
    look(row);
    add(true);
}

namespace {

/// A heading and the rows below it.
struct HeadedBlock {
    std::string_view name;
    double figure = 0;
    double sum = 0;
    std::uint64_t rows = 0;
    bool isAlike = true; ///< the rows say the same as the heading in its column, or nothing

    bool isExact() const { return std::abs(sum - figure) < kRounding; }
    bool isNear() const { return std::abs(sum - figure) <= kNearSum * std::abs(figure); }
};

std::optional<double> figureIn(std::string_view text) {
    if (kindOf(text) != TextKind::Figure)
        return std::nullopt;
    Cell cell;
    cell.text = text;
    return figureOf(cell);
}

} // namespace

std::optional<Headings> headingsIn(const std::vector<SampleRow>& rows, std::uint32_t count) {
    std::optional<std::uint32_t> column;
    std::vector<HeadedBlock> blocks;
    for (const SampleRow& row : rows) {
        const auto figure = figureIn(row.textAt(count));
        if (!figure)
            continue;
        const auto first =
            std::find_if(row.cells.begin(), row.cells.end(),
                         [](const std::string& text) { return !trimmed(text).empty(); });
        const auto at = static_cast<std::uint32_t>(first - row.cells.begin());
        if (row.filled() == 2 && at != count && (!column || *column == at)) {
            if (column && blocks.back().rows == 0)
                return std::nullopt;
            column = at;
            blocks.push_back({row.textAt(at), *figure});
        } else if (column) {
            HeadedBlock& block = blocks.back();
            block.sum += *figure;
            ++block.rows;
            const std::string_view name = row.textAt(*column);
            block.isAlike = block.isAlike && (name.empty() || name == block.name);
        }
    }
    // The rows of the last one may go on behind those that are looked at.
    if (blocks.size() > 1 && rows.size() + kHeaderSearchRows >= kMapSampleRows)
        blocks.pop_back();
    const auto all = [&](auto is) {
        return std::all_of(blocks.begin(), blocks.end(), is);
    };
    if (std::none_of(blocks.begin(), blocks.end(),
                     [](const HeadedBlock& block) { return block.rows >= kRowsOfSum; }))
        return std::nullopt;
    if (all([](const HeadedBlock& block) { return block.isExact(); }))
        return Headings{*column, true};
    const auto near = std::count_if(blocks.begin(), blocks.end(),
                                    [](const HeadedBlock& block) { return block.isNear(); });
    const bool mostly = near * 2 >= std::ssize(blocks);
    return mostly && all([](const HeadedBlock& block) { return block.isAlike; })
               ? std::optional(Headings{*column, false})
               : std::nullopt;
}

namespace {

bool isPlace(std::string_view name) {
    // Two letters are a department as well as a country.
    if (name.size() < 3 && !isOneOf(name, {"UK", "US", "EU"}))
        return false;
    const PlaceRoles place = placeRoles(name);
    return place.wide || !place.countries.empty() || !place.regionOf.empty();
}

/// "(60 leads)", "(2)": how many, and nothing of the place.
bool onlyCounts(std::string_view bracket) {
    const Words words = plainWords(bracket);
    using enum WordKind;
    return bracket.find_first_of("0123456789") != std::string_view::npos &&
           std::all_of(words.begin(), words.end(), [](const std::string& word) {
               return word.find_first_not_of("0123456789") == std::string::npos ||
                      knownWords().is(word, Leads | Lead | Count | Quantity | Plain | Wanted);
           });
}

std::string_view withoutDecoration(std::string_view text) {
    const auto isPart = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    while (!text.empty() && !isPart(text.front()) && text.front() != '(')
        text.remove_prefix(1);
    while (!text.empty() && !isPart(text.back()) && text.back() != ')' && text.back() != '.')
        text.remove_suffix(1);
    return text;
}

std::string_view withoutNumber(std::string_view text) {
    const auto end = text.find_first_not_of("0123456789");
    const bool numbered = end != 0 && end != std::string_view::npos &&
                          (text[end] == '.' || text[end] == ')') && text.substr(end + 1).size() > 1;
    return numbered ? trimmed(text.substr(end + 1)) : text;
}

/// "Market" of "Market: Spain", and not "Owner" of "Owner: Jordan".
bool announcesPlace(std::string_view label) {
    const auto says = [](std::string_view text) {
        const NameMeaning meaning = meaningOf(text);
        return meaning.target == "locations" && !meaning.excludes && !meaning.vetoed();
    };
    if (says(label) || isPlace(label))
        return true;
    const Words words = plainWords(label);
    using enum WordKind;
    return !meaningOf(label).excludes && std::any_of(words.begin(), words.end(), says) &&
           std::all_of(words.begin(), words.end(), [&](const std::string& word) {
               return says(word) || word.find_first_not_of("0123456789") == std::string::npos ||
                      knownWords().is(word, Leads | Lead | Count | Plain | Wanted);
           });
}

struct PlaceInLine {
    std::string place;
    bool sure = true;
};

PlaceInLine placeInLine(std::string_view text) {
    if (text.size() > kLongestName)
        return {};
    bool sure = text.find('?') == std::string_view::npos;
    std::string_view name = withoutNumber(withoutDecoration(trimmed(text)));
    if (const auto colon = name.find(':'); colon != std::string_view::npos) {
        sure = sure && announcesPlace(trimmed(name.substr(0, colon)));
        name = trimmed(name.substr(colon + 1));
    }
    if (const auto open = name.rfind('(');
        open != std::string_view::npos && open > 0 && name.ends_with(')') &&
        onlyCounts(name.substr(open + 1, name.size() - open - 2)))
        name = trimmed(name.substr(0, open));
    const auto items = joinedItems("locations", name).items;
    if (isPlace(name) || (items.size() > 1 && std::all_of(items.begin(), items.end(), isPlace)))
        return {std::string(name), sure};
    return {};
}

} // namespace

std::string placeOfLine(std::string_view text) {
    PlaceInLine found = placeInLine(text);
    return found.sure ? std::move(found.place) : std::string();
}

SectionLine sectionIn(std::string_view text, bool aboveNames) {
    using enum SectionLine::Says;
    SectionLine line;
    text = trimmed(text);
    line.text = std::string(text);
    if (text.empty() || text.size() > kLongestName)
        return line;
    const bool held = holdsBack(text, aboveNames);
    const bool colon = text.ends_with(':');
    const Words words = plainWords(text);
    // "No" and "none" alone fill a cell.
    if (held || (meaningOf(text).excludes &&
                 (colon || words.size() > 1 || hasPhrase(words, "tabUnwanted")))) {
        line.says = held || colon || onlyNegates(words) ? NotWanted : MayNegate;
        return line;
    }
    PlaceInLine found = placeInLine(text);
    if (!found.place.empty() || (aboveNames && namesPlaceAmongWords(text)))
        line.says = Place;
    else if (colon || knownWords().isAny(words, WordKind::Wanted))
        line.says = Heading;
    if (found.sure)
        line.place = std::move(found.place);
    return line;
}

bool isTellingNote(std::string_view text) {
    text = trimmed(text).substr(0, kLongestName);
    const Words words = plainWords(text);
    using enum WordKind;
    return words.size() > 1 && (meaningOf(text).excludes || hasPhrase(words, "instruction") ||
                                hasPhraseAtAnEnd(words, "draftNames") || isScaleAlone(text) ||
                                knownWords().isAny(words, DealtWith | RowMark));
}

} // namespace leadsheet::app
