// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "map/countries.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>
#include <algorithm>
#include <map>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using List = std::vector<std::string>;

struct Read {
    std::vector<CheckedRow> rows;
    std::optional<SheetError> error;

    const Problem* problem(std::string_view code, std::size_t row = 0) const {
        for (const Problem& one : rows.at(row).problems)
            if (problemCodeName(one.code) == code)
                return &one;
        return nullptr;
    }
    List list(const char* field, std::size_t row = 0) const {
        const auto& fields = rows.at(row).input->request.fields;
        const auto found = fields.find(field);
        return found == fields.end() ? List() : std::get<List>(found->second);
    }
};

/// The columns as their names say, whatever their few cells look like.
MapSpec mapped(const std::filesystem::path& file) {
    if (file.extension() != ".csv")
        return {};
    const QByteArray bytes = QByteArray::fromStdString(readAll(file));
    const std::map<QString, QString> known{{"Industry", "industries"},
                                           {"Country", "locations"},
                                           {"Department", "departments"},
                                           {"Leads", "leadCount"},
                                           {"Product", "scrapingOption"}};
    QStringList entries;
    for (const QString& header : QString(bytes.left(bytes.indexOf('\n'))).split(';')) {
        const auto target = known.find(header);
        entries << (target == known.end() ? header : target->second) + '=' + header;
    }
    return parseMapSpec(entries.join(',').toStdString()).value();
}

MapSpec fixedBy(MapSpec spec, const List& fixes) {
    for (const std::string& text : fixes) {
        const auto parsed = parseFix(text).value();
        spec.fixes.insert(spec.fixes.end(), parsed.begin(), parsed.end());
    }
    return spec;
}

Read readFile(const std::filesystem::path& file, const List& fixes = {},
              std::shared_ptr<const LearnedNames> learned = nullptr) {
    Read read;
    CheckOptions options;
    options.map = fixedBy(mapped(file), fixes);
    options.learned = std::move(learned);
    auto check = SheetCheck::open(file, options);
    if (!check) {
        read.error = check.error();
        return read;
    }
    for (;;) {
        CheckedRow row;
        const auto next = check->next(row);
        if (!next || *next == Next::End)
            return read;
        read.rows.push_back(std::move(row));
    }
}

QString joined(const List& items) {
    QStringList list;
    for (const std::string& item : items)
        list << QString::fromStdString(item);
    return list.join('|');
}

List steps(const Problem& problem) {
    List texts;
    for (const ProblemFix& fix : problem.fixes)
        texts.push_back((fix.likely ? "*" : "") + problem.field + "|" + fix.step);
    return texts;
}

} // namespace

