// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/paging.hpp"

#include "api/context.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>

namespace leadsheet::server::api {

namespace json = boost::json;

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
                          "limit must be a whole number from 1 to " +
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

Reply pageReply(const Context& context, json::array rows, const PageRequest& page,
                const std::optional<domain::CursorPosition>& next, std::string_view scope,
                std::string_view filters) {
    json::object meta;
    meta["nextCursor"] =
        next ? json::value(context.cursors.encode(scope, filters, *next)) : json::value(nullptr);
    meta["hasMore"] = next.has_value();
    meta["limit"] = page.limit;
    Reply reply;
    reply.body = json::serialize(json::object{{"data", std::move(rows)}, {"meta", meta}});
    return reply;
}

} // namespace leadsheet::server::api
