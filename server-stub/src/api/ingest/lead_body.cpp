// SPDX-License-Identifier: Apache-2.0
#include "api/ingest/lead_body.hpp"

#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/idempotency.hpp"
#include "api/ingest/row_reader.hpp"
#include "api/pipeline.hpp"
#include "domain/json.hpp"
#include "http/message.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include <zlib.h>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;
using Refused = std::optional<Outcome>;

constexpr std::size_t kMaxItemValues = 100'000;

Refused findFormat(Exchange& exchange) {
    const http::Request& request = exchange.request;
    const std::string* type = request.header("content-type");
    constexpr std::string_view kTypes = "application/json, application/x-ndjson or text/csv, in "
                                        "UTF-8.";
    if (type == nullptr || request.headerCount("content-type") > 1) {
        return refuse(ErrorCode::UnsupportedMediaType,
                      "State what the body is with exactly one header Content-Type: " +
                          std::string(kTypes));
    }
    if (isUtf8MediaType(*type, "application/json"))
        exchange.format = BodyFormat::Json;
    else if (isUtf8MediaType(*type, "application/x-ndjson"))
        exchange.format = BodyFormat::Ndjson;
    else if (isUtf8MediaType(*type, "text/csv"))
        exchange.format = BodyFormat::Csv;
    else {
        return refuse(ErrorCode::UnsupportedMediaType, "Content-Type " + *type +
                                                           " is not supported here; send " +
                                                           std::string(kTypes));
    }
    return std::nullopt;
}

/// Whether the body is packed.
tl::expected<bool, Problem> findEncoding(const http::Request& request) {
    const std::string* encoding = request.header("content-encoding");
    if (encoding == nullptr || http::equalsIgnoreCase(*encoding, "identity"))
        return false;
    if (!http::equalsIgnoreCase(*encoding, "gzip") || request.headerCount("content-encoding") > 1) {
        return refuse(
            ErrorCode::UnsupportedMediaType,
            "Content-Encoding " + *encoding +
                " is not supported here; send the body as it is or compressed with gzip, once.");
    }
    return true;
}

std::string partOperation(bool finalPart, std::string_view format) {
    return std::string(finalPart ? "final " : "part ").append(format);
}

/// Of a text that is not JSON.
Refused readRows(Exchange& exchange, BodyText& text, LeadBody& body) {
    const bool ndjson = exchange.format == BodyFormat::Ndjson;
    const std::string* last = exchange.query("final");
    domain::FingerprintStream call(fingerprintedOperation(exchange));
    domain::FingerprintStream part(
        partOperation(last != nullptr && *last == "true", ndjson ? "ndjson" : "csv"));
    RowSink sink(body);
    std::unique_ptr<RowReader> rows;
    if (ndjson)
        rows = std::make_unique<NdjsonRows>(sink);
    else
        rows = std::make_unique<CsvLeadRows>(sink);
    while (true) {
        SERVER_TRY(const auto piece, text.next());
        if (piece.empty())
            break;
        call.add(piece);
        part.add(piece);
        rows->add(piece);
    }
    rows->finish();
    if (sink.diskFailed())
        return diskProblem();
    body.call = call.finish();
    body.part = part.finish();
    return std::nullopt;
}

/// The canonical text of the leads, which what is before them in the canonical body may follow.
class CanonicalLeads {
public:
    void append(const json::value& lead) {
        kept_ = text_.append((text_.size() > 0 ? "," : "") + domain::canonicalJson(lead)) && kept_;
    }
    bool addTo(domain::FingerprintStream& out) const {
        out.add("[");
        http::SpoolReader reader(text_);
        auto piece = reader.piece();
        for (; piece && !piece->empty(); piece = reader.piece())
            out.add(*piece);
        out.add("]");
        return kept_ && piece.has_value();
    }

private:
    http::Spool text_;
    bool kept_ = true;
};

/// The canonical form of the body, whose `leads` are elsewhere if they are an array.
bool addCanonical(const json::value& document, const CanonicalLeads& leads,
                  domain::FingerprintStream& out) {
    const json::object* members = document.if_object();
    if (members == nullptr) {
        out.add(domain::canonicalJson(document));
        return true;
    }
    std::vector<const json::key_value_pair*> sorted;
    for (const auto& member : *members)
        sorted.push_back(&member);
    std::ranges::sort(sorted, [](const auto* a, const auto* b) { return a->key() < b->key(); });
    std::string before = "{";
    bool kept = true;
    for (const auto* member : sorted) {
        out.add(before);
        out.add(domain::canonicalJson(json::value(member->key())) + ":");
        if (member->key() == "leads" && member->value().is_array())
            kept = leads.addTo(out);
        else
            out.add(domain::canonicalJson(member->value()));
        before = ",";
    }
    out.add(sorted.empty() ? "{}" : "}");
    return kept;
}

bool isFinal(const json::value& document) {
    const json::object* members = document.if_object();
    const json::value* last = members != nullptr ? members->if_contains("final") : nullptr;
    return last != nullptr && last->is_bool() && last->get_bool();
}

