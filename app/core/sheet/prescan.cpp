// SPDX-License-Identifier: Apache-2.0
#include "sheet/prescan.hpp"

#include "leadsheet/try.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

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

} // namespace

SheetResult<Prescan> prescan(ByteStream& stream, Sha256* hash) {
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
        if (hash != nullptr)
            hash->add(bytes);
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

} // namespace leadsheet::app
