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

} // namespace leadsheet::app
