// SPDX-License-Identifier: Apache-2.0
#include "map/size_reader.hpp"

#include "map/cell_words.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace leadsheet::app {
namespace {

constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMaxEmployees = 100'000'000; ///< no company is larger
constexpr std::size_t kLongestSize = 80;
constexpr std::size_t kMaxItems = 16; ///< of a list that is cut between them
constexpr std::size_t kMaxGaps = 40;  ///< of such a list

struct Band {
    std::int64_t low = 0;
    std::int64_t high = kNoEnd;
};

std::int64_t digitsOf(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

Band bandOf(std::string_view member) {
    const auto dash = member.find('-');
    return {digitsOf(member),
            dash == std::string_view::npos ? kNoEnd : digitsOf(member.substr(dash + 1))};
}

/// What a text says, word by word.
struct Said {
    std::vector<std::int64_t> numbers;
    bool range = false; ///< a sign or word between two numbers
    bool upTo = false;  ///< "to", "bis" before the only number
    bool between = false;
    bool more = false;
    bool from = false;
    bool less = false;
    bool below = false; ///< "<", without the number itself
};

class Reader {
public:
    explicit Reader(std::string_view text)
        : text_(text) {}

    std::optional<Said> read() {
        while (!rest().empty())
            if (!(isDigit(rest().front()) ? takeNumber() : takeSign() || takeWord()))
                return std::nullopt;
        return said_;
    }

private:
    std::string_view rest() const { return text_.substr(at_); }

    std::size_t takeOne(std::string_view sign) {
        if (!rest().starts_with(sign))
            return 0;
        at_ += sign.size();
        return sign.size();
    }

    // The length of a sign that groups digits, when three digits and no fourth follow it.
    std::size_t groupAt(std::size_t at, std::string_view& used) const {
        constexpr std::array<std::string_view, 8> kSigns = {
            ",", ".", "'", " ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "\xE2\x80\x99"};
        const std::string_view text = text_.substr(std::min(at, text_.size()));
        for (const std::string_view sign : kSigns) {
            if (!text.starts_with(sign) || (!used.empty() && sign != used))
                continue;
            const std::string_view digits = text.substr(sign.size());
            const auto count = std::min(digits.find_first_not_of("0123456789"), digits.size());
            if (count != 3)
                return 0;
            used = sign;
            return sign.size();
        }
        return 0;
    }

    bool takeNumber() {
        std::string digits;
        std::string_view sign;
        const auto run = [&] {
            while (at_ < text_.size() && isDigit(text_[at_]))
                digits += text_[at_++];
        };
        run();
        if (digits.size() <= 3 && digits.front() != '0')
            while (const std::size_t length = groupAt(at_, sign)) {
                at_ += length;
                run();
            }
        if (digits.size() > 9 || (digits.size() > 1 && digits.front() == '0'))
            return false;
        std::int64_t number = digitsOf(digits);
        if (at_ < text_.size() && (text_[at_] == 'k' || text_[at_] == 'K') &&
            (at_ + 1 == text_.size() || !isLetter(text_[at_ + 1]))) {
            number *= 1000;
            ++at_;
        }
        if (number > kMaxEmployees || said_.numbers.size() == 2)
            return false;
        // Two numbers have to be joined by something: "11 50" is none.
        if (said_.numbers.size() == 1 && !said_.range && !said_.between)
            return false;
        said_.numbers.push_back(number);
        return true;
    }

    bool takeSign() {
        constexpr std::array<std::string_view, 11> kDashes = {
            "-",  "\u2013", "\u2014", "\u2011", "\u2012", "\u2212",
            "..", "\u2026", "\u2192", "\u301C", "\uFF5E"};
        constexpr std::array<std::string_view, 8> kNothing = {" ", "(",        ")", ":",
                                                              "#", "\xC2\xA0", "~", "'"};
        // "100~300" is a range, and "1000~" may be one without an end.
        if (rest().starts_with("~") && !said_.numbers.empty()) {
            said_.range = true;
            return takeOne("~") != 0 && !rest().empty();
        }
        for (const std::string_view dash : kDashes)
            if (takeOne(dash) != 0) {
                // "-50" and "50-" are not ranges.
                const bool between = said_.numbers.size() == 1 && !said_.range;
                said_.range = true;
                while (takeOne(" ") != 0 || takeOne(".") != 0 || takeOne("\xC2\xA0") != 0) {
                }
                return between && !rest().empty() && isDigit(rest().front());
            }
        for (const std::string_view sign : kNothing)
            if (takeOne(sign) != 0)
                return true;
        if (takeOne("+") != 0 || takeOne("\u2265") != 0 || takeOne(">=") != 0 || takeOne(">") != 0)
            return said_.more = true;
        if (takeOne("\u2264") != 0 || takeOne("<=") != 0)
            return said_.less = true;
        if (takeOne("<") != 0)
            return said_.less = said_.below = true;
        return rest().front() == '.' && at_ > 0 && isLetter(text_[at_ - 1]) && takeOne(".") != 0;
    }

    bool takeWord() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && isLetter(text_[at_]) && !rest().starts_with("\xC2\xA0"))
            ++at_;
        if (at_ < text_.size() && text_[at_] == '/' && text_.substr(begin, at_ - begin) == "t")
            at_ += rest().starts_with("/m") ? 2 : 0;
        if (at_ == begin)
            return false;
        const std::string_view word = text_.substr(begin, at_ - begin);
        const auto meaning = CellWords::builtIn().sizeWord(plainName(word));
        if (!meaning)
            return false;
        switch (*meaning) {
        case SizeWord::Range:
            (said_.numbers.empty() ? said_.upTo : said_.range) = true;
            break;
        case SizeWord::UpTo:
            said_.upTo = true;
            break;
        case SizeWord::Between:
            said_.between = true;
            break;
        case SizeWord::More:
            said_.more = true;
            break;
        case SizeWord::From:
            said_.from = true;
            break;
        case SizeWord::Less:
            said_.less = true;
            break;
        case SizeWord::Unit:
        case SizeWord::Or:
        case SizeWord::Filler:
            break;
        }
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Said said_;
};

// The ends that were said; nothing when the words do not make one statement.
std::optional<Band> endsOf(const Said& said) {
    if (said.numbers.size() == 2) {
        const bool fits = !said.more && !said.less && said.numbers[0] < said.numbers[1];
        return fits ? std::optional(Band{said.numbers[0], said.numbers[1]}) : std::nullopt;
    }
    if (said.numbers.size() != 1 || said.range || said.between)
        return std::nullopt;
    const std::int64_t number = said.numbers[0];
    const bool upTo = said.upTo || said.less;
    if (upTo && (said.more || said.from))
        return std::nullopt;
    if (upTo)
        return Band{0, said.below ? number - 1 : number};
    if (said.more || said.from)
        return Band{number, kNoEnd};
    return Band{number, number};
}

bool isLowEnd(std::int64_t said, const Band& band) {
    return said == band.low || said + 1 == band.low || (band.low == 1 && said == 2);
}

bool isHighEnd(std::int64_t said, const Band& band) {
    return said == band.high || (band.high != kNoEnd && said == band.high - 1);
}

constexpr std::int64_t kLeastRound = 1000;

SizeReading mapped(const Band& said, bool count, const std::vector<std::string>& bands) {
    SizeReading reading;
    reading.count = count;
    bool low = false;
    bool high = false;
    bool exact = true;
    for (const std::string& member : bands) {
        const Band band = bandOf(member);
        // A neighbour that shares no more than the end that differs by one is not meant.
        const bool starts = isLowEnd(said.low, band);
        const bool ends = isHighEnd(said.high, band);
        if (count ? said.low < band.low || said.low > band.high
                  : (said.high < band.low || said.low > band.high ||
                     (said.low == band.high && said.high != said.low)))
            continue;
        low = low || starts;
        high = high || ends;
        // Nobody tells 10,000 from 10,001 employees, but a company of 10 is small.
        const bool isRound = said.high == kNoEnd && said.low >= kLeastRound;
        exact = exact && (!starts || said.low == band.low || isRound || said.low == 0);
        exact = exact && (!ends || said.high == band.high);
        reading.bands.push_back(member);
    }
    if (reading.bands.empty())
        return reading;
    const bool alone = said.high <= 1;
    if (count || (alone && said.high == 1))
        reading.kind = SizeReading::Kind::Wider;
    else if (!low || !high)
        reading.kind = SizeReading::Kind::Cut;
    else
        reading.kind = exact ? SizeReading::Kind::Exact : SizeReading::Kind::Wider;
    return reading;
}

// "Small (11-50)", "51-200 mid-market": the range without the word that repeats it.
std::string_view withoutLabel(std::string_view text) {
    const auto isLabel = [](std::string_view part) {
        part = trimmed(part);
        while (!part.empty() && (part.front() == '(' || part.front() == '-'))
            part = trimmed(part.substr(1));
        return CellWords::builtIn().isLabel(plainName(part));
    };
    const auto begin = text.find_first_of("0123456789<>\xE2"); // "\u2264" begins so
    if (begin != std::string_view::npos && isLabel(text.substr(0, begin)))
        text.remove_prefix(begin);
    auto end = text.find_last_of("0123456789") + 1;
    while (end < text.size() && (text[end] == '+' || text[end] == 'k' || text[end] == 'K'))
        ++end;
    return isLabel(text.substr(end)) ? text.substr(0, end) : text;
}

/// What may stand between two sizes of a list.
struct Gap {
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::vector<Gap> gapsOf(std::string_view text) {
    std::vector<Gap> gaps;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && isLetter(text[at]))
            ++at;
        if (at > begin) {
            const std::string word = plainName(text.substr(begin, at - begin));
            if (CellWords::builtIn().sizeWord(word) == SizeWord::Or ||
                isOneOf(word, {"but", "aber", "mais", "pero", "ma", "maar", "ale", "mas", "men"}))
                gaps.push_back({begin, at});
            continue;
        }
        if (std::string_view(",/&+").find(text[at++]) != std::string_view::npos)
            gaps.push_back({begin, at});
    }
    return gaps;
}

std::optional<Band> bandIn(std::string_view text) {
    if (text.empty() || text.size() > kLongestSize ||
        text.find_first_of("0123456789") == std::string_view::npos)
        return std::nullopt;
    const auto said = Reader(withoutLabel(text)).read();
    return said ? endsOf(*said) : std::nullopt;
}

// ">= 50 and <= 200", "50+ but under 500": two open ends that overlap are one range.
std::optional<Band> bandBetween(std::string_view text) {
    for (const Gap& gap : gapsOf(text)) {
        auto low = bandIn(trimmed(text.substr(0, gap.begin)));
        auto high = bandIn(trimmed(text.substr(gap.end)));
        if (low && high && low->low == 0)
            std::swap(low, high);
        const bool open = low && high && low->high == kNoEnd && low->low > 0 && high->low == 0;
        if (open && low->low < high->high)
            return Band{low->low, high->high};
    }
    return std::nullopt;
}

} // namespace

