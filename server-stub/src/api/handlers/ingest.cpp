// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/leads.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/long_work.hpp"
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
#include <map>
#include <string>
#include <vector>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using Applied = orders::IngestResult::Outcome;
using contract::ErrorCode;

/// One ingest call, read and checked; leads have no ids yet.
struct IngestRequest {
    struct Rejected {
        std::int64_t row;
        domain::LeadFaults faults;
    };

    store::OrderNumber order;
    std::string deliveryId;
    bool finalPart = false;
    std::vector<store::NewLead> leads;
    std::vector<std::int64_t> rows; ///< place of each lead in the call, from 0
    std::vector<Rejected> rejected; ///< rows that are not leads, in their order
    domain::Digest fingerprint{};   ///< of all the caller sent
};

constexpr std::size_t kMaxDeliveryIdLength = 128;

bool isDeliveryId(std::string_view text) {
    return !text.empty() && text.size() <= kMaxDeliveryIdLength &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; });
}

constexpr std::string_view kOrderNumberForm = "Must be an order number, for example LS-7Q2M9K4T6W.";
constexpr std::string_view kDeliveryIdForm = "Must be 1 to 128 visible ASCII characters.";

tl::unexpected<Problem> invalid(std::vector<FieldError> errors) {
    const FieldError& first = errors.front();
    std::string detail = (first.pointer.empty() ? "The body" : first.pointer) + ": " + first.detail;
    return refuse(ErrorCode::ValidationFailed, std::move(detail), std::move(errors));
}

tl::unexpected<Problem> tooMany() {
    return invalid({{"/leads", "too_many_items",
                     "At most " + std::to_string(contract::kMaxIngestLeads) +
                         " leads per call. Send the delivery in several parts."}});
}

/// Takes rows one after the other, and tells when there are too many.
class RowSink {
public:
    explicit RowSink(IngestRequest& request)
        : request_(request) {}

    bool full() const { return next_ == contract::kMaxIngestLeads; }
    void take(tl::expected<domain::LeadDraft, domain::LeadFaults> lead) {
        const std::int64_t row = next_++;
        if (!lead) {
            request_.rejected.push_back({row, std::move(lead.error())});
            return;
        }
        auto identities = domain::leadIdentities(*lead);
        request_.leads.push_back({{}, std::move(*lead), std::move(identities)});
        request_.rows.push_back(row);
    }

private:
    IngestRequest& request_;
    std::int64_t next_ = 0;
};

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
    const json::object* body = exchange.body->if_object();
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
    RowSink sink(request);
    for (const json::value& lead : body->at("leads").get_array()) {
        if (sink.full())
            return tooMany().value();
        sink.take(domain::checkLead(lead));
    }
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

std::optional<Problem> readNdjson(std::string_view text, IngestRequest& request) {
    RowSink sink(request);
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view content = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (content.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        if (sink.full())
            return tooMany().value();
        const auto parsed = domain::parseJson(content);
        if (!parsed) {
            const std::string detail = "Line " + std::to_string(line) + ": " +
                                       parsed.error().detail + " Nothing was ingested.";
            return refuse(ErrorCode::MalformedJson, detail,
                          {{parsed.error().pointer, "invalid_format", detail}})
                .value();
        }
        sink.take(domain::checkLead(*parsed));
    }
    return std::nullopt;
}

tl::expected<std::vector<domain::LeadField>, Problem>
readHeader(const std::vector<std::string>& names) {
    std::vector<domain::LeadField> columns;
    std::vector<FieldError> errors;
    for (const std::string& name : names) {
        const auto field = domain::ingestedField(name);
        const std::string pointer = domain::childPointer("", name);
        if (!field)
            errors.push_back({pointer, "unknown_member", "There is no such column to fill."});
        else if (std::ranges::count(columns, *field) > 0)
            errors.push_back({pointer, "duplicate", "The column occurs twice."});
        else
            columns.push_back(*field);
    }
    if (!errors.empty())
        return tl::make_unexpected(invalid(std::move(errors)).value());
    return columns;
}

