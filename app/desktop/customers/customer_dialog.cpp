// SPDX-License-Identifier: Apache-2.0
#include "customer_dialog.hpp"

#include "../account/trouble.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/secret_row.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kDialogWidth = 640;

/// Said after idempotency was looked at, so an earlier attempt did nothing either.
bool isFinal(const Error& error) {
    return error.httpStatus == 404 || error.httpStatus == 422 ||
           error.is(ErrorCode::InvalidTransition);
}

} // namespace

CustomerDialog::CustomerDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                               const QString& act, const QString& subject, QWidget* parent)
    : FormDialog("customerDialog", kDialogWidth, parent)
    , connection_(std::move(connection))
    , begun_(settings, text(connection_->ref.baseUrl))
    , act_(act)
    , subject_(subject)
    , unanswered_(begun_.find(act, subject))
    , maybeDone_(unanswered_.has_value())
    , pages_(new QStackedWidget)
    , fields_(new QWidget) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->addWidget(pages_);
    auto* page = new QWidget;
    column_ = new QVBoxLayout(page);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(8);
    pages_->addWidget(page);
}

void CustomerDialog::setHead(const QString& title, const QString& whom) {
    setWindowTitle(tr("%1 – Fulfilment").arg(title));
    auto* label = wrappingLabel(whom);
    label->setForegroundRole(QPalette::PlaceholderText);
    column_->addWidget(label);
    column_->addWidget(fields_);
    auto* fields = new QVBoxLayout(fields_);
    fields->setContentsMargins(0, 0, 0, 0);
    fields->setSpacing(6);
}

QLineEdit* CustomerDialog::addField(const QString& label, const char* name, const QString& value) {
    auto* words = new QLabel(label);
    auto* field = new QLineEdit(value);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(label);
    words->setBuddy(field);
    fields_->layout()->addWidget(words);
    fields_->layout()->addWidget(field);
    connect(field, &QLineEdit::textChanged, this, &CustomerDialog::refresh);
    return field;
}

void CustomerDialog::addPart(QWidget* part) {
    fields_->layout()->addWidget(part);
}

void CustomerDialog::finish() {
    problem_ = wrappingLabel({});
    problem_->setObjectName(QStringLiteral("customerProblem"));
    problem_->setForegroundRole(QPalette::PlaceholderText);
    effect_ = wrappingLabel({});
    effect_->setObjectName(QStringLiteral("customerEffect"));
    effect_->setProperty("heading", 2);
    caution_ = new NoticeBar;
    caution_->setObjectName(QStringLiteral("customerCaution"));
    trouble_ = new NoticeBar;
    trouble_->setObjectName(QStringLiteral("customerTrouble"));
    for (NoticeBar* bar : {caution_, trouble_}) {
        bar->setClosable(false);
        bar->hide();
    }
    cancel_ = new QPushButton(tr("Cancel"));
    cancel_->setObjectName(QStringLiteral("customerCancel"));
    confirm_ = new QPushButton;
    confirm_->setObjectName(QStringLiteral("customerConfirm"));
    confirm_->setProperty("primary", true);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : {cancel_, confirm_}) {
        button->setAutoDefault(true);
        row->addWidget(button);
    }
    for (QWidget* part : QList<QWidget*>{problem_, effect_, caution_, trouble_})
        column_->addWidget(part);
    column_->addStretch(1);
    column_->addLayout(row);
    connect(cancel_, &QPushButton::clicked, this, &CustomerDialog::reject);
    connect(confirm_, &QPushButton::clicked, this, [this] {
        if (!busy() && words().problem.isEmpty())
            confirm();
    });
    if (unanswered_)
        trouble_->show(NoticeKind::Warn,
                       tr("This was sent before and no answer came, so it may have been done. Sent "
                          "again as it stands here, it is done once at most; changed, it is "
                          "another one."));
    refresh();
}

void CustomerDialog::refresh() {
    if (confirm_ == nullptr)
        return;
    const CustomerWords now = words();
    problem_->setText(now.problem);
    problem_->setVisible(!now.problem.isEmpty());
    effect_->setText(now.effect);
    effect_->setVisible(!now.effect.isEmpty());
    if (now.caution.isEmpty())
        caution_->hide();
    else
        caution_->show(NoticeKind::Warn, now.caution);
    confirm_->setText(now.button);
    confirm_->setEnabled(now.problem.isEmpty() && !background_.busy());
    confirm_->updateGeometry(); // its text is bold now
}

void CustomerDialog::setBusy(bool busy) {
    fields_->setEnabled(!busy);
    cancel_->setEnabled(!busy);
    confirm_->setEnabled(!busy && words().problem.isEmpty());
}

void CustomerDialog::begin() {
    trouble_->show(NoticeKind::Info, tr("Sending…"));
    setBusy(true);
}

void CustomerDialog::failed(const Error& error) {
    const bool unknown = error.certainty == Certainty::Unknown;
    maybeDone_ = (maybeDone_ || unknown) && !isFinal(error);
    if (!maybeDone_)
        begun_.end(act_, subject_);
    setBusy(false);
    const QString why = callTrouble(error, *connection_);
    trouble_->show(maybeDone_ ? NoticeKind::Warn : NoticeKind::Bad,
                   maybeDone_ ? why + QLatin1Char(' ') +
                                    tr("It may have been done. Send it again as it stands: it is "
                                       "done once at most.")
                              : why);
}

void CustomerDialog::succeed(const QString& words) {
    begun_.end(act_, subject_);
    emit acted(words);
    accept();
}

void CustomerDialog::showSecret(const CreatedKey& made, const QString& words) {
    secretShown_ = true;
    emit acted({});
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(wrappingLabel(words));
    auto* secret = new SecretRow(text(made.secret.reveal()), tr("Secret of the key"),
                                 QLatin1String("keySecret"), QLatin1String("keySecretCopy"));
    layout->addWidget(secret);
    layout->addStretch(1);
    auto* stored = new QPushButton(tr("I Have Stored It"));
    stored->setObjectName(QStringLiteral("keySecretDone"));
    stored->setProperty("primary", true);
    stored->setAutoDefault(true);
    layout->addWidget(stored, 0, Qt::AlignRight);
    connect(stored, &QPushButton::clicked, this, [this, made = made.record] {
        secretShown_ = false;
        succeed(tr("Key “%1” ends in %2.").arg(text(made.name), text(made.last4)));
    });
    QWidget* before = pages_->currentWidget();
    pages_->addWidget(page);
    pages_->setCurrentWidget(page);
    pages_->removeWidget(before);
    before->deleteLater();
    confirm_ = nullptr;
    // Only then the form is forgotten by the layouts.
    QMetaObject::invokeMethod(this, &CustomerDialog::shrink, Qt::QueuedConnection);
    secret->setFocus();
}

void CustomerDialog::reject() {
    if (!busy())
        FormDialog::reject();
}

} // namespace leadsheet::desktop
