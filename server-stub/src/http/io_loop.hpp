// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/callers.hpp"
#include "http/connection.hpp"
#include "http/http_server.hpp"
#include "http/sockets.hpp"
#include "http/worker_pool.hpp"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
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

namespace leadsheet::server::http {

/// The side of the server that owns sockets: accepts, carries bytes between sockets and
/// Connections, requests to the workers and answers back, and keeps the one timer. Lives in one
/// thread, which run() makes its own.
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
        Peer(IoLoop& loop, std::uint64_t number, int descriptor, const std::string& peerAddress,
             TimePoint now)
            : id(number)
            , address(peerAddress)
            , stream(loop.io_, descriptor, loop.tls_.get())
            , connection(loop.context_, peerAddress, loop.tls_ != nullptr, now) {}

        const std::uint64_t id;
        const std::string address;
        ByteStream stream;
        Connection connection;
        std::shared_ptr<std::atomic<bool>> cancelled; ///< of the request in work
        std::uint64_t exchange = 0;                   ///< its number
        std::optional<TimePoint> armedFor;            ///< its entry in timers_
        std::string counted;                          ///< in callers_, for the connection
        std::string requestCounted; ///< the same for the request in work, of a proxy's caller
        bool turnedAway = false;
        bool finSent = false;
        bool awaitsInput = false; ///< the socket will tell when there is something to read
        bool awaitsRoom = false;  ///< and when it takes bytes again
    };

    void awaitClients();
    void acceptClients();
    void accept(int descriptor, const std::string& address);
    bool makeRoom(TimePoint now);
    void await(Peer& peer, ByteStream::Status need);
    void onReady(Peer& peer);
    void readSome(Peer& peer, TimePoint now);
    void onMailbox();
    void onTimer();
    void deliver(Delivery delivery, TimePoint now);

    /// Does all that a connection wants after something happened to it, and may remove it.
    void pump(Peer& peer, TimePoint now);
    bool writeSome(Peer& peer, std::size_t& left, TimePoint now);
    void endRequest(Peer& peer);
    void dispatch(Peer& peer, Request request, TimePoint now);
    void settle(Peer& peer);
    void end(Peer& peer, bool reset, TimePoint now);
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

    boost::asio::io_context io_{1}; ///< one thread
    std::unique_ptr<TlsContext> tls_;
    tcp::acceptor listener_{io_};
    boost::asio::steady_timer pause_{io_}; ///< of accepting; later that of the drain
    boost::asio::steady_timer timer_{io_};
    bool stopping_ = false;

    std::uint64_t nextId_ = 0;
    std::size_t turnedAway_ = 0;
    std::unordered_map<std::uint64_t, Peer> peers_;
    CallerLimit callers_;
    std::set<std::pair<TimePoint, std::uint64_t>> timers_;
    std::vector<char> readBuffer_;
};

} // namespace leadsheet::server::http
