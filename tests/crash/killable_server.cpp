// SPDX-License-Identifier: Apache-2.0
#include "killable_server.hpp"

#include "test_database.hpp"

#include <QCoreApplication>

#include <csignal>
#include <utility>

namespace leadsheet::test {

namespace {

constexpr int kPatienceMs = 120'000;
constexpr int kMinutesAStart = 2;

} // namespace

KillableServer::KillableServer(const QString& database, std::string platform)
    : database_(QString::fromStdString(databaseFor(database.toStdString())))
    , platform_(std::move(platform)) {}

KillableServer::~KillableServer() {
    end();
}

bool KillableServer::start(const QString& moment, int n) {
    process_ = std::make_unique<QProcess>();
    process_->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process_->start(QCoreApplication::applicationDirPath() + "/crash_server_child",
                    {database_, QString::number(port_), moment, QString::number(n),
                     QString::number(kMinutesAStart * starts_++ + minutes_),
                     QString::fromStdString(platform_)});
    if (!process_->waitForStarted() || !process_->waitForReadyRead(kPatienceMs))
        return false;
    const auto words = process_->readLine().trimmed().split(' ');
    port_ = words.value(0).toUShort();
    if (words.size() > 2) {
        key_ = words[1].toStdString();
        adminKey_ = words[2].toStdString();
    }
    return port_ != 0;
}

bool KillableServer::died() {
    return process_->waitForFinished(5) && process_->exitStatus() == QProcess::CrashExit;
}

void KillableServer::signal(int number) const {
    if (process_ && process_->state() == QProcess::Running)
        ::kill(static_cast<pid_t>(process_->processId()), number);
}

void KillableServer::end() {
    if (process_) {
        process_->kill();
        process_->waitForFinished();
        process_.reset();
    }
}

} // namespace leadsheet::test
