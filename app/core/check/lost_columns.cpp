// SPDX-License-Identifier: Apache-2.0
// What rows say in columns that no order contains.
#include "check/row_checker.hpp"
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/denials.hpp"
#include "map/name_denials.hpp"
#include "map/places.hpp"
#include "map/row_marks.hpp"
#include "map/value_names.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

// Behind the word "column".
std::string nameOf(std::uint32_t column, const std::string& header) {
    return trimmed(header).empty() ? columnLetter(column) : columnTitle(column, header);
}

} // namespace
using contract::ProductInfo;

// Left empty, the row would be ordered wider than it says.
void RowChecker::checkLeftOut(const RowView& row, const ProductInfo& product,
                              const OrderRequest& request, ProblemSink& problems) const {
    for (const Rival& rival : rivals_) {
        const std::string_view text = trimmed(row.textAt(rival.column));
        const Source* const from = source(rival.field);
        if (text.empty() || from == nullptr || request.fields.contains(rival.field) ||
            contract::findField(product, rival.field) == nullptr ||
            !trimmed(fillingOf(*from, row).text).empty() ||
            CellWords::builtIn().placeholder(text) != Placeholder::No)
            continue;
        const FieldInput input{
            rival.field, text, nullptr, {row.row, row.line, rival.column + 1}, rival.header};
        problems.add(ProblemLevel::Blocks, ProblemCode::MissingValue, input,
                     say::valueBesideEmptyField(nameOf(rival.column, rival.header), quotable(text),
                                                rival.field),
                     say::writeIntoUsedColumn());
    }
}

namespace {

// Another product was not chosen, or guessed, because of such a column's cells.
bool choosesProduct(std::string_view field) {
    return isOneOf(field, {"domains", "seedDomains", "searchUrl"});
}

} // namespace

// One problem for all of the column's cells.
void RowChecker::checkContradicting(const RowView& row, const ProductInfo& product,
                                    ProblemSink& problems) const {
    for (const Rival& column : contradicting_) {
        if (trimmed(row.textAt(column.column)).empty() ||
            (contract::findField(product, column.field) == nullptr &&
             !choosesProduct(column.field)))
            continue;
        FieldInput input = wholeRow(row, column.field);
        input.place.column = column.column + 1;
        input.header = column.header;
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input,
                     say::columnContradictsName(nameOf(column.column, column.header), column.field),
                     say::correctOrLeaveOutColumn("ignore=@" + columnLetter(column.column)));
    }
}

namespace {

bool saysSomething(std::string_view cell) {
    return isCross(cell) || (!cell.empty() && readBoolean(cell) != false &&
                             CellWords::builtIn().placeholder(cell) == Placeholder::No);
}

// "Germany", "DE"; a tab "IT" is about computers, and "GF" a managing director.
bool isNamedAfterPlace(std::string_view tab) {
    return isCountry(tab) &&
           (tab.size() > 2 || isOneOf(tab, {"DE", "AT", "CH", "FR", "ES", "NL", "PL", "PT", "GB",
                                            "UK", "US", "BE", "DK"}));
}

} // namespace

// "Area" beside "Country" may say "all except the east".
bool RowChecker::mayLose(const UnusedColumn& column) {
    if (column.loses != RowLoss::None)
        return true;
    const auto field = findTarget(column.field);
    return column.narrows && column.marks == RowMarks::No && !column.contradicts && field &&
           field->info != nullptr && field->info->kind == contract::FieldKind::List;
}

// What is said of all of its cells.
RowChecker::Lost RowChecker::lostOf(const UnusedColumn& column, const ColumnMap& map) {
    const std::string named = nameOf(column.column, column.header);
    const std::string letter = "@" + columnLetter(column.column);
    const std::string leave = "ignore=" + letter;
    std::string option = column.field + "=" + letter;
    if (const ColumnRule* rule = map.columnFor(column.field)) // more of the same place
        for (const std::uint32_t other : rule->columns())
            option += "+@" + columnLetter(other);
    const bool demand = column.field.empty();
    Lost lost{
        column.column,
        column.header,
        column.field,
        column.loses != RowLoss::None,
        column.loses == RowLoss::Asked,
        column.companies == CompanyWords::Names || column.companies == CompanyWords::Addresses,
        say::columnIsLost(named),
        column.companies == CompanyWords::Kinds && column.why != messages::map::nameCanMeanIt()
            ? say::companiesMayBeInColumn(named)
            : say::columnWouldBeLost(named, column.field),
        demand ? say::leaveOutDemand(leave) : say::mapOrLeaveOutColumn(option, leave),
        demand ? say::leaveOutDemand(leave) : say::writeTickedNames(column.field, leave)};
    // What is not wanted: nobody should be told to map it.
    if (column.reason == UnusedReason::Excludes && !deniesSomethingBeside(column.header)) {
        lost.wouldBe = lost.is;
        lost.fix = lost.fixOfTicks = say::leaveOutDemand(leave);
    }
    if (!lost.companies)
        return lost;
    constexpr std::string_view kByDomains = "company_domains";
    lost.wouldBe = say::companiesNamedInColumn(named);
    lost.fix = say::writeDomainsOrLeaveOut(kByDomains, leave);
    if (const auto target = findTarget(column.field);
        column.companies == CompanyWords::Addresses && target && !target->products.empty()) {
        lost.wouldBe = say::companiesNotOfProduct(named, column.field);
        lost.fix = say::chooseProductOrLeaveOut(target->products.front(), leave);
    }
    lost.field.clear();
    return lost;
}

