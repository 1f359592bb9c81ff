// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/short_schema.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

constexpr std::size_t kLongestPattern = 40; ///< a longer one tells an assistant nothing

/// Members that pass as they are.
constexpr std::array<std::string_view, 6> kKept{"type",    "enum",     "const",
                                                "minimum", "maxItems", "maximum"};

/// A description's lines are those of a file; a value that is whole is written without a fraction.
std::string oneLine(std::string_view text) {
    std::string out(text);
    std::ranges::replace(out, '\n', ' ');
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
}

json::value wholeNumber(const json::value& value) {
    const double* number = value.if_double();
    return number != nullptr && std::trunc(*number) == *number
               ? json::value(static_cast<std::int64_t>(*number))
               : value;
}

std::string_view textAt(const json::object& schema, std::string_view name) {
    const json::value* text = schema.if_contains(name);
    return text != nullptr && text->is_string() ? std::string_view(text->get_string())
                                                : std::string_view();
}

bool isTexts(const json::object& schema) {
    const json::value* items = schema.if_contains("items");
    return items != nullptr && *items == json::value{{"type", "string"}};
}

/// What a member of the orders is for, by product.
struct Meaning {
    std::string text;
    std::vector<std::string> products;
};

struct OrderMember {
    std::string name;
    json::object schema;
    std::vector<Meaning> meanings;
    std::size_t products = 0;
};

void addMeaning(OrderMember& member, std::string text, std::string product) {
    ++member.products;
    const auto known = std::ranges::find(member.meanings, text, &Meaning::text);
    if (known != member.meanings.end())
        known->products.push_back(std::move(product));
    else
        member.meanings.push_back({std::move(text), {std::move(product)}});
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
    std::string out;
    for (const std::string& word : words)
        out.append(out.empty() ? "" : separator).append(word);
    return out;
}

std::string meaningOf(const OrderMember& member, std::size_t allProducts) {
    if (member.meanings.size() == 1 && member.products == allProducts)
        return member.meanings.front().text;
    std::vector<std::string> parts;
    for (const Meaning& meaning : member.meanings)
        parts.push_back(joined(meaning.products, ", ") + ": " + meaning.text);
    return joined(parts, " ");
}

/// Collects the products' schemas into one.
class OrderUnion {
public:
    explicit OrderUnion(const ShortSchemas& schemas)
        : schemas_(schemas) {}

    void add(const json::object& product) {
        const json::object& members = product.at("properties").as_object();
        const std::string id(members.at(kSelector).at("const").as_string());
        for (const auto& [name, schema] : members) {
            if (name != kSelector && !schema.as_object().contains("readOnly"))
                addMember(id, name, schemas_.of(schema));
        }
        ids_.emplace_back(id);
        told_.append(told_.empty() ? "" : " ")
            .append(id)
            .append(": ")
            .append(oneLine(textAt(product, "description")));
        const std::string needs = needsOf(product);
        if (!needs.empty())
            told_.append(" Needs ").append(needs).append(".");
    }

    json::object schema() {
        json::object properties;
        properties[kSelector] = json::object{
            {"type", "string"}, {"enum", ids_}, {"description", "The product. " + told_}};
        for (OrderMember& member : members_) {
            json::object schema = std::move(member.schema);
            if (isTexts(schema)) {
                schema.erase("type");
                schema.erase("items");
                schema["$ref"] = "#/$defs/Texts";
            }
            const std::string text = meaningOf(member, ids_.size());
            if (!text.empty())
                schema["description"] = text;
            properties[member.name] = std::move(schema);
        }
        return {{"type", "object"},
                {"properties", std::move(properties)},
                {"required", json::array{kSelector, "leadCount"}},
                {"additionalProperties", false}};
    }

private:
    static constexpr std::string_view kSelector = "scrapingOption";

    void addMember(const std::string& product, std::string_view name, json::object schema) {
        std::string text(textAt(schema, "description"));
        schema.erase("description");
        schema.erase("minItems"); // what one product needs is said beside its name
        auto found = std::ranges::find(members_, name, &OrderMember::name);
        if (found == members_.end()) {
            members_.push_back({std::string(name), std::move(schema), {}, 0});
            found = std::prev(members_.end());
        }
        addMeaning(*found, std::move(text), product);
    }

    /// Members that the product needs beside those of all; of a choice, "a or b".
    static std::string needsOf(const json::object& product) {
        std::vector<std::string> needs;
        for (const json::value& name : product.at("required").as_array()) {
            const std::string_view text = name.as_string();
            if (text != kSelector && text != "leadCount")
                needs.emplace_back(text);
        }
        const json::value* either = product.if_contains("if");
        const json::value* other = product.if_contains("else");
        if (either != nullptr && other != nullptr) {
            needs.push_back(std::string(either->at("required").at(0).as_string()) + " or " +
                            std::string(other->at("required").at(0).as_string()));
        }
        return joined(needs, " and ");
    }

