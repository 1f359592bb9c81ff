// SPDX-License-Identifier: Apache-2.0
#include "proof.hpp"

#include "../shell/words.hpp"
#include "trouble.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/work/connecting.hpp"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <limits>

namespace leadsheet::desktop {
namespace {

constexpr const char* kAgent = "leadsheet-desktop/" LEADSHEET_VERSION;

tl::expected<Proof, Trouble> prove(ClientOptions options, const TroubleContext& at,
                                   const std::stop_token& stop) {
    const auto refused = [&at](const Error& error) {
        return tl::unexpected<Trouble>(troubleOf(error, at));
    };
    options.userAgent = kAgent;
    const std::string baseUrl = options.baseUrl;
    const ApiKey key = options.apiKey;
    auto proven = work::prove(std::move(options), stop, work::AdminKeys::Accepted);
    if (!proven)
        return refused(proven.error());
    auto budgets = proven->client->account().rateLimit(work::firstCall(stop));
    if (!budgets)
        return refused(budgets.error());
    Connected connected;
    connected.account = std::move(proven->account);
    connected.admin = proven->admin;
    connected.client = std::move(proven->client);
    connected.ref = {baseUrl, connected.account.id, {}, connected.account.instanceId};
    return Proof{baseUrl, key, std::move(connected), *std::move(budgets)};
}

} // namespace

tl::expected<Proof, Trouble> proveKey(const std::string& baseUrl, const ApiKey& key,
                                      const Network& network, const std::stop_token& stop,
                                      bool keyTyped) {
    ClientOptions options(baseUrl, key);
    options.transport.proxy = network.proxy;
    options.transport.caFile = network.caFile;
    return prove(std::move(options), {QString::fromStdString(baseUrl), false, false, keyTyped},
                 stop);
}

tl::expected<Proof, Trouble> proveSandbox(std::shared_ptr<app::Sandbox>& sandbox,
                                          const app::AppFolders& folders,
                                          const std::stop_token& stop) {
    const TroubleContext at{{}, true};
    if (!sandbox) {
        auto started = app::Sandbox::start(folders.sandboxFolder());
        if (!started)
            return tl::unexpected<Trouble>(troubleOf(started.error(), at));
        sandbox = *std::move(started);
    }
    ClientOptions options(sandbox->baseUrl(), sandbox->key());
    options.transport.proxy = "none";
    auto proof = prove(std::move(options), at, stop);
    if (!proof)
        return proof;
    // A sandbox listens on another port each time; its account is what stays.
    proof->connected.ref.baseUrl = proof->connected.ref.profile = "sandbox";
    proof->connected.sandbox = true;
    proof->connected.ledgerFile = folders.sandboxLedgerFile();
    identifyAccount(proof->connected.ledgerFile, proof->connected.ref);
    proof->connected.server = sandbox;
    return proof;
}

void identifyAccount(const std::filesystem::path& ledgerFile, const submit::AccountRef& account) {
    std::error_code ignored;
    if (account.instanceId.empty() || !std::filesystem::exists(ledgerFile, ignored))
        return;
    submit::LedgerOptions options;
    options.checkIntegrity = false; // checked whenever a run begins
    auto ledger = submit::Ledger::open(ledgerFile, options);
    if (!ledger)
        return;
    const auto runs = ledger->runs(std::numeric_limits<std::int32_t>::max());
    const bool isUnknown = runs && std::any_of(runs->begin(), runs->end(), [&](const auto& run) {
                               return run.spec.account.accountId == account.accountId &&
                                      run.spec.account.instanceId.empty();
                           });
    if (!isUnknown)
        return;
    if (const auto lock = ledger->lock()) {
        [[maybe_unused]] const auto known = ledger->identify(account, *lock);
    }
}

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(AccountFacts)
};

QString budgetLine(const BudgetStatus& budget) {
    const QString length = durationText(std::chrono::seconds(budget.windowSeconds));
    const QString left = number(budget.remaining);
    const QString limit = number(budget.limit);
    if (budget.policy == "orders")
        return Words::tr("%1 of %2 new orders left in %3").arg(left, limit, length);
    if (budget.policy == "lookups")
        return Words::tr("%1 of %2 lookups of these limits left in %3").arg(left, limit, length);
    return Words::tr("%1 of %2 other requests left in %3").arg(left, limit, length);
}

} // namespace

QString environmentWord(const std::string& environment) {
    if (environment == "sandbox")
        return Words::tr("sandbox, play money");
    if (environment == "live")
        return Words::tr("live");
    return text(environment);
}

QString environmentWord(const app::Profile& profile, const Connected* connection) {
    const bool connected = connection != nullptr && !connection->sandbox && !connection->admin &&
                           connection->ref.profile == profile.name;
    return environmentWord(connected ? connection->account.environment : profile.environment);
}

Facts factsOf(const Proof& proof) {
    const Account& account = proof.connected.account;
    Facts facts;
    if (proof.connected.admin) {
        facts.append(
            {Words::tr("Key"),
             Words::tr("admin key ending in %1, for fulfilment").arg(text(account.key.last4))});
    } else {
        facts.append(
            {Words::tr("Account"), account.name.empty() ? text(account.id) : text(account.name)});
        facts.append({Words::tr("Environment"), environmentWord(account.environment)});
        facts.append(
            {Words::tr("Balance"), Words::tr("%1 available, %2 held")
                                       .arg(money(account.available), money(account.held))});
        if (account.spendCap)
            facts.append({Words::tr("Daily cap"), Words::tr("%1, of which %2 used today")
                                                      .arg(money(account.spendCap->daily),
                                                           money(account.spendCap->spentToday))});
        facts.append({Words::tr("Key"), Words::tr("ending in %1").arg(text(account.key.last4))});
    }
    QStringList scopes;
    for (const std::string& scope : account.key.scopes)
        scopes << text(scope);
    if (!scopes.isEmpty())
        facts.append({Words::tr("Scopes"), scopes.join(QStringLiteral(", "))});
    QStringList budgets;
    for (const BudgetStatus& budget : proof.budgets)
        budgets << budgetLine(budget);
    if (!budgets.isEmpty())
        facts.append({Words::tr("Limits"), budgets.join(QLatin1Char('\n'))});
    return facts;
}

void showFacts(QWidget& widget, const Facts& facts) {
    auto* grid = new QGridLayout(&widget);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (int row = 0; row < facts.size(); ++row) {
        auto* name = new QLabel(facts.at(row).first);
        name->setForegroundRole(QPalette::PlaceholderText);
        auto* value = new QLabel(facts.at(row).second);
        value->setTextFormat(Qt::PlainText);
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        grid->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignLeft);
        grid->addWidget(value, row, 1);
    }
}

} // namespace leadsheet::desktop
