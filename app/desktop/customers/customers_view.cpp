// SPDX-License-Identifier: Apache-2.0
#include "customers_view.hpp"

#include "../account/keys.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "customer_dialog.hpp"

#include "leadsheet/resource/admin_keys.hpp"
#include "leadsheet/try.hpp"

#include <leadsheet/contract/limits.hpp>

#include <QApplication>
#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxRowsSeen = 5;
constexpr std::int64_t kMaxKeys = 1000; // one page; no account needs more

Result<std::vector<KeyRecord>> readKeys(const Connected& at, const AccountId& account,
                                        const std::stop_token& stop) {
    LEADSHEET_TRY(auto page,
                  at.client->admin().keys().list(account, {kMaxKeys, {}}, callUntil(stop)));
    return std::move(page.items);
}

/// Nothing that is shown differs.
bool isSame(const AdminAccount& one, const AdminAccount& other) {
    return one.id == other.id && one.name == other.name && one.suspended == other.suspended &&
           one.available == other.available && one.held == other.held;
}

} // namespace

CustomerKeys::CustomerKeys(Workspace& workspace)
    : workspace_(workspace)
    , model_(new CustomerKeyModel(this))
    , table_(recordTable(*model_, "customerKeys", tr("Keys of the account")))
    , state_(named(wrappingLabel({}), "customerKeysState"))
    , facts_(new QWidget)
    , notice_(new NoticeBar("customerKeysNotice"))
    , reading_(workspace.account()) {
    notice_->hide();
    state_->setForegroundRole(QPalette::PlaceholderText);
    connect(table_->findChild<ColumnWidths*>(), &ColumnWidths::applied, this, &CustomerKeys::fit);
    auto* buttons = new FlowLayout;
    addButton(buttons, tr("New Key…"), "keyNew", "add", this, &CustomerKeys::newWanted);
    rotate_ = addButton(buttons, tr("Replace Key…"), "keyRotate", "redo", this, [this] {
        if (const KeyRecord* key = model_->at(table_->currentIndex().row()))
            emit rotateWanted(*key);
    });
    rotate_->setToolTip(
        tr("A new key takes its place; this one keeps working for another 24 hours"));
    revoke_ = addButton(buttons, tr("Revoke Key…"), "keyRevoke", "stop", this, [this] {
        if (const KeyRecord* key = model_->at(table_->currentIndex().row()))
            emit revokeWanted(*key);
    });
    revoke_->setToolTip(tr("The key is refused at once"));
    auto* layout = columnIn(this, 8);
    addAll(layout, {notice_, table_, state_});
    layout->addLayout(buttons);
    layout->addWidget(facts_);
    connect(notice_, &NoticeBar::actionTriggered, this, &CustomerKeys::refreshNow);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &CustomerKeys::select);
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
    const int rows = std::clamp(model_->rowCount(), 1, kMaxRowsSeen);
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
    addFact(form, tr("Scopes"), scopes.join(QStringLiteral(", ")));
    addFact(form, tr("Daily cap"),
            key->dailySpendCap ? tr("at most %1").arg(money(*key->dailySpendCap))
                               : tr("without its own cap"));
    addFact(form, tr("Created"), timeText(key->createdAt, now));
    addFact(form, tr("Last used"), key->lastUsedAt ? timeText(*key->lastUsedAt, now) : tr("never"));
    if (key->revokedAt)
        addFact(form, tr("Revoked"), timeText(*key->revokedAt, now));
    else if (key->expiresAt)
        addFact(form, tr("Valid until"), timeText(*key->expiresAt, now));
}

CustomerDetail::CustomerDetail(Workspace& workspace)
    : DetailPane("customerDetail") {
    makeHead();
    money_ = addSection(tr("Money"));
    keys_ = new CustomerKeys(workspace);
    add(tr("Keys"), keys_);
    limits_ = addSection(tr("Limits"));
    finish();
    showNothing();
}

void CustomerDetail::makeHead() {
    name_ = addTitle("customerName");
    addState("customerState");
    QLayout* flow = addButtons();
    addButton(flow, tr("Add Credit…"), "customerCredit", "money", this,
              &CustomerDetail::creditWanted);
    addButton(flow, tr("Rename…"), "customerRename", "edit", this, &CustomerDetail::renameWanted);
    standing_ = addButton(flow, tr("Suspend…"), "customerStanding", "pause", this,
                          &CustomerDetail::standingWanted);
    addButton(flow, tr("Orders of This Account"), "customerOrders", "orders", this, [this] {
        if (account_)
            emit ordersWanted(text(account_->id.str()));
    });
    addButton(flow, tr("Copy Id"), "customerCopy", "copy", this, [this] {
        if (account_)
            QGuiApplication::clipboard()->setText(text(account_->id.str()));
    });
}

void CustomerDetail::showNothing() {
    account_.reset();
    keys_->setAccount({});
    showEmpty(tr("Choose an account to see its money and its keys."));
}

void CustomerDetail::show(const AdminAccount& account) {
    account_ = account;
    name_->setText(nameOf(account));
    const Look look = standingLook(account.suspended);
    showState(look, account.suspended ? tr("%1: its keys are refused").arg(look.word) : look.word);
    standing_->setText(account.suspended ? tr("Reinstate…") : tr("Suspend…"));
    standing_->setIcon(icon(account.suspended ? QLatin1String("play") : QLatin1String("pause")));
    showMoney();
    showLimits();
    showColumn();
    keys_->setAccount(account.id);
}

void CustomerDetail::showMoney() {
    QFormLayout* form = freshFacts(money_);
    addFact(form, tr("Available"), money(account_->available));
    addFact(form, tr("Held for orders"), money(account_->held));
    addFact(form, tr("Environment"), environmentWord(account_->environment));
    addFact(form, tr("Created"), timeText(account_->createdAt, wallNow()));
    addFact(form, tr("Account id"), text(account_->id.str()));
}

