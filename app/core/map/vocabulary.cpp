// SPDX-License-Identifier: Apache-2.0
#include "map/vocabulary.hpp"

#include "leadsheet/app/fields.hpp"
#include "text/names.hpp"

#include <boost/json.hpp>

namespace leadsheet::app {
namespace {

namespace json = boost::json;
using Names = std::unordered_map<std::string, std::string>;

std::string_view find(const Names& names, const std::string& key) {
    const auto found = names.find(key);
    return found == names.end() ? std::string_view() : std::string_view(found->second);
}

// {"meaning": ["name", ...], ...} into name -> meaning. A name that is taken stays as it was.
void addNames(Names& names, const json::object& meanings, const std::string& prefix) {
    for (const auto& [meaning, spellings] : meanings) {
        const std::string value(meaning);
        names.emplace(prefix + plainName(value), value);
        const auto* list = spellings.if_array();
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
            if (const auto* spelling = (*list)[i].if_string())
                names.emplace(prefix + plainName(*spelling), value);
    }
}

} // namespace

const Vocabulary& Vocabulary::builtIn() {
    static const Vocabulary vocabulary = fromJson(kVocabularyJson).value_or(Vocabulary());
    return vocabulary;
}

std::optional<Vocabulary> Vocabulary::fromJson(std::string_view text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    const auto* root = error ? nullptr : document.if_object();
    if (root == nullptr)
        return std::nullopt;
    Vocabulary result;
    for (const TargetField& field : allTargets()) {
        result.targets_.emplace(plainName(field.name), field.name);
        if (field.info != nullptr)
            result.targets_.emplace(plainName(field.info->title), field.name);
    }
    for (const auto& product : contract::kProducts) {
        result.products_.emplace(plainName(product.id), product.id);
        result.products_.emplace(plainName(product.title), product.id);
    }
    const auto section = [&](std::string_view name) -> const json::object* {
        const auto* value = root->if_contains(name);
        return value == nullptr ? nullptr : value->if_object();
    };
    if (const auto* targets = section("targets"))
        addNames(result.targets_, *targets, "");
    if (const auto* products = section("products"))
        addNames(result.products_, *products, "");
    if (const auto* values = section("values"))
        for (const auto& [field, meanings] : *values)
            if (const auto* object = meanings.if_object())
                addNames(result.values_, *object, std::string(field) + "/");
    const auto* totals = root->if_contains("totals");
    if (const auto* words = totals == nullptr ? nullptr : totals->if_array())
        for (const json::value& word : *words)
            if (const auto* name = word.if_string())
                result.totals_.insert(plainName(*name));
    return result;
}

std::string_view Vocabulary::target(const std::string& plainHeader) const {
    return find(targets_, plainHeader);
}

std::string_view Vocabulary::product(const std::string& plainText) const {
    return find(products_, plainText);
}

std::string_view Vocabulary::value(std::string_view field, const std::string& plainText) const {
    return find(values_, std::string(field) + "/" + plainText);
}

std::string_view Vocabulary::nearValue(std::string_view field, const std::string& plainText) const {
    constexpr std::size_t kShortest = 5; // below, one changed letter makes another word
    constexpr std::size_t kLongest = 40;
    if (plainText.size() < kShortest || plainText.size() > kLongest)
        return {};
    const std::string prefix = std::string(field) + "/";
    std::string_view near;
    for (const auto& [name, member] : values_) {
        if (!name.starts_with(prefix) || name.size() < prefix.size() + kShortest ||
            editDistance(std::string_view(name).substr(prefix.size()), plainText) > 1)
            continue;
        if (!near.empty() && near != member)
            return {};
        near = member;
    }
    return near;
}

} // namespace leadsheet::app
