// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/transport.hpp"

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace leadsheet::app {

inline constexpr std::size_t kMaxDownloadBytes = std::size_t{64} << 20;
inline constexpr int kMaxRedirects = 5;

/// Whether a "path" is the address of a published sheet: http:// or https:// in any case.
bool isSheetUrl(std::string_view text);

/// The transport options a download needs on top of proxy and certificates: the size limit, and no
/// address of this computer or of a private network unless `allowPrivate` (tests).
TransportOptions downloadOptions(TransportOptions options, bool allowPrivate = false);

struct DownloadedSheet {
    std::filesystem::path path; ///< a new file in the folder, readable by its owner only
    std::string name;           ///< what the sheet calls itself, for display
    std::string finalUrl;       ///< after redirects, without user information
};

/// Fetches a published sheet into a file of its own in `folder`, which must exist. Follows at most
/// kMaxRedirects redirects, each checked like the first address; plain http only to loopback hosts
/// with `allowPrivate`. A page that is not a sheet (HTML, a sign-in form) is refused with how to
/// publish one. Addresses of known services' edit pages are turned into their CSV export.
/// The file is the caller's to remove. `transport` must have been made with downloadOptions().
[[nodiscard]] SheetResult<DownloadedSheet> downloadSheet(const std::string& url,
                                                         const std::filesystem::path& folder,
                                                         Transport& transport,
                                                         std::stop_token stop = {});

} // namespace leadsheet::app
