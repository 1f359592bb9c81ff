// SPDX-License-Identifier: Apache-2.0
#include "orders_page.hpp"

#include "../account/trouble.hpp"
#include "../dialogs/message.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../submit/command_words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/table_look.hpp"
#include "order_detail.hpp"
#include "order_feed.hpp"
#include "order_model.hpp"
#include "order_words.hpp"

#include <QAction>
#include <QButtonGroup>
#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kAll = 0; // a chip's id is its status otherwise
constexpr OrderStatus kChips[] = {OrderStatus::PendingReview, OrderStatus::InfoRequested,
                                  OrderStatus::InProgress,    OrderStatus::Delivered,
                                  OrderStatus::Cancelled,     OrderStatus::Rejected,
                                  OrderStatus::Failed,        OrderStatus::Refunded};

/// By OrderModel's columns.
QList<ColumnContent> orderContents() {
    QStringList words;
    for (const OrderStatus status : kChips)
        words << lookOf(status).word;
    return {{{kSampleOrderNumber}},
            {words, true},
            {{number(50'000)}},
            {{money(9'999'99, "USD")}},
            {{clockText(WallTime{}, wallNow())}},
            {sayProducts()},
            {{QString(12, QLatin1Char('n'))}}};
}

QString secondsText(WallTime time) {
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count())
        .toString(QStringLiteral("HH:mm:ss"));
}

} // namespace

OrdersPage::OrdersPage(Workspace& workspace, QWidget* parent)
    : Page(parent)
    , workspace_(workspace)
    , model_(new OrderModel(this))
    , feed_(new OrderFeed(workspace.account(), *model_, this)) {
    setObjectName(QStringLiteral("ordersPage"));
    notice_ = new NoticeBar;
    notice_->setClosable(false);
    notice_->setObjectName(QStringLiteral("ordersNotice"));
    connect(notice_, &NoticeBar::actionTriggered, feed_, &OrderFeed::refreshNow);
    makeTable();
    detail_ = new OrderDetail;
    splitter_ = new QSplitter(Qt::Horizontal);
    splitter_->addWidget(table_);
    splitter_->addWidget(detail_);
    splitter_->setStretchFactor(0, 3);
    splitter_->setStretchFactor(1, 2);
    splitter_->setChildrenCollapsible(false);
    splitter_->setSizes({620, 380});
    state_ = new QLabel;
    state_->setObjectName(QStringLiteral("ordersState"));
    state_->setWordWrap(true);
    state_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 0, 20, 12);
    layout->setSpacing(8);
    layout->addWidget(makeFilters());
    layout->addWidget(notice_);
    layout->addWidget(splitter_, 1);
    layout->addWidget(state_);
    setFocusProxy(table_);
    makeCommands();
    connect(feed_, &OrderFeed::changed, this, &OrdersPage::refresh);
    connect(model_, &OrderModel::dataChanged, this, &OrdersPage::select);
    connect(model_, &OrderModel::modelReset, this, &OrdersPage::select);
    connect(detail_, &OrderDetail::replyWanted, this, &OrdersPage::reply);
    connect(detail_, &OrderDetail::cancelWanted, this, &OrdersPage::cancel);
    connect(detail_, &OrderDetail::againWanted, this, &OrdersPage::again);
    connect(detail_, &OrderDetail::leadsWanted, this, [this] {
        if (const auto& story = detail_->story())
            workspace_.showLeads(text(story->order.number.str()));
    });
    refresh();
}

QWidget* OrdersPage::makeFilters() {
    auto* filters = new QWidget;
    auto* flow = new FlowLayout(filters);
    chips_ = new QButtonGroup(this);
    const auto chip = [&](const QString& label, int id, const QIcon& picture) {
        addChip(flow, chips_, id, label, QStringLiteral("chip%1").arg(id), picture);
    };
    chip(tr("All"), kAll, {});
    for (const OrderStatus status : kChips) {
        const OrderLook look = lookOf(status);
        chip(look.word, static_cast<int>(status), chipIcon(look.icon));
    }
    chips_->button(kAll)->setChecked(true);
    search_ = new QLineEdit;
    search_->setObjectName(QStringLiteral("ordersSearch"));
    search_->setAccessibleName(tr("Order number or your reference"));
    search_->setPlaceholderText(tr("Number or reference"));
    search_->setMinimumWidth(fontMetrics().averageCharWidth() * 36);
    flow->addWidget(search_);
    // Not the click: assistive technology toggles a chip without one.
    connect(chips_, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on)
            askFeed();
    });
    connect(search_, &QLineEdit::returnPressed, this, &OrdersPage::askFeed);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& typed) {
        if (typed.isEmpty())
            askFeed();
    });
    return filters;
}

