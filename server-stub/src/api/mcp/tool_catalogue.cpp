// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_catalogue.hpp"

#include "domain/text_check.hpp"

#include "api/mcp/short_schema.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <leadsheet/contract/document.hpp>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

constexpr std::size_t kDocumentDepth = 128;

/// {"$ref": "#/components/schemas/NAME"}
json::value schemaReference(std::string_view name) {
    return json::object{{"$ref", "#/components/schemas/" + std::string(name)}};
}

/// Orders give their own number as `order_number`; what is about an order has `orderNumber`.
/// Assistants are told of one name, and both are taken.
std::string_view toldName(std::string_view member) {
    return member == "orderNumber" ? "order_number" : member;
}

/// Collects the arguments of one tool and the schema that describes them.
class ToolBuilder {
public:
    ToolBuilder(const ShortSchemas& schemas, const json::value& document, const ToolSpec& spec)
        : schemas_(schemas)
        , path_(document.at("paths").at(contract::findOperation(spec.operationId)->path))
        , spec_(spec) {
        tool_.spec = &spec;
        tool_.operation = contract::findOperation(spec.operationId);
    }

    Tool build() {
        const json::value& operation = path_.at(tool_.operation->method == "GET" ? "get" : "post");
        addParameters(path_);
        addParameters(operation);
        addBody(operation);
        addOwn();
        tool_.definition = {{"name", spec_.name},
                            {"title", spec_.title},
                            {"description", spec_.description},
                            {"inputSchema", inputSchema()}};
        if (!spec_.answers.front().component.empty())
            tool_.definition["outputSchema"] = outputSchema();
        tool_.definition["annotations"] = annotations();
        return std::move(tool_);
    }

private:
    void add(std::string_view member, ArgumentPlace place, bool required, bool checkedHere,
             json::object schema) {
        const std::string_view name = toldName(member);
        tool_.arguments.push_back(
            {std::string(name), std::string(member), place, required && checkedHere});
        if (required)
            required_.emplace_back(name);
        if (const std::string_view text = argumentText(spec_.name, name); !text.empty())
            schema["description"] = text;
        properties_[name] = std::move(schema);
    }

    void addParameters(const json::value& owner) {
        const json::value* list = owner.get_object().if_contains("parameters");
        if (list == nullptr)
            return;
        for (const json::value& entry : list->as_array()) {
            const json::object& parameter = schemas_.resolved(entry).as_object();
            const std::string_view in = parameter.at("in").as_string();
            if (in != "path" && in != "query")
                continue;
            json::object schema = schemas_.of(parameter.at("schema"));
            if (const json::value* told = parameter.if_contains("description"))
                schema["description"] = *told;
            add(parameter.at("name").as_string(),
                in == "path" ? ArgumentPlace::Path : ArgumentPlace::Query, in == "path", true,
                std::move(schema));
        }
    }

    void addBody(const json::value& operation) {
        const json::value* request = operation.get_object().if_contains("requestBody");
        tool_.hasBody = request != nullptr;
        if (request == nullptr)
            return;
        if (!spec_.orderSchema.empty()) {
            definitions_["Order"] = schemas_.anyProduct(spec_.orderSchema);
            definitions_["Texts"] = ShortSchemas::texts();
            add("order", ArgumentPlace::Body, true, true, {{"$ref", "#/$defs/Order"}});
            return;
        }
        const json::value& content = schemas_.resolved(*request).at("content");
        const json::value& schema = schemas_.resolved(content.at("application/json").at("schema"));
        const json::value* needed = schema.get_object().if_contains("required");
        for (const auto& [name, member] : schema.at("properties").as_object()) {
            const bool required =
                needed != nullptr && std::ranges::count(needed->as_array(), json::value(name)) > 0;
            add(name, ArgumentPlace::BodyMember, required, false, schemas_.of(member));
        }
    }

    void addOwn() {
        if (spec_.needsQuote) {
            add("quoteId", ArgumentPlace::QuoteId, true, true, schemas_.of(schemaReference("Id")));
            add("acknowledgeDuplicateOf", ArgumentPlace::Acknowledged, false, true,
                schemas_.of(schemaReference("AcknowledgedOrders")));
        }
        if (spec_.key != ToolKey::None) {
            add("idempotencyKey", ArgumentPlace::IdempotencyKey, spec_.key == ToolKey::Required,
                true, schemas_.of(schemaReference("IdempotencyKey")));
        }
        if (spec_.choosesProduct) {
            json::object schema = schemas_.of(schemaReference("ProductId"));
            schema["description"] = "Only this product.";
            add("scrapingOption", ArgumentPlace::Product, false, true, std::move(schema));
        }
    }

    json::object inputSchema() const {
        json::object schema{{"type", "object"}, {"properties", properties_}};
        if (!required_.empty())
            schema["required"] = required_;
        schema["additionalProperties"] = false;
        if (!definitions_.empty())
            schema["$defs"] = definitions_;
        return schema;
    }

    /// Answers of success and refusals share one field, so the schema allows each kind.
    json::object outputSchema() const {
        json::object properties;
        json::array kinds;
        const auto allow = [&](const AnswerMembers& answer) {
            json::array required;
            for (const std::string& name : domain::splitWords(answer.names)) {
                const json::value* member = schemas_.member(answer.component, name);
                properties[name] = member == nullptr ? json::object() : schemas_.outline(*member);
                required.emplace_back(name);
            }
            kinds.push_back(json::object{{"required", std::move(required)}});
        };
        for (const AnswerMembers& answer : spec_.answers) {
            if (!answer.component.empty())
                allow(answer);
        }
        allow({"Problem", "code detail retryable errors"});
        return {
            {"type", "object"}, {"properties", std::move(properties)}, {"anyOf", std::move(kinds)}};
    }

    json::object annotations() const {
        const bool reads = spec_.effect == ToolEffect::Reads;
        json::object hints{{"readOnlyHint", reads}};
        if (!reads)
            hints["destructiveHint"] = spec_.effect != ToolEffect::Writes;
        if (!reads && spec_.key == ToolKey::Required)
            hints["idempotentHint"] = true;
        hints["openWorldHint"] = spec_.effect == ToolEffect::Sends;
        return hints;
    }

    const ShortSchemas& schemas_;
    const json::value& path_;
    const ToolSpec& spec_;
    Tool tool_;
    json::object properties_;
    json::object definitions_;
    json::array required_;
};

} // namespace

bool Tool::hasOrderMember(std::string_view name) const {
    const json::value& schema = definition.at("inputSchema");
    const json::value* definitions = schema.as_object().if_contains("$defs");
    return definitions != nullptr &&
           definitions->at("Order").at("properties").as_object().contains(name);
}

const ToolCatalogue& ToolCatalogue::instance() {
    static const ToolCatalogue catalogue;
    return catalogue;
}

ToolCatalogue::ToolCatalogue() {
    json::parse_options options;
    options.max_depth = kDocumentDepth;
    const json::value document = json::parse(contract::openApiJson(), {}, options);
    const ShortSchemas schemas(document);
    for (const ToolSpec& spec : toolSpecs())
        tools_.push_back(ToolBuilder(schemas, document, spec).build());
    version_ = std::string(document.at("info").at("version").as_string());
}

const Tool* ToolCatalogue::find(std::string_view name) const {
    const auto found =
        std::ranges::find(tools_, name, [](const Tool& tool) { return tool.spec->name; });
    return found == tools_.end() ? nullptr : &*found;
}

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
