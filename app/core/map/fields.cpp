// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/fields.hpp"

#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

// Price guards belong to a run, not to a row. The caller's own name for an order is its Reference.
bool isNoTarget(std::string_view name) {
    return name == "quoteId" || name == "maxPrice" || name == kReferenceField;
}

std::vector<TargetField> makeTargets() {
    std::vector<TargetField> targets;
    targets.push_back({std::string(kProductTarget), nullptr, {}});
    for (const auto& field : contract::kCommonFields)
        if (!isNoTarget(field.name) && field.kind != contract::FieldKind::StringMap)
            targets.push_back({std::string(field.name), &field, {}});
    targets.push_back({std::string(kReferenceTarget), nullptr, {}});
    for (const auto& product : contract::kProducts)
        for (const auto& field : product.fields) {
            const auto known =
                std::find_if(targets.begin(), targets.end(),
                             [&](const TargetField& target) { return target.name == field.name; });
            if (known == targets.end())
                targets.push_back({std::string(field.name), &field, {product.id}});
            else
                known->products.push_back(product.id);
        }
    return targets;
}

} // namespace

const std::vector<TargetField>& allTargets() {
    static const std::vector<TargetField> targets = makeTargets();
    return targets;
}

bool canJoin(std::string_view target) {
    const auto found = findTarget(target);
    return found && found->info != nullptr && found->info->kind == contract::FieldKind::List;
}

std::optional<TargetField> findTarget(std::string_view name) {
    // Maps of before knew the field of the service as a target of its own.
    if (name == kReferenceField)
        name = kReferenceTarget;
    for (const TargetField& target : allTargets())
        if (target.name == name)
            return target;
    const auto dot = name.find(kMemberSeparator);
    if (dot == std::string_view::npos || dot + 1 == name.size())
        return std::nullopt;
    const auto* field = contract::findCommonField(name.substr(0, dot));
    if (field == nullptr || field->kind != contract::FieldKind::StringMap)
        return std::nullopt;
    return TargetField{std::string(name), field, {}};
}

std::vector<std::string> suggestTargets(std::string_view name) {
    constexpr std::size_t kMax = 3;
    std::vector<std::string> names;
    for (const TargetField& target : allTargets())
        names.push_back(target.name);
    auto close = closeNames(name, names, kMax);
    const std::string meant(Vocabulary::builtIn().target(plainName(name)));
    if (!meant.empty() && std::find(close.begin(), close.end(), meant) == close.end())
        close.insert(close.begin(), meant);
    close.resize(std::min(close.size(), kMax));
    return close;
}

const contract::ProductInfo* productFromText(std::string_view text) {
    const std::string_view exact = trimmed(text);
    if (const auto* product = contract::findProduct(exact))
        return product;
    // "filters (cancelled)" says more than the product.
    if (const auto open = exact.find_first_of("(["); open != std::string_view::npos && open > 0) {
        const auto words = plainWords(exact.substr(open + 1));
        if (!Vocabulary::builtIn().product(plainName(exact.substr(open + 1))).empty() ||
            !std::all_of(words.begin(), words.end(), [](const std::string& word) {
                return Vocabulary::builtIn().isCellWord("productWords", word);
            }))
            return nullptr;
    }
    return contract::findProduct(Vocabulary::builtIn().product(plainName(exact)));
}

std::string suggestProduct(std::string_view text) {
    std::vector<std::string> ids;
    for (const auto& product : contract::kProducts)
        ids.emplace_back(product.id);
    const auto close = closeNames(trimmed(text), ids, 1);
    return close.empty() ? std::string() : close.front();
}

} // namespace leadsheet::app
