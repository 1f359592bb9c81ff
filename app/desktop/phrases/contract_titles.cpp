// SPDX-License-Identifier: Apache-2.0
#include "say.hpp"

#include "leadsheet/contract/products.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace leadsheet::desktop {
namespace {

// Titles and descriptions of products and their fields, as resources/api/products.json has them.
constexpr const char* kTexts[] = {
    QT_TRANSLATE_NOOP("Contract", "Lead count"),
    QT_TRANSLATE_NOOP("Contract", "Number of leads ordered."),
    QT_TRANSLATE_NOOP("Contract", "Require e-mail"),
    QT_TRANSLATE_NOOP("Contract", "Deliver only leads with a verified e-mail address (surcharge)."),
    QT_TRANSLATE_NOOP("Contract", "Require phone"),
    QT_TRANSLATE_NOOP("Contract", "Deliver only leads with a phone number (surcharge)."),
    QT_TRANSLATE_NOOP("Contract", "Exclude domains"),
    QT_TRANSLATE_NOOP("Contract", "Companies to leave out, by web domain."),
    QT_TRANSLATE_NOOP("Contract", "Exclude owned"),
    QT_TRANSLATE_NOOP("Contract", "Leave out leads this account already owns."),
    QT_TRANSLATE_NOOP("Contract", "Quote"),
    QT_TRANSLATE_NOOP("Contract", "Quote whose price is locked for this order."),
    QT_TRANSLATE_NOOP("Contract", "Maximum price"),
    QT_TRANSLATE_NOOP("Contract", "Refuse the order if its price is above this."),
    QT_TRANSLATE_NOOP("Contract", "External reference"),
    QT_TRANSLATE_NOOP(
        "Contract", "The caller's own name for the order; filterable, and a column of its leads."),
    QT_TRANSLATE_NOOP("Contract", "Notes"),
    QT_TRANSLATE_NOOP("Contract", "Free text for the people who fulfil the order."),
    QT_TRANSLATE_NOOP("Contract", "Auto-deliver"),
    QT_TRANSLATE_NOOP("Contract",
                      "Push the leads to every enabled webhook and destination when the order is "
                      "delivered, as far as those take part in auto-delivery. Default true."),
    QT_TRANSLATE_NOOP("Contract", "Metadata"),
    QT_TRANSLATE_NOOP(
        "Contract",
        "Up to 20 names of at most 40 characters with text values, kept with the order."),
    QT_TRANSLATE_NOOP("Contract", "Filters"),
    QT_TRANSLATE_NOOP("Contract", "Industries"),
    QT_TRANSLATE_NOOP("Contract", "Industries of the company."),
    QT_TRANSLATE_NOOP("Contract", "Job titles"),
    QT_TRANSLATE_NOOP("Contract", "Job titles of the person."),
    QT_TRANSLATE_NOOP("Contract", "Locations"),
    QT_TRANSLATE_NOOP(
        "Contract",
        "Countries, regions or cities. A place with a comma in its name needs the array form."),
    QT_TRANSLATE_NOOP("Contract", "Seniorities"),
    QT_TRANSLATE_NOOP("Contract", "Seniority levels of the person."),
    QT_TRANSLATE_NOOP("Contract", "Departments"),
    QT_TRANSLATE_NOOP("Contract", "Departments of the person."),
    QT_TRANSLATE_NOOP("Contract", "Company sizes"),
    QT_TRANSLATE_NOOP("Contract", "Size bands by number of employees."),
    QT_TRANSLATE_NOOP("Contract", "Technologies"),
    QT_TRANSLATE_NOOP("Contract", "Technologies the company uses."),
    QT_TRANSLATE_NOOP("Contract", "Keywords"),
    QT_TRANSLATE_NOOP("Contract", "Words in the company's description."),
    QT_TRANSLATE_NOOP("Contract", "Search URL"),
    QT_TRANSLATE_NOOP("Contract", "Address of the search, http or https."),
    QT_TRANSLATE_NOOP("Contract", "Source"),
    QT_TRANSLATE_NOOP("Contract", "Site the search belongs to; told from the address when absent."),
    QT_TRANSLATE_NOOP("Contract", "Company domains"),
    QT_TRANSLATE_NOOP("Contract", "Domains"),
    QT_TRANSLATE_NOOP("Contract", "Web domains of the companies. This or linkedinUrls is needed."),
    QT_TRANSLATE_NOOP("Contract", "LinkedIn URLs"),
    QT_TRANSLATE_NOOP("Contract", "LinkedIn pages of the companies. This or domains is needed."),
    QT_TRANSLATE_NOOP("Contract", "Maximum per company"),
    QT_TRANSLATE_NOOP("Contract", "Most leads from one company."),
    QT_TRANSLATE_NOOP("Contract", "Local business"),
    QT_TRANSLATE_NOOP("Contract", "Categories"),
    QT_TRANSLATE_NOOP("Contract", "Kinds of business."),
    QT_TRANSLATE_NOOP(
        "Contract",
        "Cities, regions or postal codes. A place with a comma in its name needs the array form."),
    QT_TRANSLATE_NOOP("Contract", "Radius in km"),
    QT_TRANSLATE_NOOP("Contract", "Distance around each location."),
    QT_TRANSLATE_NOOP("Contract", "Minimum rating"),
    QT_TRANSLATE_NOOP("Contract", "Smallest public rating, 0 to 5 with one decimal place."),
    QT_TRANSLATE_NOOP("Contract", "Has a website"),
    QT_TRANSLATE_NOOP("Contract", "Only businesses with (true) or without (false) a website."),
    QT_TRANSLATE_NOOP("Contract", "Lookalikes"),
    QT_TRANSLATE_NOOP("Contract", "Seed domains"),
    QT_TRANSLATE_NOOP("Contract", "Web domains of the companies to resemble."),
};

} // namespace

QString sayTitle(std::string_view english) {
    const auto* known = std::find_if(std::begin(kTexts), std::end(kTexts),
                                     [english](const char* text) { return english == text; });
    return known != std::end(kTexts)
               ? QCoreApplication::translate("Contract", *known)
               : QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size()));
}

QString sayProduct(std::string_view id) {
    for (const contract::ProductInfo& info : contract::kProducts)
        if (info.id == id)
            return sayTitle(info.title);
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

QStringList sayProducts() {
    QStringList titles;
    for (const contract::ProductInfo& info : contract::kProducts)
        titles << sayTitle(info.title);
    return titles;
}

} // namespace leadsheet::desktop
