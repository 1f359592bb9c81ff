// SPDX-License-Identifier: Apache-2.0
// Scores the matching of columns with the sheets of tests/corpus/meaning, whose README says what is
// right. Nothing may get worse than tests/corpus/meaning/baseline.json says; with
// LEADSHEET_MEANING_BASELINE=write in the environment the file is written anew instead.
#include "leadsheet/app/fields.hpp"
#include "meaning_sheets.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <array>
#include <cstdlib>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

constexpr const char* kWrong = "wrong";     // mapped to what it does not mean
constexpr const char* kMissed = "missed";   // means a field, and is not mapped
constexpr const char* kUnnamed = "unnamed"; // not used, not named so, and the sheet called ready
constexpr const char* kReady = "ready";     // sheets called ready that lack something
constexpr std::array kFaults{kWrong, kMissed, kUnnamed, kReady};

enum class Verdict { Right, Missed, Wrong };

Verdict verdictOn(const ColumnTruth& truth, const std::set<std::string>& targets) {
    using Kind = ColumnTruth::Kind;
    const bool among = std::all_of(targets.begin(), targets.end(), [&](const auto& target) {
        return std::find(truth.fields.begin(), truth.fields.end(), target) != truth.fields.end();
    });
    switch (truth.kind) {
    case Kind::Field:
    case Kind::Place:
        if (targets.empty())
            return Verdict::Missed;
        return among ? Verdict::Right : Verdict::Wrong;
    case Kind::May:
        return among ? Verdict::Right : Verdict::Wrong;
    case Kind::Narrows:
    case Kind::Irrelevant:
    case Kind::Suggest:
        break;
    }
    return targets.empty() ? Verdict::Right : Verdict::Wrong;
}

struct Score {
    int columns = 0;
    int wrong = 0;
    int missed = 0;
    int sheets = 0;
    int unnamed = 0; ///< sheets

    int right() const { return columns - wrong - missed; }
    double percent() const { return columns == 0 ? 100.0 : 100.0 * right() / columns; }
    std::string text() const {
        return QString::asprintf(
                   "%5.1f %% right (%4d of %4d columns, %3d wrong, %4d missed); %2d of "
                   "%3d sheets ready with an unnamed column",
                   percent(), right(), columns, wrong, missed, unnamed, sheets)
            .toStdString();
    }
};

struct Scoring {
    Baseline::Lists faults;
    std::vector<std::string> wrong; ///< in words
    int notSaidToNarrow = 0;        ///< narrowing columns that are not named as such
    Score all;
    std::map<std::string, Score> byLanguage;
    std::map<std::string, Score> byStyle;
};

void scoreSheet(const MeaningSheet& sheet, Scoring& scoring) {
    const FoundTable table = findTable(sheet);
    const auto map = makeMap(table.header, table.samples);
    const ColumnMap columnMap = map.value_or(ColumnMap());
    const auto targets = targetsByColumn(columnMap, sheet.truth.size());
    const bool ready = map && !missingTargets(columnMap);
    Score score;
    score.sheets = 1;
    for (std::size_t column = 0; column < sheet.truth.size(); ++column) {
        const ColumnTruth& truth = sheet.truth[column];
        const Verdict verdict = verdictOn(truth, targets[column]);
        ++score.columns;
        if (verdict == Verdict::Wrong) {
            ++score.wrong;
            scoring.faults[kWrong].insert(sheet.key(column));
            for (const std::string& target : targets[column])
                scoring.wrong.push_back(sheet.key(column) + " -> " + target);
        } else if (verdict == Verdict::Missed) {
            ++score.missed;
            scoring.faults[kMissed].insert(sheet.key(column));
        }
        if (truth.kind == ColumnTruth::Kind::Narrows && !namesAsNarrowing(columnMap, column))
            ++scoring.notSaidToNarrow;
        const bool matters = truth.kind != ColumnTruth::Kind::Irrelevant;
        if (ready && matters && targets[column].empty() && !namesAsUnused(columnMap, column)) {
            score.unnamed = 1;
            scoring.faults[kUnnamed].insert(sheet.key(column));
        }
    }
    if (ready && !sheet.notReady.empty())
        scoring.faults[kReady].insert(sheet.language + " | " + sheet.name);
    for (Score* sum :
         {&scoring.all, &scoring.byLanguage[sheet.language], &scoring.byStyle[sheet.style]}) {
        sum->columns += score.columns;
        sum->wrong += score.wrong;
        sum->missed += score.missed;
        sum->sheets += score.sheets;
        sum->unnamed += score.unnamed;
    }
}

