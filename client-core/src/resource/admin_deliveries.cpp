// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin_deliveries.hpp"

#include "ingest/part_cutter.hpp"
#include "leadsheet/try.hpp"
#include "resource/typed_call.hpp"
#include "json/admin_readers.hpp"
#include "json/text.hpp"

#include <leadsheet/contract/limits.hpp>

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
    switch (format) {
    case IngestFormat::Json:
        return "json";
    case IngestFormat::Ndjson:
        return "ndjson";
    case IngestFormat::Csv:
        return "csv";
    }
    return "json";
}

Result<IngestResult> AdminDeliveries::ingest(const DeliveryPart& part,
                                             const CallOptions& options) const {
    detail::Call call = callFor(part);
    if (call.body.size() > static_cast<std::size_t>(contract::kMaxBodyBytes))
        return invalid("A part holds at most " + std::to_string(contract::kMaxBodyBytes) +
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
        delivery.bytesPerPart > static_cast<std::size_t>(contract::kMaxBodyBytes))
        return invalid("A part takes 1 to " + std::to_string(contract::kMaxIngestLeads) +
                       " leads and up to " + std::to_string(contract::kMaxBodyBytes) + " bytes.");
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
