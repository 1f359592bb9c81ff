// SPDX-License-Identifier: Apache-2.0
#include "ingest/part_cutter.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/try.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace leadsheet::detail {

namespace say = messages::service;

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

namespace {

constexpr std::size_t kBufferBytes = 64UL * 1024;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

tl::unexpected<Error> refuse(Message why) {
    return failure(localError(ErrorCode::InvalidArgument, {std::move(why)}));
}

bool blank(std::string_view row) {
    return row.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

} // namespace

bool PartCutter::refill() {
    buffer_.resize(kBufferBytes);
    in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.resize(static_cast<std::size_t>(in_.gcount()));
    position_ = 0;
    return !buffer_.empty();
}

Result<bool> PartCutter::readRow() {
    while (true) {
        row_.clear();
        const std::int64_t firstLine = line_;
        bool quoted = false;
        while (position_ < buffer_.size() || refill()) {
            const auto end = buffer_.find('\n', position_);
            const bool complete = end != std::string::npos;
            const std::size_t stop = complete ? end + 1 : buffer_.size();
            const std::string_view piece(buffer_.data() + position_, stop - position_);
            if (csv_ && std::count(piece.begin(), piece.end(), '"') % 2 != 0)
                quoted = !quoted;
            row_ += piece;
            position_ = stop;
            line_ += complete ? 1 : 0;
            if (row_.size() + header_.size() > bounds_.bytes)
                return refuse(quoted ? say::fileOfLeadsLineQuoted(firstLine)
                                     : say::fileOfLeadsLineLong(firstLine));
            if (complete && !quoted)
                break;
        }
        if (quoted)
            return refuse(say::fileOfLeadsLineQuoted(firstLine));
        if (in_.bad())
            return refuse(say::fileOfLeadsLineUnreadable(firstLine));
        if (row_.empty())
            return false;
        if (row_.back() != '\n')
            row_ += '\n';
        if (!blank(row_))
            return true;
    }
}

Result<bool> PartCutter::begin() {
    begun_ = true;
    if (refill() && buffer_.starts_with(kByteOrderMark))
        position_ = kByteOrderMark.size();
    auto found = readRow();
    if (!found)
        return found;
    if (csv_ && *found) {
        header_ = row_;
        found = readRow();
    }
    if (found && !*found)
        return refuse(say::noLeadsToSend());
    return found;
}

Result<std::optional<PartCutter::Part>> PartCutter::next() {
    if (!begun_) {
        LEADSHEET_TRY(const auto found, begin());
        more_ = found;
    }
    if (!more_)
        return std::optional<Part>();
    Part part;
    part.text = header_;
    part.firstRow = rows_;
    while (more_ && static_cast<std::size_t>(part.rows) < bounds_.rows &&
           part.text.size() + row_.size() <= bounds_.bytes) {
        part.text += row_;
        ++part.rows;
        LEADSHEET_TRY(const auto found, readRow());
        more_ = found;
    }
    rows_ += part.rows;
    part.last = !more_;
    return std::optional<Part>(std::move(part));
}

} // namespace leadsheet::detail
