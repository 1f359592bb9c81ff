// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include "console.hpp"
#include "words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace leadsheet::cli {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// One code point from well-formed or malformed UTF-8; always advances.
char32_t nextPoint(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    const unsigned char first = byte(at++);
    if (first < 0x80)
        return first;
    const int more = first >= 0xF0 && first < 0xF5   ? 3
                     : first >= 0xE0 && first < 0xF0 ? 2
                     : first >= 0xC2 && first < 0xE0 ? 1
                                                     : 0;
    if (more == 0)
        return kReplacement;
    char32_t point = first & (0x3F >> more);
    for (int i = 0; i < more; ++i) {
        if (at >= text.size() || (byte(at) & 0xC0) != 0x80)
            return kReplacement;
        point = (point << 6) | (byte(at++) & 0x3F);
    }
    const bool overlong = (more == 2 && point < 0x800) || (more == 3 && point < 0x10000);
    if (overlong || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
        return kReplacement;
    return point;
}

void append(std::string& out, char32_t point) {
    const auto put = [&](char32_t value) {
        out += static_cast<char>(static_cast<unsigned char>(value));
    };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | (point >> 6));
        put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        put(0xE0 | (point >> 12));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    } else {
        put(0xF0 | (point >> 18));
        put(0x80 | ((point >> 12) & 0x3F));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    }
}

/// Characters that would reorder or hide the text around them.
bool steersTerminal(char32_t point) {
    return point < 0x20 || (point >= 0x7F && point < 0xA0) ||
           (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069) ||
           point == 0x200E || point == 0x200F;
}

std::size_t columnsOf(char32_t point) {
    if ((point >= 0x300 && point <= 0x36F) || (point >= 0x200B && point <= 0x200D) ||
        (point >= 0xFE00 && point <= 0xFE0F))
        return 0;
    const bool wide =
        (point >= 0x1100 && point <= 0x115F) || (point >= 0x2E80 && point <= 0xA4CF) ||
        (point >= 0xAC00 && point <= 0xD7A3) || (point >= 0xF900 && point <= 0xFAFF) ||
        (point >= 0xFE30 && point <= 0xFE6F) || (point >= 0xFF00 && point <= 0xFF60) ||
        (point >= 0x1F300 && point <= 0x1FAFF) || (point >= 0x20000 && point <= 0x3FFFD);
    return wide ? 2 : 1;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kAsciiForms{{
    {"·", "|"},
    {"…", "..."},
    {"→", "->"},
    {"–", "-"},
    {"×", "x"},
    {"✓", "+"},
    {"✗", "x"},
    {"“", "\""},
    {"”", "\""},
    {"„", "\""},
}};

/// German, where its letters cannot be shown.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kLetterForms{
    {{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"}, {"ß", "ss"}}};

std::string inAscii(std::string text, bool strict) {
    for (const auto& [sign, plain] : kAsciiForms)
        replaceAll(text, sign, plain);
    if (!strict)
        return text;
    if (wording().language() == text::Language::German)
        for (const auto& [letter, plain] : kLetterForms)
            replaceAll(text, letter, plain);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t point = nextPoint(text, at);
        out += point < 0x80 ? static_cast<char>(point) : '?';
    }
    return out;
}

std::string_view startOf(Style style) {
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"", "\033[1m", "\033[2m", "\033[32m", "\033[33m", "\033[31m"});
    static_assert(kWords.size() == static_cast<std::size_t>(Style::Bad) + 1);
    return kWords[static_cast<std::size_t>(style)];
}

/// Builds lines word by word.
class Wrapper {
public:
    explicit Wrapper(const TextLook& look)
        : look_(look) {}

    void piece(std::string_view text, Style style) {
        while (!text.empty()) {
            const std::size_t blank = text.find(' ');
            const std::size_t length = blank == 0 ? 1 : std::min(blank, text.size());
            word(text.substr(0, length), style);
            text.remove_prefix(length);
        }
    }

