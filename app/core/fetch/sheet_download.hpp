// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::app {

/// The address that gives a sheet as a file, for the page address a person copies from the
/// browser; the same address when it is none of a known service.
std::string exportUrl(std::string_view url);

/// A name for a downloaded sheet: from Content-Disposition (RFC 6266), else the last segment of the
/// path, else the host.
std::string downloadName(std::string_view url, std::string_view contentDisposition);

} // namespace leadsheet::app
