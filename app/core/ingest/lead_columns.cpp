// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_sheet.hpp"

#include "leadsheet/app/lead_column_memory.hpp"

#include "check/tab_head.hpp"
#include "leadsheet/messages/ingest.hpp"
#include "leadsheet/try.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {

namespace say = messages::ingest;

namespace {

using contract::kLeadFields;
using contract::LeadField;

struct OtherName {
    std::string_view plain; ///< as plainName() writes it
    LeadField field;
};

/// What exports of other programs call them.
constexpr OtherName kOtherNames[] = {
    {"mail", LeadField::Email},
    {"emailaddress", LeadField::Email},
    {"workemail", LeadField::Email},
    {"name", LeadField::FullName},
    {"contactname", LeadField::FullName},
    {"givenname", LeadField::FirstName},
    {"vorname", LeadField::FirstName},
    {"surname", LeadField::LastName},
    {"nachname", LeadField::LastName},
    {"title", LeadField::JobTitle},
    {"position", LeadField::JobTitle},
    {"phonenumber", LeadField::Phone},
    {"telefon", LeadField::Phone},
    {"linkedin", LeadField::LinkedinUrl},
    {"linkedinprofile", LeadField::LinkedinUrl},
    {"company", LeadField::CompanyName},
    {"firma", LeadField::CompanyName},
    {"domain", LeadField::CompanyDomain},
    {"website", LeadField::CompanyDomain},
    {"companylinkedin", LeadField::CompanyLinkedinUrl},
    {"zip", LeadField::PostalCode},
    {"zipcode", LeadField::PostalCode},
    {"plz", LeadField::PostalCode},
    {"state", LeadField::Region},
    {"land", LeadField::Country},
    {"countrycode", LeadField::Country},
    {"emailstatus", LeadField::Result},
    {"reviews", LeadField::ReviewCount},
};

std::optional<LeadField> fieldOf(const std::string& header) {
    const std::string plain = plainName(header);
    if (plain.empty())
        return std::nullopt;
    for (std::size_t i = 0; i < kLeadFields.size(); ++i)
        if (const auto field = static_cast<LeadField>(i);
            isIngested(field) && plainName(kLeadFields[i].name) == plain)
            return field;
    for (const OtherName& other : kOtherNames)
        if (other.plain == plain)
            return other.field;
    return std::nullopt;
}

std::string sampleAt(const std::vector<SampleRow>& rows, std::uint32_t column) {
    for (const SampleRow& row : rows)
        if (!row.textAt(column).empty())
            return row.cells[column];
    return {};
}

bool isTaken(const LeadSheet& sheet, LeadField field) {
    return std::any_of(sheet.columns.begin(), sheet.columns.end(),
                       [&](const LeadColumn& column) { return column.field == field; });
}

std::vector<LeadTab> tabsOf(const RowSource& source) {
    std::vector<LeadTab> tabs;
    for (const SheetInfo& sheet : source.sheets())
        tabs.push_back({tabs.size(), sheet.name, sheet.visibility != SheetVisibility::Visible});
    return tabs;
}

SheetResult<LeadSheet> readTab(RowSource& source, const std::filesystem::path& file,
                               std::size_t tab, const LeadColumnMemory* memory) {
    LEADSHEET_TRY(const auto head, readHead(source, tab, {}));
    LEADSHEET_TRY(const auto header, chooseHeader(head, std::nullopt));
    if (!header.row)
        return tl::unexpected(SheetError{SheetErrorCode::HeaderNotFound,
                                         {},
                                         {say::noHeaderRow()},
                                         {say::putNamesInFirstRow()},
                                         {}});
    const std::vector<SampleRow> rows = dataRows(head, header);
    const std::vector<std::string> names = columnNames(head, header);
    LeadSheet sheet;
    sheet.file = file;
    sheet.tab = tab;
    sheet.firstDataRow = header.firstDataRow();
    for (std::uint32_t column = 0; column < names.size(); ++column) {
        if (trimmed(names[column]).empty())
            continue;
        LeadColumn added;
        added.column = column;
        added.header = names[column];
        added.sample = sampleAt(rows, column);
        added.field = fieldOf(names[column]);
        if (added.field && isTaken(sheet, *added.field))
            added.field.reset();
        sheet.columns.push_back(std::move(added));
    }
    if (memory != nullptr)
        memory->apply(sheet);
    return sheet;
}

} // namespace

bool isIngested(LeadField field) {
    switch (field) {
    case LeadField::Id:
    case LeadField::OrderNumber:
    case LeadField::Product:
    case LeadField::DeliveredAt:
    case LeadField::HasEmail:
    case LeadField::HasPhone:
    case LeadField::ExternalRef:
        return false;
    default:
        return true;
    }
}

std::string LeadSheet::fault() const {
    constexpr std::array kNaming = {LeadField::FirstName,   LeadField::LastName,
                                    LeadField::FullName,    LeadField::Email,
                                    LeadField::Phone,       LeadField::LinkedinUrl,
                                    LeadField::CompanyName, LeadField::CompanyDomain};
    std::vector<LeadField> filled;
    for (const LeadColumn& column : columns) {
        if (!column.field)
            continue;
        if (std::find(filled.begin(), filled.end(), *column.field) != filled.end())
            return "Two columns fill the same field. Keep one of them.";
        filled.push_back(*column.field);
    }
    if (std::none_of(kNaming.begin(), kNaming.end(), [&](LeadField field) {
            return std::find(filled.begin(), filled.end(), field) != filled.end();
        }))
        return "No column says who the lead is. Map a name, an e-mail address, a phone number, a "
               "LinkedIn profile, a company name or a domain.";
    return {};
}

SheetResult<std::vector<LeadTab>> leadTabs(const std::filesystem::path& file,
                                           std::stop_token stop) {
    LEADSHEET_TRY(const auto source, openDecided(file, {}, std::move(stop)));
    return tabsOf(*source);
}

SheetResult<LeadSheet> openLeadSheet(const std::filesystem::path& file, const LeadOpening& opening,
                                     std::stop_token stop) {
    LEADSHEET_TRY(auto source, openDecided(file, {}, std::move(stop)));
    if (opening.tab)
        return readTab(*source, file, *opening.tab, opening.memory);
    std::optional<SheetError> first;
    for (const LeadTab& tab : tabsOf(*source)) {
        if (tab.hidden)
            continue;
        auto sheet = readTab(*source, file, tab.index, opening.memory);
        if (sheet || (sheet.error().code != SheetErrorCode::HeaderNotFound &&
                      sheet.error().code != SheetErrorCode::Empty))
            return sheet;
        if (!first)
            first = sheet.error();
    }
    if (first)
        return tl::unexpected(*std::move(first));
    return readTab(*source, file, 0, opening.memory);
}

} // namespace leadsheet::app
