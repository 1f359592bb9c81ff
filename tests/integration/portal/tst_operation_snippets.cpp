// SPDX-License-Identifier: Apache-2.0
#include "operations.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <leadsheet/error.hpp>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <iostream>
#include <sstream>
#include <string>

using namespace leadsheet;
using Snippet = Result<void> (*)(const Client&);
Q_DECLARE_METATYPE(Snippet)

/// What the portal shows in C++, word for word, against the real server.
class OperationSnippetsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void snippet_thatNeedsNothing_succeeds_data();
    void snippet_thatNeedsNothing_succeeds();
    void snippet_ofAThingThatIsNotThere_saysSo_data();
    void snippet_ofAThingThatIsNotThere_saysSo();
    void snippet_withAHostOrADayThatIsGone_isRefused();

private:
    Result<void> run(bool admin, Snippet snippet, std::string& said);
    QTemporaryDir folder_; // the export writes a file
    test::TestServer server_{{.configure = [](server::Config& config) {
        config.outgoing.resolver = [](const std::string&) {
            return std::vector<std::string>();
        };
    }}};
};

namespace {

void columns() {
    QTest::addColumn<bool>("admin");
    QTest::addColumn<Snippet>("snippet");
}

void row(const char* name, Snippet snippet, bool admin = false) {
    QTest::newRow(name) << admin << snippet;
}

} // namespace

void OperationSnippetsTest::initTestCase() {
    QVERIFY(QDir::setCurrent(folder_.path()));
}

Result<void> OperationSnippetsTest::run(bool admin, Snippet snippet, std::string& said) {
    const auto key = ApiKey::parse(admin ? server_.adminKey() : server_.customerKey());
    auto client = Client::create({server_.baseUrl(), *key});
    if (!client)
        return failure(client.error());
    std::ostringstream out;
    std::streambuf* const before = std::cout.rdbuf(out.rdbuf());
    const Result<void> result = snippet(*client);
    std::cout.rdbuf(before);
    said = out.str();
    return result;
}

void OperationSnippetsTest::snippet_thatNeedsNothing_succeeds_data() {
    columns();
    row("getAccount", snippets::getAccount);
    row("getRateLimit", snippets::getRateLimit);
    row("getAccountStatistics", snippets::getAccountStatistics);
    row("listLedgerEntries", snippets::listLedgerEntries);
    row("listProducts", snippets::listProducts);
    row("createQuote", snippets::createQuote);
    row("createOrder", snippets::createOrder);
    row("listOrders", snippets::listOrders);
    row("listLeads", snippets::listLeads);
    row("countLeads", snippets::countLeads);
    row("exportLeads", snippets::exportLeads);
    row("listLeadErasures", snippets::listLeadErasures);
    row("erasePerson", snippets::erasePerson);
    row("listKeys", snippets::listKeys);
    row("createKey", snippets::createKey);
    row("listWebhooks", snippets::listWebhooks);
    row("createDestination", snippets::createDestination);
    row("listDestinations", snippets::listDestinations);
    row("listAccounts", snippets::listAccounts, true);
    row("createAccount", snippets::createAccount, true);
    row("listSuppressions", snippets::listSuppressions, true);
    row("createSuppression", snippets::createSuppression, true);
    row("listAdminKeys", snippets::listAdminKeys, true);
    row("listAdminOrders", snippets::listAdminOrders, true);
}

void OperationSnippetsTest::snippet_thatNeedsNothing_succeeds() {
    QFETCH(bool, admin);
    QFETCH(Snippet, snippet);
    std::string said;
    const auto result = run(admin, snippet, said);
    QVERIFY2(result.has_value(), result ? "" : result.error().message.c_str());
}

void OperationSnippetsTest::snippet_ofAThingThatIsNotThere_saysSo_data() {
    columns();
    row("getQuote", snippets::getQuote);
    row("getOrder", snippets::getOrder);
    row("listOrderEvents", snippets::listOrderEvents);
    row("replyToOrder", snippets::replyToOrder);
    row("cancelOrder", snippets::cancelOrder);
    row("getLead", snippets::getLead);
    row("eraseLead", snippets::eraseLead);
    row("rotateKey", snippets::rotateKey);
    row("revokeKey", snippets::revokeKey);
    row("getWebhook", snippets::getWebhook);
    row("updateWebhook", snippets::updateWebhook);
    row("deleteWebhook", snippets::deleteWebhook);
    row("testWebhook", snippets::testWebhook);
    row("rotateWebhookSecret", snippets::rotateWebhookSecret);
    row("listWebhookDeliveries", snippets::listWebhookDeliveries);
    row("getWebhookDelivery", snippets::getWebhookDelivery);
    row("resendWebhookDelivery", snippets::resendWebhookDelivery);
    row("deliverToWebhook", snippets::deliverToWebhook);
    row("getDestination", snippets::getDestination);
    row("updateDestination", snippets::updateDestination);
    row("deleteDestination", snippets::deleteDestination);
    row("testDestination", snippets::testDestination);
    row("listDestinationCampaigns", snippets::listDestinationCampaigns);
    row("pushToDestination", snippets::pushToDestination);
    row("listDestinationPushes", snippets::listDestinationPushes);
    row("getAccountById", snippets::getAccountById, true);
    row("updateAccount", snippets::updateAccount, true);
    row("creditAccount", snippets::creditAccount, true);
    row("liftSuppression", snippets::liftSuppression, true);
    row("createAdminKey", snippets::createAdminKey, true);
    row("rotateAdminKey", snippets::rotateAdminKey, true);
    row("revokeAdminKey", snippets::revokeAdminKey, true);
    row("getAdminOrder", snippets::getAdminOrder, true);
    row("listAdminOrderEvents", snippets::listAdminOrderEvents, true);
    row("approveOrder", snippets::approveOrder, true);
    row("rejectOrder", snippets::rejectOrder, true);
    row("requestOrderInfo", snippets::requestOrderInfo, true);
    row("deliverOrder", snippets::deliverOrder, true);
    row("failOrder", snippets::failOrder, true);
    row("refundOrder", snippets::refundOrder, true);
    row("exportOrderLeads", snippets::exportOrderLeads, true);
    row("ingestDelivery", snippets::ingestDelivery, true);
}

void OperationSnippetsTest::snippet_ofAThingThatIsNotThere_saysSo() {
    QFETCH(bool, admin);
    QFETCH(Snippet, snippet);
    std::string said;
    const auto result = run(admin, snippet, said);
    QVERIFY2(!result, said.c_str());
    QVERIFY2(result.error().code == ErrorCode::NotFound, result.error().message.c_str());
}

void OperationSnippetsTest::snippet_withAHostOrADayThatIsGone_isRefused() {
    std::string said;
    const auto created = run(false, snippets::createWebhook, said);
    QVERIFY2(!created, said.c_str());
    QVERIFY2(created.error().code == ErrorCode::DestinationBlocked,
             created.error().message.c_str());
    const auto recovered = run(false, snippets::recoverWebhook, said);
    QVERIFY2(!recovered, said.c_str());
    QVERIFY2(recovered.error().code == ErrorCode::ValidationFailed,
             recovered.error().message.c_str());
}

LEADSHEET_TEST(tst_operation_snippets, OperationSnippetsTest);
#include "tst_operation_snippets.moc"
