// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bridge/application.hpp"
#include "program/desktop_program.hpp"

#include "leadsheet/app/accounts/key_store.hpp"

#include <QTemporaryDir>
#include <QtTest/qtestkeyboard.h> // for widgets: the precompiled header knows none
#include <QtTest>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace leadsheet::test {

class TestServer;

/// A keychain of the test's own: works, is absent, or is locked.
struct KeychainState {
    std::map<std::string, ApiKey> keys;
    std::optional<app::KeyStoreError::Kind> fault;
};
std::unique_ptr<app::KeyStore> fakeKeychain(std::shared_ptr<KeychainState> state);

/// The whole desktop program over a folder of its own.
class DesktopScene {
public:
    enum class Keys { Fake, System };
    explicit DesktopScene(Keys keys = Keys::Fake);
    ~DesktopScene();

    desktop::DesktopProgram& program() { return *program_; }
    desktop::MainWindow& window() { return program_->window(); }
    KeychainState& keychain() { return *keychain_; }
    const QString folder() const { return folder_.path(); }

    /// Ends the program and starts it again over the same folder, with the same keychain.
    void restart();

    /// A child of the window, by type and object name, also on a page that nobody has seen yet;
    /// fails the test when there is none.
    template <class Widget>
    Widget* find(const char* name) {
        auto* found = window().template findChild<Widget*>(QLatin1String(name));
        if (found == nullptr) {
            makePages();
            found = window().template findChild<Widget*>(QLatin1String(name));
        }
        if (found == nullptr)
            qFatal("no widget named %s", name);
        return found;
    }
    /// A profile with its key, as the command line would have left it.
    void addProfile(const std::string& name, const TestServer& server, const std::string& accountId,
                    const std::string& secret);
    /// Connects to the server's customer account (or, with `secret`, another key) and waits.
    void connectTo(const TestServer& server, const std::string& secret = {});
    void click(const char* button);
    /// Whether there is such a button, shown, and can be pressed.
    bool canClick(const char* button);
    /// What the notice of this name says; empty where it is not shown.
    QString notice(const char* bar);
    void type(const char* edit, const QString& text);
    /// Light and dark, with names and cut texts checked: "" or what is wrong.
    QString look(const QString& name, QWidget* widget = nullptr);

private:
    void start();
    void makePages();

    QTemporaryDir folder_;
    Keys keys_;
    std::shared_ptr<KeychainState> keychain_;
    std::unique_ptr<desktop::DesktopProgram> program_;
};

/// Waits up to a minute, which only matters when something is broken.
#define LEADSHEET_WAIT(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 60'000)

} // namespace leadsheet::test
