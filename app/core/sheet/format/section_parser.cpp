// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"

#include "sheet/format/lexemes.hpp"

#include <algorithm>
#include <initializer_list>

namespace leadsheet::app {
namespace {

bool has(const std::vector<Lexeme>& lexemes, std::initializer_list<LexemeKind> kinds) {
    return std::any_of(lexemes.begin(), lexemes.end(), [kinds](const Lexeme& lexeme) {
        return std::find(kinds.begin(), kinds.end(), lexeme.kind) != kinds.end();
    });
}

// Sections of words around at most General or a text.
bool buildWordSection(const std::vector<Lexeme>& lexemes, FormatSection& section) {
    for (const Lexeme& lexeme : lexemes) {
        if (lexeme.kind == LexemeKind::General)
            section.parts.push_back({PartKind::General, 0, 0, 0});
        else if (lexeme.kind == LexemeKind::At)
            section.parts.push_back({PartKind::Text, 0, 0, 0});
        else
            section.addLiteral(lexeme.text);
    }
    return true;
}

bool build(const std::vector<Lexeme>& lexemes, FormatSection& section) {
    const bool dates =
        has(lexemes, {LexemeKind::Letters, LexemeKind::Elapsed, LexemeKind::HalfDay});
    const bool places = has(lexemes, {LexemeKind::Place});
    const bool general = has(lexemes, {LexemeKind::General});
    const bool text = has(lexemes, {LexemeKind::At});
    if ((general || text) && (dates || places))
        return false;
    if (dates)
        return buildDateSection(lexemes, section);
    if (places)
        return buildNumberSection(lexemes, section);
    section.shape = text      ? SectionShape::Text
                    : general ? SectionShape::General
                              : SectionShape::Literal;
    return buildWordSection(lexemes, section);
}

} // namespace

void FormatSection::addLiteral(std::string_view literal) {
    if (literal.empty())
        return;
    if (parts.empty() || parts.back().kind != PartKind::Literal)
        parts.push_back({PartKind::Literal, 0, static_cast<std::uint32_t>(text.size()), 0});
    text += literal;
    parts.back().length += static_cast<std::uint32_t>(literal.size());
}

void FormatSection::addPlace(PartKind kind, std::string& group, char place) {
    if (parts.empty() || parts.back().kind != kind)
        parts.push_back({kind, 0, static_cast<std::uint32_t>(group.size()), 0});
    group += place;
    ++parts.back().length;
}

std::optional<FormatSection> parseFormatSection(std::string_view& rest) {
    auto found = readLexemes(rest);
    if (!found)
        return std::nullopt;
    FormatSection section;
    section.condition = found->condition;
    if (!build(found->list, section))
        return std::nullopt;
    // "[Red]" alone colours what General shows.
    if (found->list.empty() && found->directive) {
        section.shape = SectionShape::General;
        section.parts.push_back({PartKind::General, 0, 0, 0});
    }
    return section;
}

namespace {

bool isUnit(const Lexeme& lexeme) {
    return lexeme.kind == LexemeKind::Letters || lexeme.kind == LexemeKind::Elapsed;
}

class DateBuilder {
public:
    DateBuilder(const std::vector<Lexeme>& lexemes, FormatSection& section)
        : lexemes_(lexemes)
        , section_(section) {}

    bool build() {
        section_.shape = SectionShape::Date;
        for (at_ = 0; at_ < lexemes_.size(); ++at_)
            if (!add(lexemes_[at_]))
                return false;
        return true;
    }

private:
    bool add(const Lexeme& lexeme) {
        switch (lexeme.kind) {
        case LexemeKind::Letters:
            addUnit(lexeme);
            return true;
        case LexemeKind::Elapsed:
            addElapsed(lexeme);
            return true;
        case LexemeKind::HalfDay:
            addHalfDay(lexeme.text);
            return true;
        case LexemeKind::Point:
            if (!addSubseconds())
                section_.addLiteral(".");
            return true;
        case LexemeKind::Place:
        case LexemeKind::Exponent:
            return false;
        case LexemeKind::Literal:
        case LexemeKind::Numeral:
        case LexemeKind::Comma:
        case LexemeKind::Percent:
        case LexemeKind::Slash:
        case LexemeKind::At:
        case LexemeKind::General:
            break;
        }
        section_.addLiteral(lexeme.text);
        return true;
    }

    void addPart(PartKind kind, std::uint16_t width) {
        section_.parts.push_back({kind, width, 0, 0});
    }

    void addUnit(const Lexeme& lexeme) {
        const bool minutes = lexeme.letter == 'm' && lexeme.count <= 2 && meansMinutes();
        const bool clock = minutes || lexeme.letter == 'h' || lexeme.letter == 's';
        (clock ? section_.clock : section_.calendar) = true;
        switch (lexeme.letter) {
        case 'y':
            addPart(PartKind::Year, lexeme.count);
            break;
        case 'e':
            addPart(PartKind::Year, 4);
            break;
        case 'b':
            addPart(PartKind::BuddhistYear, lexeme.count);
            break;
        case 'm':
            addPart(minutes ? PartKind::Minute : PartKind::Month, lexeme.count);
            break;
        case 'd':
            addPart(PartKind::Day, lexeme.count);
            break;
        case 'h':
            addPart(PartKind::Hour, lexeme.count);
            break;
        case 's':
            addPart(PartKind::Second, lexeme.count);
            break;
        default: // an era, which the Gregorian calendar does not show
            break;
        }
        pairUp(lexeme.letter, minutes);
    }

