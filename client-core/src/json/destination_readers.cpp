// SPDX-License-Identifier: Apache-2.0
#include "json/outbound_readers.hpp"

namespace leadsheet::detail {
namespace {

PushCounts readPushCounts(const Decoder& in) {
    PushCounts counts;
    counts.pending = in.required("pending").integer(0);
    counts.sending = in.required("sending").integer(0);
    counts.accepted = in.required("accepted").integer(0);
    counts.skippedDuplicate = in.required("skippedDuplicate").integer(0);
    counts.rejected = in.required("rejected").integer(0);
    counts.unknown = in.required("unknown").integer(0);
    return counts;
}

} // namespace

std::optional<Destination> readDestination(const Decoder& in) {
    auto id = in.required("id").id<DestinationId>();
    if (!id)
        return {};
    Destination destination(*std::move(id));
    destination.platform = in.required("platform").text();
    destination.name = in.textOr("name");
    destination.campaignId = in.optionalText("campaignId");
    in.required("fieldMap").members([&](std::string_view name, const Decoder& value) {
        destination.fieldMap.emplace(name, value.text());
    });
    destination.duplicatePolicy = in.required("duplicatePolicy").text();
    destination.results = in.required("results").texts();
    destination.autoDeliver = in.required("autoDeliver").boolean();
    destination.enabled = in.required("enabled").boolean();
    destination.pushes = readPushCounts(in.required("pushes"));
    destination.version = in.required("version").integer(0);
    destination.createdAt = in.required("createdAt").text();
    destination.updatedAt = in.required("updatedAt").text();
    return in.failed() ? std::nullopt : std::optional(std::move(destination));
}

std::optional<Campaign> readCampaign(const Decoder& in) {
    Campaign campaign{in.required("id").text(), in.required("name").text(),
                      in.optionalText("state")};
    return in.failed() ? std::nullopt : std::optional(std::move(campaign));
}

std::optional<Push> readPush(const Decoder& in) {
    auto id = in.required("id").id<PushId>();
    auto destination = in.required("destinationId").id<DestinationId>();
    auto lead = in.required("leadId").id<LeadId>();
    auto order = in.required("orderNumber").id<OrderNumber>();
    if (!id || !destination || !lead || !order)
        return {};
    Push push(*std::move(id), *std::move(destination), *std::move(lead), *std::move(order));
    push.state = in.required("state").text();
    push.platformReason = in.optionalText("platformReason");
    push.attempts = in.required("attempts").integer(0);
    push.createdAt = in.required("createdAt").text();
    push.updatedAt = in.required("updatedAt").text();
    return in.failed() ? std::nullopt : std::optional(std::move(push));
}

std::optional<DestinationCheck> readDestinationCheck(const Decoder& in) {
    DestinationCheck check{in.required("ok").boolean(), in.optionalText("detail"), {}};
    if (const auto push = in.optional("push"))
        check.push = readPush(*push);
    return in.failed() ? std::nullopt : std::optional(std::move(check));
}

std::optional<QueuedPushes> readQueuedPushes(const Decoder& in) {
    const QueuedPushes queued{in.required("queued").integer(0),
                              in.required("alreadyPushed").integer(0),
                              in.required("filtered").integer(0)};
    return in.failed() ? std::nullopt : std::optional(queued);
}

} // namespace leadsheet::detail