Refused readJson(Exchange& exchange, BodyText& text, LeadBody& body) {
    RowSink sink(body);
    CanonicalLeads canonical;
    domain::JsonLimits limits;
    limits.maxBytes = kMaxRowBytes;
    limits.maxValues = kMaxItemValues;
    domain::JsonItems items("leads", limits, [&](const json::value& lead) {
        canonical.append(lead);
        if (sink.open())
            sink.take(domain::checkLead(lead));
    });
    while (true) {
        SERVER_TRY(const auto piece, text.next());
        if (piece.empty())
            break;
        if (auto read = items.add(piece); !read)
            return refuseJson(read.error());
    }
    auto document = items.finish();
    if (!document)
        return refuseJson(document.error());
    body.document = std::move(*document);
    domain::FingerprintStream call(fingerprintedOperation(exchange));
    domain::FingerprintStream part(partOperation(isFinal(body.document), "json"));
    const bool kept = addCanonical(body.document, canonical, call) && canonical.addTo(part);
    if (!kept || sink.diskFailed())
        return diskProblem();
    body.call = call.finish();
    body.part = part.finish();
    return std::nullopt;
}

} // namespace

Refused readLeadBody(const Context& context, Exchange& exchange) {
    if (auto refused = findFormat(exchange))
        return refused;
    SERVER_TRY(const auto packed, findEncoding(exchange.request));
    exchange.leads = std::make_shared<LeadBody>();
    BodyText text(exchange.request, packed, context.config.limits.maxDeliveryBytes);
    auto refused = exchange.format == BodyFormat::Json ? readJson(exchange, text, *exchange.leads)
                                                       : readRows(exchange, text, *exchange.leads);
    exchange.request.spool.reset();
    return refused;
}

namespace {

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

namespace {

enum class Kind : unsigned char { Number, Text };

constexpr std::size_t kMaxErrorsPerRow = 100;
/// Of one answer; of rows behind them one error each is told.
constexpr std::size_t kMaxErrors = 50'000;

template <class Value>
void put(std::string& out, Value value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Value>
bool get(http::SpoolReader& in, Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    return in.fill(std::span(reinterpret_cast<char*>(&value), sizeof value));
}

void putText(std::string& out, std::string_view text) {
    put(out, static_cast<std::uint32_t>(text.size()));
    out.append(text);
}

bool getText(http::SpoolReader& in, std::string& text) {
    std::uint32_t size = 0;
    if (!get(in, size))
        return false;
    text.resize(size);
    return in.fill(text);
}

} // namespace

bool PackedLeads::append(const domain::LeadDraft& lead) {
    record_.assign(1, '\0');
    for (std::size_t field = 0; field < lead.values.size(); ++field) {
        const domain::LeadValue& value = lead.values[field];
        if (std::holds_alternative<std::monostate>(value))
            continue;
        ++record_.front();
        put(record_, static_cast<unsigned char>(field));
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            put(record_, Kind::Number);
            put(record_, *number);
        } else {
            put(record_, Kind::Text);
            putText(record_, std::get<std::string>(value));
        }
    }
    const auto identities = domain::leadIdentities(lead);
    put(record_, static_cast<unsigned char>(identities.size()));
    for (const domain::LeadIdentity& identity : identities)
        put(record_, identity);
    ++size_;
    return spool_.append(record_);
}

bool PackedLeads::Reader::next(std::size_t count, std::vector<store::NewLead>& leads) {
    leads.resize(std::min(count, left_));
    left_ -= leads.size();
    return std::ranges::all_of(leads, [&](store::NewLead& lead) { return read(lead); });
}

bool PackedLeads::Reader::read(store::NewLead& lead) {
    lead.draft = {};
    unsigned char count = 0;
    if (!get(bytes_, count))
        return false;
    for (; count > 0; --count) {
        unsigned char field = 0;
        Kind kind = Kind::Number;
        if (!get(bytes_, field) || !get(bytes_, kind))
            return false;
        domain::LeadValue& value = lead.draft.values.at(field);
        if (kind == Kind::Number ? !get(bytes_, value.emplace<std::int64_t>())
                                 : !getText(bytes_, value.emplace<std::string>()))
            return false;
    }
    if (!get(bytes_, count))
        return false;
    lead.identities.resize(count);
    return std::ranges::all_of(
        lead.identities, [&](domain::LeadIdentity& identity) { return get(bytes_, identity); });
}

bool RejectedRows::append(std::int64_t row, const domain::LeadFaults& faults) {
    const std::size_t most = errors_ < kMaxErrors ? kMaxErrorsPerRow : 1;
    errors_ += std::min(faults.size(), most);
    ++size_;
    std::string record;
    put(record, row);
    putText(record, rowJson(row, "rejected", faults, most));
    return spool_.append(record);
}

void RejectedRows::Reader::next() {
    atEnd_ = left_ == 0;
    if (atEnd_)
        return;
    --left_;
    failed_ = !get(bytes_, row_) || !getText(bytes_, json_);
    atEnd_ = failed_;
}

std::string rowJson(std::int64_t row, std::string_view outcome, const domain::LeadFaults& faults,
                    std::size_t most) {
    json::array errors;
    for (const domain::FieldError& fault : faults) {
        if (errors.size() == most)
            break;
        errors.push_back(json::object{
            {"pointer", fault.pointer}, {"code", fault.code}, {"detail", fault.detail}});
    }
    return json::serialize(
        json::object{{"row", row}, {"outcome", outcome}, {"errors", std::move(errors)}});
}

} // namespace leadsheet::server::api
