// SPDX-License-Identifier: Apache-2.0
#include "http/io_loop.hpp"

#include <utility>

namespace leadsheet::server::http {

namespace {

/// Reads of one connection before the others get their turn.
constexpr int kReadsPerEvent = 16;

} // namespace

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
    while (more) {
        log(peer.connection);
        if (auto request = peer.connection.takeRequest()) {
            dispatch(peer, std::move(*request), time);
        }
        more = writeSome(peer, time);
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

/// False when there is nothing to write or the socket is full.
bool IoLoop::writeSome(Peer& peer, TimePoint time) {
    const std::string_view bytes = peer.connection.output();
    if (bytes.empty() || peer.connection.fate() == Connection::Fate::Reset) {
        return false;
    }
    const auto result = peer.stream->write(bytes);
    switch (result.status) {
    case ByteStream::Status::Bytes:
        peer.connection.wrote(result.count, time);
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

void IoLoop::dispatch(Peer& peer, Request request, TimePoint time) {
    const std::uint64_t exchange = peer.connection.exchange();
    peer.cancelled = std::make_shared<std::atomic<bool>>(false);
    peer.exchange = exchange;
    Job job;
    job.request = std::move(request);
    job.responder =
        Responder(std::make_shared<ResponderState>(mailbox_, peer.id, exchange, peer.cancelled));
    if (workers_.submitRequest(std::move(job))) {
        counters_.requests.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    peer.connection.refuse(exchange, unavailable("The server has too many requests waiting."),
                           time);
}

/// Brings socket, timer and responder in line with what the connection wants now.
void IoLoop::settle(Peer& peer) {
    if (peer.cancelled && !peer.connection.isAwaiting(peer.exchange)) {
        peer.cancelled->store(true, std::memory_order_release);
        peer.cancelled.reset();
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
    } else if (const auto same = perAddress_.find(peer.address);
               same != perAddress_.end() && --same->second == 0) {
        perAddress_.erase(same);
    }
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
