// SPDX-License-Identifier: Apache-2.0
#include "keys.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/resource/keys.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/work/connecting.hpp"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <limits>

namespace leadsheet::desktop {
namespace {

constexpr const char* kAgent = "leadsheet-desktop/" LEADSHEET_VERSION;

tl::expected<Proof, Trouble> prove(ClientOptions options, const TroubleContext& at,
                                   const std::stop_token& stop) {
    const auto refused = [&at](const Error& error) {
        return tl::unexpected<Trouble>(troubleOf(error, at));
    };
    options.userAgent = kAgent;
    const std::string baseUrl = options.baseUrl;
    const ApiKey key = options.apiKey;
    auto proven = work::prove(std::move(options), stop, work::AdminKeys::Accepted);
    if (!proven)
        return refused(proven.error());
    auto budgets = proven->client->account().rateLimit(work::firstCall(stop));
    if (!budgets)
        return refused(budgets.error());
    Connected connected;
    connected.account = std::move(proven->account);
    connected.admin = proven->admin;
    connected.client = std::move(proven->client);
    connected.ref = {baseUrl, connected.account.id, {}, connected.account.instanceId};
    return Proof{baseUrl, key, std::move(connected), *std::move(budgets)};
}

} // namespace

tl::expected<Proof, Trouble> proveKey(const std::string& baseUrl, const ApiKey& key,
                                      const Network& network, const std::stop_token& stop,
                                      bool keyTyped) {
    ClientOptions options(baseUrl, key);
    options.transport.proxy = network.proxy;
    options.transport.caFile = network.caFile;
    return prove(std::move(options), {QString::fromStdString(baseUrl), false, false, keyTyped},
                 stop);
}

tl::expected<Proof, Trouble> proveSandbox(std::shared_ptr<app::Sandbox>& sandbox,
                                          const app::AppFolders& folders,
                                          const std::stop_token& stop) {
    const TroubleContext at{{}, true};
    if (!sandbox) {
        auto started = app::Sandbox::start(folders.sandboxFolder());
        if (!started)
            return tl::unexpected<Trouble>(troubleOf(started.error(), at));
        sandbox = *std::move(started);
    }
    ClientOptions options(sandbox->baseUrl(), sandbox->key());
    options.transport.proxy = "none";
    auto proof = prove(std::move(options), at, stop);
    if (!proof)
        return proof;
    // A sandbox listens on another port each time; its account is what stays.
    proof->connected.ref.baseUrl = proof->connected.ref.profile = "sandbox";
    proof->connected.sandbox = true;
    proof->connected.ledgerFile = folders.sandboxLedgerFile();
    identifyAccount(proof->connected.ledgerFile, proof->connected.ref);
    proof->connected.server = sandbox;
    return proof;
}

void identifyAccount(const std::filesystem::path& ledgerFile, const submit::AccountRef& account) {
    std::error_code ignored;
    if (account.instanceId.empty() || !std::filesystem::exists(ledgerFile, ignored))
        return;
    submit::LedgerOptions options;
    options.checkIntegrity = false; // checked whenever a run begins
    auto ledger = submit::Ledger::open(ledgerFile, options);
    if (!ledger)
        return;
    const auto runs = ledger->runs(std::numeric_limits<std::int32_t>::max());
    const bool isUnknown = runs && std::any_of(runs->begin(), runs->end(), [&](const auto& run) {
                               return run.spec.account.accountId == account.accountId &&
                                      run.spec.account.instanceId.empty();
                           });
    if (!isUnknown)
        return;
    if (const auto lock = ledger->lock()) {
        [[maybe_unused]] const auto known = ledger->identify(account, *lock);
    }
}

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(AccountFacts)
};

QString budgetLine(const BudgetStatus& budget) {
    const QString length = durationText(std::chrono::seconds(budget.windowSeconds));
    const QString left = number(budget.remaining);
    const QString limit = number(budget.limit);
    if (budget.policy == "orders")
        return Words::tr("%1 of %2 new orders left in %3").arg(left, limit, length);
    if (budget.policy == "lookups")
        return Words::tr("%1 of %2 checks of these limits left in %3").arg(left, limit, length);
    return Words::tr("%1 of %2 other requests to the service left in %3").arg(left, limit, length);
}

} // namespace

QString environmentWord(const std::string& environment) {
    if (environment == "sandbox")
        return Words::tr("sandbox, play money");
    if (environment == "live")
        return Words::tr("live");
    return text(environment);
}

QString environmentWord(const app::Profile& profile, const Connected* connection) {
    const bool connected = connection != nullptr && !connection->sandbox && !connection->admin &&
                           connection->ref.profile == profile.name;
    return environmentWord(connected ? connection->account.environment : profile.environment);
}

