// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/secrets.hpp"
#include "account_commands.hpp"
#include "common_arguments.hpp"
#include "keys_commands.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_keys.hpp"
#include "leadsheet/resource/admin_suppressions.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>
#include <memory>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace words = messages::cliaccount;
namespace say = messages::cliadmin;

struct AdminAccountArguments {
    std::string account;
    std::string name;
    std::string amount;
    std::string reason;
    std::string idempotencyKey;
    bool suspend = false;
    bool reinstate = false;
    bool yes = false;
};

json::object accountJson(const AdminAccount& account) {
    json::object object{{"type", "adminAccount"},
                        {"accountId", account.id.str()},
                        {"name", account.name},
                        {"environment", account.environment},
                        {"suspended", account.suspended},
                        {"available", moneyJson(account.available)},
                        {"held", moneyJson(account.held)},
                        {"createdAt", account.createdAt},
                        {"duplicates", account.duplicates}};
    putIf(object, "duplicateWindowDays", account.duplicateWindowDays);
    return object;
}

/// Accounts below each other, with their JSON.
class AccountTable {
public:
    explicit AccountTable(Context& context)
        : context_(context) {}

    void add(const AdminAccount& account) {
        context_.console.emit(accountJson(account));
        table_.row({account.id.str(), account.name, money(account.available), money(account.held),
                    clockTime(account.createdAt, context_.now()),
                    account.suspended ? said(say::suspended()) : ""});
    }

    void print() const {
        if (table_.empty())
            context_.console.say(say::noAccounts());
        else
            table_.print(context_.console);
    }

private:
    Context& context_;
    Table table_{{{said(words::id()), {}},
                  {said(words::name()), {}},
                  {said(words::available()), Table::Align::Right},
                  {said(say::held()), Table::Align::Right},
                  {said(words::created()), {}},
                  {"", {}}}};
};

void show(Context& context, const AdminAccount& account) {
    AccountTable table(context);
    table.add(account);
    table.print();
}

Outcome<ExitCode> listAccounts(Context& context) {
    LEADSHEET_TRY(auto connection, connectOperator(context));
    auto range = connection.admin().accounts().all({}, callOf(context));
    AccountTable table(context);
    for (;;) {
        LEADSHEET_TRY(const auto account, connection.explained(range.next()));
        if (!account)
            break;
        table.add(*account);
    }
    table.print();
    return ExitCode::Done;
}

Outcome<ExitCode> createAccount(Context& context, const AdminAccountArguments& arguments) {
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(auto key, stepKey(*connection.client, arguments.idempotencyKey));
    const auto made = connection.admin().accounts().create(arguments.name, key, callOf(context));
    if (!made)
        return fail(connection.explained(made.error(), key.str()));
    show(context, *made);
    return ExitCode::Done;
}

Outcome<ExitCode> updateAccount(Context& context, const AdminAccountArguments& arguments) {
    LEADSHEET_TRY(auto id, accountIdOf(arguments.account));
    AccountChange change;
    if (!arguments.name.empty())
        change.name = arguments.name;
    if (arguments.suspend || arguments.reinstate)
        change.suspended = arguments.suspend;
    if (!change.name && !change.suspended)
        return fail(
            usageFailure(messages::clioutbound::nothingToChange(), say::fixNoAccountChange()));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(const auto changed, connection.explained(connection.admin().accounts().update(
                                          id, change, callOf(context))));
    show(context, changed);
    return ExitCode::Done;
}

Outcome<ExitCode> creditAccount(Context& context, const AdminAccountArguments& arguments) {
    LEADSHEET_TRY(auto id, accountIdOf(arguments.account));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(const auto account,
                  connection.explained(connection.admin().accounts().get(id, callOf(context))));
    auto amount = typedMoney(arguments.amount, account.available.currency);
    if (!amount)
        return fail(
            usageFailure(Sentences(say::notAnAmount(arguments.amount)).add(amount.error())));
    LEADSHEET_TRY(auto key, stepKey(*connection.client, arguments.idempotencyKey));
    LEADSHEET_TRY_DONE(confirm(context, say::deedCredit(*amount, account.name), arguments.yes));
    const auto entry =
        connection.admin().accounts().credit(id, *amount, arguments.reason, key, callOf(context));
    if (!entry)
        return fail(connection.explained(entry.error(), key.str()));
    context.console.emit(ledgerEntryJson(*entry));
    context.console.say(Text(account.name, Style::Bold)
                            .add(" · ")
                            .add(say::credited(entry->amount, entry->available)));
    return ExitCode::Done;
}

} // namespace

void addAdminAccountCommands(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<AdminAccountArguments>();
    const Command accounts = admin.addCommand("accounts", help::adminAccounts());
    accounts.needsCommand();
    registry.bind(accounts.addCommand("list", help::adminAccountsList()), listAccounts);
    const Command create = accounts.addCommand("create", help::adminAccountsCreate());
    create.addOption("NAME", arguments->name, help::itsName()).required();
    addOnceOption(create, arguments->idempotencyKey);
    registry.bind(create, createAccount, arguments);
    const Command update = accounts.addCommand("update", help::adminAccountsUpdate());
    update.addOption("ACCOUNT", arguments->account, help::accountId()).required();
    update.addOption("--name", arguments->name, help::updateName()).valueName("NAME");
    const Option suspend = update.addFlag("--suspend", arguments->suspend, help::suspend());
    update.addFlag("--reinstate", arguments->reinstate, help::reinstate()).excludes(suspend);
    registry.bind(update, updateAccount, arguments);

    const Command credit = admin.addCommand("credit", help::adminCredit());
    credit.addOption("ACCOUNT", arguments->account, help::accountId()).required();
    credit.addOption("AMOUNT", arguments->amount, help::creditAmount()).required();
    credit.addOption("--reason", arguments->reason, help::creditReason())
        .required()
        .valueName("TEXT");
    addOnceOption(credit, arguments->idempotencyKey);
    credit.addFlag("--yes", arguments->yes, help::yes());
    registry.bind(credit, creditAccount, arguments);
}

