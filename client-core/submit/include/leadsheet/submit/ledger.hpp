// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/submit/run.hpp"
#include "leadsheet/submit/storage_hook.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::submit {

namespace detail {
class LedgerStore;
class LockFile;
} // namespace detail

/// Who holds the run lock.
struct LockHolder {
    std::int64_t pid = 0;
    std::string host;
    std::string since; ///< UTC, RFC 3339
};

/// The right to plan and run; one holder per ledger over all processes. Given back by the
/// destructor and by the kernel when the process dies (an open-file-description lock, no pid file
/// to clean up). Move-only.
class RunLock {
public:
    RunLock(RunLock&&) noexcept;
    RunLock& operator=(RunLock&&) noexcept;
    ~RunLock();

private:
    friend class Ledger;
    explicit RunLock(std::unique_ptr<detail::LockFile> file);
    std::unique_ptr<detail::LockFile> file_;
};

struct LedgerOptions {
    enum class Mode { ReadWrite, ReadOnly };
    Mode mode = Mode::ReadWrite;
    bool checkIntegrity = true;   ///< PRAGMA quick_check and the order of keys, at open
    StorageHook hook;             ///< tests only
    std::shared_ptr<Clock> clock; ///< null = the computer's
};

/// The durable record of every order a person sent from this machine: one SQLite file (WAL, mode
/// 0600; a directory that has to be made gets 0700). What an order depends on is on disk
/// (synchronous FULL) before anything is sent; rows of a plan and prices go there with the next
/// such commit. Readers never wait for a run. Not thread-safe: open one Ledger a thread, any number
/// may be open on one file. A program that links this library has SQLite count no memory
/// (SQLITE_CONFIG_MEMSTATUS), in the whole process.
class Ledger {
public:
    /// Creates the file when absent (ReadWrite). Errors, each with the way out in its message:
    /// ledger_damaged (a copy was put beside it, see setAside), ledger_too_new, storage_full,
    /// storage_error.
    static Result<Ledger> open(const std::filesystem::path& file, LedgerOptions options = {});

    /// Renames a damaged ledger and its side files and returns where they are now (a name of their
    /// own, nothing is overwritten); the next open starts empty. Nothing is ordered twice after
    /// that: keys are derived from the rows, so pricing the same sheet again asks the server for
    /// each key and finds the orders placed (Already Ordered). Errors: ledger_locked while a run
    /// goes on, not_found, storage_error.
    static Result<std::filesystem::path> setAside(const std::filesystem::path& file);

    Ledger(Ledger&&) noexcept;
    Ledger& operator=(Ledger&&) noexcept;
    ~Ledger();

    const std::filesystem::path& file() const;

    /// Error ledger_locked names process, host and time of the holder. Taking the lock also turns
    /// rows left Sending by a crash into Unknown, marks their run as interrupted, and removes
    /// half-made plans.
    Result<RunLock> lock();
    /// Who holds the lock now, if anybody.
    std::optional<LockHolder> lockHolder() const;

    /// Makes one account of all that the ledger knows under other addresses, from before services
    /// told who they are. Call it with what GET /v1/account says before planning or resuming.
    Result<void> identify(const AccountRef& account, const RunLock& lock);

    /// The account that runs of this ledger are of, for who is not connected: with this id or,
    /// where that is empty, the only one at this address. Nothing when there is none.
    Result<std::optional<AccountRef>> accountAt(const std::string& baseUrl,
                                                const std::string& accountId) const;

    /// Newest first; all without a limit.
    Result<std::vector<RunInfo>> runs(std::size_t limit = kEveryRun) const;
    static constexpr std::size_t kEveryRun = 0x7fff'ffff;
    /// The newest run that fits; those before it are not looked at. `withRowsLeft`: only runs with
    /// rows to send or to approve, which is told from the others at once.
    Result<std::optional<RunInfo>> newestRun(const std::function<bool(const RunInfo&)>& fits,
                                             bool withRowsLeft = false) const;
    /// What the run has spent since then, in minor units: what its orders held that were placed
    /// since, and the quotes of its rows that may have been ordered, whenever. What certainly was
    /// not ordered is not spent, and what `planned` goes on with is in the price of that run.
    Result<std::int64_t> spentSince(RunId id, WallTime since, RunId planned) const;
    /// Error not_found when there is no such run.
    Result<RunInfo> run(RunId id) const;
    Result<std::vector<ProductTotal>> totalsByProduct(RunId id) const;
    Result<RowRecord> row(RowRef ref) const;

    /// Runs of the planned run's sheet with rows left to send, newest first.
    Result<std::vector<EarlierRun>> earlierRuns(RunId planned) const;

    /// Ready <-> Skipped (by person). Rows in other states are left alone; returns how many
    /// changed. Including a row that was ordered before is consent to order it as well.
    Result<std::int64_t> include(RunId id, std::span<const std::int64_t> ordinals,
                                 const RunLock& lock);
    Result<std::int64_t> exclude(RunId id, std::span<const std::int64_t> ordinals,
                                 const RunLock& lock);

    /// Refused rows become Ready, with the same key: for causes that were mended outside the sheet.
    /// Empty `ordinals` means all of them. The run has to be quoted and approved again.
    Result<std::int64_t> retryRefused(RunId id, std::span<const std::int64_t> ordinals,
                                      const RunLock& lock);
    /// Takes that back where nothing came of it: those of these rows that are still Ready become
    /// Refused again, and so does what the run was before.
    Result<void> leaveRefused(RunId id, std::span<const std::int64_t> ordinals,
                              const RunLock& lock);

    /// A new planned run with copies of the chosen rows that are Placed, Already Ordered, Ended,
    /// Changed or Ordered Before, each at the next free generation: a second order on purpose.
    /// Nothing else but RunSpec::againAfter raises a generation. Agreed to are the orders that the
    /// chosen rows name and those that the ledger knows of their later generations; others that
    /// the service names leave a row out unless they are `allowed`.
    Result<RunId> orderAgain(RunId id, std::span<const std::int64_t> ordinals, const RunLock& lock,
                             const AllowedDuplicates& allowed = {});

    /// Removes a run that was never approved. Error invalid_argument for any other.
    Result<void> discard(RunId id, const RunLock& lock);
    /// Gives up what is left of an approved run, for good: rows that certainly were not sent become
    /// Skipped, with the time in their message. Rows of unknown outcome stay as they are (see
    /// Submission::settle).
    struct GivenUp {
        std::int64_t rows = 0;
        std::int64_t amount = 0;  ///< what they were quoted at
        std::int64_t unknown = 0; ///< rows of unknown outcome that are left
    };
    Result<GivenUp> giveUp(RunId id, const RunLock& lock);

    /// Replaces RunSpec::options, which the ledger keeps without reading them, of a run in any
    /// state. Error not_found when there is no such run.
    Result<void> setOptions(RunId id, const std::string& options) const;

    /// For the other parts of this library.
    detail::LedgerStore& store() const { return *store_; }

private:
    friend class PlanPreview;
    explicit Ledger(std::unique_ptr<detail::LedgerStore> store);
    std::unique_ptr<detail::LedgerStore> store_;
};

} // namespace leadsheet::submit
