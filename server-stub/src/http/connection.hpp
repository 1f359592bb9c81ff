// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/framing.hpp"
#include "http/http_server.hpp"
#include "http/message.hpp"
#include "http/request_head.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace leadsheet::server::http {

/// Request ids: "req_" and 26 characters, unique within and across server processes, not secret.
class RequestIdSource {
public:
    RequestIdSource();
    std::string operator()();

private:
    std::uint64_t high_;
    std::uint64_t low_;
};

/// What all connections of one server share. Lives in, and is used by, the server's I/O thread
/// alone.
class ConnectionContext {
public:
    ConnectionContext(HttpLimits limits, ErrorRenderer renderer,
                      std::function<std::chrono::system_clock::time_point()> wallClock,
                      std::function<std::string()> makeRequestId);

    const HttpLimits& limits() const noexcept { return limits_; }

    /// Before the first connection.
    void trust(TrustedProxies proxies) { proxies_ = std::move(proxies); }
    const TrustedProxies& proxies() const noexcept { return proxies_; }

    std::string makeRequestId() { return makeRequestId_(); }

    /// Value for the Date field; formatted once a second.
    const std::string& date();

    /// The answer to a request that the connection refuses, with the fields its status needs.
    Response render(const Rejection& rejection, const AccessRecord& record) const;

    /// Request bodies of all connections count against one limit.
    bool takeBodyBytes(std::size_t count) noexcept;
    void releaseBodyBytes(std::size_t count) noexcept;
    std::size_t bodyBytes() const noexcept { return bodyBytes_; }

private:
    HttpLimits limits_;
    TrustedProxies proxies_;
    ErrorRenderer renderer_;
    std::function<std::chrono::system_clock::time_point()> wallClock_;
    std::function<std::string()> makeRequestId_;
    std::chrono::sys_seconds dateSecond_{};
    std::string date_;
    std::size_t bodyBytes_ = 0;
};

/// Bytes on their way to the client, without copying large bodies.
class OutputQueue {
public:
    void append(std::string bytes) {
        if (bytes.empty()) {
            return;
        }
        size_ += bytes.size();
        if (!pieces_.empty() && pieces_.back().lasting.empty() && bytes.size() < kJoinBelow &&
            pieces_.back().own.size() < kJoinBelow) {
            pieces_.back().own += bytes;
        } else {
            pieces_.push_back({std::move(bytes), {}});
        }
    }
    /// Bytes that outlive the queue; they are not copied.
    void appendLasting(std::string_view bytes) {
        if (!bytes.empty()) {
            size_ += bytes.size();
            pieces_.push_back({{}, bytes});
        }
    }

    /// The next contiguous bytes; empty when there are none.
    std::string_view front() const noexcept {
        return pieces_.empty() ? std::string_view() : pieces_.front().bytes().substr(offset_);
    }

    /// Those behind front(), which go out with them where that is one call.
    std::string_view behindFront() const noexcept {
        return pieces_.size() < 2 ? std::string_view() : pieces_[1].bytes();
    }

    /// Of all there is.
    void consume(std::size_t count) {
        size_ -= count;
        offset_ += count;
        while (!pieces_.empty() && offset_ >= pieces_.front().bytes().size()) {
            offset_ -= pieces_.front().bytes().size();
            pieces_.pop_front();
        }
    }

    void clear() {
        pieces_.clear();
        offset_ = 0;
        size_ = 0;
    }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }

private:
    /// Small pieces are joined, so that head and body of a small answer leave in one packet.
    static constexpr std::size_t kJoinBelow = std::size_t{16} * 1024;

    struct Piece {
        std::string own;
        std::string_view lasting; ///< instead of `own`
        std::string_view bytes() const noexcept { return lasting.empty() ? own : lasting; }
    };
    std::deque<Piece> pieces_;
    std::size_t offset_ = 0;
    std::size_t size_ = 0;
};

/// One HTTP/1.x connection without a socket, a clock or a thread: bytes in, bytes out, next
/// deadline. Whoever owns it carries bytes and requests to and fro, and calls it from one thread.
///
/// One request is in work at a time; those pipelined behind it wait unparsed in a bounded buffer,
/// so answers are in order and a flood of requests cannot make the connection grow.
class Connection {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    Connection(ConnectionContext& context, std::string peerAddress, bool tls, TimePoint now);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Bytes from the client.
    void receive(std::string_view bytes, TimePoint now);
    /// The client closed its sending side; what it asked before is still answered.
    void receiveEnd(TimePoint now);
    /// False = stop reading for now (back-pressure), or for good.
    bool wantsInput() const noexcept;

    // Bytes to the client.
    std::string_view output() const noexcept { return out_.front(); }
    /// What follows it, as far as it lies in one piece. The body of a large answer behind its head.
    std::string_view outputBehind() const noexcept { return out_.behindFront(); }
    void wrote(std::size_t count, TimePoint now);

    // Requests. A number identifies the request in work; answers to other numbers are ignored.
    std::optional<Request> takeRequest();
    std::uint64_t exchange() const noexcept { return exchange_; }
    /// True while the request of that number waits for (the rest of) its answer.
    bool isAwaiting(std::uint64_t exchange) const noexcept;
    void respond(std::uint64_t exchange, Response response, TimePoint now);
    /// Answers with an error of the connection's own, and stays usable.
    void refuse(std::uint64_t exchange, const Rejection& rejection, TimePoint now);

