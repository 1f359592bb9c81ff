// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/destination_json.hpp"

#include "domain/digest.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using store::PushState;

/// A push is its destination and its lead, so its identifier is made out of them and takes no room
/// in the ledger.
std::string pushId(const store::Destination& destination, const store::Push& push) {
    const domain::Digest digest =
        domain::sha256("push\n" + destination.id.str() + "\n" + push.lead.str());
    return domain::makeId("psh_", [&digest](std::span<unsigned char> bytes) {
        for (std::size_t at = 0; at < bytes.size(); ++at)
            bytes[at] = digest[at % digest.size()];
    });
}

} // namespace

json::object destinationJson(store::Reader& reader, const store::Destination& destination) {
    const store::PushCounts counts = reader.outreach().counts(destination.seq);
    json::array results;
    for (const std::string& result : destination.results)
        results.push_back(json::value(result));
    json::object out;
    out["id"] = destination.id.str();
    out["platform"] = destination.platform;
    out["name"] = destination.name;
    out["campaignId"] =
        destination.campaign ? json::value(*destination.campaign) : json::value(nullptr);
    out["fieldMap"] = json::parse(destination.fieldMap);
    out["duplicatePolicy"] = destination.duplicatePolicy;
    out["results"] = std::move(results);
    out["autoDeliver"] = destination.autoDeliver;
    out["enabled"] = destination.enabled;
    out["pushes"] = {{"pending", counts[PushState::Pending]},
                     {"sending", counts[PushState::Sending]},
                     {"accepted", counts[PushState::Accepted]},
                     {"skippedDuplicate", counts[PushState::SkippedDuplicate]},
                     {"rejected", counts[PushState::Rejected]},
                     {"unknown", counts[PushState::Unknown]}};
    out["version"] = destination.version;
    out["createdAt"] = domain::formatTimestamp(destination.createdAt);
    out["updatedAt"] = domain::formatTimestamp(destination.updatedAt);
    return out;
}

json::object pushJson(const store::Destination& destination, const store::Push& push) {
    json::object out;
    out["id"] = pushId(destination, push);
    out["destinationId"] = destination.id.str();
    out["leadId"] = push.lead.str();
    out["orderNumber"] = push.order.str();
    out["state"] = store::name(push.state);
    out["platformReason"] = push.reason ? json::value(*push.reason) : json::value(nullptr);
    out["attempts"] = push.attempts;
    out["createdAt"] = domain::formatTimestamp(push.createdAt);
    out["updatedAt"] = domain::formatTimestamp(push.updatedAt);
    return out;
}

} // namespace leadsheet::server::api
