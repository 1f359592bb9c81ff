// SPDX-License-Identifier: Apache-2.0
#include "http/connection.hpp"

#include "http/request_head.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server::http {

namespace {

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

using TimePoint = Connection::TimePoint;

std::optional<TimePoint> after(TimePoint start, std::chrono::milliseconds limit) {
    return limit.count() > 0 ? std::optional(start + limit) : std::nullopt;
}

std::optional<TimePoint> earlier(std::optional<TimePoint> a, std::optional<TimePoint> b) {
    return a && b ? std::min(*a, *b) : a ? a : b;
}

/// For the access log, of a request that is refused: as much as was read of it.
void notePlace(AccessRecord& record, Request request, const HttpLimits& limits) {
    record.method = request.method;
    if (!request.target.empty() && !resolveTarget(request, limits))
        record.path = request.path;
}

} // namespace

Connection::Connection(ConnectionContext& context, std::string peerAddress, bool tls, TimePoint now)
    : context_(context)
    , limits_(context.limits())
    , peerAddress_(std::move(peerAddress))
    , tls_(tls)
    , head_(limits_)
    , stalledUntil_(now)
    , requestStart_(now)
    , phaseStart_(now)
    , lastProgress_(now) {}

Connection::~Connection() {
    context_.releaseBodyBytes(bodyBytesTaken_);
}

void Connection::receive(std::string_view bytes, TimePoint now) {
    if (phase_ == Phase::Closed || bytes.empty()) {
        return;
    }
    if (phase_ == Phase::Lingering || (phase_ == Phase::Answering && answer_.close)) {
        if (phase_ == Phase::Lingering) {
            lastProgress_ = now;
        }
        return;
    }
    in_.append(bytes);
    if (phase_ == Phase::Body) {
        lastProgress_ = now;
    }
    parse(now);
}

void Connection::receiveEnd(TimePoint now) {
    endOfInput_ = true;
    if (phase_ == Phase::Lingering) {
        close(Fate::Close, now);
        return;
    }
    parse(now);
}

bool Connection::wantsInput() const noexcept {
    if (endOfInput_ || phase_ == Phase::Closed) {
        return false;
    }
    const bool busy =
        phase_ == Phase::Asking || phase_ == Phase::Working || phase_ == Phase::Answering;
    return !busy || unread().size() < limits_.readAheadBytes;
}

void Connection::consumeInput(std::size_t count) {
    inStart_ += count;
    if (inStart_ == in_.size()) {
        in_.clear();
        inStart_ = 0;
    } else if (inStart_ > limits_.readAheadBytes) {
        in_.erase(0, inStart_);
        inStart_ = 0;
    }
}

void Connection::parse(TimePoint now) {
    for (bool progress = true; progress;) {
        switch (phase_) {
        case Phase::Idle:
            if (draining_) {
                startLinger(now);
                return;
            }
            // RFC 9112 2.2: one empty line before a request line is ignored, once.
            if (!skippedEmptyLine_ && unread().starts_with("\r\n")) {
                skippedEmptyLine_ = true;
                consumeInput(2);
                break;
            }
            if (unread().empty() || (unread() == "\r" && !skippedEmptyLine_)) {
                if (endOfInput_) {
                    close(Fate::Close, now);
                }
                return;
            }
            phase_ = Phase::Head;
            requestStart_ = phaseStart_ = now;
            head_ = HeadReader(limits_);
            framing_ = Framing();
            record_ = AccessRecord();
            recordOpen_ = true;
            headOnly_ = false;
            asked_ = false;
            admitted_.clear();
            break;
        case Phase::Head:
            progress = readHead(now);
            break;
        case Phase::Body:
            readBody(now);
            return;
        case Phase::Asking:
        case Phase::Working:
        case Phase::Answering:
        case Phase::Lingering:
        case Phase::Closed:
            return;
        }
    }
}

/// False when the next byte, or nothing, has to come first.
bool Connection::readHead(TimePoint now) {
    switch (head_.read(unread())) {
    case HeadReader::State::NeedMore:
        if (endOfInput_) {
            reject(malformed("The connection was closed before the request head was complete."),
                   now);
        }
        return false;
    case HeadReader::State::Rejected:
        headOnly_ = unread().starts_with("HEAD ");
        notePlace(record_, head_.takeRequest(), limits_);
        reject(head_.rejection(), now);
        return false;
    case HeadReader::State::Complete:
        break;
    }
    const std::size_t length = head_.length();
    if (const auto bad = acceptHead()) {
        reject(*bad, now);
        return false;
    }
    consumeInput(length);
    if (body_->complete()) {
        requestComplete(now);
    } else if (mustAsk(framing_.contentLength)) {
        ask(now);
    } else {
        beginBody(now);
    }
    return true;
}