    void addElapsed(const Lexeme& lexeme) {
        section_.clock = section_.elapsed = true;
        addPart(lexeme.letter == 'h'   ? PartKind::ElapsedHours
                : lexeme.letter == 'm' ? PartKind::ElapsedMinutes
                                       : PartKind::ElapsedSeconds,
                lexeme.count);
        pairUp(lexeme.letter, lexeme.letter == 'm');
    }

    // m is minutes right after hours, and next to seconds that have no minutes yet.
    bool meansMinutes() const {
        if (before_ == 'h' || (before_ == 's' && !secondsPaired_))
            return true;
        const auto next = std::find_if(lexemes_.begin() + static_cast<std::ptrdiff_t>(at_) + 1,
                                       lexemes_.end(), isUnit);
        return next != lexemes_.end() && next->letter == 's';
    }

    void pairUp(char letter, bool minutes) {
        secondsPaired_ = (letter == 's' && before_ == 'i') || (minutes && before_ == 's');
        sawSeconds_ = sawSeconds_ || letter == 's';
        before_ = minutes ? 'i' : letter;
    }

    void addHalfDay(std::string_view written) {
        section_.clock = section_.halfDays = true;
        section_.parts.push_back({PartKind::HalfDay, 0,
                                  static_cast<std::uint32_t>(section_.text.size()),
                                  static_cast<std::uint32_t>(written.size())});
        section_.text += written;
    }

    bool addSubseconds() {
        std::uint16_t zeros = 0;
        while (at_ + 1 + zeros < lexemes_.size() &&
               lexemes_[at_ + 1 + zeros].kind == LexemeKind::Place &&
               lexemes_[at_ + 1 + zeros].letter == '0')
            ++zeros;
        if (!sawSeconds_ || zeros == 0)
            return false;
        addPart(PartKind::Subsecond, zeros);
        section_.subsecondDigits = std::max<int>(section_.subsecondDigits, zeros);
        at_ += zeros;
        return true;
    }

    const std::vector<Lexeme>& lexemes_;
    FormatSection& section_;
    std::size_t at_ = 0;
    char before_ = 0; // the unit before, 'i' for minutes
    bool secondsPaired_ = false;
    bool sawSeconds_ = false;
};

} // namespace

bool buildDateSection(const std::vector<Lexeme>& lexemes, FormatSection& section) {
    return DateBuilder(lexemes, section).build();
}

namespace {

constexpr std::size_t kMaxDenominatorDigits = 7;

bool isSpace(const Lexeme& lexeme) {
    return lexeme.kind == LexemeKind::Literal && lexeme.text == " ";
}

class NumberBuilder {
public:
    NumberBuilder(const std::vector<Lexeme>& lexemes, FormatSection& section)
        : lexemes_(lexemes)
        , section_(section) {}

    bool build() {
        section_.shape = SectionShape::Number;
        if (findFraction())
            section_.shape = SectionShape::Fraction;
        for (at_ = 0; at_ < lexemes_.size(); ++at_)
            if (!add(lexemes_[at_]))
                return false;
        return finish();
    }

private:
    enum class Phase { Integer, Decimals, Exponent };

    bool add(const Lexeme& lexeme) {
        switch (lexeme.kind) {
        case LexemeKind::Place:
            addPlace(lexeme.letter);
            return true;
        case LexemeKind::Numeral:
            if (inDenominator())
                addPlace(lexeme.letter);
            else
                section_.addLiteral(lexeme.text);
            return true;
        case LexemeKind::Point:
            return addPoint();
        case LexemeKind::Comma:
            addComma();
            return true;
        case LexemeKind::Percent:
            section_.powerOfTen += 2;
            section_.addLiteral("%");
            return true;
        case LexemeKind::Exponent:
            return addExponent(lexeme.letter == '+');
        case LexemeKind::Slash:
            addSlash();
            return true;
        case LexemeKind::Literal:
        case LexemeKind::At:
        case LexemeKind::General:
        case LexemeKind::Letters:
        case LexemeKind::Elapsed:
        case LexemeKind::HalfDay:
            break;
        }
        section_.addLiteral(lexeme.text);
        return true;
    }

    // A slash between digit places, spaces around it allowed.
    bool findFraction() {
        for (std::size_t i = 0; i < lexemes_.size(); ++i) {
            if (lexemes_[i].kind != LexemeKind::Slash)
                continue;
            std::size_t before = i;
            while (before > 0 && isSpace(lexemes_[before - 1]))
                --before;
            std::size_t after = i + 1;
            while (after < lexemes_.size() && isSpace(lexemes_[after]))
                ++after;
            if (before == 0 || !isPlace(before - 1) || !isDenominatorPlace(after))
                continue;
            slash_ = i;
            numeratorEnd_ = numeratorBegin_ = before;
            while (numeratorBegin_ > 0 && isPlace(numeratorBegin_ - 1))
                --numeratorBegin_;
            denominatorBegin_ = denominatorEnd_ = after;
            while (isDenominatorPlace(denominatorEnd_))
                ++denominatorEnd_;
            return true;
        }
        return false;
    }

