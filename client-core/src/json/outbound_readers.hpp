// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/destination.hpp"
#include "leadsheet/model/webhook.hpp"
#include "json/decoder.hpp"

#include <optional>

/// As readers.hpp, for webhooks and outreach destinations.
namespace leadsheet::detail {

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

} // namespace leadsheet::detail