class CellMeaningTest : public QObject {
    Q_OBJECT

private slots:
    void size_asPeopleWriteIt_isItsBands_data() {
        QTest::addColumn<QString>("bands");
        const auto row = [](const char* text, const char* bands) {
            QTest::newRow(text) << QString(bands);
        };
        row("1,001-5,000", "1001-5000");
        row("1.001-5.000", "1001-5000");
        row("1 001 – 5 000", "1001-5000");
        row("10,001+", "10001+");
        row("10,000+", "10001+");
        row("10K+", "10001+");
        row("5001+", "5001-10000|10001+");
        row("51-200 employees", "51-200");
        row("51-200 (Mitarbeiter)", "51-200");
        row("51 to 200", "51-200");
        row("11 bis 50", "11-50");
        row("über 10.000 Mitarbeiter", "10001+");
        row("de 11 à 50 salariés", "11-50");
        row("entre 51 y 200 empleados", "51-200");
        row("da 11 a 50 dipendenti", "11-50");
        row("11 tot 50 medewerkers", "11-50");
        row("od 51 do 200 pracowników", "51-200");
        row("51 até 200 funcionários", "51-200");
        row("up to 50", "1-10|11-50");
        row("1-50", "1-10|11-50");
        row("> 1,000", "1001-5000|5001-10000|10001+");
        row("1,001-5,000, 5,001-10,000", "1001-5000|5001-10000");
        row("51-200,201-500", "51-200|201-500");
        row("11-50; 51-200", "11-50|51-200");
        row("11-50/51-200", "11-50|51-200");
        row("11-50 / 51-200 / 201-500", "11-50|51-200|201-500");
        row("11-50 & 51-200", "11-50|51-200");
        row("11-50 + 51-200", "11-50|51-200");
        row("11-50 or 51-200", "11-50|51-200");
        row("11 bis 50 und 51 bis 200 Mitarbeiter", "11-50|51-200");
        row("51-200 employees, 10,001+ employees", "51-200|10001+");
        row("5001-10000 oraz 10.001+", "5001-10000|10001+");
        row("Small (11-50)", "11-50");
        row("Mid-Market: 51-200", "51-200");
        row("11-50 (KMU)", "11-50");
        row("Enterprise 10,001+", "10001+");
        row("Large > 1,000", "1001-5000|5001-10000|10001+");
    }
    void size_asPeopleWriteIt_isItsBands() {
        QFETCH(QString, bands);
        const Read read = sizes(QTest::currentDataTag());
        QVERIFY(!read.rows.at(0).blocked);
        QCOMPARE(joined(read.list("companySizes")), bands);
        QVERIFY(read.rows[0].problems.empty());
    }

    void size_thatIsNoBand_isSaidOrAsked_data() {
        QTest::addColumn<QString>("bands");
        QTest::addColumn<QString>("fixes");
        const auto row = [](const char* text, const char* bands, const char* fixes) {
            QTest::newRow(text) << QString(bands) << QString(fixes);
        };
        row("85", "51-200", "");
        row("1,200", "1001-5000", "");
        row("Self-employed", "1-10", "");
        row("Selbstständig", "1-10", "");
        row("2-10", "1-10", "");
        row("10-49", "11-50", "");
        row("10+", "11-50|51-200|201-500|501-1000|1001-5000|5001-10000|10001+", "");
        row("500+", "501-1000|1001-5000|5001-10000|10001+", "");
        row(">= 500", "501-1000|1001-5000|5001-10000|10001+", "");
        row("1K-5K", "1001-5000", "");
        row("20-100", "", "companySizes|means(20-100,11-50;51-200)");
        row("250+", "", "companySizes|means(250+,201-500;501-1000;1001-5000;5001-10000;10001+)");
        row("51,200", "",
            "companySizes|means(51\\,200,51-200)|companySizes|means(51\\,200,10001+)");
    }
    void size_thatIsNoBand_isSaidOrAsked() {
        QFETCH(QString, bands);
        QFETCH(QString, fixes);
        const Read read = sizes(QTest::currentDataTag());
        const Problem* problem = read.problem("size_not_exact");
        QVERIFY(problem != nullptr);
        QCOMPARE(read.rows[0].blocked, bands.isEmpty());
        QCOMPARE(joined(steps(*problem)), fixes);
        if (!bands.isEmpty())
            QCOMPARE(joined(read.list("companySizes")), bands);
    }

    void size_otherText_isNoSize_data() {
        QTest::addColumn<bool>("dummy");
        for (const char* text : {"$1,001-5,000", "1-10 Mio", "11-50-2026", "-50", "huge", "0",
                                 "11-50 (no)", "not 11-50"})
            QTest::newRow(text) << true;
    }
    void size_otherText_isNoSize() {
        const Read read = sizes(QTest::currentDataTag());
        QVERIFY(read.rows.at(0).blocked);
        QVERIFY(read.problem("not_allowed") != nullptr);
    }

