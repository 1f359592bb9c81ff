// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QtTest>
#include <leadsheet/contract/lead_fields.hpp>
#include <leadsheet/contract/scopes.hpp>
#include <set>

namespace contract = leadsheet::contract;

class ScopesTest : public QObject {
    Q_OBJECT

private slots:
    void names_ofAllScopes_areUniqueAndFound();
    void adminFlag_followsTheName();
    void implies_writeScope_grantsTheReadScopeBesideIt();
    void ordersWrite_implies_ordersRead();
    void leadFields_order_isTheContracts();
    void leadFields_unknownName_isNotFound();
};

void ScopesTest::names_ofAllScopes_areUniqueAndFound() {
    std::set<std::string_view> names;
    for (const contract::ScopeInfo& scope : contract::kScopes) {
        QVERIFY(names.insert(scope.name).second);
        QCOMPARE(contract::findScope(scope.name), &scope);
    }
    QVERIFY(contract::findScope("orders") == nullptr);
    QVERIFY(contract::findScope("") == nullptr);
}

void ScopesTest::adminFlag_followsTheName() {
    for (const contract::ScopeInfo& scope : contract::kScopes)
        QCOMPARE(scope.admin, scope.name.starts_with("admin:"));
}

void ScopesTest::implies_writeScope_grantsTheReadScopeBesideIt() {
    for (const contract::ScopeInfo& scope : contract::kScopes) {
        const auto colon = scope.name.find(':');
        const std::string read = std::string(scope.name.substr(0, colon)) + ":read";
        const bool writes = scope.name.substr(colon + 1) == "write";
        const bool hasRead = contract::findScope(read) != nullptr;
        QCOMPARE(scope.implies, writes && hasRead ? std::string_view(read) : std::string_view{});
    }
}

void ScopesTest::ordersWrite_implies_ordersRead() {
    QCOMPARE(contract::findScope(contract::kScopeOrdersWrite)->implies, contract::kScopeOrdersRead);
}

void ScopesTest::leadFields_order_isTheContracts() {
    const QByteArray expected =
        "id orderNumber product deliveredAt result resultReason hasEmail hasPhone firstName "
        "lastName fullName jobTitle seniority department email emailType phone phoneType "
        "linkedinUrl companyName companyDomain companyLinkedinUrl industry companySize "
        "companyRevenue foundedYear technologies street city region postalCode country timezone "
        "rating reviewCount externalRef";
    QByteArray actual;
    for (const contract::LeadFieldInfo& field : contract::kLeadFields) {
        if (!actual.isEmpty())
            actual += ' ';
        actual += QByteArray(field.name.data(), static_cast<qsizetype>(field.name.size()));
        QCOMPARE(contract::findLeadField(field.name), &field);
    }
    QCOMPARE(actual, expected);
}

void ScopesTest::leadFields_unknownName_isNotFound() {
    QVERIFY(contract::findLeadField("Email") == nullptr);
    QVERIFY(contract::findLeadField("seq") == nullptr);
}

LEADSHEET_TEST(tst_scopes, ScopesTest);
#include "tst_scopes.moc"
