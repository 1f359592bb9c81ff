// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/request.hpp"

#include "api/context.hpp"
#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/text_check.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <cmath>

namespace leadsheet::server::api {

namespace {

/// "3" with its quotes.
std::optional<std::int64_t> parseEntityTag(std::string_view text) {
    if (text.size() < 3 || text.front() != '"' || text.back() != '"')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    std::int64_t version = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), version);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || version < 1)
        return std::nullopt;
    return version;
}

using domain::kMaxMoney;
constexpr std::size_t kMaxKeyLength = 255;       // characters
constexpr std::size_t kMaxReferenceLength = 200; // characters

} // namespace

namespace json = boost::json;
using contract::ErrorCode;

tl::expected<std::optional<std::int64_t>, Problem> ifMatch(const Exchange& exchange) {
    const std::string* match = exchange.request.header("if-match");
    if (match == nullptr || *match == "*")
        return std::nullopt;
    const auto version = parseEntityTag(*match);
    if (!version)
        return refuse(contract::ErrorCode::InvalidParameter,
                      "If-Match must be a version in quotes, for example \"3\".",
                      {{"If-Match", "invalid_format", "A version in quotes."}});
    return version;
}

tl::unexpected<Problem> versionConflict(const std::string& what, std::int64_t version) {
    return refuse(contract::ErrorCode::VersionConflict, "The " + what + " has version " +
                                                            std::to_string(version) +
                                                            " by now. Read it again, then decide.");
}

std::string versionTag(std::int64_t version) {
    return "\"" + std::to_string(version) + "\"";
}

tl::expected<OutsideWaits::Hold, Problem> placeOutside(Context& context, const Exchange& exchange) {
    auto place = context.outsideWaits.take(exchange.caller->account.id.str());
    if (place)
        return std::move(*place);
    return tl::make_unexpected(
        Problem{contract::ErrorCode::Unavailable,
                "Too many requests wait for an answer from outside (a name server or an outreach "
                "platform). Send this one again in a moment.",
                {},
                std::chrono::seconds(5),
                {}});
}

std::optional<Problem> refusedDestination(Context& context, const Exchange& exchange,
                                          const std::string& url) {
    const auto place = placeOutside(context, exchange);
    if (!place)
        return place.error();
    const auto failure = context.egress.check(url, exchange.caller->account.id.str());
    if (!failure)
        return std::nullopt;
    const bool form = failure->kind == egress::Failure::Kind::BadRequest;
    Problem problem;
    problem.code = form ? ErrorCode::ValidationFailed : ErrorCode::DestinationBlocked;
    problem.detail = (form ? "/url: " : "") + failure->detail;
    problem.errors = {{"/url", form ? "invalid_format" : "not_allowed", failure->detail}};
    return problem;
}

BodyMembers::BodyMembers(const boost::json::value& body,
                         std::initializer_list<std::string_view> known)
    : members_(body.if_object()) {
    if (members_ == nullptr) {
        errors_.push_back({"", "wrong_type", "The body must be a JSON object."});
        return;
    }
    for (const auto& member : *members_) {
        if (std::ranges::count(known, std::string_view(member.key())) == 0)
            refuse(std::string_view(member.key()), "unknown_member",
                   "There is no such member here.");
    }
}

const boost::json::value* BodyMembers::find(std::string_view name) const {
    return members_ == nullptr ? nullptr : members_->if_contains(name);
}

void BodyMembers::require(std::initializer_list<std::string_view> names) {
    if (members_ == nullptr)
        return;
    for (const std::string_view name : names) {
        if (!has(name))
            refuse(name, "required", "Must be given.");
    }
}

std::optional<std::string> BodyMembers::text(std::string_view name, std::size_t maxLength,
                                             bool lines) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const std::size_t before = errors_.size();
    std::string_view text;
    if (value->is_string())
        text = domain::trimmed(std::string_view(value->get_string()));
    if (!value->is_string())
        refuse(name, "wrong_type", "Must be a string.");
    else if (text.empty())
        refuse(name, "blank", "Must not be empty.");
    else if (domain::codePoints(std::string_view(value->get_string())) > maxLength)
        refuse(name, "too_long", "At most " + std::to_string(maxLength) + " characters.");
    else if (domain::hasControlCharacters(text) ||
             (!lines && text.find_first_of("\t\r\n") != std::string_view::npos))
        refuse(name, "invalid_characters", "Control characters are not allowed.");
    if (errors_.size() > before)
        return std::nullopt;
    return std::string(text);
}

