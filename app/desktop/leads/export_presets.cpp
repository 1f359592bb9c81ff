// SPDX-License-Identifier: Apache-2.0
#include "export_presets.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

struct ExportPresets {
    Q_DECLARE_TR_FUNCTIONS(ExportPresets)
};

std::vector<LeadField> campaignFields() {
    return {LeadField::Email,       LeadField::FirstName,     LeadField::LastName,
            LeadField::CompanyName, LeadField::JobTitle,      LeadField::Phone,
            LeadField::LinkedinUrl, LeadField::CompanyDomain, LeadField::Country,
            LeadField::Timezone,    LeadField::Result,        LeadField::Id};
}

} // namespace

std::vector<ExportPreset> exportPresets() {
    using app::ExportFormat;
    return {
        {QStringLiteral("excel"),
         ExportPresets::tr("Excel"),
         ExportPresets::tr("A workbook. Numbers with leading zeros and phone numbers stay as they "
                           "are."),
         ExportFormat::Xlsx,
         ',',
         false,
         {}},
        {QStringLiteral("sheets"),
         ExportPresets::tr("Google Sheets, LibreOffice"),
         ExportPresets::tr("CSV in UTF-8 with commas."),
         ExportFormat::Csv,
         ',',
         false,
         {}},
        {QStringLiteral("semicolons"),
         ExportPresets::tr("Excel by CSV"),
         ExportPresets::tr("CSV with semicolons and a mark for UTF-8, as Excel opens it in "
                           "countries with a decimal comma."),
         ExportFormat::Csv,
         ';',
         true,
         {}},
        {QStringLiteral("campaign"), ExportPresets::tr("Outreach (Instantly, Smartlead, lemlist)"),
         ExportPresets::tr("CSV with the columns that campaigns use, e-mail first."),
         ExportFormat::Csv, ',', false, campaignFields()},
        {QStringLiteral("programs"),
         ExportPresets::tr("Programs (JSON Lines)"),
         ExportPresets::tr("A JSON object a line, with types kept."),
         ExportFormat::JsonLines,
         ',',
         false,
         {}},
    };
}

QString endingOf(app::ExportFormat format) {
    switch (format) {
    case app::ExportFormat::Xlsx:
        return QStringLiteral(".xlsx");
    case app::ExportFormat::JsonLines:
        return QStringLiteral(".jsonl");
    case app::ExportFormat::Csv:
        break;
    }
    return QStringLiteral(".csv");
}

} // namespace leadsheet::desktop
