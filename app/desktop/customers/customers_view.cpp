// SPDX-License-Identifier: Apache-2.0
#include "customers_view.hpp"

#include "../account/trouble.hpp"
#include "../orders/order_words.hpp"
#include "../paging/refresh_words.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/list_filters.hpp"
#include "../widgets/list_layout.hpp"
#include "../widgets/table_look.hpp"
#include "account_dialogs.hpp"
#include "customer_detail.hpp"
#include "customer_keys.hpp"
#include "key_dialogs.hpp"

#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

/// By CustomerModel's columns.
QList<ColumnContent> customerContents() {
    return {{{letters(22)}, false, letters(10)},
            {{standingLook(true).word, standingLook(false).word}, true},
            {{money(9'999'999'99, "USD")}},
            {{money(999'999'99, "USD")}},
            {{clockText(WallTime{}, wallNow())}, false, letters(5), true},
            {{letters(28)}, false, letters(8), true}};
}

/// Nothing that is shown differs.
bool isSame(const AdminAccount& one, const AdminAccount& other) {
    return one.id == other.id && one.name == other.name && one.suspended == other.suspended &&
           one.available == other.available && one.held == other.held;
}

} // namespace

CustomersView::CustomersView(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , model_(new CustomerModel(this))
    , feed_(new CustomerFeed(workspace.account(), *model_, this)) {
    setObjectName(QStringLiteral("customersView"));
    notice_ = new NoticeBar;
    notice_->setClosable(false);
    notice_->setObjectName(QStringLiteral("customersNotice"));
    connect(notice_, &NoticeBar::actionTriggered, this, &CustomersView::refreshNow);
    makeFilters();
    makeTable();
    detail_ = new CustomerDetail(workspace);
    state_ = listState(QLatin1String("customersState"));
    layOutList(*this, {filters_, notice_, makeActs()}, table_, detail_, state_);
    makeKeyActs();
    connect(feed_, &CustomerFeed::changed, this, &CustomersView::refresh);
    connect(model_, &CustomerModel::dataChanged, this, [this](const QModelIndex& row) {
        if (row.row() == table_->currentIndex().row())
            select();
    });
    connect(model_, &CustomerModel::modelReset, this, &CustomersView::select);
    connect(model_, &CustomerModel::rowsRemoved, this, &CustomersView::select);
    connect(&workspace.account(), &AccountSession::changed, this, [this] {
        // What was not confirmed yet was meant for the key of then.
        if (dialog_ != nullptr && !dialog_->busy())
            dialog_->close();
    });
    refresh();
    select();
}

void CustomersView::makeFilters() {
    filters_ =
        new ListFilters(tr("Part of a name, or an account id"), QLatin1String("customersSearch"));
    const auto add = [this](Standing standing, const QString& label, const QIcon& picture) {
        const int id = static_cast<int>(standing);
        filters_->addChoice(id, label, QStringLiteral("standing%1").arg(id), picture);
    };
    add(Standing::Any, tr("All"), {});
    for (const bool suspended : {false, true}) {
        const CustomerLook look = standingLook(suspended);
        add(suspended ? Standing::Suspended : Standing::Active, look.word, chipIcon(look.icon));
    }
    connect(filters_, &ListFilters::changed, this, &CustomersView::askFeed);
}

QWidget* CustomersView::makeActs() {
    auto* acts = new QWidget;
    auto* flow = new FlowLayout(acts);
    auto* make =
        addButton(flow, tr("New Account…"), QLatin1String("customerNew"), QLatin1String("add"));
    connect(make, &QPushButton::clicked, this, [this] {
        open([](const auto& connection, Settings& settings, QWidget* parent) {
            return new NameDialog(connection, settings, {}, parent);
        });
    });
    return acts;
}

void CustomersView::makeTable() {
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("customersTable"));
    table_->setAccessibleName(tr("Accounts of customers"));
    table_->setModel(model_);
    applyTableLook(*table_);
    table_->setMinimumWidth(320);
    new ColumnWidths(table_, customerContents());
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &CustomersView::select);
}

void CustomersView::makeKeyActs() {
    const auto onAccount = [this](auto signal, auto make) {
        connect(detail_, signal, this, [this, make] {
            if (const auto& account = detail_->account())
                open([&](const auto& connection, Settings& settings, QWidget* parent) {
                    return make(connection, settings, *account, parent);
                });
        });
    };
    onAccount(&CustomerDetail::creditWanted,
              [](auto&&... with) -> CustomerDialog* { return new CreditDialog(with...); });
    onAccount(&CustomerDetail::renameWanted,
              [](auto&&... with) -> CustomerDialog* { return new NameDialog(with...); });
    onAccount(&CustomerDetail::standingWanted,
              [](auto&&... with) -> CustomerDialog* { return new StandingDialog(with...); });
    connect(detail_, &CustomerDetail::ordersWanted, this, &CustomersView::ordersWanted);
    CustomerKeys* keys = &detail_->keys();
    connect(keys, &CustomerKeys::newWanted, this, [this] {
        if (const auto& account = detail_->account())
            open([&](const auto& connection, Settings& settings, QWidget* parent) {
                return new NewKeyDialog(connection, settings, *account, parent);
            });
    });
    const auto onKey = [this, keys](auto signal, EndKeyDialog::Act act) {
        connect(keys, signal, this, [this, act](const KeyRecord& key) {
            if (const auto& account = detail_->account())
                open([&](const auto& connection, Settings& settings, QWidget* parent) {
                    return new EndKeyDialog(connection, settings, *account, key, act, parent);
                });
        });
    };
    onKey(&CustomerKeys::rotateWanted, EndKeyDialog::Act::Rotate);
    onKey(&CustomerKeys::revokeWanted, EndKeyDialog::Act::Revoke);
}

template <class Make>
void CustomersView::open(Make make) {
    const auto connection = workspace_.account().connection();
    if (!connection || !connection->admin || dialog_ != nullptr)
        return;
    CustomerDialog* dialog = make(connection, workspace_.settings(), this);
    dialog_ = dialog;
    connect(dialog, &CustomerDialog::acted, this, &CustomersView::acted);
    dialog->open();
}

void CustomersView::acted(const QString& words) {
    refreshNow();
    if (!words.isEmpty())
        emit said(NoticeKind::Good, words);
}

void CustomersView::setWatched(bool watched) {
    feed_->setWatched(watched);
}

void CustomersView::refreshNow() {
    feed_->refreshNow();
    detail_->keys().refreshNow();
}

void CustomersView::find() {
    filters_->find();
}

void CustomersView::toggleDetail() {
    detail_->setVisible(!detail_->isVisible());
}

bool CustomersView::busy() const {
    return dialog_ != nullptr && dialog_->busy();
}

void CustomersView::askFeed() {
    feed_->askFor({static_cast<Standing>(filters_->chosen()), filters_->searched()});
}

void CustomersView::refresh() {
    const auto connection = workspace_.account().connection();
    if (connection && feed_->trouble())
        notice_->show(NoticeKind::Bad, callTrouble(*feed_->trouble(), *connection),
                      tr("Try Again"));
    else
        notice_->hide();
    if (model_->rowCount() > 0 && !table_->currentIndex().isValid())
        table_->selectRow(0);
    QStringList parts;
    if (feed_->loaded()) {
        const int shown = model_->rowCount();
        parts << (shown == 0 ? tr("No accounts match.")
                  : model_->hasMore()
                      ? tr("The first %Ln account(s); more come as you scroll.", "", shown)
                      : tr("%Ln account(s).", "", shown));
    }
    parts << refreshWords(*feed_);
    state_->setText(parts.join(QLatin1Char(' ')));
}

void CustomersView::select() {
    const AdminAccount* account = model_->at(table_->currentIndex().row());
    if (account == nullptr)
        detail_->showNothing();
    else if (const auto& shown = detail_->account(); !shown || !isSame(*shown, *account))
        detail_->show(*account);
}

QStringList CustomersView::commandWords() const {
    if (const auto& account = detail_->account())
        return {QStringLiteral("admin"), QStringLiteral("keys"), QStringLiteral("list"),
                QStringLiteral("--account"), text(account->id.str())};
    return {QStringLiteral("admin"), QStringLiteral("accounts"), QStringLiteral("list")};
}

} // namespace leadsheet::desktop
