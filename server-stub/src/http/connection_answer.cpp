// SPDX-License-Identifier: Apache-2.0
#include "http/connection.hpp"
#include "http/framing.hpp"
#include "http/message.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <random>
#include <utility>

namespace leadsheet::server::http {

namespace {

constexpr std::size_t kStreamPiece = std::size_t{64} * 1024;

std::string chunkPrefix(std::size_t size) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), size, 16);
    return std::string(digits.data(), end.ptr) + "\r\n";
}

} // namespace

/// What the handler says to a head whose body waits: go on, or the answer.
void Connection::answerHead(Response response, TimePoint now) {
    if (response.status == 100) {
        callerKnown_ = callerKnown_ || response.callerKnown;
        admitted_ = std::move(response.headers);
        admitBody(std::move(response.spool), now);
        return;
    }
    // The rest of the body must not be read as a request: the connection ends with this one.
    ++requests_;
    incoming_ = Request();
    in_.clear();
    inStart_ = 0;
    response.close = true;
    record_.note = std::move(response.note);
    startAnswer(std::move(response), now);
}

void Connection::admitBody(std::shared_ptr<Spool> spool, TimePoint now) {
    const std::size_t largest = spool ? limits_.spooledBodyBytes : limits_.bodyBytes;
    incoming_.spool = std::move(spool);
    body_->setLimit(largest);
    if (framing_.contentLength > largest) {
        reject(payloadTooLarge("The request body is larger than " + std::to_string(largest) +
                               " bytes."),
               now);
    } else if (!spoolBody()) {
        reject(unavailable("The server has no room on its disk for a body of this size."), now);
    } else {
        beginBody(now);
        parse(now);
    }
}

void Connection::respond(std::uint64_t exchange, Response response, TimePoint now) {
    if (phase_ == Phase::Asking && exchange == exchange_) {
        answerHead(std::move(response), now);
        return;
    }
    if (phase_ != Phase::Working || exchange != exchange_ || stalled_) {
        return;
    }
    record_.note = std::move(response.note);
    if (response.fault.kind == WireFault::Kind::ResetBeforeReply) {
        close(Fate::Reset, now);
        return;
    }
    if (response.fault.kind == WireFault::Kind::Stall) {
        stalledUntil_ = now + response.fault.delay;
        stalled_ = std::move(response);
        return;
    }
    startAnswer(std::move(response), now);
}

void Connection::refuse(std::uint64_t exchange, const Rejection& rejection, TimePoint now) {
    respond(exchange, context_.render(rejection, record_), now);
}

bool Connection::mustClose(const Response& response) const noexcept {
    return response.close || draining_ || !framing_.keepAlive ||
           (limits_.requestsPerConnection != 0 && requests_ >= limits_.requestsPerConnection);
}

void Connection::startAnswer(Response response, TimePoint now) {
    if (response.status < 200 || response.status > 599) {
        response =
            context_.render({500, "internal_error", "The server made an invalid answer."}, record_);
    }
    phase_ = Phase::Answering;
    phaseStart_ = lastProgress_ = now;
    beginRate(now);
    callerKnown_ = callerKnown_ || response.callerKnown;
    answer_ = Answer();
    answer_.close = mustClose(response);
    if (response.fault.kind == WireFault::Kind::TruncateBody) {
        answer_.bytesUntilFault = response.fault.bytes;
    }
    sendHead(response);
    if (headOnly_ || !statusHasBody(response.status)) {
        answer_.chunked = false;
        answerProduced();
    } else if (const auto whole = response.stream ? response.stream->whole() : std::nullopt;
               whole && whole->size() == response.streamLength && !answer_.bytesUntilFault) {
        out_.appendLasting(*whole);
        answerProduced();
    } else if (response.stream) {
        answer_.lengthLeft = response.streamLength;
        stream_ = std::move(response.stream);
    } else {
        queueBody(std::move(response.body));
        answerProduced();
    }
}

