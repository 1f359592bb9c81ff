// SPDX-License-Identifier: Apache-2.0
#include "http/io_loop.hpp"

#include "http/sockets.hpp"

#include <QCoreApplication>
#include <QEvent>
#include <QSocketNotifier>
#include <algorithm>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::http {

namespace {

/// Clients over a limit are told so, but not without a limit.
constexpr std::size_t kMaxTurnedAway = 64;
constexpr std::size_t kReadSize = std::size_t{64} * 1024;
/// Pause after the system refused a descriptor (for example because all are in use).
constexpr int kAcceptRetryMilliseconds = 100;
constexpr int kLongestTimer = 60'000;
/// Written to one connection before the others get their turn.
constexpr std::size_t kWrittenPerTurn = std::size_t{512} * 1024;

StartError listenError(const QTcpServer& server, const HttpConfig& config) {
    StartError error;
    error.message = "Cannot listen on " + config.address + " port " + std::to_string(config.port) +
                    ": " + server.errorString().toStdString() + ".";
    switch (server.serverError()) {
    case QAbstractSocket::AddressInUseError:
        error.code = StartError::Code::AddressInUse;
        break;
    case QAbstractSocket::SocketAccessError:
        error.code = StartError::Code::NotPermitted;
        break;
    case QAbstractSocket::SocketAddressNotAvailableError:
        error.code = StartError::Code::BadAddress;
        break;
    default:
        break;
    }
    return error;
}

/// Reads of one connection before the others get their turn.
constexpr int kReadsPerEvent = 16;

} // namespace

class IoLoop::Listener final : public QTcpServer {
public:
    explicit Listener(IoLoop& loop)
        : loop_(loop) {
        connect(this, &QTcpServer::acceptError, this, [this] {
            QTimer::singleShot(kAcceptRetryMilliseconds, this, [this] { resumeAccepting(); });
        });
    }

private:
    void incomingConnection(qintptr descriptor) override {
        loop_.accept(static_cast<int>(descriptor));
    }

    IoLoop& loop_;
};

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
    timer_.setSingleShot(true);
    QObject::connect(&timer_, &QTimer::timeout, &scope_, [this] { onTimer(); });
}

