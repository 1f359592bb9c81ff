// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <leadsheet/contract/document.hpp>
#include <leadsheet/contract/error_codes.hpp>
#include <leadsheet/contract/operations.hpp>
#include <leadsheet/contract/products.hpp>
#include <leadsheet/contract/webhook_events.hpp>

namespace contract = leadsheet::contract;

namespace {

/// Members of an order that are no fields of it: the product, and what to do about equivalent ones.
constexpr std::size_t kBesideFields = 3;

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QJsonObject parse(std::string_view json) {
    return QJsonDocument::fromJson(QByteArray(json.data(), static_cast<qsizetype>(json.size())))
        .object();
}

} // namespace

class DocumentTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { document_ = parse(contract::openApiJson()); }
    void version_ofTheSpecification_is31();
    void operations_ofTheTable_areInTheDocument();
    void aliases_areDocumentedAsPaths();
    void operations_ofTheDocument_areInTheTable();
    void errorCodes_ofTheSchema_areTheContractsCodes();
    void events_ofTheTable_areWebhooks();
    void products_answer_hasEveryProductWithItsSchema();
    void text_readTwice_isTheSame();

private:
    const QJsonObject& document() const { return document_; }
    QJsonObject operation(const QString& path, std::string_view method) const {
        return document()["paths"][path][text(method).toLower()].toObject();
    }

    QJsonObject document_;
};

void DocumentTest::version_ofTheSpecification_is31() {
    QCOMPARE(document()["openapi"].toString(), QString("3.1.0"));
}

void DocumentTest::operations_ofTheTable_areInTheDocument() {
    for (const contract::OperationInfo& info : contract::kOperations) {
        const QJsonObject found = operation(text(info.path), info.method);
        QCOMPARE(found["operationId"].toString(), text(info.id));
        QVERIFY(!found["summary"].toString().isEmpty());
    }
}

void DocumentTest::aliases_areDocumentedAsPaths() {
    for (const contract::OperationInfo& info : contract::kOperations) {
        for (const QString& alias : text(info.aliases).split(' ', Qt::SkipEmptyParts))
            QCOMPARE(operation(alias, info.method)["x-leadsheet-alias-of"].toString(),
                     text(info.id));
    }
}

void DocumentTest::operations_ofTheDocument_areInTheTable() {
    std::size_t count = 0;
    const QJsonObject paths = document()["paths"].toObject();
    for (const QJsonValue& item : paths) {
        const QJsonObject members = item.toObject();
        for (const QJsonValue& member : members) {
            const QJsonObject operation = member.toObject();
            if (operation.contains("operationId") && !operation.contains("x-leadsheet-alias-of"))
                ++count;
        }
    }
    QCOMPARE(count, contract::kOperations.size());
}

void DocumentTest::errorCodes_ofTheSchema_areTheContractsCodes() {
    QJsonArray expected;
    for (const contract::ErrorCodeInfo& info : contract::kErrorCodes) {
        if (info.origin == contract::ErrorOrigin::Contract)
            expected.append(text(info.name));
    }
    QCOMPARE(document()["components"]["schemas"]["ErrorCode"]["enum"].toArray(), expected);
}

void DocumentTest::events_ofTheTable_areWebhooks() {
    QCOMPARE(document()["webhooks"].toObject().size(),
             static_cast<qsizetype>(contract::kWebhookEvents.size()));
    for (const contract::WebhookEventInfo& event : contract::kWebhookEvents)
        QVERIFY(document()["webhooks"][text(event.name)].isObject());
}

void DocumentTest::products_answer_hasEveryProductWithItsSchema() {
    const QJsonArray data = parse(contract::productsJson())["data"].toArray();
    QCOMPARE(data.size(), static_cast<qsizetype>(contract::kProducts.size()));
    for (qsizetype i = 0; i < data.size(); ++i) {
        const contract::ProductInfo& product = contract::kProducts[static_cast<std::size_t>(i)];
        QCOMPARE(data[i]["id"].toString(), text(product.id));
        const QJsonObject members = data[i]["fieldsSchema"]["properties"].toObject();
        QCOMPARE(members.size(),
                 static_cast<qsizetype>(product.fields.size() + contract::kCommonFields.size() +
                                        kBesideFields));
    }
    QVERIFY(contract::productsJson().find("$ref") == std::string_view::npos);
}

void DocumentTest::text_readTwice_isTheSame() {
    QCOMPARE(contract::openApiJson().data(), contract::openApiJson().data());
}

LEADSHEET_TEST(tst_document, DocumentTest);
#include "tst_document.moc"
