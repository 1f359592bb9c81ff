// SPDX-License-Identifier: Apache-2.0
#include "keys.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "leadsheet/resource/keys.hpp"
#include "trouble.hpp"

#include <QCoreApplication>

namespace leadsheet::desktop {

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

struct Words {
    Q_DECLARE_TR_FUNCTIONS(KeyTrouble)
};

QString reasonOf(const app::KeyStoreError& error) {
    using Kind = app::KeyStoreError::Kind;
    switch (error.kind) {
    case Kind::Refused:
        return Words::tr("The system keychain is locked or refused access.");
    case Kind::Silent:
        return Words::tr("The system keychain did not answer.");
    case Kind::Absent:
        break;
    }
    return Words::tr("There is no system keychain in this session.");
}

} // namespace

Trouble wrongAccount(const QString& profile, const QString& wanted, const QString& found) {
    Trouble trouble;
    trouble.what = Words::tr("The key belongs to account %1, but profile “%2” is for %3.")
                       .arg(found, profile, wanted);
    trouble.meaning = Words::tr("Nothing was changed and nothing was spent.");
    trouble.fix = Words::tr("Use the key of that account, or add another profile for this one.");
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
                       : Words::tr("There is no key of profile “%1” in the system keychain, or "
                                   "the keychain is locked.")
                             .arg(profile);
    trouble.meaning = Words::tr("Profile “%1” cannot be used without its key.").arg(profile);
    trouble.fix = mayBeLocked(error)
                      ? Words::tr("Unlock the keychain and try again, or enter the key.")
                      : Words::tr("Enter the key.");
    trouble.code = QStringLiteral("no_key");
    return trouble;
}

QString keptForSession(const app::KeyStoreError& error) {
    return Words::tr("%1 The key is kept until you quit and nowhere else; you will be asked for it "
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

KeyRotation::KeyRotation(AccountSession& session, Settings& settings, KeyRing& keys,
                         QObject* parent)
    : QObject(parent)
    , session_(session)
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
