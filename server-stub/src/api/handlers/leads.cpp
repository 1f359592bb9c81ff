// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/leads.hpp"

#include "api/context.hpp"
#include "api/handlers/request.hpp"
#include "api/long_work.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "orders/lead_text.hpp"
#include "orders/steps.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <numeric>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;

constexpr std::string_view kPageStart = "{\"data\":[";
/// So many leads tell how long the page will be: growing a large text step by step costs more than
/// reading the leads.
constexpr std::size_t kLeadsToForesee = 20;
/// A page that has so many bytes ends before its limit: leads may hold long texts.
constexpr std::size_t kMaxPageBytes = std::size_t{4} * 1024 * 1024;

Outcome listLeads(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto filter, readLeadFilter(exchange));
    SERVER_TRY(const auto fields, readLeadFields(exchange));
    const std::string scope = leadScope(exchange.caller->account.id);
    const std::string filters = leadFilterText(filter);
    SERVER_TRY(const auto page, pageRequest(context, exchange, scope, filters));
    store::LeadQuery query;
    query.account = exchange.caller->account.id;
    query.filter = filter;
    query.after = page.after ? page.after->major : 0;
    query.limit = page.limit;
    query.fields = fields;
    Reply reply;
    std::string& body = reply.body;
    body = kPageStart;
    query.enough = [&body] {
        return body.size() >= kMaxPageBytes;
    };
    std::size_t leads = 0;
    const auto span = context.store->read([&](store::Reader& reader) {
        return reader.visitLeads(query, [&](const store::LeadRow& lead) {
            if (++leads == kLeadsToForesee)
                body.reserve(std::min(body.size() / kLeadsToForesee *
                                          static_cast<std::size_t>(query.limit + 2),
                                      kMaxPageBytes));
            if (leads > 1)
                body += ',';
            orders::appendLeadJson(body, lead, fields);
        });
    });
    if (!span)
        return storeProblem(context, exchange, span.error());
    appendPageEnd(body, context.cursors.encode(scope, filters, {span->last, 0}), span->more,
                  page.limit);
    return reply;
}

Outcome countLeads(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto filter, readLeadFilter(exchange));
    SERVER_TRY(const auto count, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.countLeads(exchange.caller->account.id, filter);
               }));
    Reply reply;
    reply.body = "{\"count\":" + std::to_string(count) + "}";
    return reply;
}

Outcome getLead(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto fields, readLeadFields(exchange));
    Reply reply;
    const auto found = context.store->read([&](store::Reader& reader) {
        return reader.visitLead(
            exchange.caller->account.id, store::LeadId(exchange.parameter(0)),
            [&](const store::LeadRow& lead) { orders::appendLeadJson(reply.body, lead, fields); });
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found)
        return notFound();
    return reply;
}

enum class FileFormat { Csv, Ndjson };

constexpr int kLeadsPerRead = 200;

/// Reads a few leads at a time, each time with a snapshot of its own: leads are only ever added at
/// the end, so the pieces fit together, and a slow client keeps no snapshot open.
class LeadStream final : public http::BodySource {
public:
    /// With `staged`, what that order has not delivered yet follows.
    LeadStream(Context& context, store::LeadQuery query, std::optional<store::Order> staged,
               FileFormat format, std::string requestId)
        : context_(context)
        , query_(std::move(query))
        , staged_(std::move(staged))
        , format_(format)
        , requestId_(std::move(requestId)) {
        query_.limit = kLeadsPerRead;
    }

