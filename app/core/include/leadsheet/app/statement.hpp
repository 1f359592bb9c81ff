// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/model/account.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet {
class Client;
}

namespace leadsheet::app {

/// What a person can spend and what is set aside, in minor units.
struct StatementBalance {
    std::int64_t available = 0;
    std::int64_t held = 0;
    friend bool operator==(const StatementBalance&, const StatementBalance&) = default;
};

/// All amounts of one kind of movement, in minor units.
struct MovementSums {
    std::int64_t credited = 0;
    std::int64_t held = 0;
    std::int64_t charged = 0;
    std::int64_t released = 0;
    std::int64_t refunded = 0;
    friend bool operator==(const MovementSums&, const MovementSums&) = default;
};

/// Where an order of a movement was found.
enum class OrderSource {
    None,     ///< the movement is of no order
    Computer, ///< in this computer's ledger, with its sheet and row
    Service,  ///< ordered elsewhere: what the service knows of it
    Unknown   ///< neither could tell
};

/// One movement of money, and what it was for.
struct StatementLine {
    LedgerEntry entry;
    OrderSource source = OrderSource::None;
    std::int64_t run = 0; ///< the rest of these: of this computer's ledger
    std::string sheet;    ///< the run's title
    std::string file;     ///< the sheet's file name
    std::string tab;
    std::int64_t row = 0;  ///< as the person sees it, 0 = none
    std::string reference; ///< or the order's externalRef
    std::string product;
    std::int64_t leads = 0; ///< ordered, 0 = not known
    std::string campaign;   ///< the order's metadata member `campaign`, in any case
};

struct StatementTotals {
    std::string currency;
    std::optional<WallTime> since; ///< as asked for
    std::optional<WallTime> until;
    std::int64_t movements = 0;
    StatementBalance opening; ///< before the first of them
    StatementBalance closing; ///< after the last
    MovementSums sums;
    std::int64_t elsewhere = 0; ///< orders that are not in this computer's ledger
    std::int64_t unknown = 0;   ///< of them, orders that the service told nothing of
    /// Where the balances that the service tells do not follow from its movements, in a sentence;
    /// empty = everything agrees. A statement that has this is none.
    std::string disagreement;
};

struct StatementOptions {
    std::optional<WallTime> since; ///< movements from this moment on; all when not set
    std::optional<WallTime> until; ///< movements before this moment
    submit::AccountRef account;    ///< of the client's key
    CallOptions call;
    /// Exists; large statements lie here, in a file without a name, until they are written.
    std::filesystem::path workFolder;
    std::function<void(std::int64_t movements)> progress; ///< read so far
};

/// The movements of an account's money, oldest first, each with the sheet, row, reference and
/// campaign of its order. Memory does not grow with their number, but for some 100 bytes for each
/// order that was not placed from this computer. Not thread-safe.
class Statement {
public:
    /// Reads all movements from the newest back to `since`. Every balance that the service tells is
    /// held against the one before and the movement between, and the last one against the
    /// account's (StatementTotals::disagreement). `ledger` may be null where nothing was ordered
    /// from this computer. Needs the scope account:read, and orders:read for what was ordered
    /// elsewhere; without that such orders are Unknown. Errors: those of the service and of the
    /// ledger, storage_full, storage_error.
    static Result<Statement> read(const Client& client, const submit::Ledger* ledger,
                                  const StatementOptions& options);
    Statement(Statement&&) noexcept;
    Statement& operator=(Statement&&) noexcept;
    ~Statement();

    const StatementTotals& totals() const;
    /// The next movements; empty = the end.
    Result<std::vector<StatementLine>> next();
    void rewind();

private:
    struct Impl;
    explicit Statement(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// What people call a movement: "charge" for `capture`; the service's own word for the others.
std::string_view movementWord(std::string_view type);

/// How a file of a statement has to be begun: name of the tab, currency, no manifest.
ExportOptions statementOptions(const std::string& currency, bool overwrite);

/// One record for each movement between an opening and a closing balance, and finishes the file.
/// Each kind of movement has a column of its own, so that their sums can be formed; amounts are
/// numbers. Errors of the statement are StorageError.
SheetResult<ExportReport> writeStatement(Statement& statement, RecordWriter& writer);

/// "2026-01-31": that day's first moment in UTC, or the next day's as the end; or an RFC 3339 time.
/// Nothing for anything else.
std::optional<WallTime> statementTime(std::string_view text, bool end);

} // namespace leadsheet::app
