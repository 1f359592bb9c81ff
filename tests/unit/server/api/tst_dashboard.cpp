// SPDX-License-Identifier: Apache-2.0
#include "outreach_scene.hpp"
#include "test_main.hpp"

#include <QRegularExpression>
#include <QTest>
#include <fstream>
#include <map>
#include <set>

using namespace leadsheet::test;
using namespace leadsheet;
namespace json = boost::json;

namespace {

using Names = std::set<QString>;

json::value dashboard() {
    std::ifstream file(qEnvironmentVariable("LEADSHEET_DASHBOARD").toStdString());
    return json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// The labels of every metric that has a sample in this text.
std::map<QString, Names> samplesOf(const std::string& text) {
    static const QRegularExpression line(R"(^(\w+)(?:\{([^}]*)\})? )",
                                         QRegularExpression::MultilineOption);
    static const QRegularExpression label("(\\w+)=\"");
    std::map<QString, Names> samples;
    auto lines = line.globalMatch(QString::fromStdString(text));
    while (lines.hasNext()) {
        const auto sample = lines.next();
        // What Prometheus adds to every sample.
        Names& labels =
            samples.try_emplace(sample.captured(1), Names{"instance", "job"}).first->second;
        auto found = label.globalMatch(sample.captured(2));
        while (found.hasNext())
            labels.insert(found.next().captured(1));
    }
    return samples;
}

/// What is wrong with a query, given what the server tells; empty = nothing.
QString faultIn(const QString& query, const std::map<QString, Names>& samples) {
    static const QRegularExpression metric(R"(\b(leadsheet_\w+)(?:\{([^}]*)\})?)");
    static const QRegularExpression matcher("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"");
    static const QRegularExpression grouping(R"(\b(?:by|without)\s*\(([^)]*)\))");
    static const QRegularExpression made(",\\s*\"(\\w+)\",\\s*\"[^\"]*\",\\s*\"(\\w+)\",");
    Names known;
    auto metrics = metric.globalMatch(query);
    if (!metrics.hasNext())
        return "names no metric";
    while (metrics.hasNext()) {
        const auto found = metrics.next();
        const auto sample = samples.find(found.captured(1));
        if (sample == samples.end())
            return "the server has no metric " + found.captured(1);
        known.insert(sample->second.begin(), sample->second.end());
        auto matchers = matcher.globalMatch(found.captured(2));
        while (matchers.hasNext()) {
            const QString label = matchers.next().captured(1);
            if (!sample->second.contains(label))
                return found.captured(1) + " has no label " + label;
        }
    }
    const auto replaced = made.match(query);
    if (replaced.hasMatch() && !known.contains(replaced.captured(2)))
        return "the metric has no label " + replaced.captured(2);
    known.insert(replaced.captured(1));
    auto groupings = grouping.globalMatch(query);
    while (groupings.hasNext()) {
        for (const QString& label : groupings.next().captured(1).split(',')) {
            if (!known.contains(label.trimmed()))
                return "the metric has no label " + label.trimmed();
        }
    }
    return query.count('(') == query.count(')') ? QString() : "has an open parenthesis";
}

QString textOf(const json::value& value) {
    return QString::fromStdString(std::string(value.as_string()));
}

} // namespace

/// The dashboard for Grafana, against what a real server tells.
class DashboardTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void query_namesWhatTheServerTells_data();
    void query_namesWhatTheServerTells();
    void fault_isFound_data();
    void fault_isFound();
    void panels_canBeImported();

private:
    std::map<QString, Names> samples_;
};

/// A server that has done a little of everything that is counted.
void DashboardTest::initTestCase() {
    OutreachScene scene(OutreachScene::Kind::Instantly, false, {},
                        [](server::Config& config) { config.limits.orderRate.quota = 1; });
    const std::string id = scene.make();
    const std::string number = scene.deliver(1);
    QCOMPARE(scene.server().createOrder("more", TestServer::orderBody()).status, 429);
    QCOMPARE(scene.post(id, "/push", R"({"orderNumber":")" + number + R"("})").status, 202);
    QVERIFY(scene.settle(id));
    samples_ = samplesOf(scene.server().get("/metrics").body);
    QVERIFY(samples_.size() > 20);
}

void DashboardTest::query_namesWhatTheServerTells_data() {
    QTest::addColumn<QString>("query");
    const json::value board = dashboard();
    for (const json::value& panel : board.at("panels").as_array()) {
        for (const json::value& target : panel.at("targets").as_array())
            QTest::addRow("%s %s", panel.at("title").as_string().c_str(),
                          target.at("refId").as_string().c_str())
                << textOf(target.at("expr"));
    }
    for (const json::value& variable : board.at_pointer("/templating/list").as_array()) {
        // label_values(metric, label) is Grafana's own: the same as a sum by that label.
        const auto parts = QRegularExpression(R"(^label_values\((\w+), (\w+)\)$)")
                               .match(textOf(variable.at("definition")));
        QTest::addRow("variable %s", variable.at("name").as_string().c_str())
            << "sum by (" + parts.captured(2) + ") (" + parts.captured(1) + ")";
    }
}

void DashboardTest::query_namesWhatTheServerTells() {
    QFETCH(QString, query);
    QCOMPARE(faultIn(query, samples_), QString());
}

void DashboardTest::fault_isFound_data() {
    QTest::addColumn<QString>("query");
    QTest::newRow("metric") << "rate(leadsheet_request_total[5m])";
    QTest::newRow("matcher") << R"(leadsheet_store_queue{kind="webhook"})";
    QTest::newRow("grouping") << "sum by (path) (leadsheet_requests_total)";
    QTest::newRow("source") << R"(label_replace(leadsheet_store_queue, "a", "$1", "code", ".*"))";
    QTest::newRow("parenthesis") << "sum(rate(leadsheet_requests_total[5m])";
    QTest::newRow("nothing") << "vector(1)";
}

void DashboardTest::fault_isFound() {
    QFETCH(QString, query);
    QVERIFY(!faultIn(query, samples_).isEmpty());
}

void DashboardTest::panels_canBeImported() {
    const json::value board = dashboard();
    QVERIFY(board.at("schemaVersion").as_int64() >= 38); // of Grafana 10
    QCOMPARE(board.at("id"), json::value(nullptr));
    QCOMPARE(memberOf(board, "/__inputs/0/name"), std::string("DS_PROMETHEUS"));
    std::set<std::int64_t> ids;
    std::set<std::pair<std::int64_t, std::int64_t>> cells;
    for (const json::value& panel : board.at("panels").as_array()) {
        QVERIFY(ids.insert(panel.at("id").as_int64()).second);
        QCOMPARE(memberOf(panel, "/datasource/uid"), std::string("${DS_PROMETHEUS}"));
        const json::value& at = panel.at("gridPos");
        for (std::int64_t x = 0; x < at.at("w").as_int64(); ++x) {
            for (std::int64_t y = 0; y < at.at("h").as_int64(); ++y)
                QVERIFY(cells.emplace(at.at("x").as_int64() + x, at.at("y").as_int64() + y).second);
        }
        QVERIFY(at.at("x").as_int64() + at.at("w").as_int64() <= 24);
    }
}

LEADSHEET_TEST(tst_dashboard, DashboardTest);
#include "tst_dashboard.moc"
