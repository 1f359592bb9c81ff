// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/row_source.hpp"
#include "sheet/text_arena.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// The RFC 4180 state machine over one contiguous buffer. Beyond the RFC: LF and CR end a record
/// too, text after a closing quote is kept ("q"tail = qtail), quotes inside bare text stay. Other
/// quotes, blanks around quoted cells, backslashes before quotes, and columns aligned by blanks as
/// the dialect says.
/// Pure: no I/O, no memory of earlier records.
class RecordParser {
public:
    enum class Outcome {
        Record,
        NeedMore, ///< the buffer ends inside a record; call again with more of it
        End,
        UnterminatedQuote,
        FieldTooLong,
        RowTooLong,
        TooManyColumns,
    };

    RecordParser(char delimiter, const SheetLimits& limits);
    RecordParser(const TextDialect& dialect, const SheetLimits& limits);

    /// Parses the record at the start of `buffer`; `atEnd` when nothing follows the buffer.
    Outcome parse(std::string_view buffer, bool atEnd);

    // Of the last record; views point into the buffer or the parser.
    std::span<const Cell> cells() const { return cells_; }
    std::size_t consumed() const { return consumed_; } ///< with the line end
    std::string_view terminator() const { return terminator_; }
    std::uint64_t lineEnds() const { return lineEnds_; } ///< inside quotes and at the end
    std::uint64_t strayQuotes() const { return strayQuotes_; }
    std::uint64_t nuls() const { return nuls_; }
    // Of an error: where the field starts.
    std::uint64_t errorLine() const { return errorLine_; } ///< line ends before it in this record
    std::uint32_t errorColumn() const { return static_cast<std::uint32_t>(cells_.size()); }

    TextArena& arena() { return arena_; }

private:
    enum class Step { Delimiter, RecordEnd, More, Fail };

    Outcome parseAligned();
    void addAligned(std::string_view piece);
    void addCell(std::string_view text, std::string_view raw);
    Step field();
    Step bareField();
    Step quotedField(const char* open);
    Step afterText(const char* fieldStart, std::string_view text);
    Step runOut(const char* fieldStart, bool inQuotes);
    Step fail(Outcome outcome, std::uint64_t line);
    const char* skipPlain(const char* from) const;
    std::string_view withoutNuls(std::string_view text);
    bool isEscaped(const char* open, const char* quote) const;
    std::string_view unquoted(std::string_view inner, std::string_view tail);

    char delimiter_;
    char quote_ = '"';
    bool blanks_ = false;
    bool backslashes_ = false;
    std::vector<std::uint32_t> starts_;
    SheetLimits limits_;
    std::array<bool, 256> special_{};

    const char* at_ = nullptr;
    const char* end_ = nullptr;
    const char* start_ = nullptr;
    bool atEnd_ = false;
    bool sawNul_ = false;

    std::vector<Cell> cells_;
    TextArena arena_;
    Outcome failure_ = Outcome::End;
    std::size_t consumed_ = 0;
    std::string_view terminator_;
    std::uint64_t lineEnds_ = 0;
    std::uint64_t strayQuotes_ = 0;
    std::uint64_t nuls_ = 0;
    std::uint64_t errorLine_ = 0;
};

} // namespace leadsheet::app