    const ShortSchemas& schemas_;
    json::array ids_;
    std::string told_;
    std::vector<OrderMember> members_;
};

} // namespace

bool isPortablePattern(std::string_view pattern) {
    constexpr std::string_view kEscapes = "xdswDSW.^$*+?()[]{}|\\/-tnr";
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '(' && pattern.substr(i + 1, 1) == "?" && pattern.substr(i + 2, 1) != ":")
            return false;
        if (pattern[i] != '\\')
            continue;
        ++i;
        if (i == pattern.size() || kEscapes.find(pattern[i]) == std::string_view::npos)
            return false;
    }
    return true;
}

const json::value& ShortSchemas::resolved(const json::value& part) const {
    const json::value* at = &part;
    while (at->is_object() && at->get_object().contains("$ref"))
        at = &document_.at_pointer(std::string_view(at->at("$ref").as_string()).substr(1));
    return *at;
}

const json::value& ShortSchemas::component(std::string_view name) const {
    return document_.at("components").at("schemas").at(name);
}

json::object ShortSchemas::of(const json::value& schema) const {
    const json::object& told = schema.as_object();
    const json::object& named = resolved(schema).as_object();
    json::object out;
    if (const json::value* forms = named.if_contains("oneOf"); forms != nullptr) {
        out = of(forms->at(0));
    } else {
        for (const std::string_view name : kKept) {
            if (const json::value* value = named.if_contains(name))
                out[name] = wholeNumber(*value);
        }
        const std::string_view pattern = textAt(named, "pattern");
        const std::string_view format = textAt(named, "format");
        const bool shown =
            !pattern.empty() && pattern.size() <= kLongestPattern && isPortablePattern(pattern);
        if (shown)
            out["pattern"] = pattern;
        if (!format.empty() && format != "int64")
            out["format"] = format;
        const json::value* longest = named.if_contains("maxLength");
        if (longest != nullptr && !shown && format.empty())
            out["maxLength"] = *longest;
        if (const json::value* least = named.if_contains("minItems");
            least != nullptr && *least != 0)
            out["minItems"] = *least;
        if (const json::value* usual = named.if_contains("default"))
            out["default"] = *usual;
        if (const json::value* items = named.if_contains("items")) {
            json::object item = of(*items);
            item.erase("maxLength");
            item.erase("description");
            out["items"] = std::move(item);
        }
        if (const json::value* others = named.if_contains("additionalProperties");
            others != nullptr && others->is_object())
            out["additionalProperties"] = outline(*others);
    }
    // A reference may say more of this use than the component does.
    std::string_view description = textAt(told, "description");
    if (description.empty())
        description = textAt(named, "description");
    if (!description.empty())
        out["description"] = oneLine(description);
    return out;
}

json::object ShortSchemas::outline(const json::value& schema) const {
    const json::object& named = resolved(schema).as_object();
    json::object out;
    if (const json::value* type = named.if_contains("type"))
        out["type"] = *type;
    else if (named.contains("allOf"))
        out["type"] = "object";
    const json::value* members = named.if_contains("properties");
    if (members == nullptr)
        return out;
    json::object outlines;
    for (const auto& [name, member] : members->as_object())
        outlines[name] = outline(member);
    out["properties"] = std::move(outlines);
    return out;
}

const json::value* ShortSchemas::memberOf(const json::value& schema, std::string_view name) const {
    const json::object& named = resolved(schema).as_object();
    if (const json::value* members = named.if_contains("properties")) {
        if (const json::value* found = members->as_object().if_contains(name))
            return found;
    }
    const json::value* parts = named.if_contains("allOf");
    if (parts == nullptr)
        return nullptr;
    for (const json::value& part : parts->as_array()) {
        if (const json::value* found = memberOf(part, name))
            return found;
    }
    return nullptr;
}

const json::value* ShortSchemas::member(std::string_view name, std::string_view wanted) const {
    return memberOf(component(name), wanted);
}

json::object ShortSchemas::anyProduct(std::string_view name) const {
    OrderUnion orders(*this);
    for (const json::value& product : component(name).at("oneOf").as_array())
        orders.add(resolved(product).as_object());
    return orders.schema();
}

json::object ShortSchemas::texts() {
    return {{"type", "array"}, {"items", json::object{{"type", "string"}}}};
}

} // namespace leadsheet::server::api
