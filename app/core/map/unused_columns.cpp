// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/auto_match.hpp"
#include "map/column_samples.hpp"
#include "map/company_columns.hpp"
#include "map/contradicting_columns.hpp"
#include "map/countries.hpp"
#include "map/mark_names.hpp"
#include "map/name_meaning.hpp"
#include "map/narrower_places.hpp"
#include "map/places.hpp"
#include "map/row_marks.hpp"
#include "map/turnover.hpp"
#include "map/value_names.hpp"
#include "map/wish_columns.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

std::vector<bool> filledColumns(const std::vector<SampleRow>& samples) {
    std::vector<bool> filled(widthOf(samples));
    for (const SampleRow& row : samples)
        for (std::size_t c = 0; c < row.cells.size(); ++c)
            filled[c] = filled[c] || !row.textAt(c).empty();
    return filled;
}

// Everything but how many, of which product, and what is said about the order itself.
bool narrowsWho(std::string_view target) {
    return findTarget(target) &&
           !isOneOf(target, {kProductTarget, kLeadCountTarget, kReferenceTarget, "notes",
                             "autoDeliver", "source"}) &&
           target.find(kMemberSeparator) == std::string_view::npos;
}

} // namespace

std::string_view unusedReasonWord(UnusedReason reason) {
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"left_out", "result", "excludes", "not_of_the_profile", "cells_contradict", "ambiguous",
         "no_such_field", "unknown"});
    static_assert(kWords.size() == static_cast<std::size_t>(UnusedReason::Unknown) + 1);
    return kWords[static_cast<std::size_t>(reason)];
}

namespace {

const Vocabulary& allWords() {
    return Vocabulary::builtIn();
}

// A sentence fragment, and what is known of a column that nothing was said about.
void explain(const NameMeaning& meaning, UnusedColumn& column) {
    if (!meaning.ifProven)
        column.field = meaning.target;
    if (meaning.excludes) {
        column.reason = UnusedReason::Excludes;
        column.narrows = true;
        column.why = meaning.target == "excludeDomains" ? say::excludesOtherThanDomains()
                                                        : say::excludesWithoutField();
    } else if (meaning.ofOthers) {
        column.reason = UnusedReason::NotOfTheProfile;
        column.field.clear();
        column.narrows = namesLimit(column.header);
        column.why = say::nameSpeaksOfOthers();
    } else if (meaning.isOptional) {
        column.reason = UnusedReason::NoSuchField;
        column.why = say::nameSaysNotRequired();
    } else if (meaning.end != RangeEnd::None) {
        column.reason = UnusedReason::NoSuchField;
        column.narrows = true;
        column.why = say::oneEndOfSizes();
    } else if (meaning.noField == NoField::Spending) {
        column.reason = UnusedReason::NoSuchField;
        column.why = say::limitsSpending();
    } else if (meaning.noField != NoField::No) {
        column.reason = UnusedReason::NoSuchField;
        column.narrows = meaning.noField == NoField::Narrows;
        column.why = say::noFieldHoldsThat();
    } else if (meaning.fit != NameFit::None && !meaning.ifProven) {
        column.reason = UnusedReason::Ambiguous;
        column.narrows = narrowsWho(meaning.target);
        column.why = say::nameCanMeanField(meaning.target);
    } else if (const auto words = wordsOfName(column.header).name;
               namesLimit(column.header) || namesCompanies(words)) {
        column.reason = UnusedReason::NoSuchField;
        column.narrows = true;
        column.why = say::noFieldHoldsThat();
    } else {
        column.why = column.header.empty() ? say::columnWithoutName() : say::nameNotKnown();
    }
}

// What is offered for it, and not taken.
void explain(const Suggestion& offer, UnusedColumn& column) {
    column.reason = offer.why == say::cellsContradictName() ? UnusedReason::CellsContradict
                                                            : UnusedReason::Ambiguous;
    column.field = offer.target;
    column.narrows = narrowsWho(column.field);
    column.why = offer.why;
}

/// What the cells of a column that is not used say of who is meant.
class CellsOf {
public:
    CellsOf(const std::vector<SampleRow>& samples, const UnusedColumn& column, bool placeless)
        : header_(column.header)
        , placeless_(placeless)
        , shape_(shapeOf(samples, column.column)) {
        for (const SampleRow& row : samples)
            if (const auto text = row.textAt(column.column); !text.empty() && cells_ < kMaxCells)
                look(text);
    }

