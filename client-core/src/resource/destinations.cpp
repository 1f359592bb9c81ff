// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/destinations.hpp"

#include "resource/typed_call.hpp"
#include "json/readers.hpp"
#include "json/text.hpp"

namespace leadsheet {
namespace {

constexpr std::size_t kMaxLeads = 1'000;

constexpr const char* kDestinations = "/v1/destinations";

std::string destinationPath(const DestinationId& id, const char* rest) {
    return std::string(kDestinations) + "/" + detail::encodeSegment(id.str()) + rest;
}

detail::Call destinationCall(const char* operation, const DestinationId& id,
                             const char* rest = "") {
    detail::Call call;
    call.operation = operation;
    call.path = destinationPath(id, rest);
    return call;
}

detail::Call destinationPost(const char* operation, const DestinationId& id, const char* verb,
                             const IdempotencyKey& key) {
    return detail::postCall(operation, destinationPath(id, verb), key);
}

/// What a new destination and a change of one have in common.
template <class Settings>
void settingsInto(detail::ObjectText& body, const Settings& settings) {
    body.text("name", settings.name).text("campaignId", settings.campaignId);
    body.text("duplicatePolicy", settings.duplicatePolicy);
    if (!settings.results.empty())
        body.texts("results", settings.results);
    body.boolean("autoDeliver", settings.autoDeliver).boolean("enabled", settings.enabled);
}

} // namespace

Destinations Client::destinations() const {
    return Destinations(runner_);
}

Result<Page<Destination>> Destinations::list(const PageOptions& page,
                                             const CallOptions& options) const {
    return detail::pageCall<Destination>(
        *runner_, detail::getCall("listDestinations", kDestinations, detail::pageParameters(page)),
        options, detail::readDestination);
}

PageRange<Destination> Destinations::all(const PageOptions& page,
                                         const CallOptions& options) const {
    return detail::allPages<Destination>(page, [self = *this, options](const PageOptions& next) {
        return self.list(next, options);
    });
}

Result<Destination> Destinations::get(const DestinationId& id, const CallOptions& options) const {
    return detail::typedCall<Destination>(*runner_, destinationCall("getDestination", id), options,
                                          detail::readDestination);
}

Result<Destination> Destinations::create(const NewDestination& destination,
                                         const IdempotencyKey& key,
                                         const CallOptions& options) const {
    detail::ObjectText body;
    body.text("platform", destination.platform).text("credential", destination.credential.reveal());
    if (!destination.fieldMap.empty())
        body.members("fieldMap", destination.fieldMap);
    settingsInto(body, destination);
    return detail::typedCall<Destination>(
        *runner_, detail::postCall("createDestination", kDestinations, key, body.end()), options,
        detail::readDestination);
}

Result<Destination> Destinations::update(const DestinationId& id, const DestinationChange& change,
                                         std::optional<std::int64_t> expectedVersion,
                                         const CallOptions& options) const {
    detail::ObjectText body;
    if (change.credential)
        body.text("credential", change.credential->reveal());
    if (change.fieldMap)
        body.members("fieldMap", *change.fieldMap);
    settingsInto(body, change);
    return detail::changeRecord<Destination>(*runner_, destinationCall("updateDestination", id),
                                             std::move(body), expectedVersion, options,
                                             detail::readDestination);
}

Result<void> Destinations::remove(const DestinationId& id,
                                  std::optional<std::int64_t> expectedVersion,
                                  const CallOptions& options) const {
    return detail::removeRecord(*runner_, destinationCall("deleteDestination", id), expectedVersion,
                                options);
}

Result<DestinationCheck> Destinations::test(const DestinationId& id,
                                            const std::optional<LeadId>& lead,
                                            const IdempotencyKey& key,
                                            const CallOptions& options) const {
    detail::Call call = destinationPost("testDestination", id, "/test", key);
    if (lead)
        call.body = detail::ObjectText().text("leadId", lead->str()).end();
    return detail::typedCall<DestinationCheck>(*runner_, call, options,
                                               detail::readDestinationCheck);
}

Result<std::vector<Campaign>> Destinations::campaigns(const DestinationId& id,
                                                      const CallOptions& options) const {
    return detail::typedCall<std::vector<Campaign>>(
        *runner_, destinationCall("listDestinationCampaigns", id, "/campaigns"), options,
        [](const detail::Decoder& in) -> std::optional<std::vector<Campaign>> {
            std::vector<Campaign> campaigns;
            for (const detail::Decoder& element : in.required("data").elements()) {
                auto campaign = detail::readCampaign(element);
                if (!campaign)
                    return {};
                campaigns.push_back(*std::move(campaign));
            }
            return campaigns;
        });
}

Result<QueuedPushes> Destinations::push(const DestinationId& id, const LeadsToPush& leads,
                                        const IdempotencyKey& key,
                                        const CallOptions& options) const {
    if (leads.orderNumber.has_value() != leads.leads.empty() || leads.leads.size() > kMaxLeads)
        return failure(
            localError(ErrorCode::InvalidArgument, "Name either an order or 1 to 1,000 leads."));
    detail::ObjectText body;
    if (leads.orderNumber)
        body.text("orderNumber", leads.orderNumber->str());
    std::vector<std::string> ids;
    for (const LeadId& lead : leads.leads)
        ids.push_back(lead.str());
    if (!ids.empty())
        body.texts("leadIds", ids);
    detail::Call call = destinationPost("pushToDestination", id, "/push", key);
    call.body = body.end();
    return detail::typedCall<QueuedPushes>(*runner_, call, options, detail::readQueuedPushes);
}

Result<Page<Push>> Destinations::pushes(const DestinationId& id, const PushFilter& filter,
                                        const PageOptions& page, const CallOptions& options) const {
    auto parameters = detail::pageParameters(page);
    detail::addFilter(parameters, "state", filter.state);
    detail::addFilter(parameters, "orderNumber", filter.orderNumber);
    detail::Call call = destinationCall("listDestinationPushes", id, "/pushes");
    call.query = detail::encodeQuery(parameters);
    return detail::pageCall<Push>(*runner_, call, options, detail::readPush);
}

PageRange<Push> Destinations::allPushes(const DestinationId& id, const PushFilter& filter,
                                        const PageOptions& page, const CallOptions& options) const {
    return detail::allPages<Push>(page,
                                  [self = *this, id, filter, options](const PageOptions& next) {
                                      return self.pushes(id, filter, next, options);
                                  });
}

constexpr std::array<std::string_view, 6> kPushStateWords{
    "pending", "sending", "accepted", "skipped_duplicate", "rejected", "unknown"};

std::string_view toString(PushState state) {
    return detail::wordOf(kPushStateWords, state);
}

std::optional<PushState> pushStateFromName(std::string_view name) {
    return detail::valueOf<PushState>(kPushStateWords, name);
}

} // namespace leadsheet
