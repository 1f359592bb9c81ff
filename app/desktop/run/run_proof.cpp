// SPDX-License-Identifier: Apache-2.0
#include "run_proof.hpp"

#include "../account/account_session.hpp"

#include "leadsheet/timestamp.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <chrono>
#include <string>
#include <unordered_set>

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kMaxRows = 2000;
constexpr std::int64_t kPage = 100;
// More than the clocks of this computer and the server may differ by.
constexpr std::chrono::hours kEarlier{24};

std::optional<std::unordered_set<std::string>> placedKeys(const Connected& at, submit::RunId run) {
    const auto ledger = work::openToRead(at.ledgerFile);
    if (!ledger)
        return std::nullopt;
    submit::RowFilter placed;
    placed.states = {submit::RowState::Placed};
    std::unordered_set<std::string> keys;
    const auto read = work::forEachRow(
        *ledger, run, placed, [&keys](const submit::RowRecord& row) { keys.insert(row.key); });
    return read ? std::optional(std::move(keys)) : std::nullopt;
}

} // namespace

std::optional<RunProof> proveRun(const Connected& at, const submit::RunInfo& run,
                                 const std::stop_token& stop) {
    if (run.totals.of(submit::RowState::Placed) > kMaxRows)
        return std::nullopt;
    const auto keys = placedKeys(at, run.id);
    if (!keys)
        return std::nullopt;
    RunProof proof;
    proof.rows = static_cast<std::int64_t>(keys->size());
    CallOptions call;
    call.stop = stop;
    OrderFilter since;
    since.createdAfter = formatTimestamp(run.createdAt - kEarlier);
    std::optional<std::string> cursor;
    do {
        const auto page = at.client->orders().list(since, {kPage, cursor}, call);
        if (!page)
            return std::nullopt;
        for (const Order& order : page->items)
            proof.orders += order.idempotencyKey && keys->contains(*order.idempotencyKey) ? 1 : 0;
        cursor = page->nextCursor;
    } while (cursor && !stop.stop_requested());
    return proof;
}

} // namespace leadsheet::desktop
