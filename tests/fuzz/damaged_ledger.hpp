// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/results.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::test {

/// A folder in memory where there is such a place, for one ledger at a time.
class LedgerFolder {
public:
    LedgerFolder();
    ~LedgerFolder();
    LedgerFolder(const LedgerFolder&) = delete;
    LedgerFolder& operator=(const LedgerFolder&) = delete;

    std::filesystem::path file() const { return folder_ / "orders.ledger"; }
    void place(std::string_view bytes) const;
    /// Whether a copy of a damaged ledger lies beside it.
    bool hasCopy() const;

private:
    std::filesystem::path folder_;
};

std::string readFile(const std::filesystem::path& file);

/// All that a ledger says, or why it does not.
struct LedgerReading {
    std::optional<Error> error;
    bool whileOpening = false; ///< the error
    std::vector<submit::RunInfo> runs;
    std::map<std::int64_t, std::vector<submit::RowRecord>> rows;
    std::string contradiction; ///< between two ways of asking for the same
};

LedgerReading readLedger(const std::filesystem::path& file, submit::LedgerOptions::Mode mode);

enum class Damage { None, WholePages, Bytes };

/// What is wrong with the reading, or "": errors name the file and the way out, and values are
/// among those that exist. An undamaged ledger's totals are also those of its rows; damage may make
/// an index say otherwise than its table, which quick_check does not look for.
std::string ledgerProblem(const LedgerReading& reading, const LedgerFolder& folder, Damage damage);

/// What the second says otherwise of orders and money, or "". What a person sees of a row, and what
/// is sent, may lie in blocks of their own, whose bytes SQLite has no way to judge: the first is
/// for display, the second has to be JSON and is checked by the service.
std::string difference(const LedgerReading& first, const LedgerReading& second);

} // namespace leadsheet::test
