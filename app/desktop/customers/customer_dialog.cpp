// SPDX-License-Identifier: Apache-2.0
#include "customer_dialog.hpp"

#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "customer_records.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_accounts.hpp"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

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
    lines.removeIf([&](const QString& entry) { return entry.startsWith(start); });
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

CustomerDialog::CustomerDialog(const DialogPlace& place, const QString& act, const QString& subject)
    : FormDialog("customerDialog", kDialogWidth, place.parent)
    , connection_(place.connection)
    , begun_(place.settings, text(connection_->ref.baseUrl))
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

namespace {

constexpr qsizetype kLongestName = 200;    // the contract's AdminAccountCreate
constexpr qsizetype kLongestReason = 2000; // the contract's Credit
constexpr QLatin1String kName("name");
constexpr QLatin1String kAmount("amount");
constexpr QLatin1String kReason("reason");

QString subjectOf(const std::optional<AdminAccount>& account) {
    return account ? text(account->id.str()) : QStringLiteral("new");
}

QString whoIs(const AdminAccount& account) {
    return CustomerDialog::tr("%1 (%2): %3 available, %4 held")
        .arg(nameOf(account), text(account.id.str()), money(account.available),
             money(account.held));
}

class NameDialog : public CustomerDialog {
    Q_DECLARE_TR_FUNCTIONS(leadsheet::desktop::NameDialog)

public:
    NameDialog(const DialogPlace& place, const std::optional<AdminAccount>& account)
        : CustomerDialog(place,
                         account ? QStringLiteral("rename-account") : QStringLiteral("new-account"),
                         subjectOf(account))
        , account_(account) {
        setHead(account ? tr("Rename the Account") : tr("New Account"),
                account ? whoIs(*account) : tr("A customer who orders leads"));
        name_ = addField(tr("Name of the account"), "accountName",
                         unanswered() ? (*unanswered())[kName].toString()
                         : account    ? text(account->name)
                                      : QString());
        finish();
    }

protected:
    FormWords words() const override {
        const QString name = name_->text().trimmed();
        FormWords said{account_ ? tr("Money, keys and orders stay as they are.")
                                : tr("The account begins without money and without keys. It can "
                                     "order once it has both."),
                       account_ ? tr("Rename Account") : tr("Create Account")};
        if (name.isEmpty())
            said.problem = tr("Type a name.");
        else if (name.size() > kLongestName)
            said.problem =
                tr("The name is too long: at most %1 characters.").arg(number(kLongestName));
        else if (account_ && name == text(account_->name))
            said.problem = tr("That is already its name.");
        return said;
    }

