// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"
#include "run_words.hpp"

#include "leadsheet/work/deeds.hpp"

#include <functional>
#include <memory>
#include <stop_token>

namespace leadsheet::desktop {

// The blocking work behind RunEngine; each function belongs to one thread and takes the run lock
// for as long as it runs.

template <class T>
using LaneResult = tl::expected<T, Trouble>;

/// Plans the sheet's rows; on failure nothing stays behind.
LaneResult<Priced> planAndPrice(const std::shared_ptr<const Connected>& at,
                                const PlanRequest& request, std::optional<submit::RunId> dropped,
                                const work::PricingProgress& progress, const std::stop_token& stop);
/// Fails with wrong_account for a run of another account.
LaneResult<Priced> priceRun(const std::shared_ptr<const Connected>& at, submit::RunId run,
                            bool retryRefused, const work::PricingProgress& progress,
                            const std::stop_token& stop);
/// Prices a run with rows that were ordered before; all of those without `ordinals`.
LaneResult<Priced> orderAnyway(const std::shared_ptr<const Connected>& at, submit::RunId run,
                               std::vector<std::int64_t> ordinals, bool ofSheet,
                               const work::PricingProgress& progress, const std::stop_token& stop);
/// Prices a new run of these rows, ordered once more on purpose; of those whose orders ended
/// without `ordinals`. On failure nothing stays behind.
LaneResult<Priced> orderAgain(const std::shared_ptr<const Connected>& at, submit::RunId run,
                              std::vector<std::int64_t> ordinals,
                              const work::PricingProgress& progress, const std::stop_token& stop);
/// The same prices, for rows that replace this order: it has to be cancelled before they are sent,
/// unless it is already. Fails when it no longer can be.
LaneResult<Priced> inPlaceOf(const std::string& orderNumber, LaneResult<Priced> priced,
                             const std::stop_token& stop);
LaneResult<PricedPart> priceOfFirst(const Connected& at, submit::RunId run,
                                    const submit::QuoteSummary& quote, std::int64_t count);
void dropRun(const Connected& at, submit::RunId run);
/// Approves first when there is an approval. Fails with wrong_account for a run of another account:
/// this one would pay for its rows; and without an approval with newer_run_exists when a later run
/// of its sheet was placed, unless that is the one the person was told of. What the rows replace
/// (`cancels`) is cancelled before the approval: when that fails, nothing is approved.
LaneResult<submit::RunReport>
sendRun(const Connected& at, submit::RunId run, const std::optional<submit::Approval>& approval,
        std::optional<submit::RunId> newerSeen, const std::optional<Order>& cancels,
        submit::RunControl& control, const std::function<void()>& started,
        const std::function<void(submit::RunProgress)>& progress);
/// What of a run is given up. Where the run's account is connected, as work::giveUpRest(); without
/// it (`at` may be null) rows of unknown outcome stay as they are.
LaneResult<work::GivenUp> giveUpRest(const std::filesystem::path& ledgerFile,
                                     const std::shared_ptr<const Connected>& at, submit::RunId run,
                                     const std::stop_token& stop);

} // namespace leadsheet::desktop
