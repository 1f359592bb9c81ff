// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <filesystem>
#include <memory>

class QLocalServer;

namespace leadsheet::desktop {

/// One window a user and data folder: a second start hands its sheets to the first one and ends.
/// Over a local socket that only this user may open.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    /// `patience`: how long another program may take to answer before it counts as dead.
    explicit SingleInstance(const std::filesystem::path& dataFolder,
                            std::chrono::milliseconds patience = std::chrono::seconds(2),
                            QObject* parent = nullptr);
    ~SingleInstance() override;

    /// True when another program answered and took the sheets (absolute paths or URLs); this one
    /// should end. Otherwise this one listens from now on.
    bool handOver(const QStringList& sheets);

signals:
    /// A second start: bring the window to the front, and open these.
    void calledAgain(const QStringList& sheets);

private:
    void listen();
    void receive();

    int patience_; ///< milliseconds
    QString name_;
    std::unique_ptr<QLocalServer> server_;
};

} // namespace leadsheet::desktop
