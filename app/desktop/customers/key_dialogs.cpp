// SPDX-License-Identifier: Apache-2.0
// The dialogs about the keys of an account.
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "customer_dialog.hpp"
#include "customer_records.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_keys.hpp"
#include "leadsheet/try.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDateEdit>
#include <QDateTime>
#include <QGridLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Scope)
};

constexpr QLatin1String kName("name");
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
    for (const auto& known : all)
        if (known.scope == scope)
            return known.words;
    return {};
}

class NewKeyDialog : public CustomerDialog {
    Q_DECLARE_TR_FUNCTIONS(leadsheet::desktop::NewKeyDialog)

public:
    NewKeyDialog(const DialogPlace& place, const AdminAccount& account);

protected:
    FormWords words() const override;
    void confirm() override;

private:
    QWidget* makeScopes();
    QWidget* makeEnd(const QString& day);
    void showScopes();
    bool forOperators() const;
    QStringList scopes() const;
    Result<std::optional<Money>> cap() const;
    /// The last day on which the key works; invalid = it works until it is revoked.
    QDate lastDay() const;

    AdminAccount account_;
    QLineEdit* name_ = nullptr;
    QComboBox* type_ = nullptr;
    QLineEdit* cap_ = nullptr;
    QCheckBox* ends_ = nullptr;
    QDateEdit* day_ = nullptr;
    QList<QCheckBox*> scopes_;
};

NewKeyDialog::NewKeyDialog(const DialogPlace& place, const AdminAccount& account)
    : CustomerDialog(place, QStringLiteral("new-key"), text(account.id.str()))
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
    addAll(row, {ends_, day_});
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
    LEADSHEET_TRY(auto typed, readMoney(cap_->text(), account_.available.currency));
    return std::optional(std::move(typed));
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

class EndKeyDialog : public CustomerDialog {
    Q_DECLARE_TR_FUNCTIONS(leadsheet::desktop::EndKeyDialog)

public:
    enum class Act { Rotate, Revoke };

    EndKeyDialog(const DialogPlace& place, const AdminAccount& account, const KeyRecord& key,
                 Act act)
        : CustomerDialog(place,
                         act == Act::Rotate ? QStringLiteral("rotate-key")
                                            : QStringLiteral("revoke-key"),
                         text(key.id.str()))
        , key_(key)
        , act_(act) {
        setHead(act == Act::Rotate ? tr("Replace the Key") : tr("Revoke the Key"),
                tr("Key “%1” of %2, ending in %3")
                    .arg(text(key.name), nameOf(account), text(key.last4)));
        finish();
    }

protected:
    FormWords words() const override {
        FormWords said;
        if (act_ == Act::Rotate)
            said = {
                tr("A new key with the same scopes, cap and counters takes its place. The old one "
                   "keeps working for another 24 hours, so that programs can be given the new "
                   "one."),
                tr("Replace Key")};
        else
            said = {
                tr("The key is refused at once and for good. Programs that use it stop working; "
                   "orders and money stay as they are."),
                tr("Revoke Key")};
        if (key_.id.str() == at().account.key.id)
            said.caution =
                act_ == Act::Rotate
                    ? tr("This is the key that you work with here: enter the new one under "
                         "Accounts within 24 hours.")
                    : tr("This is the key that you work with here: you cannot go on "
                         "without another one.");
        return said;
    }

    void confirm() override {
        if (act_ == Act::Revoke)
            return send(
                {},
                [id = key_.id](const Client& client, const IdempotencyKey&,
                               const CallOptions& call) {
                    return client.admin().keys().revoke(id, call);
                },
                [this] {
                    succeed(tr("Key “%1”, ending in %2, is refused from now on.")
                                .arg(text(key_.name), text(key_.last4)));
                });
        send(
            {},
            [id = key_.id](const Client& client, const IdempotencyKey& key,
                           const CallOptions& call) {
                return client.admin().keys().rotate(id, key, call);
            },
            [this](const CreatedKey& made) {
                showSecret(
                    made, tr("The secret of the new key is shown this once. The old one, ending in "
                             "%1, keeps "
                             "working for another 24 hours: give programs the new one before then.")
                              .arg(text(key_.last4)));
            });
    }

private:
    KeyRecord key_;
    Act act_;
};

} // namespace

CustomerDialog* newKeyDialog(const DialogPlace& place, const AdminAccount& account) {
    return new NewKeyDialog(place, account);
}

CustomerDialog* rotateKeyDialog(const DialogPlace& place, const AdminAccount& account,
                                const KeyRecord& key) {
    return new EndKeyDialog(place, account, key, EndKeyDialog::Act::Rotate);
}

CustomerDialog* revokeKeyDialog(const DialogPlace& place, const AdminAccount& account,
                                const KeyRecord& key) {
    return new EndKeyDialog(place, account, key, EndKeyDialog::Act::Revoke);
}

} // namespace leadsheet::desktop
