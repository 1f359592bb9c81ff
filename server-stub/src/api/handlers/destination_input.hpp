// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "outreach/names.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet::server::api {

/// What a body says about a destination; absent members are nullopt.
struct DestinationDraft {
    std::optional<outreach::Platform> platform;
    std::optional<std::string> name;
    std::optional<std::string> credential;
    std::optional<std::string> campaign;
    std::optional<std::string> fieldMap; ///< canonical JSON
    std::optional<outreach::DuplicatePolicy> duplicates;
    std::optional<std::vector<std::string>> results;
    std::optional<bool> autoDeliver;
    std::optional<bool> enabled;
};

/// `creating`: platform and credential are required; else at least one member is, and the platform
/// stays what it is.
tl::expected<DestinationDraft, Problem> readDestinationDraft(const Exchange& exchange,
                                                             bool creating);

} // namespace leadsheet::server::api
