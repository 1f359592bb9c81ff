// SPDX-License-Identifier: Apache-2.0
#include "connect_form.hpp"

#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "account_session.hpp"
#include "connector.hpp"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kDialogWidth = 560;

} // namespace

ConnectForm::ConnectForm(Connector& connector, Settings& settings, const QString& profile)
    : connector_(connector)
    , settings_(settings)
    , profile_(profile) {
    auto* layout = columnIn(this, 10);
    fields_ = new QFormLayout;
    fields_->setRowWrapPolicy(QFormLayout::DontWrapRows);
    fields_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    layout->addLayout(fields_);
    makeFields();
    makeNetwork();
    message_ = new NoticeBar("connectMessage");
    message_->setClosable(false);
    facts_ = named(new QWidget, "connectFacts");
    facts_->hide();
    makeButtons();
    addAll(layout, {message_, facts_}); // above the buttons they would push them away
    layout->addStretch(1);
    // The name is not part of what is tested.
    connect(name_, &QLineEdit::textChanged, this,
            [this] { save_->setEnabled(proof_ && !name_->text().trimmed().isEmpty()); });
    for (const QLineEdit* edit : {address_, key_, proxy_, caFile_})
        connect(edit, &QLineEdit::textChanged, this, &ConnectForm::inputChanged);
    inputChanged();
    setFocusProxy(profile_.isEmpty() ? address_ : key_);
}

void ConnectForm::makeFields() {
    const auto add = [this](const QString& label, const char* name) {
        auto* edit = new QLineEdit;
        edit->setObjectName(QLatin1String(name));
        edit->setAccessibleName(label);
        edit->setMinimumWidth(320);
        fields_->addRow(label, edit);
        connect(edit, &QLineEdit::returnPressed, this, [this] {
            if (proof_)
                save();
            else if (test_->isEnabled())
                test();
        });
        return edit;
    };
    address_ = add(tr("Address"), "connectAddress");
    address_->setPlaceholderText(QStringLiteral("https://api.example.com"));
    key_ = add(tr("API key"), "connectKey");
    key_->setEchoMode(QLineEdit::Password);
    key_->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText |
                              Qt::ImhNoAutoUppercase);
    name_ = add(tr("Name"), "connectName");
    name_->setPlaceholderText(tr("What you want to call this account"));
    name_->setMaxLength(app::ProfileStore::kMaxNameBytes);
    if (const app::Profile* known = connector_.profile(profile_)) {
        address_->setText(text(known->baseUrl));
        address_->setReadOnly(true);
        name_->setText(profile_);
        name_->setReadOnly(true);
        wantedAccount_ = text(known->accountId);
    }
}

void ConnectForm::makeNetwork() {
    network_ = named(new QCheckBox(tr("Company network: proxy and certificate")), "connectNetwork");
    networkBox_ = new QWidget;
    auto* form = new QFormLayout(networkBox_);
    form->setContentsMargins(24, 0, 0, 0);
    proxy_ = named(new QLineEdit(settings_.proxy()), "connectProxy", tr("Proxy"));
    proxy_->setPlaceholderText(tr("System setting; or “none”, or http://proxy:8080"));
    form->addRow(tr("Proxy"), proxy_);
    caFile_ = named(new QLineEdit(settings_.caFile()), "connectCaFile", tr("Certificate file"));
    caFile_->setPlaceholderText(tr("The company's certificate authority, as PEM"));
    auto* browse = new QPushButton(tr("Choose…"));
    browse->setAccessibleName(tr("Choose the certificate file"));
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString file =
            chooseFileToOpen(this, tr("Certificate File"), {}, tr("Certificates (*.pem *.crt)"));
        if (!file.isEmpty())
            caFile_->setText(file);
    });
    auto* row = new QHBoxLayout;
    row->addWidget(caFile_, 1);
    row->addWidget(browse);
    form->addRow(tr("Certificate file"), row);
    const bool given = !settings_.proxy().isEmpty() || !settings_.caFile().isEmpty();
    network_->setChecked(given);
    networkBox_->setVisible(given);
    connect(network_, &QCheckBox::toggled, networkBox_, &QWidget::setVisible);
    auto* all = static_cast<QVBoxLayout*>(layout());
    addAll(all, {network_, networkBox_});
}