void Connection::beginBody(TimePoint now) {
    phase_ = Phase::Body;
    phaseStart_ = lastProgress_ = now;
    beginRate(now);
    if (framing_.expectContinue && unread().empty() && body_->taken() == 0) {
        out_.append(std::string(kContinue));
    }
}

/// Whether the handler is to see the head before more of a body of so many bytes is read. A client
/// that does not wait for "100 Continue" has sent its small body already.
bool Connection::mustAsk(std::uint64_t bodyBytes) const noexcept {
    if (asked_ || !limits_.unaskedBodyBytes) {
        return false;
    }
    const bool waits = framing_.expectContinue && unread().empty() && body_->taken() == 0;
    return waits || bodyBytes > std::min(*limits_.unaskedBodyBytes, limits_.bodyBytes);
}

void Connection::ask(TimePoint now) {
    ++exchange_;
    asked_ = true;
    phase_ = Phase::Asking;
    phaseStart_ = now;
    if (incoming_.path == "*") {
        answerServerOptions(true, now);
        return;
    }
    std::string begun = std::exchange(incoming_.body, std::string());
    Request head = incoming_;
    incoming_.body = std::move(begun);
    head.bodyPending = true;
    handOver(std::move(head));
}

void Connection::handOver(Request request) {
    if (record_.requestId.empty()) {
        record_.requestId = context_.makeRequestId();
    }
    request.requestId = record_.requestId;
    request.peerAddress = context_.proxies().callerOf(peerAddress_, request.headers);
    record_.peerAddress = request.peerAddress;
    request.tls = tls_;
    ready_ = std::move(request);
}

std::optional<Rejection> Connection::acceptHead() {
    record_.bytesIn = head_.length();
    incoming_ = head_.takeRequest();
    record_.method = incoming_.method;
    headOnly_ = incoming_.method == "HEAD";
    framing_.http11 = head_.http11();
    // Who is asked for leave says where the body goes, and with that how large it may be.
    const std::size_t largest = limits_.unaskedBodyBytes
                                    ? std::max(limits_.bodyBytes, limits_.spooledBodyBytes)
                                    : limits_.bodyBytes;
    const auto framing = vetFraming(incoming_, head_.http11(), largest);
    if (!framing) {
        notePlace(record_, incoming_, limits_);
        return framing.error();
    }
    framing_ = *framing;
    if (auto bad = resolveTarget(incoming_, limits_)) {
        return bad;
    }
    record_.path = incoming_.path;
    body_.emplace(limits_, framing_);
    return std::nullopt;
}

void Connection::readBody(TimePoint now) {
    const std::size_t before = incoming_.body.size();
    const BodyReader::Step step = body_->read(unread(), incoming_.body);
    consumeInput(step.consumed);
    record_.bytesIn += step.consumed;
    rateBytes_ += step.consumed;
    const std::size_t grown = incoming_.body.size() - before;
    if (step.rejection) {
        reject(*step.rejection, now);
    } else if (!context_.takeBodyBytes(grown)) {
        reject(unavailable("The server is receiving too many large requests at once."), now);
    } else if (!spoolBody()) {
        bodyBytesTaken_ += grown;
        reject(unavailable("The server has no room on its disk for a body of this size."), now);
    } else {
        bodyBytesTaken_ += grown;
        if (body_->complete()) {
            requestComplete(now);
        } else if (endOfInput_) {
            reject(malformed("The connection was closed before the request body was complete."),
                   now);
        } else if (mustAsk(incoming_.body.size())) {
            ask(now);
        }
    }
}

/// Moves what was read to where it goes; false = the disk takes no more.
bool Connection::spoolBody() {
    if (!incoming_.spool) {
        return true;
    }
    const bool taken = incoming_.spool->append(incoming_.body);
    incoming_.body.clear();
    return taken;
}

void Connection::requestComplete(TimePoint now) {
    ++requests_;
    ++exchange_;
    phase_ = Phase::Working;
    phaseStart_ = now;
    admitted_.clear();
    Request request = std::exchange(incoming_, Request());
    if (request.path == "*") {
        answerServerOptions(false, now);
        return;
    }
    handOver(std::move(request));
}

