// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/leads.hpp"
#include "api/handlers/order_steps.hpp"
#include "api/handlers/request.hpp"
#include "api/ingest/lead_body.hpp"
#include "api/ingest/row_reader.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "domain/text_check.hpp"
#include "orders/steps.hpp"
#include "store/records.hpp"

#include <leadsheet/contract/limits.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using Applied = orders::IngestResult::Outcome;
using contract::ErrorCode;

/// What an ingest call says besides its leads.
struct IngestRequest {
    store::OrderNumber order;
    std::string deliveryId;
    bool finalPart = false;
};

constexpr std::size_t kMaxDeliveryIdLength = 128;

bool isDeliveryId(std::string_view text) {
    return !text.empty() && text.size() <= kMaxDeliveryIdLength &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; });
}

constexpr std::string_view kOrderNumberForm = "Must be an order number, for example LS-7Q2M9K4T6W.";
constexpr std::string_view kDeliveryIdForm = "Must be 1 to 128 visible ASCII characters.";

void readMember(std::string_view name, const json::value& value, IngestRequest& request,
                std::vector<FieldError>& errors) {
    const std::string pointer = domain::childPointer("", name);
    const auto text = [&]() -> std::string_view {
        return value.is_string() ? std::string_view(value.get_string()) : std::string_view();
    };
    if (name == "orderNumber") {
        if (!domain::isOrderNumber(text()))
            errors.push_back({pointer, "invalid_format", std::string(kOrderNumberForm)});
        request.order = store::OrderNumber(std::string(text()));
    } else if (name == "deliveryId") {
        if (!isDeliveryId(text()))
            errors.push_back({pointer, "invalid_format", std::string(kDeliveryIdForm)});
        request.deliveryId = text();
    } else if (name == "final") {
        if (!value.is_bool())
            errors.push_back({pointer, "wrong_type", "Must be true or false."});
        else
            request.finalPart = value.get_bool();
    } else if (name != "leads") {
        errors.push_back({pointer, "unknown_member", "There is no such member here."});
    } else if (!value.is_array()) {
        errors.push_back({pointer, "wrong_type", "Must be an array of leads."});
    }
}

std::optional<Problem> readJson(const Exchange& exchange, IngestRequest& request) {
    for (const char* name : {"orderNumber", "deliveryId", "final"}) {
        if (exchange.query(name) != nullptr)
            return wrongParameter(name,
                                  std::string(name) + " belongs into the body of a JSON delivery.")
                .value();
    }
    const json::object* body = exchange.leads->document.if_object();
    if (body == nullptr)
        return invalid({{"", "wrong_type", "The body must be a JSON object."}}).value();
    std::vector<FieldError> errors;
    for (const auto& member : *body)
        readMember(std::string_view(member.key()), member.value(), request, errors);
    for (const char* name : {"orderNumber", "deliveryId", "leads"}) {
        if (!body->contains(name))
            errors.push_back({std::string("/") + name, "required", "Must be given."});
    }
    if (!errors.empty())
        return invalid(std::move(errors)).value();
    return std::nullopt;
}

std::optional<Problem> readParameters(const Exchange& exchange, IngestRequest& request) {
    const std::string* number = exchange.query("orderNumber");
    if (number == nullptr || !domain::isOrderNumber(*number))
        return wrongParameter("orderNumber", "orderNumber: " + std::string(kOrderNumberForm))
            .value();
    const std::string* id = exchange.query("deliveryId");
    if (id == nullptr || !isDeliveryId(*id))
        return wrongParameter("deliveryId", "deliveryId: " + std::string(kDeliveryIdForm)).value();
    const auto finalPart = booleanParameter(exchange, "final");
    if (!finalPart)
        return finalPart.error();
    request.order = store::OrderNumber(*number);
    request.deliveryId = *id;
    request.finalPart = finalPart->value_or(false);
    return std::nullopt;
}

/// What is wrong with single rows is in LeadBody::rejected; a Problem is what spoils the call as a
/// whole.
tl::expected<IngestRequest, Problem> readIngestRequest(const Exchange& exchange) {
    IngestRequest request;
    auto bad = exchange.format == BodyFormat::Json ? readJson(exchange, request)
                                                   : readParameters(exchange, request);
    if (!bad)
        bad = exchange.leads->problem;
    if (bad)
        return tl::make_unexpected(std::move(*bad));
    return request;
}

FieldError ownedBy(domain::LeadField field) {
    const std::string name(contract::kLeadFields[field].name);
    return {"/" + name, "duplicate",
            name == "companyDomain"
                ? "The account already owns, or this order already holds, a lead of this name at "
                  "this company domain."
                : "The account already owns, or this order already holds, a lead with this " +
                      name + "."};
}

