// SPDX-License-Identifier: Apache-2.0
#include "destination_dialog.hpp"

#include "../account/account_session.hpp"
#include "../phrases/say.hpp"
#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "half_made.hpp"
#include "webhook_records.hpp"

#include "leadsheet/resource/destinations.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxDestinationName = 100;

constexpr int kMapLines = 11;

constexpr int kLeastDialogWidth = 700;

struct Saved {
    Destination destination;
    Result<std::optional<DestinationCheck>> test;
};

} // namespace

CredentialForm::CredentialForm(bool sandbox)
    : platform_(named(new QComboBox, "outreachPlatform", tr("Platform")))
    , name_(named(new QLineEdit, "outreachName", tr("Name")))
    , credential_(named(new QLineEdit, "outreachCredential", tr("Key of the platform"))) {
    auto* words = wrappingLabel(
        sandbox
            ? tr("The sandbox pretends these platforms: nothing leaves this computer. Type any key "
                 "(“wrong” is refused). The campaign that you choose next decides what happens to "
                 "the leads: accepted, already there, rejected, a slow answer, or none.")
            : tr("Leads are added to one of your campaigns at an outreach platform. The platform's "
                 "key is encrypted by the service and never shown again. Nothing is sent until you "
                 "say so."));
    for (const NamedChoice& choice : platformChoices())
        platform_->addItem(choice.word, QLatin1String(choice.id));
    name_->setPlaceholderText(tr("For you; the platform's name if left empty"));
    name_->setMaxLength(kMaxDestinationName);
    credential_->setEchoMode(QLineEdit::Password);
    credential_->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText |
                                     Qt::ImhNoAutoUppercase);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Platform"), platform_);
    form->addRow(tr("Name"), name_);
    form->addRow(tr("Key of the platform"), credential_);
    auto* layout = columnIn(this, 10);
    layout->addWidget(words);
    layout->addLayout(form);
    connect(credential_, &QLineEdit::textChanged, this, &CredentialForm::changed);
    connect(name_, &QLineEdit::textChanged, this, &CredentialForm::changed);
    connect(platform_, &QComboBox::currentIndexChanged, this, &CredentialForm::changed);
    setFocusProxy(platform_);
}

std::string CredentialForm::platform() const {
    return platform_->currentData().toString().toStdString();
}

std::string CredentialForm::name() const {
    return name_->text().trimmed().toStdString();
}

Result<PlatformCredential> CredentialForm::credential() const {
    return PlatformCredential::parse(credential_->text().trimmed().toStdString());
}

bool CredentialForm::isComplete() const {
    return !credential_->text().trimmed().isEmpty();
}

void CredentialForm::setBusy(bool busy) {
    platform_->setEnabled(!busy);
    name_->setReadOnly(busy);
    credential_->setReadOnly(busy);
}

void CredentialForm::focusCredential() {
    credential_->setFocus(Qt::OtherFocusReason);
    credential_->selectAll();
}

void CredentialForm::forgetCredential() {
    credential_->clear();
}

SetupForm::SetupForm(const Destination& destination)
    : campaignBefore_(destination.campaignId)
    , map_(new FieldMapModel(destination.platform, destination.fieldMap, this)) {
    auto* layout = columnIn(this, 10);
    layout->addWidget(makeChoices(destination));
    layout->addWidget(makeMap(), 1);
    connect(map_, &FieldMapModel::dataChanged, this, &SetupForm::changed);
    setFocusProxy(campaigns_);
}

QWidget* SetupForm::makeChoices(const Destination& destination) {
    auto* choices = new QWidget;
    campaigns_ = named(new QComboBox, "outreachCampaign", tr("Campaign"));
    campaigns_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    campaignNote_ = named(wrappingLabel({}), "outreachCampaignNote");
    campaignNote_->hide();
    duplicates_ = named(new QComboBox, "outreachDuplicates", tr("Known leads"));
    for (const NamedChoice& choice : duplicateChoices(destination.platform))
        duplicates_->addItem(choice.word, QLatin1String(choice.id));
    const int policy = duplicates_->findData(text(destination.duplicatePolicy));
    if (policy < 0)
        duplicates_->addItem(text(destination.duplicatePolicy), text(destination.duplicatePolicy));
    duplicates_->setCurrentIndex(policy < 0 ? duplicates_->count() - 1 : policy);
    auto* results = new QHBoxLayout;
    for (const NamedChoice& choice : resultChoices()) {
        auto* box = new QCheckBox(choice.word);
        box->setObjectName(QStringLiteral("result ") + QLatin1String(choice.id));
        box->setChecked(
            std::count(destination.results.begin(), destination.results.end(), choice.id) > 0);
        connect(box, &QCheckBox::toggled, this, &SetupForm::changed);
        results_.insert(QLatin1String(choice.id), box);
        results->addWidget(box);
    }
    results->addStretch(1);
    autoDeliver_ = named(new QCheckBox(tr("Leads of orders with automatic delivery are sent here")),
                         "outreachAutoDeliver");
    autoDeliver_->setChecked(destination.autoDeliver);
    auto* form = new QFormLayout(choices);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Campaign"), campaigns_);
    form->addRow(QString(), campaignNote_);
    form->addRow(tr("Known leads"), duplicates_);
    form->addRow(tr("Verified as"), results);
    form->addRow(QString(), autoDeliver_);
    connect(campaigns_, &QComboBox::currentIndexChanged, this, &SetupForm::changed);
    connect(duplicates_, &QComboBox::currentIndexChanged, this, &SetupForm::changed);
    connect(autoDeliver_, &QCheckBox::toggled, this, &SetupForm::changed);
    return choices;
}

