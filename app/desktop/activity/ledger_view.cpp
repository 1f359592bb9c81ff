// SPDX-License-Identifier: Apache-2.0
#include "ledger_view.hpp"

#include "leadsheet/submit/ledger.hpp"

namespace leadsheet::desktop {
namespace {

constexpr std::size_t kMostRuns = 10'000;

/// Nothing when there is no file.
Result<std::optional<submit::Ledger>> opened(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return std::optional<submit::Ledger>();
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false; // checked whenever it is opened for writing
    auto ledger = submit::Ledger::open(file, options);
    if (!ledger)
        return failure(ledger.error());
    return std::optional(*std::move(ledger));
}

} // namespace

Result<std::vector<submit::RunInfo>> readRuns(const std::filesystem::path& file) {
    const auto ledger = opened(file);
    if (!ledger)
        return failure(ledger.error());
    return *ledger ? (*ledger)->runs(kMostRuns) : std::vector<submit::RunInfo>();
}

Result<std::vector<submit::RowRecord>> readRows(const std::filesystem::path& file,
                                                submit::RunId run, std::int64_t after) {
    const auto ledger = opened(file);
    if (!ledger)
        return failure(ledger.error());
    if (!*ledger)
        return std::vector<submit::RowRecord>();
    submit::RowFilter filter;
    filter.pageSize = kRowPage;
    submit::RowReader reader(**ledger, run, filter);
    reader.seek(after);
    return reader.next();
}

Result<std::vector<submit::AttemptRecord>> readAttempts(const std::filesystem::path& file,
                                                        submit::RowRef row) {
    const auto ledger = opened(file);
    if (!ledger)
        return failure(ledger.error());
    return *ledger ? submit::attemptsOf(**ledger, row) : std::vector<submit::AttemptRecord>();
}

} // namespace leadsheet::desktop