void OrdersPage::askFeed() {
    const int id = chips_->checkedId();
    feed_->askFor({id == kAll ? std::nullopt : std::optional(static_cast<OrderStatus>(id)),
                   search_->text().trimmed()});
}

void OrdersPage::showStatus(std::optional<OrderStatus> status) {
    QAbstractButton* chip = chips_->button(status ? static_cast<int>(*status) : kAll);
    if (chip == nullptr)
        return;
    chip->setChecked(true);
    search_->clear();
    askFeed();
}

void OrdersPage::makeTable() {
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("ordersTable"));
    table_->setAccessibleName(tr("Orders"));
    table_->setModel(model_);
    applyTableLook(*table_);
    table_->setMinimumWidth(320);
    new ColumnWidths(table_, orderContents());
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OrdersPage::select);
}

void OrdersPage::makeCommands() {
    const auto add = [this](const QString& label, const QKeySequence& keys, const char* picture,
                            auto what) {
        auto* action = new QAction(icon(QLatin1String(picture)), label, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, what);
        addAction(action);
        commands_ << action;
    };
    add(tr("Refresh Orders"), QKeySequence::Refresh, "refresh", [this] { feed_->refreshNow(); });
    add(tr("Show or Hide the Order's Details"), QKeySequence(Qt::Key_F4), "info",
        [this] { detail_->setVisible(!detail_->isVisible()); });
    add(tr("Find an Order"), QKeySequence::Find, "search", [this] {
        search_->setFocus();
        search_->selectAll();
    });
}

void OrdersPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    feed_->setWatched(true);
}

void OrdersPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    feed_->setWatched(false);
}

void OrdersPage::refresh() {
    const auto connection = workspace_.account().connection();
    if (!connection)
        notice_->show(NoticeKind::Info, tr("Connect an account to see its orders."));
    else if (feed_->trouble())
        notice_->show(NoticeKind::Bad, callTrouble(*feed_->trouble(), *connection),
                      tr("Try Again"));
    else if (connection->admin)
        notice_->show(NoticeKind::Info,
                      tr("This is an admin key. Orders of customers are under Fulfilment."));
    else
        notice_->hide();
    QStringList parts;
    if (feed_->loaded()) {
        const int shown = model_->rowCount();
        parts << (shown == 0 ? tr("No orders match.")
                  : model_->hasMore()
                      ? tr("The newest %Ln order(s); more come as you scroll.", "", shown)
                      : tr("%Ln order(s).", "", shown));
        parts << tr("Refreshed at %1.").arg(secondsText(feed_->refreshedAt()));
        if (const auto next = feed_->nextAt())
            parts << (feed_->pace().slowed
                          ? tr("Refreshing slowly, next at %1: %2 of %3 requests are left.")
                                .arg(secondsText(*next), number(feed_->pace().budget.remaining),
                                     number(feed_->pace().budget.limit))
                          : tr("Next at %1, or press F5.").arg(secondsText(*next)));
    } else if (feed_->loading()) {
        parts << tr("Loading…");
    }
    state_->setText(parts.join(QLatin1Char(' ')));
    if (model_->rowCount() > 0 && !table_->currentIndex().isValid())
        table_->selectRow(0);
    emit stateChanged();
}

const Order* OrdersPage::selected() const {
    return model_->at(table_->currentIndex().row());
}

void OrdersPage::select() {
    const Order* order = selected();
    emit stateChanged();
    if (order == nullptr) {
        reading_.cancel();
        detail_->showNothing();
        return;
    }
    const auto& story = detail_->story();
    if (story && story->order.number == order->number && story->order.version == order->version)
        return;
    detail_->showLoading(*order);
    loadStory(*order);
}

