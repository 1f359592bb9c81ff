// SPDX-License-Identifier: Apache-2.0
#include "map/contradicting_columns.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/name_denials.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

bool isListField(std::string_view field) {
    const auto target = findTarget(field);
    return target && target->info != nullptr && target->info->kind == contract::FieldKind::List;
}

// "Email" with a yes in some rows asks there; the addresses of an export ask for nothing.
bool asksInSomeRows(const std::vector<SampleRow>& samples, std::uint32_t column) {
    return std::any_of(samples.begin(), samples.end(), [column](const SampleRow& row) {
        return readBoolean(row.textAt(column)) == true;
    });
}

// "Siemens" below "Lookalikes of": companies by their names where addresses are wanted.
bool areNoAddresses(const ColumnShape& shape) {
    constexpr std::uint32_t kOther = Look::Domain | Look::Url | Look::SearchUrl | Look::SocialPage |
                                     Look::LinkedinCompany | Look::Boolean | Look::Email;
    return !shape.cells.empty() && shape.count(kOther) * 2 <= shape.cells.size();
}

// Some cells are values of the field, and some plainly are not.
bool isMixed(const ColumnShape& shape, const NameMeaning& meaning, std::string_view field) {
    const auto fits = static_cast<std::size_t>(
        std::count_if(shape.cells.begin(), shape.cells.end(), [&](std::uint32_t cell) {
            ColumnShape one;
            one.cells.push_back(cell);
            return meaning.fit >= NameFit::Near ? shapeFits(one, field) : shapeProves(one, field);
        }));
    return isListField(field) && field != "linkedinUrls" && fits > 0 && fits < shape.cells.size();
}

} // namespace

bool contradictsName(const std::vector<SampleRow>& samples, const UnusedColumn& column) {
    if (column.reason != UnusedReason::CellsContradict || !column.narrows)
        return false;
    const NameMeaning meaning = meaningOf(column.header);
    const bool seeds = column.field == "seedDomains"; // "Lookalike accounts" says no other field
    if (meaning.fit < (seeds ? NameFit::Word : NameFit::Weak))
        return false;
    const ColumnShape shape = shapeOf(samples, column.column);
    if (isOneOf(column.field, {"requireEmail", "requirePhone"}) &&
        shape.count(Look::Email | Look::Phone) * 2 > shape.cells.size())
        return asksInSomeRows(samples, column.column);
    if (seeds || (isOneOf(column.field, {"domains", "searchUrl"}) && meaning.fit >= NameFit::Near))
        if (areNoAddresses(shape))
            return true;
    if (isMixed(shape, meaning, column.field))
        return true;
    const auto other = shape.count(Look::Decimal | Look::Email | Look::Phone | Look::Money |
                                   Look::Date | Look::Url | Look::Id);
    return meaning.fit == NameFit::Name && other > 0 && other == shape.cells.size();
}

void askForDenied(const std::vector<SampleRow>& samples, const ColumnMap& map,
                  UnusedColumn& column) {
    if (column.reason != UnusedReason::Excludes || column.marks != RowMarks::No ||
        column.loses != RowLoss::None)
        return;
    const bool beside = deniesSomethingBeside(column.header);
    if (beside && column.field.empty()) { // "Not in CRM" above addresses
        const ColumnShape shape = shapeOf(samples, column.column);
        if (shape.count(Look::Domain) * 2 > shape.cells.size())
            column.field = "domains";
    }
    const auto target = findTarget(column.field);
    if (!target || target->info == nullptr)
        return;
    const bool asked = (isListField(column.field) && column.field != "excludeDomains") ||
                       column.field == "searchUrl";
    if (asked || beside || column.field == "excludeDomains")
        column.loses = asked && !map.fills(column.field) ? RowLoss::Asked : RowLoss::Said;
}

} // namespace leadsheet::app
