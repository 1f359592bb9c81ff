// SPDX-License-Identifier: Apache-2.0
#include "webhooks_view.hpp"

#include "../account/trouble.hpp"
#include "../dialogs/message.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/buttons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/empty_page.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/table_look.hpp"
#include "backlog_panel.hpp"
#include "deliveries_view.hpp"
#include "secret_view.hpp"
#include "webhook_model.hpp"
#include "webhook_words.hpp"

#include "leadsheet/resource/webhooks.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kRowsVisible = 2;
const QList<int> kWebhookColumns{22, 24, 18, 18, 10, 18, 40};

} // namespace

WebhooksView::WebhooksView(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , workspace_(workspace)
    , model_(new WebhookModel(this))
    , feed_(new PageFeed(workspace.account(), *model_, this)) {
    setObjectName(QStringLiteral("webhooksView"));
    notice_ = new NoticeBar;
    notice_->setObjectName(QStringLiteral("webhooksNotice"));
    connect(notice_, &NoticeBar::actionTriggered, this, &WebhooksView::refreshNow);
    connect(notice_, &NoticeBar::closed, this, [this] { failed_ = false; });
    makeTable();
    backlog_ = new BacklogPanel;
    connect(backlog_, &BacklogPanel::sendWanted, this, [this] { backlogDecided(true); });
    connect(backlog_, &BacklogPanel::enableOnlyWanted, this, [this] { backlogDecided(false); });
    deliveries_ = new DeliveriesView(workspace);
    connect(deliveries_, &DeliveriesView::selectionChanged, this, &WebhooksView::changed);
    connect(deliveries_, &DeliveriesView::sent, feed_, &PageFeed::refreshNow);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(table_);
    splitter->addWidget(deliveries_);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* some = new QWidget;
    auto* column = new QVBoxLayout(some);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(makeButtons());
    column->addWidget(backlog_);
    column->addWidget(splitter, 1);
    stack_ = new QStackedWidget;
    stack_->addWidget(makeNothing());
    stack_->addWidget(some);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(notice_);
    layout->addWidget(stack_, 1);
    layout->addStretch(); // below a notice that stands alone
    connect(feed_, &PageFeed::changed, this, &WebhooksView::refresh);
    connect(model_, &WebhookModel::dataChanged, this, [this](const QModelIndex& row) {
        if (row.row() == table_->currentIndex().row())
            select();
    });
    connect(model_, &WebhookModel::modelReset, this, &WebhooksView::select);
    connect(model_, &WebhookModel::rowsRemoved, this, &WebhooksView::select);
    feed_->ask([model = model_](const Connected& at, const PageOptions& page,
                                const CallOptions& call) -> Result<FeedPage> {
        auto found = at.client->webhooks().list(page, call);
        if (!found)
            return failure(found.error());
        return feedPage(*model, *std::move(found));
    });
    select();
    refresh();
}

QWidget* WebhooksView::makeButtons() {
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    add_ = addButton(flow, tr("Add Webhook…"), QLatin1String("webhookAdd"), QLatin1String("add"));
    test_ = addButton(flow, tr("Send Test"), QLatin1String("webhookTest"), QLatin1String("play"));
    edit_ = addButton(flow, tr("Change…"), QLatin1String("webhookEdit"), QLatin1String("edit"));
    rotate_ =
        addButton(flow, tr("Rotate Secret…"), QLatin1String("webhookRotate"), QLatin1String("key"));
    enable_ =
        addButton(flow, tr("Disable"), QLatin1String("webhookEnable"), QLatin1String("pause"));
    redeliver_ = addButton(flow, tr("Redeliver All Failed Since…"),
                           QLatin1String("webhookRedeliver"), QLatin1String("redo"));
    remove_ =
        addButton(flow, tr("Remove…"), QLatin1String("webhookRemove"), QLatin1String("delete"));
    connect(add_, &QPushButton::clicked, this, [this] { add(); });
    connect(test_, &QPushButton::clicked, this, &WebhooksView::sendTestMessage);
    connect(edit_, &QPushButton::clicked, this, [this] {
        if (const Webhook* webhook = selected())
            open(new WebhookDialog(workspace_.account().connection(), *webhook,
                                   WebhookDialog::Act::Edit, window()));
    });
    connect(rotate_, &QPushButton::clicked, this, [this] {
        if (const Webhook* webhook = selected())
            open(new WebhookDialog(workspace_.account().connection(), *webhook,
                                   WebhookDialog::Act::Rotate, window()));
    });
    connect(enable_, &QPushButton::clicked, this, &WebhooksView::toggleEnabled);
    connect(redeliver_, &QPushButton::clicked, this, &WebhooksView::redeliver);
    connect(remove_, &QPushButton::clicked, this, &WebhooksView::remove);
    return row;
}

QWidget* WebhooksView::makeNothing() {
    auto* page = new EmptyPage(
        QLatin1String("destinations"),
        tr("No webhook yet. A webhook is an address of a program of yours: the service sends it "
           "what happens to orders, and their leads, signed and tried again until they arrive. "
           "Nothing is sent before you add one."),
        tr("Add Webhook…"), QLatin1String("webhookAddFirst"));
    connect(page, &EmptyPage::started, this, [this] { add(); });
    return page;
}

void WebhooksView::makeTable() {
    table_ = new QTableView;
    table_->setObjectName(QStringLiteral("webhooksTable"));
    table_->setAccessibleName(tr("Webhooks"));
    table_->setModel(model_);
    applyTableLook(*table_);
    auto* widths = new ColumnWidths(table_, columnsOf(kWebhookColumns));
    const auto keepRows = [table = table_] {
        keepRowsVisible(*table, kRowsVisible);
    };
    connect(widths, &ColumnWidths::applied, table_, keepRows);
    keepRows();
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &WebhooksView::select);
}

