// SPDX-License-Identifier: Apache-2.0
#include "deliveries_view.hpp"

#include "../account/trouble.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/list_layout.hpp"
#include "../widgets/table_look.hpp"
#include "delivery_detail.hpp"
#include "delivery_model.hpp"
#include "webhook_actions.hpp"
#include "webhook_words.hpp"

#include "leadsheet/resource/webhooks.hpp"

#include <QButtonGroup>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

// A chip's id is its place here; the first is every state.
constexpr const char* kDeliveryStates[] = {"", "pending", "delivered", "failed", "held"};
const QList<int> kDeliveryColumns{24, 18, 18, 9, 24, 18, 17};

} // namespace

DeliveriesView::DeliveriesView(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , model_(new DeliveryModel(this))
    , feed_(new PageFeed(workspace.account(), *model_, this)) {
    makeTable();
    detail_ = new DeliveryDetail;
    state_ = listState(QLatin1String("deliveriesState"));
    auto* list = new QWidget;
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(makeChips());
    column->addWidget(table_, 1);
    column->addWidget(state_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(besideList(list, detail_));
    connect(feed_, &PageFeed::changed, this, &DeliveriesView::refresh);
    connect(model_, &DeliveryModel::dataChanged, this, [this](const QModelIndex& row) {
        if (row.row() == table_->currentIndex().row())
            select();
    });
    connect(model_, &DeliveryModel::modelReset, this, &DeliveriesView::select);
    connect(detail_, &DeliveryDetail::resendWanted, this, &DeliveriesView::resend);
    refresh();
    select();
}

QWidget* DeliveriesView::makeChips() {
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    chips_ = new QButtonGroup(this);
    const QString words[] = {tr("All"), tr("On Their Way"), tr("Delivered"), tr("Not Delivered"),
                             tr("Held Back")};
    for (int id = 0; id < static_cast<int>(std::size(kDeliveryStates)); ++id) {
        addChip(flow, chips_, id, words[id], QStringLiteral("deliveryChip%1").arg(id));
    }
    chips_->button(0)->setChecked(true);
    // Not the click: assistive technology toggles a chip without one.
    connect(chips_, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on)
            ask();
    });
    return row;
}

void DeliveriesView::makeTable() {
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("deliveriesTable"));
    table_->setAccessibleName(tr("Messages to the webhook"));
    table_->setModel(model_);
    applyTableLook(*table_);
    table_->setMinimumWidth(300);
    new ColumnWidths(table_, columnsOf(kDeliveryColumns));
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &DeliveriesView::select);
}

void DeliveriesView::setWebhook(const std::optional<WebhookId>& webhook) {
    if (webhook == webhook_)
        return;
    webhook_ = webhook;
    ask();
}

void DeliveriesView::ask() {
    if (!webhook_)
        return feed_->ask({});
    WebhookDeliveryFilter filter;
    const std::string state = kDeliveryStates[chips_->checkedId()];
    if (!state.empty())
        filter.state = state;
    feed_->ask(
        [model = model_, id = *webhook_, filter](const Connected& at, const PageOptions& page,
                                                 const CallOptions& call) -> Result<FeedPage> {
            auto found = at.client->webhooks().deliveries(id, filter, page, call);
            if (!found)
                return failure(found.error());
            return feedPage(*model, *std::move(found));
        });
}

void DeliveriesView::setWatched(bool watched) {
    feed_->setWatched(watched);
}

void DeliveriesView::refreshNow() {
    feed_->refreshNow();
}

void DeliveriesView::refresh() {
    const auto connection = workspace_.account().connection();
    const int shown = model_->rowCount();
    QString words;
    if (feed_->trouble() && connection)
        words = callTrouble(*feed_->trouble(), *connection);
    else if (feed_->loaded() && shown == 0)
        words = chips_->checkedId() == 0
                    ? tr("No message yet. Messages come with orders and leads, or with Send Test.")
                    : tr("No message is in this state.");
    else if (feed_->loaded())
        words = model_->hasMore()
                    ? tr("The newest %Ln message(s); more come as you scroll.", "", shown)
                    : tr("%Ln message(s).", "", shown);
    else if (feed_->loading())
        words = tr("Loading…");
    state_->setText(words);
    state_->setVisible(!words.isEmpty());
    if (shown > 0 && !table_->currentIndex().isValid())
        table_->selectRow(0);
}

const WebhookDelivery* DeliveriesView::selected() const {
    return model_->at(table_->currentIndex().row());
}

void DeliveriesView::select() {
    const WebhookDelivery* delivery = selected();
    emit selectionChanged();
    if (delivery == nullptr) {
        reading_.cancel();
        detail_->showNothing(webhook_ ? tr("Choose a message to see its attempts.") : QString());
        return;
    }
    const auto& shown = detail_->detail();
    if (shown && shown->delivery.id == delivery->id && shown->delivery.state == delivery->state &&
        shown->delivery.attempts == delivery->attempts)
        return;
    detail_->showLoading(*delivery);
    load(*delivery);
}

void DeliveriesView::load(const WebhookDelivery& delivery) {
    const auto connection = workspace_.account().connection();
    if (!connection)
        return;
    // Walking through the list asks only for where it ends.
    reading_.cancel();
    reading_.run(
        [connection, id = delivery.id](const std::stop_token& stop) {
            return connection->client->webhooks().delivery(id, callUntil(stop));
        },
        [this, connection, id = delivery.id](const Result<WebhookDeliveryDetail>& detail) {
            const WebhookDelivery* now = selected();
            if (now == nullptr || now->id != id)
                return;
            if (!detail)
                return detail_->setProblem(callTrouble(detail.error(), *connection));
            detail_->setProblem({});
            detail_->show(*detail);
            model_->put(detail->delivery);
        });
}

void DeliveriesView::resend() {
    const auto connection = workspace_.account().connection();
    const WebhookDelivery* delivery = selected();
    if (!connection || delivery == nullptr || acting_.busy())
        return;
    detail_->setBusy(true);
    detail_->setProblem({});
    acting_.run(
        [connection, id = delivery->id,
         key = newActKey("resend")](const std::stop_token& stop) -> Result<WebhookDeliveryDetail> {
            const auto queued = connection->client->webhooks().resend(id, key, callUntil(stop));
            if (!queued)
                return failure(queued.error());
            return awaitAttempt(*connection, id, queued->attempts, stop);
        },
        [this, connection](const Result<WebhookDeliveryDetail>& detail) {
            detail_->setBusy(false);
            emit sent();
            if (!detail)
                return detail_->setProblem(callTrouble(detail.error(), *connection));
            model_->put(detail->delivery);
            const WebhookDelivery* now = selected();
            if (now != nullptr && now->id == detail->delivery.id)
                detail_->show(*detail);
        });
}

} // namespace leadsheet::desktop
