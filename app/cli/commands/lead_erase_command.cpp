// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "leadsheet/messages/cliaccount.hpp"

#include <boost/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

struct EraseWishes {
    std::vector<std::string> ids;
    std::string email;
    std::string profile;
    bool yes = false;

    Person person() const {
        Person named;
        if (!email.empty())
            named.email = email;
        if (!profile.empty())
            named.linkedinUrl = profile;
        return named;
    }
};

Outcome<ExitCode> done(Context& context, std::size_t erased) {
    context.console.say(erased == 0 ? say::noLeads()
                                    : say::leadsErased(leads(static_cast<std::int64_t>(erased))));
    return ExitCode::Done;
}

void tell(Context& context, const std::string& id) {
    context.console.emit({{"type", "leadErased"}, {"id", id}});
}

Outcome<ExitCode> erasePerson(Context& context, const EraseWishes& wishes) {
    auto connection = connect(context);
    if (!connection)
        return fail(connection.error());
    if (auto confirmed = confirm(context, say::deedErasePerson(), wishes.yes); !confirmed)
        return fail(confirmed.error());
    auto key = stepKey(*connection->client, {});
    if (!key)
        return fail(key.error());
    const auto erased = connection->client->leads().erase(wishes.person(), *key, callOf(context));
    if (!erased)
        return fail(explainRefusal(erased.error(), connection->circumstances(false)));
    for (const std::string& id : *erased)
        tell(context, id);
    return done(context, erased->size());
}

Outcome<ExitCode> eraseLeads(Context& context, const EraseWishes& wishes) {
    const bool byPerson = !wishes.email.empty() || !wishes.profile.empty();
    if (wishes.ids.empty() == !byPerson)
        return fail(usageFailure(say::nameWhomToErase()));
    if (byPerson)
        return erasePerson(context, wishes);
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
    const Message what = leads(static_cast<std::int64_t>(ids.size()));
    if (auto confirmed = confirm(context, say::deedErase(what), wishes.yes); !confirmed)
        return fail(confirmed.error());
    for (const LeadId& id : ids) {
        const auto erased = connection->client->leads().erase(id, callOf(context));
        if (!erased)
            return fail(explainRefusal(erased.error(), connection->circumstances(false)));
        tell(context, id.str());
    }
    return done(context, ids.size());
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
