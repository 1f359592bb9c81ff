// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/row_identity.hpp"

#include "test_main.hpp"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <rapidcheck.h>

using namespace leadsheet;
using namespace leadsheet::submit;

namespace {

OrderRequest request(std::vector<std::string> industries, std::int64_t count) {
    OrderRequest order;
    order.product = "filters";
    order.leadCount = count;
    order.fields["industries"] = std::move(industries);
    return order;
}

std::string key(const OrderRequest& order, std::int64_t occurrence = 0,
                std::int64_t generation = 0) {
    return orderKey({canonicalBody(order), occurrence, generation, {}}).str();
}

QJsonArray casesOfTheContract(const char* member) {
    QFile file(qEnvironmentVariable("LEADSHEET_MARKS"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object()[QLatin1String(member)].toArray();
}

FieldValue fieldValue(const QJsonValue& value) {
    if (value.isBool())
        return value.toBool();
    if (value.isDouble()) {
        const double number = value.toDouble();
        if (number == std::floor(number))
            return static_cast<std::int64_t>(number);
        return Decimal::parse(QByteArray::number(number).toStdString()).value();
    }
    if (value.isArray()) {
        std::vector<std::string> list;
        for (const auto& item : value.toArray())
            list.push_back(item.toString().toStdString());
        return list;
    }
    if (value.isObject()) {
        const QJsonObject members = value.toObject();
        std::map<std::string, std::string> map;
        for (auto at = members.begin(); at != members.end(); ++at)
            map[at.key().toStdString()] = at.value().toString().toStdString();
        return map;
    }
    return value.toString().toStdString();
}

OrderRequest requestOf(const QJsonObject& members) {
    OrderRequest order;
    for (auto at = members.begin(); at != members.end(); ++at) {
        if (at.key() == "scrapingOption")
            order.product = at.value().toString().toStdString();
        else if (at.key() == "leadCount")
            order.leadCount = at.value().toInteger();
        else
            order.fields[at.key().toStdString()] = fieldValue(at.value());
    }
    return order;
}

} // namespace

class RowIdentityTest : public QObject {
    Q_OBJECT

private slots:
    /// Stored keys derive from this for ever: a changed value means that every sheet is ordered
    /// again.
    void orderKey_knownInput_isFrozen() {
        QCOMPARE(orderKey({R"({"leadCount":100,"scrapingOption":"filters"})", 0, 0, {}}).str(),
                 std::string(kFrozenBodyKey));
        QCOMPARE(orderKey({"ignored", 3, 0, "A-17"}).str(), std::string(kFrozenReferenceKey));
    }

    void orderKey_anyInput_isShortAndSafe() {
        const std::string made = key(request({"Dentists"}, 100));
        QCOMPARE(made.size(), std::size_t{36});
        QVERIFY(made.starts_with("ls1-"));
        QVERIFY(std::all_of(made.begin() + 4, made.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7');
        }));
    }

    void orderKey_changedPart_changes_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("occurrence");
        QTest::addColumn<int>("generation");
        QTest::addColumn<QString>("reference");
        QTest::newRow("body") << "{\"a\":2}" << 0 << 0 << "";
        QTest::newRow("occurrence") << "{\"a\":1}" << 1 << 0 << "";
        QTest::newRow("generation") << "{\"a\":1}" << 0 << 1 << "";
        QTest::newRow("reference") << "{\"a\":1}" << 0 << 0 << "R1";
        QTest::newRow("reference generation") << "{\"a\":1}" << 0 << 1 << "R1";
        QTest::newRow("occurrence and generation run together") << "{\"a\":1}" << 1 << 1 << "";
    }
    void orderKey_changedPart_changes() {
        QFETCH(QString, body);
        QFETCH(int, occurrence);
        QFETCH(int, generation);
        QFETCH(QString, reference);
        const auto plain = orderKey({"{\"a\":1}", 0, 0, {}});
        const auto changed =
            orderKey({body.toStdString(), occurrence, generation, reference.toStdString()});
        QVERIFY(plain.str() != changed.str());
    }

    void orderKey_withReference_ignoresBodyAndOccurrence() {
        QCOMPARE(orderKey({"{\"a\":1}", 0, 0, "R1"}).str(),
                 orderKey({"{\"b\":2}", 5, 0, "R1"}).str());
    }

    void orderKey_otherNormalForm_isEqual() {
        QCOMPARE(key(request({"Caf\u00e9s"}, 5)), key(request({"Cafe\u0301s"}, 5)));
    }

    void orderKey_columnOrder_doesNotMatter() {
        OrderRequest one = request({"Dentists"}, 100);
        one.fields["locations"] = std::vector<std::string>{"Berlin"};
        OrderRequest two;
        two.fields["locations"] = std::vector<std::string>{"Berlin"};
        two.fields["industries"] = std::vector<std::string>{"Dentists"};
        two.leadCount = 100;
        two.product = "filters";
        QCOMPARE(key(one), key(two));
    }

