// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/workspace.hpp"
#include "account_session.hpp"

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/accounts/key_store.hpp"
#include "leadsheet/app/accounts/profile_store.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/model/key.hpp"

#include <QList>
#include <QObject>
#include <QPair>

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

class QWidget;

namespace leadsheet::app {
class Sandbox;
}

namespace leadsheet::desktop {

class Settings;

/// How to reach servers outside this computer.
struct Network {
    std::string proxy;  ///< address, "none", or empty for the system's
    std::string caFile; ///< PEM; empty = the system's only
};

/// An address and a key that work together, and what they open.
struct Proof {
    std::string baseUrl;
    ApiKey key;
    Connected connected; ///< without profile name and ledger file
    std::vector<BudgetStatus> budgets;
};

/// Asks the server whose key this is (GET /v1/account, and the budgets, which are free). An admin
/// key has no account of its own: the budgets prove it. A key that is just being typed is asked for
/// again where it fails. Blocks; any thread.
tl::expected<Proof, Trouble> proveKey(const std::string& baseUrl, const ApiKey& key,
                                      const Network& network, const std::stop_token& stop,
                                      bool keyTyped);

/// Starts the sandbox in `sandbox` unless it runs, and connects to it. Blocks; any thread.
tl::expected<Proof, Trouble> proveSandbox(std::shared_ptr<app::Sandbox>& sandbox,
                                          const app::AppFolders& folders,
                                          const std::stop_token& stop);

/// Makes one account of what the ledger knows of this one under other addresses, where there is
/// such. A ledger that is in use is left alone: whoever holds it next does it. Blocks.
void identifyAccount(const std::filesystem::path& ledgerFile, const submit::AccountRef& account);

/// What a key opens, as pairs of a name and a value for the person.
using Facts = QList<QPair<QString, QString>>;
Facts factsOf(const Proof& proof);

/// Fills an empty widget with them, one a line, values selectable.
void showFacts(QWidget& widget, const Facts& facts);

/// "live", "sandbox" and so on as the person reads it.
QString environmentWord(const std::string& environment);
/// What the service says of a profile's environment; while `connection` is another's or null, what
/// it said when the profile was made.
QString environmentWord(const app::Profile& profile, const Connected* connection);

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
    KeyRotation(AccountSession& session, Settings& settings, KeyRing& keys);

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
