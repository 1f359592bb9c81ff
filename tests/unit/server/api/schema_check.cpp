// SPDX-License-Identifier: Apache-2.0
#include "schema_check.hpp"

#include <algorithm>
#include <regex>

namespace leadsheet::test {
namespace {

namespace json = boost::json;

bool hasType(const json::value& value, std::string_view type) {
    if (type == "object")
        return value.is_object();
    if (type == "array")
        return value.is_array();
    if (type == "string")
        return value.is_string();
    if (type == "boolean")
        return value.is_bool();
    if (type == "null")
        return value.is_null();
    if (type == "integer")
        return value.is_int64() || value.is_uint64();
    return type == "number" && value.is_number();
}

bool hasOneType(const json::value& value, const json::value& types) {
    if (types.is_string())
        return hasType(value, std::string_view(types.get_string()));
    return std::ranges::any_of(types.as_array(), [&](const json::value& type) {
        return hasType(value, std::string_view(type.as_string()));
    });
}

void checkText(const json::object& schema, const json::string& text, const std::string& place,
               std::vector<std::string>& faults) {
    if (const auto* pattern = schema.if_contains("pattern")) {
        const std::regex expression(pattern->as_string().c_str(), std::regex::ECMAScript);
        if (!std::regex_search(text.c_str(), expression))
            faults.push_back(place + " does not match " + pattern->as_string().c_str());
    }
    const auto length = static_cast<std::int64_t>(text.size());
    if (const auto* most = schema.if_contains("maxLength"); most && length > most->as_int64())
        faults.push_back(place + " is too long");
    if (const auto* least = schema.if_contains("minLength"); least && length < least->as_int64())
        faults.push_back(place + " is too short");
}

void checkNumber(const json::object& schema, const json::value& value, const std::string& place,
                 std::vector<std::string>& faults) {
    if (!value.is_int64())
        return;
    if (const auto* least = schema.if_contains("minimum");
        least && least->is_int64() && value.get_int64() < least->get_int64())
        faults.push_back(place + " is too small");
    if (const auto* most = schema.if_contains("maximum");
        most && most->is_int64() && value.get_int64() > most->get_int64())
        faults.push_back(place + " is too large");
}

} // namespace

SchemaCheck::SchemaCheck(json::value document)
    : document_(std::move(document)) {}

const json::value* SchemaCheck::resolve(const json::value* node) const {
    while (node != nullptr && node->is_object()) {
        const json::value* reference = node->get_object().if_contains("$ref");
        if (reference == nullptr)
            break;
        boost::system::error_code error;
        node = document_.find_pointer(std::string_view(reference->as_string()).substr(1), error);
    }
    return node;
}

const json::value* SchemaCheck::answerSchema(const std::string& operationId, int status) const {
    for (const auto& path : document_.at("paths").as_object()) {
        for (const auto& method : path.value().as_object()) {
            const auto* operation = method.value().if_object();
            const auto* id = operation ? operation->if_contains("operationId") : nullptr;
            if (id == nullptr || id->as_string() != operationId)
                continue;
            const auto* answers = operation->at("responses").if_object();
            const json::value* answer = resolve(answers->if_contains(std::to_string(status)));
            const json::value* content =
                answer ? answer->as_object().if_contains("content") : nullptr;
            return content == nullptr
                       ? nullptr
                       : &content->as_object().begin()->value().as_object().at("schema");
        }
    }
    return nullptr;
}

std::vector<std::string> SchemaCheck::faults(const json::value& schema,
                                             const json::value& value) const {
    std::vector<std::string> found;
    check(schema, value, "", found);
    return found;
}

void SchemaCheck::check(const json::value& node, const json::value& value, const std::string& place,
                        std::vector<std::string>& faults) const {
    const json::value* resolved = resolve(&node);
    if (resolved == nullptr) {
        faults.push_back(place + " has a dangling $ref");
        return;
    }
    if (!resolved->is_object())
        return;
    const json::object& schema = resolved->get_object();
    if (const auto* type = schema.if_contains("type"); type && !hasOneType(value, *type)) {
        faults.push_back(place + " is no " + json::serialize(*type));
        return;
    }
    if (const auto* constant = schema.if_contains("const"); constant && *constant != value)
        faults.push_back(place + " is not " + json::serialize(*constant));
    if (const auto* allowed = schema.if_contains("enum");
        allowed && std::ranges::find(allowed->as_array(), value) == allowed->as_array().end())
        faults.push_back(place + " is not in the enumeration: " + json::serialize(value));
    if (value.is_string())
        checkText(schema, value.get_string(), place, faults);
    checkNumber(schema, value, place, faults);
    if (const auto* all = schema.if_contains("allOf")) {
        for (const json::value& part : all->as_array())
            check(part, value, place, faults);
    }
    for (const char* keyword : {"oneOf", "anyOf"}) {
        const auto* choices = schema.if_contains(keyword);
        if (choices == nullptr)
            continue;
        std::size_t fitting = 0;
        for (const json::value& choice : choices->as_array())
            fitting += this->faults(choice, value).empty();
        if (fitting == 0 || (fitting > 1 && keyword == std::string("oneOf")))
            faults.push_back(place + " fits " + std::to_string(fitting) + " choices of " + keyword);
    }
    if (const auto* array = value.if_array()) {
        if (const auto* items = schema.if_contains("items")) {
            for (std::size_t i = 0; i < array->size(); ++i)
                check(*items, (*array)[i], place + "/" + std::to_string(i), faults);
        }
    }
    const auto* object = value.if_object();
    if (object == nullptr)
        return;
    if (const auto* required = schema.if_contains("required")) {
        for (const json::value& name : required->as_array()) {
            if (!object->contains(name.as_string()))
                faults.push_back(place + " lacks " + name.as_string().c_str());
        }
    }
    const auto* properties = schema.if_contains("properties");
    const auto* others = schema.if_contains("additionalProperties");
    for (const auto& member : *object) {
        const std::string inner = place + "/" + std::string(member.key());
        const auto* property =
            properties ? properties->as_object().if_contains(member.key()) : nullptr;
        if (property != nullptr)
            check(*property, member.value(), inner, faults);
        else if (others != nullptr && *others == json::value(false))
            faults.push_back(inner + " is not allowed");
    }
}

} // namespace leadsheet::test