    void sizeThatBecameADate_isOfferedAsTheRange_data() {
        QTest::addColumn<QString>("range");
        for (const char* text : {"Nov 50", "Nov-50", "1950-11-01 00:00:00", "11/1/1950",
                                 "01.11.1950", "lis-50", "1. November 1950"})
            QTest::newRow(text) << "11-50";
        for (const char* text : {"10-Jan", "01. Okt", "01.Okt", "2026-10-01", "1/10/2026", "1 oct",
                                 "Oct 1, 2026", "01.10."})
            QTest::newRow(text) << "1-10";
        QTest::newRow("2-Oct") << "2-10";
    }
    void sizeThatBecameADate_isOfferedAsTheRange() {
        QFETCH(QString, range);
        const std::string text = QTest::currentDataTag();
        const Read read = sizes(text);
        const Problem* problem = read.problem("date_for_range");
        QVERIFY(problem != nullptr);
        QVERIFY(read.rows[0].blocked);
        QCOMPARE(problem->fixes.size(), std::size_t{1});
        QVERIFY(problem->fixes[0].likely);
        const Read fixed = sizes(text, {problem->field + "|" + problem->fixes[0].step});
        QVERIFY(!fixed.rows[0].blocked);
        QCOMPARE(joined(fixed.list("companySizes")),
                 range == "11-50" ? QString("11-50") : QString("1-10"));
    }

    void placeholder_inANarrowingField_blocksUntilItIsEmpty_data() {
        QTest::addColumn<QString>("target");
        const auto row = [](const char* text, const char* target) {
            QTest::newRow(text) << QString(target);
        };
        row("-", "industries");
        row("???", "industries");
        row("tbd", "locations");
        row("n/a", "departments");
        row("N.N.", "jobTitles");
        row("k. A.", "companySizes");
        row("x", "seniorities");
        row("Todo", "keywords");
        row("./.", "technologies");
        row("—", "industries");
        row("keine Angabe", "jobTitles");
        row("b.d.", "locations");
        row("non renseigné", "industries");
        row("sin definir", "industries");
        row("non disponibile", "industries");
        row("n.v.t.", "industries");
        row("brak danych", "industries");
        row("não informado", "industries");
        row("Any", "industries");
        row("egal", "departments");
    }
    void placeholder_inANarrowingField_blocksUntilItIsEmpty() {
        QFETCH(QString, target);
        const std::string text = QTest::currentDataTag();
        const std::string name = target.toStdString();
        const std::string other = name == "industries" ? "jobTitles" : "industries";
        const auto file =
            folder_.write("a.csv", name + ";" + other + ";leadCount;scrapingOption\n" + text +
                                       ";Something;5;filters\n");
        const Read read = readFile(file);
        QVERIFY(!read.error);
        const Problem* problem = read.problem("placeholder");
        QVERIFY(problem != nullptr);
        QVERIFY(read.rows[0].blocked);
        QVERIFY(problem->fixes.at(0).likely);
        const Read fixed = readFile(file, {name + "|" + problem->fixes[0].step});
        QVERIFY(!fixed.rows.at(0).blocked);
        QVERIFY(fixed.rows[0].problems.empty());
        QVERIFY(fixed.list(name.c_str()).empty());
        QCOMPARE(fixed.list(other.c_str()), List{"Something"});
    }

    void placeholder_alsoAWord_isAskedAbout_data() {
        QTest::addColumn<QString>("target");
        QTest::newRow("NA") << "locations";
        QTest::newRow("X") << "technologies";
        QTest::newRow("dito") << "industries";
    }
    void placeholder_alsoAWord_isAskedAbout() {
        QFETCH(QString, target);
        const std::string text = QTest::currentDataTag();
        const auto file = folder_.write(
            "a.csv", target.toStdString() + ";leadCount;scrapingOption\n" + text + ";5;filters\n");
        const Read read = readFile(file);
        const Problem* problem = read.problem("placeholder");
        QVERIFY(problem != nullptr);
        for (const ProblemFix& fix : problem->fixes)
            QVERIFY(!fix.likely);
        const Read meant = readFile(file, {problem->field + "|means(" + text + "," + text + ")"});
        QVERIFY(!meant.rows.at(0).blocked);
        QCOMPARE(meant.list(qPrintable(target)), List{text});
    }