    /// Some say what is not meant: "no Berlin".
    bool deny() const { return denials_ > 0; }
    /// Most are amounts of money in millions.
    bool sayTurnover() const { return mostly(turnovers_); }
    /// "Germany", "51-200" or "CEO", with an x in some rows.
    bool tickAValue() const { return yes_ + no_ == cells_ && cells_ > 0 && !tickedField().empty(); }
    /// The field that the name is a value of, or nothing.
    std::string_view tickedField() const { return fieldOfValue(header_, placeless_); }
    /// The field that most cells could be values of, or nothing.
    std::string_view looksLike() const {
        if (mostly(shape_.count(Look::JobTitle)))
            return "jobTitles";
        if (mostly(places_))
            return "locations";
        if (mostly(shape_.count(Look::Size | Look::SizeWord)))
            return "companySizes";
        if (mostly(shape_.count(Look::Technology)))
            return "technologies";
        if (mostly(shape_.count(Look::Seniority)))
            return "seniorities";
        return mostly(shape_.count(Look::Department)) ? "departments" : std::string_view();
    }

    /// They are texts that the field could hold, and not surely values of another one.
    bool mayBe(std::string_view field) const {
        const auto other = looksLike();
        return cells_ > yes_ + no_ && shapeFits(shape_, field) &&
               (other == field || (other.empty() && (field != "locations" || places_ > 0)));
    }

private:
    void look(std::string_view text) {
        ++cells_;
        if (const auto answer = asksForValue(text)) {
            ++(*answer ? yes_ : no_);
            return;
        }
        if (looksLikeUrl(text) || looksLikeEmail(text))
            return;
        turnovers_ += saysTurnover(text);
        const NameWords cell = wordsOfName(text.substr(0, kLongestLooked));
        denials_ += cell.denies && deniesPlainly(cell);
        const auto first = trimmed(text.substr(0, text.find_first_of(",;|/\n")));
        const bool code = first.size() <= 3;
        places_ += !code && text.find_first_of("0123456789@") == std::string_view::npos &&
                   !placeRoles(first).isUnknown();
    }

    // "Mai" is a month, and "never" in Italian; "Stop" is a name.
    static bool deniesPlainly(const NameWords& cell) {
        return std::any_of(cell.all.begin(), cell.all.end(), [](const std::string& word) {
            return allWords().is(word, WordKind::Negation) &&
                   !isOneOf(word, {"mai", "out", "stop", "block", "ban", "fora", "minus",
                                   "negative", "negativ", "restricted", "drop"});
        });
    }

    bool mostly(std::size_t some) const { return some > 0 && some * 2 > cells_; }

    static constexpr std::size_t kLongestLooked = 200;
    static constexpr std::size_t kMaxCells = 50; // more would say the same

    std::string header_;
    bool placeless_ = false; ///< nothing else says a place
    ColumnShape shape_;
    std::size_t cells_ = 0;
    std::size_t yes_ = 0;
    std::size_t no_ = 0;
    std::size_t denials_ = 0;
    std::size_t places_ = 0;
    std::size_t turnovers_ = 0;
};

// Exports have the address of a company by the names of its uses.
bool isAddress(std::string_view header) {
    const auto words = plainWords(header);
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return isOneOf(word, {"billing", "shipping", "invoice", "rechnung", "facturation",
                              "facturacion", "fatturazione", "factuur"});
    });
}

bool areCrosses(const std::vector<SampleRow>& samples, std::uint32_t column) {
    bool any = false;
    for (const SampleRow& row : samples)
        if (const auto text = row.textAt(column); !text.empty()) {
            if (!isCross(text))
                return false;
            any = true;
        }
    return any;
}