void WebhooksView::setWatched(bool watched) {
    feed_->setWatched(watched);
    deliveries_->setWatched(watched);
}

void WebhooksView::refreshNow() {
    failed_ = false;
    feed_->refreshNow();
    deliveries_->refreshNow();
}

const Webhook* WebhooksView::selected() const {
    return model_->at(table_->currentIndex().row());
}

void WebhooksView::refresh() {
    const auto connection = workspace_.account().connection();
    if (!connection || connection->admin)
        failed_ = false;
    if (!connection)
        notice_->show(NoticeKind::Info, tr("Connect an account to see its webhooks."));
    else if (connection->admin)
        notice_->show(NoticeKind::Info,
                      tr("This is an admin key. Webhooks belong to accounts of customers."));
    else if (feed_->trouble())
        notice_->show(NoticeKind::Bad, callTrouble(*feed_->trouble(), *connection),
                      tr("Try Again"));
    else if (!failed_)
        notice_->hide();
    notice_->setClosable(failed_);
    if (const int at = wanted_.empty() ? -1 : model_->rowOf(wanted_); at >= 0) {
        table_->selectRow(at);
        wanted_.clear();
    } else if (model_->rowCount() > 0 && !table_->currentIndex().isValid()) {
        table_->selectRow(0);
    }
    stack_->setVisible(feed_->loaded() || model_->rowCount() > 0);
    stack_->setCurrentIndex(model_->rowCount() > 0 ? 1 : 0);
    refreshButtons();
    emit changed();
}

void WebhooksView::select() {
    const Webhook* webhook = selected();
    const auto now = webhook != nullptr ? std::optional(webhook->id) : std::nullopt;
    // What was asked was about the other one.
    if (now != shown_)
        backlog_->hide();
    shown_ = now;
    deliveries_->setWebhook(now);
    refreshButtons();
    emit changed();
}

void WebhooksView::refreshButtons() {
    const Webhook* webhook = selected();
    const bool here = webhook != nullptr && !background_.busy();
    for (QPushButton* button : {test_, edit_, rotate_, enable_, redeliver_, remove_})
        button->setEnabled(here);
    const bool on = webhook == nullptr || webhook->enabled;
    enable_->setText(on ? tr("Disable") : tr("Enable…"));
    enable_->setIcon(icon(on ? QLatin1String("pause") : QLatin1String("play")));
    redeliver_->setEnabled(here && on);
}

void WebhooksView::add(const QString& address) {
    if (const auto connection = workspace_.account().connection(); connection && !connection->admin)
        open(new WebhookDialog(connection, address, window()));
}

void WebhooksView::open(WebhookDialog* dialog) {
    connect(dialog, &WebhookDialog::changed, this, &WebhooksView::cameBack);
    dialog->open();
}

void WebhooksView::cameBack(const std::string& id) {
    wanted_ = id;
    refreshNow();
}

template <class Value>
void WebhooksView::act(std::function<Result<Value>(const Connected&, const std::stop_token&)> work,
                       std::function<QString(const Value&)> done) {
    const auto connection = workspace_.account().connection();
    if (!connection || background_.busy())
        return;
    failed_ = false;
    backlog_->setBusy(true);
    background_.run([connection, work = std::move(work)](
                        const std::stop_token& stop) { return work(*connection, stop); },
                    [this, connection, done = std::move(done)](const Result<Value>& value) {
                        acted(connection, value, done);
                    });
    refreshButtons();
}

