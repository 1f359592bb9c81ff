// SPDX-License-Identifier: Apache-2.0
// What a destination's platform says at this moment.
#include "api/handlers/destination_pushes.hpp"

#include "api/context.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/push_call.hpp"
#include "api/reply.hpp"
#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/text_check.hpp"
#include "outreach/adapter.hpp"
#include "outreach/pace.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;
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

constexpr std::size_t kMaxLeadsOfAPush = 1'000;

/// Either an order or leads.
struct PushBody {
    std::optional<store::OrderNumber> order;
    std::vector<store::LeadId> leads;
};

tl::expected<PushBody, Problem> readPushBody(const Exchange& exchange) {
    BodyMembers members(*exchange.body, {"orderNumber", "leadIds"});
    PushBody body;
    if (const auto number = members.text("orderNumber", 20)) {
        body.order = store::OrderNumber(*number);
        if (!domain::isOrderNumber(*number))
            members.refuse("orderNumber", "invalid_format", "Must be an order number.");
    }
    for (std::string& id :
         members.texts("leadIds", kMaxLeadsOfAPush).value_or(std::vector<std::string>()))
        body.leads.emplace_back(std::move(id));
    if (members.has("orderNumber") == members.has("leadIds"))
        members.refuse("", "required", "Give orderNumber or leadIds, and not both.");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return body;
}

tl::unexpected<Problem> absent(std::string pointer, const std::string& what) {
    const std::string detail = "There is no such " + what + " in this account.";
    return refuse(ErrorCode::ValidationFailed, detail, {{std::move(pointer), "not_found", detail}});
}

Outcome queue(store::Tx& tx, const Exchange& exchange, const PushBody& body) {
    const auto destination = ownDestination(tx, exchange);
    if (!destination)
        return notFound();
    if (!destination->enabled)
        return refuse(ErrorCode::InvalidTransition,
                      "The destination is disabled. Enable it, then push.");
    if (!destination->campaign)
        return refuse(ErrorCode::InvalidTransition,
                      "The destination has no campaign. Set its campaignId, then push.");
    store::OutreachWrites& outreach = tx.outreachWrites();
    store::QueuedPushes queued;
    if (body.order) {
        if (!tx.findOrder(destination->account, *body.order))
            return absent("/orderNumber", "order");
        queued = outreach.queueOrder(*destination, *body.order, exchange.now);
    } else {
        const auto leads = outreach.queueLeads(*destination, body.leads, exchange.now);
        if (!leads)
            return absent("/leadIds", "lead");
        queued = *leads;
    }
    Reply reply;
    reply.status = 202;
    reply.body = json::serialize(json::object{{"queued", queued.queued},
                                              {"alreadyPushed", queued.alreadyPushed},
                                              {"filtered", queued.filtered}});
    return reply;
}

constexpr int kMaxCampaignPages = 100;
constexpr std::size_t kMaxCampaigns = 10'000;
constexpr std::size_t kMaxCampaignId = 200;     // characters
constexpr std::size_t kMaxCampaignName = 1'000; // characters
constexpr std::size_t kMaxCampaignState = 100;  // characters

/// A platform to be asked for one destination.
struct Platform {
    store::Destination destination;
    outreach::Platform name = {};
    std::string credential;
};

tl::expected<Platform, Outcome> platformOf(Context& context, const Exchange& exchange) {
    auto found = context.store->read(
        [&](store::Reader& reader) { return ownDestination(reader, exchange); });
    if (!found)
        return tl::make_unexpected(storeProblem(context, exchange, found.error()));
    if (!*found)
        return tl::make_unexpected(Outcome(notFound()));
    const auto name = outreach::platformNamed((*found)->platform);
    if (!name)
        return tl::make_unexpected(Outcome(refuse(
            ErrorCode::UpstreamError, (*found)->platform + ": this server does not know it")));
    Platform platform{std::move(**found), *name, {}};
    platform.credential =
        context.secrets
            .open(platform.destination.credential, push::credentialContext(platform.destination.id))
            .value_or("");
    return platform;
}

/// Counts a call that people wait for: it is made at once, out of the share of the limits that
/// pushes leave. Pushes wait for it instead.
store::StoreResult<void> countCall(Context& context, const Platform& platform) {
    const auto count = [&](store::Tx& tx) {
        const std::string& workspace = platform.destination.workspace;
        store::OutreachWrites& outreach = tx.outreachWrites();
        outreach::Pace pace(outreach::adapterFor(platform.name).limits(),
                            outreach.holdPace(workspace));
        pace.take(context.now());
        outreach.keepPace(workspace, pace.text(), context.now());
    };
    return context.store->writeAndWait(count, store::Durability::Full,
                                       platform.destination.account);
}

