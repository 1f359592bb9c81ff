// SPDX-License-Identifier: Apache-2.0
#include "api/handler_table.hpp"

#include <array>

namespace leadsheet::server::api {

std::span<const std::string_view> notImplementedOperations() {
    static constexpr std::array<std::string_view, 1> kOperations{
        "callMcp",
    };
    return kOperations;
}

} // namespace leadsheet::server::api
