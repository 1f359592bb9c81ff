// SPDX-License-Identifier: Apache-2.0
#include "common_arguments.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "../session/spending.hpp"

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/connecting.hpp"

#include <algorithm>
#include <boost/json/object.hpp>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliaccount;

struct ProfileArguments {
    std::string name;
    std::string cap;
    bool replace = false;
    bool dryRun = false;
};

Failure noSuchProfile(const std::string& name) {
    return usageFailure(say::noSuchProfile(name), say::seeProfiles());
}

boost::json::object profileJson(const app::Profile& profile, bool active) {
    boost::json::object object{{"type", "profile"},
                               {"name", profile.name},
                               {"baseUrl", profile.baseUrl},
                               {"accountId", profile.accountId},
                               {"accountName", profile.accountName},
                               {"environment", profile.environment},
                               {"active", active}};
    if (profile.assistantCap)
        object["assistantCap"] = {{"amount", profile.assistantCap->amount},
                                  {"currency", profile.assistantCap->currency}};
    return object;
}

/// Puts the key into the keychain, or says that it was not kept. Never anywhere else.
bool keepKey(Console& console, const app::Profile& profile, const ApiKey& key) {
    const auto stored =
        app::systemKeychain()->write(app::keyEntry(profile.name, profile.baseUrl), key);
    if (stored) {
        console.say(say::keyInKeychain());
        return true;
    }
    console.note(Text(stored.error().reason, Style::Warn).add(" ").add(say::keyKeptNowhere()));
    return false;
}

Outcome<ExitCode> add(Context& context, const ProfileArguments& arguments) {
    LEADSHEET_TRY_DONE(explained(app::checkProfileName(arguments.name)));
    if (context.options.baseUrl.empty())
        return fail(
            usageFailure(say::profileNeedsUrl(), say::addWithUrl(shellQuoted(arguments.name))));
    LEADSHEET_TRY(auto url, explained(app::normalizedBaseUrl(context.options.baseUrl)));
    app::ProfileStore store(context.folders.profilesFile());
    LEADSHEET_TRY(const auto present, explained(store.load()));
    if (present.find(arguments.name) != nullptr && !arguments.replace)
        return fail(usageFailure(messages::ledger::profileNameTaken(arguments.name),
                                 say::fixProfileExists()));
    LEADSHEET_TRY(auto given, keyFromOptions({context.options.keyFile, context.options.keyStdin}));
    Outcome<ApiKey> key =
        given ? Outcome<ApiKey>(*given)
              : askForKey(context.console, context.interrupts, said(say::askKeyFor(url)));
    if (!key)
        return fail(key.error());
    // There is no such profile as long as the key has not been proven.
    LEADSHEET_TRY(auto connection, connectWith(context, url, *key, {}, false));
    const Account& account = connection.account;
    const app::Profile profile{arguments.name, url, account.id, account.name, account.environment};
    context.console.say(
        Text(arguments.name, Style::Bold)
            .add(" · ")
            .add(say::accountLine(account.name, account.environment, account.available)));
    if (arguments.dryRun)
        return sayDryRun(context, {}, say::wouldStoreKey());
    bool active = false;
    std::optional<app::Profile> earlier;
    LEADSHEET_TRY_DONE(explained(store.update([&](app::Profiles& profiles) -> Result<void> {
        if (const app::Profile* found = profiles.find(arguments.name); found != nullptr)
            earlier = *found;
        auto kept = work::keepProfile(profiles, profile, arguments.replace);
        active = profiles.active == arguments.name;
        return kept;
    })));
    // Under another address no command would ever find the earlier key again.
    if (earlier && earlier->baseUrl != profile.baseUrl) {
        [[maybe_unused]] const auto removed =
            app::systemKeychain()->remove(app::keyEntry(earlier->name, earlier->baseUrl));
    }
    boost::json::object object = profileJson(profile, active);
    object["keyStored"] = keepKey(context.console, profile, *key);
    context.console.emit(object);
    return ExitCode::Done;
}

