// SPDX-License-Identifier: Apache-2.0
#include "dry_run.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "../session/spending.hpp"

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/work/connecting.hpp"

#include <algorithm>
#include <boost/json/object.hpp>

namespace leadsheet::cli {
namespace {

struct ProfileWishes {
    std::string name;
    std::string cap;
    bool replace = false;
    bool dryRun = false;
};

Failure noSuchProfile(const std::string& name) {
    return usageFailure("There is no profile named '" + name + "'.",
                        "See them with: leadsheet profile list");
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
        console.say("The key is in the system keychain.");
        return true;
    }
    console.note(
        Text(stored.error().reason, Style::Warn)
            .add(" The key was used for this command only and is kept nowhere. Give it with "
                 "LEADSHEET_API_KEY or --key-file when you use this profile."));
    return false;
}

Outcome<ExitCode> add(Context& context, const ProfileWishes& wishes) {
    if (auto named = app::checkProfileName(wishes.name); !named)
        return fail(explain(named.error(), {}));
    if (context.options.baseUrl.empty())
        return fail(usageFailure("A profile needs the service's address.",
                                 "leadsheet profile add " + shellQuoted(wishes.name) +
                                     " --base-url https://api.example.com"));
    auto url = app::normalizedBaseUrl(context.options.baseUrl);
    if (!url)
        return fail(explain(url.error(), {}));
    app::ProfileStore store(context.folders.profilesFile());
    const auto present = store.load();
    if (!present)
        return fail(explain(present.error(), {}));
    if (present->find(wishes.name) != nullptr && !wishes.replace)
        return fail(usageFailure("There is a profile named '" + wishes.name + "' already.",
                                 "Add --replace to give it another key or address."));
    auto given = keyFromOptions({context.options.keyFile, context.options.keyStdin});
    if (!given)
        return fail(given.error());
    Outcome<ApiKey> key = *given ? Outcome<ApiKey>(**given)
                                 : askForKey(context.console, context.interrupts,
                                             "API key for " + *url + " (not shown):");
    if (!key)
        return fail(key.error());
    auto connection = connectWith(context, *url, *key, wishes.name, false);
    if (!connection)
        return fail(connection.error());
    const Account& account = connection->account;
    const app::Profile profile{wishes.name, *url, account.id, account.name, account.environment};
    context.console.say(Text(wishes.name, Style::Bold)
                            .add(" · " + account.name + " · " + account.environment + " · " +
                                 format(account.available) + " available"));
    if (wishes.dryRun)
        return sayDryRun(context, {}, "the key works and would be stored");
    bool active = false;
    const auto stored = store.update([&](app::Profiles& profiles) -> Result<void> {
        auto kept = work::keepProfile(profiles, profile, wishes.replace);
        active = profiles.active == wishes.name;
        return kept;
    });
    if (!stored)
        return fail(explain(stored.error(), {}));
    boost::json::object object = profileJson(profile, active);
    object["keyStored"] = keepKey(context.console, profile, *key);
    context.console.emit(object);
    return ExitCode::Done;
}

Outcome<ExitCode> list(Context& context) {
    const auto profiles = app::ProfileStore(context.folders.profilesFile()).load();
    if (!profiles)
        return fail(explain(profiles.error(), {}));
    const app::Profile* active = profiles->choose("");
    Table table({{"", {}}, {"profile", {}}, {"account", {}}, {"environment", {}}, {"address", {}}});
    for (const app::Profile& profile : profiles->all) {
        const bool chosen = active != nullptr && active->name == profile.name;
        table.row({chosen ? "*" : "", profile.name,
                   profile.accountName.empty() ? profile.accountId : profile.accountName,
                   profile.environment, profile.baseUrl});
        context.console.emit(profileJson(profile, chosen));
    }
    if (table.empty())
        context.console.say("No profiles. Add one with: leadsheet profile add NAME --base-url URL");
    else
        table.print(context.console);
    return ExitCode::Done;
}

Outcome<ExitCode> show(Context& context, const std::string& name) {
    const auto profiles = app::ProfileStore(context.folders.profilesFile()).load();
    if (!profiles)
        return fail(explain(profiles.error(), {}));
    const app::Profile* profile = profiles->choose(name);
    if (profile == nullptr)
        return fail(noSuchProfile(name));
    const auto key = app::systemKeychain()->read(app::keyEntry(profile->name, profile->baseUrl));
    const std::string where = !key   ? "not kept: " + key.error().reason
                              : *key ? "in the system keychain, " + (*key)->masked()
                                     : "none in the system keychain, or it is locked";
    context.console.say(Text(profile->name, Style::Bold));
    Table table({{"", {}}, {"", {}}});
    table.row({"address", profile->baseUrl});
    table.row({"account", profile->accountId + " " + profile->accountName});
    table.row({"environment", profile->environment});
    table.row({"key", where});
    if (profile->assistantCap)
        table.row({"assistants", "at most " + format(*profile->assistantCap) + " a day"});
    table.print(context.console, 2);
    const app::Profile* active = profiles->choose("");
    boost::json::object object =
        profileJson(*profile, active != nullptr && active->name == profile->name);
    object["keyStored"] = key.has_value() && key->has_value();
    context.console.emit(object);
    return ExitCode::Done;
}

Outcome<ExitCode> removeProfile(Context& context, const ProfileWishes& wishes) {
    app::ProfileStore store(context.folders.profilesFile());
    const auto profiles = store.load();
    if (!profiles)
        return fail(explain(profiles.error(), {}));
    const app::Profile* found = profiles->find(wishes.name);
    if (found == nullptr)
        return fail(noSuchProfile(wishes.name));
    const app::Profile profile = *found;
    if (wishes.dryRun)
        return sayDryRun(context, {}, "profile '" + wishes.name + "' and its key would be removed");
    bool last = false; // no other profile is of the same account
    const auto stored = store.update([&](app::Profiles& now) -> Result<void> {
        last = work::dropProfile(now, profile);
        return {};
    });
    if (!stored)
        return fail(explain(stored.error(), {}));
    // The copy of the account's leads that the window keeps is of no use without the account.
    if (last)
        app::removeLeadCaches(context.folders.data, {profile.baseUrl, profile.accountId});
    const auto removed =
        app::systemKeychain()->remove(app::keyEntry(profile.name, profile.baseUrl));
    context.console.say("Profile '" + wishes.name + "' removed" +
                        (removed && *removed ? ", and its key from the system keychain." : "."));
    context.console.emit({{"type", "profileRemoved"},
                          {"name", wishes.name},
                          {"keyRemoved", removed.has_value() && *removed}});
    context.console.say("Orders made with it stay in the ledger and at the service.");
    return ExitCode::Done;
}

Outcome<ExitCode> use(Context& context, const ProfileWishes& wishes) {
    app::ProfileStore store(context.folders.profilesFile());
    bool found = false;
    const auto stored = store.update([&](app::Profiles& profiles) -> Result<void> {
        found = profiles.find(wishes.name) != nullptr;
        if (found && !wishes.dryRun)
            profiles.active = wishes.name;
        return {};
    });
    if (!stored)
        return fail(explain(stored.error(), {}));
    if (!found)
        return fail(noSuchProfile(wishes.name));
    if (wishes.dryRun)
        return sayDryRun(context, {}, "commands would use profile '" + wishes.name + "'");
    context.console.say("Commands now use profile '" + wishes.name + "'.");
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
        if (const auto money = parseMoney(withoutBlankEnds(trimmed.substr(0, blank)), currency))
            return std::optional(*money);
    }
    return fail(usageFailure("'" + text + "' is not an amount and currency.",
                             "For example: leadsheet profile cap work '50 USD', or none"));
}

