// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/order_service.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::submit {

/// Refusals with one and the same code in a row that pause a run. Rows whose prices no longer hold
/// count once for each time they were priced, however many were under way.
inline constexpr int kSameRefusalLimit = 20;

/// What settle() found out about rows of unknown outcome.
struct Settled {
    std::int64_t placed = 0;    ///< the service has an order under their key
    std::int64_t notPlaced = 0; ///< it has none: they were not sent
};

/// The sum on the price page. Amounts in minor units.
struct QuoteSummary {
    std::vector<ProductTotal> products; ///< Ready rows
    std::int64_t rows = 0;              ///< Ready rows, all priced
    std::int64_t amount = 0;
    std::int64_t alreadyOrdered = 0;
    std::int64_t ended = 0; ///< ordered, and ended since
    std::int64_t needsFix = 0;
    std::int64_t skipped = 0;
    std::int64_t orderedBefore = 0; ///< of those skipped
    std::int64_t similar = 0; ///< Ready, and perhaps ordered before in words that mean the same
    std::int64_t missing = 0; ///< of those already ordered: the service does not know the order
    Settled settled;          ///< rows of earlier runs whose outcome was unknown before
    std::optional<WallTime> validUntil; ///< the earliest expiry
    /// At this key's order budget as the server told it just now, and at the pace of that answer;
    /// absent without rows.
    std::optional<std::chrono::seconds> timeToFinish;
};

/// What the person agreed to.
struct Approval {
    /// The most that may be spent from now on, on rows that an earlier approval left queued too;
    /// what the run holds or may hold so far comes on top of it in RunInfo::cap.
    /// Absent: the quotes of the queued rows and of those approved now. Lower than what rows may
    /// cost that an earlier run sent, that were not answered and that this one takes over: error
    /// price_guard, and nothing is approved.
    std::optional<std::int64_t> cap;
    /// The sum that was shown. When the Ready rows now cost more: error price_guard, and nothing is
    /// approved.
    std::optional<std::int64_t> expectedAmount;
    /// "First N" in sheet order; the rest becomes Skipped (beyond limit).
    std::optional<std::int64_t> firstRows;
    /// Whether rows that surely belong to earlier runs of the sheet, and that it no longer has, are
    /// retired (see Ledger::earlierRuns): only where that was said.
    bool retire = false;
    /// Earlier runs that the person takes for runs of this sheet although it is not sure.
    std::vector<RunId> alsoRetire{};
};

/// Why nothing is being sent right now.
enum class Waiting {
    No,
    ForBudget,      ///< the key's order budget
    ForLimit,       ///< the server answered 429 and said how long to wait
    ForServer,      ///< failures one after the other
    ForRetry,       ///< only rows that wait for their next attempt are left
    ForInFlight,    ///< pausing: the last answers are on their way
    ForUntoldLimit, ///< answers 429 one after the other that do not say how long to wait
    ForRequests,    ///< the key's budget for all requests but orders
};

/// A snapshot for people; amounts in minor units.
struct RunProgress {
    RunId run;
    RunTotals totals;
    std::int64_t inFlight = 0;
    double rowsPerSecond = 0;    ///< settled rows over the last seconds
    std::optional<WallTime> eta; ///< when the last row should be settled
    Waiting waiting = Waiting::No;
    std::optional<WallTime> waitingUntil;
};

/// A row whose state was just committed.
struct RowChange {
    std::int64_t ordinal = 0;
    RowState state = RowState::Ready;
    std::string code;
    std::string orderNumber;
    std::optional<std::int64_t> price;
};

/// How far quote() or settle() is.
struct QuoteProgress {
    std::int64_t done = 0;          ///< rows priced
    std::int64_t of = 0;            ///< 0: not known yet
    std::int64_t unknown = 0;       ///< rows of unknown outcome, which are looked for first
    std::chrono::seconds atMost{0}; ///< how long that may take from now on
    std::chrono::seconds again{0};  ///< a limit or an outage: the service is asked again only then
};

/// Called on the thread that called quote() or run(), after the commit of what it tells; must
/// return quickly and must not call back into the submission.
class RunObserver {
public:
    virtual ~RunObserver() = default;
    /// At most every SubmissionOptions::progressInterval, and once at the end.
    virtual void onProgress(const RunProgress&) {}
    /// One call per commit.
    virtual void onRows(const std::vector<RowChange>&) {}
    /// Before the service is asked for the first price, and after each of its answers.
    virtual void onQuoting(const QuoteProgress&) {}
};