void Connection::sendHead(Response& response) {
    HeadOptions options;
    options.date = context_.date();
    options.requestId = record_.requestId;
    if (!statusHasBody(response.status)) {
        response.stream.reset();
    } else if (!response.stream) {
        options.contentLength = response.body.size();
    } else if (response.streamLength) {
        options.contentLength = response.streamLength;
    } else if (framing_.http11) {
        options.chunked = answer_.chunked = true;
    } else {
        answer_.close = true; // HTTP/1.0 knows no other end of such a body
    }
    options.close = answer_.close;
    options.keepAlive = !framing_.http11;
    record_.status = response.status;
    out_.append(writeHead(response, options));
}

void Connection::queueBody(std::string data) {
    if (answer_.produced) {
        return;
    }
    if (answer_.bytesUntilFault) {
        if (data.size() >= *answer_.bytesUntilFault) {
            data.resize(*answer_.bytesUntilFault);
            answer_.produced = answer_.reset = true;
        }
        *answer_.bytesUntilFault -= data.size();
    }
    if (data.empty()) {
        return;
    }
    if (answer_.chunked) {
        out_.append(chunkPrefix(data.size()));
        data += "\r\n";
    }
    out_.append(std::move(data));
}

void Connection::answerProduced() {
    if (answer_.produced) {
        return;
    }
    answer_.produced = true;
    if (answer_.bytesUntilFault) {
        answer_.reset = true;
    } else if (answer_.chunked) {
        out_.append("0\r\n\r\n");
    }
}

std::size_t Connection::streamWanted() const noexcept {
    return std::clamp<std::size_t>(limits_.streamBufferBytes / 4, 1, kStreamPiece);
}

std::unique_ptr<BodySource> Connection::takeStream() {
    if (phase_ != Phase::Answering || answer_.produced || !stream_ ||
        out_.size() > limits_.streamBufferBytes / 2) {
        return nullptr;
    }
    streamOut_ = true;
    return std::move(stream_);
}

void Connection::streamed(std::uint64_t exchange, std::unique_ptr<BodySource> source,
                          std::string data, BodySource::State state, TimePoint now) {
    if (exchange != exchange_ || phase_ != Phase::Answering || !streamOut_) {
        return;
    }
    streamOut_ = false;
    if (out_.empty()) {
        lastProgress_ = now;
        rateStart_ += now - emptiedAt_; // meanwhile the client had nothing to take
    }
    if (answer_.lengthLeft) {
        if (data.size() > *answer_.lengthLeft) {
            data.resize(static_cast<std::size_t>(*answer_.lengthLeft));
            state = BodySource::State::Failed;
        }
        *answer_.lengthLeft -= data.size();
        if (state == BodySource::State::End && *answer_.lengthLeft != 0) {
            state = BodySource::State::Failed;
        }
    }
    queueBody(std::move(data));
    if (state == BodySource::State::More) {
        stream_ = std::move(source);
    } else if (state == BodySource::State::End) {
        answerProduced();
    } else {
        answer_.produced = answer_.reset = true;
    }
    finishIfFlushed(now);
}

void Connection::wrote(std::size_t count, TimePoint now) {
    out_.consume(count);
    record_.bytesOut += count;
    rateBytes_ += count;
    if (out_.empty()) {
        emptiedAt_ = now;
    }
    lastProgress_ = now;
    finishIfFlushed(now);
}

void Connection::finishIfFlushed(TimePoint now) {
    if (phase_ != Phase::Answering || !answer_.produced || !out_.empty()) {
        return;
    }
    if (answer_.reset) {
        close(Fate::Reset, now);
    } else {
        finishExchange(now);
    }
}

void Connection::finishExchange(TimePoint now) {
    writeRecord(now, false);
    context_.releaseBodyBytes(std::exchange(bodyBytesTaken_, 0));
    stream_.reset();
    if (answer_.close) {
        startLinger(now);
        return;
    }
    phase_ = Phase::Idle;
    phaseStart_ = now;
    skippedEmptyLine_ = false;
    parse(now);
}

/// Closing with unread input makes the kernel send a reset, which can destroy an answer that the
/// client has not read yet (RFC 9112 9.6). So the sending side is closed first and the input read
/// to its end.
void Connection::startLinger(TimePoint now) {
    if (endOfInput_) {
        close(Fate::Close, now);
        return;
    }
    phase_ = Phase::Lingering;
    fate_ = Fate::Linger;
    phaseStart_ = lastProgress_ = now;
    in_ = std::string();
    inStart_ = 0;
}

