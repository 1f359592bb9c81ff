// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/destination_pushes.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/push_call.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "domain/text_check.hpp"
#include "outreach/adapter.hpp"

#include <leadsheet/contract/limits.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using outreach::DuplicatePolicy;

/// What a body says about a destination; absent members are nullopt.
struct DestinationDraft {
    std::optional<outreach::Platform> platform;
    std::optional<std::string> name;
    std::optional<std::string> credential;
    std::optional<std::string> campaign;
    std::optional<std::string> fieldMap; ///< canonical JSON
    std::optional<outreach::DuplicatePolicy> duplicates;
    std::optional<std::vector<std::string>> results;
    std::optional<bool> autoDeliver;
    std::optional<bool> enabled;
};

constexpr std::size_t kMaxDestinationName = 100;
constexpr std::size_t kMaxCredential = 1'000;
constexpr std::size_t kMaxCampaign = 200;
constexpr std::size_t kMaxMappedFields = 60;
constexpr std::size_t kMaxMappedName = 100;

const json::value* memberOf(const Exchange& exchange, std::string_view name) {
    const json::object* members = exchange.body->if_object();
    return members == nullptr ? nullptr : members->if_contains(name);
}

bool isColumn(std::string_view name) {
    return std::ranges::any_of(contract::kLeadFields,
                               [&](const auto& field) { return field.name == name; });
}

/// What is wrong with one entry; empty = nothing.
std::string faultOf(std::string_view column, const json::value& name) {
    if (!isColumn(column))
        return std::string(column.substr(0, 100)) + " is not a column of a lead.";
    if (!name.is_string())
        return "Every value must be a string.";
    const std::string_view text = name.get_string();
    const std::size_t length = domain::codePoints(text);
    if (length < 1 || length > kMaxMappedName)
        return "A name has 1 to " + std::to_string(kMaxMappedName) + " characters.";
    if (domain::hasControlCharacters(text))
        return "Control characters are not allowed.";
    return {};
}

std::optional<std::string> readFieldMap(const Exchange& exchange, BodyMembers& members) {
    const json::value* value = memberOf(exchange, "fieldMap");
    if (value == nullptr)
        return std::nullopt;
    const json::object* map = value->if_object();
    if (map == nullptr) {
        members.refuse("fieldMap", "wrong_type", "Must be an object of column and name.");
        return std::nullopt;
    }
    if (map->size() > kMaxMappedFields)
        members.refuse("fieldMap", "too_many_items",
                       "At most " + std::to_string(kMaxMappedFields) + " columns.");
    // The e-mail is sent whatever the map says.
    std::map<std::string_view, std::string_view> filledBy{{"email", "email"}};
    for (const auto& entry : *map) {
        const std::string_view column = entry.key();
        std::string fault = faultOf(column, entry.value());
        if (fault.empty()) {
            const auto [first, fresh] =
                filledBy.emplace(std::string_view(entry.value().get_string()), column);
            if (!fresh && first->second != column)
                fault = std::string(first->second) + " and " + std::string(column) +
                        " fill the same field of the platform. Give each column its own.";
        }
        if (!fault.empty())
            members.refuse("fieldMap", "not_allowed", std::move(fault));
    }
    return domain::canonicalJson(*value);
}

template <class Named>
auto readNamed(const Exchange& exchange, BodyMembers& members, std::string_view member, Named named,
               std::string_view choices) -> decltype(named("")) {
    const json::value* value = memberOf(exchange, member);
    if (value == nullptr)
        return std::nullopt;
    const auto found =
        value->is_string() ? named(std::string_view(value->get_string())) : decltype(named(""))();
    if (!found)
        members.refuse(member, value->is_string() ? "not_allowed" : "wrong_type",
                       "Must be one of " + std::string(choices) + ".");
    return found;
}

std::optional<std::vector<std::string>> readResults(BodyMembers& members) {
    auto results = members.texts("results", domain::kLeadResults.size());
    for (const std::string& result : results.value_or(std::vector<std::string>())) {
        if (std::ranges::count(domain::kLeadResults, result) == 0)
            members.refuse("results", "not_allowed",
                           "Every item must be one of good, risky, unknown, invalid.");
    }
    return results;
}

/// A name may be empty; nothing else may.
std::optional<std::string> readName(const Exchange& exchange, BodyMembers& members) {
    const json::value* value = memberOf(exchange, "name");
    if (value != nullptr && value->is_string() && value->get_string().empty())
        return std::string();
    return members.text("name", kMaxDestinationName);
}

