// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/workspace.hpp"
#include "keys.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"

#include <QObject>

#include <functional>

namespace leadsheet::app {
class Sandbox;
}

namespace leadsheet::desktop {

/// Connects the window's session to the sandbox or to a profile, keeps the list of profiles that
/// command line and desktop share, and remembers what was used last. Servers, files and the
/// sandbox are worked on beside the GUI thread; the keychain is asked from it, with the event loop
/// turning.
class Connector : public QObject {
    Q_OBJECT

public:
    Connector(const app::AppFolders& folders, Settings& settings, AccountSession& session,
              std::unique_ptr<app::KeyStore> keys);
    ~Connector() override;

    /// At the start of the program: the sandbox if asked for, else what was used last, else the
    /// default profile. Without any of these the session stays as it is.
    void start(bool sandbox);
    void useSandbox();
    void useProfile(const QString& name);
    void tryAgain();

    /// What the session is connected to, or was last meant to be; empty = the sandbox or nothing.
    const QString& profileWanted() const { return profile_; }
    bool sandboxWanted() const { return sandboxWanted_; }
    /// The session failed because there is no key for profileWanted().
    bool needsKey() const { return needsKey_; }
    /// The key may be there once the keychain is unlocked.
    bool keyMayBeLocked() const { return needsKey_ && keyMayBeLocked_; }

    const app::Profiles& profiles() const { return profiles_; }
    bool profilesLoaded() const { return loaded_; }
    const app::Profile* profile(const QString& name) const;
    /// Proxy and certificates as set.
    Network network() const;

    /// Tries address and key, and changes nothing. A later test replaces this one.
    void test(const std::string& baseUrl, const ApiKey& key, const Network& network,
              std::function<void(tl::expected<Proof, Trouble>)> done);
    void stopTest();
    /// Keeps a proven account as a profile (with `replace` in place of one of that name), its key
    /// in the keychain, and connects to it.
    void save(const QString& name, Proof proof, bool replace,
              std::function<void(std::optional<Trouble>)> done);

    void rename(const QString& from, const QString& to);
    void remove(const QString& name);
    void makeDefault(const QString& name);

    KeyRotation& rotation() { return rotation_; }

    /// Asks the server for the balance of now, for AccountSession::figures(); at most one question
    /// at a time.
    void refreshBalance();
    app::Sandbox* sandbox() const { return sandbox_.get(); }

signals:
    void profilesChanged();
    /// Something the person should read; not a failure to connect.
    void said(leadsheet::desktop::NoticeKind kind, const QString& text);

private:
    using Change = std::function<Result<void>(app::Profiles&)>;

    void loadProfiles(std::function<void()> then);
    void change(Change what, std::function<void(const Result<void>&)> then);
    void profilesAre(Result<app::Profiles> profiles);
    void connectWithKey(const app::Profile& profile, const ApiKey& key);
    void proven(const app::Profile& profile, tl::expected<Proof, Trouble> proof);
    void connected(Connected connected);
    void failed(const Trouble& trouble, bool forWantOfAKey = false);
    void remember();

    app::AppFolders folders_;
    Settings& settings_;
    AccountSession& session_;
    KeyRing keys_;
    KeyRotation rotation_;
    app::Profiles profiles_;
    bool loaded_ = false;
    QString profile_;
    bool sandboxWanted_ = false;
    bool needsKey_ = false;
    bool keyMayBeLocked_ = false;
    std::uint64_t wish_ = 0; ///< counts what was asked for, so that late answers are dropped
    std::shared_ptr<app::Sandbox> sandbox_; ///< once started it runs as long as the program
    /// The same for the thread that starts it, so that a start nobody waits for is not lost.
    std::shared_ptr<std::shared_ptr<app::Sandbox>> started_;
    bool refreshing_ = false;
    Background connecting_;
    Background testing_;
    Background files_;
    Background asking_;
};

/// Says over every page why the account is not connected, with the way out: try again, or enter
/// the key.
class ConnectionNotice : public NoticeBar {
    Q_OBJECT

public:
    ConnectionNotice(const AccountSession& session, Connector& connector);

signals:
    void keyWanted(const QString& profile);
};

} // namespace leadsheet::desktop
