// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "leadsheet/messages/cliaccount.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

constexpr std::int64_t kPageSize = 500;

struct EraseWishes {
    std::vector<std::string> ids;
    std::string email;
    std::string profile;
    bool yes = false;
};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

/// What names a profile in its address: case, scheme, country and what follows the path do not
/// matter.
std::string profileIn(const std::string& address) {
    std::string text = lower(address);
    text.erase(0, std::min(text.find("linkedin.com"), text.size()));
    text.resize(std::min(text.find_first_of("?#"), text.size()));
    while (!text.empty() && text.back() == '/')
        text.pop_back();
    return text;
}

/// Adds the leads with the address or the profile that is asked for.
Outcome<void> findPerson(Context& context, const Connection& connection, const EraseWishes& wishes,
                         std::vector<LeadId>& found) {
    const std::string email = lower(wishes.email);
    const std::string profile = profileIn(wishes.profile);
    PageOptions page;
    page.limit = kPageSize;
    auto leads = connection.client->leads().all(
        {}, {LeadField::Id, LeadField::Email, LeadField::LinkedinUrl}, page, callOf(context));
    for (;;) {
        const auto lead = leads.next();
        if (!lead)
            return fail(explainRefusal(lead.error(), connection.circumstances(false)));
        if (!*lead)
            return {};
        const bool same =
            (!email.empty() && lower((*lead)->text(LeadField::Email)) == email) ||
            (!profile.empty() && profileIn((*lead)->text(LeadField::LinkedinUrl)) == profile);
        if (!same)
            continue;
        auto id = leadIdOf((*lead)->text(LeadField::Id));
        if (!id)
            return fail(id.error());
        if (std::find(found.begin(), found.end(), *id) == found.end())
            found.push_back(*std::move(id));
    }
}

Outcome<ExitCode> eraseLeads(Context& context, const EraseWishes& wishes) {
    const bool byPerson = !wishes.email.empty() || !wishes.profile.empty();
    if (wishes.ids.empty() && !byPerson)
        return fail(usageFailure(say::nameWhomToErase()));
    if (!wishes.profile.empty() && profileIn(wishes.profile).empty())
        return fail(usageFailure(say::noProfile(wishes.profile)));
    std::vector<LeadId> ids;
    for (const std::string& text : wishes.ids) {
        auto id = leadIdOf(text);
        if (!id)
            return fail(id.error());
        ids.push_back(*std::move(id));
    }
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    if (byPerson) {
        if (auto looked = findPerson(context, *connection, wishes, ids); !looked)
            return fail(looked.error());
    }
    const Message what = leads(static_cast<std::int64_t>(ids.size()));
    if (!ids.empty()) {
        if (auto confirmed = confirm(context, say::deedErase(what), wishes.yes); !confirmed)
            return fail(confirmed.error());
    }
    for (const LeadId& id : ids) {
        const auto erased = connection->client->leads().erase(id, callOf(context));
        if (!erased)
            return fail(explainRefusal(erased.error(), connection->circumstances(false)));
        context.console.emit({{"type", "leadErased"}, {"id", id.str()}});
    }
    context.console.say(ids.empty() ? say::noLeads() : say::leadsErased(what));
    return ExitCode::Done;
}

} // namespace

void addLeadEraseCommand(Registry& registry, const Command& leads) {
    auto wishes = std::make_shared<EraseWishes>();
    const Command erase = leads.addCommand("erase", help::leadsErase());
    erase.addOption("ID", wishes->ids, help::eraseIds());
    erase.addOption("--email", wishes->email, help::eraseEmail()).valueName("ADDRESS").notEmpty();
    erase.addOption("--linkedin", wishes->profile, help::eraseLinkedin())
        .valueName("URL")
        .notEmpty();
    erase.addFlag("--yes", wishes->yes, help::yes());
    registry.bind(erase, eraseLeads, wishes);
}

} // namespace leadsheet::cli