    std::string finish() { return std::move(out_) + "\n"; }

private:
    void word(std::string_view word, Style style) {
        const std::size_t width = cli::columnsOf(word);
        const bool tooFar = look_.columns != 0 && column_ + width > look_.columns;
        if (tooFar && column_ > look_.indent) {
            while (!out_.empty() && out_.back() == ' ')
                out_.pop_back();
            out_ += '\n';
            out_.append(look_.indent, ' ');
            column_ = look_.indent;
            if (word == " ")
                return;
        }
        const std::string_view start = look_.colour && word != " " ? startOf(style) : "";
        out_ += start;
        out_ += word;
        if (!start.empty())
            out_ += "\033[0m";
        column_ += width;
    }

    const TextLook& look_;
    std::string out_;
    std::size_t column_ = 0;
};

} // namespace

Text& Text::add(std::string_view text, Style style) {
    if (!text.empty())
        pieces_.push_back({cleanText(text), style});
    return *this;
}

std::size_t Text::width() const {
    std::size_t columns = 0;
    for (const Piece& piece : pieces_)
        columns += columnsOf(piece.text);
    return columns;
}

std::string cleanText(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const char32_t point = nextPoint(text, at);
        if (!steersTerminal(point))
            append(out, point);
        else if (point == '\n' || point == '\t' || point == '\r')
            out += ' ';
    }
    return out;
}

std::size_t columnsOf(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size();)
        columns += columnsOf(nextPoint(text, at));
    return columns;
}

std::string fitText(std::string_view text, std::size_t columns) {
    if (columnsOf(text) <= columns)
        return std::string(text);
    if (columns == 0)
        return {};
    std::size_t used = 0;
    std::size_t end = 0;
    while (end < text.size()) {
        std::size_t next = end;
        const std::size_t width = columnsOf(nextPoint(text, next));
        if (used + width > columns - 1)
            break;
        used += width;
        end = next;
    }
    return std::string(text.substr(0, end)) + "…";
}

std::string render(const Text& text, const TextLook& look) {
    Wrapper wrapper(look);
    for (const Text::Piece& piece : text.pieces())
        wrapper.piece(look.unicode ? piece.text : inAscii(piece.text, look.ascii), piece.style);
    return wrapper.finish();
}

namespace {

constexpr std::size_t kGap = 2;

std::string padded(const std::string& cell, std::size_t width, Table::Align align) {
    const std::size_t columns = cli::columnsOf(cell);
    const std::string blanks(width > columns ? width - columns : 0, ' ');
    return align == Table::Align::Right ? blanks + cell : cell + blanks;
}

} // namespace

void Table::row(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    for (std::string& cell : cells)
        cell = cleanText(cell);
    rows_.push_back(std::move(cells));
}

void Table::print(Console& console, std::size_t indent) const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = columnsOf(columns_[i].title);
        for (const auto& cells : rows_)
            width = std::max(width, columnsOf(cells[i]));
        widths.push_back(width);
    }
    const auto line = [&](const auto& cellAt, Style style) {
        std::string text(indent, ' ');
        std::size_t used = indent; // columns of the text; counting them each time takes long
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string cell = cellAt(i);
            const bool last = i + 1 == columns_.size();
            if (last && columns_[i].align == Align::Left) {
                const std::size_t room = console.columns() > used ? console.columns() - used : 0;
                text += console.columns() == 0 ? cell : fitText(cell, room);
            } else {
                text += padded(cell, widths[i], columns_[i].align);
                used += std::max(widths[i], columnsOf(cell));
            }
            if (!last) {
                text.append(kGap, ' ');
                used += kGap;
            }
        }
        text.erase(text.find_last_not_of(' ') + 1);
        console.say(Text(text, style), indent + kGap);
    };
    const bool titled = std::any_of(columns_.begin(), columns_.end(),
                                    [](const Column& column) { return !column.title.empty(); });
    if (titled)
        line([&](std::size_t i) { return columns_[i].title; }, Style::Dim);
    for (const auto& cells : rows_)
        line([&](std::size_t i) { return cells[i]; }, Style::Plain);
}

void Table::printOr(Console& console, const Text& none) const {
    if (empty())
        console.say(none);
    else
        print(console);
}

} // namespace leadsheet::cli
