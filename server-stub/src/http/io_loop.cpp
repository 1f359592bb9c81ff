// SPDX-License-Identifier: Apache-2.0
#include "http/io_loop.hpp"

#include "http/sockets.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <csignal>
#include <utility>

namespace leadsheet::server::http {

namespace {

/// Clients over a limit are told so, but not without a limit.
constexpr std::size_t kMaxTurnedAway = 64;
constexpr std::size_t kReadSize = std::size_t{64} * 1024;
/// Pause after the system refused a descriptor (for example because all are in use).
constexpr std::chrono::milliseconds kAcceptPause{100};
constexpr std::chrono::milliseconds kLongestTimer{60'000};
// Accepted, and read from or written to one connection, before the others get their turn.
constexpr int kAcceptsPerTurn = 64;
constexpr int kReadsPerTurn = 16;
constexpr std::size_t kWrittenPerTurn = std::size_t{512} * 1024;

} // namespace

IoLoop::IoLoop(const HttpConfig& config, ErrorRenderer renderer, std::shared_ptr<Mailbox> mailbox,
               WorkerPool& workers, ServerCounters& counters)
    : config_(config)
    , clock_(config.clock ? config.clock : [] { return std::chrono::steady_clock::now(); })
    , context_(config.limits, std::move(renderer), config.wallClock, config.makeRequestId)
    , mailbox_(std::move(mailbox))
    , workers_(workers)
    , counters_(counters)
    , callers_(config.limits.connectionsPerAddress, config.limitLoopback, config.trustedProxies)
    , readBuffer_(kReadSize) {
    context_.trust(config.trustedProxies);
}

IoLoop::~IoLoop() {
    mailbox_->close(); // nobody is left to be woken
}

tl::expected<std::uint16_t, StartError> IoLoop::listen() {
    auto tls = tlsContext(config_);
    if (!tls) {
        return tl::unexpected(std::move(tls.error()));
    }
    tls_ = std::move(*tls);
    if (auto listening = startListening(listener_, config_); !listening) {
        return tl::unexpected(std::move(listening.error()));
    }
    mailbox_->open([this] { boost::asio::post(io_, [this] { onMailbox(); }); });
    awaitClients();
    return listener_.local_endpoint().port();
}

void IoLoop::run() {
    // OpenSSL writes to sockets whose other end may be closed.
    sigset_t brokenPipe;
    sigemptyset(&brokenPipe);
    sigaddset(&brokenPipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &brokenPipe, nullptr);
    io_.run();
}

void IoLoop::awaitClients() {
    listener_.async_wait(tcp::acceptor::wait_read, [this](boost::system::error_code) {
        if (!stopping_) {
            acceptClients();
        }
    });
}

void IoLoop::acceptClients() {
    for (int i = 0; i < kAcceptsPerTurn; ++i) {
        std::string address;
        const int descriptor = acceptClient(listener_, address);
        if (descriptor >= 0) {
            accept(descriptor, address);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            pause_.expires_after(kAcceptPause);
            pause_.async_wait([this](boost::system::error_code) {
                if (!stopping_) {
                    acceptClients();
                }
            });
            return;
        }
    }
    awaitClients();
}

/// Ends the stranger that has waited longest. False when there is none to end.
bool IoLoop::makeRoom(TimePoint time) {
    Peer* slowest = nullptr;
    TimePoint since = time - config_.limits.strangerTime;
    for (auto& [id, peer] : peers_) {
        const auto waiting = peer.connection.strangerSince();
        if (waiting && *waiting <= since && !peer.turnedAway) {
            slowest = &peer;
            since = *waiting;
        }
    }
    if (slowest != nullptr) {
        end(*slowest, true, time);
    }
    return slowest != nullptr;
}

void IoLoop::accept(int descriptor, const std::string& address) {
    const TimePoint time = now();
    const bool full = peers_.size() - turnedAway_ >= config_.limits.connections;
    const bool over = callers_.isReached(callers_.countedAs(address)) || (full && !makeRoom(time));
    counters_.accepted.fetch_add(1, std::memory_order_relaxed);
    if (over) {
        counters_.refused.fetch_add(1, std::memory_order_relaxed);
    }
    // A refusal over TLS would cost the handshake, which is the work the limit should save.
    if (over && (tls_ || turnedAway_ >= kMaxTurnedAway)) {
        resetClient(descriptor);
        return;
    }
    const std::uint64_t id = ++nextId_;
    Peer& peer = peers_.try_emplace(id, *this, id, descriptor, address, time).first->second;
    counters_.open.store(peers_.size(), std::memory_order_relaxed);
    peer.turnedAway = over;
    if (over) {
        ++turnedAway_;
        peer.connection.turnAway(unavailable("The server has too many connections open."), time);
    } else {
        peer.counted = callers_.countedAs(address);
        callers_.add(peer.counted);
    }
    pump(peer, time);
}

void IoLoop::arm(Peer& peer) {
    const auto due = peer.connection.deadline();
    // An entry that is too early is moved when it fires: cheaper than moving it with every request.
    if (!due || (peer.armedFor && *peer.armedFor <= *due)) {
        return;
    }
    disarm(peer);
    peer.armedFor = due;
    const auto entry = timers_.emplace(*due, peer.id).first;
    if (entry == timers_.begin()) {
        restartTimer();
    }
}

void IoLoop::disarm(Peer& peer) {
    if (peer.armedFor) {
        timers_.erase({*peer.armedFor, peer.id});
        peer.armedFor.reset();
    }
}

void IoLoop::restartTimer() {
    if (timers_.empty()) {
        timer_.cancel();
        return;
    }
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(timers_.begin()->first - now());
    timer_.expires_after(std::clamp(wait, std::chrono::milliseconds(1), kLongestTimer));
    timer_.async_wait([this](boost::system::error_code failure) {
        if (!failure) {
            onTimer();
        }
    });
}

void IoLoop::onTimer() {
    const TimePoint time = now();
    while (!timers_.empty() && timers_.begin()->first <= time) {
        Peer* peer = find(timers_.begin()->second);
        if (!peer) {
            timers_.erase(timers_.begin());
            continue;
        }
        disarm(*peer);
        peer->connection.tick(time);
        pump(*peer, time);
    }
    restartTimer();
}

void IoLoop::beginStop(std::chrono::milliseconds drain) {
    stopping_ = true;
    boost::system::error_code ignored;
    listener_.close(ignored);
    const TimePoint time = now();
    for (auto next = peers_.begin(); next != peers_.end();) {
        Peer& peer = (next++)->second; // pump() removes this one only
        peer.connection.drain(time);
        pump(peer, time);
    }
    pause_.expires_after(drain);
    pause_.async_wait([this](boost::system::error_code failure) {
        if (!failure) {
            cut();
        }
    });
    quitWhenEmpty();
}

void IoLoop::cut() {
    const TimePoint time = now();
    while (!peers_.empty()) {
        Peer& peer = peers_.begin()->second;
        end(peer, peer.cancelled != nullptr, time);
    }
    quitWhenEmpty();
}

void IoLoop::quitWhenEmpty() {
    if (stopping_ && peers_.empty()) {
        io_.stop();
    }
}

IoLoop::Peer* IoLoop::find(std::uint64_t id) {
    const auto found = peers_.find(id);
    return found == peers_.end() ? nullptr : &found->second;
}

/// Calls onReady() once when the socket has what is needed.
void IoLoop::await(Peer& peer, ByteStream::Status need) {
    const bool input = need == ByteStream::Status::NeedRead;
    if (std::exchange(input ? peer.awaitsInput : peer.awaitsRoom, true)) {
        return;
    }
    peer.stream.socket().async_wait(input ? tcp::socket::wait_read : tcp::socket::wait_write,
                                    [this, input, id = peer.id](boost::system::error_code) {
                                        if (Peer* const ready = find(id)) {
                                            (input ? ready->awaitsInput : ready->awaitsRoom) =
                                                false;
                                            onReady(*ready);
                                        }
                                    });
}

void IoLoop::onReady(Peer& peer) {
    const TimePoint time = now();
    // TLS may have waited for room to go on reading.
    if (!peer.awaitsInput || tls_) {
        readSome(peer, time);
    }
    pump(peer, time);
}

void IoLoop::readSome(Peer& peer, TimePoint time) {
    for (int i = 0; i < kReadsPerTurn && peer.connection.wantsInput(); ++i) {
        const auto result = peer.stream.read(readBuffer_);
        switch (result.status) {
        case ByteStream::Status::Bytes:
            peer.connection.receive({readBuffer_.data(), result.count}, time);
            if (result.count < readBuffer_.size() && !tls_) {
                return;
            }
            break;
        case ByteStream::Status::NeedRead:
        case ByteStream::Status::NeedWrite:
            await(peer, result.status);
            return;
        case ByteStream::Status::End:
            peer.connection.receiveEnd(time);
            return;
        case ByteStream::Status::Failed:
            peer.connection.abandon(time);
            return;
        }
    }
}

void IoLoop::onMailbox() {
    Mailbox::Contents contents = mailbox_->take();
    const TimePoint time = now();
    for (Delivery& delivery : contents.deliveries) {
        deliver(std::move(delivery), time);
    }
    if (contents.stop) {
        beginStop(*contents.stop);
    }
}

void IoLoop::deliver(Delivery delivery, TimePoint time) {
    Peer* peer = find(delivery.connection);
    if (!peer) {
        return;
    }
    Connection& connection = peer->connection;
    if (delivery.response) {
        connection.respond(delivery.exchange, std::move(*delivery.response), time);
    } else if (delivery.unanswered) {
        connection.refuse(delivery.exchange,
                          {500, "internal_error", "The server could not answer this request."},
                          time);
    } else {
        connection.streamed(delivery.exchange, std::move(delivery.source), std::move(delivery.data),
                            delivery.state, time);
    }
    pump(*peer, time);
}

void IoLoop::pump(Peer& peer, TimePoint time) {
    bool more = true;
    std::size_t left = kWrittenPerTurn;
    while (more) {
        log(peer.connection);
        if (auto request = peer.connection.takeRequest()) {
            dispatch(peer, std::move(*request), time);
        }
        more = writeSome(peer, left, time);
    }
    log(peer.connection);
    if (auto source = peer.connection.takeStream()) {
        Job job;
        job.source = std::move(source);
        job.wanted = peer.connection.streamWanted();
        job.connection = peer.id;
        job.exchange = peer.connection.exchange();
        workers_.submitStream(std::move(job));
    }
    settle(peer);
}

/// False when there is nothing to write, or when the socket or this turn takes no more.
bool IoLoop::writeSome(Peer& peer, std::size_t& left, TimePoint time) {
    const std::string_view bytes = peer.connection.output();
    if (bytes.empty() || peer.connection.fate() == Connection::Fate::Reset) {
        return false;
    }
    if (left == 0) {
        await(peer, ByteStream::Status::NeedWrite);
        return false;
    }
    const auto result = peer.stream.write(bytes, peer.connection.outputBehind());
    switch (result.status) {
    case ByteStream::Status::Bytes:
        peer.connection.wrote(result.count, time);
        left -= std::min(left, result.count);
        return true;
    case ByteStream::Status::NeedRead:
    case ByteStream::Status::NeedWrite:
        await(peer, result.status);
        return false;
    case ByteStream::Status::End:
    case ByteStream::Status::Failed:
        break;
    }
    peer.connection.abandon(time);
    return false;
}

/// Nobody waits any more for the answer to the request in work, if there is one.
void IoLoop::endRequest(Peer& peer) {
    if (peer.cancelled) {
        peer.cancelled->store(true, std::memory_order_release);
        peer.cancelled.reset();
    }
    callers_.remove(peer.requestCounted);
}

void IoLoop::dispatch(Peer& peer, Request request, TimePoint time) {
    endRequest(peer);
    const std::uint64_t exchange = peer.connection.exchange();
    if (peer.counted.empty()) {
        std::string caller = callers_.countedAs(request.peerAddress);
        if (callers_.isReached(caller)) {
            peer.connection.refuse(
                exchange, unavailable("Too many requests of this address are under way."), time);
            return;
        }
        callers_.add(caller);
        peer.requestCounted = std::move(caller);
    }
    peer.cancelled = std::make_shared<std::atomic<bool>>(false);
    peer.exchange = exchange;
    const std::uint64_t counts = request.bodyPending ? 0 : 1; // it comes again
    Job job;
    job.request = std::move(request);
    job.responder =
        Responder(std::make_shared<ResponderState>(mailbox_, peer.id, exchange, peer.cancelled));
    if (workers_.submitRequest(std::move(job))) {
        counters_.requests.fetch_add(counts, std::memory_order_relaxed);
        return;
    }
    peer.connection.refuse(exchange, unavailable("The server has too many requests waiting."),
                           time);
}

/// Brings socket, timer and responder in line with what the connection wants now.
void IoLoop::settle(Peer& peer) {
    if (peer.cancelled && !peer.connection.isAwaiting(peer.exchange)) {
        endRequest(peer);
    }
    const bool flushed = peer.connection.output().empty();
    switch (peer.connection.fate()) {
    case Connection::Fate::Reset:
        peer.stream.abort();
        remove(peer);
        return;
    case Connection::Fate::Close:
        remove(peer);
        return;
    case Connection::Fate::Linger:
        if (flushed && !std::exchange(peer.finSent, true)) {
            peer.stream.shutdownWrite();
        }
        break;
    case Connection::Fate::Open:
        break;
    }
    if (peer.connection.wantsInput()) {
        await(peer, ByteStream::Status::NeedRead);
    }
    arm(peer);
}

/// Whatever the connection is doing.
void IoLoop::end(Peer& peer, bool reset, TimePoint time) {
    if (reset) {
        peer.stream.abort();
    }
    peer.connection.abandon(time);
    log(peer.connection);
    settle(peer);
}

void IoLoop::remove(Peer& peer) {
    disarm(peer);
    if (peer.turnedAway) {
        --turnedAway_;
    }
    callers_.remove(peer.counted);
    callers_.remove(peer.requestCounted);
    peers_.erase(peers_.find(peer.id));
    counters_.open.store(peers_.size(), std::memory_order_relaxed);
    quitWhenEmpty();
}

void IoLoop::log(Connection& connection) {
    if (const auto record = connection.takeRecord(); record && config_.accessLog) {
        config_.accessLog(*record);
    }
}

} // namespace leadsheet::server::http
