// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/app/transform_preview.hpp"
#include "leadsheet/text/render.hpp"
#include "map/transform.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using Names = std::vector<std::string>;

std::vector<SampleRow> samples(const std::vector<Names>& rows) {
    std::vector<SampleRow> result;
    for (std::size_t i = 0; i < rows.size(); ++i)
        result.push_back({static_cast<std::uint32_t>(i + 2), rows[i]});
    return result;
}

std::string targetAt(const ColumnMap& map, std::uint32_t column) {
    for (const ColumnRule& rule : map.columns)
        if (rule.column == column)
            return rule.target;
    return "";
}

bool suggested(const ColumnMap& map, const std::string& target) {
    for (const Suggestion& suggestion : map.suggestions)
        if (suggestion.target == target)
            return true;
    return false;
}

ColumnMap mapOf(const Names& header, const std::vector<Names>& rows, const char* spec = "") {
    auto map = makeMap(header, samples(rows), parseMapSpec(spec).value());
    if (!map)
        qWarning("%s", map.error().message().c_str());
    return map.value_or(ColumnMap());
}

SheetErrorCode specError(const Names& header, const char* text) {
    const auto spec = parseMapSpec(text);
    if (!spec)
        return spec.error().code;
    const auto map = makeMap(header, {}, *spec);
    return map ? SheetErrorCode::NotFound : map.error().code;
}

} // namespace