    void placeholder_inAPlace_blocksUntilItIsLeftOut() {
        const auto file = folder_.write("a.csv", "Country;Leads;Product\ntbd, Germany;5;filters\n"
                                                 "Fargo, ND;5;filters\nParis, France;5;filters\n");
        const Read read = readFile(file);
        QVERIFY(read.rows.at(0).blocked && !read.rows.at(1).blocked && !read.rows.at(2).blocked);
        QCOMPARE(read.problem("placeholder")->value, std::string("tbd, Germany"));
        const Read fixed = readFile(file, {"locations|means(tbd\\, Germany,Germany)"});
        QCOMPARE(fixed.list("locations"), List{"Germany"});
        QCOMPARE(read.problem("placeholder")->fixes.at(0).step,
                 std::string("means(tbd\\, Germany,Germany)"));
    }

    void placeholder_amongItems_isTheItemOnly() {
        const auto file = folder_.write("a.csv", "Country;Leads;Product\nGermany, tbd;5;filters\n");
        const Read read = readFile(file);
        QVERIFY(read.problem("placeholder") != nullptr);
        QCOMPARE(read.problem("placeholder")->value, std::string("tbd"));
        const Read fixed = readFile(file, {"locations|empty(TBD)"});
        QCOMPARE(fixed.list("locations"), List{"Germany"});
    }

    void rowOfPlaceholders_readAsEmpty_isNoOrder() {
        const auto file = folder_.write("a.csv", "Industry;Country;Leads;Product\n-;-;5;filters\n");
        const Read read = readFile(file, {"industries|empty(-)|empty(x)", "locations|empty(-)"});
        QVERIFY(read.rows.at(0).blocked);
        QVERIFY(read.problem("missing_criteria") != nullptr);
    }

    void requiredField_emptiedByItsColumn_isMissing() {
        const auto file = folder_.write(
            "a.csv", "scrapingOption;categories;locations;leadCount\nlocal_business;?;Bonn;5\n");
        const Read read = readFile(file, {"categories|empty(?)"});
        QVERIFY(read.rows.at(0).blocked);
        QVERIFY(read.problem("missing_value") != nullptr);
    }

    void number_ofTwoReadings_isNeverTheSmallerUnasked() {
        const auto file = folder_.write(
            "a.csv", "Industry;Leads;Product\nSaaS;1.000;filters\nBank;2,500;filters\n");
        const Read read = readFile(file);
        const Problem* problem = read.problem("ambiguous_number");
        QVERIFY(problem != nullptr);
        QVERIFY(read.rows[0].blocked);
        QVERIFY(!read.rows[1].blocked);
        QCOMPARE(read.rows[1].input->request.leadCount, std::int64_t{2500});
        QCOMPARE(steps(*problem),
                 (List{"leadCount|means(1.000,1000)", "leadCount|means(1.000,1)"}));
        const Read fixed = readFile(file, {"leadCount|means(1.000,1)"});
        QVERIFY(!fixed.rows[0].blocked);
        QCOMPARE(fixed.rows[0].input->request.leadCount, std::int64_t{1});
    }

    void number_alone_isAskedAboutForItsColumn() {
        const auto file =
            folder_.write("a.csv", "Industry;Leads;Product\nSaaS;1.000;filters\nIT;50;filters\n");
        const Read read = readFile(file);
        const Problem* problem = read.problem("ambiguous_number");
        QVERIFY(problem != nullptr);
        QCOMPARE(steps(*problem), (List{"leadCount|number(dot)", "leadCount|means(1.000,1)"}));
        const Read fixed = readFile(file, {"leadCount|number(dot)"});
        QCOMPARE(fixed.rows.at(0).input->request.leadCount, std::int64_t{1000});
        QVERIFY(fixed.problem("number_not_plain") != nullptr);
    }

