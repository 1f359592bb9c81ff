// SPDX-License-Identifier: Apache-2.0
#include "sheet/text_style.hpp"

#include "leadsheet/messages/strip.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace leadsheet::app {
namespace {

// In the order of preference when scores are equal: the later, the likelier inside ordinary text.
constexpr std::string_view kCandidates = "\t;|,";

using Counts = std::array<std::vector<std::uint32_t>, kCandidates.size()>;

class LineCounter {
public:
    LineCounter(Counts& counts, QuoteStyle style)
        : counts_(counts)
        , style_(style) {}

    void add(const TextSample& sample) {
        std::string_view text = sample.text;
        if (!sample.fromStart)
            text.remove_prefix(std::min(text.size(), text.find_first_of("\r\n")));
        quoted_ = false;
        fieldStart_ = true;
        for (std::size_t i = 0; i < text.size(); ++i)
            if (!step(text, i, sample.fromStart))
                return;
        if (sample.toEnd && !quoted_)
            endLine();
        line_ = {};
        blank_ = true;
    }

private:
    bool step(std::string_view text, std::size_t& i, bool fromStart) {
        const char c = text[i];
        if (quoted_) {
            if (style_.backslashes && c == '\\' && i + 1 < text.size())
                ++i;
            else if (c != style_.quote)
                return fromStart || ++quotedLength_ < kPlausibleQuote;
            else if (i + 1 < text.size() && text[i + 1] == style_.quote)
                ++i;
            else
                quoted_ = false;
            return true;
        }
        if (c == style_.quote && fieldStart_) {
            quoted_ = true;
            quotedLength_ = 0;
            blank_ = false;
        } else if (c == '\n' || c == '\r') {
            endLine();
        } else if (const auto at = kCandidates.find(c); at != std::string_view::npos) {
            ++line_[at];
            fieldStart_ = true;
            blank_ = false;
            return true;
        } else {
            blank_ = blank_ && c == ' ';
        }
        fieldStart_ = c == '\n' || c == '\r' || (fieldStart_ && style_.blankBefore && c == ' ');
        return true;
    }

    void endLine() {
        if (!blank_)
            for (std::size_t k = 0; k < line_.size(); ++k)
                counts_[k].push_back(line_[k]);
        line_ = {};
        blank_ = true;
    }

    Counts& counts_;
    QuoteStyle style_;
    std::array<std::uint32_t, kCandidates.size()> line_{};
    bool quoted_ = false;
    bool fieldStart_ = true;
    bool blank_ = true;
    std::size_t quotedLength_ = 0;
};

DelimiterGuess judged(char delimiter, const std::vector<std::uint32_t>& counts) {
    std::vector<std::uint32_t> present;
    std::copy_if(counts.begin(), counts.end(), std::back_inserter(present),
                 [](std::uint32_t count) { return count > 0; });
    if (present.empty())
        return {delimiter};
    const auto middle = present.begin() + static_cast<std::ptrdiff_t>(present.size() / 2);
    std::nth_element(present.begin(), middle, present.end());
    const auto same = std::count(counts.begin(), counts.end(), *middle);
    const auto lines = static_cast<double>(counts.size());
    // Ragged sheets have few lines with the median count, but many with some.
    const double steady = static_cast<double>(same) / lines;
    return {delimiter, steady + 0.5 * static_cast<double>(present.size()) / lines, steady};
}

} // namespace

DelimiterGuess sniffDelimiter(const std::vector<TextSample>& samples, QuoteStyle style) {
    Counts counts;
    LineCounter counter(counts, style);
    for (const TextSample& sample : samples)
        counter.add(sample);
    DelimiterGuess best;
    for (std::size_t k = 0; k < kCandidates.size(); ++k)
        if (const DelimiterGuess candidate = judged(kCandidates[k], counts[k]);
            candidate.score > best.score)
            best = candidate;
    return best;
}

std::optional<SeparatorLine> separatorLine(std::string_view text) {
    constexpr std::size_t kLength = 5; // "sep=" and the character
    if (text.size() < kLength || (text[0] != 's' && text[0] != 'S') ||
        (text[1] != 'e' && text[1] != 'E') || (text[2] != 'p' && text[2] != 'P') || text[3] != '=')
        return std::nullopt;
    const char delimiter = text[4];
    if (static_cast<unsigned char>(delimiter) >= 0x80 || delimiter == '"' || delimiter == '\r' ||
        delimiter == '\n' || delimiter == '\0')
        return std::nullopt;
    const std::string_view rest = text.substr(kLength);
    if (rest.starts_with("\r\n"))
        return SeparatorLine{delimiter, kLength + 2};
    if (rest.empty() || rest.front() == '\n' || rest.front() == '\r')
        return SeparatorLine{delimiter, kLength + (rest.empty() ? 0U : 1U)};
    return std::nullopt;
}

