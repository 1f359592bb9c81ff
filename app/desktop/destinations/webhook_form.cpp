// SPDX-License-Identifier: Apache-2.0
#include "webhook_form.hpp"

#include "../account/trouble.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "webhook_words.hpp"

#include <QCheckBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxNameLength = 100;
constexpr int kFieldCharacters = 52;
constexpr int kKindColumns = 2;

} // namespace

WebhookForm::WebhookForm(const Webhook* webhook, QWidget* parent)
    : QWidget(parent) {
    if (webhook != nullptr)
        before_ = *webhook;
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    address_ = new QLineEdit;
    address_->setObjectName(QStringLiteral("webhookAddress"));
    address_->setAccessibleName(tr("Address"));
    address_->setPlaceholderText(QStringLiteral("https://hooks.example.com/leads"));
    address_->setMinimumWidth(fontMetrics().averageCharWidth() * kFieldCharacters);
    addressNote_ = new QLabel;
    addressNote_->setObjectName(QStringLiteral("webhookAddressNote"));
    addressNote_->setWordWrap(true);
    addressNote_->setTextFormat(Qt::PlainText);
    name_ = new QLineEdit;
    name_->setObjectName(QStringLiteral("webhookName"));
    name_->setAccessibleName(tr("Name"));
    name_->setPlaceholderText(tr("For you; the address if left empty"));
    name_->setMaxLength(kMaxNameLength);
    form->addRow(tr("Address"), address_);
    form->addRow(QString(), addressNote_);
    form->addRow(tr("Name"), name_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addLayout(form);
    makeMessages();
    layout->addWidget(all_);
    layout->addWidget(kindsBox_);
    autoDeliver_ = new QCheckBox(tr("Leads of orders with automatic delivery are sent here"));
    autoDeliver_->setObjectName(QStringLiteral("webhookAutoDeliver"));
    autoDeliver_->setChecked(true);
    layout->addWidget(autoDeliver_);
    trouble_ = new NoticeBar;
    trouble_->setObjectName(QStringLiteral("webhookTrouble"));
    trouble_->setClosable(false);
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
    all_ = new QCheckBox(tr("All kinds of messages"));
    all_->setObjectName(QStringLiteral("webhookAll"));
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
    else if (fault.isEmpty() && address.startsWith(QLatin1String("http:"), Qt::CaseInsensitive))
        addressNote_->setText(tr("Without https everybody on the way can read the leads. Most "
                                 "servers refuse such an address."));
    else if (fault.isEmpty())
        addressNote_->setText(tr("The address looks right. Whether the service may send there is "
                                 "checked when it is saved."));
    else
        addressNote_->setText(tr("A program of yours that takes POST requests and answers 2xx "
                                 "within 15 seconds."));
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

} // namespace leadsheet::desktop
