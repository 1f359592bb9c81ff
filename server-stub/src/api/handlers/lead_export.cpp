// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/lead_export.hpp"

#include "api/context.hpp"
#include "api/handlers/lead_query.hpp"
#include "api/handlers/lead_text.hpp"
#include "api/handlers/order_filter.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/publishing.hpp"
#include "api/store_problem.hpp"
#include "store/order_actions.hpp"

#include <algorithm>

namespace leadsheet::server::api {
namespace {

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
            appendCsvHeader(out, query_.fields);
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
            appendLeadCsv(out, lead, query_.fields);
            return;
        }
        appendLeadJson(out, lead, query_.fields);
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
    const auto format = readFormat(exchange);
    if (!format)
        return tl::make_unexpected(format.error());
    auto fields = readLeadFields(exchange);
    if (!fields)
        return tl::make_unexpected(fields.error());
    const auto last =
        context.store->read([&](store::Reader& reader) { return reader.lastLead(query.account); });
    if (!last)
        return storeProblem(context, exchange, last.error());
    query.upTo = *last;
    query.fields = std::move(*fields);
    const bool csv = *format == FileFormat::Csv;
    Reply reply;
    reply.contentType =
        csv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson; charset=utf-8";
    reply.headers.push_back(
        {"Content-Disposition", "attachment; filename=\"" + name + (csv ? ".csv\"" : ".ndjson\"")});
    reply.stream = std::make_unique<LeadStream>(context, std::move(query), std::move(staged),
                                                *format, exchange.request.requestId);
    return reply;
}

} // namespace

std::string leadScope(const store::AccountId& account) {
    return "leads:" + account.str();
}

Outcome exportLeads(Context& context, Exchange& exchange) {
    auto filter = readLeadFilter(exchange);
    if (!filter)
        return tl::make_unexpected(filter.error());
    const store::AccountId& account = exchange.caller->account.id;
    const auto page = pageRequest(context, exchange, leadScope(account), leadFilterText(*filter));
    if (!page)
        return tl::make_unexpected(page.error());
    store::LeadQuery query;
    query.account = account;
    query.filter = std::move(*filter);
    query.after = page->after ? page->after->major : 0;
    return fileReply(context, exchange, std::move(query), "leads", std::nullopt);
}

Outcome exportOrderLeads(Context& context, Exchange& exchange) {
    const store::OrderNumber number(exchange.parameter(0));
    if (auto problem = awaitDelivery(context, exchange, number))
        return tl::make_unexpected(std::move(*problem));
    const auto order =
        context.store->read([&](store::Reader& reader) { return reader.findOrder(number); });
    if (!order)
        return storeProblem(context, exchange, order.error());
    if (!*order)
        return notFound();
    store::LeadQuery query;
    query.account = (*order)->account;
    query.filter.order = number;
    // What an ended order left staged is being deleted.
    return fileReply(context, exchange, std::move(query), number.str(),
                     store::hasEnded(**order) ? std::nullopt : *order);
}

} // namespace leadsheet::server::api
