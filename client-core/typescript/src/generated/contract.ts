// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.

/** Of this package. */
export const packageVersion = "1.0.0";
/** Of the API document that it was made from. */
export const documentSha256 = "b7d77d97ff898f42f601f3f943138b81ac8d3118a21a0faceb0c458c26c2883a";

/** What `ApiError.code` may be; the service may add to it. */
export const errorCodes = [
    "bad_request",
    "malformed_json",
    "invalid_parameter",
    "unknown_field",
    "invalid_cursor",
    "idempotency_key_required",
    "idempotency_key_invalid",
    "missing_api_key",
    "invalid_api_key",
    "expired_api_key",
    "revoked_api_key",
    "insufficient_credit",
    "spend_cap_reached",
    "missing_scope",
    "wrong_key_type",
    "account_suspended",
    "not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "idempotency_in_progress",
    "equivalent_order",
    "invalid_transition",
    "version_conflict",
    "quote_expired",
    "price_changed",
    "duplicate_delivery",
    "endpoint_retired",
    "payload_too_large",
    "uri_too_long",
    "unsupported_media_type",
    "expectation_failed",
    "validation_failed",
    "lead_count_out_of_range",
    "unsupported_product",
    "idempotency_key_reused",
    "destination_blocked",
    "rate_limited",
    "header_too_large",
    "internal_error",
    "not_implemented",
    "upstream_error",
    "unavailable",
    "timeout",
    "http_version_not_supported",
] as const;

export const webhookEventTypes = [
    "order.created",
    "order.approved",
    "order.info_requested",
    "order.delivered",
    "order.rejected",
    "order.cancelled",
    "order.refunded",
    "order.failed",
    "leads.delivered",
    "lead.erased",
    "endpoint.disabled",
    "webhook.test",
] as const;
