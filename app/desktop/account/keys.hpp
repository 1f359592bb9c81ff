// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/workspace.hpp"
#include "account_session.hpp"
#include "leadsheet/app/accounts/key_store.hpp"
#include "leadsheet/model/key.hpp"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace leadsheet::desktop {

class Settings;

/// Keys by profile: in the system keychain, or, where that fails, in memory until the program ends.
/// Never in a file. GUI thread only. Each call may turn the event loop until the keychain (or the
/// person at its prompt) has answered: the caller must expect anything to have changed meanwhile.
class KeyRing {
public:
    explicit KeyRing(std::unique_ptr<app::KeyStore> store)
        : store_(std::move(store)) {}

    tl::expected<std::optional<ApiKey>, app::KeyStoreError> find(const std::string& entry);
    /// Nothing when the keychain took it; else why not, and the key is kept for this session.
    std::optional<app::KeyStoreError> keep(const std::string& entry, const ApiKey& key);
    void forget(const std::string& entry);
    void move(const std::string& from, const std::string& to);

private:
    std::unique_ptr<app::KeyStore> store_;
    std::map<std::string, ApiKey> session_;
};

/// The key belongs to another account than the profile.
Trouble wrongAccount(const QString& profile, const QString& wanted, const QString& found);
/// Whether a key that was not found may be there once the keychain is unlocked.
bool mayBeLocked(const app::KeyStoreError* error);
/// No key for a profile: none stored, locked, or (`error`) no keychain that answers.
Trouble noKey(const QString& profile, const app::KeyStoreError* error);
/// Said after a key was accepted that the keychain did not take.
QString keptForSession(const app::KeyStoreError& error);

/// Replaces the key of the connected profile by a new one with the same rights. That it was begun,
/// and under which idempotency key, is written down before anything is asked for: a lost answer or
/// the end of the program loses no key, because the same request shows the same secret again. The
/// old key is given up by nobody here; the service ends it after its overlap. GUI thread only.
class KeyRotation : public QObject {
    Q_OBJECT

public:
    KeyRotation(AccountSession& session, Settings& settings, KeyRing& keys,
                QObject* parent = nullptr);

    /// A customer's profile is connected, and nothing of this is under way.
    bool isPossible() const;
    /// Begins, or goes on with what was begun for this key.
    void start();

signals:
    void changed();
    void said(leadsheet::desktop::NoticeKind kind, const QString& text);
    /// The profile has another key now.
    void replaced(const QString& profile);

private:
    struct Answer {
        Result<CreatedKey> made;
        std::optional<std::string> oldEnds;
    };

    void goOn();
    void came(const std::shared_ptr<const Connected>& at, const Answer& answer);
    void failed(const Connected& at, const Error& error);
    QString begun(const Connected& at) const;
    void keepBegun(const Connected& at, const QString& once);
    void forget(const Connected& at);

    AccountSession& session_;
    Settings& settings_;
    KeyRing& keys_;
    Background working_;
};

} // namespace leadsheet::desktop
