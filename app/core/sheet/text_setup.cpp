// SPDX-License-Identifier: Apache-2.0
#include "sheet/text_setup.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/text_style.hpp"
#include "sheet/transcoder.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

/// What one pass over all bytes of a text sheet tells, in constant memory.
struct Prescan {
    std::uint64_t bytes = 0;
    std::uint64_t multiByte = 0; ///< well-formed UTF-8 sequences beyond ASCII
    std::uint64_t badUtf8 = 0;
    bool escapes = false; ///< ESC bytes, as ISO-2022 has them
    std::string head;     ///< the first kReadStep bytes
    std::string middle;   ///< a block from the middle half; may be empty
    std::string tail;     ///< the last bytes, at most two blocks; may be empty
    std::string evidence; ///< lines with bytes beyond ASCII, at most kEvidenceBytes
};

constexpr std::size_t kEvidenceBytes = std::size_t{64} * 1024;

// A line longer than this is cut for the detector; it needs words, not whole rows.
constexpr std::size_t kEvidenceLineBytes = 4096;

// Collects whole lines that have a byte beyond ASCII.
class EvidenceCollector {
public:
    explicit EvidenceCollector(std::string& out)
        : out_(out) {}

    void feed(std::string_view block) {
        while (!block.empty() && out_.size() < kEvidenceBytes) {
            const auto end = block.find_first_of("\r\n");
            const bool ended = end != std::string_view::npos;
            addToLine(block.substr(0, ended ? end + 1 : block.size()));
            block.remove_prefix(ended ? end + 1 : block.size());
            if (ended)
                flush();
        }
    }

    void flush() {
        if (asciiPrefix(line_) < line_.size())
            out_.append(line_);
        line_.clear();
    }

private:
    void addToLine(std::string_view piece) {
        if (line_.size() < kEvidenceLineBytes)
            line_.append(piece.substr(0, kEvidenceLineBytes - line_.size()));
    }

    std::string& out_;
    std::string line_;
};

/// Reads the stream to its end. Blocks start at multiples of four bytes, so that wide characters
/// are never cut at the start of a sample. `digester`, unless null, gets every byte, too.
SheetResult<Prescan> prescan(ByteStream& stream, InputDigester* digester) {
    Prescan result;
    Utf8Check check;
    EvidenceCollector evidence(result.evidence);
    std::string block(kReadStep, '\0');
    std::string last;
    std::uint64_t nextMiddle = kReadStep;
    for (;;) {
        std::size_t filled = 0;
        // Short reads happen in the middle of compressed files; blocks must stay aligned.
        while (filled < block.size()) {
            LEADSHEET_TRY(const auto got, stream.read(std::span(block).subspan(filled)));
            if (got == 0)
                break;
            filled += got;
        }
        if (filled == 0)
            break;
        const std::string_view bytes(block.data(), filled);
        const bool ascii = asciiPrefix(bytes) == bytes.size();
        if (digester != nullptr)
            digester->add(bytes);
        if (!ascii || check.isCut())
            check.feed(bytes);
        if (!ascii)
            evidence.feed(bytes);
        else
            evidence.flush();
        result.escapes = result.escapes || bytes.find('\x1B') != std::string_view::npos;
        if (result.bytes == 0)
            result.head.assign(bytes);
        if (result.bytes >= nextMiddle) {
            result.middle.assign(bytes);
            nextMiddle = result.bytes * 2;
        }
        // Kept without a copy: the memory goes round.
        if (result.bytes > 0) {
            result.tail.swap(last);
            last.swap(block);
            last.resize(filled);
            block.resize(kReadStep);
        }
        result.bytes += filled;
    }
    result.tail += last;
    evidence.flush();
    check.finish();
    result.multiByte = check.multiByte();
    result.badUtf8 = check.bad();
    return result;
}

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

SheetResult<TextSetup> examineText(ByteStream& stream, const SheetOptions& options,
                                   InputDigester* digester) {
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
    LEADSHEET_TRY(const auto scan, prescan(stream, digester));
    TextSetup setup;
    LEADSHEET_TRY_DONE(decideEncoding(scan, options, setup));
    setup.transcode = setup.dialect.encoding != "UTF-8";
    setup.repair = !setup.transcode && scan.badUtf8 > 0;
    decideDelimiter(scan, options, setup);
    return setup;
}

} // namespace leadsheet::app