/// `creating`: platform and credential are required; else at least one member is, and the platform
/// stays what it is.
tl::expected<DestinationDraft, Problem> readDestinationDraft(const Exchange& exchange,
                                                             bool creating) {
    BodyMembers members(*exchange.body, {"platform", "name", "credential", "campaignId", "fieldMap",
                                         "duplicatePolicy", "results", "autoDeliver", "enabled"});
    DestinationDraft draft;
    if (creating)
        members.require({"platform", "credential"});
    else if (members.has("platform"))
        members.refuse("platform", "not_allowed",
                       "The platform stays. Create another destination for another one.");
    if (creating)
        draft.platform = readNamed(exchange, members, "platform", outreach::platformNamed,
                                   namesOf(contract::kPlatforms, &contract::PlatformInfo::id));
    draft.name = readName(exchange, members);
    draft.credential = members.text("credential", kMaxCredential);
    draft.campaign = members.text("campaignId", kMaxCampaign);
    // It becomes a segment of the platform's path, and these two would leave that place.
    if (draft.campaign == "." || draft.campaign == "..")
        members.refuse("campaignId", "invalid_format", "Must be the id of a campaign.");
    draft.fieldMap = readFieldMap(exchange, members);
    draft.duplicates =
        readNamed(exchange, members, "duplicatePolicy", outreach::duplicatePolicyNamed,
                  "skip_if_in_workspace, skip_if_in_campaign, skip_if_in_list, send");
    draft.results = readResults(members);
    draft.autoDeliver = members.boolean("autoDeliver");
    draft.enabled = members.boolean("enabled");
    if (const json::object* body = exchange.body->if_object(); body && body->empty())
        members.refuse("", "required", "Give at least one member.");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return draft;
}

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
            *draft.credential, push::credentialContext(destination.id), context.random);
        destination.workspace = workspaceOf(context, destination.platform, *draft.credential);
    }
    if (draft.campaign)
        destination.campaign = draft.campaign;
    destination.fieldMap = draft.fieldMap.value_or(destination.fieldMap);
    if (draft.duplicates) {
        destination.duplicatePolicy = outreach::name(*draft.duplicates);
        destination.repeatable =
            platform && outreach::reportsDuplicates(contract::info(*platform), *draft.duplicates);
    }
    destination.results = draft.results.value_or(destination.results);
    destination.autoDeliver = draft.autoDeliver.value_or(destination.autoDeliver);
    destination.enabled = draft.enabled.value_or(destination.enabled);
}

Outcome listDestinations(Context& context, Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    const auto find = [&](store::Reader& reader, const PageRequest& page) {
        return pageContent(reader.outreach().list(account, page.after, page.limit),
                           [&](const store::Destination& destination) {
                               return destinationJson(reader, destination);
                           });
    };
    return answerPage(context, exchange, "destinations:" + account.str(), {}, find);
}

Outcome getDestination(Context& context, Exchange& exchange) {
    return readOutcome(context, exchange, [&](store::Reader& reader) -> Outcome {
        const auto destination = ownDestination(reader, exchange);
        if (!destination)
            return notFound();
        return destinationReply(reader, *destination, 200);
    });
}

Outcome createDestination(Context& context, Exchange& exchange) {
    SERVER_TRY(auto draft, readDestinationDraft(exchange, true));
    store::Destination destination;
    destination.id = store::DestinationId(domain::makeId("dst_", context.random));
    destination.account = exchange.caller->account.id;
    destination.platform = outreach::name(*draft.platform);
    destination.fieldMap = "{}";
    destination.results = {"good"};
    destination.createdAt = exchange.now;
    destination.updatedAt = exchange.now;
    draft.duplicates = draft.duplicates.value_or(DuplicatePolicy::SkipIfInWorkspace);
    apply(context, draft, destination);
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            const auto others = tx.outreachWrites().list(
                destination.account, std::nullopt, static_cast<int>(contract::kMaxDestinations));
            if (std::ssize(others.rows) >= contract::kMaxDestinations)
                return tooMany("destinations", contract::kMaxDestinations);
            destination.seq = tx.outreachWrites().insert(destination);
            Outcome outcome = destinationReply(tx, destination, 201);
            keepOutcome(tx, exchange, outcome);
            return outcome;
        },
        exchange.caller->account.id);
}

Outcome updateDestination(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto draft, readDestinationDraft(exchange, false));
    SERVER_TRY(const auto version, ifMatch(exchange));
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            auto destination = ownDestination(tx, exchange);
            if (!destination)
                return notFound();
            if (version && *version != destination->version)
                return versionConflict("destination", destination->version);
            apply(context, draft, *destination);
            destination->updatedAt = exchange.now;
            tx.outreachWrites().update(*destination);
            ++destination->version;
            return destinationReply(tx, *destination, 200);
        },
        exchange.caller->account.id);
}

Outcome deleteDestination(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto version, ifMatch(exchange));
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            const auto destination = ownDestination(tx, exchange);
            if (!destination)
                return notFound();
            if (version && *version != destination->version)
                return versionConflict("destination", destination->version);
            tx.outreachWrites().remove(destination->seq);
            return noContent();
        },
        exchange.caller->account.id);
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
