// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "quoting.hpp"

namespace leadsheet::submit::detail {

/// See Submission::settle. Throws StorageFailure.
Settled settleRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                  RunObserver* observer);

} // namespace leadsheet::submit::detail
