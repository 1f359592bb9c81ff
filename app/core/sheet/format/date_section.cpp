// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/lexemes.hpp"

#include <algorithm>

namespace leadsheet::app {
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

} // namespace leadsheet::app
