// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "domain/cursor.hpp"

#include <boost/json/array.hpp>
#include <optional>
#include <string_view>

namespace leadsheet::server::api {

struct Context;

/// Where a page starts and how long it is.
struct PageRequest {
    int limit = 0; ///< coerced to the largest allowed page
    std::optional<domain::CursorPosition> after;
};

/// Reads `limit` and `cursor`. `scope` names the list and its owner, `filters` is a canonical text
/// of the filters: a cursor works with the same ones only (contract section 7).
tl::expected<PageRequest, Problem> pageRequest(const Context& context, const Exchange& exchange,
                                               std::string_view scope, std::string_view filters);

/// {"data": [...], "meta": {"nextCursor", "hasMore", "limit"}}
Reply pageReply(const Context& context, boost::json::array rows, const PageRequest& page,
                const std::optional<domain::CursorPosition>& next, std::string_view scope,
                std::string_view filters);

} // namespace leadsheet::server::api
