// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <leadsheet/client.hpp>

/// What the portal shows for each operation. The client holds a customer key; in admin.cpp an admin
/// key.
namespace leadsheet::snippets {

// customer.cpp
Result<void> getAccount(const Client& client);
Result<void> getRateLimit(const Client& client);
Result<void> getAccountStatistics(const Client& client);
Result<void> listLedgerEntries(const Client& client);
Result<void> listProducts(const Client& client);
Result<void> createQuote(const Client& client);
Result<void> getQuote(const Client& client);
Result<void> createOrder(const Client& client);
Result<void> listOrders(const Client& client);
Result<void> getOrder(const Client& client);
Result<void> listOrderEvents(const Client& client);
Result<void> replyToOrder(const Client& client);
Result<void> cancelOrder(const Client& client);
Result<void> listLeads(const Client& client);
Result<void> countLeads(const Client& client);
Result<void> exportLeads(const Client& client);
Result<void> getLead(const Client& client);
Result<void> eraseLead(const Client& client);
Result<void> erasePerson(const Client& client);
Result<void> listLeadErasures(const Client& client);
Result<void> listKeys(const Client& client);
Result<void> createKey(const Client& client);
Result<void> rotateKey(const Client& client);
Result<void> revokeKey(const Client& client);

// outbound.cpp
Result<void> listWebhooks(const Client& client);
Result<void> createWebhook(const Client& client);
Result<void> getWebhook(const Client& client);
Result<void> updateWebhook(const Client& client);
Result<void> deleteWebhook(const Client& client);
Result<void> testWebhook(const Client& client);
Result<void> rotateWebhookSecret(const Client& client);
Result<void> recoverWebhook(const Client& client);
Result<void> listWebhookDeliveries(const Client& client);
Result<void> getWebhookDelivery(const Client& client);
Result<void> resendWebhookDelivery(const Client& client);
Result<void> deliverToWebhook(const Client& client);
Result<void> listDestinations(const Client& client);
Result<void> createDestination(const Client& client);
Result<void> getDestination(const Client& client);
Result<void> updateDestination(const Client& client);
Result<void> deleteDestination(const Client& client);
Result<void> testDestination(const Client& client);
Result<void> listDestinationCampaigns(const Client& client);
Result<void> pushToDestination(const Client& client);
Result<void> listDestinationPushes(const Client& client);

// admin.cpp
Result<void> listAccounts(const Client& client);
Result<void> createAccount(const Client& client);
Result<void> getAccountById(const Client& client);
Result<void> updateAccount(const Client& client);
Result<void> creditAccount(const Client& client);
Result<void> listSuppressions(const Client& client);
Result<void> createSuppression(const Client& client);
Result<void> liftSuppression(const Client& client);
Result<void> listAdminKeys(const Client& client);
Result<void> createAdminKey(const Client& client);
Result<void> rotateAdminKey(const Client& client);
Result<void> revokeAdminKey(const Client& client);
Result<void> listAdminOrders(const Client& client);
Result<void> getAdminOrder(const Client& client);
Result<void> listAdminOrderEvents(const Client& client);
Result<void> approveOrder(const Client& client);
Result<void> rejectOrder(const Client& client);
Result<void> requestOrderInfo(const Client& client);
Result<void> deliverOrder(const Client& client);
Result<void> failOrder(const Client& client);
Result<void> refundOrder(const Client& client);
Result<void> exportOrderLeads(const Client& client);
Result<void> ingestDelivery(const Client& client);

} // namespace leadsheet::snippets