    void number_provenByItsColumn_isReadAndSaid() {
        const auto file = folder_.write(
            "a.csv", "Industry;Leads;Product\nSaaS;1.000;filters\nIT;2.500;filters\n");
        const Read read = readFile(file);
        QVERIFY(!read.rows.at(0).blocked);
        QCOMPARE(read.rows[0].input->request.leadCount, std::int64_t{1000});
        QVERIFY(read.problem("number_not_plain") != nullptr);
        QVERIFY(read.rows[1].problems.empty());
    }

    void number_inAWorkbook_isWhatTheCellHolds() {
        XlsxBook book =
            xlsxBook(xlsxTextRows({{"Industry", "Leads", "Product"}}) + "<row r=\"2\">" +
                     xlsxTextCell("A2", "SaaS") + "<c r=\"B2\" s=\"1\"><v>1000</v></c>" +
                     xlsxTextCell("C2", "filters") + "</row>");
        book.formats = {"#,##0"};
        const auto file = folder_.write("a.xlsx", xlsxFile(book));
        const Read read = readFile(file);
        QVERIFY2(!read.error, read.error ? read.error->message().c_str() : "");
        QCOMPARE(read.rows.at(0).input->request.leadCount, std::int64_t{1000});
        QVERIFY(read.rows[0].problems.empty());
    }

    void country_oneLetterOff_isSaidAndOneStepAway() {
        const auto file = folder_.write("a.csv", "Country;Leads;Product\nDeutchland;5;filters\n"
                                                 "Berlin, Germany;6;filters\n");
        const Read read = readFile(file);
        const Problem* problem = read.problem("near_value");
        QVERIFY(problem != nullptr);
        QVERIFY(!read.rows[0].blocked);
        QCOMPARE(steps(*problem).front(), std::string("*locations|means(Deutchland,Deutschland)"));
        QVERIFY(read.rows[1].problems.empty());
        const Read whole = readFile(folder_.write(
            "b.csv",
            "Country;Leads;Product\nMunich, Germny;5;filters\nBerlin, Germany;6;filters\n"));
        QCOMPARE(steps(*whole.problem("near_value")).front(),
                 std::string("*locations|means(Munich\\, Germny,Munich\\, Germany)"));
        const Read fixed = readFile(file, {"locations|means(Deutchland,Deutschland)"});
        QCOMPARE(fixed.list("locations"), List{"Deutschland"});
        for (const char* place : {"Vienna", "Granada", "Berlin", "Columbia", "Georgia", "Austria"})
            QCOMPARE(nearCountry(place), std::string());
    }

    void enumValue_almostRight_isOneStepAway_data() {
        QTest::addColumn<QString>("fix");
        QTest::newRow("departments;Enginering") << "*departments|means(Enginering,engineering)";
        QTest::newRow("departments;Vertreib") << "*departments|means(Vertreib,sales)";
        QTest::newRow("seniorities;Directr") << "*seniorities|means(Directr,director)";
    }
    void enumValue_almostRight_isOneStepAway() {
        QFETCH(QString, fix);
        const QStringList parts = QString(QTest::currentDataTag()).split(';');
        const auto file = folder_.write(
            "a.csv",
            (parts[0] + ";leadCount;scrapingOption\n" + parts[1] + ";5;filters\n").toStdString());
        const Read read = readFile(file);
        const Problem* problem = read.problem("not_allowed");
        QVERIFY(problem != nullptr);
        QCOMPARE(QString::fromStdString(steps(*problem).at(0)), fix);
        const Read fixed = readFile(file, {fix.mid(1).toStdString()});
        QVERIFY(!fixed.rows.at(0).blocked);
    }

    void product_misspelt_isOneStepAway() {
        const auto file = folder_.write(
            "a.csv", "scrapingOption;industries;leadCount\nfilters;SaaS;5\nfliters;IT;6\n");
        const Read read = readFile(file);
        const Problem* problem = read.problem("unknown_product", 1);
        QVERIFY(problem != nullptr);
        QCOMPARE(steps(*problem), List{"*scrapingOption|means(fliters,filters)"});
        const Read fixed = readFile(file, {"scrapingOption|means(Fliters,filters)"});
        QVERIFY(!fixed.rows.at(0).blocked && !fixed.rows.at(1).blocked);
    }

