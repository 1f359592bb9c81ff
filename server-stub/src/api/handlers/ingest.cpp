// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/ingest.hpp"

#include "api/context.hpp"
#include "api/handlers/ingest_request.hpp"
#include "api/not_found.hpp"
#include "api/publishing.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"
#include "store/ingest.hpp"

#include <boost/json.hpp>
#include <map>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;
using Applied = store::IngestResult::Outcome;

constexpr std::size_t kMaxErrorsPerRow = 100;

json::object rowJson(std::int64_t row, std::string_view outcome, const domain::LeadFaults& faults) {
    json::array errors;
    for (const FieldError& fault : faults) {
        if (errors.size() == kMaxErrorsPerRow)
            break;
        errors.push_back(json::object{
            {"pointer", fault.pointer}, {"code", fault.code}, {"detail", fault.detail}});
    }
    return {{"row", row}, {"outcome", outcome}, {"errors", std::move(errors)}};
}

FieldError ownedBy(domain::LeadField field) {
    const std::string name(contract::kLeadFields[field].name);
    return {
        "/" + name, "duplicate",
        name == "companyDomain"
            ? "The account owns, or this order holds, a lead of this name at this company domain."
            : "The account owns, or this order holds, a lead with this " + name + "."};
}

std::string answerBody(const IngestRequest& request, const store::IngestCounts& counts) {
    std::map<std::int64_t, json::object> rows;
    for (const IngestRequest::Rejected& rejected : request.rejected)
        rows[rejected.row] = rowJson(rejected.row, "rejected", rejected.faults);
    for (const store::DuplicateRow& duplicate : counts.duplicates) {
        const std::int64_t row = request.rows[duplicate.lead];
        rows[row] = rowJson(row, "duplicate", {ownedBy(duplicate.field)});
    }
    json::array list;
    for (auto& [row, members] : rows)
        list.push_back(std::move(members));
    json::object out;
    out["orderNumber"] = request.order.str();
    out["deliveryId"] = request.deliveryId;
    out["accepted"] = counts.accepted;
    out["duplicate"] = counts.duplicates.size();
    out["rejected"] = request.rejected.size();
    out["deliveredLeads"] = counts.deliveredLeads;
    out["stagedLeads"] = counts.stagedLeads;
    out["rows"] = std::move(list);
    return json::serialize(out);
}

Outcome outcomeOf(store::IngestResult result) {
    switch (result.outcome) {
    case Applied::NotFound:
        return notFound();
    case Applied::OtherContent:
        return refuse(ErrorCode::DuplicateDelivery,
                      "This deliveryId was used for other content of this order, which stays as it "
                      "is. Give every part an id of its own.");
    case Applied::Refused:
        return refuse(ErrorCode::InvalidTransition,
                      "An order that is " + std::string(domain::name(result.order->status)) +
                          " takes no leads; it must be in_progress.");
    case Applied::Publishing:
    case Applied::Applied:
    case Applied::Replayed:
        break;
    }
    Reply reply;
    reply.body = std::move(result.answer);
    reply.replayed = result.outcome == Applied::Replayed;
    return reply;
}

} // namespace

Outcome ingestDelivery(Context& context, Exchange& exchange) {
    auto request = readIngestRequest(exchange);
    if (!request)
        return tl::make_unexpected(std::move(request.error()));
    const auto ids = domain::makeLeadIds(request->leads.size(), exchange.now, context.random);
    for (std::size_t i = 0; i < ids.size(); ++i)
        request->leads[i].id = ids[i];
    store::IngestPart part;
    part.number = request->order;
    part.deliveryId = request->deliveryId;
    part.fingerprint = request->fingerprint;
    part.finalPart = request->finalPart;
    part.leads = request->leads;
    part.rejectedRows = static_cast<std::int64_t>(request->rejected.size());
    part.key = exchange.caller->key.id;
    part.now = exchange.now;
    part.renderAnswer = [&](const store::IngestCounts& counts) {
        return answerBody(*request, counts);
    };
    while (true) {
        bool publishing = false;
        Outcome outcome = writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
            publishing = false;
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            store::IngestResult result = store::ingestPart(tx, part);
            publishing = result.outcome == Applied::Publishing;
            Outcome taken = outcomeOf(std::move(result));
            if (!publishing)
                keepOutcome(tx, exchange, taken);
            return taken;
        });
        if (!publishing)
            return outcome;
        if (auto problem = awaitDelivery(context, exchange, part.number))
            return tl::make_unexpected(std::move(*problem));
    }
}

} // namespace leadsheet::server::api
