// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/rate_limit_fields.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet;
using namespace std::chrono_literals;

class RateLimitFieldsTest : public QObject {
    Q_OBJECT

private slots:
    void parseRateLimit_wellFormed_isRead() {
        const auto one = parseRateLimit("\"default\";r=988;t=3421");
        QVERIFY(one && one->size() == 1);
        QCOMPARE(one->front(), (RateLimitItem{"default", 988, 3421s}));

        const auto two = parseRateLimit("\"default\";r=5;t=1,\t \"burst\" ;r=0 ");
        QVERIFY(!two); // a space before the parameters is no list
        const auto list = parseRateLimit("\"default\";r=5;t=1 , \"burst\"; r=0");
        QVERIFY(list && list->size() == 2);
        QCOMPARE(list->back(), (RateLimitItem{"burst", 0, std::nullopt}));
    }

    void parseRateLimit_otherParameters_areIgnored() {
        const auto list = parseRateLimit(
            "\"a\";pk=:cHsdsRa894==:;x;y=?1;z=tok/en;d=@17;f=1.5;s=\"q\\\"\";r=1;t=2");
        QVERIFY(list.has_value());
        QCOMPARE(list->front(), (RateLimitItem{"a", 1, 2s}));
        for (const char* value : {"%\"f%c3%bcr alle, immer\"", "%\"\"", "%\"%25%22\"",
                                  ":YQ==:", ":YQ:", ":YWI=:", ":YWJj:", "::"}) {
            const auto other = parseRateLimit("\"a\";x=" + std::string(value) + ";r=3");
            QVERIFY2(other.has_value(), value);
            QCOMPARE(other->front().remaining, std::int64_t{3});
        }
        QCOMPARE(parseRateLimit("\"a\";r=1;r=2")->front().remaining, std::int64_t{2});
    }

    void parseRateLimit_edgesOfTheGrammar_areRead_data() {
        QTest::addColumn<std::string>("parameter"); // between the name and `r`
        for (const char* parameter : {"x=0",
                                      "x=9",
                                      "x=-5",
                                      "x=-0",
                                      "x=999999999999999",
                                      "x=-999999999999999",
                                      "x=1.5",
                                      "x=1.25",
                                      "x=123456789012.125",
                                      "x=?0",
                                      "x=?1",
                                      "x=@0",
                                      "x=@-17",
                                      "x=a",
                                      "x=z",
                                      "x=A",
                                      "x=Z",
                                      "x=*",
                                      "x=a09zAZ!#$%&'*+-.^_`|~:/",
                                      "x=\"\"",
                                      "x=\" ~\"",
                                      "x=\"\\\\\"",
                                      "x=:AZaz09+/:",
                                      "x=:abcdef:",
                                      "x=%\" ~\"",
                                      "x=%\"%00%7f\"",
                                      "x=%\"%f0%9f%99%82\"",
                                      "a",
                                      "z",
                                      "*",
                                      "x09az_-.*",
                                      "x; y",
                                      "x;   y=1"})
            QTest::addRow("%s", parameter) << std::string(parameter);
    }
    void parseRateLimit_edgesOfTheGrammar_areRead() {
        QFETCH(std::string, parameter);
        const auto list = parseRateLimit("\"a\";" + parameter + ";r=9;t=1, \"b\";r=0");
        QVERIFY(list.has_value());
        QCOMPARE(*list, (std::vector<RateLimitItem>{{"a", 9, 1s}, {"b", 0, std::nullopt}}));
    }

    void parseRateLimit_names_areUnescaped() {
        QCOMPARE(parseRateLimit("\"a\\\"b\\\\ ~\";r=1")->front().policy, "a\"b\\ ~");
        QCOMPARE(parseRateLimit("\"\";r=1")->front().policy, "");
    }

    void parseRateLimit_blanksAround_areSkipped() {
        for (const char* field : {"  \"a\";r=5", "\"a\";r=5 ", "\"a\";r=5  ", "\"a\";r=5\t"})
            QVERIFY2(parseRateLimit(field).has_value(), field);
        QCOMPARE(parseRateLimit("\"a\";r=5\t,\t \"b\";r=1")->size(), std::size_t{2});
        QVERIFY(parseRateLimit("  ")->empty());
        QVERIFY(!parseRateLimit("\t\"a\";r=5"));
    }

    void parseRateLimit_times_areAtMostAYear() {
        QCOMPARE(*parseRateLimit("\"a\";r=1;t=31622400")->front().reset, 31'622'400s);
        QCOMPARE(*parseRateLimit("\"a\";r=1;t=31622401")->front().reset, 31'622'400s);
        QCOMPARE(*parseRateLimit("\"a\";r=1;t=0")->front().reset, 0s);
    }

