// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_catalogue.hpp"

#include <leadsheet/contract/document.hpp>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

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
     "the person first. list_webhooks lists the webhooks.",
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
     "first. list_destinations lists the destinations.",
     ToolEffect::Sends, ToolKey::Optional},
    {"quote_order", "createQuote", "Quote order",
     "The price of one order, and a quote id that holds it until expiresAt. Buys nothing. Amounts "
     "are in minor units (cents). equivalentOrders names orders of the account that ask for the "
     "same: tell the person of them before anything is bought. list_products lists what can be "
     "ordered.",
     ToolEffect::Writes, ToolKey::None, kOrderSchema},
    {"reply_to_order", "replyToOrder", "Reply to an order's question",
     "Answers the question of an order whose status is info_requested.", ToolEffect::Writes,
     ToolKey::Optional},
}};

/// Schemas of the API document as standalone JSON Schemas. Immutable, so thread-safe; the document
/// must outlive it.
class SchemaBook {
public:
    explicit SchemaBook(const boost::json::value& document)
        : document_(document) {}

    /// The part that a "#/..." reference names; the value itself when it is not a reference.
    const boost::json::value& resolved(const boost::json::value& part) const;
    /// The schema of that name, as the document has it.
    const boost::json::value& component(std::string_view name) const;
    /// A copy that refers to "#/$defs/Name", without what only OpenAPI knows and, unless
    /// `withExamples`, without examples.
    boost::json::value localised(const boost::json::value& schema, bool withExamples) const;
    /// Adds every schema that `schema` refers to, and those refer to, as "$defs".
    void define(boost::json::object& schema, bool withExamples) const;

private:
    const boost::json::value& document_;
};

constexpr std::string_view kComponents = "#/components/schemas/";
constexpr std::string_view kDefinitions = "#/$defs/";

bool onlyOpenApi(std::string_view key) {
    return key == "discriminator" || key == "example" || key.starts_with("x-");
}

json::value rewritten(const json::value& part, bool withExamples, bool ofNames) {
    if (const json::array* items = part.if_array()) {
        json::array out;
        for (const json::value& item : *items)
            out.push_back(rewritten(item, withExamples, false));
        return out;
    }
    const json::object* members = part.if_object();
    if (members == nullptr)
        return part;
    json::object out;
    for (const auto& [key, value] : *members) {
        const std::string_view name = key;
        if (!ofNames && (onlyOpenApi(name) || (name == "examples" && !withExamples) ||
                         (name == "format" && value == "int64")))
            continue;
        if (!ofNames && name == "$ref" && value.is_string() &&
            std::string_view(value.get_string()).starts_with(kComponents)) {
            out["$ref"] =
                std::string(kDefinitions) +
                std::string(std::string_view(value.get_string()).substr(kComponents.size()));
            continue;
        }
        // What an example or a constant holds is data, not schema.
        const bool data = !ofNames && (name == "examples" || name == "const" || name == "default");
        out[key] = data ? value : rewritten(value, withExamples, !ofNames && name == "properties");
    }
    return out;
}

void collectNames(const json::value& part, std::vector<std::string>& names) {
    if (const json::array* items = part.if_array()) {
        for (const json::value& item : *items)
            collectNames(item, names);
    }
    const json::object* members = part.if_object();
    if (members == nullptr)
        return;
    for (const auto& [key, value] : *members) {
        const json::string* text = value.if_string();
        if (key == "$ref" && text != nullptr && text->starts_with(kDefinitions))
            names.emplace_back(std::string_view(*text).substr(kDefinitions.size()));
        else
            collectNames(value, names);
    }
}

/// {"$ref": "#/components/schemas/NAME"}
json::value schemaReference(std::string_view name) {
    return json::object{{"$ref", std::string(kComponents) + std::string(name)}};
}

const json::value& SchemaBook::resolved(const json::value& part) const {
    const json::value* at = &part;
    while (at->is_object() && at->get_object().contains("$ref"))
        at = &document_.at_pointer(std::string_view(at->at("$ref").as_string()).substr(1));
    return *at;
}

const json::value& SchemaBook::component(std::string_view name) const {
    return document_.at("components").at("schemas").at(name);
}

json::value SchemaBook::localised(const json::value& schema, bool withExamples) const {
    return rewritten(schema, withExamples, false);
}

void SchemaBook::define(json::object& schema, bool withExamples) const {
    json::object definitions;
    std::vector<std::string> wanted;
    collectNames(schema, wanted);
    while (!wanted.empty()) {
        const std::string name = std::move(wanted.back());
        wanted.pop_back();
        if (definitions.contains(name))
            continue;
        json::value definition = localised(component(name), withExamples);
        collectNames(definition, wanted);
        definitions[name] = std::move(definition);
    }
    if (!definitions.empty())
        schema["$defs"] = std::move(definitions);
}

constexpr std::size_t kDocumentDepth = 128;

/// Collects the arguments of one tool and the schema that describes them.
class ToolBuilder {
public:
    ToolBuilder(const SchemaBook& book, const json::value& document, const ToolSpec& spec)
        : book_(book)
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
        tool_.definition = {{"name", spec_.name},
                            {"title", spec_.title},
                            {"description", spec_.description},
                            {"inputSchema", inputSchema()},
                            {"outputSchema", outputSchema(operation)},
                            {"annotations", annotations()}};
        return std::move(tool_);
    }

