// SPDX-License-Identifier: Apache-2.0
#include "map/company_columns.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace leadsheet::app {

namespace {

using Words = std::vector<std::string>;

constexpr auto kKinds =
    std::to_array<std::string_view>({"industries", "keywords", "technologies", "categories"});
constexpr auto kLists =
    std::to_array<std::string_view>({"domains", "linkedinUrls", "seedDomains", "searchUrl"});
constexpr std::uint32_t kNoName = Look::Count | Look::Decimal | Look::Boolean | Look::Email |
                                  Look::Date | Look::Money | Look::Phone | Look::Id;

const Vocabulary& companyWords() {
    return Vocabulary::builtIn();
}

bool fillsAny(const ColumnMap& map, const auto& fields) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](std::string_view field) { return map.fills(field); });
}

/// "Client", "Kunde", "Customer name": who is sought, or who asks.
bool namesClients(const Words& words) {
    return companyWords().isAny(words, WordKind::Customer) &&
           std::all_of(words.begin(), words.end(), [](const std::string& word) {
               return companyWords().is(word, WordKind::Customer | WordKind::Plain |
                                                  WordKind::Wanted | WordKind::Ideal);
           });
}

/// A field that its name may mean, which kinds of companies can stand below as well.
bool mayHoldKinds(std::string_view field) {
    return isOneOf(field, {"categories", "keywords", "technologies", kProductTarget});
}

} // namespace

bool namesCompanies(const Words& words) {
    return companyWords().isAny(words, WordKind::Company) &&
           std::all_of(words.begin(), words.end(), [](const std::string& word) {
               return companyWords().is(word, WordKind::Company | WordKind::Person |
                                                  WordKind::Plain | WordKind::Wanted |
                                                  WordKind::Tool);
           });
}

CompaniesAsked::CompaniesAsked(const std::vector<SampleRow>& samples, const ColumnMap& map)
    : samples_(samples)
    , map_(map)
    , open_(!fillsAny(map, kKinds) && !fillsAny(map, kLists))
    , listed_(fillsAny(map, kLists)) {
    const ValueRule* fixed =
        map.columnFor(kProductTarget) == nullptr ? map.valueFor(kProductTarget) : nullptr;
    const auto* product = fixed == nullptr ? nullptr : productFromText(fixed->value);
    filters_ = product == nullptr || contract::findField(*product, "industries") != nullptr;
}

// A text in nearly each row that does not look like a label ("ICP 1").
bool CompaniesAsked::haveTexts(std::uint32_t column) const {
    constexpr std::uint32_t kOther = kNoName | Look::Domain | Look::Url | Look::Product |
                                     Look::Campaign | Look::CrmTag | Look::Salutation |
                                     Look::Distance;
    const ColumnShape shape = shapeOf(samples_, column);
    std::size_t rows = 0;
    std::size_t texts = 0;
    for (const SampleRow& row : samples_) {
        const std::string_view text = row.textAt(column);
        rows += row.hasSeveral();
        const bool label = !text.empty() && isDigit(text.back()) && plainWords(text).size() < 3;
        texts += row.hasSeveral() && !label && plainName(text).size() > 1;
    }
    return rows > 0 && texts * 10 >= rows * 9 && shape.count(kOther) * 2 < shape.cells.size();
}

// "Prospect", "Lead list": what is ordered, in all rows.
bool CompaniesAsked::areLabels(std::uint32_t column) const {
    using enum WordKind;
    return std::all_of(samples_.begin(), samples_.end(), [&](const SampleRow& row) {
        const auto words = plainWords(row.textAt(column));
        return std::all_of(words.begin(), words.end(), [](const std::string& word) {
            return companyWords().is(word, Person | Customer | Lead | Leads | Plain | Wanted);
        });
    });
}

bool CompaniesAsked::haveNames(std::uint32_t column) const {
    const ColumnShape shape = shapeOf(samples_, column);
    return !shape.cells.empty() && shape.count(kNoName) * 2 < shape.cells.size();
}

bool CompaniesAsked::haveIndustryWords(std::uint32_t column) const {
    constexpr std::size_t kMostWords = 6; // more are a sentence
    std::size_t filled = 0;
    std::size_t kinds = 0;
    for (const SampleRow& row : samples_)
        if (const auto text = row.textAt(column); !text.empty()) {
            const auto words = plainWords(text);
            ++filled;
            kinds += words.size() <= kMostWords &&
                     std::any_of(words.begin(), words.end(), [](const std::string& word) {
                         return companyWords().isCellWord("industryWords", word);
                     });
        }
    return filled > 0 && kinds * 3 >= filled * 2;
}