SizeReading readSize(std::string_view text, const std::vector<std::string>& bands) {
    text = trimmed(text);
    if (text.empty() || text.size() > kLongestSize)
        return {};
    if (!isDigit(text.front()) && CellWords::builtIn().isAlone(plainName(text)))
        return mapped({1, 1}, true, bands);
    if (text.find_first_of("0123456789") == std::string_view::npos)
        return {};
    auto ends = bandIn(text);
    if (!ends)
        ends = bandBetween(text);
    return ends ? mapped(*ends, ends->low == ends->high, bands) : SizeReading();
}

namespace {

/// Takes a list of sizes apart: fewest pieces first. A list of bare numbers is none of sizes.
class Cutter {
public:
    Cutter(std::string_view text, const std::vector<std::string>& bands)
        : text_(text)
        , bands_(bands)
        , gaps_(gapsOf(text))
        , dead_(gaps_.size() + 1) {}

    bool cut() { return gaps_.size() <= kMaxGaps && cut(0, 0); }
    std::vector<std::string_view> pieces;

private:
    // From `begin` on, which is behind the gap before `next`.
    bool cut(std::size_t begin, std::size_t next) {
        if (pieces.size() == kMaxItems || dead_[next])
            return false;
        for (std::size_t gap = gaps_.size() + 1; gap-- > next;) {
            const bool last = gap == gaps_.size();
            const std::size_t end = last ? text_.size() : gaps_[gap].begin;
            const std::string_view piece = trimmed(text_.substr(begin, end - begin));
            const SizeReading reading = readSize(piece, bands_);
            if (reading.kind == SizeReading::Kind::None ||
                (reading.count && !(last && pieces.empty())))
                continue;
            pieces.push_back(piece);
            if (last || cut(gaps_[gap].end, gap + 1))
                return true;
            pieces.pop_back();
        }
        dead_[next] = true;
        return false;
    }

