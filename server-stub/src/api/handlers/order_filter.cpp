// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/order_filter.hpp"

#include "domain/text_check.hpp"
#include "domain/utf8.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace json = boost::json;
using contract::ErrorCode;

namespace {

constexpr std::size_t kMaxKeyLength = 255;       // characters
constexpr std::size_t kMaxReferenceLength = 200; // characters

} // namespace

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
    const auto createdAfter = timeParameter(exchange, "createdAfter");
    if (!createdAfter)
        return tl::make_unexpected(createdAfter.error());
    filter.createdAfter = *createdAfter;
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
