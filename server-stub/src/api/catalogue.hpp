// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace leadsheet::server::api {

/// The body of GET /v1/products: the contract's catalogue with the setting's largest leadCount in
/// place of the default one.
std::string catalogueBody(std::int64_t maxLeadCount);

} // namespace leadsheet::server::api
