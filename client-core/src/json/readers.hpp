// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/account.hpp"
#include "leadsheet/model/admin.hpp"
#include "leadsheet/model/delivery.hpp"
#include "leadsheet/model/destination.hpp"
#include "leadsheet/model/key.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/model/order.hpp"
#include "leadsheet/model/product.hpp"
#include "leadsheet/model/quote.hpp"
#include "leadsheet/model/webhook.hpp"
#include "leadsheet/page.hpp"

#include "json/decoder.hpp"

#include <optional>
#include <string_view>

/// One function for each record of the API. They answer nothing when a required member cannot be
/// read; the Decoder then knows where and why.
namespace leadsheet::detail {

std::optional<Order> readOrder(const Decoder& in);
/// The members `equivalentOrders` and `moreEquivalentOrders`; nothing where the first is absent.
std::optional<EquivalentOrders> readEquivalents(const Decoder& in);
std::optional<OrderEvent> readOrderEvent(const Decoder& in);
std::optional<Quote> readQuote(const Decoder& in);
std::optional<QuoteOutcome> readQuoteOutcome(const Decoder& in);
std::optional<Lead> readLead(const Decoder& in);
std::optional<LeadErasure> readLeadErasure(const Decoder& in);
std::optional<Product> readProduct(const Decoder& in);
std::optional<Account> readAccount(const Decoder& in);
std::optional<LedgerEntry> readLedgerEntry(const Decoder& in);
std::optional<AccountStatistics> readAccountStatistics(const Decoder& in);
std::optional<BudgetStatus> readBudgetStatus(const Decoder& in);

// Keys and the operators' plane.
std::optional<KeyRecord> readKey(const Decoder& in);
std::optional<CreatedKey> readCreatedKey(const Decoder& in);
std::optional<AdminOrder> readAdminOrder(const Decoder& in);
std::optional<AdminAccount> readAdminAccount(const Decoder& in);
std::optional<IngestResult> readIngestResult(const Decoder& in);

// Webhooks and outreach destinations.
std::optional<Webhook> readWebhook(const Decoder& in);
std::optional<MadeWebhookSecret> readWebhookSecret(const Decoder& in);
std::optional<CreatedWebhook> readCreatedWebhook(const Decoder& in);
std::optional<WebhookDelivery> readWebhookDelivery(const Decoder& in);
std::optional<WebhookDeliveryDetail> readWebhookDeliveryDetail(const Decoder& in);
std::optional<QueuedLeads> readQueuedLeads(const Decoder& in);
std::optional<Destination> readDestination(const Decoder& in);
std::optional<Campaign> readCampaign(const Decoder& in);
std::optional<Push> readPush(const Decoder& in);
std::optional<DestinationCheck> readDestinationCheck(const Decoder& in);
std::optional<QueuedPushes> readQueuedPushes(const Decoder& in);

/// `{data: [...], meta: {nextCursor}}`. A service may leave out `hasMore`, and then a cursor says
/// that there is more, and `limit`.
template <class T>
std::optional<Page<T>> readPage(const Decoder& in, std::optional<T> (*readItem)(const Decoder&)) {
    Page<T> page;
    const std::vector<Decoder> elements = in.required("data").elements();
    page.items.reserve(elements.size());
    for (const Decoder& element : elements) {
        auto item = readItem(element);
        if (!item)
            return {};
        page.items.push_back(std::move(*item));
    }
    const Decoder meta = in.required("meta");
    page.nextCursor = meta.optionalText("nextCursor");
    page.resumeCursor = meta.optionalText("resumeCursor");
    const auto more = meta.optional("hasMore");
    page.hasMore = more ? more->boolean() : page.nextCursor && !page.nextCursor->empty();
    if (const auto limit = meta.optional("limit"))
        page.limit = limit->integer(0);
    if (page.hasMore && !page.nextCursor)
        meta.fail("promises more but has no nextCursor");
    return in.failed() ? std::nullopt : std::optional(std::move(page));
}

/// A page of leads straight from its text, without a document in between: exports read millions.
/// Nothing when anything is not as promised; the Decoder then knows what, or reads it all the same.
/// What is answered here is what the Decoder answers.
std::optional<Page<Lead>> readLeadPage(std::string_view body);

/// Where the list goes on, seen at the end of a page's text without reading its leads. Nothing
/// when this is the last page, or when the text does not end as the server ends it.
std::optional<std::string> peekNextCursor(std::string_view body);

} // namespace leadsheet::detail
