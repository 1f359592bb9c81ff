// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_specs.hpp"

#include <array>

namespace leadsheet::server::api {
namespace {

constexpr std::string_view kOrderSchema = "QuoteItem";

constexpr std::array<ToolSpec, 12> kToolSpecs{{
    {"create_order", "createOrder", "Create order",
     "Buys what a quote has priced: the quote's total is held on the account at once and charged "
     "when the leads are delivered. Call quote_order first, tell the person what is ordered and "
     "the total, and go on only with their consent. `order` must be exactly what was quoted. "
     "Choose one idempotencyKey for each purchase and repeat it unchanged when a call fails or its "
     "outcome is not known: a key never buys twice. When the account has an order for the same "
     "people, or with the same externalRef, the call is refused with equivalent_order: tell the "
     "person which orders those are, and only if they want one more repeat it with "
     "acknowledgeDuplicateOf.",
     ToolEffect::SpendsMoney, ToolKey::Required, kOrderSchema, true},
    {"deliver_to_webhook", "deliverToWebhook", "Deliver leads to a webhook",
     "Sends leads that the account owns to one of its webhooks: those of one order (orderNumber), "
     "or all that were delivered after a moment (deliveredAfter). They leave this service, so ask "
     "the person first. list_webhooks tells the webhooks.",
     ToolEffect::Sends, ToolKey::Optional},
    {"get_account", "getAccount", "Get account",
     "The account, what it has to spend, and what the key in use may do. Amounts are in minor "
     "units (cents)."},
    {"get_order", "getOrder", "Get order",
     "One order: its state, price, how many leads were delivered, and the open question when its "
     "status is info_requested."},
    {"list_destinations", "listDestinations", "List outreach destinations",
     "The campaigns on outreach platforms that leads can be pushed to with "
     "push_to_destination."},
    {"list_leads", "listLeads", "List leads",
     "Leads that the account owns, page by page: give meta.nextCursor as cursor to get the next "
     "one. `fields` keeps the answer small."},
    {"list_orders", "listOrders", "List orders",
     "The account's orders, newest first, page by page: give meta.nextCursor as cursor to get the "
     "next one."},
    {"list_products", "listProducts", "List products",
     "What can be ordered, with prices and the fields of each product. Prices are in millionths of "
     "the currency."},
    {"list_webhooks", "listWebhooks", "List webhooks",
     "The account's webhooks, page by page, with the events they get and their health."},
    {"push_to_destination", "pushToDestination", "Push leads to a destination",
     "Adds the leads of one order (orderNumber), or leads one by one (leadIds), to the campaign of "
     "an outreach destination. The platform may write to these people at once, so ask the person "
     "first. list_destinations tells the destinations.",
     ToolEffect::Sends, ToolKey::Optional},
    {"quote_order", "createQuote", "Quote order",
     "The price of one order, and a quote id that holds it until expiresAt. Buys nothing. Amounts "
     "are in minor units (cents). equivalentOrders names orders of the account that ask for the "
     "same: tell the person of them before anything is bought. list_products tells what can be "
     "ordered.",
     ToolEffect::Writes, ToolKey::None, kOrderSchema},
    {"reply_to_order", "replyToOrder", "Reply to an order's question",
     "Answers the question of an order whose status is info_requested.", ToolEffect::Writes,
     ToolKey::Optional},
}};

} // namespace

std::span<const ToolSpec> toolSpecs() {
    return kToolSpecs;
}

} // namespace leadsheet::server::api
