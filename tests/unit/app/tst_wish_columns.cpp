// SPDX-License-Identifier: Apache-2.0
// Two columns that say the same of who is meant: the one that is wanted by its name is taken, and
// where names do not tell it is asked.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class WishColumnsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    /// What the rows order in the field, "!" where they are held back.
    QString read(const std::string& text, const char* field, const char* map = nullptr) {
        std::string spec = "scrapingOption:=filters";
        if (map != nullptr)
            spec += std::string(",") + map;
        QStringList rows;
        for (const CheckedRow& row : checkedRows(folder_.write("list.csv", text), spec)) {
            QStringList items;
            if (row.input) {
                const auto found = row.input->request.fields.find(field);
                if (found != row.input->request.fields.end())
                    for (const std::string& one : std::get<std::vector<std::string>>(found->second))
                        items << QString::fromStdString(one);
            }
            rows << (row.blocked ? QString("!") : items.join('|'));
        }
        return rows.join(" / ");
    }

    struct Kind {
        const char* field;
        const char* others; ///< names of the other columns
        const char* first[3];
        const char* second[3]; ///< plain, of the other column, of the others
    };
    static const Kind& kindOf(const QString& field) {
        static const Kind kKinds[] = {
            {"jobTitles",
             "Industry,Country",
             {"Marketing Manager", "CEO", "Software,Germany"},
             {"Sales Manager", "CFO", "Banking,France"}},
            {"industries",
             "Title,Country",
             {"Consulting", "Software", "CEO,Germany"},
             {"Retail", "Banking", "CFO,France"}},
            {"locations",
             "Title,Industry",
             {"Germany", "France", "CEO,Software"},
             {"Austria", "Italy", "CFO,Banking"}},
            {"companySizes",
             "Title,Industry",
             {"11-50", "201-500", "CEO,Software"},
             {"1-10", "501-1000", "CFO,Banking"}},
        };
        for (const Kind& kind : kKinds)
            if (field == kind.field)
                return kind;
        qFatal("no such field");
    }
    static std::string sheet(const Kind& kind, const std::string& one, const std::string& other) {
        const auto row = [](const char* const(&cells)[3], const char* leads) {
            return std::string(cells[0]) + "," + cells[1] + "," + cells[2] + "," + leads + "\n";
        };
        return one + "," + other + "," + kind.others + ",Leads\n" + row(kind.first, "100") +
               row(kind.second, "50");
    }

