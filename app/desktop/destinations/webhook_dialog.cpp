// SPDX-License-Identifier: Apache-2.0
#include "webhook_dialog.hpp"

#include "../account/account_session.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "half_made.hpp"

#include "leadsheet/resource/webhooks.hpp"

#include <QCheckBox>
#include <QGridLayout>
#include <QHostAddress>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastWidth = 620;

QLabel* labelFor(const QString& words, QWidget* field) {
    auto* label = new QLabel(words);
    label->setBuddy(field);
    return label;
}

/// What is sent there never leaves the computer.
bool isOfThisComputer(const QString& host) {
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

} // namespace

WebhookForm::WebhookForm(const Webhook* webhook) {
    constexpr int kFieldCharacters = 52;
    constexpr int kMaxNameLength = 100;
    if (webhook != nullptr)
        before_ = *webhook;
    address_ = named(new QLineEdit, "webhookAddress", tr("Address"));
    address_->setPlaceholderText(QStringLiteral("https://hooks.example.com/leads"));
    address_->setMinimumWidth(fontMetrics().averageCharWidth() * kFieldCharacters);
    addressNote_ = named(wrappingLabel({}), "webhookAddressNote");
    name_ = named(new QLineEdit, "webhookName", tr("Name"));
    name_->setPlaceholderText(tr("For you; the address if left empty"));
    name_->setMaxLength(kMaxNameLength);
    // A form would keep the height that the note needs where it is narrowest.
    auto* form = new QGridLayout;
    form->addWidget(labelFor(tr("Address"), address_), 0, 0);
    form->addWidget(address_, 0, 1);
    form->addWidget(addressNote_, 1, 1);
    form->addWidget(labelFor(tr("Name"), name_), 2, 0);
    form->addWidget(name_, 2, 1);
    auto* layout = columnIn(this, 10);
    layout->addLayout(form);
    makeMessages();
    addAll(layout, {all_, kindsBox_});
    autoDeliver_ = named(new QCheckBox(tr("Leads of orders with automatic delivery are sent here")),
                         "webhookAutoDeliver");
    autoDeliver_->setChecked(true);
    layout->addWidget(autoDeliver_);
    trouble_ = new NoticeBar("webhookTrouble");
    layout->addWidget(trouble_);
    if (before_) {
        address_->setText(text(before_->url));
        name_->setText(text(before_->name));
        autoDeliver_->setChecked(before_->autoDeliver);
    }
    for (const QLineEdit* edit : {address_, name_})
        connect(edit, &QLineEdit::textChanged, this, &WebhookForm::edited);
    connect(autoDeliver_, &QCheckBox::toggled, this, &WebhookForm::edited);
    setFocusProxy(address_);
    refresh();
}

void WebhookForm::makeMessages() {
    constexpr int kKindColumns = 2;
    all_ = named(new QCheckBox(tr("All kinds of messages")), "webhookAll");
    kindsBox_ = new QWidget;
    auto* grid = new QGridLayout(kindsBox_);
    grid->setContentsMargins(24, 0, 0, 0);
    const std::vector<std::string> kinds = messageKinds();
    int place = 0;
    for (const std::string& kind : kinds) {
        auto* box = new QCheckBox(messageWord(kind));
        box->setToolTip(text(kind));
        box->setObjectName(QStringLiteral("kind ") + text(kind));
        box->setChecked(!before_ ||
                        std::count(before_->events.begin(), before_->events.end(), kind) > 0);
        connect(box, &QCheckBox::toggled, this, &WebhookForm::edited);
        kinds_.insert(text(kind), box);
        grid->addWidget(box, place / kKindColumns, place % kKindColumns);
        ++place;
    }
    const bool all = !before_ || before_->events.size() >= kinds.size();
    all_->setChecked(all);
    kindsBox_->setVisible(!all);
    connect(all_, &QCheckBox::toggled, this, [this](bool checked) {
        kindsBox_->setVisible(!checked);
        edited();
    });
}

