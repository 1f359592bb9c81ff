// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

/// The ledger as a file that shows whether somebody changed it afterwards: JSON Lines, each line
/// numbered and holding the SHA-256 of the bytes of the line before. The first line names program,
/// ledger and time; then every run with its rows and their attempts; the last line counts them. No
/// key that opens an account is in it, and of the sheet only what was ordered.
///
/// A chain is not a signature: who can write the file can also compute it again from some line to
/// the end. AuditCounts::digest is what to keep elsewhere against that; it vouches for every line.
namespace leadsheet::submit {

struct AuditCounts {
    std::int64_t lines = 0;
    std::int64_t runs = 0;
    std::int64_t rows = 0;
    std::int64_t attempts = 0;
    std::string digest; ///< lower-case hex SHA-256 of the last line
};

struct AuditOptions {
    std::string program; ///< "leadsheet 1.2.0"
    WallTime now;
    bool replace = false; ///< an existing file
};

/// Writes all runs of the ledger, oldest first; the file appears complete (mode 0600) or not at
/// all. Errors: invalid_argument when the file exists, storage_full, storage_error, cancelled.
Result<AuditCounts> exportAudit(const Ledger& ledger, const AuditOptions& options,
                                const std::filesystem::path& file, const std::stop_token& stop);

/// What a check of such a file found.
struct AuditVerdict {
    bool intact = false;
    std::int64_t line = 0; ///< the first line that is not as it was written, from 1
    std::string what;      ///< what is the matter with it, in a sentence of English
    Message said;          ///< the same
    AuditCounts counts;    ///< of an intact file
};

/// Reads in constant memory. Errors: not_found, storage_error, cancelled, invalid_argument for a
/// file that is not an audit export at all.
Result<AuditVerdict> verifyAudit(const std::filesystem::path& file, const std::stop_token& stop);

} // namespace leadsheet::submit
