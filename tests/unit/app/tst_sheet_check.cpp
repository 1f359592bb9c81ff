// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

struct Checked {
    std::vector<CheckedRow> rows;
    CheckSummary summary;
    std::optional<SheetError> error;

    std::vector<std::string> codes() const {
        std::vector<std::string> all;
        for (const CheckedRow& row : rows)
            for (const Problem& problem : row.problems)
                all.push_back(std::string(problemLevelWord(problem.level)) + " " +
                              std::string(problemCodeName(problem.code)));
        return all;
    }
};

Checked checkFile(const std::filesystem::path& path, const char* map = "",
                  std::optional<std::uint32_t> headerRow = {}) {
    Checked result;
    CheckOptions options;
    options.headerRow = headerRow;
    options.map = parseMapSpec(map).value();
    auto check = SheetCheck::open(path, options);
    if (!check) {
        result.error = check.error();
        return result;
    }
    for (;;) {
        CheckedRow row;
        const auto next = check->next(row);
        if (!next)
            result.error = next.error();
        if (!next || *next == Next::End)
            break;
        result.rows.push_back(std::move(row));
    }
    result.summary = check->summary();
    return result;
}

} // namespace

class SheetCheckTest : public QObject {
    Q_OBJECT

private slots:
    void repeats_thatDifferInAnUnusedColumn_areSaidToDiffer() {
        const SheetFolder folder;
        const auto file = folder.write("a.csv", "Industry,Country,Land,Leads\n"
                                                "SaaS,Germany,France,5\n"
                                                "SaaS,Austria,France,5\n"
                                                "SaaS,Germany,France,5\n");
        const Checked checked = checkFile(file, "scrapingOption:=filters,locations=Land");
        QCOMPARE(checked.rows.size(), std::size_t{3});
        QCOMPARE(QString::fromStdString(checked.rows[1].problems.at(0).message()),
                 QString("Row 3: The row orders exactly what row 2 orders. They differ in Country, "
                         "which no order contains. Map what they differ in to a field, "
                         "unless one order is wanted."));
        QCOMPARE(checked.rows[1].input->differsIn, std::string("Country"));
        QCOMPARE(QString::fromStdString(checked.rows[2].problems.at(0).message()),
                 QString("Row 4: The row orders exactly what row 2 orders. Delete one of them, "
                         "unless both are wanted."));
        QVERIFY(checked.rows[2].input->differsIn.empty());
    }

    void columns_filledOnlyFarBelow_areNamedAndTellRowsApart() {
        const SheetFolder folder;
        std::string text = "Industry,Leads,Xyzzy,Excluded countries,Empty\n";
        const std::uint32_t rows = kMapSampleRows + 100;
        for (std::uint32_t i = 0; i < rows; ++i)
            text += "Industry " + std::to_string(i) + ",5,,,\n";
        text += "SaaS,5,,France,\nSaaS,5,,Spain,\nSteel,5,a,,\n,,,,note\n";
        const auto file = folder.write("a.csv", text);
        CheckOptions options;
        options.map = parseMapSpec("scrapingOption:=filters,locations:=Europe").value();
        auto check = SheetCheck::open(file, options);
        QVERIFY2(check, check ? "" : check.error().message().c_str());
        QVERIFY(check->map().unused.empty());
        CheckedRow row;
        std::string differs;
        while (check->next(row).value_or(Next::End) == Next::Row)
            if (row.input && !row.input->differsIn.empty())
                differs = row.input->differsIn;
        QCOMPARE(differs, std::string("Excluded countries"));
        const auto& unused = check->map().unused;
        QCOMPARE(unused.size(), std::size_t{2}); // a remark below the rows is no content of them
        QCOMPARE(unused[0].header, std::string("Excluded countries"));
        QVERIFY(unused[0].narrows);
        QCOMPARE(unused[1].header, std::string("Xyzzy"));
    }

