// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/lead_export.hpp"
#include "api/handlers/lead_query.hpp"
#include "api/handlers/lead_text.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/store_problem.hpp"

namespace leadsheet::server::api {
namespace {

constexpr std::string_view kPageStart = "{\"data\":[";

/// Ends {"data": [...], "meta": {...}}. New leads only ever appear at the end, so there is always a
/// next cursor: it is the bookmark for what is new.
void appendMeta(std::string& body, const std::string& cursor, bool more, int limit) {
    body.append("],\"meta\":{\"nextCursor\":\"").append(cursor);
    body.append("\",\"hasMore\":").append(more ? "true" : "false");
    body.append(",\"limit\":").append(std::to_string(limit)).append("}}");
}

Outcome listLeads(Context& context, Exchange& exchange) {
    const auto filter = readLeadFilter(exchange);
    if (!filter)
        return tl::make_unexpected(filter.error());
    const auto fields = readLeadFields(exchange);
    if (!fields)
        return tl::make_unexpected(fields.error());
    const std::string scope = leadScope(exchange.caller->account.id);
    const std::string filters = leadFilterText(*filter);
    const auto page = pageRequest(context, exchange, scope, filters);
    if (!page)
        return tl::make_unexpected(page.error());
    store::LeadQuery query;
    query.account = exchange.caller->account.id;
    query.filter = *filter;
    query.after = page->after ? page->after->major : 0;
    query.limit = page->limit;
    query.fields = *fields;
    Reply reply;
    std::string& body = reply.body;
    body = kPageStart;
    const auto span = context.store->read([&](store::Reader& reader) {
        return reader.visitLeads(query, [&](const store::LeadRow& lead) {
            if (body.size() > kPageStart.size())
                body += ',';
            appendLeadJson(body, lead, *fields);
        });
    });
    if (!span)
        return storeProblem(context, exchange, span.error());
    appendMeta(body, context.cursors.encode(scope, filters, {span->last, 0}), span->more,
               page->limit);
    return reply;
}

Outcome countLeads(Context& context, Exchange& exchange) {
    const auto filter = readLeadFilter(exchange);
    if (!filter)
        return tl::make_unexpected(filter.error());
    const auto count = context.store->read([&](store::Reader& reader) {
        return reader.countLeads(exchange.caller->account.id, *filter);
    });
    if (!count)
        return storeProblem(context, exchange, count.error());
    Reply reply;
    reply.body = "{\"count\":" + std::to_string(*count) + "}";
    return reply;
}

Outcome getLead(Context& context, Exchange& exchange) {
    const auto fields = readLeadFields(exchange);
    if (!fields)
        return tl::make_unexpected(fields.error());
    Reply reply;
    const auto found = context.store->read([&](store::Reader& reader) {
        return reader.visitLead(
            exchange.caller->account.id, store::LeadId(exchange.parameter(0)),
            [&](const store::LeadRow& lead) { appendLeadJson(reply.body, lead, *fields); });
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found)
        return notFound();
    return reply;
}

} // namespace

void addLeadHandlers(HandlerTable& table) {
    table.add("listLeads", BodyKind::None, listLeads,
              {"result", "hasEmail", "hasPhone", "orderNumber", "country", "deliveredAfter",
               "fields", "cursor", "limit"});
    table.add("countLeads", BodyKind::None, countLeads,
              {"result", "hasEmail", "hasPhone", "orderNumber", "country", "deliveredAfter"});
    table.add("getLead", BodyKind::None, getLead, {"fields"});
    table.add("exportLeads", BodyKind::None, exportLeads,
              {"format", "result", "hasEmail", "hasPhone", "orderNumber", "country",
               "deliveredAfter", "fields", "cursor"});
}

} // namespace leadsheet::server::api
