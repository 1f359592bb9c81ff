// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/delivery.hpp"
#include "leadsheet/result.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::detail {

/// `bytes` as one gzip member (RFC 1952), the same for the same bytes; nothing when out of memory.
std::optional<std::string> gzip(std::string_view bytes);

/// Cuts a stream of leads into parts at the ends of rows, always in the same places for the same
/// stream and bounds. Holds one part and one row. Empty lines are left out, a byte order mark at
/// the start too. CSV: every part begins with the header.
class PartCutter {
public:
    struct Bounds {
        std::size_t rows = 10'000;
        std::size_t bytes = 15UL * 1024 * 1024;
    };
    struct Part {
        std::string text;
        std::int64_t firstRow = 0; ///< its place in the stream, from 0
        std::int64_t rows = 0;
        bool last = false;
    };

    PartCutter(std::istream& in, IngestFormat format, Bounds bounds)
        : in_(in)
        , csv_(format == IngestFormat::Csv)
        , bounds_(bounds) {}

    /// Nothing behind the last part. A stream without rows, a quote that is never closed, and a row
    /// that is larger than a part are ErrorCode::InvalidArgument naming the line.
    Result<std::optional<Part>> next();

private:
    /// Into `row_`, with its line end; false at the end of the stream.
    Result<bool> readRow();
    Result<bool> begin();
    bool refill();

    std::istream& in_;
    const bool csv_;
    const Bounds bounds_;
    std::string buffer_;
    std::size_t position_ = 0;
    std::string header_;
    std::string row_; ///< the first row of the next part
    std::int64_t line_ = 1;
    std::int64_t rows_ = 0;
    bool begun_ = false;
    bool more_ = false; ///< row_ holds one
};

} // namespace leadsheet::detail
