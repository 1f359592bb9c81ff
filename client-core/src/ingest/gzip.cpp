// SPDX-License-Identifier: Apache-2.0
#include "ingest/gzip.hpp"

#include <zlib.h>

#include <limits>

namespace leadsheet::detail {
namespace {

constexpr int kGzipWindow = 15 + 16;
constexpr int kMemoryLevel = 8;

struct Deflate {
    z_stream stream{};
    bool ready = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                              Z_DEFAULT_STRATEGY) == Z_OK;

    Deflate() = default;
    Deflate(const Deflate&) = delete;
    Deflate& operator=(const Deflate&) = delete;
    ~Deflate() {
        if (ready)
            deflateEnd(&stream);
    }
};

} // namespace

std::optional<std::string> gzip(std::string_view bytes) {
    Deflate deflater;
    if (!deflater.ready || bytes.size() > std::numeric_limits<uInt>::max() / 2)
        return {};
    std::string packed(deflateBound(&deflater.stream, static_cast<uLong>(bytes.size())), '\0');
    // zlib's input is not const, and is not written to.
    std::string input(bytes);
    deflater.stream.next_in = reinterpret_cast<Bytef*>(input.data());
    deflater.stream.avail_in = static_cast<uInt>(input.size());
    deflater.stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    deflater.stream.avail_out = static_cast<uInt>(packed.size());
    if (deflate(&deflater.stream, Z_FINISH) != Z_STREAM_END)
        return {};
    packed.resize(deflater.stream.total_out);
    return packed;
}

} // namespace leadsheet::detail