    bool isPlace(std::size_t index) const {
        return index < lexemes_.size() && lexemes_[index].kind == LexemeKind::Place;
    }
    bool isDenominatorPlace(std::size_t index) const {
        return isPlace(index) ||
               (index < lexemes_.size() && lexemes_[index].kind == LexemeKind::Numeral);
    }
    bool inNumerator() const { return at_ >= numeratorBegin_ && at_ < numeratorEnd_; }
    bool inDenominator() const { return at_ >= denominatorBegin_ && at_ < denominatorEnd_; }

    void addPlace(char place) {
        if (inNumerator()) {
            if (at_ == numeratorBegin_)
                markGap();
            section_.addPlace(PartKind::Numerator, section_.numeratorPlaces, place);
        } else if (inDenominator()) {
            if (at_ == denominatorBegin_)
                markGap();
            section_.addPlace(PartKind::Denominator, section_.denominatorPlaces, place);
        } else if (phase_ == Phase::Integer) {
            section_.addPlace(PartKind::Integer, section_.integerPlaces, place);
        } else if (phase_ == Phase::Decimals) {
            section_.addPlace(PartKind::Decimals, section_.decimalPlaces, place);
        } else {
            section_.addPlace(PartKind::ExponentDigits, section_.exponentPlaces, place);
        }
    }

    void markGap() {
        if (!section_.parts.empty() && section_.parts.back().kind == PartKind::Literal)
            section_.parts.back().kind = PartKind::FractionGap;
    }

    bool addPoint() {
        if (section_.shape == SectionShape::Fraction)
            return false;
        if (phase_ != Phase::Integer) {
            section_.addLiteral(".");
            return true;
        }
        phase_ = Phase::Decimals;
        // Digits before the point are shown whether or not the code has places for them.
        if (section_.integerPlaces.empty())
            section_.parts.push_back({PartKind::Integer, 0, 0, 0});
        section_.parts.push_back({PartKind::Point, 0, 0, 0});
        return true;
    }

    bool addExponent(bool plus) {
        if (phase_ == Phase::Exponent || section_.shape == SectionShape::Fraction)
            return false;
        phase_ = Phase::Exponent;
        section_.shape = SectionShape::Scientific;
        section_.parts.push_back({PartKind::Exponent, static_cast<std::uint16_t>(plus), 0, 0});
        return true;
    }

    void addSlash() {
        if (section_.shape != SectionShape::Fraction || at_ != slash_) {
            section_.addLiteral("/");
            return;
        }
        markGap();
        section_.parts.push_back({PartKind::Slash, 0, 0, 0});
    }

    // A comma between digit places groups by thousands; behind the last one it scales.
    void addComma() {
        if (at_ == 0 || !(isPlace(at_ - 1) || lexemes_[at_ - 1].kind == LexemeKind::Comma)) {
            section_.addLiteral(",");
            return;
        }
        std::size_t next = at_ + 1;
        while (next < lexemes_.size() && !isPlace(next) &&
               lexemes_[next].kind != LexemeKind::Point &&
               lexemes_[next].kind != LexemeKind::Exponent)
            ++next;
        if (!isPlace(next))
            section_.powerOfTen -= 3;
        else if (phase_ == Phase::Integer)
            section_.grouping = true;
    }

    bool finish() {
        if (section_.shape == SectionShape::Scientific && section_.exponentPlaces.empty())
            return false;
        if (section_.shape == SectionShape::Fraction && !finishFraction())
            return false;
        const auto runs =
            std::count_if(section_.parts.begin(), section_.parts.end(),
                          [](const FormatPart& part) { return part.kind == PartKind::Integer; });
        section_.grouping = section_.grouping && runs == 1;
        return true;
    }

    bool finishFraction() {
        std::uint32_t fixed = 0;
        bool numeral = false;
        if (section_.denominatorPlaces.size() > kMaxDenominatorDigits)
            return false;
        for (const char c : section_.denominatorPlaces) {
            numeral = numeral || (c >= '1' && c <= '9');
            if (numeral && c >= '0' && c <= '9')
                fixed = fixed * 10 + static_cast<std::uint32_t>(c - '0');
        }
        section_.fixedDenominator = fixed;
        return true;
    }

    const std::vector<Lexeme>& lexemes_;
    FormatSection& section_;
    std::size_t at_ = 0;
    Phase phase_ = Phase::Integer;
    std::size_t slash_ = 0;
    std::size_t numeratorBegin_ = 0;
    std::size_t numeratorEnd_ = 0;
    std::size_t denominatorBegin_ = 0;
    std::size_t denominatorEnd_ = 0;
};

} // namespace

bool buildNumberSection(const std::vector<Lexeme>& lexemes, FormatSection& section) {
    return NumberBuilder(lexemes, section).build();
}

} // namespace leadsheet::app
