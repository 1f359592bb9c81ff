// SPDX-License-Identifier: Apache-2.0
// What holds for every sheet of tests/corpus/meaning: other columns, their order and their names do
// not change what a column means, and a negation before its name never leaves it including. What
// does not hold yet is listed in tests/corpus/meaning/baseline_properties.json, which may only get
// shorter; with LEADSHEET_MEANING_BASELINE=write in the environment it is written anew.
#include "meaning_sheets.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using Targets = std::vector<std::set<std::string>>;
using Order = std::vector<std::size_t>;

ColumnMap mapOf(const FoundTable& table) {
    return makeMap(table.header, table.samples).value_or(ColumnMap());
}

Targets targetsOf(const FoundTable& table) {
    return targetsByColumn(mapOf(table), table.header.size());
}

std::string cellOf(const SampleRow& row, std::size_t column) {
    return column < row.cells.size() ? row.cells[column] : std::string();
}

FoundTable inOrder(const FoundTable& table, const Order& order) {
    FoundTable result;
    for (const std::size_t column : order)
        result.header.push_back(table.header[column]);
    for (const SampleRow& row : table.samples) {
        SampleRow moved{row.row, {}};
        for (const std::size_t column : order)
            moved.cells.push_back(cellOf(row, column));
        result.samples.push_back(std::move(moved));
    }
    return result;
}

// Reversed, turned by one, or the even columns before the odd ones.
Order anotherOrder(std::size_t columns, std::size_t which) {
    Order order(columns);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (which % 3 == 0)
        std::reverse(order.begin(), order.end());
    else if (which % 3 == 1)
        std::rotate(order.begin(), order.begin() + 1, order.end());
    else
        std::stable_partition(order.begin(), order.end(),
                              [](std::size_t column) { return column % 2 == 0; });
    return order;
}

// A number and a date a row, as programs add them.
void addUnrelated(FoundTable& table, std::size_t at) {
    const auto place = static_cast<std::ptrdiff_t>(at);
    table.header.insert(table.header.begin() + place, {"Row ID", "Last touched"});
    int number = 0;
    for (SampleRow& row : table.samples) {
        row.cells.resize(std::max(row.cells.size(), at));
        ++number;
        row.cells.insert(row.cells.begin() + place,
                         {std::to_string(1000 + number), "2026-05-0" + std::to_string(number % 9)});
    }
}

// With blanks or brackets, as they stand before or after a name.
const std::vector<std::string>& negationsOf(const std::string& language) {
    static const std::map<std::string, std::vector<std::string>> kNegations{
        {"english", {"not ", "excl. ", "Excluded ", "without ", "Do not contact: "}},
        {"german", {"ohne ", "nicht ", "exkl. ", "Ausgeschlossen: "}},
        {"french", {"sans ", "hors ", "sauf ", "pas de "}},
        {"spanish", {"sin ", "excepto ", "no "}},
        {"italian", {"senza ", "escluso ", "eccetto ", "non "}},
        {"dutch", {"zonder ", "niet ", "geen ", "behalve "}},
        {"polish", {"bez ", "nie ", "oprócz "}},
        {"portuguese", {"sem ", "exceto ", "não "}}};
    return kNegations.at(language);
}
const std::vector<std::string>& negatingEndsOf(const std::string& language) {
    static const std::map<std::string, std::vector<std::string>> kEnds{
        {"english", {" (excluded)", " to avoid", " - exclude"}},
        {"german", {" (ausgeschlossen)", " ausschließen"}},
        {"french", {" (exclu)", " à exclure"}},
        {"spanish", {" (excluido)", " a excluir"}},
        {"italian", {" (escluso)", " da escludere"}},
        {"dutch", {" (uitgesloten)", " uitsluiten"}},
        {"polish", {" (wykluczone)", " do wykluczenia"}},
        {"portuguese", {" (excluído)", " a excluir"}}};
    return kEnds.at(language);
}

std::vector<std::string> negatedNames(const std::string& language, const std::string& name) {
    std::vector<std::string> names;
    for (const std::string& before : negationsOf(language))
        names.push_back(before + name);
    for (const std::string& after : negatingEndsOf(language))
        names.push_back(name + after);
    return names;
}

// Fields that say who is meant: a negated name must not fill them.
bool includes(const std::string& target) {
    static const std::set<std::string> kFields{
        "industries",   "jobTitles", "locations",    "seniorities", "departments", "companySizes",
        "technologies", "keywords",  "linkedinUrls", "domains",     "seedDomains", "categories"};
    return kFields.count(target) > 0;
}

bool anyIncludes(const std::set<std::string>& targets) {
    return std::any_of(targets.begin(), targets.end(), includes);
}

bool meansWhoIsSought(const ColumnTruth& truth) {
    return (truth.kind == ColumnTruth::Kind::Field || truth.kind == ColumnTruth::Kind::Place) &&
           includes(truth.fields.front());
}

std::string joined(const std::set<std::string>& targets) {
    std::string text;
    for (const std::string& target : targets)
        text += (text.empty() ? "" : ", ") + target;
    return text.empty() ? "nothing" : text;
}

} // namespace

class MeaningPropertiesTest : public QObject {
    Q_OBJECT

    std::filesystem::path file_;
    std::vector<MeaningSheet> sheets_;
    std::vector<FoundTable> tables_; ///< of the sheets
    std::vector<std::vector<std::size_t>> places_;
    std::vector<Targets> meant_; ///< by their columns
    Baseline::Lists found_;

