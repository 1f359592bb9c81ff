// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/admin_steps.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/ingest.hpp"
#include "api/handlers/lead_export.hpp"
#include "api/handlers/order_filter.hpp"
#include "api/handlers/order_json.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/store_problem.hpp"

#include <boost/json.hpp>
#include <map>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

/// Names of accounts, each looked up once.
class AccountNames {
public:
    explicit AccountNames(store::Reader& reader)
        : reader_(reader) {}
    const std::string& of(const store::AccountId& id) {
        const auto [place, isNew] = names_.try_emplace(id);
        if (isNew) {
            if (const auto account = reader_.findAccount(id))
                place->second = account->name;
        }
        return place->second;
    }

private:
    store::Reader& reader_;
    std::map<store::AccountId, std::string> names_;
};

Outcome listAdminOrders(Context& context, Exchange& exchange) {
    const auto filter = readOrderFilter(exchange);
    if (!filter)
        return tl::make_unexpected(filter.error());
    const auto account = readAccountFilter(exchange);
    if (!account)
        return tl::make_unexpected(account.error());
    const std::string scope = "admin orders";
    const std::string filters =
        orderFilterText(*filter) + (*account ? (*account)->str() : std::string());
    const auto page = pageRequest(context, exchange, scope, filters);
    if (!page)
        return tl::make_unexpected(page.error());
    struct Found {
        json::array rows;
        std::optional<store::CursorPosition> next;
    };
    auto found = context.store->read([&](store::Reader& reader) {
        const auto orders = reader.listOrders(*account, *filter, page->after, page->limit,
                                              store::Direction::OldestFirst);
        AccountNames names(reader);
        Found out{{}, orders.next};
        for (const store::Order& order : orders.rows)
            out.rows.push_back(adminOrderJson(order, names.of(order.account)));
        return out;
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    return pageReply(context, std::move(found->rows), *page, found->next, scope, filters);
}

Outcome getAdminOrder(Context& context, Exchange& exchange) {
    const store::OrderNumber number(exchange.parameter(0));
    auto found = context.store->read([&](store::Reader& reader) -> std::optional<Reply> {
        const auto order = reader.findOrder(number);
        if (!order)
            return std::nullopt;
        Reply reply;
        reply.body =
            json::serialize(adminOrderJson(*order, AccountNames(reader).of(order->account)));
        reply.headers.push_back({"ETag", entityTag(*order)});
        return reply;
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found)
        return notFound();
    return std::move(**found);
}

} // namespace

void addAdminOrderHandlers(HandlerTable& table) {
    table.add("listAdminOrders", BodyKind::None, listAdminOrders,
              {"status", "accountId", "createdAfter", "limit", "cursor"});
    table.add("getAdminOrder", BodyKind::None, getAdminOrder);
    table.add("approveOrder", BodyKind::OptionalJson, approveOrder);
    table.add("rejectOrder", BodyKind::Json, rejectOrder);
    table.add("requestOrderInfo", BodyKind::Json, requestOrderInfo);
    table.add("deliverOrder", BodyKind::OptionalJson, deliverOrder);
    table.add("failOrder", BodyKind::Json, failOrder);
    table.add("refundOrder", BodyKind::Json, refundOrder);
    table.add("ingestDelivery", BodyKind::Leads, ingestDelivery,
              {"orderNumber", "deliveryId", "final"});
    table.add("exportOrderLeads", BodyKind::None, exportOrderLeads, {"format", "fields"});
}

} // namespace leadsheet::server::api
