// SPDX-License-Identifier: Apache-2.0
#include "outreach/lead_text.hpp"

#include "domain/timestamp.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::outreach {

namespace {

namespace json = boost::json;
using contract::LeadFieldType;

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

std::vector<std::pair<std::string, std::string>> leadMembers(const domain::LeadDraft& lead,
                                                             const FieldMap& fields,
                                                             std::span<const UsualField> usual) {
    std::vector<std::pair<std::string, std::string>> members;
    const auto add = [&](domain::LeadField field, std::string_view name) {
        if (std::string text = leadText(lead, field); !text.empty())
            members.emplace_back(name, std::move(text));
    };
    for (const auto& [field, name] : fields)
        add(field, name);
    for (const auto& [field, name] : usual) {
        if (fields.empty())
            add(field, name);
    }
    return members;
}

} // namespace leadsheet::server::outreach