private slots:
    void wish_isTaken_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("plain");
        QTest::addColumn<QString>("wish");
        const auto add = [](const char* field, const char* plain,
                            const std::vector<const char*>& wishes) {
            for (const char* wish : wishes)
                QTest::newRow(wish) << field << plain << wish;
        };
        add("jobTitles", "Title",
            {"Target title", "Titles wanted", "Wanted title", "ICP title", "Desired job titles"});
        add("jobTitles", "Position", {"Zielposition", "Wunschposition", "gesuchte Position"});
        add("jobTitles", "Poste", {"Poste vis\u00E9"});
        add("jobTitles", "Cargo", {"Cargo objetivo"});
        add("industries", "Industry",
            {"Target industry", "Wanted industry", "Desired industry", "ICP industry"});
        add("industries", "Branche", {"Zielbranche", "gew\u00FCnschte Branche"});
        add("industries", "Secteur", {"Secteur vis\u00E9", "Secteur cible"});
        add("industries", "Sector", {"Sector objetivo"});
        add("locations", "Country",
            {"Target country", "Wanted country", "Countries to target", "Target market",
             "ICP geo"});
        add("locations", "Land", {"Zielland"});
        add("locations", "Pays", {"Pays cible", "Pays vis\u00E9"});
        add("locations", "Pa\u00EDs", {"Pa\u00EDs objetivo"});
        add("companySizes", "Company size", {"Target company size", "Target size", "Size wanted"});
    }
    void wish_isTaken() {
        QFETCH(QString, field);
        QFETCH(QString, plain);
        QFETCH(QString, wish);
        const Kind& kind = kindOf(field);
        const QString wanted = QString("%1 / %2").arg(kind.first[1], kind.second[1]);
        QCOMPARE(read(sheet(kind, plain.toStdString(), wish.toStdString()), kind.field), wanted);
        const Kind turned{kind.field,
                          kind.others,
                          {kind.first[1], kind.first[0], kind.first[2]},
                          {kind.second[1], kind.second[0], kind.second[2]}};
        QCOMPARE(read(sheet(turned, wish.toStdString(), plain.toStdString()), kind.field), wanted);
    }

    void other_isAskedAbout_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("plain");
        QTest::addColumn<QString>("other");
        const auto add = [](const char* field, const char* plain,
                            const std::vector<const char*>& others) {
            for (const char* other : others)
                QTest::newRow(other) << field << plain << other;
        };
        add("jobTitles", "Title",
            {"New title", "Title (new)", "Title (corrected)", "Title (final)", "Title v2",
             "Revised title", "Approved title", "Search title", "Title to search",
             "Decision maker title", "Buyer persona", "Prospect title"});
        add("industries", "Industry",
            {"New industry", "Industry (corrected)", "Industry final", "Industry (revised)",
             "Prospect industry"});
        add("industries", "Branche", {"Branche neu", "Branche (korrigiert)"});
        add("locations", "Country", {"New country", "Country (corrected)", "Prospect country"});
        add("locations", "Land", {"Land neu"});
        add("locations", "Location", {"HQ", "Headquarters"});
        add("locations", "Office location", {"HQ country"});
        add("companySizes", "Company size", {"New size", "Company size (corrected)"});
    }
    void other_isAskedAbout() {
        QFETCH(QString, field);
        QFETCH(QString, plain);
        QFETCH(QString, other);
        const Kind& kind = kindOf(field);
        const std::string text = sheet(kind, plain.toStdString(), other.toStdString());
        QCOMPARE(read(text, kind.field), QString("! / !"));
        QCOMPARE(read(text, kind.field, (field + "=@A").toUtf8().constData()),
                 QString("%1 / %2").arg(kind.first[0], kind.second[0]));
        QCOMPARE(read(text, kind.field, (field + "=@B").toUtf8().constData()),
                 QString("%1 / %2").arg(kind.first[1], kind.second[1]));
    }
    void sameCells_askNothing() {
        QCOMPARE(read("Title,Title (new),Country,Industry,Leads\nCEO,CEO,Germany,Software,5\n",
                      "jobTitles"),
                 QString("CEO"));
    }

    // An empty column of places, or one that says the same, keeps no city from its country.
    void placesThatSayNothingNew_leaveCityAndCountryTogether() {
        const std::string names = "Title,Industry,City,Country,Prospect country,Leads\n";
        for (const char* country : {"", "Germany"})
            QCOMPARE(
                read(names + "CEO,Software,Garching,Germany," + country + ",10\n", "locations"),
                QString("Garching, Germany"));
    }

    // The titles are those of the column that has titles.
    void namesOfLists_areNoTitles() {
        QCOMPARE(read("Title,Position,Industry,Country,Leads\nICP A,CEO,Software,Germany,100\n"
                      "ICP B,CFO,Banking,France,50\n",
                      "jobTitles"),
                 QString("CEO / CFO"));
        QCOMPARE(read("Title,Role,Industry,Country,Leads\nGermany software CEOs,CEO,Software,"
                      "Germany,100\nFrance banks,CFO,Banking,France,50\n",
                      "jobTitles"),
                 QString("CEO / CFO"));
        QCOMPARE(read("Title,Who,Industry,Country,Leads\nList 1,CEO,Software,Germany,100\n"
                      "List 2,CFO,Banking,France,50\n",
                      "jobTitles"),
                 QString("CEO / CFO"));
    }
};

LEADSHEET_TEST(tst_wish_columns, WishColumnsTest);
#include "tst_wish_columns.moc"
