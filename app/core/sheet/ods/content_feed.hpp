// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/ods/content_walker.hpp"
#include "sheet/ods/table_skipper.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::app {

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
