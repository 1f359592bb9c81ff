// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "../shell/main_window.hpp"
#include "../shell/settings.hpp"
#include "../shell/workspace.hpp"
#include "../theme/theme.hpp"

#include <memory>

namespace leadsheet::desktop {

class Application;

/// Everything behind the window, put together: the one place that knows all pages. Tests make one
/// for a folder of their own.
class DesktopProgram {
public:
    DesktopProgram(Application& application, app::AppFolders folders);
    ~DesktopProgram();
    DesktopProgram(const DesktopProgram&) = delete;
    DesktopProgram& operator=(const DesktopProgram&) = delete;

    MainWindow& window() { return *window_; }
    Workspace& workspace() { return *workspace_; }
    AccountSession& account() { return account_; }
    Settings& settings() { return settings_; }
    Theme& theme() { return theme_; }

    void show();
    /// From the command line or a second start.
    void openSheets(const QStringList& sheets);

private:
    Settings settings_;
    Theme theme_;
    AccountSession account_;
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace leadsheet::desktop