tl::unexpected<Problem> upstream(const Platform& platform, const std::string& why) {
    return refuse(ErrorCode::UpstreamError, std::string(outreach::name(platform.name)) + ": " +
                                                outreach::withoutSecret(why, platform.credential));
}

/// One page of campaigns, or the refusal for the caller.
tl::expected<outreach::CampaignReading, Outcome>
askForCampaigns(Context& context, const Exchange& exchange, const Platform& platform,
                const std::optional<std::string>& page) {
    if (const auto counted = countCall(context, platform); !counted)
        return tl::make_unexpected(storeProblem(context, exchange, counted.error()));
    const outreach::Adapter& adapter = outreach::adapterFor(platform.name);
    const auto request = adapter.campaignsRequest(platform.credential, page);
    const egress::Result result =
        context.egress.fetch(push::platformRequest(context, platform.name, request));
    if (!result)
        return tl::make_unexpected(Outcome(upstream(platform, result.error().detail)));
    auto reading = adapter.readCampaigns(push::platformAnswer(*result));
    reading.reason = outreach::withoutSecret(reading.reason, platform.credential);
    if (!reading.ok && !reading.refused)
        return tl::make_unexpected(Outcome(upstream(platform, reading.reason)));
    return reading;
}

std::string shortened(const std::string& text, std::size_t characters) {
    std::string_view kept = domain::utf8Prefix(text, text.size());
    while (domain::codePoints(kept) > characters)
        kept = domain::utf8Prefix(kept, kept.size() - 1);
    return std::string(kept);
}

json::object campaignJson(const outreach::Campaign& campaign) {
    json::object out;
    out["id"] = shortened(campaign.id, kMaxCampaignId);
    out["name"] = shortened(campaign.name, kMaxCampaignName);
    out["state"] = campaign.state ? json::value(shortened(*campaign.state, kMaxCampaignState))
                                  : json::value(nullptr);
    return out;
}

Reply testReply(bool ok, const std::string& detail, json::value push) {
    json::object body;
    body["ok"] = ok;
    body["detail"] = detail.empty() ? json::value(nullptr) : json::value(detail);
    body["push"] = std::move(push);
    Reply reply;
    reply.body = json::serialize(body);
    return reply;
}

/// Queues one lead; the refusal when it cannot be.
Outcome queueOne(store::Tx& tx, const Exchange& exchange, const store::LeadId& lead) {
    const auto destination = ownDestination(tx, exchange);
    if (!destination)
        return notFound();
    const auto no = [](const std::string& detail) {
        return refuse(ErrorCode::ValidationFailed, detail, {{"/leadId", "not_allowed", detail}});
    };
    if (!destination->campaign || !destination->enabled)
        return no("A lead can be pushed once the destination is enabled and has a campaignId.");
    const std::vector leads{lead};
    const auto queued = tx.outreachWrites().queueLeads(*destination, leads, exchange.now);
    if (!queued)
        return no("There is no such lead in this account.");
    if (queued->filtered > 0)
        return no("The destination does not take this lead: it has no e-mail, or another "
                  "verification result than those in results.");
    return Reply();
}

/// Pushes one lead now, if the workspace's pace allows; else the sender will. Queued and claimed in
/// one transaction: between two, the sender could take it, and the answer would not know its fate.
Outcome pushOne(Context& context, const Exchange& exchange, const Platform& platform,
                const store::LeadId& lead) {
    Outcome queued = Reply();
    const store::AccountId& account = platform.destination.account;
    const auto claimed =
        push::claimCall(context, account, platform.destination.seq, lead, [&](store::Tx& tx) {
            queued = queueOne(tx, exchange, lead);
            return queued.has_value();
        });
    if (!claimed)
        return storeProblem(context, exchange, claimed.error());
    if (claimed->failed) {
        // When not even that can be written, the end of the lease makes the push unknown.
        const auto kept = context.store->writeAndWait(
            [&](store::Tx& tx) {
                push::keepOutcome(tx, *claimed->call, claimed->unsent, context.now());
            },
            store::Durability::Full, account);
        if (!kept)
            context.logError("outreach: " + kept.error().detail);
        return storeProblem(context, exchange, *claimed->failed);
    }
    if (!queued)
        return queued;
    if (claimed->call) {
        const push::PushCall& call = *claimed->call;
        context.metrics.outreachCallBegins();
        const egress::Result result = context.egress.fetch(call.request);
        const auto now = context.now();
        const push::CallOutcome outcome = push::judgeCall(call, result, now);
        push::countCall(context.metrics, call, result, outcome);
        const auto kept = context.store->writeAndWait(
            [&](store::Tx& tx) { push::keepOutcome(tx, call, outcome, now); },
            store::Durability::Full, account);
        if (!kept)
            return storeProblem(context, exchange, kept.error());
    }
    SERVER_TRY(const auto push, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.outreach().findPush(platform.destination.seq, lead);
               }));
    return testReply(
        true, {}, push ? json::value(pushJson(platform.destination, *push)) : json::value(nullptr));
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