class MappingTest : public QObject {
    Q_OBJECT

private slots:
    void header_commonSpellings_areMatched_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("target");
        const auto row = [](const char* header, const char* target) {
            QTest::newRow(header) << QString(header) << QString(target);
        };
        row("industries", "industries");
        row("INDUSTRY", "industries");
        row("Branche(n)", "industries");
        row("Job_Titles", "jobTitles");
        row("Title", "jobTitles");
        row("Länder", "locations");
        row("Laender", "locations");
        row("Unternehmensgröße", "companySizes");
        row("Number of leads", "leadCount");
        row("# Leads", "leadCount");
        row("Anzahl der Leads", "leadCount");
        row("scrapingOption", "scrapingOption");
        row("Indutries", "industries");
        row("Tech Stack", "technologies");
        row("Karrierestufe", "seniorities");
    }
    void header_commonSpellings_areMatched() {
        QFETCH(QString, header);
        QFETCH(QString, target);
        const ColumnMap map = mapOf({header.toStdString()}, {});
        QCOMPARE(QString::fromStdString(targetAt(map, 0)), target);
    }

    void match_weak_isOnlySuggested() {
        const ColumnMap map = mapOf(
            {"Leads delivered last year", "Excluded industries", "Notes", "Referenz", "Anzahl"},
            {{"1", "x", "n", "R1", "viele"}, {"2", "y", "m", "R2", "mehr"}});
        QVERIFY(map.columns.empty());
        QVERIFY(suggested(map, "notes"));
        QVERIFY(suggested(map, "reference"));
        QVERIFY(suggested(map, "leadCount"));
        QVERIFY(!map.fills(kReferenceTarget));
    }

    void header_ofWhatIsSentToPeople_isSuggestedAndTakenWhenSaid_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("target");
        for (const char* header :
             {"externalRef", "External Ref", "external_reference", "Our reference", "Ref. no.",
              "Kundenreferenz", "Externe Referenz", "Bestellnummer", "CRM-ID"})
            QTest::newRow(header) << QString(header) << QString("reference");
        for (const char* header : {"notes", "Order notes", "Special instructions", "Hinweise",
                                   "Bemerkungen", "Kommentar"})
            QTest::newRow(header) << QString(header) << QString("notes");
    }
    // A private note must not be sent, nor a changed reference make an order new, by a name alone.
    void header_ofWhatIsSentToPeople_isSuggestedAndTakenWhenSaid() {
        QFETCH(QString, header);
        QFETCH(QString, target);
        const std::string name = header.toStdString();
        const ColumnMap unasked = mapOf({name}, {{"R1"}, {"R2"}});
        QVERIFY(unasked.columns.empty());
        QVERIFY(suggested(unasked, target.toStdString()));
        const ColumnMap asked = mapOf({name}, {{"R1"}, {"R2"}}, qPrintable(target + "=" + header));
        QCOMPARE(targetAt(asked, 0), target.toStdString());
    }

    void cells_ofOneShape_areEvidence_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<QString>("target"); // taken, or suggested after "?"
        const auto row = [](const char* name, const char* header, QStringList cells,
                            const char* target) {
            QTest::newRow(name) << QString(header) << std::move(cells) << QString(target);
        };
        row("countries, name says nothing", "Xyzzy", {"Germany", "France; Italy", "ES"},
            "?locations");
        row("countries, name has a word", "Locations EMEA", {"Deutschland", "UK", "Österreich"},
            "locations");
        row("word without the shape", "Locations EMEA", {"12", "13", "14"}, "?locations");
        row("sizes", "Tier", {"11-50", "51 to 200", "10,000+"}, "?companySizes");
        row("dates are no sizes", "When", {"2026-11-21", "2026-11-22", "2026-11-23"}, "");
        row("domains", "Xyzzy", {"example.com", "example.org", "www.example.net"}, "?domains");
        row("e-mails are no titles", "Title", {"a@example.com", "b@example.com", "c@example.com"},
            "?jobTitles");
        row("two cells prove nothing", "Xyzzy", {"Germany", "France"}, "");
        row("small words are no countries", "Xyzzy", {"it", "no", "in"}, "");
    }
    void cells_ofOneShape_areEvidence() {
        QFETCH(QString, header);
        QFETCH(QStringList, cells);
        QFETCH(QString, target);
        std::vector<Names> rows;
        for (const QString& cell : cells)
            rows.push_back({cell.toStdString()});
        const ColumnMap map = mapOf({header.toStdString()}, rows);
        const QString taken = QString::fromStdString(targetAt(map, 0));
        const QString offered = map.suggestions.empty()
                                    ? QString()
                                    : "?" + QString::fromStdString(map.suggestions[0].target);
        QCOMPARE(taken.isEmpty() ? offered : taken, target);
    }

    void fix_written_isReadBack_data() {
        QTest::addColumn<bool>("good");
        QTest::newRow("locations|means(Deutchland,Germany)") << true;
        QTest::newRow("companySizes|means(51\\,200,51-200)") << true;
        QTest::newRow("industries|empty(\\(leer\\))") << true;
        QTest::newRow("leadCount|number(dot)") << true;
        QTest::newRow("locations") << false;
        QTest::newRow("nothing|empty(-)") << false;
        QTest::newRow("locations|mean(a,b)") << false;
    }
    void fix_written_isReadBack() {
        QFETCH(bool, good);
        const std::string text = QTest::currentDataTag();
        const auto fixes = parseFix(text);
        QCOMPARE(fixes.has_value(), good);
        if (good)
            QCOMPARE(fixText(fixes->at(0)), text);
    }

    void learned_name_winsOverSynonyms() {
        const Names header = {"Zielgruppe", "Land", "Position", "Anzahl"};
        LearnedNames learned;
        QVERIFY(learned.learn(mapOf(
            header, {}, "jobTitles=Zielgruppe,locations=Position,ignore=Land,leadCount=Anzahl")));
        QCOMPARE(learned.size(), std::size_t{4});
        const auto map = makeMap(header, {}, {}, &learned).value();
        QCOMPARE(targetAt(map, 0), std::string("jobTitles"));
        QCOMPARE(targetAt(map, 2), std::string("locations"));
        QCOMPARE(targetAt(map, 1), std::string());
        QVERIFY(suggested(map, "locations"));
        QVERIFY(!learned.learn(map));
        // A field's own name means the field, whatever was said about it once.
        learned.learn(mapOf({"industries"}, {}, "keywords=industries"));
        QCOMPARE(targetAt(makeMap({"industries"}, {}, {}, &learned).value(), 0),
                 std::string("industries"));
    }

    void learned_name_besideThePlainName_isAsked() {
        LearnedNames learned;
        QVERIFY(learned.learn(mapOf({"Segment", "Budget", "Territory"}, {},
                                    "industries=Segment,leadCount=Budget,locations=Territory")));
        const auto alone = makeMap({"Segment", "Budget", "Territory"}, {}, {}, &learned).value();
        QCOMPARE(targetAt(alone, 0), std::string("industries"));
        QCOMPARE(targetAt(alone, 1), std::string("leadCount"));
        const auto map = makeMap({"Industry", "Segment", "Leads", "Budget", "Country", "Territory"},
                                 {}, {}, &learned)
                             .value();
        for (std::uint32_t column = 0; column < 6; ++column)
            QCOMPARE(targetAt(map, column), std::string());
        for (const char* target : {"industries", "leadCount", "locations"})
            QVERIFY(suggested(map, target));
    }

    void learned_reference_isForgotten() {
        LearnedNames learned;
        learned.learn(mapOf({"Nr", "Leads"}, {}, "reference=Nr"));
        QCOMPARE(learned.size(), std::size_t{0});
    }

    void learned_savedAndLoaded_isTheSame() {
        SheetFolder folder;
        LearnedNames learned;
        learned.learn(mapOf({"Zielgruppe", "Leads"}, {}, "jobTitles=Zielgruppe,ignore=Leads"));
        const auto file = folder.path("names.json");
        QCOMPARE(LearnedNames::load(file).value().size(), std::size_t{0});
        QVERIFY(learned.save(file));
        const LearnedNames back = LearnedNames::load(file).value();
        QCOMPARE(back.targetFor("ZIELGRUPPE"), std::string_view("jobTitles"));
        QCOMPARE(back.targetFor("leads"), LearnedNames::kLeftOut);
        folder.write("names.json", "{\"leadsheetNames\":1,\"names\":{\"x\":\"gone\"}}");
        QCOMPARE(LearnedNames::load(file).value().size(), std::size_t{0});
        folder.write("names.json", "[]");
        QCOMPARE(LearnedNames::load(file).error().code, SheetErrorCode::MapInvalid);
    }

    void preview_ofSteps_showsWhatChanges() {
        const auto map = mapOf({"Branche", "Anzahl"},
                               {{"saas/bank", "1.500"}, {"Retail", "20"}, {"saas/bank", "30"}},
                               "industries=Branche|split(/)|title");
        const auto rows =
            samples({{"saas/bank", "1.500"}, {"Retail", "20"}, {"saas/bank", "30"}, {"", ""}});
        const auto industries = previewTransforms(rows, *map.columnFor("industries"), 5);
        QCOMPARE(industries.filled, std::uint64_t{3});
        QCOMPARE(industries.changed, std::uint64_t{2});
        QVERIFY((industries.examples ==
                 std::vector<TransformedCell>{{2, "saas/bank", {"Saas", "Bank"}}}));
        const auto counts = previewTransforms(rows, *map.columnFor("leadCount"), 5);
        QCOMPARE(counts.changed, std::uint64_t{1});
        QVERIFY((counts.examples == std::vector<TransformedCell>{{2, "1.500", {"1500"}}}));
    }

    void match_twoRivals_neitherIsTaken() {
        const ColumnMap map = mapOf({"Branche", "Sektor", "Anzahl"}, {});
        QVERIFY(!map.fills("industries"));
        QVERIFY(suggested(map, "industries"));
        const ColumnMap exact = mapOf({"Branche", "industries", "Anzahl"}, {});
        QCOMPARE(targetAt(exact, 1), std::string("industries"));
    }

    void column_ofOtherProduct_isNotTaken() {
        const ColumnMap map =
            mapOf({"Product", "Industry", "Source", "Leads"},
                  {{"filters", "SaaS", "Fair", "5"}, {"filters", "Bank", "Web", "6"}});
        QCOMPARE(targetAt(map, 2), std::string());
        QVERIFY(!suggested(map, "source"));
    }

    void product_noColumn_isInferredOnlyWhenCertain() {
        const ColumnMap filters = mapOf({"Industry", "Job Title", "Leads"}, {});
        QVERIFY(filters.valueFor(kProductTarget) != nullptr);
        QCOMPARE(filters.valueFor(kProductTarget)->value, std::string("filters"));
        const ColumnMap local = mapOf({"Category", "City", "Leads"}, {});
        QCOMPARE(local.valueFor(kProductTarget)->value, std::string("local_business"));
        QVERIFY(!mapOf({"Leads"}, {}).fills(kProductTarget));
        QVERIFY(!mapOf({"Industry", "Category", "Leads"}, {}).fills(kProductTarget));
    }

    void twinColumns_ofOneName_areNeverLeftOutUnasked() {
        const Names header = {"scrapingOption", "Leads", "Industries", "Industries"};
        const auto error = missingTargets(mapOf(header, {}));
        QVERIFY(error.has_value());
        QCOMPARE(error->code, SheetErrorCode::MapConflict);
        QVERIFY(leadsheet::text::render(error->wayOut).find("industries=@C") != std::string::npos);
        for (const char* spec : {"industries=@D", "ignore=@C,ignore=@D", "ignore=@D"})
            QVERIFY2(!missingTargets(mapOf(header, {}, spec)).has_value(), spec);
    }

    void required_missing_isNamedWithWayOut() {
        const auto error = missingTargets(mapOf({"Industry", "Job Title"}, {}));
        QVERIFY(error.has_value());
        QCOMPARE(error->code, SheetErrorCode::MapIncomplete);
        QVERIFY(leadsheet::text::render(error->reason).find("leadCount") != std::string::npos);
        QVERIFY(leadsheet::text::render(error->wayOut).find("leadCount=") != std::string::npos);
        QVERIFY(!missingTargets(mapOf({"Industry", "Leads"}, {})).has_value());
        QVERIFY(missingTargets(mapOf({"Leads"}, {}, "scrapingOption:=lookalikes")).has_value());
    }

    void spec_stated_winsOverNames() {
        const ColumnMap map =
            mapOf({"Branche", "Was, wo", "Anzahl", "Notes"}, {{"a", "b", "1,500", ""}},
                  "locations=\"Was, wo\"|split(/)|title,industries=@A,leadCount=Anzahl,"
                  "scrapingOption:=filters,requireEmail?=yes,ignore=Notes");
        QCOMPARE(targetAt(map, 1), std::string("locations"));
        QCOMPARE(map.columnFor("locations")->transforms.size(), std::size_t{2});
        QCOMPARE(map.valueFor("requireEmail")->fillOnly, true);
        QCOMPARE(map.ignored, (std::vector<std::uint32_t>{3}));
        QVERIFY(!suggested(map, "notes"));
        QVERIFY(numberStyle(map.columnFor("leadCount")->transforms) == NumberStyle::Comma);
    }

    void spec_wrong_isRefused_data() {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("code");
        const auto row = [](const char* spec, SheetErrorCode code) {
            QTest::newRow(spec) << QString(spec) << static_cast<int>(code);
        };
        row("industrie=Branche", SheetErrorCode::MapUnknownTarget);
        row("maxPrice=Branche", SheetErrorCode::MapUnknownTarget);
        row("industries=Nirgends", SheetErrorCode::MapUnknownColumn);
        row("industries=@ZZ", SheetErrorCode::MapUnknownColumn);
        row("industries=@1", SheetErrorCode::MapUnknownColumn);
        row("industries=Branche,industries=Anzahl", SheetErrorCode::MapConflict);
        row("industries=Doppelt", SheetErrorCode::MapConflict);
        row("industries=Branche,industries:=x", SheetErrorCode::MapConflict);
        row("industries=Branche|shout", SheetErrorCode::MapInvalid);
        row("industries=Branche|split()", SheetErrorCode::MapInvalid);
        row("industries=Branche|number(fr)", SheetErrorCode::MapInvalid);
        row("industries=", SheetErrorCode::MapInvalid);
        row("industries", SheetErrorCode::MapInvalid);
        row("metadata.=Branche", SheetErrorCode::MapUnknownTarget);
    }
    void spec_wrong_isRefused() {
        QFETCH(QString, spec);
        QFETCH(int, code);
        const Names header = {"Branche", "Anzahl", "Doppelt", "Doppelt"};
        QCOMPARE(static_cast<int>(specError(header, qPrintable(spec))), code);
    }

    void unknownTarget_suggestsTheRightOne() {
        const auto spec = parseMapSpec("industrys=Branche");
        QVERIFY(leadsheet::text::render(spec.error().wayOut).find("industries") !=
                std::string::npos);
        const auto german = parseMapSpec("Anzahl=Branche");
        QVERIFY(leadsheet::text::render(german.error().wayOut).find("leadCount") !=
                std::string::npos);
    }

    void map_textAndJson_roundTrip() {
        const Names header = {"Branche", "Was, wo", "Anzahl", "X", "X"};
        const char* spec = "industries=Branche|replace(a\\,b,c)|split(;,),locations=\"Was, wo\","
                           "leadCount=Anzahl|number(dot),jobTitles=@D|join( )|upper,ignore=@E,"
                           "scrapingOption:=filters,notes?=\"say \"\"hi\"\", ok\","
                           "metadata.campaign:=Q3";
        const ColumnMap map = mapOf(header, {}, spec);
        const std::string text = mapSpecText(map);
        const ColumnMap again = makeMap(header, {}, parseMapSpec(text).value()).value();
        QCOMPARE(mapSpecText(again), text);
        const auto parsed = mapFromJson(mapToJson(map));
        QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message().c_str());
        QCOMPARE(mapSpecText(makeMap(header, {}, *parsed).value()), text);
        QCOMPARE(map.valueFor("notes")->value, std::string("say \"hi\", ok"));
    }

    void savedMap_sameHeader_isFound() {
        const auto folder = folder_.path("maps");
        const ColumnMap map = mapOf({"Branche", "Menge"}, {}, "industries=Branche,leadCount=Menge");
        QVERIFY(saveMapFor(folder, map.headers, map).has_value());
        const auto same = findSavedMap(folder, {"branche ", "MENGE"});
        QVERIFY(same.has_value() && same->has_value());
        QVERIFY((*same)->exclusive);
        const auto other = findSavedMap(folder, {"Menge", "Branche"});
        QVERIFY(other.has_value() && !other->has_value());
    }

    void savedMap_periodOfOrderingAgain_isKept() {
        ColumnMap map = mapOf({"Branche", "Menge"}, {}, "industries=Branche,leadCount=Menge");
        QVERIFY(!mapFromJson(mapToJson(map))->againAfter);
        map.againAfter = std::chrono::hours(30 * 24);
        const auto spec = mapFromJson(mapToJson(map));
        QCOMPARE(spec->againAfter.value(), std::chrono::hours(30 * 24));
        QCOMPARE(makeMap(map.headers, {}, *spec).value().againAfter, map.againAfter);
        QVERIFY(!mapFromJson("{\"leadsheetMap\":1,\"againAfter\":\"soon\"}"));
    }

    void savedMap_decisionsOnTheSource_areKept() {
        ColumnMap map = mapOf({"Branche", "Menge"}, {}, "industries=Branche,leadCount=Menge");
        map.decisions.state(SourceMatter::HiddenRows, true);
        map.decisions.state(SourceMatter::FormulaErrors, false);
        const auto spec = mapFromJson(mapToJson(map));
        QVERIFY(spec.has_value());
        QVERIFY(spec->decisions == map.decisions);
        QVERIFY(!spec->decisions.isStated(SourceMatter::TotalRows));
        QVERIFY(makeMap(map.headers, {}, *spec).value().decisions == map.decisions);
        const auto bad = mapFromJson("{\"leadsheetMap\":1,\"reading\":{\"hiddenRows\":\"maybe\"}}");
        QVERIFY(!bad.has_value());
        QVERIFY(leadsheet::text::render(bad.error().reason).find("hiddenRows") !=
                std::string::npos);
    }

    void specFor_tabWithOtherColumns_leavesOutWhatItDoesNotHave() {
        const MapSpec spec =
            parseMapSpec("leadCount=Menge,industries=Branche,locations=@C,notes=@Z,ignore=Alt,"
                         "scrapingOption:=filters")
                .value();
        std::vector<std::string> absent;
        const MapSpec own = specFor(spec, {"branche", "Anzahl"}, 3, absent);
        QCOMPARE(own.columns.size(), std::size_t{2});
        QCOMPARE(own.columns[0].target, std::string("industries"));
        QCOMPARE(own.columns[1].target, std::string("locations"));
        QVERIFY(own.ignored.empty());
        QCOMPARE(own.values.size(), std::size_t{1});
        QVERIFY((absent == std::vector<std::string>{"Menge", "@Z", "Alt"}));
    }

    void mapFile_damaged_isExplained() {
        for (const char* bad :
             {"", "{", "[]", "{}", "{\"leadsheetMap\":2}", "{\"leadsheetMap\":1,\"columns\":[1]}",
              "{\"leadsheetMap\":1,\"columns\":[{\"column\":\"A\",\"target\":\"x\"}]}"}) {
            const auto spec = mapFromJson(bad);
            QVERIFY2(!spec.has_value(), bad);
            QVERIFY2(!spec.error().wayOut.empty(), bad);
        }
    }

    void transforms_applied_inOrder() {
        const auto apply = [](const char* text, Names steps) {
            std::vector<Transform> list;
            for (const std::string& step : steps)
                list.push_back(parseTransform(step).value());
            return applyTransforms(text, list);
        };
        QCOMPARE(apply(" a / b ", {"split(/)"}), (Names{"a", "b"}));
        QCOMPARE(apply("ä ß", {"upper"}), (Names{"Ä SS"}));
        QCOMPARE(apply("a;b", {"split(;)", "upper", "join(, )"}), (Names{"A, B"}));
        QCOMPARE(apply("x", {"replace(x,xx)"}), (Names{"xx"}));
        QCOMPARE(apply("a\nb", {"split(\\n)"}), (Names{"a", "b"}));
    }

    void resultColumns_reopened_areNotMapped() {
        const ColumnMap map =
            mapOf({"Industry", "Leads", "Leadsheet status", "Leadsheet order number",
                   "Leadsheet held", "Leadsheet leads delivered", "Leadsheet order"},
                  {});
        QCOMPARE(map.resultColumns, (std::vector<std::uint32_t>{2, 3, 4, 5, 6}));
        QCOMPARE(map.columns.size(), std::size_t{2});
    }

    void columnsNotUsed_areNamed_narrowingFirst() {
        const ColumnMap map = mapOf(
            {"Industries", "Leads", "Mascot", "", "Leadsheet status", "Notes", "Empty", "Vertical"},
            {{"SaaS", "5", "owl", "x", "ordered", "call", "", "Retail"}}, "ignore=@D");
        const auto& unused = map.unused;
        QCOMPARE(unused.size(), std::size_t{5});
        QCOMPARE(unused[0].column, 7U);
        QCOMPARE(unused[0].field, std::string("industries"));
        QVERIFY(unused[0].narrows && unused[0].reason == UnusedReason::Ambiguous);
        QCOMPARE(unused[1].header, std::string("Mascot"));
        QVERIFY(unused[1].reason == UnusedReason::Unknown && !unused[1].narrows);
        QVERIFY(unused[2].reason == UnusedReason::LeftOut && unused[2].header.empty());
        QVERIFY(unused[3].reason == UnusedReason::Result);
        QVERIFY(unused[4].field == "notes" && !unused[4].narrows);
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_mapping, MappingTest);
#include "tst_mapping.moc"
