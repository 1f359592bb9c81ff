// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>

namespace leadsheet::desktop {

/// The size of a window that was never shown before: `wanted`, or what of it a screen with so much
/// room shows together with the frame, so that the buttons at its foot can be reached. Pixels.
inline QSize firstWindowSize(const QSize& wanted, const QSize& room) {
    constexpr QSize kFrame(8, 40);
    return wanted.boundedTo(room - kFrame);
}

} // namespace leadsheet::desktop
