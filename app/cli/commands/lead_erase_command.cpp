// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

struct EraseArguments {
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

Outcome<ExitCode> erasePerson(Context& context, const EraseArguments& arguments) {
    LEADSHEET_TRY(auto connection, connect(context));
    LEADSHEET_TRY_DONE(confirm(context, say::deedErasePerson(), arguments.yes));
    LEADSHEET_TRY(auto key, stepKey(*connection.client, {}));
    const auto erased = connection.client->leads().erase(arguments.person(), key, callOf(context));
    if (!erased)
        return fail(explainRefusal(erased.error(), connection.circumstances(false)));
    for (const std::string& id : *erased)
        tell(context, id);
    return done(context, erased->size());
}

Outcome<ExitCode> eraseLeads(Context& context, const EraseArguments& arguments) {
    const bool byPerson = !arguments.email.empty() || !arguments.profile.empty();
    if (arguments.ids.empty() == !byPerson)
        return fail(usageFailure(say::nameWhomToErase()));
    if (byPerson)
        return erasePerson(context, arguments);
    std::vector<LeadId> ids;
    for (const std::string& text : arguments.ids) {
        LEADSHEET_TRY(auto id, leadIdOf(text));
        ids.push_back(std::move(id));
    }
    LEADSHEET_TRY(auto connection, connect(context));
    const Message what = leads(static_cast<std::int64_t>(ids.size()));
    LEADSHEET_TRY_DONE(confirm(context, say::deedErase(what), arguments.yes));
    for (const LeadId& id : ids) {
        const auto erased = connection.client->leads().erase(id, callOf(context));
        if (!erased)
            return fail(explainRefusal(erased.error(), connection.circumstances(false)));
        tell(context, id.str());
    }
    return done(context, ids.size());
}

} // namespace

void addLeadEraseCommand(Registry& registry, const Command& leads) {
    auto arguments = std::make_shared<EraseArguments>();
    const Command erase = leads.addCommand("erase", help::leadsErase());
    erase.addOption("ID", arguments->ids, help::eraseIds());
    erase.addOption("--email", arguments->email, help::eraseEmail())
        .valueName("ADDRESS")
        .notEmpty();
    erase.addOption("--linkedin", arguments->profile, help::eraseLinkedin())
        .valueName("URL")
        .notEmpty();
    erase.addFlag("--yes", arguments->yes, help::yes());
    registry.bind(erase, eraseLeads, arguments);
}

} // namespace leadsheet::cli
