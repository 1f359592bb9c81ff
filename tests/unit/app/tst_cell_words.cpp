// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "map/cell_words.hpp"
#include "map/mark_filter.hpp"
#include "map/vocabulary.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "text/json_text.hpp"

#include <QtTest>
#include <algorithm>
#include <boost/json.hpp>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

struct Said {
    bool blocked = false;
    QString codes;
    QStringList steps; ///< with a * where it is the likely one
};

} // namespace

// Words in cells that mean something, and not exactly what a field takes.
class CellWordsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    Said say(const QString& field, const QString& cell) {
        CheckOptions options;
        options.map = parseMapSpec("leadCount=leadCount,scrapingOption:=filters," +
                                   field.toStdString() + "=" + field.toStdString())
                          .value();
        auto check =
            SheetCheck::open(folder_.write("words.csv", field.toStdString() + ";leadCount\n" +
                                                            cell.toStdString() + ";5\n"),
                             options);
        if (!check)
            qFatal("%s", check.error().message().c_str());
        CheckedRow row;
        if (check->next(row).value_or(Next::End) == Next::End)
            qFatal("no row");
        Said said{row.blocked, {}, {}};
        for (const Problem& problem : row.problems) {
            said.codes += QString::fromStdString(std::string(problemCodeName(problem.code)));
            for (const ProblemFix& fix : problem.fixes)
                said.steps << (fix.likely ? "*" : "") + QString::fromStdString(fix.step);
        }
        return said;
    }

