// SPDX-License-Identifier: Apache-2.0
#include "webhook/message_body.hpp"

#include "api/handlers/lead_text.hpp"
#include "webhook/lead_plan.hpp"

namespace leadsheet::server::webhook {
namespace {

std::string leadsData(store::Reader& reader, const store::WebhookMessage& message) {
    const store::LeadSlice& slice = *message.leads;
    store::LeadQuery query;
    query.account = message.account;
    query.filter.order = message.order;
    query.filter.result = slice.result;
    query.after = slice.after;
    query.upTo = slice.last;
    query.limit = kLeadsPerMessage;
    std::string data = "{\"seq\":" + std::to_string(message.accountSeq) +
                       ",\"version\":" + std::to_string(slice.orderVersion) +
                       ",\"orderNumber\":\"" + message.order->str() +
                       "\",\"part\":" + std::to_string(slice.part) +
                       ",\"parts\":" + std::to_string(slice.parts) + ",\"leads\":[";
    bool first = true;
    reader.visitLeads(query, [&](const store::LeadRow& lead) {
        if (!first)
            data += ',';
        first = false;
        api::appendLeadJson(data, lead, allLeadFields());
    });
    return data + "]}";
}

} // namespace

std::string messageBody(store::Reader& reader, const store::WebhookMessage& message) {
    return "{\"type\":\"" + message.type + "\",\"timestamp\":\"" +
           domain::formatTimestamp(message.createdAt) +
           "\",\"data\":" + (message.leads ? leadsData(reader, message) : message.data) + "}";
}

} // namespace leadsheet::server::webhook
