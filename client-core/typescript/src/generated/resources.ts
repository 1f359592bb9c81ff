// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.
import type { ApiCall } from "../runtime/call.js";
import type { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import type { PageCall } from "../runtime/page.js";
import type { RawBody } from "../runtime/request.js";
import type { ExportStream } from "../runtime/stream.js";
import * as operations from "./operations.js";
import type * as T from "./types.js";

class Resource {
    protected readonly client: LeadsheetCore;

    constructor(client: LeadsheetCore) {
        this.client = client;
    }
}

/** The account, its budgets and its ledger. */
export class AccountResource extends Resource {
    /**
     * Get the account, its balance and the calling key.
     * Scope: account:read.
     */
    get(options?: RequestOptions): ApiCall<T.Account> {
        return operations.getAccount(this.client, options);
    }

    /**
     * Set what the account does about orders that were placed before.
     * Scope: account:write.
     */
    update(body: T.AccountUpdate, options?: RequestOptions): ApiCall<T.Account> {
        return operations.updateOwnAccount(this.client, body, options);
    }

    /**
     * Get the calling key's budgets.
     * Draws on its own small budget, `lookups`, so that looking costs nothing of the others.
     */
    getRateLimit(options?: RequestOptions): ApiCall<T.RateLimitStatus> {
        return operations.getRateLimit(this.client, options);
    }

    /**
     * List the movements of the account's money.
     * Newest first, in the order in which they were booked.
     * Scope: account:read.
     */
    listLedgerEntries(query?: T.QueryOf<"listLedgerEntries">, options?: RequestOptions): PageCall<T.LedgerEntry> {
        return operations.listLedgerEntries(this.client, query, options);
    }

    /**
     * Get sums of the account's money, orders and leads.
     * Money by day, of the latest days; orders by status and leads by verification result, all of them.
     * Scope: account:read.
     */
    getStatistics(query?: T.QueryOf<"getAccountStatistics">, options?: RequestOptions): ApiCall<T.AccountStatistics> {
        return operations.getAccountStatistics(this.client, query, options);
    }
}

/** The products and their prices. */
export class CatalogueResource extends Resource {
    /** List the products with their fields and prices. */
    listProducts(options?: RequestOptions): ApiCall<T.ProductList> {
        return operations.listProducts(this.client, options);
    }
}

/** Prices before buying. */
export class QuotesResource extends Resource {
    /**
     * Quote one order or a batch.
     * One body is answered with a quote, or refused as create would refuse it. A batch is answered in
     * place, item by item, with 200; it is refused as a whole only when `items` itself is wrong. As in
     * create, a field that is null is taken as absent, and a whole number may be sent as text.
     * Scope: orders:write.
     */
    create(body: T.QuoteBatchRequest, options?: RequestOptions): ApiCall<T.QuoteBatch>;
    create(body: T.WithoutKey<T.QuoteItem>, options?: RequestOptions): ApiCall<T.Quote>;
    create(body: T.QuoteItem, options?: RequestOptions): ApiCall<T.Quote | T.ExistingOrder>;
    create(body: T.QuoteRequest, options?: RequestOptions): ApiCall<T.QuoteResult>;
    create(body: T.QuoteRequest, options?: RequestOptions): ApiCall<T.QuoteResult> {
        return operations.createQuote(this.client, body, options);
    }

    /**
     * Get a quote.
     * Scope: orders:read.
     */
    get(quoteId: string, options?: RequestOptions): ApiCall<T.Quote> {
        return operations.getQuote(this.client, quoteId, options);
    }
}

/** Buying lead lists and following them. */
export class OrdersResource extends Resource {
    /**
     * List the account's orders.
     * Newest first. A page of very large orders ends before `limit`; `nextCursor` leads on.
     * Scope: orders:read.
     */
    list(query?: T.QueryOf<"listOrders">, options?: RequestOptions): PageCall<T.Order> {
        return operations.listOrders(this.client, query, options);
    }

    /**
     * Create an order.
     * Creates a priced order and holds its price. With `quoteId` never more than quoted is charged
     * (409 `quote_expired` past its expiry, 409 `price_changed` for another order than the one
     * quoted); `maxPrice` guards an order without a quote (409 `price_changed`). When the account has an
     * equivalent order and `refuse` holds (the stricter one of `duplicates` and the account's own), the
     * answer is 409 `equivalent_order`, which names the orders; it passes when `acknowledgeDuplicateOf`
     * names them all. Neither member is part of the request that the key stands for, so the same key
     * orders with another quote or another consent; but exactly the same request gets the same refusal
     * for as long as a quote holds, even where those orders have ended meanwhile: a copy that comes late
     * buys nothing. A field that is null is taken as absent, and a whole number may be sent as text
     * (`"250"`); null for a guard (`quoteId`, `maxPrice`, `duplicates`, `acknowledgeDuplicateOf`) is
     * refused. Draws on the budget `orders` alone.
     * Scope: orders:write.
     */
    create(body: T.OrderRequest, options?: RequestOptions): ApiCall<T.Order> {
        return operations.createOrder(this.client, body, options);
    }

    /**
     * Get an order.
     * Scope: orders:read.
     */
    get(orderNumber: string, options?: RequestOptions): ApiCall<T.Order> {
        return operations.getOrder(this.client, orderNumber, options);
    }

    /**
     * List an order's history.
     * Oldest first.
     * Scope: orders:read.
     */
    listEvents(orderNumber: string, query?: T.QueryOf<"listOrderEvents">, options?: RequestOptions): PageCall<T.OrderEvent> {
        return operations.listOrderEvents(this.client, orderNumber, query, options);
    }

    /**
     * Answer the service's question.
     * From info_requested to pending_review.
     * Scope: orders:write.
     */
    reply(orderNumber: string, body: T.OrderReply, options?: RequestOptions): ApiCall<T.Order> {
        return operations.replyToOrder(this.client, orderNumber, body, options);
    }

    /**
     * Cancel an order.
     * From pending_review or info_requested to cancelled; the hold is released. Refused with
     * invalid_transition once a part of the leads was delivered: it is the account's for good, and charged,
     * so answer the question, or let the operator end the order.
     * Scope: orders:write.
     */
    cancel(orderNumber: string, body?: T.OrderCancel, options?: RequestOptions): ApiCall<T.Order> {
        return operations.cancelOrder(this.client, orderNumber, body, options);
    }
}

/** The leads the account owns. */
export class LeadsResource extends Resource {
    /**
     * List the leads the account owns.
     * Over all orders, in the order they were delivered. New leads appear only at the end:
     * `meta.resumeCursor`, kept until later, is the bookmark for what is new. A page of leads with long
     * texts ends early, at about 4 MB, with a `nextCursor` as usual.
     * Scope: leads:read.
     */
    list(query?: T.QueryOf<"listLeads">, options?: RequestOptions): PageCall<T.Lead> {
        return operations.listLeads(this.client, query, options);
    }

    /**
     * Count the leads that match the filters.
     * Scope: leads:read.
     */
    count(query?: T.QueryOf<"countLeads">, options?: RequestOptions): ApiCall<T.LeadCount> {
        return operations.countLeads(this.client, query, options);
    }

    /**
     * Export leads as a file.
     * Streamed, all leads that match, in the order they were delivered. With `cursor` it starts after
     * that place: an interrupted export continues without repeats.
     * Scope: leads:read.
     */
    export(query?: T.QueryOf<"exportLeads">, options?: RequestOptions): ApiCall<ExportStream> {
        return operations.exportLeads(this.client, query, options);
    }

    /**
     * List the leads that were erased.
     * In the order of their erasure, for copies of the leads to follow. New ones appear only at the end:
     * `meta.resumeCursor`, kept until later, is the bookmark for what is new. Nothing here says who the
     * person was.
     * Scope: leads:read.
     */
    listErasures(query?: T.QueryOf<"listLeadErasures">, options?: RequestOptions): PageCall<T.LeadErasure> {
        return operations.listLeadErasures(this.client, query, options);
    }

    /**
     * Erase a person.
     * Every lead of the account with this e-mail address or this LinkedIn profile, as `DELETE /v1/leads/{leadId}`
     * does with one. Case, scheme, country host and what follows the path of a profile do not matter.
     * Scope: leads:write.
     */
    erasePerson(body: T.Person, options?: RequestOptions): ApiCall<T.ErasedLeads> {
        return operations.erasePerson(this.client, body, options);
    }

    /**
     * Get a lead.
     * Scope: leads:read.
     */
    get(leadId: string, query?: T.QueryOf<"getLead">, options?: RequestOptions): ApiCall<T.Lead> {
        return operations.getLead(this.client, leadId, query, options);
    }

    /**
     * Erase the person of a lead.
     * At once and for good, as data protection law asks. The lead keeps its id, place, order, `result`,
     * `country`, `hasEmail` and `hasPhone`, so that counts and bookmarks stay right; every other column
     * of the delivery is null, and `resultReason` is `erased`. A later delivery of the same person is a
     * duplicate, which is neither added nor charged.
     * Scope: leads:write.
     */
    erase(leadId: string, options?: RequestOptions): ApiCall<void> {
        return operations.eraseLead(this.client, leadId, options);
    }
}

/** Destinations of the caller's own. */
export class WebhooksResource extends Resource {
    /**
     * List webhooks.
     * Scope: webhooks:read.
     */
    list(query?: T.QueryOf<"listWebhooks">, options?: RequestOptions): PageCall<T.Webhook> {
        return operations.listWebhooks(this.client, query, options);
    }

    /**
     * Create a webhook.
     * The answer shows the signing secret, this once. An account has at most 50 webhooks; one more is
     * refused with validation_failed.
     * Scope: webhooks:write.
     */
    create(body: T.WebhookCreate, options?: RequestOptions): ApiCall<T.CreatedWebhook> {
        return operations.createWebhook(this.client, body, options);
    }

    /**
     * Get a webhook.
     * Scope: webhooks:read.
     */
    get(webhookId: string, options?: RequestOptions): ApiCall<T.Webhook> {
        return operations.getWebhook(this.client, webhookId, options);
    }

    /**
     * Change a webhook.
     * Scope: webhooks:write.
     */
    update(webhookId: string, body: T.WebhookUpdate, options?: RequestOptions): ApiCall<T.Webhook> {
        return operations.updateWebhook(this.client, webhookId, body, options);
    }

    /**
     * Delete a webhook.
     * Messages that wait are dropped.
     * Scope: webhooks:write.
     */
    delete(webhookId: string, options?: RequestOptions): ApiCall<void> {
        return operations.deleteWebhook(this.client, webhookId, options);
    }

    /**
     * Send a test message.
     * Queues one `webhook.test` message, also to a disabled webhook.
     * Scope: webhooks:write.
     */
    test(webhookId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
        return operations.testWebhook(this.client, webhookId, options);
    }

    /**
     * Create a new signing secret.
     * For 24 hours messages carry signatures of both secrets. One that was replaced before stays good until its own 24 hours are over; with more than four, the oldest are dropped early.
     * Scope: webhooks:write.
     */
    rotateSecret(webhookId: string, options?: RequestOptions): ApiCall<T.WebhookSecret> {
        return operations.rotateWebhookSecret(this.client, webhookId, options);
    }

    /**
     * Send again what failed or was held back.
     * Queues every message since a moment that was not delivered; at most 30 days back. Enable a disabled webhook first.
     * Scope: webhooks:write.
     */
    recover(webhookId: string, body: T.WebhookRecover, options?: RequestOptions): ApiCall<T.QueuedDeliveries> {
        return operations.recoverWebhook(this.client, webhookId, body, options);
    }

    /**
     * List the messages to a webhook.
     * Newest first.
     * Scope: webhooks:read.
     */
    listDeliveries(webhookId: string, query?: T.QueryOf<"listWebhookDeliveries">, options?: RequestOptions): PageCall<T.WebhookDelivery> {
        return operations.listWebhookDeliveries(this.client, webhookId, query, options);
    }

    /**
     * Get a delivery with its attempts and its body.
     * Scope: webhooks:read.
     */
    getDelivery(deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDeliveryDetail> {
        return operations.getWebhookDelivery(this.client, deliveryId, options);
    }

    /**
     * Send a message again.
     * The same message id and body, whatever its state. Enable a disabled webhook first.
     * Scope: webhooks:write.
     */
    resendDelivery(deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
        return operations.resendWebhookDelivery(this.client, deliveryId, options);
    }

    /**
     * Push delivered leads to a webhook.
     * Scope: webhooks:write.
     */
    deliver(body: T.WebhookDeliverRequest, options?: RequestOptions): ApiCall<T.WebhookDeliverResult> {
        return operations.deliverToWebhook(this.client, body, options);
    }
}

/** Outreach platforms. */
export class DestinationsResource extends Resource {
    /**
     * List outreach destinations.
     * Scope: destinations:read.
     */
    list(query?: T.QueryOf<"listDestinations">, options?: RequestOptions): PageCall<T.Destination> {
        return operations.listDestinations(this.client, query, options);
    }

    /**
     * Create an outreach destination.
     * An account has at most 50 destinations; one more is refused with validation_failed.
     * Scope: destinations:write.
     */
    create(body: T.DestinationCreate, options?: RequestOptions): ApiCall<T.Destination> {
        return operations.createDestination(this.client, body, options);
    }

    /**
     * Get an outreach destination.
     * Scope: destinations:read.
     */
    get(destinationId: string, options?: RequestOptions): ApiCall<T.Destination> {
        return operations.getDestination(this.client, destinationId, options);
    }

    /**
     * Change an outreach destination.
     * Scope: destinations:write.
     */
    update(destinationId: string, body: T.DestinationUpdate, options?: RequestOptions): ApiCall<T.Destination> {
        return operations.updateDestination(this.client, destinationId, body, options);
    }

    /**
     * Delete an outreach destination.
     * Pushes that wait are dropped; the credential is erased.
     * Scope: destinations:write.
     */
    delete(destinationId: string, options?: RequestOptions): ApiCall<void> {
        return operations.deleteDestination(this.client, destinationId, options);
    }

    /**
     * Check the credential, and push one lead if asked.
     * Scope: destinations:write.
     */
    test(destinationId: string, body?: T.DestinationTest, options?: RequestOptions): ApiCall<T.DestinationTestResult> {
        return operations.testDestination(this.client, destinationId, body, options);
    }

    /**
     * List the platform's campaigns.
     * Asked from the platform at this moment; not paged.
     * Scope: destinations:read.
     */
    listCampaigns(destinationId: string, options?: RequestOptions): ApiCall<T.CampaignList> {
        return operations.listDestinationCampaigns(this.client, destinationId, options);
    }

    /**
     * Push leads to the platform.
     * Scope: destinations:write.
     */
    push(destinationId: string, body: T.PushRequest, options?: RequestOptions): ApiCall<T.PushResult> {
        return operations.pushToDestination(this.client, destinationId, body, options);
    }

    /**
     * List the outcome of each pushed lead.
     * Newest first.
     * Scope: destinations:read.
     */
    listPushes(destinationId: string, query?: T.QueryOf<"listDestinationPushes">, options?: RequestOptions): PageCall<T.Push> {
        return operations.listDestinationPushes(this.client, destinationId, query, options);
    }
}

/** API keys of the account. */
export class KeysResource extends Resource {
    /**
     * List the account's keys.
     * Scope: keys:write.
     */
    list(query?: T.QueryOf<"listKeys">, options?: RequestOptions): PageCall<T.Key> {
        return operations.listKeys(this.client, query, options);
    }

    /**
     * Create a key.
     * A customer key of this account. The answer shows the secret, this once. A key with a daily spend
     * cap (its own or the service's default) creates keys with at most that cap, whose orders count
     * under its cap: all of them together spend no more than it may. Each key has its own
     * request budgets; it does not share those of the key that made it. An account makes at most 200
     * keys that work at the same time.
     * A key that ends (by `expiresAt`, or as one that was replaced) creates keys that end with it or
     * before it. Keys created earlier keep working when the key that created them is replaced or revoked: revoke
     * them too if a secret has leaked.
     * Scope: keys:write.
     */
    create(body: T.KeyCreate, options?: RequestOptions): ApiCall<T.CreatedKey> {
        return operations.createKey(this.client, body, options);
    }

    /**
     * Replace a key.
     * Creates a successor with the same scopes and cap, which goes on with the budgets and today's spending of the old one. The old key keeps
     * working for another 24 hours. A key with a daily spend cap replaces, of the keys that may order,
     * itself and those it made with a cap no larger, and a key that ends replaces itself and keys that
     * end no later; others are refused with missing_scope.
     * Scope: keys:write.
     */
    rotate(keyId: string, options?: RequestOptions): ApiCall<T.CreatedKey> {
        return operations.rotateKey(this.client, keyId, options);
    }

    /**
     * Revoke a key.
     * At once.
     * Scope: keys:write.
     */
    revoke(keyId: string, options?: RequestOptions): ApiCall<void> {
        return operations.revokeKey(this.client, keyId, options);
    }
}

/** Fulfilment; admin keys only. */
export class AdminOrdersResource extends Resource {
    /**
     * List the orders of every account.
     * Oldest first, as a work queue. A page of very large orders ends before `limit`; `nextCursor` leads on.
     * Scope: admin:orders.
     */
    list(query?: T.QueryOf<"listAdminOrders">, options?: RequestOptions): PageCall<T.AdminOrder> {
        return operations.listAdminOrders(this.client, query, options);
    }

    /**
     * Get an order of any account.
     * Scope: admin:orders.
     */
    get(orderNumber: string, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.getAdminOrder(this.client, orderNumber, options);
    }

    /**
     * List the history of an order of any account.
     * Oldest first, as its customer sees it; what a customer answered to a question is the `message` of `order.replied`.
     * Scope: admin:orders.
     */
    listEvents(orderNumber: string, query?: T.QueryOf<"listAdminOrderEvents">, options?: RequestOptions): PageCall<T.OrderEvent> {
        return operations.listAdminOrderEvents(this.client, orderNumber, query, options);
    }

    /**
     * Approve an order.
     * From pending_review to in_progress.
     * Scope: admin:orders.
     */
    approve(orderNumber: string, body?: T.ExpectedVersion, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.approveOrder(this.client, orderNumber, body, options);
    }

    /**
     * Reject an order.
     * From pending_review or info_requested to rejected; the hold is released. What was delivered in parts stays the customer's and stays charged.
     * Scope: admin:orders.
     */
    reject(orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.rejectOrder(this.client, orderNumber, body, options);
    }

    /**
     * Ask the customer.
     * From pending_review or in_progress to info_requested.
     * Scope: admin:orders.
     */
    requestInfo(orderNumber: string, body: T.OrderQuestion, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.requestOrderInfo(this.client, orderNumber, body, options);
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
    deliver(orderNumber: string, body?: T.OrderDelivery, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.deliverOrder(this.client, orderNumber, body, options);
    }

    /**
     * Fail an order.
     * From in_progress to failed; the hold is released. What was delivered in parts stays the customer's and stays charged.
     * Scope: admin:orders.
     */
    fail(orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.failOrder(this.client, orderNumber, body, options);
    }

    /**
     * Refund an order.
     * After delivery in full or in part; before it by releasing the hold and refunding what was charged for parts. What parts of a rejected or failed order were charged can be refunded too; such an order stays rejected or failed. A repeated request with the same Idempotency-Key gets the first answer again, however much later, and refunds nothing.
     * Scope: admin:refunds.
     */
    refund(orderNumber: string, body: T.OrderRefund, options?: RequestOptions): ApiCall<T.AdminOrder> {
        return operations.refundOrder(this.client, orderNumber, body, options);
    }

    /**
     * Export the lead list of an order.
     * Streamed, in the order the leads were ingested. First what was delivered; then what was ingested
     * and is not delivered yet, with `deliveredAt` empty. A delivery while that is read cuts the answer
     * off rather than leave a gap.
     * Scope: admin:export.
     */
    exportLeads(orderNumber: string, query?: T.QueryOf<"exportOrderLeads">, options?: RequestOptions): ApiCall<ExportStream> {
        return operations.exportOrderLeads(this.client, orderNumber, query, options);
    }

    /**
     * Ingest a part of an order's leads, or all of them.
     * While the order is in_progress. The leads come as JSON, or as NDJSON or CSV (header row with
     * lead columns) with `orderNumber`, `deliveryId` and `final` as query parameters. A body may be
     * compressed with gzip. One call takes a whole delivery: up to 50,000 leads, and 64 MiB of text
     * (a setting of the server) after decompression. All of them are ingested or, when the call fails,
     * none. The texts of a lead have at most 120,000 bytes together. Leads the account already owns (by e-mail address, LinkedIn profile, or
     * name and company domain), or the order already holds, are counted as duplicates. Rows that are not leads are
     * rejected, as are leads that the order does not ask for: with `requireEmail` those without an e-mail address whose
     * `result` is good or risky, with `requirePhone` those without a phone number, with `excludeDomains` those whose
     * company or e-mail address has such a domain or one below it. Accepted ones
     * are staged: the customer can read them, and is charged for them, when they are delivered. Sending the same part again returns the same answer and adds nothing, also after the delivery.
     * Scope: admin:deliveries.
     */
    ingestDelivery(body: T.IngestRequest | RawBody, query?: T.QueryOf<"ingestDelivery">, options?: RequestOptions): ApiCall<T.IngestResult> {
        return operations.ingestDelivery(this.client, body, query, options);
    }
}

/** Accounts, credit and keys; admin keys only. */
export class AdminAccountsResource extends Resource {
    /**
     * List accounts.
     * Scope: admin:accounts.
     */
    list(query?: T.QueryOf<"listAccounts">, options?: RequestOptions): PageCall<T.AdminAccount> {
        return operations.listAccounts(this.client, query, options);
    }

    /**
     * Create an account.
     * Scope: admin:accounts.
     */
    create(body: T.AdminAccountCreate, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return operations.createAccount(this.client, body, options);
    }

    /**
     * Get any account.
     * Scope: admin:accounts.
     */
    get(accountId: string, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return operations.getAccountById(this.client, accountId, options);
    }

    /**
     * Rename, suspend or reinstate an account, or set what it does about duplicates.
     * The account of the key that asks is not suspended (422), as nobody might be left who could reinstate it.
     * Scope: admin:accounts.
     */
    update(accountId: string, body: T.AdminAccountUpdate, options?: RequestOptions): ApiCall<T.AdminAccount> {
        return operations.updateAccount(this.client, accountId, body, options);
    }

    /**
     * Add credit to an account.
     * A repeated request with the same Idempotency-Key gets the first answer again, however much later, and credits nothing.
     * Scope: admin:accounts.
     */
    credit(accountId: string, body: T.Credit, options?: RequestOptions): ApiCall<T.LedgerEntry> {
        return operations.creditAccount(this.client, accountId, body, options);
    }

    /**
     * List the keys of every account.
     * Scope: admin:accounts.
     */
    listKeys(query?: T.QueryOf<"listAdminKeys">, options?: RequestOptions): PageCall<T.AdminKey> {
        return operations.listAdminKeys(this.client, query, options);
    }

    /**
     * Create a key of either type.
     * For an account. An admin key cannot grant an admin scope it lacks. The answer shows the secret, this once.
     * Scope: admin:accounts.
     */
    createKey(body: T.AdminKeyCreate, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
        return operations.createAdminKey(this.client, body, options);
    }

    /**
     * Replace any key.
     * Creates a successor with the same scopes and cap, which inherits the counters. The old key keeps
     * working for another 24 hours.
     * Scope: admin:accounts.
     */
    rotateKey(keyId: string, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
        return operations.rotateAdminKey(this.client, keyId, options);
    }

    /**
     * Revoke any key.
     * At once.
     * Scope: admin:accounts.
     */
    revokeKey(keyId: string, options?: RequestOptions): ApiCall<void> {
        return operations.revokeAdminKey(this.client, keyId, options);
    }

    /**
     * List suppressions.
     * Those that were lifted too. Nothing here says who the persons are.
     * Scope: admin:accounts.
     */
    listSuppressions(query?: T.QueryOf<"listSuppressions">, options?: RequestOptions): PageCall<T.Suppression> {
        return operations.listSuppressions(this.client, query, options);
    }

    /**
     * Suppress a person for all accounts.
     * Leads of the person in every account are erased, as their owners would erase them, and nobody gets the
     * person again: whatever is ingested or delivered later counts as a duplicate, which is neither added nor
     * charged. Only hashes under the server's secret are kept. Suppressing the same person again answers with
     * the same suppression and erases what is there. Without an answer, send it again.
     * Scope: admin:accounts.
     */
    createSuppression(body: T.Person, options?: RequestOptions): ApiCall<T.Suppression> {
        return operations.createSuppression(this.client, body, options);
    }

    /**
     * Lift a suppression.
     * The hashes are deleted. What was erased stays erased, and is not delivered again to accounts that had it.
     * Scope: admin:accounts.
     */
    liftSuppression(suppressionId: string, options?: RequestOptions): ApiCall<void> {
        return operations.liftSuppression(this.client, suppressionId, options);
    }
}

/** Documents, health and metrics; no key needed. */
export class ServiceResource extends Resource {
    /** Get this document. */
    getOpenApi(options?: RequestOptions): ApiCall<T.OpenApiDocument> {
        return operations.getOpenApi(this.client, options);
    }

    /** Get the changelog. */
    getChangelog(options?: RequestOptions): ApiCall<string> {
        return operations.getChangelog(this.client, options);
    }

    /** Get the roadmap. */
    getRoadmap(options?: RequestOptions): ApiCall<string> {
        return operations.getRoadmap(this.client, options);
    }

    /** Tell whether the process answers. */
    getHealth(options?: RequestOptions): ApiCall<T.Health> {
        return operations.getHealth(this.client, options);
    }

    /**
     * Tell whether requests can be served.
     * 503 while starting, stopping, or without the store.
     */
    getReadiness(options?: RequestOptions): ApiCall<T.Readiness> {
        return operations.getReadiness(this.client, options);
    }

    /** Get metrics in the Prometheus text format. */
    getMetrics(options?: RequestOptions): ApiCall<string> {
        return operations.getMetrics(this.client, options);
    }
}

/** Access for AI assistants. */
export class McpResource extends Resource {
    /**
     * Call the Model Context Protocol endpoint.
     * Stateless, JSON answers only; revision 2026-07-28 and the handshake of 2025-11-25 and older. Each
     * tool call runs as an ordinary request of the same key: same scopes, budgets and ownership. Tools
     * are listed by the key's scopes; listing them draws on the budget `lookups`. Admin keys are refused. GET and DELETE answer 405. Only pages and,
     * on a loopback address, host names that the server's operator allows reach it. A body that is not
     * JSON answers 400 with the JSON-RPC error -32700.
     */
    call(body: T.JsonRpcRequest & { id: string | number }, options?: RequestOptions): ApiCall<T.JsonRpcResponse>;
    call(body: T.JsonRpcRequest, options?: RequestOptions): ApiCall<T.JsonRpcResponse | undefined>;
    call(body: T.JsonRpcRequest, options?: RequestOptions): ApiCall<T.JsonRpcResponse | undefined> {
        return operations.callMcp(this.client, body, options);
    }
}

export class AdminResource extends Resource {
    /** Fulfilment; admin keys only. */
    readonly orders = new AdminOrdersResource(this.client);
    /** Accounts, credit and keys; admin keys only. */
    readonly accounts = new AdminAccountsResource(this.client);
}
