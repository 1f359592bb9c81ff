// SPDX-License-Identifier: Apache-2.0
#include "api/ingest/body_text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <zlib.h>

namespace leadsheet::server::api {

namespace {

using contract::ErrorCode;

constexpr int kGzipOnly = 16 + MAX_WBITS;
constexpr std::size_t kPiece = std::size_t{64} * 1024;

const http::Spool& spoolOf(const http::Request& request) {
    static const http::Spool none;
    return request.spool ? *request.spool : none;
}

tl::unexpected<Problem> damaged() {
    return refuse(ErrorCode::UnsupportedMediaType,
                  "The body is not what Content-Encoding: gzip says: it is damaged, cut off, or "
                  "not compressed at all.");
}

} // namespace

struct BodyText::Packed {
    Packed() = default;
    ~Packed() {
        if (ready)
            inflateEnd(&stream);
    }
    Packed(const Packed&) = delete;
    Packed& operator=(const Packed&) = delete;

    z_stream stream{};
    bool ready = inflateInit2(&stream, kGzipOnly) == Z_OK;
    bool memberEnded = false;
    std::array<Bytef, kPiece> text{};
};

BodyText::BodyText(const http::Request& request, bool packed, std::size_t maxBytes)
    : request_(request)
    , maxBytes_(maxBytes)
    , spool_(spoolOf(request))
    , packed_(packed ? std::make_unique<Packed>() : nullptr) {}

BodyText::~BodyText() = default;

tl::expected<std::string_view, Problem> BodyText::next() {
    auto piece = packed_ ? unpack() : nextRaw();
    if (!piece)
        return piece;
    if (piece->size() > maxBytes_ - text_)
        return refuse(ErrorCode::PayloadTooLarge, "The body is larger than " +
                                                      std::to_string(maxBytes_) + " bytes" +
                                                      (packed_ ? " when it is unpacked" : "") +
                                                      ". Send the leads in several parts.");
    text_ += piece->size();
    return piece;
}

tl::expected<std::string_view, Problem> BodyText::nextRaw() {
    if (request_.spool) {
        const auto piece = spool_.piece();
        if (!piece)
            return diskProblem();
        return *piece;
    }
    const std::string_view piece = std::string_view(request_.body).substr(offset_, kPiece);
    offset_ += piece.size();
    return piece;
}

tl::expected<std::string_view, Problem> BodyText::unpack() {
    z_stream& stream = packed_->stream;
    while (packed_->ready) {
        if (stream.avail_in == 0) {
            auto raw = nextRaw();
            if (!raw)
                return raw;
            if (raw->empty() && packed_->memberEnded)
                return raw;
            if (raw->empty())
                return damaged();
            // zlib reads through this pointer only; its declaration is older than const.
            stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(raw->data()));
            stream.avail_in = static_cast<uInt>(raw->size());
        }
        if (std::exchange(packed_->memberEnded, false) && inflateReset(&stream) != Z_OK)
            return damaged();
        stream.next_out = packed_->text.data();
        stream.avail_out = static_cast<uInt>(packed_->text.size());
        const int result = inflate(&stream, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR)
            break;
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return damaged();
        packed_->memberEnded = result == Z_STREAM_END;
        const std::size_t made = packed_->text.size() - stream.avail_out;
        if (made > 0)
            return std::string_view(reinterpret_cast<const char*>(packed_->text.data()), made);
    }
    return refuse(ErrorCode::Unavailable, "The server has too little memory at the moment.");
}

tl::unexpected<Problem> diskProblem() {
    return refuse(ErrorCode::Unavailable,
                  "The server has no room on its disk for a delivery of this size at the moment.");
}

} // namespace leadsheet::server::api
