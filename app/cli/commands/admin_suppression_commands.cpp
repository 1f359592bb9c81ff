// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "common_arguments.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/resource/admin_suppressions.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

#include <memory>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace words = messages::cliaccount;
namespace say = messages::cliadmin;

struct SuppressionArguments {
    std::string email;
    std::string profile;
    std::string id;
    std::string idempotencyKey;
    bool yes = false;
};

json::value orNull(const std::optional<std::string>& text) {
    return text ? json::value(*text) : json::value(nullptr);
}

json::object suppressionJson(const Suppression& suppression) {
    return {{"type", "suppression"},
            {"id", suppression.id},
            {"by", json::array(suppression.by.begin(), suppression.by.end())},
            {"erasedLeads", suppression.erasedLeads},
            {"createdAt", suppression.createdAt},
            {"keyId", suppression.keyId},
            {"liftedAt", orNull(suppression.liftedAt)},
            {"liftedByKeyId", orNull(suppression.liftedByKeyId)}};
}

Outcome<ExitCode> listSuppressions(Context& context) {
    LEADSHEET_TRY(auto connection, connectOperator(context));
    auto range = connection.admin().suppressions().all({}, callOf(context));
    Table table{{{said(words::id()), {}},
                 {said(words::created()), {}},
                 {said(say::erasedLeads()), Table::Align::Right},
                 {said(say::lifted()), {}}}};
    for (;;) {
        const auto suppression = range.next();
        if (!suppression)
            return fail(connection.explained(suppression.error()));
        if (!*suppression)
            break;
        context.console.emit(suppressionJson(**suppression));
        const auto& lifted = (*suppression)->liftedAt;
        table.row({(*suppression)->id, clockTime((*suppression)->createdAt, context.now()),
                   std::to_string((*suppression)->erasedLeads),
                   lifted ? clockTime(*lifted, context.now()) : ""});
    }
    if (table.empty())
        context.console.say(say::noSuppressions());
    else
        table.print(context.console);
    return ExitCode::Done;
}

Outcome<ExitCode> addSuppression(Context& context, const SuppressionArguments& arguments) {
    Person person;
    if (!arguments.email.empty())
        person.email = arguments.email;
    if (!arguments.profile.empty())
        person.linkedinUrl = arguments.profile;
    if (!person.email && !person.linkedinUrl)
        return fail(usageFailure(say::nameWhomToSuppress()));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(auto key, stepKey(*connection.client, arguments.idempotencyKey));
    LEADSHEET_TRY_DONE(confirm(context, say::deedSuppress(), arguments.yes));
    const auto made = connection.admin().suppressions().create(person, key, callOf(context));
    if (!made)
        return fail(connection.explained(made.error(), key.str()));
    context.console.emit(suppressionJson(*made));
    context.console.say(say::suppressed(made->id, leads(made->erasedLeads)));
    return ExitCode::Done;
}

Outcome<ExitCode> liftSuppression(Context& context, const SuppressionArguments& arguments) {
    LEADSHEET_TRY(auto connection, connectOperator(context));
    const auto lifted = connection.admin().suppressions().lift(arguments.id, callOf(context));
    if (!lifted)
        return fail(connection.explained(lifted.error()));
    context.console.emit({{"type", "suppressionLifted"}, {"id", arguments.id}});
    context.console.say(say::suppressionLifted(arguments.id));
    return ExitCode::Done;
}

} // namespace

void addAdminSuppressionCommands(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<SuppressionArguments>();
    const Command commands = admin.addCommand("suppressions", help::adminSuppressions());
    commands.needsCommand();
    registry.bind(commands.addCommand("list", help::adminSuppressionsList()), listSuppressions);
    const Command add = commands.addCommand("add", help::adminSuppressionsAdd());
    add.addOption("--email", arguments->email, help::suppressEmail())
        .valueName("ADDRESS")
        .notEmpty();
    add.addOption("--linkedin", arguments->profile, help::suppressLinkedin())
        .valueName("URL")
        .notEmpty();
    addOnceOption(add, arguments->idempotencyKey);
    add.addFlag("--yes", arguments->yes, help::yes());
    registry.bind(add, addSuppression, arguments);
    const Command lift = commands.addCommand("lift", help::adminSuppressionsLift());
    lift.addOption("ID", arguments->id, help::suppressionId()).required().notEmpty();
    registry.bind(lift, liftSuppression, arguments);
}

} // namespace leadsheet::cli
