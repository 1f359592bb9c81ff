// SPDX-License-Identifier: Apache-2.0
#include "orders_page.hpp"

#include "../account/trouble.hpp"
#include "../dialogs/message.hpp"
#include "../paging/refresh_words.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../submit/command_words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/list_filters.hpp"
#include "../widgets/list_layout.hpp"
#include "../widgets/table_look.hpp"
#include "order_detail.hpp"
#include "order_feed.hpp"
#include "order_model.hpp"
#include "order_words.hpp"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

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
    makeFilters();
    makeTable();
    detail_ = new OrderDetail;
    state_ = listState(QLatin1String("ordersState"));
    layOutList(*this, {filters_, notice_}, table_, detail_, state_);
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

void OrdersPage::makeFilters() {
    filters_ = new ListFilters(tr("Order number or your reference"), QLatin1String("ordersSearch"));
    const auto add = [this](int id, const QString& label, const QIcon& picture) {
        filters_->addChoice(id, label, QStringLiteral("chip%1").arg(id), picture);
    };
    add(kAll, tr("All"), {});
    for (const OrderStatus status : kChips) {
        const OrderLook look = lookOf(status);
        add(static_cast<int>(status), look.word, chipIcon(look.icon));
    }
    connect(filters_, &ListFilters::changed, this, &OrdersPage::askFeed);
}

void OrdersPage::askFeed() {
    const int id = filters_->chosen();
    feed_->askFor({id == kAll ? std::nullopt : std::optional(static_cast<OrderStatus>(id)),
                   filters_->searched()});
}

void OrdersPage::showStatus(std::optional<OrderStatus> status) {
    QAbstractButton* chip = filters_->choice(status ? static_cast<int>(*status) : kAll);
    if (chip == nullptr)
        return;
    chip->setChecked(true);
    filters_->search({});
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
    add(tr("Find an Order"), QKeySequence::Find, "search", [this] { filters_->find(); });
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
    }
    parts << refreshWords(*feed_);
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
