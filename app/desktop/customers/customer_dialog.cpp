// SPDX-License-Identifier: Apache-2.0
#include "customer_dialog.hpp"

#include "../account/trouble.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"

#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

const QString kBegun = QStringLiteral("fulfilment/begunActs");
constexpr QLatin1String kKey("key");
constexpr QLatin1String kContent("content");

constexpr int kDialogWidth = 640;

/// Said after idempotency was looked at, so an earlier attempt did nothing either.
bool isFinal(const Error& error) {
    return error.httpStatus == 404 || error.httpStatus == 422 ||
           error.is(ErrorCode::InvalidTransition);
}

} // namespace

BegunActs::BegunActs(Settings& settings, const QString& address)
    : settings_(settings)
    , address_(address) {}

QString BegunActs::lineStart(const QString& act, const QString& subject) const {
    return address_ + QLatin1Char(' ') + act + QLatin1Char(' ') + subject + QLatin1Char(' ');
}

QJsonObject BegunActs::kept(const QString& act, const QString& subject) const {
    const QString start = lineStart(act, subject);
    for (const QString& line : settings_.value(kBegun).toStringList())
        if (line.startsWith(start))
            return QJsonDocument::fromJson(line.mid(start.size()).toUtf8()).object();
    return {};
}

void BegunActs::keep(const QString& start, const QString& line) {
    QStringList lines = settings_.value(kBegun).toStringList();
    lines.removeIf([&](const QString& one) { return one.startsWith(start); });
    if (!line.isEmpty())
        lines << start + line;
    settings_.setValue(kBegun, lines);
    settings_.flush();
}

std::optional<QJsonObject> BegunActs::find(const QString& act, const QString& subject) const {
    const QJsonObject object = kept(act, subject);
    return object.contains(kContent) ? std::optional(object[kContent].toObject()) : std::nullopt;
}

IdempotencyKey BegunActs::begin(const QString& act, const QString& subject,
                                const QJsonObject& content) {
    const QJsonObject before = kept(act, subject);
    if (before.contains(kContent) && before[kContent].toObject() == content)
        if (auto key = IdempotencyKey::parse(before[kKey].toString().toStdString()))
            return *std::move(key);
    IdempotencyKey key = newActKey(act.toUtf8().constData());
    const QJsonObject object{{kKey, text(key.str())}, {kContent, content}};
    keep(lineStart(act, subject),
         QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)));
    return key;
}

void BegunActs::end(const QString& act, const QString& subject) {
    keep(lineStart(act, subject), {});
}

CustomerDialog::CustomerDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                               const QString& act, const QString& subject, QWidget* parent)
    : FormDialog("customerDialog", kDialogWidth, parent)
    , connection_(std::move(connection))
    , begun_(settings, text(connection_->ref.baseUrl))
    , act_(act)
    , subject_(subject)
    , unanswered_(begun_.find(act, subject))
    , maybeDone_(unanswered_.has_value()) {}

void CustomerDialog::setHead(const QString& title, const QString& whom) {
    setWindowTitle(tr("%1 – Fulfilment").arg(title));
    form_ = new FieldForm(QStringLiteral("customer"), whom);
    turnTo(form_);
}

QLineEdit* CustomerDialog::addField(const QString& label, const char* name, const QString& value) {
    auto* field = named(new QLineEdit(value), name);
    form_->add(label, field);
    connect(field, &QLineEdit::textChanged, this, &CustomerDialog::refresh);
    return field;
}

void CustomerDialog::finish() {
    trouble_ = new NoticeBar("customerTrouble");
    form_->finish(trouble_);
    finished_ = true;
    connect(form_, &FieldForm::cancelled, this, &CustomerDialog::reject);
    connect(form_, &FieldForm::confirmed, this, [this] {
        if (!busy() && words().problem.isEmpty())
            confirm();
    });
    if (unanswered_)
        trouble_->show(
            NoticeKind::Warn,
            tr("This was sent before and no answer came, so it may have been done. Sent again "
               "unchanged, it is done at most once; if you change it, it is a new request."));
    refresh();
}

void CustomerDialog::refresh() {
    if (finished_)
        form_->show(words());
}

void CustomerDialog::begin() {
    trouble_->show(NoticeKind::Info, tr("Sending…"));
    form_->setBusy(true);
}

void CustomerDialog::failed(const Error& error) {
    const bool unknown = error.certainty == Certainty::Unknown;
    maybeDone_ = (maybeDone_ || unknown) && !isFinal(error);
    if (!maybeDone_)
        begun_.end(act_, subject_);
    form_->setBusy(false);
    trouble_->show(
        maybeDone_ ? NoticeKind::Warn : NoticeKind::Bad,
        callTrouble(
            error, *connection_,
            maybeDone_
                ? tr("It may have been done. Send it again unchanged: it is done at most once.")
                : QString()));
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
    auto* layout = columnIn(page, 10);
    layout->addWidget(wrappingLabel(words));
    auto* secret = new SecretRow(text(made.secret.reveal()), tr("Secret of the key"), "keySecret",
                                 "keySecretCopy");
    layout->addWidget(secret);
    layout->addStretch(1);
    auto* stored = primaryButton(tr("I Have Stored It"), "keySecretDone");
    layout->addWidget(stored, 0, Qt::AlignRight);
    connect(stored, &QPushButton::clicked, this, [this, made = made.record] {
        secretShown_ = false;
        succeed(tr("Key “%1” ends in %2.").arg(text(made.name), text(made.last4)));
    });
    finished_ = false;
    turnTo(page);
    // Only then the form is forgotten by the layouts.
    QMetaObject::invokeMethod(this, &CustomerDialog::shrink, Qt::QueuedConnection);
    secret->setFocus();
}

void CustomerDialog::reject() {
    if (!busy())
        FormDialog::reject();
}

} // namespace leadsheet::desktop