Outcome<ExitCode> list(Context& context) {
    LEADSHEET_TRY(const auto profiles,
                  explained(app::ProfileStore(context.folders.profilesFile()).load()));
    const app::Profile* active = profiles.choose("");
    Table table({{"", {}},
                 {said(say::profile()), {}},
                 {said(say::account()), {}},
                 {said(say::environment()), {}},
                 {said(say::address()), {}}});
    for (const app::Profile& profile : profiles.all) {
        const bool chosen = active != nullptr && active->name == profile.name;
        table.row({chosen ? "*" : "", profile.name,
                   profile.accountName.empty() ? profile.accountId : profile.accountName,
                   profile.environment, profile.baseUrl});
        context.console.emit(profileJson(profile, chosen));
    }
    table.printOr(context.console, say::noProfiles());
    return ExitCode::Done;
}

Outcome<ExitCode> show(Context& context, const std::string& name) {
    LEADSHEET_TRY(const auto profiles,
                  explained(app::ProfileStore(context.folders.profilesFile()).load()));
    const app::Profile* profile = profiles.choose(name);
    if (profile == nullptr)
        return fail(name.empty() ? usageFailure(say::noProfiles()) : noSuchProfile(name));
    const auto key = app::systemKeychain()->read(app::keyEntry(profile->name, profile->baseUrl));
    const Message where = !key   ? say::keyNotKept(key.error().reason)
                          : *key ? say::keyIsInKeychain((*key)->masked())
                                 : say::noKeyInKeychain();
    context.console.say(Text(profile->name, Style::Bold));
    Table table({{"", {}}, {"", {}}});
    table.row({said(say::address()), profile->baseUrl});
    table.row({said(say::account()), profile->accountId + " " + profile->accountName});
    table.row({said(say::environment()), profile->environment});
    table.row({said(say::key()), said(where)});
    if (profile->assistantCap)
        table.row({said(say::assistants()), said(say::atMostADay(*profile->assistantCap))});
    table.print(context.console, 2);
    const app::Profile* active = profiles.choose("");
    boost::json::object object =
        profileJson(*profile, active != nullptr && active->name == profile->name);
    object["keyStored"] = key.has_value() && key->has_value();
    context.console.emit(object);
    return ExitCode::Done;
}

Outcome<ExitCode> removeProfile(Context& context, const ProfileArguments& arguments) {
    app::ProfileStore store(context.folders.profilesFile());
    LEADSHEET_TRY(const auto profiles, explained(store.load()));
    const app::Profile* found = profiles.find(arguments.name);
    if (found == nullptr)
        return fail(noSuchProfile(arguments.name));
    const app::Profile profile = *found;
    if (arguments.dryRun)
        return sayDryRun(context, {}, say::wouldRemoveProfile(arguments.name));
    bool last = false; // no other profile is of the same account
    LEADSHEET_TRY_DONE(explained(store.update([&](app::Profiles& now) -> Result<void> {
        last = work::dropProfile(now, profile);
        return {};
    })));
    // The copy of the account's leads that the window keeps is of no use without the account.
    if (last)
        app::removeLeadCaches(context.folders.data, {profile.baseUrl, profile.accountId});
    const auto removed =
        app::systemKeychain()->remove(app::keyEntry(profile.name, profile.baseUrl));
    context.console.say(removed && *removed ? say::profileAndKeyRemoved(arguments.name)
                                            : say::profileRemoved(arguments.name));
    context.console.emit({{"type", "profileRemoved"},
                          {"name", arguments.name},
                          {"keyRemoved", removed.has_value() && *removed}});
    context.console.say(say::ordersStay());
    return ExitCode::Done;
}

