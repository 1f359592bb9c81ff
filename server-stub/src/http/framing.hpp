// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace leadsheet::server::http {

/// How a request is delimited and what its client expects of the connection.
struct Framing {
    bool http11 = true;
    bool keepAlive = true;
    bool expectContinue = false;
    bool chunked = false;
    std::uint64_t contentLength = 0; ///< zero when chunked
};

/// Fields every answer to a wrong method names.
inline constexpr std::string_view kAllowedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/// The rules beyond the syntax of a head (RFC 9112 3.2, 6, 9.3; RFC 9110 10.1.1): exactly one valid
/// Host in 1.1; one Content-Length of digits; Transfer-Encoding only "chunked" (else 501), never
/// in 1.0 and never beside a Content-Length; Expect only "100-continue" (else 417); known methods
/// only (501; CONNECT and TRACE 405). A Content-Length over `maxBody` is 413.
tl::expected<Framing, Rejection> vetFraming(const Request& request, bool http11,
                                            std::uint64_t maxBody);

/// Takes a request body off the wire: by length, or chunk by chunk (RFC 9112 7.1) with nothing
/// forgiven: every line ends with CR LF, sizes are bare hexadecimal, extensions follow the grammar.
/// Extensions and trailer fields are checked and dropped.
class BodyReader {
public:
    BodyReader(const HttpLimits& limits, const Framing& framing);

    struct Step {
        std::size_t consumed = 0; ///< everything, unless the body ended or was refused
        std::optional<Rejection> rejection;
    };
    /// Appends to `body`.
    Step read(std::string_view bytes, std::string& body);

    /// The largest body from now on, instead of HttpLimits::bodyBytes.
    void setLimit(std::size_t bytes) noexcept { maxBytes_ = bytes; }

    /// Bytes of the body so far.
    std::size_t taken() const noexcept { return taken_; }

    bool complete() const noexcept { return state_ == State::Complete; }

private:
    enum class State { Length, SizeLine, ChunkData, DataEnd, Trailers, Complete };

    void takeData(std::string_view bytes, Step& step, std::string& body);
    void takeLineByte(char c, Step& step);
    std::optional<Rejection> endOfLine();
    std::optional<Rejection> sizeLine();
    std::optional<Rejection> trailerLine();

    const HttpLimits* limits_;
    State state_;
    std::uint64_t left_; ///< of the body by length, or of the chunk
    std::size_t maxBytes_;
    std::size_t taken_ = 0; ///< of the body
    std::string line_;
    std::size_t trailerBytes_ = 0;
    bool sawCarriageReturn_ = false;
};

} // namespace leadsheet::server::http
