// SPDX-License-Identifier: Apache-2.0
#include "usage_panel.hpp"

#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/webhooks.hpp"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <leadsheet/contract/limits.hpp>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct UsageWords {
    Q_DECLARE_TR_FUNCTIONS(UsageRows)
};

QString nameOf(const BudgetStatus& budget) {
    const QString window = durationText(std::chrono::seconds(budget.windowSeconds));
    if (budget.policy == "orders")
        return UsageWords::tr("New orders in %1").arg(window);
    if (budget.policy == "default")
        return UsageWords::tr("Other requests to the service in %1").arg(window);
    if (budget.policy == "lookups")
        return UsageWords::tr("Checks of these limits in %1").arg(window);
    return text(budget.policy);
}

double usedShare(std::int64_t used, std::int64_t limit) {
    return limit > 0 ? static_cast<double>(used) / static_cast<double>(limit) : 0;
}

UsageRow possessionRow(const QString& name, const std::optional<std::int64_t>& owned,
                       std::int64_t limit) {
    const QString unknown = QStringLiteral("–");
    return {name,
            owned ? number(*owned) : unknown,
            owned ? number(std::max<std::int64_t>(0, limit - *owned)) : unknown,
            number(limit),
            UsageWords::tr("when you delete some"),
            owned ? usedShare(*owned, limit) : 0};
}

} // namespace

QList<UsageRow> possessionRows(const Possessions& owned) {
    return {possessionRow(UsageWords::tr("Webhooks of the account"), owned.webhooks,
                          contract::kMaxWebhooks),
            possessionRow(UsageWords::tr("Destinations of the account"), owned.destinations,
                          contract::kMaxDestinations)};
}

QList<UsageRow> usageRows(const std::vector<BudgetStatus>& budgets, const Account* account,
                          WallTime asked) {
    QList<UsageRow> rows;
    for (const BudgetStatus& budget : budgets) {
        const std::int64_t used = budget.limit - budget.remaining;
        // A window begins with its first request.
        const QString resets =
            used > 0 ? clockText(asked + std::chrono::seconds(budget.resetSeconds), asked)
                     : UsageWords::tr("unused");
        rows << UsageRow{nameOf(budget),       number(used), number(budget.remaining),
                         number(budget.limit), resets,       usedShare(used, budget.limit)};
    }
    if (account != nullptr && account->spendCap) {
        const SpendCap& cap = *account->spendCap;
        const Money left{std::max<std::int64_t>(0, cap.daily.amount - cap.spentToday.amount),
                         cap.daily.currency};
        rows << UsageRow{UsageWords::tr("Daily spending"),
                         money(cap.spentToday),
                         money(left),
                         money(cap.daily),
                         timeText(cap.resetsAt, asked),
                         usedShare(cap.spentToday.amount, cap.daily.amount)};
    }
    return rows;
}

namespace {

template <class Resource>
std::optional<std::int64_t> countOf(const Connected& at, const char* scope,
                                    const Resource& resource, const CallOptions& call) {
    if (!at.account.key.allows(scope))
        return {};
    const auto page = resource.list({}, call);
    return page && !page->hasMore ? std::optional(std::ssize(page->items)) : std::nullopt;
}

Possessions possessionsOf(const Connected& at, const CallOptions& call) {
    return {countOf(at, "webhooks:read", at.client->webhooks(), call),
            countOf(at, "destinations:read", at.client->destinations(), call)};
}

} // namespace