// A region beside the country that is ordered, a cross below "Verified", a title in a column that
// was not taken: one problem for all of the column's cells.
void RowChecker::checkLost(const RowView& row, const ProductInfo& product,
                           const OrderRequest& request, ProblemSink& problems) const {
    for (const Lost& lost : lost_) {
        const std::string_view text = trimmed(row.textAt(lost.column));
        const bool none = !lost.field.empty() && !request.fields.contains(lost.field);
        const Source* const from = lost.field.empty() ? nullptr : source(lost.field);
        if (!saysSomething(text) || (none && from != nullptr && from->rule != nullptr) ||
            (!lost.field.empty() && !(lost.asked && choosesProduct(lost.field)) &&
             contract::findField(product, lost.field) == nullptr) ||
            (lost.companies && contract::findField(product, "industries") == nullptr))
            continue;
        FieldInput input = wholeRow(row, lost.field);
        input.place.column = lost.column + 1;
        input.header = lost.header;
        input.text = lost.header; // so that columns are not taken together
        const bool ticked = isCross(text) || asksForValue(text).has_value();
        if (!lost.field.empty() && deniedIn(text, lost.field)) { // "ohne Bayern"
            problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(text),
                         say::lostColumnExcludes(nameOf(lost.column, lost.header), quotable(text)),
                         say::leaveOutDemand("ignore=@" + columnLetter(lost.column)));
            continue;
        }
        if (!lost.counts)
            continue;
        problems.add(lost.asked ? ProblemLevel::Blocks : ProblemLevel::Odd,
                     ProblemCode::MissingValue, input, lost.asked ? lost.wouldBe : lost.is,
                     ticked ? lost.fixOfTicks : lost.fix);
    }
    if (isNamedAfterPlace(tab_) && !request.fields.contains("locations") &&
        contract::findField(product, "locations") != nullptr)
        problems.add(ProblemLevel::Blocks, ProblemCode::MissingValue, wholeRow(row, "locations"),
                     say::tabPlaceNotTaken(quotable(tab_)), say::writePlaceIntoRow());
}

// A column of countries in which no cell is one, and single cells that are none.
void RowChecker::checkCountries(const RowView& row, const OrderRequest& request,
                                ProblemSink& problems) const {
    const Source* const from = source("locations");
    const auto found = request.fields.find("locations");
    const ColumnRule* const rule = from == nullptr ? nullptr : from->rule;
    if (problems.blocked() || rule == nullptr || !namesCountries_ ||
        found == request.fields.end() || fillingOf(*from, row).standsIn)
        return;
    FieldInput input = wholeRow(row, "locations");
    input.place.column = rule->column + 1;
    input.header = rule->header;
    if (withoutCountries_) {
        problems.add(ProblemLevel::Blocks, ProblemCode::UnclearPlace, input,
                     say::noCountryInColumn(nameOf(rule->column, rule->header)),
                     say::writeCountriesOrState("locations=@" + columnLetter(rule->column)));
        return;
    }
    const auto isStated = [&](const std::string& place) {
        return std::any_of(
            rule->transforms.begin(), rule->transforms.end(), [&](const Transform& step) {
                return step.saysMeaning() && step.second.find(place) != std::string::npos;
            });
    };
    for (const std::string& place : std::get<std::vector<std::string>>(found->second))
        if (!isKnownPlace(place) && !isStated(place))
            problems.add(ProblemLevel::Odd, ProblemCode::UnclearPlace, input.of(place),
                         say::notAKnownCountry(quotable(place)), say::correctUnlessAPlace());
}

} // namespace leadsheet::app
