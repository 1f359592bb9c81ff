// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"

#include "screenshot.hpp"
#include "test_server.hpp"

#include "shell/notice_bar.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>

namespace leadsheet::test {
namespace {

class FakeKeychain final : public app::KeyStore {
public:
    explicit FakeKeychain(std::shared_ptr<KeychainState> state)
        : state_(std::move(state)) {}

    tl::expected<std::optional<ApiKey>, app::KeyStoreError>
    read(const std::string& entry) override {
        if (state_->fault)
            return tl::unexpected(app::KeyStoreError{*state_->fault, "no keychain"});
        const auto found = state_->keys.find(entry);
        return found == state_->keys.end() ? std::nullopt : std::optional(found->second);
    }
    tl::expected<void, app::KeyStoreError> write(const std::string& entry,
                                                 const ApiKey& key) override {
        if (state_->fault)
            return tl::unexpected(app::KeyStoreError{*state_->fault, "no keychain"});
        state_->keys.insert_or_assign(entry, key);
        return {};
    }
    tl::expected<bool, app::KeyStoreError> remove(const std::string& entry) override {
        return state_->keys.erase(entry) > 0;
    }

private:
    std::shared_ptr<KeychainState> state_;
};

} // namespace

std::unique_ptr<app::KeyStore> fakeKeychain(std::shared_ptr<KeychainState> state) {
    return std::make_unique<FakeKeychain>(std::move(state));
}

DesktopScene::DesktopScene(Keys keys)
    : keys_(keys)
    , keychain_(std::make_shared<KeychainState>()) {
    start();
}

DesktopScene::~DesktopScene() = default;

void DesktopScene::start() {
    auto& application = *static_cast<desktop::Application*>(QCoreApplication::instance());
    const app::AppFolders folders{folder_.path().toStdString(), folder_.path().toStdString()};
    program_ = std::make_unique<desktop::DesktopProgram>(
        application, folders, keys_ == Keys::Fake ? fakeKeychain(keychain_) : nullptr);
    window().resize(1280, 720);
    program_->show();
}

void DesktopScene::makePages() {
    for (const QAction* goTo : window().actions())
        window().page(goTo->objectName());
}

void DesktopScene::restart() {
    program_.reset();
    start();
}

void DesktopScene::addProfile(const std::string& name, const TestServer& server,
                              const std::string& accountId, const std::string& secret) {
    app::ProfileStore store(program_->workspace().folders().profilesFile());
    const auto stored = store.update([&](app::Profiles& profiles) -> Result<void> {
        profiles.all.push_back({name, server.baseUrl(), accountId, "Acme GmbH", "live"});
        return {};
    });
    const auto key = ApiKey::parse(secret);
    if (!stored || !key)
        qFatal("no profile");
    keychain_->keys.insert_or_assign(app::keyEntry(name, server.baseUrl()), *key);
}

void DesktopScene::connectTo(const TestServer& server, const std::string& secret) {
    addProfile("work", server, secret.empty() ? server.accountId() : std::string(),
               secret.empty() ? server.customerKey() : secret);
    program_->start(false);
    const bool connected = QTest::qWaitFor(
        [this] { return program_->account().state() == desktop::ConnectionState::Connected; },
        60'000);
    if (!connected)
        qFatal("not connected");
}

void DesktopScene::click(const char* button) {
    auto* found = find<QPushButton>(button);
    if (!found->isEnabled())
        qFatal("%s is disabled", button);
    found->click();
}

bool DesktopScene::canClick(const char* button) {
    const auto* found = window().findChild<QPushButton*>(QLatin1String(button));
    return found != nullptr && found->isVisible() && found->isEnabled();
}

QString DesktopScene::notice(const char* bar) {
    const auto* found = window().findChild<desktop::NoticeBar*>(QLatin1String(bar));
    return found != nullptr && found->isVisible() ? found->text() : QString();
}

void DesktopScene::type(const char* edit, const QString& text) {
    auto* found = find<QLineEdit>(edit);
    found->clear();
    for (const QChar letter : text) { // keyClicks() knows keys of ASCII alone
        if (letter.unicode() < 0x80)
            QTest::keyClick(found, letter.toLatin1());
        else
            QTest::sendKeyEvent(QTest::Click, found, Qt::Key_unknown, QString(letter),
                                Qt::NoModifier);
    }
}

QString DesktopScene::look(const QString& name, QWidget* widget) {
    QWidget& shown = widget != nullptr ? *widget : window();
    desktop::Theme& theme = program_->theme();
    QStringList found;
    const auto check = [&](QLatin1String word) {
        settle();
        found += complaints(shown);
        screenshot(shown, name + QLatin1Char('-') + word);
    };
    theme.choose(desktop::ThemeChoice::Light);
    check(QLatin1String("light"));
    if (wantsScreenshots()) {
        theme.choose(desktop::ThemeChoice::Dark);
        check(QLatin1String("dark"));
        theme.choose(desktop::ThemeChoice::HighContrast);
        check(QLatin1String("contrast"));
        theme.choose(desktop::ThemeChoice::Light);
    }
    theme.setFontSize(14);
    check(QLatin1String("14pt"));
    if (wantsScreenshots()) {
        theme.choose(desktop::ThemeChoice::Dark);
        check(QLatin1String("14pt-dark"));
        theme.choose(desktop::ThemeChoice::HighContrast);
        check(QLatin1String("14pt-contrast"));
        theme.choose(desktop::ThemeChoice::Light);
    }
    theme.setFontSize(0);
    return found.join(QLatin1Char('\n'));
}

} // namespace leadsheet::test