    // Streamed bodies: take the source when there is one, read it elsewhere, bring it back.
    std::unique_ptr<BodySource> takeStream();
    std::size_t streamWanted() const noexcept;
    void streamed(std::uint64_t exchange, std::unique_ptr<BodySource> source, std::string data,
                  BodySource::State state, TimePoint now);

    // Time.
    std::optional<TimePoint> deadline() const noexcept;
    void tick(TimePoint now);

    /// Since when the connection has been waiting for its client, in whatever phase; nullopt when a
    /// request is in work, or when one of somebody known was answered on it.
    std::optional<TimePoint> strangerSince() const noexcept;

    /// Before any byte arrived: answer with this, whatever the client is about to ask, and close.
    void turnAway(const Rejection& rejection, TimePoint now);
    /// No further requests: closes when idle, else after the answer in work.
    void drain(TimePoint now);

    /// What the owner should do with the socket once output() is empty.
    enum class Fate {
        Open,
        Linger, ///< close the sending side and go on reading until told to close
        Close,
        Reset ///< at once, whatever output is left
    };
    Fate fate() const noexcept { return fate_; }

    /// The record of a finished request, once.
    std::optional<AccessRecord> takeRecord();
    /// The socket is gone (or about to be): finishes the record of a request in work.
    void abandon(TimePoint now);

private:
    enum class Phase {
        Idle,
        Head,
        Asking, ///< the handler has the head and is to say whether the body may come
        Body,
        Working,
        Answering,
        Lingering,
        Closed
    };

    // connection.cpp: requests
    void parse(TimePoint now);
    bool readHead(TimePoint now);
    std::optional<Rejection> acceptHead();
    void beginBody(TimePoint now);
    void readBody(TimePoint now);
    bool spoolBody();
    bool mustAsk(std::uint64_t bodyBytes) const noexcept;
    void ask(TimePoint now);
    void handOver(Request request);
    void requestComplete(TimePoint now);
    void answerServerOptions(bool close, TimePoint now);
    void reject(const Rejection& rejection, TimePoint now);
    std::string_view unread() const noexcept { return std::string_view(in_).substr(inStart_); }
    void consumeInput(std::size_t count);
    void beginRate(TimePoint now);
    std::optional<TimePoint> rateDeadline() const noexcept;
    void expire(TimePoint now);

    // connection_answer.cpp: answers
    void answerHead(Response response, TimePoint now);
    void admitBody(std::shared_ptr<Spool> spool, TimePoint now);
    void startAnswer(Response response, TimePoint now);
    void sendHead(Response& response);
    void queueBody(std::string data);
    void answerProduced();
    void finishIfFlushed(TimePoint now);
    void finishExchange(TimePoint now);
    void startLinger(TimePoint now);
    void close(Fate fate, TimePoint now);
    void writeRecord(TimePoint now, bool closedEarly);
    bool mustClose(const Response& response) const noexcept;

    struct Answer {
        bool chunked = false;
        bool close = false;
        bool produced = false;                      ///< everything is in out_
        bool reset = false;                         ///< reset instead of a proper end
        std::optional<std::uint64_t> lengthLeft;    ///< promised and not yet produced
        std::optional<std::size_t> bytesUntilFault; ///< WireFault::TruncateBody
    };

    ConnectionContext& context_;
    const HttpLimits& limits_;
    const std::string peerAddress_;
    const bool tls_;

    Phase phase_ = Phase::Idle;
    Fate fate_ = Fate::Open;
    bool endOfInput_ = false;
    bool draining_ = false;
    bool skippedEmptyLine_ = false;
    std::uint32_t requests_ = 0;

    std::string in_;
    std::size_t inStart_ = 0;
    HeadReader head_;
    Request incoming_;
    Framing framing_;
    std::optional<BodyReader> body_;
    bool asked_ = false;           ///< the handler has seen the head of this request
    std::vector<Header> admitted_; ///< the fields with which it let the body come
    std::size_t bodyBytesTaken_ = 0;

    std::uint64_t exchange_ = 0;
    std::optional<Request> ready_;
    std::optional<Response> stalled_; ///< WireFault::Stall
    TimePoint stalledUntil_;
    std::unique_ptr<BodySource> stream_;
    bool streamOut_ = false; ///< the source is being read elsewhere
    Answer answer_;
    OutputQueue out_;

    AccessRecord record_; ///< of the request in work
    bool headOnly_ = false;
    bool recordOpen_ = false;
    std::optional<AccessRecord> finished_;

    TimePoint requestStart_;
    TimePoint phaseStart_;
    TimePoint lastProgress_; ///< byte of a body received, byte of an answer sent, byte discarded
    TimePoint rateStart_;    ///< from here on the client was to send or to take bytes
    std::uint64_t rateBytes_ = 0;
    TimePoint emptiedAt_; ///< when the client had taken all there was of the answer
    bool callerKnown_ = false;
};

} // namespace leadsheet::server::http