    void orderMark_sameIcp_isEqual_data() {
        QTest::addColumn<QStringList>("industries");
        QTest::addColumn<int>("count");
        QTest::newRow("other count") << QStringList{"Dentists", "Doctors"} << 900;
        QTest::newRow("other order") << QStringList{"Doctors", "Dentists"} << 100;
        QTest::newRow("other case") << QStringList{"DENTISTS", "doctors"} << 100;
        QTest::newRow("other spaces") << QStringList{" Dentists", "Doctors  "} << 100;
        QTest::newRow("other line ends") << QStringList{"\r\nDentists\r", "Doctors\v\f"} << 100;
    }
    void orderMark_sameIcp_isEqual() {
        QFETCH(QStringList, industries);
        QFETCH(int, count);
        std::vector<std::string> list;
        for (const QString& industry : industries)
            list.push_back(industry.toStdString());
        QCOMPARE(orderMark(request(list, count)), orderMark(request({"Dentists", "Doctors"}, 100)));
    }

    void orderMark_commonField_doesNotMatter() {
        OrderRequest noted = request({"Dentists"}, 100);
        noted.fields["notes"] = std::string("urgent");
        QCOMPARE(orderMark(noted), orderMark(request({"Dentists"}, 100)));
    }

    void orderMark_listAsText_equalsList() {
        OrderRequest text;
        text.product = "filters";
        text.fields["industries"] = std::string("doctors, Dentists");
        QCOMPARE(orderMark(text), orderMark(request({"Dentists", "Doctors"}, 7)));
    }

    void orderMark_everyAsciiBlank_isABlank() {
        const std::string plain = orderMark(request({"food drink"}, 1));
        for (const char blank : {'\t', '\n', '\v', '\f', '\r', ' '})
            QCOMPARE(orderMark(request({std::string(" food ") + blank + "drink" + blank}, 1)),
                     plain);
        for (const char other : {'\b', '\x0e', '!', '_'})
            QVERIFY(orderMark(request({std::string("food") + other + "drink"}, 1)) != plain);
    }

    void orderMark_fieldOfPairs_countsEachPair() {
        const auto with = [](std::map<std::string, std::string> pairs) {
            OrderRequest order = request({"Dentists"}, 1);
            order.fields["unheardOf"] = std::move(pairs);
            return orderMark(order);
        };
        QCOMPARE(with({{"Size", " Large"}, {"b", "c"}}), with({{"B", "c"}, {"size", "large"}}));
        QVERIFY(with({{"size", "large"}}) != with({{"size", "small"}}));
        QVERIFY(with({{"size", "large"}}) != with({{"colour", "large"}}));
        QCOMPARE(with({}), orderMark(request({"Dentists"}, 1)));
    }

    void excludesOwned_requestAndBody_sayTheSame() {
        OrderRequest order = request({"Dentists"}, 1);
        QVERIFY(!excludesOwned(order) && !excludesOwned(canonicalBody(order)));
        order.fields["excludeOwned"] = false;
        QVERIFY(!excludesOwned(order) && !excludesOwned(canonicalBody(order)));
        order.fields["excludeOwned"] = true;
        QVERIFY(excludesOwned(order) && excludesOwned(canonicalBody(order)));
        order.fields["excludeOwned"] = std::string("true");
        QVERIFY(!excludesOwned(order) && !excludesOwned(canonicalBody(order)));
    }

    void bodies_thatAreNoObject_sayNothing() {
        for (const std::string_view body : {"", "{", "[]", "7", "[true]"}) {
            QCOMPARE(markOfBody(body), std::string());
            QVERIFY(!excludesOwned(body));
        }
    }

    void orderMark_otherIcp_differs() {
        QVERIFY(orderMark(request({"Dentists"}, 100)) != orderMark(request({"Doctors"}, 100)));
        OrderRequest elsewhere;
        elsewhere.product = "filters";
        elsewhere.fields["locations"] = std::vector<std::string>{"Dentists"};
        QVERIFY(orderMark(request({"Dentists"}, 100)) != orderMark(elsewhere));
    }

    void orderMark_unicodeCase_isFolded() {
        QCOMPARE(orderMark(request({"STRASSE"}, 1)), orderMark(request({"straße"}, 1)));
    }

    /// The service is held to the same table.
    void orderMark_casesOfTheContract_agree() {
        const QJsonArray cases = casesOfTheContract("cases");
        QVERIFY(cases.size() >= 60);
        for (const auto& entry : cases) {
            const QJsonObject one = entry.toObject();
            const QByteArray body = QJsonDocument(one["request"].toObject()).toJson();
            QVERIFY2(markOfBody(body.toStdString()) == one["mark"].toString().toStdString(),
                     body.constData());
        }
    }