void Connection::close(Fate fate, TimePoint now) {
    fate_ = fate;
    abandon(now);
}

void Connection::abandon(TimePoint now) {
    phase_ = Phase::Closed;
    if (fate_ == Fate::Open || fate_ == Fate::Linger) {
        fate_ = Fate::Close;
    }
    if (recordOpen_) {
        writeRecord(now, true);
    }
    context_.releaseBodyBytes(std::exchange(bodyBytesTaken_, 0));
    ready_.reset();
    stalled_.reset();
    stream_.reset();
    out_.clear();
}

void Connection::writeRecord(TimePoint now, bool closedEarly) {
    if (record_.peerAddress.empty())
        record_.peerAddress = peerAddress_;
    record_.duration = std::chrono::duration_cast<std::chrono::microseconds>(now - requestStart_);
    record_.closedEarly = closedEarly;
    finished_ = std::exchange(record_, AccessRecord());
    recordOpen_ = false;
}

std::optional<AccessRecord> Connection::takeRecord() {
    return std::exchange(finished_, std::nullopt);
}

namespace {

std::uint64_t randomWord() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

/// SplitMix64's finaliser: neighbouring counters get unlike ids.
std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31U);
}

void appendBase32(std::string& out, std::uint64_t value) {
    constexpr std::string_view kCrockford = "0123456789abcdefghjkmnpqrstvwxyz";
    for (unsigned shift = 65; shift > 0;) {
        shift -= 5;
        out += kCrockford[(value >> shift) & 31U];
    }
}

void addIfMissing(Response& response, std::string_view name, std::string value) {
    const bool present =
        std::any_of(response.headers.begin(), response.headers.end(),
                    [name](const Header& field) { return equalsIgnoreCase(field.name, name); });
    if (!present) {
        response.headers.push_back({std::string(name), std::move(value)});
    }
}

} // namespace

RequestIdSource::RequestIdSource()
    : high_(randomWord())
    , low_(randomWord()) {}

std::string RequestIdSource::operator()() {
    std::string id = "req_";
    id.reserve(30);
    appendBase32(id, high_);
    appendBase32(id, mix(low_++));
    return id;
}

ConnectionContext::ConnectionContext(
    HttpLimits limits, ErrorRenderer renderer,
    std::function<std::chrono::system_clock::time_point()> wallClock,
    std::function<std::string()> makeRequestId)
    : limits_(limits)
    , renderer_(std::move(renderer))
    , wallClock_(std::move(wallClock))
    , makeRequestId_(std::move(makeRequestId)) {
    if (!wallClock_) {
        wallClock_ = [] {
            return std::chrono::system_clock::now();
        };
    }
    if (!makeRequestId_) {
        makeRequestId_ = RequestIdSource();
    }
}

const std::string& ConnectionContext::date() {
    const auto now = wallClock_();
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    if (date_.empty() || second != dateSecond_) {
        dateSecond_ = second;
        date_ = httpDate(now);
    }
    return date_;
}

Response ConnectionContext::render(const Rejection& rejection, const AccessRecord& record) const {
    Response response;
    if (renderer_) {
        response = renderer_(rejection, record);
    } else {
        response.headers.push_back({"Content-Type", "text/plain; charset=utf-8"});
        response.body = rejection.detail + "\n";
    }
    response.status = rejection.status;
    if (rejection.status == 405) {
        addIfMissing(response, "Allow", std::string(kAllowedMethods));
    } else if (rejection.status == 503) {
        addIfMissing(response, "Retry-After", std::to_string(limits_.retryAfter.count()));
    }
    return response;
}

bool ConnectionContext::takeBodyBytes(std::size_t count) noexcept {
    if (count > limits_.bufferedBodyBytes - bodyBytes_) {
        return false;
    }
    bodyBytes_ += count;
    return true;
}

void ConnectionContext::releaseBodyBytes(std::size_t count) noexcept {
    bodyBytes_ -= count;
}

} // namespace leadsheet::server::http
