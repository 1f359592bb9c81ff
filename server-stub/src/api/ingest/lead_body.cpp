// SPDX-License-Identifier: Apache-2.0
#include "api/ingest/lead_body.hpp"

#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/idempotency.hpp"
#include "api/ingest/body_text.hpp"
#include "api/ingest/row_reader.hpp"
#include "api/pipeline.hpp"
#include "domain/json.hpp"
#include "http/message.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

} // namespace leadsheet::server::api
