// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"
#include "http/rejection.hpp"

#include <string_view>
#include <tl/expected.hpp>

namespace leadsheet::server::http {

struct ParsedHead {
    Request request; ///< method, target and headers
    bool http11 = true;
};

/// Splits a complete head, which must have passed the HeaderScanner, with Boost.Beast's parser.
/// Framing rules beyond the syntax are vetFraming()'s; bodies are the BodyReader's, because
/// Beast 1.81 accepts bare line feeds there, buffers lines without limit and asserts on a last
/// chunk that arrives in parts.
tl::expected<ParsedHead, Rejection> parseHead(std::string_view head);

} // namespace leadsheet::server::http
