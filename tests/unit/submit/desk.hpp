// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_service.hpp"
#include "leadsheet/submit/planner.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/submit/submission.hpp"
#include "leadsheet/testing/seeded_rng.hpp"

#include <QTemporaryDir>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace leadsheet::submit::test {

/// A row asking for `count` leads in `industry`; rows with equal arguments are identical.
RowInput rowOf(const std::string& industry, std::int64_t count, std::int64_t sourceRow = 2);
/// `count` different rows of 100 leads each (20.00 a row at the fake service's price).
std::vector<RowInput> differentRows(int count);

/// A person's desk: a ledger in a temporary directory, a service in memory, a clock that does not
/// wait.
class Desk {
public:
    Desk();

    Ledger open(StorageHook hook = {});
    RunSpec spec(const std::string& source = "ICP list.csv") const;
    /// Plans the rows; fails the test's process on an error.
    PlanSummary plan(Ledger& ledger, const RunLock& lock, const std::vector<RowInput>& rows);
    PlanSummary plan(Ledger& ledger, const RunLock& lock, const std::vector<RowInput>& rows,
                     const RunSpec& spec);
    Submission submission(Ledger& ledger, RunLock lock);
    /// Plans, prices and approves: the run is ready to go.
    RunId approved(Ledger& ledger, Submission& submission, const std::vector<RowInput>& rows,
                   const Approval& approval = {});
    /// Plan, price, approve and send in one go.
    RunReport submit(const std::vector<RowInput>& rows);
    /// Opens the ledger again and goes on with the run until it ends by itself.
    RunReport resume(RunId run);
    std::vector<RowRecord> rows(RunId run);
    /// One order per row and the same money on both sides; empty when all is well.
    std::string discrepancy(RunId run, std::size_t expectedOrders);

    std::filesystem::path file() const;

    QTemporaryDir directory;
    std::shared_ptr<testing::FakeClock> clock = std::make_shared<testing::FakeClock>();
    std::shared_ptr<testing::SeededRng> rng = std::make_shared<testing::SeededRng>();
    std::shared_ptr<FakeService> service = std::make_shared<FakeService>(clock);
    SubmissionOptions options;
};

/// The ledger of a desk, opened and locked.
struct OpenDesk {
    explicit OpenDesk(Desk& desk);
    RowRecord row(RunId run, std::int64_t ordinal = 0) const;
    RunReport send(RunId run);
    /// Prices, approves and sends.
    RunReport order(RunId run);
    Ledger ledger;
    Submission submission;
};

/// What came of a sheet that was submitted.
struct Sent {
    RunId run;
    QuoteSummary quote; ///< the first
    RunTotals totals;
    std::vector<EarlierRun> earlier;
};
/// Plans, prices, approves and sends; a row that was left out stays so.
Sent send(Desk& desk, const std::vector<RowInput>& rows);
Sent send(Desk& desk, const std::vector<RowInput>& rows, const RunSpec& spec,
          const std::function<void(Ledger&, Submission&, RunId)>& beforeApproval = {});
/// Another computer has its own ledger and the same service.
void moveToAnotherComputer(Desk& desk);
std::size_t orderCount(const Desk& desk);

} // namespace leadsheet::submit::test
