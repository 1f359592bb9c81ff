// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::test {

/// What one call of the program left behind.
struct CliRun {
    int exitCode = -1;
    QString out;
    QString err;

    /// The JSON lines of standard output; a line that is no object fails the test.
    std::vector<QJsonObject> lines() const;
    /// The only (or last) line of that type.
    QJsonObject line(const QString& type) const;
    std::vector<QJsonObject> linesOf(const QString& type) const;
    /// For failure messages.
    QByteArray all() const;
};

/// A home folder of its own, and the real program run in it. Nothing of the caller's environment
/// but the path is handed on.
class CliHome {
public:
    CliHome();

    /// Runs to the end, within a bound.
    CliRun run(const QStringList& arguments, const QByteArray& input = {});
    /// Starts and returns at once.
    std::unique_ptr<QProcess> start(const QStringList& arguments);
    static CliRun finish(QProcess& process);

    void setVariable(const QString& name, const QString& value);
    /// Arguments before those of run(): for a launcher such as dbus-run-session.
    void setLauncher(const QStringList& launcher) { launcher_ = launcher; }
    /// Uses this server and key from now on.
    void use(const std::string& baseUrl, const std::string& key);

    const QProcessEnvironment& environment() const { return environment_; }
    QString path(const QString& name) const { return folder_.filePath(name); }
    QString write(const QString& name, const QByteArray& content);
    QByteArray read(const QString& name) const;
    QString ledger() const { return path("data/leadsheet/ledger.sqlite"); }
    /// All bytes of all files below the home folder.
    QByteArray everything() const;

    static QString program();

private:
    QProcess* prepared(const QStringList& arguments) const;

    QTemporaryDir folder_;
    QProcessEnvironment environment_;
    QStringList launcher_;
    QStringList target_;
};

/// A sheet with so many orders, all good and all different.
QByteArray sheetOf(int rows);

} // namespace leadsheet::test
