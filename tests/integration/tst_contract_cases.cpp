// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "contract_calls.hpp"
#include "test_main.hpp"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;

namespace {

/// `$name` anywhere in a step is what an earlier one saved.
QJsonValue filledIn(const QJsonValue& value, const QJsonObject& saved) {
    if (value.isString() && value.toString().startsWith('$'))
        return saved[value.toString().mid(1)];
    if (value.isArray()) {
        QJsonArray array;
        for (const auto item : value.toArray())
            array.append(filledIn(item, saved));
        return array;
    }
    if (!value.isObject())
        return value;
    const QJsonObject from = value.toObject();
    QJsonObject object;
    for (auto member = from.begin(); member != from.end(); ++member)
        object.insert(member.key(), filledIn(*member, saved));
    return object;
}

} // namespace

/// The contract's cases, which every client library runs (tests/contract/cases), through this one's
/// typed functions against the real server.
class ContractCasesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { scene_ = std::make_unique<ClientScene>(); }

    void case_runs_data() {
        QTest::addColumn<QJsonArray>("steps");
        const QDir folder(qEnvironmentVariable("LEADSHEET_CONTRACT_CASES"));
        QVERIFY(folder.exists("orders.json"));
        for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const auto item : QJsonDocument::fromJson(file.readAll()).array()) {
                const QJsonObject one = item.toObject();
                if (one["typed"].toBool(true))
                    QTest::newRow(qPrintable(one["name"].toString())) << one["steps"].toArray();
            }
        }
    }
    void case_runs() {
        QFETCH(QJsonArray, steps);
        QVERIFY(!steps.isEmpty());
        QJsonObject saved;
        for (const auto step : steps) {
            run(filledIn(step, saved).toObject(), saved);
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    Client clientOf(const QJsonObject& step) const {
        if (step.contains("secret"))
            return scene_->client(step["secret"].toString().toStdString());
        return scene_->client(step["key"].toString() == "admin" ? scene_->server.adminKey()
                                                                : scene_->server.customerKey());
    }

    void run(const QJsonObject& step, QJsonObject& saved) const {
        const QString name = step["call"].toString();
        const auto call = contractCalls().find(name);
        QVERIFY2(call != contractCalls().end(), qPrintable(name));
        const CallOutcome outcome = call->second(clientOf(step), step);
        if (step.contains("error"))
            return checkError(outcome, step["error"].toObject());
        QVERIFY2(!outcome.error, outcome.error ? outcome.error->message.c_str() : "");
        const QJsonObject facts = step["facts"].toObject();
        for (auto fact = facts.begin(); fact != facts.end(); ++fact) {
            const auto found = outcome.facts.find(fact.key());
            QVERIFY2(found != outcome.facts.end(), qPrintable(name + ": " + fact.key()));
            QCOMPARE(found->second, *fact);
        }
        QVERIFY(outcome.replayed || !step["replayed"].toBool());
        const QJsonObject save = step["save"].toObject();
        for (auto one = save.begin(); one != save.end(); ++one)
            saved.insert(one.key(), outcome.facts.at(one->toString()));
    }

    static void checkError(const CallOutcome& outcome, const QJsonObject& expected) {
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->httpStatus, expected["status"].toInt());
        QCOMPARE(QString::fromStdString(std::string(outcome.error->codeName())),
                 expected["code"].toString());
        if (!expected.contains("pointer"))
            return;
        QVERIFY(!outcome.error->fields.empty());
        QCOMPARE(QString::fromStdString(outcome.error->fields.front().pointer),
                 expected["pointer"].toString());
    }

    std::unique_ptr<ClientScene> scene_;
};

LEADSHEET_TEST(tst_contract_cases, ContractCasesTest);
#include "tst_contract_cases.moc"
