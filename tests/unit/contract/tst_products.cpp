// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QtTest>
#include <leadsheet/contract/products.hpp>
#include <set>
#include <vector>

namespace contract = leadsheet::contract;
using contract::FieldInfo;
using contract::FieldKind;
using contract::ProductInfo;

namespace {

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto bar = text.find('|');
        parts.push_back(text.substr(0, bar));
        text = bar == std::string_view::npos ? std::string_view{} : text.substr(bar + 1);
    }
    return parts;
}

std::vector<FieldInfo> allFields() {
    std::vector<FieldInfo> fields(contract::kCommonFields.begin(), contract::kCommonFields.end());
    for (const ProductInfo& product : contract::kProducts)
        fields.insert(fields.end(), product.fields.begin(), product.fields.end());
    return fields;
}

} // namespace

class ProductsTest : public QObject {
    Q_OBJECT

private slots:
    void find_everyId_givesItsProduct();
    void filters_ownFields_areOptional();
    void fields_ofOneProduct_areUniqueAndNotCommon();
    void findField_anotherProductsField_isNotFound();
    void requiredAny_names_areOwnFields();
    void tiers_riseFromOne_andGetCheaper();
    void prices_perLead_areBetweenTwoAndThirtyCents();
    void bounds_ofEveryKind_areSet();
    void closedSets_values_areUniqueAndFit();
    void micros_perMinorUnit_followTheDigits();
};

void ProductsTest::find_everyId_givesItsProduct() {
    QCOMPARE(contract::kProducts.size(), std::size_t{5});
    for (const ProductInfo& product : contract::kProducts)
        QCOMPARE(contract::findProduct(product.id), &product);
    QVERIFY(contract::findProduct("filters") != nullptr);
    QVERIFY(contract::findProduct("Filters") == nullptr);
    QVERIFY(contract::findProduct("") == nullptr);
}

void ProductsTest::filters_ownFields_areOptional() {
    const ProductInfo* filters = contract::findProduct("filters");
    for (std::string_view name : {"industries", "jobTitles", "locations"}) {
        const FieldInfo* field = contract::findField(*filters, name);
        QVERIFY(field != nullptr);
        QVERIFY(field->kind == FieldKind::List && !field->required);
    }
    QVERIFY(filters->requiredAny.empty());
}

void ProductsTest::fields_ofOneProduct_areUniqueAndNotCommon() {
    for (const ProductInfo& product : contract::kProducts) {
        std::set<std::string_view> names{"scrapingOption"};
        for (const FieldInfo& field : contract::kCommonFields)
            QVERIFY(names.insert(field.name).second);
        for (const FieldInfo& field : product.fields) {
            QVERIFY2(names.insert(field.name).second, field.name.data());
            QCOMPARE(contract::findField(product, field.name), &field);
        }
    }
}

void ProductsTest::findField_anotherProductsField_isNotFound() {
    const ProductInfo* filters = contract::findProduct("filters");
    QVERIFY(contract::findField(*filters, "searchUrl") == nullptr);
    QVERIFY(contract::findField(*filters, "leadCount") != nullptr);
}

void ProductsTest::requiredAny_names_areOwnFields() {
    for (const ProductInfo& product : contract::kProducts) {
        for (std::string_view name : split(product.requiredAny)) {
            QVERIFY(contract::findField(product, name) != nullptr);
            QVERIFY(contract::findCommonField(name) == nullptr);
        }
    }
}

void ProductsTest::tiers_riseFromOne_andGetCheaper() {
    for (const ProductInfo& product : contract::kProducts) {
        QVERIFY(!product.tiers.empty());
        QCOMPARE(product.tiers.front().fromLeads, std::int64_t{1});
        for (std::size_t i = 1; i < product.tiers.size(); ++i) {
            QVERIFY(product.tiers[i].fromLeads > product.tiers[i - 1].fromLeads);
            QVERIFY(product.tiers[i].unitPriceMicros < product.tiers[i - 1].unitPriceMicros);
        }
    }
}

void ProductsTest::prices_perLead_areBetweenTwoAndThirtyCents() {
    for (const ProductInfo& product : contract::kProducts) {
        const std::int64_t surcharges = product.requireEmailMicros + product.requirePhoneMicros;
        QVERIFY(product.requireEmailMicros > 0 && product.requirePhoneMicros > 0);
        QVERIFY(product.tiers.back().unitPriceMicros >= 20'000);
        QVERIFY(product.tiers.front().unitPriceMicros + surcharges <= 300'000);
    }
}

void ProductsTest::bounds_ofEveryKind_areSet() {
    for (const FieldInfo& field : allFields()) {
        const bool text = field.kind == FieldKind::Text || field.kind == FieldKind::Url;
        const bool many = field.kind == FieldKind::List || field.kind == FieldKind::StringMap;
        const bool number = field.kind == FieldKind::Integer || field.kind == FieldKind::Decimal;
        QVERIFY2((field.maxLength > 0) == (text || many), field.name.data());
        QVERIFY2((field.maxItems > 0) == many, field.name.data());
        QVERIFY2((field.max > field.min) == number, field.name.data());
        QVERIFY2((field.scale > 0) == (field.kind == FieldKind::Decimal), field.name.data());
        QVERIFY2(!(field.kind == FieldKind::List && field.required && field.minItems == 0),
                 field.name.data());
    }
}

void ProductsTest::closedSets_values_areUniqueAndFit() {
    for (const FieldInfo& field : allFields()) {
        std::set<std::string_view> values;
        for (std::string_view value : split(field.allowed)) {
            QVERIFY(values.insert(value).second);
            QVERIFY(!value.empty() && value.find(',') == std::string_view::npos);
            QVERIFY(std::ssize(value) <= field.maxLength);
        }
        if (field.kind == FieldKind::List && !values.empty())
            QVERIFY(field.maxItems >= std::ssize(values));
    }
}

void ProductsTest::micros_perMinorUnit_followTheDigits() {
    std::int64_t micros = 1'000'000;
    for (int digit = 0; digit < contract::kCurrencyMinorDigits; ++digit)
        micros /= 10;
    QCOMPARE(contract::kMicrosPerMinorUnit, micros);
    QCOMPARE(contract::kCurrency, std::string_view("USD"));
}

LEADSHEET_TEST(tst_products, ProductsTest);
#include "tst_products.moc"
