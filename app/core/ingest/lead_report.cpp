// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_sheet.hpp"

#include "check/tab_head.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/text/render.hpp"
#include "leadsheet/try.hpp"
#include "map/column_samples.hpp"
#include "sheet/sha256.hpp"
#include "text/json_text.hpp"
#include "text/names.hpp"

#include <leadsheet/contract/lead_fields.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace leadsheet::app {

using contract::LeadField;
using contract::LeadFieldType;

namespace {

/// One lead as it is read out of cells: its JSON and its identity.
class LeadRow {
public:
    /// Empty, or why the cell cannot be the field's value. Blank cells are absent.
    std::string set(contract::LeadField field, std::string_view cell);

    /// Whether it names a person or a company.
    bool names() const { return names_; }
    /// By what the service knows it again: e-mail, else LinkedIn profile, else name and company
    /// domain (contract section 6); empty = by nothing.
    std::string identity() const;
    /// A JSON object.
    std::string json() const { return "{" + members_ + "}"; }

private:
    void add(contract::LeadField field, std::string_view json);

    std::string members_;
    std::string email_;
    std::string profile_;
    std::string name_;
    std::string first_;
    std::string last_;
    std::string domain_;
    bool names_ = false;
};

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

void LeadRow::add(LeadField field, std::string_view json) {
    if (!members_.empty())
        members_ += ',';
    appendJsonString(members_, fieldInfo(field).name);
    members_.append(":").append(json);
}

std::string LeadRow::set(LeadField field, std::string_view cell) {
    const std::string_view text = withoutFormulaGuard(trimmed(cell));
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

/// Adds up what rows come to.
class LeadTally {
public:
    LeadTally(const LeadSheet& sheet, LeadReport& report)
        : sheet_(sheet)
        , report_(report) {}

    void take(const RowView& row) {
        const std::int64_t further = row.repeat - 1; // identical ones directly below
        report_.rows += row.repeat;
        report_.repeated += further;
        LeadRow lead;
        for (const LeadColumn& column : sheet_.columns) {
            if (!column.field)
                continue;
            if (std::string fault = lead.set(*column.field, row.textAt(column.column));
                !fault.empty())
                return refuse({row.row, column.header, std::move(fault), false});
        }
        if (!lead.names())
            return refuse({row.row, {}, "The row names neither a person nor a company.", false});
        if (const std::string identity = lead.identity(); !identity.empty()) {
            const auto [known, isNew] = seen_.emplace(identity, row.row);
            if (!isNew)
                return refuse(
                    {row.row,
                     {},
                     "The same lead is already in row " + std::to_string(known->second) + ".",
                     true});
        }
        ++report_.ready;
        report_.leads += lead.json() + '\n';
        report_.sheetRows.push_back(row.row);
    }

private:
    void refuse(LeadFault fault) {
        ++(fault.repeated ? report_.repeated : report_.refused);
        if (report_.faults.size() < kMaxLeadFaults)
            report_.faults.push_back(std::move(fault));
    }

    const LeadSheet& sheet_;
    LeadReport& report_;
    std::unordered_map<std::string, std::uint32_t> seen_;
};

} // namespace

SheetResult<LeadReport> checkLeads(const LeadSheet& sheet, std::stop_token stop) {
    LEADSHEET_TRY(auto source, openDecided(sheet.file, {}, std::move(stop)));
    LEADSHEET_TRY_DONE(source->open(sheet.tab));
    LeadReport report;
    LeadTally tally(sheet, report);
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source->next(row));
        if (next == Next::End)
            break;
        if (row.row < sheet.firstDataRow || row.blank())
            continue;
        if (row.hidden)
            report.hidden += row.repeat;
        else
            tally.take(row);
    }
    report.digest = sha256Of(report.leads);
    return report;
}

} // namespace leadsheet::app