std::string CompaniesAsked::kindBeside(const SampleRow& row) const {
    std::string kind;
    for (const std::string_view field : kKinds)
        if (const ColumnRule* rule = map_.columnFor(field))
            for (const std::uint32_t column : rule->columns())
                kind += plainName(row.textAt(column)) + "|";
    return kind;
}

std::size_t CompaniesAsked::countNames(std::uint32_t column) const {
    std::set<std::string> names;
    for (const SampleRow& row : samples_)
        if (std::string name = plainName(row.textAt(column)); !name.empty())
            names.insert(std::move(name));
    return names.size();
}

// One name in all of several rows, or most of them for companies of several kinds: who asks for
// them.
bool CompaniesAsked::areOfClients(std::uint32_t column) const {
    std::map<std::string, std::set<std::string>> kinds;
    std::size_t rows = 0;
    for (const SampleRow& row : samples_)
        if (const std::string name = plainName(row.textAt(column)); !name.empty()) {
            ++rows;
            auto& besides = kinds[name];
            if (std::string kind = kindBeside(row); kind.find_first_not_of('|') != kind.npos)
                besides.insert(std::move(kind));
        }
    const auto several = std::count_if(kinds.begin(), kinds.end(),
                                       [](const auto& name) { return name.second.size() > 1; });
    return (kinds.size() == 1 && rows > 1) || static_cast<std::size_t>(several) * 2 >= kinds.size();
}

CompanyWords CompaniesAsked::wordsOf(const UnusedColumn& column) const {
    using enum UnusedReason;
    if (column.marks != RowMarks::No || column.contradicts || column.reason == Excludes ||
        column.reason == NotOfTheProfile || !filters_ || listed_)
        return CompanyWords::None;
    const std::string plain = plainName(column.header);
    const Words words = wordsOfName(column.header).name;
    const bool ambiguous = column.reason == Ambiguous;
    if (ambiguous && isOneOf(column.field, {"domains", "linkedinUrls", "seedDomains", "searchUrl"}))
        return haveNames(column.column) && (open_ || !areOfClients(column.column))
                   ? CompanyWords::Addresses
                   : CompanyWords::None;
    const bool otherField = // "HQ" is a place
        ambiguous && !column.field.empty() && column.field != "industries" &&
        !mayHoldKinds(column.field);
    if (!otherField && (companyWords().isCellWord("firmNames", plain) || namesCompanies(words)))
        return haveNames(column.column) && (open_ || !areOfClients(column.column))
                   ? CompanyWords::Names
                   : CompanyWords::None;
    if (!open_)
        return CompanyWords::None;
    if (namesClients(words)) // one is who asks
        return haveNames(column.column) && countNames(column.column) > 1 ? CompanyWords::Names
                                                                         : CompanyWords::None;
    if (companyWords().isCellWord("labelNames", plain) || column.field == "notes")
        return haveIndustryWords(column.column) ? CompanyWords::Kinds : CompanyWords::None;
    const ColumnShape shape = shapeOf(samples_, column.column);
    const bool sizes = shape.count(Look::Size | Look::SizeWord) * 2 >= shape.cells.size();
    const bool known = companyWords().isCellWord("companyKinds", plain) ||
                       (ambiguous && mayHoldKinds(column.field) && !sizes);
    const bool unknown = (column.reason == Unknown && column.field.empty() &&
                          !companyWords().isAny(plainWords(column.header), WordKind::Person)) ||
                         (ambiguous && column.field == "industries");
    return (unknown || (known && !areLabels(column.column))) && haveTexts(column.column)
               ? CompanyWords::Kinds
               : CompanyWords::None;
}

void CompaniesAsked::ask(UnusedColumn& column) const {
    column.companies = wordsOf(column);
    if (column.companies == CompanyWords::None)
        return;
    column.narrows = true;
    column.loses = RowLoss::Asked;
    if (column.companies != CompanyWords::Kinds)
        return;
    if (column.reason == UnusedReason::Unknown)
        column.why = messages::map::mayNameCompanies();
    else if (column.field != "industries")
        column.why = messages::map::saysCompanies();
    column.field = "industries";
}

} // namespace leadsheet::app
