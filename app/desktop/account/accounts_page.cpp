// SPDX-License-Identifier: Apache-2.0
#include "accounts_page.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "account_session.hpp"
#include "connect_form.hpp"
#include "connector.hpp"
#include "keys.hpp"
#include "usage_panel.hpp"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

enum Column { kName, kAccount, kEnvironment, kAddress, kUse, kColumns };
constexpr int kLeastRows = 3;
constexpr int kMostRows = 12;
constexpr int kSpacing = 10;
constexpr int kBesideCharacters = 163;     // of the page, for profiles and usage side by side
constexpr int kMaxColumn = 1000;           // what is wider would leave numbers far from their names
constexpr int kKind = Qt::UserRole;        // true for the sandbox
constexpr int kOldName = Qt::UserRole + 1; // before an edit

} // namespace

AccountsPage::AccountsPage(Workspace& workspace, Connector& connector)
    : Page(workspace)
    , connector_(connector)
    , list_(new QTreeWidget)
    , widths_(new ColumnWidths(list_, {{}, {}, {}, {}}))
    , state_(new QLabel)
    , columns_(new QBoxLayout(QBoxLayout::TopToBottom)) {
    auto* hint = new QLabel(tr("Each profile is an address with one of your keys. The command line "
                               "uses the same profiles; keys are stored in the system keychain."));
    hint->setWordWrap(true);
    list_->setObjectName(QStringLiteral("profiles"));
    list_->setAccessibleName(tr("Profiles"));
    list_->setColumnCount(kColumns);
    list_->setHeaderLabels(
        {tr("Name"), tr("Account"), tr("Environment"), tr("Address"), tr("Use")});
    list_->setItemDelegate(new TableDelegate(list_));
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAllColumnsShowFocus(true);
    list_->setAlternatingRowColors(true);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    list_->header()->setStretchLastSection(true);
    state_->setObjectName(QStringLiteral("accountState"));
    state_->setWordWrap(true);
    state_->setTextFormat(Qt::PlainText);
    auto* inside = new QWidget;
    auto* layout = columnIn(inside, kSpacing, {20, 4, 20, 16});
    auto* profiles = new QWidget;
    auto* left = columnIn(profiles, kSpacing);
    addAll(left, {list_, makeButtons(), state_});
    halves_ = {profiles, new UsagePanel(workspace.account())};
    columns_->setSpacing(kSpacing);
    for (QWidget* half : halves_)
        columns_->addWidget(half, 1, Qt::AlignTop);
    columns_->addStretch(); // for what the columns leave
    layout->addWidget(hint);
    layout->addLayout(columns_);
    layout->addStretch(1);
    columnIn(this)->addWidget(named(pageScroll(inside), "accountsScroll"));
    setFocusProxy(list_);
    connect(list_, &QTreeWidget::itemSelectionChanged, this, [this] {
        if (!filling_)
            picked_ = selected();
        refreshButtons();
    });
    connect(list_, &QTreeWidget::itemActivated, this, &AccountsPage::use);
    connect(list_, &QTreeWidget::itemChanged, this, &AccountsPage::edited);
    connect(&connector, &Connector::profilesChanged, this, &AccountsPage::refill);
    connect(&workspace.account(), &AccountSession::changed, this, &AccountsPage::refill);
    connect(&connector.rotation(), &KeyRotation::changed, this, &AccountsPage::refreshButtons);
    auto* add = new QAction(icon(QLatin1String("add")), tr("Add an Account"), this);
    connect(add, &QAction::triggered, this, [this] { askToConnect(); });
    commands_ << add;
    refill();
}

QWidget* AccountsPage::makeButtons() {
    auto* row = new QWidget;
    auto* layout = rowIn(row);
    auto* acts = new FlowLayout;
    layout->addLayout(acts, 1);
    layout->setAlignment(acts, Qt::AlignTop);
    const auto add = [](QLayout& where, const QString& label, const char* name) {
        auto* button = new QPushButton(label);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(true);
        where.addWidget(button);
        return button;
    };
    use_ = add(*acts, tr("Switch To"), "profileUse");
    use_->setProperty("primary", true);
    standard_ = add(*acts, tr("Make Default"), "profileDefault");
    standard_->setToolTip(tr("The profile that commands use when none is named"));
    rename_ = add(*acts, tr("Rename"), "profileRename");
    rename_->setToolTip(tr("Rename (F2)"));
    key_ = add(*acts, tr("Enter Key…"), "profileKey");
    key_->setToolTip(tr("Give the profile a key that you have"));
    replace_ = add(*acts, tr("Replace Key…"), "profileReplaceKey");
    replace_->setToolTip(tr("Have the service create a new key for the profile that is in use"));
    remove_ = add(*acts, tr("Remove…"), "profileRemove");
    auto* another = add(*layout, tr("Add Account…"), "profileAdd");
    another->setIcon(icon(QLatin1String("add")));
    layout->setAlignment(another, Qt::AlignTop);
    connect(use_, &QPushButton::clicked, this, &AccountsPage::use);
    connect(standard_, &QPushButton::clicked, this, [this] { connector_.makeDefault(selected()); });
    connect(rename_, &QPushButton::clicked, this, [this] {
        if (!selected().isEmpty())
            list_->editItem(list_->currentItem(), kName);
    });
    connect(key_, &QPushButton::clicked, this, [this] { askToConnect(selected()); });
    connect(replace_, &QPushButton::clicked, this, &AccountsPage::replaceKey);
    connect(remove_, &QPushButton::clicked, this, &AccountsPage::remove);
    connect(another, &QPushButton::clicked, this, [this] { askToConnect(); });
    return row;
}

