// SPDX-License-Identifier: Apache-2.0
#include "webhook_dialog.hpp"

#include "../account/trouble.hpp"
#include "../shell/notice_bar.hpp"
#include "../widgets/tab_order.hpp"
#include "secret_view.hpp"
#include "webhook_form.hpp"
#include "webhook_words.hpp"

#include "leadsheet/resource/webhooks.hpp"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastWidth = 620;

} // namespace

WebhookDialog::WebhookDialog(std::shared_ptr<const Connected> connection, const QString& address,
                             QWidget* parent)
    : QDialog(parent)
    , connection_(std::move(connection))
    , key_(newActKey("webhook")) {
    start(tr("Add a Webhook"));
    makeForm();
    form_->setAddress(address);
}

WebhookDialog::WebhookDialog(std::shared_ptr<const Connected> connection, const Webhook& webhook,
                             Act act, QWidget* parent)
    : QDialog(parent)
    , connection_(std::move(connection))
    , webhook_(webhook)
    , key_(newActKey("rotate")) {
    start(act == Act::Edit ? tr("Change the Webhook") : tr("Rotate the Signing Secret"));
    if (act == Act::Edit)
        makeForm();
    else
        makeRotation();
}

void WebhookDialog::start(const QString& title) {
    setObjectName(QStringLiteral("webhookDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(title);
    setMinimumWidth(kLeastWidth);
    pages_ = new QStackedWidget;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->addWidget(pages_);
}

QPushButton* WebhookDialog::addButtons(QWidget* page, const QString& label, const char* name) {
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("webhookCancel"));
    auto* act = new QPushButton(label);
    act->setObjectName(QLatin1String(name));
    act->setProperty("primary", true);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(act);
    auto* layout = static_cast<QVBoxLayout*>(page->layout());
    layout->addStretch(1);
    layout->addLayout(row);
    cancel->setAutoDefault(true);
    act->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    return act;
}

void WebhookDialog::makeForm() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    form_ = new WebhookForm(webhook_ ? &*webhook_ : nullptr);
    layout->addWidget(form_);
    save_ = addButtons(page, webhook_ ? tr("Save") : tr("Create Webhook"), "webhookSave");
    pages_->addWidget(page);
    connect(save_, &QPushButton::clicked, this, &WebhookDialog::save);
    connect(form_, &WebhookForm::changed, this, [this] {
        key_ = newActKey("webhook");
        save_->setEnabled(!webhook_ || form_->isChanged());
    });
    save_->setEnabled(!webhook_);
    form_->setFocus();
}

void WebhookDialog::makeRotation() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    auto* words = new QLabel(
        tr("%1 gets a new signing secret. For 24 hours messages carry signatures of the old secret "
           "and of the new one, so that your program can be changed without losing a message. "
           "After that the old secret is worthless.")
            .arg(nameOf(*webhook_)));
    words->setWordWrap(true);
    words->setTextFormat(Qt::PlainText);
    trouble_ = new NoticeBar;
    trouble_->setObjectName(QStringLiteral("rotateTrouble"));
    trouble_->setClosable(false);
    layout->addWidget(words);
    layout->addWidget(trouble_);
    save_ = addButtons(page, tr("Make New Secret"), "webhookRotateNow");
    pages_->addWidget(page);
    connect(save_, &QPushButton::clicked, this, &WebhookDialog::rotate);
    save_->setFocus();
}

void WebhookDialog::setBusy(bool busy) {
    if (form_ != nullptr)
        form_->setBusy(busy);
    save_->setEnabled(!busy);
}

void WebhookDialog::save() {
    if (background_.busy() || !form_->check())
        return;
    form_->clearTrouble();
    if (webhook_)
        saveChange();
    else
        createNew();
}

void WebhookDialog::createNew() {
    setBusy(true);
    background_.run(
        [connection = connection_, input = form_->input(),
         key = key_](const std::stop_token& stop) {
            return connection->client->webhooks().create(input, key, callUntil(stop));
        },
        [this](const Result<CreatedWebhook>& created) {
            setBusy(false);
            if (!created)
                return form_->showTrouble(created.error(), *connection_);
            webhook_ = created->webhook;
            emit changed(created->webhook.id.str());
            showSecret(created->made);
        });
}

void WebhookDialog::saveChange() {
    setBusy(true);
    background_.run(
        [connection = connection_, shown = *webhook_,
         change = form_->change()](const std::stop_token& stop) {
            return connection->client->webhooks().update(shown.id, change, shown.version,
                                                         callUntil(stop));
        },
        [this](const Result<Webhook>& changedOne) {
            setBusy(false);
            if (!changedOne)
                return form_->showTrouble(changedOne.error(), *connection_);
            emit changed(changedOne->id.str());
            accept();
        });
}

void WebhookDialog::rotate() {
    if (background_.busy())
        return;
    setBusy(true);
    trouble_->hide();
    background_.run(
        [connection = connection_, id = webhook_->id, key = key_](const std::stop_token& stop) {
            return connection->client->webhooks().rotateSecret(id, key, callUntil(stop));
        },
        [this](const Result<MadeWebhookSecret>& made) {
            setBusy(false);
            if (!made)
                return trouble_->show(NoticeKind::Bad, callTrouble(made.error(), *connection_));
            emit changed(webhook_->id.str());
            showSecret(*made);
        });
}

void WebhookDialog::showSecret(const MadeWebhookSecret& made) {
    setWindowTitle(tr("Signing Secret of %1").arg(nameOf(*webhook_)));
    auto* secret = new SecretView(connection_, *webhook_, made);
    connect(secret, &SecretView::done, this, &QDialog::accept);
    connect(secret, &SecretView::sent, this, [this] { emit changed(webhook_->id.str()); });
    QWidget* before = pages_->currentWidget();
    pages_->addWidget(secret);
    pages_->setCurrentWidget(secret);
    pages_->removeWidget(before);
    form_ = nullptr;
    trouble_ = nullptr;
    save_ = nullptr;
    before->deleteLater();
    secret->setFocus();
}

bool WebhookDialog::event(QEvent* event) {
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        const int needed = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                         : layout()->totalSizeHint().height();
        if (needed > height())
            resize(width(), needed);
    }
    return handled;
}

bool WebhookDialog::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QDialog::focusNextPrevChild(next);
}

} // namespace leadsheet::desktop
