// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <zlib.h>

namespace leadsheet::test {

enum class Packing {
    Deflate = -MAX_WBITS,  ///< bare, as in zip archives
    Gzip = 16 + MAX_WBITS, ///< one gzip member
};

inline std::string packedText(std::string_view text, Packing packing) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, static_cast<int>(packing), 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("zlib does not work");
    std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    std::string input(text);
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

} // namespace leadsheet::test