Facts factsOf(const Proof& proof) {
    const Account& account = proof.connected.account;
    Facts facts;
    if (proof.connected.admin) {
        facts.append(
            {Words::tr("Key"),
             Words::tr("admin key ending in %1, for fulfilment").arg(text(account.key.last4))});
    } else {
        facts.append(
            {Words::tr("Account"), account.name.empty() ? text(account.id) : text(account.name)});
        facts.append({Words::tr("Environment"), environmentWord(account.environment)});
        facts.append(
            {Words::tr("Balance"), Words::tr("%1 available, %2 held")
                                       .arg(money(account.available), money(account.held))});
        if (account.spendCap)
            facts.append({Words::tr("Daily cap"), Words::tr("%1, of which %2 used today")
                                                      .arg(money(account.spendCap->daily),
                                                           money(account.spendCap->spentToday))});
        facts.append({Words::tr("Key"), Words::tr("ending in %1").arg(text(account.key.last4))});
    }
    QStringList scopes;
    for (const std::string& scope : account.key.scopes)
        scopes << text(scope);
    if (!scopes.isEmpty())
        facts.append({Words::tr("Scopes"), scopes.join(QStringLiteral(", "))});
    QStringList budgets;
    for (const BudgetStatus& budget : proof.budgets)
        budgets << budgetLine(budget);
    if (!budgets.isEmpty())
        facts.append({Words::tr("Limits"), budgets.join(QLatin1Char('\n'))});
    return facts;
}

void showFacts(QWidget& widget, const Facts& facts) {
    auto* grid = new QGridLayout(&widget);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (int row = 0; row < facts.size(); ++row) {
        auto* name = new QLabel(facts.at(row).first);
        name->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignLeft);
        grid->addWidget(wrappingLabel(facts.at(row).second), row, 1);
    }
}

tl::expected<std::optional<ApiKey>, app::KeyStoreError> KeyRing::find(const std::string& entry) {
    if (const auto kept = session_.find(entry); kept != session_.end())
        return kept->second;
    return store_->read(entry);
}

std::optional<app::KeyStoreError> KeyRing::keep(const std::string& entry, const ApiKey& key) {
    session_.insert_or_assign(entry, key);
    auto stored = store_->write(entry, key);
    if (!stored)
        return stored.error();
    session_.erase(entry);
    return std::nullopt;
}

void KeyRing::forget(const std::string& entry) {
    session_.erase(entry);
    // A keychain that cannot be reached holds nothing that this program could remove.
    [[maybe_unused]] const auto removed = store_->remove(entry);
}

void KeyRing::move(const std::string& from, const std::string& to) {
    const auto key = find(from);
    if (!key || !*key)
        return;
    if (keep(to, **key) && session_.find(from) == session_.end())
        return; // the old entry is all there is in the keychain
    forget(from);
}

namespace {

struct KeyWords {
    Q_DECLARE_TR_FUNCTIONS(KeyTrouble)
};

QString reasonOf(const app::KeyStoreError& error) {
    using Kind = app::KeyStoreError::Kind;
    switch (error.kind) {
    case Kind::Refused:
        return KeyWords::tr("The system keychain is locked or refused access.");
    case Kind::Silent:
        return KeyWords::tr("The system keychain did not answer.");
    case Kind::Absent:
        break;
    }
    return KeyWords::tr("There is no system keychain in this session.");
}

} // namespace

Trouble wrongAccount(const QString& profile, const QString& wanted, const QString& found) {
    Trouble trouble;
    trouble.what = KeyWords::tr("The key belongs to account %1, but profile “%2” is for %3.")
                       .arg(found, profile, wanted);
    trouble.meaning = KeyWords::tr("Nothing was changed and nothing was spent.");
    trouble.fix = KeyWords::tr("Use the key of that account, or add another profile for this one.");
    trouble.code = QStringLiteral("wrong_account");
    return trouble;
}

bool mayBeLocked(const app::KeyStoreError* error) {
    return error == nullptr || error->kind != app::KeyStoreError::Kind::Absent;
}

Trouble noKey(const QString& profile, const app::KeyStoreError* error) {
    Trouble trouble;
    trouble.what = error != nullptr
                       ? reasonOf(*error)
                       : KeyWords::tr("There is no key of profile “%1” in the system keychain, or "
                                      "the keychain is locked.")
                             .arg(profile);
    trouble.meaning = KeyWords::tr("Profile “%1” cannot be used without its key.").arg(profile);
    trouble.fix = mayBeLocked(error)
                      ? KeyWords::tr("Unlock the keychain and try again, or enter the key.")
                      : KeyWords::tr("Enter the key.");
    trouble.code = QStringLiteral("no_key");
    return trouble;
}

QString keptForSession(const app::KeyStoreError& error) {
    return KeyWords::tr(
               "%1 The key is kept until you quit and nowhere else; you will be asked for it "
               "next time.")
        .arg(reasonOf(error));
}

