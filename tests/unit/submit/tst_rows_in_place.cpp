// SPDX-License-Identifier: Apache-2.0
// Which new row stands in the place of which ordered one.
#include "rows_in_place.hpp"
#include "sheet_lines.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::detail;
using namespace leadsheet::submit::test;

namespace {

const QStringList kWas{"Software / CEO / Germany", "Banking / CFO / France",
                       "Retail / COO / Spain",     "Food / Founder / Italy",
                       "Toys / CTO / Poland",      "Energy / CMO / Norway"};
const QString kChanged = QStringLiteral("Banking / CFO / Belgium");
const QString kOther = QStringLiteral("Mining / Owner / Chile");

Wish wishIn(const QString& line) {
    return wishOf(canonicalBody(rowFor(line, 2).request));
}

/// "1>2 3>3": the ordered rows and the new ones in their places. `ended`: an order.
QString inPlace(const QStringList& was, const QStringList& now, int ended = -1) {
    std::vector<StoodRow> stood;
    for (const QString& line : was) {
        const auto place = now.indexOf(line);
        stood.push_back(
            {std::ssize(stood), place < 0 ? std::nullopt : std::optional<std::int64_t>(place)});
    }
    std::vector<std::int64_t> fresh;
    for (int at = 0; at < now.size(); ++at)
        if (!was.contains(now[at]))
            fresh.push_back(at);
    QStringList pairs;
    for (const InPlace& pair : rowsInPlace(
             stood, fresh,
             [&](std::int64_t at) {
                 return at == ended ? std::nullopt
                                    : std::optional(wishIn(was[static_cast<int>(at)]));
             },
             [&](std::int64_t at) { return std::optional(wishIn(now[static_cast<int>(at)])); }))
        pairs << QStringLiteral("%1>%2").arg(pair.ordered).arg(pair.fresh);
    return pairs.join(QLatin1Char(' '));
}

QStringList inPeru(QStringList lines) {
    for (QString& line : lines)
        line = line.section(QStringLiteral(" / "), 0, 1) + QStringLiteral(" / Peru");
    return lines;
}

} // namespace

class RowsInPlaceTest : public QObject {
    Q_OBJECT

private slots:
    void changedRow_besideAnotherChange_isInItsPlace_data() {
        QTest::addColumn<QStringList>("now");
        QTest::addColumn<QString>("pairs");
        QStringList now = with(kWas, 1, kChanged);
        QTest::newRow("alone") << now << "1>1";
        now.removeAt(2);
        QTest::newRow("the row below was taken out") << now << "1>1";
        now = with(kWas, 1, kChanged);
        now.removeAt(0);
        QTest::newRow("the row above was taken out") << now << "1>0";
        now = with(kWas, 1, kChanged);
        now.insert(2, kOther);
        QTest::newRow("a row was put in below") << now << "1>1";
        now = with(kWas, 1, kChanged);
        now.insert(1, kOther);
        QTest::newRow("a row was put in above") << now << "1>2";
        now = with(kWas, 1, kChanged);
        now.move(2, 5);
        QTest::newRow("the row below was moved away") << now << "1>1";
        now = with(kWas, 1, kChanged);
        now.move(5, 1);
        QTest::newRow("another was moved above it") << now << "1>2";
        QTest::newRow("the row below was replaced as well")
            << with(with(kWas, 1, kChanged), 2, kOther) << "1>1";
        now = with(kWas, 1, kChanged);
        now.insert(2, QStringLiteral("Banking / CFO / Chile"));
        QTest::newRow("two that could be it") << now << "";
        now = kWas;
        now.removeAt(1);
        now << kChanged;
        QTest::newRow("somewhere else") << now << "";
        QTest::newRow("another wish") << with(kWas, 1, kOther) << "";
        now = kWas;
        now.removeAt(1);
        now.replace(1, QStringLiteral("Banking / COO / Spain"));
        QTest::newRow("one row for two of which it could be the second") << now << "2>1";
    }
    void changedRow_besideAnotherChange_isInItsPlace() {
        QFETCH(const QStringList, now);
        QFETCH(const QString, pairs);
        QCOMPARE(inPlace(kWas, now), pairs);
    }

