// SPDX-License-Identifier: Apache-2.0
#include "webhooks_view.hpp"

#include "../account/account_session.hpp"
#include "../dialogs/form_dialog.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "deliveries_view.hpp"
#include "half_made.hpp"
#include "webhook_records.hpp"

#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <QApplication>
#include <QDateTimeEdit>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

// Messages are kept for 30 days, by the service's clock; an hour less bears a clock that is wrong.
constexpr auto kKept = std::chrono::hours(30 * 24 - 1);
constexpr int kRedeliverDays = 1;

QDateTime localTime(WallTime time) {
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count());
}

constexpr int kRowsSeen = 2;

} // namespace

BacklogPanel::BacklogPanel()
    : words_(named(new QLabel, "backlogWords"))
    , since_(named(new QDateTimeEdit, "backlogSince", tr("Since")))
    , send_(named(new QPushButton, "backlogSend"))
    , only_(named(new QPushButton(tr("Enable for New Messages Only")), "backlogOnly"))
    , cancel_(named(new QPushButton(tr("Cancel")), "backlogCancel")) {
    setObjectName(QStringLiteral("backlogPanel"));
    setProperty("card", true);
    words_->setWordWrap(true);
    words_->setTextFormat(Qt::PlainText);
    since_->setCalendarPopup(true);
    since_->setDisplayFormat(dateTimeFormat());
    send_->setProperty("primary", true);
    auto* row = new QWidget;
    auto* flow = new FlowLayout(row);
    addAll(flow, {new QLabel(tr("Since")), since_});
    for (QPushButton* button : {send_, only_, cancel_}) {
        button->setAutoDefault(true);
        flow->addWidget(button);
    }
    auto* layout = columnIn(this, -1, {14, 10, 14, 10});
    addAll(layout, {words_, row});
    connect(send_, &QPushButton::clicked, this, &BacklogPanel::sendWanted);
    connect(only_, &QPushButton::clicked, this, &BacklogPanel::enableOnlyWanted);
    connect(cancel_, &QPushButton::clicked, this, &BacklogPanel::cancel);
    hide();
}

void BacklogPanel::open(const QString& words, const QString& send) {
    words_->setText(words);
    send_->setText(send);
    const QDateTime now = localTime(wallNow());
    since_->setMinimumDateTime(localTime(wallNow() - kKept));
    since_->setMaximumDateTime(now);
    setBusy(false);
    opener_ = QApplication::focusWidget();
    show();
    since_->setFocus();
}

void BacklogPanel::askBeforeEnabling(const QString& webhook) {
    open(tr("What happened while %1 was disabled was held back and is kept for 30 days. It can be "
            "sent now, together with what failed before; or only new messages are sent, and what "
            "was held back can still be sent later.")
             .arg(webhook),
         tr("Enable and Send What Was Held Back"));
    only_->show();
    since_->setDateTime(since_->minimumDateTime());
}

void BacklogPanel::askForRedelivery(const QString& webhook) {
    open(tr("Everything that was not delivered to %1 since this moment is sent again, with the "
            "same webhook-id: a program that already has a message recognises it by that.")
             .arg(webhook),
         tr("Redeliver All Failed"));
    only_->hide();
    since_->setDateTime(localTime(wallNow()).addDays(-kRedeliverDays));
}

void BacklogPanel::cancel() {
    hide();
    if (opener_ != nullptr && opener_->isVisible())
        opener_->setFocus();
}

void BacklogPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        cancel();
    else
        QFrame::keyPressEvent(event);
}

void BacklogPanel::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    emit openChanged();
}

void BacklogPanel::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    emit openChanged();
}

void BacklogPanel::setBusy(bool busy) {
    for (QWidget* control : std::initializer_list<QWidget*>{since_, send_, only_})
        control->setEnabled(!busy);
}

std::string BacklogPanel::since() const {
    const WallTime chosen{std::chrono::milliseconds(since_->dateTime().toMSecsSinceEpoch())};
    return formatTimestamp(std::max(chosen, wallNow() - kKept));
}

