// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Collects what a cell displays from the elements inside it: paragraphs joined by line ends, with
/// text:s, text:tab and text:line-break spelled out. Annotations, ruby readings, footnotes, shapes
/// and tables inside the cell are not text of it.
class OdsCellText {
public:
    explicit OdsCellText(std::uint64_t maxBytes)
        : maxBytes_(maxBytes) {}

    void clear();
    void startElement(std::string_view name, const XmlAttributes& attributes);
    void endElement(std::string_view name);
    void text(std::string_view piece);

    /// At least one paragraph was met, maybe an empty one.
    bool any() const { return any_; }
    /// The text got longer than allowed; what came after is left out.
    bool tooLong() const { return tooLong_; }
    std::string& value() { return value_; }

private:
    void add(std::string_view piece);
    void addSpaces(const XmlAttributes& attributes);

    std::uint64_t maxBytes_;
    std::string value_;
    std::size_t skipped_ = 0; // depth inside an element that is not text
    bool paragraph_ = false;
    bool any_ = false;
    bool tooLong_ = false;
};

} // namespace leadsheet::app
