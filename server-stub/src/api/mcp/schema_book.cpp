// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/schema_book.hpp"

#include <boost/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

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

} // namespace

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

} // namespace leadsheet::server::api