void CustomerDetail::showLimits() {
    QFormLayout* form = freshFacts(limits_);
    addFact(form, tr("Webhooks"), tr("at most %1").arg(number(contract::kMaxWebhooks)));
    addFact(form, tr("Outreach destinations"),
            tr("at most %1").arg(number(contract::kMaxDestinations)));
    addFact(form, tr("Daily spending"), tr("with each key, above"));
}

CustomersView::CustomersView(Workspace& workspace)
    : ListView(workspace, QStringLiteral("customers"))
    , model_(new CustomerModel(this))
    , feed_(new CustomerFeed(workspace.account(), *model_, readCustomers, this,
                             PageFeed::Asks::Operators))
    , detail_(new CustomerDetail(workspace)) {
    makeFilters();
    makeKeyActs();
    connect(&workspace.account(), &AccountSession::changed, this, [this] {
        // What was not confirmed yet was meant for the key of then.
        if (dialog_ != nullptr && !dialog_->busy())
            dialog_->close();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now != nullptr && (now == detail_ || detail_->isAncestorOf(now)))
            atKeys_ = true;
        else if (now != nullptr && isAncestorOf(now))
            atKeys_ = false;
    });
    layOut(*feed_, makeActs(), recordTable(*model_, "customersTable", tr("Accounts of customers")),
           detail_);
}

// The focus moves on while what had it is taken away, which is after the members are gone.
CustomersView::~CustomersView() {
    disconnect(qApp, nullptr, this, nullptr);
}

void CustomersView::makeFilters() {
    filters_ = new ListFilters(tr("Part of a name, or an account id"), "customersSearch");
    const auto add = [this](Standing standing, const QString& label, const QIcon& picture) {
        const int id = static_cast<int>(standing);
        filters_->addChoice(id, label, QStringLiteral("standing%1").arg(id), picture);
    };
    add(Standing::Any, tr("All"), {});
    for (const bool suspended : {false, true}) {
        const Look look = standingLook(suspended);
        add(suspended ? Standing::Suspended : Standing::Active, look.word, chipIcon(look.icon));
    }
    connect(filters_, &ListFilters::changed, this, &CustomersView::askFeed);
}

QWidget* CustomersView::makeActs() {
    auto* acts = new QWidget;
    auto* flow = new FlowLayout(acts);
    addButton(flow, tr("New Account…"), "customerNew", "add", this,
              [this] { open([](const DialogPlace& place) { return nameDialog(place, {}); }); });
    return acts;
}

void CustomersView::makeKeyActs() {
    const auto onAccount = [this](auto* sender, auto wanted, auto make) {
        connect(sender, wanted, this, [this, make](const auto&... about) {
            if (const auto& account = detail_->account())
                open([&](const DialogPlace& place) { return make(place, *account, about...); });
        });
    };
    onAccount(detail_, &CustomerDetail::creditWanted, creditDialog);
    onAccount(detail_, &CustomerDetail::renameWanted, nameDialog);
    onAccount(detail_, &CustomerDetail::standingWanted, standingDialog);
    connect(detail_, &CustomerDetail::ordersWanted, this, &CustomersView::ordersWanted);
    CustomerKeys* keys = &detail_->keys();
    onAccount(keys, &CustomerKeys::newWanted, newKeyDialog);
    onAccount(keys, &CustomerKeys::rotateWanted, rotateKeyDialog);
    onAccount(keys, &CustomerKeys::revokeWanted, revokeKeyDialog);
}

void CustomersView::open(const std::function<CustomerDialog*(const DialogPlace&)>& make) {
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin || dialog_ != nullptr)
        return;
    dialog_ = make({connection, workspace_.settings(), this});
    connect(dialog_, &CustomerDialog::acted, this, &CustomersView::acted);
    dialog_->open();
}

void CustomersView::acted(const QString& words) {
    refreshNow();
    if (!words.isEmpty())
        emit said(NoticeKind::Good, words);
}

void CustomersView::refreshNow() {
    ListView::refreshNow();
    detail_->keys().refreshNow();
}

bool CustomersView::busy() const {
    return dialog_ != nullptr && dialog_->busy();
}

void CustomersView::askFeed() {
    feed_->askFor({static_cast<Standing>(filters_->chosen()), filters_->searched()});
}

void CustomersView::refresh() {
    tell();
    chooseFirst(*table_);
    QStringList parts;
    if (feed_->loaded()) {
        const int shown = model_->rowCount();
        parts << (shown == 0
                      ? filters_->narrows() ? tr("No accounts match.") : tr("No accounts yet.")
                  : model_->hasMore()
                      ? tr("The first %Ln account(s); more come as you scroll.", "", shown)
                      : tr("%Ln account(s).", "", shown));
    }
    showState(parts);
}

void CustomersView::select() {
    const AdminAccount* account = model_->at(table_->currentIndex().row());
    if (account == nullptr)
        detail_->showNothing();
    else if (const auto& shown = detail_->account(); !shown || !isSame(*shown, *account))
        detail_->show(*account);
}

QStringList CustomersView::commandWords() const {
    if (const auto& account = detail_->account(); account && atKeys_)
        return {QStringLiteral("admin"), QStringLiteral("keys"), QStringLiteral("list"),
                QStringLiteral("--account"), text(account->id.str())};
    if (filters_->narrows())
        return {}; // the command lists them all
    return {QStringLiteral("admin"), QStringLiteral("accounts"), QStringLiteral("list")};
}

} // namespace leadsheet::desktop