std::optional<domain::MinorUnits> BodyMembers::positiveMoney(std::string_view name) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const auto amount = domain::checkMoney(*value, domain::childPointer("", name), errors_);
    if (amount && (*amount < 1 || *amount > kMaxMoney)) {
        errors_.push_back({domain::childPointer(domain::childPointer("", name), "amount"),
                           "out_of_range", "From 1 to " + std::to_string(kMaxMoney) + "."});
        return std::nullopt;
    }
    return amount;
}

std::optional<domain::Timestamp> BodyMembers::time(std::string_view name) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const auto time = value->is_string()
                          ? domain::parseTimestamp(std::string_view(value->get_string()))
                          : std::nullopt;
    if (!time)
        refuse(name, value->is_string() ? "invalid_format" : "wrong_type",
               "Must be an RFC 3339 time, for example 2026-03-01T12:00:00Z.");
    return time;
}

std::optional<bool> BodyMembers::boolean(std::string_view name) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_bool()) {
        refuse(name, "wrong_type", "Must be true or false.");
        return std::nullopt;
    }
    return value->get_bool();
}

std::optional<std::int64_t> BodyMembers::integer(std::string_view name, std::int64_t min,
                                                 std::int64_t max) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const double* large = value->if_double();
    const bool number = value->is_int64() || value->is_uint64() ||
                        (large != nullptr && std::trunc(*large) == *large);
    if (!value->is_int64() || value->get_int64() < min || value->get_int64() > max) {
        refuse(name, number ? "out_of_range" : "wrong_type",
               "Must be a whole number from " + std::to_string(min) + " to " + std::to_string(max) +
                   ".");
        return std::nullopt;
    }
    return value->get_int64();
}

std::optional<std::vector<std::string>> BodyMembers::texts(std::string_view name,
                                                           std::size_t maxItems) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_array()) {
        refuse(name, "wrong_type", "Must be an array of strings.");
        return std::nullopt;
    }
    const boost::json::array& items = value->get_array();
    if (items.empty() || items.size() > maxItems) {
        refuse(name, items.empty() ? "too_few_items" : "too_many_items",
               "From 1 to " + std::to_string(maxItems) + " items.");
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const boost::json::value& item : items) {
        if (!item.is_string())
            refuse(name, "wrong_type", "Every item must be a string.");
        else if (std::ranges::count(texts, std::string_view(item.get_string())) > 0)
            refuse(name, "duplicate", "Every item may occur once.");
        else
            texts.emplace_back(item.get_string());
    }
    return texts;
}

void BodyMembers::refuse(std::string_view name, std::string code, std::string detail) {
    std::string pointer = name.empty() ? std::string() : domain::childPointer("", name);
    errors_.push_back({std::move(pointer), std::move(code), std::move(detail)});
}

std::optional<Problem> BodyMembers::problem() {
    if (errors_.empty())
        return std::nullopt;
    const FieldError& first = errors_.front();
    std::string detail = (first.pointer.empty() ? "The body" : first.pointer) + ": " + first.detail;
    return Problem{
        contract::ErrorCode::ValidationFailed, std::move(detail), std::move(errors_), {}, {}};
}

tl::expected<PageRequest, Problem> pageRequest(const Context& context, const Exchange& exchange,
                                               std::string_view scope, std::string_view filters) {
    const Limits& limits = context.config.limits;
    std::int64_t limit = limits.defaultPageSize;
    if (const std::string* text = exchange.query("limit")) {
        const char* end = text->data() + text->size();
        const auto parsed = std::from_chars(text->data(), end, limit);
        const bool tooBig = parsed.ec == std::errc::result_out_of_range && text->front() != '-';
        if (tooBig)
            limit = limits.maxPageSize;
        if ((parsed.ec != std::errc{} && !tooBig) || parsed.ptr != end || limit < 1) {
            return refuse(contract::ErrorCode::InvalidParameter,
                          "limit must be a whole number of at least 1; more than " +
                              std::to_string(limits.maxPageSize) + " counts as " +
                              std::to_string(limits.maxPageSize) + ".",
                          {{"limit", "out_of_range", "A whole number, at least 1."}});
        }
    }
    PageRequest page;
    page.limit = static_cast<int>(std::min(limit, limits.maxPageSize));
    if (const std::string* cursor = exchange.query("cursor")) {
        page.after = context.cursors.decode(scope, filters, *cursor);
        if (!page.after) {
            return refuse(contract::ErrorCode::InvalidCursor,
                          "The cursor was changed, or belongs to another list, account or set of "
                          "filters. Start again without it, or use the filters it was made with.",
                          {{"cursor", "invalid_format", "Not a cursor of this list."}});
        }
    }
    return page;
}

