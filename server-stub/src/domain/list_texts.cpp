// SPDX-License-Identifier: Apache-2.0
#include "domain/list_texts.hpp"

#include "leadsheet/contract/products.hpp"

#include "domain/text_check.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::server::domain {

namespace {

namespace json = boost::json;
using Items = std::vector<std::string_view>;

constexpr std::string_view kSuffix = "Text";

bool isListField(std::string_view name) {
    return std::ranges::any_of(contract::kProducts, [name](const contract::ProductInfo& product) {
        const contract::FieldInfo* field = contract::findField(product, name);
        return field != nullptr && field->kind == contract::FieldKind::List;
    });
}

Items itemsOfText(std::string_view text) {
    Items items;
    for (;;) {
        const auto comma = text.find(',');
        if (const std::string_view item = trimmed(text.substr(0, comma)); !item.empty())
            items.push_back(item);
        if (comma == std::string_view::npos)
            return items;
        text.remove_prefix(comma + 1);
    }
}

/// nullopt: neither an array of texts nor a text.
std::optional<Items> itemsOf(const json::value& list) {
    if (const json::string* text = list.if_string())
        return itemsOfText(*text);
    const json::array* given = list.if_array();
    if (given == nullptr)
        return std::nullopt;
    Items items;
    for (const json::value& item : *given) {
        if (!item.is_string())
            return std::nullopt;
        items.push_back(trimmed(std::string_view(item.get_string())));
    }
    return items;
}

json::value joined(const json::array& list) {
    std::string text;
    for (const json::value& item : list) {
        const std::string_view part = item.get_string();
        if (part.find(',') != std::string_view::npos)
            return nullptr;
        text += (text.empty() ? "" : ", ") + std::string(part);
    }
    return json::value(text);
}

} // namespace

void addListTexts(json::object& request) {
    json::object texts;
    for (const auto& [name, list] : request)
        if (list.is_array() && isListField(name))
            texts.emplace(std::string(name) + std::string(kSuffix), joined(list.get_array()));
    for (auto& [name, text] : texts)
        request.emplace(name, std::move(text));
}

std::string_view listOfText(std::string_view member) {
    if (!member.ends_with(kSuffix))
        return {};
    member.remove_suffix(kSuffix.size());
    return isListField(member) ? member : std::string_view();
}

void dropListTexts(json::object& request) {
    for (json::object::iterator member = request.begin(); member != request.end();) {
        const std::string_view name = listOfText(member->key());
        const json::value* list = name.empty() ? nullptr : request.if_contains(name);
        const json::string* text = member->value().if_string();
        const bool restates =
            text != nullptr && list != nullptr && itemsOf(*list) == itemsOfText(*text);
        if (!name.empty() && (member->value().is_null() || restates))
            member = request.stable_erase(member);
        else
            ++member;
    }
}

} // namespace leadsheet::server::domain
