// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <map>
#include <memory>
#include <string>

namespace leadsheet::app {

/// Every outreach platform of the contract, pretended on a free loopback port, so that a push can
/// be tried without an account: the server reaches them through its own adapters. What happens is
/// the campaign's choice: it accepts every lead, knows every lead, rejects every lead, answers
/// slowly, or is down. Any key is accepted but "wrong". Nothing is kept. Thread-safe.
class PretendPlatforms {
public:
    [[nodiscard]] static Result<std::unique_ptr<PretendPlatforms>> start();
    virtual ~PretendPlatforms() = default;

    /// By platform id, as server::Outreach::baseUrls.
    virtual std::map<std::string, std::string> baseUrls() const = 0;
};

} // namespace leadsheet::app
