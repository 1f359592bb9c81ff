// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::server::api {

/// Whether a Content-Type value is of this type, with no charset or with utf-8 (quoted or not).
bool isUtf8MediaType(std::string_view value, std::string_view type);

} // namespace leadsheet::server::api
