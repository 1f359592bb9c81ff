// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/submission.hpp"

#include <QString>

namespace leadsheet::desktop {

/// Why nothing is sent right now; empty when something is.
QString waitSentence(const submit::RunProgress& progress, WallTime now);

/// "$4,340.00 of at most $8,240.00 held", and what else may be.
QString spentText(const submit::RunTotals& totals, std::optional<std::int64_t> cap,
                  const std::string& currency);

} // namespace leadsheet::desktop
