// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Attributes of one element; valid during the call only. Declarations of namespaces are not among
/// them. Looking one up allocates nothing.
class XmlAttributes {
public:
    explicit XmlAttributes(const char** pairs)
        : pairs_(pairs) {}
    /// By local name (prefix stripped), one written without prefix first. Absent when the element
    /// has no such attribute.
    std::optional<std::string_view> get(std::string_view localName) const;
    /// Of the attribute "prefix:localName" as written, e.g. "r:id", when names clash.
    std::optional<std::string_view> getQualified(std::string_view name) const;

private:
    const char** pairs_; // expat's name, value, ..., null
};

/// Receives a document in order. Names come without prefix. Text may come in several pieces.
class XmlHandler {
public:
    virtual ~XmlHandler() = default;
    virtual void startElement(std::string_view name, const XmlAttributes& attributes) = 0;
    virtual void endElement(std::string_view name) = 0;
    virtual void text(std::string_view piece) = 0;
};

/// A push parser over expat for one part of a workbook. A DOCTYPE, too much depth and anything not
/// well-formed are DamagedFile with part, line and reason; a tag or comment of more than kMaxToken
/// is LimitExceeded. Names of entities are never resolved beyond the five of XML. UTF-8, UTF-16 and
/// what else expat reads.
class XmlReader {
public:
    static constexpr std::size_t kMaxToken = 1 << 20; ///< bytes

    /// `part` is named in errors. The handler must outlive the reader.
    XmlReader(XmlHandler& handler, std::string part, const SheetLimits& limits);
    XmlReader(XmlReader&&) noexcept;
    XmlReader& operator=(XmlReader&&) noexcept;
    ~XmlReader();

    /// The next bytes, best in steps of kReadStep; `last` ends the document. After an error, the
    /// same error again.
    [[nodiscard]] SheetResult<void> feed(std::string_view bytes, bool last);
    /// Like `feed` for a piece of a step: what is too long shows when the step ends with `feed`.
    [[nodiscard]] SheetResult<void> feedPiece(std::string_view bytes);
    /// All that was fed was told, and the next byte is text or the start of a tag, in UTF-8.
    bool betweenMarkup() const;
    /// Elements that are open.
    std::uint32_t depth() const;
    /// From inside a handler: stop parsing with this error, which `feed` then returns. The handler
    /// is not called again.
    void fail(SheetError error);
    /// An error about the place the parser is at: "<part>, line 12: <what>".
    SheetError damaged(Message what) const;
    /// Line and bytes met so far, for errors and limits.
    std::uint64_t line() const;
    /// Bytes before the element or text being handled.
    std::uint64_t offset() const;
    /// Bytes of the tag or text being handled, as written; 0 at the end of an element that closes
    /// itself.
    std::uint64_t markupBytes() const;
    std::uint64_t bytes() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Feeds a whole stream.
[[nodiscard]] SheetResult<void> parseXml(ByteStream& stream, XmlReader& reader);

} // namespace leadsheet::app
