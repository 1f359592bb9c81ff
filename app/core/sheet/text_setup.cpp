// SPDX-License-Identifier: Apache-2.0
#include "sheet/text_setup.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/delimiter_sniff.hpp"
#include "sheet/encoding_guess.hpp"
#include "sheet/prescan.hpp"
#include "sheet/transcoder.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

constexpr std::size_t kSampleCells = 3;
constexpr std::size_t kSampleCellBytes = 60;
// Share of ill-formed bytes up to which a text with multi-byte sequences is still UTF-8.
constexpr std::uint64_t kMultiBytePerBadByte = 2;

// Up to three cells with bytes beyond ASCII, as raw bytes. Any usual delimiter ends a cell here.
std::vector<std::string> rawSampleCells(std::string_view evidence) {
    std::vector<std::string> cells;
    while (!evidence.empty() && cells.size() < kSampleCells) {
        const auto end = std::min(evidence.find_first_of(",;\t|\r\n\""), evidence.size());
        const std::string_view cell = evidence.substr(0, std::min(end, kSampleCellBytes));
        if (asciiPrefix(cell) < cell.size() &&
            std::find(cells.begin(), cells.end(), cell) == cells.end())
            cells.emplace_back(cell);
        evidence.remove_prefix(std::min(end + 1, evidence.size()));
    }
    return cells;
}

SheetError askForEncoding(std::string_view evidence, const std::vector<std::string>& names) {
    SheetError error{SheetErrorCode::AmbiguousEncoding,
                     {},
                     {say::encodingUncertain()},
                     {say::nameEncoding()},
                     {}};
    const auto cells = rawSampleCells(evidence);
    for (const std::string& name : names) {
        EncodingCandidate candidate{name, {}};
        for (const std::string& cell : cells)
            if (auto decoder = Decoder::create(name)) {
                decoder->decode(cell, true, candidate.sampleCells.emplace_back());
            }
        error.candidates.push_back(std::move(candidate));
    }
    return error;
}

SheetResult<void> decideEncoding(const Prescan& scan, const SheetOptions& options,
                                 TextSetup& setup) {
    TextDialect& dialect = setup.dialect;
    const auto mark = byteOrderMark(scan.head);
    if (options.encoding) {
        const auto name = canonicalEncoding(*options.encoding);
        if (!name)
            return tl::unexpected(SheetError{SheetErrorCode::UnknownEncoding,
                                             {},
                                             {say::noSuchEncoding(*options.encoding)},
                                             {messages::container::encodingExamples()},
                                             {}});
        dialect.encoding = *name;
        dialect.encodingGiven = true;
        // "UTF-16" without a side takes it from the mark, as does an agreeing full name.
        if (mark && (mark->encoding == *name || mark->encoding.starts_with(*name))) {
            dialect.encoding = mark->encoding;
            dialect.byteOrderMark = true;
            setup.markLength = mark->length;
        }
        return {};
    }
    if (mark) {
        dialect.encoding = mark->encoding;
        dialect.byteOrderMark = dialect.encodingGiven = true;
        setup.markLength = mark->length;
        return {};
    }
    if (const auto wide = wideEncoding(scan.head)) {
        dialect.encoding = *wide;
        return {};
    }
    const bool unicode = scan.badUtf8 == 0 || scan.multiByte >= kMultiBytePerBadByte * scan.badUtf8;
    if (unicode && !(scan.escapes && scan.multiByte == 0))
        return {};
    const auto guess = guessCodePage(scan.evidence.empty() ? scan.head : scan.evidence);
    if (const auto* name = std::get_if<std::string>(&guess)) {
        dialect.encoding = *name;
        return {};
    }
    if (scan.badUtf8 == 0)
        return {}; // plain ASCII with escape bytes that mean nothing to the detector
    return tl::unexpected(askForEncoding(scan.evidence, std::get<1>(guess)));
}

std::string decodeSample(const std::string& bytes, const TextSetup& setup) {
    if (!setup.transcode)
        return bytes;
    std::string text;
    if (auto decoder = Decoder::create(setup.dialect.encoding))
        decoder->decode(bytes, true, text);
    return text;
}

std::string firstLineEnd(std::string_view text) {
    const auto at = text.find_first_of("\r\n");
    if (at == std::string_view::npos)
        return "\r\n";
    return std::string(text.substr(at, text.substr(at).starts_with("\r\n") ? 2 : 1));
}

void decideDelimiter(const Prescan& scan, const SheetOptions& options, TextSetup& setup) {
    TextDialect& dialect = setup.dialect;
    // The samples of a short text are all of it.
    const bool whole = scan.bytes <= 3 * kReadStep;
    const std::string start = whole ? scan.head + scan.tail : scan.head;
    TextSample head{decodeSample(start.substr(setup.markLength), setup), true, whole};
    dialect.lineEnd = firstLineEnd(head.text);
    if (const auto line = separatorLine(head.text)) {
        dialect.separatorLine = head.text.substr(0, line->length);
        dialect.delimiter = line->delimiter;
        dialect.delimiterGiven = true;
        setup.separatorLength = line->length;
    }
    if (options.delimiter) {
        dialect.delimiter = *options.delimiter;
        dialect.delimiterGiven = true;
    }
    if (setup.separatorLength > 0)
        head.text.erase(0, setup.separatorLength);
    std::vector<TextSample> samples;
    samples.push_back(std::move(head));
    // What is counted counts once.
    if (!whole && scan.tail.find(scan.middle) == std::string::npos)
        samples.push_back({decodeSample(scan.middle, setup), false, false});
    if (!whole)
        samples.push_back({decodeSample(scan.tail, setup), false, true});
    decideStyle(samples, dialect);
}

} // namespace

SheetResult<TextSetup> examineText(ByteStream& stream, const SheetOptions& options, Sha256* hash) {
    if (options.delimiter) {
        const char c = *options.delimiter;
        if (static_cast<unsigned char>(c) >= 0x80 || c == '"' || c == '\r' || c == '\n' ||
            c == '\0')
            return tl::unexpected(SheetError{SheetErrorCode::InvalidOption,
                                             {},
                                             {say::separatorNotUsable()},
                                             {say::nameAsciiSeparator()},
                                             {}});
    }
    LEADSHEET_TRY(const auto scan, prescan(stream, hash));
    TextSetup setup;
    LEADSHEET_TRY_DONE(decideEncoding(scan, options, setup));
    setup.transcode = setup.dialect.encoding != "UTF-8";
    setup.repair = !setup.transcode && scan.badUtf8 > 0;
    decideDelimiter(scan, options, setup);
    return setup;
}

} // namespace leadsheet::app