    void confirm() override {
        const QString name = name_->text().trimmed();
        send(
            {{kName, name}},
            [name = name.toStdString(), account = account_](
                const Client& client, const IdempotencyKey& key, const CallOptions& call) {
                const AdminAccounts accounts = client.admin().accounts();
                return account ? accounts.update(account->id, {name, {}}, call)
                               : accounts.create(name, key, call);
            },
            [this](const AdminAccount& made) {
                succeed(account_ ? tr("The account is called “%1” now.").arg(nameOf(made))
                                 : tr("Account “%1” was created. Add credit and a key next.")
                                       .arg(nameOf(made)));
            });
    }

private:
    std::optional<AdminAccount> account_;
    QLineEdit* name_;
};

class CreditDialog : public CustomerDialog {
    Q_DECLARE_TR_FUNCTIONS(leadsheet::desktop::CreditDialog)

public:
    CreditDialog(const DialogPlace& place, const AdminAccount& account)
        : CustomerDialog(place, QStringLiteral("credit"), subjectOf(account))
        , account_(account) {
        const auto before = unanswered().value_or(QJsonObject());
        setHead(tr("Add Credit"), whoIs(account));
        amount_ = addField(tr("Amount in %1").arg(text(account.available.currency)), "creditAmount",
                           before[kAmount].toString());
        reason_ = addField(tr("Reason, kept in the account's ledger"), "creditReason",
                           before[kReason].toString());
        finish();
    }

protected:
    FormWords words() const override {
        const auto typed = readMoney(amount_->text(), account_.available.currency);
        const QString reason = reason_->text().trimmed();
        const auto after = typed ? account_.available.plus(*typed) : typed;
        FormWords said;
        said.button = tr("Add Credit");
        if (!typed)
            said.problem = tr("Type an amount of money, like %1.")
                               .arg(typedMoney({500'00, account_.available.currency}));
        else if (typed->amount <= 0)
            said.problem = tr("The amount must be above zero.");
        else if (!after)
            said.problem = tr("This is more than an account can hold.");
        if (!said.problem.isEmpty())
            return said;
        said.effect =
            tr("%1 is added: %2 can then be spent at once, instead of %3 now. What was added "
               "cannot be taken back here.")
                .arg(money(*typed), money(*after), money(account_.available));
        said.button = tr("Add %1").arg(money(*typed));
        if (reason.isEmpty())
            said.problem = tr("Type a reason.");
        else if (reason.size() > kLongestReason)
            said.problem =
                tr("The text is too long: at most %1 characters.").arg(number(kLongestReason));
        return said;
    }

    void confirm() override {
        const QString reason = reason_->text().trimmed();
        send(
            {{kAmount, amount_->text().trimmed()}, {kReason, reason}},
            [id = account_.id, amount = *readMoney(amount_->text(), account_.available.currency),
             reason = reason.toStdString()](const Client& client, const IdempotencyKey& key,
                                            const CallOptions& call) {
                return client.admin().accounts().credit(id, amount, reason, key, call);
            },
            [this](const LedgerEntry& entry) {
                succeed(tr("%1 was added to “%2”: %3 can be spent now.")
                            .arg(money(entry.amount), nameOf(account_), money(entry.available)));
            });
    }

private:
    AdminAccount account_;
    QLineEdit* amount_;
    QLineEdit* reason_;
};

class StandingDialog : public CustomerDialog {
    Q_DECLARE_TR_FUNCTIONS(leadsheet::desktop::StandingDialog)

public:
    StandingDialog(const DialogPlace& place, const AdminAccount& account)
        : CustomerDialog(
              place, account.suspended ? QStringLiteral("reinstate") : QStringLiteral("suspend"),
              subjectOf(account))
        , account_(account) {
        setHead(account.suspended ? tr("Reinstate the Account") : tr("Suspend the Account"),
                whoIs(account));
        finish();
    }

protected:
    FormWords words() const override {
        if (account_.suspended)
            return {
                tr("Its keys work again at once; revoked and expired ones stay that way. No money "
                   "moves."),
                tr("Reinstate Account")};
        return {tr("Every key of the account is refused at once, until it is reinstated. No money "
                   "moves: its orders stay where they are, and %1 stays held.")
                    .arg(money(account_.held)),
                tr("Suspend Account")};
    }

    void confirm() override {
        send(
            {},
            [id = account_.id, suspended = !account_.suspended](
                const Client& client, const IdempotencyKey&, const CallOptions& call) {
                return client.admin().accounts().update(id, {{}, suspended}, call);
            },
            [this](const AdminAccount& now) {
                succeed(now.suspended
                            ? tr("“%1” is suspended: its keys are refused.").arg(nameOf(now))
                            : tr("“%1” is active again.").arg(nameOf(now)));
            });
    }

private:
    AdminAccount account_;
};

} // namespace

CustomerDialog* nameDialog(const DialogPlace& place, const std::optional<AdminAccount>& account) {
    return new NameDialog(place, account);
}

CustomerDialog* creditDialog(const DialogPlace& place, const AdminAccount& account) {
    return new CreditDialog(place, account);
}

CustomerDialog* standingDialog(const DialogPlace& place, const AdminAccount& account) {
    return new StandingDialog(place, account);
}

} // namespace leadsheet::desktop
