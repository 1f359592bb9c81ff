// SPDX-License-Identifier: Apache-2.0
#include "key_dialogs.hpp"

#include "../shell/words.hpp"
#include "../widgets/facts_form.hpp"
#include "customer_model.hpp"
#include "scope_words.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/admin_keys.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <QCheckBox>
#include <QComboBox>
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

constexpr qsizetype kLongestName = 100; // the contract's KeyName
constexpr int kScopeColumns = 2;
constexpr QLatin1String kName("name");
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

} // namespace

NewKeyDialog::NewKeyDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                           const AdminAccount& account, QWidget* parent)
    : CustomerDialog(std::move(connection), settings, QStringLiteral("new-key"),
                     text(account.id.str()), parent)
    , account_(account) {
    const auto before = unanswered().value_or(QJsonObject());
    setHead(tr("New Key"), tr("For %1 (%2)").arg(nameOf(account), text(account.id.str())));
    name_ = addField(tr("Name of the key, for people"), "keyName", before[kName].toString());
    auto* label = new QLabel(tr("Who works with it"));
    type_ = new QComboBox;
    type_->setObjectName(QStringLiteral("keyType"));
    type_->setAccessibleName(label->text());
    type_->addItem(tr("The customer"), kCustomer);
    type_->addItem(tr("An operator of the service"), kOperator);
    type_->setCurrentIndex(before[kType].toString() == kOperator ? 1 : 0);
    label->setBuddy(type_);
    addPart(label);
    addPart(type_);
    addPart(new QLabel(tr("What it may do")));
    addPart(makeScopes());
    cap_ = addField(tr("At most a day (UTC) in %1; empty = the service's own cap")
                        .arg(text(account.available.currency)),
                    "keyCap", before[kCap].toString());
    addPart(makeEnd(before[kLastDay].toString()));
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
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins(0, 0, 0, 0);
    ends_ = new QCheckBox(tr("It works only until the end of this day (UTC)"));
    ends_->setObjectName(QStringLiteral("keyEnds"));
    day_ = new QDateEdit;
    day_->setObjectName(QStringLiteral("keyLastDay"));
    day_->setAccessibleName(tr("Last day of the key"));
    day_->setCalendarPopup(true);
    day_->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
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

CustomerWords NewKeyDialog::words() const {
    const auto most = cap();
    const QStringList chosen = scopes();
    CustomerWords said{{}, tr("Make Key")};
    if (name_->text().trimmed().isEmpty())
        said.problem = tr("Type a name.");
    else if (name_->text().trimmed().size() > kLongestName)
        said.problem = tr("The name is too long: at most %1 characters.").arg(number(kLongestName));
    else if (chosen.isEmpty())
        said.problem = tr("Choose what the key may do.");
    else if (!most || (*most && (*most)->amount <= 0))
        said.problem = tr("The cap is no amount of money above zero.");
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
                          "is %1 now, unless the service sets a cap of its own.")
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
            showSecret(made, tr("The secret of key “%1” is shown this once. Give it to whom it is "
                                "for in a way that nobody else can read; lost, it can only be "
                                "replaced.")
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

CustomerWords EndKeyDialog::words() const {
    CustomerWords said;
    if (act_ == Act::Rotate)
        said = {tr("A new key with the same rights, cap and counters takes its place. The old one "
                   "works for 24 hours more, so that programs can be given the new one."),
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
            showSecret(made, tr("The secret of the new key is shown this once. The old one, ending "
                                "in %1, works for 24 hours more: give programs the new one before "
                                "then.")
                                 .arg(text(key_.last4)));
        });
}

} // namespace leadsheet::desktop
