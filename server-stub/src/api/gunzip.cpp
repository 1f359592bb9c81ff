// SPDX-License-Identifier: Apache-2.0
#include "api/gunzip.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <zlib.h>

namespace leadsheet::server::api {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;
constexpr std::size_t kPiece = std::size_t{64} * 1024;

/// Ends the stream with the scope.
class Inflater {
public:
    Inflater() { ready_ = inflateInit2(&stream_, kGzipOnly) == Z_OK; }
    ~Inflater() {
        if (ready_)
            inflateEnd(&stream_);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    bool ready() const { return ready_; }
    z_stream& stream() { return stream_; }

private:
    z_stream stream_{};
    bool ready_ = false;
};

} // namespace

tl::expected<std::string, GunzipError> gunzip(std::string_view packed, std::size_t maxBytes) {
    if (packed.size() > std::numeric_limits<uInt>::max())
        return tl::make_unexpected(GunzipError::TooLarge);
    Inflater inflater;
    if (!inflater.ready())
        return tl::make_unexpected(GunzipError::NoMemory);
    z_stream& stream = inflater.stream();
    // zlib reads through this pointer only; its declaration is older than const.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string text;
    std::array<Bytef, kPiece> piece{};
    while (true) {
        stream.next_out = piece.data();
        stream.avail_out = static_cast<uInt>(piece.size());
        const int result = inflate(&stream, Z_NO_FLUSH);
        const std::size_t made = piece.size() - stream.avail_out;
        if (made > maxBytes - text.size())
            return tl::make_unexpected(GunzipError::TooLarge);
        text.append(reinterpret_cast<const char*>(piece.data()), made);
        if (result == Z_STREAM_END) {
            if (stream.avail_in == 0)
                return text;
            if (inflateReset(&stream) != Z_OK)
                return tl::make_unexpected(GunzipError::Malformed);
        } else if (result == Z_MEM_ERROR) {
            return tl::make_unexpected(GunzipError::NoMemory);
        } else if (result != Z_OK || (stream.avail_in == 0 && stream.avail_out != 0)) {
            return tl::make_unexpected(GunzipError::Malformed);
        }
    }
}

} // namespace leadsheet::server::api
