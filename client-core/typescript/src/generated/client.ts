// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.
import type { ApiCall } from "../runtime/call.js";
import { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import type { PageCall } from "../runtime/page.js";
import type { RawBody } from "../runtime/request.js";
import type { ExportStream } from "../runtime/stream.js";
import * as operations from "./operations.js";
import type * as T from "./types.js";

/** Every operation of the API as a method. For the smallest bundle use LeadsheetCore and the functions of the same names. */
export class Leadsheet extends LeadsheetCore {
    /**
     * Get the account, its balance and the calling key.
     * Scope: account:read.
     */
    getAccount(options?: RequestOptions): ApiCall<T.Account> {
        return operations.getAccount(this, options);
    }

    /**
     * Set what the account does about orders that were placed before.
     * Scope: account:write.
     */
    updateOwnAccount(body: T.AccountUpdate, options?: RequestOptions): ApiCall<T.Account> {
        return operations.updateOwnAccount(this, body, options);
    }

    /**
     * Get the calling key's budgets.
     * Draws on no budget.
     */
    getRateLimit(options?: RequestOptions): ApiCall<T.RateLimitStatus> {
        return operations.getRateLimit(this, options);
    }

    /**
     * List the movements of the account's money.
     * Newest first.
     * Scope: account:read.
     */
    listLedgerEntries(query?: T.QueryOf<"listLedgerEntries">, options?: RequestOptions): PageCall<T.LedgerEntry> {
        return operations.listLedgerEntries(this, query, options);
    }

    /**
     * List accounts.
     * Scope: admin:accounts.
     */
    listAccounts(query?: T.QueryOf<"listAccounts">, options?: RequestOptions): PageCall<T.AdminAccount> {
        return operations.listAccounts(this, query, options);
    }

    /**
     * Create an account.
     * Scope: admin:accounts.
     */
    createAccount(body: T.AdminAccountCreate, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return operations.createAccount(this, body, options);
    }

    /**
     * Get any account.
     * Scope: admin:accounts.
     */
    getAccountById(accountId: string, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return operations.getAccountById(this, accountId, options);
    }

    /**
     * Rename, suspend or reinstate an account, or set what it does about duplicates.
     * Scope: admin:accounts.
     */
    updateAccount(accountId: string, body: T.AdminAccountUpdate, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return operations.updateAccount(this, accountId, body, options);
    }

    /**
     * Add credit to an account.
     * Scope: admin:accounts.
     */
    creditAccount(accountId: string, body: T.Credit, options?: RequestOptions): ApiCall<T.LedgerEntry> {
        return operations.creditAccount(this, accountId, body, options);
    }

    /**
     * List the keys of every account.
     * Scope: admin:accounts.
     */
    listAdminKeys(query?: T.QueryOf<"listAdminKeys">, options?: RequestOptions): PageCall<T.AdminKey> {
        return operations.listAdminKeys(this, query, options);
    }

    /**
     * Create a key of either type.
     * For an account. An admin key cannot grant an admin scope it lacks. The answer shows the secret, this once.
     * Scope: admin:accounts.
     */
    createAdminKey(body: T.AdminKeyCreate, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
        return operations.createAdminKey(this, body, options);
    }

    /**
     * Replace any key.
     * Creates a successor with the same scopes and cap, which inherits the counters. The old key keeps
     * working for another 24 hours.
     * Scope: admin:accounts.
     */
    rotateAdminKey(keyId: string, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
        return operations.rotateAdminKey(this, keyId, options);
    }

    /**
     * Revoke any key.
     * At once.
     * Scope: admin:accounts.
     */
    revokeAdminKey(keyId: string, options?: RequestOptions): ApiCall<void> {
        return operations.revokeAdminKey(this, keyId, options);
    }

    /**
     * List the orders of every account.
     * Oldest first, as a work queue.
     * Scope: admin:orders.
     */
    listAdminOrders(query?: T.QueryOf<"listAdminOrders">, options?: RequestOptions): PageCall<T.AdminOrder> {
        return operations.listAdminOrders(this, query, options);
    }

    /**
     * Get an order of any account.
     * Scope: admin:orders.
     */
    getAdminOrder(orderNumber: string, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.getAdminOrder(this, orderNumber, options);
    }

    /**
     * Approve an order.
     * From pending_review to in_progress.
     * Scope: admin:orders.
     */
    approveOrder(orderNumber: string, body?: T.ExpectedVersion, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.approveOrder(this, orderNumber, body, options);
    }

    /**
     * Reject an order.
     * From pending_review or info_requested to rejected; the hold is released. What was delivered in parts stays the customer's and stays charged.
     * Scope: admin:orders.
     */
    rejectOrder(orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.rejectOrder(this, orderNumber, body, options);
    }

    /**
     * Ask the customer.
     * From pending_review or in_progress to info_requested.
     * Scope: admin:orders.
     */
    requestOrderInfo(orderNumber: string, body: T.OrderQuestion, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.requestOrderInfo(this, orderNumber, body, options);
    }

    /**
     * Deliver an order.
     * From in_progress to delivered; captures unit price x min(delivered, ordered), releases the rest
     * and starts auto-delivery. What was ingested becomes the account's in the same moment: it gets its
     * place at the end of the account's leads and can be read. Leads that the account got from another
     * order meanwhile are left out, counted as duplicates and not charged.
     *
     * With `part` the order stays in_progress: what was ingested since the last part is charged, handed
     * over and auto-delivered, and never more than was ordered is charged in all parts together.
     *
     * A large delivery takes seconds, in steps that delay nobody else. Once started it is finished
     * whatever happens to the request; repeat it with the same Idempotency-Key to get its answer. Other
     * steps of the order wait for it.
     * Scope: admin:deliveries.
     */
    deliverOrder(orderNumber: string, body?: T.OrderDelivery, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.deliverOrder(this, orderNumber, body, options);
    }

    /**
     * Fail an order.
     * From in_progress to failed; the hold is released. What was delivered in parts stays the customer's and stays charged.
     * Scope: admin:orders.
     */
    failOrder(orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.failOrder(this, orderNumber, body, options);
    }

    /**
     * Refund an order.
     * After delivery in full or in part; before it by releasing the hold and refunding what was charged for parts.
     * Scope: admin:refunds.
     */
    refundOrder(orderNumber: string, body: T.OrderRefund, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.refundOrder(this, orderNumber, body, options);
    }

    /**
     * Export the lead list of an order.
     * Streamed, in the order the leads were ingested. First what was delivered; then what was ingested
     * and is not delivered yet, with `deliveredAt` empty. A delivery while that is read cuts the answer
     * off rather than leave a gap.
     * Scope: admin:export.
     */
    exportOrderLeads(orderNumber: string, query?: T.QueryOf<"exportOrderLeads">, options?: RequestOptions): ApiCall<ExportStream> {
        return operations.exportOrderLeads(this, orderNumber, query, options);
    }

    /**
     * Ingest a part of an order's leads.
     * While the order is in_progress. The leads come as JSON, or as NDJSON or CSV (header row with
     * lead columns) with `orderNumber`, `deliveryId` and `final` as query parameters. A body may be
     * compressed with gzip. Leads the account already owns (by e-mail address, LinkedIn profile, or
     * name and company domain), or the order already holds, are counted as duplicates. Accepted ones
     * are staged: the customer can read them, and is charged for them, when they are delivered. Sending the same part again returns the same answer and adds nothing, also after the delivery.
     * Scope: admin:deliveries.
     */
    ingestDelivery(body: T.IngestRequest | RawBody, query?: T.QueryOf<"ingestDelivery">, options?: RequestOptions): ApiCall<T.IngestResult> {
        return operations.ingestDelivery(this, body, query, options);
    }

    /** List the products with their fields and prices. */
    listProducts(options?: RequestOptions): ApiCall<T.ProductList> {
        return operations.listProducts(this, options);
    }

    /**
     * List outreach destinations.
     * Scope: destinations:read.
     */
    listDestinations(query?: T.QueryOf<"listDestinations">, options?: RequestOptions): PageCall<T.Destination> {
        return operations.listDestinations(this, query, options);
    }

    /**
     * Create an outreach destination.
     * An account has at most 50 destinations; one more is refused with validation_failed.
     * Scope: destinations:write.
     */
    createDestination(body: T.DestinationCreate, options?: RequestOptions): ApiCall<T.Destination> {
        return operations.createDestination(this, body, options);
    }

    /**
     * Get an outreach destination.
     * Scope: destinations:read.
     */
    getDestination(destinationId: string, options?: RequestOptions): ApiCall<T.Destination> {
        return operations.getDestination(this, destinationId, options);
    }

    /**
     * Change an outreach destination.
     * Scope: destinations:write.
     */
    updateDestination(destinationId: string, body: T.DestinationUpdate, options?: RequestOptions): ApiCall<T.Destination> {
        return operations.updateDestination(this, destinationId, body, options);
    }

    /**
     * Delete an outreach destination.
     * Pushes that wait are dropped; the credential is erased.
     * Scope: destinations:write.
     */
    deleteDestination(destinationId: string, options?: RequestOptions): ApiCall<void> {
        return operations.deleteDestination(this, destinationId, options);
    }

    /**
     * Check the credential, and push one lead if asked.
     * Scope: destinations:write.
     */
    testDestination(destinationId: string, body?: T.DestinationTest, options?: RequestOptions): ApiCall<T.DestinationTestResult> {
        return operations.testDestination(this, destinationId, body, options);
    }

    /**
     * List the platform's campaigns.
     * Asked from the platform at this moment; not paged.
     * Scope: destinations:read.
     */
    listDestinationCampaigns(destinationId: string, options?: RequestOptions): ApiCall<T.CampaignList> {
        return operations.listDestinationCampaigns(this, destinationId, options);
    }

    /**
     * Push leads to the platform.
     * Scope: destinations:write.
     */
    pushToDestination(destinationId: string, body: T.PushRequest, options?: RequestOptions): ApiCall<T.PushResult> {
        return operations.pushToDestination(this, destinationId, body, options);
    }

    /**
     * List the outcome of each pushed lead.
     * Newest first.
     * Scope: destinations:read.
     */
    listDestinationPushes(destinationId: string, query?: T.QueryOf<"listDestinationPushes">, options?: RequestOptions): PageCall<T.Push> {
        return operations.listDestinationPushes(this, destinationId, query, options);
    }

    /**
     * List the account's keys.
     * Scope: keys:write.
     */
    listKeys(query?: T.QueryOf<"listKeys">, options?: RequestOptions): PageCall<T.Key> {
        return operations.listKeys(this, query, options);
    }

    /**
     * Create a key.
     * A customer key of this account. The answer shows the secret, this once. A key with a daily spend
     * cap (its own or the service's default) creates keys with at most that cap, which share its
     * counters: all of them together spend no more than it may, and draw on one request budget.
     * A key that ends (by `expiresAt`, or as one that was replaced) creates keys that end with it or
     * before it. Keys created earlier keep working when the key that created them is replaced or revoked: revoke
     * them too if a secret has leaked.
     * Scope: keys:write.
     */
    createKey(body: T.KeyCreate, options?: RequestOptions): ApiCall<T.CreatedKey> {
        return operations.createKey(this, body, options);
    }

    /**
     * Replace a key.
     * Creates a successor with the same scopes and cap, which inherits the counters. The old key keeps
     * working for another 24 hours. A key with a daily spend cap replaces, of the keys that may order,
     * itself and those it made with a cap no larger, and a key that ends replaces itself and keys that
     * end no later; others are refused with missing_scope.
     * Scope: keys:write.
     */
    rotateKey(keyId: string, options?: RequestOptions): ApiCall<T.CreatedKey> {
        return operations.rotateKey(this, keyId, options);
    }

    /**
     * Revoke a key.
     * At once.
     * Scope: keys:write.
     */
    revokeKey(keyId: string, options?: RequestOptions): ApiCall<void> {
        return operations.revokeKey(this, keyId, options);
    }

    /**
     * List the leads the account owns.
     * Over all orders, in the order they were delivered. New leads appear only at the end, so
     * `meta.nextCursor` is always given and is also the bookmark for what is new.
     * Scope: leads:read.
     */
    listLeads(query?: T.QueryOf<"listLeads">, options?: RequestOptions): PageCall<T.Lead> {
        return operations.listLeads(this, query, options);
    }

    /**
     * Count the leads that match the filters.
     * Scope: leads:read.
     */
    countLeads(query?: T.QueryOf<"countLeads">, options?: RequestOptions): ApiCall<T.LeadCount> {
        return operations.countLeads(this, query, options);
    }

    /**
     * Export leads as a file.
     * Streamed, all leads that match, in the order they were delivered. With `cursor` it starts after
     * that place: an interrupted export continues without repeats.
     * Scope: leads:read.
     */
    exportLeads(query?: T.QueryOf<"exportLeads">, options?: RequestOptions): ApiCall<ExportStream> {
        return operations.exportLeads(this, query, options);
    }

    /**
     * Get a lead.
     * Scope: leads:read.
     */
    getLead(leadId: string, query?: T.QueryOf<"getLead">, options?: RequestOptions): ApiCall<T.Lead> {
        return operations.getLead(this, leadId, query, options);
    }

    /**
     * Call the Model Context Protocol endpoint.
     * Stateless, JSON answers only; revision 2026-07-28 and the handshake of 2025-11-25 and older. Each
     * tool call runs as an ordinary request of the same key: same scopes, budgets and ownership. Tools
     * are listed by the key's scopes. Admin keys are refused. GET and DELETE answer 405. Only pages and,
     * on a loopback address, host names that the server's operator allows reach it.
     */
    callMcp(body: T.JsonRpcRequest, options?: RequestOptions): ApiCall<T.JsonRpcResponse> {
        return operations.callMcp(this, body, options);
    }

    /**
     * List the account's orders.
     * Newest first.
     * Scope: orders:read.
     */
    listOrders(query?: T.QueryOf<"listOrders">, options?: RequestOptions): PageCall<T.Order> {
        return operations.listOrders(this, query, options);
    }

    /**
     * Create an order.
     * Creates a priced order and holds its price. With `quoteId` never more than quoted is charged
     * (409 `quote_expired` past its expiry, 409 `price_changed` for another order than the one
     * quoted); `maxPrice` guards an order without a quote (409 `price_changed`). When the account has an
     * equivalent order and `refuse` holds (the stricter one of `duplicates` and the account's own), the
     * answer is 409 `equivalent_order`, which names the orders; it passes when `acknowledgeDuplicateOf`
     * names them all. The refusal is not kept under the idempotency key, and neither member is part of
     * the request that the key stands for. Draws on the budget `orders` alone.
     * Scope: orders:write.
     */
    createOrder(body: T.OrderRequest, options?: RequestOptions): ApiCall<T.Order> {
        return operations.createOrder(this, body, options);
    }

    /**
     * Get an order.
     * Scope: orders:read.
     */
    getOrder(orderNumber: string, options?: RequestOptions): ApiCall<T.Order> {
        return operations.getOrder(this, orderNumber, options);
    }

    /**
     * List an order's history.
     * Oldest first.
     * Scope: orders:read.
     */
    listOrderEvents(orderNumber: string, query?: T.QueryOf<"listOrderEvents">, options?: RequestOptions): PageCall<T.OrderEvent> {
        return operations.listOrderEvents(this, orderNumber, query, options);
    }

    /**
     * Answer the service's question.
     * From info_requested to pending_review.
     * Scope: orders:write.
     */
    replyToOrder(orderNumber: string, body: T.OrderReply, options?: RequestOptions): ApiCall<T.Order> {
        return operations.replyToOrder(this, orderNumber, body, options);
    }

    /**
     * Cancel an order.
     * From pending_review or info_requested to cancelled; the hold is released. Refused with
     * invalid_transition once a part of the leads was delivered: it is the account's for good, and charged,
     * so answer the question, or let the operator end the order.
     * Scope: orders:write.
     */
    cancelOrder(orderNumber: string, body?: T.OrderCancel, options?: RequestOptions): ApiCall<T.Order> {
        return operations.cancelOrder(this, orderNumber, body, options);
    }

    /**
     * Quote one order or a batch.
     * One body is answered with a quote, or refused as create would refuse it. A batch is answered in
     * place, item by item, with 200; it is refused as a whole only when `items` itself is wrong.
     * Scope: orders:write.
     */
    createQuote(body: T.QuoteRequest, options?: RequestOptions): ApiCall<T.QuoteResult> {
        return operations.createQuote(this, body, options);
    }

    /**
     * Get a quote.
     * Scope: orders:read.
     */
    getQuote(quoteId: string, options?: RequestOptions): ApiCall<T.Quote> {
        return operations.getQuote(this, quoteId, options);
    }

    /** Get this document. */
    getOpenApi(options?: RequestOptions): ApiCall<T.OpenApiDocument> {
        return operations.getOpenApi(this, options);
    }

    /** Get the changelog. */
    getChangelog(options?: RequestOptions): ApiCall<string> {
        return operations.getChangelog(this, options);
    }

    /** Get the roadmap. */
    getRoadmap(options?: RequestOptions): ApiCall<string> {
        return operations.getRoadmap(this, options);
    }

    /** Tell whether the process answers. */
    getHealth(options?: RequestOptions): ApiCall<T.Health> {
        return operations.getHealth(this, options);
    }

    /**
     * Tell whether requests can be served.
     * 503 while starting, stopping, or without the store.
     */
    getReadiness(options?: RequestOptions): ApiCall<T.Readiness> {
        return operations.getReadiness(this, options);
    }

    /** Get metrics in the Prometheus text format. */
    getMetrics(options?: RequestOptions): ApiCall<string> {
        return operations.getMetrics(this, options);
    }

    /**
     * List webhooks.
     * Scope: webhooks:read.
     */
    listWebhooks(query?: T.QueryOf<"listWebhooks">, options?: RequestOptions): PageCall<T.Webhook> {
        return operations.listWebhooks(this, query, options);
    }

    /**
     * Create a webhook.
     * The answer shows the signing secret, this once. An account has at most 50 webhooks; one more is
     * refused with validation_failed.
     * Scope: webhooks:write.
     */
    createWebhook(body: T.WebhookCreate, options?: RequestOptions): ApiCall<T.CreatedWebhook> {
        return operations.createWebhook(this, body, options);
    }

    /**
     * Get a webhook.
     * Scope: webhooks:read.
     */
    getWebhook(webhookId: string, options?: RequestOptions): ApiCall<T.Webhook> {
        return operations.getWebhook(this, webhookId, options);
    }

    /**
     * Change a webhook.
     * Scope: webhooks:write.
     */
    updateWebhook(webhookId: string, body: T.WebhookUpdate, options?: RequestOptions): ApiCall<T.Webhook> {
        return operations.updateWebhook(this, webhookId, body, options);
    }

    /**
     * Delete a webhook.
     * Messages that wait are dropped.
     * Scope: webhooks:write.
     */
    deleteWebhook(webhookId: string, options?: RequestOptions): ApiCall<void> {
        return operations.deleteWebhook(this, webhookId, options);
    }

    /**
     * Send a test message.
     * Queues one `webhook.test` message, also to a disabled webhook.
     * Scope: webhooks:write.
     */
    testWebhook(webhookId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
        return operations.testWebhook(this, webhookId, options);
    }

    /**
     * Create a new signing secret.
     * For 24 hours messages carry signatures of both secrets.
     * Scope: webhooks:write.
     */
    rotateWebhookSecret(webhookId: string, options?: RequestOptions): ApiCall<T.WebhookSecret> {
        return operations.rotateWebhookSecret(this, webhookId, options);
    }

    /**
     * Send again what failed or was held back.
     * Queues every message since a moment that was not delivered; at most 30 days back.
     * Scope: webhooks:write.
     */
    recoverWebhook(webhookId: string, body: T.WebhookRecover, options?: RequestOptions): ApiCall<T.QueuedDeliveries> {
        return operations.recoverWebhook(this, webhookId, body, options);
    }

    /**
     * List the messages to a webhook.
     * Newest first.
     * Scope: webhooks:read.
     */
    listWebhookDeliveries(webhookId: string, query?: T.QueryOf<"listWebhookDeliveries">, options?: RequestOptions): PageCall<T.WebhookDelivery> {
        return operations.listWebhookDeliveries(this, webhookId, query, options);
    }

    /**
     * Get a delivery with its attempts and its body.
     * Scope: webhooks:read.
     */
    getWebhookDelivery(deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDeliveryDetail> {
        return operations.getWebhookDelivery(this, deliveryId, options);
    }

    /**
     * Send a message again.
     * The same message id and body, whatever its state.
     * Scope: webhooks:write.
     */
    resendWebhookDelivery(deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
        return operations.resendWebhookDelivery(this, deliveryId, options);
    }

    /**
     * Push delivered leads to a webhook.
     * Scope: webhooks:write.
     */
    deliverToWebhook(body: T.WebhookDeliverRequest, options?: RequestOptions): ApiCall<T.WebhookDeliverResult> {
        return operations.deliverToWebhook(this, body, options);
    }
}
