// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/submit/ledger.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace leadsheet::cli {

/// The run with that number, or the newest one that `fits`. `none` is the failure when there is
/// none.
Outcome<submit::RunInfo> chooseRun(const submit::Ledger& ledger, std::int64_t number,
                                   const std::function<bool(const submit::RunInfo&)>& fits,
                                   Failure none);

/// Refuses a run of another account than the connected one.
Outcome<void> checkAccount(const submit::RunInfo& run, const submit::AccountRef& account);

} // namespace leadsheet::cli