private slots:
    // Nobody means the same by them: several readings are offered, and none is taken.
    void size_inWords_isOffered_data() {
        QTest::addColumn<QString>("step");
        const auto row = [](const char* step, const QStringList& words) {
            for (const QString& word : words)
                QTest::newRow(qPrintable(word)) << QString(step).arg(word);
        };
        row("means(%1,1-10;11-50;51-200)",
            {"KMU", "SME", "SMB", "PME", "Pyme", "PMI", "MKB", "MŚP", "PYMES"});
        row("means(%1,11-50)",
            {"small", "klein", "petite", "pequeña", "piccola", "mała", "pequena", "Kleinbetrieb"});
        row("means(%1,1-10)", {"micro", "TPE", "Microempresa", "Kleinstunternehmen", "startup"});
        row("means(%1,51-200)",
            {"medium", "mittel", "mediana", "middelgroot", "moyenne", "média", "średnia"});
        row("means(%1,201-500;501-1000)", {"Mid-Market", "Mittelstand"});
        row("means(%1,1001-5000;5001-10000;10001+)",
            {"Enterprise", "Konzern", "groß", "Grande", "Grand groupe", "duża", "grootbedrijf"});
    }
    void size_inWords_isOffered() {
        QFETCH(QString, step);
        const Said said = say("companySizes", QTest::currentDataTag());
        QVERIFY(said.blocked);
        QCOMPARE(said.codes, QString("size_not_exact"));
        QVERIFY2(said.steps.contains(step), qPrintable(said.steps.join('\n')));
        QVERIFY(said.steps.filter("*").isEmpty());
    }
    void size_inWordsWithNumbers_isRead() {
        QVERIFY(!say("companySizes", "Mittelstand (51-200)").blocked);
        QCOMPARE(say("companySizes", "blue").codes, QString("not_allowed"));
    }

    void word_misspelt_isSaid_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("meant");
        const auto row = [](const char* text, const char* field, const char* meant) {
            QTest::newRow(text) << QString(field) << QString(meant);
        };
        row("Sofware", "industries", "Software");
        row("Sofware development", "industries", "Software development");
        row("Manufactring", "industries", "Manufacturing");
        row("logsitics", "keywords", "logistics");
        row("Head of Enginering", "jobTitles", "Head of Engineering");
        row("Maschienenbau", "industries", "Maschinenbau");
        row("Vesicherung", "industries", "Versicherung");
        row("Assurrance", "industries", "Assurance");
        row("Constrcción", "industries", "Construcción");
        row("Verzekringen", "industries", "Verzekeringen");
        row("Budwnictwo", "industries", "Budownictwo");
        row("Logisitca", "industries", "Logistica");
        row("Farmacêtica", "industries", "Farmacêutica");
        row("Farmacetica", "industries", "Farmaceutica");
        row("Mashcine", "industries", "Maschine");
    }
    void word_misspelt_isSaid() {
        QFETCH(QString, field);
        QFETCH(QString, meant);
        const QString text = QTest::currentDataTag();
        const Said said = say(field, text);
        QVERIFY(!said.blocked);
        QCOMPARE(said.codes, QString("near_value"));
        QCOMPARE(said.steps.front(), "*means(" + text + "," + meant + ")");
        QCOMPARE(said.steps.back(), "means(" + text + "," + text + ")");
    }

    void word_ofAnotherForm_isTakenAsItStands() {
        for (const char* text : {"Software",     "Softwares",     "Logistik",
                                 "Logistica",    "Logistyka",     "Engineers",
                                 "Retailers",    "Insurtech",     "Consulting",
                                 "Consultants",  "Consultancy",   "Productions",
                                 "Bankwesen",    "Industries",    "Industrien",
                                 "Automotives",  "Technologia",   "Direktor",
                                 "Directeurs",   "Directora",     "Maschinen",
                                 "Plattform",    "Fourniture",    "Mecánica",
                                 "Tecnologie",   "Baking",        "Funder",
                                 "Managers",     "Ingenieurbüro", "Commerciale",
                                 "Transporteur", "Transporte",    "Chemicals",
                                 "Marketer",     "Developers",    "Recruiter",
                                 "Recruiters",   "Securities",    "Restoration",
                                 "Restauration", "Conservation",  "Computer Software",
                                 "Farming"})
            QVERIFY2(say("industries", text).codes.isEmpty(), text);
    }

    // The filter only keeps texts from being looked at that can say nothing.
    void markOfARow_passesTheFilter() {
        std::string text;
        for (const std::string_view part : kVocabularyJson)
            text += part;
        const boost::json::value document = boost::json::parse(text);
        std::size_t looked = 0;
        const auto look = [&](const char* of, const char* name) {
            forEachText(document.at(of).at(name), [&](std::string_view mark) {
                const std::string whole(mark);
                QVERIFY2(mayMarkInWords(whole + " today"), whole.c_str());
                QVERIFY2(mayMarkInWords("Acme 7 " + whole), whole.c_str());
                ++looked;
            });
        };
        for (const char* list : {"receivedMarks", "exampleRows", "notBefore", "sectionHold",
                                 "noteMarks", "countWords", "countChanges", "countChangeEnds"})
            look("cells", list);
        for (const char* list : {"rowMarks", "dealtWith", "fixed", "customers"})
            look("words", list);
        for (const auto& [language, words] : document.at("words").at("negation").as_object())
            forEachText(words, [&](std::string_view word) {
                QVERIFY2(mayMarkInWords("Acme " + std::string(word)), std::string(word).c_str());
                ++looked;
            });
        QVERIFY(looked > 500);
        for (const char* word : {"Branchenausschluss", "Nichtzielland", "AUSGESCHLOSSENE", "not"})
            QVERIFY2(mayMarkInWords("Acme " + std::string(word) + " 5"), word);
    }

    void textOfOtherWords_isHeldByTheFilter() {
        // By chance it lets one through.
        const std::initializer_list<const char*> texts{
            "topic 123",        "topic 7",       "heat pumps",     "Leiter Vertrieb",
            "machine building", "VP Marketing",  "solar energy",   "supply chain planning",
            "Data Engineer",    "fleet leasing", "cloud security", "packaging 2000"};
        const auto held = std::count_if(texts.begin(), texts.end(),
                                        [](const char* text) { return !mayMarkInWords(text); });
        QVERIFY2(held >= 9, qPrintable(QString::number(held)));
        // What signs and capitals make of a text, the filter does not know.
        for (const char* text : {"topic", "topic (old)", "topic - 5", "!topic 1", "\u274C topic 1"})
            QVERIFY2(mayMarkInWords(text), text);
    }
};

LEADSHEET_TEST(tst_cell_words, CellWordsTest);
#include "tst_cell_words.moc"