    State read(std::string& out, std::size_t wanted) override {
        if (format_ == FileFormat::Csv && !started_)
            orders::appendCsvHeader(out, query_.fields);
        started_ = true;
        while (out.size() < wanted) {
            const auto span = context_.store->read([&](store::Reader& reader) {
                return reader.visitLeads(query_,
                                         [&](const store::LeadRow& lead) { append(out, lead); });
            });
            if (!span) {
                context_.logError(requestId_ + " export: " + span.error().detail);
                return State::Failed;
            }
            if (!span->more && !staged_)
                return State::End;
            if (!span->more)
                return readStaged(out, wanted);
            query_.after = span->last;
        }
        return State::More;
    }

private:
    /// A delivery meanwhile moves leads from here to where this file has been already: rather than
    /// a file that lacks some, there is none.
    State readStaged(std::string& out, std::size_t wanted) {
        store::StagedQuery query{staged_->number, stagedAfter_, kLeadsPerRead, query_.fields};
        do {
            const auto span =
                context_.store->read([&](store::Reader& reader) -> std::optional<store::LeadSpan> {
                    const auto order = reader.findOrder(query.order);
                    if (!order || order->status != staged_->status ||
                        order->delivered != staged_->delivered ||
                        reader.findPublication(query.order))
                        return std::nullopt;
                    return reader.visitStaged(
                        query, [&](const store::LeadRow& lead) { append(out, lead); });
                });
            if (!span || !*span) {
                context_.logError(requestId_ + " export: " +
                                  (span ? std::string("the order was moved on while it was read")
                                        : span.error().detail));
                return State::Failed;
            }
            query.after = stagedAfter_ = (*span)->last;
            if (!(*span)->more)
                return State::End;
        } while (out.size() < wanted);
        return State::More;
    }

    void append(std::string& out, const store::LeadRow& lead) const {
        if (format_ == FileFormat::Csv) {
            orders::appendLeadCsv(out, lead, query_.fields);
            return;
        }
        orders::appendLeadJson(out, lead, query_.fields);
        out += '\n';
    }

    Context& context_;
    store::LeadQuery query_;
    const std::optional<store::Order> staged_;
    std::int64_t stagedAfter_ = 0;
    const FileFormat format_;
    const std::string requestId_;
    bool started_ = false;
};

tl::expected<FileFormat, Problem> readFormat(const Exchange& exchange) {
    const std::string* text = exchange.query("format");
    if (text == nullptr || *text == "csv")
        return FileFormat::Csv;
    if (*text == "ndjson")
        return FileFormat::Ndjson;
    return wrongParameter("format", "format must be csv or ndjson.");
}

/// With what the order `staged` has not delivered yet.
Outcome fileReply(Context& context, const Exchange& exchange, store::LeadQuery query,
                  const std::string& name, std::optional<store::Order> staged) {
    SERVER_TRY(const auto format, readFormat(exchange));
    SERVER_TRY(auto fields, readLeadFields(exchange));
    SERVER_TRY(const auto last, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.lastLead(query.account);
               }));
    query.upTo = last;
    query.fields = std::move(fields);
    const bool csv = format == FileFormat::Csv;
    Reply reply;
    reply.contentType =
        csv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson; charset=utf-8";
    reply.headers.push_back(
        {"Content-Disposition", "attachment; filename=\"" + name + (csv ? ".csv\"" : ".ndjson\"")});
    reply.stream = std::make_unique<LeadStream>(context, std::move(query), std::move(staged),
                                                format, exchange.request.requestId);
    return reply;
}

bool isCountry(std::string_view text) {
    return text.size() == 2 &&
           std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
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

void appendPageEnd(std::string& body, const std::string& cursor, bool more, int limit) {
    const std::string quoted = '"' + cursor + '"';
    body.append(R"(],"meta":{"nextCursor":)").append(more ? quoted : "null");
    body.append(",\"hasMore\":").append(more ? "true" : "false");
    body.append(",\"limit\":").append(std::to_string(limit));
    body.append(",\"resumeCursor\":").append(quoted).append("}}");
}

std::string leadScope(const store::AccountId& account) {
    return "leads:" + account.str();
}

Outcome exportLeads(Context& context, Exchange& exchange) {
    SERVER_TRY(auto filter, readLeadFilter(exchange));
    const store::AccountId& account = exchange.caller->account.id;
    SERVER_TRY(const auto page,
               pageRequest(context, exchange, leadScope(account), leadFilterText(filter)));
    store::LeadQuery query;
    query.account = account;
    query.filter = std::move(filter);
    query.after = page.after ? page.after->major : 0;
    return fileReply(context, exchange, std::move(query), "leads", std::nullopt);
}

Outcome exportOrderLeads(Context& context, Exchange& exchange) {
    const store::OrderNumber number(exchange.parameter(0));
    if (auto problem = awaitDelivery(context, exchange, number))
        return tl::make_unexpected(std::move(*problem));
    SERVER_TRY(const auto order, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.findOrder(number);
               }));
    if (!order)
        return notFound();
    store::LeadQuery query;
    query.account = order->account;
    query.filter.order = number;
    // What an ended order left staged is being deleted.
    return fileReply(context, exchange, std::move(query), number.str(),
                     orders::hasEnded(*order) ? std::nullopt : order);
}