void OrdersPage::loadStory(const Order& order) {
    const auto connection = workspace_.account().connection();
    if (!connection)
        return;
    // Walking through the list asks only for where it ends.
    reading_.cancel();
    reading_.run([connection, number = order.number](
                     const std::stop_token& stop) { return readStory(*connection, number, stop); },
                 [this, order](Result<OrderStory> story) { storyCame(order, story); });
}

void OrdersPage::storyCame(const Order& asked, const Result<OrderStory>& story) {
    const Order* now = selected();
    if (now == nullptr || now->number != asked.number)
        return;
    if (!story) {
        const auto connection = workspace_.account().connection();
        detail_->setProblem(sentence(troubleOf(
            story.error(), TroubleContext{connection ? text(connection->ref.baseUrl) : QString(),
                                          connection && connection->sandbox})));
        return;
    }
    detail_->show(*story);
    model_->put(story->order);
}

void OrdersPage::act(Act what, const QString& done) {
    const auto connection = workspace_.account().connection();
    const Order* order = selected();
    if (!connection || order == nullptr || acting_.busy())
        return;
    detail_->setBusy(true);
    detail_->setProblem({});
    acting_.run([connection, what = std::move(what)](
                    const std::stop_token& stop) { return what(*connection, stop); },
                [this, asked = *order, done](Result<OrderStory> story) {
                    detail_->setBusy(false);
                    storyCame(asked, story);
                    if (!story) {
                        if (story.error().is(ErrorCode::InvalidTransition) ||
                            story.error().is(ErrorCode::VersionConflict))
                            loadStory(asked);
                        return;
                    }
                    detail_->clearReply();
                    workspace_.notify(NoticeKind::Good, done);
                    emit balanceMoved();
                    feed_->refreshNow();
                });
}

void OrdersPage::reply(const QString& message) {
    const auto& story = detail_->story();
    if (!story || message.isEmpty())
        return;
    act([order = story->order, words = message.toStdString()](
            const Connected& at,
            const std::stop_token& stop) { return replyTo(at, order, words, stop); },
        tr("Your answer for %1 was sent.").arg(text(story->order.number.str())));
}

void OrdersPage::cancel() {
    const auto& story = detail_->story();
    if (!story)
        return;
    const Order order = story->order;
    const QString name = text(order.number.str());
    const QString released = order.price ? money(*order.price) : tr("The amount held");
    if (!ask(this, {tr("Cancel This Order?"),
                    tr("%1 is cancelled, and %2 held for it are released at once. A cancelled "
                       "order cannot be taken up again; you can order the same anew.")
                        .arg(name, released),
                    tr("Cancel Order, Release %1").arg(released), tr("Keep the Order")}))
        return;
    act([order](const Connected& at,
                const std::stop_token& stop) { return cancelOrder(at, order, stop); },
        tr("%1 was cancelled; %2 were released.").arg(name, released));
}

void OrdersPage::again() {
    const auto connection = workspace_.account().connection();
    const auto& story = detail_->story();
    if (!connection || !story || acting_.busy())
        return;
    detail_->setBusy(true);
    detail_->setProblem({});
    acting_.run([connection, order = story->order](
                    const std::stop_token& stop) { return planAgain(*connection, order, stop); },
                [this, connection](const Result<std::optional<submit::RunId>>& run) {
                    detail_->setBusy(false);
                    if (!run)
                        detail_->setProblem(sentence(troubleOf(run.error(), *connection)));
                    else if (!*run)
                        detail_->setProblem(tr(
                            "The ledger on this computer does not know this order: it was placed "
                            "elsewhere. To order the same again, submit a sheet with its row."));
                    else
                        workspace_.showRun((*run)->value);
                });
}

QString OrdersPage::commandLine() const {
    if (!workspace_.account().connection())
        return {};
    if (const Order* order = selected())
        return commandLineOf(
            {QStringLiteral("orders"), QStringLiteral("show"), text(order->number.str())},
            workspace_);
    QStringList words{QStringLiteral("orders"), QStringLiteral("list")};
    if (const auto& status = feed_->query().status)
        words << QStringLiteral("--status") << text(std::string(toString(*status)));
    if (!feed_->query().search.isEmpty())
        words << QStringLiteral("--reference") << feed_->query().search;
    return commandLineOf(words, workspace_);
}

} // namespace leadsheet::desktop
