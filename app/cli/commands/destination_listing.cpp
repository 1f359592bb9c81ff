// SPDX-License-Identifier: Apache-2.0
#include "destination_listing.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/page.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace account = messages::cliaccount;
namespace say = messages::clioutbound;

std::string joinedResults(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

Message stateOfDestination(const Destination& destination) {
    if (!destination.enabled)
        return say::disabled();
    return destination.campaignId ? say::enabled() : say::needsCampaign();
}

Style styleOfPush(const Push& push) {
    if (push.state == "accepted")
        return Style::Good;
    return push.state == "rejected" || push.state == "unknown" ? Style::Warn : Style::Plain;
}

Message policySentence(const std::string& policy) {
    if (policy == "send")
        return say::knownSent();
    if (policy == "skip_if_in_campaign")
        return say::knownInCampaignSkipped();
    if (policy == "skip_if_in_list")
        return say::knownInListSkipped();
    return say::knownSkipped();
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
    Table table({{said(account::id()), {}},
                 {said(say::platform()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {said(say::waiting()), Table::Align::Right},
                 {said(say::accepted()), Table::Align::Right},
                 {said(say::knownBefore()), Table::Align::Right},
                 {said(say::rejected()), Table::Align::Right},
                 {said(say::unknown()), Table::Align::Right},
                 {said(account::campaign()), {}},
                 {said(account::name()), {}}});
    for (;;) {
        const auto next = destinations.next();
        if (!next)
            return failure(next.error());
        if (!*next)
            break;
        const Destination& destination = **next;
        const PushCounts& pushes = destination.pushes;
        context.console.emit(destinationJson(destination));
        table.row({destination.id.str(), destination.platform,
                   said(stateOfDestination(destination)), number(pushes.pending + pushes.sending),
                   number(pushes.accepted), number(pushes.skippedDuplicate),
                   number(pushes.rejected), number(pushes.unknown),
                   destination.campaignId.value_or(""), destination.name});
    }
    if (table.empty())
        context.console.say(say::noDestinations());
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
        table.row({said(account::name()), destination.name});
    table.row(
        {said(account::campaign()), destination.campaignId.value_or(said(say::noCampaignYet()))});
    for (const auto& [column, name] : destination.fieldMap)
        table.row({said(say::field()), said(say::columnAs(column, name))});
    table.row({said(say::results()), joinedResults(destination.results)});
    table.row({said(say::duplicates()), said(policySentence(destination.duplicatePolicy))});
    table.row({said(account::leads()),
               said(destination.autoDeliver ? say::automatic() : say::onlyOnRequest())});
    table.row({said(say::waiting()), number(pushes.pending + pushes.sending)});
    table.row({said(say::accepted()), number(pushes.accepted)});
    table.row({said(say::knownBefore()), number(pushes.skippedDuplicate)});
    table.row({said(say::rejected()), number(pushes.rejected)});
    table.row({said(say::unknown()), number(pushes.unknown)});
    table.row({said(say::version()), std::to_string(destination.version)});
    table.row({said(account::created()), clockTime(destination.createdAt, context.now())});
    table.print(context.console, 2);
}

void showCampaigns(Context& context, const std::vector<Campaign>& campaigns,
                   const std::optional<std::string>& chosen) {
    Table table({{said(account::id()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {"", {}},
                 {said(account::name()), {}}});
    for (const Campaign& campaign : campaigns) {
        json::object object{{"type", "campaign"},
                            {"id", campaign.id},
                            {"name", campaign.name},
                            {"chosen", campaign.id == chosen}};
        if (campaign.state)
            object["state"] = *campaign.state;
        context.console.emit(object);
        table.row({campaign.id, campaign.state.value_or(""),
                   campaign.id == chosen ? said(say::chosen()) : "", campaign.name});
    }
    if (table.empty())
        context.console.say(say::noCampaigns());
    else
        table.print(context.console);
}

Result<void> showPushes(Context& context, PageRange<Push> pushes, std::size_t limit) {
    Table table({{said(say::lead()), {}},
                 {said(messages::clirun::columnOrder()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {said(say::attemptsTitle()), Table::Align::Right},
                 {said(say::changed()), {}},
                 {said(say::platformSays()), {}}});
    const auto taken = pushes.take(limit + 1);
    if (!taken)
        return failure(taken.error());
    for (std::size_t i = 0; i < taken->size() && i < limit; ++i) {
        const Push& push = (*taken)[i];
        context.console.emit(pushJson(push));
        table.row({push.lead.str(), push.orderNumber.str(), push.state, number(push.attempts),
                   clockTime(push.updatedAt, context.now()), push.platformReason.value_or("")});
    }
    if (table.empty())
        context.console.say(account::noLeads());
    else
        table.print(context.console);
    if (taken->size() > limit)
        context.console.say(say::moreThanShown());
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
        failure.what = say::noSuchDestination(id);
        failure.fix = account::seeDestinations();
    }
    if (error.is(ErrorCode::UpstreamError)) {
        failure.what = Sentences(say::platformMisbehaved()).add(error);
        failure.fix = messages::cli::waitAndRepeat();
    }
    return failure;
}

} // namespace leadsheet::cli
