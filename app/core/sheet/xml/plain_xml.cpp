// SPDX-License-Identifier: Apache-2.0
#include "sheet/xml/plain_xml.hpp"

#include "sheet/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace leadsheet::app {
namespace {

constexpr std::ptrdiff_t kLongestReference = 12; // more has leading zeros or is none

bool isHigh(char c) {
    return static_cast<unsigned char>(c) >= 0x80;
}

// XML 1.0 leaves out two code points that UTF-8 can write.
bool isXmlText(std::string_view text) {
    return isValidUtf8(text) && text.find("\xEF\xBF\xBE") == std::string_view::npos &&
           text.find("\xEF\xBF\xBF") == std::string_view::npos;
}

bool isXmlCharacter(std::uint32_t code) {
    if (code < 0x20)
        return code == '\t' || code == '\n' || code == '\r';
    return code < 0xD800 || (code >= 0xE000 && code < 0xFFFE) ||
           (code >= 0x10000 && code < 0x110000);
}

// `name` is what stands between "&" and ";".
std::optional<std::uint32_t> characterOf(std::string_view name) {
    if (!name.starts_with('#'))
        return name == "amp"    ? std::optional<std::uint32_t>('&')
               : name == "lt"   ? std::optional<std::uint32_t>('<')
               : name == "gt"   ? std::optional<std::uint32_t>('>')
               : name == "quot" ? std::optional<std::uint32_t>('"')
               : name == "apos" ? std::optional<std::uint32_t>('\'')
                                : std::nullopt;
    const bool hex = name.starts_with("#x");
    name.remove_prefix(hex ? 2 : 1);
    std::uint32_t code = 0;
    const auto [end, error] =
        std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
    if (error != std::errc() || end != name.data() + name.size() || !isXmlCharacter(code))
        return std::nullopt;
    return code;
}

} // namespace

bool PlainXml::text(std::string_view& text, std::string& decoded) {
    const char* const begin = at_;
    const char* run = at_;
    bool isDecoded = false;
    bool isAscii = true;
    for (;;) {
        while (isA(kInText))
            ++at_;
        if (*at_ == '<')
            break;
        if (*at_ == '&') {
            if (!isDecoded)
                decoded.clear();
            isDecoded = true;
            decoded.append(run, at_);
            if (!reference(decoded))
                return false;
            run = at_;
        } else if (*at_ == ']') {
            // Two of them may be the start of "]]>", which no text may have.
            ++at_;
            if (*at_ == ']')
                return false;
        } else if (isHigh(*at_)) {
            isAscii = false;
            while (isHigh(*at_))
                ++at_;
        } else {
            return false;
        }
    }
    if (!isAscii && !isXmlText({begin, static_cast<std::size_t>(at_ - begin)}))
        return false;
    if (isDecoded)
        decoded.append(run, at_);
    text = isDecoded ? std::string_view(decoded)
                     : std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    return true;
}

bool PlainXml::reference(std::string& decoded) {
    const char* const name = at_ + 1;
    const char* const most = name + std::min(end_ - name, kLongestReference);
    const char* const stop = std::find(name, most, ';');
    if (stop == most) {
        ranOut_ = most == end_;
        return false;
    }
    const auto code = characterOf({name, static_cast<std::size_t>(stop - name)});
    if (!code)
        return false;
    appendUtf8(decoded, *code);
    at_ = stop + 1;
    return true;
}

namespace {

constexpr std::size_t kLongestTag = 16; // of a scanner's tags
// A part of which less than four in five elements can be scanned is left to the parser.
constexpr std::uint64_t kForeignAtFirst = 64;
constexpr std::uint64_t kScannedPerForeign = 4;

std::uint64_t countLines(const char* begin, const char* end) {
    std::uint64_t lines = 0;
    while ((begin = static_cast<const char*>(
                std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)))) != nullptr) {
        ++lines;
        ++begin;
    }
    return lines;
}

} // namespace

