// SPDX-License-Identifier: Apache-2.0
#include "outreach/names.hpp"

#include <array>

namespace leadsheet::server::outreach {

namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 3> kPlatformNames = {"instantly", "smartlead", "lemlist"};
constexpr std::array<std::string_view, 4> kPolicyNames = {
    "skip_if_in_workspace", "skip_if_in_campaign", "skip_if_in_list", "send"};

template <class Enum, std::size_t count>
std::optional<Enum> enumNamed(const std::array<std::string_view, count>& names,
                              std::string_view text) {
    for (std::size_t index = 0; index < count; ++index) {
        if (names[index] == text)
            return static_cast<Enum>(index);
    }
    return std::nullopt;
}

} // namespace

std::string_view name(Platform platform) {
    return kPlatformNames[static_cast<std::size_t>(platform)];
}

std::string_view name(DuplicatePolicy policy) {
    return kPolicyNames[static_cast<std::size_t>(policy)];
}

std::optional<Platform> platformNamed(std::string_view text) {
    return enumNamed<Platform>(kPlatformNames, text);
}

std::optional<DuplicatePolicy> duplicatePolicyNamed(std::string_view text) {
    return enumNamed<DuplicatePolicy>(kPolicyNames, text);
}

} // namespace leadsheet::server::outreach