template <class Value>
void WebhooksView::acted(const std::shared_ptr<const Connected>& connection,
                         const Result<Value>& value,
                         const std::function<QString(const Value&)>& done) {
    backlog_->setBusy(false);
    refreshNow();
    if (!value) {
        failed_ = true;
        notice_->show(NoticeKind::Bad, callTrouble(value.error(), *connection));
        notice_->setClosable(true);
    } else if (const QString words = done(*value); !words.isEmpty()) {
        backlog_->hide();
        workspace_.notify(NoticeKind::Good, words);
    }
    refreshButtons();
}

void WebhooksView::sendTestMessage() {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return;
    workspace_.notify(NoticeKind::Info,
                      tr("A test message to %1 is on its way…").arg(nameOf(*webhook)));
    act<WebhookDeliveryDetail>(
        [id = webhook->id, key = newActKey("test")](const Connected& at,
                                                    const std::stop_token& stop) {
            return sendTest(at, id, key, stop);
        },
        [this](const WebhookDeliveryDetail& detail) {
            const TestWords words = testWords(detail);
            workspace_.notify(words.good ? NoticeKind::Good : NoticeKind::Warn, words.words);
            return QString();
        });
}

void WebhooksView::toggleEnabled() {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return;
    if (!webhook->enabled)
        return backlog_->askBeforeEnabling(nameOf(*webhook));
    act<Webhook>(
        [shown = *webhook](const Connected& at, const std::stop_token& stop) {
            WebhookChange change;
            change.enabled = false;
            return at.client->webhooks().update(shown.id, change, shown.version, callUntil(stop));
        },
        [](const Webhook& now) {
            return tr("%1 is disabled. What arises now is held back and kept for 30 days.")
                .arg(nameOf(now));
        });
}

void WebhooksView::redeliver() {
    if (const Webhook* webhook = selected())
        backlog_->askForRedelivery(nameOf(*webhook));
}

void WebhooksView::backlogDecided(bool send) {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return backlog_->hide();
    const auto words = [name = nameOf(*webhook)](std::int64_t queued) {
        return queued == 0
                   ? tr("Nothing was left to send to %1.").arg(name)
                   : tr("%Ln message(s) to %1 are on their way.", "", forPlural(queued)).arg(name);
    };
    if (webhook->enabled)
        return act<std::int64_t>(
            [id = webhook->id, since = backlog_->since(),
             key = newActKey("recover")](const Connected& at, const std::stop_token& stop) {
                return at.client->webhooks().recover(id, since, key, callUntil(stop));
            },
            words);
    const auto since = send ? std::optional(backlog_->since()) : std::nullopt;
    act<EnableOutcome>(
        [shown = *webhook, since, key = newActKey("recover")](const Connected& at,
                                                              const std::stop_token& stop) {
            return enableWebhook(at, shown, since, key, stop);
        },
        [words, send, name = nameOf(*webhook)](const EnableOutcome& outcome) {
            return send ? tr("%1 is enabled.").arg(name) + QLatin1Char(' ') + words(outcome.queued)
                        : tr("%1 is enabled for new messages.").arg(name);
        });
}

void WebhooksView::remove() {
    if (selected() == nullptr)
        return;
    const Webhook shown = *selected(); // the list may change while the question is open
    if (!ask(this, {tr("Remove This Webhook?"),
                    tr("Nothing is sent to %1 any more, messages that wait are dropped, and its "
                       "signing secret is forgotten. Orders and leads are not touched.")
                        .arg(nameOf(shown)),
                    tr("Remove Webhook"), tr("Keep It")}))
        return;
    act<QString>(
        [shown](const Connected& at, const std::stop_token& stop) -> Result<QString> {
            const auto gone =
                at.client->webhooks().remove(shown.id, shown.version, callUntil(stop));
            if (!gone)
                return failure(gone.error());
            return nameOf(shown);
        },
        [](const QString& name) { return tr("%1 was removed.").arg(name); });
}

QStringList WebhooksView::commandWords() const {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return {QStringLiteral("webhooks"), QStringLiteral("list")};
    return {QStringLiteral("webhooks"), QStringLiteral("deliveries"), text(webhook->id.str())};
}

} // namespace leadsheet::desktop