void AccountsPage::refill() {
    filling_ = true;
    const bool sandboxWanted = picked_ ? picked_->isEmpty() : connector_.sandboxWanted();
    const QString wanted = picked_ ? *picked_ : connector_.profileWanted();
    list_->clear();
    const auto connection = workspace_.account().connection();
    const app::Profile* standard = connector_.profiles().choose({});
    QTreeWidgetItem* current = nullptr;
    for (const app::Profile& profile : connector_.profiles().all) {
        const QString name = text(profile.name);
        QStringList uses;
        const bool used = connection && connection->profile == name;
        if (used)
            uses << tr("in use");
        if (standard != nullptr && standard->name == profile.name)
            uses << tr("default");
        auto* item =
            new QTreeWidgetItem(list_, {name,
                                        profile.accountId.empty()     ? tr("fulfilment (admin key)")
                                        : profile.accountName.empty() ? text(profile.accountId)
                                                                      : text(profile.accountName),
                                        environmentWord(profile, connection.get()),
                                        text(profile.baseUrl), uses.join(QStringLiteral(", "))});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setIcon(kName, icon(QLatin1String("account")));
        item->setData(kName, kOldName, name);
        if (name == wanted && !sandboxWanted)
            current = item;
    }
    const bool sandbox = connection && connection->sandbox;
    auto* item = new QTreeWidgetItem(list_, {tr("Sandbox"),
                                             tr("on this computer"),
                                             environmentWord("sandbox"),
                                             {},
                                             sandbox ? tr("in use") : QString()});
    item->setIcon(kName, icon(QLatin1String("sandbox")));
    item->setData(kName, kKind, true);
    if (sandboxWanted)
        current = item;
    list_->setCurrentItem(current != nullptr ? current : list_->topLevelItem(0));
    widths_->apply();
    fitList();
    filling_ = false;
    const AccountSession& session = workspace_.account();
    state_->setText(session.state() == ConnectionState::Failed       ? sentence(session.trouble())
                    : session.state() == ConnectionState::Connecting ? tr("Connecting…")
                                                                     : QString());
    state_->setVisible(!state_->text().isEmpty());
    refreshButtons();
    emit stateChanged();
}

void AccountsPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void AccountsPage::arrange() {
    const bool beside = width() >= fontMetrics().averageCharWidth() * kBesideCharacters;
    columns_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QWidget* half : halves_)
        half->setMaximumWidth(beside ? kMaxColumn : QWIDGETSIZE_MAX);
}

// As high as its profiles, so that what can be done with them stands right below.
void AccountsPage::fitList() {
    const int rows = std::clamp(list_->topLevelItemCount(), kLeastRows, kMostRows);
    list_->setFixedHeight(list_->header()->sizeHint().height() + 2 * list_->frameWidth() +
                          rows * list_->sizeHintForRow(0) +
                          list_->horizontalScrollBar()->sizeHint().height());
}

void AccountsPage::changeEvent(QEvent* event) {
    Page::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitList();
        arrange();
    }
}

void AccountsPage::refreshButtons() {
    const bool profile = !selected().isEmpty();
    const auto connection = workspace_.account().connection();
    const bool used =
        connection &&
        (connection->sandbox ? sandboxSelected() : profile && connection->profile == selected());
    use_->setEnabled(!used && (profile || sandboxSelected()));
    for (QPushButton* button : {rename_, key_, remove_})
        button->setEnabled(profile);
    const app::Profile* standard = connector_.profiles().choose({});
    standard_->setEnabled(profile && (standard == nullptr || text(standard->name) != selected()));
    replace_->setEnabled(profile && connection && connection->profile == selected() &&
                         connector_.rotation().isPossible());
}

QString AccountsPage::selected() const {
    const QTreeWidgetItem* item = list_->currentItem();
    return item == nullptr ? QString() : item->data(kName, kOldName).toString();
}

bool AccountsPage::sandboxSelected() const {
    const QTreeWidgetItem* item = list_->currentItem();
    return item != nullptr && item->data(kName, kKind).toBool();
}

void AccountsPage::use() {
    if (sandboxSelected())
        connector_.useSandbox();
    else
        connector_.useProfile(selected());
}

void AccountsPage::edited(QTreeWidgetItem* item) {
    if (filling_)
        return;
    const QString from = item->data(kName, kOldName).toString();
    const QString to = item->text(kName).trimmed();
    // The list is filled again with what holds then, whether or not the name can be used.
    QMetaObject::invokeMethod(
        this,
        [this, from, to] {
            refill();
            connector_.rename(from, to);
        },
        Qt::QueuedConnection);
}

void AccountsPage::remove() {
    const QString name = selected();
    if (name.isEmpty() ||
        !ask(this, {tr("Remove This Profile?"),
                    tr("Profile “%1” and its key are removed from this computer. Orders and leads "
                       "stay at the service, and the ledger keeps what was ordered.")
                        .arg(name),
                    tr("Remove Profile"), tr("Keep It")}))
        return;
    connector_.remove(name);
}

void AccountsPage::replaceKey() {
    const auto connection = workspace_.account().connection();
    if (!connection ||
        !ask(this,
             {tr("Replace This Key?"),
              tr("The service creates a new key for “%1” with the same scopes and limits, and it "
                 "is stored in the system keychain. The key in use, ending in %2, keeps working "
                 "for another 24 hours: give other programs that use it the new one by then.")
                  .arg(connection->profile, text(connection->account.key.last4)),
              tr("Replace Key"), tr("Keep It")}))
        return;
    connector_.rotation().start();
}

void AccountsPage::askToConnect(const QString& profile) {
    (new ConnectDialog(connector_, workspace_.settings(), profile, window()))->open();
}

QString AccountsPage::commandLine() const {
    return commandLineOf({QStringLiteral("profile"), QStringLiteral("list")}, workspace_);
}

} // namespace leadsheet::desktop
