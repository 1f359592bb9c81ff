// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_catalogue.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace leadsheet::server::api {

namespace {

constexpr std::string_view kOrderSchema = "QuoteItem";

constexpr std::array<ToolSpec, 13> kToolSpecs{{
    {"create_order",
     "createOrder",
     "Create order",
     "Buys what a quote has priced: the quote's total is held on the account at once and charged "
     "when the leads are delivered. Call quote_order first, tell the person what is ordered and "
     "the total, and go on only with their consent. `order` must be exactly what was quoted. "
     "Choose one idempotencyKey for each purchase and repeat it unchanged when a call fails or its "
     "outcome is not known: a key never buys twice. When the account has an order for the same "
     "people, or with the same externalRef, the call is refused with equivalent_order: tell the "
     "person which orders those are, and repeat it with acknowledgeDuplicateOf only if they want "
     "one more.",
     ToolEffect::SpendsMoney,
     ToolKey::Required,
     kOrderSchema,
     true,
     false,
     {{{"Order", "order_number price"}, {}}}},
    {"deliver_to_webhook", "deliverToWebhook", "Deliver leads to a webhook",
     "Sends leads that the account owns to one of its webhooks: those of one order (order_number), "
     "or all that were delivered after a point in time (deliveredAfter). They leave this service, "
     "so ask "
     "the person first.",
     ToolEffect::Sends, ToolKey::Optional},
    {"get_account", "getAccount", "Get account",
     "The account, what it has to spend, and what the key in use may do: its scopes, and in "
     "spendCap the most that it may spend per day and what it has spent today (null = no cap). "
     "Amounts are "
     "in minor units (cents)."},
    {"get_order", "getOrder", "Get order",
     "One order: its state, price, how many leads were delivered, and the open question when its "
     "status is info_requested."},
    {"get_rate_limits", "getRateLimit", "Get rate limits",
     "How many calls each budget of the key has left, and when it is full again. Calling it uses "
     "none of them, nor does listing the tools."},
    {"list_destinations", "listDestinations", "List outreach destinations",
     "The campaigns on outreach platforms that leads can be pushed to with push_to_destination."},
    {"list_leads", "listLeads", "List leads",
     "Leads that the account owns, page by page. `fields` keeps the answer small."},
    {"list_orders", "listOrders", "List orders",
     "The account's orders, newest first, page by page."},
    {"list_products",
     "listProducts",
     "List products",
     "What can be ordered: prices, and every field with its bounds and allowed values. With "
     "scrapingOption, only one product. Prices of a lead are in millionths of the currency.",
     ToolEffect::Reads,
     ToolKey::None,
     {},
     false,
     true},
    {"list_webhooks", "listWebhooks", "List webhooks",
     "The account's webhooks, page by page, with the events they receive and their health."},
    {"push_to_destination", "pushToDestination", "Push leads to a destination",
     "Adds the leads of one order (order_number), or leads one by one (leadIds), to the campaign "
     "of an outreach destination. The platform may write to these people at once, so ask the "
     "person first.",
     ToolEffect::Sends, ToolKey::Optional},
    {"quote_order",
     "createQuote",
     "Quote order",
     "The price of one order, and a quote id that holds it until expiresAt. Buys nothing. Amounts "
     "are in minor units (cents). equivalentOrders names orders of the account that ask for the "
     "same: tell the person about them before anything is bought. list_products says more about "
     "the products and their fields.",
     ToolEffect::Writes,
     ToolKey::None,
     kOrderSchema,
     false,
     false,
     {{{"Quote", "id total expiresAt equivalentOrders"}, {"ExistingOrder", "existingOrder"}}}},
    {"reply_to_order", "replyToOrder", "Reply to an order's question",
     "Answers the question of an order whose status is info_requested.", ToolEffect::Writes,
     ToolKey::Optional},
}};

struct ArgumentText {
    std::string_view tool; ///< empty = every other tool
    std::string_view argument;
    std::string_view text;
};

constexpr std::array<ArgumentText, 16> kArgumentTexts{{
    {"create_order", "order", "Exactly what was quoted."},
    {"create_order", "quoteId", "`id` from the answer of quote_order."},
    {"create_order", "acknowledgeDuplicateOf",
     "Numbers of all orders that quote_order or the refusal equivalent_order names, once the "
     "person knows of them and wants this order as well."},
    {"deliver_to_webhook", "webhookId", "`id` of a webhook from list_webhooks."},
    {"deliver_to_webhook", "deliveredAfter",
     "All leads delivered after this time; give this or order_number."},
    {"list_leads", "order_number", "Only leads of this order."},
    {"list_orders", "idempotencyKey", "Only the order that this key bought."},
    {"push_to_destination", "destinationId", "`id` of a destination from list_destinations."},
    {"push_to_destination", "leadIds", "`id` of each lead; give this or order_number."},
    {"quote_order", "order", "What would be ordered."},
    {"reply_to_order", "expectedVersion",
     "`version` of the order as it was read; refused when it has changed since."},
    {"", "cursor",
     "`meta.nextCursor` of the page before, or a `meta.resumeCursor` kept from leads; keep the "
     "other arguments the same."},
    {"", "limit", "Items on a page."},
    {"", "fields", "Members of each lead to return; all when absent."},
    {"", "order_number", "`order_number` of the order."},
    {"", "idempotencyKey",
     "Chosen by you, new for each purpose. Repeat it to repeat the call safely: it is done once."},
}};

} // namespace

std::span<const ToolSpec> toolSpecs() {
    return kToolSpecs;
}

std::string_view argumentText(std::string_view tool, std::string_view argument) {
    const auto* found = std::ranges::find_if(kArgumentTexts, [&](const ArgumentText& text) {
        return text.argument == argument && (text.tool == tool || text.tool.empty());
    });
    return found == kArgumentTexts.end() ? std::string_view() : found->text;
}

} // namespace leadsheet::server::api
