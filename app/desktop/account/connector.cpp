// SPDX-License-Identifier: Apache-2.0
#include "connector.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "account_session.hpp"

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/work/connecting.hpp"

#include <QTimer>

namespace leadsheet::desktop {
namespace {

const QString kLast = QStringLiteral("account/last");
const QString kSandbox = QStringLiteral("sandbox");
const QString kProfile = QStringLiteral("profile:");

} // namespace

Connector::Connector(const app::AppFolders& folders, Settings& settings, AccountSession& session,
                     std::unique_ptr<app::KeyStore> keys)
    : folders_(folders)
    , settings_(settings)
    , session_(session)
    , keys_(std::move(keys))
    , rotation_(session, settings, keys_)
    , started_(std::make_shared<std::shared_ptr<app::Sandbox>>()) {
    connect(&rotation_, &KeyRotation::said, this, &Connector::said);
    connect(&rotation_, &KeyRotation::replaced, this, [this](const QString& name) {
        if (name == profile_ && !sandboxWanted_)
            useProfile(name);
    });
}

Connector::~Connector() = default;

void Connector::start(bool sandbox) {
    const QString last = settings_.value(kLast).toString();
    if (sandbox || last == kSandbox)
        useSandbox();
    loadProfiles([this, last] {
        if (sandboxWanted_ || !profile_.isEmpty())
            return;
        const QString used = last.startsWith(kProfile) ? last.mid(kProfile.size()) : QString();
        const app::Profile* chosen = profile(used);
        if (chosen == nullptr)
            chosen = profiles_.choose({});
        if (chosen != nullptr)
            useProfile(text(chosen->name));
    });
}

void Connector::useSandbox() {
    ++wish_;
    profile_.clear();
    sandboxWanted_ = true;
    needsKey_ = false;
    connecting_.cancel();
    session_.setConnecting();
    connecting_.run(
        [started = started_, folders = folders_](const std::stop_token& stop) {
            return proveSandbox(*started, folders, stop);
        },
        [this](tl::expected<Proof, Trouble> proof) {
            sandbox_ = *started_;
            if (!proof)
                return failed(proof.error());
            connected(std::move(proof->connected));
        });
}

void Connector::useProfile(const QString& name) {
    const app::Profile* found = profile(name);
    if (found == nullptr)
        return;
    const std::uint64_t wish = ++wish_;
    profile_ = name;
    sandboxWanted_ = false;
    needsKey_ = false;
    connecting_.cancel();
    session_.setConnecting(submit::AccountRef{found->baseUrl, found->accountId, found->name});
    // From the event loop, because the keychain turns it.
    QTimer::singleShot(0, this, [this, wish, chosen = *found] {
        if (wish != wish_)
            return;
        const auto key = keys_.find(app::keyEntry(chosen.name, chosen.baseUrl));
        if (wish != wish_)
            return;
        const app::KeyStoreError* const fault = key ? nullptr : &key.error();
        keyMayBeLocked_ = mayBeLocked(fault) && !(key && *key);
        if (!key || !*key)
            return failed(noKey(text(chosen.name), fault), true);
        connectWithKey(chosen, **key);
    });
}

void Connector::tryAgain() {
    if (sandboxWanted_)
        useSandbox();
    else
        useProfile(profile_);
}

void Connector::connectWithKey(const app::Profile& chosen, const ApiKey& key) {
    connecting_.run(
        [url = chosen.baseUrl, key, network = network(),
         ledger = folders_.ledgerFile()](const std::stop_token& stop) {
            auto proof = proveKey(url, key, network, stop, false);
            if (proof)
                identifyAccount(ledger, proof->connected.ref);
            return proof;
        },
        [this, chosen](tl::expected<Proof, Trouble> proof) { proven(chosen, std::move(proof)); });
}

void Connector::proven(const app::Profile& chosen, tl::expected<Proof, Trouble> proof) {
    if (!proof)
        return failed(proof.error());
    Connected& now = proof->connected;
    if (!chosen.accountId.empty() && chosen.accountId != now.account.id)
        return failed(wrongAccount(text(chosen.name), text(chosen.accountId), text(now.account.id)),
                      true);
    now.profile = text(chosen.name);
    now.ref.profile = chosen.name;
    now.ledgerFile = folders_.ledgerFile();
    connected(std::move(now));
}

void Connector::connected(Connected now) {
    remember();
    session_.setConnected(std::make_shared<const Connected>(std::move(now)));
}

void Connector::failed(const Trouble& trouble, bool forWantOfAKey) {
    needsKey_ = forWantOfAKey || trouble.code == QLatin1String("invalid_api_key") ||
                trouble.code == QLatin1String("expired_api_key") ||
                trouble.code == QLatin1String("revoked_api_key");
    session_.setFailed(trouble);
}

void Connector::remember() {
    settings_.setValue(kLast, sandboxWanted_ ? kSandbox : kProfile + profile_);
}

const app::Profile* Connector::profile(const QString& name) const {
    return name.isEmpty() ? nullptr : profiles_.find(name.toStdString());
}

Network Connector::network() const {
    return {settings_.proxy().toStdString(), settings_.caFile().toStdString()};
}

void Connector::loadProfiles(std::function<void()> then) {
    files_.run([file = folders_.profilesFile()](
                   const std::stop_token&) { return app::ProfileStore(file).load(); },
               [this, then = std::move(then)](Result<app::Profiles> profiles) {
                   profilesAre(std::move(profiles));
                   then();
               });
}

void Connector::profilesAre(Result<app::Profiles> profiles) {
    loaded_ = true;
    if (profiles)
        profiles_ = *std::move(profiles);
    else
        emit said(NoticeKind::Bad, sentence(troubleOf(profiles.error(), TroubleContext{})));
    emit profilesChanged();
}

void Connector::change(Change what, std::function<void(const Result<void>&)> then) {
    struct Changed {
        Result<void> result;
        Result<app::Profiles> profiles;
    };
    files_.run(
        [file = folders_.profilesFile(), what = std::move(what)](const std::stop_token&) {
            app::ProfileStore store(file);
            auto result = store.update(what);
            return Changed{std::move(result), store.load()};
        },
        [this, then = std::move(then)](Changed changed) {
            profilesAre(std::move(changed.profiles));
            then(changed.result);
        });
}

void Connector::test(const std::string& baseUrl, const ApiKey& key, const Network& network,
                     std::function<void(tl::expected<Proof, Trouble>)> done) {
    testing_.cancel();
    testing_.run(
        [baseUrl, key, network](const std::stop_token& stop) {
            return proveKey(baseUrl, key, network, stop, true);
        },
        std::move(done));
}

void Connector::stopTest() {
    testing_.cancel();
}

void Connector::save(const QString& name, Proof proof, bool replace,
                     std::function<void(std::optional<Trouble>)> done) {
    const Account& account = proof.connected.account;
    const app::Profile added{name.toStdString(), proof.baseUrl, account.id, account.name,
                             account.environment};
    auto put = [added, replace](app::Profiles& profiles) {
        return work::keepProfile(profiles, added, replace);
    };
    change(std::move(put), [this, added, proof = std::move(proof),
                            done = std::move(done)](const Result<void>& stored) {
        if (!stored)
            return done(troubleOf(stored.error(), TroubleContext{}));
        const std::uint64_t wish = ++wish_;
        connecting_.cancel();
        done(std::nullopt);
        const auto notKept = keys_.keep(app::keyEntry(added.name, added.baseUrl), proof.key);
        if (wish == wish_) {
            profile_ = text(added.name);
            sandboxWanted_ = false;
            needsKey_ = false;
            proven(added, proof);
        }
        if (notKept) // said of the new account
            emit said(NoticeKind::Warn, keptForSession(*notKept));
    });
}

void Connector::rename(const QString& from, const QString& to) {
    const app::Profile* found = profile(from);
    if (found == nullptr || from == to)
        return;
    const app::Profile old = *found;
    const std::string name = to.toStdString();
    auto apply = [old, name](app::Profiles& profiles) -> Result<void> {
        if (auto named = app::checkProfileName(name); !named)
            return named;
        if (profiles.find(name) != nullptr)
            return failure(localError(ErrorCode::InvalidArgument,
                                      "There is a profile named '" + name + "' already."));
        for (app::Profile& profile : profiles.all)
            if (profile.name == old.name)
                profile.name = name;
        if (profiles.active == old.name)
            profiles.active = name;
        return {};
    };
    change(std::move(apply), [this, old, from, to](const Result<void>& stored) {
        if (!stored) {
            emit said(NoticeKind::Bad, sentence(troubleOf(stored.error(), TroubleContext{})));
            return;
        }
        if (profile_ == from) {
            profile_ = to;
            remember();
        }
        if (const auto now = session_.connection(); now && now->profile == from) {
            Connected renamed = *now;
            renamed.profile = to;
            renamed.ref.profile = to.toStdString();
            session_.setConnected(std::make_shared<const Connected>(std::move(renamed)));
        }
        keys_.move(app::keyEntry(old.name, old.baseUrl),
                   app::keyEntry(to.toStdString(), old.baseUrl));
    });
}

void Connector::remove(const QString& name) {
    const app::Profile* found = profile(name);
    if (found == nullptr)
        return;
    const app::Profile gone = *found;
    const auto last = std::make_shared<bool>(false); // no other profile is of the same account
    auto apply = [gone, last](app::Profiles& profiles) -> Result<void> {
        *last = work::dropProfile(profiles, gone);
        return {};
    };
    change(std::move(apply), [this, gone, name, last](const Result<void>& stored) {
        if (!stored) {
            emit said(NoticeKind::Bad, sentence(troubleOf(stored.error(), TroubleContext{})));
            return;
        }
        if (profile_ == name) {
            ++wish_;
            connecting_.cancel();
            profile_.clear();
            settings_.setValue(kLast, QString());
            session_.disconnectNow();
        }
        keys_.forget(app::keyEntry(gone.name, gone.baseUrl));
        if (*last)
            app::removeLeadCaches(folders_.data, {gone.baseUrl, gone.accountId});
    });
}

void Connector::makeDefault(const QString& name) {
    change(
        [chosen = name.toStdString()](app::Profiles& profiles) -> Result<void> {
            if (profiles.find(chosen) != nullptr)
                profiles.active = chosen;
            return {};
        },
        [this](const Result<void>& stored) {
            if (!stored)
                emit said(NoticeKind::Bad, sentence(troubleOf(stored.error(), TroubleContext{})));
        });
}

void Connector::refreshBalance() {
    const auto connection = session_.connection();
    if (!connection || connection->admin || std::exchange(refreshing_, true))
        return;
    asking_.run(
        [connection](const std::stop_token& stop) {
            CallOptions call;
            call.stop = stop;
            call.retry = RetryPolicy::singleAttempt();
            return connection->client->account().get(call);
        },
        [this, connection](const Result<Account>& account) {
            refreshing_ = false;
            if (account)
                session_.hear(*connection, *account);
        });
}

ConnectionNotice::ConnectionNotice(const AccountSession& session, Connector& connector) {
    setObjectName(QStringLiteral("connectionNotice"));
    setClosable(false);
    keepToPage();
    connect(&session, &AccountSession::changed, this, [this, &session, &connector] {
        if (session.state() != ConnectionState::Failed)
            return hide();
        show(NoticeKind::Bad, sentence(session.trouble()),
             connector.needsKey() ? tr("Enter Key…") : tr("Try Again"),
             connector.keyMayBeLocked() ? tr("Try Again") : QString());
    });
    connect(this, &NoticeBar::secondTriggered, &connector, &Connector::tryAgain);
    connect(this, &NoticeBar::actionTriggered, this, [this, &connector] {
        if (connector.needsKey())
            emit keyWanted(connector.profileWanted());
        else
            connector.tryAgain();
    });
}

} // namespace leadsheet::desktop
