// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/contract/products.hpp"

#include <QtTest>

#include <set>

using namespace leadsheet;
using namespace leadsheet::app;
using Texts = std::vector<std::string>;

namespace {

OrderRequest order(const std::string& product, std::int64_t leads,
                   std::map<std::string, FieldValue, std::less<>> fields) {
    return {product, leads, std::move(fields)};
}

QString words(const OrderRequest& request) {
    return QString::fromStdString(orderWords(request));
}

/// Two values of a field that mean different orders.
std::pair<FieldValue, FieldValue> valuesOf(const contract::FieldInfo& field) {
    const std::string allowed(field.allowed);
    switch (field.kind) {
    case contract::FieldKind::List:
        if (const auto bar = allowed.find('|'); bar != std::string::npos)
            return {Texts{allowed.substr(0, bar)}, Texts{allowed.substr(allowed.rfind('|') + 1)}};
        return {Texts{"alpha"}, Texts{"alpha", "beta"}};
    case contract::FieldKind::Integer:
        return {std::int64_t{3}, std::int64_t{4}};
    case contract::FieldKind::Decimal:
        return {Decimal{45, 1}, Decimal{4, 0}};
    case contract::FieldKind::Boolean:
        return {true, false};
    case contract::FieldKind::StringMap:
        return {std::map<std::string, std::string>{{"campaign", "q3"}},
                std::map<std::string, std::string>{{"campaign", "q4"}}};
    default:
        if (const auto bar = allowed.find('|'); bar != std::string::npos)
            return {allowed.substr(0, bar), allowed.substr(allowed.rfind('|') + 1)};
        return {std::string("one"), std::string("two")};
    }
}

QStringList lines(const Texts& texts) {
    QStringList list;
    for (const std::string& text : texts)
        list << QString::fromStdString(text);
    return list;
}

} // namespace

class OrderWordsTest : public QObject {
    Q_OBJECT

private slots:
    // Every member of a set has words, which say the same wherever it is shown.
    void setValue_isSaidInWords() {
        const auto* info = contract::findProduct("filters");
        QVERIFY(info != nullptr);
        for (const contract::FieldInfo& field : info->fields)
            if (field.name == "seniorities" || field.name == "departments")
                for (const QString& member :
                     QString::fromUtf8(field.allowed.data(), static_cast<int>(field.allowed.size()))
                         .split('|'))
                    QVERIFY2(!setValueWords(member.toStdString()).empty(), qPrintable(member));
        QCOMPARE(text::render(setValueWords("c_suite"), text::english()), std::string("C-level"));
        QVERIFY(setValueWords("Grand vizier").empty());
    }

    void rowWords_filters_areASentence() {
        const auto request = order("filters", 50,
                                   {{"jobTitles", Texts{"CTO", "VP Engineering"}},
                                    {"industries", Texts{"software", "SaaS"}},
                                    {"companySizes", Texts{"51-200"}},
                                    {"locations", Texts{"Munich, Germany", "Berlin, Germany"}},
                                    {"requireEmail", true}});
        QCOMPARE(QString::fromStdString(rowWords("", 5, request)),
                 "Row 5 orders 50 leads: CTO or VP Engineering, at software or SaaS companies of "
                 "51-200 employees, in Munich or Berlin (Germany), with e-mail.");
        QVERIFY(QString::fromStdString(rowWords("Q3", 5, request))
                    .startsWith("Row 5 of tab \"Q3\" orders 50 leads: CTO"));
    }

