// SPDX-License-Identifier: Apache-2.0
#include "sheet/delimiter_sniff.hpp"

#include "leadsheet/messages/strip.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

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
            if (c != style_.quote)
                return fromStart || ++quotedLength_ < kPlausibleQuote;
            if (i + 1 < text.size() && text[i + 1] == style_.quote)
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

} // namespace leadsheet::app
