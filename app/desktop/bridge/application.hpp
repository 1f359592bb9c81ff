// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/private_file.hpp"

#include <QApplication>
#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

class QLocalServer;

namespace leadsheet::desktop {

/// The application object. Measures how much processor time each event costs the GUI thread: one
/// event over the limit is a fault of ours ("the GUI thread is never blocked for more than 50 ms").
/// Processor time and not the clock, so that a busy machine accuses nobody.
class Application : public QApplication {
    Q_OBJECT

public:
    Application(int& argc, char** argv);

    /// Limit for one event; zero switches the measuring off (the default outside developer builds).
    void setEventLimit(std::chrono::milliseconds limit) { limit_ = limit; }
    /// "QTimerEvent for LoadModel took 81 ms", one for each event over the limit so far.
    const QStringList& slowEvents() const { return slow_; }
    void forgetSlowEvents() { slow_.clear(); }

    bool notify(QObject* receiver, QEvent* event) override;

private:
    std::chrono::milliseconds limit_{0};
    int depth_ = 0;
    QStringList slow_;
};

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
                   std::chrono::milliseconds patience = std::chrono::seconds(2));
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
