// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_export.hpp"
#include "leadsheet/contract/platforms.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace {

// The names are those of the programs' own fields, by which they map a column whose name is the
// same (looked up in November 2026):
// HubSpot, contacts: knowledge.hubspot.com/crm-setup/set-up-your-import-file and
//   knowledge.hubspot.com/properties/hubspots-default-contact-properties
// Salesforce, leads: help.salesforce.com, "Field Mapping for Importing Leads"
// Pipedrive, people with their organizations: support.pipedrive.com/en/article/import-fields
// Outreach, prospects: the attributes of a prospect in developers.outreach.io

std::vector<NamedLeadField> hubSpotColumns() {
    return {{LeadField::FirstName, "First Name"},
            {LeadField::LastName, "Last Name"},
            {LeadField::Email, "Email"},
            {LeadField::Phone, "Phone Number"},
            {LeadField::JobTitle, "Job Title"},
            {LeadField::CompanyName, "Company Name"},
            {LeadField::CompanyDomain, "Website URL"},
            {LeadField::Industry, "Industry"},
            {LeadField::Street, "Street Address"},
            {LeadField::City, "City"},
            {LeadField::Region, "State/Region"},
            {LeadField::PostalCode, "Postal Code"},
            {LeadField::Country, "Country/Region"}};
}

std::vector<NamedLeadField> salesforceColumns() {
    return {{LeadField::FirstName, "First Name"},  {LeadField::LastName, "Last Name"},
            {LeadField::CompanyName, "Company"},   {LeadField::JobTitle, "Title"},
            {LeadField::Email, "Email"},           {LeadField::Phone, "Phone"},
            {LeadField::CompanyDomain, "Website"}, {LeadField::Industry, "Industry"},
            {LeadField::Street, "Street"},         {LeadField::City, "City"},
            {LeadField::Region, "State/Province"}, {LeadField::PostalCode, "Postal Code"},
            {LeadField::Country, "Country"}};
}

std::vector<NamedLeadField> pipedriveColumns() {
    return {{LeadField::FullName, "Person - Name"},
            {LeadField::Email, "Person - Email"},
            {LeadField::Phone, "Person - Phone"},
            {LeadField::JobTitle, "Person - Job title"},
            {LeadField::CompanyName, "Organization - Name"},
            {LeadField::CompanyDomain, "Organization - Website"},
            {LeadField::LinkedinUrl, "Person - LinkedIn"}};
}

std::vector<NamedLeadField> outreachColumns() {
    return {{LeadField::FirstName, "First Name"}, {LeadField::LastName, "Last Name"},
            {LeadField::Email, "Email"},          {LeadField::JobTitle, "Title"},
            {LeadField::CompanyName, "Company"},  {LeadField::Phone, "Work Phone"},
            {LeadField::LinkedinUrl, "LinkedIn"}, {LeadField::CompanyDomain, "Website"},
            {LeadField::Industry, "Industry"},    {LeadField::City, "City"},
            {LeadField::Region, "State"},         {LeadField::PostalCode, "Zip"},
            {LeadField::Country, "Country"},      {LeadField::Timezone, "Time Zone"}};
}

/// The platforms that leads are pushed to, under the names by which they are pushed.
std::vector<NamedLeadField> columnsOf(const contract::PlatformInfo& platform) {
    std::vector<NamedLeadField> columns{{LeadField::Email, "email"}};
    for (const auto& column : platform.columns)
        columns.push_back({column.field, column.name});
    return columns;
}

std::vector<LeadPreset> makePresets() {
    std::vector<LeadPreset> presets{{"hubspot", "HubSpot", hubSpotColumns()},
                                    {"salesforce", "Salesforce", salesforceColumns()},
                                    {"pipedrive", "Pipedrive", pipedriveColumns()},
                                    {"outreach", "Outreach", outreachColumns()}};
    for (const contract::PlatformInfo& platform : contract::kPlatforms)
        presets.push_back({platform.id, platform.title, columnsOf(platform)});
    return presets;
}

} // namespace

const std::vector<LeadPreset>& leadPresets() {
    static const std::vector<LeadPreset> presets = makePresets();
    return presets;
}

const LeadPreset* findLeadPreset(std::string_view id) {
    const auto& all = leadPresets();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const LeadPreset& preset) { return preset.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace leadsheet::app