Outcome<ExitCode> use(Context& context, const ProfileArguments& arguments) {
    app::ProfileStore store(context.folders.profilesFile());
    bool found = false;
    LEADSHEET_TRY_DONE(explained(store.update([&](app::Profiles& profiles) -> Result<void> {
        found = profiles.find(arguments.name) != nullptr;
        if (found && !arguments.dryRun)
            profiles.active = arguments.name;
        return {};
    })));
    if (!found)
        return fail(noSuchProfile(arguments.name));
    if (arguments.dryRun)
        return sayDryRun(context, {}, say::wouldUseProfile(arguments.name));
    context.console.say(say::nowUseProfile(arguments.name));
    return ExitCode::Done;
}

/// "50 USD"; nothing for "none".
Outcome<std::optional<Money>> capOf(const std::string& text) {
    const std::string trimmed = withoutBlankEnds(text);
    if (trimmed == "none")
        return std::nullopt;
    const std::size_t blank = trimmed.find_last_of(' ');
    const std::string currency =
        blank == std::string::npos ? std::string() : trimmed.substr(blank + 1);
    const bool isCurrency = currency.size() == 3 && std::ranges::all_of(currency, [](char c) {
                                return c >= 'A' && c <= 'Z';
                            });
    if (isCurrency) {
        if (const auto money = typedMoney(withoutBlankEnds(trimmed.substr(0, blank)), currency))
            return std::optional(*money);
    }
    return fail(usageFailure(say::noAmountCurrency(text), say::capExample()));
}

Outcome<ExitCode> capAssistants(Context& context, const ProfileArguments& arguments) {
    LEADSHEET_TRY(const auto cap, capOf(arguments.cap));
    app::ProfileStore store(context.folders.profilesFile());
    std::optional<app::Profile> changed;
    LEADSHEET_TRY_DONE(explained(store.update([&](app::Profiles& profiles) -> Result<void> {
        for (app::Profile& profile : profiles.all) {
            if (profile.name != arguments.name)
                continue;
            changed = profile;
            changed->assistantCap = cap;
            if (!arguments.dryRun)
                profile = *changed;
        }
        return {};
    })));
    if (!changed)
        return fail(noSuchProfile(arguments.name));
    if (arguments.dryRun)
        return sayDryRun(context, {},
                         cap ? say::wouldCap(arguments.name, *cap)
                             : say::wouldNotCap(arguments.name));
    context.console.say(cap ? say::capped(arguments.name, *cap) : say::notCapped(arguments.name));
    context.console.emit(profileJson(*changed, false));
    return ExitCode::Done;
}

} // namespace

void addProfileCommands(Registry& registry) {
    Command profile = registry.root.addCommand("profile", help::profileCommand());
    profile.needsCommand();
    auto arguments = std::make_shared<ProfileArguments>();
    const auto named = [&](const char* name, const Message& about, bool required) {
        Command command = profile.addCommand(name, about);
        Option option = command.addOption("NAME", arguments->name, help::profileAddName());
        option.required(required);
        return command;
    };
    Command adding = named("add", help::profileAdd(), true);
    adding.addFlag("--replace", arguments->replace, help::replace());
    adding.addFlag("--dry-run", arguments->dryRun, help::storeNothing());
    registry.bind(adding, add, arguments);
    registry.bind(profile.addCommand("list", help::profileList()), list);
    registry.bind(
        named("show", help::profileShow(), false),
        [](Context& context, const ProfileArguments& given) { return show(context, given.name); },
        arguments);
    Command removing = named("remove", help::profileRemove(), true);
    removing.addFlag("--dry-run", arguments->dryRun, help::removeNothing());
    registry.bind(removing, removeProfile, arguments);
    Command choosing = named("use", help::profileUse(), true);
    choosing.addFlag("--dry-run", arguments->dryRun, help::changeNothing());
    registry.bind(choosing, use, arguments);
    Command capping = named("cap", help::profileCap(), true);
    capping.addOption("AMOUNT", arguments->cap, help::capAmount()).required();
    capping.addFlag("--dry-run", arguments->dryRun, help::changeNothing());
    registry.bind(capping, capAssistants, arguments);
}

} // namespace leadsheet::cli
