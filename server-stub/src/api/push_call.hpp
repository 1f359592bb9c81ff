// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead.hpp"
#include "egress/client.hpp"
#include "outreach/adapter.hpp"
#include "store/store.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::server::api {
struct Context;
class Metrics;
} // namespace leadsheet::server::api

namespace leadsheet::server::api::push {

/// Leads of one destination that are claimed for one call of its platform.
struct PushCall {
    store::Destination destination;
    outreach::Platform platform = {};
    outreach::DuplicatePolicy duplicates = {};
    std::string credential;
    std::int64_t lease = 0;
    std::vector<store::ClaimedPush> pushes;
    std::vector<domain::LeadDraft> leads; ///< in the order of `pushes`
    egress::Request request;
    std::string shown; ///< the request, for logs
};

/// What the ledger is to say after the call. `quietUntil`: no call of the workspace before;
/// `destinationQuietUntil`: none of the destination.
struct CallOutcome {
    std::vector<store::PushResult> results;
    std::optional<store::Timestamp> quietUntil;
    std::optional<store::Timestamp> destinationQuietUntil;
    std::string problem; ///< for the log; empty = none
};

/// A claim that may have found nothing to do.
struct ClaimedCall {
    std::optional<PushCall> call;
    /// The pace of the workspace does not allow a call before.
    std::optional<store::Timestamp> readyAt;
    /// Why `call`, which is claimed or may be, cannot be made: `unsent` is to be written instead.
    std::optional<store::StoreError> failed;
    CallOutcome unsent = {};
};

/// Claims what the platform of the account's destination takes in one call (`only`: that lead
/// alone), counts the call against the workspace's limits in the same transaction, and makes the
/// request. A crash behind it leaves pushes whose lease ends: they become unknown. `first` runs
/// before the claim, in its transaction; when it says false nothing is claimed.
store::StoreResult<ClaimedCall> claimCall(
    api::Context& context, const store::AccountId& account, std::int64_t destination,
    const std::optional<store::LeadId>& only = std::nullopt,
    const std::function<bool(store::Tx&)>& first = [](store::Tx&) { return true; });

CallOutcome judgeCall(const PushCall& call, const egress::Result& result, store::Timestamp now);

/// Counts the call and what it brought.
void countCall(api::Metrics& metrics, const PushCall& call, const egress::Result& result,
               const CallOutcome& outcome);

/// Writes an outcome; part of a write job of the destination's account.
void keepOutcome(store::Tx& tx, const PushCall& call, const CallOutcome& outcome,
                 store::Timestamp now);

/// The request of an adapter as one to the platform's base URL of the settings.
egress::Request platformRequest(const api::Context& context, outreach::Platform platform,
                                const outreach::PlatformRequest& request);
outreach::PlatformAnswer platformAnswer(const egress::Response& response);

/// What a sealed credential belongs to.
std::string credentialContext(const store::DestinationId& id);

/// The column names of a stored field map.
outreach::FieldMap parseFieldMap(const std::string& json);

} // namespace leadsheet::server::api::push
