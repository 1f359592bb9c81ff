// SPDX-License-Identifier: Apache-2.0
#include "lead_words.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/app/lead_view.hpp"
#include "leadsheet/app/order_words.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

struct LeadWords {
    Q_DECLARE_TR_FUNCTIONS(LeadWords)
};

// In the order of the contract's list of fields.
constexpr const char* kTitles[] = {
    QT_TRANSLATE_NOOP("LeadWords", "Lead"),
    QT_TRANSLATE_NOOP("LeadWords", "Order"),
    QT_TRANSLATE_NOOP("LeadWords", "Product"),
    QT_TRANSLATE_NOOP("LeadWords", "Delivered"),
    QT_TRANSLATE_NOOP("LeadWords", "Result"),
    QT_TRANSLATE_NOOP("LeadWords", "Reason for the result"),
    QT_TRANSLATE_NOOP("LeadWords", "Has e-mail"),
    QT_TRANSLATE_NOOP("LeadWords", "Has phone"),
    QT_TRANSLATE_NOOP("LeadWords", "First name"),
    QT_TRANSLATE_NOOP("LeadWords", "Last name"),
    QT_TRANSLATE_NOOP("LeadWords", "Name"),
    QT_TRANSLATE_NOOP("LeadWords", "Job title"),
    QT_TRANSLATE_NOOP("LeadWords", "Seniority"),
    QT_TRANSLATE_NOOP("LeadWords", "Department"),
    QT_TRANSLATE_NOOP("LeadWords", "E-mail"),
    QT_TRANSLATE_NOOP("LeadWords", "Kind of e-mail"),
    QT_TRANSLATE_NOOP("LeadWords", "Phone"),
    QT_TRANSLATE_NOOP("LeadWords", "Kind of phone"),
    QT_TRANSLATE_NOOP("LeadWords", "LinkedIn"),
    QT_TRANSLATE_NOOP("LeadWords", "Company"),
    QT_TRANSLATE_NOOP("LeadWords", "Web domain"),
    QT_TRANSLATE_NOOP("LeadWords", "Company on LinkedIn"),
    QT_TRANSLATE_NOOP("LeadWords", "Industry"),
    QT_TRANSLATE_NOOP("LeadWords", "Company size"),
    QT_TRANSLATE_NOOP("LeadWords", "Revenue"),
    QT_TRANSLATE_NOOP("LeadWords", "Founded"),
    QT_TRANSLATE_NOOP("LeadWords", "Technologies"),
    QT_TRANSLATE_NOOP("LeadWords", "Street"),
    QT_TRANSLATE_NOOP("LeadWords", "City"),
    QT_TRANSLATE_NOOP("LeadWords", "Region"),
    QT_TRANSLATE_NOOP("LeadWords", "Postal code"),
    QT_TRANSLATE_NOOP("LeadWords", "Country"),
    QT_TRANSLATE_NOOP("LeadWords", "Time zone"),
    QT_TRANSLATE_NOOP("LeadWords", "Rating"),
    QT_TRANSLATE_NOOP("LeadWords", "Reviews"),
    QT_TRANSLATE_NOOP("LeadWords", "Your reference"),
};
static_assert(std::size(kTitles) == kLeadFieldCount);

struct KindName {
    const char* kind;
    const char* word;
};
constexpr KindName kKinds[] = {
    {"work", QT_TRANSLATE_NOOP("LeadWords", "work")},
    {"personal", QT_TRANSLATE_NOOP("LeadWords", "personal")},
    {"role", QT_TRANSLATE_NOOP("LeadWords", "of a department")},
    {"direct", QT_TRANSLATE_NOOP("LeadWords", "direct")},
    {"mobile", QT_TRANSLATE_NOOP("LeadWords", "mobile")},
    {"office", QT_TRANSLATE_NOOP("LeadWords", "office")},
    {"other", QT_TRANSLATE_NOOP("LeadWords", "other")},
};

/// Of an e-mail address or a phone number; one that came up later is said as it is.
QString kindWord(const std::string& kind) {
    for (const KindName& named : kKinds)
        if (kind == named.kind)
            return LeadWords::tr(named.word);
    return text(kind);
}

QString yesOrNo(bool flag) {
    return flag ? LeadWords::tr("Yes") : LeadWords::tr("No");
}

contract::LeadFieldType typeOf(LeadField field) {
    return contract::kLeadFields[static_cast<std::size_t>(field)].type;
}

} // namespace

QString leadFieldTitle(LeadField field) {
    return LeadWords::tr(kTitles[static_cast<std::size_t>(field)]);
}

QString leadCellText(const Lead& lead, LeadField field) {
    const LeadValue& value = lead[field];
    if (const auto* words = std::get_if<std::string>(&value)) {
        if (field == LeadField::DeliveredAt)
            return timeText(*words, wallNow());
        if (field == LeadField::Result)
            return resultLook(*words).word;
        if (field == LeadField::Product)
            return sayProduct(*words);
        if (field == LeadField::EmailType || field == LeadField::PhoneType)
            return kindWord(*words);
        if (field == LeadField::Seniority || field == LeadField::Department)
            if (const Message called = app::setValueWords(*words); !called.empty())
                return say(called);
        return text(*words);
    }
    if (const auto* flag = std::get_if<bool>(&value))
        return yesOrNo(*flag);
    if (const auto* decimal = std::get_if<double>(&value))
        return language().toString(*decimal, 'g', QLocale::FloatingPointShortest);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return field == LeadField::FoundedYear ? QString::number(*whole) : number(*whole);
    return text(app::leadValueText(value));
}

