// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace leadsheet::cli {

/// Shows a notice on the desktop (org.freedesktop.Notifications), `lines` below the `title`; of
/// many lines the first. Where there is no session bus, or nobody on it who shows notices, nothing
/// happens. Waits for the bus for at most a second. For the thread of main().
void showDesktopNotice(const std::string& title, const std::vector<std::string>& lines);

} // namespace leadsheet::cli