/// How many columns there are whose cells are crosses alone, or a yes and a no, below names that do
/// not tell what that says of the rows.
struct AnswerColumns {
    std::size_t crosses = 0;
    std::size_t answers = 0;
};

// "Already contacted" is about the row, although it speaks of others.
bool mayBeOfRow(const UnusedColumn& column) {
    return column.reason == UnusedReason::Unknown ||
           (column.reason == UnusedReason::NotOfTheProfile && saysAlready(column.header)) ||
           (column.reason == UnusedReason::Excludes &&
            answerBelow(column.header) == AnswerSays::Unknown);
}

// Whether the column may say which rows are wanted. Several of a kind are a table of properties.
bool mayChooseRows(const UnusedColumn& column, bool crossed) {
    return mayBeOfRow(column) ||
           (crossed && !column.narrows && column.reason != UnusedReason::NotOfTheProfile);
}

// "Director" that is ticked is a value, whatever rows it may choose.
void readMarks(const std::vector<SampleRow>& samples, bool mayAsk, const CellsOf& cells,
               UnusedColumn& column) {
    column.marks = rowMarksOf(column.header, samples, column.column, mayAsk);
    const bool ofOthers = column.reason == UnusedReason::NotOfTheProfile;
    const bool chooses = column.marks == RowMarks::ByCross || column.marks == RowMarks::Unclear;
    // "Owner": what its cells say is of them.
    if ((ofOthers && column.marks == RowMarks::ByWords) || (chooses && cells.tickAValue()))
        column.marks = RowMarks::No;
}

Message whyMarked(RowMarks marks) {
    return marks == RowMarks::Unclear   ? say::answersMayChooseRows()
           : marks == RowMarks::ByCross ? say::crossesChooseRows()
                                        : say::cellsExcludeRows();
}

// Whether a cell of the column marks its row, or an empty one does.
bool marksAnyRow(const std::vector<SampleRow>& samples, const UnusedColumn& column) {
    const bool chooses = column.marks == RowMarks::ByCross || column.marks == RowMarks::Unclear;
    return column.marks != RowMarks::No &&
           std::any_of(samples.begin(), samples.end(), [&](const SampleRow& row) {
               const auto text = row.textAt(column.column);
               return text.empty() ? chooses && row.hasSeveral() : marksRow(text, column.marks);
           });
}

// What the name does not tell, cells may.
void askCells(const std::vector<SampleRow>& samples, bool placeless, const AnswerColumns& like,
              UnusedColumn& column) {
    const bool unknown = column.reason == UnusedReason::Unknown;
    const bool ofOthers = column.reason == UnusedReason::NotOfTheProfile;
    const bool crossed = areCrosses(samples, column.column);
    const bool ofRow = mayChooseRows(column, crossed);
    const std::size_t alike = crossed ? like.crosses : like.answers;
    const CellsOf cells(samples, column, placeless);
    const auto is = [&](UnusedReason reason, Message why) {
        column.reason = reason;
        column.narrows = true;
        column.why = std::move(why);
    };
    readMarks(samples, ofRow && alike < 2, cells, column);
    if (marksAnyRow(samples, column)) {
        column.field.clear();
        is(UnusedReason::Excludes, whyMarked(column.marks));
    } else if (ofOthers && placeless && isAddress(column.header) &&
               cells.looksLike() == "locations") {
        column.field = "locations";
        column.narrows = true;
    } else if (crossed && cells.tickAValue() &&
               (unknown || (ofOthers && !namesWhom(column.header)))) { // "Manager"
        column.field = cells.tickedField();
        is(UnusedReason::NoSuchField, say::nameIsTickedValue());
    } else if ((crossed && !column.narrows && !ofOthers && namesDemand(column.header)) ||
               (ofRow && alike > 1 && asksWhichRows(column.header, samples, column.column))) {
        column.field.clear();
        column.loses = RowLoss::Said;
        is(UnusedReason::NoSuchField, say::crossesDemand());
    } else if (column.reason == UnusedReason::CellsContradict && column.field == "departments" &&
               plainName(column.header).starts_with("departement")) { // those of France
        column.field = "locations";
        is(UnusedReason::Ambiguous, say::nameCanMeanField(column.field));
    } else if (column.narrows || ofOthers) {
        return;
    } else if (cells.deny()) {
        const bool contradict = column.reason == UnusedReason::CellsContradict;
        if (contradict) // nobody should be told to map it
            column.field.clear();
        is(unknown || contradict ? UnusedReason::NoSuchField : column.reason,
           say::cellsSayNotMeant());
    } else if (unknown && cells.tickAValue()) {
        column.field = cells.tickedField();
        is(UnusedReason::NoSuchField, say::nameIsTickedValue());
    } else if (unknown && cells.sayTurnover()) {
        is(UnusedReason::NoSuchField, say::noFieldHoldsThat());
    } else if (const auto field = cells.looksLike(); unknown && !field.empty()) {
        column.field = field;
        is(UnusedReason::Unknown, say::cellsLookLikeField(field));
    }
}

