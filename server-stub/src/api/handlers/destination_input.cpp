// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/destination_input.hpp"

#include "api/handlers/body_members.hpp"
#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/lead_draft.hpp"
#include "domain/text_check.hpp"
#include "domain/utf8.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDestinationName = 100;
constexpr std::size_t kMaxCredential = 1'000;
constexpr std::size_t kMaxCampaign = 200;
constexpr std::size_t kMaxMappedFields = 60;
constexpr std::size_t kMaxMappedName = 100;

const json::value* memberOf(const Exchange& exchange, std::string_view name) {
    const json::object* members = exchange.body->if_object();
    return members == nullptr ? nullptr : members->if_contains(name);
}

bool isColumn(std::string_view name) {
    return std::ranges::any_of(contract::kLeadFields,
                               [&](const auto& field) { return field.name == name; });
}

/// What is wrong with one entry; empty = nothing.
std::string faultOf(std::string_view column, const json::value& name) {
    if (!isColumn(column))
        return std::string(column.substr(0, 100)) + " is no column of a lead.";
    if (!name.is_string())
        return "Every value must be a text.";
    const std::string_view text = name.get_string();
    const std::size_t length = domain::codePoints(text);
    if (length < 1 || length > kMaxMappedName)
        return "A name has 1 to " + std::to_string(kMaxMappedName) + " characters.";
    if (domain::hasControlCharacters(text))
        return "Control characters are not allowed.";
    return {};
}

std::optional<std::string> readFieldMap(const Exchange& exchange, BodyMembers& members) {
    const json::value* value = memberOf(exchange, "fieldMap");
    if (value == nullptr)
        return std::nullopt;
    const json::object* map = value->if_object();
    if (map == nullptr) {
        members.refuse("fieldMap", "wrong_type", "Must be an object of column and name.");
        return std::nullopt;
    }
    if (map->size() > kMaxMappedFields)
        members.refuse("fieldMap", "too_many_items",
                       "At most " + std::to_string(kMaxMappedFields) + " columns.");
    for (const auto& entry : *map) {
        if (std::string fault = faultOf(entry.key(), entry.value()); !fault.empty())
            members.refuse("fieldMap", "not_allowed", std::move(fault));
    }
    return domain::canonicalJson(*value);
}

template <class Named>
auto readNamed(const Exchange& exchange, BodyMembers& members, std::string_view member, Named named,
               std::string_view choices) -> decltype(named("")) {
    const json::value* value = memberOf(exchange, member);
    if (value == nullptr)
        return std::nullopt;
    const auto found =
        value->is_string() ? named(std::string_view(value->get_string())) : decltype(named(""))();
    if (!found)
        members.refuse(member, value->is_string() ? "not_allowed" : "wrong_type",
                       "Must be one of " + std::string(choices) + ".");
    return found;
}

std::optional<std::vector<std::string>> readResults(BodyMembers& members) {
    auto results = members.texts("results", domain::kLeadResults.size());
    for (const std::string& result : results.value_or(std::vector<std::string>())) {
        if (std::ranges::count(domain::kLeadResults, result) == 0)
            members.refuse("results", "not_allowed",
                           "Every item must be one of good, risky, unknown, invalid.");
    }
    return results;
}

/// A name may be empty; nothing else may.
std::optional<std::string> readName(const Exchange& exchange, BodyMembers& members) {
    const json::value* value = memberOf(exchange, "name");
    if (value != nullptr && value->is_string() && value->get_string().empty())
        return std::string();
    return members.text("name", kMaxDestinationName);
}

} // namespace

tl::expected<DestinationDraft, Problem> readDestinationDraft(const Exchange& exchange,
                                                             bool creating) {
    BodyMembers members(*exchange.body, {"platform", "name", "credential", "campaignId", "fieldMap",
                                         "duplicatePolicy", "results", "autoDeliver", "enabled"});
    DestinationDraft draft;
    if (creating)
        members.require({"platform", "credential"});
    else if (members.has("platform"))
        members.refuse("platform", "not_allowed",
                       "The platform stays. Create another destination for another one.");
    if (creating)
        draft.platform = readNamed(exchange, members, "platform", outreach::platformNamed,
                                   "instantly, smartlead, lemlist");
    draft.name = readName(exchange, members);
    draft.credential = members.text("credential", kMaxCredential);
    draft.campaign = members.text("campaignId", kMaxCampaign);
    draft.fieldMap = readFieldMap(exchange, members);
    draft.duplicates =
        readNamed(exchange, members, "duplicatePolicy", outreach::duplicatePolicyNamed,
                  "skip_if_in_workspace, skip_if_in_campaign, skip_if_in_list, send");
    draft.results = readResults(members);
    draft.autoDeliver = members.boolean("autoDeliver");
    draft.enabled = members.boolean("enabled");
    if (const json::object* body = exchange.body->if_object(); body && body->empty())
        members.refuse("", "required", "Give at least one member.");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return draft;
}

} // namespace leadsheet::server::api
