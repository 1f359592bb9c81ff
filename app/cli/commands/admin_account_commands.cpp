// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "account_details.hpp"
#include "common_arguments.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/resource/admin_accounts.hpp"
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
    if (account.duplicateWindowDays)
        object["duplicateWindowDays"] = *account.duplicateWindowDays;
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
        const auto account = range.next();
        if (!account)
            return fail(connection.explained(account.error()));
        if (!*account)
            break;
        table.add(**account);
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
    const auto changed = connection.admin().accounts().update(id, change, callOf(context));
    if (!changed)
        return fail(connection.explained(changed.error()));
    show(context, *changed);
    return ExitCode::Done;
}

Outcome<ExitCode> creditAccount(Context& context, const AdminAccountArguments& arguments) {
    LEADSHEET_TRY(auto id, accountIdOf(arguments.account));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    const auto account = connection.admin().accounts().get(id, callOf(context));
    if (!account)
        return fail(connection.explained(account.error()));
    auto amount = parseMoney(arguments.amount, account->available.currency);
    if (!amount)
        return fail(
            usageFailure(Sentences(say::notAnAmount(arguments.amount)).add(amount.error())));
    LEADSHEET_TRY(auto key, stepKey(*connection.client, arguments.idempotencyKey));
    LEADSHEET_TRY_DONE(confirm(context, say::deedCredit(*amount, account->name), arguments.yes));
    const auto entry =
        connection.admin().accounts().credit(id, *amount, arguments.reason, key, callOf(context));
    if (!entry)
        return fail(connection.explained(entry.error(), key.str()));
    context.console.emit(ledgerEntryJson(*entry));
    context.console.say(Text(account->name, Style::Bold)
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
    create.addOption("NAME", arguments->name, help::itsName()).required().notEmpty();
    addOnceOption(create, arguments->idempotencyKey);
    registry.bind(create, createAccount, arguments);
    const Command update = accounts.addCommand("update", help::adminAccountsUpdate());
    update.addOption("ACCOUNT", arguments->account, help::accountId()).required();
    update.addOption("--name", arguments->name, help::updateName()).valueName("NAME").notEmpty();
    const Option suspend = update.addFlag("--suspend", arguments->suspend, help::suspend());
    update.addFlag("--reinstate", arguments->reinstate, help::reinstate()).excludes(suspend);
    registry.bind(update, updateAccount, arguments);

    const Command credit = admin.addCommand("credit", help::adminCredit());
    credit.addOption("ACCOUNT", arguments->account, help::accountId()).required();
    credit.addOption("AMOUNT", arguments->amount, help::creditAmount()).required();
    credit.addOption("--reason", arguments->reason, help::creditReason())
        .required()
        .valueName("TEXT")
        .notEmpty();
    addOnceOption(credit, arguments->idempotencyKey);
    credit.addFlag("--yes", arguments->yes, help::yes());
    registry.bind(credit, creditAccount, arguments);
}

} // namespace leadsheet::cli
