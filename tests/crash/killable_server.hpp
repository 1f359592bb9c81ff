// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QString>

#include <cstdint>
#include <memory>
#include <string>

namespace leadsheet::test {

/// A server in a process of its own that kills itself around the n-th commit of its database;
/// started again on the port it had, with its clock two minutes further, so that what the dead one
/// had claimed is free again.
class KillableServer {
public:
    /// `database`: a file, or what stands for it (test_database.hpp). `platform`: base URL of all
    /// outreach platforms.
    explicit KillableServer(const QString& database, std::string platform = {});
    ~KillableServer();
    KillableServer(const KillableServer&) = delete;
    KillableServer& operator=(const KillableServer&) = delete;

    /// `moment` is before, after or never.
    bool start(const QString& moment, int n);
    bool died();
    void end();
    /// To the process, while it lives.
    void signal(int number) const;
    /// From the next start on its clock is so many minutes off, beside what each start adds.
    void setClock(int minutes) { minutes_ = minutes; }

    std::uint16_t port() const { return port_; }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    const std::string& key() const { return key_; }
    const std::string& adminKey() const { return adminKey_; }

private:
    QString database_;
    std::string platform_;
    std::unique_ptr<QProcess> process_;
    std::uint16_t port_ = 0;
    int starts_ = 0;
    int minutes_ = 0;
    std::string key_;
    std::string adminKey_;
};

} // namespace leadsheet::test