// "State 1" beside "State 2": the name of both, which neither says whole.
std::string_view numberedName(const ColumnMap& map, std::string_view header) {
    const std::string_view bare = unnumbered(header);
    const std::string name = plainName(bare);
    const bool twin = bare.size() < trimmed(header).size() && !name.empty() &&
                      std::any_of(map.headers.begin(), map.headers.end(), [&](const auto& other) {
                          return other != header && plainName(unnumbered(other)) == name;
                      });
    return twin ? bare : header;
}

// What rows lose by a column that is not used, where another one might have said it.
RowLoss lossOf(const std::vector<SampleRow>& samples, const ColumnMap& map,
               const UnusedColumn& column) {
    using enum UnusedReason;
    const bool ticked = column.why == say::nameIsTickedValue();
    const bool limits = column.reason == CellsContradict && // "<3" below "Rating"
                        isOneOf(column.field, {"minRating", "radiusKm"});
    const bool could = ticked || limits || column.reason == Ambiguous || column.reason == Unknown ||
                       (column.reason == NotOfTheProfile && column.narrows);
    const auto target = findTarget(column.field);
    const bool asks = target && target->info != nullptr && // a yes or no is in every export
                      target->info->kind == contract::FieldKind::Boolean;
    if (column.loses != RowLoss::None || !could || asks || column.marks != RowMarks::No ||
        !narrowsWho(column.field) || column.why == say::productLacksField())
        return column.loses;
    if (ticked) // "CEO", "DE" with crosses, and no column for titles or places
        return map.fills(column.field) || (isOneOf(column.field, {"seniorities", "departments"}) &&
                                           map.fills("jobTitles"))
                   ? RowLoss::Said
                   : RowLoss::Asked;
    if (const ColumnRule* rule = map.columnFor(column.field))
        return column.field != "locations" || !saysNarrowerPlace(samples, column, *rule)
                   ? RowLoss::None
               : numberedName(map, column.header) != column.header ? RowLoss::Asked
                                                                   : RowLoss::Said;
    if (map.fills(column.field))
        return RowLoss::None;
    if (column.reason == NotOfTheProfile && column.field == "locations" && isAddress(column.header))
        return RowLoss::Asked; // "Billing Country", and nothing else says where
    if (column.reason == Ambiguous && isRivalled(column.why)) // nothing else says it
        return RowLoss::Asked;
    const bool titleOrPlace = column.field == "jobTitles" || column.field == "locations";
    if (column.reason == NotOfTheProfile || !(titleOrPlace || column.reason == Ambiguous))
        return RowLoss::Said;
    const CellsOf cells(samples, column, !map.fills("locations"));
    // Nothing else says who or where is meant, and one odd cell changes nothing about that. Nor do
    // places that no list has, below a name that says it.
    const NameMeaning meaning = meaningOf(column.header);
    const bool place = meaning.fit >= NameFit::Near && meaning.target == column.field &&
                       (meaning.place == PlacePart::City || meaning.place == PlacePart::Country);
    const bool named =
        titleOrPlace && column.reason == Ambiguous && (place || cells.mayBe(column.field));
    return named || cells.looksLike() == column.field ? RowLoss::Asked : RowLoss::Said;
}

