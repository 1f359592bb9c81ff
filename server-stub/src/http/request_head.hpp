// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace leadsheet::server::http {

/// Reads a request head line by line as its bytes arrive, and refuses what a lenient parser would
/// let through or repair (RFC 9112 2.2, 3, 5): bare CR or LF, NUL and other controls, folded lines,
/// white space around names, anything but one space between the parts of a request line, versions
/// other than 1.0 and 1.1, and heads over the limits. Bad bytes are refused as soon as they arrive,
/// so that a client that speaks something else (TLS, HTTP/2) is not left waiting. Framing rules
/// beyond the syntax are vetFraming()'s; bodies are the BodyReader's.
class HeadReader {
public:
    enum class State { NeedMore, Complete, Rejected };

    explicit HeadReader(const HttpLimits& limits)
        : limits_(&limits) {}

    /// `input` begins with the request line and is what was given before plus new bytes.
    State read(std::string_view input);

    /// Bytes of the head with its empty line; valid when complete.
    std::size_t length() const noexcept { return position_; }
    /// Method, target and fields, in order; values without the blanks around them. Once complete.
    Request takeRequest() { return std::move(request_); }
    bool http11() const noexcept { return http11_; }
    const Rejection& rejection() const noexcept { return rejection_; }

private:
    State reject(Rejection rejection);
    State endOfLine(std::string_view line);
    State readRequestLine(std::string_view line);
    State readVersion(std::string_view version);
    State readField(std::string_view line);
    State checkLimits(std::string_view input);
    State controlCharacter(std::string_view input);

    const HttpLimits* limits_;
    std::size_t position_ = 0;
    std::size_t lineStart_ = 0;
    std::size_t lines_ = 0;
    Request request_;
    bool http11_ = true;
    Rejection rejection_;
};

/// Reads `request.target` (RFC 9112 3.2) and fills `path` and `query`. The rules, chosen so that no
/// two components can understand one target differently:
/// - decoded once; "%00", other encoded controls, an encoded slash, bad escapes and invalid UTF-8
/// are
///   refused; so are "." and ".." segments in plain or encoded form, backslashes and fragments;
/// - empty segments ("//") are kept and match no route;
/// - absolute-form (http or https) loses its scheme and authority, and the authority replaces the
/// value
///   of Host, as RFC 9112 3.2.2 demands; user information is refused;
/// - "*" is for OPTIONS only and gives the path "*".
std::optional<Rejection> resolveTarget(Request& request, const HttpLimits& limits);

/// RFC 3986: reg-name, IPv4 address or bracketed IPv6 literal, with an optional port; not empty.
bool isValidAuthority(std::string_view authority);

/// True for well-formed UTF-8: no overlong forms, surrogates or code points above U+10FFFF.
bool isValidUtf8(std::string_view text) noexcept;

} // namespace leadsheet::server::http