/// The handle by which other threads steer a run. Thread-safe; one per call of run(). A run whose
/// last rows were under way when it was asked to pause is Finished all the same.
class RunControl {
public:
    /// Finish what is in flight, keep the rest queued.
    void pause() { request(Request::Pause); }
    /// Finish what is in flight, make the rest Ready again.
    void stop() { request(Request::Stop); }
    /// Give up what is in flight too (it becomes Unknown unless it certainly was not sent).
    void cancel();

private:
    friend class SubmissionRun;
    enum class Request { None, Pause, Stop, Cancel };
    void request(Request wanted);
    std::atomic<Request> request_{Request::None};
    std::stop_source cancel_;
    std::mutex mutex_;
    std::function<void()> wake_;
};

struct SubmissionOptions {
    int maxInFlight = 16; ///< 1-16; the run lowers it by itself after 429 answers
    std::chrono::seconds deadline{24 * 3600}; ///< of one run() call
    /// Failures for that long without a usable answer between them -> ServerUnreachable; 0 = the
    /// first failure. Time spent waiting for the key's budget does not count.
    std::chrono::seconds maxOutage{15 * 60};
    std::optional<std::chrono::seconds> maxLimitWait; ///< absent: waits as long as the server asks
    std::chrono::milliseconds progressInterval{100};
    /// A service may be at work for so long on a request that was cut off (a lock, 10 s, and a
    /// standby, 5 s, and what waits before it): only then an order that it does not know is none,
    /// see settle().
    std::chrono::milliseconds settleAfter{30'000};
    /// False: the thread that called run() also sends, one row after the other, so that everything
    /// happens in one order. For simulations.
    bool ownThreads = true;
};

/// How run() ended. Unknown and Will Retry rows are in the totals; a resume settles them.
struct RunReport {
    RunId run;
    RunState state = RunState::Finished;
    PauseReason reason = PauseReason::None;
    std::string detail;                ///< what happened and what to do, for the person
    std::vector<Message> said;         ///< the same for other languages (see Said)
    std::string code;                  ///< the code behind it, may be empty
    std::optional<WallTime> waitUntil; ///< LimitReached: when it is worth resuming
    RunTotals totals;
};

/// Prices, approves and sends planned runs. One object, one thread; holds the ledger's run lock.
class Submission {
public:
    Submission(Ledger& ledger, RunLock lock, std::shared_ptr<OrderService> service,
               std::shared_ptr<Clock> clock, std::shared_ptr<Rng> rng,
               SubmissionOptions options = {});
    ~Submission();
    Submission(Submission&&) noexcept;
    Submission& operator=(Submission&&) noexcept;

    const RunLock& lock() const;

    /// Asks the server for the price of every Ready row that has no valid quote, 500 a call,
    /// waiting out limits. Rows that their key already bought become Already Ordered or Ended (rows
    /// that the ledger knows as ordered are asked about, too), rows the server would refuse Needs
    /// Fix, and rows that ask for the same as orders of the account under other keys Skipped
    /// (ordered before) unless the person agreed to those orders. Before all that, rows of unknown
    /// outcome in earlier runs of the sheet are settled. A row whose request an earlier run may
    /// have sent is priced as it was then: those bytes go on, see approve().
    Result<QuoteSummary> quote(RunId id, const std::stop_token& stop = {},
                               RunObserver* observer = nullptr);

    /// Finds out by their keys which rows of unknown outcome were ordered; sends nothing. Where
    /// such a row was sent just now it waits a few seconds first, and where the service knows no
    /// order for it, until SubmissionOptions::settleAfter has passed.
    Result<Settled> settle(RunId id, const std::stop_token& stop = {},
                           RunObserver* observer = nullptr);

    /// Queues the priced Ready rows: their keys and exact bytes are on disk when this returns. Rows
    /// that an earlier unfinished run has under the same key are taken over with key, bytes and
    /// history. Unsent rows of the sheet's earlier runs that are no longer in the sheet as they
    /// were are retired with it: a run never competes with its own past (SkipReason::Retired). Also
    /// gives a run that its cap paused a new one; no row has to be Ready for that.
    Result<RunInfo> approve(RunId id, const Approval& approval);

    /// Sends until nothing is left or the run pauses; blocks. Also resumes: a paused or interrupted
    /// run goes on where it was. After the first answer that speaks against going on, at most the
    /// rows under way beside it (maxInFlight) still reach the service. Errors only for what never
    /// began (not_found, invalid_argument, storage); everything later is in the report.
    Result<RunReport> run(RunId id, RunControl& control, RunObserver* observer = nullptr);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace leadsheet::submit
