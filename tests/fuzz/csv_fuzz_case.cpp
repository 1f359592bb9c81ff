// SPDX-License-Identifier: Apache-2.0
// One byte chooses the options, one the size of the pieces in which the text arrives; the rest is a
// delimited text in whatever encoding.
#include "fuzz_case.hpp"
#include "memory_stream.hpp"
#include "sheet/record_parser.hpp"
#include "sheet/text_setup.hpp"
#include "sheet/transcoder.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::test {

namespace {

using namespace leadsheet::app;
using Outcome = RecordParser::Outcome;

SheetOptions optionsOf(unsigned char choice) {
    static constexpr std::array<char, 8> kDelimiters{0, 0, ',', ';', '\t', '|', 'a', '\x01'};
    static constexpr std::array<const char*, 8> kEncodings{
        "", "", "", "utf-8", "utf-16", "windows-1252", "shift_jis", "utf-32be"};
    SheetOptions options;
    options.limits.maxFieldBytes = 300;
    options.limits.maxRowBytes = 1'000;
    options.limits.maxColumns = 40;
    if (const char c = kDelimiters[choice & 7U]; c != 0)
        options.delimiter = c;
    if (const std::string name = kEncodings[choice >> 3U & 7U]; !name.empty())
        options.encoding = name;
    return options;
}

struct Parsed {
    std::string cells;  ///< texts, each behind its length
    std::string joined; ///< what the cells and line ends were written as
    Outcome end = Outcome::End;
};

void take(const RecordParser& parser, char delimiter, Parsed& parsed) {
    bool first = true;
    for (const Cell& cell : parser.cells()) {
        parsed.cells += std::to_string(cell.text.size()) + ":" + std::string(cell.text) + ",";
        parsed.joined +=
            (first ? std::string() : std::string(1, delimiter)) + std::string(cell.raw);
        first = false;
    }
    parsed.cells += "\n";
    parsed.joined += parser.terminator();
}

// The text comes in pieces of `step` bytes, as it does from a file.
Parsed parseInPieces(std::string_view text, char delimiter, const SheetLimits& limits,
                     std::size_t step) {
    RecordParser parser(delimiter, limits);
    Parsed parsed;
    std::size_t from = 0;
    std::size_t to = std::min(step, text.size());
    for (;;) {
        const Outcome outcome = parser.parse(text.substr(from, to - from), to == text.size());
        if (outcome == Outcome::NeedMore) {
            to = std::min(to + std::max(step, to - from), text.size());
            continue;
        }
        if (outcome != Outcome::Record) {
            parsed.end = outcome;
            return parsed;
        }
        take(parser, delimiter, parsed);
        from += parser.consumed();
        to = std::max(to, from);
    }
}

bool isLimit(Outcome outcome) {
    return outcome == Outcome::FieldTooLong || outcome == Outcome::RowTooLong ||
           outcome == Outcome::TooManyColumns;
}

std::string decodeInPieces(std::string_view bytes, const std::string& encoding, std::size_t step) {
    auto decoder = Decoder::create(encoding);
    std::string text;
    for (; bytes.size() > step; bytes.remove_prefix(step))
        decoder->decode(bytes.substr(0, step), false, text);
    decoder->decode(bytes, true, text);
    return text;
}

std::string checkParsing(std::string_view text, const TextSetup& setup, const SheetLimits& limits,
                         std::size_t step) {
    const char delimiter = setup.dialect.delimiter;
    const Parsed whole = parseInPieces(text, delimiter, limits, text.size() + 1);
    const Parsed pieces = parseInPieces(text, delimiter, limits, step);
    if (whole.cells != pieces.cells)
        return "the cells depend on how the text arrives";
    if (whole.end != pieces.end && !(isLimit(whole.end) && isLimit(pieces.end)))
        return "the end depends on how the text arrives";
    if (whole.joined != text.substr(0, whole.joined.size()) ||
        (whole.end == Outcome::End && whole.joined.size() != text.size()))
        return "the cells as written are not what was written";
    if (isValidUtf8(text) && !isValidUtf8(whole.cells))
        return "a character is cut in pieces";
    return {};
}

std::string playCsv(std::string_view input) {
    if (input.size() < 2)
        return {};
    const SheetOptions options = optionsOf(static_cast<unsigned char>(input[0]));
    const std::size_t step = 1U + static_cast<unsigned char>(input[1]);
    const std::string_view bytes = input.substr(2);
    app::test::MemoryStream stream{std::string(bytes)};
    const auto setup = examineText(stream, options);
    if (!setup)
        return setup.error().reason.empty() || setup.error().wayOut.empty()
                   ? "an error without reason or way out"
                   : "";
    if (setup->markLength > bytes.size())
        return "the byte order mark is longer than the file";
    std::string text(bytes.substr(setup->markLength));
    if (setup->transcode) {
        const std::string pieces = decodeInPieces(text, setup->dialect.encoding, step);
        text = decodeInPieces(text, setup->dialect.encoding, text.size() + 1);
        if (text != pieces)
            return "the text depends on how its bytes arrive";
        if (!isValidUtf8(text))
            return "the decoded text is not UTF-8";
    }
    if (setup->separatorLength > text.size())
        return "the separator line is longer than the text";
    return checkParsing(std::string_view(text).substr(setup->separatorLength), *setup,
                        options.limits, step);
}

} // namespace

LEADSHEET_FUZZ_CASE(csv, playCsv);

} // namespace leadsheet::test