WebhooksView::WebhooksView(Workspace& workspace)
    : ActingList(workspace, QStringLiteral("webhooks"))
    , model_(new WebhookModel(this)) {
    list(*model_, recordTable(*model_, "webhooksTable", tr("Webhooks"), kRowsSeen),
         [](const Connected& at, const PageOptions& page, const CallOptions& call) {
             return at.client->webhooks().list(page, call);
         });
    makeButtons();
    backlog_ = new BacklogPanel;
    connect(backlog_, &BacklogPanel::sendWanted, this, [this] { backlogDecided(true); });
    connect(backlog_, &BacklogPanel::enableOnlyWanted, this, [this] { backlogDecided(false); });
    deliveries_ = new DeliveriesView(workspace);
    connect(deliveries_, &DeliveriesView::selectionChanged, this, &WebhooksView::changed);
    connect(deliveries_, &DeliveriesView::sent, &feed(), &PageFeed::refreshNow);
    auto* nothing =
        new EmptyPage("destinations",
                      tr("No webhook yet. A webhook is the address of one of your programs: the "
                         "service sends it order events and leads, signed, and retries until they "
                         "arrive. Nothing is sent until you add one."),
                      tr("Add Webhook…"), "webhookAddFirst");
    connect(nothing, &EmptyPage::started, this, [this] { add(); });
    // The question stands where they were: below both, a small window has no room for messages.
    connect(backlog_, &BacklogPanel::openChanged, acts(),
            [this] { acts()->setVisible(backlog_->isHidden()); });
    layOut({acts(), backlog_}, deliveries_, nothing,
           {tr("Connect an account to see its webhooks."),
            tr("This is an admin key. Webhooks belong to accounts of customers.")});
}

void WebhooksView::makeButtons() {
    addMaking(tr("Add Webhook…"), "webhookAdd", [this] { add(); });
    addAct(tr("Send Test"), "webhookTest", "play", [this] { sendTestMessage(); });
    const auto addChange = [this](const QString& label, const char* name, const char* picture,
                                  WebhookDialog::Act act) {
        addAct(label, name, picture, [this, act] {
            if (const Webhook* webhook = selected())
                open(new WebhookDialog(workspace_.account().connection(), *webhook, act, window()));
        });
    };
    addChange(tr("Change…"), "webhookEdit", "edit", WebhookDialog::Act::Edit);
    addChange(tr("Rotate Secret…"), "webhookRotate", "key", WebhookDialog::Act::Rotate);
    enable_ = addAct(tr("Disable"), "webhookEnable", "pause", [this] { toggleEnabled(); });
    redeliver_ = addAct(tr("Redeliver All Failed Since…"), "webhookRedeliver", "redo", [this] {
        if (const Webhook* webhook = selected())
            backlog_->askForRedelivery(nameOf(*webhook));
    });
    addAct(tr("Remove…"), "webhookRemove", "delete", [this] { remove(); });
}

void WebhooksView::setWatched(bool watched) {
    ActingList::setWatched(watched);
    deliveries_->setWatched(watched);
}

void WebhooksView::refreshNow() {
    ActingList::refreshNow();
    deliveries_->refreshNow();
}

const Webhook* WebhooksView::selected() const {
    return model_->at(chosenRow());
}

void WebhooksView::select() {
    const Webhook* webhook = selected();
    const auto now = webhook != nullptr ? std::optional(webhook->id) : std::nullopt;
    // What was asked was about the other one.
    if (now != shown_)
        backlog_->hide();
    shown_ = now;
    deliveries_->setWebhook(webhook);
    refreshButtons();
    emit changed();
}

void WebhooksView::refreshButtons() {
    const Webhook* webhook = selected();
    ActingList::refreshButtons();
    const bool on = webhook == nullptr || webhook->enabled;
    enable_->setText(on ? tr("Disable") : tr("Enable…"));
    enable_->setIcon(icon(on ? QLatin1String("pause") : QLatin1String("play")));
    if (!on)
        redeliver_->setEnabled(false);
    backlog_->setBusy(acting());
}

void WebhooksView::add(const QString& address) {
    if (const auto connection = workspace_.account().connection(); connection && !connection->admin)
        open(new WebhookDialog(connection, address, window()));
}

