// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/mcp/tool_service.hpp"
#include "api/portal.hpp"
#include "api/router.hpp"
#include "http/callers.hpp"
#include "mcp/endpoint.hpp"
#include "mcp/spend_cap.hpp"

#include <leadsheet/contract/document.hpp>
#include <leadsheet/contract/products.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <limits>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

Outcome getHealth(Context&, Exchange&) {
    Reply reply;
    reply.body = R"({"status":"ok"})";
    return reply;
}

/// Of writes that nobody else's has to wait for.
const store::WriteScope kReadiness{"readiness"};

/// Its counter changes with every write: one that changes nothing needs no room on a disk.
const store::RateRule kProbes{"readiness",
                              {std::numeric_limits<std::int64_t>::max(), std::chrono::hours(24)}};

/// How long a write speaks for those after it, unless a request fails at the database: whoever asks
/// needs no key, so asking must not keep the writer busy.
constexpr auto kProbeLasts = std::chrono::seconds(1);

/// Ready = the database answers a read and takes a write.
Outcome getReadiness(Context& context, Exchange& exchange) {
    SERVER_TRY(
        [[maybe_unused]] const auto readable,
        readStore(context, exchange, [](store::Reader& reader) { return reader.accountCount(); }));
    const auto now = context.steadyNow();
    if (now >= context.writableUntil.load()) {
        SERVER_TRY_DONE(stored(context, exchange,
                               context.store->writeAndWait(
                                   [now = exchange.now](store::Tx& tx) {
                                       (void)tx.chargeRate("service:readiness", kProbes, now);
                                   },
                                   store::Durability::Relaxed, kReadiness)));
        context.writableUntil = now + kProbeLasts;
    }
    Reply reply;
    reply.body = R"({"status":"ready"})";
    return reply;
}

BacklogGauge gaugeOf(std::string_view kind, const store::DeliveryBacklog& backlog,
                     store::Timestamp now) {
    BacklogGauge gauge;
    gauge.kind = kind;
    gauge.waiting = static_cast<std::uint64_t>(backlog.waiting);
    gauge.held = static_cast<std::uint64_t>(backlog.held);
    if (backlog.oldest)
        gauge.oldest = std::max(now - *backlog.oldest, std::chrono::milliseconds(0));
    return gauge;
}

Outcome getMetrics(Context& context, Exchange&) {
    Gauges gauges = context.gauges ? context.gauges() : Gauges{};
    const store::Timestamp now = context.now();
    auto backlogs = context.store->read([now](store::Reader& reader) {
        return std::vector{gaugeOf("webhook", reader.webhookBacklog(), now),
                           gaugeOf("outreach", reader.outreach().backlog(), now)};
    });
    // The other metrics matter most while the database does not answer.
    if (backlogs)
        gauges.backlogs = std::move(*backlogs);
    gauges.storeQueue = context.store->queuedJobs();
    Reply reply;
    reply.body = context.metrics.text(gauges);
    reply.contentType = "text/plain; version=0.0.4; charset=utf-8";
    return reply;
}

Outcome getOpenApi(Context& context, Exchange& exchange) {
    static const FixedText document("application/json", std::string(contract::openApiJson()));
    return (context.openApi ? *context.openApi : document).reply(exchange.request);
}

Outcome getChangelog(Context&, Exchange& exchange) {
    static const FixedText document("text/markdown; charset=utf-8",
                                    std::string(changelogDocument()));
    return document.reply(exchange.request);
}

Outcome getRoadmap(Context&, Exchange& exchange) {
    static const FixedText document("text/markdown; charset=utf-8", std::string(roadmapDocument()));
    return document.reply(exchange.request);
}

Outcome listProducts(Context& context, Exchange&) {
    Reply reply;
    reply.body = context.products;
    return reply;
}

/// The field's values, joined as HTTP has it; none when it was not sent.
std::optional<std::string> joinedField(const http::Request& request, std::string_view name) {
    std::optional<std::string> joined;
    for (const http::Header& field : request.headers) {
        if (!http::equalsIgnoreCase(field.name, name))
            continue;
        if (joined)
            joined->append(", ").append(field.value);
        else
            joined = field.value;
    }
    return joined;
}

Reply reply(mcp::Answer answer) {
    Reply out;
    out.status = answer.status;
    if (answer.body)
        out.body = json::serialize(*answer.body);
    return out;
}

Outcome malformedMessage(const Problem& problem) {
    return reply(mcp::errorAnswer(400, nullptr, {mcp::RpcCode::ParseError, problem.detail, {}}));
}

/// The other lists are short; each tool call draws on the budget of its operation.
bool listsTools(const json::value& message) {
    const json::object* members = message.if_object();
    const json::value* method = members == nullptr ? nullptr : members->if_contains("method");
    return method != nullptr && *method == "tools/list";
}

Outcome callMcp(Context& context, Exchange& exchange) {
    const http::Request& request = exchange.request;
    const mcp::AccessRules rules{http::isLoopback(context.config.address),
                                 context.config.mcp.origins, context.config.mcp.hosts};
    const mcp::CallerFields caller{joinedField(request, "host"), joinedField(request, "origin")};
    if (auto refusal = mcp::refusalOf(rules, caller))
        return reply(mcp::errorAnswer(403, nullptr, {mcp::RpcCode::Forbidden, *refusal, {}}));
    const mcp::Fields fields{joinedField(request, "mcp-protocol-version"),
                             joinedField(request, "mcp-method"), joinedField(request, "mcp-name")};
    if (const auto cap = joinedField(request, mcp::kSpendCapField);
        cap && !mcp::spendCapOf(*cap, contract::kCurrency, contract::kCurrencyMinorDigits))
        return reply(mcp::badSpendCap(contract::kCurrency));
    if (listsTools(*exchange.body)) {
        exchange.budget = contract::Budget::Lookups;
        exchange.chargePending = true;
        if (auto refused = settleCharge(context, exchange))
            return std::move(*refused);
    }
    ToolService service(context, exchange);
    return reply(mcp::answer(*exchange.body, fields, service));
}

} // namespace

HandlerTable::HandlerTable() {
    addServiceHandlers(*this);
    addCatalogueHandlers(*this);
    addAccountHandlers(*this);
    addQuoteHandlers(*this);
    addOrderHandlers(*this);
    addLeadHandlers(*this);
    addAdminOrderHandlers(*this);
    addIngestHandlers(*this);
    addWebhookHandlers(*this);
    addWebhookDeliveryHandlers(*this);
    addKeyHandlers(*this);
    addDestinationHandlers(*this);
    addAdminKeyHandlers(*this);
    addAdminAccountHandlers(*this);
    addErasureHandlers(*this);
    addMcpHandlers(*this);
}

void addServiceHandlers(HandlerTable& table) {
    table.add("getOpenApi", BodyKind::None, getOpenApi);
    table.add("getChangelog", BodyKind::None, getChangelog);
    table.add("getRoadmap", BodyKind::None, getRoadmap);
    table.add("getHealth", BodyKind::None, getHealth);
    table.add("getReadiness", BodyKind::None, getReadiness);
    table.add("getMetrics", BodyKind::None, getMetrics);
}

void addCatalogueHandlers(HandlerTable& table) {
    table.add("listProducts", BodyKind::None, listProducts);
}

void addMcpHandlers(HandlerTable& table) {
    OperationHandler& handler = table.add("callMcp", BodyKind::Json, callMcp);
    handler.takesIdempotencyKey = false;
    handler.malformed = malformedMessage;
}

} // namespace leadsheet::server::api
