// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/router.hpp"

namespace leadsheet::server::api {

void addServiceHandlers(HandlerTable& table); ///< health, readiness, metrics, the contract document
void addCatalogueHandlers(HandlerTable& table); ///< products
void addAccountHandlers(HandlerTable& table);   ///< account, rate limit, ledger
void addQuoteHandlers(HandlerTable& table);
void addOrderHandlers(HandlerTable& table);
void addLeadHandlers(HandlerTable& table);
void addWebhookHandlers(HandlerTable& table);
void addWebhookDeliveryHandlers(HandlerTable& table);
void addKeyHandlers(HandlerTable& table);         ///< the account's own keys
void addDestinationHandlers(HandlerTable& table); ///< outreach platforms
void addAdminKeyHandlers(HandlerTable& table);
void addAdminAccountHandlers(HandlerTable& table);
void addAdminOrderHandlers(HandlerTable& table); ///< the work queue and what fulfilment does
void addIngestHandlers(HandlerTable& table);     ///< leads that fulfilment hands over
void addMcpHandlers(HandlerTable& table);        ///< tools for assistants

} // namespace leadsheet::server::api