std::vector<std::string> WebhookForm::events() const {
    std::vector<std::string> chosen;
    const std::vector<std::string> known = messageKinds();
    for (const std::string& kind : known)
        if (all_->isChecked() || kinds_.value(text(kind))->isChecked())
            chosen.push_back(kind);
    return chosen;
}

void WebhookForm::refresh() {
    const QString address = address_->text().trimmed();
    const QString fault = addressFault(address);
    if (!fault.isEmpty() && (tried_ || !address.isEmpty()))
        addressNote_->setText(fault);
    else if (fault.isEmpty() && address.startsWith(QLatin1String("http:"), Qt::CaseInsensitive) &&
             !isOfThisComputer(QUrl(address).host()))
        addressNote_->setText(tr("Without https anybody on the network can read the leads. Most "
                                 "servers refuse such an address."));
    else if (fault.isEmpty())
        addressNote_->setText(tr("The address looks right. Whether the service may send there is "
                                 "checked when it is saved."));
    else
        addressNote_->setText(
            tr("A program that accepts POST requests and answers 2xx within 15 seconds."));
    clearTrouble();
}

void WebhookForm::edited() {
    refresh();
    emit changed();
}

bool WebhookForm::check() {
    tried_ = true;
    refresh();
    const QString fault = addressFault(address_->text().trimmed());
    if (!fault.isEmpty()) {
        address_->setFocus();
        return false;
    }
    if (events().empty()) {
        trouble_->show(NoticeKind::Bad, tr("Choose at least one kind of message."));
        all_->setFocus();
        return false;
    }
    return true;
}

NewWebhook WebhookForm::input() const {
    NewWebhook webhook;
    webhook.url = address_->text().trimmed().toStdString();
    webhook.name = name_->text().trimmed().toStdString();
    if (!all_->isChecked())
        webhook.events = events();
    webhook.autoDeliver = autoDeliver_->isChecked();
    return webhook;
}

WebhookChange WebhookForm::change() const {
    WebhookChange change;
    if (!before_)
        return change;
    const NewWebhook now = input();
    if (now.url != before_->url)
        change.url = now.url;
    if (now.name != before_->name)
        change.name = now.name;
    auto wanted = events();
    auto had = before_->events;
    std::sort(wanted.begin(), wanted.end());
    std::sort(had.begin(), had.end());
    if (wanted != had)
        change.events = events();
    if (now.autoDeliver != before_->autoDeliver)
        change.autoDeliver = now.autoDeliver;
    return change;
}

void WebhookForm::setAddress(const QString& address) {
    address_->setText(address);
}

bool WebhookForm::isChanged() const {
    const WebhookChange now = change();
    return now.url || now.name || now.autoDeliver || !now.events.empty();
}

void WebhookForm::showTrouble(const Error& error, const Connected& at) {
    for (const FieldError& field : error.fields)
        if (field.pointer == "/url") {
            addressNote_->setText(tr("The service does not send there."));
            trouble_->show(NoticeKind::Bad, say(field.detail));
            address_->setFocus();
            return;
        }
    trouble_->show(NoticeKind::Bad, callTrouble(error, at));
}

void WebhookForm::clearTrouble() {
    trouble_->hide();
}

void WebhookForm::setBusy(bool busy) {
    address_->setReadOnly(busy);
    name_->setReadOnly(busy);
    all_->setEnabled(!busy);
    kindsBox_->setEnabled(!busy);
    autoDeliver_->setEnabled(!busy);
}

WebhookDialog::WebhookDialog(std::shared_ptr<const Connected> connection, const QString& address,
                             QWidget* parent)
    : FormDialog("webhookDialog", kLeastWidth, parent, Return::PressesDefault)
    , connection_(std::move(connection))
    , half_(std::make_shared<HalfMadeWebhook>(connection_))
    , key_(newActKey("webhook")) {
    setWindowTitle(tr("Add a Webhook"));
    makeForm();
    form_->setAddress(address);
}