Outcome pushToDestination(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto body, readPushBody(exchange));
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            Outcome outcome = queue(tx, exchange, body);
            keepOutcome(tx, exchange, outcome);
            return outcome;
        },
        exchange.caller->account.id);
}

Outcome listDestinationPushes(Context& context, Exchange& exchange) {
    store::PushFilter filter;
    std::string filters;
    if (const std::string* state = exchange.query("state")) {
        filter.state = store::pushStateNamed(*state);
        if (!filter.state)
            return wrongParameter("state", "state must be one of pending, sending, accepted, "
                                           "skipped_duplicate, rejected, unknown.");
        filters += "state=" + *state + ";";
    }
    if (const std::string* order = exchange.query("orderNumber")) {
        if (!domain::isOrderNumber(*order))
            return wrongParameter("orderNumber", "orderNumber must be an order number.");
        filter.order = store::OrderNumber(*order);
        filters += "order=" + *order + ";";
    }
    const std::string scope =
        "pushes:" + exchange.caller->account.id.str() + ":" + exchange.parameter(0);
    const auto find = [&](store::Reader& reader,
                          const PageRequest& page) -> std::optional<PageContent> {
        const auto destination = ownDestination(reader, exchange);
        if (!destination)
            return std::nullopt;
        return pageContent(
            reader.outreach().listPushes(destination->seq, filter, page.after, page.limit),
            [&](const store::Push& push) { return pushJson(*destination, push); });
    };
    return answerPage(context, exchange, scope, filters, find);
}

Outcome listDestinationCampaigns(Context& context, Exchange& exchange) {
    auto platform = platformOf(context, exchange);
    if (!platform)
        return std::move(platform.error());
    SERVER_TRY(const auto place, placeOutside(context, exchange));
    json::array rows;
    std::optional<std::string> next;
    for (int page = 0; page < kMaxCampaignPages && (page == 0 || next); ++page) {
        auto reading = askForCampaigns(context, exchange, *platform, next);
        if (!reading)
            return std::move(reading.error());
        if (!reading->ok)
            return upstream(*platform, "the credential was refused (" + reading->reason + ")");
        for (const outreach::Campaign& campaign : reading->campaigns) {
            if (rows.size() < kMaxCampaigns)
                rows.push_back(campaignJson(campaign));
        }
        // A page that names itself as the next one would never end.
        next = reading->next == next ? std::nullopt : reading->next;
    }
    Reply reply;
    reply.body = json::serialize(json::object{{"data", std::move(rows)}});
    return reply;
}

/// What is kept of a test for its repeats names nobody: a platform's words may name the lead, which
/// may be erased by then.
std::string withoutPlatformReason(const std::string& testBody) {
    json::value body = json::parse(testBody);
    if (json::object* const push = body.as_object().at("push").if_object())
        push->at("platformReason") = nullptr;
    return json::serialize(body);
}

Outcome testDestination(Context& context, Exchange& exchange) {
    std::optional<store::LeadId> lead;
    if (exchange.body) {
        BodyMembers members(*exchange.body, {"leadId"});
        if (const auto id = members.text("leadId", 64))
            lead = store::LeadId(*id);
        if (auto problem = members.problem())
            return tl::make_unexpected(std::move(*problem));
    }
    auto platform = platformOf(context, exchange);
    if (!platform)
        return std::move(platform.error());
    SERVER_TRY(const auto place, placeOutside(context, exchange));
    auto reading = askForCampaigns(context, exchange, *platform, std::nullopt);
    if (!reading)
        return std::move(reading.error());
    Outcome outcome = reading->ok && lead ? pushOne(context, exchange, *platform, *lead)
                                          : testReply(reading->ok, reading->reason, nullptr);
    if (!exchange.idempotencyKey)
        return outcome;
    // Another process may have answered the same request meanwhile.
    auto earlier = context.store->writeAndWait(
        [&](store::Tx& tx) {
            auto replayed = replayOf(tx, exchange);
            if (!replayed && outcome) {
                Outcome kept = Reply{};
                kept->body = withoutPlatformReason(outcome->body);
                keepOutcome(tx, exchange, kept);
            } else if (!replayed)
                keepOutcome(tx, exchange, outcome);
            return replayed;
        },
        store::Durability::Full, exchange.caller->account.id);
    if (!earlier)
        return storeProblem(context, exchange, earlier.error());
    return *earlier ? std::move(**earlier) : std::move(outcome);
}

} // namespace leadsheet::server::api