QWidget* SetupForm::makeMap() {
    auto* box = new QWidget;
    leadNote_ = named(wrappingLabel({}), "outreachLeadNote");
    auto* usual = named(new QPushButton(tr("Usual Names")), "outreachUsual");
    usual->setAutoDefault(false);
    connect(usual, &QPushButton::clicked, map_, &FieldMapModel::useUsualNames);
    auto* table = recordTable(*map_, "outreachMap", tr("Names of the columns at the platform"));
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    table->setMinimumHeight(fontMetrics().height() * kMapLines);
    table->setCurrentIndex(map_->index(0, FieldMapModel::PlatformName));
    auto* head = new QHBoxLayout;
    head->addWidget(leadNote_, 1);
    head->addWidget(usual, 0, Qt::AlignTop);
    auto* layout = columnIn(box);
    layout->addLayout(head);
    layout->addWidget(table, 1);
    setLead({});
    return box;
}

void SetupForm::setCampaigns(const std::vector<Campaign>& campaigns) {
    campaigns_->clear();
    for (const Campaign& campaign : campaigns) {
        const QString name = text(campaign.name.empty() ? campaign.id : campaign.name);
        campaigns_->addItem(campaign.state ? tr("%1 (%2)").arg(name, text(*campaign.state)) : name,
                            text(campaign.id));
    }
    const QString before = campaignBefore_ ? text(*campaignBefore_) : QString();
    const int at = campaigns_->findData(before);
    if (at < 0 && campaignBefore_)
        campaigns_->insertItem(0, tr("%1, which the platform does not list").arg(before), before);
    campaigns_->setCurrentIndex(campaigns_->count() == 0 ? -1 : std::max(at, 0));
    campaignNote_->setVisible(campaigns.empty());
    campaignNote_->setText(
        tr("The platform lists no campaign. Create one there, then open this again."));
    emit changed();
}

void SetupForm::setLead(const std::optional<Lead>& lead) {
    lead_ = lead;
    map_->setLead(lead);
    leadNote_->setText(lead ? tr("This is how %1 would be sent; the e-mail always is. Type a name "
                                 "over one in the last column, or nothing to leave a column out.")
                                  .arg(text(lead->text(LeadField::Email)))
                            : tr("You own no verified lead with an e-mail yet, so there is no "
                                 "example. The e-mail is always sent. Type a name over one in the "
                                 "last column, or nothing to leave a column out."));
}

QString SetupForm::fault() const {
    if (campaigns_->currentIndex() < 0)
        return tr("Choose a campaign.");
    if (std::none_of(results_.begin(), results_.end(),
                     [](const QCheckBox* box) { return box->isChecked(); }))
        return tr("Choose at least one result of the verification.");
    if (map_->sendsNothing())
        return tr("Give at least one column a name.");
    return {};
}

DestinationChange SetupForm::change() const {
    DestinationChange change;
    change.campaignId = campaigns_->currentData().toString().toStdString();
    change.fieldMap = map_->map();
    change.duplicatePolicy = duplicates_->currentData().toString().toStdString();
    for (const NamedChoice& choice : resultChoices())
        if (results_.value(QLatin1String(choice.id))->isChecked())
            change.results.emplace_back(choice.id);
    change.autoDeliver = autoDeliver_->isChecked();
    return change;
}

void SetupForm::setBusy(bool busy) {
    setEnabled(!busy);
}