Outcome answerPage(Context& context, const Exchange& exchange, const std::string& scope,
                   const std::string& filters, const PageFinder& find) {
    SERVER_TRY(const auto page, pageRequest(context, exchange, scope, filters));
    SERVER_TRY(auto found, readStore(context, exchange,
                                     [&](store::Reader& reader) { return find(reader, page); }));
    if (!found)
        return notFound();
    PageContent& content = *found;
    json::object meta;
    meta["nextCursor"] = content.next
                             ? json::value(context.cursors.encode(scope, filters, *content.next))
                             : json::value(nullptr);
    meta["hasMore"] = content.next.has_value();
    meta["limit"] = page.limit;
    Reply reply;
    reply.body = json::serialize(json::object{{"data", std::move(content.rows)}, {"meta", meta}});
    return reply;
}

tl::unexpected<Problem> wrongParameter(std::string_view name, const std::string& detail) {
    return refuse(ErrorCode::InvalidParameter, detail,
                  {{std::string(name), "invalid_format", detail}});
}

tl::expected<std::optional<domain::Timestamp>, Problem> timeParameter(const Exchange& exchange,
                                                                      std::string_view name) {
    const std::string* text = exchange.query(name);
    if (text == nullptr)
        return std::nullopt;
    const auto time = domain::parseTimestamp(*text);
    if (!time) {
        return wrongParameter(name, std::string(name) +
                                        " must be an RFC 3339 time, for example "
                                        "2026-03-01T12:00:00Z (a + in a URL is written %2B).");
    }
    return time;
}

tl::expected<store::OrderFilter, Problem> readOrderFilter(const Exchange& exchange) {
    store::OrderFilter filter;
    if (const std::string* text = exchange.query("status")) {
        filter.status = domain::orderStatusFromName(*text);
        if (!filter.status) {
            std::string names;
            for (const domain::OrderStatus status : domain::kOrderStatuses)
                names.append(names.empty() ? "" : ", ").append(domain::name(status));
            return wrongParameter("status", "status must be one of " + names + ".");
        }
    }
    SERVER_TRY(const auto createdAfter, timeParameter(exchange, "createdAfter"));
    filter.createdAfter = createdAfter;
    if (const std::string* key = exchange.query("idempotencyKey")) {
        const bool visible = std::ranges::all_of(*key, [](char c) { return c > ' ' && c < 0x7F; });
        if (key->empty() || key->size() > kMaxKeyLength || !visible)
            return wrongParameter("idempotencyKey", "idempotencyKey must be 1 to 255 visible ASCII "
                                                    "characters, without quotes around them.");
        filter.idempotencyKey = *key;
    }
    if (const std::string* reference = exchange.query("externalRef")) {
        if (reference->empty() || domain::codePoints(*reference) > kMaxReferenceLength)
            return wrongParameter("externalRef", "externalRef must be 1 to 200 characters.");
        filter.externalRef = *reference;
    }
    if (const std::string* mark = exchange.query("mark")) {
        if (!domain::isOrderMark(*mark))
            return wrongParameter("mark", "mark must be the mark of an order, for example "
                                          "m1-68275269c4540e955fea6a3a734d47cf.");
        filter.mark = *mark;
    }
    return filter;
}

tl::expected<std::optional<store::AccountId>, Problem> readAccountFilter(const Exchange& exchange) {
    constexpr std::size_t kMaxIdLength = 64;
    const std::string* text = exchange.query("accountId");
    if (text == nullptr)
        return std::nullopt;
    if (!domain::isIdentifier(*text) || text->size() > kMaxIdLength)
        return wrongParameter("accountId", "accountId must be the identifier of an account.");
    return store::AccountId(*text);
}

std::string orderFilterText(const store::OrderFilter& filter) {
    json::object text;
    if (filter.status)
        text["status"] = domain::name(*filter.status);
    if (filter.idempotencyKey)
        text["idempotencyKey"] = *filter.idempotencyKey;
    if (filter.externalRef)
        text["externalRef"] = *filter.externalRef;
    if (filter.mark)
        text["mark"] = *filter.mark;
    if (filter.createdAfter)
        text["createdAfter"] = domain::toMillis(*filter.createdAfter);
    return json::serialize(text);
}

} // namespace leadsheet::server::api
