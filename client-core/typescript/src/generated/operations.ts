// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.
import { type ApiCall, jsonCall, textCall } from "../runtime/call.js";
import type { LeadsheetCore } from "../runtime/core.js";
import type { RequestOptions } from "../runtime/options.js";
import { type PageCall, pageCall } from "../runtime/page.js";
import { type RawBody, segment } from "../runtime/request.js";
import { type ExportStream, streamCall } from "../runtime/stream.js";
import type * as T from "./types.js";

/**
 * Get the account, its balance and the calling key.
 * Scope: account:read.
 */
export function getAccount(client: LeadsheetCore, options?: RequestOptions): ApiCall<T.Account> {
    return jsonCall<T.Account>(client, { operation: "getAccount", method: "GET", path: "/v1/account" }, options);
}

/**
 * Set what the account does about orders that were placed before.
 * Scope: account:write.
 */
export function updateOwnAccount(client: LeadsheetCore, body: T.AccountUpdate, options?: RequestOptions): ApiCall<T.Account> {
    return jsonCall<T.Account>(client, { operation: "updateOwnAccount", method: "PATCH", path: "/v1/account", body }, options);
}

/**
 * Get the calling key's budgets.
 * Draws on its own small budget, `lookups`, so that looking costs nothing of the others.
 */
export function getRateLimit(client: LeadsheetCore, options?: RequestOptions): ApiCall<T.RateLimitStatus> {
    return jsonCall<T.RateLimitStatus>(client, { operation: "getRateLimit", method: "GET", path: "/v1/rate-limit" }, options);
}

/**
 * List the movements of the account's money.
 * Newest first, in the order in which they were booked.
 * Scope: account:read.
 */
export function listLedgerEntries(client: LeadsheetCore, query?: T.QueryOf<"listLedgerEntries">, options?: RequestOptions): PageCall<T.LedgerEntry> {
    return pageCall<T.LedgerEntry>(client, { operation: "listLedgerEntries", method: "GET", path: "/v1/account/ledger", query }, options);
}

/**
 * Get sums of the account's money, orders and leads.
 * Money by day, of the latest days; orders by status and leads by verification result, all of them.
 * Scope: account:read.
 */
export function getAccountStatistics(client: LeadsheetCore, query?: T.QueryOf<"getAccountStatistics">, options?: RequestOptions): ApiCall<T.AccountStatistics> {
    return jsonCall<T.AccountStatistics>(client, { operation: "getAccountStatistics", method: "GET", path: "/v1/account/statistics", query }, options);
}

/**
 * List accounts.
 * Scope: admin:accounts.
 */
export function listAccounts(client: LeadsheetCore, query?: T.QueryOf<"listAccounts">, options?: RequestOptions): PageCall<T.AdminAccount> {
    return pageCall<T.AdminAccount>(client, { operation: "listAccounts", method: "GET", path: "/v1/admin/accounts", query }, options);
}

/**
 * Create an account.
 * Scope: admin:accounts.
 */
export function createAccount(client: LeadsheetCore, body: T.AdminAccountCreate, options?: RequestOptions): ApiCall<T.AdminAccount> {
    return jsonCall<T.AdminAccount>(client, { operation: "createAccount", method: "POST", path: "/v1/admin/accounts", body }, options);
}

/**
 * Get any account.
 * Scope: admin:accounts.
 */
export function getAccountById(client: LeadsheetCore, accountId: string, options?: RequestOptions): ApiCall<T.AdminAccount> {
    return jsonCall<T.AdminAccount>(client, { operation: "getAccountById", method: "GET", path: `/v1/admin/accounts/${segment(accountId)}` }, options);
}

/**
 * Rename, suspend or reinstate an account, or set what it does about duplicates.
 * The account of the key that asks is not suspended (422), as nobody might be left who could reinstate it.
 * Scope: admin:accounts.
 */
export function updateAccount(client: LeadsheetCore, accountId: string, body: T.AdminAccountUpdate, options?: RequestOptions): ApiCall<T.AdminAccount> {
    return jsonCall<T.AdminAccount>(client, { operation: "updateAccount", method: "PATCH", path: `/v1/admin/accounts/${segment(accountId)}`, body }, options);
}

/**
 * Add credit to an account.
 * A repeated request with the same Idempotency-Key gets the first answer again, however much later, and credits nothing.
 * Scope: admin:accounts.
 */
