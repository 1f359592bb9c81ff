// SPDX-License-Identifier: Apache-2.0
#include "map/company_columns.hpp"

#include "leadsheet/messages/map.hpp"
#include "map/column_samples.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {

bool saysWhichCompanies(const ColumnMap& map) {
    static constexpr auto kFields =
        std::to_array<std::string_view>({"industries", "keywords", "technologies", "categories",
                                         "domains", "linkedinUrls", "seedDomains", "searchUrl"});
    return std::any_of(kFields.begin(), kFields.end(),
                       [&](std::string_view field) { return map.fills(field); });
}

namespace {

bool mayNameCompanies(const std::vector<SampleRow>& samples, const UnusedColumn& column) {
    constexpr std::uint32_t kOther = Look::Count | Look::Decimal | Look::Domain | Look::Url |
                                     Look::Boolean | Look::Product | Look::Email | Look::Date |
                                     Look::Money | Look::Phone | Look::Id | Look::Campaign |
                                     Look::CrmTag | Look::Salutation | Look::Distance;
    const bool open = column.reason == UnusedReason::Unknown && column.field.empty();
    if (column.marks != RowMarks::No || column.contradicts ||
        Vocabulary::builtIn().isAny(plainWords(column.header), WordKind::Person) ||
        !(open || (column.field == "industries" && column.reason == UnusedReason::Ambiguous)))
        return false;
    const ColumnShape shape = shapeOf(samples, column.column);
    std::size_t rows = 0;
    std::size_t texts = 0;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column.column);
        rows += row.hasSeveral();
        const bool label = !text.empty() && isDigit(text.back()) && plainWords(text).size() < 3;
        texts += row.hasSeveral() && !label && plainName(text).size() > 1;
    }
    return rows > 0 && texts * 10 >= rows * 9 && shape.count(kOther) * 2 < shape.cells.size();
}

} // namespace

void askForCompanies(const std::vector<SampleRow>& samples, UnusedColumn& column) {
    if (!mayNameCompanies(samples, column))
        return;
    if (column.field.empty())
        column.why = messages::map::mayNameCompanies();
    column.field = "industries";
    column.narrows = true;
    column.loses = RowLoss::Asked;
}

} // namespace leadsheet::app