std::unordered_set<std::uint32_t> usedColumns(const ColumnMap& map) {
    std::unordered_set<std::uint32_t> used;
    for (const ColumnRule& rule : map.columns)
        for (const std::uint32_t column : rule.columns())
            used.insert(column);
    return used;
}

std::vector<std::uint32_t> columnsWithoutCells(const ColumnMap& map,
                                               const std::vector<bool>& filled) {
    std::vector<std::uint32_t> empty;
    for (const ColumnRule& rule : map.columns) {
        const auto columns = rule.columns();
        if (std::none_of(columns.begin(), columns.end(), [&](std::uint32_t column) {
                return column < filled.size() && filled[column];
            }))
            empty.push_back(rule.column);
    }
    return empty;
}

} // namespace

void findUnused(const std::vector<SampleRow>& samples, ColumnMap& map) {
    map.unused.clear();
    map.unfilled.clear();
    map.withoutCountries = columnWithoutCountries(samples, map);
    const auto used = usedColumns(map);
    const std::unordered_set<std::uint32_t> ignored(map.ignored.begin(), map.ignored.end());
    const auto& written = map.resultColumns;
    const std::unordered_set<std::uint32_t> results(written.begin(), written.end());
    std::unordered_map<std::uint32_t, const Suggestion*> suggested;
    for (const Suggestion& suggestion : map.suggestions)
        suggested.emplace(suggestion.column, &suggestion);
    std::vector<bool> filled = filledColumns(samples);
    filled.resize(std::max(filled.size(), map.headers.size()));
    map.empty = columnsWithoutCells(map, filled);
    // "Billing Country" may be what is meant where nothing else says a place.
    const bool placeless = !map.fills("locations");
    AnswerColumns like;
    std::vector<UnusedColumn> found;
    for (std::uint32_t c = 0; c < filled.size(); ++c) {
        const bool named = c < map.headers.size() && !trimmed(map.headers[c]).empty();
        if (used.contains(c) || (!filled[c] && !named))
            continue;
        UnusedColumn& column = found.emplace_back();
        column.column = c;
        column.header = map.headerOf(c);
        if (results.contains(c)) {
            column.reason = UnusedReason::Result;
            column.why = say::writtenByResultsFile();
            if (plainName(column.header) == plainName(kResultHeaders.front()))
                column.marks = RowMarks::InStatus;
        } else if (ignored.contains(c)) {
            column.reason = UnusedReason::LeftOut;
            column.why = say::leftOutAsStated();
        } else {
            if (const auto offer = suggested.find(c); offer == suggested.end())
                explain(meaningOf(numberedName(map, column.header)), column);
            else
                explain(*offer->second, column);
            column.contradicts = !map.fills(column.field) && contradictsName(samples, column);
            like.crosses += areCrosses(samples, c);
            like.answers += mayBeOfRow(column) && asksWhichRows(column.header, samples, c);
        }
    }
    const CompaniesAsked companies(samples, map);
    for (UnusedColumn& column : found) {
        if (column.reason != UnusedReason::Result && column.reason != UnusedReason::LeftOut) {
            askCells(samples, placeless, like, column);
            askForDenied(samples, map, column);
            column.loses = lossOf(samples, map, column);
            companies.ask(column);
        }
        (filled[column.column] ? map.unused : map.unfilled).push_back(std::move(column));
    }
    std::stable_sort(
        map.unused.begin(), map.unused.end(),
        [](const UnusedColumn& a, const UnusedColumn& b) { return a.narrows && !b.narrows; });
}

} // namespace leadsheet::app
