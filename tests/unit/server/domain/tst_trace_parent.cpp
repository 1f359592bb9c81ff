// SPDX-License-Identifier: Apache-2.0
#include "domain/trace_parent.hpp"
#include "test_main.hpp"

#include <QTest>
#include <string>

using namespace leadsheet::server;

namespace {

const std::string kTrace = "0af7651916cd43dd8448eb211c80319c";
const std::string kParent = "b7ad6b7169203331";

} // namespace

class TraceParentTest : public QObject {
    Q_OBJECT
private slots:
    void value_isTakenOrIgnored_data();
    void value_isTakenOrIgnored();
    void hop_keepsTheTrace_andHasAParentOfItsOwn();
};

void TraceParentTest::value_isTakenOrIgnored_data() {
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("taken"); // empty = ignored
    const std::string good = kTrace + "-" + kParent;
    const auto row = [](const char* name, const std::string& value, const std::string& taken) {
        QTest::newRow(name) << QString::fromStdString(value) << QString::fromStdString(taken);
    };
    row("sampled", "00-" + good + "-01", "00-" + good + "-01");
    row("not sampled", "00-" + good + "-00", "00-" + good + "-00");
    row("unknown flags", "00-" + good + "-ff", "00-" + good + "-01");
    row("unknown flags alone", "00-" + good + "-fe", "00-" + good + "-00");
    row("later version", "01-" + good + "-01", "00-" + good + "-01");
    row("later version with more", "cc-" + good + "-01-what.the.future", "00-" + good + "-01");
    row("later version run together", "cc-" + good + "-01what", "");
    row("version 00 with more", "00-" + good + "-01-x", "");
    row("version ff", "ff-" + good + "-01", "");
    row("version of letters", "xx-" + good + "-01", "");
    row("capital trace", "00-" + std::string(32, 'A') + "-" + kParent + "-01", "");
    row("capital parent", "00-" + kTrace + "-" + std::string(16, 'A') + "-01", "");
    row("zero trace", "00-" + std::string(32, '0') + "-" + kParent + "-01", "");
    row("zero parent", "00-" + kTrace + "-" + std::string(16, '0') + "-01", "");
    row("flags no number", "00-" + good + "-0g", "");
    row("other dashes", "00_" + kTrace + "_" + kParent + "_01", "");
    row("cut off", "00-" + good + "-0", "");
    row("empty", "", "");
    row("long", std::string(10'000, '0'), "");
    row("line break", "00-" + good + "-01\r\nx: 1", "");
}

void TraceParentTest::value_isTakenOrIgnored() {
    QFETCH(QString, value);
    QFETCH(QString, taken);
    QCOMPARE(domain::traceOf(value.toStdString()).value_or(""), taken.toStdString());
}

void TraceParentTest::hop_keepsTheTrace_andHasAParentOfItsOwn() {
    const std::string trace = "00-" + kTrace + "-" + kParent + "-01";
    const std::string one = domain::traceParentOf(trace, "one");
    QVERIFY(one.starts_with("00-" + kTrace + "-"));
    QVERIFY(one.ends_with("-01"));
    QCOMPARE(domain::traceOf(one).value_or(""), one);
    QVERIFY(one != trace);
    QCOMPARE(domain::traceParentOf(trace, "one"), one);
    QVERIFY(domain::traceParentOf(trace, "two") != one);
}

LEADSHEET_TEST(tst_trace_parent, TraceParentTest);
#include "tst_trace_parent.moc"
