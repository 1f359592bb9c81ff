// SPDX-License-Identifier: Apache-2.0
#include "credential_form.hpp"

#include "destination_words.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kMaxDestinationName = 100;

} // namespace

CredentialForm::CredentialForm(QWidget* parent)
    : QWidget(parent)
    , platform_(new QComboBox)
    , name_(new QLineEdit)
    , credential_(new QLineEdit) {
    auto* words = new QLabel(tr(
        "Leads are brought into a campaign of yours at an outreach platform. The platform's key "
        "is encrypted by the service and never shown again. Nothing is sent before you say so."));
    words->setWordWrap(true);
    platform_->setObjectName(QStringLiteral("outreachPlatform"));
    platform_->setAccessibleName(tr("Platform"));
    for (const NamedChoice& choice : platformChoices())
        platform_->addItem(choice.word, QLatin1String(choice.id));
    name_->setObjectName(QStringLiteral("outreachName"));
    name_->setAccessibleName(tr("Name"));
    name_->setPlaceholderText(tr("For you; the platform's name if left empty"));
    name_->setMaxLength(kMaxDestinationName);
    credential_->setObjectName(QStringLiteral("outreachCredential"));
    credential_->setAccessibleName(tr("Key of the platform"));
    credential_->setEchoMode(QLineEdit::Password);
    credential_->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText |
                                     Qt::ImhNoAutoUppercase);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Platform"), platform_);
    form->addRow(tr("Name"), name_);
    form->addRow(tr("Key of the platform"), credential_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
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
    platform_->setEnabled(!busy && !fixed_);
    name_->setReadOnly(busy);
    credential_->setReadOnly(busy);
}

void CredentialForm::fixPlatform() {
    fixed_ = true;
    platform_->setEnabled(false);
}

void CredentialForm::forgetCredential() {
    credential_->clear();
}

} // namespace leadsheet::desktop
