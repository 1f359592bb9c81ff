// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check_report.hpp"
#include "connection.hpp"
#include "open_sheet.hpp"
#include "row_set.hpp"

#include "leadsheet/work/checked_rows.hpp"
#include "leadsheet/work/planning.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::cli {

struct RunConnection {
    Connection connection;
};

/// An account, its ledger and the right to run, for the length of one command. The connection is
/// the first base: it outlives what works over it.
struct RunSession : RunConnection, work::RunLedger {
    Circumstances circumstances(bool moneyAtStake) const {
        return connection.circumstances(moneyAtStake);
    }
};

/// Opens the ledger alone; nothing is made when there is none and `mustExist`.
Outcome<std::unique_ptr<submit::Ledger>> openLedger(const Context& context, bool mustExist,
                                                    submit::LedgerOptions::Mode mode);

/// The same for commands that change nothing: a ledger that may only be read (a copy, a disk that
/// is mounted so) is opened all the same.
Outcome<std::unique_ptr<submit::Ledger>> openLedgerToLook(const Context& context);

/// Whose orders a check looks for, as far as that is known without connecting.
struct SoughtOrders {
    std::optional<work::OrdersOf> of; ///< those of the chosen account; nothing = there are none
    bool known = true;                ///< else there may be some of an account that is not known
};
SoughtOrders ordersOfChosen(const Context& context);

/// How long a run waits before it pauses; what is absent is SubmissionOptions' own.
struct Patience {
    std::optional<std::chrono::seconds> maxWait;   ///< for a limit the server names
    std::optional<std::chrono::seconds> maxOutage; ///< for a server that fails
};

/// The ledger with the right to run, before anything is connected.
struct LockedLedger {
    std::unique_ptr<submit::Ledger> ledger;
    submit::RunLock lock;
};

/// Opens a ledger that exists and takes the run lock. What a command decides about a run it decides
/// after this: another program could do the same in between.
Outcome<LockedLedger> lockLedger(const Context& context);

/// Connects, over a ledger that is locked.
Outcome<RunSession> openRunSession(Context& context, LockedLedger held,
                                   const Patience& patience = {});
/// Opens the ledger, makes it where there is none, takes the run lock, and connects.
Outcome<RunSession> openRunSession(Context& context, const Patience& patience = {});

/// Which rows of a sheet take part.
struct RowChoice {
    std::vector<std::string> rows; ///< --rows as typed; empty = all
    bool includeChanged = false;
    submit::AllowedDuplicates allowed;
    std::optional<std::chrono::seconds> againAfter;
    std::string folderId{}; ///< of the watched folder that the sheet lies in
};

/// A sheet whose rows stand in the ledger as a planned run, nothing approved.
struct PlannedRun {
    submit::RunId id;
    submit::PlanSummary plan;
    work::PendingPlan pending; ///< with the copy of a piped sheet
    OddRows odd;               ///< of those that are taken
};

/// Opens a sheet for planSheet(). Done before anything is connected: a sheet that cannot be read is
/// the first thing to know.
Outcome<OpenSheet> openForOrder(Context& context, const SheetArguments& arguments);

/// How the rows of an open sheet are planned.
work::SheetPlan planOf(const OpenSheet& sheet, const SheetArguments& arguments);

/// Checks the sheet row by row and plans a run of it; on failure nothing stays behind.
Outcome<PlannedRun> planSheet(Context& context, RunSession& session, OpenSheet& sheet,
                              const SheetArguments& arguments, const RowChoice& choice);

/// What a run costs, and the part of it that is meant to be ordered.
struct Quoted : work::Pricing {
    work::PartPrice meant;
};

/// Shows how far pricing or settling is.
work::PricingProgress pricingProgress(Console& console);

/// Asks for prices and says what they are: by product, skipped rows by reason, balance before and
/// after, how long prices hold, and when sending would end. Balance and end are those of the first
/// `firstRows` rows where only these are meant, with those that were approved before.
Outcome<Quoted> quoteAndReport(Context& context, RunSession& session, submit::RunId run,
                               const std::optional<std::int64_t>& firstRows = std::nullopt);

} // namespace leadsheet::cli