namespace {

const QString kBegunKey = QStringLiteral("account/keysBeingReplaced");

/// "address key-id idempotency-key": none of them holds a space, or is a secret.
QString lineStart(const Connected& at) {
    return text(at.ref.baseUrl) + QLatin1Char(' ') + text(at.account.key.id) + QLatin1Char(' ');
}

/// The service may have done it although no answer came.
bool mayHaveHappened(const Error& error) {
    return error.certainty == Certainty::Unknown || error.httpStatus >= 500 ||
           error.httpStatus == 429 || error.httpStatus == 409 || error.httpStatus == 0;
}

std::optional<std::string> endOf(const Keys& keys, const std::string& id, const CallOptions& call) {
    auto all = keys.all({}, call);
    while (true) {
        const auto key = all.next();
        if (!key || !*key)
            return {};
        if ((*key)->id.str() == id)
            return (*key)->expiresAt;
    }
}

} // namespace

KeyRotation::KeyRotation(AccountSession& session, Settings& settings, KeyRing& keys)
    : session_(session)
    , settings_(settings)
    , keys_(keys) {
    connect(&session, &AccountSession::changed, this, &KeyRotation::goOn);
    connect(&working_, &Background::busyChanged, this, &KeyRotation::changed);
}

bool KeyRotation::isPossible() const {
    const auto at = session_.connection();
    return at && !at->sandbox && !at->admin && !at->account.key.id.empty() && !working_.busy();
}

QString KeyRotation::begun(const Connected& at) const {
    const QString start = lineStart(at);
    for (const QString& line : settings_.value(kBegunKey).toStringList())
        if (line.startsWith(start))
            return line.mid(start.size());
    return {};
}

void KeyRotation::keepBegun(const Connected& at, const QString& once) {
    QStringList lines = settings_.value(kBegunKey).toStringList();
    lines << lineStart(at) + once;
    settings_.setValue(kBegunKey, lines);
    settings_.flush();
}

void KeyRotation::forget(const Connected& at) {
    QStringList lines = settings_.value(kBegunKey).toStringList();
    const QString start = lineStart(at);
    lines.erase(std::remove_if(lines.begin(), lines.end(),
                               [&](const QString& line) { return line.startsWith(start); }),
                lines.end());
    settings_.setValue(kBegunKey, lines);
}

void KeyRotation::goOn() {
    if (isPossible() && !begun(*session_.connection()).isEmpty())
        start();
    else
        emit changed();
}

void KeyRotation::start() {
    if (!isPossible())
        return;
    const auto at = session_.connection();
    QString once = begun(*at);
    if (once.isEmpty()) {
        once = text(newActKey("rotate-key").str());
        keepBegun(*at, once);
    }
    working_.run(
        [at, once = once.toStdString()](const std::stop_token& stop) {
            const Keys keys = at->client->keys();
            const CallOptions call = callUntil(stop);
            const auto key = IdempotencyKey::parse(once);
            const auto id = KeyId::parse(at->account.key.id);
            if (!key || !id)
                return Answer{failure(key ? id.error() : key.error()), {}};
            Answer answer{keys.rotate(*id, *key, call), {}};
            if (answer.made)
                answer.oldEnds = endOf(keys, id->str(), call);
            return answer;
        },
        [this, at](const Answer& answer) { came(at, answer); });
}

void KeyRotation::came(const std::shared_ptr<const Connected>& at, const Answer& answer) {
    if (!answer.made)
        return failed(*at, answer.made.error());
    // It may have been renamed meanwhile.
    const auto now = session_.connection();
    const bool same = now && now->account.key.id == at->account.key.id;
    const QString profile = same ? now->profile : at->profile;
    const auto notKept =
        keys_.keep(app::keyEntry(profile.toStdString(), at->ref.baseUrl), answer.made->secret);
    const QString ends =
        answer.oldEnds ? tr("The old one works until %1.").arg(timeText(*answer.oldEnds, wallNow()))
                       : tr("The old one keeps working for another 24 hours.");
    if (notKept) {
        // What was begun stays: the next start finds the old key and asks for the new one again.
        emit said(NoticeKind::Warn,
                  keptForSession(*notKept) + QLatin1Char(' ') + ends + QLatin1Char(' ') +
                      tr("Open the keychain and start the program again before then."));
    } else {
        forget(*at);
        emit said(NoticeKind::Good,
                  tr("“%1” has a new key, ending in %2, which is in the keychain.")
                          .arg(profile, text(answer.made->record.last4)) +
                      QLatin1Char(' ') + ends);
    }
    emit replaced(profile);
}

void KeyRotation::failed(const Connected& at, const Error& error) {
    if (error.is(ErrorCode::Cancelled))
        return;
    if (error.is(ErrorCode::InvalidTransition)) {
        forget(at);
        emit said(NoticeKind::Bad, tr("This key was already replaced, elsewhere. Enter the new one "
                                      "under Enter Key…, or have another one created."));
    } else if (mayHaveHappened(error)) {
        emit said(NoticeKind::Warn,
                  callTrouble(error, at,
                              tr("The key in use keeps working. Press Replace Key again: if the "
                                 "new key was made, the same one is shown again.")));
    } else {
        forget(at);
        emit said(NoticeKind::Bad, callTrouble(error, at));
    }
}

} // namespace leadsheet::desktop
