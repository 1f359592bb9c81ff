// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/reply.hpp"
#include "domain/money.hpp"
#include "domain/request_rules.hpp"
#include "domain/timestamp.hpp"
#include "store/records.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// The refusal of one more of what an account may have only so many of: 422.
inline tl::unexpected<Problem> tooMany(const std::string& things, std::int64_t max) {
    const std::string detail = "The account has " + std::to_string(max) + " " + things +
                               ", and no account can have more. Delete one that is not needed, or "
                               "change one instead.";
    return refuse(contract::ErrorCode::ValidationFailed, detail, {{"", "out_of_range", detail}});
}

/// The version that If-Match asks for; nullopt when it is absent or "*".
tl::expected<std::optional<std::int64_t>, Problem> ifMatch(const Exchange& exchange);

/// 409 version_conflict: `what` ("order") has another version by now.
tl::unexpected<Problem> versionConflict(const std::string& what, std::int64_t version);

/// For ETag: the version in quotes.
std::string versionTag(std::int64_t version);

/// A place among those who wait for somebody outside, taken until it goes away; 503 with
/// Retry-After when the server or the caller's account has none left.
tl::expected<OutsideWaits::Hold, Problem> placeOutside(Context& context, const Exchange& exchange);

/// Refuses a URL that the server must not or cannot send to: 422 validation_failed for its form,
/// destination_blocked for its address. May wait for a name server; 503 when too many do already.
std::optional<Problem> refusedDestination(Context& context, const Exchange& exchange,
                                          const std::string& url);

/// Reads the members of a small JSON object and gathers what is wrong with them; problem() says it
/// all at once. A member that is absent or at fault reads as nullopt.
class BodyMembers {
public:
    /// Members outside `known` are faults.
    BodyMembers(const boost::json::value& body, std::initializer_list<std::string_view> known);

    bool has(std::string_view name) const { return find(name) != nullptr; }
    void require(std::initializer_list<std::string_view> names);

    /// Trimmed, not blank, without control characters (line ends only if `lines`).
    std::optional<std::string> text(std::string_view name, std::size_t maxLength,
                                    bool lines = false);
    std::optional<domain::MinorUnits> positiveMoney(std::string_view name);
    std::optional<domain::Timestamp> time(std::string_view name);
    std::optional<bool> boolean(std::string_view name);
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t min, std::int64_t max);
    /// An array of different texts, at least one.
    std::optional<std::vector<std::string>> texts(std::string_view name, std::size_t maxItems);

    void refuse(std::string_view name, std::string code, std::string detail);
    /// 422 validation_failed when anything was wrong.
    std::optional<Problem> problem();

private:
    const boost::json::value* find(std::string_view name) const;

    const boost::json::object* members_;
    std::vector<FieldError> errors_;
};

/// Where a page starts and how long it is.
struct PageRequest {
    int limit = 0; ///< coerced to the largest allowed page
    std::optional<domain::CursorPosition> after;
};

/// Reads `limit` and `cursor`. `scope` names the list and its owner, `filters` is a canonical text
/// of the filters: a cursor works with the same ones only (contract section 7).
tl::expected<PageRequest, Problem> pageRequest(const Context& context, const Exchange& exchange,
                                               std::string_view scope, std::string_view filters);

/// What is on a page, and where the next begins.
struct PageContent {
    boost::json::array rows;
    std::optional<domain::CursorPosition> next;
};

template <class Row, class Say>
PageContent pageContent(const store::Page<Row>& page, Say say) {
    PageContent content{{}, page.next};
    for (const Row& row : page.rows)
        content.rows.push_back(say(row));
    return content;
}

/// Finds what the request asks for; nullopt when there is no such list, which is answered with 404.
using PageFinder = std::function<std::optional<PageContent>(store::Reader&, const PageRequest&)>;

/// {"data": [...], "meta": {"nextCursor", "hasMore", "limit"}}; `scope` and `filters` as for
/// pageRequest().
Outcome answerPage(Context& context, const Exchange& exchange, const std::string& scope,
                   const std::string& filters, const PageFinder& find);

/// Refuses a query parameter with 400 invalid_parameter.
tl::unexpected<Problem> wrongParameter(std::string_view name, const std::string& detail);

/// A query parameter that is a time; nullopt when absent.
tl::expected<std::optional<domain::Timestamp>, Problem> timeParameter(const Exchange& exchange,
                                                                      std::string_view name);

/// status, idempotencyKey, externalRef and createdAfter, as far as the operation knows them.
tl::expected<store::OrderFilter, Problem> readOrderFilter(const Exchange& exchange);

/// accountId, of an admin's list; nullopt when absent.
tl::expected<std::optional<store::AccountId>, Problem> readAccountFilter(const Exchange& exchange);

/// A canonical text of the filter, for cursors.
std::string orderFilterText(const store::OrderFilter& filter);

} // namespace leadsheet::server::api
