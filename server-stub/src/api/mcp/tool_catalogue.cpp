// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_catalogue.hpp"

#include "api/mcp/short_schema.hpp"

#include <leadsheet/contract/document.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <vector>

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

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
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
            for (const std::string& name : wordsOf(answer.names)) {
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

} // namespace leadsheet::server::api
