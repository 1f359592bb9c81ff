// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/stages.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// The pages for developers: made and compressed when the server is built (cmake/Portal.cmake), and
/// looked up by their whole path, so there is no file system to get out of.
namespace leadsheet::server::api {

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

} // namespace leadsheet::server::api