void WebhooksView::open(WebhookDialog* dialog) {
    connect(dialog, &WebhookDialog::changed, this, &WebhooksView::chooseLater);
    connect(dialog, &WebhookDialog::secretMade, this, &WebhooksView::secretMade);
    connect(dialog, &WebhookDialog::abandoned, this, &WebhooksView::drop<HalfMadeWebhook>);
    dialog_ = dialog;
    dialog->open();
}

QString WebhooksView::runningWork() const {
    return dialog_ != nullptr && dialog_->makesSecret()
               ? tr("A new signing secret is on its way, and it is shown only once. If you quit "
                    "now, nobody sees it.")
               : QString();
}

void WebhooksView::sendTestMessage() {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return;
    workspace_.notify(NoticeKind::Info,
                      tr("A test message to %1 is on its way…").arg(nameOf(*webhook)));
    act([id = webhook->id, key = newActKey("test")](const Connected& at,
                                                    const std::stop_token& stop) -> Result<Said> {
        LEADSHEET_TRY(const auto detail, sendTest(at, id, key, stop));
        const TestWords words = testWords(detail);
        return Said(words.words, words.good ? NoticeKind::Good : NoticeKind::Warn);
    });
}

void WebhooksView::toggleEnabled() {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return;
    if (!webhook->enabled)
        return backlog_->askBeforeEnabling(nameOf(*webhook));
    act(
        [shown = *webhook](const Connected& at, const std::stop_token& stop) -> Result<Said> {
            WebhookChange change;
            change.enabled = false;
            const auto now =
                at.client->webhooks().update(shown.id, change, shown.version, callUntil(stop));
            if (!now)
                return failure(now.error());
            return Said(tr("%1 is disabled. What happens now is held back and kept for 30 days.")
                            .arg(nameOf(*now)));
        },
        [this] { backlog_->hide(); });
}

void WebhooksView::backlogDecided(bool send) {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return backlog_->hide();
    const auto since = send || webhook->enabled ? std::optional(backlog_->since()) : std::nullopt;
    act(
        [shown = *webhook, since, key = newActKey("recover")](
            const Connected& at, const std::stop_token& stop) -> Result<Said> {
            const QString name = nameOf(shown);
            const auto enabled = shown.enabled ? Result<EnableOutcome>(EnableOutcome{shown, 0})
                                               : enableWebhook(at, shown, since, key, stop);
            if (!enabled)
                return failure(enabled.error());
            if (!since)
                return Said(tr("%1 is enabled for new messages.").arg(name));
            auto queued = enabled->queued;
            if (shown.enabled) {
                LEADSHEET_TRY(const auto again, at.client->webhooks().recover(shown.id, *since, key,
                                                                              callUntil(stop)));
                queued = again;
            }
            const QString sent =
                queued == 0
                    ? tr("Nothing was left to send to %1.").arg(name)
                    : tr("%Ln message(s) to %1 are on their way.", "", forPlural(queued)).arg(name);
            return Said(shown.enabled ? sent
                                      : tr("%1 is enabled.").arg(name) + QLatin1Char(' ') + sent);
        },
        [this] { backlog_->hide(); });
}

void WebhooksView::remove() {
    if (selected() == nullptr)
        return;
    const Webhook shown = *selected(); // the list may change while the question is open
    if (!ask(this, {tr("Remove This Webhook?"),
                    tr("Nothing more is sent to %1, messages that wait are dropped, and its "
                       "signing secret is forgotten. Orders and leads are not touched.")
                        .arg(nameOf(shown)),
                    tr("Remove Webhook"), tr("Keep It")}))
        return;
    act(
        [shown](const Connected& at, const std::stop_token& stop) -> Result<Said> {
            LEADSHEET_TRY_DONE(
                at.client->webhooks().remove(shown.id, shown.version, callUntil(stop)));
            return Said(tr("%1 was removed.").arg(nameOf(shown)));
        },
        [this] { backlog_->hide(); });
}

QStringList WebhooksView::commandWords() const {
    const Webhook* webhook = selected();
    if (webhook == nullptr)
        return {QStringLiteral("webhooks"), QStringLiteral("list")};
    return QStringList{QStringLiteral("webhooks"), QStringLiteral("deliveries"),
                       text(webhook->id.str())}
           << deliveries_->filterWords();
}

} // namespace leadsheet::desktop
