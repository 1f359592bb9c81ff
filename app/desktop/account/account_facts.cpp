// SPDX-License-Identifier: Apache-2.0
#include "account_facts.hpp"

#include "../shell/words.hpp"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>

namespace leadsheet::desktop {
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
