// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/palette.hpp"
#include "leadsheet/app/problem.hpp"

#include <QLatin1String>

namespace leadsheet::desktop {

/// How a problem looks in cells and beside row numbers.
struct ProblemSign {
    Tone tone;
    QLatin1String icon;
};

inline ProblemSign signOf(app::ProblemLevel level) {
    switch (level) {
    case app::ProblemLevel::Blocks:
        return {Tone::Bad, QLatin1String("error")};
    case app::ProblemLevel::Odd:
        return {Tone::Warn, QLatin1String("warning")};
    case app::ProblemLevel::Info:
        break;
    }
    return {Tone::Info, QLatin1String("info")};
}

} // namespace leadsheet::desktop
