// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Reads UTF-8 XML as programs write it, and takes nothing that a parser would refuse or read
/// differently: no comments, CDATA, carriage returns, references in attributes or entities beyond
/// the five. A function that returns false has met something else, or the end; then the cursor is
/// of no use any more. At least `kPadding` zero bytes must follow the end.
class PlainXml {
public:
    static constexpr std::size_t kPadding = 64;

    PlainXml(const char* begin, const char* end)
        : at_(begin)
        , end_(end) {}

    const char* at() const { return at_; }
    /// What failed may only lack the bytes that come next.
    bool ranOut() const { return ranOut_ || at_ == end_; }

    /// Takes exactly these bytes, or nothing.
    template <std::size_t Size>
    bool take(const char (&wanted)[Size]) {
        static_assert(Size - 1 <= kPadding);
        if (std::memcmp(at_, wanted, Size - 1) == 0) {
            at_ += Size - 1;
            return true;
        }
        const auto left = static_cast<std::size_t>(end_ - at_);
        if (left < Size - 1 && std::memcmp(at_, wanted, left) == 0)
            ranOut_ = true;
        return false;
    }

    void skipBlanks() {
        while (*at_ == ' ' || *at_ == '\n' || *at_ == '\t')
            ++at_;
    }

    enum class Tag { Attribute, Open, Closed, Foreign };
    /// Behind the name of an element or an attribute: the next attribute or the end of the tag.
    Tag next(std::string_view& name, std::string_view& value);
    /// Text up to the next "<", references replaced; lies in `decoded` or in the document.
    bool text(std::string_view& text, std::string& decoded);

private:
    enum : std::uint8_t { kInText = 1, kInValue = 2, kInName = 4, kStartsName = 8 };
    static constexpr std::array<std::uint8_t, 256> makeClasses();
    static const std::array<std::uint8_t, 256> kClasses;

    bool isA(std::uint8_t kind) const {
        return (kClasses[static_cast<unsigned char>(*at_)] & kind) != 0;
    }
    bool reference(std::string& decoded);

    const char* at_;
    const char* end_;
    bool ranOut_ = false;
};

constexpr std::array<std::uint8_t, 256> PlainXml::makeClasses() {
    std::array<std::uint8_t, 256> classes{};
    for (std::size_t c = 0; c < 0x80; ++c) {
        const auto byte = static_cast<char>(c);
        const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        const bool digit = byte >= '0' && byte <= '9';
        const bool blank = byte == '\t' || byte == '\n';
        if ((c >= 0x20 || blank) && byte != '<' && byte != '&' && byte != ']')
            classes[c] |= kInText;
        if (c >= 0x20 && byte != '<' && byte != '&' && byte != '"')
            classes[c] |= kInValue;
        if (letter || byte == '_')
            classes[c] |= kStartsName | kInName;
        if (digit || byte == ':' || byte == '-' || byte == '.')
            classes[c] |= kInName;
    }
    return classes;
}

inline constexpr std::array<std::uint8_t, 256> PlainXml::kClasses = PlainXml::makeClasses();

inline PlainXml::Tag PlainXml::next(std::string_view& name, std::string_view& value) {
    const char* const before = at_;
    skipBlanks();
    if (*at_ == '>') {
        ++at_;
        return Tag::Open;
    }
    if (*at_ == '/')
        return take("/>") ? Tag::Closed : Tag::Foreign;
    if (at_ == before || !isA(kStartsName))
        return Tag::Foreign;
    const char* start = at_;
    while (isA(kInName))
        ++at_;
    name = {start, static_cast<std::size_t>(at_ - start)};
    if (!take("=\""))
        return Tag::Foreign;
    start = at_;
    while (isA(kInValue))
        ++at_;
    value = {start, static_cast<std::size_t>(at_ - start)};
    return take("\"") ? Tag::Attribute : Tag::Foreign;
}

} // namespace leadsheet::app