std::optional<Problem> readCsv(std::string_view text, IngestRequest& request) {
    domain::CsvRows rows(text);
    std::vector<std::string> cells;
    std::optional<std::vector<domain::LeadField>> columns;
    RowSink sink(request);
    while (true) {
        switch (rows.next(cells)) {
        case domain::CsvRows::State::Malformed:
            return invalid({{"", "invalid_format",
                             "Line " + std::to_string(rows.line()) +
                                 " is not CSV (RFC 4180): a quote stands where none may. Nothing "
                                 "was ingested."}})
                .value();
        case domain::CsvRows::State::End:
            if (!columns)
                return invalid({{"", "required", "The first row must name the columns."}}).value();
            return std::nullopt;
        case domain::CsvRows::State::Row:
            break;
        }
        if (!columns) {
            auto header = readHeader(cells);
            if (!header)
                return header.error();
            columns = std::move(*header);
            continue;
        }
        if (sink.full())
            return tooMany().value();
        for (std::string& cell : cells)
            cell = domain::withoutFormulaGuard(cell);
        if (cells.size() == columns->size())
            sink.take(domain::checkLeadCells(*columns, cells));
        else
            sink.take(tl::make_unexpected(domain::LeadFaults{
                {"", "invalid_format",
                 "The row has " + std::to_string(cells.size()) + " cells, the header " +
                     std::to_string(columns->size()) + "."}}));
    }
}

std::optional<Problem> readRows(const Exchange& exchange, IngestRequest& request) {
    if (exchange.format == BodyFormat::Json)
        return readJson(exchange, request);
    if (auto bad = readParameters(exchange, request))
        return bad;
    return exchange.format == BodyFormat::Ndjson ? readNdjson(exchange.request.body, request)
                                                 : readCsv(exchange.request.body, request);
}

/// The same part is the same format and text; of JSON neither spelling nor order matters.
domain::Digest fingerprintOf(const Exchange& exchange, const IngestRequest& request) {
    std::string operation = request.finalPart ? "final " : "part ";
    if (exchange.format == BodyFormat::Json)
        return domain::requestFingerprint(
            operation + "json", domain::canonicalJson(exchange.body->get_object().at("leads")));
    operation += exchange.format == BodyFormat::Ndjson ? "ndjson" : "csv";
    return domain::requestFingerprint(operation, exchange.request.body);
}

/// Reads the body in whichever format it came. What is wrong with single rows is in `rejected`; a
/// Problem is what spoils the call as a whole.
tl::expected<IngestRequest, Problem> readIngestRequest(const Exchange& exchange) {
    IngestRequest request;
    if (auto bad = readRows(exchange, request))
        return tl::make_unexpected(std::move(*bad));
    request.fingerprint = fingerprintOf(exchange, request);
    return request;
}

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
    return {"/" + name, "duplicate",
            name == "companyDomain"
                ? "The account already owns, or this order already holds, a lead of this name at "
                  "this company domain."
                : "The account already owns, or this order already holds, a lead with this " +
                      name + "."};
}

std::string answerBody(const IngestRequest& request, const orders::IngestCounts& counts) {
    std::map<std::int64_t, json::object> rows;
    for (const IngestRequest::Rejected& rejected : request.rejected)
        rows[rejected.row] = rowJson(rejected.row, "rejected", rejected.faults);
    for (const orders::DuplicateRow& duplicate : counts.duplicates) {
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

/// POST /v1/admin/deliveries: a part of an order's leads, applied whole or not at all.
Outcome ingestDelivery(Context& context, Exchange& exchange) {
    auto request = readIngestRequest(exchange);
    if (!request)
        return tl::make_unexpected(std::move(request.error()));
    const auto ids = domain::makeLeadIds(request->leads.size(), exchange.now, context.random);
    for (std::size_t i = 0; i < ids.size(); ++i)
        request->leads[i].id = ids[i];
    orders::IngestPart part;
    part.number = request->order;
    part.deliveryId = request->deliveryId;
    part.fingerprint = request->fingerprint;
    part.finalPart = request->finalPart;
    part.leads = request->leads;
    part.rejectedRows = static_cast<std::int64_t>(request->rejected.size());
    part.key = exchange.caller->key.id;
    part.now = exchange.now;
    part.renderAnswer = [&](const orders::IngestCounts& counts) {
        return answerBody(*request, counts);
    };
    while (true) {
        bool publishing = false;
        Outcome outcome = writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
            publishing = false;
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            orders::IngestResult result = orders::ingestPart(tx, part);
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

} // namespace

void addIngestHandlers(HandlerTable& table) {
    table.add("ingestDelivery", BodyKind::Leads, ingestDelivery,
              {"orderNumber", "deliveryId", "final"});
}

} // namespace leadsheet::server::api
