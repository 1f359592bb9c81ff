// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

QString placesOf(const leadsheet::OrderRequest& request) {
    const auto found = request.fields.find("locations");
    if (found == request.fields.end())
        return {};
    QStringList places;
    for (const std::string& place : std::get<std::vector<std::string>>(found->second))
        places << QString::fromStdString(place);
    return places.join(" | ");
}

/// For each row its places, or what blocks it.
QStringList read(const QString& header, const QStringList& cells) {
    QString csv = header + ";Leads\n";
    for (const QString& cell : cells)
        csv += "\"" + cell + "\";5\n";
    const SheetFolder folder;
    CheckOptions options;
    options.headerRow = 1;
    options.map = parseMapSpec("scrapingOption:=filters").value();
    auto check = SheetCheck::open(folder.write("a.csv", csv.toStdString()), options).value();
    QStringList rows;
    for (CheckedRow row; check.next(row).value() == Next::Row;) {
        QString said = row.input ? placesOf(row.input->request) : QString();
        for (const Problem& problem : row.problems)
            if (problem.level == ProblemLevel::Blocks)
                said = QString::fromStdString(problem.message());
        rows << said;
    }
    return rows;
}

} // namespace

/// A place beside what it lies in: nothing would be looked for there if all of it were ordered.
class NestedPlacesTest : public QObject {
    Q_OBJECT

private slots:
    void largerPlaceFirst_isOnePlace_data() {
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<QStringList>("places");
        const auto row = [](const char* name, const QStringList& cells, const QStringList& read) {
            QTest::newRow(name) << cells << read;
        };
        row("regions", {"Deutschland, Bayern", "Deutschland, Hessen"},
            {"Bayern, Deutschland", "Hessen, Deutschland"});
        row("a region among countries", {"Germany", "France, Italy", "USA, California"},
            {"Germany", "France | Italy", "California, USA"});
        row("regions and cities", {"Italy, Lombardy, Milan", "USA, Texas, Austin"},
            {"Milan, Lombardy, Italy", "Austin, Texas, USA"});
        row("areas", {"Europe, Germany, Bavaria"}, {"Bavaria, Germany"});
        row("among places with their countries", {"Munich, Germany", "Germany, Neverland"},
            {"Munich, Germany", "Germany, Neverland"});
        row("areas and countries alone", {"Europe, USA", "DACH, Germany"},
            {"Europe | USA", "DACH | Germany"});
        row("a city that is a country", {"Germany, Singapore", "Luxembourg, Munich"},
            {"Germany | Singapore", "Luxembourg | Munich"});
        row("letters of countries", {"US, CA", "US, CA, UK"}, {"US | Canada", "US | Canada | UK"});
    }
    void largerPlaceFirst_isOnePlace() {
        QFETCH(QStringList, cells);
        QFETCH(QStringList, places);
        QCOMPARE(read("Location", cells), places);
    }

    void placeBesideItsCountry_isAskedAbout_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* header, const QStringList& cells,
                            const char* reason) {
            QTest::newRow(name) << header << cells << reason;
        };
        row("once", "Location", {"Germany, Munich", "France"},
            "can be one place, \"Munich, Germany\"");
        row("among lists", "Location", {"Germany, Munich", "France, Spain", "Italy, Spain"},
            "can be one place, \"Munich, Germany\"");
        row("always", "Location", {"Germany, Suomenmaa", "UK, Sakartvelo"},
            "can be one place, \"Suomenmaa, Germany\"");
        row("behind an area", "Location", {"Europe, Germany, Munich", "EMEA, France, Lyon"},
            "can be one place, \"Munich, Germany\"");
        row("below countries", "Country", {"Germany, Suomenmaa", "France, Lyon"},
            "can be one place, \"Suomenmaa, Germany\"");
        row("semicolon", "Location", {"Germany; Bavaria", "France"},
            "\"Bavaria\" is in \"Germany\"");
        row("bar", "Location", {"Germany|Bavaria", "France"}, "\"Bavaria\" is in \"Germany\"");
        row("two regions", "Location", {"Germany, Bavaria, Hesse", "France"},
            "\"Bavaria\" is in \"Germany\"");
    }
    void placeBesideItsCountry_isAskedAbout() {
        QFETCH(QString, header);
        QFETCH(QStringList, cells);
        QFETCH(QString, reason);
        const QStringList rows = read(header, cells);
        QVERIFY2(rows.at(0).contains(reason), qPrintable(rows.at(0)));
    }
};

LEADSHEET_TEST(tst_nested_places, NestedPlacesTest);
#include "tst_nested_places.moc"
