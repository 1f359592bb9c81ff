// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

// A start tag as it stands in a document, "<x:row r="5" spans='1:8'/>", already known to be well
// formed. Values are as written, entities and all, so that they can be put into another tag.

/// "x:" of "<x:row ...>", or nothing.
std::string_view tagPrefix(std::string_view tag);
bool closesItself(std::string_view tag);
/// By the name as written, with its prefix.
std::optional<std::string_view> rawAttribute(std::string_view tag, std::string_view name);
/// The tag with the attribute set, added at the end when it was not there. `value` needs no
/// escaping.
std::string withAttribute(std::string_view tag, std::string_view name, std::string_view value);
std::string withoutAttribute(std::string_view tag, std::string_view name);
/// "<row>" of "<row/>"; other tags unchanged.
std::string opened(std::string_view tag);
/// "<row/>" of "<row>"; other tags unchanged.
std::string closed(std::string_view tag);

/// Copies an XML document byte for byte but for the places that a handler changes. Only what a
/// change concerns is ever held: memory is bounded by the largest element held on purpose.
///
/// Offsets count bytes of the document. The handler decides in order: what lies before the tag
/// being handled can still be copied or dropped if it was held, else it has been copied already.
class XmlPatcher {
public:
    using Sink = std::function<SheetResult<void>(std::string_view)>;

    /// `part` is named in errors. The handler must outlive the patcher.
    XmlPatcher(XmlHandler& handler, std::string part, const SheetLimits& limits, Sink sink);

    /// The whole document, which must be UTF-8.
    [[nodiscard]] SheetResult<void> run(ByteStream& in);

    // For use inside the handler.
    std::uint64_t tagStart() const { return reader_.offset(); }
    std::uint64_t tagEnd() const { return reader_.offset() + reader_.markupBytes(); }
    /// The tag being handled, as written.
    std::string_view tag() const { return bytes(tagStart(), tagEnd()); }
    /// Not dropped or copied yet.
    std::string_view bytes(std::uint64_t from, std::uint64_t to) const;
    void copyTo(std::uint64_t offset);
    void dropTo(std::uint64_t offset);
    void insert(std::string_view text) { out_ += text; }
    /// From now on nothing is copied unless asked for, until `release`.
    void hold() { held_ = true; }
    void release() { held_ = false; }
    void fail(SheetError error) { reader_.fail(std::move(error)); }

private:
    SheetResult<void> flush(bool all);

    SheetLimits limits_;
    Sink sink_;
    XmlReader reader_;
    std::string window_; // from windowStart_ on
    std::uint64_t windowStart_ = 0;
    std::uint64_t done_ = 0; // everything before was copied or dropped
    bool held_ = false;
    std::string out_;
};

} // namespace leadsheet::app
