// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin_deliveries.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/try.hpp"

#include "resource/typed_call.hpp"
#include "json/readers.hpp"
#include "json/text.hpp"

#include <array>
#include <leadsheet/contract/limits.hpp>

#include <algorithm>
#include <limits>
#include <zlib.h>

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

/// `bytes` as one gzip member (RFC 1952), the same for the same bytes; nothing when out of memory.
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

namespace leadsheet {

namespace {

constexpr const char* kPath = "/v1/admin/deliveries";

tl::unexpected<Error> invalid(std::string message) {
    return failure(localError(ErrorCode::InvalidArgument, std::move(message)));
}

std::string jsonBody(const DeliveryPart& part) {
    std::string body = detail::ObjectText()
                           .text("orderNumber", part.order.str())
                           .text("deliveryId", part.id.str())
                           .boolean("final", part.final)
                           .end();
    body.pop_back();
    return body + ",\"leads\":" + part.leads + "}";
}

detail::Call callFor(const DeliveryPart& part) {
    detail::Call call;
    call.operation = "ingestDelivery";
    call.method = "POST";
    call.path = kPath;
    if (part.format == IngestFormat::Json) {
        call.body = jsonBody(part);
        return call;
    }
    call.query = detail::encodeQuery({{"orderNumber", part.order.str()},
                                      {"deliveryId", part.id.str()},
                                      {"final", part.final ? "true" : "false"}});
    call.contentType = part.format == IngestFormat::Csv ? "text/csv" : "application/x-ndjson";
    call.body = part.leads;
    return call;
}

} // namespace

std::string_view toString(IngestFormat format) {
    static constexpr auto kWords = std::to_array<std::string_view>({"json", "ndjson", "csv"});
    static_assert(kWords.size() == static_cast<std::size_t>(IngestFormat::Csv) + 1);
    return kWords[static_cast<std::size_t>(format)];
}

Result<IngestResult> AdminDeliveries::ingest(const DeliveryPart& part,
                                             const CallOptions& options) const {
    detail::Call call = callFor(part);
    if (call.body.size() > static_cast<std::size_t>(contract::kMaxDeliveryBytes))
        return invalid("A part holds at most " + std::to_string(contract::kMaxDeliveryBytes) +
                       " bytes; send the delivery in more parts.");
    if (part.packed && !call.body.empty()) {
        auto packed = detail::gzip(call.body);
        if (!packed)
            return invalid("There is not enough memory to compress the part.");
        call.body = std::move(*packed);
        call.packed = true;
    }
    std::optional<IngestResult> result;
    const auto answer = runner_->run(
        call, options, [&result](const detail::Answer& raw) -> std::optional<std::string> {
            const auto body = detail::Decoder::parse(raw.response.body);
            result = detail::readIngestResult(body);
            if (!result)
                return detail::problemOf(body);
            result->replayed = raw.response.header("idempotent-replayed") == "true";
            return {};
        });
    if (!answer)
        return failure(answer.error());
    return std::move(*result);
}

Result<UploadTotals> AdminDeliveries::upload(const DeliveryUpload& delivery, std::istream& leads,
                                             const std::function<void(const UploadedPart&)>& each,
                                             const CallOptions& options) const {
    if (delivery.format == IngestFormat::Json)
        return invalid(
            "A delivery is split into parts as NDJSON or CSV; JSON is sent part by part.");
    if (delivery.leadsPerPart < 1 ||
        delivery.leadsPerPart > static_cast<std::size_t>(contract::kMaxIngestLeads) ||
        delivery.bytesPerPart < 1 ||
        delivery.bytesPerPart > static_cast<std::size_t>(contract::kMaxDeliveryBytes))
        return invalid("A part takes 1 to " + std::to_string(contract::kMaxIngestLeads) +
                       " leads and up to " + std::to_string(contract::kMaxDeliveryBytes) +
                       " bytes.");
    detail::PartCutter cutter(leads, delivery.format,
                              {delivery.leadsPerPart, delivery.bytesPerPart});
    UploadTotals totals;
    while (true) {
        LEADSHEET_TRY(auto cut, cutter.next());
        if (!cut)
            return totals;
        const std::string name = delivery.id.str() + "-" + std::to_string(++totals.parts);
        LEADSHEET_TRY(auto id, DeliveryId::parse(name));
        DeliveryPart part(delivery.order, id);
        part.format = delivery.format;
        part.packed = delivery.packed;
        part.final = delivery.final && cut->last;
        part.leads = std::move(cut->text);
        LEADSHEET_TRY(auto result, ingest(part, options));
        totals.rows += cut->rows;
        totals.accepted += result.accepted;
        totals.duplicate += result.duplicate;
        totals.rejected += result.rejected;
        totals.replayedParts += result.replayed ? 1 : 0;
        if (each)
            each({id, cut->firstRow, cut->rows, std::move(result)});
    }
}

} // namespace leadsheet
