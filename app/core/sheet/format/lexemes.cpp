// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/lexemes.hpp"

#include "sheet/utf8.hpp"

#include <algorithm>
#include <charconv>

namespace leadsheet::app {
namespace {

constexpr std::string_view kDateLetters = "ymdhsebg";
constexpr std::string_view kChineseHalfDay = "上午/下午";

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool startsWith(std::string_view text, std::string_view lowerCase) {
    return text.size() >= lowerCase.size() &&
           std::equal(lowerCase.begin(), lowerCase.end(), text.begin(),
                      [](char want, char have) { return want == lower(have); });
}

std::size_t characterLength(std::string_view text) {
    return text.empty() ? 0 : std::max<std::size_t>(utf8SequenceLength(text), 1);
}

std::optional<FormatCondition> conditionOf(std::string_view inside) {
    struct Sign {
        std::string_view text;
        Comparison comparison;
    };
    static constexpr Sign kSigns[] = {
        {"<=", Comparison::AtMost}, {">=", Comparison::AtLeast}, {"<>", Comparison::NotEqual},
        {"<", Comparison::Less},    {">", Comparison::Greater},  {"=", Comparison::Equal},
    };
    for (const Sign& sign : kSigns) {
        if (!inside.starts_with(sign.text))
            continue;
        inside.remove_prefix(sign.text.size());
        while (inside.starts_with(' '))
            inside.remove_prefix(1);
        FormatCondition condition{sign.comparison, 0};
        const auto end =
            std::from_chars(inside.data(), inside.data() + inside.size(), condition.limit);
        if (end.ec != std::errc() || end.ptr != inside.data() + inside.size())
            return std::nullopt;
        return condition;
    }
    return std::nullopt;
}

class LexemeReader {
public:
    explicit LexemeReader(std::string_view rest)
        : rest_(rest) {}

    bool readSection() {
        while (!rest_.empty() && rest_.front() != ';')
            if (!readOne())
                return false;
        return true;
    }
    std::string_view rest() const { return rest_; }
    SectionLexemes take() { return std::move(found_); }

private:
    std::string_view cut(std::size_t bytes) {
        const std::string_view piece = rest_.substr(0, bytes);
        rest_.remove_prefix(piece.size());
        return piece;
    }

    void add(LexemeKind kind, std::string_view text, char letter = 0, std::size_t count = 0) {
        sawPlace_ = sawPlace_ || kind == LexemeKind::Place;
        found_.list.push_back({kind, letter, static_cast<std::uint16_t>(count), text});
    }

    bool readOne() {
        const char c = rest_.front();
        switch (c) {
        case '"':
            return readQuoted();
        case '\\':
            cut(1);
            add(LexemeKind::Literal, cut(characterLength(rest_)));
            return true;
        case '_':
        case '*':
            cut(rest_.size() > 1 && rest_[1] == '\\' ? 2 : 1);
            cut(characterLength(rest_));
            if (c == '_')
                add(LexemeKind::Literal, " ");
            return true;
        case '[':
            return readBracket();
        case '0':
        case '#':
        case '?':
            add(LexemeKind::Place, cut(1), c);
            return true;
        case '.':
            add(LexemeKind::Point, cut(1));
            return true;
        case ',':
            add(LexemeKind::Comma, cut(1));
            return true;
        case '%':
            add(LexemeKind::Percent, cut(1));
            return true;
        case '/':
            add(LexemeKind::Slash, cut(1));
            return true;
        case '@':
            add(LexemeKind::At, cut(1));
            return true;
        default:
            return readWord();
        }
    }

    bool readQuoted() {
        cut(1);
        add(LexemeKind::Literal, cut(std::min(rest_.find('"'), rest_.size())));
        cut(1);
        return true;
    }

    bool readBracket() {
        const std::size_t end = rest_.find(']');
        if (end == std::string_view::npos)
            return false;
        const std::string_view inside = cut(end + 1).substr(1, end - 1);
        if (inside.starts_with('$')) {
            const std::string_view symbol = inside.substr(1, inside.find('-') - 1);
            if (!symbol.empty())
                add(LexemeKind::Literal, symbol);
            return true;
        }
        const char letter = inside.empty() ? '\0' : lower(inside.front());
        const bool repeats = std::all_of(inside.begin(), inside.end(),
                                         [letter](char c) { return lower(c) == letter; });
        if (repeats && (letter == 'h' || letter == 'm' || letter == 's')) {
            add(LexemeKind::Elapsed, {}, letter, inside.size());
            return true;
        }
        found_.directive = true;
        if (!inside.empty() && std::string_view("<>=").find(inside.front()) != inside.npos) {
            found_.condition = conditionOf(inside);
            return found_.condition.has_value();
        }
        return true;
    }

    bool readWord() {
        for (const std::string_view halfDay : {std::string_view("am/pm"), std::string_view("a/p")})
            if (startsWith(rest_, halfDay)) {
                add(LexemeKind::HalfDay, cut(halfDay.size()));
                return true;
            }
        if (rest_.starts_with(kChineseHalfDay)) {
            add(LexemeKind::HalfDay, cut(kChineseHalfDay.size()));
            return true;
        }
        if (startsWith(rest_, "general")) {
            add(LexemeKind::General, cut(7));
            return true;
        }
        const char letter = lower(rest_.front());
        if (letter == 'e' && sawPlace_ && rest_.size() > 1 &&
            (rest_[1] == '+' || rest_[1] == '-')) {
            const char sign = rest_[1];
            add(LexemeKind::Exponent, cut(2), sign);
            return true;
        }
        if (letter == 'b' && rest_.size() > 1 && (rest_[1] == '1' || rest_[1] == '2')) {
            cut(2); // chooses a calendar; dates are shown in the Gregorian one
            return true;
        }
        if (letter >= '1' && letter <= '9') {
            add(LexemeKind::Numeral, cut(1), letter);
            return true;
        }
        return readLetters(letter);
    }

    bool readLetters(char letter) {
        const auto other = std::find_if(rest_.begin(), rest_.end(),
                                        [letter](char c) { return lower(c) != letter; });
        const auto count = static_cast<std::size_t>(other - rest_.begin());
        if (kDateLetters.find(letter) != std::string_view::npos)
            add(LexemeKind::Letters, cut(count), letter, count);
        else if (letter == 'a' && count >= 3)
            add(LexemeKind::Letters, cut(count), 'd', count); // East Asian codes for days
        else if (letter == 'n')
            return false; // programs refuse it
        else
            add(LexemeKind::Literal, cut(characterLength(rest_)));
        return true;
    }

    std::string_view rest_;
    SectionLexemes found_;
    bool sawPlace_ = false;
};

} // namespace

std::optional<SectionLexemes> readLexemes(std::string_view& rest) {
    LexemeReader reader(rest);
    if (!reader.readSection())
        return std::nullopt;
    rest = reader.rest();
    return reader.take();
}

} // namespace leadsheet::app
