// SPDX-License-Identifier: Apache-2.0
#include "storm.hpp"

#include "killable_server.hpp"
#include "submit_scene.hpp"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <thread>

namespace leadsheet::test {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kBalance = 1'000'000'00; ///< of crash_server_child's customer
constexpr int kFinished = 0;
constexpr int kEnded = 3; ///< of the child: paused, to be resumed
constexpr int kMaxIdleStarts = 400;
constexpr int kPatienceMs = 600'000;
constexpr int kMaxSleepMs = 300;
constexpr int kMaxSkewMinutes = 240; ///< quotes hold for a day

/// A client in a process of its own, started again until its sheet is submitted.
class ClientProcess {
public:
    explicit ClientProcess(SubmitJob job)
        : job_(std::move(job)) {}
    ~ClientProcess() { kill(); }
    ClientProcess(const ClientProcess&) = delete;
    ClientProcess& operator=(const ClientProcess&) = delete;

    void start() {
        process_.setProcessChannelMode(QProcess::SeparateChannels);
        process_.start(QCoreApplication::applicationDirPath() + "/crash_submit_child",
                       {QString::fromStdString(job_.baseUrl),
                        QString::fromStdString(job_.ledger.string()), QString::number(job_.rows),
                        "never", "0"});
        process_.waitForStarted();
        process_.write((job_.apiKey + "\n").c_str());
        process_.closeWriteChannel();
    }
    /// Whether it ended within the time.
    bool ended(milliseconds time) {
        return process_.state() == QProcess::NotRunning ||
               process_.waitForFinished(static_cast<int>(time.count()));
    }
    bool finished() const {
        return process_.exitStatus() == QProcess::NormalExit && process_.exitCode() == kFinished;
    }
    bool alive() const { return process_.state() == QProcess::Running; }
    void signal(int number) const {
        if (alive())
            ::kill(static_cast<pid_t>(process_.processId()), number);
    }
    void kill() {
        process_.kill();
        process_.waitForFinished();
    }
    std::string lastWords() {
        return std::to_string(process_.exitCode()) + " " +
               process_.readAllStandardError().toStdString();
    }
    bool paused() const {
        return process_.exitStatus() == QProcess::NormalExit && process_.exitCode() == kEnded;
    }

private:
    SubmitJob job_;
    QProcess process_;
};

class Storm {
public:
    Storm(const StormRound& round, StormCounts& counts)
        : round_(round)
        , counts_(counts)
        , random_(round.seed)
        , server_(folder_.filePath("server.db")) {}

    std::string play() {
        if (!server_.start("never", 0))
            return "the server did not start";
        job_.baseUrl = server_.url();
        job_.apiKey = server_.key();
        job_.ledger = folder_.filePath("ledger.db").toStdString();
        job_.rows = round_.rows;
        ClientProcess client(job_);
        client.start();
        ++counts_.starts;
        for (int n = 0; n < round_.blows; ++n) {
            client.ended(milliseconds(upTo(round_.mostPauseMs)));
            if (client.finished() && !client.alive())
                break;
            if (auto problem = deal(client); !problem.empty())
                return problem;
            if (auto problem = goOn(client); !problem.empty())
                return problem;
        }
        if (auto problem = finish(client); !problem.empty())
            return problem;
        counts_.rows += round_.rows;
        return disagreement(job_, kBalance);
    }

private:
    int upTo(int most) { return static_cast<int>(random_() % (static_cast<unsigned>(most) + 1)); }

    std::string deal(ClientProcess& client) {
        const Blow blow =
            round_.kinds[static_cast<std::size_t>(upTo(static_cast<int>(round_.kinds.size()) - 1))];
        const bool onServer =
            blow == Blow::KillServer || blow == Blow::SleepServer || blow == Blow::JumpServer;
        if (onServer || client.alive())
            ++counts_.blows[blow];
        switch (blow) {
        case Blow::KillClient:
            client.kill();
            break;
        case Blow::KillServer:
        case Blow::JumpServer:
            server_.end();
            if (blow == Blow::JumpServer)
                server_.setClock(upTo(2 * kMaxSkewMinutes) - kMaxSkewMinutes);
            std::this_thread::sleep_for(milliseconds(upTo(10)));
            if (!server_.start("never", 0))
                return "the server did not start again";
            break;
        case Blow::SleepClient:
            client.signal(SIGSTOP);
            std::this_thread::sleep_for(milliseconds(upTo(kMaxSleepMs)));
            client.signal(SIGCONT);
            break;
        case Blow::SleepServer:
            server_.signal(SIGSTOP);
            std::this_thread::sleep_for(milliseconds(upTo(kMaxSleepMs)));
            server_.signal(SIGCONT);
            break;
        case Blow::PauseClient:
            client.signal(SIGTERM);
            break;
        case Blow::JumpClient:
            client.signal(SIGUSR1);
            break;
        }
        return {};
    }

    /// Starts a client that ended before its sheet was submitted.
    std::string goOn(ClientProcess& client) {
        if (client.alive() || client.finished())
            return {};
        if (!client.paused() && ++idleStarts_ > kMaxIdleStarts)
            return "the client does not get on: " + client.lastWords();
        client.start();
        ++counts_.starts;
        return {};
    }

    std::string finish(ClientProcess& client) {
        for (const QDeadlineTimer patience(kPatienceMs + 20 * static_cast<int>(round_.rows));
             !patience.hasExpired();) {
            if (!client.ended(milliseconds(kPatienceMs)))
                continue;
            if (client.finished())
                return {};
            if (auto problem = goOn(client); !problem.empty())
                return problem;
        }
        return "the submission does not end: " + client.lastWords();
    }

    StormRound round_;
    StormCounts& counts_;
    std::mt19937 random_;
    QTemporaryDir folder_;
    KillableServer server_;
    SubmitJob job_;
    int idleStarts_ = 0;
};

} // namespace

std::string_view name(Blow blow) {
    switch (blow) {
    case Blow::KillClient:
        return "client killed";
    case Blow::KillServer:
        return "server killed";
    case Blow::SleepClient:
        return "client asleep";
    case Blow::SleepServer:
        return "server asleep";
    case Blow::PauseClient:
        return "run paused";
    case Blow::JumpClient:
        return "client's clock set";
    case Blow::JumpServer:
        return "server's clock set";
    }
    return "";
}

std::string playStorm(const StormRound& round, StormCounts& counts) {
    return Storm(round, counts).play();
}

} // namespace leadsheet::test
