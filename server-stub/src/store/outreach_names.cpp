// SPDX-License-Identifier: Apache-2.0
#include "store/outreach.hpp"

#include <array>

namespace leadsheet::server::store {

namespace {

// In the order of PushState.
constexpr std::array<std::string_view, kPushStates> kPushStateNames = {
    "pending", "sending", "accepted", "skipped_duplicate", "rejected", "unknown"};

} // namespace

std::string_view name(PushState state) {
    return kPushStateNames[static_cast<std::size_t>(state)];
}

std::optional<PushState> pushStateNamed(std::string_view text) {
    for (std::size_t index = 0; index < kPushStateNames.size(); ++index) {
        if (kPushStateNames[index] == text)
            return static_cast<PushState>(index);
    }
    return std::nullopt;
}

} // namespace leadsheet::server::store
