// SPDX-License-Identifier: Apache-2.0
#include "account_dialogs.hpp"

#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "customer_records.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_keys.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDateEdit>
#include <QDateTime>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

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

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Scope)
};

constexpr qsizetype kLongestKeyName = 100; // the contract's KeyName
constexpr int kScopeColumns = 2;
constexpr QLatin1String kType("type");
constexpr QLatin1String kScopesAsked("scopes");
constexpr QLatin1String kCap("cap");
constexpr QLatin1String kLastDay("lastDay");
constexpr int kUsualDays = 90;
const QString kOperator = QStringLiteral("admin");
const QString kCustomer = QStringLiteral("customer");
constexpr const char* kScope = "scope";

bool spends(const QStringList& scopes) {
    return scopes.contains(
        QString::fromUtf8(contract::kScopeOrdersWrite.data(), contract::kScopeOrdersWrite.size()));
}

QString scopeWords(std::string_view scope) {
    const struct {
        std::string_view scope;
        QString words;
    } all[] = {
        {contract::kScopeAccountRead, Words::tr("see balance and ledger")},
        {contract::kScopeAccountWrite, Words::tr("decide what happens to duplicates")},
        {contract::kScopeOrdersRead, Words::tr("see orders and prices")},
        {contract::kScopeOrdersWrite, Words::tr("order, which spends money")},
        {contract::kScopeLeadsRead, Words::tr("see and export leads")},
        {contract::kScopeLeadsWrite, Words::tr("erase leads")},
        {contract::kScopeWebhooksRead, Words::tr("see webhooks")},
        {contract::kScopeWebhooksWrite, Words::tr("change them, send leads")},
        {contract::kScopeDestinationsRead, Words::tr("see destinations")},
        {contract::kScopeDestinationsWrite, Words::tr("change them, push leads")},
        {contract::kScopeKeysWrite, Words::tr("create and revoke keys")},
        {contract::kScopeAdminOrders, Words::tr("decide on every order")},
        {contract::kScopeAdminDeliveries, Words::tr("ingest leads and deliver")},
        {contract::kScopeAdminRefunds, Words::tr("refund orders")},
        {contract::kScopeAdminExport, Words::tr("export the leads of every order")},
        {contract::kScopeAdminAccounts, Words::tr("manage accounts, credit and keys")},
    };
    for (const auto& one : all)
        if (one.scope == scope)
            return one.words;
    return {};
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

FormWords NameDialog::words() const {
    const QString name = name_->text().trimmed();
    FormWords said{account_ ? tr("Money, keys and orders stay as they are.")
                            : tr("The account begins without money and without keys. It can "
                                 "order once it has both."),
                   account_ ? tr("Rename Account") : tr("Create Account")};
    if (name.isEmpty())
        said.problem = tr("Type a name.");
    else if (name.size() > kLongestName)
        said.problem = tr("The name is too long: at most %1 characters.").arg(number(kLongestName));
    else if (account_ && name == text(account_->name))
        said.problem = tr("That is already its name.");
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
                    : tr("Account “%1” was created. Add credit and a key next.").arg(nameOf(made)));
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

FormWords CreditDialog::words() const {
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
    said.effect = tr("%1 is added: %2 can then be spent at once, instead of %3 now. What was added "
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
            succeed(tr("%1 was added to “%2”: %3 can be spent now.")
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

FormWords StandingDialog::words() const {
    if (account_.suspended)
        return {tr("Its keys work again at once; revoked and expired ones stay that way. No money "
                   "moves."),
                tr("Reinstate Account")};
    return {tr("Every key of the account is refused at once, until it is reinstated. No money "
               "moves: its orders stay where they are, and %1 stays held.")
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

NewKeyDialog::NewKeyDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                           const AdminAccount& account, QWidget* parent)
    : CustomerDialog(std::move(connection), settings, QStringLiteral("new-key"),
                     text(account.id.str()), parent)
    , account_(account) {
    const auto before = unanswered().value_or(QJsonObject());
    setHead(tr("New Key"), tr("For %1 (%2)").arg(nameOf(account), text(account.id.str())));
    name_ = addField(tr("Name of the key"), "keyName", before[kName].toString());
    type_ = named(new QComboBox, "keyType");
    type_->addItem(tr("The customer"), kCustomer);
    type_->addItem(tr("An operator of the service"), kOperator);
    type_->setCurrentIndex(before[kType].toString() == kOperator ? 1 : 0);
    form().add(tr("Used by"), type_);
    form().add(new QLabel(tr("Scopes")));
    form().add(makeScopes());
    cap_ = addField(tr("Daily cap (UTC) in %1; empty = the service's own cap")
                        .arg(text(account.available.currency)),
                    "keyCap", before[kCap].toString());
    form().add(makeEnd(before[kLastDay].toString()));
    const QJsonArray asked = before[kScopesAsked].toArray();
    for (QCheckBox* box : std::as_const(scopes_))
        box->setChecked(asked.contains(box->property(kScope).toString()));
    connect(type_, &QComboBox::currentIndexChanged, this, &NewKeyDialog::showScopes);
    finish();
    showScopes();
}

QWidget* NewKeyDialog::makeScopes() {
    auto* part = new QWidget;
    auto* grid = new QGridLayout(part);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(2);
    for (const contract::ScopeInfo& scope : contract::kScopes) {
        const QString name = QString::fromUtf8(scope.name.data(), qsizetype(scope.name.size()));
        auto* box = new QCheckBox(tr("%1: %2").arg(name, scopeWords(scope.name)));
        box->setObjectName(QStringLiteral("scope ") + name);
        box->setProperty(kScope, name);
        const int at = static_cast<int>(scopes_.size());
        grid->addWidget(box, at / kScopeColumns, at % kScopeColumns);
        connect(box, &QCheckBox::toggled, this, &NewKeyDialog::refresh);
        scopes_ << box;
    }
    return part;
}

QWidget* NewKeyDialog::makeEnd(const QString& day) {
    auto* part = new QWidget;
    auto* row = rowIn(part);
    ends_ = named(new QCheckBox(tr("Valid until the end of this day (UTC)")), "keyEnds");
    day_ = named(new QDateEdit, "keyLastDay", tr("Last day of the key"));
    day_->setCalendarPopup(true);
    day_->setDisplayFormat(dateFormat());
    const QDate today = QDateTime::currentDateTimeUtc().date();
    const QDate before = QDate::fromString(day, Qt::ISODate);
    day_->setMinimumDate(before.isValid() ? std::min(before, today) : today);
    day_->setDate(before.isValid() ? before : today.addDays(kUsualDays));
    ends_->setChecked(before.isValid());
    day_->setEnabled(before.isValid());
    connect(ends_, &QCheckBox::toggled, day_, &QWidget::setEnabled);
    row->addWidget(ends_);
    row->addWidget(day_);
    row->addStretch();
    return part;
}

QDate NewKeyDialog::lastDay() const {
    return ends_->isChecked() ? day_->date() : QDate();
}

bool NewKeyDialog::forOperators() const {
    return type_->currentData().toString() == kOperator;
}

void NewKeyDialog::showScopes() {
    for (QCheckBox* box : std::as_const(scopes_))
        box->setVisible(box->property(kScope).toString().startsWith(QLatin1String("admin:")) ==
                        forOperators());
    cap_->setEnabled(!forOperators());
    refresh();
}

QStringList NewKeyDialog::scopes() const {
    QStringList chosen;
    for (const QCheckBox* box : scopes_)
        if (box->isChecked() && !box->isHidden())
            chosen << box->property(kScope).toString();
    return chosen;
}

Result<std::optional<Money>> NewKeyDialog::cap() const {
    if (cap_->text().trimmed().isEmpty() || !cap_->isEnabled())
        return std::optional<Money>();
    auto typed = readMoney(cap_->text(), account_.available.currency);
    if (!typed)
        return failure(typed.error());
    return std::optional(*std::move(typed));
}

FormWords NewKeyDialog::words() const {
    const auto most = cap();
    const QStringList chosen = scopes();
    FormWords said{{}, tr("Create Key")};
    if (name_->text().trimmed().isEmpty())
        said.problem = tr("Type a name.");
    else if (name_->text().trimmed().size() > kLongestKeyName)
        said.problem =
            tr("The name is too long: at most %1 characters.").arg(number(kLongestKeyName));
    else if (chosen.isEmpty())
        said.problem = tr("Choose at least one scope.");
    else if (!most || (*most && (*most)->amount <= 0))
        said.problem = tr("The cap is not an amount of money above zero.");
    if (forOperators()) {
        said.caution = tr("An operator's key works on the orders and the money of all customers. "
                          "Never give it to a customer.");
        return said;
    }
    if (!spends(chosen) || !most)
        said.effect = spends(chosen) ? QString() : tr("The key cannot spend money.");
    else if (*most)
        said.effect = tr("The key can spend up to %1 a day of what the account has, which is %2 "
                         "now.")
                          .arg(money(**most), money(account_.available));
    else
        said.caution = tr("Without a cap the key can spend all that the account has at once, which "
                          "is %1 now, unless the service sets its own cap.")
                           .arg(money(account_.available));
    return said;
}

void NewKeyDialog::confirm() {
    const QStringList chosen = scopes();
    NewKey wanted;
    wanted.name = name_->text().trimmed().toStdString();
    for (const QString& scope : chosen)
        wanted.scopes.push_back(scope.toStdString());
    wanted.dailySpendCap = *cap();
    if (lastDay().isValid())
        wanted.expiresAt =
            lastDay().addDays(1).toString(QStringLiteral("yyyy-MM-ddT00:00:00.000Z")).toStdString();
    const QString type = type_->currentData().toString();
    send(
        {{kName, name_->text().trimmed()},
         {kType, type},
         {kScopesAsked, QJsonArray::fromStringList(chosen)},
         {kCap, wanted.dailySpendCap ? typedMoney(*wanted.dailySpendCap) : QString()},
         {kLastDay, lastDay().toString(Qt::ISODate)}},
        [id = account_.id, wanted, type = type.toStdString()](
            const Client& client, const IdempotencyKey& key, const CallOptions& call) {
            return client.admin().keys().create(id, type, wanted, key, call);
        },
        [this](const CreatedKey& made) {
            showSecret(made,
                       tr("The secret of key “%1” is shown this once. Give it to its user in a way "
                          "that nobody else can read; if it is lost, it can only be replaced.")
                           .arg(text(made.record.name)));
        });
}

EndKeyDialog::EndKeyDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                           const AdminAccount& account, const KeyRecord& key, Act act,
                           QWidget* parent)
    : CustomerDialog(std::move(connection), settings,
                     act == Act::Rotate ? QStringLiteral("rotate-key")
                                        : QStringLiteral("revoke-key"),
                     text(key.id.str()), parent)
    , key_(key)
    , act_(act) {
    setHead(
        act == Act::Rotate ? tr("Replace the Key") : tr("Revoke the Key"),
        tr("Key “%1” of %2, ending in %3").arg(text(key.name), nameOf(account), text(key.last4)));
    finish();
}

FormWords EndKeyDialog::words() const {
    FormWords said;
    if (act_ == Act::Rotate)
        said = {
            tr("A new key with the same scopes, cap and counters takes its place. The old one "
               "keeps working for another 24 hours, so that programs can be given the new one."),
            tr("Replace Key")};
    else
        said = {tr("The key is refused at once and for good. Programs that use it stop working; "
                   "orders and money stay as they are."),
                tr("Revoke Key")};
    if (key_.id.str() == at().account.key.id)
        said.caution = act_ == Act::Rotate
                           ? tr("This is the key that you work with here: enter the new one under "
                                "Accounts within 24 hours.")
                           : tr("This is the key that you work with here: you cannot go on "
                                "without another one.");
    return said;
}

void EndKeyDialog::confirm() {
    if (act_ == Act::Revoke)
        return send(
            {},
            [id = key_.id](const Client& client, const IdempotencyKey&, const CallOptions& call) {
                return client.admin().keys().revoke(id, call);
            },
            [this] {
                succeed(tr("Key “%1”, ending in %2, is refused from now on.")
                            .arg(text(key_.name), text(key_.last4)));
            });
    send(
        {},
        [id = key_.id](const Client& client, const IdempotencyKey& key, const CallOptions& call) {
            return client.admin().keys().rotate(id, key, call);
        },
        [this](const CreatedKey& made) {
            showSecret(
                made,
                tr("The secret of the new key is shown this once. The old one, ending in %1, keeps "
                   "working for another 24 hours: give programs the new one before then.")
                    .arg(text(key_.last4)));
        });
}

} // namespace leadsheet::desktop
