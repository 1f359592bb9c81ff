// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/lexemes.hpp"

#include <algorithm>

namespace leadsheet::app {
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
