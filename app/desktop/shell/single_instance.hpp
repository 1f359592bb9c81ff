// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/private_file.hpp"

#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

class QLocalServer;

namespace leadsheet::desktop {

/// One window a user and data folder: a second start hands its sheets to the first one and ends.
/// Over a local socket in a folder that only this user may enter; either side speaks only to a
/// program of this user. Where no such folder can be had, every start has its own window.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// `runtimeFolder`: $XDG_RUNTIME_DIR; without a usable one the data folder holds the socket.
    /// `patience`: how long another program may take to answer before it counts as dead.
    SingleInstance(const std::filesystem::path& dataFolder,
                   const std::filesystem::path& runtimeFolder,
                   std::chrono::milliseconds patience = std::chrono::seconds(2),
                   QObject* parent = nullptr);
    ~SingleInstance() override;

    /// True when another program answered and took the sheets (absolute paths or URLs); this one
    /// should end. Otherwise this one listens from now on.
    bool handOver(const QStringList& sheets);

    /// The socket's path; empty when there is none.
    const QString& address() const { return address_; }

signals:
    /// A second start: bring the window to the front, and open these.
    void calledAgain(const QStringList& sheets);

private:
    bool give(const QStringList& sheets) const;
    void listen();
    void receive();

    int patience_; ///< milliseconds
    QString address_;
    std::optional<app::FileLock> lock_; ///< of the one that listens
    std::unique_ptr<QLocalServer> server_;
};

} // namespace leadsheet::desktop
