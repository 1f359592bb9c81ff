// SPDX-License-Identifier: Apache-2.0
#include "sheet/record_parser.hpp"

#include <algorithm>
#include <cstring>

namespace leadsheet::app {
namespace {

std::uint64_t countLineEnds(std::string_view text) {
    std::uint64_t count = 0;
    for (std::size_t i = text.find_first_of("\r\n"); i != std::string_view::npos;
         i = text.find_first_of("\r\n", i + 1)) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
            ++i;
        ++count;
    }
    return count;
}

std::size_t length(const char* from, const char* to) {
    return static_cast<std::size_t>(to - from);
}

} // namespace

RecordParser::RecordParser(char delimiter, const SheetLimits& limits)
    : delimiter_(delimiter)
    , limits_(limits) {
    for (const char c : {delimiter, '"', '\r', '\n', '\0'})
        special_[static_cast<unsigned char>(c)] = true;
}

RecordParser::RecordParser(const TextDialect& dialect, const SheetLimits& limits)
    : RecordParser(dialect.delimiter, limits) {
    quote_ = dialect.quote;
    blanks_ = dialect.blankBeforeQuote;
    backslashes_ = dialect.backslashes;
    starts_ = dialect.columnStarts;
    // Apostrophes inside words are not stray quotes.
    special_[static_cast<unsigned char>('"')] = quote_ == '"';
}

void RecordParser::addCell(std::string_view text, std::string_view raw) {
    Cell& cell = cells_.emplace_back();
    cell.kind = text.empty() ? CellKind::Empty : CellKind::Text;
    cell.column = static_cast<std::uint32_t>(cells_.size() - 1);
    cell.text = text;
    cell.raw = raw;
}

RecordParser::Outcome RecordParser::parse(std::string_view buffer, bool atEnd) {
    at_ = start_ = buffer.data();
    end_ = buffer.data() + buffer.size();
    atEnd_ = atEnd;
    cells_.clear();
    arena_.reset();
    consumed_ = 0;
    terminator_ = {};
    lineEnds_ = strayQuotes_ = nuls_ = errorLine_ = 0;
    if (buffer.empty())
        return atEnd ? Outcome::End : Outcome::NeedMore;
    if (!starts_.empty())
        return parseAligned();
    for (;;) {
        switch (field()) {
        case Step::Delimiter:
            if (cells_.size() >= limits_.maxColumns)
                return Outcome::TooManyColumns;
            if (length(start_, at_) > limits_.maxRowBytes)
                return Outcome::RowTooLong;
            break;
        case Step::RecordEnd:
            consumed_ = length(start_, at_);
            if (consumed_ > limits_.maxRowBytes)
                return Outcome::RowTooLong;
            // A line with nothing on it is a row without cells.
            if (cells_.size() == 1 && cells_.front().raw.empty())
                cells_.clear();
            return Outcome::Record;
        case Step::More:
            return Outcome::NeedMore;
        case Step::Fail:
            return failure_;
        }
    }
}

// A line whose words reach over where a column starts is divided where two blanks are.
RecordParser::Outcome RecordParser::parseAligned() {
    const std::string_view buffer(start_, length(start_, end_));
    const auto found = buffer.find_first_of("\r\n");
    const std::string_view line = buffer.substr(0, found);
    if (line.size() > limits_.maxRowBytes)
        return Outcome::RowTooLong;
    if (found == std::string_view::npos
            ? !atEnd_
            : found + 1 == buffer.size() && buffer[found] == '\r' && !atEnd_)
        return Outcome::NeedMore;
    std::vector<std::size_t> cuts;
    std::uint32_t character = 0;
    std::size_t next = 1;
    bool fits = true;
    for (std::size_t i = 0; i < line.size() && next < starts_.size(); ++i) {
        if ((static_cast<unsigned char>(line[i]) & 0xC0U) == 0x80U)
            continue;
        if (character++ == starts_[next]) {
            fits = fits && line[i - 1] == ' ';
            cuts.push_back(i);
            ++next;
        }
    }
    if (!fits) {
        cuts.clear();
        for (auto gap = line.find("  "); gap != std::string_view::npos;
             gap = line.find("  ", gap)) {
            gap = std::min(line.find_first_not_of(' ', gap), line.size());
            if (gap < line.size())
                cuts.push_back(gap);
        }
    }
    std::size_t from = 0;
    for (const std::size_t cut : cuts) {
        addAligned(line.substr(from, cut - from));
        from = cut;
    }
    addAligned(line.substr(from));
    if (cells_.size() > limits_.maxColumns)
        return Outcome::TooManyColumns;
    if (cells_.size() == 1 && cells_.front().text.empty())
        cells_.clear();
    if (found != std::string_view::npos) {
        terminator_ = buffer.substr(found, buffer.substr(found).starts_with("\r\n") ? 2 : 1);
        lineEnds_ = 1;
    }
    consumed_ = line.size() + terminator_.size();
    return Outcome::Record;
}

void RecordParser::addAligned(std::string_view piece) {
    const auto first = std::min(piece.find_first_not_of(' '), piece.size());
    std::string_view text = piece.substr(first);
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    if (text.find('\0') != std::string_view::npos)
        text = withoutNuls(text);
    addCell(text, piece);
}

RecordParser::Step RecordParser::field() {
    sawNul_ = false;
    const char* open = at_;
    while (blanks_ && open < end_ && *open == ' ')
        ++open;
    if (open == end_ && !atEnd_)
        return runOut(at_, false);
    return open < end_ && *open == quote_ ? quotedField(open) : bareField();
}