void ConnectForm::makeButtons() {
    test_ = named(new QPushButton(icon(QLatin1String("connect")), tr("Test")), "connectTest");
    save_ = named(new QPushButton(tr("Save and Connect")), "connectSave");
    save_->setProperty("primary", true);
    auto* cancel = named(new QPushButton(tr("Cancel")), "connectCancel");
    for (QPushButton* button : {test_, save_, cancel})
        button->setAutoDefault(true);
    connect(test_, &QPushButton::clicked, this, &ConnectForm::test);
    connect(save_, &QPushButton::clicked, this, &ConnectForm::save);
    connect(cancel, &QPushButton::clicked, this, [this] {
        connector_.stopTest();
        key_->clear();
        emit cancelled();
    });
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    addAll(row, {cancel, test_, save_});
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void ConnectForm::clearResult() {
    proof_.reset();
    message_->hide();
    facts_->hide();
}

void ConnectForm::inputChanged() {
    connector_.stopTest();
    clearResult();
    test_->setText(tr("Test"));
    test_->setEnabled(!address_->text().trimmed().isEmpty() && !key_->text().isEmpty());
    save_->setEnabled(false);
}

void ConnectForm::test() {
    clearResult();
    const auto url = app::normalizedBaseUrl(address_->text().trimmed().toStdString());
    if (!url)
        return showTrouble(say(url.error()));
    const auto key = ApiKey::parse(key_->text().toStdString());
    if (!key)
        return showTrouble(say(key.error()));
    test_->setText(tr("Testing…"));
    test_->setEnabled(false);
    connector_.test(
        *url, *key,
        {proxy_->text().trimmed().toStdString(), caFile_->text().trimmed().toStdString()},
        [this, guard = QPointer<ConnectForm>(this)](const tl::expected<Proof, Trouble>& proof) {
            if (guard)
                tested(proof);
        });
}

void ConnectForm::tested(const tl::expected<Proof, Trouble>& proof) {
    test_->setText(tr("Test"));
    test_->setEnabled(true);
    if (!proof) {
        // A service that answers has the right address.
        const bool answered = !proof.error().requestId.isEmpty();
        (answered || !profile_.isEmpty() ? key_ : address_)->setFocus();
        return showTrouble(sentence(proof.error()));
    }
    const QString found = text(proof->connected.account.id);
    if (!wantedAccount_.isEmpty() && wantedAccount_ != found)
        return showTrouble(sentence(wrongAccount(profile_, wantedAccount_, found)));
    proof_ = *proof;
    if (name_->text().trimmed().isEmpty())
        name_->setText(proof->connected.admin ? tr("Fulfilment")
                                              : text(proof->connected.account.name));
    showProof(*proof);
    save_->setEnabled(!name_->text().trimmed().isEmpty());
    save_->setFocus();
}

void ConnectForm::save() {
    if (!proof_)
        return;
    settings_.setProxy(proxy_->text().trimmed());
    settings_.setCaFile(caFile_->text().trimmed());
    save_->setEnabled(false);
    connector_.save(
        name_->text().trimmed(), *proof_, !profile_.isEmpty(),
        [this, guard = QPointer<ConnectForm>(this)](const std::optional<Trouble>& trouble) {
            if (!guard)
                return;
            save_->setEnabled(true);
            if (trouble)
                return showTrouble(sentence(*trouble));
            key_->clear();
            emit saved();
        });
}

void ConnectForm::showTrouble(const QString& text) {
    message_->show(NoticeKind::Bad, text);
}

void ConnectForm::showProof(const Proof& proof) {
    delete facts_->layout();
    qDeleteAll(facts_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    showFacts(*facts_, factsOf(proof));
    facts_->show();
}

ConnectDialog::ConnectDialog(Connector& connector, Settings& settings, const QString& profile,
                             QWidget* parent)
    : FormDialog("connectDialog", kDialogWidth, parent, Return::PressesDefault) {
    setWindowTitle(profile.isEmpty() ? tr("Connect an Account")
                                     : tr("Key of Profile “%1”").arg(profile));
    auto* form = new ConnectForm(connector, settings, profile);
    turnTo(form);
    connect(form, &ConnectForm::saved, this, &QDialog::accept);
    connect(form, &ConnectForm::cancelled, this, &QDialog::reject);
    connect(this, &QDialog::rejected, &connector, &Connector::stopTest);
    form->setFocus();
}

namespace {

constexpr int kMaxWidth = 860;

/// Centred, never wider than is good to read, scrolling where the window is small.
QWidget* centred(QWidget* content) {
    auto* inside = new QWidget;
    content->setMaximumWidth(kMaxWidth);
    auto* layout = rowIn(inside, -1, {24, 24, 24, 24});
    layout->addStretch(1);
    layout->addWidget(content, 6);
    layout->addStretch(1);
    return pageScroll(inside);
}

} // namespace

WelcomePage::WelcomePage(Workspace& workspace, Connector& connector)
    : workspace_(workspace)
    , connector_(connector)
    , stack_(new QStackedWidget) {
    setObjectName(QStringLiteral("welcome"));
    auto* layout = columnIn(this);
    layout->addWidget(stack_);
    stack_->addWidget(centred(makeChoice()));
    formCard_ = new QFrame;
    formCard_->setProperty("card", true);
    auto* middle = new QWidget;
    auto* column = columnIn(middle); // from the top: what the form says moves none of its fields
    column->addWidget(formCard_);
    column->addStretch(1);
    stack_->addWidget(centred(middle));
    connect(&workspace.account(), &AccountSession::changed, this, &WelcomePage::refresh);
    refresh();
}

QWidget* WelcomePage::makeChoice() {
    auto* choice = new QWidget;
    auto* layout = columnIn(choice, 12);
    auto* title = new QLabel(tr("Order leads from a spreadsheet"));
    title->setProperty("heading", 1);
    title->setWordWrap(true);
    auto* lead =
        new QLabel(tr("One order per row: open a sheet, check it, see the price, place the "
                      "orders. How do you want to begin?"));
    lead->setWordWrap(true);
    message_ = new NoticeBar("welcomeMessage");
    message_->setClosable(false);
    sample_ = named(new QPushButton(tr("Try With Sample Data")), "welcomeSample");
    sample_->setProperty("primary", true);
    sample_->setAutoDefault(true);
    connect_ = named(new QPushButton(tr("Connect an Account")), "welcomeConnect");
    connect_->setAutoDefault(true);
    connect(sample_, &QPushButton::clicked, this, [this] { workspace_.trySample(); });
    connect(connect_, &QPushButton::clicked, this, &WelcomePage::showForm);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(16);
    cards->addWidget(
        makeCard(QLatin1String("sandbox"), tr("Sample data"),
                 tr("The whole service runs on this computer, with play money, and a "
                    "sample sheet is opened. No account, no network, and nothing is really "
                    "bought. You can connect an account at any time."),
                 sample_),
        1);
    cards->addWidget(makeCard(QLatin1String("key"), tr("Your account"),
                              tr("You have an address and an API key from the service. The key is "
                                 "tested before it is saved, and goes into the keychain of this "
                                 "computer, never into a file."),
                              connect_),
                     1);
    layout->addStretch(1);
    addAll(layout, {title, lead});
    layout->addSpacing(12);
    layout->addLayout(cards);
    layout->addWidget(message_);
    layout->addStretch(2);
    return choice;
}

QWidget* WelcomePage::makeCard(QLatin1String picture, const QString& title, const QString& text,
                               QPushButton* button) {
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* image = new Picture(picture, std::nullopt, 2.0);
    auto* heading = new QLabel(title);
    heading->setProperty("heading", 2);
    auto* body = new QLabel(text);
    body->setWordWrap(true);
    auto* layout = columnIn(card, 10, {20, 20, 20, 20});
    addAll(layout, {image, heading, body});
    layout->addStretch(1);
    layout->addWidget(button);
    return card;
}

void WelcomePage::showForm() {
    delete formCard_->layout();
    qDeleteAll(formCard_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* layout = columnIn(formCard_, -1, {24, 20, 24, 20});
    auto* title = new QLabel(tr("Connect an account"));
    title->setProperty("heading", 2);
    auto* form = new ConnectForm(connector_, workspace_.settings());
    addAll(layout, {title, form});
    connect(form, &ConnectForm::cancelled, this, &WelcomePage::showChoice);
    connect(form, &ConnectForm::saved, this, &WelcomePage::showChoice);
    stack_->setCurrentIndex(1);
    form->setFocus();
}

void WelcomePage::showChoice() {
    stack_->setCurrentIndex(0);
    sample_->setFocus();
}

void WelcomePage::refresh() {
    const AccountSession& account = workspace_.account();
    const bool connecting = account.state() == ConnectionState::Connecting;
    sample_->setEnabled(!connecting);
    connect_->setEnabled(!connecting);
    if (account.state() == ConnectionState::Failed)
        message_->show(NoticeKind::Bad, sentence(account.trouble()));
    else if (connecting)
        message_->show(NoticeKind::Info, connector_.sandboxWanted() ? tr("Starting the sandbox…")
                                                                    : tr("Connecting…"));
    else
        message_->hide();
}

void WelcomePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stack_->currentIndex() == 0)
        sample_->setFocus();
}

} // namespace leadsheet::desktop
