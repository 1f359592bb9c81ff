// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::server::api {

/// Whether a Content-Type value is application/json, with no charset or with utf-8 (quoted or not).
bool isJsonMediaType(std::string_view value);

} // namespace leadsheet::server::api
