// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/framing.hpp"
#include "http/limits.hpp"
#include "http/rejection.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::http {

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
    /// Appends to `body`, which begins empty and is the reader's to count.
    Step read(std::string_view bytes, std::string& body);

    bool complete() const noexcept { return state_ == State::Complete; }

private:
    enum class State { Length, SizeLine, ChunkData, DataEnd, Trailers, Complete };

    void takeData(std::string_view bytes, Step& step, std::string& body);
    void takeLineByte(char c, Step& step, const std::string& body);
    std::optional<Rejection> endOfLine(const std::string& body);
    std::optional<Rejection> sizeLine(const std::string& body);
    std::optional<Rejection> trailerLine();

    const HttpLimits* limits_;
    State state_;
    std::uint64_t left_; ///< of the body by length, or of the chunk
    std::string line_;
    std::size_t trailerBytes_ = 0;
    bool sawCarriageReturn_ = false;
};

} // namespace leadsheet::server::http