    /// The SDK, the n8n node and the script for Google Sheets are held to the same rows.
    void orderKey_rowsOfTheContract_agree() {
        const QJsonArray rows = casesOfTheContract("keys");
        QVERIFY(rows.size() >= 40);
        for (const auto& entry : rows) {
            const QJsonObject row = entry.toObject();
            const QByteArray name = row["group"].toString().toUtf8();
            OrderRequest order = requestOf(row["request"].toObject());
            // As the planner does with what stands in the Reference column.
            std::string reference = row["reference"].toString().toStdString();
            reference.erase(reference.find_last_not_of(" \t\r\n") + 1);
            reference.erase(0, reference.find_first_not_of(" \t\r\n"));
            if (!reference.empty())
                order.fields["externalRef"] = reference;
            const std::string body = canonicalBody(order);
            QVERIFY2(body == row["body"].toString().toStdString(), name.constData());
            const IdempotencyKey made = orderKey(
                {body, row["occurrence"].toInteger(), row["generation"].toInteger(), reference});
            QVERIFY2(made.str() == row["key"].toString().toStdString(), name.constData());
        }
    }

    void orderMark_ofTheBody_isThatOfTheRequest() {
        OrderRequest order = request({"Cafés", " dentists "}, 100);
        order.fields["requireEmail"] = true;
        order.fields["excludeDomains"] = std::string("example.com, example.org");
        order.fields["notes"] = std::string("urgent");
        QCOMPARE(markOfBody(canonicalBody(order)), orderMark(order));
        OrderRequest local;
        local.product = "local_business";
        local.fields["minRating"] = Decimal{45, 1};
        local.fields["hasWebsite"] = false;
        local.fields["radiusKm"] = std::int64_t{25};
        QCOMPARE(markOfBody(canonicalBody(local)), orderMark(local));
        QCOMPARE(markOfBody("no order"), std::string());
    }

    void isSameRequest_sentWithoutItsReference_isTheSame() {
        OrderRequest plain = request({"Dentists"}, 100);
        OrderRequest referenced = plain;
        referenced.fields["externalRef"] = std::string("R-1");
        QVERIFY(isSameRequest(canonicalBody(plain), canonicalBody(referenced)));
        QVERIFY(isSameRequest(canonicalBody(referenced), canonicalBody(plain)));
        QVERIFY(isSameRequest(canonicalBody(referenced), canonicalBody(referenced)));
        OrderRequest other = referenced;
        other.fields["externalRef"] = std::string("R-2");
        QVERIFY(!isSameRequest(canonicalBody(referenced), canonicalBody(other)));
        QVERIFY(
            !isSameRequest(canonicalBody(request({"Doctors"}, 100)), canonicalBody(referenced)));
    }

    void properties_anyRows_hold() {
        QVERIFY(rc::check("equal rows have equal keys, and the count alone changes the key", [] {
            const auto names = *rc::gen::arbitrary<std::vector<std::string>>();
            const auto count = *rc::gen::inRange<std::int64_t>(1, 50'000);
            RC_ASSERT(key(request(names, count)) == key(request(names, count)));
            RC_ASSERT(key(request(names, count)) != key(request(names, count + 1)));
            RC_ASSERT(orderMark(request(names, count)) == orderMark(request(names, count + 1)));
        }));
        QVERIFY(rc::check("sorting a list keeps the mark", [] {
            auto names = *rc::gen::arbitrary<std::vector<std::string>>();
            const std::string before = orderMark(request(names, 1));
            std::sort(names.begin(), names.end());
            RC_ASSERT(orderMark(request(names, 1)) == before);
        }));
        QVERIFY(rc::check("occurrence and generation never collide", [] {
            const auto a = *rc::gen::inRange<std::int64_t>(0, 1000);
            const auto b = *rc::gen::inRange<std::int64_t>(0, 1000);
            const auto c = *rc::gen::inRange<std::int64_t>(0, 1000);
            const auto d = *rc::gen::inRange<std::int64_t>(0, 1000);
            const bool same = a == c && b == d;
            RC_ASSERT((key(request({"X"}, 1), a, b) == key(request({"X"}, 1), c, d)) == same);
        }));
    }

private:
    static constexpr const char* kFrozenBodyKey = "ls1-cet6e4rxegqdpukasuumedxvbo35gatw";
    static constexpr const char* kFrozenReferenceKey = "ls1-jfbp4cx55l42htsbj773tvcdxx5eo6w5";
};

LEADSHEET_TEST(tst_row_identity, RowIdentityTest);
#include "tst_row_identity.moc"
