// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/model/order_request.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::submit {

/// The state of one row in one run, exactly the words of the interface. Stored as numbers: never
/// renumber.
enum class RowState {
    Ready = 0,          ///< can be ordered, not yet approved
    NeedsFix = 1,       ///< the row itself is wrong; see problems
    Skipped = 2,        ///< left out; see skipReason
    Queued = 3,         ///< approved: key and exact body bytes are in the ledger, not sent
    Sending = 4,        ///< handed to the transport; after a crash it is Unknown
    Placed = 5,         ///< ordered by this run; orderNumber and price are set
    AlreadyOrdered = 6, ///< ordered earlier under the same key
    Refused = 7,        ///< the server said no for good; see code
    Unknown = 8,        ///< sent, the answer was lost; re-sent with the same key and bytes
    WillRetry = 9,      ///< certainly not applied; re-sent at waitUntil with the same key and bytes
    Ended = 10, ///< ordered earlier under the same key, and cancelled, rejected, failed or refunded
                ///< since (orderStatus): costs nothing; ordered again only on purpose
};
inline constexpr std::size_t kRowStateCount = 11;
/// Whether the row's key bought an order, whatever became of it.
bool isOrdered(RowState state);

/// Stored as numbers: never renumber.
enum class SkipReason {
    None = 0,
    ByPerson = 1, ///< not selected, or the sheet said so (hidden row, filter)
    ChangedSinceOrdered =
        2,                ///< an order with the same mark exists; include() it to order it as well
    DuplicateInSheet = 3, ///< the same order stands further up in the sheet
    TakenOver = 4,        ///< a later run of the same rows goes on with it
    BeyondLimit = 5,      ///< "first N": beyond N
    OrderedBefore = 6,    ///< the account ordered the same (RowRecord::earlier); include() it to
                          ///< order it as well
    Retired = 7,          ///< never sent: a newer run of the sheet no longer has the row like this
    GivenUp = 8,          ///< never sent: the person gave up the rest of the run
};

/// How a row compares with what is known of it (re-opened sheets). Stored as numbers: never
/// renumber.
enum class Finding {
    New = 0,
    Changed = 1,        ///< "before" is RowRecord::related
    AlreadyOrdered = 2, ///< same key, in the ledger or on the server
    InSheetTwice = 3,   ///< an identical row stands further up
    Unfinished = 4, ///< same key in an earlier run that has not settled it; approving takes it over
    OrderedBefore = 5, ///< other key, and the account ordered the same; see RowRecord::earlier
    Ended = 6,         ///< same key, and its order ended since
};

std::string_view name(RowState state);    ///< "Already Ordered"
std::string_view name(SkipReason reason); ///< "changed since ordered"
std::string_view name(Finding finding);   ///< "New"

/// How an order ended, for a row in state Ended: "Ordered, Then Cancelled".
std::string endedName(std::string_view orderStatus);

/// "Same companies and people as LS-7Q2M9K4T6W, ordered 12 days ago by key …x7Qa (200 leads,
/// $16.00)." The time is a date without `now`. Empty when there is none.
std::string inWords(const EquivalentOrders& earlier, const std::optional<WallTime>& now);

/// Something wrong with a cell. Only problems that block the row belong here.
struct RowProblem {
    std::string column;          ///< as the sheet calls it, may be empty
    std::string code;            ///< contract or local error code name
    std::string message;         ///< for the person: what is wrong and what would be right
    std::vector<Message> said{}; ///< the same for other languages (see Said)
};

/// One row of a sheet, as the application core hands it over.
struct RowInput {
    std::int64_t sourceRow = 0; ///< the number the person sees; for display only
    std::string tab;            ///< for display only
    std::string snapshot;       ///< JSON of the displayed cells, stored as it is
    OrderRequest request;       ///< ignored when there are problems
    std::string reference;      ///< the mapped Reference cell, empty when no such column is mapped;
                                ///< it is sent as externalRef
    std::vector<RowProblem> problems; ///< not empty: Needs Fix
    bool skip = false;                ///< Skipped (by person), whatever else holds
    bool orderAgain =
        false;        ///< explicit: if this order is already placed, take the next generation
    std::string mark; ///< orderMark() of the request by whoever made it already; empty = not made
    /// Columns that no order contains, and in which this row and the earlier one that orders the
    /// same differ: "City". For people only; it does not change what the row is.
    std::string differsIn;
    /// The row's key in a results file. If that key bought an order and no row of the sheet has it
    /// now, the row was changed after it was ordered.
    std::string formerKey;
};

/// RowRecord::code of a row that is left out as a repeat although it differs from the other one in
/// columns that no order contains; the message names them.
inline constexpr std::string_view kDiffersInUnusedColumn = "differs_in_unused_column";

/// Names one row of one run. `ordinal` counts the rows handed to the planner from 0.
struct RowRef {
    std::int64_t run = 0;
    std::int64_t ordinal = 0;
    friend bool operator==(const RowRef&, const RowRef&) = default;
};

/// A row as the ledger knows it. Amounts are in minor units of the run's currency.
struct RowRecord {
    RowRef ref;
    std::int64_t sourceRow = 0;
    std::string tab;
    std::string key; ///< order key; empty for Needs Fix rows without a valid order
    std::string mark;
    std::string reference;
    std::int64_t generation = 0;
    std::int64_t occurrence = 0;
    std::string product;
    std::int64_t leadCount = 0;
    Finding finding = Finding::New;
    std::optional<RowRef>
        related; ///< the earlier row a Changed, Already Ordered or duplicate row refers to
    RowState state = RowState::Ready;
    SkipReason skipReason = SkipReason::None;
    std::int64_t attempts = 0;
    std::optional<WallTime> waitUntil; ///< Will Retry and Unknown: when it is sent again
    int httpStatus = 0;                ///< of the last answer, 0 = none
    std::string code;                  ///< last error code name, empty = none
    std::string message;
    std::vector<Message> said; ///< `message` for other languages (see Said)
    std::string requestId;
    std::string orderNumber;
    std::string orderStatus;           ///< Ended: the order's status as the service spells it
    std::optional<WallTime> orderedAt; ///< by the service's clock, when it said so
    EquivalentOrders earlier;          ///< what the account ordered before for the same people
    bool consented = false;            ///< the person wants the row all the same
    std::optional<std::int64_t> price; ///< held at first; Ended: charged, and kept
    std::string quoteId;
    std::optional<std::int64_t> quoted; ///< accepted price
    std::optional<WallTime> quoteExpires;
    WallTime updatedAt;
    std::string snapshot; ///< only when asked for
    std::string request;  ///< canonical body, only when asked for
    std::vector<RowProblem> problems;

    /// Skipped because its Reference bought an order with other details, which `message` and
    /// `orderNumber` name: nothing but a Reference of its own makes it another order.
    bool isReferenceTaken() const {
        return state == RowState::Skipped && skipReason == SkipReason::ChangedSinceOrdered &&
               !reference.empty() && !message.empty();
    }
};

} // namespace leadsheet::submit