/// OPTIONS * is about the server as a whole.
void Connection::answerServerOptions(bool close, TimePoint now) {
    record_.requestId = context_.makeRequestId();
    Response response;
    response.status = 204;
    response.close = close;
    response.headers.push_back({"Allow", std::string(kAllowedMethods)});
    startAnswer(std::move(response), now);
}

std::optional<Request> Connection::takeRequest() {
    return std::exchange(ready_, std::nullopt);
}

bool Connection::isAwaiting(std::uint64_t exchange) const noexcept {
    return exchange == exchange_ &&
           (phase_ == Phase::Asking || phase_ == Phase::Working || phase_ == Phase::Answering);
}

/// Nothing after a refused request can be trusted to be a request, so the connection ends with it.
void Connection::reject(const Rejection& rejection, TimePoint now) {
    ++exchange_;
    incoming_ = Request();
    in_.clear();
    inStart_ = 0;
    context_.releaseBodyBytes(std::exchange(bodyBytesTaken_, 0));
    if (record_.requestId.empty()) {
        record_.requestId = context_.makeRequestId();
    }
    Response response = context_.render(rejection, record_);
    response.headers.insert(response.headers.end(), admitted_.begin(), admitted_.end());
    record_.note = std::move(response.note);
    response.close = true;
    startAnswer(std::move(response), now);
}

void Connection::turnAway(const Rejection& rejection, TimePoint now) {
    record_ = AccessRecord();
    recordOpen_ = true;
    requestStart_ = now;
    reject(rejection, now);
}

void Connection::drain(TimePoint now) {
    draining_ = true;
    if (phase_ == Phase::Idle) {
        close(Fate::Close, now);
    } else if (phase_ == Phase::Head) {
        reject(unavailable("The server is shutting down."), now);
    }
}

void Connection::beginRate(TimePoint now) {
    rateStart_ = now;
    rateBytes_ = 0;
}

/// By when the next byte has to come or go for the average to be fast enough.
std::optional<TimePoint> Connection::rateDeadline() const noexcept {
    if (limits_.minBytesPerSecond == 0) {
        return std::nullopt;
    }
    const auto paid = std::chrono::milliseconds(rateBytes_ * 1'000 / limits_.minBytesPerSecond);
    return rateStart_ + limits_.slowTime + paid;
}

std::optional<TimePoint> Connection::strangerSince() const noexcept {
    const bool inWork =
        phase_ == Phase::Asking || phase_ == Phase::Working || phase_ == Phase::Closed;
    return callerKnown_ || inWork ? std::nullopt : std::optional(phaseStart_);
}

std::optional<TimePoint> Connection::deadline() const noexcept {
    switch (phase_) {
    case Phase::Idle:
        // With TLS the first wait includes the handshake, which a slow client must not drag out.
        return after(phaseStart_, tls_ && requests_ == 0 ? limits_.headerTime : limits_.idleTime);
    case Phase::Head:
        return after(phaseStart_, limits_.headerTime);
    case Phase::Body:
        return earlier(rateDeadline(), earlier(after(lastProgress_, limits_.bodyStallTime),
                                               after(phaseStart_, limits_.bodyTotalTime)));
    case Phase::Asking:
    case Phase::Working:
        return stalled_ ? std::optional(stalledUntil_) : after(phaseStart_, limits_.answerTime);
    case Phase::Answering:
        return out_.empty() ? std::nullopt
                            : earlier(rateDeadline(), after(lastProgress_, limits_.writeStallTime));
    case Phase::Lingering:
        return earlier(after(lastProgress_, limits_.lingerTime),
                       after(phaseStart_, limits_.lingerTotalTime));
    case Phase::Closed:
        break;
    }
    return std::nullopt;
}

void Connection::tick(TimePoint now) {
    const auto due = deadline();
    if (due && now >= *due) {
        expire(now);
    }
}

void Connection::expire(TimePoint now) {
    switch (phase_) {
    case Phase::Head:
        reject(requestTimeout("The request head did not arrive in time."), now);
        break;
    case Phase::Body:
        reject(requestTimeout("The request body did not arrive in time."), now);
        break;
    case Phase::Asking:
    case Phase::Working:
        if (stalled_) {
            startAnswer(*std::exchange(stalled_, std::nullopt), now);
        } else {
            reject({504, "timeout", "The server did not finish the request in time."}, now);
        }
        break;
    case Phase::Answering:
        close(Fate::Reset, now);
        break;
    case Phase::Idle:
    case Phase::Lingering:
        close(Fate::Close, now);
        break;
    case Phase::Closed:
        break;
    }
}

} // namespace leadsheet::server::http