    void orderWords_everyProduct_readNaturally_data() {
        QTest::addColumn<QString>("made");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing but filters")
            << words(order("filters", 1, {{"keywords", Texts{"freight"}}}))
            << "1 lead: people with any job title, whose company is described with \"freight\".";
        QTest::newRow("levels") << words(order("filters", 1200,
                                               {{"seniorities", Texts{"vp", "c_suite"}},
                                                {"departments", Texts{"human_resources"}},
                                                {"technologies", Texts{"Kafka", "SAP"}}}))
                                << "1,200 leads: people with any job title, of seniority VP or "
                                   "C-level, in the human resources department, whose company "
                                   "uses Kafka or SAP.";
        QTest::newRow("search") << words(order(
                                       "search_url", 5,
                                       {{"searchUrl", std::string("https://s.example/?q=cto")},
                                        {"source", std::string("sales_navigator")},
                                        {"requirePhone", false}}))
                                << "5 leads: people found by the search https://s.example/?q=cto, "
                                   "a search on Sales Navigator, with or without phone.";
        QTest::newRow("companies")
            << words(order("company_domains", 5,
                           {{"domains", Texts{"a.example", "b.example"}},
                            {"linkedinUrls", Texts{"https://www.linkedin.com/company/c"}},
                            {"jobTitles", Texts{"VP, Sales"}},
                            {"maxPerCompany", std::int64_t{2}},
                            {"excludeDomains", Texts{"x.example"}}}))
            << "5 leads: \"VP, Sales\", at a.example or b.example, at the companies of the "
               "LinkedIn pages linkedin.com/company/c, at most 2 from one company, but not at "
               "x.example.";
        QTest::newRow("local") << words(order("local_business", 5,
                                              {{"categories", Texts{"dentist", "bakery"}},
                                               {"locations", Texts{"Vienna", "Graz"}},
                                               {"radiusKm", std::int64_t{25}},
                                               {"minRating", Decimal{45, 1}},
                                               {"hasWebsite", false}}))
                               << "5 leads: local businesses of the kind dentist or bakery, within "
                                  "25 km of Vienna or Graz, rated at least 4.5, without a "
                                  "website.";
        QTest::newRow("lookalikes")
            << words(order("lookalikes", 5,
                           {{"seedDomains", Texts{"a.example"}},
                            {"companySizes", Texts{"1-10", "11-50"}},
                            {"excludeOwned", true},
                            {"externalRef", std::string("Q3, row 1")},
                            {"autoDeliver", false},
                            {"notes", std::string("No agencies,\nplease.")}}))
            << "5 leads: people with any job title, at companies like a.example, at companies of "
               "1-10 or 11-50 employees, but no leads that the account already owns, not delivered "
               "automatically, with the reference \"Q3, row 1\", with the note \"No agencies, "
               "please.\".";
    }
    void orderWords_everyProduct_readNaturally() {
        QFETCH(QString, made);
        QFETCH(QString, expected);
        QCOMPARE(made, expected);
    }

    // A field without words of its own must not vanish.
    void orderWords_everyFieldOfEveryProduct_changesTheSentence() {
        for (const contract::ProductInfo& product : contract::kProducts) {
            std::vector<contract::FieldInfo> fields(product.fields.begin(), product.fields.end());
            fields.insert(fields.end(), contract::kCommonFields.begin(),
                          contract::kCommonFields.end());
            OrderRequest full = order(std::string(product.id), 7, {});
            for (const contract::FieldInfo& field : fields)
                if (field.name != "leadCount")
                    full.fields[std::string(field.name)] = valuesOf(field).first;
            std::set<QString> sentences{words(full)};
            for (const auto& [name, value] : full.fields) {
                const contract::FieldInfo& field = *contract::findField(product, name);
                OrderRequest without = full;
                without.fields.erase(name);
                OrderRequest other = full;
                other.fields[name] = valuesOf(field).second;
                for (const OrderRequest& changed : {without, other})
                    QVERIFY2(
                        sentences.insert(words(changed)).second,
                        qPrintable(QString::fromStdString(product.title.data() + (": " + name))));
                // And with nothing else beside it.
                const auto alone = order(full.product, 7, {{name, value}});
                QVERIFY(words(alone) != words(order(full.product, 7, {})));
            }
            full.leadCount = 8;
            QVERIFY(sentences.insert(words(full)).second);
        }
        QCOMPARE(words(order("unheard", 2, {{"shoeSize", std::int64_t{44}}})),
                 "2 leads: shoeSize: 44.");
    }

    void orderWords_longLists_sayHowManyMore() {
        Texts titles;
        for (int i = 1; i <= 17; ++i)
            titles.push_back("T" + std::to_string(i));
        QCOMPARE(words(order("filters", 2, {{"jobTitles", titles}})),
                 "2 leads: T1, T2, T3, T4, T5 and 12 more.");
        titles.resize(6);
        QCOMPARE(words(order("filters", 2, {{"jobTitles", titles}})),
                 "2 leads: T1, T2, T3, T4, T5 or T6.");
    }

    void orderWords_placesOfDifferentEnds_stayWhole() {
        const auto in = [](const Texts& places) {
            return words(order("filters", 1, {{"jobTitles", Texts{"CTO"}}, {"locations", places}}));
        };
        QCOMPARE(in({"Paris", "Munich, Germany"}), "1 lead: CTO, in Paris or \"Munich, Germany\".");
        QCOMPARE(in({"Munich, Bavaria, Germany"}), "1 lead: CTO, in Munich (Bavaria, Germany).");
        QCOMPARE(in({"Munich", "Germany"}), "1 lead: CTO, in Munich or Germany.");
    }