std::string table(const std::map<std::string, Score>& scores) {
    std::string text;
    for (const auto& [name, score] : scores)
        text += "\n" + score.text() + "  " + name;
    return text;
}

void print(const Scoring& scoring) {
    qInfo("by style:%s\nby language:%s", table(scoring.byStyle).c_str(),
          table(scoring.byLanguage).c_str());
    std::string wrong;
    for (const std::string& line : scoring.wrong)
        wrong += "\n" + line;
    qInfo("wrong:%s", wrong.c_str());
    qInfo("%s\ngoals: 0 wrong, at least 95 %% right, 0 sheets ready with an unnamed column\n"
          "%d columns that narrow are not said to do so",
          scoring.all.text().c_str(), scoring.notSaidToNarrow);
}

bool has(const Baseline::Lists& lists, const char* name, const std::string& item) {
    const auto found = lists.find(name);
    return found != lists.end() && found->second.count(item) > 0;
}

// A wrong column that is only missed now has got better; the reverse has not.
bool wasKnown(const Baseline::Lists& known, const char* fault, const std::string& item) {
    return has(known, fault, item) ||
           (std::string_view(fault) == kMissed && has(known, kWrong, item));
}

} // namespace

class MeaningCorpusTest : public QObject {
    Q_OBJECT

    std::filesystem::path folder_;
    std::vector<MeaningSheet> sheets_;

private slots:
    void initTestCase() {
        const char* const corpus = std::getenv("LEADSHEET_CORPUS");
        QVERIFY2(corpus != nullptr, "LEADSHEET_CORPUS names the folder of the corpus");
        folder_ = std::filesystem::path(corpus) / "meaning";
        sheets_ = loadMeaningSheets(folder_);
    }

    void sheets_areMany_andEachColumnHasItsTruth() {
        std::set<std::string> names;
        std::set<std::string> languages;
        for (const MeaningSheet& sheet : sheets_) {
            QVERIFY2(names.insert(sheet.language + sheet.name).second, sheet.name.c_str());
            languages.insert(sheet.language);
            QVERIFY2(sheet.lines.size() >= sheet.headerLine + 4, sheet.name.c_str());
            for (std::size_t i = sheet.headerLine; i < sheet.lines.size(); ++i)
                QVERIFY2(sheet.lines[i].size() == sheet.truth.size(), sheet.name.c_str());
        }
        QVERIFY(names.size() >= 300);
        QVERIFY(languages.size() == 8);
    }

    void truth_namesOnlyFieldsThatExist() {
        for (const MeaningSheet& sheet : sheets_)
            for (const ColumnTruth& truth : sheet.truth)
                for (const std::string& field : truth.fields)
                    QVERIFY2(findTarget(field).has_value(), field.c_str());
    }

    void matching_isNoWorseThanTheBaseline() {
        Scoring scoring;
        for (const MeaningSheet& sheet : sheets_)
            scoreSheet(sheet, scoring);
        print(scoring);
        const std::filesystem::path file = folder_ / "baseline.json";
        if (Baseline::isToBeWritten()) {
            Baseline::save(file, scoring.faults);
            return;
        }
        const Baseline::Lists known = Baseline::load(file);
        int worse = 0;
        int better = 0;
        for (const char* fault : kFaults) {
            for (const std::string& item : scoring.faults[fault]) {
                if (wasKnown(known, fault, item))
                    continue;
                qWarning("got worse, %s: %s", fault, item.c_str());
                ++worse;
            }
            if (known.count(fault) > 0)
                for (const std::string& item : known.at(fault))
                    better += scoring.faults[fault].count(item) == 0 ? 1 : 0;
        }
        if (better > 0)
            qInfo("%d fault(s) of the baseline are gone: LEADSHEET_MEANING_BASELINE=write records "
                  "that.",
                  better);
        QCOMPARE(worse, 0);
    }
};

LEADSHEET_TEST(tst_meaning_corpus, MeaningCorpusTest);
#include "tst_meaning_corpus.moc"
