// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../account/connector.hpp"
#include "../shell/settings.hpp"
#include "../shell/workspace.hpp"
#include "../theme/theme.hpp"
#include "main_window.hpp"

#include <QLocale>
#include <QStringList>
#include <QTranslator>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace leadsheet::desktop {

class Application;

/// What was typed to start the program.
struct Arguments {
    std::filesystem::path dataDir; ///< empty = the user's own folders
    bool sandbox = false;          ///< start in the sandbox, whatever was used last
    std::vector<std::string> sheets;
    std::vector<std::string> forQt; ///< -platform, -style and the like; first the program's name

    bool showHelp = false;
    bool showVersion = false;
    std::string wrong; ///< why they cannot be used, in a sentence; empty = they can
};

/// Needs no application object, so that --help works without a display.
Arguments parseArguments(int argc, const char* const* argv);
std::string helpText();

/// Sheets as absolute paths; URLs as they are.
QStringList absoluteSheets(const Arguments& arguments);

/// The words of the window and how numbers and dates are written, while it lives: before the first
/// window is made and after the last one is gone.
class Translations {
public:
    /// "en", "de", or empty for the language of the system; what is not spoken is English.
    explicit Translations(const QString& language);
    ~Translations();
    Q_DISABLE_COPY_MOVE(Translations)

private:
    QLocale before_;
    QTranslator qt_;
    QTranslator own_;
};

/// Everything behind the window, put together: the one place that knows all pages. Tests make one
/// for a folder of their own.
class DesktopProgram {
public:
    /// `keys` is where profiles' keys are kept; null = the system's keychain.
    DesktopProgram(Application& application, app::AppFolders folders,
                   std::unique_ptr<app::KeyStore> keys = nullptr);
    ~DesktopProgram();
    DesktopProgram(const DesktopProgram&) = delete;
    DesktopProgram& operator=(const DesktopProgram&) = delete;

    MainWindow& window() { return *window_; }
    Workspace& workspace() { return *workspace_; }
    AccountSession& account() { return account_; }
    Connector& connector() { return *connector_; }
    Settings& settings() { return settings_; }
    Theme& theme() { return theme_; }

    void show();
    /// Connects to the sandbox if asked for, else to what was used last; a new person is welcomed.
    void start(bool sandbox);
    /// From the command line or a second start.
    void openSheets(const QStringList& sheets);

private:
    template <typename P>
    P& page(QLatin1String id);
    void addCustomerPages();
    Page* makeOverview();
    void makeFulfilment();
    void makeAccounts();
    void welcomeIfNew();

    Settings settings_;
    Theme theme_;
    AccountSession account_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<Connector> connector_;
    std::unique_ptr<MainWindow> window_;
    QStringList customerPages_; ///< hidden while an admin key is in use, which they have nothing of
    bool started_ = false;
    bool welcoming_ = false;
};

} // namespace leadsheet::desktop
