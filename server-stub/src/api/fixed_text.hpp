// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"

#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// A text that answers many requests alike: a page, a document. It is kept once, as it is and
/// compressed with gzip, and answers read it where it lies, so that clients which read slowly hold
/// no copies. Immutable; outlives every answer.
class FixedText {
public:
    /// Compresses the text and makes its tag.
    FixedText(std::string contentType, std::string text);
    /// `packed` is the text compressed with gzip, `tag` an entity tag of it without quotes.
    FixedText(std::string contentType, std::string packed, std::size_t size, std::string tag);

    /// 200 with the text in the coding that the request takes, or 304 when it names the tag (RFC
    /// 9110 12.5.3, 13.1.2). To be asked about before each use: Cache-Control is no-cache.
    Reply reply(const http::Request& request) const;
    const std::string& text() const { return text_; }

private:
    std::string contentType_;
    std::string text_;
    std::string packed_;
    std::string tag_;
};

} // namespace leadsheet::server::api
