// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/pipeline.hpp"
#include "api/reply.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
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

// The pages for developers: made and compressed when the server is built (cmake/Portal.cmake), and
// looked up by their whole path, so there is no file system to get out of.

/// Where a file is served. A path has one file for every server, or one each for sandboxes, where
/// visitors get keys (Portal::keysWithBalance), and others.
enum class PortalPlace : std::uint8_t { Any, Sandbox, Other };

enum class PortalKind : std::uint8_t {
    Page,   ///< served as it is; runs no script
    Try,    ///< the one page with scripts, which may call the service
    Status, ///< filled in for each request
    Key     ///< the answer that shows a new key; POST
};

struct PortalFile {
    std::string_view path;
    std::string_view contentType;
    std::string_view tag; ///< of the content before compression
    PortalPlace place;
    PortalKind kind;
    std::size_t size;                         ///< before compression
    std::span<const std::string_view> pieces; ///< compressed with gzip
};

/// Generated.
std::span<const PortalFile> portalFiles();

/// Answers requests for the portal, which need no key and count towards no budget; nullopt: the
/// path is not one of its own.
StageResult portalStage(Context& context, Exchange& exchange);

/// CHANGELOG.md and ROADMAP.md of the repository, as they were when the server was built.
std::string_view changelogDocument();
std::string_view roadmapDocument();

} // namespace leadsheet::server::api
