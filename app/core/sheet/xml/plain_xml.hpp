// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xml/xml_reader.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

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

/// What stands at a place where elements of one kind may start.
struct ScannedElement {
    enum class Kind {
        Whole,      ///< one of them, told; `end` is behind it
        Incomplete, ///< perhaps one that goes on behind the bytes at hand; nothing was told
        Foreign,    ///< for the parser to say what it is; nothing was told
    };
    Kind kind = Kind::Foreign;
    const char* end = nullptr;
    bool goesOn = false; ///< an incomplete one that ends with `closing()` and nothing else
};

/// Reads elements of one kind, a row say, without the parser. What it takes must be what the parser
/// would take, and must have the same effect.
class ElementScanner {
public:
    virtual ~ElementScanner() = default;
    /// Zero bytes follow the end (PlainXml::kPadding).
    virtual ScannedElement scan(const char* begin, const char* end) = 0;
    /// By what the parser has told so far, such elements may come next.
    virtual bool mayStart() const = 0;
    /// A tag behind which this may be so.
    virtual std::string_view opening() const = 0;
    /// The tag at the end of each.
    virtual std::string_view closing() const = 0;
};

/// Stands before the parser of a part and gives what the scanner knows to it. The parser gets
/// everything else, and line ends instead of what was scanned, so that its errors name the right
/// line. Hence rows, texts and errors are those of the parser alone; only they come faster.
class ScanningFeed {
public:
    /// `scans` false: everything goes to the parser. Both must outlive this.
    ScanningFeed(XmlReader& reader, ElementScanner& scanner, bool scans)
        : reader_(reader)
        , scanner_(scanner)
        , scans_(scans) {}

    /// Like XmlReader::feed, but an element at the end may wait for the next bytes.
    [[nodiscard]] SheetResult<void> feed(std::string_view bytes, bool last);
    /// Gives what waits to the parser. To be called before an error that comes from elsewhere: one
    /// in the bytes that wait came first.
    [[nodiscard]] SheetResult<void> flush();

private:
    static constexpr std::size_t kMaxWaiting = 1 << 20;

    void take(std::string_view bytes);
    bool scan();
    [[nodiscard]] SheetResult<void> parse();
    [[nodiscard]] SheetResult<void> passUpTo(std::size_t end);
    void skipBlanks();
    bool isHopeless() const;

    XmlReader& reader_;
    ElementScanner& scanner_;
    bool scans_;
    bool parsing_ = true;      // the next bytes are for the parser
    std::vector<char> window_; // a little that was handled, what was not, and padding
    std::size_t from_ = 0;     // of what was not
    std::size_t end_ = 0;
    std::size_t closingFrom_ = 0; // where to look for the end of what waits; 0 = just scan it
    std::uint64_t lines_ = 0;     // ends of lines in what was scanned, still to be told
    std::uint64_t scanned_ = 0;
    std::uint64_t foreign_ = 0;
};

} // namespace leadsheet::app