export function creditAccount(client: LeadsheetCore, accountId: string, body: T.Credit, options?: RequestOptions): ApiCall<T.LedgerEntry> {
    return jsonCall<T.LedgerEntry>(client, { operation: "creditAccount", method: "POST", path: `/v1/admin/accounts/${segment(accountId)}/credit`, body }, options);
}

/**
 * List the keys of every account.
 * Scope: admin:accounts.
 */
export function listAdminKeys(client: LeadsheetCore, query?: T.QueryOf<"listAdminKeys">, options?: RequestOptions): PageCall<T.AdminKey> {
    return pageCall<T.AdminKey>(client, { operation: "listAdminKeys", method: "GET", path: "/v1/admin/keys", query }, options);
}

/**
 * Create a key of either type.
 * For an account. An admin key cannot grant an admin scope it lacks. The answer shows the secret, this once.
 * Scope: admin:accounts.
 */
export function createAdminKey(client: LeadsheetCore, body: T.AdminKeyCreate, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
    return jsonCall<T.CreatedAdminKey>(client, { operation: "createAdminKey", method: "POST", path: "/v1/admin/keys", body }, options);
}

/**
 * Replace any key.
 * Creates a successor with the same scopes and cap, which inherits the counters. The old key keeps
 * working for another 24 hours.
 * Scope: admin:accounts.
 */
export function rotateAdminKey(client: LeadsheetCore, keyId: string, options?: RequestOptions): ApiCall<T.CreatedAdminKey> {
    return jsonCall<T.CreatedAdminKey>(client, { operation: "rotateAdminKey", method: "POST", path: `/v1/admin/keys/${segment(keyId)}/rotate` }, options);
}

/**
 * Revoke any key.
 * At once.
 * Scope: admin:accounts.
 */
export function revokeAdminKey(client: LeadsheetCore, keyId: string, options?: RequestOptions): ApiCall<void> {
    return jsonCall<void>(client, { operation: "revokeAdminKey", method: "DELETE", path: `/v1/admin/keys/${segment(keyId)}` }, options);
}

/**
 * List suppressions.
 * Those that were lifted too. Nothing here says who the persons are.
 * Scope: admin:accounts.
 */
export function listSuppressions(client: LeadsheetCore, query?: T.QueryOf<"listSuppressions">, options?: RequestOptions): PageCall<T.Suppression> {
    return pageCall<T.Suppression>(client, { operation: "listSuppressions", method: "GET", path: "/v1/admin/suppressions", query }, options);
}

/**
 * Suppress a person for all accounts.
 * Leads of the person in every account are erased, as their owners would erase them, and nobody gets the
 * person again: whatever is ingested or delivered later counts as a duplicate, which is neither added nor
 * charged. Only hashes under the server's secret are kept. Suppressing the same person again answers with
 * the same suppression and erases what is there. Without an answer, send it again.
 * Scope: admin:accounts.
 */
export function createSuppression(client: LeadsheetCore, body: T.Person, options?: RequestOptions): ApiCall<T.Suppression> {
    return jsonCall<T.Suppression>(client, { operation: "createSuppression", method: "POST", path: "/v1/admin/suppressions", body }, options);
}

/**
 * Lift a suppression.
 * The hashes are deleted. What was erased stays erased, and is not delivered again to accounts that had it.
 * Scope: admin:accounts.
 */
export function liftSuppression(client: LeadsheetCore, suppressionId: string, options?: RequestOptions): ApiCall<void> {
    return jsonCall<void>(client, { operation: "liftSuppression", method: "DELETE", path: `/v1/admin/suppressions/${segment(suppressionId)}` }, options);
}

/**
 * List the orders of every account.
 * Oldest first, as a work queue. A page of very large orders ends before `limit`; `nextCursor` leads on.
 * Scope: admin:orders.
 */
export function listAdminOrders(client: LeadsheetCore, query?: T.QueryOf<"listAdminOrders">, options?: RequestOptions): PageCall<T.AdminOrder> {
    return pageCall<T.AdminOrder>(client, { operation: "listAdminOrders", method: "GET", path: "/v1/admin/orders", query }, options);
}

/**
 * Get an order of any account.
 * Scope: admin:orders.
 */
export function getAdminOrder(client: LeadsheetCore, orderNumber: string, options?: RequestOptions): ApiCall<T.AdminOrder> {
    return jsonCall<T.AdminOrder>(client, { operation: "getAdminOrder", method: "GET", path: `/v1/admin/orders/${segment(orderNumber)}` }, options);
}