    std::string_view text_;
    const std::vector<std::string>& bands_;
    std::vector<Gap> gaps_;
    std::vector<bool> dead_; ///< by the gap before: what follows is not a list
};

} // namespace

std::vector<std::string_view> splitSizes(std::string_view text,
                                         const std::vector<std::string>& bands) {
    Cutter cutter(text, bands);
    if (cutter.cut())
        return std::move(cutter.pieces);
    // No size somewhere: the pieces that people see, of which one will be named.
    return trimmedParts(text, ",");
}

std::vector<std::string> sizesNear(std::string_view text, const std::vector<std::string>& bands) {
    std::vector<std::string> near;
    const auto add = [&](std::string_view start, std::string_view end) {
        const SizeReading reading = readSize(std::string(start).append(end), bands);
        std::string joined;
        for (const std::string& band : reading.bands)
            joined.append(joined.empty() ? "" : ";").append(band);
        if (!joined.empty())
            near.push_back(std::move(joined));
    };
    const auto numberEnd = text.find_first_not_of("0123456789.,' ");
    if (numberEnd == 0 || numberEnd == std::string_view::npos)
        return near;
    const std::string_view first = trimmed(text.substr(0, numberEnd));
    const std::string_view behind = trimmed(text.substr(numberEnd));
    if (isOneOf(behind, {"-", "\u2013", "\u2014", "~", "..."})) { // "50-" has no other end
        add(first, "+");
        add(first, "");
    } else if (isOneOf(behind, {"ish", "-ish", "er"})) {
        add(first, "");
    }
    for (const std::string_view dash : {"-", "\u2013"})
        if (behind.starts_with(dash)) // "200-50"
            add(trimmed(behind.substr(dash.size())), "-" + std::string(first));
    return near;
}

std::string rangeWithComma(std::string_view text, const std::vector<std::string>& bands) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos || text.find(',', comma + 1) != std::string_view::npos)
        return {};
    std::string range = std::string(trimmed(text.substr(0, comma))) + "-" +
                        std::string(trimmed(text.substr(comma + 1)));
    return std::find(bands.begin(), bands.end(), range) == bands.end() ? std::string() : range;
}

} // namespace leadsheet::app
