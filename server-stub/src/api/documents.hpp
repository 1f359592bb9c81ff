// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::server::api {

/// CHANGELOG.md and ROADMAP.md of the repository, as they were when the server was built.
std::string_view changelogDocument();
std::string_view roadmapDocument();

} // namespace leadsheet::server::api
