// SPDX-License-Identifier: Apache-2.0
#include "ingest/lead_row.hpp"

#include "map/column_samples.hpp"
#include "text/json_text.hpp"
#include "text/names.hpp"

#include "leadsheet/app/numbers.hpp"
#include "leadsheet/text/render.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

using contract::LeadField;
using contract::LeadFieldType;

constexpr std::size_t kMaxCharacters = 4000; // as the service has it
constexpr int kRatingDecimals = 2;

const contract::LeadFieldInfo& fieldInfo(LeadField field) {
    return contract::kLeadFields[static_cast<std::size_t>(field)];
}

bool isWebAddress(std::string_view text) {
    return (text.starts_with("https://") || text.starts_with("http://")) &&
           text.find_first_of(" \t\r\n") == std::string_view::npos;
}

bool isCountryCode(std::string_view text) {
    return text.size() == 2 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::string textFault(LeadField field, std::string_view text) {
    switch (field) {
    case LeadField::Email:
        return looksLikeEmail(text) ? "" : "This is not an e-mail address.";
    case LeadField::LinkedinUrl:
    case LeadField::CompanyLinkedinUrl:
        return isWebAddress(text) ? "" : "An address begins with https:// or http://.";
    case LeadField::CompanyDomain:
        return looksLikeDomain(text) ? "" : "This is not a web domain such as example.com.";
    case LeadField::Country:
        return isCountryCode(text) ? "" : "A country is two capital letters, for example DE.";
    case LeadField::Result:
        return isOneOf(text, {"good", "risky", "unknown", "invalid"})
                   ? ""
                   : "A result is good, risky, unknown or invalid.";
    case LeadField::EmailType:
        return isOneOf(text, {"work", "personal", "role"})
                   ? ""
                   : "The kind of an e-mail address is work, personal or role.";
    case LeadField::PhoneType:
        return isOneOf(text, {"direct", "mobile", "office", "other"})
                   ? ""
                   : "The kind of a phone number is direct, mobile, office or other.";
    default:
        return {};
    }
}

std::string listJson(std::string_view cell) {
    std::string json = "[";
    while (!cell.empty()) {
        const auto comma = cell.find(',');
        const std::string_view item = trimmed(cell.substr(0, comma));
        if (!item.empty()) {
            if (json.size() > 1)
                json += ',';
            appendJsonString(json, item);
        }
        cell = comma == std::string_view::npos ? std::string_view() : cell.substr(comma + 1);
    }
    return json + "]";
}

} // namespace

void LeadRow::add(LeadField field, std::string_view json) {
    if (!members_.empty())
        members_ += ',';
    appendJsonString(members_, fieldInfo(field).name);
    members_.append(":").append(json);
}

std::string LeadRow::set(LeadField field, std::string_view cell) {
    const std::string_view text = trimmed(cell);
    if (text.empty())
        return {};
    const LeadFieldType type = fieldInfo(field).type;
    if (type == LeadFieldType::Integer || type == LeadFieldType::Decimal) {
        const NumberReading reading =
            type == LeadFieldType::Integer ? readCount(text) : readDecimal(text, kRatingDecimals);
        if (!reading.ok())
            return text::render(reading.reason);
        add(field, plainNumber(reading));
        return {};
    }
    if (type == LeadFieldType::List) {
        add(field, listJson(text));
        return {};
    }
    if (characterCount(text) > kMaxCharacters)
        return "The text is longer than 4,000 characters.";
    if (std::string fault = textFault(field, text); !fault.empty())
        return fault;
    std::string json;
    appendJsonString(json, text);
    add(field, json);
    const auto keep = [&](std::string& into) {
        into = lowerCase(text);
        names_ = true;
    };
    switch (field) {
    case LeadField::Email:
        keep(email_);
        break;
    case LeadField::LinkedinUrl:
        keep(profile_);
        break;
    case LeadField::FullName:
        keep(name_);
        break;
    case LeadField::FirstName:
        keep(first_);
        break;
    case LeadField::LastName:
        keep(last_);
        break;
    case LeadField::CompanyDomain:
        keep(domain_);
        break;
    case LeadField::CompanyName:
    case LeadField::Phone:
        names_ = true;
        break;
    default:
        break;
    }
    return {};
}

std::string LeadRow::identity() const {
    if (!email_.empty())
        return "e " + email_;
    if (!profile_.empty())
        return "l " + profile_;
    std::string whole = name_;
    if (whole.empty() && !first_.empty() && !last_.empty())
        whole = first_ + " " + last_;
    return whole.empty() || domain_.empty() ? std::string() : "n " + domain_ + " " + whole;
}

} // namespace leadsheet::app
