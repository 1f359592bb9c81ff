// SPDX-License-Identifier: Apache-2.0
#include "audit/audit_file.hpp"

#include "audit/audit_line.hpp"
#include "digest.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::submit {
namespace {

using detail::AuditFile;
using detail::AuditLink;

Error stopped() {
    return localError(ErrorCode::Cancelled, {messages::ledger::exportStopped()});
}

/// Numbers the lines and links each to the one before.
class Chain {
public:
    explicit Chain(AuditFile& file)
        : file_(file) {}

    template <class Make, class... Parts>
    Result<void> add(Make make, const Parts&... parts) {
        const std::string line = make(AuditLink{++lines_, previous_}, parts...);
        previous_ = detail::hex(detail::sha256(line));
        return file_.write(line);
    }
    std::int64_t lines() const { return lines_; }
    const std::string& digest() const { return previous_; }

private:
    AuditFile& file_;
    std::int64_t lines_ = 0;
    std::string previous_;
};

Result<void> addRow(const Ledger& ledger, const RunInfo& run, const RowRecord& row, Chain& chain,
                    AuditCounts& counts) {
    LEADSHEET_TRY_DONE(chain.add(detail::auditRow, run, row));
    ++counts.rows;
    if (row.attempts == 0)
        return {};
    LEADSHEET_TRY(const auto attempts, attemptsOf(ledger, row.ref));
    for (const AttemptRecord& attempt : attempts) {
        LEADSHEET_TRY_DONE(chain.add(detail::auditAttempt, row.ref, attempt));
        ++counts.attempts;
    }
    return {};
}

Result<void> addRun(const Ledger& ledger, const RunInfo& run, Chain& chain, AuditCounts& counts,
                    const std::stop_token& stop) {
    LEADSHEET_TRY_DONE(chain.add(detail::auditRun, run));
    ++counts.runs;
    RowFilter filter;
    filter.withContent = true;
    RowReader reader(ledger, run.id, filter);
    for (;;) {
        if (stop.stop_requested())
            return failure(stopped());
        LEADSHEET_TRY(const auto rows, reader.next());
        if (rows.empty())
            return {};
        for (const RowRecord& row : rows)
            if (auto added = addRow(ledger, run, row, chain, counts); !added)
                return added;
    }
}

} // namespace

Result<AuditCounts> exportAudit(const Ledger& ledger, const AuditOptions& options,
                                const std::filesystem::path& file, const std::stop_token& stop) {
    LEADSHEET_TRY(auto runs, ledger.runs(std::numeric_limits<std::int32_t>::max()));
    std::reverse(runs.begin(), runs.end());
    LEADSHEET_TRY(auto target, AuditFile::create(file, options.replace));
    Chain chain(target);
    AuditCounts counts;
    LEADSHEET_TRY_DONE(chain.add(detail::auditHead, options, ledger.file()));
    for (const RunInfo& run : runs)
        if (auto added = addRun(ledger, run, chain, counts, stop); !added)
            return failure(added.error());
    counts.lines = chain.lines() + 1;
    LEADSHEET_TRY_DONE(chain.add(detail::auditEnd, counts));
    counts.digest = chain.digest();
    LEADSHEET_TRY_DONE(target.commit());
    return counts;
}

} // namespace leadsheet::submit