UsagePanel::UsagePanel(AccountSession& session)
    : session_(session)
    , table_(named(new QTableWidget, "usageTable", tr("Usage and limits")))
    , facts_(named(wrappingLabel({}), "usageFacts"))
    , state_(named(new QLabel, "usageState"))
    , notice_(named(new NoticeBar, "usageNotice"))
    , again_(named(new QPushButton(icon(QLatin1String("refresh")), tr("Refresh")), "usageRefresh"))
    , asking_(session) {
    setProperty("card", true);
    setObjectName(QStringLiteral("usagePanel"));
    applyTableLook(*table_);
    table_->setColumnCount(5);
    table_->setHorizontalHeaderLabels(
        {tr("Limit"), tr("Used"), tr("Left"), tr("Total"), tr("Resets")});
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    state_->setForegroundRole(QPalette::PlaceholderText);
    notice_->setClosable(false);
    auto* top = new QHBoxLayout;
    top->addWidget(cardHeading(tr("Usage and Limits")));
    top->addStretch(1);
    addAll(top, {state_, again_});
    auto* column = columnIn(this, 8, {14, 10, 14, 12});
    column->addLayout(top);
    addAll(column, {notice_, table_, facts_});
    column->addStretch(1); // a tall panel keeps the facts below their table
    connect(again_, &QPushButton::clicked, this, &UsagePanel::refreshNow);
    connect(notice_, &NoticeBar::actionTriggered, this, &UsagePanel::refreshNow);
    connect(&session, &AccountSession::changed, this, [this] {
        forget();
        if (isVisible())
            refreshNow();
    });
    connect(&session, &AccountSession::heard, this, &UsagePanel::showFacts);
    forget();
}

void UsagePanel::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    refreshNow();
}

void UsagePanel::forget() {
    table_->setRowCount(0);
    table_->hide();
    known_ = false;
    facts_->hide();
    notice_->hide();
    again_->setEnabled(session_.connection() != nullptr);
    state_->setText(session_.connection() ? QString() : tr("No account is connected."));
}

void UsagePanel::refreshNow() {
    const auto connection = session_.connection();
    if (!connection || asking_.busy())
        return;
    state_->setText(tr("Asking…"));
    asking_.run(
        [connection](const std::stop_token& stop) {
            CallOptions call;
            call.stop = stop;
            const Accounts accounts = connection->client->account();
            Answer answer{accounts.rateLimit(call), connection->account, {}};
            // An admin key has no account of its own.
            if (answer.budgets && !connection->admin) {
                answer.account = accounts.get(call);
                answer.owned = possessionsOf(*connection, call);
            }
            return answer;
        },
        [this, connection](const Answer& answer) { came(*connection, answer); });
}

void UsagePanel::came(const Connected& at, const Answer& answer) {
    if (!answer.budgets) {
        state_->clear();
        notice_->show(NoticeKind::Bad, callTrouble(answer.budgets.error(), at), tr("Try Again"));
        return;
    }
    notice_->hide();
    const WallTime now = wallNow();
    state_->setText(tr("As of %1.").arg(clockText(now, now)));
    const Account* account = answer.account ? &*answer.account : nullptr;
    QList<UsageRow> rows = usageRows(*answer.budgets, account, now);
    if (!at.admin)
        rows << possessionRows(answer.owned);
    table_->setRowCount(static_cast<int>(rows.size()));
    QList<ColumnContent> contents(table_->columnCount());
    for (int row = 0; row < rows.size(); ++row) {
        const UsageRow& usage = rows.at(row);
        const QStringList words{usage.name, usage.used, usage.left, usage.limit, usage.resets};
        for (int column = 0; column < words.size(); ++column) {
            auto* item = new QTableWidgetItem(words.at(column));
            if (column > 0 && column < words.size() - 1)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, column, item);
            contents[column].texts << words.at(column);
        }
    }
    for (int column = 1; column < table_->columnCount() - 1; ++column)
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    delete widths_;
    widths_ = new ColumnWidths(table_, contents);
    connect(widths_, &ColumnWidths::applied, this, &UsagePanel::fit);
    fit();
    table_->setVisible(!rows.isEmpty());
    known_ = account != nullptr && !at.admin;
    if (known_)
        session_.hear(at, *account);
    showFacts();
}

void UsagePanel::showFacts() {
    const auto& account = session_.figures();
    facts_->setVisible(known_ && account);
    if (!known_ || !account)
        return;
    const WallTime now = wallNow();
    QStringList facts{
        tr("Balance: %1 available, %2 held.").arg(money(account->available), money(account->held))};
    if (!account->spendCap)
        facts << tr("This key has no daily spend cap.");
    if (account->key.expiresAt)
        facts << tr("This key is valid until %1.").arg(timeText(*account->key.expiresAt, now));
    facts_->setText(facts.join(QLatin1Char(' ')));
}

void UsagePanel::fit() {
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                           table_->rowCount() * table_->verticalHeader()->defaultSectionSize() +
                           2 * table_->frameWidth());
}

} // namespace leadsheet::desktop
