// SPDX-License-Identifier: Apache-2.0
#include "outreach/adapter.hpp"

#include "domain/timestamp.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdlib>

namespace leadsheet::server::outreach {

namespace {

namespace json = boost::json;
using contract::LeadFieldType;

// In the order of the enumeration.
constexpr std::array<std::string_view, 4> kPolicyNames = {
    "skip_if_in_workspace", "skip_if_in_campaign", "skip_if_in_list", "send"};

std::string decimalText(std::int64_t value) {
    std::string fraction = std::to_string(value % domain::kLeadDecimalUnit);
    fraction.insert(0, fraction.size() < 2 ? 1 : 0, '0');
    while (!fraction.empty() && fraction.back() == '0')
        fraction.pop_back();
    const std::string whole = std::to_string(value / domain::kLeadDecimalUnit);
    return fraction.empty() ? whole : whole + "." + fraction;
}

std::string listText(const std::string& array) {
    boost::system::error_code error;
    const json::value items = json::parse(array, error);
    if (error || !items.is_array())
        return array;
    std::string text;
    for (const json::value& item : items.get_array()) {
        if (!item.is_string())
            continue;
        text.append(text.empty() ? "" : ", ").append(std::string_view(item.get_string()));
    }
    return text;
}

std::string numberText(std::int64_t value, LeadFieldType type) {
    switch (type) {
    case LeadFieldType::Decimal:
        return decimalText(value);
    case LeadFieldType::Boolean:
        return value != 0 ? "true" : "false";
    case LeadFieldType::Timestamp:
        return domain::formatTimestamp(domain::fromMillis(value));
    case LeadFieldType::Text:
    case LeadFieldType::Integer:
    case LeadFieldType::List:
        break;
    }
    return std::to_string(value);
}

} // namespace

std::string_view name(Platform platform) {
    return contract::info(platform).id;
}

std::string_view name(DuplicatePolicy policy) {
    return kPolicyNames[static_cast<std::size_t>(policy)];
}

std::optional<Platform> platformNamed(std::string_view text) {
    const contract::PlatformInfo* found = contract::findPlatform(text);
    return found == nullptr ? std::nullopt : std::optional(found->platform);
}

std::optional<DuplicatePolicy> duplicatePolicyNamed(std::string_view text) {
    const auto found = std::ranges::find(kPolicyNames, text);
    if (found == kPolicyNames.end())
        return std::nullopt;
    return static_cast<DuplicatePolicy>(found - kPolicyNames.begin());
}

const Adapter& adapterFor(Platform platform) {
    switch (platform) {
    case Platform::Instantly:
        return instantlyAdapter();
    case Platform::Smartlead:
        return smartleadAdapter();
    case Platform::Lemlist:
        return lemlistAdapter();
    }
    std::abort(); // no adapter may stand in for another: it would get the credential
}

bool Adapter::reportsDuplicates(DuplicatePolicy policy) const {
    switch (policy) {
    case DuplicatePolicy::SkipIfInWorkspace:
    case DuplicatePolicy::SkipIfInCampaign:
        return true;
    case DuplicatePolicy::SkipIfInList:
        // A lead in a campaign is in no list, so the list's switch would not see it.
        return !info_.tellsListsApart;
    case DuplicatePolicy::Send:
        break;
    }
    return false;
}

std::string leadText(const domain::LeadDraft& lead, domain::LeadField field) {
    const LeadFieldType type = contract::kLeadFields[field].type;
    const domain::LeadValue& value = lead.values[field];
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return numberText(*number, type);
    if (const auto* text = std::get_if<std::string>(&value))
        return type == LeadFieldType::List ? listText(*text) : *text;
    return {};
}

std::string leadEmail(const domain::LeadDraft& lead) {
    return leadText(lead, domain::leadField("email"));
}

std::vector<std::pair<std::string, std::string>>
Adapter::leadMembers(const domain::LeadDraft& lead, const FieldMap& fields) const {
    std::vector<std::pair<std::string, std::string>> members;
    const auto add = [&](domain::LeadField field, std::string_view name) {
        if (std::string text = leadText(lead, field); !text.empty())
            members.emplace_back(name, std::move(text));
    };
    for (const auto& [field, name] : fields)
        add(field, name);
    for (const auto& [field, name] : info_.columns) {
        if (fields.empty())
            add(static_cast<domain::LeadField>(field), name);
    }
    return members;
}

} // namespace leadsheet::server::outreach
