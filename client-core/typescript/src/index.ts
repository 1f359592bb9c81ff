// SPDX-License-Identifier: Apache-2.0
export { Leadsheet } from "./generated/client.js";
export { documentSha256, errorCodes, packageVersion, webhookEventTypes } from "./generated/contract.js";
export * from "./generated/operations.js";
export type { Paths } from "./generated/paths.js";
export * from "./generated/resources.js";
export type * from "./generated/types.js";
export * from "./order_identity.js";
export type { AttemptLog, RateLimit, ResponseInfo } from "./runtime/attempt.js";
export { ApiCall, type PathOptions } from "./runtime/call.js";
export { LeadsheetCore } from "./runtime/core.js";
export * from "./runtime/errors.js";
export type { LeadsheetOptions, RequestHeaders, RequestOptions, RetryPolicy } from "./runtime/options.js";
export { type ListMeta, Page, PageCall } from "./runtime/page.js";
export type { RawBody } from "./runtime/request.js";
export { ExportStream } from "./runtime/stream.js";
export * from "./webhooks.js";