Outcome<ExitCode> capAssistants(Context& context, const ProfileWishes& wishes) {
    const auto cap = capOf(wishes.cap);
    if (!cap)
        return fail(cap.error());
    app::ProfileStore store(context.folders.profilesFile());
    std::optional<app::Profile> changed;
    const auto stored = store.update([&](app::Profiles& profiles) -> Result<void> {
        for (app::Profile& profile : profiles.all) {
            if (profile.name != wishes.name)
                continue;
            changed = profile;
            changed->assistantCap = *cap;
            if (!wishes.dryRun)
                profile = *changed;
        }
        return {};
    });
    if (!stored)
        return fail(explain(stored.error(), {}));
    if (!changed)
        return fail(noSuchProfile(wishes.name));
    if (wishes.dryRun)
        return sayDryRun(context, {},
                         *cap ? "assistants with profile '" + wishes.name + "' would be held to " +
                                    format(**cap) + " a day (UTC)"
                              : "assistants with profile '" + wishes.name +
                                    "' would have no separate cap");
    context.console.say("Assistants with profile '" + wishes.name + "' " +
                        (*cap ? "may spend at most " + format(**cap) + " a day (UTC)."
                              : "have no separate cap: the key's caps apply."));
    context.console.emit(profileJson(*changed, false));
    return ExitCode::Done;
}

} // namespace

void addProfileCommands(Registry& registry) {
    Command profile = registry.root.addCommand("profile", "Accounts to work with");
    profile.needsCommand();
    auto wishes = std::make_shared<ProfileWishes>();
    const auto named = [&](const char* name, const char* description, bool required) {
        Command command = profile.addCommand(name, description);
        Option option = command.addOption("NAME", wishes->name, "The profile's name");
        option.required(required);
        return command;
    };
    Command adding = named("add",
                           "Connect an account: --base-url URL, and the key typed, by "
                           "--key-stdin or by --key-file",
                           true);
    adding.addFlag("--replace", wishes->replace, "Give an existing profile another key or address");
    adding.addFlag("--dry-run", wishes->dryRun, "Test the key, store nothing");
    registry.bind(adding, add, wishes);
    registry.bind(profile.addCommand("list", "List the profiles"), list);
    registry.bind(
        named("show", "Show one profile, without its key", false),
        [](Context& context, const ProfileWishes& given) { return show(context, given.name); },
        wishes);
    Command removing = named("remove", "Forget a profile and its key", true);
    removing.addFlag("--dry-run", wishes->dryRun, "Remove nothing");
    registry.bind(removing, removeProfile, wishes);
    Command choosing = named("use", "Use this profile when none is named", true);
    choosing.addFlag("--dry-run", wishes->dryRun, "Change nothing");
    registry.bind(choosing, use, wishes);
    Command capping = named(
        "cap", "Set the most that AI assistants (leadsheet mcp) may spend with a profile per day",
        true);
    capping.addOption("AMOUNT", wishes->cap, "For example '50 USD', or none").required();
    capping.addFlag("--dry-run", wishes->dryRun, "Change nothing");
    registry.bind(capping, capAssistants, wishes);
}

} // namespace leadsheet::cli