namespace {

struct AdminKeyArguments {
    KeyArguments key;
    std::string account;
    std::string id;
    std::string type = "customer";
};

Outcome<ExitCode> listKeys(Context& context, const AdminKeyArguments& arguments) {
    std::optional<AccountId> account;
    if (!arguments.account.empty()) {
        LEADSHEET_TRY(account, accountIdOf(arguments.account));
    }
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY_DONE(connection.explained(
        showKeys(context, connection.admin().keys().all(account, {}, callOf(context)))));
    return ExitCode::Done;
}

/// What a cap is counted in; not asked for a key without one.
Outcome<std::string> currencyOf(Context& context, const OperatorConnection& connection,
                                const AccountId& account, const KeyArguments& arguments) {
    if (arguments.cap.empty())
        return std::string();
    LEADSHEET_TRY(const auto owner, connection.explained(connection.admin().accounts().get(
                                        account, callOf(context))));
    return owner.available.currency;
}

Outcome<ExitCode> createKey(Context& context, const AdminKeyArguments& arguments) {
    LEADSHEET_TRY(auto account, accountIdOf(arguments.account));
    LEADSHEET_TRY(auto file,
                  SecretFile::reserveIfAsked(arguments.key.secretFile, SecretKind::ApiKey));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(const auto currency, currencyOf(context, connection, account, arguments.key));
    LEADSHEET_TRY(auto key, arguments.key.key(currency));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.key.idempotencyKey));
    const auto made =
        connection.admin().keys().create(account, arguments.type, key, once, callOf(context));
    if (!made)
        return fail(connection.explained(made.error(), once.str()));
    return handOver(context, *made, std::move(file));
}

Outcome<ExitCode> rotateKey(Context& context, const AdminKeyArguments& arguments) {
    LEADSHEET_TRY(auto id, keyIdOf(arguments.id));
    LEADSHEET_TRY(auto file,
                  SecretFile::reserveIfAsked(arguments.key.secretFile, SecretKind::ApiKey));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY(auto once, stepKey(*connection.client, arguments.key.idempotencyKey));
    const auto made = connection.admin().keys().rotate(id, once, callOf(context));
    if (!made)
        return fail(connection.explained(made.error(), once.str()));
    sayOldKeyEnds(context.console);
    return handOver(context, *made, std::move(file));
}

Outcome<ExitCode> revokeKey(Context& context, const AdminKeyArguments& arguments) {
    LEADSHEET_TRY(auto id, keyIdOf(arguments.id));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    LEADSHEET_TRY_DONE(connection.explained(connection.admin().keys().revoke(id, callOf(context))));
    context.console.say(messages::cliaccount::keyWorksNoMore(id.str()));
    context.console.emit({{"type", "keyRevoked"}, {"id", id.str()}});
    return ExitCode::Done;
}

} // namespace

void addAdminKeyCommands(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<AdminKeyArguments>();
    const Command keys = admin.addCommand("keys", help::adminKeys());
    keys.needsCommand();
    const Command list = keys.addCommand("list", help::keysList());
    list.addOption("--account", arguments->account, help::onlyAccount()).valueName("ACCOUNT");
    registry.bind(list, listKeys, arguments);
    const Command create = keys.addCommand("create", help::adminKeysCreate());
    create.addOption("ACCOUNT", arguments->account, help::accountId()).required();
    create.addOption("--type", arguments->type, help::type())
        .valueName("TYPE")
        .oneOf({"customer", "admin"})
        .showDefault();
    addNewKeyOptions(create, arguments->key);
    registry.bind(create, createKey, arguments);
    const Command rotate = keys.addCommand("rotate", help::keysRotate());
    rotate.addOption("KEY", arguments->id, help::keyId()).required();
    addSecretOptions(rotate, arguments->key);
    registry.bind(rotate, rotateKey, arguments);
    const Command revoke = keys.addCommand("revoke", help::keysRevoke());
    revoke.addOption("KEY", arguments->id, help::keyId()).required();
    registry.bind(revoke, revokeKey, arguments);
}

namespace {

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
                 {said(words::by()), {}},
                 {said(say::erasedLeads()), Table::Align::Right},
                 {said(say::lifted()), {}}}};
    for (;;) {
        LEADSHEET_TRY(const auto suppression, connection.explained(range.next()));
        if (!suppression)
            break;
        context.console.emit(suppressionJson(*suppression));
        const auto& lifted = suppression->liftedAt;
        table.row({suppression->id, clockTime(suppression->createdAt, context.now()),
                   suppression->keyId, std::to_string(suppression->erasedLeads),
                   lifted ? clockTime(*lifted, context.now()) : ""});
    }
    table.printOr(context.console, say::noSuppressions());
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
    LEADSHEET_TRY_DONE(connection.explained(
        connection.admin().suppressions().lift(arguments.id, callOf(context))));
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
    add.addOption("--email", arguments->email, help::suppressEmail()).valueName("ADDRESS");
    add.addOption("--linkedin", arguments->profile, help::suppressLinkedin()).valueName("URL");
    addOnceOption(add, arguments->idempotencyKey);
    add.addFlag("--yes", arguments->yes, help::yes());
    registry.bind(add, addSuppression, arguments);
    const Command lift = commands.addCommand("lift", help::adminSuppressionsLift());
    lift.addOption("ID", arguments->id, help::suppressionId()).required();
    registry.bind(lift, liftSuppression, arguments);
}

} // namespace leadsheet::cli
