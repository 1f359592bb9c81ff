// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "account/account_session.hpp"
#include "bridge/application.hpp"
#include "program/desktop_program.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"

#include <QTemporaryDir>

#include <memory>
#include <string>

namespace leadsheet::test {

/// How long a test waits for what must happen; only a hang takes that long.
inline constexpr int kPatienceMs = 60'000;

desktop::Application& application();
/// The look of the window, applied when a test begins to look at widgets of its own.
desktop::Theme& theme();

/// A window over a folder of its own, connected to a real server in this process.
class SandboxScene {
public:
    explicit SandboxScene(std::int64_t balance = app::kSandboxBalance);

    /// A CSV file in the folder; returns its path.
    std::filesystem::path sheet(const std::string& name, const std::string& content) const;
    app::Sandbox& sandbox() { return *sandbox_; }
    std::filesystem::path folder() const { return folder_.path().toStdString(); }
    app::AppFolders folders() const { return {folder(), folder()}; }
    /// Connects a session as the window does.
    void connect(desktop::AccountSession& session);

private:
    QTemporaryDir folder_;
    std::shared_ptr<app::Sandbox> sandbox_;
};

} // namespace leadsheet::test