DestinationDialog::DestinationDialog(std::shared_ptr<const Connected> connection,
                                     const std::optional<Destination>& destination, QWidget* parent)
    : FormDialog("destinationDialog", kLeastDialogWidth, parent, Return::PressesDefault)
    , connection_(std::move(connection))
    , destination_(destination)
    , half_(destination ? nullptr : std::make_shared<HalfMade>(connection_))
    , content_(new QVBoxLayout)
    , notice_(new NoticeBar("destinationNotice"))
    , key_(newActKey("destination")) {
    setWindowTitle(destination ? tr("Set Up %1").arg(nameOf(*destination))
                               : tr("Add an Outreach Platform"));
    cancel_ = named(new QPushButton(tr("Cancel")), "destinationCancel");
    check_ = primaryButton(tr("Check at the Platform"), "destinationCheck");
    saveAndTest_ = named(new QPushButton(tr("Save and Send This Lead")), "destinationTest");
    save_ = primaryButton(tr("Save"), "destinationSave");
    auto* layout = columnIn(this, 10, {20, 16, 20, 16});
    layout->addLayout(content_, 1);
    layout->addWidget(notice_);
    layout->addLayout(buttonRow({cancel_, check_, saveAndTest_, save_}));
    connect(cancel_, &QPushButton::clicked, this, &DestinationDialog::reject);
    connect(check_, &QPushButton::clicked, this, &DestinationDialog::check);
    connect(saveAndTest_, &QPushButton::clicked, this, [this] { save(true); });
    connect(save_, &QPushButton::clicked, this, [this] { save(false); });
    connect(&background_, &Background::busyChanged, this, &DestinationDialog::refresh);
    if (destination)
        load();
    else
        makeFirstPage();
    refresh();
}

void DestinationDialog::makeFirstPage() {
    credential_ = new CredentialForm(connection_->sandbox);
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
        return notice_->show(NoticeKind::Bad, say(key.error()));
    // What was made for another platform, whose key was not accepted, is of no use any more.
    if (half_->isOpen() && platform_ != credential_->platform()) {
        abandon();
        half_ = std::make_shared<HalfMade>(connection_);
    }
    platform_ = credential_->platform();
    notice_->show(NoticeKind::Info, tr("Asking the platform…"));
    background_.run(
        [half = half_, typed = Credentials{platform_, credential_->name(), *key}, act = key_,
         givenUp = stop_](const std::stop_token& stop) mutable {
            const std::stop_callback link(stop, [&givenUp] { givenUp.request_stop(); });
            return checkCredential(*half, typed, act, stop, givenUp.get_token());
        },
        [this](CheckOutcome outcome) { checked(std::move(outcome)); });
}

void DestinationDialog::checked(CheckOutcome outcome) {
    if (givenUp_)
        return leave();
    if (outcome.setup) {
        notice_->hide();
        credential_->forgetCredential();
        return showSetup(*std::move(outcome.setup));
    }
    credential_->focusCredential();
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
            if (givenUp_)
                return leave();
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
        [connection = connection_, half = half_, id = destination_->id, change = setup_->change(),
         lead, act = newActKey("test-lead")](const std::stop_token& stop) -> Result<Saved> {
            auto now = saveSetup(*connection, id, change, stop);
            // One that may have been saved is not taken away either.
            if (half && (now || now.error().certainty == Certainty::Unknown))
                half->keep();
            if (!now)
                return failure(now.error());
            Saved outcome{*std::move(now), std::optional<DestinationCheck>()};
            if (lead)
                outcome.test =
                    connection->client->destinations().test(id, lead, act, callUntil(stop));
            return outcome;
        },
        [this](const Result<Saved>& outcome) {
            if (outcome)
                saved(outcome->destination, outcome->test);
            else if (givenUp_)
                leave();
            else
                notice_->show(NoticeKind::Bad, callTrouble(outcome.error(), *connection_));
        });
}

void DestinationDialog::saved(const Destination& destination,
                              const Result<std::optional<DestinationCheck>>& tested) {
    destination_ = destination;
    emit changed(destination.id.str());
    if (givenUp_)
        return leave();
    if (tested && !*tested)
        return accept();
    cancel_->setText(tr("Close"));
    if (!tested)
        return notice_->show(NoticeKind::Bad, callTrouble(tested.error(), *connection_));
    const DestinationCheck& test = **tested;
    const QString reason = test.push && test.push->platformReason
                               ? say(*test.push->platformReason)
                               : (test.detail ? say(*test.detail) : QString());
    const QString word = test.push ? pushLook(*test.push).word : tr("Not sent");
    const bool good = test.ok && test.push && test.push->state == "accepted";
    notice_->show(good ? NoticeKind::Good : NoticeKind::Warn,
                  reason.isEmpty() ? tr("The test lead: %1.").arg(word)
                                   : tr("The test lead: %1. %2").arg(word, reason));
}

void DestinationDialog::reject() {
    if (background_.busy()) {
        givenUp_ = true;
        stop_.request_stop();
        setAttribute(Qt::WA_DeleteOnClose, false);
    } else {
        abandon();
    }
    FormDialog::reject();
}

void DestinationDialog::leave() {
    abandon();
    deleteLater();
}

void DestinationDialog::abandon() {
    if (const auto half = std::exchange(half_, nullptr); half && half->isOpen())
        emit abandoned(half);
}

} // namespace leadsheet::desktop
