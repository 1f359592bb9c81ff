// SPDX-License-Identifier: Apache-2.0
#include "destination_listing.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"

#include "leadsheet/page.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

std::string joinedResults(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

const char* stateOfDestination(const Destination& destination) {
    if (!destination.enabled)
        return "disabled";
    return destination.campaignId ? "enabled" : "needs a campaign";
}

Style styleOfPush(const Push& push) {
    if (push.state == "accepted")
        return Style::Good;
    return push.state == "rejected" || push.state == "unknown" ? Style::Warn : Style::Plain;
}

std::string policySentence(const std::string& policy) {
    if (policy == "send")
        return "leads that it knows are sent all the same";
    if (policy == "skip_if_in_campaign")
        return "leads that are in the campaign are skipped";
    if (policy == "skip_if_in_list")
        return "leads that are in a list are skipped";
    return "leads that are anywhere in the workspace are skipped";
}

} // namespace

json::object destinationJson(const Destination& destination) {
    json::object fields;
    for (const auto& [column, name] : destination.fieldMap)
        fields[column] = name;
    const PushCounts& pushes = destination.pushes;
    json::object object{
        {"type", "destination"},
        {"id", destination.id.str()},
        {"platform", destination.platform},
        {"name", destination.name},
        {"fieldMap", fields},
        {"duplicatePolicy", destination.duplicatePolicy},
        {"results", json::array(destination.results.begin(), destination.results.end())},
        {"autoDeliver", destination.autoDeliver},
        {"enabled", destination.enabled},
        {"pushes",
         {{"pending", pushes.pending},
          {"sending", pushes.sending},
          {"accepted", pushes.accepted},
          {"skippedDuplicate", pushes.skippedDuplicate},
          {"rejected", pushes.rejected},
          {"unknown", pushes.unknown}}},
        {"version", destination.version},
        {"createdAt", destination.createdAt},
        {"updatedAt", destination.updatedAt}};
    if (destination.campaignId)
        object["campaignId"] = *destination.campaignId;
    return object;
}

json::object pushJson(const Push& push) {
    json::object object{{"type", "push"},
                        {"id", push.id.str()},
                        {"destinationId", push.destination.str()},
                        {"leadId", push.lead.str()},
                        {"orderNumber", push.orderNumber.str()},
                        {"state", push.state},
                        {"attempts", push.attempts},
                        {"createdAt", push.createdAt},
                        {"updatedAt", push.updatedAt}};
    if (push.platformReason)
        object["platformReason"] = *push.platformReason;
    return object;
}

Result<void> showDestinations(Context& context, PageRange<Destination> destinations) {
    Table table({{"id", {}},
                 {"platform", {}},
                 {"state", {}},
                 {"waiting", Table::Align::Right},
                 {"accepted", Table::Align::Right},
                 {"known before", Table::Align::Right},
                 {"rejected", Table::Align::Right},
                 {"unknown", Table::Align::Right},
                 {"campaign", {}},
                 {"name", {}}});
    for (;;) {
        const auto next = destinations.next();
        if (!next)
            return failure(next.error());
        if (!*next)
            break;
        const Destination& one = **next;
        const PushCounts& pushes = one.pushes;
        context.console.emit(destinationJson(one));
        table.row({one.id.str(), one.platform, stateOfDestination(one),
                   app::displayNumber(pushes.pending + pushes.sending),
                   app::displayNumber(pushes.accepted), app::displayNumber(pushes.skippedDuplicate),
                   app::displayNumber(pushes.rejected), app::displayNumber(pushes.unknown),
                   one.campaignId.value_or(""), one.name});
    }
    if (table.empty())
        context.console.say("No destinations. Add one with: leadsheet destinations add PLATFORM");
    else
        table.print(context.console);
    return {};
}

void showDestination(Context& context, const Destination& destination) {
    const PushCounts& pushes = destination.pushes;
    context.console.say(Text(destination.id.str(), Style::Bold)
                            .add(" · " + destination.platform + " · ")
                            .add(stateOfDestination(destination),
                                 destination.enabled ? Style::Plain : Style::Warn));
    Table table({{"", {}}, {"", {}}});
    if (!destination.name.empty())
        table.row({"name", destination.name});
    table.row({"campaign", destination.campaignId.value_or("none yet")});
    for (const auto& [column, name] : destination.fieldMap)
        table.row({"field", column + " as " + name});
    table.row({"results", joinedResults(destination.results)});
    table.row({"duplicates", policySentence(destination.duplicatePolicy)});
    table.row({"leads", destination.autoDeliver ? "automatic" : "only on request"});
    table.row({"waiting", app::displayNumber(pushes.pending + pushes.sending)});
    table.row({"accepted", app::displayNumber(pushes.accepted)});
    table.row({"known before", app::displayNumber(pushes.skippedDuplicate)});
    table.row({"rejected", app::displayNumber(pushes.rejected)});
    table.row({"unknown", app::displayNumber(pushes.unknown)});
    table.row({"version", std::to_string(destination.version)});
    table.row({"created", clockTime(destination.createdAt, context.now())});
    table.print(context.console, 2);
}

void showCampaigns(Context& context, const std::vector<Campaign>& campaigns,
                   const std::optional<std::string>& chosen) {
    Table table({{"id", {}}, {"state", {}}, {"", {}}, {"name", {}}});
    for (const Campaign& campaign : campaigns) {
        json::object object{{"type", "campaign"},
                            {"id", campaign.id},
                            {"name", campaign.name},
                            {"chosen", campaign.id == chosen}};
        if (campaign.state)
            object["state"] = *campaign.state;
        context.console.emit(object);
        table.row({campaign.id, campaign.state.value_or(""), campaign.id == chosen ? "chosen" : "",
                   campaign.name});
    }
    if (table.empty())
        context.console.say("The platform has no campaigns. Make one there first.");
    else
        table.print(context.console);
}

Result<void> showPushes(Context& context, PageRange<Push> pushes, std::size_t limit) {
    Table table({{"lead", {}},
                 {"order", {}},
                 {"state", {}},
                 {"attempts", Table::Align::Right},
                 {"changed", {}},
                 {"the platform says", {}}});
    const auto taken = pushes.take(limit + 1);
    if (!taken)
        return failure(taken.error());
    for (std::size_t i = 0; i < taken->size() && i < limit; ++i) {
        const Push& one = (*taken)[i];
        context.console.emit(pushJson(one));
        table.row({one.lead.str(), one.orderNumber.str(), one.state,
                   app::displayNumber(one.attempts), clockTime(one.updatedAt, context.now()),
                   one.platformReason.value_or("")});
    }
    if (table.empty())
        context.console.say("No leads.");
    else
        table.print(context.console);
    if (taken->size() > limit)
        context.console.say("There are more; see further ones with --limit N");
    return {};
}

void showPush(Context& context, const Push& push) {
    Text line(push.lead.str(), Style::Bold);
    line.add(" · ").add(push.state, styleOfPush(push));
    if (push.platformReason)
        line.add(" · " + *push.platformReason);
    context.console.say(line);
}

Failure explainDestination(const Error& error, const Connection& connection,
                           const std::string& id) {
    Failure failure = explainRefusal(error, connection.circumstances(false));
    if (error.is(ErrorCode::NotFound)) {
        failure.what = "There is no destination " + id + " in this account.";
        failure.fix = "See them with: leadsheet destinations list";
    }
    if (error.is(ErrorCode::UpstreamError)) {
        failure.what = "The platform did not answer as it should. " + error.message;
        failure.fix = "Wait a little, then run the same command again.";
    }
    return failure;
}

} // namespace leadsheet::cli