const char* RecordParser::skipPlain(const char* from) const {
    while (from < end_ && !special_[static_cast<unsigned char>(*from)])
        ++from;
    return from;
}

RecordParser::Step RecordParser::bareField() {
    const char* const begin = at_;
    for (;;) {
        at_ = skipPlain(at_);
        if (at_ == end_ || *at_ == delimiter_ || *at_ == '\n' || *at_ == '\r')
            break;
        if (*at_ == '"')
            ++strayQuotes_;
        else
            sawNul_ = sawNul_ || *at_ == '\0';
        ++at_;
    }
    if (at_ == end_ && !atEnd_)
        return runOut(begin, false);
    return afterText(begin, {begin, length(begin, at_)});
}

// Two backslashes are one of the text.
bool RecordParser::isEscaped(const char* open, const char* quote) const {
    bool escaped = false;
    for (const char* before = quote - 1; backslashes_ && before > open && *before == '\\'; --before)
        escaped = !escaped;
    return escaped;
}

RecordParser::Step RecordParser::quotedField(const char* open) {
    const char* const begin = at_;
    const char* scan = open + 1;
    const char* close = nullptr;
    while (close == nullptr) {
        const auto* quote = static_cast<const char*>(std::memchr(scan, quote_, length(scan, end_)));
        if (quote == nullptr || (quote + 1 == end_ && !atEnd_))
            return runOut(begin, true);
        if (isEscaped(open, quote))
            scan = quote + 1;
        else if (quote + 1 < end_ && quote[1] == quote_)
            scan = quote + 2;
        else
            close = quote;
        if (length(begin, scan) > limits_.maxFieldBytes)
            return fail(Outcome::FieldTooLong, lineEnds_);
    }
    at_ = close + 1;
    const char* const tail = at_;
    while (at_ < end_ && *at_ != delimiter_ && *at_ != '\n' && *at_ != '\r')
        ++at_;
    if (at_ == end_ && !atEnd_)
        return runOut(begin, false);
    const std::string_view inner(open + 1, length(open + 1, close));
    std::string_view after(tail, length(tail, at_));
    if (blanks_ && after.find_first_not_of(' ') == std::string_view::npos)
        after = {};
    if (!after.empty())
        ++strayQuotes_;
    sawNul_ = std::memchr(begin, '\0', length(begin, at_)) != nullptr;
    const std::uint64_t before = lineEnds_;
    lineEnds_ += countLineEnds(inner);
    if (length(begin, at_) > limits_.maxFieldBytes)
        return fail(Outcome::FieldTooLong, before);
    return afterText(begin, unquoted(inner, after));
}

RecordParser::Step RecordParser::afterText(const char* fieldStart, std::string_view text) {
    const std::string_view raw(fieldStart, length(fieldStart, at_));
    if (raw.size() > limits_.maxFieldBytes)
        return fail(Outcome::FieldTooLong, lineEnds_);
    if (at_ < end_ && *at_ == '\r' && at_ + 1 == end_ && !atEnd_)
        return Step::More; // CR or the first half of CRLF
    if (sawNul_)
        text = withoutNuls(text);
    addCell(text, raw);
    if (at_ == end_)
        return Step::RecordEnd;
    if (*at_ == delimiter_) {
        ++at_;
        return Step::Delimiter;
    }
    const std::size_t lineEnd = *at_ == '\r' && at_ + 1 < end_ && at_[1] == '\n' ? 2 : 1;
    terminator_ = {at_, lineEnd};
    at_ += lineEnd;
    ++lineEnds_;
    return Step::RecordEnd;
}

RecordParser::Step RecordParser::runOut(const char* fieldStart, bool inQuotes) {
    if (length(fieldStart, end_) > limits_.maxFieldBytes)
        return fail(Outcome::FieldTooLong, lineEnds_);
    if (length(start_, end_) > limits_.maxRowBytes)
        return fail(Outcome::RowTooLong, lineEnds_);
    if (inQuotes && atEnd_)
        return fail(Outcome::UnterminatedQuote, lineEnds_);
    return Step::More;
}

RecordParser::Step RecordParser::fail(Outcome outcome, std::uint64_t line) {
    failure_ = outcome;
    errorLine_ = line;
    return Step::Fail;
}

std::string_view RecordParser::withoutNuls(std::string_view text) {
    char* const copy = arena_.allocate(text.size());
    const auto* const end = std::remove_copy(text.begin(), text.end(), copy, '\0');
    nuls_ += text.size() - length(copy, end);
    return {copy, length(copy, end)};
}

std::string_view RecordParser::unquoted(std::string_view inner, std::string_view tail) {
    if (tail.empty() && inner.find(quote_) == std::string_view::npos &&
        (!backslashes_ || inner.find('\\') == std::string_view::npos))
        return inner;
    char* const copy = arena_.allocate(inner.size() + tail.size());
    char* out = copy;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        const bool more = i + 1 < inner.size();
        if (backslashes_ && inner[i] == '\\' && more &&
            (inner[i + 1] == quote_ || inner[i + 1] == '\\')) {
            *out++ = inner[++i];
            continue;
        }
        *out++ = inner[i];
        if (inner[i] == quote_)
            ++i; // the second quote of a pair
    }
    out = std::copy(tail.begin(), tail.end(), out);
    return {copy, length(copy, out)};
}

} // namespace leadsheet::app
