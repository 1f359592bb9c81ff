// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/row.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::submit {

/// A run's number in its ledger, counted from 1; what a person types ("leadsheet resume 3").
struct RunId {
    std::int64_t value = 0;
    friend auto operator<=>(const RunId&, const RunId&) = default;
};

/// Stored as numbers: never renumber.
enum class RunState {
    Planning = 0, ///< rows are still coming in; removed when the planner never finished
    Planned = 1,  ///< nothing approved, nothing spent
    Approved = 2, ///< rows are queued
    Running = 3,  ///< sending; without a holder of the run lock it was interrupted
    Paused = 4,   ///< see pauseReason; resume goes on
    Stopped = 5,  ///< by the person; the rows left are Ready again
    Finished = 6, ///< no row left to send
};

/// Why a run does not go on by itself. Stored as numbers: never renumber.
enum class PauseReason {
    None = 0,
    ByPerson = 1,
    SameRefusal = 2,    ///< the same code kSameRefusalLimit times in a row
    KeyRejected = 3,    ///< 401, missing_scope, wrong_key_type
    NoCredit = 4,       ///< 402 insufficient_credit
    SpendCap = 5,       ///< the run's own cap leaves no room for the next row
    ServerSpendCap = 6, ///< 402 spend_cap_reached
    AccountSuspended = 7,
    HeldOtherThanQuoted = 8, ///< loud: an order holds another amount than its quote
    PriceRose = 9,           ///< the price of rows not sent went up; quote and approve again
    LocalStorage = 10,       ///< the ledger could not be written
    ServerUnreachable = 11,  ///< no answer for SubmissionOptions::maxOutage
    LimitReached = 12, ///< the server asked for a longer wait than SubmissionOptions::maxLimitWait
    Deadline = 13,     ///< SubmissionOptions::deadline passed
    Cancelled = 14,    ///< stop token
};

std::string_view name(RunState state);
std::string_view name(PauseReason reason);

/// Which account the orders belong to: keys are compared only within it.
struct AccountRef {
    std::string baseUrl;
    std::string accountId;
    std::string profile; ///< the person's name for it; display only
};

/// The same server and account, whatever the profile is called and however its URL ends.
bool isSameAccount(const AccountRef& one, const AccountRef& other);

/// What is recorded about a run when it is planned.
struct RunSpec {
    std::string title;        ///< "Q3 ICPs"
    std::string sourceName;   ///< file name, display only
    std::string sourceSha256; ///< of the input as read
    AccountRef account;
    std::string currency = "USD";
    bool orderDuplicates =
        false;                 ///< order identical rows too instead of skipping all but the first
    bool orderChanged = false; ///< order rows whose ICP was ordered with other details
    std::string options;       ///< caller's own JSON (mapping, command line), stored as it is
};

/// Rows and money of a run. Amounts in minor units of the run's currency.
struct RunTotals {
    std::array<std::int64_t, kRowStateCount> rows{}; ///< by RowState
    /// What the orders of Placed rows held when they were made. What they were charged, and what
    /// was released and refunded since, is known only from the service.
    std::int64_t held = 0;
    std::int64_t atRisk = 0; ///< quoted price of Sending, Unknown and Will Retry rows
    std::int64_t queued = 0; ///< quoted price of Queued rows
    std::int64_t ready = 0;  ///< quoted price of Ready rows
    std::int64_t of(RowState state) const { return rows[static_cast<std::size_t>(state)]; }
    std::int64_t all() const;
    /// Held plus whatever may be held: what the spending cap is held against.
    std::int64_t committed() const { return held + atRisk; }
    /// Rows that a resume would send.
    std::int64_t unsettled() const;
};

struct RunInfo {
    RunId id;
    RunSpec spec;
    RunState state = RunState::Planned;
    PauseReason pauseReason = PauseReason::None;
    std::string pauseDetail;         ///< for the person
    std::optional<std::int64_t> cap; ///< of RunTotals::committed(), over all approvals
    WallTime createdAt;
    WallTime updatedAt;
    RunTotals totals;
    bool interrupted = false; ///< Running, but nobody holds the run lock
};

/// One line of the price page.
struct ProductTotal {
    std::string product;
    std::int64_t rows = 0;
    std::int64_t leads = 0;
    std::int64_t amount = 0;
};

} // namespace leadsheet::submit