Message delimiterMessage(char delimiter) {
    switch (delimiter) {
    case ',':
        return messages::strip::comma();
    case ';':
        return messages::strip::semicolon();
    case '\t':
        return messages::strip::tabulator();
    case '|':
        return messages::strip::pipe();
    default:
        return messages::strip::otherDelimiter(std::string(1, delimiter));
    }
}

namespace {

constexpr std::size_t kFewestAlignedLines = 3;
constexpr std::size_t kWidestLine = 4096; // characters looked at

/// How the cells of a text begin and end, for one kind of quote.
struct QuoteCounts {
    std::size_t direct = 0;     ///< quoted, right behind a delimiter
    std::size_t lineStarts = 0; ///< quoted, at the start of a line
    std::size_t afterBlank = 0; ///< quoted, behind a delimiter and blanks
    std::size_t broken = 0;     ///< begin with a quote and do not end with one
    std::size_t others = 0;     ///< begin with the other kind of quote
    std::size_t bare = 0;       ///< have text and no quote
    std::size_t dividing = 0;   ///< quoted, with a delimiter inside
    std::size_t escaped = 0;    ///< quotes inside, behind a backslash
};

class QuoteCounter {
public:
    QuoteCounter(char delimiter, QuoteStyle style)
        : delimiter_(delimiter)
        , quote_(style.quote)
        , backslashes_(style.backslashes) {}

    void add(const TextSample& sample) {
        text_ = sample.text;
        at_ = 0;
        if (!sample.fromStart)
            at_ = std::min(text_.find_first_of("\r\n"), text_.size());
        bool lineStart = true;
        while (at_ < text_.size()) {
            const std::size_t begin = at_;
            while (at_ < text_.size() && text_[at_] == ' ')
                ++at_;
            if (at_ < text_.size() && text_[at_] == quote_)
                quoted(at_ > begin, lineStart);
            else if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\''))
                ++counts.others;
            else if (at_ < text_.size() && !isEnd(text_[at_]))
                ++counts.bare;
            while (at_ < text_.size() && !isEnd(text_[at_]))
                ++at_;
            lineStart = at_ < text_.size() && text_[at_] != delimiter_;
            ++at_;
        }
    }

    QuoteCounts counts;

private:
    bool isEnd(char c) const { return c == '\r' || c == '\n' || c == delimiter_; }

    // Leaves the place behind the closing quote and the blanks after it.
    void quoted(bool blank, bool lineStart) {
        const std::size_t open = at_++;
        for (;; ++at_) {
            at_ = std::min(text_.find(quote_, at_), text_.size());
            if (at_ < text_.size() && isEscaped(open))
                continue;
            if (at_ == text_.size() || at_ + 1 == text_.size() || text_[at_ + 1] != quote_)
                break;
            ++at_;
        }
        if (at_ >= text_.size()) { // cut off with the sample, or never closed
            if (at_ - open > kPlausibleQuote) {
                ++counts.broken;
                at_ = open + 1;
            }
            return;
        }
        const bool divides =
            text_.substr(open, at_ - open).find(delimiter_) != std::string_view::npos;
        ++at_;
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
        const bool ended = at_ >= text_.size() || isEnd(text_[at_]);
        if (!ended)
            ++counts.broken;
        else if (blank)
            ++counts.afterBlank;
        else
            ++(lineStart ? counts.lineStarts : counts.direct);
        counts.dividing += ended && divides;
    }

    bool isEscaped(std::size_t open) {
        bool escaped = false;
        for (std::size_t i = at_; backslashes_ && i-- > open + 1 && text_[i] == '\\';)
            escaped = !escaped;
        counts.escaped += escaped;
        return escaped;
    }

    char delimiter_;
    char quote_;
    bool backslashes_;
    std::string_view text_;
    std::size_t at_ = 0;
};

QuoteCounts quotesIn(const std::vector<TextSample>& samples, char delimiter, QuoteStyle style) {
    QuoteCounter counter(delimiter, style);
    for (const TextSample& sample : samples)
        counter.add(sample);
    return counter.counts;
}

/// Whether the text as a whole is written in this style, which is not the usual one.
bool isWrittenSo(const std::vector<TextSample>& samples, QuoteStyle style,
                 const DelimiterGuess& guess, const DelimiterGuess& usual) {
    const QuoteCounts counts = quotesIn(samples, guess.delimiter, style);
    if (counts.broken > 0 || guess.score < usual.score)
        return false;
    const std::size_t quoted = counts.direct + counts.lineStarts + counts.afterBlank;
    const bool better = counts.dividing > 0 && guess.score > usual.score;
    if (style.quote != '"' && counts.others > 0)
        return false;
    if (style.blankBefore)
        return counts.afterBlank > counts.direct && (better || counts.afterBlank > 1);
    // An apostrophe may be text: it quotes when that makes sense of the delimiters inside, or when
    // most cells have it at both ends.
    return quoted > 1 && (better || (quoted > 3 && quoted > counts.bare * 3));
}

