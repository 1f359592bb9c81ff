// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"
#include "http/message.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// The text of a request's body, piece by piece, wherever the body lies; a gzip body (RFC 1952, any
/// number of members) is unpacked on the way. Holds one piece at a time, whatever the body
/// promises.
class BodyText {
public:
    /// `request` must outlive the text, of which there are at most `maxBytes`.
    BodyText(const http::Request& request, bool packed, std::size_t maxBytes);
    ~BodyText();
    BodyText(const BodyText&) = delete;
    BodyText& operator=(const BodyText&) = delete;

    /// The next piece, valid until the next call; empty at the end. After a refusal there is
    /// nothing more.
    tl::expected<std::string_view, Problem> next();

private:
    struct Packed;

    tl::expected<std::string_view, Problem> nextRaw();
    tl::expected<std::string_view, Problem> unpack();

    const http::Request& request_;
    const std::size_t maxBytes_;
    http::SpoolReader spool_;
    std::size_t offset_ = 0; ///< in a body that is in memory
    std::size_t text_ = 0;   ///< bytes so far
    std::unique_ptr<Packed> packed_;
};

/// The answer when what lies on the disk cannot be put there, or read again.
tl::unexpected<Problem> diskProblem();

} // namespace leadsheet::server::api
