// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"

namespace leadsheet {

struct WebhookIdTag {};
struct WebhookDeliveryIdTag {};
struct DestinationIdTag {};
struct PushIdTag {};
using WebhookId = StrongId<WebhookIdTag>;
/// One message to one webhook, over all of its attempts.
using WebhookDeliveryId = StrongId<WebhookDeliveryIdTag>;
/// An account at an outreach platform.
using DestinationId = StrongId<DestinationIdTag>;
/// One lead on its way to one destination.
using PushId = StrongId<PushIdTag>;

extern template class StrongId<WebhookIdTag>;
extern template class StrongId<WebhookDeliveryIdTag>;
extern template class StrongId<DestinationIdTag>;
extern template class StrongId<PushIdTag>;

} // namespace leadsheet
