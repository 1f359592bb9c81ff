// SPDX-License-Identifier: Apache-2.0
#include "timestamp.hpp"

#include <array>
#include <ctime>

namespace leadsheet::submit::detail {
std::string timestamp(WallTime time) {
    const std::time_t seconds =
        std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace leadsheet::submit::detail