/// Whether backslashes make sense of quotes that end no cell: "say \"hi\"".
bool hasBackslashes(const std::vector<TextSample>& samples, const DelimiterGuess& usual,
                    const DelimiterGuess& guess) {
    const QuoteCounts counts = quotesIn(samples, guess.delimiter, {'"', false, true});
    return counts.escaped > 0 && counts.broken == 0 &&
           quotesIn(samples, usual.delimiter, {}).broken > 0;
}

/// Lines without the halves at the edges of the samples.
std::vector<std::string_view> linesOf(const std::vector<TextSample>& samples) {
    std::vector<std::string_view> lines;
    for (const TextSample& sample : samples) {
        std::string_view text = sample.text;
        bool whole = sample.fromStart;
        while (!text.empty()) {
            const auto end = text.find_first_of("\r\n");
            if (end == std::string_view::npos && !sample.toEnd)
                break;
            const std::string_view line = text.substr(0, end);
            if (whole && line.find_first_not_of(' ') != std::string_view::npos)
                lines.push_back(line);
            whole = true;
            text.remove_prefix(std::min(line.size() + 1, text.size()));
        }
    }
    return lines;
}

/// A line of a table has two blanks between words.
bool hasGap(std::string_view line) {
    const auto first = line.find_first_not_of(' ');
    const auto last = line.find_last_not_of(' ');
    return line.substr(first, last - first).find("  ") != std::string_view::npos;
}

void fillFrom(std::string_view line, std::vector<std::size_t>& filled) {
    std::size_t character = 0;
    for (const char c : line) {
        if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U)
            continue;
        if (character >= kWidestLine)
            return;
        if (filled.size() <= character)
            filled.resize(character + 1);
        filled[character++] += c != ' ';
    }
}

/// Whether the first line names all columns, and each has text in a third of the lines.
bool isTable(const std::vector<std::string_view>& lines, const std::vector<std::uint32_t>& starts) {
    std::vector<std::size_t> used(starts.size());
    for (const std::string_view line : lines) {
        std::vector<std::size_t> filled;
        fillFrom(line, filled);
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : filled.size();
            const auto from = std::min<std::size_t>(starts[i], filled.size());
            const auto to = std::clamp(end, from, filled.size());
            const bool text = std::any_of(filled.begin() + static_cast<std::ptrdiff_t>(from),
                                          filled.begin() + static_cast<std::ptrdiff_t>(to),
                                          [](std::size_t letters) { return letters > 0; });
            used[i] += text;
            if (!text && line.data() == lines.front().data())
                return false;
        }
    }
    return std::all_of(used.begin(), used.end(),
                       [&](std::size_t count) { return count * 3 >= lines.size(); });
}

/// The characters at which columns start that all lines leave two blanks before; empty when the
/// lines are not a table.
std::vector<std::uint32_t> alignedColumns(const std::vector<TextSample>& samples) {
    const std::vector<std::string_view> lines = linesOf(samples);
    std::vector<std::string_view> table;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(table), [](std::string_view line) {
        return line.find('\t') == std::string_view::npos && hasGap(line);
    });
    if (table.size() < kFewestAlignedLines || table.size() * 10 < lines.size() * 6)
        return {};
    std::vector<std::size_t> filled; // lines with a letter at each character
    for (const std::string_view line : table)
        fillFrom(line, filled);
    std::vector<std::uint32_t> starts;
    std::size_t blanks = 2; // before the first column
    for (std::size_t i = 0; i < filled.size(); ++i) {
        if (filled[i] > 0 && blanks >= 2)
            starts.push_back(static_cast<std::uint32_t>(i));
        blanks = filled[i] > 0 ? 0 : blanks + 1;
    }
    if (starts.size() < 2)
        return {};
    starts.front() = 0;
    return isTable(table, starts) ? starts : std::vector<std::uint32_t>();
}

} // namespace

void decideStyle(const std::vector<TextSample>& samples, TextDialect& dialect) {
    const auto guessFor = [&](QuoteStyle style) {
        DelimiterGuess guess = sniffDelimiter(samples, style);
        if (dialect.delimiterGiven)
            guess.delimiter = dialect.delimiter;
        return guess;
    };
    const DelimiterGuess usual = guessFor({});
    DelimiterGuess best = usual;
    for (const QuoteStyle style :
         {QuoteStyle{'"', true}, QuoteStyle{'\'', false}, QuoteStyle{'\'', true}}) {
        const DelimiterGuess guess = guessFor(style);
        if (!isWrittenSo(samples, style, guess, best))
            continue;
        best = guess;
        dialect.quote = style.quote;
        dialect.blankBeforeQuote = style.blankBefore;
    }
    const DelimiterGuess escaped = guessFor({'"', false, true});
    if (dialect.quote == '"' && !dialect.blankBeforeQuote &&
        hasBackslashes(samples, usual, escaped)) {
        dialect.backslashes = true;
        best = escaped;
    }
    if (dialect.delimiterGiven)
        return;
    dialect.delimiter = best.delimiter;
    if (best.steady < 0.95)
        dialect.columnStarts = alignedColumns(samples);
}

} // namespace leadsheet::app