private:
    void add(std::string_view name, ArgumentPlace place, bool required, json::value schema) {
        tool_.arguments.push_back({std::string(name), place, required});
        if (required)
            required_.emplace_back(name);
        properties_[name] = std::move(schema);
    }

    void addParameters(const json::value& owner) {
        const json::value* list = owner.get_object().if_contains("parameters");
        if (list == nullptr)
            return;
        for (const json::value& entry : list->as_array()) {
            const json::object& parameter = book_.resolved(entry).as_object();
            const std::string_view in = parameter.at("in").as_string();
            if (in != "path" && in != "query")
                continue;
            json::value schema = book_.localised(parameter.at("schema"), true);
            if (const json::value* told = parameter.if_contains("description"))
                schema.as_object()["description"] = *told;
            add(parameter.at("name").as_string(),
                in == "path" ? ArgumentPlace::Path : ArgumentPlace::Query, in == "path",
                std::move(schema));
        }
    }

    void addBody(const json::value& operation) {
        const json::value* request = operation.get_object().if_contains("requestBody");
        if (request == nullptr)
            return;
        tool_.hasBody = true;
        if (!spec_.orderSchema.empty()) {
            json::object order{{"$ref", "#/$defs/" + std::string(spec_.orderSchema)}};
            order["description"] =
                spec_.needsQuote ? "Exactly what was quoted." : "What would be ordered.";
            add("order", ArgumentPlace::Body, true, std::move(order));
        } else {
            const json::value& content = book_.resolved(*request).at("content");
            const json::value& schema = book_.resolved(content.at("application/json").at("schema"));
            const json::value* needed = schema.get_object().if_contains("required");
            for (const auto& [name, member] : schema.at("properties").as_object()) {
                add(name, ArgumentPlace::BodyMember, false, book_.localised(member, true));
                if (needed != nullptr && std::ranges::count(needed->as_array(), json::value(name)))
                    required_.emplace_back(name);
            }
        }
        if (spec_.needsQuote)
            add("quoteId", ArgumentPlace::QuoteId, true,
                json::object{{"$ref", "#/$defs/Id"},
                             {"description", "The id that quote_order answered with."}});
        if (spec_.needsQuote)
            add("acknowledgeDuplicateOf", ArgumentPlace::Acknowledged, false,
                json::object{{"$ref", "#/$defs/AcknowledgedOrders"},
                             {"description",
                              "Numbers of orders that ask for the same, which the person knows of "
                              "and wants this order beside: all that quote_order or the refusal "
                              "equivalent_order names."}});
        if (spec_.key != ToolKey::None)
            add("idempotencyKey", ArgumentPlace::IdempotencyKey, spec_.key == ToolKey::Required,
                json::object{{"$ref", "#/$defs/IdempotencyKey"},
                             {"description",
                              "Chosen by the caller, new for each purpose. Repeat it to repeat the "
                              "call safely: it is done once."}});
    }

    json::object inputSchema() const {
        json::object schema{{"type", "object"},
                            {"properties", properties_},
                            {"required", required_},
                            {"additionalProperties", false}};
        book_.define(schema, true);
        return schema;
    }

    /// Answers of success and refusals share one field, so the schema allows both.
    json::object outputSchema(const json::value& operation) const {
        json::array kinds;
        for (const auto& [status, response] : operation.at("responses").as_object()) {
            if (status.starts_with("2"))
                kinds.push_back(book_.localised(
                    book_.resolved(response).at("content").at("application/json").at("schema"),
                    false));
        }
        kinds.push_back(book_.localised(schemaReference("Problem"), false));
        json::object schema{{"type", "object"}, {"anyOf", std::move(kinds)}};
        book_.define(schema, false);
        return schema;
    }

    json::object annotations() const {
        const bool reads = spec_.effect == ToolEffect::Reads;
        json::object hints{{"title", spec_.title}, {"readOnlyHint", reads}};
        if (!reads) {
            hints["destructiveHint"] = spec_.effect != ToolEffect::Writes;
            hints["idempotentHint"] = spec_.key == ToolKey::Required;
        }
        hints["openWorldHint"] = spec_.effect == ToolEffect::Sends;
        return hints;
    }

    const SchemaBook& book_;
    const json::value& path_;
    const ToolSpec& spec_;
    Tool tool_;
    json::object properties_;
    json::array required_;
};

} // namespace

std::span<const ToolSpec> toolSpecs() {
    return kToolSpecs;
}

const ToolCatalogue& ToolCatalogue::instance() {
    static const ToolCatalogue catalogue;
    return catalogue;
}

ToolCatalogue::ToolCatalogue() {
    json::parse_options options;
    options.max_depth = kDocumentDepth;
    const json::value document = json::parse(contract::openApiJson(), {}, options);
    const SchemaBook book(document);
    for (const ToolSpec& spec : toolSpecs())
        tools_.push_back(ToolBuilder(book, document, spec).build());
    version_ = std::string(document.at("info").at("version").as_string());
}

const Tool* ToolCatalogue::find(std::string_view name) const {
    const auto found =
        std::ranges::find(tools_, name, [](const Tool& tool) { return tool.spec->name; });
    return found == tools_.end() ? nullptr : &*found;
}

} // namespace leadsheet::server::api
