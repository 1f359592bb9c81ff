// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Told of the sheets of a content.xml in order.
class OdsTableVisitor {
public:
    virtual ~OdsTableVisitor() = default;
    /// An element inside the automatic styles.
    virtual void styleStarts(std::string_view /*name*/, const XmlAttributes& /*attributes*/) {}
    /// A sheet starts. What is inside goes to the handler returned; null = not needed.
    virtual XmlHandler* tableStarts(const XmlAttributes& attributes) = 0;
    virtual void tableEnds() = 0;
};

/// Finds the sheets of a content.xml: tables directly in the spreadsheet's body. Tables of tracked
/// changes and links, tables inside cells, and the copies of other files' sheets that programs keep
/// beside references to them are none.
class OdsContentWalker final : public XmlHandler {
public:
    explicit OdsContentWalker(OdsTableVisitor& visitor)
        : visitor_(visitor) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;

    /// Inside a sheet that the visitor does not need, or needs.
    bool skipsTable() const { return where_ == Where::Table && inside_ == nullptr; }
    bool readsTable() const { return where_ == Where::Table && inside_ != nullptr; }
    /// Rows that ended so far, wherever they were.
    std::uint64_t rowsEnded() const { return rowsEnded_; }

private:
    enum class Where { Document, Styles, Spreadsheet, Table };

    OdsTableVisitor& visitor_;
    XmlHandler* inside_ = nullptr;
    Where where_ = Where::Document;
    std::size_t depth_ = 0;   // below the automatic styles or the table
    std::size_t skipped_ = 0; // depth inside an element without sheets
    std::uint64_t rowsEnded_ = 0;
};

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

inline constexpr const char* kOdsContentPart = "content.xml";

/// Drives a walk over content.xml one kReadStep of XML at a time. Not movable: parts refer to it.
class OdsContentFeed {
public:
    OdsContentFeed(std::unique_ptr<ByteStream> stream, OdsTableVisitor& visitor,
                   const SheetLimits& limits, std::stop_token stop);

    OdsContentFeed(const OdsContentFeed&) = delete;
    OdsContentFeed& operator=(const OdsContentFeed&) = delete;

    /// False at the end of the document. LimitExceeded when no row ends for too long.
    SheetResult<bool> step();
    /// Reads the rest without parsing it, which checks the archive's claims about the part and that
    /// the document was not cut off.
    SheetResult<void> drain();

    XmlReader& reader() { return reader_; }
    /// Bytes of the part before the element being handled.
    std::uint64_t offset() const { return reader_.offset() + skipper_.droppedBytes(); }
    const ByteStream& stream() const { return *stream_; }

private:
    SheetResult<std::size_t> read();

    std::unique_ptr<ByteStream> stream_;
    OdsContentWalker walker_;
    XmlReader reader_;
    OdsTableSkipper skipper_;
    SheetLimits limits_;
    std::stop_token stop_;
    std::vector<char> buffer_;
    std::uint64_t fed_ = 0;
    std::uint64_t fedAtRow_ = 0;
    std::uint64_t rowsEnded_ = 0;
    std::string tail_; // the last bytes met
};

} // namespace leadsheet::app
