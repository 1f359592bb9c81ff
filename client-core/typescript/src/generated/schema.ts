// SPDX-License-Identifier: Apache-2.0
// Generated from the API document by scripts/generate.mjs; do not edit.

export interface paths {
    "/v1/account/ledger": {
        parameters: {
        };
        get: operations["listLedgerEntries"];
    };
    "/v1/account/statistics": {
        parameters: {
        };
        get: operations["getAccountStatistics"];
    };
    "/v1/admin/accounts": {
        parameters: {
        };
        get: operations["listAccounts"];
        post: operations["createAccount"];
    };
    "/v1/admin/accounts/{accountId}/credit": {
        parameters: {
            path: {
                /** @description Identifier of the account. */
                accountId: components["parameters"]["AccountId"];
            };
        };
        post: operations["creditAccount"];
    };
    "/v1/admin/keys": {
        parameters: {
        };
        get: operations["listAdminKeys"];
        post: operations["createAdminKey"];
    };
    "/v1/admin/keys/{keyId}/rotate": {
        parameters: {
            path: {
                /** @description Identifier of the key. */
                keyId: components["parameters"]["KeyId"];
            };
        };
        post: operations["rotateAdminKey"];
    };
    "/v1/admin/suppressions": {
        parameters: {
        };
        get: operations["listSuppressions"];
        post: operations["createSuppression"];
    };
    "/v1/admin/orders": {
        parameters: {
        };
        get: operations["listAdminOrders"];
    };
    "/v1/admin/orders/{orderNumber}/events": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        get: operations["listAdminOrderEvents"];
    };
    "/v1/admin/orders/{orderNumber}/approve": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["approveOrder"];
    };
    "/v1/admin/orders/{orderNumber}/reject": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["rejectOrder"];
    };
    "/v1/admin/orders/{orderNumber}/request-info": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["requestOrderInfo"];
    };
    "/v1/admin/orders/{orderNumber}/deliver": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["deliverOrder"];
    };
    "/v1/admin/orders/{orderNumber}/fail": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["failOrder"];
    };
    "/v1/admin/orders/{orderNumber}/refund": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["refundOrder"];
    };
    "/v1/admin/orders/{orderNumber}/export": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        get: operations["exportOrderLeads"];
    };
    "/v1/admin/deliveries": {
        parameters: {
        };
        post: operations["ingestDelivery"];
    };
    "/v1/destinations": {
        parameters: {
        };
        get: operations["listDestinations"];
        post: operations["createDestination"];
    };
    "/v1/destinations/{destinationId}": {
        parameters: {
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        delete: operations["deleteDestination"];
        patch: operations["updateDestination"];
    };
    "/v1/destinations/{destinationId}/test": {
        parameters: {
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        post: operations["testDestination"];
    };
    "/v1/destinations/{destinationId}/push": {
        parameters: {
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        post: operations["pushToDestination"];
    };
    "/v1/destinations/{destinationId}/pushes": {
        parameters: {
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        get: operations["listDestinationPushes"];
    };
    "/v1/keys": {
        parameters: {
        };
        get: operations["listKeys"];
        post: operations["createKey"];
    };
    "/v1/keys/{keyId}/rotate": {
        parameters: {
            path: {
                /** @description Identifier of the key. */
                keyId: components["parameters"]["KeyId"];
            };
        };
        post: operations["rotateKey"];
    };
    "/v1/leads": {
        parameters: {
        };
        get: operations["listLeads"];
    };
    "/v1/leads/count": {
        parameters: {
        };
        get: operations["countLeads"];
    };
    "/v1/leads/export": {
        parameters: {
        };
        get: operations["exportLeads"];
    };
    "/v1/leads/erasures": {
        parameters: {
        };
        get: operations["listLeadErasures"];
        post: operations["erasePerson"];
    };
    "/v1/leads/{leadId}": {
        parameters: {
            path: {
                /** @description Identifier of the lead. */
                leadId: components["parameters"]["LeadId"];
            };
        };
        get: operations["getLead"];
    };
    "/mcp": {
        parameters: {
        };
        post: operations["callMcp"];
    };
    "/v1/orders": {
        parameters: {
        };
        get: operations["listOrders"];
        post: operations["createOrder"];
    };
    "/v1/orders/{orderNumber}/events": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        get: operations["listOrderEvents"];
    };
    "/v1/orders/{orderNumber}/reply": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["replyToOrder"];
    };
    "/v1/orders/{orderNumber}/cancel": {
        parameters: {
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        post: operations["cancelOrder"];
    };
    "/v1/quotes": {
        parameters: {
        };
        post: operations["createQuote"];
    };
    "/v1/webhooks": {
        parameters: {
        };
        get: operations["listWebhooks"];
        post: operations["createWebhook"];
    };
    "/v1/webhooks/{webhookId}": {
        parameters: {
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        delete: operations["deleteWebhook"];
        patch: operations["updateWebhook"];
    };
    "/v1/webhooks/{webhookId}/test": {
        parameters: {
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        post: operations["testWebhook"];
    };
    "/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        post: operations["rotateWebhookSecret"];
    };
    "/v1/webhooks/{webhookId}/recover": {
        parameters: {
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        post: operations["recoverWebhook"];
    };
    "/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        get: operations["listWebhookDeliveries"];
    };
    "/v1/webhook-deliveries/{deliveryId}/resend": {
        parameters: {
            path: {
                /** @description Identifier of the delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
        };
        post: operations["resendWebhookDelivery"];
    };
    "/v1/webhook/deliver": {
        parameters: {
        };
        post: operations["deliverToWebhook"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The order after the event. */
        OrderEventData: {
            /**
             * Format: int64
             * @description Place in the account's sequence of events; messages may arrive in another order.
             */
            seq: number;
            /** @description The order's version after the event. */
            version: components["schemas"]["Version"];
            /** @description The question or reason, where there is one. */
            message?: string | null;
            order: components["schemas"]["Order"];
        };
        /** @description A part of an order's leads. */
        LeadsDeliveredData: {
            /**
             * Format: int64
             * @description Place in the account's sequence of events.
             */
            seq: number;
            /** @description The order's version when the message was made: at delivery, or after steps that followed at once. */
            version: components["schemas"]["Version"];
            orderNumber: components["schemas"]["OrderNumber"];
            /**
             * Format: int64
             * @description Number of this message, from 1.
             */
            part: number;
            /**
             * Format: int64
             * @description Messages for this delivery.
             */
            parts: number;
            leads: components["schemas"]["Lead"][];
        };
        EndpointDisabledData: {
            /**
             * Format: int64
             * @description Place in the account's sequence of events.
             */
            seq: number;
            webhookId: components["schemas"]["Id"];
            /**
             * @description Why it was disabled.
             * @enum {string}
             */
            reason: "gone" | "failing";
        };
        /** @description Says nothing about the person. */
        LeadErasedData: {
            /**
             * Format: int64
             * @description Place in the account's sequence of events.
             */
            seq: number;
            leadId: components["schemas"]["Id"];
            /**
             * @description Why: `requested` by the account, or `suppressed` for everybody by the service.
             * @enum {string}
             */
            reason: "requested" | "suppressed";
            erasedAt: components["schemas"]["Timestamp"];
        };
        WebhookTestData: {
            /**
             * Format: int64
             * @description Place in the account's sequence of events.
             */
            seq: number;
            webhookId: components["schemas"]["Id"];
        };
        /** @description That of the request; null when it could not be read. */
        JsonRpcId: string | number | null;
        /** @description A JSON-RPC 2.0 request or notification of the Model Context Protocol. */
        JsonRpcRequest: {
            /**
             * @description Version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description Repeated in the answer; a notification has none. */
            id?: string | number;
            /** @description For example tools/call. */
            method: string;
            /** @description As the method has it. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description The result, or an error. */
        JsonRpcResponse: {
            /**
             * @description Version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
            id: components["schemas"]["JsonRpcId"];
            /** @description As the method has it. */
            result?: {
                [key: string]: unknown;
            };
            error?: components["schemas"]["JsonRpcError"];
        } & (unknown | unknown);
        JsonRpcError: {
            /**
             * Format: int64
             * @description JSON-RPC error code.
             */
            code: number;
            /** @description For people. */
            message: string;
            /** @description Further facts. */
            data?: {
                [key: string]: unknown;
            };
        };
        /** @description This document. */
        OpenApiDocument: {
            /**
             * @description Version of the OpenAPI specification.
             * @constant
             */
            openapi: "3.1.0";
            /** @description Title and version. */
            info: {
                [key: string]: unknown;
            };
            /** @description The operations. */
            paths: {
                [key: string]: unknown;
            };
        };
        Health: {
            /**
             * @description The process answers.
             * @constant
             */
            status: "ok";
        };
        Readiness: {
            /**
             * @description The store answers as well.
             * @constant
             */
            status: "ready";
        };
        /** @description CommonMark, UTF-8. */
        Markdown: string;
        /** @description Prometheus text exposition format. */
        MetricsText: string;
        /**
         * @description Decides the surface a key can act on.
         * @enum {string}
         */
        KeyType: "customer" | "admin";
        /**
         * @description Whether money and leads are real.
         * @enum {string}
         */
        Environment: "live" | "sandbox";
        /**
         * @description What is done about a request that has an equivalent order: warn names it, refuse answers 409
         *     `equivalent_order` unless it is acknowledged, off creates it without a word. Quotes name
         *     equivalent orders in any case.
         * @enum {string}
         */
        EquivalentOrderPolicy: "warn" | "refuse" | "off";
        /**
         * Format: int64
         * @description How old an order may be and still count as equivalent; 0 means orders of any age.
         */
        DuplicateWindowDays: number;
        /** @description The account's prepaid credit. */
        Balance: {
            /** @description What can be spent. */
            available: components["schemas"]["Money"];
            /** @description Set aside for orders that are not delivered yet. */
            held: components["schemas"]["Money"];
        };
        /** @description The key of this request. */
        CallingKey: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["KeyType"];
            /** @description Its label. */
            name: string;
            /** @description As granted; implied scopes are not listed. */
            scopes: components["schemas"]["Scope"][];
            /** @description The last four characters of the secret. */
            last4: string;
            /** @description When it stops working. */
            expiresAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description The daily (UTC) spend cap of the calling key. */
        SpendCap: {
            /** @description The cap. */
            daily: components["schemas"]["Money"];
            /** @description Held by this key today. */
            spentToday: components["schemas"]["Money"];
            resetsAt: components["schemas"]["Timestamp"];
        };
        /** @description A version of the Leadsheet program that this service recommends. */
        LatestClient: {
            /** @description Two to four numbers; 1.10 is newer than 1.9. */
            version: string;
            /**
             * Format: uri
             * @description Where it is to be had.
             */
            url?: string;
        };
        Account: {
            id: components["schemas"]["Id"];
            /** @description The account's name. */
            name: string;
            /**
             * @description The service's own id, made once with its database. Together with `id` it says which account this is,
             *     whatever address the service is reached at.
             */
            instanceId: components["schemas"]["Id"];
            environment: components["schemas"]["Environment"];
            balance: components["schemas"]["Balance"];
            duplicates: components["schemas"]["EquivalentOrderPolicy"];
            duplicateWindowDays: components["schemas"]["DuplicateWindowDays"];
            key: components["schemas"]["CallingKey"];
            /** @description Null when the key has none. */
            spendCap: components["schemas"]["SpendCap"] | null;
            /** @description Left out unless the operator names a version. Not part of what an account is; programs may ignore it. */
            latestClient?: components["schemas"]["LatestClient"];
            serverTime: components["schemas"]["Timestamp"];
        };
        /** @description Members that are absent stay as they are. */
        AccountUpdate: {
            duplicates?: components["schemas"]["EquivalentOrderPolicy"];
            duplicateWindowDays?: components["schemas"]["DuplicateWindowDays"];
        };
        RateLimitStatus: {
            /** @description Every budget of this key. */
            policies: {
                /** @description default, orders, lookups or burst. */
                name: string;
                /**
                 * Format: int64
                 * @description Requests a window.
                 */
                limit: number;
                /**
                 * Format: int64
                 * @description Requests left in this window.
                 */
                remaining: number;
                /**
                 * Format: int64
                 * @description Length of the window.
                 */
                windowSeconds: number;
                /**
                 * Format: int64
                 * @description Seconds to the end of the window, rounded up.
                 */
                resetSeconds: number;
            }[];
            serverTime: components["schemas"]["Timestamp"];
        };
        /** @description One movement of the account's money. */
        LedgerEntry: {
            id: components["schemas"]["Id"];
            /**
             * @description credit -> available; hold available -> held; capture out of held; release held -> available; refund -> available.
             * @enum {string}
             */
            type: "credit" | "hold" | "capture" | "release" | "refund";
            /** @description Always above zero; the type gives the direction. */
            amount: components["schemas"]["PositiveMoney"];
            /** @description After this movement. */
            balance: components["schemas"]["Balance"];
            /** @description The order it was for. */
            orderNumber: components["schemas"]["OrderNumber"] | null;
            /** @description For people. */
            reason: string | null;
            /** @description When it was asked for. Of requests that ran at the same time, the one that came first may be booked second. */
            at: components["schemas"]["Timestamp"];
        };
        LedgerPage: {
            data: components["schemas"]["LedgerEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The money that moved on one day. */
        DayStatistics: {
            /** @description The day, as YYYY-MM-DD. */
            day: string;
            /** @description Put on the account. */
            credited: components["schemas"]["Money"];
            /** @description Set aside for new orders. */
            ordered: components["schemas"]["Money"];
            /** @description Taken for what was delivered. */
            charged: components["schemas"]["Money"];
            /** @description Set aside and not needed. */
            released: components["schemas"]["Money"];
            /** @description Given back after it was charged. */
            refunded: components["schemas"]["Money"];
            /** @description Set aside when the day ended, or now. */
            held: components["schemas"]["Money"];
        };
        /** @description How many orders are in a state. */
        StatusCount: {
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: int64
             * @description Orders in it.
             */
            count: number;
        };
        /** @description How many leads have a verification result. */
        ResultCount: {
            result: components["schemas"]["LeadResult"];
            /**
             * Format: int64
             * @description Leads that have it.
             */
            count: number;
        };
        /** @description Sums over the account. */
        AccountStatistics: {
            /** @description The first day of the span, as YYYY-MM-DD. */
            firstDay: string;
            /**
             * Format: int64
             * @description Where the days begin.
             */
            utcOffsetMinutes: number;
            /** @description Taken for what was delivered, ever. */
            charged: components["schemas"]["Money"];
            /** @description Given back of that, ever. */
            refunded: components["schemas"]["Money"];
            /** @description Set aside when the first day began. */
            heldBefore: components["schemas"]["Money"];
            /** @description Days on which money moved; the oldest first. */
            days: components["schemas"]["DayStatistics"][];
            /** @description All orders by status; states without orders are left out. Null for a key without `orders:read`. */
            orders: components["schemas"]["StatusCount"][] | null;
            /**
             * Format: int64
             * @description All leads. Null for a key without `leads:read`.
             */
            leads: number | null;
            /** @description All leads by verification result. Null for a key without `leads:read`. */
            results: components["schemas"]["ResultCount"][] | null;
            serverTime: components["schemas"]["Timestamp"];
        };
        /** @description One member of an order. Bounds that do not apply to its kind are absent. */
        ProductField: {
            /** @description Name of the member. */
            name: string;
            /**
             * @description A list takes an array or a comma-separated string.
             * @enum {string}
             */
            kind: "text" | "list" | "integer" | "decimal" | "boolean" | "url" | "money" | "stringMap";
            /** @description Whether an order needs it. */
            required: boolean;
            /** @description Whether every product has it. */
            common: boolean;
            /** @description Short name for people. */
            title: string;
            /** @description For people. */
            description: string;
            /**
             * Format: int64
             * @description Fewest items.
             */
            minItems?: number;
            /**
             * Format: int64
             * @description Most items.
             */
            maxItems?: number;
            /**
             * Format: int64
             * @description Most characters of the text, or of one item.
             */
            maxLength?: number;
            /** @description Smallest value. */
            min?: number;
            /** @description Largest value. */
            max?: number;
            /**
             * Format: int64
             * @description Most decimal places.
             */
            scale?: number;
            /** @description The closed set of values. */
            allowed?: string[];
            /** @description Form of the text or of each item: domain, url or id. */
            format?: string;
        };
        PriceTier: {
            /**
             * Format: int64
             * @description Smallest order of this tier.
             */
            fromLeads: number;
            unitPriceMicros: components["schemas"]["UnitPriceMicros"];
        };
        Product: {
            id: components["schemas"]["ProductId"];
            /** @description Short name for people. */
            title: string;
            /** @description For people. */
            description: string;
            currency: components["schemas"]["Currency"];
            /**
             * Format: int64
             * @description Smallest order.
             */
            minLeadCount: number;
            /**
             * Format: int64
             * @description Largest order.
             */
            maxLeadCount: number;
            /** @description Own members first, then the common ones. */
            fields: components["schemas"]["ProductField"][];
            /** @description At least one of these members is needed; none when empty. */
            requiredAny: string[];
            /** @description The tier an order's leadCount reaches prices every lead of the order. */
            tiers: components["schemas"]["PriceTier"][];
            /** @description Added to the price of every lead when asked for. */
            surcharges: {
                requireEmailMicros: components["schemas"]["UnitPriceMicros"];
                requirePhoneMicros: components["schemas"]["UnitPriceMicros"];
            };
            /** @description JSON Schema (2020-12) of an order for this product, self-contained. */
            fieldsSchema: {
                [key: string]: unknown;
            };
        };
        ProductList: {
            data: components["schemas"]["Product"][];
        };
        /** @description An order with what fulfilment needs. */
        AdminOrder: components["schemas"]["Order"] & {
            accountId: components["schemas"]["Id"];
            /** @description The account's name. */
            accountName: string;
            /** @description The key that created it. */
            keyId: components["schemas"]["Id"];
            ingested: components["schemas"]["IngestCounts"];
        };
        AdminOrderPage: {
            data: components["schemas"]["AdminOrder"][];
            meta: components["schemas"]["PageMeta"];
        };
        ExpectedVersion: {
            /** @description The same as If-Match, in the body. */
            expectedVersion?: components["schemas"]["Version"];
        };
        OrderDelivery: {
            /**
             * @description Whether the order goes on: only what was ingested so far is charged and handed over.
             * @default false
             */
            part?: boolean;
            /** @description The same as If-Match, in the body. */
            expectedVersion?: components["schemas"]["Version"];
        };
        OrderReason: {
            /** @description Shown to the customer. */
            reason: string;
            /** @description The same as If-Match, in the body. */
            expectedVersion?: components["schemas"]["Version"];
        };
        OrderQuestion: {
            /** @description Shown to the customer. */
            question: string;
            /** @description The same as If-Match, in the body. */
            expectedVersion?: components["schemas"]["Version"];
        };
        /**
         * @description After delivery: the amount, at most what is captured and not yet refunded; all of that when
         *     absent. Before delivery everything is given back, and an amount is refused.
         */
        OrderRefund: {
            amount?: components["schemas"]["PositiveMoney"];
            /** @description Shown to the customer. */
            reason: string;
            /** @description The same as If-Match, in the body. */
            expectedVersion?: components["schemas"]["Version"];
        };
        /** @description What all ingest calls of the order came to. */
        IngestCounts: {
            /**
             * Format: int64
             * @description Leads accepted, delivered or staged.
             */
            accepted: number;
            /**
             * Format: int64
             * @description Of those, leads that are not delivered yet.
             */
            staged?: number;
            /**
             * Format: int64
             * @description Leads the account already owned, or the order already held.
             */
            duplicate: number;
            /**
             * Format: int64
             * @description Rows that are not leads, or not leads that the order asks for.
             */
            rejected: number;
            /** @description Whether the last part has arrived. */
            final: boolean;
        };
        /**
         * @description A part of an order's leads or all of them, atomic. `deliveryId` is unique within the order: the same call again
         *     answers the same and adds nothing.
         */
        IngestRequest: {
            orderNumber: components["schemas"]["OrderNumber"];
            deliveryId: components["schemas"]["DeliveryKey"];
            /**
             * @description Whether this is the last part.
             * @default false
             */
            final?: boolean;
            leads: components["schemas"]["IngestLead"][];
        };
        /** @description The caller's own name for this part. */
        DeliveryKey: string;
        /** @description A row that was not accepted. */
        IngestRow: {
            /**
             * Format: int64
             * @description Place in the call, from 0.
             */
            row: number;
            /**
             * @description The outcome.
             * @enum {string}
             */
            outcome: "duplicate" | "rejected";
            /** @description Pointers are relative to the row. In an answer with more than 50 000 errors the later rows name one error each. */
            errors: components["schemas"]["FieldError"][];
        };
        IngestResult: {
            orderNumber: components["schemas"]["OrderNumber"];
            deliveryId: components["schemas"]["DeliveryKey"];
            /**
             * Format: int64
             * @description Leads accepted by this call.
             */
            accepted: number;
            /**
             * Format: int64
             * @description Leads the account already owned, or the order already held.
             */
            duplicate: number;
            /**
             * Format: int64
             * @description Rows that are not leads, or not leads that the order asks for.
             */
            rejected: number;
            /**
             * Format: int64
             * @description Leads of the order that were delivered so far.
             */
            deliveredLeads: number;
            /**
             * Format: int64
             * @description Leads of the order that are not delivered yet, including these.
             */
            stagedLeads?: number;
            /** @description The rows that were not accepted. */
            rows: components["schemas"]["IngestRow"][];
        };
        AdminAccount: {
            id: components["schemas"]["Id"];
            /** @description The account's name. */
            name: string;
            environment: components["schemas"]["Environment"];
            /** @description Whether its keys are refused (403 account_suspended). */
            suspended: boolean;
            balance: components["schemas"]["Balance"];
            duplicates: components["schemas"]["EquivalentOrderPolicy"];
            duplicateWindowDays: components["schemas"]["DuplicateWindowDays"];
            createdAt: components["schemas"]["Timestamp"];
        };
        AdminAccountPage: {
            data: components["schemas"]["AdminAccount"][];
            meta: components["schemas"]["PageMeta"];
        };
        AdminAccountCreate: {
            /** @description The account's name. */
            name: string;
        };
        /** @description Members that are absent stay as they are. */
        AdminAccountUpdate: {
            /** @description The account's name. */
            name?: string;
            /** @description Whether its keys are refused. */
            suspended?: boolean;
            duplicates?: components["schemas"]["EquivalentOrderPolicy"];
            duplicateWindowDays?: components["schemas"]["DuplicateWindowDays"];
        };
        Credit: {
            amount: components["schemas"]["PositiveMoney"];
            /** @description Kept in the ledger. */
            reason: string;
        };
        /** @description That a person is suppressed for all accounts, or was. Says nothing about the person. */
        Suppression: {
            id: components["schemas"]["Id"];
            /** @description What the person was named by. */
            by: ("email" | "linkedinUrl")[];
            /**
             * Format: int64
             * @description Leads that were erased for it.
             */
            erasedLeads: number;
            createdAt: components["schemas"]["Timestamp"];
            /** @description The key that asked for it. */
            keyId: components["schemas"]["Id"];
            /** @description When it was lifted; null while it holds. */
            liftedAt: components["schemas"]["Timestamp"] | null;
            /** @description The key that lifted it. */
            liftedByKeyId: components["schemas"]["Id"] | null;
        };
        SuppressionPage: {
            data: components["schemas"]["Suppression"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Opaque identifier. */
        Id: string;
        /** @description `LS-` and ten Crockford base32 characters. */
        OrderNumber: string;
        /**
         * @description What the order asks for, in short: orders of one mark ask for the same people, however they were
         *     written. `m1-` and 32 hexadecimal digits; docs/adr describes how it is made.
         */
        OrderMark: string;
        /**
         * Format: date-time
         * @description RFC 3339. The service answers in UTC with milliseconds.
         */
        Timestamp: string;
        /**
         * Format: int64
         * @description Goes up by one with every change of the resource.
         */
        Version: number;
        EntityTag: string;
        /** @description An entity tag of a version, or `*` for any. */
        ExpectedTag: string;
        /** @description Opaque; made by the service. */
        Cursor: string;
        /** @description An idempotency key without quotes, 1 to 255 visible ASCII characters. */
        IdempotencyKey: string;
        /** @description A bare key, or a quoted one (structured field string). */
        IdempotencyKeyHeader: string;
        /** @description An amount of money. Never a fraction, never floating point. */
        Money: {
            /**
             * Format: int64
             * @description Minor units, cents for USD.
             */
            amount: number;
            currency: components["schemas"]["Currency"];
        };
        /** @description An amount of money above zero. */
        PositiveMoney: {
            /**
             * Format: int64
             * @description Minor units, cents for USD.
             */
            amount: number;
            currency: components["schemas"]["Currency"];
        };
        /**
         * Format: int64
         * @description Price of one lead in millionths of the currency's major unit; 80000 is 8 cents.
         */
        UnitPriceMicros: number;
        /** @description Up to 20 names of at most 40 characters with text values. */
        Metadata: {
            [key: string]: string;
        };
        PageMeta: {
            /** @description The cursor of the next page; null at the end. */
            nextCursor: components["schemas"]["Cursor"] | null;
            /** @description Whether there is more right now. */
            hasMore: boolean;
            /**
             * Format: int64
             * @description The page size in force.
             */
            limit: number;
        };
        /** @description What is wrong with one member of the body or one parameter. */
        FieldError: {
            /** @description JSON Pointer (RFC 6901) into the body; for a parameter, its name. */
            pointer: string;
            code: components["schemas"]["FieldErrorCode"];
            /** @description For people. */
            detail: string;
        };
        /** @description RFC 9457 problem. Branch on `code`. */
        Problem: {
            /**
             * Format: uri
             * @description `urn:leadsheet:error:` and the code.
             */
            type: string;
            /** @description What the code means; the same text for every occurrence. */
            title: string;
            /**
             * Format: int64
             * @description The HTTP status.
             */
            status: number;
            /** @description This occurrence, for people: place, reason, way out. */
            detail: string;
            /** @description The path of the request, without its query; `about:blank` where the request could not be read that far. */
            instance: string;
            code: components["schemas"]["ErrorCode"];
            /** @description The answer's `X-Request-Id`; of a replayed answer, that of the first one. */
            requestId: string;
            /** @description Whether the same request, with the same idempotency key, may be sent again. */
            retryable: boolean;
            /** @description Empty unless single members or parameters are at fault. */
            errors: components["schemas"]["FieldError"][];
            /** @description With `equivalent_order`: the orders to name in `acknowledgeDuplicateOf`, newest first. */
            equivalentOrders?: components["schemas"]["EquivalentOrder"][];
            moreEquivalentOrders?: components["schemas"]["MoreEquivalentOrders"];
        };
        /**
         * @description An outreach platform; more may be added, so expect values you do not know.
         * @enum {string}
         */
        OutreachPlatform: "instantly" | "smartlead" | "lemlist";
        /**
         * @description Where a lead the platform already knows is skipped; `send` sends it anyway.
         * @enum {string}
         */
        DuplicatePolicy: "skip_if_in_workspace" | "skip_if_in_campaign" | "skip_if_in_list" | "send";
        /** @description The platform's name for each lead column that is sent, each name once, and `email` for no column but the e-mail; the usual names when absent. */
        FieldMap: {
            [key: string]: string;
        };
        DestinationCreate: {
            platform: components["schemas"]["OutreachPlatform"];
            /** @description For people. */
            name?: string;
            /** @description The platform's API key; encrypted at rest and never shown again. */
            credential: string;
            /** @description Where leads go; needed before the first push. */
            campaignId?: string;
            fieldMap?: components["schemas"]["FieldMap"];
            /** @default skip_if_in_workspace */
            duplicatePolicy?: components["schemas"]["DuplicatePolicy"];
            /**
             * @description Only leads with one of these verification results.
             * @default [
             *       "good"
             *     ]
             */
            results?: components["schemas"]["LeadResult"][];
            /**
             * @description Whether orders with autoDeliver push their leads here.
             * @default true
             */
            autoDeliver?: boolean;
            /**
             * @description Whether anything is pushed.
             * @default true
             */
            enabled?: boolean;
        };
        /** @description Members that are absent stay as they are. */
        DestinationUpdate: {
            /** @description For people. */
            name?: string;
            /** @description The platform's API key. */
            credential?: string;
            /** @description Where leads go. */
            campaignId?: string;
            fieldMap?: components["schemas"]["FieldMap"];
            duplicatePolicy?: components["schemas"]["DuplicatePolicy"];
            results?: components["schemas"]["LeadResult"][];
            /** @description Whether orders with autoDeliver push their leads here. */
            autoDeliver?: boolean;
            /** @description Whether anything is pushed. */
            enabled?: boolean;
        };
        Destination: {
            id: components["schemas"]["Id"];
            platform: components["schemas"]["OutreachPlatform"];
            /** @description For people. */
            name: string;
            /** @description Where leads go. */
            campaignId: string | null;
            fieldMap: components["schemas"]["FieldMap"];
            duplicatePolicy: components["schemas"]["DuplicatePolicy"];
            results: components["schemas"]["LeadResult"][];
            /** @description Whether orders with autoDeliver push their leads here. */
            autoDeliver: boolean;
            /** @description Whether anything is pushed. */
            enabled: boolean;
            /** @description Leads by the state of their push. */
            pushes: {
                /** Format: int64 */
                pending: number;
                /** Format: int64 */
                sending: number;
                /** Format: int64 */
                accepted: number;
                /** Format: int64 */
                skippedDuplicate: number;
                /** Format: int64 */
                rejected: number;
                /** Format: int64 */
                unknown: number;
            };
            version: components["schemas"]["Version"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        DestinationPage: {
            data: components["schemas"]["Destination"][];
            meta: components["schemas"]["PageMeta"];
        };
        DestinationTest: {
            /** @description Push this lead as well. */
            leadId?: components["schemas"]["Id"];
        };
        DestinationTestResult: {
            /** @description Whether the platform accepted the credential. */
            ok: boolean;
            /** @description The platform's own words. */
            detail: string | null;
            /** @description The outcome of the lead. */
            push: components["schemas"]["Push"] | null;
        };
        Campaign: {
            /** @description The platform's identifier. */
            id: string;
            /** @description The platform's name for it. */
            name: string;
            /** @description The platform's word for its state. */
            state: string | null;
        };
        CampaignList: {
            data: components["schemas"]["Campaign"][];
        };
        /**
         * @description The leads of one order, or leads one by one. Leads the push ledger already knows as accepted are
         *     skipped.
         */
        PushRequest: {
            orderNumber?: components["schemas"]["OrderNumber"];
            leadIds?: components["schemas"]["Id"][];
        } & (unknown | unknown);
        PushResult: {
            /**
             * Format: int64
             * @description Leads queued.
             */
            queued: number;
            /**
             * Format: int64
             * @description Leads that had been pushed before.
             */
            alreadyPushed: number;
            /**
             * Format: int64
             * @description Leads left out: another verification result, or no e-mail.
             */
            filtered: number;
        };
        /**
         * @description unknown is sent again only where the platform skips duplicates.
         * @enum {string}
         */
        PushState: "pending" | "sending" | "accepted" | "skipped_duplicate" | "rejected" | "unknown";
        /** @description One lead on its way to one destination. */
        Push: {
            id: components["schemas"]["Id"];
            destinationId: components["schemas"]["Id"];
            leadId: components["schemas"]["Id"];
            orderNumber: components["schemas"]["OrderNumber"];
            state: components["schemas"]["PushState"];
            /** @description The platform's own words. */
            platformReason: string | null;
            /**
             * Format: int64
             * @description Attempts since it was queued.
             */
            attempts: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        PushPage: {
            data: components["schemas"]["Push"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A scope of either key type. */
        AnyScope: components["schemas"]["Scope"] | components["schemas"]["AdminScope"];
        /** @description For people. */
        KeyName: string;
        /** @description A key, without its secret. */
        Key: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["KeyType"];
            name: components["schemas"]["KeyName"];
            /** @description The public beginning of the secret. */
            prefix: string;
            /** @description The last four characters of the secret. */
            last4: string;
            /** @description As granted; implied scopes are not listed. */
            scopes: components["schemas"]["AnyScope"][];
            /** @description Most that is held a day (UTC). */
            dailySpendCap: components["schemas"]["PositiveMoney"] | null;
            /** @description The key this one replaced. */
            predecessorId: components["schemas"]["Id"] | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it stops working. */
            expiresAt: components["schemas"]["Timestamp"] | null;
            /** @description To the minute. */
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was revoked. */
            revokedAt: components["schemas"]["Timestamp"] | null;
        };
        KeySecret: {
            /** @description The key itself, shown once. */
            secret: string;
        };
        /** @description The key and, this once, its secret. */
        CreatedKey: components["schemas"]["Key"] & components["schemas"]["KeySecret"];
        KeyPage: {
            data: components["schemas"]["Key"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A key cannot grant what it lacks (403 `missing_scope`), nor create a key that outlives it (422). */
        KeyCreate: {
            name: components["schemas"]["KeyName"];
            scopes: components["schemas"]["Scope"][];
            /** @description Most that is held a day (UTC). */
            dailySpendCap?: components["schemas"]["PositiveMoney"];
            /** @description When it stops working, at the latest when the calling key does. When absent, it ends with the calling key, or never if that has no end. */
            expiresAt?: components["schemas"]["Timestamp"];
        };
        AdminKey: components["schemas"]["Key"] & components["schemas"]["AccountReference"];
        AccountReference: {
            accountId: components["schemas"]["Id"];
        };
        /** @description The key and, this once, its secret. */
        CreatedAdminKey: components["schemas"]["AdminKey"] & components["schemas"]["KeySecret"];
        AdminKeyPage: {
            data: components["schemas"]["AdminKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The scopes must be of the key's type. An admin key cannot outlive the one that creates it (422). */
        AdminKeyCreate: {
            accountId: components["schemas"]["Id"];
            type: components["schemas"]["KeyType"];
            name: components["schemas"]["KeyName"];
            scopes: components["schemas"]["AnyScope"][];
            /** @description Most that is held a day (UTC). */
            dailySpendCap?: components["schemas"]["PositiveMoney"];
            /** @description When it stops working; never when absent. */
            expiresAt?: components["schemas"]["Timestamp"];
        };
        /**
         * @description Verification result.
         * @enum {string}
         */
        LeadResult: "good" | "risky" | "unknown" | "invalid";
        LeadPage: {
            data: components["schemas"]["Lead"][];
            meta: components["schemas"]["LeadPageMeta"];
        };
        /** @description That a lead was erased. Says nothing about the person. */
        LeadErasure: {
            leadId: components["schemas"]["Id"];
            /**
             * @description Why: `requested` by the account, or `suppressed` for everybody by the service.
             * @enum {string}
             */
            reason: "requested" | "suppressed";
            erasedAt: components["schemas"]["Timestamp"];
            /** @description The key that asked for it. */
            keyId: components["schemas"]["Id"];
        };
        /** @description Somebody, by e-mail address, LinkedIn profile or both. */
        Person: {
            /** @description E-mail address. */
            email?: string;
            /** @description Address of the profile. */
            linkedinUrl?: string;
        };
        ErasedLeads: {
            /** @description Leads that were erased now. */
            leadIds: components["schemas"]["Id"][];
        };
        LeadErasurePage: {
            data: components["schemas"]["LeadErasure"][];
            meta: components["schemas"]["LeadPageMeta"];
        };
        LeadPageMeta: {
            /** @description The cursor of the next page; null at the end. */
            nextCursor: components["schemas"]["Cursor"] | null;
            /** @description Whether there is more right now. */
            hasMore: boolean;
            /**
             * Format: int64
             * @description The page size in force.
             */
            limit: number;
            /**
             * @description Where this page ends, also on the last page. Keep it and pass it as `cursor` later: the list
             *     goes on with the leads delivered since.
             */
            resumeCursor: components["schemas"]["Cursor"];
        };
        LeadCount: {
            /**
             * Format: int64
             * @description Leads that match the filters.
             */
            count: number;
        };
        /**
         * @description create -> pending_review; approve -> in_progress; request info -> info_requested; reply ->
         *     pending_review; deliver -> delivered; cancelled, rejected, failed and refunded are final.
         * @enum {string}
         */
        OrderStatus: "pending_review" | "in_progress" | "info_requested" | "delivered" | "cancelled" | "rejected" | "failed" | "refunded";
        /**
         * @description Where the order's money is; a separate axis.
         * @enum {string}
         */
        PaymentStatus: "held" | "captured" | "partially_refunded" | "refunded" | "released";
        /**
         * @description An order for one of the products. A list takes a comma-separated string or an array. A member
         *     of another product, or an unknown one, is refused.
         */
        OrderRequest: components["schemas"]["FiltersOrder"] | components["schemas"]["SearchUrlOrder"] | components["schemas"]["CompanyDomainsOrder"] | components["schemas"]["LocalBusinessOrder"] | components["schemas"]["LookalikesOrder"];
        /**
         * @description An order of the account that asks for the same as a request, and is not cancelled, rejected,
         *     failed or refunded in full, nor older than the account's `duplicateWindowDays`.
         */
        EquivalentOrder: {
            orderNumber: components["schemas"]["OrderNumber"];
            createdAt: components["schemas"]["Timestamp"];
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number;
            /** @description What was held at its creation. */
            total: components["schemas"]["Money"];
            /**
             * @description same: the same people and number of leads; other_count: the same people, another number;
             *     same_reference: the same `externalRef`; similar: the same but for synonyms such as US and
             *     United States, which is never refused.
             * @enum {string}
             */
            match: "same" | "other_count" | "same_reference" | "similar";
            /** @description The last four characters of the key that created it. */
            keyLast4: string;
        };
        /**
         * Format: int64
         * @description How many more there are, counted up to 100.
         */
        MoreEquivalentOrders: number;
        /**
         * @description What to do when the account has an equivalent order: warn creates this one and names it; refuse
         *     answers 409 `equivalent_order`. The stricter one of this and the account's `duplicates` holds.
         *     Not part of the order.
         * @enum {string}
         */
        DuplicateGuard: "warn" | "refuse";
        /**
         * @description Numbers of equivalent orders that are known and should not stop this one, which passes when the list names
         *     every one there is at that moment (the newest 100 if there are more). Not part of the order.
         */
        AcknowledgedOrders: components["schemas"]["OrderNumber"][];
        /** @description What every order answer has; the rest of the record follows. */
        OrderCore: {
            order_number: components["schemas"]["OrderNumber"];
            status: components["schemas"]["OrderStatus"];
        };
        /** @description An order of the calling account. */
        Order: components["schemas"]["OrderCore"] & components["schemas"]["OrderRecord"];
        OrderRecord: {
            paymentStatus: components["schemas"]["PaymentStatus"];
            scrapingOption: components["schemas"]["ProductId"];
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number;
            request: components["schemas"]["OrderedRequest"];
            mark: components["schemas"]["OrderMark"];
            /** @description What was held at creation and is charged at most. */
            price: components["schemas"]["Money"];
            unitPriceMicros: components["schemas"]["UnitPriceMicros"];
            /** @description What was charged at delivery. */
            captured: components["schemas"]["Money"];
            /** @description What was given back of it. */
            refunded: components["schemas"]["Money"];
            /**
             * Format: int64
             * @description Leads handed over and charged so far.
             */
            deliveredLeads: number;
            /** @description The quote that locked the price. */
            quoteId: components["schemas"]["Id"] | null;
            /** @description The caller's own name for the order. */
            externalRef: string | null;
            /** @description The key that bought this order. */
            idempotencyKey: components["schemas"]["IdempotencyKey"];
            /** @description Whether delivery pushes the leads to webhooks and destinations. */
            autoDeliver: boolean;
            /** @description What the service asked last; answer it while the state is info_requested. */
            question: string | null;
            version: components["schemas"]["Version"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description When it was delivered; stays after a refund. */
            deliveredAt: components["schemas"]["Timestamp"] | null;
            /**
             * @description Only in the answer that created the order, where `warn` holds and there are some: strict
             *     matches before `similar`, newest first.
             */
            equivalentOrders?: components["schemas"]["EquivalentOrder"][];
            /** @description Beside `equivalentOrders`: how many more there are, counted up to 100. */
            moreEquivalentOrders?: components["schemas"]["MoreEquivalentOrders"];
        };
        /**
         * @description The order as it was understood: `scrapingOption`, `leadCount` and every member given, lists as
         *     arrays of trimmed strings; without `quoteId`, `maxPrice`, `duplicates` and `acknowledgeDuplicateOf`.
         *     Beside each list stands the same as comma-separated text, `industriesText` beside `industries`; it is
         *     null when an item contains a comma. Sent back with its list it is left out; alone it is refused.
         */
        OrderedRequest: {
            scrapingOption: components["schemas"]["ProductId"];
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number;
        } & {
            [key: string]: unknown | (string | null);
        };
        OrderPage: {
            data: components["schemas"]["Order"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The order events of webhooks, and three that stay in the order's history. There may be more one day; ignore those you do not know.
         * @enum {string}
         */
        OrderEventType: "order.created" | "order.approved" | "order.info_requested" | "order.replied" | "order.ingested" | "order.part_delivered" | "order.delivered" | "order.rejected" | "order.cancelled" | "order.refunded" | "order.failed";
        /** @description One entry of an order's append-only history. */
        OrderEvent: {
            /**
             * Format: int64
             * @description 1, 2, ... within the order.
             */
            seq: number;
            type: components["schemas"]["OrderEventType"];
            /** @description Never earlier than that of the event before. */
            at: components["schemas"]["Timestamp"];
            /**
             * @description Who acted.
             * @enum {string}
             */
            actor: "customer" | "admin" | "system";
            /** @description The order's state after the event. */
            status: components["schemas"]["OrderStatus"];
            /** @description The order's version after the event. */
            version: components["schemas"]["Version"];
            /** @description The question, reply or reason, where there is one. */
            message: string | null;
            /** @description Further facts, for example the amount of a refund. */
            data: {
                [key: string]: unknown;
            };
        };
        OrderEventPage: {
            data: components["schemas"]["OrderEvent"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The customer's answer to the service's question. */
        OrderReply: {
            /** @description The answer. */
            message: string;
            /** @description The same as If-Match, in the body. */
            expectedVersion?: components["schemas"]["Version"];
        };
        OrderCancel: {
            /** @description Kept in the order's history. */
            reason?: string;
            /** @description The same as If-Match, in the body. */
            expectedVersion?: components["schemas"]["Version"];
        };
        /**
         * @description What would be ordered, without `quoteId`, `maxPrice`, `duplicates` and `acknowledgeDuplicateOf`. With `idempotencyKey` the answer is the
         *     order that this key already bought, if there is one.
         */
        QuoteItem: components["schemas"]["FiltersQuoteItem"] | components["schemas"]["SearchUrlQuoteItem"] | components["schemas"]["CompanyDomainsQuoteItem"] | components["schemas"]["LocalBusinessQuoteItem"] | components["schemas"]["LookalikesQuoteItem"];
        QuoteBatchRequest: {
            /**
             * @description Each is judged on its own: one that does not fit is answered in its place with a problem and
             *     stops nothing else.
             */
            items: components["schemas"]["QuoteItem"][];
        };
        /** @description One order, or a batch. */
        QuoteRequest: components["schemas"]["QuoteItem"] | components["schemas"]["QuoteBatchRequest"];
        /** @description A price that holds until `expiresAt` for exactly this order. */
        Quote: {
            id: components["schemas"]["Id"];
            scrapingOption: components["schemas"]["ProductId"];
            /**
             * Format: int64
             * @description Number of leads quoted.
             */
            leadCount: number;
            request: components["schemas"]["OrderedRequest"];
            /** @description Price of one lead, surcharges included. */
            unitPriceMicros: components["schemas"]["UnitPriceMicros"];
            /** @description unitPriceMicros x leadCount, rounded half up once. */
            total: components["schemas"]["Money"];
            /** @description The key the quote is bound to. */
            idempotencyKey: components["schemas"]["IdempotencyKey"] | null;
            /** @description The order that used this quote. */
            orderNumber: components["schemas"]["OrderNumber"] | null;
            /**
             * @description Orders of the account that ask for the same, as of this answer: strict matches before
             *     `similar`, newest first, whatever the account's `duplicates` says. Empty with
             *     `excludeOwned`.
             */
            equivalentOrders: components["schemas"]["EquivalentOrder"][];
            moreEquivalentOrders: components["schemas"]["MoreEquivalentOrders"];
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description The idempotency key already bought this order; nothing is quoted. */
        ExistingOrder: {
            existingOrder: components["schemas"]["Order"];
        };
        /**
         * @description Why an item cannot be ordered: exactly what create would answer. The pointers are relative to
         *     the item's own body.
         */
        QuoteRefusal: {
            code: components["schemas"]["ErrorCode"];
            /**
             * Format: int64
             * @description The status create would answer with.
             */
            status: number;
            /** @description What the code means. */
            title: string;
            /** @description This occurrence, for people. */
            detail: string;
            /** @description Whether the same item may be sent again. */
            retryable: boolean;
            errors: components["schemas"]["FieldError"][];
        };
        /** @description Has `index` and exactly one of `quote`, `existingOrder` and `problem`. */
        QuoteItemResult: {
            /**
             * Format: int64
             * @description Place of the item in the request, from 0.
             */
            index: number;
            quote?: components["schemas"]["Quote"];
            existingOrder?: components["schemas"]["Order"];
            problem?: components["schemas"]["QuoteRefusal"];
        } & (unknown | unknown | unknown);
        /** @description One result for each item, in the order of the request. */
        QuoteBatch: {
            items: components["schemas"]["QuoteItemResult"][];
            summary: {
                /**
                 * Format: int64
                 * @description Items with a quote.
                 */
                quoted: number;
                /**
                 * Format: int64
                 * @description Items already ordered.
                 */
                existing: number;
                /**
                 * Format: int64
                 * @description Items with a problem.
                 */
                refused: number;
                /**
                 * Format: int64
                 * @description Leads of the quoted items.
                 */
                leadCount: number;
                /** @description Sum of the quoted items. */
                total: components["schemas"]["Money"];
            };
        };
        /** @description A batch for a batch; for one body a quote, or the order its key already bought. */
        QuoteResult: components["schemas"]["Quote"] | components["schemas"]["ExistingOrder"] | components["schemas"]["QuoteBatch"];
        /** @description RFC 4180 with a header row, UTF-8. */
        CsvText: string;
        /** @description One JSON object per line, UTF-8. */
        NdjsonText: string;
        /**
         * Format: uri
         * @description http or https (https unless the server is told otherwise), without user info. Addresses inside
         *     private networks answer 422 `destination_blocked`.
         */
        WebhookUrl: string;
        WebhookCreate: {
            url: components["schemas"]["WebhookUrl"];
            /** @description For people. */
            name?: string;
            /** @description Kinds of messages to send; all of them when absent. */
            events?: components["schemas"]["WebhookEventType"][];
            /**
             * @description Whether messages are sent.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description Whether orders with autoDeliver push their leads here.
             * @default true
             */
            autoDeliver?: boolean;
        };
        /** @description Members that are absent stay as they are. */
        WebhookUpdate: {
            url?: components["schemas"]["WebhookUrl"];
            /** @description For people. */
            name?: string;
            events?: components["schemas"]["WebhookEventType"][];
            /** @description Switching on a disabled webhook starts with new messages; recover sends the stored ones. */
            enabled?: boolean;
            /** @description Whether orders with autoDeliver push their leads here. */
            autoDeliver?: boolean;
        };
        Webhook: {
            id: components["schemas"]["Id"];
            url: components["schemas"]["WebhookUrl"];
            /** @description For people. */
            name: string;
            events: components["schemas"]["WebhookEventType"][];
            /** @description Whether messages are sent. */
            enabled: boolean;
            /** @description Whether orders with autoDeliver push their leads here. */
            autoDeliver: boolean;
            /**
             * @description Why it is disabled.
             * @enum {string|null}
             */
            disabledReason: "owner" | "gone" | "failing" | null;
            health: components["schemas"]["WebhookHealth"];
            version: components["schemas"]["Version"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        WebhookHealth: {
            /**
             * Format: int64
             * @description Messages waiting for an attempt.
             */
            pending: number;
            /**
             * Format: int64
             * @description Messages held back since the webhook was disabled; they stay so until they are recovered.
             */
            held: number;
            /**
             * Format: int64
             * @description Messages delivered in the last 24 hours.
             */
            delivered24h: number;
            /**
             * Format: int64
             * @description Attempts that failed in the last 24 hours.
             */
            failed24h: number;
            /** @description When a message was last delivered. */
            lastSuccessAt: components["schemas"]["Timestamp"] | null;
            /** @description When an attempt last failed. */
            lastFailureAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description A signing secret (Standard Webhooks), shown once. */
        WebhookSecret: {
            /** @description `whsec_` and base64. */
            secret: string;
            /** @description Until then messages carry a signature of the old secret as well. */
            previousSecretValidUntil: components["schemas"]["Timestamp"] | null;
        };
        /** @description The webhook and, this once, its secret. */
        CreatedWebhook: components["schemas"]["Webhook"] & components["schemas"]["WebhookSecret"];
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            meta: components["schemas"]["PageMeta"];
        };
        WebhookRecover: {
            /** @description At most 30 days ago. */
            since: components["schemas"]["Timestamp"];
        };
        /** @description How much was queued. */
        QueuedDeliveries: {
            /**
             * Format: int64
             * @description Messages queued.
             */
            queued: number;
        };
        /**
         * @description State of one message to one webhook.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "failed" | "held";
        /** @description One message to one webhook. */
        WebhookDelivery: {
            id: components["schemas"]["Id"];
            /** @description Sent as webhook-id; the same over all attempts. */
            messageId: components["schemas"]["Id"];
            webhookId: components["schemas"]["Id"];
            eventType: components["schemas"]["WebhookEventType"];
            state: components["schemas"]["DeliveryState"];
            /** @description The order it is about. */
            orderNumber: components["schemas"]["OrderNumber"] | null;
            /**
             * Format: int64
             * @description Attempts so far.
             */
            attempts: number;
            /** @description When the next attempt is due. */
            nextAttemptAt: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description Status of the last answer.
             */
            lastStatus: number | null;
            /** @description Why the last attempt failed. */
            lastError: string | null;
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it was delivered. */
            deliveredAt: components["schemas"]["Timestamp"] | null;
        };
        WebhookAttempt: {
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Status of the answer.
             */
            status: number | null;
            /**
             * Format: int64
             * @description How long it took.
             */
            durationMs: number;
            /** @description Why it failed. */
            error: string | null;
            /** @description The beginning of the answer. */
            responseBody: string | null;
        };
        /** @description A delivery with what was sent and what came back. */
        WebhookDeliveryDetail: components["schemas"]["WebhookDelivery"] & {
            /** @description Headers of the last attempt. */
            requestHeaders: {
                [key: string]: string;
            };
            /** @description The body as it is sent. */
            requestBody: string;
            /** @description Every attempt. */
            attemptLog: components["schemas"]["WebhookAttempt"][];
        } & {
            /**
             * @description True where `requestBody` is empty because it holds leads and the key lacks `leads:read`, or an order and the key lacks `orders:read`; absent otherwise.
             * @constant
             */
            requestBodyMasked?: true;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Pushes delivered leads to the caller's webhook: those of one order, or all that were delivered
         *     after a moment. Exactly one of `orderNumber` and `deliveredAfter`.
         */
        WebhookDeliverRequest: {
            webhookId: components["schemas"]["Id"];
            orderNumber?: components["schemas"]["OrderNumber"];
            deliveredAfter?: components["schemas"]["Timestamp"];
            /** @description Only leads with this verification result. */
            result?: components["schemas"]["LeadResult"];
        } & (unknown | unknown);
        WebhookDeliverResult: {
            /**
             * Format: int64
             * @description Leads that are sent.
             */
            leads: number;
            /**
             * Format: int64
             * @description Messages queued by now. With `deliveredAfter` and more than 10,000 leads it is 0: they are queued one
             *     order after the other, so that other messages need not wait.
             */
            queued: number;
        };
        /**
         * @description Stable; new codes may be added.
         * @enum {string}
         */
        ErrorCode: "bad_request" | "malformed_json" | "invalid_parameter" | "unknown_field" | "invalid_cursor" | "idempotency_key_required" | "idempotency_key_invalid" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "revoked_api_key" | "insufficient_credit" | "spend_cap_reached" | "missing_scope" | "wrong_key_type" | "account_suspended" | "not_found" | "route_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_in_progress" | "equivalent_order" | "invalid_transition" | "version_conflict" | "quote_expired" | "price_changed" | "duplicate_delivery" | "endpoint_retired" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "expectation_failed" | "validation_failed" | "lead_count_out_of_range" | "unsupported_product" | "idempotency_key_reused" | "destination_blocked" | "rate_limited" | "header_too_large" | "internal_error" | "not_implemented" | "upstream_error" | "unavailable" | "timeout" | "http_version_not_supported";
        /**
         * @description What is wrong with one member; new codes may be added.
         * @enum {string}
         */
        FieldErrorCode: "required" | "unknown_member" | "duplicate_member" | "field_of_other_product" | "unsupported_product" | "wrong_type" | "out_of_range" | "too_precise" | "blank" | "too_long" | "too_few_items" | "too_many_items" | "not_allowed" | "invalid_format" | "invalid_characters" | "invalid_name" | "conflict" | "duplicate" | "not_found";
        /**
         * @description What a customer key may do; new scopes may be added.
         * @enum {string}
         */
        Scope: "account:read" | "account:write" | "orders:read" | "orders:write" | "leads:read" | "leads:write" | "webhooks:read" | "webhooks:write" | "destinations:read" | "destinations:write" | "keys:write";
        /**
         * @description What an admin key may do; new scopes may be added.
         * @enum {string}
         */
        AdminScope: "admin:orders" | "admin:deliveries" | "admin:refunds" | "admin:export" | "admin:accounts";
        /**
         * @description Selects the product.
         * @enum {string}
         */
        ProductId: "filters" | "search_url" | "company_domains" | "local_business" | "lookalikes";
        /**
         * @description ISO 4217.
         * @enum {string}
         */
        Currency: "USD";
        /**
         * @description A selectable column of a lead.
         * @enum {string}
         */
        LeadField: "id" | "orderNumber" | "product" | "deliveredAt" | "result" | "resultReason" | "hasEmail" | "hasPhone" | "firstName" | "lastName" | "fullName" | "jobTitle" | "seniority" | "department" | "email" | "emailType" | "phone" | "phoneType" | "linkedinUrl" | "companyName" | "companyDomain" | "companyLinkedinUrl" | "industry" | "companySize" | "companyRevenue" | "foundedYear" | "technologies" | "street" | "city" | "region" | "postalCode" | "country" | "timezone" | "rating" | "reviewCount" | "externalRef";
        /** @description A lead, with the columns that were asked for. */
        Lead: {
            /** @description Identifier of the lead. */
            id?: components["schemas"]["Id"];
            /** @description Order the lead was delivered for. */
            orderNumber?: components["schemas"]["OrderNumber"];
            /** @description Product of that order. */
            product?: components["schemas"]["ProductId"];
            /** @description When the lead was delivered. */
            deliveredAt?: components["schemas"]["Timestamp"];
            /** @description Verification result: good, risky, unknown or invalid. */
            result?: components["schemas"]["LeadResult"];
            /** @description Why the verification came to its result; `erased`, which no delivery may bring, when the person was erased. */
            resultReason?: string | null;
            /** @description Whether an e-mail address is present. */
            hasEmail?: boolean;
            /** @description Whether a phone number is present. */
            hasPhone?: boolean;
            /** @description First name. */
            firstName?: string | null;
            /** @description Last name. */
            lastName?: string | null;
            /** @description Name as it is written out. */
            fullName?: string | null;
            /** @description Job title. */
            jobTitle?: string | null;
            /** @description Seniority level. */
            seniority?: string | null;
            /** @description Department. */
            department?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /** @description Kind of e-mail address: work, personal or role. */
            emailType?: string | null;
            /** @description Phone number, E.164 where known. */
            phone?: string | null;
            /** @description Kind of phone number: direct, mobile, office or other. */
            phoneType?: string | null;
            /** @description LinkedIn profile of the person. */
            linkedinUrl?: string | null;
            /** @description Company name. */
            companyName?: string | null;
            /** @description Company web domain. */
            companyDomain?: string | null;
            /** @description LinkedIn page of the company. */
            companyLinkedinUrl?: string | null;
            /** @description Industry. */
            industry?: string | null;
            /** @description Size band of the company by employees. */
            companySize?: string | null;
            /** @description Revenue band of the company. */
            companyRevenue?: string | null;
            /**
             * Format: int64
             * @description Year the company was founded.
             */
            foundedYear?: number | null;
            /** @description Technologies the company uses. */
            technologies?: string[] | null;
            /** @description Street and number. */
            street?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description State, province or region. */
            region?: string | null;
            /** @description Postal code, leading zeros kept. */
            postalCode?: string | null;
            /** @description Country, ISO 3166-1 alpha-2. */
            country?: string | null;
            /** @description IANA time zone. */
            timezone?: string | null;
            /** @description Public rating of a local business, 0 to 5. */
            rating?: number | null;
            /**
             * Format: int64
             * @description Number of public reviews of a local business.
             */
            reviewCount?: number | null;
            /** @description externalRef of the order. */
            externalRef?: string | null;
        };
        /** @description A lead to ingest: it names a person or a company, and its texts have at most 120,000 bytes together. `result` is unknown when absent. */
        IngestLead: {
            /**
             * @description Verification result: good, risky, unknown or invalid.
             * @enum {string|null}
             */
            result?: "good" | "risky" | "unknown" | "invalid" | "" | null;
            /** @description Why the verification came to its result; `erased`, which no delivery may bring, when the person was erased. */
            resultReason?: string | null;
            /** @description First name. */
            firstName?: string | null;
            /** @description Last name. */
            lastName?: string | null;
            /** @description Name as it is written out. */
            fullName?: string | null;
            /** @description Job title. */
            jobTitle?: string | null;
            /** @description Seniority level. */
            seniority?: string | null;
            /** @description Department. */
            department?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /**
             * @description Kind of e-mail address: work, personal or role.
             * @enum {string|null}
             */
            emailType?: "work" | "personal" | "role" | "" | null;
            /** @description Phone number, E.164 where known. */
            phone?: string | null;
            /**
             * @description Kind of phone number: direct, mobile, office or other.
             * @enum {string|null}
             */
            phoneType?: "direct" | "mobile" | "office" | "other" | "" | null;
            /** @description LinkedIn profile of the person. */
            linkedinUrl?: string | null;
            /** @description Company name. */
            companyName?: string | null;
            /** @description Company web domain. */
            companyDomain?: string | null;
            /** @description LinkedIn page of the company. */
            companyLinkedinUrl?: string | null;
            /** @description Industry. */
            industry?: string | null;
            /** @description Size band of the company by employees. */
            companySize?: string | null;
            /** @description Revenue band of the company. */
            companyRevenue?: string | null;
            /**
             * Format: int64
             * @description Year the company was founded.
             */
            foundedYear?: number | null;
            /** @description Technologies the company uses. */
            technologies?: string[] | null;
            /** @description Street and number. */
            street?: string | null;
            /** @description City. */
            city?: string | null;
            /** @description State, province or region. */
            region?: string | null;
            /** @description Postal code, leading zeros kept. */
            postalCode?: string | null;
            /** @description Country, ISO 3166-1 alpha-2. */
            country?: string | null;
            /** @description IANA time zone. */
            timezone?: string | null;
            /** @description Public rating of a local business, 0 to 5. */
            rating?: number | null;
            /**
             * Format: int64
             * @description Number of public reviews of a local business.
             */
            reviewCount?: number | null;
        };
        /**
         * @description Kind of a message. There may be more: ignore those you do not know.
         * @enum {string}
         */
        WebhookEventType: "order.created" | "order.approved" | "order.info_requested" | "order.delivered" | "order.rejected" | "order.cancelled" | "order.refunded" | "order.failed" | "leads.delivered" | "lead.erased" | "endpoint.disabled" | "webhook.test";
        /**
         * Filters
         * @description People at companies described by industry, title, place, size and technology.
         */
        FiltersOrder: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "filters";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Industries of the company. */
            industries?: string[] | string | null;
            /** @description Job titles of the person. */
            jobTitles?: string[] | string | null;
            /** @description Countries, regions or cities. A place with a comma in its name needs the array form. */
            locations?: string[] | string | null;
            /** @description Seniority levels of the person. */
            seniorities?: ("owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern")[] | string | null;
            /** @description Departments of the person. */
            departments?: ("executive" | "engineering" | "information_technology" | "product" | "design" | "marketing" | "sales" | "customer_success" | "operations" | "finance" | "human_resources" | "legal" | "purchasing" | "research" | "education" | "medical")[] | string | null;
            /** @description Size bands by number of employees. */
            companySizes?: ("1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+")[] | string | null;
            /** @description Technologies the company uses. */
            technologies?: string[] | string | null;
            /** @description Words in the company's description. */
            keywords?: string[] | string | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description Quote whose price is locked for this order. */
            quoteId?: string;
            /** @description Refuse the order if its price is above this. */
            maxPrice?: components["schemas"]["Money"];
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            duplicates?: components["schemas"]["DuplicateGuard"];
            acknowledgeDuplicateOf?: components["schemas"]["AcknowledgedOrders"];
            /** @description industries once more, as in answers; left out. */
            readonly industriesText?: string | null;
            /** @description jobTitles once more, as in answers; left out. */
            readonly jobTitlesText?: string | null;
            /** @description locations once more, as in answers; left out. */
            readonly locationsText?: string | null;
            /** @description seniorities once more, as in answers; left out. */
            readonly senioritiesText?: string | null;
            /** @description departments once more, as in answers; left out. */
            readonly departmentsText?: string | null;
            /** @description companySizes once more, as in answers; left out. */
            readonly companySizesText?: string | null;
            /** @description technologies once more, as in answers; left out. */
            readonly technologiesText?: string | null;
            /** @description keywords once more, as in answers; left out. */
            readonly keywordsText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Filters
         * @description People at companies described by industry, title, place, size and technology.
         */
        FiltersQuoteItem: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "filters";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Industries of the company. */
            industries?: string[] | string | null;
            /** @description Job titles of the person. */
            jobTitles?: string[] | string | null;
            /** @description Countries, regions or cities. A place with a comma in its name needs the array form. */
            locations?: string[] | string | null;
            /** @description Seniority levels of the person. */
            seniorities?: ("owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern")[] | string | null;
            /** @description Departments of the person. */
            departments?: ("executive" | "engineering" | "information_technology" | "product" | "design" | "marketing" | "sales" | "customer_success" | "operations" | "finance" | "human_resources" | "legal" | "purchasing" | "research" | "education" | "medical")[] | string | null;
            /** @description Size bands by number of employees. */
            companySizes?: ("1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+")[] | string | null;
            /** @description Technologies the company uses. */
            technologies?: string[] | string | null;
            /** @description Words in the company's description. */
            keywords?: string[] | string | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            /** @description The key the order will be sent with. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            /** @description industries once more, as in answers; left out. */
            readonly industriesText?: string | null;
            /** @description jobTitles once more, as in answers; left out. */
            readonly jobTitlesText?: string | null;
            /** @description locations once more, as in answers; left out. */
            readonly locationsText?: string | null;
            /** @description seniorities once more, as in answers; left out. */
            readonly senioritiesText?: string | null;
            /** @description departments once more, as in answers; left out. */
            readonly departmentsText?: string | null;
            /** @description companySizes once more, as in answers; left out. */
            readonly companySizesText?: string | null;
            /** @description technologies once more, as in answers; left out. */
            readonly technologiesText?: string | null;
            /** @description keywords once more, as in answers; left out. */
            readonly keywordsText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Search URL
         * @description The people a saved search on another site shows.
         */
        SearchUrlOrder: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "search_url";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Address of the search, http or https. */
            searchUrl: string;
            /**
             * @description Site the search belongs to; told from the address when absent.
             * @enum {string|null}
             */
            source?: "sales_navigator" | "linkedin" | "apollo" | "other" | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description Quote whose price is locked for this order. */
            quoteId?: string;
            /** @description Refuse the order if its price is above this. */
            maxPrice?: components["schemas"]["Money"];
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            duplicates?: components["schemas"]["DuplicateGuard"];
            acknowledgeDuplicateOf?: components["schemas"]["AcknowledgedOrders"];
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Search URL
         * @description The people a saved search on another site shows.
         */
        SearchUrlQuoteItem: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "search_url";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Address of the search, http or https. */
            searchUrl: string;
            /**
             * @description Site the search belongs to; told from the address when absent.
             * @enum {string|null}
             */
            source?: "sales_navigator" | "linkedin" | "apollo" | "other" | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            /** @description The key the order will be sent with. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Company domains
         * @description People at companies named one by one.
         */
        CompanyDomainsOrder: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "company_domains";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Web domains of the companies. This or linkedinUrls is needed. */
            domains?: string[] | string | null;
            /** @description LinkedIn pages of the companies. This or domains is needed. */
            linkedinUrls?: string[] | string | null;
            /** @description Job titles of the person. */
            jobTitles?: string[] | string | null;
            /** @description Seniority levels of the person. */
            seniorities?: ("owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern")[] | string | null;
            /**
             * Format: int64
             * @description Most leads from one company.
             */
            maxPerCompany?: number | string | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description Quote whose price is locked for this order. */
            quoteId?: string;
            /** @description Refuse the order if its price is above this. */
            maxPrice?: components["schemas"]["Money"];
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            duplicates?: components["schemas"]["DuplicateGuard"];
            acknowledgeDuplicateOf?: components["schemas"]["AcknowledgedOrders"];
            /** @description domains once more, as in answers; left out. */
            readonly domainsText?: string | null;
            /** @description linkedinUrls once more, as in answers; left out. */
            readonly linkedinUrlsText?: string | null;
            /** @description jobTitles once more, as in answers; left out. */
            readonly jobTitlesText?: string | null;
            /** @description seniorities once more, as in answers; left out. */
            readonly senioritiesText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Company domains
         * @description People at companies named one by one.
         */
        CompanyDomainsQuoteItem: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "company_domains";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Web domains of the companies. This or linkedinUrls is needed. */
            domains?: string[] | string | null;
            /** @description LinkedIn pages of the companies. This or domains is needed. */
            linkedinUrls?: string[] | string | null;
            /** @description Job titles of the person. */
            jobTitles?: string[] | string | null;
            /** @description Seniority levels of the person. */
            seniorities?: ("owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern")[] | string | null;
            /**
             * Format: int64
             * @description Most leads from one company.
             */
            maxPerCompany?: number | string | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            /** @description The key the order will be sent with. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            /** @description domains once more, as in answers; left out. */
            readonly domainsText?: string | null;
            /** @description linkedinUrls once more, as in answers; left out. */
            readonly linkedinUrlsText?: string | null;
            /** @description jobTitles once more, as in answers; left out. */
            readonly jobTitlesText?: string | null;
            /** @description seniorities once more, as in answers; left out. */
            readonly senioritiesText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Local business
         * @description Businesses of a kind around a place.
         */
        LocalBusinessOrder: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "local_business";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Kinds of business. */
            categories: string[] | string;
            /** @description Cities, regions or postal codes. A place with a comma in its name needs the array form. */
            locations: string[] | string;
            /**
             * Format: int64
             * @description Distance around each location.
             */
            radiusKm?: number | string | null;
            /** @description Smallest public rating, 0 to 5 with one decimal place. */
            minRating?: number | null;
            /** @description Only businesses with (true) or without (false) a website. */
            hasWebsite?: boolean | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description Quote whose price is locked for this order. */
            quoteId?: string;
            /** @description Refuse the order if its price is above this. */
            maxPrice?: components["schemas"]["Money"];
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            duplicates?: components["schemas"]["DuplicateGuard"];
            acknowledgeDuplicateOf?: components["schemas"]["AcknowledgedOrders"];
            /** @description categories once more, as in answers; left out. */
            readonly categoriesText?: string | null;
            /** @description locations once more, as in answers; left out. */
            readonly locationsText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Local business
         * @description Businesses of a kind around a place.
         */
        LocalBusinessQuoteItem: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "local_business";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Kinds of business. */
            categories: string[] | string;
            /** @description Cities, regions or postal codes. A place with a comma in its name needs the array form. */
            locations: string[] | string;
            /**
             * Format: int64
             * @description Distance around each location.
             */
            radiusKm?: number | string | null;
            /** @description Smallest public rating, 0 to 5 with one decimal place. */
            minRating?: number | null;
            /** @description Only businesses with (true) or without (false) a website. */
            hasWebsite?: boolean | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            /** @description The key the order will be sent with. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            /** @description categories once more, as in answers; left out. */
            readonly categoriesText?: string | null;
            /** @description locations once more, as in answers; left out. */
            readonly locationsText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Lookalikes
         * @description People at companies that resemble the ones given.
         */
        LookalikesOrder: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "lookalikes";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Web domains of the companies to resemble. */
            seedDomains: string[] | string;
            /** @description Industries of the company. */
            industries?: string[] | string | null;
            /** @description Countries, regions or cities. A place with a comma in its name needs the array form. */
            locations?: string[] | string | null;
            /** @description Size bands by number of employees. */
            companySizes?: ("1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+")[] | string | null;
            /** @description Job titles of the person. */
            jobTitles?: string[] | string | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description Quote whose price is locked for this order. */
            quoteId?: string;
            /** @description Refuse the order if its price is above this. */
            maxPrice?: components["schemas"]["Money"];
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            duplicates?: components["schemas"]["DuplicateGuard"];
            acknowledgeDuplicateOf?: components["schemas"]["AcknowledgedOrders"];
            /** @description seedDomains once more, as in answers; left out. */
            readonly seedDomainsText?: string | null;
            /** @description industries once more, as in answers; left out. */
            readonly industriesText?: string | null;
            /** @description locations once more, as in answers; left out. */
            readonly locationsText?: string | null;
            /** @description companySizes once more, as in answers; left out. */
            readonly companySizesText?: string | null;
            /** @description jobTitles once more, as in answers; left out. */
            readonly jobTitlesText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /**
         * Lookalikes
         * @description People at companies that resemble the ones given.
         */
        LookalikesQuoteItem: {
            /**
             * @description Selects the product. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            scrapingOption: "lookalikes";
            /**
             * Format: int64
             * @description Number of leads ordered.
             */
            leadCount: number | string;
            /** @description Web domains of the companies to resemble. */
            seedDomains: string[] | string;
            /** @description Industries of the company. */
            industries?: string[] | string | null;
            /** @description Countries, regions or cities. A place with a comma in its name needs the array form. */
            locations?: string[] | string | null;
            /** @description Size bands by number of employees. */
            companySizes?: ("1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+")[] | string | null;
            /** @description Job titles of the person. */
            jobTitles?: string[] | string | null;
            /** @description Deliver only leads with a verified e-mail address (surcharge). */
            requireEmail?: boolean | null;
            /** @description Deliver only leads with a phone number (surcharge). */
            requirePhone?: boolean | null;
            /** @description Companies to leave out, by web domain. */
            excludeDomains?: string[] | string | null;
            /** @description Leave out leads this account already owns. */
            excludeOwned?: boolean | null;
            /** @description The caller's own name for the order; filterable, and a column of its leads. */
            externalRef?: string | null;
            /** @description Free text for the people who fulfil the order. */
            notes?: string | null;
            /** @description Push the leads to every enabled webhook and destination when the order is delivered, as far as those take part in auto-delivery. Default true. */
            autoDeliver?: boolean | null;
            /** @description Up to 20 names of at most 40 characters with text values, kept with the order. */
            metadata?: components["schemas"]["Metadata"] | null;
            /** @description The key the order will be sent with. */
            idempotencyKey?: components["schemas"]["IdempotencyKey"];
            /** @description seedDomains once more, as in answers; left out. */
            readonly seedDomainsText?: string | null;
            /** @description industries once more, as in answers; left out. */
            readonly industriesText?: string | null;
            /** @description locations once more, as in answers; left out. */
            readonly locationsText?: string | null;
            /** @description companySizes once more, as in answers; left out. */
            readonly companySizesText?: string | null;
            /** @description jobTitles once more, as in answers; left out. */
            readonly jobTitlesText?: string | null;
            /** @description excludeDomains once more, as in answers; left out. */
            readonly excludeDomainsText?: string | null;
        };
        /** @description An order was created and its price is held. */
        OrderCreatedMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.created";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description An order was approved and is in progress. */
        OrderApprovedMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.approved";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description The service has a question about an order. */
        OrderInfoRequestedMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.info_requested";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description An order was delivered and its price captured. */
        OrderDeliveredMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.delivered";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description An order was rejected and its hold released. */
        OrderRejectedMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.rejected";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description An order was cancelled and its hold released. */
        OrderCancelledMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.cancelled";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description An order was refunded, wholly or in part. */
        OrderRefundedMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.refunded";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description An order failed and its hold was released. */
        OrderFailedMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "order.failed";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["OrderEventData"];
        };
        /** @description Leads of a delivered order, at most 100 and 256 KiB a message. */
        LeadsDeliveredMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "leads.delivered";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["LeadsDeliveredData"];
        };
        /** @description A lead was erased: copies of it are to be deleted. */
        LeadErasedMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "lead.erased";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["LeadErasedData"];
        };
        /** @description A webhook was disabled after only failures, or because it answered 410. */
        EndpointDisabledMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "endpoint.disabled";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["EndpointDisabledData"];
        };
        /** @description A test message asked for by its owner. */
        WebhookTestMessage: {
            /**
             * @description The event.
             * @constant
             */
            type: "webhook.test";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WebhookTestData"];
        };
    };
    parameters: {
        /** @description Names the message; the same over all attempts. */
        WebhookIdHeader: components["schemas"]["Id"];
        /** @description Seconds since 1970; refuse more than 5 minutes of difference. */
        WebhookTimestampHeader: string;
        /**
         * @description Standard Webhooks 1.0.0: one or more `v1,` and base64 of HMAC-SHA256, separated by spaces, over
         *     id, timestamp and body joined by dots.
         */
        WebhookSignatureHeader: string;
        /**
         * @description W3C Trace Context, when the request that caused the message had one: its trace-id, and a
         *     parent-id of this attempt.
         */
        TraceParentHeader: string;
        /**
         * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
         *     the operation, not the API key and not the path spelling.
         */
        IdempotencyKey: components["schemas"]["IdempotencyKeyHeader"];
        /**
         * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Send one, and the same one when
         *     you repeat the request: without it the server makes one
         *     (`Idempotency-Key-Generated: true`), so that repeating it orders once more. Its scope is the
         *     account and the operation, not the API key and not the path spelling.
         */
        IdempotencyKeyRequired: components["schemas"]["IdempotencyKeyHeader"];
        /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
        IfMatch: components["schemas"]["ExpectedTag"];
        /**
         * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
         *     with; it does not expire.
         */
        Cursor: components["schemas"]["Cursor"];
        /**
         * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
         *     echoed in `meta.limit`. It may change in the middle of a walk.
         */
        Limit: number;
        /** @description The order's `order_number`. */
        OrderNumber: components["schemas"]["OrderNumber"];
        /** @description Identifier of the quote. */
        QuoteId: components["schemas"]["Id"];
        /** @description Identifier of the lead. */
        LeadId: components["schemas"]["Id"];
        /** @description Identifier of the webhook. */
        WebhookId: components["schemas"]["Id"];
        /** @description Identifier of the delivery. */
        DeliveryId: components["schemas"]["Id"];
        /** @description Identifier of the destination. */
        DestinationId: components["schemas"]["Id"];
        /** @description Identifier of the key. */
        KeyId: components["schemas"]["Id"];
        /** @description Identifier of the account. */
        AccountId: components["schemas"]["Id"];
        /** @description Identifier of the suppression. */
        SuppressionId: components["schemas"]["Id"];
        /** @description Only orders in this state. */
        StatusFilter: components["schemas"]["OrderStatus"];
        /** @description Only this account. */
        AccountFilter: components["schemas"]["Id"];
        /** @description The order this key bought, without quotes. */
        IdempotencyKeyFilter: components["schemas"]["IdempotencyKey"];
        /** @description Only orders with exactly this external reference. */
        ExternalRefFilter: string;
        /** @description Only orders with this mark, which ask for the same people. */
        MarkFilter: components["schemas"]["OrderMark"];
        /**
         * @description Only orders in which each of these words stands: in the number, the product, the reference or a
         *     value of what was asked for. Upper and lower case are the same. A page may hold fewer orders than
         *     `limit`, or none, and still have a `nextCursor`.
         */
        OrderSearch: string;
        /** @description Only what was created after this moment. */
        CreatedAfter: components["schemas"]["Timestamp"];
        /** @description Only leads with this verification result. */
        ResultFilter: components["schemas"]["LeadResult"];
        /** @description Only leads with (true) or without (false) an e-mail address. */
        HasEmail: boolean;
        /** @description Only leads with (true) or without (false) a phone number. */
        HasPhone: boolean;
        /** @description Only leads of this order. */
        OrderNumberFilter: components["schemas"]["OrderNumber"];
        /** @description Only leads in this country, ISO 3166-1 alpha-2. */
        CountryFilter: string;
        /** @description Only leads delivered after this moment. */
        DeliveredAfter: components["schemas"]["Timestamp"];
        /**
         * @description Columns to return, separated by commas; all of them when absent. Anything but a selectable
         *     column answers 400 `unknown_field`. It may change in the middle of a walk.
         */
        Fields: components["schemas"]["LeadField"][];
        /** @description `csv` (RFC 4180, header row, UTF-8) or `ndjson` (one JSON object per line). `csv` when absent. */
        ExportFormat: "csv" | "ndjson";
        /** @description How many days of money, up to today. */
        StatisticsDays: number;
        /** @description Where the days begin: minutes that the caller's clock is ahead of UTC. */
        UtcOffset: number;
    };
}
export type $defs = Record<string, never>;
export interface operations {
    listLedgerEntries: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    getAccountStatistics: {
        parameters: {
            query?: {
                /** @description How many days of money, up to today. */
                days?: components["parameters"]["StatisticsDays"];
                /** @description Where the days begin: minutes that the caller's clock is ahead of UTC. */
                utcOffsetMinutes?: components["parameters"]["UtcOffset"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createAccount: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    creditAccount: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the account. */
                accountId: components["parameters"]["AccountId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listAdminKeys: {
        parameters: {
            query?: {
                /** @description Only this account. */
                accountId?: components["parameters"]["AccountFilter"];
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createAdminKey: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    rotateAdminKey: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the key. */
                keyId: components["parameters"]["KeyId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createSuppression: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listAdminOrders: {
        parameters: {
            query?: {
                /** @description Only orders in this state. */
                status?: components["parameters"]["StatusFilter"];
                /** @description Only this account. */
                accountId?: components["parameters"]["AccountFilter"];
                /** @description Only what was created after this moment. */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listAdminOrderEvents: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    approveOrder: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    rejectOrder: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    requestOrderInfo: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    deliverOrder: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    failOrder: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    refundOrder: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    exportOrderLeads: {
        parameters: {
            query?: {
                /** @description `csv` (RFC 4180, header row, UTF-8) or `ndjson` (one JSON object per line). `csv` when absent. */
                format?: components["parameters"]["ExportFormat"];
                /**
                 * @description Columns to return, separated by commas; all of them when absent. Anything but a selectable
                 *     column answers 400 `unknown_field`. It may change in the middle of a walk.
                 */
                fields?: components["parameters"]["Fields"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    ingestDelivery: {
        parameters: {
            query?: {
                /** @description The order; for NDJSON and CSV only. */
                orderNumber?: components["schemas"]["OrderNumber"];
                /** @description The part; for NDJSON and CSV only. */
                deliveryId?: components["schemas"]["DeliveryKey"];
                /** @description Whether this is the last part; for NDJSON and CSV only. */
                final?: boolean;
            };
            header?: {
                /** @description How the body is compressed. */
                "Content-Encoding"?: "identity" | "gzip";
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createDestination: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    deleteDestination: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    updateDestination: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    testDestination: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    pushToDestination: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listDestinationPushes: {
        parameters: {
            query?: {
                /** @description Only pushes in this state. */
                state?: components["schemas"]["PushState"];
                /** @description Only leads of this order. */
                orderNumber?: components["parameters"]["OrderNumberFilter"];
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
            path: {
                /** @description Identifier of the destination. */
                destinationId: components["parameters"]["DestinationId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createKey: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the key. */
                keyId: components["parameters"]["KeyId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listLeads: {
        parameters: {
            query?: {
                /** @description Only leads with this verification result. */
                result?: components["parameters"]["ResultFilter"];
                /** @description Only leads with (true) or without (false) an e-mail address. */
                hasEmail?: components["parameters"]["HasEmail"];
                /** @description Only leads with (true) or without (false) a phone number. */
                hasPhone?: components["parameters"]["HasPhone"];
                /** @description Only leads of this order. */
                orderNumber?: components["parameters"]["OrderNumberFilter"];
                /** @description Only leads in this country, ISO 3166-1 alpha-2. */
                country?: components["parameters"]["CountryFilter"];
                /** @description Only leads delivered after this moment. */
                deliveredAfter?: components["parameters"]["DeliveredAfter"];
                /**
                 * @description Columns to return, separated by commas; all of them when absent. Anything but a selectable
                 *     column answers 400 `unknown_field`. It may change in the middle of a walk.
                 */
                fields?: components["parameters"]["Fields"];
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    countLeads: {
        parameters: {
            query?: {
                /** @description Only leads with this verification result. */
                result?: components["parameters"]["ResultFilter"];
                /** @description Only leads with (true) or without (false) an e-mail address. */
                hasEmail?: components["parameters"]["HasEmail"];
                /** @description Only leads with (true) or without (false) a phone number. */
                hasPhone?: components["parameters"]["HasPhone"];
                /** @description Only leads of this order. */
                orderNumber?: components["parameters"]["OrderNumberFilter"];
                /** @description Only leads in this country, ISO 3166-1 alpha-2. */
                country?: components["parameters"]["CountryFilter"];
                /** @description Only leads delivered after this moment. */
                deliveredAfter?: components["parameters"]["DeliveredAfter"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    exportLeads: {
        parameters: {
            query?: {
                /** @description `csv` (RFC 4180, header row, UTF-8) or `ndjson` (one JSON object per line). `csv` when absent. */
                format?: components["parameters"]["ExportFormat"];
                /** @description Only leads with this verification result. */
                result?: components["parameters"]["ResultFilter"];
                /** @description Only leads with (true) or without (false) an e-mail address. */
                hasEmail?: components["parameters"]["HasEmail"];
                /** @description Only leads with (true) or without (false) a phone number. */
                hasPhone?: components["parameters"]["HasPhone"];
                /** @description Only leads of this order. */
                orderNumber?: components["parameters"]["OrderNumberFilter"];
                /** @description Only leads in this country, ISO 3166-1 alpha-2. */
                country?: components["parameters"]["CountryFilter"];
                /** @description Only leads delivered after this moment. */
                deliveredAfter?: components["parameters"]["DeliveredAfter"];
                /**
                 * @description Columns to return, separated by commas; all of them when absent. Anything but a selectable
                 *     column answers 400 `unknown_field`. It may change in the middle of a walk.
                 */
                fields?: components["parameters"]["Fields"];
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listLeadErasures: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    erasePerson: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    getLead: {
        parameters: {
            query?: {
                /**
                 * @description Columns to return, separated by commas; all of them when absent. Anything but a selectable
                 *     column answers 400 `unknown_field`. It may change in the middle of a walk.
                 */
                fields?: components["parameters"]["Fields"];
            };
            path: {
                /** @description Identifier of the lead. */
                leadId: components["parameters"]["LeadId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    callMcp: {
        parameters: {
            header?: {
                /** @description Revision of the protocol. */
                "MCP-Protocol-Version"?: string;
                /** @description The method of the body; from revision 2026-07-28 on. */
                "Mcp-Method"?: string;
                /** @description The tool of the body; from revision 2026-07-28 on. */
                "Mcp-Name"?: string;
                /**
                 * @description The most that the key may have spent on a day (UTC) after an order of this connection; it lowers the
                 *     key's own cap and never raises it. `get_account` shows the cap in force, and an order above it is refused
                 *     with `spend_cap_reached`.
                 */
                "Leadsheet-Spend-Cap"?: string;
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only orders in this state. */
                status?: components["parameters"]["StatusFilter"];
                /** @description The order this key bought, without quotes. */
                idempotencyKey?: components["parameters"]["IdempotencyKeyFilter"];
                /** @description Only orders with exactly this external reference. */
                externalRef?: components["parameters"]["ExternalRefFilter"];
                /** @description Only orders with this mark, which ask for the same people. */
                mark?: components["parameters"]["MarkFilter"];
                /**
                 * @description Only orders in which each of these words stands: in the number, the product, the reference or a
                 *     value of what was asked for. Upper and lower case are the same. A page may hold fewer orders than
                 *     `limit`, or none, and still have a `nextCursor`.
                 */
                search?: components["parameters"]["OrderSearch"];
                /** @description Only what was created after this moment. */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createOrder: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Send one, and the same one when
                 *     you repeat the request: without it the server makes one
                 *     (`Idempotency-Key-Generated: true`), so that repeating it orders once more. Its scope is the
                 *     account and the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKeyRequired"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listOrderEvents: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    replyToOrder: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The order's `order_number`. */
                orderNumber: components["parameters"]["OrderNumber"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createQuote: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            header?: {
                /** @description The `version` that is expected, as an entity tag. Another one answers 409 `version_conflict`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    recoverWebhook: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only messages in this state. */
                state?: components["schemas"]["DeliveryState"];
                /** @description Only what was created after this moment. */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description `meta.nextCursor` of the page before, or a `meta.resumeCursor` that was kept. It belongs to the account and to the filters it was made
                 *     with; it does not expire.
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Items on a page. A larger number than the largest page is coerced to it; the number in force is
                 *     echoed in `meta.limit`. It may change in the middle of a walk.
                 */
                limit?: components["parameters"]["Limit"];
            };
            path: {
                /** @description Identifier of the webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier of the delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
    deliverToWebhook: {
        parameters: {
            header?: {
                /**
                 * @description Bare or quoted (the same key), 1 to 255 visible ASCII characters. Its scope is the account and
                 *     the operation, not the API key and not the path spelling.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        responses: {
            /** @description See the generated operations. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
            };
        };
    };
}