WebhookDialog::WebhookDialog(std::shared_ptr<const Connected> connection, const Webhook& webhook,
                             Act act, QWidget* parent)
    : FormDialog("webhookDialog", kLeastWidth, parent, Return::PressesDefault)
    , connection_(std::move(connection))
    , webhook_(webhook)
    , key_(newActKey("rotate")) {
    setWindowTitle(act == Act::Edit ? tr("Change the Webhook") : tr("Rotate the Signing Secret"));
    if (act == Act::Edit)
        makeForm();
    else
        makeRotation();
}

QPushButton* WebhookDialog::addButtons(QWidget* page, const QString& label, const char* name) {
    cancel_ = named(new QPushButton(tr("Cancel")), "webhookCancel");
    auto* act = primaryButton(label, name);
    auto* layout = static_cast<QVBoxLayout*>(page->layout());
    layout->addStretch(1);
    layout->addLayout(buttonRow({cancel_, act}));
    act->setDefault(true);
    connect(cancel_, &QPushButton::clicked, this, &WebhookDialog::reject);
    return act;
}

void WebhookDialog::makeForm() {
    auto* page = new QWidget;
    auto* layout = columnIn(page);
    form_ = new WebhookForm(webhook_ ? &*webhook_ : nullptr);
    layout->addWidget(form_);
    save_ = addButtons(page, webhook_ ? tr("Save") : tr("Create Webhook"), "webhookSave");
    turnTo(page);
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
    auto* layout = columnIn(page, 10);
    auto* words =
        wrappingLabel(tr("%1 gets a new signing secret. For 24 hours messages carry signatures of "
                         "the old secret and of the new one, so that your program can be changed "
                         "without losing a message. After that the old secret no longer works.")
                          .arg(nameOf(*webhook_)));
    trouble_ = new NoticeBar("rotateTrouble");
    addAll(layout, {words, trouble_});
    save_ = addButtons(page, tr("Create New Secret"), "webhookRotateNow");
    turnTo(page);
    connect(save_, &QPushButton::clicked, this, &WebhookDialog::rotate);
    save_->setFocus();
}

void WebhookDialog::setBusy(bool busy, bool makesSecret) {
    if (form_ != nullptr)
        form_->setBusy(busy);
    save_->setEnabled(!busy);
    makesSecret_ = busy && makesSecret;
    cancel_->setEnabled(!makesSecret_);
}

void WebhookDialog::reject() {
    if (makesSecret_)
        return;
    // The secret is shown this once: only its button goes on.
    if (auto* stored = findChild<QPushButton*>(QStringLiteral("secretDone")))
        return stored->setFocus();
    if (const auto half = std::exchange(half_, nullptr); half && half->isOpen())
        emit abandoned(half);
    FormDialog::reject();
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
    setBusy(true, true);
    background_.run([half = half_, input = form_->input(), key = key_](
                        const std::stop_token& stop) { return half->make(input, key, stop); },
                    [this](const Result<CreatedWebhook>& created) {
                        setBusy(false);
                        if (!created)
                            return form_->showTrouble(created.error(), *connection_);
                        webhook_ = created->webhook;
                        emit changed(created->webhook.id.str());
                        showSecret(created->made);
                        half_->keep();
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
    setBusy(true, true);
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
    emit secretMade(text(webhook_->url), made);
    setWindowTitle(tr("Signing Secret of %1").arg(nameOf(*webhook_)));
    auto* secret = new SecretView(connection_, *webhook_, made);
    connect(secret, &SecretView::done, this, &QDialog::accept);
    connect(secret, &SecretView::sent, this, [this] { emit changed(webhook_->id.str()); });
    turnTo(secret);
    form_ = nullptr;
    trouble_ = nullptr;
    save_ = nullptr;
    secret->setFocus();
}

} // namespace leadsheet::desktop