    void parseRateLimit_upTo65536Characters_areRead() {
        const std::string field = "\"a\";r=5";
        const std::string blanks(65'536 - field.size(), ' ');
        QVERIFY(parseRateLimit(blanks + field).has_value());
        QVERIFY(!parseRateLimit(blanks + " " + field).has_value());
    }

    void parseRateLimit_longFields_areRead() {
        std::string field = "\"a\";r=1";
        for (int i = 1; i < 1024; ++i)
            field += ", \"policy" + std::to_string(i) + "\";r=" + std::to_string(i);
        QCOMPARE(parseRateLimit(field)->size(), std::size_t{1024});
        QVERIFY(!parseRateLimit(field + ", \"b\";r=1"));
    }

    void parseRateLimit_empty_isAnEmptyList() { QVERIFY(parseRateLimit("")->empty()); }

    void parseRateLimit_malformed_isIgnoredAsAWhole_data() {
        QTest::addColumn<std::string>("field");
        for (const char* field : {"default;r=5",
                                  "5;r=5",
                                  "\"a\";r=5,",
                                  "\"a\";r=5,,\"b\";r=1",
                                  "\"a;r=5",
                                  "\"a\";r=-1",
                                  "\"a\";r=\"5\"",
                                  "\"a\";r=1.5",
                                  "\"a\";r=five",
                                  "\"a\";t=5",
                                  "\"a\";R=5",
                                  "\"a\";r=",
                                  "\"a\";r=5;",
                                  "\"a\";r=5 x",
                                  "(\"a\";r=5)",
                                  "\"a\";r=5;t=-1",
                                  "\"a\";r",
                                  "\"a\";r=1234567890123456",
                                  "\"a\x01\";r=5",
                                  "\"\xC3\xA9\";r=5",
                                  "\"a\\x\";r=5",
                                  "\"good\";r=5, \"bad\";r=x",
                                  "\"a\";b=:@:;r=1",
                                  "\"a\";b=?2;r=1",
                                  "\"a\";b=:Y=Q:;r=1",
                                  "\"a\";b=:=:;r=1",
                                  "\"a\";b=:YQ=:;r=1",
                                  "\"a\";b=:Y:;r=1",
                                  "\"a\";b=:====:;r=1",
                                  "\"a\";b=%x;r=1",
                                  "\"a\";b=%\"x;r=1",
                                  "\"a\";b=%\"%C3%BC\";r=1",
                                  "\"a\";b=%\"%c3\";r=1",
                                  "\"a\";b=%\"%c\";r=1",
                                  "\"a\";b=1.2345;r=1",
                                  ";r=5",
                                  "\"a\";r=5;b=:",
                                  "\"a\";r=5;b=%",
                                  "\"a\";r=5;b=%\"x",
                                  "\"a\";r=5;b=%\"%\"",
                                  "\"a\";r=5;b=%\"%g0%9f%99%82\"",
                                  "\"a\";r=5;b=:AAAAA:",
                                  "\"a\\;r=5",
                                  "\"a\x01;r=5",
                                  "\"a\";r=5;x=\"b",
                                  "\"a\";r=5;x=",
                                  "\"a\";r=5;x=,\"b\";r=1",
                                  "\"a\";b=1.;r=1",
                                  "\"a\";b=1234567890123.1;r=1",
                                  "\"a\";b=-;r=1",
                                  "\"a\";b=?;r=1",
                                  "\"a\";b=?",
                                  "\"a\";b=@;r=1",
                                  "\"a\";b=@1.5;r=1",
                                  "\"a\";b=@x;r=1",
                                  "\"a\";b=a@b;r=1",
                                  "\"a\";b=[;r=1",
                                  "\"a\";b={;r=1",
                                  "\"a\";b=;r=1",
                                  "\"a\";1b;r=1",
                                  "\"a\";_b;r=1",
                                  "\"a\";`b;r=1",
                                  "\"a\";{b;r=1",
                                  "\"a\";bB;r=1",
                                  "\"a\";b:;r=1",
                                  "\"a\";b/;r=1",
                                  "\"a\";;r=1",
                                  "\"a\" ;r=1",
                                  "\"\x1f\";r=5",
                                  "\"\x7f\";r=5",
                                  "\"a\\",
                                  "\"a\";b=\"x\x1f\";r=1",
                                  "\"a\";b=\"x;r=1",
                                  "\"a\";b=:YQ",
                                  "\"a\";b=:@A==:;r=1",
                                  "\"a\";b=:Y===:;r=1",
                                  "\"a\";b=%",
                                  "\"a\";b=%\"",
                                  "\"a\";b=%\"\x1f\";r=1",
                                  "\"a\";b=%\"\x7f\";r=1",
                                  "\"a\";b=%\"%ff\";r=1",
                                  "\"a\";b=%\"%0g\";r=1",
                                  "\"a\";b=%\"%g0\";r=1",
                                  "\"a\";b=%\"%bc%c3\";r=1",
                                  "\"a\";r=-1;t=5",
                                  "\"a\";r=5;t=1.5",
                                  "\"a\";r=5;t=\"1\"",
                                  "\"a\";r=5;t",
                                  "\"a\";r=5,\t",
                                  "\"a\";r=5 \"b\";r=1"})
            QTest::addRow("%s", field) << std::string(field);
        QTest::newRow("too long") << std::string(70'000, ' ') + "\"a\";r=5";
    }
    void parseRateLimit_malformed_isIgnoredAsAWhole() {
        QFETCH(std::string, field);
        QVERIFY(!parseRateLimit(field).has_value());
    }

    void dropAbsurdResets_longerThanTheWindow_isForgotten_data() {
        QTest::addColumn<int>("reset");
        QTest::addColumn<int>("window"); // 0 = not told
        QTest::addColumn<bool>("kept");
        QTest::newRow("within the window") << 60 << 60 << true;
        QTest::newRow("longer than the window") << 61 << 60 << false;
        QTest::newRow("a day, window not told") << 86'400 << 0 << true;
        QTest::newRow("longer than a day, window not told") << 86'401 << 0 << false;
    }
    void dropAbsurdResets_longerThanTheWindow_isForgotten() {
        QFETCH(int, reset);
        QFETCH(int, window);
        QFETCH(bool, kept);
        std::vector<RateLimitItem> items{{"a", 0, std::chrono::seconds(reset)}};
        std::vector<RateLimitPolicyItem> policies{{"other", 5, 1s}};
        if (window > 0)
            policies.push_back({"a", 5, std::chrono::seconds(window)});
        dropAbsurdResets(items, policies);
        QCOMPARE(items[0].reset.has_value(), kept);
        QCOMPARE(resetOfUsedUp(items).has_value(), kept);
    }

    void dropAbsurdResets_policyThatTellsNoWindow_holdsForADay() {
        std::vector<RateLimitItem> items{
            {"a", 0, 86'400s}, {"a", 0, 86'401s}, {"a", 0, std::nullopt}};
        dropAbsurdResets(items, {{"a", 5, std::nullopt}});
        QCOMPARE(items[0].reset, std::optional(86'400s));
        QVERIFY(!items[1].reset && !items[2].reset);
    }

    void resetOfUsedUp_severalPolicies_isTheLongestOfThoseUsedUp() {
        QVERIFY(!resetOfUsedUp({{"a", 1, 9s}, {"b", 0, std::nullopt}, {"c", 0, 0s}}));
        QCOMPARE(*resetOfUsedUp({{"a", 0, 2s}, {"b", 0, 5s}, {"c", 7, 9s}}), 5s);
        QCOMPARE(*resetOfUsedUp({{"a", 0, 5s}, {"b", 0, 1s}}), 5s);
        QCOMPARE(*resetOfUsedUp({{"a", 0, 1s}}), 1s);
    }

    void parseRateLimitPolicy_wellFormed_isRead() {
        const auto list = parseRateLimitPolicy("\"default\";q=1000;w=3600, \"burst\";q=10");
        QVERIFY(list && list->size() == 2);
        QCOMPARE(list->front(), (RateLimitPolicyItem{"default", 1000, 3600s}));
        QCOMPARE(list->back(), (RateLimitPolicyItem{"burst", 10, std::nullopt}));
        for (const char* bad : {"\"default\";w=3600", "\"default\";q=-1;w=3600",
                                "\"default\";q=5;w=-1", "\"default\";q=5;w=1.5", "default;q=5"})
            QVERIFY2(!parseRateLimitPolicy(bad).has_value(), bad);
        QCOMPARE(parseRateLimitPolicy("\"a\";q=0;w=0")->front(), (RateLimitPolicyItem{"a", 0, 0s}));
    }

    void property_anyBytes_neverCrash() {
        QVERIFY(rc::check("arbitrary bytes are read or refused", [](const std::string& bytes) {
            (void)parseRateLimit(bytes);
            (void)parseRateLimit("\"a\";" + bytes);
            (void)parseRateLimitPolicy(bytes);
        }));
    }
};

LEADSHEET_TEST(tst_rate_limit_fields, RateLimitFieldsTest);
#include "tst_rate_limit_fields.moc"
