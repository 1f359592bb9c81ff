// SPDX-License-Identifier: Apache-2.0
#include "destination_words.hpp"

#include "../shell/words.hpp"

#include <QCoreApplication>

#include <iterator>

namespace leadsheet::desktop {
namespace {

struct OutreachSaid {
    Q_DECLARE_TR_FUNCTIONS(DestinationWords)
};

struct ColumnNames {
    LeadField field;
    const char* title;
    const char* instantly;
    const char* smartlead;
    const char* lemlist;
};

// The e-mail is always sent and stands for the lead: it is no column to map.
constexpr ColumnNames kColumnNames[] = {
    {LeadField::FirstName, QT_TRANSLATE_NOOP("DestinationWords", "First name"), "first_name",
     "first_name", "firstName"},
    {LeadField::LastName, QT_TRANSLATE_NOOP("DestinationWords", "Last name"), "last_name",
     "last_name", "lastName"},
    {LeadField::CompanyName, QT_TRANSLATE_NOOP("DestinationWords", "Company"), "company_name",
     "company_name", "companyName"},
    {LeadField::JobTitle, QT_TRANSLATE_NOOP("DestinationWords", "Job title"), "job_title",
     "job_title", "jobTitle"},
    {LeadField::Phone, QT_TRANSLATE_NOOP("DestinationWords", "Phone"), "phone", "phone_number",
     "phone"},
    {LeadField::CompanyDomain, QT_TRANSLATE_NOOP("DestinationWords", "Company domain"), "website",
     "website", "companyDomain"},
    {LeadField::LinkedinUrl, QT_TRANSLATE_NOOP("DestinationWords", "LinkedIn page"), "linkedin_url",
     "linkedin_profile", "linkedinUrl"},
    {LeadField::Industry, QT_TRANSLATE_NOOP("DestinationWords", "Industry"), "industry", "industry",
     "industry"},
    {LeadField::City, QT_TRANSLATE_NOOP("DestinationWords", "City"), "city", "location", "city"},
    {LeadField::Country, QT_TRANSLATE_NOOP("DestinationWords", "Country"), "country", "country",
     "country"},
    {LeadField::FullName, QT_TRANSLATE_NOOP("DestinationWords", "Full name"), "", "", ""},
    {LeadField::Seniority, QT_TRANSLATE_NOOP("DestinationWords", "Seniority"), "", "", ""},
    {LeadField::Department, QT_TRANSLATE_NOOP("DestinationWords", "Department"), "", "", ""},
    {LeadField::CompanySize, QT_TRANSLATE_NOOP("DestinationWords", "Company size"), "", "", ""},
    {LeadField::CompanyRevenue, QT_TRANSLATE_NOOP("DestinationWords", "Company revenue"), "", "",
     ""},
    {LeadField::FoundedYear, QT_TRANSLATE_NOOP("DestinationWords", "Year founded"), "", "", ""},
    {LeadField::Technologies, QT_TRANSLATE_NOOP("DestinationWords", "Technologies"), "", "", ""},
    {LeadField::CompanyLinkedinUrl,
     QT_TRANSLATE_NOOP("DestinationWords", "LinkedIn of the company"), "", "", ""},
    {LeadField::Street, QT_TRANSLATE_NOOP("DestinationWords", "Street"), "", "", ""},
    {LeadField::PostalCode, QT_TRANSLATE_NOOP("DestinationWords", "Postal code"), "", "", ""},
    {LeadField::Region, QT_TRANSLATE_NOOP("DestinationWords", "Region"), "", "", ""},
    {LeadField::Timezone, QT_TRANSLATE_NOOP("DestinationWords", "Time zone"), "", "", ""},
    {LeadField::Rating, QT_TRANSLATE_NOOP("DestinationWords", "Rating"), "", "", ""},
    {LeadField::ReviewCount, QT_TRANSLATE_NOOP("DestinationWords", "Reviews"), "", "", ""},
    {LeadField::Result, QT_TRANSLATE_NOOP("DestinationWords", "Verification result"), "", "", ""},
    {LeadField::OrderNumber, QT_TRANSLATE_NOOP("DestinationWords", "Order number"), "", "", ""},
    {LeadField::ExternalRef, QT_TRANSLATE_NOOP("DestinationWords", "Your reference"), "", "", ""},
};

} // namespace

QList<NamedChoice> platformChoices() {
    return {{"instantly", QStringLiteral("Instantly")},
            {"smartlead", QStringLiteral("Smartlead")},
            {"lemlist", QStringLiteral("lemlist")}};
}

QList<NamedChoice> duplicateChoices(const std::string& platform) {
    QList<NamedChoice> choices{
        {"skip_if_in_workspace",
         OutreachSaid::tr("Leave out leads that are anywhere in the workspace")},
        {"skip_if_in_campaign", OutreachSaid::tr("Leave out leads that are in a campaign")},
        {"skip_if_in_list", OutreachSaid::tr("Leave out leads that are in a list")},
        {"send", OutreachSaid::tr("Send every lead, known or not")}};
    // Smartlead and lemlist tell a list from the workspace no better than that.
    if (platform != "instantly")
        choices.removeAt(2);
    return choices;
}

QList<NamedChoice> resultChoices() {
    return {{"good", OutreachSaid::tr("good")},
            {"risky", OutreachSaid::tr("risky")},
            {"unknown", OutreachSaid::tr("unknown")},
            {"invalid", OutreachSaid::tr("invalid")}};
}

QString platformWord(const std::string& platform) {
    for (const NamedChoice& choice : platformChoices())
        if (platform == choice.id)
            return choice.word;
    return text(platform);
}

DeliveryLook destinationLook(const Destination& destination) {
    if (!destination.enabled)
        return {OutreachSaid::tr("Disabled"), QLatin1String("pause"), Tone::Muted};
    if (!destination.campaignId)
        return {OutreachSaid::tr("No campaign yet"), QLatin1String("warning"), Tone::Warn};
    if (destination.pushes.unknown > 0)
        return {OutreachSaid::tr("Some outcomes unknown"), QLatin1String("unknown"), Tone::Warn};
    if (destination.pushes.pending + destination.pushes.sending > 0)
        return {OutreachSaid::tr("Sending"), QLatin1String("queued"), Tone::Info};
    return destination.autoDeliver ? DeliveryLook{OutreachSaid::tr("Sends by itself"),
                                                  QLatin1String("placed"), Tone::Good}
                                   : DeliveryLook{OutreachSaid::tr("Sends when told"),
                                                  QLatin1String("placed"), Tone::Neutral};
}

DeliveryLook pushLook(const Push& push) {
    if (push.state == "accepted")
        return {OutreachSaid::tr("Accepted"), QLatin1String("placed"), Tone::Good};
    if (push.state == "skipped_duplicate")
        return {OutreachSaid::tr("Known already"), QLatin1String("skipped"), Tone::Muted};
    if (push.state == "rejected")
        return {OutreachSaid::tr("Refused"), QLatin1String("error"), Tone::Bad};
    if (push.state == "unknown")
        return {OutreachSaid::tr("Outcome unknown"), QLatin1String("unknown"), Tone::Warn};
    if (push.state == "pending" || push.state == "sending")
        return {OutreachSaid::tr("On its way"), QLatin1String("queued"), Tone::Info};
    return {text(push.state), QLatin1String("unknown"), Tone::Muted};
}

QString nameOf(const Destination& destination) {
    return destination.name.empty() ? platformWord(destination.platform) : text(destination.name);
}

QList<MappedColumn> mappedColumns(const std::string& platform) {
    QList<MappedColumn> columns;
    for (const ColumnNames& names : kColumnNames) {
        const char* usual = platform == "smartlead" ? names.smartlead
                            : platform == "lemlist" ? names.lemlist
                                                    : names.instantly;
        columns << MappedColumn{names.field, OutreachSaid::tr(names.title), QLatin1String(usual)};
    }
    return columns;
}

QString leadValueText(const LeadValue& value) {
    struct Speak {
        QString operator()(std::monostate) const { return {}; }
        QString operator()(const std::string& words) const { return text(words); }
        QString operator()(std::int64_t whole) const { return QString::number(whole); }
        QString operator()(double real) const { return QString::number(real); }
        QString operator()(bool yes) const {
            return yes ? QStringLiteral("true") : QStringLiteral("false");
        }
        QString operator()(const std::vector<std::string>& list) const {
            QStringList parts;
            for (const std::string& part : list)
                parts << text(part);
            return parts.join(QStringLiteral(", "));
        }
    };
    return std::visit(Speak(), value);
}

} // namespace leadsheet::desktop