    void orderOfBody_canonicalBody_isTheOrderAgain() {
        for (const contract::ProductInfo& product : contract::kProducts) {
            OrderRequest full = order(std::string(product.id), 7, {});
            for (const contract::FieldInfo& field : product.fields)
                full.fields[std::string(field.name)] = valuesOf(field).first;
            for (const contract::FieldInfo& field : contract::kCommonFields)
                if (field.name != "leadCount" && field.name != "quoteId" &&
                    field.name != "maxPrice")
                    full.fields[std::string(field.name)] = valuesOf(field).second;
            const auto read = orderOfBody(canonicalBody(full));
            QVERIFY(read);
            QVERIFY(*read == full);
        }
        QVERIFY(!orderOfBody("[1]"));
        QVERIFY(!orderOfBody("{\"scrapingOption\":\"unheard\",\"leadCount\":1}"));
    }

    void overview_sameAndMissing_areSaid() {
        OrderOverview overview;
        QVERIFY(overview.common().empty());
        for (int i = 0; i < 4; ++i)
            overview.add(order("filters", 50,
                               {{"industries", Texts{"Software"}},
                                {"jobTitles", Texts{i == 0 ? "CTO" : "CEO"}},
                                {"requireEmail", true}}));
        QCOMPARE(QString::fromStdString(overview.common()),
                 "All 4 rows: 50 leads each, at Software companies, with e-mail.");
        QCOMPARE(lines(overview.warnings()),
                 QStringList{"No row names a place: leads may come from anywhere."});
        QCOMPARE(lines(overview.remarks()),
                 QStringList{"No row names a seniority, a department, a company size, a "
                             "technology or a keyword."});
    }

    void overview_twoRows_areBoth() {
        OrderOverview overview;
        overview.add(order("filters", 5, {{"jobTitles", Texts{"CEO"}}}));
        overview.add(order("filters", 6, {{"jobTitles", Texts{"CEO"}}}));
        QCOMPARE(QString::fromStdString(overview.common()), "Both rows: CEO.");
    }

    void overview_mostRowsWithoutTitle_warnsWithTheNumber() {
        OrderOverview overview;
        const Texts place{"Germany"};
        overview.add(order("filters", 1, {{"locations", place}, {"jobTitles", Texts{"CTO"}}}));
        overview.add(order("filters", 2, {{"locations", place}, {"seniorities", Texts{"vp"}}}));
        overview.add(order("filters", 3, {{"locations", place}}));
        // Products without places and titles have nothing to leave out.
        overview.add(order("search_url", 4, {{"searchUrl", std::string("https://s.example")}}));
        overview.add(
            order("local_business", 5, {{"locations", place}, {"categories", Texts{"dentist"}}}));
        QCOMPARE(lines(overview.warnings()),
                 QStringList{"2 of 3 rows name no job title. In 1 of them nothing else says who is "
                             "meant: anyone at these companies may be delivered."});
        QCOMPARE(QString::fromStdString(overview.common()), "No field is the same in all rows.");
        QVERIFY(lines(overview.remarks())
                    .last()
                    .startsWith("Not in every row: Seniorities (missing in 2 of 3 rows)"));
    }

    void overview_fewRowsWithoutPlace_isARemark() {
        OrderOverview overview;
        for (int i = 0; i < 3; ++i) {
            OrderRequest one = order("filters", 1, {{"jobTitles", Texts{"CTO"}}});
            if (i > 0)
                one.fields["locations"] = Texts{"Germany"};
            overview.add(one);
        }
        QVERIFY(overview.warnings().empty());
        QCOMPARE(lines(overview.remarks()).last(),
                 "Not in every row: Locations (missing in 1 of 3 rows).");
    }

    void orderShape_sameFieldsOtherValues_isTheSame() {
        const auto one = order("filters", 1, {{"jobTitles", Texts{"CTO"}}});
        const auto two = order("filters", 9, {{"jobTitles", Texts{"CEO"}}});
        const auto three = order("filters", 1, {{"locations", Texts{"CTO"}}});
        QCOMPARE(orderShape(one), orderShape(two));
        QVERIFY(orderShape(one) != orderShape(three));
    }
};

LEADSHEET_TEST(tst_order_words, OrderWordsTest);
#include "tst_order_words.moc"
