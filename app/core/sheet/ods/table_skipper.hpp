// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/ods/content_walker.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Stands before the parser of a content.xml and leaves out the inside of sheets that nobody reads,
/// several times faster than parsing it. Line ends are kept, so that lines in errors stay right.
/// What is left out is not checked for being well-formed.
class OdsTableSkipper {
public:
    OdsTableSkipper(XmlReader& reader, const OdsContentWalker& walker, std::uint64_t maxRows)
        : reader_(reader)
        , walker_(walker)
        , maxRows_(maxRows) {}

    /// Like XmlReader::feed. LimitExceeded when a sheet that is left out has too many rows.
    [[nodiscard]] SheetResult<void> feed(std::string_view bytes, bool last);

    /// Bytes and rows left out so far.
    std::uint64_t droppedBytes() const { return dropped_; }
    std::uint64_t droppedRows() const { return droppedRows_; }

private:
    [[nodiscard]] SheetResult<void> consume(bool last);
    [[nodiscard]] SheetResult<void> pass(std::size_t end);
    [[nodiscard]] SheetResult<void> drop(std::size_t end);
    [[nodiscard]] SheetResult<void> leave(std::size_t end);
    [[nodiscard]] SheetResult<void> passOn(std::size_t from, bool last);
    [[nodiscard]] SheetResult<void> countRow();

    XmlReader& reader_;
    const OdsContentWalker& walker_;
    std::uint64_t maxRows_;
    std::string held_;      // not told to the parser nor left out yet
    std::size_t from_ = 0;  // of it, where that starts
    bool started_ = false;  // the encoding is known
    bool passing_ = false;  // everything from here on is for the parser
    bool skipping_ = false; // inside a sheet that nobody reads
    std::size_t depth_ = 0; // of tables in it
    std::uint64_t dropped_ = 0;
    std::uint64_t droppedRows_ = 0;
    std::uint64_t rowsOfTable_ = 0;
};

} // namespace leadsheet::app
