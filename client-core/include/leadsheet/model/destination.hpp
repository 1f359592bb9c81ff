// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/outbound_ids.hpp"
#include "leadsheet/platform_credential.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Outreach platforms that leads are pushed to (contract section 9). Times are RFC 3339.
namespace leadsheet {

/// Leads by the state of their push.
struct PushCounts {
    std::int64_t pending = 0;
    std::int64_t sending = 0;
    std::int64_t accepted = 0;
    std::int64_t skippedDuplicate = 0;
    std::int64_t rejected = 0;
    std::int64_t unknown = 0; ///< the platform may or may not have them
};

/// Lead column -> the platform's name for it.
using FieldMap = std::map<std::string, std::string>;

struct Destination {
    explicit Destination(DestinationId destinationId)
        : id(std::move(destinationId)) {}

    DestinationId id;
    std::string platform; ///< `instantly`, `smartlead`, `lemlist`
    std::string name;
    std::optional<std::string> campaignId;
    FieldMap fieldMap;
    std::string duplicatePolicy;
    std::vector<std::string> results; ///< only leads that were verified so are pushed
    bool autoDeliver = false;
    bool enabled = false;
    PushCounts pushes;
    std::int64_t version = 0;
    std::string createdAt;
    std::string updatedAt;
};

/// What is not set has the service's default.
struct NewDestination {
    std::string platform;
    PlatformCredential credential; ///< encrypted at rest, never shown again
    std::optional<std::string> name{};
    std::optional<std::string> campaignId{}; ///< needed before the first push
    FieldMap fieldMap{};                     ///< the usual names when empty
    std::optional<std::string> duplicatePolicy{};
    std::vector<std::string> results{}; ///< `good` alone when empty
    std::optional<bool> autoDeliver{};
    std::optional<bool> enabled{};
};

/// What is not set, or empty, stays as it is.
struct DestinationChange {
    std::optional<PlatformCredential> credential;
    std::optional<std::string> name;
    std::optional<std::string> campaignId;
    std::optional<FieldMap> fieldMap;
    std::optional<std::string> duplicatePolicy;
    std::vector<std::string> results;
    std::optional<bool> autoDeliver;
    std::optional<bool> enabled;
};

struct Campaign {
    std::string id;
    std::string name;
    std::optional<std::string> state; ///< the platform's word
};

/// One lead on its way to one destination.
struct Push {
    Push(PushId pushId, DestinationId destinationId, LeadId leadId, OrderNumber order)
        : id(std::move(pushId))
        , destination(std::move(destinationId))
        , lead(std::move(leadId))
        , orderNumber(std::move(order)) {}

    PushId id;
    DestinationId destination;
    LeadId lead;
    OrderNumber orderNumber;
    std::string state; ///< a PushState, or one that a newer service has
    std::optional<std::string> platformReason;
    std::int64_t attempts = 0;
    std::string createdAt;
    std::string updatedAt;
};

/// Where a lead on its way to a platform stands. `Unknown` is sent again only where the platform
/// skips duplicates.
enum class PushState : std::uint8_t {
    Pending,
    Sending,
    Accepted,
    SkippedDuplicate,
    Rejected,
    Unknown
};
inline constexpr std::array kPushStates{PushState::Pending,  PushState::Sending,
                                        PushState::Accepted, PushState::SkippedDuplicate,
                                        PushState::Rejected, PushState::Unknown};
/// `skipped_duplicate`, as the API spells it. Points to a literal.
std::string_view toString(PushState state);
/// Nothing for another name.
std::optional<PushState> pushStateFromName(std::string_view name);

struct PushFilter {
    std::optional<PushState> state;
    std::optional<OrderNumber> orderNumber;
};

struct DestinationCheck {
    bool ok = false;                   ///< the platform accepted the credential
    std::optional<std::string> detail; ///< the platform's own words
    std::optional<Push> push;          ///< of the lead that was to be tried
};

/// The leads of one order, or leads one by one (at most 1,000). Exactly one of the two.
struct LeadsToPush {
    std::optional<OrderNumber> orderNumber;
    std::vector<LeadId> leads;
};

struct QueuedPushes {
    std::int64_t queued = 0;
    std::int64_t alreadyPushed = 0;
    std::int64_t filtered = 0; ///< another verification result, or no e-mail
};

} // namespace leadsheet
