// SPDX-License-Identifier: Apache-2.0
#include "sheet/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace leadsheet::app {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Length promised by a lead byte and the range of the second byte (Unicode table 3-7).
struct Lead {
    std::size_t length;
    unsigned char low;
    unsigned char high;
};

Lead leadOf(unsigned char byte) {
    if (byte >= 0xC2 && byte <= 0xDF)
        return {2, 0x80, 0xBF};
    if (byte == 0xE0)
        return {3, 0xA0, 0xBF};
    if (byte == 0xED)
        return {3, 0x80, 0x9F};
    if (byte >= 0xE1 && byte <= 0xEF)
        return {3, 0x80, 0xBF};
    if (byte == 0xF0)
        return {4, 0x90, 0xBF};
    if (byte >= 0xF1 && byte <= 0xF3)
        return {4, 0x80, 0xBF};
    if (byte == 0xF4)
        return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

unsigned char byteAt(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

} // namespace

std::size_t utf8SequenceLength(std::string_view text, bool* cut) {
    if (cut)
        *cut = false;
    if (text.empty())
        return 0;
    if (byteAt(text, 0) < 0x80)
        return 1;
    const Lead lead = leadOf(byteAt(text, 0));
    for (std::size_t i = 1; i < lead.length; ++i) {
        if (i == text.size()) {
            if (cut)
                *cut = true;
            return 0;
        }
        const unsigned char byte = byteAt(text, i);
        if (byte < (i == 1 ? lead.low : 0x80) || byte > (i == 1 ? lead.high : 0xBF))
            return 0;
    }
    return lead.length;
}

std::size_t asciiPrefix(std::string_view text) {
    std::size_t at = 0;
    std::array<std::uint64_t, 8> words{};
    for (; at + sizeof words <= text.size(); at += sizeof words) {
        std::memcpy(words.data(), text.data() + at, sizeof words);
        std::uint64_t all = 0;
        for (const std::uint64_t word : words)
            all |= word;
        if ((all & kHighBits) != 0)
            break;
    }
    for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, sizeof word);
        if ((word & kHighBits) != 0)
            break;
    }
    while (at < text.size() && byteAt(text, at) < 0x80)
        ++at;
    return at;
}

void appendUtf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) {
        out += static_cast<char>(byte);
    };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

bool isValidUtf8(std::string_view text) {
    for (text.remove_prefix(asciiPrefix(text)); !text.empty();
         text.remove_prefix(asciiPrefix(text))) {
        const std::size_t length = utf8SequenceLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string repairUtf8(std::string_view text, std::uint64_t& replaced) {
    std::string out;
    out.reserve(text.size() + kReplacement.size());
    while (!text.empty()) {
        const std::size_t ascii = asciiPrefix(text);
        out.append(text.substr(0, ascii));
        text.remove_prefix(ascii);
        if (text.empty())
            break;
        if (const std::size_t length = utf8SequenceLength(text); length > 0) {
            out.append(text.substr(0, length));
            text.remove_prefix(length);
            continue;
        }
        out.append(kReplacement);
        ++replaced;
        text.remove_prefix(1);
    }
    return out;
}

std::string_view utf8Prefix(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (byteAt(text, bytes) & 0xC0) == 0x80)
        --bytes;
    return text.substr(0, bytes);
}

void Utf8Check::feed(std::string_view block) {
    if (!pending_.empty()) {
        // At most three bytes complete the cut sequence; the rest of the block is read in place.
        const std::size_t had = pending_.size();
        const std::size_t borrowed = std::min<std::size_t>(3, block.size());
        pending_.append(block.substr(0, borrowed));
        bool cut = false;
        const std::size_t length = utf8SequenceLength(pending_, &cut);
        if (cut)
            return;
        if (length == 0) {
            bad_ += had;
        } else {
            ++multiByte_;
            block.remove_prefix(length - had);
        }
        pending_.clear();
    }
    scan(block);
}

void Utf8Check::finish() {
    bad_ += pending_.size();
    pending_.clear();
}

void Utf8Check::scan(std::string_view text) {
    for (text.remove_prefix(asciiPrefix(text)); !text.empty();
         text.remove_prefix(asciiPrefix(text))) {
        bool cut = false;
        const std::size_t length = utf8SequenceLength(text, &cut);
        if (cut) {
            pending_.assign(text);
            return;
        }
        if (length == 0)
            ++bad_;
        else
            ++multiByte_;
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
}

} // namespace leadsheet::app
