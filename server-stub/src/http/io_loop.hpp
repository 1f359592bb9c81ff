// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/callers.hpp"
#include "http/connection.hpp"
#include "http/http_server.hpp"
#include "http/sockets.hpp"
#include "http/worker_pool.hpp"

#include <QEventLoop>
#include <QObject>
#include <QTcpServer>
#include <QTimer>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

class QSocketNotifier;

namespace leadsheet::server::http {

/// The side of the server that owns sockets: accepts, carries bytes between sockets and
/// Connections, requests to the workers and answers back, and keeps the one timer. Lives in one
/// thread, whose event loop it runs.
class IoLoop {
public:
    IoLoop(const HttpConfig& config, ErrorRenderer renderer, std::shared_ptr<Mailbox> mailbox,
           WorkerPool& workers, ServerCounters& counters);
    ~IoLoop();
    IoLoop(const IoLoop&) = delete;
    IoLoop& operator=(const IoLoop&) = delete;

    /// The port listened on.
    tl::expected<std::uint16_t, StartError> listen();
    /// Returns when a stop requested through the mailbox is complete.
    void run();

private:
    using TimePoint = Connection::TimePoint;

    struct Peer {
        Peer(std::uint64_t number, ConnectionContext& context, const std::string& peerAddress,
             bool tls, TimePoint now)
            : id(number)
            , address(peerAddress)
            , connection(context, peerAddress, tls, now) {}

        std::uint64_t id;
        std::string address;
        Connection connection;
        std::unique_ptr<ByteStream> stream;
        std::shared_ptr<std::atomic<bool>> cancelled; ///< of the request in work
        std::uint64_t exchange = 0;                   ///< its number
        std::optional<TimePoint> armedFor;            ///< its entry in timers_
        std::string counted;                          ///< in callers_, for the connection
        std::string requestCounted; ///< the same for the request in work, of a proxy's caller
        bool turnedAway = false;
        bool finSent = false;
        bool busy = false;      ///< sockets may signal while they are read or written
        bool signalled = false; ///< and did
    };

    /// QTcpServer that hands descriptors over instead of making sockets.
    class Listener;

    void accept(int descriptor);
    bool makeRoom(TimePoint now);
    void admit(Peer& peer, int descriptor, bool turnAway, TimePoint now);
    void onReadable(std::uint64_t id);
    void onWritable(std::uint64_t id);
    void onMailbox();
    void onTimer();
    void deliver(Delivery delivery, TimePoint now);

    /// Does all that a connection wants after something happened to it.
    void pump(Peer& peer, TimePoint now);
    bool writeSome(Peer& peer, std::size_t& left, TimePoint now);
    void endRequest(Peer& peer);
    void dispatch(Peer& peer, Request request, TimePoint now);
    void settle(Peer& peer);
    void remove(Peer& peer);

    void arm(Peer& peer);
    void disarm(Peer& peer);
    void restartTimer();

    void beginStop(std::chrono::milliseconds drain);
    void cut();
    void quitWhenEmpty();

    TimePoint now() const { return clock_(); }
    Peer* find(std::uint64_t id);
    void log(Connection& connection);

    const HttpConfig& config_;
    std::function<TimePoint()> clock_;
    ConnectionContext context_;
    std::shared_ptr<Mailbox> mailbox_;
    WorkerPool& workers_;
    ServerCounters& counters_;

    QEventLoop eventLoop_;
    QObject scope_; ///< owner of TLS sockets and receiver of calls
    std::unique_ptr<QSslConfiguration> tls_;
    std::unique_ptr<Listener> listener_;
    std::unique_ptr<QSocketNotifier> wakeUp_;
    QTimer timer_;
    bool stopping_ = false;

    std::uint64_t nextId_ = 0;
    std::size_t turnedAway_ = 0;
    std::unordered_map<std::uint64_t, std::unique_ptr<Peer>> peers_;
    CallerLimit callers_;
    std::vector<std::unique_ptr<Peer>> removed_; ///< until nothing of theirs is on the stack
    std::set<std::pair<TimePoint, std::uint64_t>> timers_;
    std::vector<char> readBuffer_;
};

} // namespace leadsheet::server::http