    void note(const char* property, const std::string& item, const std::string& more) {
        if (found_[property].insert(item).second && !Baseline::isToBeWritten())
            notes_[property][item] = more;
    }
    std::map<std::string, std::map<std::string, std::string>> notes_;

    // Fails for what the baseline does not list.
    void compare(const char* property) {
        if (Baseline::isToBeWritten())
            return;
        const Baseline::Lists known = Baseline::load(file_);
        const auto list = known.find(property);
        const std::set<std::string> listed =
            list == known.end() ? std::set<std::string>() : list->second;
        int worse = 0;
        for (const std::string& item : found_[property]) {
            if (listed.count(item) > 0)
                continue;
            qWarning("got worse, %s: %s: %s", property, item.c_str(),
                     notes_[property][item].c_str());
            ++worse;
        }
        const auto gone = std::count_if(listed.begin(), listed.end(), [&](const auto& item) {
            return found_[property].count(item) == 0;
        });
        qInfo("%s: %zu do not hold, %d of the %zu listed are mended", property,
              found_[property].size(), static_cast<int>(gone), listed.size());
        QCOMPARE(worse, 0);
    }

    // Compares with what the columns of a sheet mean; `columnIn` tells where they stand in `after`.
    template <class Where>
    void compareColumns(const char* property, std::size_t sheet, const Targets& after,
                        Where columnIn) {
        for (std::size_t column = 0; column < meant_[sheet].size(); ++column) {
            const std::set<std::string>& now = after[columnIn(column)];
            if (now != meant_[sheet][column])
                note(property, sheets_[sheet].key(column),
                     joined(meant_[sheet][column]) + " became " + joined(now));
        }
    }

private slots:
    void initTestCase() {
        const char* const corpus = std::getenv("LEADSHEET_CORPUS");
        QVERIFY2(corpus != nullptr, "LEADSHEET_CORPUS names the folder of the corpus");
        file_ = std::filesystem::path(corpus) / "meaning" / "baseline_properties.json";
        sheets_ = loadMeaningSheets(file_.parent_path());
        QVERIFY(!sheets_.empty());
        for (const MeaningSheet& sheet : sheets_) {
            tables_.push_back(findTable(sheet));
            QVERIFY2(tables_.back().header.size() <= sheet.truth.size(), sheet.name.c_str());
            const ColumnMap map = mapOf(tables_.back());
            meant_.push_back(targetsByColumn(map, tables_.back().header.size()));
            places_.push_back(placeColumns(map));
        }
    }

    void columns_inAnotherOrder_meanTheSame() {
        for (std::size_t i = 0; i < sheets_.size(); ++i) {
            const Order order = anotherOrder(tables_[i].header.size(), i);
            const ColumnMap map = mapOf(inOrder(tables_[i], order));
            std::vector<std::size_t> place;
            for (const std::size_t column : placeColumns(map))
                place.push_back(order[column]);
            if (place != places_[i])
                note("order", sheets_[i].language + " | " + sheets_[i].name,
                     "its places are joined in another order");
            const Targets after = targetsByColumn(map, order.size());
            compareColumns("order", i, after, [&](std::size_t column) {
                return static_cast<std::size_t>(std::find(order.begin(), order.end(), column) -
                                                order.begin());
            });
        }
        compare("order");
    }

    void columns_besideUnrelatedOnes_meanTheSame() {
        for (std::size_t i = 0; i < sheets_.size(); ++i) {
            FoundTable wider = tables_[i];
            const std::size_t at = i % (wider.header.size() + 1);
            addUnrelated(wider, at);
            const Targets after = targetsOf(wider);
            compareColumns("added", i, after,
                           [&](std::size_t column) { return column < at ? column : column + 2; });
            for (const std::size_t added : {at, at + 1})
                if (!after[added].empty())
                    note("added", sheets_[i].language + " | " + sheets_[i].name,
                         wider.header[added] + " is mapped to " + joined(after[added]));
        }
        compare("added");
    }

    void columns_whenUnrelatedOnesAreRenamed_meanTheSame() {
        for (std::size_t i = 0; i < sheets_.size(); ++i) {
            FoundTable renamed = tables_[i];
            int number = 0;
            for (std::size_t column = 0; column < renamed.header.size(); ++column)
                if (sheets_[i].truth[column].kind == ColumnTruth::Kind::Irrelevant &&
                    meant_[i][column].empty())
                    renamed.header[column] = "Last touched " + std::to_string(++number);
            if (number > 0)
                compareColumns("renamed", i, targetsOf(renamed),
                               [](std::size_t same) { return same; });
        }
        compare("renamed");
    }

    // The column stands alone: nothing else can keep it from being taken.
    void name_negated_neverIncludes() {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < sheets_.size(); ++i) {
            const MeaningSheet& sheet = sheets_[i];
            for (std::size_t column = 0; column < tables_[i].header.size(); ++column) {
                const std::string name = tables_[i].header[column];
                if (!meansWhoIsSought(sheet.truth[column]) ||
                    !seen.insert(sheet.language + name).second)
                    continue;
                FoundTable alone = inOrder(tables_[i], {column});
                for (const std::string& negated : negatedNames(sheet.language, name)) {
                    alone.header.front() = negated;
                    const std::set<std::string> targets = targetsOf(alone).front();
                    if (anyIncludes(targets))
                        note("negated", sheet.language + " | " + negated,
                             "includes " + joined(targets));
                }
            }
        }
        compare("negated");
    }

    void cleanupTestCase() {
        if (Baseline::isToBeWritten())
            Baseline::save(file_, found_);
    }
};

LEADSHEET_TEST(tst_meaning_properties, MeaningPropertiesTest);
#include "tst_meaning_properties.moc"
