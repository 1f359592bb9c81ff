// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// The comment inside a cell: office:annotation, without who wrote it and when.
class OdsNoteText {
public:
    explicit OdsNoteText(std::uint64_t maxBytes)
        : text_(maxBytes) {}

    /// Elements below the cell.
    void startElement(std::string_view name, const XmlAttributes& attributes);
    /// True where a comment ends, whose text is `value`.
    bool endElement(std::string_view name);
    void text(std::string_view piece) {
        if (depth_ > 0)
            text_.text(piece);
    }
    const std::string& value() { return text_.value(); }

private:
    OdsCellText text_;
    std::size_t depth_ = 0; // of and below the annotation
};

/// Value types of a cell (OpenDocument 1.3 part 3, 19.387).
enum class OdsType { None, Float, Percentage, Currency, Boolean, Date, Time, String };

/// What the attributes of a cell say about its value; kept until its text is known.
struct OdsValue {
    OdsType type = OdsType::None;
    bool formula = false;
    bool error = false; ///< said by the program that wrote the file
    std::string value;  ///< of the attribute that belongs to the type

    void read(const XmlAttributes& attributes);
};

/// Kind and number of a value. `text` is what the cell displays; when it has none (absent) it
/// becomes what the value looks like in plain form.
struct OdsResolved {
    CellKind kind = CellKind::Empty;
    double number = 0;
};
OdsResolved resolveOdsValue(const OdsValue& value, bool hasText, std::string& text);

/// Serial of "2026-01-31" or "2026-01-31T12:30:00", in the system in which 1900-01-01 is 1 and
/// 1900 has a 29 February, whatever the file's own null date is. Absent for what is not a date.
std::optional<double> odsDateSerial(std::string_view text);
/// Days of an XML Schema duration without years and months, such as "PT12H30M00S".
std::optional<double> odsDurationDays(std::string_view text);

} // namespace leadsheet::app
