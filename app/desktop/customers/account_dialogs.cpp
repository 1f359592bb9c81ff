// SPDX-License-Identifier: Apache-2.0
#include "account_dialogs.hpp"

#include "../shell/words.hpp"
#include "customer_model.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_accounts.hpp"

#include <QLineEdit>

namespace leadsheet::desktop {
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

} // namespace

NameDialog::NameDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                       const std::optional<AdminAccount>& account, QWidget* parent)
    : CustomerDialog(std::move(connection), settings,
                     account ? QStringLiteral("rename-account") : QStringLiteral("new-account"),
                     subjectOf(account), parent)
    , account_(account) {
    setHead(account ? tr("Rename the Account") : tr("New Account"),
            account ? whoIs(*account) : tr("A customer who orders leads"));
    name_ = addField(tr("Name of the account"), "accountName",
                     unanswered() ? (*unanswered())[kName].toString()
                     : account    ? text(account->name)
                                  : QString());
    finish();
}

CustomerWords NameDialog::words() const {
    const QString name = name_->text().trimmed();
    CustomerWords said{account_ ? tr("Money, keys and orders stay as they are.")
                                : tr("The account begins without money and without keys. It can "
                                     "order once it has both."),
                       account_ ? tr("Rename Account") : tr("Make Account")};
    if (name.isEmpty())
        said.problem = tr("Type a name.");
    else if (name.size() > kLongestName)
        said.problem = tr("The name is too long: at most %1 characters.").arg(number(kLongestName));
    else if (account_ && name == text(account_->name))
        said.problem = tr("This is its name already.");
    return said;
}

void NameDialog::confirm() {
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
            succeed(
                account_
                    ? tr("The account is called “%1” now.").arg(nameOf(made))
                    : tr("Account “%1” was made. Add credit and a key next.").arg(nameOf(made)));
        });
}

CreditDialog::CreditDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                           const AdminAccount& account, QWidget* parent)
    : CustomerDialog(std::move(connection), settings, QStringLiteral("credit"), subjectOf(account),
                     parent)
    , account_(account) {
    const auto before = unanswered().value_or(QJsonObject());
    setHead(tr("Add Credit"), whoIs(account));
    amount_ = addField(tr("Amount in %1").arg(text(account.available.currency)), "creditAmount",
                       before[kAmount].toString());
    reason_ = addField(tr("Reason, kept in the account's ledger"), "creditReason",
                       before[kReason].toString());
    finish();
}

CustomerWords CreditDialog::words() const {
    const auto typed = readMoney(amount_->text(), account_.available.currency);
    const QString reason = reason_->text().trimmed();
    const auto after = typed ? account_.available.plus(*typed) : typed;
    CustomerWords said;
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
    said.effect = tr("%1 are added: %2 can then be spent at once, where it is %3 now. What was "
                     "added cannot be taken back here.")
                      .arg(money(*typed), money(*after), money(account_.available));
    said.button = tr("Add %1").arg(money(*typed));
    if (reason.isEmpty())
        said.problem = tr("Type a reason.");
    else if (reason.size() > kLongestReason)
        said.problem =
            tr("The text is too long: at most %1 characters.").arg(number(kLongestReason));
    return said;
}

void CreditDialog::confirm() {
    const QString reason = reason_->text().trimmed();
    send(
        {{kAmount, amount_->text().trimmed()}, {kReason, reason}},
        [id = account_.id, amount = *readMoney(amount_->text(), account_.available.currency),
         reason = reason.toStdString()](const Client& client, const IdempotencyKey& key,
                                        const CallOptions& call) {
            return client.admin().accounts().credit(id, amount, reason, key, call);
        },
        [this](const LedgerEntry& entry) {
            succeed(tr("%1 were added to “%2”: %3 can be spent now.")
                        .arg(money(entry.amount), nameOf(account_), money(entry.available)));
        });
}

StandingDialog::StandingDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                               const AdminAccount& account, QWidget* parent)
    : CustomerDialog(std::move(connection), settings,
                     account.suspended ? QStringLiteral("reinstate") : QStringLiteral("suspend"),
                     subjectOf(account), parent)
    , account_(account) {
    setHead(account.suspended ? tr("Reinstate the Account") : tr("Suspend the Account"),
            whoIs(account));
    finish();
}

CustomerWords StandingDialog::words() const {
    if (account_.suspended)
        return {
            tr("Its keys work again at once; revoked and expired ones stay so. No money moves."),
            tr("Reinstate Account")};
    return {tr("Every key of the account is refused at once, until it is reinstated. No money "
               "moves: its orders stay where they are, and %1 stay held.")
                .arg(money(account_.held)),
            tr("Suspend Account")};
}

void StandingDialog::confirm() {
    send(
        {},
        [id = account_.id, suspended = !account_.suspended](
            const Client& client, const IdempotencyKey&, const CallOptions& call) {
            return client.admin().accounts().update(id, {{}, suspended}, call);
        },
        [this](const AdminAccount& now) {
            succeed(now.suspended ? tr("“%1” is suspended: its keys are refused.").arg(nameOf(now))
                                  : tr("“%1” is active again.").arg(nameOf(now)));
        });
}

} // namespace leadsheet::desktop