tl::expected<std::optional<bool>, Problem> booleanParameter(const Exchange& exchange,
                                                            std::string_view name) {
    const std::string* text = exchange.query(name);
    if (text == nullptr)
        return std::nullopt;
    if (*text != "true" && *text != "false")
        return wrongParameter(name, std::string(name) + " must be true or false.");
    return *text == "true";
}

tl::expected<store::LeadFilter, Problem> readLeadFilter(const Exchange& exchange) {
    store::LeadFilter filter;
    if (const std::string* text = exchange.query("result")) {
        if (std::ranges::count(domain::kLeadResults, *text) == 0)
            return wrongParameter("result", "result must be one of good, risky, unknown, invalid.");
        filter.result = *text;
    }
    for (auto [name, target] :
         {std::pair{"hasEmail", &filter.hasEmail}, std::pair{"hasPhone", &filter.hasPhone}}) {
        SERVER_TRY(const auto given, booleanParameter(exchange, name));
        *target = given;
    }
    if (const std::string* text = exchange.query("orderNumber")) {
        if (!domain::isOrderNumber(*text))
            return wrongParameter("orderNumber", "orderNumber must be an order number, for example "
                                                 "LS-7Q2M9K4T6W.");
        filter.order = store::OrderNumber(*text);
    }
    if (const std::string* text = exchange.query("country")) {
        if (!isCountry(*text))
            return wrongParameter("country",
                                  "country must be two upper-case letters (ISO 3166-1 alpha-2).");
        filter.country = *text;
    }
    SERVER_TRY(const auto after, timeParameter(exchange, "deliveredAfter"));
    filter.deliveredAfter = after;
    return filter;
}

std::string leadFilterText(const store::LeadFilter& filter) {
    json::object text;
    if (filter.result)
        text["result"] = *filter.result;
    if (filter.hasEmail)
        text["hasEmail"] = *filter.hasEmail;
    if (filter.hasPhone)
        text["hasPhone"] = *filter.hasPhone;
    if (filter.order)
        text["orderNumber"] = filter.order->str();
    if (filter.country)
        text["country"] = *filter.country;
    if (filter.deliveredAfter)
        text["deliveredAfter"] = domain::toMillis(*filter.deliveredAfter);
    return json::serialize(text);
}

tl::expected<std::vector<store::LeadField>, Problem> readLeadFields(const Exchange& exchange) {
    std::vector<store::LeadField> fields;
    const std::string* text = exchange.query("fields");
    if (text == nullptr) {
        fields.resize(domain::kLeadFieldCount);
        std::iota(fields.begin(), fields.end(), store::LeadField{0});
        return fields;
    }
    std::string_view rest = *text;
    while (true) {
        const auto comma = rest.find(',');
        const std::string_view name = rest.substr(0, comma);
        const auto* info = contract::findLeadField(name);
        if (info == nullptr) {
            const std::string detail =
                "\"" + std::string(name.substr(0, 100)) + "\" is not a column. Columns are " +
                namesOf(contract::kLeadFields, &contract::LeadFieldInfo::name) + ".";
            return refuse(ErrorCode::UnknownField, detail, {{"fields", "not_allowed", detail}});
        }
        const auto field = static_cast<store::LeadField>(info - contract::kLeadFields.data());
        if (std::ranges::count(fields, field) > 0)
            return wrongParameter("fields", "fields names " + std::string(name) + " twice.");
        fields.push_back(field);
        if (comma == std::string_view::npos)
            return fields;
        rest.remove_prefix(comma + 1);
    }
}

} // namespace leadsheet::server::api
