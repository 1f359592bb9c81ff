// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/ods/content_walker.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace leadsheet::app {

inline constexpr const char* kOdsContentPart = "content.xml";

/// Drives a walk over content.xml one kReadStep of XML at a time.
class OdsContentFeed {
public:
    OdsContentFeed(std::unique_ptr<ByteStream> stream, OdsTableVisitor& visitor,
                   const SheetLimits& limits, std::stop_token stop);

    /// False at the end of the document. LimitExceeded when no row ends for too long.
    SheetResult<bool> step();
    /// Reads the rest without parsing it, which checks the archive's claims about the part.
    SheetResult<void> drain();

    XmlReader& reader() { return reader_; }
    const ByteStream& stream() const { return *stream_; }

private:
    std::unique_ptr<ByteStream> stream_;
    OdsContentWalker walker_;
    XmlReader reader_;
    SheetLimits limits_;
    std::stop_token stop_;
    std::vector<char> buffer_;
    std::uint64_t fed_ = 0;
    std::uint64_t fedAtRow_ = 0;
    std::uint64_t rowsEnded_ = 0;
};

} // namespace leadsheet::app