IoLoop::~IoLoop() {
    peers_.clear();
    removed_.clear();
    wakeUp_.reset();
    listener_.reset();
    // The thread ends without another turn of its event loop.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

tl::expected<std::uint16_t, StartError> IoLoop::listen() {
    if (mailbox_->descriptor() < 0) {
        return tl::unexpected(
            StartError{StartError::Code::System, "The system has no file descriptor left."});
    }
    auto address = listenAddress(config_.address);
    if (!address) {
        return tl::unexpected(std::move(address.error()));
    }
    auto tls = tlsConfiguration(config_);
    if (!tls) {
        return tl::unexpected(std::move(tls.error()));
    }
    tls_ = std::move(*tls);
    listener_ = std::make_unique<Listener>(*this);
    listener_->setListenBacklogSize(config_.backlog);
    if (!listener_->listen(*address, config_.port)) {
        return tl::unexpected(listenError(*listener_, config_));
    }
    wakeUp_ = std::make_unique<QSocketNotifier>(mailbox_->descriptor(), QSocketNotifier::Read);
    QObject::connect(wakeUp_.get(), &QSocketNotifier::activated, &scope_, [this] { onMailbox(); });
    return listener_->serverPort();
}

void IoLoop::run() {
    eventLoop_.exec();
}

/// Ends the stranger that has waited longest. False when there is none to end.
bool IoLoop::makeRoom(TimePoint time) {
    Peer* slowest = nullptr;
    TimePoint since = time - config_.limits.strangerTime;
    for (const auto& [id, peer] : peers_) {
        const auto waiting = peer->connection.strangerSince();
        if (waiting && *waiting <= since && !peer->turnedAway && !peer->busy) {
            slowest = peer.get();
            since = *waiting;
        }
    }
    if (slowest == nullptr) {
        return false;
    }
    slowest->stream->abort();
    slowest->connection.abandon(time);
    log(slowest->connection);
    settle(*slowest);
    return true;
}

void IoLoop::accept(int descriptor) {
    prepareSocket(descriptor);
    const std::string address = peerAddressOf(descriptor);
    const TimePoint time = now();
    const bool full = peers_.size() - turnedAway_ >= config_.limits.connections;
    const bool over = callers_.isReached(callers_.countedAs(address)) || (full && !makeRoom(time));
    counters_.accepted.fetch_add(1, std::memory_order_relaxed);
    if (over) {
        counters_.refused.fetch_add(1, std::memory_order_relaxed);
    }
    // A refusal over TLS would cost the handshake, which is the work the limit should save.
    if (address.empty() || (over && (tls_ || turnedAway_ >= kMaxTurnedAway))) {
        setResetOnClose(descriptor);
        ::close(descriptor);
        return;
    }
    auto peer = std::make_unique<Peer>(++nextId_, context_, address, tls_ != nullptr, time);
    Peer& added = *peer;
    peers_.emplace(added.id, std::move(peer));
    counters_.open.store(peers_.size(), std::memory_order_relaxed);
    admit(added, descriptor, over, time);
}

void IoLoop::admit(Peer& peer, int descriptor, bool turnAway, TimePoint time) {
    peer.turnedAway = turnAway;
    if (turnAway) {
        ++turnedAway_;
    } else {
        peer.counted = callers_.countedAs(peer.address);
        callers_.add(peer.counted);
    }
    ByteStream::Events events;
    events.readable = [this, id = peer.id] {
        onReadable(id);
    };
    events.writable = [this, id = peer.id] {
        onWritable(id);
    };
    peer.stream = tls_ ? makeTlsStream(descriptor, *tls_, &scope_, std::move(events))
                       : makePlainStream(descriptor, std::move(events));
    if (!peer.stream) {
        remove(peer);
        return;
    }
    if (turnAway) {
        peer.connection.turnAway(unavailable("The server has too many connections open."), time);
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
        timer_.stop();
        return;
    }
    const auto wait =
        std::chrono::ceil<std::chrono::milliseconds>(timers_.begin()->first - now()).count();
    timer_.start(static_cast<int>(std::clamp<std::int64_t>(wait, 1, kLongestTimer)));
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
    if (!stopping_) {
        stopping_ = true;
        listener_->close();
        const TimePoint time = now();
        std::vector<Peer*> all;
        for (const auto& [id, peer] : peers_) {
            all.push_back(peer.get());
        }
        for (Peer* peer : all) {
            peer->connection.drain(time);
            pump(*peer, time);
        }
    }
    if (drain.count() > 0 && !peers_.empty()) {
        QTimer::singleShot(drain, Qt::PreciseTimer, &scope_, [this] { cut(); });
    } else {
        cut();
    }
}

void IoLoop::cut() {
    const TimePoint time = now();
    std::vector<Peer*> all;
    for (const auto& [id, peer] : peers_) {
        all.push_back(peer.get());
    }
    for (Peer* peer : all) {
        if (peer->cancelled) {
            peer->stream->abort();
        }
        peer->connection.abandon(time);
        log(peer->connection);
        settle(*peer);
    }
    quitWhenEmpty();
}

void IoLoop::quitWhenEmpty() {
    if (stopping_ && peers_.empty()) {
        eventLoop_.quit();
    }
}

IoLoop::Peer* IoLoop::find(std::uint64_t id) {
    const auto found = peers_.find(id);
    return found == peers_.end() ? nullptr : found->second.get();
}

void IoLoop::onReadable(std::uint64_t id) {
    Peer* peer = find(id);
    if (!peer) {
        return;
    }
    if (peer->busy) {
        peer->signalled = true;
        return;
    }
    const TimePoint time = now();
    peer->busy = true;
    for (int i = 0; i < kReadsPerEvent && peer->connection.wantsInput(); ++i) {
        const auto result = peer->stream->read(readBuffer_.data(), readBuffer_.size());
        if (result.status == ByteStream::Status::Bytes) {
            peer->connection.receive({readBuffer_.data(), result.count}, time);
            if (result.count == readBuffer_.size()) {
                continue;
            }
        } else if (result.status == ByteStream::Status::End) {
            peer->connection.receiveEnd(time);
        } else if (result.status == ByteStream::Status::Failed) {
            peer->connection.abandon(time);
        }
        break;
    }
    peer->busy = false;
    pump(*peer, time);
}

void IoLoop::onWritable(std::uint64_t id) {
    if (Peer* peer = find(id); peer && !peer->busy) {
        peer->stream->setWriting(false);
        pump(*peer, now());
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
    peer.busy = true;
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
    peer.busy = false;
    settle(peer);
}

/// False when there is nothing to write, or when the socket or this turn takes no more.
bool IoLoop::writeSome(Peer& peer, std::size_t& left, TimePoint time) {
    const std::string_view bytes = peer.connection.output();
    if (bytes.empty() || peer.connection.fate() == Connection::Fate::Reset) {
        return false;
    }
    if (left == 0) {
        peer.stream->setWriting(true);
        return false;
    }
    const auto result = peer.stream->write(bytes);
    switch (result.status) {
    case ByteStream::Status::Bytes:
        peer.connection.wrote(result.count, time);
        left -= std::min(left, result.count);
        return true;
    case ByteStream::Status::WouldBlock:
        peer.stream->setWriting(true);
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
        peer.stream->abort();
        remove(peer);
        return;
    case Connection::Fate::Close:
        remove(peer);
        return;
    case Connection::Fate::Linger:
        if (flushed && !std::exchange(peer.finSent, true)) {
            peer.stream->shutdownWrite();
        }
        break;
    case Connection::Fate::Open:
        break;
    }
    peer.stream->setReading(peer.connection.wantsInput());
    if (std::exchange(peer.signalled, false)) {
        QTimer::singleShot(0, &scope_, [this, id = peer.id] { onReadable(id); });
    }
    arm(peer);
}

void IoLoop::remove(Peer& peer) {
    disarm(peer);
    if (peer.turnedAway) {
        --turnedAway_;
    }
    callers_.remove(peer.counted);
    callers_.remove(peer.requestCounted);
    if (peer.stream) {
        peer.stream->setReading(false);
        peer.stream->setWriting(false);
    }
    if (removed_.empty()) {
        QTimer::singleShot(0, &scope_, [this] { removed_.clear(); });
    }
    removed_.push_back(std::move(peers_.extract(peer.id).mapped()));
    counters_.open.store(peers_.size(), std::memory_order_relaxed);
    quitWhenEmpty();
}

void IoLoop::log(Connection& connection) {
    if (const auto record = connection.takeRecord(); record && config_.accessLog) {
        config_.accessLog(*record);
    }
}

} // namespace leadsheet::server::http