    void oneRow_thatCouldStandForTwo_standsForTheNearer() {
        const QStringList was{"Software / CEO / Germany", "Retail / CFO / Spain",
                              "Retail / COO / Spain",     "Food / Founder / Italy",
                              "Toys / CTO / Poland",      "Energy / CMO / Norway"};
        const QStringList now{was[0], "Retail / CMO / Spain", was[3], was[4], was[5]};
        QCOMPARE(inPlace(was, now), QStringLiteral("1>1"));
    }

    void gapThatWasFilledWithManyRows_isNotSearched() {
        QStringList now = with(kWas, 1, kChanged);
        for (int i = 0; i < 19; ++i)
            now.insert(2, kOther + QString::number(i));
        QCOMPARE(inPlace(kWas, now), QStringLiteral("1>1"));
        now.insert(2, kOther);
        QCOMPARE(inPlace(kWas, now), QString());
    }

    void column_filledWithTheSame_isFollowed_data() {
        QTest::addColumn<QStringList>("now");
        QTest::addColumn<QString>("pairs");
        const QString all = QStringLiteral("0>0 1>1 2>2 3>3 4>4 5>5");
        QStringList now = inPeru(kWas);
        QTest::newRow("alone") << now << all;
        QTest::newRow("a row below") << (now + QStringList(kOther)) << all;
        QTest::newRow("a row on top") << (QStringList(kOther) + now) << "0>1 1>2 2>3 3>4 4>5 5>6";
        now.removeAt(2);
        QTest::newRow("a row taken out") << now << "0>0 1>1 3>2 4>3 5>4";
        QTest::newRow("one row is left") << now.mid(0, 1) << "";
        now = inPeru(kWas);
        QTest::newRow("one of them otherwise") << with(now, 3, kOther) << "";
        QTest::newRow("with other words")
            << with(now, 3, QStringLiteral("Food / Founder / Chile")) << "";
        QTest::newRow("of two that are left") << (now.mid(0, 4) + kWas.mid(4)) << "0>0 1>1 2>2 3>3";
        QTest::newRow("other wishes, more of them")
            << QStringList{"Retail / CEO / Germany", "Food / CEO / Germany", "Toys / CEO / Germany",
                           "Mining / CEO / Chile",   "Steel / CEO / Peru",   "Paper / CMO / Peru",
                           "Wood / CMO / Peru"}
            << "";
    }
    void column_filledWithTheSame_isFollowed() {
        QFETCH(const QStringList, now);
        QFETCH(const QString, pairs);
        QCOMPARE(inPlace(kWas, now), pairs);
    }

    void sheetOfOneRow_isFollowedWhereItStandsAlone() {
        const QStringList was{"Retail / CEO / Spain"};
        QCOMPARE(inPlace(was, {"Mining / CEO / Spain"}), QStringLiteral("0>0"));
        QCOMPARE(inPlace(was, {"Mining / CEO / Spain", "Steel / CEO / Spain"}), QString());
    }

    void orderThatHasEnded_isLeftAlone() {
        QCOMPARE(inPlace(kWas, with(kWas, 1, kChanged), 1), QString());
        QCOMPARE(inPlace(kWas, inPeru(kWas), 1), QStringLiteral("0>0 2>2 3>3 4>4 5>5"));
        QStringList now = inPeru(kWas);
        now.removeAt(1);
        QCOMPARE(inPlace(kWas, now, 1), QStringLiteral("0>0 2>1 3>2 4>3 5>4"));
    }
};

LEADSHEET_TEST(tst_rows_in_place, RowsInPlaceTest);
#include "tst_rows_in_place.moc"
