// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.
import type * as T from "./types.js";

/** Every path of the API, by method. */
export interface Paths {
    GET: {
        "/v1/account": { input: {}; answer: T.Account };
        "/v1/rate-limit": { input: {}; answer: T.RateLimitStatus };
        "/v1/account/ledger": { input: { query?: T.QueryOf<"listLedgerEntries"> }; answer: T.LedgerPage };
        "/v1/account/statistics": { input: { query?: T.QueryOf<"getAccountStatistics"> }; answer: T.AccountStatistics };
        "/v1/admin/accounts": { input: { query?: T.QueryOf<"listAccounts"> }; answer: T.AdminAccountPage };
        "/v1/admin/accounts/{accountId}": { input: { params: { accountId: string } }; answer: T.AdminAccount };
        "/v1/admin/keys": { input: { query?: T.QueryOf<"listAdminKeys"> }; answer: T.AdminKeyPage };
        "/v1/admin/suppressions": { input: { query?: T.QueryOf<"listSuppressions"> }; answer: T.SuppressionPage };
        "/v1/admin/orders": { input: { query?: T.QueryOf<"listAdminOrders"> }; answer: T.AdminOrderPage };
        "/v1/admin/orders/{orderNumber}": { input: { params: { orderNumber: string } }; answer: T.AdminOrder };
        "/v1/admin/orders/{orderNumber}/events": { input: { params: { orderNumber: string }; query?: T.QueryOf<"listAdminOrderEvents"> }; answer: T.OrderEventPage };
        "/v1/admin/orders/{orderNumber}/export": { input: { params: { orderNumber: string }; query?: T.QueryOf<"exportOrderLeads"> }; answer: string };
        "/v1/products": { input: {}; answer: T.ProductList };
        "/v1/destinations": { input: { query?: T.QueryOf<"listDestinations"> }; answer: T.DestinationPage };
        "/v1/destinations/{destinationId}": { input: { params: { destinationId: string } }; answer: T.Destination };
        "/v1/destinations/{destinationId}/campaigns": { input: { params: { destinationId: string } }; answer: T.CampaignList };
        "/v1/destinations/{destinationId}/pushes": { input: { params: { destinationId: string }; query?: T.QueryOf<"listDestinationPushes"> }; answer: T.PushPage };
        "/v1/keys": { input: { query?: T.QueryOf<"listKeys"> }; answer: T.KeyPage };
        "/v1/leads": { input: { query?: T.QueryOf<"listLeads"> }; answer: T.LeadPage };
        "/v1/leads/count": { input: { query?: T.QueryOf<"countLeads"> }; answer: T.LeadCount };
        "/v1/leads/export": { input: { query?: T.QueryOf<"exportLeads"> }; answer: string };
        "/v1/leads/erasures": { input: { query?: T.QueryOf<"listLeadErasures"> }; answer: T.LeadErasurePage };
        "/v1/leads/{leadId}": { input: { params: { leadId: string }; query?: T.QueryOf<"getLead"> }; answer: T.Lead };
        "/v1/orders": { input: { query?: T.QueryOf<"listOrders"> }; answer: T.OrderPage };
        "/v1/orders/{orderNumber}": { input: { params: { orderNumber: string } }; answer: T.Order };
        "/v1/orders/{orderNumber}/events": { input: { params: { orderNumber: string }; query?: T.QueryOf<"listOrderEvents"> }; answer: T.OrderEventPage };
        "/v1/quotes/{quoteId}": { input: { params: { quoteId: string } }; answer: T.Quote };
        "/v1/openapi.json": { input: {}; answer: T.OpenApiDocument };
        "/v1/changelog": { input: {}; answer: string };
        "/v1/roadmap": { input: {}; answer: string };
        "/healthz": { input: {}; answer: T.Health };
        "/readyz": { input: {}; answer: T.Readiness };
        "/metrics": { input: {}; answer: string };
        "/v1/webhooks": { input: { query?: T.QueryOf<"listWebhooks"> }; answer: T.WebhookPage };
        "/v1/webhooks/{webhookId}": { input: { params: { webhookId: string } }; answer: T.Webhook };
        "/v1/webhooks/{webhookId}/deliveries": { input: { params: { webhookId: string }; query?: T.QueryOf<"listWebhookDeliveries"> }; answer: T.WebhookDeliveryPage };
        "/v1/webhook-deliveries/{deliveryId}": { input: { params: { deliveryId: string } }; answer: T.WebhookDeliveryDetail };
    };
    POST: {
        "/v1/admin/accounts": { input: { body: T.AdminAccountCreate }; answer: T.AdminAccount };
        "/v1/admin/accounts/{accountId}/credit": { input: { params: { accountId: string }; body: T.Credit }; answer: T.LedgerEntry };
        "/v1/admin/keys": { input: { body: T.AdminKeyCreate }; answer: T.CreatedAdminKey };
        "/v1/admin/keys/{keyId}/rotate": { input: { params: { keyId: string } }; answer: T.CreatedAdminKey };
        "/v1/admin/suppressions": { input: { body: T.Person }; answer: T.Suppression };
        "/v1/admin/orders/{orderNumber}/approve": { input: { params: { orderNumber: string }; body?: T.ExpectedVersion }; answer: T.AdminOrder };
        "/v1/admin/orders/{orderNumber}/reject": { input: { params: { orderNumber: string }; body: T.OrderReason }; answer: T.AdminOrder };
        "/v1/admin/orders/{orderNumber}/request-info": { input: { params: { orderNumber: string }; body: T.OrderQuestion }; answer: T.AdminOrder };
        "/v1/admin/orders/{orderNumber}/deliver": { input: { params: { orderNumber: string }; body?: T.OrderDelivery }; answer: T.AdminOrder };
        "/v1/admin/orders/{orderNumber}/fail": { input: { params: { orderNumber: string }; body: T.OrderReason }; answer: T.AdminOrder };
        "/v1/admin/orders/{orderNumber}/refund": { input: { params: { orderNumber: string }; body: T.OrderRefund }; answer: T.AdminOrder };
        "/v1/admin/deliveries": { input: { query?: T.QueryOf<"ingestDelivery">; body: T.IngestRequest }; answer: T.IngestResult };
        "/v1/destinations": { input: { body: T.DestinationCreate }; answer: T.Destination };
        "/v1/destinations/{destinationId}/test": { input: { params: { destinationId: string }; body?: T.DestinationTest }; answer: T.DestinationTestResult };
        "/v1/destinations/{destinationId}/push": { input: { params: { destinationId: string }; body: T.PushRequest }; answer: T.PushResult };
        "/v1/keys": { input: { body: T.KeyCreate }; answer: T.CreatedKey };
        "/v1/keys/{keyId}/rotate": { input: { params: { keyId: string } }; answer: T.CreatedKey };
        "/v1/leads/erasures": { input: { body: T.Person }; answer: T.ErasedLeads };
        "/mcp": { input: { body: T.JsonRpcRequest }; answer: T.JsonRpcResponse | undefined };
        "/v1/orders": { input: { body: T.OrderRequest }; answer: T.Order };
        "/v1/orders/{orderNumber}/reply": { input: { params: { orderNumber: string }; body: T.OrderReply }; answer: T.Order };
        "/v1/orders/{orderNumber}/cancel": { input: { params: { orderNumber: string }; body?: T.OrderCancel }; answer: T.Order };
        "/v1/quotes": { input: { body: T.QuoteRequest }; answer: T.QuoteResult };
        "/v1/webhooks": { input: { body: T.WebhookCreate }; answer: T.CreatedWebhook };
        "/v1/webhooks/{webhookId}/test": { input: { params: { webhookId: string } }; answer: T.WebhookDelivery };
        "/v1/webhooks/{webhookId}/rotate-secret": { input: { params: { webhookId: string } }; answer: T.WebhookSecret };
        "/v1/webhooks/{webhookId}/recover": { input: { params: { webhookId: string }; body: T.WebhookRecover }; answer: T.QueuedDeliveries };
        "/v1/webhook-deliveries/{deliveryId}/resend": { input: { params: { deliveryId: string } }; answer: T.WebhookDelivery };
        "/v1/webhook/deliver": { input: { body: T.WebhookDeliverRequest }; answer: T.WebhookDeliverResult };
    };
    PATCH: {
        "/v1/account": { input: { body: T.AccountUpdate }; answer: T.Account };
        "/v1/admin/accounts/{accountId}": { input: { params: { accountId: string }; body: T.AdminAccountUpdate }; answer: T.AdminAccount };
        "/v1/destinations/{destinationId}": { input: { params: { destinationId: string }; body: T.DestinationUpdate }; answer: T.Destination };
        "/v1/webhooks/{webhookId}": { input: { params: { webhookId: string }; body: T.WebhookUpdate }; answer: T.Webhook };
    };
    DELETE: {
        "/v1/admin/keys/{keyId}": { input: { params: { keyId: string } }; answer: void };
        "/v1/admin/suppressions/{suppressionId}": { input: { params: { suppressionId: string } }; answer: void };
        "/v1/destinations/{destinationId}": { input: { params: { destinationId: string } }; answer: void };
        "/v1/keys/{keyId}": { input: { params: { keyId: string } }; answer: void };
        "/v1/leads/{leadId}": { input: { params: { leadId: string } }; answer: void };
        "/v1/webhooks/{webhookId}": { input: { params: { webhookId: string } }; answer: void };
    };
}