/**
 * List the history of an order of any account.
 * Oldest first, as its customer sees it; what a customer answered to a question is the `message` of `order.replied`.
 * Scope: admin:orders.
 */
export function listAdminOrderEvents(client: LeadsheetCore, orderNumber: string, query?: T.QueryOf<"listAdminOrderEvents">, options?: RequestOptions): PageCall<T.OrderEvent> {
    return pageCall<T.OrderEvent>(client, { operation: "listAdminOrderEvents", method: "GET", path: `/v1/admin/orders/${segment(orderNumber)}/events`, query }, options);
}

/**
 * Approve an order.
 * From pending_review to in_progress.
 * Scope: admin:orders.
 */
export function approveOrder(client: LeadsheetCore, orderNumber: string, body?: T.ExpectedVersion, options?: RequestOptions): ApiCall<T.AdminOrder> {
    return jsonCall<T.AdminOrder>(client, { operation: "approveOrder", method: "POST", path: `/v1/admin/orders/${segment(orderNumber)}/approve`, body }, options);
}

/**
 * Reject an order.
 * From pending_review or info_requested to rejected; the hold is released. What was delivered in parts stays the customer's and stays charged.
 * Scope: admin:orders.
 */
export function rejectOrder(client: LeadsheetCore, orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
    return jsonCall<T.AdminOrder>(client, { operation: "rejectOrder", method: "POST", path: `/v1/admin/orders/${segment(orderNumber)}/reject`, body }, options);
}

/**
 * Ask the customer.
 * From pending_review or in_progress to info_requested.
 * Scope: admin:orders.
 */