/// Rejected rows and duplicates in the order of the call.
void appendRows(std::string& out, const LeadBody& body, const orders::IngestCounts& counts) {
    RejectedRows::Reader noLeads(body.rejected);
    auto duplicate = counts.duplicates.begin();
    auto refused = counts.refused.begin();
    constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
    std::string_view before;
    while (true) {
        const auto rowOf = [&](const auto& next, const auto& all) {
            return next != all.end() ? body.rows[next->lead] : kNone;
        };
        const std::int64_t noLead = noLeads.atEnd() ? kNone : noLeads.row();
        const std::int64_t known = rowOf(duplicate, counts.duplicates);
        const std::int64_t unwanted = rowOf(refused, counts.refused);
        const std::int64_t row = std::min({noLead, known, unwanted});
        if (row == kNone)
            break;
        out.append(std::exchange(before, ","));
        if (row == noLead) {
            out.append(noLeads.json());
            noLeads.next();
        } else if (row == known) {
            out.append(rowJson(row, "duplicate", {ownedBy(duplicate++->field)}, 1));
        } else {
            const auto faults = orders::faultsOf(refused++->unmet);
            out.append(rowJson(row, "rejected", faults, faults.size()));
        }
    }
    if (noLeads.failed())
        throw std::runtime_error("the rows of a part cannot be read from the disk");
}

std::string answerBody(const IngestRequest& request, const LeadBody& body,
                       const orders::IngestCounts& counts) {
    json::object out;
    out["orderNumber"] = request.order.str();
    out["deliveryId"] = request.deliveryId;
    out["accepted"] = counts.accepted;
    out["duplicate"] = counts.duplicates.size();
    out["rejected"] = body.rejected.size() + std::ssize(counts.refused);
    out["deliveredLeads"] = counts.deliveredLeads;
    out["stagedLeads"] = counts.stagedLeads;
    // Written as text: tens of thousands of rows take too much memory otherwise.
    std::string text = json::serialize(out);
    text.back() = ',';
    text += "\"rows\":[";
    appendRows(text, body, counts);
    return text += "]}";
}

Outcome outcomeOf(orders::IngestResult result) {
    switch (result.outcome) {
    case Applied::NotFound:
        return notFound();
    case Applied::OtherContent:
        return refuse(ErrorCode::DuplicateDelivery,
                      "This deliveryId was used for other content of this order, which stays as it "
                      "is. Give every part its own id.");
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

/// The leads in batches, so that few of them are in memory; false = the disk cannot be read.
bool visitLeads(const PackedLeads& leads, const std::vector<store::LeadId>& ids,
                const std::function<void(std::span<const store::NewLead>)>& take) {
    constexpr std::size_t kBatch = 512;
    PackedLeads::Reader reader(leads);
    std::vector<store::NewLead> batch;
    auto id = ids.begin();
    while (reader.next(kBatch, batch)) {
        if (batch.empty())
            return true;
        for (store::NewLead& lead : batch)
            lead.id = *id++;
        take(batch);
    }
    return false;
}

/// POST /v1/admin/deliveries: a part of an order's leads, applied whole or not at all.
Outcome ingestDelivery(Context& context, Exchange& exchange) {
    SERVER_TRY(auto request, readIngestRequest(exchange));
    const LeadBody& body = *exchange.leads;
    const auto ids = domain::makeLeadIds(body.leads.size(), exchange.now, context.random);
    orders::IngestPart part;
    part.number = request.order;
    part.deliveryId = request.deliveryId;
    part.fingerprint = body.part;
    part.finalPart = request.finalPart;
    part.visit = [&](const auto& take) {
        return visitLeads(body.leads, ids, take);
    };
    part.rejectedRows = body.rejected.size();
    part.key = exchange.caller->key.id;
    part.now = exchange.now;
    part.renderAnswer = [&](const orders::IngestCounts& counts) {
        return answerBody(request, body, counts);
    };
    // Many leads take long: only the account whose order it is waits for them.
    SERVER_TRY(const auto order, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.findOrder(part.number);
               }));
    const store::WriteScope scope = order ? order->account : store::WriteScope();
    return actBesideDelivery(context, exchange, part.number, scope,
                             [&](store::Tx& tx, bool& publishing) {
                                 orders::IngestResult result = orders::ingestPart(tx, part);
                                 publishing = result.outcome == Applied::Publishing;
                                 return outcomeOf(std::move(result));
                             });
}

} // namespace

void addIngestHandlers(HandlerTable& table) {
    table.add("ingestDelivery", BodyKind::Leads, ingestDelivery,
              {"orderNumber", "deliveryId", "final"});
}

} // namespace leadsheet::server::api
