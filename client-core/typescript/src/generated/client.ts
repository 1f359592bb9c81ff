// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.
import type { ApiCall } from "../runtime/call.js";
import { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import type { PageCall } from "../runtime/page.js";
import type { RawBody } from "../runtime/request.js";
import type { ExportStream } from "../runtime/stream.js";
import {
    AccountResource,
    AdminResource,
    CatalogueResource,
    DestinationsResource,
    KeysResource,
    LeadsResource,
    McpResource,
    OrdersResource,
    QuotesResource,
    ServiceResource,
    WebhooksResource,
} from "./resources.js";
import type * as T from "./types.js";

/** The API by its resources. For the smallest bundle use LeadsheetCore and the functions of operations. */
export class Leadsheet extends LeadsheetCore {
    /** The account, its budgets and its ledger. */
    readonly account = new AccountResource(this);
    /** The products and their prices. */
    readonly catalogue = new CatalogueResource(this);
    /** Prices before buying. */
    readonly quotes = new QuotesResource(this);
    /** Buying lead lists and following them. */
    readonly orders = new OrdersResource(this);
    /** The leads the account owns. */
    readonly leads = new LeadsResource(this);
    /** Destinations of the caller's own. */
    readonly webhooks = new WebhooksResource(this);
    /** Outreach platforms. */
    readonly destinations = new DestinationsResource(this);
    /** API keys of the account. */
    readonly keys = new KeysResource(this);
    /** Documents, health and metrics; no key needed. */
    readonly service = new ServiceResource(this);
    /** Access for AI assistants. */
    readonly mcp = new McpResource(this);
    /** Fulfilment; admin keys only. Accounts, credit and keys; admin keys only. */
    readonly admin = new AdminResource(this);

    /** @deprecated Use `account.get`: this name goes with the next version. */
    getAccount(options?: RequestOptions): ApiCall<T.Account> {
        return this.account.get(options);
    }

    /** @deprecated Use `account.update`: this name goes with the next version. */
    updateOwnAccount(body: T.AccountUpdate, options?: RequestOptions): ApiCall<T.Account> {
        return this.account.update(body, options);
    }

    /** @deprecated Use `account.getRateLimit`: this name goes with the next version. */
    getRateLimit(options?: RequestOptions): ApiCall<T.RateLimitStatus> {
        return this.account.getRateLimit(options);
    }

    /** @deprecated Use `account.listLedgerEntries`: this name goes with the next version. */
    listLedgerEntries(query?: T.QueryOf<"listLedgerEntries">, options?: RequestOptions): PageCall<T.LedgerEntry> {
        return this.account.listLedgerEntries(query, options);
    }

    /** @deprecated Use `admin.accounts.list`: this name goes with the next version. */
    listAccounts(query?: T.QueryOf<"listAccounts">, options?: RequestOptions): PageCall<T.AdminAccount> {
        return this.admin.accounts.list(query, options);
    }

    /** @deprecated Use `admin.accounts.create`: this name goes with the next version. */
    createAccount(body: T.AdminAccountCreate, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return this.admin.accounts.create(body, options);
    }

    /** @deprecated Use `admin.accounts.get`: this name goes with the next version. */
    getAccountById(accountId: string, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return this.admin.accounts.get(accountId, options);
    }

    /** @deprecated Use `admin.accounts.update`: this name goes with the next version. */
    updateAccount(accountId: string, body: T.AdminAccountUpdate, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return this.admin.accounts.update(accountId, body, options);
    }

    /** @deprecated Use `admin.accounts.credit`: this name goes with the next version. */
    creditAccount(accountId: string, body: T.Credit, options?: RequestOptions): ApiCall<T.LedgerEntry> {
        return this.admin.accounts.credit(accountId, body, options);
    }

    /** @deprecated Use `admin.accounts.listKeys`: this name goes with the next version. */
    listAdminKeys(query?: T.QueryOf<"listAdminKeys">, options?: RequestOptions): PageCall<T.AdminKey> {
        return this.admin.accounts.listKeys(query, options);
    }

    /** @deprecated Use `admin.accounts.createKey`: this name goes with the next version. */
    createAdminKey(body: T.AdminKeyCreate, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
        return this.admin.accounts.createKey(body, options);
    }

    /** @deprecated Use `admin.accounts.rotateKey`: this name goes with the next version. */
    rotateAdminKey(keyId: string, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
        return this.admin.accounts.rotateKey(keyId, options);
    }

    /** @deprecated Use `admin.accounts.revokeKey`: this name goes with the next version. */
    revokeAdminKey(keyId: string, options?: RequestOptions): ApiCall<void> {
        return this.admin.accounts.revokeKey(keyId, options);
    }

    /** @deprecated Use `admin.orders.list`: this name goes with the next version. */
    listAdminOrders(query?: T.QueryOf<"listAdminOrders">, options?: RequestOptions): PageCall<T.AdminOrder> {
        return this.admin.orders.list(query, options);
    }

    /** @deprecated Use `admin.orders.get`: this name goes with the next version. */
    getAdminOrder(orderNumber: string, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return this.admin.orders.get(orderNumber, options);
    }

    /** @deprecated Use `admin.orders.approve`: this name goes with the next version. */
    approveOrder(orderNumber: string, body?: T.ExpectedVersion, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return this.admin.orders.approve(orderNumber, body, options);
    }

    /** @deprecated Use `admin.orders.reject`: this name goes with the next version. */
    rejectOrder(orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return this.admin.orders.reject(orderNumber, body, options);
    }

    /** @deprecated Use `admin.orders.requestInfo`: this name goes with the next version. */
    requestOrderInfo(orderNumber: string, body: T.OrderQuestion, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return this.admin.orders.requestInfo(orderNumber, body, options);
    }

    /** @deprecated Use `admin.orders.deliver`: this name goes with the next version. */
    deliverOrder(orderNumber: string, body?: T.OrderDelivery, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return this.admin.orders.deliver(orderNumber, body, options);
    }

    /** @deprecated Use `admin.orders.fail`: this name goes with the next version. */
    failOrder(orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return this.admin.orders.fail(orderNumber, body, options);
    }

    /** @deprecated Use `admin.orders.refund`: this name goes with the next version. */
    refundOrder(orderNumber: string, body: T.OrderRefund, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return this.admin.orders.refund(orderNumber, body, options);
    }

    /** @deprecated Use `admin.orders.exportLeads`: this name goes with the next version. */
    exportOrderLeads(orderNumber: string, query?: T.QueryOf<"exportOrderLeads">, options?: RequestOptions): ApiCall<ExportStream> {
        return this.admin.orders.exportLeads(orderNumber, query, options);
    }

    /** @deprecated Use `admin.orders.ingestDelivery`: this name goes with the next version. */
    ingestDelivery(body: T.IngestRequest | RawBody, query?: T.QueryOf<"ingestDelivery">, options?: RequestOptions): ApiCall<T.IngestResult> {
        return this.admin.orders.ingestDelivery(body, query, options);
    }

    /** @deprecated Use `catalogue.listProducts`: this name goes with the next version. */
    listProducts(options?: RequestOptions): ApiCall<T.ProductList> {
        return this.catalogue.listProducts(options);
    }

    /** @deprecated Use `destinations.list`: this name goes with the next version. */
    listDestinations(query?: T.QueryOf<"listDestinations">, options?: RequestOptions): PageCall<T.Destination> {
        return this.destinations.list(query, options);
    }

    /** @deprecated Use `destinations.create`: this name goes with the next version. */
    createDestination(body: T.DestinationCreate, options?: RequestOptions): ApiCall<T.Destination> {
        return this.destinations.create(body, options);
    }

    /** @deprecated Use `destinations.get`: this name goes with the next version. */
    getDestination(destinationId: string, options?: RequestOptions): ApiCall<T.Destination> {
        return this.destinations.get(destinationId, options);
    }

    /** @deprecated Use `destinations.update`: this name goes with the next version. */
    updateDestination(destinationId: string, body: T.DestinationUpdate, options?: RequestOptions): ApiCall<T.Destination> {
        return this.destinations.update(destinationId, body, options);
    }

    /** @deprecated Use `destinations.delete`: this name goes with the next version. */
    deleteDestination(destinationId: string, options?: RequestOptions): ApiCall<void> {
        return this.destinations.delete(destinationId, options);
    }

    /** @deprecated Use `destinations.test`: this name goes with the next version. */
    testDestination(destinationId: string, body?: T.DestinationTest, options?: RequestOptions): ApiCall<T.DestinationTestResult> {
        return this.destinations.test(destinationId, body, options);
    }

    /** @deprecated Use `destinations.listCampaigns`: this name goes with the next version. */
    listDestinationCampaigns(destinationId: string, options?: RequestOptions): ApiCall<T.CampaignList> {
        return this.destinations.listCampaigns(destinationId, options);
    }

    /** @deprecated Use `destinations.push`: this name goes with the next version. */
    pushToDestination(destinationId: string, body: T.PushRequest, options?: RequestOptions): ApiCall<T.PushResult> {
        return this.destinations.push(destinationId, body, options);
    }

    /** @deprecated Use `destinations.listPushes`: this name goes with the next version. */
    listDestinationPushes(destinationId: string, query?: T.QueryOf<"listDestinationPushes">, options?: RequestOptions): PageCall<T.Push> {
        return this.destinations.listPushes(destinationId, query, options);
    }

    /** @deprecated Use `keys.list`: this name goes with the next version. */
    listKeys(query?: T.QueryOf<"listKeys">, options?: RequestOptions): PageCall<T.Key> {
        return this.keys.list(query, options);
    }

    /** @deprecated Use `keys.create`: this name goes with the next version. */
    createKey(body: T.KeyCreate, options?: RequestOptions): ApiCall<T.CreatedKey> {
        return this.keys.create(body, options);
    }

    /** @deprecated Use `keys.rotate`: this name goes with the next version. */
    rotateKey(keyId: string, options?: RequestOptions): ApiCall<T.CreatedKey> {
        return this.keys.rotate(keyId, options);
    }

    /** @deprecated Use `keys.revoke`: this name goes with the next version. */
    revokeKey(keyId: string, options?: RequestOptions): ApiCall<void> {
        return this.keys.revoke(keyId, options);
    }

    /** @deprecated Use `leads.list`: this name goes with the next version. */
    listLeads(query?: T.QueryOf<"listLeads">, options?: RequestOptions): PageCall<T.Lead> {
        return this.leads.list(query, options);
    }

    /** @deprecated Use `leads.count`: this name goes with the next version. */
    countLeads(query?: T.QueryOf<"countLeads">, options?: RequestOptions): ApiCall<T.LeadCount> {
        return this.leads.count(query, options);
    }

    /** @deprecated Use `leads.export`: this name goes with the next version. */
    exportLeads(query?: T.QueryOf<"exportLeads">, options?: RequestOptions): ApiCall<ExportStream> {
        return this.leads.export(query, options);
    }

    /** @deprecated Use `leads.listErasures`: this name goes with the next version. */
    listLeadErasures(query?: T.QueryOf<"listLeadErasures">, options?: RequestOptions): PageCall<T.LeadErasure> {
        return this.leads.listErasures(query, options);
    }

    /** @deprecated Use `leads.get`: this name goes with the next version. */
    getLead(leadId: string, query?: T.QueryOf<"getLead">, options?: RequestOptions): ApiCall<T.Lead> {
        return this.leads.get(leadId, query, options);
    }

    /** @deprecated Use `leads.erase`: this name goes with the next version. */
    eraseLead(leadId: string, options?: RequestOptions): ApiCall<void> {
        return this.leads.erase(leadId, options);
    }

    /** @deprecated Use `mcp.call`: this name goes with the next version. */
    callMcp(body: T.JsonRpcRequest & { id: string | number }, options?: RequestOptions): ApiCall<T.JsonRpcResponse>;
    callMcp(body: T.JsonRpcRequest, options?: RequestOptions): ApiCall<T.JsonRpcResponse | undefined>;
    callMcp(body: T.JsonRpcRequest, options?: RequestOptions): ApiCall<T.JsonRpcResponse | undefined> {
        return this.mcp.call(body, options);
    }

    /** @deprecated Use `orders.list`: this name goes with the next version. */
    listOrders(query?: T.QueryOf<"listOrders">, options?: RequestOptions): PageCall<T.Order> {
        return this.orders.list(query, options);
    }

    /** @deprecated Use `orders.create`: this name goes with the next version. */
    createOrder(body: T.OrderRequest, options?: RequestOptions): ApiCall<T.Order> {
        return this.orders.create(body, options);
    }

    /** @deprecated Use `orders.get`: this name goes with the next version. */
    getOrder(orderNumber: string, options?: RequestOptions): ApiCall<T.Order> {
        return this.orders.get(orderNumber, options);
    }

    /** @deprecated Use `orders.listEvents`: this name goes with the next version. */
    listOrderEvents(orderNumber: string, query?: T.QueryOf<"listOrderEvents">, options?: RequestOptions): PageCall<T.OrderEvent> {
        return this.orders.listEvents(orderNumber, query, options);
    }

    /** @deprecated Use `orders.reply`: this name goes with the next version. */
    replyToOrder(orderNumber: string, body: T.OrderReply, options?: RequestOptions): ApiCall<T.Order> {
        return this.orders.reply(orderNumber, body, options);
    }

    /** @deprecated Use `orders.cancel`: this name goes with the next version. */
    cancelOrder(orderNumber: string, body?: T.OrderCancel, options?: RequestOptions): ApiCall<T.Order> {
        return this.orders.cancel(orderNumber, body, options);
    }

    /** @deprecated Use `quotes.create`: this name goes with the next version. */
    createQuote(body: T.QuoteBatchRequest, options?: RequestOptions): ApiCall<T.QuoteBatch>;
    createQuote(body: T.WithoutKey<T.QuoteItem>, options?: RequestOptions): ApiCall<T.Quote>;
    createQuote(body: T.QuoteItem, options?: RequestOptions): ApiCall<T.Quote | T.ExistingOrder>;
    createQuote(body: T.QuoteRequest, options?: RequestOptions): ApiCall<T.QuoteResult>;
    createQuote(body: T.QuoteRequest, options?: RequestOptions): ApiCall<T.QuoteResult> {
        return this.quotes.create(body, options);
    }

    /** @deprecated Use `quotes.get`: this name goes with the next version. */
    getQuote(quoteId: string, options?: RequestOptions): ApiCall<T.Quote> {
        return this.quotes.get(quoteId, options);
    }

    /** @deprecated Use `service.getOpenApi`: this name goes with the next version. */
    getOpenApi(options?: RequestOptions): ApiCall<T.OpenApiDocument> {
        return this.service.getOpenApi(options);
    }

    /** @deprecated Use `service.getChangelog`: this name goes with the next version. */
    getChangelog(options?: RequestOptions): ApiCall<string> {
        return this.service.getChangelog(options);
    }

    /** @deprecated Use `service.getRoadmap`: this name goes with the next version. */
    getRoadmap(options?: RequestOptions): ApiCall<string> {
        return this.service.getRoadmap(options);
    }

    /** @deprecated Use `service.getHealth`: this name goes with the next version. */
    getHealth(options?: RequestOptions): ApiCall<T.Health> {
        return this.service.getHealth(options);
    }

    /** @deprecated Use `service.getReadiness`: this name goes with the next version. */
    getReadiness(options?: RequestOptions): ApiCall<T.Readiness> {
        return this.service.getReadiness(options);
    }

    /** @deprecated Use `service.getMetrics`: this name goes with the next version. */
    getMetrics(options?: RequestOptions): ApiCall<string> {
        return this.service.getMetrics(options);
    }

    /** @deprecated Use `webhooks.list`: this name goes with the next version. */
    listWebhooks(query?: T.QueryOf<"listWebhooks">, options?: RequestOptions): PageCall<T.Webhook> {
        return this.webhooks.list(query, options);
    }

    /** @deprecated Use `webhooks.create`: this name goes with the next version. */
    createWebhook(body: T.WebhookCreate, options?: RequestOptions): ApiCall<T.CreatedWebhook> {
        return this.webhooks.create(body, options);
    }

    /** @deprecated Use `webhooks.get`: this name goes with the next version. */
    getWebhook(webhookId: string, options?: RequestOptions): ApiCall<T.Webhook> {
        return this.webhooks.get(webhookId, options);
    }

    /** @deprecated Use `webhooks.update`: this name goes with the next version. */
    updateWebhook(webhookId: string, body: T.WebhookUpdate, options?: RequestOptions): ApiCall<T.Webhook> {
        return this.webhooks.update(webhookId, body, options);
    }

    /** @deprecated Use `webhooks.delete`: this name goes with the next version. */
    deleteWebhook(webhookId: string, options?: RequestOptions): ApiCall<void> {
        return this.webhooks.delete(webhookId, options);
    }

    /** @deprecated Use `webhooks.test`: this name goes with the next version. */
    testWebhook(webhookId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
        return this.webhooks.test(webhookId, options);
    }

    /** @deprecated Use `webhooks.rotateSecret`: this name goes with the next version. */
    rotateWebhookSecret(webhookId: string, options?: RequestOptions): ApiCall<T.WebhookSecret> {
        return this.webhooks.rotateSecret(webhookId, options);
    }

    /** @deprecated Use `webhooks.recover`: this name goes with the next version. */
    recoverWebhook(webhookId: string, body: T.WebhookRecover, options?: RequestOptions): ApiCall<T.QueuedDeliveries> {
        return this.webhooks.recover(webhookId, body, options);
    }

    /** @deprecated Use `webhooks.listDeliveries`: this name goes with the next version. */
    listWebhookDeliveries(webhookId: string, query?: T.QueryOf<"listWebhookDeliveries">, options?: RequestOptions): PageCall<T.WebhookDelivery> {
        return this.webhooks.listDeliveries(webhookId, query, options);
    }

    /** @deprecated Use `webhooks.getDelivery`: this name goes with the next version. */
    getWebhookDelivery(deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDeliveryDetail> {
        return this.webhooks.getDelivery(deliveryId, options);
    }

    /** @deprecated Use `webhooks.resendDelivery`: this name goes with the next version. */
    resendWebhookDelivery(deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
        return this.webhooks.resendDelivery(deliveryId, options);
    }

    /** @deprecated Use `webhooks.deliver`: this name goes with the next version. */
    deliverToWebhook(body: T.WebhookDeliverRequest, options?: RequestOptions): ApiCall<T.WebhookDeliverResult> {
        return this.webhooks.deliver(body, options);
    }
}
