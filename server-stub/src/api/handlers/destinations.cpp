// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/destination_input.hpp"
#include "api/handlers/destination_json.hpp"
#include "api/handlers/destination_pushes.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/if_match.hpp"
#include "api/handlers/own_limit.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"
#include "outreach/adapter.hpp"
#include "worker/push_call.hpp"

#include <leadsheet/contract/limits.hpp>

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using outreach::DuplicatePolicy;

Reply destinationReply(store::Reader& reader, const store::Destination& destination, int status) {
    Reply reply;
    reply.status = status;
    reply.body = json::serialize(destinationJson(reader, destination));
    reply.headers.push_back({"ETag", versionTag(destination.version)});
    return reply;
}

/// Destinations with one credential share the platform's limits. The name tells nothing about it.
std::string workspaceOf(const Context& context, const std::string& platform,
                        const std::string& credential) {
    return domain::toHex(domain::hmacSha256(
        context.config.pepper, "workspace of a platform 1\n" + platform + "\n" + credential));
}

void apply(Context& context, const DestinationDraft& draft, store::Destination& destination) {
    const auto platform = outreach::platformNamed(destination.platform);
    destination.name = draft.name.value_or(destination.name);
    if (draft.credential) {
        destination.credential = context.secrets.seal(
            *draft.credential, worker::credentialContext(destination.id), context.random);
        destination.workspace = workspaceOf(context, destination.platform, *draft.credential);
    }
    if (draft.campaign)
        destination.campaign = draft.campaign;
    destination.fieldMap = draft.fieldMap.value_or(destination.fieldMap);
    if (draft.duplicates) {
        destination.duplicatePolicy = outreach::name(*draft.duplicates);
        destination.repeatable =
            platform && outreach::adapterFor(*platform).reportsDuplicates(*draft.duplicates);
    }
    destination.results = draft.results.value_or(destination.results);
    destination.autoDeliver = draft.autoDeliver.value_or(destination.autoDeliver);
    destination.enabled = draft.enabled.value_or(destination.enabled);
}

Outcome listDestinations(Context& context, Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    const std::string scope = "destinations:" + account.str();
    const auto page = pageRequest(context, exchange, scope, {});
    if (!page)
        return tl::make_unexpected(page.error());
    json::array rows;
    const auto next = context.store->read([&](store::Reader& reader) {
        const auto found = reader.outreach().list(account, page->after, page->limit);
        for (const store::Destination& destination : found.rows)
            rows.push_back(destinationJson(reader, destination));
        return found.next;
    });
    if (!next)
        return storeProblem(context, exchange, next.error());
    return pageReply(context, std::move(rows), *page, *next, scope, {});
}

Outcome getDestination(Context& context, Exchange& exchange) {
    auto outcome = context.store->read([&](store::Reader& reader) -> Outcome {
        const auto destination = ownDestination(reader, exchange);
        if (!destination)
            return notFound();
        return destinationReply(reader, *destination, 200);
    });
    if (!outcome)
        return storeProblem(context, exchange, outcome.error());
    return std::move(*outcome);
}

Outcome createDestination(Context& context, Exchange& exchange) {
    auto draft = readDestinationDraft(exchange, true);
    if (!draft)
        return tl::make_unexpected(std::move(draft.error()));
    store::Destination destination;
    destination.id = store::DestinationId(domain::makeId("dst_", context.random));
    destination.account = exchange.caller->account.id;
    destination.platform = outreach::name(*draft->platform);
    destination.fieldMap = "{}";
    destination.results = {"good"};
    destination.createdAt = exchange.now;
    destination.updatedAt = exchange.now;
    draft->duplicates = draft->duplicates.value_or(DuplicatePolicy::SkipIfInWorkspace);
    apply(context, *draft, destination);
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        const auto others = tx.outreachWrites().list(destination.account, std::nullopt,
                                                     static_cast<int>(contract::kMaxDestinations));
        if (std::ssize(others.rows) >= contract::kMaxDestinations)
            return tooMany("destinations", contract::kMaxDestinations);
        destination.seq = tx.outreachWrites().insert(destination);
        Outcome outcome = destinationReply(tx, destination, 201);
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
}

Outcome updateDestination(Context& context, Exchange& exchange) {
    const auto draft = readDestinationDraft(exchange, false);
    if (!draft)
        return tl::make_unexpected(draft.error());
    const auto version = ifMatch(exchange);
    if (!version)
        return tl::make_unexpected(version.error());
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        auto destination = ownDestination(tx, exchange);
        if (!destination)
            return notFound();
        if (*version && **version != destination->version)
            return versionConflict("destination", destination->version);
        apply(context, *draft, *destination);
        destination->updatedAt = exchange.now;
        tx.outreachWrites().update(*destination);
        ++destination->version;
        return destinationReply(tx, *destination, 200);
    });
}

Outcome deleteDestination(Context& context, Exchange& exchange) {
    const auto version = ifMatch(exchange);
    if (!version)
        return tl::make_unexpected(version.error());
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        const auto destination = ownDestination(tx, exchange);
        if (!destination)
            return notFound();
        if (*version && **version != destination->version)
            return versionConflict("destination", destination->version);
        tx.outreachWrites().remove(destination->seq);
        Reply reply;
        reply.status = 204;
        return reply;
    });
}

} // namespace

std::optional<store::Destination> ownDestination(store::Reader& reader, const Exchange& exchange) {
    return reader.outreach().find(exchange.caller->account.id,
                                  store::DestinationId(exchange.parameter(0)));
}

void addDestinationHandlers(HandlerTable& table) {
    table.add("listDestinations", BodyKind::None, listDestinations, {"cursor", "limit"});
    table.add("createDestination", BodyKind::Json, createDestination);
    table.add("getDestination", BodyKind::None, getDestination);
    table.add("updateDestination", BodyKind::Json, updateDestination);
    table.add("deleteDestination", BodyKind::None, deleteDestination);
    table.add("testDestination", BodyKind::OptionalJson, testDestination);
    table.add("listDestinationCampaigns", BodyKind::None, listDestinationCampaigns);
    table.add("pushToDestination", BodyKind::Json, pushToDestination);
    table.add("listDestinationPushes", BodyKind::None, listDestinationPushes,
              {"state", "orderNumber", "cursor", "limit"});
}

} // namespace leadsheet::server::api
