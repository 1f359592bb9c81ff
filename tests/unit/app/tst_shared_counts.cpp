// SPDX-License-Identifier: Apache-2.0
// Numbers of leads that all rows have together, or several times: asked about.
#include "column_outcome.hpp"
#include "leadsheet/app/fields.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using leadsheet::test::mapOf;
using leadsheet::test::Names;

class SharedCountsTest : public QObject {
    Q_OBJECT

    static bool takes(const QString& header, const Names& parts, const Names& leads) {
        std::vector<Names> rows;
        for (std::size_t i = 0; i < parts.size(); ++i)
            rows.push_back({"Software " + std::string(1, static_cast<char>('A' + i)), "CEO",
                            "Germany", parts[i], leads[i]});
        const ColumnMap map =
            mapOf({"Industry", "Title", "Country", header.toStdString(), "Leads"}, rows);
        const ColumnRule* counts = map.columnFor(kLeadCountTarget);
        return counts != nullptr && counts->column == 4;
    }

private slots:
    void shares_ofOneTotal_areAskedAbout() {
        for (const char* header : {"Anteil", "Share", "Split", "Allocation", "Allocation %", "Mix",
                                   "Weight", "%", "% of total", "Lead share"}) {
            QVERIFY2(!takes(header, {"60%", "40%"}, {"1000", "1000"}), header);
            QVERIFY2(!takes(header, {"0.6", "0.4"}, {"1000", "1000"}), header);
            QVERIFY2(!takes(header, {"0,5", "0,3", "0,2"}, {"1000", "1000", "1000"}), header);
            QVERIFY2(!takes(header, {"60", "40"}, {"1000", "1000"}), header);
            QVERIFY2(!takes(header, {"60%", "40%"}, {"1000", "500"}), header);
        }
        // Whatever the name, one total and its parts.
        QVERIFY(!takes("Xyzzy", {"60%", "40%"}, {"1000", "1000"}));
    }
    void shares_thatTheNumbersHave_askNothing() {
        QVERIFY(takes("Anteil", {"60%", "40%"}, {"600", "400"}));
        QVERIFY(takes("Share", {"0.5", "0.3", "0.2"}, {"500", "300", "200"}));
    }
    void otherPercentages_askNothing() {
        QVERIFY(takes("Growth", {"60%", "45%"}, {"1000", "1000"}));
        QVERIFY(takes("Market share", {"60%", "45%"}, {"1000", "1000"}));
        QVERIFY(takes("Share", {"public", "private"}, {"1000", "1000"}));
        QVERIFY(takes("Discount %", {"10%", "10%"}, {"1000", "1000"}));
    }
    void multipliers_areAskedAbout() {
        for (const char* header : {"Weeks", "Months", "x", "Multiplier", "Rounds", "Wochen",
                                   "Faktor", "Number of weeks"}) {
            QVERIFY2(!takes(header, {"4", "8"}, {"25", "25"}), header);
            QVERIFY2(!takes(header, {"2", "2"}, {"25", "50"}), header);
        }
        QVERIFY(!takes("x", {"x2", "x3"}, {"25", "25"}));
        QVERIFY(takes("x", {"x", ""}, {"25", "25"}));
        QVERIFY(takes("Rounds", {"1", "1"}, {"25", "25"}));
        QVERIFY(takes("Runs", {"daily", "weekly"}, {"25", "25"}));
    }
};

LEADSHEET_TEST(tst_shared_counts, SharedCountsTest);
#include "tst_shared_counts.moc"
