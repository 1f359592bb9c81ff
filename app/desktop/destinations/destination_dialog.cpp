// SPDX-License-Identifier: Apache-2.0
#include "destination_dialog.hpp"

#include "../account/trouble.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/tab_order.hpp"
#include "credential_form.hpp"
#include "destination_words.hpp"
#include "setup_form.hpp"
#include "webhook_actions.hpp"

#include "leadsheet/resource/destinations.hpp"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastDialogWidth = 700;

struct Saved {
    Destination destination;
    std::optional<DestinationCheck> test;
};

} // namespace

DestinationDialog::DestinationDialog(std::shared_ptr<const Connected> connection,
                                     const std::optional<Destination>& destination, QWidget* parent)
    : QDialog(parent)
    , connection_(std::move(connection))
    , destination_(destination)
    , isNew_(!destination)
    , content_(new QVBoxLayout)
    , notice_(new NoticeBar)
    , key_(newActKey("destination")) {
    setObjectName(QStringLiteral("destinationDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setMinimumWidth(kLeastDialogWidth);
    setWindowTitle(isNew_ ? tr("Add an Outreach Platform")
                          : tr("Set Up %1").arg(nameOf(*destination)));
    notice_->setObjectName(QStringLiteral("destinationNotice"));
    notice_->setClosable(false);
    cancel_ = makeButton(tr("Cancel"), "destinationCancel", false);
    check_ = makeButton(tr("Check at the Platform"), "destinationCheck", true);
    saveAndTest_ = makeButton(tr("Save and Send This Lead"), "destinationTest", false);
    save_ = makeButton(tr("Save"), "destinationSave", true);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : {cancel_, check_, saveAndTest_, save_})
        row->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(10);
    layout->addLayout(content_, 1);
    layout->addWidget(notice_);
    layout->addLayout(row);
    connect(cancel_, &QPushButton::clicked, this, &DestinationDialog::reject);
    connect(check_, &QPushButton::clicked, this, &DestinationDialog::check);
    connect(saveAndTest_, &QPushButton::clicked, this, [this] { save(true); });
    connect(save_, &QPushButton::clicked, this, [this] { save(false); });
    connect(&background_, &Background::busyChanged, this, &DestinationDialog::refresh);
    if (isNew_)
        makeFirstPage();
    else
        load();
    refresh();
}

QPushButton* DestinationDialog::makeButton(const QString& label, const char* name, bool primary) {
    auto* button = new QPushButton(label);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(true);
    button->setProperty("primary", primary);
    return button;
}

void DestinationDialog::makeFirstPage() {
    credential_ = new CredentialForm;
    content_->addWidget(credential_);
    content_->addStretch(1);
    connect(credential_, &CredentialForm::changed, this, [this] {
        key_ = newActKey("destination");
        notice_->hide();
        refresh();
    });
    credential_->setFocus();
}

void DestinationDialog::refresh() {
    const bool busy = background_.busy();
    const bool first = credential_ != nullptr;
    const bool ready = setup_ != nullptr && setup_->fault().isEmpty();
    check_->setVisible(first);
    check_->setEnabled(first && !busy && credential_->isComplete());
    save_->setVisible(!first);
    saveAndTest_->setVisible(!first);
    save_->setEnabled(ready && !busy);
    saveAndTest_->setEnabled(ready && !busy && setup_->lead().has_value());
    if (credential_ != nullptr)
        credential_->setBusy(busy);
    if (setup_ != nullptr)
        setup_->setBusy(busy);
}

void DestinationDialog::check() {
    const auto key = credential_->credential();
    if (!key)
        return notice_->show(NoticeKind::Bad, say(key.error().message));
    notice_->show(NoticeKind::Info, tr("Asking the platform…"));
    background_.run(
        [connection = connection_,
         typed = Credentials{credential_->platform(), credential_->name(), *key},
         made = destination_, act = key_](const std::stop_token& stop) {
            return checkCredential(*connection, typed, made, act, stop);
        },
        [this](CheckOutcome outcome) { checked(std::move(outcome)); });
}

void DestinationDialog::checked(CheckOutcome outcome) {
    destination_ = std::move(outcome.made);
    if (destination_)
        credential_->fixPlatform();
    if (outcome.setup) {
        notice_->hide();
        credential_->forgetCredential();
        return showSetup(*std::move(outcome.setup));
    }
    if (outcome.trouble)
        notice_->show(NoticeKind::Bad, callTrouble(*outcome.trouble, *connection_));
    else
        notice_->show(NoticeKind::Bad,
                      tr("The platform does not accept this key: %1").arg(say(outcome.refusal)));
}

void DestinationDialog::load() {
    notice_->show(NoticeKind::Info, tr("Asking the platform for its campaigns…"));
    background_.run(
        [connection = connection_, destination = *destination_](const std::stop_token& stop) {
            return readSetup(*connection, destination, stop);
        },
        [this](Result<Setup> setup) {
            if (!setup)
                return notice_->show(NoticeKind::Bad, callTrouble(setup.error(), *connection_));
            notice_->hide();
            showSetup(*std::move(setup));
        });
}

void DestinationDialog::showSetup(Setup setup) {
    if (credential_ != nullptr) {
        while (QLayoutItem* item = content_->takeAt(0))
            delete item;
        credential_->hide();
        credential_->deleteLater();
        credential_ = nullptr;
    }
    setWindowTitle(tr("Set Up %1").arg(nameOf(setup.destination)));
    destination_ = setup.destination;
    setup_ = new SetupForm(setup.destination);
    content_->addWidget(setup_, 1);
    connect(setup_, &SetupForm::changed, this, [this] {
        notice_->hide();
        refresh();
    });
    setup_->setCampaigns(setup.campaigns);
    setup_->setLead(setup.lead);
    refresh();
    setup_->setFocus();
}

void DestinationDialog::save(bool withTest) {
    if (background_.busy() || setup_ == nullptr)
        return;
    if (const QString fault = setup_->fault(); !fault.isEmpty())
        return notice_->show(NoticeKind::Bad, fault);
    std::optional<LeadId> lead;
    if (withTest && setup_->lead())
        if (const auto id = LeadId::parse(setup_->lead()->text(LeadField::Id)))
            lead = *id;
    notice_->show(NoticeKind::Info, withTest ? tr("The lead is on its way…") : tr("Saving…"));
    background_.run(
        [connection = connection_, id = destination_->id, change = setup_->change(), lead,
         act = newActKey("test-lead")](const std::stop_token& stop) -> Result<Saved> {
            auto now = connection->client->destinations().update(id, change, {}, callUntil(stop));
            if (!now)
                return failure(now.error());
            Saved outcome{*std::move(now), {}};
            if (!lead)
                return outcome;
            auto test = connection->client->destinations().test(id, lead, act, callUntil(stop));
            if (!test)
                return failure(test.error());
            outcome.test = *std::move(test);
            return outcome;
        },
        [this](const Result<Saved>& outcome) {
            if (!outcome)
                return notice_->show(NoticeKind::Bad, callTrouble(outcome.error(), *connection_));
            saved(outcome->destination, outcome->test);
        });
}

void DestinationDialog::saved(const Destination& destination,
                              const std::optional<DestinationCheck>& test) {
    destination_ = destination;
    kept_ = true;
    emit changed(destination.id.str());
    if (!test)
        return accept();
    cancel_->setText(tr("Close"));
    const QString reason = test->push && test->push->platformReason
                               ? say(*test->push->platformReason)
                               : (test->detail ? say(*test->detail) : QString());
    const QString word = test->push ? pushLook(*test->push).word : tr("Not sent");
    const bool good = test->ok && test->push && test->push->state == "accepted";
    notice_->show(good ? NoticeKind::Good : NoticeKind::Warn,
                  reason.isEmpty() ? tr("The test lead: %1.").arg(word)
                                   : tr("The test lead: %1. %2").arg(word, reason));
}

void DestinationDialog::reject() {
    if (isNew_ && destination_ && !kept_)
        emit abandoned(destination_->id.str());
    QDialog::reject();
}

bool DestinationDialog::event(QEvent* event) {
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        const int needed = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                         : layout()->totalSizeHint().height();
        if (needed > height())
            resize(width(), needed);
    }
    return handled;
}

bool DestinationDialog::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QDialog::focusNextPrevChild(next);
}

} // namespace leadsheet::desktop
