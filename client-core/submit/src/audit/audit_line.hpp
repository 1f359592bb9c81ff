// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/audit.hpp"
#include "leadsheet/submit/results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::submit::detail {

inline constexpr int kAuditVersion = 2;

/// Number and back link, which every line begins with.
struct AuditLink {
    std::int64_t number = 0; ///< from 1
    std::string previous;    ///< hex; empty in the first line
};

std::string auditHead(const AuditLink& link, const AuditOptions& options,
                      const std::filesystem::path& ledger);
std::string auditRun(const AuditLink& link, const RunInfo& run);
std::string auditRow(const AuditLink& link, const RunInfo& run, const RowRecord& row);
std::string auditAttempt(const AuditLink& link, const RowRef& row, const AttemptRecord& attempt);
/// `counts.lines` includes this one.
std::string auditEnd(const AuditLink& link, const AuditCounts& counts);

enum class AuditKind { Head, Run, Row, Attempt, End };

/// What a line says of itself; nothing when it is not a line of an audit export.
struct AuditLine {
    AuditLink link;
    AuditKind kind = AuditKind::Head;
};
std::optional<AuditLine> readAuditLine(std::string_view bytes);

} // namespace leadsheet::submit::detail
