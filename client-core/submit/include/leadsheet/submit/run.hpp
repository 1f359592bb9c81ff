// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/row.hpp"

#include <array>
#include <chrono>
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
    std::string baseUrl; ///< tells the service apart only where it has no instance id
    std::string accountId;
    std::string profile{};    ///< the person's name for it; display only
    std::string instanceId{}; ///< Account::instanceId
};

/// The same service and account, whatever the profile is called and whatever address led there.
bool isSameAccount(const AccountRef& one, const AccountRef& other);

/// Orders of before that the person wants once more (see SkipReason::OrderedBefore).
struct AllowedDuplicates {
    bool all = false; ///< whichever the prices name
    std::vector<std::string> orderNumbers;
};

/// What is recorded about a run when it is planned.
struct RunSpec {
    std::string title;        ///< "Q3 ICPs"
    std::string sourceName;   ///< file name, display only
    std::string sourceSha256; ///< of the input as read
    std::string sourcePath; ///< absolute; empty for what is not a file. Runs of one path are of one
                            ///< sheet
    /// Tabs of the source that were not read: what earlier runs have left of them is not gone.
    /// Empty = the source was read whole.
    std::vector<std::string> unreadTabs;
    std::string sheetShape; ///< equal for sheets with the same tabs and columns; may be empty
    AccountRef account;
    std::string currency = "USD";
    bool orderDuplicates =
        false;                 ///< order identical rows too instead of skipping all but the first
    bool orderChanged = false; ///< order rows whose ICP was ordered with other details
    AllowedDuplicates allowed;
    /// Orders older than this are past: the row is ordered once more, once a period, whoever does.
    std::optional<std::chrono::seconds> againAfter;
    std::string options; ///< caller's own JSON (mapping, command line), stored as it is
};

/// Rows and money of a run. Amounts in minor units of the run's currency.
struct RunTotals {
    std::array<std::int64_t, kRowStateCount> rows{}; ///< by RowState
    /// What the orders of Placed rows held when they were made. What they were charged, and what
    /// was released and refunded since, is known only from the service.
    std::int64_t held = 0;
    std::int64_t atRisk = 0;   ///< quoted price of Sending and Unknown rows: may be held
    std::int64_t retrying = 0; ///< quoted price of Will Retry rows: certainly not held
    std::int64_t queued = 0;   ///< quoted price of Queued rows
    std::int64_t ready = 0;    ///< quoted price of Ready rows
    std::int64_t of(RowState state) const { return rows[static_cast<std::size_t>(state)]; }
    std::int64_t all() const;
    /// Held, whatever may be held, and what is tried again: what the spending cap is held against.
    std::int64_t committed() const { return held + atRisk + retrying; }
    /// Rows that may have been ordered although no answer says so.
    std::int64_t unanswered() const { return of(RowState::Sending) + of(RowState::Unknown); }
    /// Rows that a resume would send.
    std::int64_t unsettled() const;
    /// Rows that are left: what a resume would send, and what waits for an approval.
    std::int64_t left() const { return unsettled() + of(RowState::Ready); }
    std::int64_t leftAmount() const { return ready + queued + retrying + atRisk; }
    /// Those of them that certainly were not sent.
    std::int64_t unsent() const { return left() - unanswered(); }
    std::int64_t unsentAmount() const { return leftAmount() - atRisk; }
};

struct RunInfo {
    RunId id;
    RunSpec spec;
    RunState state = RunState::Planned;
    PauseReason pauseReason = PauseReason::None;
    std::string pauseDetail;         ///< for the person
    std::vector<Message> pauseSaid;  ///< the same for other languages (see Said)
    std::optional<std::int64_t> cap; ///< of RunTotals::committed(), over all approvals
    WallTime createdAt;
    WallTime updatedAt;
    RunTotals totals;
    bool interrupted = false;   ///< Running, but the program that sent it has ended
    bool wholeSheet = true;     ///< false: made by Ledger::orderAgain, of some rows of a sheet
    std::optional<RunId> newer; ///< the newest approved run of the same sheet after this one
};

/// An earlier run of a planned run's sheet that has rows left to send.
struct EarlierRun {
    RunId id;
    std::string title;
    WallTime createdAt;
    std::int64_t unsent = 0;  ///< rows that certainly were not sent, gone from the sheet or changed
    std::int64_t amount = 0;  ///< what those were quoted at
    std::int64_t unknown = 0; ///< rows of unknown outcome; settle() them first
    bool sure = true;         ///< false: perhaps another sheet; ask before retiring its rows
};

/// One line of the price page.
struct ProductTotal {
    std::string product;
    std::int64_t rows = 0;
    std::int64_t leads = 0;
    std::int64_t amount = 0;
};

} // namespace leadsheet::submit
