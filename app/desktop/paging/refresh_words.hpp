// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace leadsheet::desktop {

class PageFeed;

/// Since when a list holds, and when it is asked for again; sentences. "Loading…" before it is
/// there, nothing when nobody asks.
QStringList refreshWords(const PageFeed& feed);

} // namespace leadsheet::desktop
