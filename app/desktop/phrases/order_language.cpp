// SPDX-License-Identifier: Apache-2.0
#include "say.hpp"

#include "../shell/words.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

// Everything that app::OrderLanguage::say() is asked for.
constexpr const char* kWordings[] = {
    QT_TRANSLATE_NOOP("OrderWords", "Row %1 orders %2"),
    QT_TRANSLATE_NOOP("OrderWords", "Row %1 of tab \"%2\" orders %3"),
    QT_TRANSLATE_NOOP("OrderWords", "%1 lead"),
    QT_TRANSLATE_NOOP("OrderWords", "%1 leads"),
    QT_TRANSLATE_NOOP("OrderWords", "%1 lead each"),
    QT_TRANSLATE_NOOP("OrderWords", "%1 leads each"),
    QT_TRANSLATE_NOOP("OrderWords", "%1 or %2"),
    QT_TRANSLATE_NOOP("OrderWords", "%1 and %2 more"),
    QT_TRANSLATE_NOOP("OrderWords", "yes"),
    QT_TRANSLATE_NOOP("OrderWords", "no"),
    QT_TRANSLATE_NOOP("OrderWords", "people found by the search %1"),
    QT_TRANSLATE_NOOP("OrderWords", "a search on %1"),
    QT_TRANSLATE_NOOP("OrderWords", "people with any job title"),
    QT_TRANSLATE_NOOP("OrderWords", "local businesses of the kind %1"),
    QT_TRANSLATE_NOOP("OrderWords", "of seniority %1"),
    QT_TRANSLATE_NOOP("OrderWords", "in the %1 department"),
    QT_TRANSLATE_NOOP("OrderWords", "at %1"),
    QT_TRANSLATE_NOOP("OrderWords", "at the companies of the LinkedIn pages %1"),
    QT_TRANSLATE_NOOP("OrderWords", "at companies like %1"),
    QT_TRANSLATE_NOOP("OrderWords", "at %1 companies of %2 employees"),
    QT_TRANSLATE_NOOP("OrderWords", "at %1 companies"),
    QT_TRANSLATE_NOOP("OrderWords", "at companies of %1 employees"),
    QT_TRANSLATE_NOOP("OrderWords", "whose company uses %1"),
    QT_TRANSLATE_NOOP("OrderWords", "whose company is described with %1"),
    QT_TRANSLATE_NOOP("OrderWords", "in %1"),
    QT_TRANSLATE_NOOP("OrderWords", "within %1 km of %2"),
    QT_TRANSLATE_NOOP("OrderWords", "within %1 km"),
    QT_TRANSLATE_NOOP("OrderWords", "rated at least %1"),
    QT_TRANSLATE_NOOP("OrderWords", "with a website"),
    QT_TRANSLATE_NOOP("OrderWords", "without a website"),
    QT_TRANSLATE_NOOP("OrderWords", "at most %1 from one company"),
    QT_TRANSLATE_NOOP("OrderWords", "with e-mail"),
    QT_TRANSLATE_NOOP("OrderWords", "with or without e-mail"),
    QT_TRANSLATE_NOOP("OrderWords", "with phone"),
    QT_TRANSLATE_NOOP("OrderWords", "with or without phone"),
    QT_TRANSLATE_NOOP("OrderWords", "but not at %1"),
    QT_TRANSLATE_NOOP("OrderWords", "but no leads that the account owns already"),
    QT_TRANSLATE_NOOP("OrderWords", "also leads that the account owns already"),
    QT_TRANSLATE_NOOP("OrderWords", "delivered automatically"),
    QT_TRANSLATE_NOOP("OrderWords", "not delivered automatically"),
    QT_TRANSLATE_NOOP("OrderWords", "with the reference %1"),
    QT_TRANSLATE_NOOP("OrderWords", "marked %1"),
    QT_TRANSLATE_NOOP("OrderWords", "with the note %1"),
    QT_TRANSLATE_NOOP("OrderWords", "owner"),
    QT_TRANSLATE_NOOP("OrderWords", "founder"),
    QT_TRANSLATE_NOOP("OrderWords", "C-level"),
    QT_TRANSLATE_NOOP("OrderWords", "partner"),
    QT_TRANSLATE_NOOP("OrderWords", "VP"),
    QT_TRANSLATE_NOOP("OrderWords", "head"),
    QT_TRANSLATE_NOOP("OrderWords", "director"),
    QT_TRANSLATE_NOOP("OrderWords", "manager"),
    QT_TRANSLATE_NOOP("OrderWords", "senior"),
    QT_TRANSLATE_NOOP("OrderWords", "entry level"),
    QT_TRANSLATE_NOOP("OrderWords", "intern"),
    QT_TRANSLATE_NOOP("OrderWords", "executive management"),
    QT_TRANSLATE_NOOP("OrderWords", "engineering"),
    QT_TRANSLATE_NOOP("OrderWords", "information technology"),
    QT_TRANSLATE_NOOP("OrderWords", "product"),
    QT_TRANSLATE_NOOP("OrderWords", "design"),
    QT_TRANSLATE_NOOP("OrderWords", "marketing"),
    QT_TRANSLATE_NOOP("OrderWords", "sales"),
    QT_TRANSLATE_NOOP("OrderWords", "customer success"),
    QT_TRANSLATE_NOOP("OrderWords", "operations"),
    QT_TRANSLATE_NOOP("OrderWords", "finance"),
    QT_TRANSLATE_NOOP("OrderWords", "human resources"),
    QT_TRANSLATE_NOOP("OrderWords", "legal"),
    QT_TRANSLATE_NOOP("OrderWords", "purchasing"),
    QT_TRANSLATE_NOOP("OrderWords", "research"),
    QT_TRANSLATE_NOOP("OrderWords", "education"),
    QT_TRANSLATE_NOOP("OrderWords", "medical"),
    QT_TRANSLATE_NOOP("OrderWords", "Sales Navigator"),
    QT_TRANSLATE_NOOP("OrderWords", "LinkedIn"),
    QT_TRANSLATE_NOOP("OrderWords", "Apollo"),
    QT_TRANSLATE_NOOP("OrderWords", "another site"),
    QT_TRANSLATE_NOOP("OrderWords", "All %1 rows: %2."),
    QT_TRANSLATE_NOOP("OrderWords", "Both rows: %1."),
    QT_TRANSLATE_NOOP("OrderWords", "The %1 rows have nothing in common."),
    QT_TRANSLATE_NOOP("OrderWords", "No row names a place: leads may come from anywhere."),
    QT_TRANSLATE_NOOP("OrderWords",
                      "%1 of %2 rows name no place: their leads may come from anywhere."),
    QT_TRANSLATE_NOOP("OrderWords", "No row names a job title."),
    QT_TRANSLATE_NOOP("OrderWords", "%1 of %2 rows name no job title."),
    QT_TRANSLATE_NOOP("OrderWords", "Nothing else says who is meant: anyone at these companies may "
                                    "be delivered."),
    QT_TRANSLATE_NOOP("OrderWords", "In %1 of them nothing else says who is meant: anyone at these "
                                    "companies may be delivered."),
    QT_TRANSLATE_NOOP("OrderWords", "No row names %1."),
    QT_TRANSLATE_NOOP("OrderWords", "Not in every row: %1."),
    QT_TRANSLATE_NOOP("OrderWords", "%1 (missing in %2 of %3 rows)"),
    QT_TRANSLATE_NOOP("OrderWords", "a place"),
    QT_TRANSLATE_NOOP("OrderWords", "a job title"),
    QT_TRANSLATE_NOOP("OrderWords", "a seniority"),
    QT_TRANSLATE_NOOP("OrderWords", "a department"),
    QT_TRANSLATE_NOOP("OrderWords", "an industry"),
    QT_TRANSLATE_NOOP("OrderWords", "a company size"),
    QT_TRANSLATE_NOOP("OrderWords", "a technology"),
    QT_TRANSLATE_NOOP("OrderWords", "a keyword"),
    QT_TRANSLATE_NOOP("OrderWords", "a radius"),
    QT_TRANSLATE_NOOP("OrderWords", "a rating"),
    QT_TRANSLATE_NOOP("OrderWords", "whether there is a website"),
    QT_TRANSLATE_NOOP("OrderWords", "a maximum per company"),
};

class WindowLanguage final : public app::OrderLanguage {
public:
    std::string say(const char* english) const override {
        return QCoreApplication::translate("OrderWords", english).toStdString();
    }
    std::string number(std::int64_t value) const override {
        return desktop::number(value).toStdString();
    }
    std::string decimal(const Decimal& value) const override {
        return QString::fromStdString(value.toString())
            .replace(QLatin1Char('.'), language().decimalPoint())
            .toStdString();
    }
    std::string title(std::string_view english) const override {
        return sayTitle(english).toStdString();
    }
};

} // namespace

const app::OrderLanguage& orderLanguage() {
    static const WindowLanguage words;
    return words;
}

std::span<const char* const> orderWordings() {
    return kWordings;
}

} // namespace leadsheet::desktop
