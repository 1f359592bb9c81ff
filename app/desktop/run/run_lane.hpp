// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "run_types.hpp"

#include "leadsheet/result.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <functional>
#include <memory>
#include <stop_token>

namespace leadsheet::desktop {

// The blocking work behind RunEngine; each function belongs to one thread and takes the run lock
// for as long as it runs.

template <class T>
using LaneResult = tl::expected<T, Trouble>;

using CountTo = std::function<void(std::int64_t done, std::int64_t of)>;

/// Plans the sheet's rows; on failure nothing stays behind.
LaneResult<Priced> planAndPrice(const std::shared_ptr<const Connected>& at,
                                const PlanRequest& request, std::optional<submit::RunId> dropped,
                                const CountTo& progress, const std::stop_token& stop);
/// Fails with wrong_account for a run of another account.
LaneResult<Priced> priceRun(const std::shared_ptr<const Connected>& at, submit::RunId run,
                            bool retryRefused, const CountTo& progress,
                            const std::stop_token& stop);
LaneResult<PartPrice> priceOfFirst(const Connected& at, submit::RunId run, std::int64_t count);
void dropRun(const Connected& at, submit::RunId run);
/// Approves first when there is an approval. Fails with wrong_account for a run of another account:
/// this one would pay for its rows.
LaneResult<submit::RunReport> sendRun(const Connected& at, submit::RunId run,
                                      const std::optional<submit::Approval>& approval,
                                      submit::RunControl& control,
                                      const std::function<void()>& started,
                                      const std::function<void(submit::RunProgress)>& progress);

} // namespace leadsheet::desktop
