// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/input_file.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>

namespace leadsheet::app {

inline constexpr std::size_t kReadStep = std::size_t{64} * 1024;

/// The bytes of a text sheet in order, plain or inflated. One read is at most one kReadStep of the
/// file, and the stop token is looked at before each.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    /// Fills all of `into` but at the end of the data; 0 = the end.
    virtual SheetResult<std::size_t> read(std::span<char> into) = 0;
    /// Bytes of the file consumed so far.
    virtual std::uint64_t position() const = 0;
    /// Back to the first byte.
    virtual SheetResult<void> rewind() = 0;
};

std::unique_ptr<ByteStream> makePlainStream(const InputFile& file, std::stop_token stop);
/// Inflates gzip, several members too, within the limits whatever the file claims.
std::unique_ptr<ByteStream> makeGzipStream(const InputFile& file, const SheetLimits& limits,
                                           std::stop_token stop);

/// False when `word` is nowhere in the rest of the stream. True also when the stream is no 8-bit
/// text or cannot be read: reading it as what it is tells more.
bool mayContain(ByteStream& stream, std::string_view word);

tl::unexpected<SheetError> cancelledError();

} // namespace leadsheet::app