    void content_otherThanStated_isRefused() {
        SheetFolder folder;
        const auto file = folder.write("a.csv", "Product,Leads\nfilters,1\n");
        CheckOptions options;
        SheetOptions marked;
        marked.markInput = true;
        options.mark = (*openSheet(file, marked))->digests().mark;
        const auto same = SheetCheck::open(file, options);
        QVERIFY(same || same.error().code != SheetErrorCode::ChangedWhileReading);
        folder.write("a.csv", "Product,Leads\nfilters,2\n");
        const auto other = SheetCheck::open(file, options);
        QVERIFY(!other.has_value());
        QCOMPARE(other.error().code, SheetErrorCode::ChangedWhileReading);
    }
    void totalsLine_inAMappedColumn_isNoOrder_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("blocked");
        QTest::newRow("english") << "Total,,350" << true;
        QTest::newRow("german") << "Summe:,,350" << true;
        QTest::newRow("second column") << ",GESAMT,350" << true;
        QTest::newRow("an industry") << "Total Quality,,350" << false;
        QTest::newRow("a title beside it") << "Total,CEO,350" << false;
    }
    void totalsLine_inAMappedColumn_isNoOrder() {
        QFETCH(QString, line);
        QFETCH(bool, blocked);
        SheetFolder folder;
        const auto file = folder.write("icp.csv", "Industry,Job title,Leads\nSaaS,CTO,350\n" +
                                                      line.toStdString() + "\n");
        const Checked checked = checkFile(file);
        QCOMPARE(checked.summary.blocked, std::uint64_t{blocked ? 1U : 0U});
        QCOMPARE(checked.summary.ready, std::uint64_t{blocked ? 1U : 2U});
    }

    void cell_wrong_isReported_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const char* header, const char* cells,
                            const char* problem) {
            QTest::newRow(name) << QString(header) << QString(cells) << QString(problem);
        };
        const char* filters = "scrapingOption;industries;companySizes;requireEmail;leadCount";
        row("good", filters, "filters;SaaS;11-50;yes;500", "");
        row("good_title", filters, "Filters;SaaS;11 – 50;ja;500", "");
        row("misspelt_product", filters, "fliters;SaaS;;;500", "blocks unknown_product");
        row("no_product", filters, ";SaaS;;;500", "blocks missing_product");
        row("no_count", filters, "filters;SaaS;;;", "blocks missing_value");
        row("zero", filters, "filters;SaaS;;;0", "blocks out_of_range");
        row("50001", filters, "filters;SaaS;;;50001", "blocks out_of_range");
        row("50000", filters, "filters;SaaS;;;50000", "");
        row("negative", filters, "filters;SaaS;;;-1", "blocks negative_number");
        row("fraction", filters, "filters;SaaS;;;1.5", "blocks fractional_number");
        row("words", filters, "filters;SaaS;;;many", "blocks not_a_number");
        row("ambiguous", filters, "filters;SaaS;;;1,000", "blocks ambiguous_number");
        row("not_plain", filters, "filters;SaaS;;;1 000", "odd number_not_plain");
        row("closed_set", filters, "filters;SaaS;huge;;500", "blocks not_allowed");
        row("boolean", filters, "filters;SaaS;;perhaps;500", "blocks not_a_boolean");
        row("repeated_item", filters, "filters;SaaS, saas;;;500", "odd repeated_item");
        row("total_line", filters, "filters;;;;500", "blocks missing_criteria");
        row("error_cell", filters, "filters;#REF!;;;500", "blocks error_cell");
        row("formula", filters, "filters;=A1&B1;;;500", "odd formula_text");
        row("control", filters, "filters;Sa\x02S;;;500", "blocks control_characters");
        row("zero_width_blank", filters, "filters;Sa\u200BaS;;;500", "blocks control_characters");
        row("soft_hyphen", filters, "filters;Soft\u00ADware;;;500", "blocks control_characters");
        row("line_separator", filters, "filters;Human\u2028Resources;;;500",
            "blocks control_characters");
        row("right_to_left", filters, "filters;\u202ESaaS;;;500", "blocks control_characters");
        row("unseen_in_size", filters, "filters;SaaS;11-\u200B50;;500",
            "blocks control_characters");
        row("joiners", filters,
            "filters;\u0646\u0631\u0645\u200C\u0627\u0641\u0632\u0627\u0631;;;500", "");
        const char* domains = "scrapingOption;domains;leadCount;industries";
        row("domain_of_a_mailbox", domains, "company_domains;info@acme.com;5;",
            "blocks not_a_domain");
        row("domain_of_a_shared_host", domains, "company_domains;linkedin.com/company/acme;5;",
            "blocks not_a_domain");
        row("domain_page", domains, "company_domains;https://www.acme.com/x;5;",
            "odd not_a_domain");
        row("domain_www", domains, "company_domains;www.acme.com;5;", "odd not_a_domain");
        row("domain_site", domains, "company_domains;HTTPS://www.Acme.com/ beta.org/;5;",
            "blocks not_a_domain");
        row("domain_sites", domains, "company_domains;HTTPS://www.Acme.com/, beta.org/;5;", "");
        row("domain_good", domains, "company_domains;acme.com, bücher.de;5;", "");
        row("required_any", domains, "company_domains;;5;", "blocks missing_criteria");
        row("other_product", domains, "company_domains;acme.com;5;SaaS",
            "blocks other_product_field");
        const char* search = "scrapingOption;searchUrl;leadCount";
        row("url", search, "search_url;linkedin search;5", "blocks not_a_url");
        row("url_good", search, "search_url;https://example.com/s?q=a|b;5", "");
        const char* local = "scrapingOption;categories;locations;minRating;radiusKm;leadCount";
        row("decimal", local, "local_business;Cafe;Bonn;4.55;;5", "blocks too_many_decimals");
        row("decimal_range", local, "local_business;Cafe;Bonn;5.1;;5", "blocks out_of_range");
        row("decimal_good", local, "local_business;Cafe;Bonn;4.5;20;5", "");
        row("required", local, "local_business;Cafe;;;;5", "blocks missing_value");
    }
    void cell_wrong_isReported() {
        QFETCH(QString, header);
        QFETCH(QString, row);
        QFETCH(QString, problem);
        const auto file = folder_.write("a.csv", (header + "\n" + row + "\n").toStdString());
        QString spec;
        for (const QString& name : header.split(';'))
            spec += name + "=" + name + ",";
        const Checked checked = checkFile(file, qPrintable(spec), 1);
        QVERIFY2(!checked.error, checked.error ? checked.error->message().c_str() : "");
        QCOMPARE(checked.rows.size(), std::size_t{1});
        const auto codes = checked.codes();
        QCOMPARE(QString::fromStdString(codes.empty() ? "" : codes.front()), problem);
        QVERIFY(codes.size() <= 1);
        QCOMPARE(checked.rows[0].blocked, problem.startsWith("blocks"));
        QVERIFY(checked.rows[0].input.has_value());
        QCOMPARE(checked.rows[0].input->problems.empty(), !checked.rows[0].blocked);
        for (const Problem& found : checked.rows[0].problems) {
            QVERIFY(!found.reason.empty());
            QCOMPARE(found.place.row, 2U);
        }
    }

    void problem_cell_hasPlaceHeaderValueAndFix() {
        const Checked checked = checkFile(folder_.write(
            "a.csv",
            "Branche;Anzahl;Produkt\nSaaS;5;filters\n\nBank;viele;filters\nIT;4;filters\n"));
        QVERIFY(!checked.error);
        QCOMPARE(checked.codes(), (std::vector<std::string>{"blocks not_a_number"}));
        const Problem& problem = checked.rows[2].problems[0];
        QCOMPARE(problem.place, (SheetPlace{4, 4, 2}));
        QCOMPARE(problem.header, std::string("Anzahl"));
        QCOMPARE(problem.value, std::string("viele"));
        QCOMPARE(problem.field, std::string("leadCount"));
        QVERIFY(problem.message().starts_with("Row 4, column B (Anzahl): "));
        QCOMPARE(checked.rows[2].input->problems[0].column, std::string("Anzahl"));
        QCOMPARE(checked.rows[2].input->problems[0].code, std::string("not_a_number"));
    }

    void list_cells_areSplitByTheStrongestSeparator_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("items");
        QTest::newRow("comma") << "\"a, b,c\""
                               << "a/b/c";
        QTest::newRow("semicolon") << "\"a; b\""
                                   << "a/b";
        QTest::newRow("pipe") << "a|b"
                              << "a/b";
        QTest::newRow("line_end") << "\"a\r\nb\n\nc\""
                                  << "a/b/c";
        QTest::newRow("kept_comma") << "\"Berlin, DE; Paris, FR\""
                                    << "Berlin, DE/Paris, FR";
        QTest::newRow("empty_items") << "\",a,,\""
                                     << "a";
    }
    void list_cells_areSplitByTheStrongestSeparator() {
        QFETCH(QString, cell);
        QFETCH(QString, items);
        const auto file = folder_.write("a.csv", "scrapingOption\tlocations\tleadCount\nfilters\t" +
                                                     cell.toStdString() + "\t5\n");
        const Checked checked = checkFile(file);
        QVERIFY(!checked.error);
        const auto& fields = checked.rows.at(0).input->request.fields;
        QStringList found;
        for (const auto& item : std::get<std::vector<std::string>>(fields.at("locations")))
            found << QString::fromStdString(item);
        QCOMPARE(found.join('/'), items);
    }

    void request_row_isTypedAndComplete() {
        const auto file =
            folder_.write("a.csv", "Kategorie;Ort;Bewertung mindestens;Radius;Leads;Kampagne;Ref\n"
                                   "Cafe;Köln;4,5;20;1.200;K1;R-1\nBar;Bonn;4,0;5;300;;R-2\n");
        const Checked checked =
            checkFile(file, "metadata.campaign=Kampagne,reference=Ref,hasWebsite:=nein");
        QVERIFY2(!checked.error, checked.error ? checked.error->message().c_str() : "");
        QCOMPARE(checked.summary.ready, std::uint64_t{2});
        const auto& first = *checked.rows[0].input;
        QCOMPARE(
            QString::fromStdString(canonicalBody(first.request)),
            QString("{\"categories\":[\"Cafe\"],\"hasWebsite\":false,\"leadCount\":1200,"
                    "\"locations\":[\"Köln\"],\"metadata\":{\"campaign\":\"K1\"},"
                    "\"minRating\":4.5,\"radiusKm\":20,\"scrapingOption\":\"local_business\"}"));
        QCOMPARE(first.reference, std::string("R-1"));
        QCOMPARE(first.sourceRow, std::int64_t{2});
        QCOMPARE(first.snapshot,
                 std::string("[\"Cafe\",\"Köln\",\"4,5\",\"20\",\"1.200\",\"K1\",\"R-1\"]"));
        QCOMPARE(checked.summary.leads, std::int64_t{1500});
    }

    void repeatedRows_areMarked() {
        const Checked plain = checkFile(folder_.write(
            "a.csv", "Industry,Leads,Note\nSaaS,5,x\nBank,6,\n\"saas\",5,\nSaaS ,5,y\n"));
        QCOMPARE(plain.codes(),
                 (std::vector<std::string>{"odd duplicate_row", "odd duplicate_row"}));
        QVERIFY(leadsheet::text::render(plain.rows[3].problems[0].reason).find("row 2") !=
                std::string::npos);
        QVERIFY(plain.rows[3].input->problems.empty());
        const Checked byReference = checkFile(
            folder_.write("a.csv", "Industry,Leads,Ref\nSaaS,5,A\nSaaS,5,B\nBank,6,A\nBank,6,\n"),
            "reference=Ref");
        QCOMPARE(byReference.codes(),
                 (std::vector<std::string>{"odd duplicate_row", "blocks duplicate_reference",
                                           "blocks missing_reference"}));
    }

    void sameWishTwice_isNamedHoweverItIsWritten_data() {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("said");
        const QString same = "The row asks for the same companies and people as row 2.";
        QTest::newRow("identical") << "SaaS Tools;Berlin, Bonn;no;1000;x"
                                   << "The row orders exactly what row 2 orders.";
        QTest::newRow("case") << "saas tools;BERLIN, bonn;no;1000;" << same;
        QTest::newRow("order of a list") << "SaaS Tools;Bonn, Berlin;no;1000;" << same;
        QTest::newRow("blanks") << "SaaS  Tools;Berlin, Bonn;no;1000;" << same;
        QTest::newRow("full width")
            << QString::fromUtf8("ＳａａＳ Tools;Berlin, Bonn;no;1000;") << same;
        QTest::newRow("notes") << "SaaS Tools;Berlin, Bonn;no;1000;urgent" << same;
        QTest::newRow("count") << "SAAS TOOLS;Berlin, Bonn;no;250;"
                               << "The row asks for the same companies and people as row 2, with a "
                                  "different number of leads: 250 instead of 1,000.";
        QTest::newRow("other place") << "SaaS Tools;Berlin;no;1000;" << QString();
        QTest::newRow("others than those owned")
            << "SaaS Tools;Berlin, Bonn;yes;1000;" << QString();
    }
    void sameWishTwice_isNamedHoweverItIsWritten() {
        QFETCH(QString, row);
        QFETCH(QString, said);
        const auto file = folder_.write(
            "a.csv",
            "Industry;Location;Exclude owned;Leads;Notes\nSaaS Tools;Berlin, Bonn;no;1000;x\n" +
                row.toStdString() + "\n");
        const Checked checked = checkFile(file, "excludeOwned=Exclude owned,notes=Notes");
        QVERIFY2(!checked.error, checked.error ? checked.error->message().c_str() : "");
        const auto& problems = checked.rows.at(1).problems;
        QCOMPARE(QString::fromStdString(
                     problems.empty() ? "" : leadsheet::text::render(problems[0].reason)),
                 said);
        QVERIFY(!checked.rows[1].blocked);
        QCOMPARE(checked.rows[1].input->mark == checked.rows[0].input->mark,
                 !said.isEmpty() || row.contains("yes"));
    }

    void othersThanThoseOwned_twiceAlike_isNamed() {
        const Checked checked = checkFile(folder_.write("a.csv", "Industry;Exclude owned;Leads\n"
                                                                 "SaaS;yes;5\nsaas;yes;5\n"
                                                                 "SaaS;yes;5\n"),
                                          "excludeOwned=Exclude owned");
        QCOMPARE(checked.codes(), (std::vector<std::string>{"odd duplicate_row"}));
        QVERIFY(!checked.rows.at(2).problems.empty());
    }

    void rowIdentity_columnOrderAndDialect_doNotMatter() {
        const Checked one =
            checkFile(folder_.write("a.csv", "Industry,Title,Leads\n\"SaaS, IT\",CEO,500\n"));
        const Checked two = checkFile(folder_.write(
            "b.csv",
            "\xEF\xBB\xBFReport;;;\r\nLeads;Remark;Title;Industry\r\n500;x;CEO;\"SaaS,  IT\"\r\n"));
        QVERIFY(!one.error && !two.error);
        QCOMPARE(canonicalBody(one.rows[0].input->request),
                 canonicalBody(two.rows[0].input->request));
    }

    void sampleSheet_check_findsItsMess() {
        const auto file =
            std::filesystem::path(qgetenv("LEADSHEET_SAMPLES").toStdString()) / "icp_q3.csv";
        const Checked checked = checkFile(file);
        QVERIFY2(!checked.error, checked.error ? checked.error->message().c_str() : "");
        QCOMPARE(checked.summary.ready, std::uint64_t{21});
        QCOMPARE(checked.summary.blocked, std::uint64_t{10});
        QCOMPARE(checked.summary.rows, checked.summary.ready + checked.summary.blocked);
        QCOMPARE(checked.summary.blank, std::uint64_t{2});
        QVERIFY(!checked.summary.groups.empty());
        QVERIFY(checked.summary.groups.front().text().starts_with("1 row: "));
    }

    /// What is said of the check is what the strip over it says.
    void blankRows_betweenAndBelow_areCountedOnce() {
        const Checked checked = checkFile(
            folder_.write("blank.csv", "Leads,Industry\n\n5,Steel\n,\n\n6,Retail\n\n,\n"));
        QVERIFY(!checked.error);
        QCOMPARE(checked.summary.rows, std::uint64_t{2});
        QCOMPARE(checked.summary.blank, std::uint64_t{3});
        QCOMPARE(checked.summary.blank, checked.summary.source.blankRows);
    }

    void sheet_withoutWhatIsNeeded_isRefusedAsAWhole() {
        const auto code = [&](const char* bytes, const char* map = "",
                              std::optional<std::uint32_t> header = {}) {
            const Checked checked = checkFile(folder_.write("a.csv", bytes), map, header);
            return checked.error ? checked.error->code : SheetErrorCode::Cancelled;
        };
        QCOMPARE(code("\n\n \n"), SheetErrorCode::Empty);
        QCOMPARE(code("Industry,Title\nSaaS,CEO\n"), SheetErrorCode::MapIncomplete);
        QCOMPARE(code("Industry,Leads\nSaaS,5\n", "", 7), SheetErrorCode::HeaderNotFound);
        QCOMPARE(code("SaaS,5\n", "industries=Branche"), SheetErrorCode::MapUnknownColumn);
        QCOMPARE(code("SaaS,5\n", "industries=@A,leadCount=@B,scrapingOption:=filters", 0),
                 SheetErrorCode::Cancelled); // no error at all
    }

    void map_fails_advisesOnTheHeaderRow_data() {
        QTest::addColumn<QString>("bytes");
        QTest::addColumn<QString>("map");
        QTest::addColumn<int>("headerRow"); // -1 = not stated
        QTest::addColumn<QString>("says");  // empty = nothing of --header-row
        const QString byLetter = "--map \"leadCount=@B\"";
        QTest::newRow("no header found") << "SaaS,5\nCRM,7\n"
                                         << "" << -1 << "--header-row 0";
        QTest::newRow("no header found, map by name")
            << "SaaS,5\nCRM,7\n"
            << "industries=Branche" << -1 << "--header-row 0";
        QTest::newRow("no header found, by letter") << "SaaS,5\nCRM,7\n"
                                                    << "" << -1 << byLetter;
        QTest::newRow("none, as stated") << "SaaS,5\nCRM,7\n"
                                         << "" << 0 << byLetter;
        QTest::newRow("unsure") << "Alpha,Beta\nx,y\n"
                                << "" << -1 << "--header-row 0";
        QTest::newRow("certain") << "Industry,Title\nSaaS,CEO\n"
                                 << "" << -1 << "";
        QTest::newRow("stated") << "Alpha,Beta\nx,y\n"
                                << "" << 1 << "";
    }
    void map_fails_advisesOnTheHeaderRow() {
        QFETCH(QString, bytes);
        QFETCH(QString, map);
        QFETCH(int, headerRow);
        QFETCH(QString, says);
        std::optional<std::uint32_t> stated;
        if (headerRow >= 0)
            stated = static_cast<std::uint32_t>(headerRow);
        const Checked checked = checkFile(folder_.write("a.csv", bytes.toStdString()),
                                          map.toUtf8().constData(), stated);
        QVERIFY(checked.error.has_value());
        const QString wayOut =
            QString::fromStdString(leadsheet::text::render(checked.error->wayOut));
        if (says.isEmpty())
            QVERIFY2(!wayOut.contains("--header-row"), qPrintable(wayOut));
        else
            QVERIFY2(wayOut.contains(says), qPrintable(wayOut));
    }

    void lineThatIsOnlyANote_isQuoted() {
        const auto rows =
            checkedRows(folder_.write("a.csv", "Industry,Title,Leads\nSoftware,CEO,10\n\n"
                                               "Contact Anna with any questions,,\nPharma,,\n"),
                        "scrapingOption:=filters");
        const auto says = [&](std::size_t row) {
            return leadsheet::text::render(rows.at(row).problems.at(0).reason);
        };
        QVERIFY(rows.at(0).problems.empty());
        QCOMPARE(says(2),
                 std::string("The line says only \"Contact Anna with any questions\": it is "
                             "not ordered, and nobody follows what it says."));
        QCOMPARE(says(3), std::string("Lead count is empty."));
    }

    void required_empty_isNamedInWords() {
        const auto first = [&](const char* bytes) {
            const Checked checked = checkFile(folder_.write("a.csv", bytes));
            return leadsheet::text::render(checked.rows.at(0).problems.at(0).reason);
        };
        QCOMPARE(first("scrapingOption,leadCount,industries\nfilters,,SaaS\n"),
                 std::string("Lead count is empty."));
        QCOMPARE(first("scrapingOption,leadCount,locations,categories\n"
                       "local_business,5,Berlin,\n"),
                 std::string("Categories are empty."));
    }

    void groups_manyValues_stayBounded() {
        std::string bytes = "Industry,Leads\n";
        for (int i = 0; i < 2000; ++i)
            bytes += "SaaS,bad" + std::to_string(i) + "\n";
        bytes += "SaaS,1\n";
        const Checked checked = checkFile(folder_.write("a.csv", bytes), "leadCount=Leads");
        QVERIFY(!checked.error);
        QCOMPARE(checked.summary.blocked, std::uint64_t{2000});
        QVERIFY(checked.summary.groups.size() <= kMaxProblemGroups + 1);
        QCOMPARE(checked.summary.groups.front().rows, std::uint64_t{1800});
    }

    void inspect_sheet_describesIt() {
        const auto file = folder_.write("list.csv", "Report\n\nIndustry;Leads\nSaaS;5\n");
        const auto overview = inspectSheet(file);
        QVERIFY(overview.has_value());
        QCOMPARE(overview->header.row.value_or(0), 3U);
        QCOMPARE(overview->dialect.delimiter, ';');
        QCOMPARE(overview->text, std::string("list.csv · UTF-8 · semicolon · header row 3"));
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_sheet_check, SheetCheckTest);
#include "tst_sheet_check.moc"
