// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace leadsheet::app {

/// Asks the desktop of this session to show a notification: a short title and a text of some lines,
/// both plain. Where nobody shows notifications nothing happens, so never say in one alone what
/// matters. Waits for at most `patience` until it was taken; without patience it is on its way, and
/// may be lost if the program ends at once. For the thread of the QCoreApplication.
void showNotification(const std::string& title, const std::string& text,
                      std::chrono::milliseconds patience = {});

} // namespace leadsheet::app