export function requestOrderInfo(client: LeadsheetCore, orderNumber: string, body: T.OrderQuestion, options?: RequestOptions): ApiCall<T.AdminOrder> {
    return jsonCall<T.AdminOrder>(client, { operation: "requestOrderInfo", method: "POST", path: `/v1/admin/orders/${segment(orderNumber)}/request-info`, body }, options);
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
export function deliverOrder(client: LeadsheetCore, orderNumber: string, body?: T.OrderDelivery, options?: RequestOptions): ApiCall<T.AdminOrder> {
    return jsonCall<T.AdminOrder>(client, { operation: "deliverOrder", method: "POST", path: `/v1/admin/orders/${segment(orderNumber)}/deliver`, body }, options);
}

/**
 * Fail an order.
 * From in_progress to failed; the hold is released. What was delivered in parts stays the customer's and stays charged.
 * Scope: admin:orders.
 */
export function failOrder(client: LeadsheetCore, orderNumber: string, body: T.OrderReason, options?: RequestOptions): ApiCall<T.AdminOrder> {
    return jsonCall<T.AdminOrder>(client, { operation: "failOrder", method: "POST", path: `/v1/admin/orders/${segment(orderNumber)}/fail`, body }, options);
}

/**
 * Refund an order.
 * After delivery in full or in part; before it by releasing the hold and refunding what was charged for parts. What parts of a rejected or failed order were charged can be refunded too; such an order stays rejected or failed. A repeated request with the same Idempotency-Key gets the first answer again, however much later, and refunds nothing.
 * Scope: admin:refunds.
 */
export function refundOrder(client: LeadsheetCore, orderNumber: string, body: T.OrderRefund, options?: RequestOptions): ApiCall<T.AdminOrder> {
    return jsonCall<T.AdminOrder>(client, { operation: "refundOrder", method: "POST", path: `/v1/admin/orders/${segment(orderNumber)}/refund`, body }, options);
}

/**
 * Export the lead list of an order.
 * Streamed, in the order the leads were ingested. First what was delivered; then what was ingested
 * and is not delivered yet, with `deliveredAt` empty. A delivery while that is read cuts the answer
 * off rather than leave a gap.
 * Scope: admin:export.
 */
export function exportOrderLeads(client: LeadsheetCore, orderNumber: string, query?: T.QueryOf<"exportOrderLeads">, options?: RequestOptions): ApiCall<ExportStream> {
    return streamCall(client, { operation: "exportOrderLeads", method: "GET", path: `/v1/admin/orders/${segment(orderNumber)}/export`, query }, options);
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
export function ingestDelivery(client: LeadsheetCore, body: T.IngestRequest | RawBody, query?: T.QueryOf<"ingestDelivery">, options?: RequestOptions): ApiCall<T.IngestResult> {
    return jsonCall<T.IngestResult>(client, { operation: "ingestDelivery", method: "POST", path: "/v1/admin/deliveries", query, body, raw: true }, options);
}

/** List the products with their fields and prices. */
export function listProducts(client: LeadsheetCore, options?: RequestOptions): ApiCall<T.ProductList> {
    return jsonCall<T.ProductList>(client, { operation: "listProducts", method: "GET", path: "/v1/products" }, options);
}

/**
 * List outreach destinations.
 * Scope: destinations:read.
 */
export function listDestinations(client: LeadsheetCore, query?: T.QueryOf<"listDestinations">, options?: RequestOptions): PageCall<T.Destination> {
    return pageCall<T.Destination>(client, { operation: "listDestinations", method: "GET", path: "/v1/destinations", query }, options);
}

/**
 * Create an outreach destination.
 * An account has at most 50 destinations; one more is refused with validation_failed.
 * Scope: destinations:write.
 */
export function createDestination(client: LeadsheetCore, body: T.DestinationCreate, options?: RequestOptions): ApiCall<T.Destination> {
    return jsonCall<T.Destination>(client, { operation: "createDestination", method: "POST", path: "/v1/destinations", body }, options);
}

/**
 * Get an outreach destination.
 * Scope: destinations:read.
 */
export function getDestination(client: LeadsheetCore, destinationId: string, options?: RequestOptions): ApiCall<T.Destination> {
    return jsonCall<T.Destination>(client, { operation: "getDestination", method: "GET", path: `/v1/destinations/${segment(destinationId)}` }, options);
}

/**
 * Change an outreach destination.
 * Scope: destinations:write.
 */
export function updateDestination(client: LeadsheetCore, destinationId: string, body: T.DestinationUpdate, options?: RequestOptions): ApiCall<T.Destination> {
    return jsonCall<T.Destination>(client, { operation: "updateDestination", method: "PATCH", path: `/v1/destinations/${segment(destinationId)}`, body }, options);
}

/**
 * Delete an outreach destination.
 * Pushes that wait are dropped; the credential is erased.
 * Scope: destinations:write.
 */
export function deleteDestination(client: LeadsheetCore, destinationId: string, options?: RequestOptions): ApiCall<void> {
    return jsonCall<void>(client, { operation: "deleteDestination", method: "DELETE", path: `/v1/destinations/${segment(destinationId)}` }, options);
}

/**
 * Check the credential, and push one lead if asked.
 * Scope: destinations:write.
 */
export function testDestination(client: LeadsheetCore, destinationId: string, body?: T.DestinationTest, options?: RequestOptions): ApiCall<T.DestinationTestResult> {
    return jsonCall<T.DestinationTestResult>(client, { operation: "testDestination", method: "POST", path: `/v1/destinations/${segment(destinationId)}/test`, body }, options);
}

/**
 * List the platform's campaigns.
 * Asked from the platform at this moment; not paged.
 * Scope: destinations:read.
 */
export function listDestinationCampaigns(client: LeadsheetCore, destinationId: string, options?: RequestOptions): ApiCall<T.CampaignList> {
    return jsonCall<T.CampaignList>(client, { operation: "listDestinationCampaigns", method: "GET", path: `/v1/destinations/${segment(destinationId)}/campaigns` }, options);
}

/**
 * Push leads to the platform.
 * Scope: destinations:write.
 */
export function pushToDestination(client: LeadsheetCore, destinationId: string, body: T.PushRequest, options?: RequestOptions): ApiCall<T.PushResult> {
    return jsonCall<T.PushResult>(client, { operation: "pushToDestination", method: "POST", path: `/v1/destinations/${segment(destinationId)}/push`, body }, options);
}

/**
 * List the outcome of each pushed lead.
 * Newest first.
 * Scope: destinations:read.
 */
export function listDestinationPushes(client: LeadsheetCore, destinationId: string, query?: T.QueryOf<"listDestinationPushes">, options?: RequestOptions): PageCall<T.Push> {
    return pageCall<T.Push>(client, { operation: "listDestinationPushes", method: "GET", path: `/v1/destinations/${segment(destinationId)}/pushes`, query }, options);
}

/**
 * List the account's keys.
 * Scope: keys:write.
 */
export function listKeys(client: LeadsheetCore, query?: T.QueryOf<"listKeys">, options?: RequestOptions): PageCall<T.Key> {
    return pageCall<T.Key>(client, { operation: "listKeys", method: "GET", path: "/v1/keys", query }, options);
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
export function createKey(client: LeadsheetCore, body: T.KeyCreate, options?: RequestOptions): ApiCall<T.CreatedKey> {
    return jsonCall<T.CreatedKey>(client, { operation: "createKey", method: "POST", path: "/v1/keys", body }, options);
}

/**
 * Replace a key.
 * Creates a successor with the same scopes and cap, which goes on with the budgets and today's spending of the old one. The old key keeps
 * working for another 24 hours. A key with a daily spend cap replaces, of the keys that may order,
 * itself and those it made with a cap no larger, and a key that ends replaces itself and keys that
 * end no later; others are refused with missing_scope.
 * Scope: keys:write.
 */
export function rotateKey(client: LeadsheetCore, keyId: string, options?: RequestOptions): ApiCall<T.CreatedKey> {
    return jsonCall<T.CreatedKey>(client, { operation: "rotateKey", method: "POST", path: `/v1/keys/${segment(keyId)}/rotate` }, options);
}

/**
 * Revoke a key.
 * At once.
 * Scope: keys:write.
 */
export function revokeKey(client: LeadsheetCore, keyId: string, options?: RequestOptions): ApiCall<void> {
    return jsonCall<void>(client, { operation: "revokeKey", method: "DELETE", path: `/v1/keys/${segment(keyId)}` }, options);
}

/**
 * List the leads the account owns.
 * Over all orders, in the order they were delivered. New leads appear only at the end:
 * `meta.resumeCursor`, kept until later, is the bookmark for what is new. A page of leads with long
 * texts ends early, at about 4 MB, with a `nextCursor` as usual.
 * Scope: leads:read.
 */
export function listLeads(client: LeadsheetCore, query?: T.QueryOf<"listLeads">, options?: RequestOptions): PageCall<T.Lead> {
    return pageCall<T.Lead>(client, { operation: "listLeads", method: "GET", path: "/v1/leads", query }, options);
}

/**
 * Count the leads that match the filters.
 * Scope: leads:read.
 */
export function countLeads(client: LeadsheetCore, query?: T.QueryOf<"countLeads">, options?: RequestOptions): ApiCall<T.LeadCount> {
    return jsonCall<T.LeadCount>(client, { operation: "countLeads", method: "GET", path: "/v1/leads/count", query }, options);
}

/**
 * Export leads as a file.
 * Streamed, all leads that match, in the order they were delivered. With `cursor` it starts after
 * that place: an interrupted export continues without repeats.
 * Scope: leads:read.
 */
export function exportLeads(client: LeadsheetCore, query?: T.QueryOf<"exportLeads">, options?: RequestOptions): ApiCall<ExportStream> {
    return streamCall(client, { operation: "exportLeads", method: "GET", path: "/v1/leads/export", query }, options);
}

/**
 * List the leads that were erased.
 * In the order of their erasure, for copies of the leads to follow. New ones appear only at the end:
 * `meta.resumeCursor`, kept until later, is the bookmark for what is new. Nothing here says who the
 * person was.
 * Scope: leads:read.
 */
export function listLeadErasures(client: LeadsheetCore, query?: T.QueryOf<"listLeadErasures">, options?: RequestOptions): PageCall<T.LeadErasure> {
    return pageCall<T.LeadErasure>(client, { operation: "listLeadErasures", method: "GET", path: "/v1/leads/erasures", query }, options);
}

/**
 * Erase a person.
 * Every lead of the account with this e-mail address or this LinkedIn profile, as `DELETE /v1/leads/{leadId}`
 * does with one. Case, scheme, country host and what follows the path of a profile do not matter.
 * Scope: leads:write.
 */
export function erasePerson(client: LeadsheetCore, body: T.Person, options?: RequestOptions): ApiCall<T.ErasedLeads> {
    return jsonCall<T.ErasedLeads>(client, { operation: "erasePerson", method: "POST", path: "/v1/leads/erasures", body }, options);
}

/**
 * Get a lead.
 * Scope: leads:read.
 */
export function getLead(client: LeadsheetCore, leadId: string, query?: T.QueryOf<"getLead">, options?: RequestOptions): ApiCall<T.Lead> {
    return jsonCall<T.Lead>(client, { operation: "getLead", method: "GET", path: `/v1/leads/${segment(leadId)}`, query }, options);
}

/**
 * Erase the person of a lead.
 * At once and for good, as data protection law asks. The lead keeps its id, place, order, `result`,
 * `country`, `hasEmail` and `hasPhone`, so that counts and bookmarks stay right; every other column
 * of the delivery is null, and `resultReason` is `erased`. A later delivery of the same person is a
 * duplicate, which is neither added nor charged.
 * Scope: leads:write.
 */
export function eraseLead(client: LeadsheetCore, leadId: string, options?: RequestOptions): ApiCall<void> {
    return jsonCall<void>(client, { operation: "eraseLead", method: "DELETE", path: `/v1/leads/${segment(leadId)}` }, options);
}

/**
 * Call the Model Context Protocol endpoint.
 * Stateless, JSON answers only; revision 2026-07-28 and the handshake of 2025-11-25 and older. Each
 * tool call runs as an ordinary request of the same key: same scopes, budgets and ownership. Tools
 * are listed by the key's scopes; listing them draws on the budget `lookups`. Admin keys are refused. GET and DELETE answer 405. Only pages and,
 * on a loopback address, host names that the server's operator allows reach it. A body that is not
 * JSON answers 400 with the JSON-RPC error -32700.
 */
export function callMcp(client: LeadsheetCore, body: T.JsonRpcRequest & { id: string | number }, options?: RequestOptions): ApiCall<T.JsonRpcResponse>;
export function callMcp(client: LeadsheetCore, body: T.JsonRpcRequest, options?: RequestOptions): ApiCall<T.JsonRpcResponse | undefined>;
export function callMcp(client: LeadsheetCore, body: T.JsonRpcRequest, options?: RequestOptions): ApiCall<T.JsonRpcResponse | undefined> {
    return jsonCall<T.JsonRpcResponse | undefined>(client, { operation: "callMcp", method: "POST", path: "/mcp", body }, options);
}

/**
 * List the account's orders.
 * Newest first. A page of very large orders ends before `limit`; `nextCursor` leads on.
 * Scope: orders:read.
 */
export function listOrders(client: LeadsheetCore, query?: T.QueryOf<"listOrders">, options?: RequestOptions): PageCall<T.Order> {
    return pageCall<T.Order>(client, { operation: "listOrders", method: "GET", path: "/v1/orders", query }, options);
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
export function createOrder(client: LeadsheetCore, body: T.OrderRequest, options?: RequestOptions): ApiCall<T.Order> {
    return jsonCall<T.Order>(client, { operation: "createOrder", method: "POST", path: "/v1/orders", body }, options);
}

/**
 * Get an order.
 * Scope: orders:read.
 */
export function getOrder(client: LeadsheetCore, orderNumber: string, options?: RequestOptions): ApiCall<T.Order> {
    return jsonCall<T.Order>(client, { operation: "getOrder", method: "GET", path: `/v1/orders/${segment(orderNumber)}` }, options);
}

/**
 * List an order's history.
 * Oldest first.
 * Scope: orders:read.
 */
export function listOrderEvents(client: LeadsheetCore, orderNumber: string, query?: T.QueryOf<"listOrderEvents">, options?: RequestOptions): PageCall<T.OrderEvent> {
    return pageCall<T.OrderEvent>(client, { operation: "listOrderEvents", method: "GET", path: `/v1/orders/${segment(orderNumber)}/events`, query }, options);
}

/**
 * Answer the service's question.
 * From info_requested to pending_review.
 * Scope: orders:write.
 */
export function replyToOrder(client: LeadsheetCore, orderNumber: string, body: T.OrderReply, options?: RequestOptions): ApiCall<T.Order> {
    return jsonCall<T.Order>(client, { operation: "replyToOrder", method: "POST", path: `/v1/orders/${segment(orderNumber)}/reply`, body }, options);
}

/**
 * Cancel an order.
 * From pending_review or info_requested to cancelled; the hold is released. Refused with
 * invalid_transition once a part of the leads was delivered: it is the account's for good, and charged,
 * so answer the question, or let the operator end the order.
 * Scope: orders:write.
 */
export function cancelOrder(client: LeadsheetCore, orderNumber: string, body?: T.OrderCancel, options?: RequestOptions): ApiCall<T.Order> {
    return jsonCall<T.Order>(client, { operation: "cancelOrder", method: "POST", path: `/v1/orders/${segment(orderNumber)}/cancel`, body }, options);
}

/**
 * Quote one order or a batch.
 * One body is answered with a quote, or refused as create would refuse it. A batch is answered in
 * place, item by item, with 200; it is refused as a whole only when `items` itself is wrong. As in
 * create, a field that is null is taken as absent, and a whole number may be sent as text.
 * Scope: orders:write.
 */
export function createQuote(client: LeadsheetCore, body: T.QuoteBatchRequest, options?: RequestOptions): ApiCall<T.QuoteBatch>;
export function createQuote(client: LeadsheetCore, body: T.WithoutKey<T.QuoteItem>, options?: RequestOptions): ApiCall<T.Quote>;
export function createQuote(client: LeadsheetCore, body: T.QuoteItem, options?: RequestOptions): ApiCall<T.Quote | T.ExistingOrder>;
export function createQuote(client: LeadsheetCore, body: T.QuoteRequest, options?: RequestOptions): ApiCall<T.QuoteResult>;
export function createQuote(client: LeadsheetCore, body: T.QuoteRequest, options?: RequestOptions): ApiCall<T.QuoteResult> {
    return jsonCall<T.QuoteResult>(client, { operation: "createQuote", method: "POST", path: "/v1/quotes", body }, options);
}

/**
 * Get a quote.
 * Scope: orders:read.
 */
export function getQuote(client: LeadsheetCore, quoteId: string, options?: RequestOptions): ApiCall<T.Quote> {
    return jsonCall<T.Quote>(client, { operation: "getQuote", method: "GET", path: `/v1/quotes/${segment(quoteId)}` }, options);
}

/** Get this document. */
export function getOpenApi(client: LeadsheetCore, options?: RequestOptions): ApiCall<T.OpenApiDocument> {
    return jsonCall<T.OpenApiDocument>(client, { operation: "getOpenApi", method: "GET", path: "/v1/openapi.json" }, options);
}

/** Get the changelog. */
export function getChangelog(client: LeadsheetCore, options?: RequestOptions): ApiCall<string> {
    return textCall(client, { operation: "getChangelog", method: "GET", path: "/v1/changelog" }, options);
}

/** Get the roadmap. */
export function getRoadmap(client: LeadsheetCore, options?: RequestOptions): ApiCall<string> {
    return textCall(client, { operation: "getRoadmap", method: "GET", path: "/v1/roadmap" }, options);
}

/** Tell whether the process answers. */
export function getHealth(client: LeadsheetCore, options?: RequestOptions): ApiCall<T.Health> {
    return jsonCall<T.Health>(client, { operation: "getHealth", method: "GET", path: "/healthz" }, options);
}

/**
 * Tell whether requests can be served.
 * 503 while starting, stopping, or without the store.
 */
export function getReadiness(client: LeadsheetCore, options?: RequestOptions): ApiCall<T.Readiness> {
    return jsonCall<T.Readiness>(client, { operation: "getReadiness", method: "GET", path: "/readyz" }, options);
}

/** Get metrics in the Prometheus text format. */
export function getMetrics(client: LeadsheetCore, options?: RequestOptions): ApiCall<string> {
    return textCall(client, { operation: "getMetrics", method: "GET", path: "/metrics" }, options);
}

/**
 * List webhooks.
 * Scope: webhooks:read.
 */
export function listWebhooks(client: LeadsheetCore, query?: T.QueryOf<"listWebhooks">, options?: RequestOptions): PageCall<T.Webhook> {
    return pageCall<T.Webhook>(client, { operation: "listWebhooks", method: "GET", path: "/v1/webhooks", query }, options);
}

/**
 * Create a webhook.
 * The answer shows the signing secret, this once. An account has at most 50 webhooks; one more is
 * refused with validation_failed.
 * Scope: webhooks:write.
 */
export function createWebhook(client: LeadsheetCore, body: T.WebhookCreate, options?: RequestOptions): ApiCall<T.CreatedWebhook> {
    return jsonCall<T.CreatedWebhook>(client, { operation: "createWebhook", method: "POST", path: "/v1/webhooks", body }, options);
}

/**
 * Get a webhook.
 * Scope: webhooks:read.
 */
export function getWebhook(client: LeadsheetCore, webhookId: string, options?: RequestOptions): ApiCall<T.Webhook> {
    return jsonCall<T.Webhook>(client, { operation: "getWebhook", method: "GET", path: `/v1/webhooks/${segment(webhookId)}` }, options);
}

/**
 * Change a webhook.
 * Scope: webhooks:write.
 */
export function updateWebhook(client: LeadsheetCore, webhookId: string, body: T.WebhookUpdate, options?: RequestOptions): ApiCall<T.Webhook> {
    return jsonCall<T.Webhook>(client, { operation: "updateWebhook", method: "PATCH", path: `/v1/webhooks/${segment(webhookId)}`, body }, options);
}

/**
 * Delete a webhook.
 * Messages that wait are dropped.
 * Scope: webhooks:write.
 */
export function deleteWebhook(client: LeadsheetCore, webhookId: string, options?: RequestOptions): ApiCall<void> {
    return jsonCall<void>(client, { operation: "deleteWebhook", method: "DELETE", path: `/v1/webhooks/${segment(webhookId)}` }, options);
}

/**
 * Send a test message.
 * Queues one `webhook.test` message, also to a disabled webhook.
 * Scope: webhooks:write.
 */
export function testWebhook(client: LeadsheetCore, webhookId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
    return jsonCall<T.WebhookDelivery>(client, { operation: "testWebhook", method: "POST", path: `/v1/webhooks/${segment(webhookId)}/test` }, options);
}

/**
 * Create a new signing secret.
 * For 24 hours messages carry signatures of both secrets. One that was replaced before stays good until its own 24 hours are over; with more than four, the oldest are dropped early.
 * Scope: webhooks:write.
 */
export function rotateWebhookSecret(client: LeadsheetCore, webhookId: string, options?: RequestOptions): ApiCall<T.WebhookSecret> {
    return jsonCall<T.WebhookSecret>(client, { operation: "rotateWebhookSecret", method: "POST", path: `/v1/webhooks/${segment(webhookId)}/rotate-secret` }, options);
}

/**
 * Send again what failed or was held back.
 * Queues every message since a moment that was not delivered; at most 30 days back. Enable a disabled webhook first.
 * Scope: webhooks:write.
 */
export function recoverWebhook(client: LeadsheetCore, webhookId: string, body: T.WebhookRecover, options?: RequestOptions): ApiCall<T.QueuedDeliveries> {
    return jsonCall<T.QueuedDeliveries>(client, { operation: "recoverWebhook", method: "POST", path: `/v1/webhooks/${segment(webhookId)}/recover`, body }, options);
}

/**
 * List the messages to a webhook.
 * Newest first.
 * Scope: webhooks:read.
 */
export function listWebhookDeliveries(client: LeadsheetCore, webhookId: string, query?: T.QueryOf<"listWebhookDeliveries">, options?: RequestOptions): PageCall<T.WebhookDelivery> {
    return pageCall<T.WebhookDelivery>(client, { operation: "listWebhookDeliveries", method: "GET", path: `/v1/webhooks/${segment(webhookId)}/deliveries`, query }, options);
}

/**
 * Get a delivery with its attempts and its body.
 * Scope: webhooks:read.
 */
export function getWebhookDelivery(client: LeadsheetCore, deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDeliveryDetail> {
    return jsonCall<T.WebhookDeliveryDetail>(client, { operation: "getWebhookDelivery", method: "GET", path: `/v1/webhook-deliveries/${segment(deliveryId)}` }, options);
}

/**
 * Send a message again.
 * The same message id and body, whatever its state. Enable a disabled webhook first.
 * Scope: webhooks:write.
 */
export function resendWebhookDelivery(client: LeadsheetCore, deliveryId: string, options?: RequestOptions): ApiCall<T.WebhookDelivery> {
    return jsonCall<T.WebhookDelivery>(client, { operation: "resendWebhookDelivery", method: "POST", path: `/v1/webhook-deliveries/${segment(deliveryId)}/resend` }, options);
}

/**
 * Push delivered leads to a webhook.
 * Scope: webhooks:write.
 */
export function deliverToWebhook(client: LeadsheetCore, body: T.WebhookDeliverRequest, options?: RequestOptions): ApiCall<T.WebhookDeliverResult> {
    return jsonCall<T.WebhookDeliverResult>(client, { operation: "deliverToWebhook", method: "POST", path: "/v1/webhook/deliver", body }, options);
}