SheetResult<void> ScanningFeed::feed(std::string_view bytes, bool last) {
    if (!scans_)
        return reader_.feed(bytes, last);
    take(bytes);
    while (from_ < end_) {
        if (parsing_) {
            if (auto parsed = parse(); !parsed)
                return parsed;
        } else if (!scan()) {
            break;
        }
    }
    if (last || isHopeless())
        if (auto flushed = flush(); !flushed)
            return flushed;
    scans_ = !isHopeless();
    return reader_.feed({}, last);
}

SheetResult<void> ScanningFeed::flush() {
    auto passed = passUpTo(end_);
    parsing_ = true;
    return passed;
}

bool ScanningFeed::isHopeless() const {
    return foreign_ > kForeignAtFirst + scanned_ / kScannedPerForeign;
}

// A tag may be cut by the end of a step, so some of what was handled stays in sight.
void ScanningFeed::take(std::string_view bytes) {
    const std::size_t drop = from_ - std::min(from_, kLongestTag);
    closingFrom_ -= std::min(closingFrom_, drop);
    std::copy(window_.begin() + static_cast<std::ptrdiff_t>(drop),
              window_.begin() + static_cast<std::ptrdiff_t>(end_), window_.begin());
    from_ -= drop;
    end_ -= drop;
    window_.resize(end_ + bytes.size() + PlainXml::kPadding);
    std::copy(bytes.begin(), bytes.end(), window_.begin() + static_cast<std::ptrdiff_t>(end_));
    end_ += bytes.size();
    std::fill(window_.begin() + static_cast<std::ptrdiff_t>(end_), window_.end(), '\0');
}

// False when the rest waits for more.
bool ScanningFeed::scan() {
    skipBlanks();
    const std::string_view seen(window_.data(), end_);
    if (closingFrom_ != 0 &&
        seen.find(scanner_.closing(), closingFrom_) == std::string_view::npos) {
        closingFrom_ = end_ - std::min(end_ - from_, kLongestTag);
        parsing_ = end_ - from_ > kMaxWaiting;
        return parsing_;
    }
    closingFrom_ = 0;
    const char* const begin = window_.data() + from_;
    const ScannedElement element = scanner_.scan(begin, window_.data() + end_);
    switch (element.kind) {
    case ScannedElement::Kind::Whole:
        ++scanned_;
        lines_ += countLines(begin, element.end);
        from_ += static_cast<std::size_t>(element.end - begin);
        return true;
    case ScannedElement::Kind::Incomplete:
        if (element.goesOn)
            closingFrom_ = end_ - std::min(end_ - from_, kLongestTag);
        parsing_ = end_ - from_ > kMaxWaiting;
        return parsing_;
    case ScannedElement::Kind::Foreign:
        ++foreign_;
        parsing_ = true;
        return true;
    }
    return true;
}

void ScanningFeed::skipBlanks() {
    for (; from_ < end_; ++from_) {
        const char c = window_[from_];
        if (c != ' ' && c != '\t' && c != '\n')
            return;
        lines_ += c == '\n' ? 1 : 0;
    }
}

// Up to the next place where scanning may go on, or to the end.
SheetResult<void> ScanningFeed::parse() {
    const std::string_view seen(window_.data(), end_);
    const std::string_view tag = scanner_.opening();
    const std::size_t found = seen.find(tag, from_ - std::min(from_, tag.size() - 1));
    auto passed = passUpTo(found == std::string_view::npos ? end_ : found + tag.size());
    closingFrom_ = 0;
    parsing_ = !(passed && reader_.betweenMarkup() && scanner_.mayStart());
    return passed;
}

SheetResult<void> ScanningFeed::passUpTo(std::size_t end) {
    if (lines_ > 0) {
        const std::string lines(static_cast<std::size_t>(lines_), '\n');
        lines_ = 0;
        if (auto told = reader_.feedPiece(lines); !told)
            return told;
    }
    const std::string_view bytes(window_.data() + from_, end - from_);
    from_ = end;
    return bytes.empty() ? SheetResult<void>() : reader_.feedPiece(bytes);
}

} // namespace leadsheet::app