    void likelyFixes_ofASheet_putItRight() {
        const auto file = folder_.write("a.csv", "Industry;Country;Department;Leads;Product\n"
                                                 "-;Deutchland;Enginering;5;filters\n"
                                                 "SaaS;Germany;sales;1.000;filters\n"
                                                 "IT;Germany;sales;6;fliters\n");
        CheckOptions options;
        options.map = mapped(file);
        auto check = SheetCheck::open(file, options);
        QVERIFY(check);
        const auto fixes = likelyFixes(*check);
        QVERIFY(fixes);
        List texts;
        for (const MapSpec::Fix& fix : *fixes)
            texts.push_back(fixText(fix));
        std::sort(texts.begin(), texts.end());
        QCOMPARE(texts, (List{"departments|means(Enginering,engineering)", "industries|empty(-)",
                              "locations|means(Deutchland,Deutschland)",
                              "scrapingOption|means(fliters,filters)"}));
        const Read fixed = readFile(file, texts);
        QVERIFY(!fixed.rows.at(0).blocked);
        QVERIFY(fixed.rows.at(1).blocked); // which of two numbers is meant, nobody guesses
    }

    void correction_madeBefore_isOfferedFirst() {
        const auto file = folder_.write("a.csv", "Department;Leads;Product\nTeam Blue;5;filters\n"
                                                 "Enginering;5;filters\n");
        auto learned = std::make_shared<LearnedNames>();
        ColumnMap map;
        map.columns.push_back({0, "Abteilung", "departments", {}, Confidence::Certain, {}});
        map.columns[0].transforms = {
            {TransformKind::Means, "team blue", "sales", NumberStyle::Auto},
            {TransformKind::Means, "Enginering", "research", NumberStyle::Auto}};
        QVERIFY(learned->learn(map));
        QVERIFY(!learned->learn(map));
        const auto memory = folder_.path("names.json");
        QVERIFY(learned->save(memory));
        const auto again = std::make_shared<LearnedNames>(LearnedNames::load(memory).value());
        const Read read = readFile(file, {}, again);
        QCOMPARE(steps(*read.problem("not_allowed", 0)),
                 List{"*departments|means(Team Blue,sales)"});
        QCOMPARE(steps(*read.problem("not_allowed", 1)),
                 (List{"*departments|means(Enginering,research)",
                       "departments|means(Enginering,engineering)"}));
    }

    void correction_madeBefore_isNeededAgain() {
        const auto file = folder_.write("a.csv", "Country;Leads;Product\nFrannce;5;filters\n"
                                                 "Spainn;5;filters\n");
        auto learned = std::make_shared<LearnedNames>();
        ColumnMap map;
        map.columns.push_back({0, "Country", "locations", {}, Confidence::Certain, {}});
        map.columns[0].transforms = {{TransformKind::Means, "Frannce", "France", NumberStyle::Auto},
                                     {TransformKind::Means, "Spainn", "Spainn", NumberStyle::Auto}};
        QVERIFY(learned->learn(map));
        const Read read = readFile(file, {}, learned);
        QVERIFY(read.rows.at(0).blocked); // ordered as France before
        QVERIFY(!read.rows.at(1).blocked);
        const Read fixed = readFile(file, {"locations|means(Frannce,France)"}, learned);
        QCOMPARE(fixed.list("locations"), List{"France"});
    }

private:
    Read sizes(const std::string& text, const List& fixes = {}) {
        return readFile(folder_.write("a.csv", "companySizes;leadCount;scrapingOption\n\"" + text +
                                                   "\";5;filters\n"),
                        fixes);
    }
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_cell_meaning, CellMeaningTest);
#include "tst_cell_meaning.moc"
