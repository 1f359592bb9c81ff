// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/context.hpp"
#include "api/store_problem.hpp"
#include "store/store.hpp"

#include <utility>

namespace leadsheet::server::api {

/// What `step` answers, a function of a store::Tx, once its transaction is on the disk;
/// storeProblem when it is not. The step may be run again (store::WriteJob::run).
template <class Step>
Outcome writeOutcome(Context& context, const Exchange& exchange, Step&& step,
                     store::WriteScope scope = {}) {
    auto written = context.store->writeAndWait(std::forward<Step>(step), store::Durability::Full,
                                               std::move(scope));
    if (!written)
        return storeProblem(context, exchange, written.error());
    return std::move(*written);
}

} // namespace leadsheet::server::api
