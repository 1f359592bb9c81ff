// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_catalogue.hpp"

#include "api/mcp/schema_book.hpp"

#include <leadsheet/contract/document.hpp>

#include <boost/json.hpp>

#include <algorithm>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

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
