// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace leadsheet::desktop {

struct Connected;

/// A run held against the orders that the server lists.
struct RunProof {
    std::int64_t rows = 0;   ///< that the ledger calls placed
    std::int64_t orders = 0; ///< at the server, under the keys of these rows

    bool onceEach() const { return orders == rows; }
};

/// Counts the server's orders for the placed rows of a run. Blocks, asks for as many pages as the
/// orders since then fill. Nothing when the run is too large for that, or when ledger or server
/// cannot be read. Any thread.
std::optional<RunProof> proveRun(const Connected& at, const submit::RunInfo& run,
                                 const std::stop_token& stop);

} // namespace leadsheet::desktop
