// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/key_store.hpp"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusReply>
#include <QEventLoop>
#include <QTimer>
#include <qt6keychain/keychain.h>

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

const QString kService = QStringLiteral("leadsheet");
// Long enough for a person to type the keychain's password in its prompt.
constexpr int kPatienceMs = 120'000;
// Names on the session bus of the keychains that the library speaks to.
constexpr std::array kServices{"org.freedesktop.secrets", "org.kde.kwalletd5", "org.kde.kwalletd6"};

struct Finished {
    QKeychain::Error error = QKeychain::OtherError;
    std::string reason;
    bool silent = false;
};

Finished run(QKeychain::Job& job, const std::string& entry) {
    job.setAutoDelete(false);
    job.setInsecureFallback(false);
    job.setKey(QString::fromStdString(entry));
    QEventLoop loop;
    bool done = false;
    QObject::connect(&job, &QKeychain::Job::finished, &loop, [&] {
        done = true;
        loop.quit();
    });
    QTimer::singleShot(kPatienceMs, &loop, &QEventLoop::quit);
    job.start();
    if (!done)
        loop.exec();
    return {job.error(), job.errorString().toStdString(), !done};
}

/// Whether a keychain is on the session bus. The library reports a prompt that a person closed, and
/// a session without any keychain, as the same error.
bool isOnTheBus() {
    const QDBusConnectionInterface* bus = QDBusConnection::sessionBus().interface();
    return bus != nullptr && std::any_of(kServices.begin(), kServices.end(), [&](const char* name) {
               return bus->isServiceRegistered(QLatin1String(name)).value();
           });
}

KeyStoreError problem(const Finished& finished) {
    using Kind = KeyStoreError::Kind;
    if (finished.silent)
        return {Kind::Silent, "The system keychain did not answer."};
    if (finished.error == QKeychain::AccessDenied ||
        finished.error == QKeychain::AccessDeniedByUser || isOnTheBus())
        return {Kind::Refused, "The system keychain is locked or refused access."};
    return {Kind::Absent, "There is no system keychain in this session."};
}

/// A job that has not finished yet is left to itself: libsecret still holds a pointer to it.
template <class Job>
void release(std::unique_ptr<Job>& job, const Finished& finished) {
    if (finished.silent)
        job.release()->setAutoDelete(true);
}

class SystemKeychain final : public KeyStore {
public:
    tl::expected<std::optional<ApiKey>, KeyStoreError> read(const std::string& entry) override {
        auto job = std::make_unique<QKeychain::ReadPasswordJob>(kService);
        const Finished finished = run(*job, entry);
        if (finished.error == QKeychain::EntryNotFound && !finished.silent)
            return std::nullopt;
        if (finished.error != QKeychain::NoError || finished.silent) {
            release(job, finished);
            return tl::unexpected(problem(finished));
        }
        auto key = ApiKey::parse(job->textData().toStdString());
        if (!key)
            return std::nullopt;
        return std::optional<ApiKey>(*std::move(key));
    }

    tl::expected<void, KeyStoreError> write(const std::string& entry, const ApiKey& key) override {
        auto job = std::make_unique<QKeychain::WritePasswordJob>(kService);
        job->setTextData(QString::fromStdString(key.reveal()));
        const Finished finished = run(*job, entry);
        if (finished.error == QKeychain::NoError && !finished.silent)
            return {};
        release(job, finished);
        return tl::unexpected(problem(finished));
    }

    tl::expected<bool, KeyStoreError> remove(const std::string& entry) override {
        auto job = std::make_unique<QKeychain::DeletePasswordJob>(kService);
        const Finished finished = run(*job, entry);
        if (!finished.silent && finished.error == QKeychain::NoError)
            return true;
        if (!finished.silent && finished.error == QKeychain::EntryNotFound)
            return false;
        release(job, finished);
        return tl::unexpected(problem(finished));
    }
};

} // namespace

std::unique_ptr<KeyStore> systemKeychain() {
    return std::make_unique<SystemKeychain>();
}

std::string keyEntry(const std::string& profile, const std::string& baseUrl) {
    return profile + " @ " + baseUrl;
}

} // namespace leadsheet::app
