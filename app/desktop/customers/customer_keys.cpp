// SPDX-License-Identifier: Apache-2.0
#include "customer_keys.hpp"

#include "../account/account_session.hpp"
#include "../account/trouble.hpp"
#include "../destinations/webhook_actions.hpp"
#include "../orders/order_words.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/table_look.hpp"

#include "leadsheet/resource/admin_keys.hpp"

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMostRowsSeen = 5;
constexpr std::int64_t kMostKeys = 1000; // one page; no account needs more

Result<std::vector<KeyRecord>> readKeys(const Connected& at, const AccountId& account,
                                        const std::stop_token& stop) {
    auto page = at.client->admin().keys().list(account, {kMostKeys, {}}, callUntil(stop));
    if (!page)
        return failure(page.error());
    return std::move(page->items);
}

} // namespace

CustomerKeys::CustomerKeys(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , model_(new CustomerKeyModel(this))
    , table_(new QTableView)
    , state_(wrappingLabel({}))
    , facts_(new QWidget)
    , notice_(new NoticeBar) {
    notice_->setObjectName(QStringLiteral("customerKeysNotice"));
    notice_->setClosable(false);
    notice_->hide();
    state_->setObjectName(QStringLiteral("customerKeysState"));
    state_->setForegroundRole(QPalette::PlaceholderText);
    table_->setObjectName(QStringLiteral("customerKeys"));
    table_->setAccessibleName(tr("Keys of the account"));
    table_->setModel(model_);
    applyTableLook(*table_);
    auto* widths = new ColumnWidths(
        table_, {{{letters(16)}, false, letters(8)},
                 {{QStringLiteral("WWWW")}},
                 {{CustomerKeyModel::tr("Replaced"), CustomerKeyModel::tr("Revoked"),
                   CustomerKeyModel::tr("Expired"), CustomerKeyModel::tr("Works")},
                  true}});
    connect(widths, &ColumnWidths::applied, this, &CustomerKeys::fit);
    auto* buttons = new FlowLayout;
    auto* make = addButton(buttons, tr("New Key…"), QLatin1String("keyNew"), QLatin1String("add"));
    rotate_ =
        addButton(buttons, tr("Replace Key…"), QLatin1String("keyRotate"), QLatin1String("redo"));
    rotate_->setToolTip(tr("A new key takes its place; this one works for 24 hours more"));
    revoke_ =
        addButton(buttons, tr("Revoke Key…"), QLatin1String("keyRevoke"), QLatin1String("stop"));
    revoke_->setToolTip(tr("The key is refused at once"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(notice_);
    layout->addWidget(table_);
    layout->addWidget(state_);
    layout->addLayout(buttons);
    layout->addWidget(facts_);
    connect(notice_, &NoticeBar::actionTriggered, this, &CustomerKeys::refreshNow);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &CustomerKeys::select);
    connect(make, &QPushButton::clicked, this, &CustomerKeys::newWanted);
    connect(rotate_, &QPushButton::clicked, this, [this] {
        if (const KeyRecord* key = model_->at(table_->currentIndex().row()))
            emit rotateWanted(*key);
    });
    connect(revoke_, &QPushButton::clicked, this, [this] {
        if (const KeyRecord* key = model_->at(table_->currentIndex().row()))
            emit revokeWanted(*key);
    });
    select();
}

void CustomerKeys::setAccount(const std::optional<AccountId>& account) {
    if (account == account_)
        return;
    account_ = account;
    reading_.cancel();
    model_->setKeys({});
    notice_->hide();
    select();
    refreshNow();
}

void CustomerKeys::refreshNow() {
    const auto connection = workspace_.account().connection();
    if (!account_ || !connection || !connection->admin)
        return;
    reading_.cancel();
    state_->setText(tr("Loading…"));
    state_->show();
    reading_.run([connection, account = *account_](
                     const std::stop_token& stop) { return readKeys(*connection, account, stop); },
                 [this](const Result<std::vector<KeyRecord>>& keys) { came(keys); });
}

void CustomerKeys::came(const Result<std::vector<KeyRecord>>& keys) {
    const auto connection = workspace_.account().connection();
    state_->clear();
    if (!keys) {
        state_->hide();
        if (connection)
            notice_->show(NoticeKind::Bad, callTrouble(keys.error(), *connection), tr("Try Again"));
        return;
    }
    notice_->hide();
    const KeyRecord* before = model_->at(table_->currentIndex().row());
    const std::string chosen = before != nullptr ? before->id.str() : std::string();
    model_->setKeys(*keys);
    if (keys->empty())
        state_->setText(tr("The account has no key yet, so nobody can order for it."));
    state_->setVisible(keys->empty());
    int row = 0;
    for (int i = 0; i < model_->rowCount(); ++i)
        if (model_->at(i)->id.str() == chosen)
            row = i;
    if (!keys->empty())
        table_->selectRow(row);
    select();
}

void CustomerKeys::fit() {
    const int rows = std::clamp(model_->rowCount(), 1, kMostRowsSeen);
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                           rows * table_->verticalHeader()->defaultSectionSize() +
                           2 * table_->frameWidth());
    table_->setVisible(model_->rowCount() > 0);
}

void CustomerKeys::select() {
    fit();
    const KeyRecord* key = model_->at(table_->currentIndex().row());
    const bool works = key != nullptr && model_->works(*key);
    rotate_->setEnabled(works && !model_->isReplaced(*key));
    revoke_->setEnabled(works);
    QFormLayout* form = freshFacts(facts_);
    facts_->setVisible(key != nullptr);
    if (key == nullptr)
        return;
    const WallTime now = wallNow();
    QStringList scopes;
    for (const std::string& scope : key->scopes)
        scopes << text(scope);
    addFact(form, tr("For"), key->type == "admin" ? tr("operators") : tr("the customer"));
    addFact(form, tr("May"), scopes.join(QStringLiteral(", ")));
    addFact(form, tr("A day"),
            key->dailySpendCap ? tr("at most %1").arg(money(*key->dailySpendCap))
                               : tr("without a cap of its own"));
    addFact(form, tr("Made"), timeText(key->createdAt, now));
    addFact(form, tr("Used"), key->lastUsedAt ? timeText(*key->lastUsedAt, now) : tr("never"));
    if (key->revokedAt)
        addFact(form, tr("Revoked"), timeText(*key->revokedAt, now));
    else if (key->expiresAt)
        addFact(form, tr("Works until"), timeText(*key->expiresAt, now));
}

} // namespace leadsheet::desktop
