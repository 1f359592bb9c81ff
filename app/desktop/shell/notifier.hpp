// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace leadsheet::desktop {

/// Asks the desktop to show a notification: a short title and a sentence, both plain text. Returns
/// at once; where nobody shows notifications nothing happens, so never say in one alone what
/// matters. GUI thread only.
void showNotification(const QString& title, const QString& sentence);

} // namespace leadsheet::desktop
