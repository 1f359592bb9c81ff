// SPDX-License-Identifier: Apache-2.0
#include "pacing_recall.hpp"

#include "run_table.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {
namespace {

bool isUsedUp(const PacerMemory& memory, WallTime now) {
    return std::any_of(memory.windows.begin(), memory.windows.end(), [now](const auto& window) {
        return window.remaining <= 0 && window.ends > now;
    });
}

} // namespace

void recallPacing(Database& database, std::int64_t account, OrderService& service, WallTime now,
                  const std::stop_token& stop) {
    const PacerMemory memory = loadPacing(database, account);
    if (!isUsedUp(memory, now) || !service.askPacing(stop))
        service.recallPacing(memory);
}

} // namespace leadsheet::submit::detail