QStringList leadCellSamples(LeadField field) {
    switch (field) {
    case LeadField::OrderNumber:
        return {kSampleOrderNumber};
    case LeadField::Product:
        return sayProducts();
    case LeadField::DeliveredAt:
        return {clockText(WallTime{}, wallNow())};
    case LeadField::Result: {
        QStringList words;
        for (const LeadResult result : kLeadResults)
            words << resultLook(toString(result)).word;
        return words;
    }
    case LeadField::HasEmail:
    case LeadField::HasPhone:
        return {yesOrNo(true), yesOrNo(false)};
    case LeadField::Country:
    case LeadField::Rating:
    case LeadField::FoundedYear:
    case LeadField::ReviewCount:
        return {QStringLiteral("00000")};
    case LeadField::Email:
        return {QStringLiteral("firstname.lastname@some-company.example")};
    case LeadField::LinkedinUrl:
    case LeadField::CompanyLinkedinUrl:
    case LeadField::Technologies:
        return {QString(26, QLatin1Char('n'))};
    case LeadField::Id:
    case LeadField::FullName:
    case LeadField::JobTitle:
    case LeadField::CompanyName:
    case LeadField::CompanyDomain:
    case LeadField::Industry:
    case LeadField::Street:
        return {QString(18, QLatin1Char('n'))};
    default:
        return {QString(12, QLatin1Char('n'))};
    }
}

bool isNumeric(LeadField field) {
    using Type = contract::LeadFieldType;
    return typeOf(field) == Type::Integer || typeOf(field) == Type::Decimal;
}

Look resultLook(std::string_view result) {
    if (result == "good")
        return {LeadWords::tr("Good"), QLatin1String("placed"), Tone::Good};
    if (result == "risky")
        return {LeadWords::tr("Risky"), QLatin1String("warning"), Tone::Warn};
    if (result == "invalid")
        return {LeadWords::tr("Invalid"), QLatin1String("error"), Tone::Bad};
    if (result == "unknown")
        return {LeadWords::tr("Unknown"), QLatin1String("unknown"), Tone::Muted};
    return {text(std::string(result)), QLatin1String("unknown"), Tone::Muted};
}

bool filtersBy(const LeadFilter& filter, LeadField field) {
    switch (field) {
    case LeadField::Result:
        return filter.result.has_value();
    case LeadField::Email:
    case LeadField::HasEmail:
        return filter.hasEmail.has_value();
    case LeadField::Phone:
    case LeadField::HasPhone:
        return filter.hasPhone.has_value();
    case LeadField::OrderNumber:
        return filter.orderNumber.has_value();
    case LeadField::Country:
        return filter.country.has_value();
    case LeadField::DeliveredAt:
        return filter.deliveredAfter.has_value();
    default:
        return false;
    }
}

QString filterWords(const LeadFilter& filter) {
    QStringList parts;
    if (filter.result)
        parts << LeadWords::tr("result: %1").arg(resultLook(toString(*filter.result)).word);
    if (filter.hasEmail)
        parts << (*filter.hasEmail ? LeadWords::tr("with e-mail")
                                   : LeadWords::tr("without e-mail"));
    if (filter.hasPhone)
        parts << (*filter.hasPhone ? LeadWords::tr("with phone") : LeadWords::tr("without phone"));
    if (filter.country)
        parts << LeadWords::tr("country: %1").arg(text(*filter.country));
    if (filter.orderNumber)
        parts << LeadWords::tr("order: %1").arg(text(filter.orderNumber->str()));
    if (filter.deliveredAfter)
        parts
            << LeadWords::tr("delivered after %1").arg(timeText(*filter.deliveredAfter, wallNow()));
    return parts.join(QStringLiteral(" · "));
}

QStringList filterOptions(const LeadFilter& filter) {
    QStringList options;
    const auto yesNo = [](bool flag) {
        return flag ? QStringLiteral("yes") : QStringLiteral("no");
    };
    if (filter.result)
        options << QStringLiteral("--result") << text(std::string(toString(*filter.result)));
    if (filter.hasEmail)
        options << QStringLiteral("--email") << yesNo(*filter.hasEmail);
    if (filter.hasPhone)
        options << QStringLiteral("--phone") << yesNo(*filter.hasPhone);
    if (filter.orderNumber)
        options << QStringLiteral("--order") << text(filter.orderNumber->str());
    if (filter.country)
        options << QStringLiteral("--country") << text(*filter.country);
    if (filter.deliveredAfter)
        options << QStringLiteral("--delivered-after") << text(*filter.deliveredAfter);
    return options;
}

QStringList fieldOptions(const std::vector<LeadField>& fields) {
    QStringList names;
    for (const LeadField field : fields)
        names << text(std::string(toString(field)));
    return {QStringLiteral("--fields"), names.join(QLatin1Char(','))};
}

std::vector<LeadField> everyLeadField() {
    std::vector<LeadField> all;
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        all.push_back(static_cast<LeadField>(i));
    return all;
}

std::vector<LeadField> usualLeadFields() {
    // What a lead is worth stands where no narrow window hides it.
    return {LeadField::FullName,    LeadField::Result,     LeadField::Email, LeadField::JobTitle,
            LeadField::CompanyName, LeadField::Phone,      LeadField::City,  LeadField::Country,
            LeadField::OrderNumber, LeadField::DeliveredAt};
}

} // namespace leadsheet::desktop
