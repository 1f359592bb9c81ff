// SPDX-License-Identifier: Apache-2.0
#include "audit/audit_line.hpp"

#include "leadsheet/timestamp.hpp"

#include <array>
#include <boost/json.hpp>

namespace leadsheet::submit::detail {
namespace {

namespace json = boost::json;

constexpr std::array<std::pair<const char*, AuditKind>, 5> kKinds{{{"audit", AuditKind::Head},
                                                                   {"run", AuditKind::Run},
                                                                   {"row", AuditKind::Row},
                                                                   {"attempt", AuditKind::Attempt},
                                                                   {"end", AuditKind::End}}};

json::object begun(const AuditLink& link, const char* type) {
    json::object object{{"line", link.number}};
    object["previous"] = link.previous.empty() ? json::value(nullptr) : json::value(link.previous);
    object["type"] = type;
    return object;
}

void add(json::object& object, const char* name, const std::string& text) {
    if (!text.empty())
        object[name] = text;
}

template <class Number>
void add(json::object& object, const char* name, const std::optional<Number>& number) {
    if (number)
        object[name] = *number;
}

} // namespace

std::string auditHead(const AuditLink& link, const AuditOptions& options,
                      const std::filesystem::path& ledger) {
    json::object object = begun(link, "audit");
    object["version"] = kAuditVersion;
    object["program"] = options.program;
    object["ledger"] = ledger.filename().string();
    object["at"] = formatTimestamp(options.now);
    return json::serialize(object);
}

std::string auditRun(const AuditLink& link, const RunInfo& run) {
    json::object object = begun(link, "run");
    object["run"] = run.id.value;
    object["title"] = run.spec.title;
    object["source"] = run.spec.sourceName;
    add(object, "sourceSha256", run.spec.sourceSha256);
    object["server"] = run.spec.account.baseUrl;
    object["account"] = run.spec.account.accountId;
    object["currency"] = run.spec.currency;
    object["state"] = name(run.state);
    if (run.pauseReason != PauseReason::None)
        object["pauseReason"] = name(run.pauseReason);
    add(object, "cap", run.cap);
    object["createdAt"] = formatTimestamp(run.createdAt);
    object["updatedAt"] = formatTimestamp(run.updatedAt);
    object["held"] = run.totals.held;
    json::object rows;
    for (std::size_t i = 0; i < kRowStateCount; ++i)
        if (const auto state = static_cast<RowState>(i); run.totals.of(state) > 0)
            rows[name(state)] = run.totals.of(state);
    object["rows"] = std::move(rows);
    return json::serialize(object);
}

std::string auditRow(const AuditLink& link, const RunInfo& run, const RowRecord& row) {
    json::object object = begun(link, "row");
    object["run"] = run.id.value;
    object["row"] = row.ref.ordinal;
    object["sheetRow"] = row.sourceRow;
    add(object, "tab", row.tab);
    object["state"] = name(row.state);
    if (row.skipReason != SkipReason::None)
        object["skipReason"] = name(row.skipReason);
    add(object, "orderKey", row.key);
    add(object, "reference", row.reference);
    object["generation"] = row.generation;
    add(object, "orderNumber", row.orderNumber);
    add(object, "held", row.price);
    add(object, "quoted", row.quoted);
    add(object, "quoteId", row.quoteId);
    object["attempts"] = row.attempts;
    if (row.httpStatus != 0)
        object["httpStatus"] = row.httpStatus;
    add(object, "code", row.code);
    add(object, "message", row.message);
    add(object, "requestId", row.requestId);
    object["updatedAt"] = formatTimestamp(row.updatedAt);
    add(object, "request", row.request);
    return json::serialize(object);
}

std::string auditAttempt(const AuditLink& link, const RowRef& row, const AttemptRecord& attempt) {
    json::object object = begun(link, "attempt");
    object["run"] = row.run;
    object["row"] = row.ordinal;
    object["attempt"] = attempt.number;
    object["at"] = formatTimestamp(attempt.at);
    object["httpStatus"] = attempt.httpStatus;
    add(object, "code", attempt.code);
    add(object, "message", attempt.message);
    add(object, "requestId", attempt.requestId);
    object["outcomeKnown"] = attempt.outcomeKnown;
    return json::serialize(object);
}

std::string auditEnd(const AuditLink& link, const AuditCounts& counts) {
    json::object object = begun(link, "end");
    object["lines"] = counts.lines;
    object["runs"] = counts.runs;
    object["rows"] = counts.rows;
    object["attempts"] = counts.attempts;
    return json::serialize(object);
}

std::optional<AuditLine> readAuditLine(std::string_view bytes) {
    json::error_code error;
    const json::value document = json::parse(json::string_view(bytes.data(), bytes.size()), error);
    const json::object* object = error ? nullptr : document.if_object();
    if (object == nullptr)
        return std::nullopt;
    const json::value* number = object->if_contains("line");
    const json::value* previous = object->if_contains("previous");
    const json::value* type = object->if_contains("type");
    if (number == nullptr || !number->is_int64() || previous == nullptr || type == nullptr ||
        !type->is_string() || !(previous->is_string() || previous->is_null()))
        return std::nullopt;
    AuditLine line;
    line.link.number = number->get_int64();
    if (previous->is_string())
        line.link.previous = std::string(previous->get_string());
    for (const auto& [word, kind] : kKinds)
        if (type->get_string() == word) {
            line.kind = kind;
            return line;
        }
    return std::nullopt;
}

} // namespace leadsheet::submit::detail
